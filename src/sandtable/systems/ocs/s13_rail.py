"""OCS 13.3: rail transport of units and supply, within a side's capacity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from sandtable.core.bits import NO_HEX, Bits, union, where
from sandtable.core.board import Board
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import GROUP, HEX, Form, Sieve, Slot, number
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, listed, stacks
from sandtable.core.kernels import LIMIT, NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.numbers import number as printed
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s05_modes import TAKEN, half_allowance
from sandtable.systems.ocs.s06_movement import every_hex, finish, not_together, ready, trainbusted
from sandtable.systems.ocs.s09_capture import prey
from sandtable.systems.ocs.s12_trace import is_railhead, lost_stations, net, off_gauge, sources
from sandtable.systems.ocs.s13_transport import loadable
from sandtable.systems.ocs.state import CARRIED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, LEG, MOVE, MOVE_FACE, QUARTERS, TRUCK

DOUBLE = ("double_rail", "double_wide_rail")


def capacity_left(state: OcsState, side: Side) -> int:
    """13.3 In quarters of a point, in this phase."""
    return QUARTERS * state.theatre.rail[side][state.turn - 1] - state.rail_used[side]


def stops(state: OcsState, side: Side) -> Bits:
    """13.3 Where one gets on and off: railheads, not in an enemy zone, whoever negates it."""
    return net(state, side).railheads - enemy_zone(state, side)


def entrances(state: OcsState, side: Side) -> Bits:
    """13.3, 13.6 Where one gets on: also at a source, where units and supply arrive."""
    edge = (sources(state, side) & state.theatre.railways) - off_gauge(state, side)
    return stops(state, side) | (edge - enemy_zone(state, side))


def halts(state: OcsState, side: Side) -> Bits:
    """13.3g Where rail repair units get on and off: on all railroads of their gauge, out of enemy zones."""
    return state.theatre.railways - off_gauge(state, side) - enemy_zone(state, side)


def turns_over(state: OcsState, unit: UnitId) -> bool:
    """13.8c An HQ in Combat Mode gets on where it alone makes trains stop, and is in Move Mode then."""
    return is_railhead(state, unit) and state.mode[unit] == COMBAT and not state.has(unit, TAKEN)


def is_repairer(state: OcsState, unit: UnitId) -> bool:
    """13.3g A rail repair unit in Combat Mode, in which it goes by rail too."""
    return state.theatre.is_rail_repair[unit] and state.mode[unit] == COMBAT


def are_repairers(state: OcsState, units: Group) -> bool:
    """13.3g Rail repair units by themselves."""
    return all(state.theatre.is_rail_repair[unit] for unit in units)


def starts(state: OcsState, side: Side, units: Group) -> Bits:
    """13.3, 13.3g Where these get on."""
    return halts(state, side) if are_repairers(state, units) else entrances(state, side)


@lru_cache
def double_tracks(board: Board) -> bytes:
    """Prices for the kernels: a step along a railroad of several tracks, nothing else."""
    found = bytearray([NEVER]) * (6 * board.size)
    for chain in board.chains:
        for one, other in pairwise(chain.hexes) if chain.link in DOUBLE else ():
            found[board.layout.side(one, other)] = found[board.layout.side(other, one)] = 1
    return bytes(found)


@fact
def rates(state: OcsState, side: Side, start: Hex, anywhere: bool = False) -> Mapping[Hex, Fraction]:
    """13.3 Where a train gets to from a hex, and what part of the usual price it pays: half if all of the way has
    several tracks, double if it leads through a trainbusting zone. Rail repair units get off anywhere (13.3g). No train
    goes where the gauge was converted in this phase."""
    theatre, ends = state.theatre, halts(state, side) if anywhere else stops(state, side)
    closed = union(state.occupied(enemy(side)), enemy_zone(state, side), prey(state, side), lost_stations(state, side))
    if theatre.gauges:
        closed |= off_gauge(state, side) | (theatre.everywhere - where(state.regauged, (0,)))
    zone, charts = trainbusted(state, side, TRUCK), state.scenario.charts
    return _rates(charts, theatre.board, theatre.along_rails, start, closed, zone, ends)


@lru_cache(maxsize=512)
def _rates(
    charts: Charts, board: Board, along: bytes, start: Hex, closed: Bits, zone: Bits, ends: Bits
) -> Mapping[Hex, Fraction]:
    """Kept by what it follows from: who moves behind the front changes none of it."""
    cheap, dear = Fraction(1, printed(charts, "multi-track")), printed(charts, "rail-trainbusting")
    found = dict[Hex, Fraction]()
    if start in closed:
        return found
    for rails, share in ((along, Fraction(1)), (double_tracks(board), cheap)):
        for busted, times in ((NO_HEX, dear), (zone, 1)):
            if start not in busted:
                for hex in board.grid.reach(rails, start, LIMIT, closed=closed | busted):
                    rate = share * (times if zone else 1)
                    found[Hex(hex)] = min(rate, found.get(Hex(hex), rate))
    return {hex: rate for hex, rate in found.items() if hex in ends and hex != start}


def equivalent(state: OcsState, unit: UnitId) -> Fraction:
    """4.7 What a unit takes of a train, in quarters: its size, half of it for slow leg units; transport is as large as
    what it can carry, loaded or not."""
    theatre = state.theatre
    if state.is_transport(unit):
        return Fraction(state.load_of(unit))
    slow = theatre.mobility[MOVE_FACE][unit] == LEG
    points = theatre.ma[MOVE_FACE][unit]
    light = slow and 0 < points <= QUARTERS * state.number("light-allowance")
    return Fraction(state.size(unit), state.number("light-share") if light else 1)


def fare(state: OcsState, units: Group, rate: Fraction) -> int:
    """13.3 In quarters of a point, rounded up."""
    return -int(-sum((equivalent(state, unit) for unit in units), start=Fraction(0)) * rate // 1)


class Entrain(Procedure):
    """13.3 Units go by rail, and have finished; rail repair units have not (13.3g)."""

    side: Side
    units: Group
    to: Hex

    @step("13.3")
    def ride(self, state: OcsState) -> Result:
        use(state, self.side, fare(state, self.units, rates_for(state, self.side, self.units)[self.to]))
        for unit in self.units:
            if turns_over(state, unit):
                state.set_mode(unit, MOVE, "13.8c")
            state.move(unit, self.to, "13.3", kind="railed")
            state.did(unit, CARRIED)
            if state.theatre.is_combat[unit]:
                state.take_control(self.to, self.side, "13.3")
        finish(state, tuple(unit for unit in self.units if not state.theatre.is_rail_repair[unit]))
        return Done()


class Freight(Procedure):
    """13.3 Supply goes by rail."""

    side: Side
    start: Hex
    tokens: int
    to: Hex

    @step("13.3")
    def ride(self, state: OcsState) -> Result:
        use(state, self.side, freight(self.tokens, rates(state, self.side, self.start)[self.to]))
        state.put_down(self.start, self.side, -self.tokens)
        state.unload(self.to, self.side, self.tokens)
        state.note("freight", "13.3", side=self.side, start=self.start, to=self.to, number=self.tokens)
        return Done()


def rates_for(state: OcsState, side: Side, units: Group) -> Mapping[Hex, Fraction]:
    """13.3, 13.3g Where these get to."""
    return rates(state, side, Hex(state.hex_of[units[0]]), are_repairers(state, units))


def use(state: OcsState, side: Side, quarters: int) -> None:
    state.rail_used[side] += quarters
    state.changed("rail_used")


def freight(tokens: int, rate: Fraction) -> int:
    """13.3 A point for a supply point, in quarters, rounded up."""
    return -int(-tokens * rate // 1)


# ------------------------------------------------------------------------------------------------ units


def passengers(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    side = segment.side
    if capacity_left(state, side) <= 0:
        return {}
    places, units = entrances(state, side), ready(state, side, True)
    found = stacks(state, [unit for unit in units if state.hex_of[unit] in places])
    repairers = [unit for unit in units if state.theatre.is_rail_repair[unit]]
    return {**found, **stacks(state, [unit for unit in repairers if state.hex_of[unit] not in places])}


def likely_passengers(segment: Segment, state: OcsState) -> list[Group]:
    return list(listed(passengers(segment, state), ()))


def bad_passengers(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """13.3"""
    refused = list(not_together(state, segment.side, units, also_moved=True))
    yield from refused
    if refused:
        return
    here = Hex(state.hex_of[units[0]])
    for unit in units:
        if state.mode[unit] != MOVE and not turns_over(state, unit) and not is_repairer(state, unit):
            yield Violation("13.3", say("{unit} is not in Move Mode", unit), units=(unit,))
        if state.spent[unit] > half_allowance(state, unit):
            yield Violation("13.3", say("{unit} has spent more than half its movement points", unit), units=(unit,))
        if state.has(unit, CARRIED):
            yield Violation("13.3", say("{unit} has been carried in this phase", unit), units=(unit,))
        if state.cargo[unit] and state.began[unit] != here:
            yield Violation("12.2a", say("{unit} has come with its load, which goes by one means", unit), units=(unit,))
    if here not in starts(state, segment.side, units):
        yield Violation("13.3", say("nobody gets on a train in {hex}", here), (here,))
    elif not destinations(segment, state, units):
        yield Violation("13.3", "there is nowhere to get off, or no capacity for them", units=units)


def destinations(segment: Segment, state: OcsState, units: Group) -> list[Hex]:
    found, able = rates_for(state, segment.side, units), capacity_left(state, segment.side)
    return sorted(hex for hex, rate in found.items() if fare(state, units, rate) <= able)


def bad_destination(segment: Segment, state: OcsState, units: Group, to: Hex) -> Iterator[Violation]:
    """13.3"""
    rate = rates_for(state, segment.side, units).get(to)
    if rate is None:
        yield _no_train(Hex(state.hex_of[units[0]]), to)
    able = capacity_left(state, segment.side)
    if rate is not None and (price := fare(state, units, rate)) > able:
        yield Violation("13.3", f"that takes {price} quarters of a point, and {able} are left", (to,), units)


def _no_train(start: Hex, to: Hex) -> Violation:
    return Violation("13.3", say("no train goes there from {hex}, or nobody gets off there", start), (to,))


# ------------------------------------------------------------------------------------------------ supply


def warehouses(segment: Segment, state: OcsState, *_: object) -> list[Hex]:
    return [hex for hex in entrances(state, segment.side) if loadable(state, segment.side, hex)]


def bad_warehouse(segment: Segment, state: OcsState, start: Hex) -> Iterator[Violation]:
    """13.3"""
    side = segment.side
    if start >= state.theatre.board.hexes or start not in entrances(state, side):
        yield Violation("13.3", say("nothing is put on a train in {hex}", start), (start,))
    elif not loadable(state, side, start):
        yield Violation("12.2", say("no supply in {hex} can be moved in this phase", start), (start,))
    elif not freight_bounds(segment, state, start):
        yield Violation("13.3", "there is nowhere to unload, or no capacity", (start,))


def freight_bounds(segment: Segment, state: OcsState, start: Hex) -> range:
    cheapest = min(rates(state, segment.side, start).values(), default=None)
    if cheapest is None:
        return range(0)
    able = int(capacity_left(state, segment.side) / cheapest)
    return range(1, min(able, loadable(state, segment.side, start)) + 1)


def as_much_as_goes(segment: Segment, state: OcsState, start: Hex) -> int:
    return freight_bounds(segment, state, start)[-1]


def freight_ends(segment: Segment, state: OcsState, start: Hex, tokens: int) -> list[Hex]:
    found, able = rates(state, segment.side, start), capacity_left(state, segment.side)
    return sorted(hex for hex, rate in found.items() if freight(tokens, rate) <= able)


def bad_freight_end(segment: Segment, state: OcsState, start: Hex, tokens: int, to: Hex) -> Iterator[Violation]:
    """13.3"""
    rate, able = rates(state, segment.side, start).get(to), capacity_left(state, segment.side)
    if rate is None:
        yield _no_train(start, to)
    if rate is not None and (price := freight(tokens, rate)) > able:
        yield Violation("13.3", f"that takes {price} quarters of a point, and {able} are left", (to,))


RAIL = Form(
    "rail", "13.3",
    Slot("units", GROUP, passengers, bad_passengers, Sieve(likely_passengers)),
    Slot("to", HEX, every_hex, bad_destination, destinations),
)  # fmt: skip
FREIGHT = Form(
    "freight", "13.3",
    Slot("start", HEX, warehouses, bad_warehouse),
    number("tokens", freight_bounds, proposes=as_much_as_goes),
    Slot("to", HEX, every_hex, bad_freight_end, freight_ends),
)  # fmt: skip
