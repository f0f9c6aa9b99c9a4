# C types for state.py, which stays plain Python and has none: that it is here has it compiled.
