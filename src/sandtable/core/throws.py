"""What the dice of a procedure that only rolls and looks up may come to, worked out once for the same fields.

Such a procedure (`Procedure.by_charts`) needs nothing but charts: odds by name run it on a desk (`play/odds.py`), and
looking ahead does so too, wherever the rules of a game call it. What it returns goes to whoever called it; a game's
counsel is told how likely each value is (`returns`), so that it reckons with the rule itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

from sandtable.core.chartfile import Charts
from sandtable.core.flow import Over, Procedure, Roll, mean, run
from sandtable.core.state import State
from sandtable.core.system import Desk, Reference, Scenario


class Returned(NamedTuple):
    """The procedure has ended."""

    value: Any


class Throw(NamedTuple):
    """It stands at a roll: each meaning of the dice, its chance, and what follows."""

    frame: Procedure  # never to be written to
    wait: Roll
    falls: tuple[tuple[str, Fraction, Throw | Returned], ...]


@lru_cache(maxsize=4096)
def throws(reference: Reference, charts: Charts, plain: tuple[Any, ...]) -> Throw:
    """All of it, from the roll that a procedure with these fields stands at."""
    desk = cast(Scenario, Desk(reference, "desk", (), charts))
    found = _followed(State(desk, Procedure.restore(plain)), {})
    assert isinstance(found, Throw)
    return found


def _followed(state: State, known: dict[tuple[Any, ...], Throw | Returned]) -> Throw | Returned:
    """Falls that lead to the same are followed once."""
    wait = run(state)
    if isinstance(wait, Over):
        return Returned(wait.outcome)
    assert isinstance(wait, Roll)
    key = state.stack[-1].plain()
    if key not in known:
        meanings: Mapping[Any, int] = wait.meanings()
        falls = []
        for meaning, ways in meanings.items():
            branch = state.copy()
            mean(branch, meaning)
            falls.append((str(meaning), share(ways, wait.dice.chances), _followed(branch, known)))
        known[key] = Throw(state.stack[-1], wait, tuple(falls))
    return known[key]


@lru_cache(maxsize=4096)
def returns(reference: Reference, charts: Charts, plain: tuple[Any, ...]) -> Mapping[Any, Fraction]:
    """The values that a procedure with these fields may return, and the chance of each."""
    return values(throws(reference, charts, plain))


def values(then: Throw | Returned) -> Mapping[Any, Fraction]:
    """The same from where it stands."""
    tally: dict[Any, dict[int, int]] = {}
    _gather(then, 1, 1, tally)
    return {
        value: sum([Fraction(ways, whole) for whole, ways in counted.items()], Fraction(0))
        for value, counted in tally.items()
    }


def _gather(then: Throw | Returned, ways: int, whole: int, tally: dict[Any, dict[int, int]]) -> None:
    """In so many ways of so many, by value and by how many: whole numbers until the end."""
    if isinstance(then, Returned):
        counted = tally.setdefault(then.value, {})
        counted[whole] = counted.get(whole, 0) + ways
        return
    for _, chance, after in then.falls:
        part, of = chance.as_integer_ratio()
        _gather(after, ways * part, whole * of, tally)


@cache
def share(ways: int, chances: int) -> Fraction:
    """Of so many chances; there are few kinds of dice."""
    return Fraction(ways, chances)
