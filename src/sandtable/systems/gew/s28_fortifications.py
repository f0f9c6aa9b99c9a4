"""GEW 28: building fortifications. What they do in combat is 20's, how they are lost is 6's (G28-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.decisions import HEX, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, Violation
from sandtable.systems.gew.s12_supply import in_supply
from sandtable.systems.gew.state import POWER_NAMES, POWERS_OF_SIDE, GewState


class Fortify(Procedure):
    """28.1 The units of a hex dig in."""

    side: Side
    to: Hex

    @step("28.1")
    def dig(self, state: GewState) -> Result:
        power = supplied(state, self.side)[self.to]
        state.gain_mp(power, -marker_cost(state, "Fortification"), "28.1", "a fortification")
        state.mark("fort", self.to, self.side + 1, "28.1")
        return Done()


def marker_cost(state: GewState, marker: str) -> int:
    """10.11 What the Mobilization Chart asks for a marker."""
    return int(state.scenario.charts.table("mobilization").read(marker, "Build"))


def too_dear(state: GewState, power: int, cost: int, what: str, rule: str = "10.11") -> Iterator[Violation]:
    if state.mp[power] < cost:
        yield Violation(rule, f"{what} costs {cost} MP, and {POWER_NAMES[power]} has {state.mp[power]}")


def supplied(state: GewState, side: Side) -> Mapping[Hex, int]:
    """The hexes with ground units in supply, and their power: no hex has units of both Allied powers (14.3)."""
    facts = state.facts[-1]
    key = f"supplied {side}"
    if key not in facts:
        facts[key] = {
            Hex(state.hex_of[unit]): power
            for power in POWERS_OF_SIDE[side]
            for unit in state.ground_units(power)
            if in_supply(state, unit)
        }
    found: Mapping[Hex, int] = facts[key]
    return found


def places(phase: Any, state: GewState) -> list[Hex]:
    return sorted(supplied(state, phase.side))


def open_places(phase: Any, state: GewState) -> list[Hex]:
    """The same as no_fortification, faster."""
    price, fort, mp = marker_cost(state, "Fortification"), state.fort, state.mp
    found = supplied(state, phase.side) if any(mp[power] >= price for power in POWERS_OF_SIDE[phase.side]) else {}
    return sorted(place for place, power in found.items() if not fort[place] and mp[power] >= price)


def no_fortification(phase: Any, state: GewState, at: Hex) -> Iterator[Violation]:
    """28.1 Where a unit in supply stands, in an enemy zone too; one in a hex."""
    name, power = state.scenario.place_name(at), supplied(state, phase.side).get(at)
    if power is None:
        yield Violation("28.1", f"{name} has no ground unit of yours in supply", (at,))
        return
    if state.fort[at]:
        yield Violation("28.1", f"{name} has a fortification", (at,))
    yield from too_dear(state, power, marker_cost(state, "Fortification"), "a fortification")


FORTIFY = Form("fortify", "28.1", Slot("at", HEX, places, no_fortification, open_places))
