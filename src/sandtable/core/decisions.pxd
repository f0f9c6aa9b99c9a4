# C types for decisions.py, which stays plain Python: forms and slots are Python objects, only calls are shorter.

cdef object _asked(object rule, object procedure, object state, tuple given)
cdef bint _passes(object slot, object sieve, object procedure, object state, tuple given, object pick) except -1
cdef object _drawn(list pool, object passing, object rng)
