"""What a scenario changes in the rules: options that are switched on, a title of a series, and the rules they change.

    @changeable
    def results(state: State) -> Table:
        \"\"\"5.1 As it is printed.\"\"\"

    @results.changed_by(SISTER_GAME)
    def sister_results(state: State) -> Table:
        \"\"\"The five cells that differ; `results.printed` gives the others.\"\"\"

Whoever calls `results(state)` gets the one that is in force, which is settled when the scenario loads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import update_wrapper
from inspect import signature
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, TypeVar

from sandtable.core.errors import BadInput, Bug

P = ParamSpec("P")
R = TypeVar("R")
Options = Mapping[str, bool]  # by name


class Option(NamedTuple):
    """A switch of a scenario: an optional rule of the book; something of the house, such as a ruling; or that the
    counters are set up ready-made."""

    name: str
    title: str
    rule: str
    default: bool = False
    kind: Literal["optional", "house", "set-up"] = "optional"


class Title(NamedTuple):
    """One game of a series: its scenarios change some rules of the series, in a folder of their own."""

    name: str
    title: str


Change = Option | Title


def switched(known: Iterable[Option], said: Options | None, book: str) -> dict[str, bool]:
    """Every option of a scenario, on or off: as it was said, else as it usually is."""
    usual = {option.name: option.default for option in known}
    if unknown := [name for name in said or {} if name not in usual]:
        raise BadInput(f"{book} has no option {unknown[0]}; it has {', '.join(usual)}")
    return {**usual, **(said or {})}


class Changeable(Generic[P, R]):
    """A printed rule that options or titles change. Called, it is the one in force."""

    def __init__(self, printed: Callable[P, R]) -> None:
        names = list(signature(printed).parameters)
        if "state" not in names or names[0] == "self":
            raise Bug(f"{printed.__qualname__}: a rule is a function of its own that is given the state")
        update_wrapper(self, printed)
        self.printed = printed
        self.variants: dict[frozenset[str], Callable[P, R]] = {}  # by the names of the changes that bring them
        self._state = names.index("state")

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        state: Any = given[self._state]
        found: R = state.scenario.in_force.get(self, self.printed)(*given, **named)
        return found

    def changed_by(self, *changes: Change) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """The variant that holds where all of these are in force."""

        def put(variant: Callable[P, R]) -> Callable[P, R]:
            by = frozenset(change.name for change in changes)
            if not by or by in self.variants:
                raise Bug(f"{variant.__qualname__}: {self} is changed by {_told(by)} already")
            if not self.variants:
                CHANGED.append(self)
            self.variants[by] = variant
            return variant

        return put

    def __str__(self) -> str:
        return self.printed.__qualname__


def changeable(printed: Callable[P, R]) -> Changeable[P, R]:
    """A printed rule of which there are variants, or will be in titles to come."""
    return Changeable(printed)


CHANGED: list[Changeable[Any, Any]] = []  # that have variants, of all systems
InForce = Mapping[Changeable[Any, Any], Callable[..., Any]]


def in_force(names: Collection[str]) -> InForce:
    """The rules that are not as printed where these options are on, or this title is played."""
    found: dict[Changeable[Any, Any], Callable[..., Any]] = {}
    for each in CHANGED:
        fitting = [by for by in each.variants if by.issubset(names)]
        if not fitting:
            continue
        most = max(map(len, fitting))
        nearest = [by for by in fitting if len(by) == most]
        if len(nearest) > 1:
            told = " and by ".join(map(_told, nearest))
            raise Bug(f"{each} is changed by {told}, and no variant is for both")
        found[each] = each.variants[nearest[0]]
    return found


def _told(by: Collection[str]) -> str:
    return " with ".join(sorted(by)) or "nothing"
