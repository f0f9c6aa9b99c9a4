"""USE 8, 9.0: production, replacements, mobilization."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.sieves import sifted, tested
from sandtable.systems.use.s01_5_sorties import moved_strategically
from sandtable.systems.use.s05_3_attack import on_map
from sandtable.systems.use.s08_2_arrivals import arrival_places, bad_arrival, stays_neutral
from sandtable.systems.use.s09_costs import cannot_pay, cost, full_at_once
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import CONQUERED, FULL, REPLACED, UseState, held_fact
from sandtable.systems.use.theatre import STEPS, UNTRACKED


class Economy(Procedure):
    """9.0 Every active country of the faction counts its production; what was not spent is lost."""

    side: Side

    @step("9.0")
    def count(self, state: UseState) -> Result:
        for country in state.theatre.countries_of(self.side):
            said = state.theatre.countries[country]
            if said.points == UNTRACKED or state.status[country] == CONQUERED or not state.faction[country]:
                continue
            state.grant(country, produced(state, country), "9.0")
        return Done()


def produced(state: UseState, country: int) -> int:
    """9.0 As the scenario says; later two points for each friendly factory in its Mainland and each extra one, less
    those that are lost."""
    theatre, said = state.theatre, state.theatre.countries[country]
    if not said.by_factories or state.turn == 1:
        return said.points
    lost = max(0, state.fac_lost[country] - theatre.lost_offset)
    return max(0, theatre.per_factory * (friendly_factories(state, country) + said.extra_factories - lost))


@held_fact
def friendly_factories(state: UseState, country: int) -> int:
    """9.0 In its Mainland."""
    theatre, side = state.theatre, state.theatre.countries[country].side
    own = [city for city in theatre.mainland_cities_of[country] if city in theatre.factories]
    return sum(state.controller(city) == side for city in own)


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
            state.add_sorties(self.unit, -state.number("sorties-off"), "8.1")
        return Done()


def not_replaceable(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """8.1"""
    theatre = state.theatre
    if not in_play(segment, state, unit):
        yield Violation("8.1", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        return
    if theatre.type_of[unit] == "garrison":
        yield Violation("8.1", say("{unit} is a garrison: it is never at full strength", unit), units=(unit,))
    elif theatre.is_ground[unit] and not state.reduced(unit):
        yield Violation("8.1", say("{unit} is at full strength", unit), units=(unit,))
    if not theatre.is_ground[unit] and not state.sorties[unit]:
        yield Violation("8.1", say("{unit} has no Sorties", unit), units=(unit,))
    if state.supply[unit] != FULL:
        yield Violation("8.1", say("{unit} is not in Full supply", unit), units=(unit,))
    if state.done[unit] & REPLACED:
        yield Violation("8.1", say("{unit} has had replacements this turn", unit), units=(unit,))
    yield from moved_strategically(state, unit)
    yield from cannot_pay(state, "replace", unit)


def own_units(segment: Segment, state: UseState) -> list[UnitId]:
    return [unit for unit in state.scenario.units_of(segment.side) if in_play(segment, state, unit)]


def in_play(segment: Segment, state: UseState, unit: UnitId) -> bool:
    """Is it a unit of the side in a hex or a Map Box?"""
    theatre = state.theatre
    return not theatre.is_marker[unit] and theatre.side_of[unit] == segment.side and state.in_play(unit)


def weakened(segment: Segment, state: UseState) -> list[UnitId]:
    """Reduced ground units, and others that have Sorties."""
    sorties, steps, ground = state.sorties, state.steps, state.theatre.is_ground
    return [
        unit for unit in state.scenario.units_of(segment.side)
        if sorties[unit] or (ground[unit] and steps[unit] < STEPS and in_play(segment, state, unit))
    ]  # fmt: skip


REPLACE = Form("replace", "8.1", sifted("unit", UNIT, own_units, not_replaceable, weakened))


# ------------------------------------------------------------------------------------------------ mobilization


class Mobilize(Procedure):
    """8.2 A unit comes from the Mobilization box to a city of its country; a ground unit may occupy a fort there."""

    side: Side
    unit: UnitId
    to: Hex
    answer: tuple = ()  # type: ignore[type-arg]

    @step("8.2")
    def arrive(self, state: UseState) -> Result:
        state.pay(self.unit, cost(state, "mobilize", self.unit), "9.0")
        state.move(self.unit, self.to, "8.2")
        if not state.theatre.is_ground[self.unit]:
            state.add_sorties(self.unit, state.number("sorties-of-new"), "8.2")
        elif full_at_once(state, self.unit) == state.reduced(self.unit):
            change = state.gain_step if state.reduced(self.unit) else state.lose_step
            change(self.unit, "8.2")
        events = by_entry(state, self.unit, self.to)
        return Call(Conditional(events)) if events else None

    @step("4.2.3.5")
    def ask(self, state: UseState) -> Result:
        own = state.fort[self.to] == state.theatre.country_of[self.unit] + 1 if on_map(state, self.unit) else False
        return Ask(self.side, INTO_FORT, "answer") if own and state.theatre.is_ground[self.unit] else Done()

    @step("4.2.3.5")
    def occupy(self, state: UseState) -> Result:
        (word,), self.answer = self.answer, ()
        state.occupy(self.unit, word == "occupy", "4.2.3.5")
        return Done()


INTO_FORT = Menu("arrival", "4.2.3.5", Form("occupy", "4.2.3.5"), Form("stay", "4.2.3.5"), ends="stay")


def waiting(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    return state.in_box("mobilization", segment.side)


def not_mobilizable(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in waiting(segment, state):
        yield Violation("8.2", say("{unit} is not in your Mobilization box", unit), units=(unit,))
        return
    neutral = list(stays_neutral(state, state.theatre.country_of[unit]))
    yield from neutral
    yield from cannot_pay(state, "mobilize", unit)
    if not neutral and not arrivals(segment, state, unit):
        yield Violation("8.2", say("no city of its country has room for {unit}", unit), units=(unit,))


def arrivals(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    return list(arrival_places(state, unit))


MOBILIZE = Form(
    "mobilize", "8.2",
    tested("unit", UNIT, waiting, not_mobilizable),
    Slot("to", HEX, lambda segment, state, unit: range(state.theatre.board.size),
         lambda segment, state, unit, to: bad_arrival(state, unit, to), arrivals),
)  # fmt: skip
