"""USE 9.0: what activations, replacements and mobilization cost, and whether a country can pay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.chartfile import Charts
from sandtable.core.rules import UnitId, Violation
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import LEG, UNTRACKED, Theatre

LINES = {
    "fighter": "fighter-or-convoy", "convoy": "fighter-or-convoy", "bomber": "bomber-or-surface",
    "surface": "bomber-or-surface", "carrier": "carrier",
}  # fmt: skip


def cost(state: UseState, what: str, unit: UnitId) -> int:
    """9.0 `what`: activate, replace, mobilize."""
    return _cost(state.theatre, state.scenario.charts, what, unit)


@lru_cache(4096)
def _cost(theatre: Theatre, charts: Charts, what: str, unit: UnitId) -> int:
    kind = LINES.get(theatre.type_of[unit], "mobile" if theatre.is_mobile[unit] else "leg")
    if what == "mobilize" and _full_at_once(theatre, unit):
        kind = "ussr-leg"
    return _price(charts, f"{what}-{kind}")


def price(state: UseState, line: str) -> int:
    """9.0 What a line of the list says."""
    return _price(state.scenario.charts, line)


@lru_cache
def _price(charts: Charts, line: str) -> int:
    return int(charts.lines("production")[line].value)


def full_at_once(state: UseState, unit: UnitId) -> bool:
    """8.2 Soviet Leg units other than Shock are mobilized at full strength."""
    return _full_at_once(state.theatre, unit)


def _full_at_once(theatre: Theatre, unit: UnitId) -> bool:
    soviet = theatre.countries[theatre.country_of[unit]].id == "ussr"
    return soviet and theatre.type_of[unit] in LEG and theatre.type_of[unit] not in ("shock", "garrison")


def cannot_pay(state: UseState, what: str, unit: UnitId) -> Iterator[Violation]:
    """9.0 A unit's own country pays."""
    country = state.theatre.country_of[unit]
    points = state.points[country]
    if points != UNTRACKED and points < (needed := cost(state, what, unit)):
        name = state.country_name(country)
        yield Violation("9.0", f"{name} has {points} production points, and this costs {needed}", units=(unit,))
