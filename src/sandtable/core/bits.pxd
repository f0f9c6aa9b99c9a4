# C types for bits.pyx, the compiled twin of bits.py, and for who works on sets as rows of bits.
cimport cython
from cpython.array cimport array
from libc.stdint cimport uint64_t

@cython.final
cdef class Bits:
    cdef unsigned char* _row  # little-endian, in whole words; NULL if there are none
    cdef Py_ssize_t _words
    cdef Py_hash_t _hash  # -1 if not worked out yet

    cdef int _make_room(self, Py_ssize_t words) except -1
    cpdef bint meets(self, Bits other)
    cpdef bytes to_bytes(self, Py_ssize_t room=*)
    cdef unsigned char* row(self, Py_ssize_t room) except? NULL

cdef Bits blank(Py_ssize_t room)
cpdef Bits standing(array column, object units, Py_ssize_t end)
cpdef tuple among(array column, tuple units, Py_ssize_t end, Py_ssize_t first=*)
cpdef tuple parted(array column, tuple units, bytes groups, Py_ssize_t many, Py_ssize_t end)
cpdef list too_far(array column, tuple units, bytes lengths, bytes most)
cpdef list stack(array top_of, array under, Py_ssize_t place)
cpdef Bits where(const unsigned char[::1] column, tuple values)
cpdef list apart(bytes before, bytes after, Py_ssize_t width)
cpdef bytes masked(bytes values, bytes blank, bytes mask)
cpdef int least(const unsigned char[::1] column, Bits places) except -1
