"""OCS 19.0f: shipping from port to port within a side's sea capacity."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import GROUP, HEX, Form, Slot, number
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s06_movement import finish, not_together, ready
from sandtable.systems.ocs.s12_trace import ports as all_ports
from sandtable.systems.ocs.s13_transport import loadable
from sandtable.systems.ocs.s19_ports import load, room, takes
from sandtable.systems.ocs.state import CARRIED, OcsState
from sandtable.systems.ocs.theatre import MOVE


def capacity_left(state: OcsState, side: Side) -> int:
    """19.0f In tokens, in this phase."""
    sea_cap = state.theatre.sea_cap[side]
    points = sea_cap[state.turn - 1] if sea_cap else 0
    return state.number("tokens-a-point") * points - state.sea_used[side]


def ports(state: OcsState, side: Side) -> list[Hex]:
    """19.0 Those of the side that take something yet in this phase."""
    return [port for port in sorted(all_ports(state)) if room(state, side, port)]


class Ship(Procedure):
    """19.0f Units go from port to port, and have finished."""

    side: Side
    units: Group
    to: Hex

    @step("19.0f")
    def sail(self, state: OcsState) -> Result:
        start, tokens = Hex(state.hex_of[self.units[0]]), load(state, self.units)
        state.use_sea_cap(self.side, tokens)
        for port in (start, self.to):
            state.ship(port, tokens)
        for unit in self.units:
            state.move(unit, self.to, "19.0f", kind="shipped")
            state.did(unit, CARRIED)
            if state.theatre.is_combat[unit]:
                state.take_control(self.to, self.side, "19.0f")
        finish(state, self.units)
        return Done()


class ShipSupply(Procedure):
    """19.0f Supply goes from port to port."""

    side: Side
    start: Hex
    tokens: int
    to: Hex

    @step("19.0f")
    def sail(self, state: OcsState) -> Result:
        state.use_sea_cap(self.side, self.tokens)
        for port in (self.start, self.to):
            state.ship(port, self.tokens)
        state.put_down(self.start, self.side, -self.tokens)
        state.unload(self.to, self.side, self.tokens)
        state.note("cargo shipped", "19.0f", side=self.side, start=self.start, to=self.to, number=self.tokens)
        return Done()


# ------------------------------------------------------------------------------------------------ units


def unfit(state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """19.0f"""
    if state.mode[unit] != MOVE:
        yield Violation("19.0f", say("{unit} is not in Move Mode", unit), units=(unit,))
    if state.spent[unit] or state.has(unit, CARRIED):
        yield Violation("19.0f", say("{unit} has moved in this phase", unit), units=(unit,))


def passengers(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    side = segment.side
    if capacity_left(state, side) <= 0:
        return {}
    places = set(ports(state, side))
    units = [unit for unit in ready(state, side) if state.hex_of[unit] in places]
    return stacks(state, [unit for unit in units if next(unfit(state, unit), None) is None])


def bad_passengers(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """19.0f"""
    side = segment.side
    refused = [*not_together(state, side, units), *(each for unit in units for each in unfit(state, unit))]
    yield from refused
    if refused:
        return
    here, able = Hex(state.hex_of[units[0]]), capacity_left(state, side)
    if here not in all_ports(state) or not takes(state, side, here, units):
        yield Violation("19.0", say("no port in {hex} takes them in this phase", here), (here,), units)
    elif (tokens := load(state, units)) > able:
        yield Violation("19.0f", f"that takes {tokens}T of sea capacity, and {max(0, able)}T are left", units=units)
    elif not destinations(segment, state, units):
        yield Violation("19.0", "no other port takes them in this phase", units=units)


def destinations(segment: Segment, state: OcsState, units: Group) -> list[Hex]:
    here = state.hex_of[units[0]]
    return [port for port in ports(state, segment.side) if port != here and takes(state, segment.side, port, units)]


def bad_destination(segment: Segment, state: OcsState, units: Group, to: Hex) -> Iterator[Violation]:
    """19.0"""
    if to not in destinations(segment, state, units):
        yield Violation("19.0", say("{hex} is no other port of yours that takes them", to), (to,), units)


SHIP = Form(
    "ship", "19.0f",
    Slot("units", GROUP, passengers, bad_passengers), Slot("to", HEX, destinations, bad_destination),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ supply


def warehouses(segment: Segment, state: OcsState, *_: object) -> list[Hex]:
    side = segment.side
    if capacity_left(state, side) <= 0:
        return []
    return [port for port in ports(state, side) if loadable(state, side, port)]


def bad_warehouse(segment: Segment, state: OcsState, start: Hex) -> Iterator[Violation]:
    """19.0f, 12.2"""
    side = segment.side
    if start not in ports(state, side):
        yield Violation("19.0", say("{hex} is no port of yours that takes something", start), (start,))
    elif not loadable(state, side, start):
        yield Violation("12.2", say("no supply in {hex} can be moved in this phase", start), (start,))
    elif not cargo_bounds(segment, state, start):
        yield Violation("19.0f", "there is no sea capacity left, or no other port", (start,))


def cargo_bounds(segment: Segment, state: OcsState, start: Hex) -> range:
    side = segment.side
    others = max((room(state, side, port) for port in ports(state, side) if port != start), default=0)
    most = min(loadable(state, side, start), capacity_left(state, side), room(state, side, start), others)
    return range(1, most + 1)


def the_most(segment: Segment, state: OcsState, start: Hex) -> int:
    return cargo_bounds(segment, state, start)[-1]


def cargo_ends(segment: Segment, state: OcsState, start: Hex, tokens: int) -> list[Hex]:
    side = segment.side
    return [port for port in ports(state, side) if port != start and room(state, side, port) >= tokens]


def bad_cargo_end(segment: Segment, state: OcsState, start: Hex, tokens: int, to: Hex) -> Iterator[Violation]:
    """19.0"""
    if to not in cargo_ends(segment, state, start, tokens):
        yield Violation("19.0", say("{hex} is no other port of yours that takes so much", to), (to,))


SHIP_SUPPLY = Form(
    "ship_supply", "19.0f",
    Slot("start", HEX, warehouses, bad_warehouse),
    number("tokens", cargo_bounds, proposes=the_most),
    Slot("to", HEX, cargo_ends, bad_cargo_end),
)  # fmt: skip
