"""OCS 9.4: the strength of units in combat, by whatever multiplies it: one definition for odds and for play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Line, measure
from sandtable.core.errors import BadInput
from sandtable.core.rules import Term
from sandtable.core.sentences import Text

LEVELS = ("None", "Light", "Heavy")  # of anti-tank effects, rising


class Unit(NamedTuple):
    """One counter of a combat, as a person says it: `20/other/ar4/DG`."""

    said: str
    strength: Fraction
    defends_only: bool
    category: str
    mode: str = "combat"
    marks: frozenset[str] = frozenset()  # of MARKS
    rating: int | None = None  # of the unit chosen for its action rating
    steps: tuple[int, int] | None = None  # left, printed
    hexside: str = ""  # crossed to attack, if the defender chooses it
    factors: tuple[Fraction, ...] = ()  # whatever else multiplies it


def factor(printed: str) -> Fraction:
    """`[x2]`, `x1/2`, `x1.5` as a number; brackets only say that it is the attacker's."""
    number = measure(printed.strip("[]").removeprefix("x"))
    if number is None:
        raise BadInput(f"{printed}: expected a factor such as x2, x1/2 or x1.5 (OCS 9.4)")
    return number


@lru_cache(4096)
def anti_tank_level(charts: Charts, unit: Unit | None, hedgehog: int = 0) -> int:
    """9.4e The anti-tank level of a unit, or of a hex with nothing but a hedgehog."""
    lines = charts.lines("anti_tank")
    situation = lines.completed(
        {
            "category": unit.category if unit else "other",
            "tank": unit is not None and "tank" in unit.marks,
            "at": unit is not None and "at" in unit.marks,
            "aa": unit is not None and "aa" in unit.marks,
            "hedgehog": hedgehog,
        }
    )
    return max(LEVELS.index(line.value) for line in lines.lines if line.value in LEVELS and line.applies(situation))


@lru_cache(4096)
def attacking(charts: Charts, unit: Unit, terrain: str, anti_tank: int) -> tuple[Term, ...]:
    """9.4 What multiplies one attacking unit; `anti_tank` is the level of the target hex."""
    return tuple(_attacking(charts, unit, terrain, anti_tank))


def _attacking(charts: Charts, unit: Unit, terrain: str, anti_tank: int) -> Iterator[Term]:
    yield from _state_of(charts, unit, "attack")
    if unit.hexside:  # 9.3b the defender chose it instead of the hex
        chart = charts.table("hexside_combat")
        value = factor(chart.read(unit.hexside, unit.category))
        yield Term(f"across {unit.hexside}", value, chart.rule, how="×")
        return
    chart = charts.table("terrain_combat")
    value, reduction = factor(chart.read(terrain, unit.category)), charts.lines("anti_tank")["reduction"]
    if value == factor(reduction.group) and anti_tank >= anti_tank_level(charts, unit):
        label = f"{unit.category} in {terrain} against {LEVELS[anti_tank]} anti-tank"
        yield Term(label, factor(reduction.value), reduction.rule, how="×")
    else:
        yield Term(f"{unit.category} in {terrain}", value, chart.rule, how="×")


@lru_cache(4096)
def defending(charts: Charts, unit: Unit, terrain: str) -> tuple[Term, ...]:
    """9.4 What multiplies one defending unit; values in brackets are not for it (9.4d)."""
    return tuple(_defending(charts, unit, terrain))


def _defending(charts: Charts, unit: Unit, terrain: str) -> Iterator[Term]:
    yield from _state_of(charts, unit, "defend")
    chart = charts.table("terrain_combat")
    printed = chart.read(terrain, unit.category)
    if not printed.startswith("["):
        yield Term(f"{unit.category} in {terrain}", factor(printed), chart.rule, how="×")


def _state_of(charts: Charts, unit: Unit, role: str) -> Iterator[Term]:
    """4.3 Mode, supply and losses multiply each other."""
    lines = charts.lines("strength_modifiers")
    left, printed = unit.steps or (1, 1)
    lost = "none" if left == printed else "half" if 2 * left <= printed else "some"
    situation = lines.completed(
        {
            "role": role,
            "mode": unit.mode,
            "oos": "oos" in unit.marks,
            "nosupply": "nosupply" in unit.marks,
            "lost": lost,
        }
    )
    for line in lines.lines:
        if line.applies(situation):
            yield multiplied(line)
    for value in unit.factors:
        yield Term("as said", value, "9.4", how="×")


@lru_cache(4096)
def as_it_stands(charts: Charts, unit: Unit, role: str) -> Fraction:
    """4.3 The strength of a unit that attacks or defends, whatever the terrain."""
    return unit.strength * prod(Fraction(term.value) for term in _state_of(charts, unit, role))


def multiplied(line: Line) -> Term:
    """A line of the list as what it does to a strength."""
    return Term(line.text, factor(line.value), line.rule, how="×")


@dataclass(frozen=True, eq=False)
class Counted:
    """One line of a side: a unit, or a sum as said, and what multiplies it."""

    said: Text
    strength: Fraction
    multipliers: tuple[Term, ...] = ()


def strength(side: str, counted: Iterable[Counted]) -> tuple[list[Term], Fraction]:
    """9.4 Every unit, what multiplies it, and what comes of it all; nothing is rounded (4.2)."""
    terms, total = list[Term](), Fraction(0)
    for each in counted:
        terms += _told(side, each)
        total += comes_to(each)
    return [*terms, Term("strength", plain(total), "9.4", side, "=")], total


@lru_cache(8192)
def _told(side: str, counted: Counted) -> tuple[Term, ...]:
    multipliers = [
        term._replace(value=plain(Fraction(term.value)), group=side) for term in counted.multipliers if term.value != 1
    ]
    return (Term(counted.said, plain(counted.strength), "9.4", side), *multipliers)


@lru_cache(8192)
def comes_to(counted: Counted) -> Fraction:
    """9.4 A unit, times what stands below it."""
    total = counted.strength
    for term in counted.multipliers:
        total *= term.value
    return total


def plain(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value
