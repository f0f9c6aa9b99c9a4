# C types for state.py, which stays plain Python: states are Python objects, only their copies are made in C.

cdef dict _branched(dict own, tuple columns)
