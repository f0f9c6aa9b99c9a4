"""GEW 29: placing depots. What they do for supply is 12's, what for aircraft 23's, how they are lost 6's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.board import Bits, has, hexes_in, overlap, union, without
from sandtable.core.decisions import HEX, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, Violation
from sandtable.systems.gew.s06_control import controlled
from sandtable.systems.gew.s12_supply import friendly_ports, friendly_sea
from sandtable.systems.gew.s13_zones import enemy, in_enemy_zone, zone
from sandtable.systems.gew.s28_fortifications import marker_cost, supplied, too_dear
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import HEXES, SIDE_OF_POWER


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


def sites(state: GewState, power: int) -> Bits:
    """29.1 Units in supply, ports on friendly seas, mobilization hexes, capitals, cities; controlled, outside enemy
    zones (G29-1), without a depot."""
    facts = state.facts[-1]
    key = f"depot_sites {power}"
    if key not in facts:
        board, side = state.scenario.board, SIDE_OF_POWER[power]
        wanted = overlap(worthy(state, power), without(controlled(state, power), zone(state, enemy(side))))
        facts[key] = board.bits(place for place in hexes_in(wanted) if not state.depot[place])
    found: Bits = facts[key]
    return found


def worthy(state: GewState, power: int) -> Bits:
    """29.1 Hexes that have what a depot needs."""
    facts = state.facts[-1]
    key = f"depot_worthy {power}"
    if key not in facts:
        facts[key] = _worthy(state, power)
    found: Bits = facts[key]
    return found


def _worthy(state: GewState, power: int) -> Bits:
    theatre = state.theatre
    seas = sum(1 << sea for sea in range(len(theatre.seas)) if friendly_sea(state, power, sea))
    units = supplied(state, SIDE_OF_POWER[power])
    return union(
        theatre.mobilization, theatre.capital, theatre.city,
        theatre.board.bits(port for port in hexes_in(friendly_ports(state, power)) if theatre.seas_at[port] & seas),
        theatre.board.bits(place for place, owner in units.items() if owner == power),
    )  # fmt: skip


def depots(state: GewState, side: Side) -> int:
    """How many markers a side has on the map."""
    return sum(state.depot.count(power + 1) for power in POWERS_OF_SIDE[side])


def places(phase: Any, state: GewState) -> list[Hex]:
    powers = (power for power in POWERS_OF_SIDE[phase.side] if state.mp[power] >= marker_cost(state, "Depot"))
    return list(hexes_in(union(state.scenario.board.bits(()), *(sites(state, power) for power in powers))))


def open_places(phase: Any, state: GewState) -> list[Hex]:
    """The same as no_depot, faster."""
    return places(phase, state) if depots(state, phase.side) < counter_mix(state, "depots") else []


def counter_mix(state: GewState, marker: str) -> int:
    """G2-2 Markers that the counter mix limits."""
    return state.scenario.charts.lines("tracks")[marker].amount


def no_depot(phase: Any, state: GewState, at: Hex) -> Iterator[Violation]:
    name, power = state.scenario.place_name(at), state.controlling(at)
    if at >= HEXES or power not in POWERS_OF_SIDE[phase.side]:
        yield Violation("29.1", f"{name} is not a hex that you control", (at,))
        return
    if in_enemy_zone(state, phase.side, at):
        yield Violation("11.5", f"{name} is in an enemy zone of control", (at,))
    if state.depot[at]:
        yield Violation("29.5", f"{name} has a depot", (at,))
    if not has(worthy(state, power), at):
        needs = "a ground unit in supply, a port on a friendly sea, a mobilization hex, a capital or a city"
        yield Violation("29.1", f"{name} has none of what a depot needs: {needs}", (at,))
    if (used := depots(state, phase.side)) >= counter_mix(state, "depots"):
        where = tuple(Hex(place) for place in range(HEXES) if state.depot[place] - 1 in POWERS_OF_SIDE[phase.side])
        yield Violation("2.5.1", f"all {used} of your depots are on the map", where)
    yield from too_dear(state, power, marker_cost(state, "Depot"), "a depot")


DEPOT = Form("depot", "29.1", Slot("at", HEX, places, no_depot, open_places))
