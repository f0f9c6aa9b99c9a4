"""Copies of what moves in a game: of a state its columns, of a procedure its fields.

This is the plain twin; `copies.pyx` is the compiled one, and does the same.
"""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")
COMPILED = False


def twin(thing: T) -> T:
    """Another of the same class that holds the same."""
    new = object.__new__(type(thing))
    new.__dict__ = thing.__dict__.copy()
    return new


def own_names(thing: object) -> None:
    """Let it hold what it has in a dict of its own. Things of a class share one table of names; once somebody has asked
    such a thing for its `__dict__`, as whoever copies it does, Python finds none of its attributes the short way."""
    thing.__dict__ = {**thing.__dict__}


def branched(state: T, columns: tuple[str, ...]) -> T:
    """A state with columns, procedures and files of facts of its own, and no log."""
    new = twin(state)
    held: dict[str, Any] = new.__dict__
    for name in columns:
        held[name] = held[name][:]
    held["stack"] = [twin(frame) for frame in held["stack"]]
    held["facts"] = held["facts"].copy()
    held["log"] = None
    return new
