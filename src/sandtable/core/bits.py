"""Sets of hexes or hexsides of a board, and what is asked of many of them at once.

Hexes are 0..n-1; a hexside is 6 * i + d, where one leaves hex i in direction d. Sets never change. This is the plain
twin, in which a set is one large integer; `bits.pyx` is the compiled one, in which it is words of 64 bits, and does the
same: tests hold both to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sandtable.core.rules import Hex, UnitId

U = TypeVar("U", bound=int)  # a unit
COMPILED = False
NEVER = 255  # the price of a step that cannot be made

_MEMBERS = [tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]


class Bits:
    """A set of numbers from 0 on, in ascending order; how long its row of bits is makes no difference."""

    __slots__ = ("_hash", "_whole")
    _hash: int  # -1 if not worked out yet
    _whole: int

    def __init__(self, members: Iterable[int] = (), room: int = 0) -> None:
        """Numbers below 0 are refused, and with `room` those from there on."""
        if not room:
            members = list(members)
            room = max(members, default=-1) + 1
        row = bytearray((room + 7) // 8)
        for member in members:
            if member < 0 or member >= room:
                raise IndexError(f"{member} is not from 0 to {room - 1}")
            row[member >> 3] |= 1 << (member & 7)
        self._hash, self._whole = -1, int.from_bytes(row, "little")

    @staticmethod
    def from_bytes(row: bytes | bytearray) -> Bits:
        """Bit i, little-endian, is the number i."""
        return _of(int.from_bytes(row, "little"))

    def to_bytes(self, room: int = 0) -> bytes:
        """The same row, long enough for numbers below `room` and for all there are."""
        return self._whole.to_bytes((max(room, self._whole.bit_length()) + 7) // 8, "little")

    def row(self, room: int) -> bytes:
        """For the kernels: the row of bits, read without looking how long it is; nothing if there are no members."""
        return self.to_bytes(room) if self._whole else b""

    def __contains__(self, member: int) -> bool:
        return member >= 0 and self._whole >> member & 1 == 1

    def __bool__(self) -> bool:
        return self._whole != 0

    def __len__(self) -> int:
        return self._whole.bit_count()

    def __iter__(self) -> Iterator[Hex]:
        row = self.to_bytes()
        return iter([8 * place + nth for place, byte in enumerate(row) if byte for nth in _MEMBERS[byte]])  # type: ignore[misc]  # hexes

    def __or__(self, other: Bits) -> Bits:
        return _of(self._whole | other._whole)

    def __and__(self, other: Bits) -> Bits:
        return _of(self._whole & other._whole)

    def __sub__(self, other: Bits) -> Bits:
        return _of(self._whole & ~other._whole)

    def meets(self, other: Bits) -> bool:
        """Is anything in both?"""
        return self._whole & other._whole != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bits) and self._whole == other._whole

    def __hash__(self) -> int:
        if self._hash == -1:
            self._hash = hash(self._whole)
        return self._hash

    def __repr__(self) -> str:
        return f"Bits({list(self)})"

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return Bits.from_bytes, (self.to_bytes(),)


def _of(whole: int) -> Bits:
    found = Bits.__new__(Bits)
    found._hash, found._whole = -1, whole
    return found


NO_HEX = Bits()


def union(*sets: Bits) -> Bits:
    """What is in any of these sets."""
    whole = 0
    for each in sets:
        whole |= each._whole
    return _of(whole)


def standing(column: array[int], units: Sequence[int], end: int) -> Bits:
    """The places below `end` where these units are, by a column of 16 bits that tells where each is."""
    whole = 0
    for unit in units:
        if 0 <= column[unit] < end:
            whole |= 1 << column[unit]
    return _of(whole)


def among(column: array[int], units: tuple[U, ...], end: int, first: int = 0) -> tuple[U, ...]:
    """Those of these units that are there: in a place below `end`, and not before the first."""
    return tuple([unit for unit in units if first <= column[unit] < end])


def parted(column: array[int], units: tuple[U, ...], groups: bytes, many: int, end: int) -> tuple[tuple[U, ...], ...]:
    """By group, numbered from 0 to `many`: those of these units that are in a place below `end`. `groups` tells that of
    each unit; who is of another is left out."""
    found: list[list[U]] = [[] for _ in range(many)]
    for unit in units:
        if 0 <= column[unit] < end and groups[unit] < many:
            found[groups[unit]].append(unit)
    return tuple(map(tuple, found))


def too_far(column: array[int], units: tuple[U, ...], lengths: bytes, most: bytes) -> list[U]:
    """Those of these units for whom the way is too long: how long it is from each place, and how long each unit's may
    be."""
    return [unit for unit in units if lengths[column[unit]] > most[unit]]


def stack(top_of: array[int], under: array[int], place: int) -> list[UnitId]:
    """The units of a stack from the top down, by two columns: the uppermost of each place, the next one below."""
    found, unit = [], top_of[place]
    while unit >= 0:
        found.append(unit)
        unit = under[unit]
    return found  # type: ignore[return-value]  # units


def where(column: bytes | bytearray, values: tuple[int, ...]) -> Bits:
    """The places at which a column holds one of these values."""
    return _where(bytes(column), values)


@lru_cache(maxsize=1024)
def _where(column: bytes, values: tuple[int, ...]) -> Bits:
    return _of(int(column.translate(_digits(values))[::-1] or b"0", 2))


@lru_cache(maxsize=256)
def _digits(values: tuple[int, ...]) -> bytes:
    """A table that turns these values into the digit 1 and others into 0."""
    return bytes(ord("1") if value in values else ord("0") for value in range(256))


def apart(before: bytes, after: bytes, width: int) -> list[int]:
    """The entries, of so many bytes each, that are not the same in the bytes of two columns."""
    _alike(before, after, width)
    differ = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    return _filled(differ.to_bytes(len(after), "little"), width)


@lru_cache(maxsize=1 << 12)  # a side looks after every answer, and most columns are as they were
def masked(values: bytes, blank: bytes, mask: bytes) -> bytes:
    """The bytes of a column in which some entries are as in a blank one: those at which the mask, of a byte each, has
    255 and not 0."""
    _alike(values, blank, len(mask))
    hidden = _widened(mask, len(values) // (len(mask) or 1))
    number, start = int.from_bytes(values, "little"), int.from_bytes(blank, "little")
    return (number ^ ((number ^ start) & hidden)).to_bytes(len(values), "little")


def _filled(column: bytes, width: int) -> list[int]:
    """The entries that are not 0; from one to the next in a leap, since most of them are."""
    found, length = list[int](), len(column)
    rest = column.lstrip(b"\0")
    while rest:
        at = length - len(rest)
        nth = at // width
        found.append(nth)
        rest = rest[(nth + 1) * width - at :].lstrip(b"\0")
    return found


@lru_cache(maxsize=1024)
def _widened(mask: bytes, width: int) -> int:
    wide = bytearray(width * len(mask))
    for nth in range(width):
        wide[nth::width] = mask
    return int.from_bytes(wide, "little")


def _alike(one: bytes, other: bytes, parts: int) -> None:
    if len(one) != len(other) or (len(one) % parts if parts > 0 else len(one)):
        raise ValueError(f"columns of {len(one)} and {len(other)} bytes are not of a kind")


def least(column: bytes | bytearray, places: Bits) -> int:
    """The smallest entry that a column has at these places; NEVER if there are none."""
    return min([column[place] for place in places if place < len(column)], default=NEVER)


class Steps:
    """Which hexes lie one step from a set of hexes, found for all of them at once: steps that prices allow, walked
    towards the set."""

    __slots__ = ("_down", "_hexes", "_up")

    def __init__(self, neighbours: Sequence[int], prices: bytes) -> None:
        self._hexes = len(neighbours) // 6
        on: dict[int, int] = {}  # by how far off in number the other hex lies: the hexes from which there is one
        for side, there in enumerate(neighbours):
            if there >= 0 and prices[side] < NEVER:
                on[side // 6 - there] = on.get(side // 6 - there, 0) | 1 << there
        self._up = tuple((far, hexes) for far, hexes in on.items() if far > 0)
        self._down = tuple((-far, hexes) for far, hexes in on.items() if far < 0)

    def around(self, found: Bits, closed: Bits = NO_HEX) -> Bits:
        """The set and what lies one step from it; hexes of `closed` are not walked on."""
        return _of(found._whole | self._grown(found._whole) & ~closed._whole)

    def lengths(self, found: Bits, limit: int, closed: Bits = NO_HEX, outer: Bits = NO_HEX) -> bytes:
        """By hex how many steps lead from it to the set, NEVER if more than `limit`, which is below NEVER; what is in
        `outer` is one step away however it is reached."""
        if not 0 <= limit < NEVER:
            raise ValueError(f"limit {limit}: expected 0 to {NEVER - 1}")
        row, seen, grown = bytearray([NEVER]) * self._hexes, 0, found._whole
        for length in range(limit + 1):
            if length:
                grown = self._grown(grown) & ~closed._whole
            if length == 1:
                grown |= outer._whole
            grown &= ~seen & (1 << self._hexes) - 1
            seen |= grown
            for hex in _of(grown):
                row[hex] = length
        return bytes(row)

    def within(self, found: Bits, limit: int, closed: Bits = NO_HEX, outer: Bits = NO_HEX) -> Bits:
        """The hexes that `lengths` finds no farther away than that, however far it is."""
        if limit < 0:
            raise ValueError(f"limit {limit}: expected 0 or more")
        whole = (1 << self._hexes) - 1
        seen = grown = found._whole & whole
        for length in range(1, limit + 1):
            grown = self._grown(grown) & ~closed._whole
            if length == 1:
                grown |= outer._whole
            grown &= ~seen & whole
            seen |= grown
            if not grown:
                break
        return _of(seen)

    def _grown(self, inner: int) -> int:
        outer = 0
        for far, hexes in self._up:
            outer |= (inner & hexes) << far
        for far, hexes in self._down:
            outer |= (inner & hexes) >> far
        return outer
