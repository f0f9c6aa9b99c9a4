"""USE 4.2.4, E5: units carried from port to port where ports stand for ships: Naval Transport, Naval Evacuation."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.sieves import sifted
from sandtable.systems.use.e0_events import Return
from sandtable.systems.use.s01_5_sorties import spent
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_ports import bad_port, no_ship, ports
from sandtable.systems.use.state import ACTIVATED, EVACUATED, UseState, boxed_fact
from sandtable.systems.use.theatre import AXIS

RULE = "4.2.4"
AWAY = "E5"


# ------------------------------------------------------------------------------------------------ air units


class Ferry(Procedure):
    """4.2.4 An air unit is shipped to another port, for a Sortie."""

    side: Side
    unit: UnitId
    to: Hex

    @step("4.2.4")
    def ship(self, state: UseState) -> Result:
        state.move(self.unit, self.to, RULE)
        state.add_sorties(self.unit, 1, "4.2.2")
        return Done()


def not_ferried(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in state.air_units(segment.side):
        yield Violation("6.2", say("{unit} is not an air unit of yours on the map", unit), units=(unit,))
        return
    yield from spent(state, unit)
    yield from no_ship(state, unit)
    if not ports(state, unit):
        yield Violation(RULE, say("no other port takes {unit}", unit), units=(unit,))


def in_ports(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    """Air units that ships could take on board."""
    if not state.ports_are_ships or segment.side == AXIS:
        return ()
    side, hex_of = segment.side, state.hex_of
    return tuple(unit for unit in state.air_units(side) if state.holds_port(side, Hex(hex_of[unit])))


TO_PORT = Slot(
    "to", HEX, lambda segment, state, unit: range(state.theatre.board.hexes),
    lambda segment, state, unit, to: bad_port(state, unit, to), lambda segment, state, unit: ports(state, unit),
)  # fmt: skip
FERRY = Form(
    "ferry", RULE,
    sifted("unit", UNIT, lambda segment, state: state.air_units(segment.side), not_ferried, in_ports), TO_PORT,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ evacuation


class Evacuate(Procedure):
    """E5 A unit is taken off a coast to a friendly port; it arrives reduced. The marker comes back after a die."""

    side: Side
    unit: UnitId
    to: Hex

    @step("E5")
    def embark(self, state: UseState) -> Result:
        state.occupy(self.unit, False, AWAY)
        state.did(self.unit, EVACUATED)
        if not state.reduced(self.unit):
            state.lose_step(self.unit, AWAY)
        return Call(Enter(self.side, self.unit, self.to, AWAY))

    @step("E5")
    def put_away(self, state: UseState) -> Result:
        marker = evacuation_marker(state, self.unit)
        assert marker is not None
        return Call(Return((marker,)))

    @step("E5")
    def end(self, state: UseState) -> Result:
        return Done()


def evacuation_marker(state: UseState, unit: UnitId) -> UnitId | None:
    """E5 One of the unit's country in its faction's Events box."""
    theatre = state.theatre
    markers = (
        marker for marker in state.events_of(Side(theatre.side_of[unit]))
        if theatre.type_of[marker] == "naval_evacuation" and theatre.country_of[marker] == theatre.country_of[unit]
    )  # fmt: skip
    return next(markers, None)


def not_evacuated(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """E5 Why a ground unit cannot be taken off."""
    here = Hex(state.hex_of[unit])
    if evacuation_marker(state, unit) is None:
        yield Violation(AWAY, say("no Naval Evacuation marker is ready for {unit}", unit), units=(unit,))
    if here not in state.theatre.coast:
        yield Violation(AWAY, say("{unit} is not in a coastal hex", unit), (here,), (unit,))
    if not ports(state, unit):
        yield Violation(AWAY, say("no other port takes {unit}", unit), units=(unit,))


def can_evacuate(state: UseState, unit: UnitId) -> bool:
    return next(not_evacuated(state, unit), None) is None


def not_taken_off(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """E5 In its own Operations Phase, before it is activated."""
    if unit not in state.ground_units(segment.side):
        yield Violation("6.3.1", say("{unit} is not a ground unit of yours on the map", unit), units=(unit,))
        return
    if state.done[unit] & ACTIVATED:
        yield Violation(AWAY, say("{unit} has been activated in this phase", unit), units=(unit,))
    yield from not_evacuated(state, unit)


def on_coasts(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    """E5 Ground units whose country's marker is ready; few have one."""
    theatre, side = state.theatre, segment.side
    if not theatre.units(("naval_evacuation",), side) or not (countries := _evacuating(state, side)):
        return ()
    country_of = theatre.country_of
    return tuple(unit for unit in state.ground_units(side) if country_of[unit] in countries)


@boxed_fact
def _evacuating(state: UseState, side: Side) -> frozenset[int]:
    """Countries with a Naval Evacuation marker in the Events box."""
    theatre = state.theatre
    ready = (unit for unit in state.events_of(side) if theatre.type_of[unit] == "naval_evacuation")
    return frozenset(theatre.country_of[marker] for marker in ready)


EVACUATE = Form(
    "evacuate", AWAY,
    sifted("unit", UNIT, lambda segment, state: state.ground_units(segment.side), not_taken_off, on_coasts), TO_PORT,
)  # fmt: skip
TAKE_OFF = Menu(
    "evacuation", AWAY,
    Form("evacuate", AWAY, Slot(
        "to", HEX, lambda frame, state: range(state.theatre.board.hexes),
        lambda frame, state, to: bad_port(state, frame.unit, to), lambda frame, state: ports(state, frame.unit),
    )),
    Form("remain", AWAY),
)  # fmt: skip
