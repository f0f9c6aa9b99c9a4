"""OCS 18.4c, 18.5g: landing craft load in ports, and unload through them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import GROUP, UNIT, WORD, Form, Slot, number
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s05_modes import VOLUNTARY
from sandtable.systems.ocs.s12_trace import ports
from sandtable.systems.ocs.s13_reinforcements import cannot_appear
from sandtable.systems.ocs.s13_transport import loadable
from sandtable.systems.ocs.s14_transport import is_light
from sandtable.systems.ocs.s18_craft import craft_in, is_dukw, space
from sandtable.systems.ocs.s19_ports import load, room, takes
from sandtable.systems.ocs.state import BUILT, CARRIED, FINISHED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, MODES, MOVE

ABOARD = VOLUNTARY[:2]  # 18.5c combat and move


class Board(Procedure):
    """18.4c Units go aboard in a port."""

    side: Side
    craft: UnitId
    units: Group
    mode: str

    @step("18.4c")
    def go_aboard(self, state: OcsState) -> Result:
        state.ship(Hex(state.hex_of[self.craft]), load(state, self.units))
        for unit in reversed(self.units):
            if state.theatre.is_combat[unit]:
                state.set_mode(unit, MODES.index(self.mode), "18.5c")
            state.move(unit, state.theatre.holds[self.craft], "18.4c", kind="boarded", carrier=self.craft)
            state.did(unit, CARRIED)
        return Done()


class Stow(Procedure):
    """18.4c Supply goes aboard in a port."""

    side: Side
    craft: UnitId
    tokens: int

    @step("18.4c")
    def stow(self, state: OcsState) -> Result:
        port = Hex(state.hex_of[self.craft])
        state.ship(port, self.tokens)
        state.put_down(port, self.side, -self.tokens)
        state.put_cargo(self.craft, state.cargo[self.craft] + self.tokens)
        state.note("loaded", "18.4c", unit=self.craft, number=self.tokens, hex=port)
        return Done()


class Disembark(Procedure):
    """18.5g Units land through a port: no roll, and they have finished."""

    side: Side
    craft: UnitId
    units: Group
    mode: str

    @step("18.5g")
    def unload(self, state: OcsState) -> Result:
        port, theatre = Hex(state.hex_of[self.craft]), state.theatre
        state.ship(port, load(state, self.units))
        for unit in reversed(self.units):
            if theatre.is_combat[unit]:
                state.set_mode(unit, MODES.index(self.mode), "18.5c")
            state.move(unit, port, "18.5g", kind="landed", carrier=self.craft)
            state.did(unit, CARRIED | FINISHED)
            if theatre.is_combat[unit]:
                state.take_control(port, self.side, "18.5g")
        state.did(self.craft, FINISHED)
        return Done()


class Discharge(Procedure):
    """18.5g Supply lands through a port."""

    side: Side
    craft: UnitId
    tokens: int

    @step("18.5g")
    def unload(self, state: OcsState) -> Result:
        port = Hex(state.hex_of[self.craft])
        state.ship(port, self.tokens)
        state.put_cargo(self.craft, state.cargo[self.craft] - self.tokens)
        state.unload(port, self.side, self.tokens)
        state.did(self.craft, FINISHED)
        state.note("unloaded", "18.5g", unit=self.craft, number=self.tokens, hex=port)
        return Done()


# ------------------------------------------------------------------------------------------------ craft in ports


def in_port(state: OcsState, side: Side) -> list[UnitId]:
    """18.4c, 19.0 Landing craft in a port of their side that takes something yet."""
    harbours = ports(state)
    return [
        craft for craft in state.craft(side)
        if state.hex_of[craft] in harbours and room(state, side, Hex(state.hex_of[craft]))
    ]  # fmt: skip


def no_port(state: OcsState, side: Side, craft: UnitId) -> Iterator[Violation]:
    """18.4c, 18.5g, 19.0"""
    if craft not in state.craft(side):
        yield Violation("18.4", say("{unit} is no landing craft of yours on the map", craft), units=(craft,))
        return
    here = Hex(state.hex_of[craft])
    if here not in ports(state) or state.controller(here) != side:
        yield Violation("18.4c", say("{unit} is in no port of yours", craft), (here,), (craft,))
    elif not room(state, side, here):
        yield Violation("19.0", say("the port in {hex} takes nothing more in this phase", here), (here,), (craft,))


def berths(segment: Segment, state: OcsState, *_: object) -> list[UnitId]:
    return in_port(state, segment.side) if state.theatre.holds else []


# ------------------------------------------------------------------------------------------------ going aboard


def cannot_board(state: OcsState, side: Side, craft: UnitId, unit: UnitId) -> Iterator[Violation]:
    """18.4c, 5.0 What keeps a unit from going aboard."""
    theatre, here = state.theatre, state.hex_of[craft]
    ground = theatre.is_combat[unit] or theatre.is_transport[unit]
    if state.owner[unit] != side or not ground or state.hex_of[unit] != here:
        yield Violation("18.4c", say("{unit} is no ground unit of yours beside {carrier}", unit, craft), units=(unit,))
    elif state.spent[unit] or state.has(unit, FINISHED | BUILT | CARRIED):
        yield Violation("18.4c", say("{unit} has moved or done something in this phase", unit), units=(unit,))
    elif state.extends[unit]:
        yield Violation("12.7", say("{unit} is part of an extender", unit), units=(unit,))
    elif is_dukw(state, craft) and not is_light(state, unit):
        yield Violation(
            "18.4e", say("{unit} could not go by air, and so not aboard {carrier}", unit, craft), units=(unit,)
        )
    elif state.mode[unit] not in (COMBAT, MOVE):
        yield Violation("18.4c", say("{unit} is neither in Combat nor in Move Mode", unit), units=(unit,))


def waiting(segment: Segment, state: OcsState, craft: UnitId, *_: object) -> dict[str, Group]:
    here = Hex(state.hex_of[craft])
    able = (unit for unit in state.units_in(here) if not list(cannot_board(state, segment.side, craft, unit)))
    return stacks(state, able)


def bad_boarding(segment: Segment, state: OcsState, craft: UnitId, units: Group) -> Iterator[Violation]:
    """18.4a, 18.4c, 19.0"""
    refused = [each for unit in units for each in cannot_board(state, segment.side, craft, unit)]
    yield from refused
    if refused:
        return
    port = Hex(state.hex_of[craft])
    if load(state, units) > space(state, craft):
        yield Violation("18.4a", say("{unit} has room for {number}T more", craft, space(state, craft)), units=units)
    if not takes(state, segment.side, port, units):
        yield Violation("19.0", say("the port in {hex} takes no more of them in this phase", port), (port,), units)


def bad_craft(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.4c"""
    refused = list(no_port(state, segment.side, craft))
    yield from refused
    if refused:
        return
    groups = waiting(segment, state, craft)
    if all(list(bad_boarding(segment, state, craft, (unit,))) for group in groups.values() for unit in group):
        yield Violation("18.4c", say("nobody here can go aboard {unit}", craft), units=(craft,))


def modes_aboard(segment: Segment, state: OcsState, *_: object) -> tuple[str, ...]:
    return ABOARD


def bad_mode(segment: Segment, state: OcsState, craft: UnitId, units: Group, mode: str) -> Iterator[Violation]:
    """18.5c"""
    yield from cannot_appear(state, segment.side, units, Hex(state.hex_of[craft]), mode)


def bad_mode_aboard(segment: Segment, state: OcsState, craft: UnitId, units: Group, mode: str) -> Iterator[Violation]:
    """18.5c, 18.4e"""
    yield from bad_mode(segment, state, craft, units, mode)
    if is_dukw(state, craft) and mode != MODES[MOVE]:
        yield Violation("18.4e", say("by {carrier} units go in Move Mode", craft), units=units)


BOARD = Form(
    "board", "18.4c",
    Slot("craft", UNIT, berths, bad_craft),
    Slot("units", GROUP, waiting, bad_boarding),
    Slot("mode", WORD, modes_aboard, bad_mode_aboard),
)  # fmt: skip


def stowable(segment: Segment, state: OcsState, craft: UnitId) -> range:
    """18.4a, 18.4c, 12.2"""
    port = Hex(state.hex_of[craft])
    most = min(loadable(state, segment.side, port), space(state, craft), room(state, segment.side, port))
    return range(1, most + 1)


def bad_hold(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.4c"""
    refused = list(no_port(state, segment.side, craft))
    yield from refused
    if not refused and not stowable(segment, state, craft):
        yield Violation(
            "18.4c", say("there is no supply to load here, or no room for it on {unit}", craft), units=(craft,)
        )


def the_most(segment: Segment, state: OcsState, craft: UnitId) -> int:
    return stowable(segment, state, craft)[-1]


STOW = Form(
    "stow", "18.4c", Slot("craft", UNIT, berths, bad_hold), number("tokens", stowable, proposes=the_most),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ going ashore


def passengers(segment: Segment, state: OcsState, craft: UnitId, *_: object) -> dict[str, Group]:
    return stacks(state, state.aboard(craft))


def bad_passengers(segment: Segment, state: OcsState, craft: UnitId, units: Group) -> Iterator[Violation]:
    """18.5g, 19.0"""
    port = Hex(state.hex_of[craft])
    if strangers := tuple(unit for unit in units if state.hex_of[unit] != state.theatre.holds[craft]):
        yield Violation("18.5g", say("{units} are not aboard {carrier}", strangers, craft), units=strangers)
    elif not takes(state, segment.side, port, units):
        yield Violation("19.0", say("the port in {hex} takes no more of them in this phase", port), (port,), units)


def bad_ferry(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.5g"""
    refused = list(no_port(state, segment.side, craft))
    yield from refused
    if not refused and all(list(bad_passengers(segment, state, craft, (unit,))) for unit in state.aboard(craft)):
        yield Violation("18.5g", say("nobody on {unit} can land here", craft), units=(craft,))


DISEMBARK = Form(
    "disembark", "18.5g",
    Slot("craft", UNIT, berths, bad_ferry),
    Slot("units", GROUP, passengers, bad_passengers),
    Slot("mode", WORD, modes_aboard, bad_mode),
)  # fmt: skip


def dischargeable(segment: Segment, state: OcsState, craft: UnitId) -> range:
    """18.5g"""
    return range(1, min(state.cargo[craft], room(state, segment.side, Hex(state.hex_of[craft]))) + 1)


def bad_tender(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.5g"""
    refused = list(no_port(state, segment.side, craft))
    yield from refused
    if not refused and not dischargeable(segment, state, craft):
        yield Violation("18.5g", say("{unit} has no supply aboard", craft), units=(craft,))


def all_of_it(segment: Segment, state: OcsState, craft: UnitId) -> int:
    return dischargeable(segment, state, craft)[-1]


DISCHARGE = Form(
    "discharge", "18.5g", Slot("craft", UNIT, berths, bad_tender), number("tokens", dischargeable, proposes=all_of_it),
)  # fmt: skip


def laden(state: OcsState, place: Hex, side: Side) -> list[UnitId]:
    """18.5 Landing craft in a hex that carry combat units."""
    fights = state.theatre.is_combat
    return [craft for craft in craft_in(state, place, side) if any(fights[unit] for unit in state.aboard(craft))]
