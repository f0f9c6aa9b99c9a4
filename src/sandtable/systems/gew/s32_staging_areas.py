"""GEW 32: the staging areas, and the edges of the map by which units march in and out of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.core.bits import NO_HEX, Bits
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.gew.state import POWER_NAMES, GewState
from sandtable.systems.gew.theatre import (
    SOVIET,
    WALLIED,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

NOWHERE = Hex(-1)


def area_name(theatre: Theatre, area: Hex) -> str:
    return f"the {theatre.board.boxes[area - theatre.hexes].name}"


def by_land(state: GewState, unit: UnitId) -> Hex:
    """32.1 The staging area that a unit can march to; partisans stay in their country (31.3)."""
    if state.theatre.is_partisan[unit]:
        return NOWHERE
    return gateway(state.theatre, state.power_of(unit))


def gateway(theatre: Theatre, power: int) -> Hex:
    """32.1 The staging area that land joins to the map, by power; the Empire's as the Soviet one (G32-1)."""
    return theatre.staging_ussr if power == SOVIET else theatre.staging_british_empire if power == WALLIED else NOWHERE


def edge(theatre: Theatre, area: Hex) -> Bits:
    """32.1 The hexes next to a staging area."""
    if area == theatre.staging_ussr:
        return theatre.edge_ussr
    return theatre.edge_empire if area == theatre.staging_british_empire else NO_HEX


@lru_cache
def entries(theatre: Theatre, area: Hex, mover: int) -> tuple[tuple[Hex, int], ...]:
    """32.2 The edge hexes a kind of unit may march into from a staging area, and what their terrain costs."""
    costs = theatre.movers[mover].terrain
    edges = [(place, costs[theatre.terrain[place]]) for place in edge(theatre, area)]
    return tuple(each for each in edges if each[1] < NEVER)


def toll(state: GewState) -> int:
    """32.2 What it costs to leave the map."""
    return _toll(state.scenario)


@lru_cache(maxsize=16)
def _toll(scenario: Scenario) -> int:
    return scenario.charts.lines("movement")["staging"].amount


def cannot_enter(state: GewState, unit: UnitId, area: Hex) -> Iterator[Violation]:
    """32.4 Each power has its own staging areas; 31.3 partisans have none."""
    power = state.power_of(unit)
    if (owner := state.theatre.staging[area]) != power:
        where = area_name(state.theatre, area)
        yield Violation("32.4", f"only units of the {POWER_NAMES[owner]} enter {where}", (area,))
    elif state.theatre.type[unit] == "partisan":
        yield Violation("31.3", say("{unit} is a partisan unit and cannot leave its country", unit), (area,))
