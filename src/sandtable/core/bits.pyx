# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, embedsignature=False
"""Sets of hexes or hexsides of a board, compiled: rows of 64-bit words. `bits.py` is the plain twin and tells what all
this does; whatever is changed here is changed there."""

cimport cython
from cpython.array cimport array
from cpython.object cimport Py_SIZE
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_FromLong
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.ref cimport Py_INCREF
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest(uint64_t word) { unsigned long nth; _BitScanForward64(&nth, word); return (int)nth; }
    static int members(uint64_t word) { return (int)__popcnt64(word); }
    #else
    #define lowest(word) __builtin_ctzll(word)
    #define members(word) __builtin_popcountll(word)
    #endif
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define in_order(word) __builtin_bswap64(word)
    #else
    #define in_order(word) (word)
    #endif
    """
    int lowest(uint64_t word) nogil
    int members(uint64_t word) nogil
    uint64_t in_order(uint64_t word) nogil

ctypedef uint64_t* Words

cdef uint64_t LOW = 0x7F7F7F7F7F7F7F7F  # all bits of a byte but the highest

COMPILED = True
NEVER = 255


@cython.final
@cython.freelist(256)
cdef class Bits:
    def __cinit__(self):
        self._hash = -1

    def __init__(self, members=(), Py_ssize_t room=0):
        cdef Py_ssize_t member
        if not room:
            members = list(members)
            room = max(members, default=-1) + 1
        if self._row is not NULL:
            raise TypeError("a set never changes")
        self._make_room((room + 63) >> 6)
        for member in members:
            if member < 0 or member >= room:
                raise IndexError(f"{member} is not from 0 to {room - 1}")
            self._row[member >> 3] |= <unsigned char>(1 << (member & 7))

    def __dealloc__(self):
        PyMem_Free(self._row)

    cdef int _make_room(self, Py_ssize_t words) except -1:
        """Lengthen the row, which changes nothing for anybody."""
        cdef unsigned char* row
        if words > self._words:
            row = <unsigned char*>PyMem_Malloc(words << 3)
            if row is NULL:
                raise MemoryError
            if self._words:
                memcpy(row, self._row, self._words << 3)
            memset(row + (self._words << 3), 0, (words - self._words) << 3)
            PyMem_Free(self._row)
            self._row = row
            self._words = words
        return 0

    @staticmethod
    def from_bytes(row not None):
        cdef Py_ssize_t length = len(row)
        cdef Bits found = blank(length << 3)
        if length:
            memcpy(found._row, PyByteArray_AS_STRING(row) if isinstance(row, bytearray) else PyBytes_AsString(row), length)
        return found

    cpdef bytes to_bytes(self, Py_ssize_t room=0):
        cdef Py_ssize_t length = self._words << 3, wanted = (room + 7) >> 3
        while length and not self._row[length - 1]:
            length -= 1
        if wanted <= length:
            return PyBytes_FromStringAndSize(<char*>self._row, length)
        return PyBytes_FromStringAndSize(<char*>self._row, length) + bytes(wanted - length)

    cdef unsigned char* row(self, Py_ssize_t room) except? NULL:
        """The row with room for this many; NULL if there is nothing in it."""
        if self._words:
            self._make_room((room + 63) >> 6)
        return self._row

    def __contains__(self, Py_ssize_t member):
        return 0 <= member < self._words << 6 and self._row[member >> 3] >> (member & 7) & 1

    def __bool__(self):
        cdef Words words = <Words>self._row
        cdef Py_ssize_t nth
        for nth in range(self._words):
            if words[nth]:
                return True
        return False

    def __len__(self):
        return count(self)

    def __iter__(self):
        cdef Words words = <Words>self._row
        cdef uint64_t word
        cdef Py_ssize_t nth, place = 0
        cdef object member
        cdef list found = PyList_New(count(self))
        for nth in range(self._words):
            word = in_order(words[nth])
            while word:
                member = PyLong_FromLong((nth << 6) + lowest(word))
                Py_INCREF(member)
                PyList_SET_ITEM(found, place, member)
                place += 1
                word &= word - 1
        return iter(found)

    def __or__(self, Bits other not None):
        cdef Bits longer = self, shorter = other, found
        if self._words < other._words:
            longer = other
            shorter = self
        found = unfilled(longer._words)
        cdef Words into = <Words>found._row, one = <Words>longer._row, two = <Words>shorter._row
        cdef Py_ssize_t nth
        for nth in range(shorter._words):
            into[nth] = one[nth] | two[nth]
        for nth in range(shorter._words, longer._words):
            into[nth] = one[nth]
        return found

    def __and__(self, Bits other not None):
        cdef Py_ssize_t nth, words = min(self._words, other._words)
        cdef Bits found = unfilled(words)
        cdef Words into = <Words>found._row, one = <Words>self._row, two = <Words>other._row
        for nth in range(words):
            into[nth] = one[nth] & two[nth]
        return found

    def __sub__(self, Bits other not None):
        cdef Py_ssize_t nth, words = min(self._words, other._words)
        cdef Bits found = unfilled(self._words)
        cdef Words into = <Words>found._row, one = <Words>self._row, two = <Words>other._row
        for nth in range(words):
            into[nth] = one[nth] & ~two[nth]
        for nth in range(words, self._words):
            into[nth] = one[nth]
        return found

    cpdef bint meets(self, Bits other):
        cdef Words one = <Words>self._row, two = <Words>other._row
        cdef Py_ssize_t nth
        for nth in range(min(self._words, other._words)):
            if one[nth] & two[nth]:
                return True
        return False

    def __eq__(self, other):
        return isinstance(other, Bits) and equal(self, <Bits>other)

    def __hash__(self):
        cdef Words words = <Words>self._row
        cdef uint64_t mixed = 0x9E3779B97F4A7C15
        cdef Py_ssize_t nth, length
        if self._hash == -1:
            length = self._words
            while length and not words[length - 1]:
                length -= 1
            for nth in range(length):
                mixed = (mixed ^ words[nth]) * <uint64_t>0xD6E8FEB86659FD93
                mixed ^= mixed >> 32
            self._hash = <Py_hash_t>(mixed >> 1)
        return self._hash

    def __repr__(self):
        return f"Bits({list(self)})"

    def __reduce__(self):
        return Bits.from_bytes, (self.to_bytes(),)


cdef Bits unfilled(Py_ssize_t words):
    """A set whose row has not been filled in yet."""
    cdef Bits found = Bits.__new__(Bits)
    if words:
        found._row = <unsigned char*>PyMem_Malloc(words << 3)
        if found._row is NULL:
            raise MemoryError
        found._words = words
    return found


cdef Bits blank(Py_ssize_t room):
    """An empty set with room for this many, to be filled in before anybody sees it."""
    cdef Bits found = unfilled((room + 63) >> 6)
    if found._words:
        memset(found._row, 0, found._words << 3)
    return found


cdef Py_ssize_t count(Bits found) noexcept:
    cdef Words words = <Words>found._row
    cdef Py_ssize_t nth, total = 0
    for nth in range(found._words):
        total += members(words[nth])
    return total


cdef bint equal(Bits one, Bits other) noexcept:
    cdef Words ours = <Words>one._row, theirs = <Words>other._row
    cdef Py_ssize_t nth, common = min(one._words, other._words)
    if one is other:
        return True
    if one._hash != other._hash and one._hash != -1 and other._hash != -1:
        return False
    for nth in range(common):
        if ours[nth] != theirs[nth]:
            return False
    for nth in range(common, one._words):
        if ours[nth]:
            return False
    for nth in range(common, other._words):
        if theirs[nth]:
            return False
    return True


NO_HEX = Bits()


def union(*sets):
    cdef Bits each, found
    cdef Py_ssize_t nth, longest = 0
    cdef Words into, row
    for each in sets:
        if each._words > longest:
            longest = each._words
    found = blank(longest << 6)
    into = <Words>found._row
    for each in sets:
        row = <Words>each._row
        for nth in range(each._words):
            into[nth] |= row[nth]
    return found


cdef short* places(array column) except? NULL:
    """The entries of a column of 16 bits."""
    if column.ob_descr.typecode != c"h":
        raise TypeError("a column of 16 bits tells where units are")
    return column.data.as_shorts


cdef inline Py_ssize_t entry(array column, Py_ssize_t unit) except -1:
    """A unit that has an entry in the column."""
    if unit < 0 or unit >= Py_SIZE(column):
        raise IndexError(f"{unit} is not below {Py_SIZE(column)}")
    return unit


cpdef Bits standing(array column, units, Py_ssize_t end):
    cdef short* at = places(column)
    cdef Bits found = blank(end)
    cdef Py_ssize_t unit, place
    for unit in units:
        place = at[entry(column, unit)]
        if 0 <= place < end:
            found._row[place >> 3] |= <unsigned char>(1 << (place & 7))
    return found


cpdef tuple among(array column, tuple units, Py_ssize_t end, Py_ssize_t first=0):
    cdef short* at = places(column)
    cdef list found = []
    cdef object each
    for each in units:
        if first <= at[entry(column, each)] < end:
            found.append(each)
    return tuple(found) if len(found) < len(units) else units


cpdef tuple parted(array column, tuple units, bytes groups, Py_ssize_t many, Py_ssize_t end):
    cdef short* at = places(column)
    cdef list found = [[] for _ in range(many)]
    cdef const unsigned char* group = groups
    cdef Py_ssize_t unit
    cdef object each
    if Py_SIZE(groups) < Py_SIZE(column):
        raise IndexError(f"groups of {Py_SIZE(groups)} units: expected {Py_SIZE(column)}")
    for each in units:
        unit = entry(column, each)
        if 0 <= at[unit] < end and group[unit] < many:
            (<list>found[group[unit]]).append(each)
    return tuple([tuple(each) for each in found])


cpdef list too_far(array column, tuple units, bytes lengths, bytes most):
    cdef short* at = places(column)
    cdef list found = []
    cdef const unsigned char* length = lengths
    cdef const unsigned char* limit = most
    cdef Py_ssize_t unit, end = Py_SIZE(lengths)
    cdef object each
    if Py_SIZE(most) < Py_SIZE(column):
        raise IndexError("an entry for each unit")
    for each in units:
        unit = entry(column, each)
        if at[unit] < 0 or at[unit] >= end:
            raise IndexError(f"{unit} is in no such place")
        if length[at[unit]] > limit[unit]:
            found.append(each)
    return found


cpdef list stack(array top_of, array under, Py_ssize_t place):
    cdef list found = []
    cdef short* below = places(under)
    cdef Py_ssize_t unit = places(top_of)[entry(top_of, place)]
    while unit >= 0:
        found.append(unit)
        unit = below[entry(under, unit)]
    return found


cpdef Bits where(const unsigned char[::1] column, tuple values):
    cdef Py_ssize_t place, length = column.shape[0], eights = length >> 3
    cdef Bits found = blank(length)
    cdef unsigned char value
    cdef uint64_t eight, other, repeated
    for value in values:
        repeated = value * <uint64_t>0x0101010101010101
        for place in range(eights):  # eight entries at a time: bytes of `other` that are 0 become bits of one byte
            memcpy(&eight, &column[place << 3], 8)
            other = in_order(eight ^ repeated)
            other = ~(((other & LOW) + LOW) | other | LOW) >> 7
            found._row[place] |= <unsigned char>(other * <uint64_t>0x0102040810204080 >> 56)
        for place in range(eights << 3, length):
            if column[place] == value:
                found._row[place >> 3] |= <unsigned char>(1 << (place & 7))
    return found


cpdef list apart(bytes before, bytes after, Py_ssize_t width):
    cdef const unsigned char* one = <const unsigned char*>PyBytes_AsString(before)
    cdef const unsigned char* other = <const unsigned char*>PyBytes_AsString(after)
    cdef Py_ssize_t at = 0, length = len(after)
    cdef uint64_t eight, its
    cdef list found = []
    alike(before, after, width)
    while at < length:
        if at + 8 <= length:
            memcpy(&eight, one + at, 8)
            memcpy(&its, other + at, 8)
            if eight == its:
                at += 8
                continue
        if one[at] == other[at]:
            at += 1
        else:
            found.append(at // width)
            at = (at // width + 1) * width
    return found


cpdef bytes masked(bytes values, bytes blank, bytes mask):
    cdef Py_ssize_t nth, entries = len(mask), width = len(values) // (entries or 1)
    cdef const unsigned char* hidden = <const unsigned char*>PyBytes_AsString(mask)
    cdef const char* start = PyBytes_AsString(blank)
    cdef bytes found
    cdef char* row
    alike(values, blank, entries)
    found = PyBytes_FromStringAndSize(NULL, len(values))  # new, even if it is one byte: of these Python has but one each
    row = PyBytes_AsString(found)
    memcpy(row, PyBytes_AsString(values), len(values))
    for nth in range(entries):
        if hidden[nth]:
            memcpy(row + nth * width, start + nth * width, width)
    return found


cdef int alike(bytes one, bytes other, Py_ssize_t parts) except -1:
    """Two columns of a kind, made up of so many parts, or of parts that long."""
    if len(one) != len(other) or (len(one) % parts if parts > 0 else len(one)):
        raise ValueError(f"columns of {len(one)} and {len(other)} bytes are not of a kind")
    return 0


cpdef int least(const unsigned char[::1] column, Bits places) except -1:
    cdef Words words = <Words>places._row
    cdef Py_ssize_t nth, place, length = column.shape[0]
    cdef uint64_t word
    cdef int found = <int>NEVER
    for nth in range(places._words):
        word = in_order(words[nth])
        while word:
            place = (nth << 6) + lowest(word)
            if place < length and column[place] < found:
                found = column[place]
            word &= word - 1
    return found


@cython.final
cdef class Steps:
    """By how far off in number the other hex lies, the hexes from which there is one: rows of words, one after the
    other."""
    cdef Bits _on
    cdef array _far
    cdef Py_ssize_t _words, _hexes

    def __init__(self, neighbours, bytes prices not None):
        cdef dict on = {}
        cdef Py_ssize_t side, there, nth
        for side, there in enumerate(neighbours):
            if there >= 0 and prices[side] < <int>NEVER:
                on.setdefault(side // 6 - there, []).append(there)
        self._hexes = len(neighbours) // 6
        self._words = (self._hexes + 63) >> 6
        self._far = array("q", on)
        room = self._words << 6
        self._on = Bits([room * nth + hex for nth, hexes in enumerate(on.values()) for hex in hexes], room * len(on))

    def around(self, Bits found not None, Bits closed not None=NO_HEX):
        cdef Bits grown = blank(self._words << 6)
        cdef Words into = <Words>grown._row, inner = <Words>found._row, shut = <Words>closed._row
        cdef Py_ssize_t nth, words = min(self._words, found._words)
        self._grow(inner, words, into)
        for nth in range(min(self._words, closed._words)):
            into[nth] &= ~shut[nth]
        for nth in range(words):
            into[nth] |= inner[nth]
        return grown

    def lengths(self, Bits found not None, int limit, Bits closed not None=NO_HEX, Bits outer not None=NO_HEX):
        cdef Bits known = blank(self._words << 6), edge = blank(self._words << 6), grown = blank(self._words << 6)
        cdef Words seen = <Words>known._row, inner = <Words>edge._row, into = <Words>grown._row, swapped
        cdef Words first = <Words>found._row, shut = <Words>closed._row, far = <Words>outer._row
        cdef Py_ssize_t nth
        cdef int length
        cdef uint64_t word, any
        if limit < 0 or limit >= <int>NEVER:
            raise ValueError(f"limit {limit}: expected 0 to {NEVER - 1}")
        cdef bytes lengths = PyBytes_FromStringAndSize(NULL, self._hexes)
        cdef unsigned char* row = <unsigned char*>PyBytes_AsString(lengths)
        memset(row, <int>NEVER, self._hexes)
        memcpy(into, first, min(self._words, found._words) << 3)
        for length in range(limit + 1):
            if length:
                memset(into, 0, self._words << 3)
                self._grow(inner, self._words, into)
                for nth in range(min(self._words, closed._words)):
                    into[nth] &= ~shut[nth]
                if length == 1:
                    for nth in range(min(self._words, outer._words)):
                        into[nth] |= far[nth]
            any = 0
            for nth in range(self._words):
                into[nth] &= ~seen[nth]
                word = into[nth]
                if word:
                    any |= word
                    seen[nth] |= word
                    word = in_order(word)
                    while word:
                        if (nth << 6) + lowest(word) < self._hexes:
                            row[(nth << 6) + lowest(word)] = <unsigned char>length
                        word &= word - 1
            if not any and (length or not outer._words):
                break
            swapped = inner
            inner = into
            into = swapped
        return lengths

    def within(self, Bits found not None, Py_ssize_t limit, Bits closed not None=NO_HEX, Bits outer not None=NO_HEX):
        cdef Bits known = blank(self._words << 6), edge = blank(self._words << 6), grown = blank(self._words << 6)
        cdef Words seen = <Words>known._row, inner = <Words>edge._row, into = <Words>grown._row, swapped
        cdef Words shut = <Words>closed._row, far = <Words>outer._row
        cdef Py_ssize_t nth, length
        cdef uint64_t any
        if limit < 0:
            raise ValueError(f"limit {limit}: expected 0 or more")
        memcpy(inner, found._row, min(self._words, found._words) << 3)
        memcpy(seen, inner, self._words << 3)
        for length in range(1, limit + 1):
            memset(into, 0, self._words << 3)
            self._grow(inner, self._words, into)
            for nth in range(min(self._words, closed._words)):
                into[nth] &= ~shut[nth]
            if length == 1:
                for nth in range(min(self._words, outer._words)):
                    into[nth] |= far[nth]
            any = 0
            for nth in range(self._words):
                into[nth] &= ~seen[nth]
                seen[nth] |= into[nth]
                any |= into[nth]
            if not any:
                break
            swapped = inner
            inner = into
            into = swapped
        return known

    cdef void _grow(self, Words inner, Py_ssize_t words, Words into) noexcept:
        """Into a row all that lies one step from what is in another."""
        cdef Words on = <Words>self._on._row
        cdef Py_ssize_t nth, step, far, whole, last = self._words
        cdef uint64_t word
        cdef int rest
        for step in range(Py_SIZE(self._far)):
            far = self._far.data.as_longlongs[step]
            whole, rest = (far if far > 0 else -far) >> 6, (far if far > 0 else -far) & 63
            for nth in range(words):
                word = in_order(inner[nth] & on[nth])
                if not word:
                    continue
                if far > 0:
                    if nth + whole < last:
                        into[nth + whole] |= in_order(word << rest)
                    if rest and nth + whole + 1 < last:
                        into[nth + whole + 1] |= in_order(word >> (64 - rest))
                else:
                    if nth >= whole:
                        into[nth - whole] |= in_order(word >> rest)
                    if rest and nth > whole:
                        into[nth - whole - 1] |= in_order(word << (64 - rest))
            on += last
