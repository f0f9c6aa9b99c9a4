# C types for kernels.py, which stays plain Python: Cython reads this file beside it.
cimport cython

from sandtable.core.bits cimport Bits

cdef object numbers(int count, int value)

cdef class Scratch

@cython.locals(cost=cython.int, hex=cython.int, size=cython.int, found=list)
cpdef list cheaper(tuple places, int most, bytes costs, bytes lines, int longest, int more, bytes gains)

@cython.locals(place=cython.int, here=cython.int)
cdef void copy_out(int[::1] settled, int length, short[::1] cost_of, int[::1] towards) noexcept

@cython.locals(place=cython.int, byte=cython.int, bit=cython.int, row=cython.p_uchar)
cdef void enter_all(Scratch scratch, Bits sources, int size, int cost) except *

@cython.locals(place=cython.int, here=cython.int, bits=bytearray)
cdef Bits settled_bits(int[::1] settled, int length, int size)

@cython.locals(place=cython.int, costs=bytearray)
cdef bytes settled_costs(int[::1] settled, int length, int size)

@cython.locals(place=cython.int)
cdef int place_of(int[::1] settled, int hex) noexcept

@cython.locals(here=cython.int, bits=bytearray)
cdef Bits reached_bits(short[::1] cost_of)


cdef class Scratch:
    cdef int[::1] best, origin, tail, entered, following, settled
    cdef object settled_row
    cdef int entries

    cdef void enter(self, int hex, int cost) noexcept


cdef class Grid:
    cdef readonly int size
    cdef int[::1] _neighbours
    cdef list _spare

    @cython.locals(scratch=Scratch, length=cython.int)
    cpdef Reach reach(self, bytes prices, int start, int budget, Bits closed=*, Bits stop=*, Bits barred=*)

    @cython.locals(scratch=Scratch, length=cython.int, source=cython.int, start=cython.int)
    cpdef Trace trace(self, bytes prices, object sources, int limit, Bits closed=*, object head_start=*)

    @cython.locals(scratch=Scratch, length=cython.int)
    cpdef Bits traced(self, bytes prices, Bits sources, int limit, Bits closed=*, Bits outer=*)

    @cython.locals(scratch=Scratch, length=cython.int)
    cpdef bytes lengths(self, bytes prices, Bits sources, int limit, Bits closed=*, Bits outer=*)

    @cython.locals(scratch=Scratch, length=cython.int, start=cython.int, places=Bits)
    cpdef bytes spread(self, bytes prices, object sources, int limit, Bits closed=*)

    @cython.locals(
        neighbours=cython.int[::1], here=cython.int, there=cython.int, side=cython.int, bits=bytearray, walls=cython.p_uchar,
        inner=cython.p_uchar, place=cython.int, byte=cython.int, places=Bits,
    )
    cpdef Bits zone(self, object hexes, Bits barred=*)

    cdef int _flood_from(
        self, Scratch scratch, bytes prices, Bits sources, int limit, Bits closed, Bits outer
    ) except -1

    cdef void _check(self, bytes prices, int budget) except *
    cdef void _check_hex(self, int hex) except *
    cdef Scratch _scratch(self)

    @cython.locals(
        neighbours=cython.int[::1], best=cython.int[::1], origin=cython.int[::1], tail=cython.int[::1],
        entered=cython.int[::1], following=cython.int[::1], settled=cython.int[::1],
        walls=cython.p_uchar, shut=cython.p_uchar, halt=cython.p_uchar, dearest=cython.int, unfound=cython.int, entries=cython.int, pending=cython.int, place=cython.int,
        cost=cython.int, entry=cython.int, here=cython.int, affordable=cython.int, side=cython.int,
        there=cython.int, known=cython.int, price=cython.int, total=cython.int,
    )
    cdef int _flood(
        self, Scratch scratch, bytes prices, int limit, bint inwards, Bits closed, Bits stop, Bits barred
    ) except -1


cdef class Reach:
    cdef readonly int start, budget
    cdef int _size, _asked
    cdef object _found
    cdef dict _places

    cdef int _place(self, int hex) except -2


cdef class Trace:
    cdef readonly int limit
    cdef readonly object cost_of
    cdef object _towards
