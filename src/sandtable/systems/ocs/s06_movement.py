"""OCS 6.1: movement of a stack, a formation or a part of either: who may move, how far, and what it costs.

Units that move together go one after the other, each by its own cheapest way, so that a stack gets to every hex that
all of its units get to, and a formation comes together there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from sandtable.core.bits import NO_HEX, Bits, where
from sandtable.core.board import Board
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import GROUP, HEX, WORD, Form, Sieve, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, Groups, stacks, unnamed
from sandtable.core.kernels import NEVER, Reach
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.ocs.s02_quiet import is_fought
from sandtable.systems.ocs.s04_zones import enemy_zone, hindered, hold
from sandtable.systems.ocs.s05_modes import (
    SAME,
    VOLUNTARY,
    Order,
    allowance,
    apply,
    by_formation,
    cannot_be_there,
    cannot_order,
    ordered,
    traced_hexes,
    where_in_reserve,
    with_formations,
)
from sandtable.systems.ocs.s06_terrain import all_of_it, prices
from sandtable.systems.ocs.s09_capture import Capture, prey
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_fuel import fill_up, fuel_needs
from sandtable.systems.ocs.s12_paths import bridges
from sandtable.systems.ocs.s12_payment import Need, can_be_met
from sandtable.systems.ocs.s12_trace import off_gauge
from sandtable.systems.ocs.state import (
    BUILT,
    CARRIED,
    EXPLOITATION,
    FINISHED,
    MOVED,
    MOVEMENT,
    ON_WHEELS,
    ORDERED,
    RELEASED,
    SEGMENT,
    OcsState,
)
from sandtable.systems.ocs.theatre import COMBAT, COMBAT_FACE, DG, EXPLOIT, LEG, QUARTERS, RESERVE, STRAT, TRUCK


class Asked(Protocol):
    """Whoever asks for a move: a segment, or a march that goes on."""

    side: Side


# ------------------------------------------------------------------------------------------------ 6.2 what steps cost


@fact
def trainbusted(state: OcsState, side: Side, mobility: int) -> Bits:
    """14.8 Where entering costs a point more: the enemy's markers and, but for leg units, the hexes around them."""
    found = where(state.busted, (enemy(side) + 1,))
    return found if mobility == LEG or not found else found | state.theatre.board.grid.zone(found)


def busted_price(state: OcsState) -> int:
    """14.8 What a hex of a trainbusting zone costs more, in quarters."""
    return QUARTERS * state.number("trainbusting")


@fact
def step_prices(state: OcsState, side: Side, mobility: int) -> bytes:
    """6.2 In quarters of a point, in today's weather, with engineers at the rivers and trains busted."""
    board = state.theatre.board
    found = prices(state.scenario.charts, board, mobility, state.ground, bridges(state, side) or None)
    slow = trainbusted(state, side, mobility)
    if not slow:
        return found
    dearer, more = bytearray(found), busted_price(state)
    for hexside, there in enumerate(board.neighbours):
        if there >= 0 and there in slow and dearer[hexside] != NEVER:
            dearer[hexside] += more
    return bytes(dearer)


class Ways(NamedTuple):
    """Where a unit gets to, and what it costs."""

    reach: Reach | None
    last: Bits  # hexes next to it that take all it has (6.2), or that it may enter without the points for it (6.1)
    left: int  # quarters
    stop: Bits = NO_HEX  # where an enemy zone stops it, or something to capture

    @property
    def ends(self) -> Bits:
        return self.last if self.reach is None else self.reach.reached | self.last

    def cost(self, hex: Hex) -> int:
        return self.reach.cost(hex) if self.reach is not None and hex in self.reach else self.left

    def route(self, start: Hex, hex: Hex) -> tuple[Hex, ...]:
        if self.reach is not None and hex in self.reach:
            return tuple(map(Hex, self.reach.route(hex)))
        return (start, hex)

    def leaves(self, hex: Hex) -> bool:
        """May it go on from there?"""
        return hex not in self.stop and hex not in self.last


NOWHERE = Ways(None, NO_HEX, 0)


class Gait(NamedTuple):
    """How a unit moves: what decides where it may go."""

    side: Side
    mobility: int
    strat: bool
    captures: bool  # it is attack-capable
    beside: Group  # of trucks: who moves with it and negates no zone


def ways(state: OcsState, unit: UnitId, word: str, group: Group) -> Ways:
    """6.1 Of a unit that is ordered so, among others that move with it."""
    order, side, here = ordered(state, unit, word), Side(state.owner[unit]), Hex(state.hex_of[unit])
    mobility, spent = state.theatre.mobility[order.face][unit], state.spent[unit]
    left = allowance(state, unit, order) - spent
    beside = group if mobility == TRUCK else ()
    gait = Gait(side, mobility, order.mode == STRAT, attacks(state, unit, order), beside)
    moved = spent and here != state.began[unit]
    if left <= 0 or (moved and mobility == TRUCK and here in hindered(state, side, beside)):  # 4.5 it had to stop here
        return NOWHERE
    reach, last = _reach(state, gait, here, left)
    return Ways(reach, NO_HEX if spent else last, left, _bounds(state, gait)[1])


def attacks(state: OcsState, unit: UnitId, order: Order) -> bool:
    """4.4 Attack-capable in the mode it is to be in."""
    return state.theatre.attacks[order.face][unit] and order.mode not in (STRAT, RESERVE)


@fact
def _bounds(state: OcsState, gait: Gait) -> tuple[Bits, Bits]:
    """6.1 Hexes that are not entered, and those that are not left again in one go."""
    closed, stop = state.occupied(enemy(gait.side)), NO_HEX
    if gait.captures and is_fought(state):
        stop = prey(state, gait.side)
    else:
        closed |= prey(state, gait.side)
    if gait.strat:
        closed |= enemy_zone(state, gait.side)
    return closed, stop | hindered(state, gait.side, gait.beside) if gait.mobility == TRUCK else stop


def _reach(state: OcsState, gait: Gait, here: Hex, left: int) -> tuple[Reach, Bits]:
    board, price = state.theatre.board, step_prices(state, gait.side, gait.mobility)
    return reached_from(state.scenario.charts, board, gait.mobility, price, here, left, *_bounds(state, gait))


# It follows from little, and is asked for again after everybody else's move: it is kept by that.


@lru_cache(maxsize=4096)
def reached_from(
    charts: Charts, board: Board, mobility: int, price: bytes, here: Hex, left: int, closed: Bits, stop: Bits
) -> tuple[Reach, Bits]:  # fmt: skip
    """6.1, 6.2 Where a unit gets to, and the hexes beyond that it enters with all it has if it has not moved."""
    reach = board.grid.reach(price, here, left, closed=closed, stop=stop)
    closed |= reach.reached
    if not board.grid.zone((here,)) - closed:  # it gets to all of them
        return reach, NO_HEX
    whole = all_of_it(charts, board, mobility)
    found = []
    for hexside in range(6 * here, 6 * here + 6):
        there = board.neighbours[hexside]
        if there >= 0 and there not in closed and (hexside in whole or price[hexside] != NEVER):
            found.append(Hex(there))
    return reach, board.bits(found)


# ------------------------------------------------------------------------------------------------ 6.1 who may move


def has_moved(state: OcsState, unit: UnitId) -> bool:
    """6.1 Has it ended its move? It may still be carried, and go on from where it is set down."""
    return state.done[unit] & (MOVED | CARRIED) == MOVED


def unready(state: OcsState, side: Side, unit: UnitId, also_moved: bool = False) -> Iterator[Violation]:
    """6.1 Against moving a unit now; `also_moved`: against what may be done after a move too."""
    segment = state.clock[SEGMENT]
    ground = state.theatre.is_combat[unit] or state.is_transport(unit)
    if state.owner[unit] != side or not state.is_on_map(unit) or not ground:
        yield Violation("6.1", say("{unit} is not a ground unit of yours on the map", unit), units=(unit,))
        return
    if state.extends[unit]:
        yield Violation("12.7", say("{unit} is part of an extender", unit), units=(unit,))
    if state.has(unit, FINISHED | BUILT):
        yield Violation("6.1", say("{unit} has finished for this phase", unit), units=(unit,))
    elif not also_moved and has_moved(state, unit):
        yield Violation("6.1", say("{unit} has moved in this phase", unit), units=(unit,))
    if segment != MOVEMENT and not eligible(state, unit):
        exploits = " and is not in Exploit Mode" if segment == EXPLOITATION else ""
        yield Violation("6.1", say(f"{{unit}} is no reserve{exploits}", unit), units=(unit,))


def eligible(state: OcsState, unit: UnitId) -> bool:
    """5.7, 5.9 Beside the Movement Phase only reserves move, and in the Exploitation Phase who is in Exploit Mode."""
    if state.mode[unit] == EXPLOIT:
        return state.clock[SEGMENT] == EXPLOITATION
    return state.mode[unit] == RESERVE or state.has(unit, RELEASED)


@fact
def ready(state: OcsState, side: Side, also_moved: bool = False) -> tuple[UnitId, ...]:
    """6.1 All who may move now, as `unready` tells it of each."""
    done, owner, over = state.done, state.owner, FINISHED | BUILT
    ours = (*state.combat_units(side), *state.transport(side))
    units = [unit for unit in ours if owner[unit] == side and not done[unit] & over]
    if not also_moved:
        units = [unit for unit in units if done[unit] & (MOVED | CARRIED) != MOVED]
    if any(state.extends):
        units = [unit for unit in units if not state.extends[unit]]
    if state.clock[SEGMENT] != MOVEMENT:
        mode, kept = state.mode, (RESERVE, EXPLOIT) if state.clock[SEGMENT] == EXPLOITATION else (RESERVE,)
        units = [unit for unit in units if mode[unit] in kept or (mode[unit] != EXPLOIT and done[unit] & RELEASED)]
    return tuple(units)


@fact
def stacks_ready(state: OcsState, side: Side) -> Groups:
    return stacks(state, ready(state, side))


@fact
def groups_ready(state: OcsState, side: Side) -> tuple[Group, ...]:
    """Those stacks, and the units of each by themselves."""
    return unnamed(state, ready(state, side))


@fact
def columns_ready(state: OcsState, side: Side) -> Groups:
    """Stacks, and formations wherever their units are."""
    return with_formations(state, ready(state, side))


@fact
def movers_ready(state: OcsState, side: Side) -> tuple[Group, ...]:
    """Those, and the units of each by themselves."""
    units = ready(state, side)
    return unnamed(state, units, by_formation(state, units).values())


def movable_stacks(asked: Asked, state: OcsState, *_: object) -> Groups:
    return stacks_ready(state, asked.side)


def likely_stacks(asked: Asked, state: OcsState) -> tuple[Group, ...]:
    return groups_ready(state, asked.side)


def movable(asked: Asked, state: OcsState, *_: object) -> Groups:
    return columns_ready(state, asked.side)


def likely_movers(asked: Asked, state: OcsState) -> tuple[Group, ...]:
    return movers_ready(state, asked.side)


def words(state: OcsState) -> tuple[str, ...]:
    """5.0 Modes are chosen in one's own Movement Phase."""
    return (SAME, *VOLUNTARY) if state.clock[SEGMENT] == MOVEMENT else (SAME,)


def choices(asked: Asked, state: OcsState, *_: object) -> tuple[str, ...]:
    return words(state)


@fact
def ends(state: OcsState, units: Group, word: str) -> Bits:
    """6.1 The hexes where all of them may end who are ordered so."""
    side, here = Side(state.owner[units[0]]), {Hex(state.hex_of[unit]) for unit in units}
    found = ways(state, units[0], word, units).ends
    for unit in units[1:]:
        found &= ways(state, unit, word, units).ends
    modes = [ordered(state, unit, word).mode for unit in units]
    if STRAT in modes and found:
        strat = tuple(unit for unit, mode in zip(units, modes, strict=True) if mode == STRAT)
        found &= traced_hexes(state, side, strat)
    if RESERVE in modes:
        found = where_in_reserve(state, side, units, word, found)
    return found - state.theatre.board.bits(here)


def bad_stack(asked: Asked, state: OcsState, units: Group) -> Iterator[Violation]:
    """6.1 If no mode lets them go, what is against going as they are is told."""
    refused = list(not_together(state, asked.side, units))
    yield from refused
    if not refused and all(next(bad_order(asked, state, units, word), None) for word in words(state)):
        yield from bad_order(asked, state, units, SAME)


def bad_movers(asked: Asked, state: OcsState, units: Group) -> Iterator[Violation]:
    """6.1 A stack, or units of one formation."""
    formations = {state.theatre.formation_of[unit] for unit in units}
    if len(formations) > 1 or -1 in formations:
        yield from bad_stack(asked, state, units)
        return
    refused = [each for unit in units for each in unready(state, asked.side, unit)]
    yield from refused
    if not refused and all(next(bad_order(asked, state, units, word), None) for word in words(state)):
        yield Violation("6.1", "together they can go nowhere", units=units)


def not_together(state: OcsState, side: Side, units: Group, also_moved: bool = False) -> Iterator[Violation]:
    """6.1 Units that may move now, and are in one hex."""
    refused = [each for unit in units for each in unready(state, side, unit, also_moved)]
    yield from refused
    if not refused and len({state.hex_of[unit] for unit in units}) > 1:
        yield Violation("6.1", "they are not in one hex", units=units)


def bad_order(asked: Asked, state: OcsState, units: Group, word: str) -> Iterator[Violation]:
    """5.0, 12.5, 6.1"""
    refused = [*cannot_order(state, asked.side, units, word), *always_in_move_mode(state, units, word)]
    yield from refused
    if refused:
        return
    if not ends(state, units, word):
        how = "as they are" if word == SAME else f"in {word.capitalize()} Mode"
        yield Violation("6.1", f"{how} they can go nowhere together", units=units)
    else:
        yield from no_fuel(state, units, word)


def always_in_move_mode(state: OcsState, units: Group, word: str) -> Iterator[Violation]:
    """5.0 Against a mode of transport alone that it never has or that changes nothing: it goes as it is."""
    if word == SAME or any(state.theatre.is_combat[unit] for unit in units):
        return
    unchanged = all(ordered(state, unit, word) == (state.face[unit], state.mode[unit]) for unit in units)
    if unchanged or word in ("combat", "strat"):
        yield Violation("5.0", "transport is always in Move Mode, but organic trucks may be in reserve", units=units)


def no_fuel(state: OcsState, units: Group, word: str) -> Iterator[Violation]:
    """12.5"""
    needs = fuel_for(state, units, word)
    if needs and not can_be_met(state, needs):
        units = tuple(need.unit for need in needs)
        yield Violation("12.5", say("there is no fuel within reach for {units}", units), units=units)


def fuel_for(state: OcsState, units: Group, word: str) -> list[Need]:
    return fuel_needs(state, units, [ordered(state, unit, word).face for unit in units])


def dry(asked: Asked, state: OcsState, units: Group, word: str, *_: object) -> list[UnitId]:
    """12.5 For whom fuel is bought."""
    return [need.unit for need in fuel_for(state, units, word)]


def every_hex(asked: Asked, state: OcsState, *_: object) -> range:
    return range(state.theatre.board.hexes)


def legal_ends(asked: Asked, state: OcsState, units: Group, word: str) -> list[Hex]:
    return list(ends(state, units, word))


def bad_end(asked: Asked, state: OcsState, units: Group, word: str, to: Hex) -> Iterator[Violation]:
    """6.1"""
    side = asked.side
    if to >= state.theatre.board.hexes:
        yield Violation("6.1", "units move on the map", (to,))
    elif there := tuple(unit for unit in units if state.hex_of[unit] == to):
        yield Violation("6.1", say("{units} are already there", there), (to,), there)
    elif to in state.occupied(enemy(side)):
        yield Violation("6.1", say("enemy combat units are in {hex}", to), (to,))
    elif to in prey(state, side) and not is_fought(state):
        yield Violation("2.4", say("in a turn without combat nothing of the enemy's in {hex} is captured", to), (to,))
    elif behind := tuple(unit for unit in units if to not in ways(state, unit, word, units).ends):
        yield from beyond(state, behind, word, to)
    else:
        yield from cannot_be_there(state, side, units, word, to)


def beyond(state: OcsState, units: Group, word: str, to: Hex) -> Iterator[Violation]:
    """6.1 Against a hex that these units do not reach: its terrain (6.2), the enemy's zones, if that is all (4.5, 5.8),
    or the way."""
    barred = tuple(unit for unit in units if is_prohibited(state, unit, word, to))
    if barred:
        yield Violation("6.2", say("the terrain of {hex} is prohibited to {units}", to, barred), (to,), barred)
    units = tuple(unit for unit in units if unit not in barred)
    strat = tuple(unit for unit in units if kept_off(state, unit, word, to, strat=True))
    wheels = tuple(unit for unit in units if unit not in strat and kept_off(state, unit, word, to, strat=False))
    if strat:
        said = say(
            "in Strat Mode {units} may not enter enemy zones of control, and {hex} is in or behind one", strat, to
        )
        yield Violation("5.8", said, (to,), strat)
    if wheels:
        yield Violation(
            "4.5", say("an enemy zone of control stops {units} on the way to {hex}", wheels, to), (to,), wheels
        )
    if far := tuple(unit for unit in units if unit not in (*strat, *wheels)):
        yield Violation("6.1", say("{hex} is beyond the reach of {units}", to, far), (to,), far)


def is_prohibited(state: OcsState, unit: UnitId, word: str, to: Hex) -> bool:
    """6.2 Is there no side by which it could ever enter the hex?"""
    board, side = state.theatre.board, Side(state.owner[unit])
    mobility = state.theatre.mobility[ordered(state, unit, word).face][unit]
    price, whole = step_prices(state, side, mobility), all_of_it(state.scenario.charts, board, mobility)
    sides = [board.layout.side(there, to) for there in board.around(to)]
    return all(price[side] == NEVER and side not in whole for side in sides)


def kept_off(state: OcsState, unit: UnitId, word: str, to: Hex, strat: bool) -> bool:
    """4.5, 5.8 Would it get there if the enemy had no zones? Asked of units in Strat Mode, or of those on wheels."""
    order, side = ordered(state, unit, word), Side(state.owner[unit])
    mobility, left = state.theatre.mobility[order.face][unit], allowance(state, unit, order) - state.spent[unit]
    if left <= 0 or not (order.mode == STRAT if strat else mobility == TRUCK):
        return False
    foes, found = state.occupied(enemy(side)), prey(state, side)
    captures = attacks(state, unit, order) and is_fought(state)
    closed, stop = (foes, found) if captures else (foes | found, NO_HEX)
    price = step_prices(state, side, mobility)
    return to in state.theatre.board.grid.reach(price, Hex(state.hex_of[unit]), left, closed=closed, stop=stop)


# ------------------------------------------------------------------------------------------------ 6.1 moving


def set_out(state: OcsState, side: Side, units: Group, word: str, wanted: tuple[Hex, ...]) -> None:
    """12.5, 5.0 Units are fuelled and take their mode as they start to move; a reserve marker comes afterwards."""
    orders = [ordered(state, unit, word) for unit in units]
    fill_up(state, side, units, [order.face for order in orders], wanted)
    for unit, order in zip(units, orders, strict=True):
        if word != SAME:
            state.did(unit, ORDERED)
        if order.mode != RESERVE:
            apply(state, unit, order)


def leg(
    state: OcsState, side: Side, units: Group, word: str, to: Hex, wanted: tuple[Hex, ...] = ()
) -> Procedure | None:
    """6.1 Units set out and go to a hex; ways are found before modes change, so that an engineer may leave by the
    bridge it keeps (13.8). Its value: what becomes of non-combat units of the enemy there (9.14)."""
    captured = to in prey(state, side)
    found = {unit: ways(state, unit, word, units) for unit in units}
    starts = sorted({Hex(state.hex_of[unit]) for unit in units})
    orders = {unit: ordered(state, unit, word) for unit in units}
    set_out(state, side, units, word, wanted)
    for start in starts:
        for unit in [
            each for each in reversed(state.units_in(start)) if each in found
        ]:  # they lie on each other as before
            way = found[unit].route(start, to)
            state.burn(unit, found[unit].cost(to))
            if state.mobility(unit) == TRUCK:
                hold(state, side, way[1:-1], units)
            state.move(unit, to, "6.1", through=way)
            if state.theatre.is_combat[unit]:
                for hex in way[1:]:
                    state.take_control(hex, side, "6.1")
            if state.theatre.is_rail_repair[unit] and state.theatre.gauges:
                convert(state, side, unit, way[1:])
    for unit in units:
        if orders[unit].mode == RESERVE:
            apply(state, unit, orders[unit])
    return Capture(side, to, units) if captured else None


def convert(state: OcsState, side: Side, unit: UnitId, way: Sequence[Hex]) -> None:
    """13.3f, 13.3g A rail repair unit that shows its Combat face gives railroads that it enters the gauge of its side,
    so many hexes in a Movement Phase, out of enemy zones."""
    able = state.face[unit] == COMBAT_FACE and state.mode[unit] in (COMBAT, DG)
    if not able or state.clock[SEGMENT] != MOVEMENT:
        return
    points = allowance(state, unit, ordered(state, unit, SAME)) // QUARTERS
    wrong = off_gauge(state, side) - enemy_zone(state, side)
    for hex in way:
        if hex in wrong and state.converted[unit] < min(state.number("conversion"), points):
            state.convert(unit, hex, side, "13.3f")


def finish(state: OcsState, units: Group) -> None:
    """6.1 They have moved, and have finished if they were carried before; DUKWs may go on by sea (18.4e)."""
    for unit in units:
        if state.is_on_map(unit) and state.role[unit] != ON_WHEELS:
            state.did(unit, FINISHED if state.has(unit, CARRIED) else MOVED)


def drop_off(state: OcsState, units: Group) -> None:
    """6.1, 8.1 Others go on without them, or they retreat: they have finished."""
    for unit in units:
        if state.is_on_map(unit):
            state.did(unit, FINISHED)


class Move(Procedure):
    """6.1 A stack, a formation or a part of either goes somewhere, and moves no more."""

    side: Side
    units: Group
    mode: str
    to: Hex
    dumps: tuple[Hex, ...]

    @step("6.1")
    def go(self, state: OcsState) -> Result:
        capture = leg(state, self.side, self.units, self.mode, self.to, self.dumps)
        finish(state, self.units)
        return Done() if capture is None else Call(capture)

    @step("6.1")
    def end(self, state: OcsState) -> Result:
        return Done()


MOVERS = Slot("units", GROUP, movable, bad_movers, Sieve(likely_movers))
STACK = Slot("units", GROUP, movable_stacks, bad_stack, Sieve(likely_stacks))
ORDER = Slot("mode", WORD, choices, bad_order)
TO = Slot("to", HEX, every_hex, bad_end, legal_ends)
FUEL_FROM = dumps(dry)
MOVE_FORM = Form("move", "6.1", MOVERS, ORDER, TO, FUEL_FROM)
