# C types for flow.py, which stays plain Python: what steps return is made and told apart as fast as may be.

cdef class Ask:
    cdef readonly object side, form, into

cdef class Call:
    cdef readonly object procedure, into, then

cdef class Goto:
    cdef readonly object step

cdef class Done:
    cdef readonly object value
