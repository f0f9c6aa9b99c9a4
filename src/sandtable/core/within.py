"""A test of one pick by a set of all that pass, where those are found at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Passing(Protocol):
    """What is asked for nothing but whether a pick is in it, and, by its truth, whether any is."""

    def __contains__(self, pick: Any, /) -> bool: ...


class Within:
    """The test of a `Sieve` (`core.decisions`): what may be picked is in the set that `those` gives. Whoever draws or
    lists asks for the set once, and not again for every pick."""

    __slots__ = ("those",)

    def __init__(self, those: Callable[..., Passing]) -> None:
        self.those = those  # (procedure, state, *filled)

    def __call__(self, procedure: Any, state: Any, *given: Any) -> bool:
        *filled, pick = given
        return pick in self.those(procedure, state, *filled)
