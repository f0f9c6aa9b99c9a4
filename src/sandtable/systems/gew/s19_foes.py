"""GEW 19.2, 6.2, 30.5: whom a unit may attack at all, wherever it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.gew.state import POWER_NAMES, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import AXIS, Theatre


def defenders(state: GewState, side: Side, target: Hex) -> list[UnitId]:
    """The ground units of the other side in a hex."""
    powers, foes = state.powers(), POWERS_OF_SIDE[enemy(side)]
    return sorted([unit for unit in state.ground_in(target) if powers[unit] in foes])


def spares(state: GewState, side: Side, unit: UnitId, target: Hex) -> Iterator[Violation]:
    """Why a unit never attacks those who are in a hex."""
    theatre = state.theatre
    foes = defenders(state, side, target)
    if not theatre.attack[unit]:
        yield Violation("19.2", say("{unit} has no attack factor", unit), units=(unit,))
    if theatre.type[unit] == "security" and any(theatre.type[foe] != "partisan" for foe in foes):
        yield Violation("30.5", say("{unit} attacks only partisans", unit), units=tuple(foes))
    only = attack_only(theatre, unit)
    if state.power_of(unit) == AXIS and only >= 0 and any(state.power_of(foe) != only for foe in foes):  # G6-3
        yield Violation("6.2", say("{unit} attacks only {power} units", unit, POWER_NAMES[only]), units=tuple(foes))


@lru_cache(maxsize=1024)
def attack_only(theatre: Theatre, unit: UnitId) -> int:
    """6.2 The one power a unit attacks while it is on the Axis side; -1 any."""
    limits = (limit.attack_only for limit in theatre.area_limits if theatre.nationality[unit] in limit.nationalities)
    return next(limits, -1)
