# cython: language_level=3, embedsignature=False
"""Copies of what moves in a game, compiled. `copies.py` is the plain twin and tells what all this does; whatever is
changed here is changed there."""

from cpython.array cimport array, copy
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize, PyByteArray_GET_SIZE
from cpython.dict cimport PyDict_Copy, PyDict_Update
from cpython.object cimport Py_TYPE, PyTypeObject

cdef extern from "Python.h":
    object PyObject_GenericGetDict(object thing, void* nothing)
    int PyObject_GenericSetDict(object thing, object held, void* nothing) except -1
    object PyType_GenericAlloc(PyTypeObject* kind, Py_ssize_t items)

COMPILED = True


cpdef twin(thing):
    new = PyType_GenericAlloc(Py_TYPE(thing), 0)
    PyObject_GenericSetDict(new, PyDict_Copy(PyObject_GenericGetDict(thing, NULL)), NULL)
    return new


def own_names(thing):
    cdef dict held = {}
    PyDict_Update(held, PyObject_GenericGetDict(thing, NULL))  # a copy would share the names again
    PyObject_GenericSetDict(thing, held, NULL)


def branched(state, tuple columns not None):
    cdef dict held = PyDict_Copy(PyObject_GenericGetDict(state, NULL))
    cdef list stack
    for name in columns:
        held[name] = of_its_own(held[name])
    stack = held["stack"]
    held["stack"] = [twin(frame) for frame in stack]
    held["facts"] = PyDict_Copy(held["facts"])
    held["log"] = None
    new = PyType_GenericAlloc(Py_TYPE(state), 0)
    PyObject_GenericSetDict(new, held, NULL)
    return new


cdef object of_its_own(object column):
    if type(column) is bytearray:
        return PyByteArray_FromStringAndSize(PyByteArray_AS_STRING(column), PyByteArray_GET_SIZE(column))
    if type(column) is array:
        return copy(column)
    return column[:]
