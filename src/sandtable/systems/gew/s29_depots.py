"""GEW 29: placing depots. What they do for supply is 12's, what for aircraft 23's, how they are lost 6's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sandtable.core.bits import NO_HEX, Bits, union
from sandtable.core.decisions import HEX, Form, Sieve, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.gew.s06_control import controlled
from sandtable.systems.gew.s12_supply import friendly_ports, friendly_seas
from sandtable.systems.gew.s13_zones import held, in_enemy_zone, zone, zone_of
from sandtable.systems.gew.s28_fortifications import marker_cost, supplied_at, too_dear
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import SIDE_OF_POWER, Theatre


class PlaceDepot(Procedure):
    """29.1 A depot of the power that controls the hex."""

    side: Side
    to: Hex

    @step("29.1")
    def place(self, state: GewState) -> Result:
        power = state.controlling(self.to)
        state.gain_mp(power, -marker_cost(state, "Depot"), "29.1", "a depot")
        state.mark("depot", self.to, power + 1, "29.1")
        return Done()


def worthy(state: GewState, power: int, place: Hex) -> bool:
    """29.1 What a depot needs: a mobilization hex, a capital, a city, a port on a friendly sea, a unit in supply."""
    theatre = state.theatre
    if place in _symbols(theatre):
        return True
    if place in friendly_ports(state, power) and theatre.seas_at[place] & friendly_seas(state, power):
        return True
    return supplied_at(state, SIDE_OF_POWER[power], place) == power


@lru_cache
def _symbols(theatre: Theatre) -> Bits:
    return theatre.mobilization | theatre.capital | theatre.city


def depots(state: GewState, side: Side) -> int:
    """How many markers a side has on the map."""
    return sum(state.depot.count(power + 1) for power in POWERS_OF_SIDE[side])


def places(phase: Any, state: GewState) -> list[Hex]:
    """Hexes that the powers with the points control, with a symbol or a unit; not in enemy zones (G29-1)."""
    if depots(state, phase.side) >= counter_mix(state, "depots"):
        return []
    theatre, side, found = state.theatre, phase.side, NO_HEX
    wanted = union(_symbols(theatre), theatre.port, *(held(state, power) for power in POWERS_OF_SIDE[side]))
    for power in POWERS_OF_SIDE[side]:
        if state.mp[power] >= marker_cost(state, "Depot"):
            found = found | (wanted & controlled(state, power))
    return list(found - zone(state, enemy(side)))


def fit(phase: Any, state: GewState, at: Hex) -> bool:
    """Whether `no_depot` does not refuse one of these places, faster."""
    return not state.depot[at] and worthy(state, state.controlling(at), at)


def counter_mix(state: GewState, marker: str) -> int:
    """G2-2 Markers that the counter mix limits."""
    return state.scenario.charts.lines("tracks")[marker].amount


def no_depot(phase: Any, state: GewState, at: Hex) -> Iterator[Violation]:
    power = state.controlling(at)
    if at >= state.theatre.hexes or power not in POWERS_OF_SIDE[phase.side]:
        yield Violation("29.1", say("{hex} is not a hex that you control", at), (at,))
        return
    if in_enemy_zone(state, phase.side, at):
        yield Violation(
            "11.5", say("{hex} is in an enemy zone of control", at), (at,), zone_of(state, enemy(phase.side), at)
        )
    if state.depot[at]:
        yield Violation("29.5", say("{hex} has a depot", at), (at,))
    if not worthy(state, power, at):
        needs = "a ground unit in supply, a port on a friendly sea, a mobilization hex, a capital or a city"
        yield Violation("29.1", say("{hex} has none of what a depot needs: {needs}", at, needs), (at,))
    if (used := depots(state, phase.side)) >= counter_mix(state, "depots"):
        where = tuple(
            Hex(place) for place in range(state.theatre.hexes) if state.depot[place] - 1 in POWERS_OF_SIDE[phase.side]
        )
        yield Violation("2.5.1", f"all {used} of your depots are on the map", where)
    yield from too_dear(state, power, marker_cost(state, "Depot"), "a depot")


DEPOT = Form("depot", "29.1", Slot("at", HEX, places, no_depot, Sieve(places, fit)))
