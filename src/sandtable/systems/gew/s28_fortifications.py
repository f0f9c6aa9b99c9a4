"""GEW 28: building fortifications. What they do in combat is 20's, how they are lost is 6's (G28-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.core.decisions import HEX, Form, Sieve, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, Violation
from sandtable.core.sentences import Text, say
from sandtable.systems.gew.s12_supply import in_supply
from sandtable.systems.gew.state import POWER_NAMES, POWERS_OF_SIDE, GewState

if TYPE_CHECKING:
    from sandtable.core.chartfile import Charts


class Fortify(Procedure):
    """28.1 The units of a hex dig in."""

    side: Side
    to: Hex

    @step("28.1")
    def dig(self, state: GewState) -> Result:
        power = supplied_at(state, self.side, self.to)
        assert power is not None
        state.gain_mp(power, -marker_cost(state, "Fortification"), "28.1", "a fortification")
        state.mark("fort", self.to, self.side + 1, "28.1")
        return Done()


def marker_cost(state: GewState, marker: str) -> int:
    """10.11 What the Mobilization Chart asks for a marker."""
    return _marker_cost(state.scenario.charts, marker)


@lru_cache(maxsize=64)
def _marker_cost(charts: Charts, marker: str) -> int:
    return int(charts.table("mobilization").read(marker, "Build"))


def too_dear(state: GewState, power: int, cost: int, what: Text, rule: str = "10.11") -> Iterator[Violation]:
    if state.mp[power] < cost:
        left = state.mp[power]
        yield Violation(
            rule, say("{what} costs {cost} MP, and {power} has {left}", what, cost, POWER_NAMES[power], left)
        )


def supplied_at(state: GewState, side: Side, place: Hex) -> int | None:
    """The power of a side's ground units in supply in a hex: none has units of both Allied powers (14.3)."""
    for unit in state.ground_in(place) if place < state.theatre.hexes else ():
        power = state.power_of(unit)
        if power in POWERS_OF_SIDE[side] and in_supply(state, unit):
            return power
    return None


def places(phase: Any, state: GewState) -> list[Hex]:
    """Where ground units of the powers stand that have the points."""
    price = marker_cost(state, "Fortification")
    powers = [power for power in POWERS_OF_SIDE[phase.side] if state.mp[power] >= price]
    return sorted({Hex(state.hex_of[unit]) for power in powers for unit in state.ground_units(power)})


def can_dig(phase: Any, state: GewState, at: Hex) -> bool:
    """Whether `no_fortification` does not refuse one of these places, faster."""
    return not state.fort[at] and supplied_at(state, phase.side, at) is not None


def no_fortification(phase: Any, state: GewState, at: Hex) -> Iterator[Violation]:
    """28.1 Where a unit in supply stands, in an enemy zone too; one in a hex."""
    power = supplied_at(state, phase.side, at)
    if power is None:
        yield Violation("28.1", say("{hex} has no ground unit of yours in supply", at), (at,))
        return
    if state.fort[at]:
        yield Violation("28.1", say("{hex} has a fortification", at), (at,))
    yield from too_dear(state, power, marker_cost(state, "Fortification"), "a fortification")


FORTIFY = Form("fortify", "28.1", Slot("at", HEX, places, no_fortification, Sieve(places, can_dig)))
