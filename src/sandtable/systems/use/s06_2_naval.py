"""USE 4.0, 4.2.4, 5.2: what ships and bombers do by themselves: rebase, carry units over sea, bomb factories."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.s01_5_sorties import spent
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_naval import (
    ESCORT,
    Refuge,
    bad_escort,
    bad_leg,
    escorts,
    fleet,
    harbours,
    in_harbour,
    unreachable,
)
from sandtable.systems.use.s05_1_commitment import NOBODY, reach_of
from sandtable.systems.use.s05_2_interception import BOMBING, THROUGH, VOYAGE, Interception, Voyage
from sandtable.systems.use.s06_2_air_actions import grounded
from sandtable.systems.use.s06_3_army import idle
from sandtable.systems.use.s09_costs import cost
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import ACTIVATED, UseState
from sandtable.systems.use.theatre import AIR, GROUND

CARRIED = "4.2.4"


class NavalRebase(Procedure):
    """4.0 A naval unit goes to another port or Map Box, for a Sortie unless it fought."""

    side: Side
    unit: UnitId
    escort: tuple[UnitId, ...]
    to: Hex
    way: tuple[Hex, ...]
    result: tuple = ()  # type: ignore[type-arg]

    @step("4.0")
    def sail(self, state: UseState) -> Result:
        return Call(Voyage(self.side, self.unit, self.escort, self.way, VOYAGE), into="result")

    @step("4.0")
    def arrive(self, state: UseState) -> Result:
        (word, fought, zone), self.result = self.result, ()
        ships = (self.unit, *self.escort)
        tire(state, ships, fought)
        if word != THROUGH:
            return Call(Refuge(self.side, ships, NOBODY, (zone,)))
        for ship in ships:
            state.move(ship, self.to, "4.0")
        events = by_entry(state, self.unit, self.to)
        return Call(Conditional(events)) if events else None

    @step("4.0")
    def end(self, state: UseState) -> Result:
        return Done()


def tire(state: UseState, ships: tuple[UnitId, ...], fought: tuple[UnitId, ...]) -> None:
    """4.0 A Sortie for who has sailed and not fought."""
    for ship in ships:
        if ship not in fought:
            state.add_sorties(ship, 1, "4.0")


def bad_ship(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    found = list(in_harbour(segment, state, unit))
    yield from found
    if not found and not harbours(state, (unit,)):
        yield Violation("4.0", say("there is no other port for {unit}", unit), units=(unit,))


def bad_company(
    segment: Segment, state: UseState, ship: UnitId, chosen: tuple[UnitId, ...], pick: UnitId | str
) -> Iterator[Violation]:
    found = list(bad_escort(segment, state, ship, chosen, pick))
    yield from found
    if not found and not isinstance(pick, str) and not harbours(state, (ship, *chosen, pick)):
        yield Violation("4.0", "no port takes both", units=(pick,))


REBASE_SHIP = Form(
    "sail", "4.0",
    Slot("unit", UNIT, fleet, bad_ship),
    ESCORT._replace(refuse=bad_company),
    Slot(
        "to", HEX, lambda segment, state, unit, escort: range(state.scenario.places),
        lambda segment, state, unit, escort, to: unreachable(state, (unit, *escort), None, to),
        lambda segment, state, unit, escort: harbours(state, (unit, *escort)),
    ),
    Slot(
        "way", HEX, lambda segment, state, unit, escort, to, way: sorted(state.theatre.sea),
        lambda segment, state, unit, escort, to, way, pick: bad_leg(state, (unit, *escort), to, way, pick),
        many=True, ordered=True,
    ),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ transport


class Transport(Procedure):
    """4.2.4 A convoy carries a ground or air unit to another port: all its movement, and its whole activation."""

    side: Side
    cargo: UnitId
    convoy: UnitId
    escort: tuple[UnitId, ...]
    to: Hex
    way: tuple[Hex, ...]
    result: tuple = ()  # type: ignore[type-arg]

    @step("4.2.4")
    def sail(self, state: UseState) -> Result:
        if state.theatre.is_ground[self.cargo]:
            state.pay(self.cargo, cost(state, "activate", self.cargo), "9.0")
            state.did(self.cargo, ACTIVATED)
            state.occupy(self.cargo, False, CARRIED)
        return Call(Voyage(self.side, self.convoy, self.escort, self.way, VOYAGE, self.cargo), into="result")

    @step("4.2.4")
    def arrive(self, state: UseState) -> Result:
        (word, fought, zone), self.result = self.result, ()
        ships = (self.convoy, *self.escort)
        tire(state, ships, fought)
        if word != THROUGH:
            suffer(state, self.cargo)
            return Call(Refuge(self.side, ships, self.cargo, (zone,)), then="end")
        for ship in ships:
            state.move(ship, self.to, CARRIED)
        if state.theatre.is_ground[self.cargo]:
            return Call(Enter(self.side, self.cargo, self.to, CARRIED), then="end")
        state.move(self.cargo, self.to, CARRIED)
        state.add_sorties(self.cargo, 1, "4.2.2")
        events = by_entry(state, self.cargo, self.to)
        return Call(Conditional(events)) if events else None

    @step("4.2.4")
    def end(self, state: UseState) -> Result:
        return Done()


def suffer(state: UseState, cargo: UnitId) -> None:
    """5.2 What becomes of the cargo of an interdicted convoy."""
    if not state.theatre.is_ground[cargo]:
        state.add_sorties(cargo, int(state.scenario.charts.lines("transport")["air-unit"].value), "5.2")
    elif not state.reduced(cargo):
        state.lose_step(cargo, "5.2")


def passengers(segment: Segment, state: UseState) -> list[UnitId]:
    """4.2.4 Ground and air units in hexes and Map Boxes."""
    side = segment.side
    return sorted((*state.ground_units(side), *state.air_units(side), *state.off_map((*GROUND, *AIR), side)))


def convoys_for(segment: Segment, state: UseState, cargo: UnitId) -> list[UnitId]:
    return [unit for unit in fleet(segment, state) if next(bad_convoy(segment, state, cargo, unit), None) is None]


def bad_convoy(segment: Segment, state: UseState, cargo: UnitId, unit: UnitId) -> Iterator[Violation]:
    """4.2.4 It is in the same port or Map Box."""
    found = list(in_harbour(segment, state, unit))
    yield from found
    if state.theatre.type_of[unit] != "convoy" or state.hex_of[unit] != state.hex_of[cargo]:
        yield Violation(CARRIED, say("{unit} is not a convoy in the same place", unit), units=(unit,))
    elif not found and not harbours(state, (unit,), cargo):
        yield Violation(CARRIED, say("no port takes {unit} and its cargo", unit), units=(unit,))


def not_carried(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in passengers(segment, state):
        yield Violation(CARRIED, say("{unit} is not a ground or air unit of yours in play", unit), units=(unit,))
        return
    found = list(spent(state, unit) if state.theatre.is_air[unit] else idle(state, unit))
    yield from found
    if not found and not convoys_for(segment, state, unit):
        yield Violation(CARRIED, say("no convoy can take {unit} on board", unit), units=(unit,))


def bad_guard(
    segment: Segment, state: UseState, cargo: UnitId, convoy: UnitId, chosen: tuple[UnitId, ...], pick: UnitId | str
) -> Iterator[Violation]:
    found = list(bad_escort(segment, state, convoy, chosen, pick))
    yield from found
    if not found and not isinstance(pick, str) and not harbours(state, (convoy, *chosen, pick), cargo):
        yield Violation("4.0", "no port takes them all", units=(pick,))


CARRY = Form(
    "carry", CARRIED,
    Slot("cargo", UNIT, passengers, not_carried),
    Slot("convoy", UNIT, lambda segment, state, cargo: fleet(segment, state), bad_convoy, convoys_for),
    Slot("escort", UNIT, lambda segment, state, *_: escorts(segment, state), bad_guard, many=True),
    Slot(
        "to", HEX, lambda segment, state, cargo, convoy, escort: range(state.scenario.places),
        lambda segment, state, cargo, convoy, escort, to: unreachable(state, (convoy, *escort), cargo, to),
        lambda segment, state, cargo, convoy, escort: harbours(state, (convoy, *escort), cargo),
    ),
    Slot(
        "way", HEX, lambda segment, state, cargo, convoy, escort, to, way: sorted(state.theatre.sea),
        lambda segment, state, cargo, convoy, escort, to, way, pick: bad_leg(state, (convoy, *escort), to, way, pick),
        many=True, ordered=True,
    ),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ bombing


class BombingRun(Procedure):
    """5.2 A bomber flies against a factory; fighters near it may intercept."""

    side: Side
    unit: UnitId
    target: Hex
    result: tuple = ()  # type: ignore[type-arg]

    @step("13.0")
    def declare(self, state: UseState) -> Result:
        events = by_entry(state, self.unit, self.target)
        return Call(Conditional(events)) if events else None

    @step("5.2")
    def fly(self, state: UseState) -> Result:
        return Call(Interception(self.side, self.target, self.unit, (), BOMBING), into="result")

    @step("5.2")
    def drop(self, state: UseState) -> Result:
        (word, fought), self.result = self.result, ()
        tire(state, (self.unit,), fought)
        if word == THROUGH:
            state.bomb(self.target, True, "5.2")
        return Done()


def bombers(segment: Segment, state: UseState) -> list[UnitId]:
    return [unit for unit in state.air_units(segment.side) if state.theatre.type_of[unit] == "bomber"]


def no_bomber(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    found = list(grounded(segment, state, unit))
    yield from found
    if state.theatre.type_of[unit] != "bomber":
        yield Violation("5.2", say("{unit} is not a bomber", unit), units=(unit,))
    elif not found and not factories(segment, state, unit):
        yield Violation("1.4", say("no enemy factory is within reach of {unit}", unit), units=(unit,))


def factories(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    found = list(state.theatre.factories)
    return [hex for hex in found if next(bad_factory(segment, state, unit, hex), None) is None]


def bad_factory(segment: Segment, state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """5.2, 1.4 Why a hex cannot be bombed."""
    theatre = state.theatre
    if to >= theatre.board.hexes or to not in theatre.factories or state.controller(to) != enemy(segment.side):
        yield Violation("5.2", "no enemy factory is there", (to,))
        return
    if to in state.shut_land(theatre.country_of[unit]):
        yield Violation("4.0", "its country is neutral, or a policy protects it", (to,))
    if state.bombed[to]:
        yield Violation("5.2", "it has a Bombed marker", (to,))
    away, near = theatre.board.layout.distance(Hex(state.hex_of[unit]), to), reach_of(state, "bombing-run")
    if away > near:
        yield Violation("1.4", f"it is {away} hexes away; a Bombing Run reaches {near}", (to,))


BOMB = Form(
    "bomb", "5.2",
    Slot("unit", UNIT, bombers, no_bomber),
    Slot("target", HEX, lambda segment, state, unit: range(state.theatre.board.hexes), bad_factory, factories),
)  # fmt: skip
