"""USE 6.1, E1, E6, E9: markers that are put on the map in the Actions Sub-Phase, and taken off at its end."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import among, standing, union
from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Call, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.sieves import sifted
from sandtable.systems.use.e0_events import PLACED, Return, effects
from sandtable.systems.use.s02_1_will import take_city
from sandtable.systems.use.s05_1_commitment import reach_of
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import NO_TARGET, UseState, land_fact
from sandtable.systems.use.theatre import FACTIONS, SOVIET, WESTERN

TAKEN, HELD = "city taken", "city held"  # what the die of a landing says
TAKES = "airdrop-takes"  # the dice that take a city


class Place(Procedure):
    """6.1 A marker comes into a hex; an Airdrop may take an empty city."""

    side: Side
    marker: UnitId
    to: Hex
    result: str = ""

    @step("6.1")
    def put(self, state: UseState) -> Result:
        state.move(self.marker, self.to, "6.1")
        events = by_entry(state, self.marker, self.to)
        return Call(Conditional(events)) if events else None

    @step("E1")
    def land(self, state: UseState) -> Result:
        airdrop = state.theatre.type_of[self.marker] == "airdrop"
        held = state.is_city(self.to) and state.controller(self.to) == enemy(self.side)
        if not airdrop or not held or units_there(state, self.to):
            return Done()
        low, _, high = effects(state)[TAKES].value.partition("-")
        return Roll(Dice(1), "result", lambda die: TAKEN if int(low) <= die <= int(high) else HELD)

    @step("E1")
    def take(self, state: UseState) -> Result:
        result, self.result = self.result, ""
        state.note("landed", "E1", unit=self.marker, hex=self.to, result=result.removeprefix("city "))
        if result == TAKEN:
            take_city(state, self.to, self.side)
        return Done()


def units_there(state: UseState, place: Hex) -> list[UnitId]:
    return [unit for unit in state.units_in(place) if not state.theatre.is_marker[unit]]


def placeable(segment: Segment, state: UseState) -> list[UnitId]:
    if not state.theatre.units(PLACED, segment.side):
        return []
    return [marker for marker in state.events_of(segment.side) if state.theatre.type_of[marker] in PLACED]


def bad_marker(segment: Segment, state: UseState, marker: UnitId) -> Iterator[Violation]:
    if marker not in state.events_of(segment.side):
        yield Violation("6.1", say("{unit} is not in your Events box", marker), units=(marker,))
    elif state.theatre.type_of[marker] not in PLACED:
        yield Violation("6.1", say("{unit} is not put on the map", marker), units=(marker,))
    elif not _spots(state, segment.side, marker):
        yield Violation("6.1", say("there is no hex where {unit} could be put", marker), units=(marker,))


def spots(segment: Segment, state: UseState, marker: UnitId) -> list[Hex]:
    return list(_spots(state, segment.side, marker))


@land_fact
def _spots(state: UseState, side: Side, marker: UnitId) -> tuple[Hex, ...]:
    """What `bad_spot` refuses, worked out for all hexes at once."""
    theatre, type = state.theatre, state.theatre.type_of[marker]
    if type == "airdrop":
        near, nation = reach_of(state, "airdrop"), theatre.country_of[marker]
        carriers = [unit for unit in state.air_units(side) if theatre.country_of[unit] == nation]
        wide = union(theatre.board.bits(()), *(theatre.within(Hex(state.hex_of[unit]), near) for unit in carriers))
    elif type == "partisans":
        homes = (land for nth, land in enumerate(theatre.in_country) if rise_in(state, marker, nth))
        wide = state.occupied(enemy(side)) & union(theatre.board.bits(()), *homes)
    else:
        wide = theatre.every_hex
    taken = standing(state.hex_of, theatre.units((type,), side), theatre.board.hexes)
    shut = theatre.no_ground | state.shut_land(theatre.country_of[marker])
    return tuple(wide - (shut | taken))


def bad_spot(segment: Segment, state: UseState, marker: UnitId, to: Hex) -> Iterator[Violation]:
    """E1, E6, E9"""
    theatre, type = state.theatre, state.theatre.type_of[marker]
    shut = theatre.no_ground | state.shut_land(theatre.country_of[marker])
    if to >= theatre.board.hexes or to in shut:
        yield Violation("4.0", "no ground unit could be there", (to,))
        return
    if any(theatre.type_of[each] == type and theatre.side_of[each] == segment.side for each in state.units_in(to)):
        yield Violation("6.1", "such a marker is there already", (to,))
    if type == "airdrop":
        near = reach_of(state, "airdrop")
        nation = theatre.country_of[marker]
        carriers = [unit for unit in state.air_units(segment.side) if theatre.country_of[unit] == nation]
        distance = theatre.board.layout.distance
        if not any(distance(Hex(state.hex_of[unit]), to) <= near for unit in carriers):
            yield Violation("1.4", f"no air unit of its country is within {near} hexes", (to,))
    if type == "partisans":
        foe = state.ground_at(to)
        if foe is None or theatre.side_of[foe] == segment.side or not rise_in(state, marker, theatre.country_at[to]):
            faction = FACTIONS[state.faction_of(marker)].title()
            yield Violation("1.4", f"its Partisans rise under an enemy ground unit in a {faction} country", (to,))


def rise_in(state: UseState, marker: UnitId, country: int) -> bool:
    """1.4 Do Partisans rise in a country: an Allied one of their own faction, active or conquered?"""
    return state.faction[country] == state.faction_of(marker) in (WESTERN, SOVIET)


PLACE = Form(
    "place", "6.1",
    sifted("marker", UNIT, lambda segment, state: state.events_of(segment.side), bad_marker, placeable),
    Slot("at", HEX, lambda segment, state, marker: range(state.theatre.board.hexes), bad_spot, spots),
)  # fmt: skip


class EndActions(Procedure):
    """6.1 At the end of the sub-phase Assault markers are taken off, and those put on the map go their way."""

    side: Side

    @step("5.3.3")
    def clear(self, state: UseState) -> Result:
        if max(state.assault) != NO_TARGET:
            for unit in state.scenario.units_of(self.side):  # markers of invasions too
                if state.assault[unit] != NO_TARGET:
                    state.aim(unit, NO_TARGET)
        state.recover()
        return self.put_away(state)

    @step("E0")
    def put_away(self, state: UseState) -> Result:
        theatre, hex_of = state.theatre, state.hex_of
        hexes, sea = theatre.board.hexes, theatre.sea
        markers = theatre.units(PLACED, self.side)
        put = among(hex_of, markers, hexes)
        if sea:
            put = tuple([unit for unit in markers if unit in put or hex_of[unit] in sea])
        return Call(Return(put), then="end") if put else Done()

    @step("E0")
    def end(self, state: UseState) -> Result:
        return Done()
