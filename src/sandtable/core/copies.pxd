# C types for copies.pyx, the compiled twin of copies.py.

cpdef object twin(object thing)
