"""USE 8, 9.0: production, replacements, mobilization."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.board import has
from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sequence import Segment
from sandtable.systems.use.s04_2_air import full_of_air
from sandtable.systems.use.s05_3_attack import on_map
from sandtable.systems.use.s06_costs import cannot_pay, cost, full_at_once
from sandtable.systems.use.state import CONQUERED, FULL, REPLACED, STRATEGICALLY_MOVED, UseState
from sandtable.systems.use.theatre import UNTRACKED

SORTIES_OFF = 2  # 9.0 by one replacement
NEW_SORTIES = 4  # 9.0 of a mobilized air unit
PER_FACTORY = 2  # 9.0 production points


class Economy(Procedure):
    """9.0 Every country of the faction counts its production; what was not spent is lost."""

    side: Side

    @step("9.0")
    def count(self, state: UseState) -> Result:
        for country in state.theatre.sides_of_country(self.side):
            said = state.theatre.countries[country]
            if said.points == UNTRACKED or state.status[country] == CONQUERED:
                continue
            state.grant(country, produced(state, country), "9.0")
        return Done()


def produced(state: UseState, country: int) -> int:
    """9.0 As the scenario says; later two points for each factory at home that is friendly."""
    said = state.theatre.countries[country]
    if not said.by_factories or state.turn == 1:
        return said.points
    own = [city for city in state.theatre.cities_of[country] if has(state.theatre.factories, city)]
    return PER_FACTORY * sum(state.controller(city) == said.side for city in own)


# ------------------------------------------------------------------------------------------------ replacements


class Replace(Procedure):
    """8.1 A reduced unit is made full, or Sorties are taken off."""

    side: Side
    unit: UnitId

    @step("8.1")
    def make_good(self, state: UseState) -> Result:
        state.pay(self.unit, cost(state, "replace", self.unit), "9.0")
        state.did(self.unit, REPLACED)
        if state.theatre.is_ground[self.unit]:
            state.gain_step(self.unit, "8.1")
        else:
            state.add_sorties(self.unit, -SORTIES_OFF, "8.1")
        return Done()


def not_replaceable(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """8.1"""
    theatre = state.theatre
    moves = theatre.is_ground[unit] or theatre.is_air[unit]
    if not moves or theatre.side_of[unit] != segment.side or not on_map(state, unit):
        yield Violation("8.1", f"{state.name(unit)} is not a unit of yours on the map", units=(unit,))
        return
    if theatre.type_of[unit] == "garrison":
        yield Violation("8.1", f"{state.name(unit)} is a garrison: it is never at full strength", units=(unit,))
    elif theatre.is_ground[unit] and not state.reduced(unit):
        yield Violation("8.1", f"{state.name(unit)} is at full strength", units=(unit,))
    if theatre.is_air[unit] and not state.sorties[unit]:
        yield Violation("8.1", f"{state.name(unit)} has no Sorties", units=(unit,))
    if state.supply[unit] != FULL:
        yield Violation("8.1", f"{state.name(unit)} is not in Full supply", units=(unit,))
    if state.done[unit] & REPLACED:
        yield Violation("8.1", f"{state.name(unit)} has had replacements this turn", units=(unit,))
    if state.done[unit] & STRATEGICALLY_MOVED:
        yield Violation("4.1", f"{state.name(unit)} has moved strategically this turn", units=(unit,))
    yield from cannot_pay(state, "replace", unit)


def own_units(segment: Segment, state: UseState) -> list[UnitId]:
    return sorted((*state.ground_units(segment.side), *state.air_units(segment.side)))


REPLACE = Form("replace", "8.1", Slot("unit", UNIT, own_units, not_replaceable))


# ------------------------------------------------------------------------------------------------ mobilization


class Mobilize(Procedure):
    """8.2 A unit comes from the Mobilization box to a city of its country."""

    side: Side
    unit: UnitId
    to: Hex

    @step("8.2")
    def arrive(self, state: UseState) -> Result:
        theatre = state.theatre
        state.pay(self.unit, cost(state, "mobilize", self.unit), "9.0")
        state.move(self.unit, self.to, "8.2")
        if theatre.is_air[self.unit]:
            state.add_sorties(self.unit, NEW_SORTIES, "8.2")
        elif full_at_once(state, self.unit):
            state.gain_step(self.unit, "8.2")
        return Done()


def waiting(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    return state.in_box("mobilization", segment.side)


def not_mobilizable(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in waiting(segment, state):
        yield Violation("8.2", f"{state.name(unit)} is not in your Mobilization box", units=(unit,))
        return
    yield from cannot_pay(state, "mobilize", unit)
    if not arrivals(segment, state, unit):
        yield Violation("8.2", f"no city of its country has room for {state.name(unit)}", units=(unit,))


def arrivals(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    cities = state.theatre.cities_of[state.theatre.country_of[unit]]
    return sorted(city for city in cities if next(bad_arrival(segment, state, unit, city), None) is None)


def bad_arrival(segment: Segment, state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """8.2 A friendly city at home, with room."""
    theatre = state.theatre
    if to not in theatre.cities_of[theatre.country_of[unit]]:
        yield Violation("8.2", f"it is not a city of {state.country_name(theatre.country_of[unit])}", (to,))
        return
    if state.controller(to) != segment.side:
        yield Violation("8.2", "the enemy holds it", (to,))
    full = full_of_air(state, unit, to) if theatre.is_air[unit] else state.ground_at(to) is not None
    if full:
        yield Violation("3.3", "another such unit is there", (to,))


MOBILIZE = Form(
    "mobilize", "8.2",
    Slot("unit", UNIT, lambda segment, state: waiting(segment, state), not_mobilizable),
    Slot("to", HEX, lambda segment, state, unit: range(state.theatre.board.hexes), bad_arrival, arrivals),
)  # fmt: skip
