"""OCS 9.12: retreats after combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from sandtable.core.bits import Bits
from sandtable.core.board import Board
from sandtable.core.changes import changeable
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import GROUP, HEX, Form, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.ocs.options import RETREAT_AWAY, ZONE_LOSS_ONCE
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s09_capture import Capture, is_prize, prey
from sandtable.systems.ocs.s09_forces import may_cross, near
from sandtable.systems.ocs.s09_losses import LoseSteps, surviving
from sandtable.systems.ocs.s12_paths import path_prices
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import COMBAT, DG, MOVE, MOVE_FACE, RESERVE, STRAT

Ways = dict[Hex, tuple[Hex, ...]]  # by the end of a retreat: the hexes entered


class Retreat(Procedure):
    """9.12 Units give way by so many hexes, stack by stack or one by one, each to a hex exactly so far from where it
    stood; `barred`: hexes where enemies stood when the combat began."""

    side: Side
    units: tuple[UnitId, ...]  # those still to go
    hexes: int
    barred: tuple[Hex, ...]
    answer: Any = ()
    going: tuple[UnitId, ...] = ()
    way: tuple[Hex, ...] = ()  # hexes still to be entered
    entered: int = 0
    shaken: tuple[UnitId, ...] = ()  # who was disorganized before he entered the hex he is in
    harried: int = 0  # 1: those who go have lost a step in an enemy zone
    alone: int = 0  # 1: nobody tags along: an overrun is nothing to others in its hex (8.1h)
    gone: tuple[UnitId, ...] = ()  # those who have retreated, and tag along with nobody

    @step("9.12")
    def those_with_nowhere_to_go(self, state: OcsState) -> Result:
        self.units = tuple(surviving(state, self.units))
        for unit in self.units:
            if not ways(state, self.side, (unit,), self.hexes, self.barred):
                state.lose_steps(unit, state.steps[unit], "9.12")
        self.units = tuple(surviving(state, self.units))
        return None if self.units else Done()

    @step("9.12")
    def choose(self, state: OcsState) -> Result:
        return Ask(self.side, RETREAT, "answer")

    @step("9.12")
    def go(self, state: OcsState) -> Result:
        (self.going, to), self.answer = self.answer, ()
        self.way = ways(state, self.side, self.going, self.hexes, self.barred)[to]
        self.units = tuple(unit for unit in self.units if unit not in self.going)
        self.gone = tuple(sorted((*self.gone, *self.going)))
        self.entered = self.harried = 0
        for unit in self.going:
            if state.mode[unit] == RESERVE:  # who tags along: its marker covers those who stay
                state.release(unit, "5.7")
            turn_to_go(state, unit, "9.12")
        return None

    @step("9.12")
    def enter(self, state: OcsState) -> Result:
        place, self.way = self.way[0], self.way[1:]
        self.entered += 1
        alive = surviving(state, self.going)
        self.shaken = tuple(unit for unit in alive if state.mode[unit] == DG)
        for unit in reversed([unit for unit in state.units_in(Hex(state.hex_of[alive[0]])) if unit in alive]):
            state.move(unit, place, "9.12", kind="retreated")
        if any(state.theatre.is_combat[unit] for unit in alive):
            state.take_control(place, self.side, "9.12")
        spared = self.harried and state.option(ZONE_LOSS_ONCE)
        if place not in enemy_zone(state, self.side) or not self.shaken or spared:
            self.shaken = ()
            return Goto("be_disorganized")
        self.harried = 1
        return Call(LoseSteps(self.side, self.shaken, 1, spread=0, rule_cited="9.12"))

    @step("5.10")
    def be_disorganized(self, state: OcsState) -> Result:
        self.shaken = ()
        alive = surviving(state, self.going)
        if not alive:
            return Goto("those_with_nowhere_to_go")
        place = Hex(state.hex_of[alive[0]])
        if place in enemy_zone(state, self.side) or self.entered >= state.number("retreat-dg"):
            state.disorganize(place, self.side, "5.10")
        return Call(Capture(self.side, place, tuple(alive))) if is_prize(state, place, enemy(self.side)) else None

    @step("9.12")
    def go_on(self, state: OcsState) -> Result:
        if self.way and surviving(state, self.going):
            return Goto("enter")
        self.going = self.way = ()
        return Goto("those_with_nowhere_to_go")


# ------------------------------------------------------------------------------------------------ where to


def face_to_go(state: OcsState, unit: UnitId) -> int:
    """9.12, 13.1c The face shown in a retreat: an HQ, and whoever cannot move as he stands, turns over."""
    stuck = not state.theatre.ma[state.face[unit]][unit]
    return MOVE_FACE if stuck or state.theatre.is_hq[unit] else state.face[unit]


def turn_to_go(state: OcsState, unit: UnitId, rule: str) -> None:
    """9.12, 13.1c"""
    if face_to_go(state, unit) == state.face[unit]:
        return
    if state.mode[unit] == COMBAT:
        state.set_mode(unit, MOVE, rule)
    else:
        state.turn_over(unit, MOVE_FACE)


@fact
def ways(state: OcsState, side: Side, units: tuple[UnitId, ...], hexes: int, barred: tuple[Hex, ...]) -> Ways:
    """9.12 Every end of a retreat of these units together, and the hexes entered on the way there: through as few enemy
    zones as can be, then the shortest."""
    theatre, start = state.theatre, Hex(state.hex_of[units[0]])
    faces = {unit: face_to_go(state, unit) for unit in units}
    if not all(theatre.ma[face][unit] for unit, face in faces.items()):
        return {}
    kinds = {theatre.mobility[face][unit]: unit for unit, face in faces.items()}  # one stands for all of its mobility
    movers = tuple([(path_prices(state, Side(state.owner[unit]), kind), kind) for kind, unit in sorted(kinds.items())])
    disc, zone = theatre.disc(start, hexes), enemy_zone(state, side)
    open_ = disc - shut(state, side, units, barred)
    return led(
        state, start, barred, ways_out(state.scenario.charts, theatre.board, movers, start, hexes, zone & disc, open_)
    )


@lru_cache(maxsize=8192)
def ways_out(
    charts: Charts, board: Board, movers: tuple[tuple[bytes, int], ...], start: Hex, hexes: int, zone: Bits, open_: Bits
) -> Ways:
    """The same by what it follows from, for all positions that agree in it: prices and mobilities of those who go."""
    away, found = near(board, start, hexes), dict[Hex, tuple[Hex, ...]]()
    heap: list[tuple[int, int, Hex, tuple[Hex, ...]]] = [(0, 0, start, ())]
    while heap:
        zones, length, here, way = heappop(heap)
        if here in found:
            continue
        found[here] = way
        for there in board.around(here):
            if there not in open_ or there in found:
                continue
            if all(may_cross(charts, board, prices, kind, here, there) for prices, kind in movers):
                heappush(heap, (zones + (there in zone), length + 1, there, (*way, there)))
    return {end: way for end, way in found.items() if away.get(end) == hexes}


@changeable
def led(state: OcsState, start: Hex, barred: tuple[Hex, ...], ends: Ways) -> Ways:
    """9.12 Any direction."""
    return ends


@led.changed_by(RETREAT_AWAY)
def led_away(state: OcsState, start: Hex, barred: tuple[Hex, ...], ends: Ways) -> Ways:
    """9.12 To where every enemy of the combat is farther away, if there is such an end."""
    far = state.theatre.board.layout.distance
    away = {end: way for end, way in ends.items() if all(far(end, foe) > far(start, foe) for foe in barred)}
    return away or ends


def shut(state: OcsState, side: Side, units: Sequence[UnitId], barred: Iterable[Hex]) -> Bits:
    """9.12 Hexes that they never enter: where enemies are or were, for Strat Mode enemy zones (5.8), and what only
    attack-capable units capture (9.14)."""
    closed = state.occupied(enemy(side)) | state.theatre.board.bits(barred)
    if any(state.mode[unit] == STRAT for unit in units):
        closed |= enemy_zone(state, side)
    if not any(state.theatre.is_combat[unit] and state.attack_capable(unit) for unit in units):
        closed |= prey(state, side)
    return closed


def farthest(state: OcsState, side: Side, units: Sequence[UnitId], most: int, barred: tuple[Hex, ...]) -> int:
    """9.12 How many hexes one of them at least can retreat."""
    return max(
        (hexes for hexes in range(1, most + 1) if any(ways(state, side, (unit,), hexes, barred) for unit in units)),
        default=0,
    )


# ------------------------------------------------------------------------------------------------ the form


def with_company(retreat: Retreat, state: OcsState, *_: object) -> dict[str, Group]:
    """9.12 By hex: those who have to go, and who may tag along: combat units that took no part, and organic trucks."""
    return stacks(state, [*retreat.units, *company(state, retreat)])


def company(state: OcsState, retreat: Retreat) -> list[UnitId]:
    """9.12d"""
    theatre, going = state.theatre, set(retreat.units)
    places = set() if retreat.alone else {Hex(state.hex_of[unit]) for unit in going}
    return [
        unit for place in sorted(places) for unit in state.units_in(place)
        if unit not in going and unit not in retreat.gone and state.owner[unit] == retreat.side
        and (theatre.is_combat[unit] or state.is_organic(unit))
    ]  # fmt: skip


def bad_group(retreat: Retreat, state: OcsState, units: Group) -> Iterator[Violation]:
    """9.12"""
    along = company(state, retreat)
    strange = [unit for unit in units if unit not in retreat.units and unit not in along]
    for unit in strange:
        yield Violation("9.12", say("{unit} does not retreat here", unit), units=(unit,))
    if strange:
        return
    if all(unit in along for unit in units):
        yield Violation("9.12", "none of them has to retreat", units=units)
    elif len({state.hex_of[unit] for unit in units}) > 1:
        yield Violation("9.12", "they are not in one hex", units=units)
    elif not ways(state, retreat.side, units, retreat.hexes, retreat.barred):
        yield Violation("9.12", "together they can go nowhere", units=units)


def ends(retreat: Retreat, state: OcsState, units: Group) -> list[Hex]:
    return sorted(ways(state, retreat.side, units, retreat.hexes, retreat.barred))


def bad_end(retreat: Retreat, state: OcsState, units: Group, to: Hex) -> Iterator[Violation]:
    """9.12"""
    board, start = state.theatre.board, Hex(state.hex_of[units[0]])
    if to >= board.hexes or board.layout.distance(start, to) != retreat.hexes:
        yield Violation("9.12", say("{hex} is not {number} hexes from {start}", to, retreat.hexes, start), (to,))
    elif to in state.occupied(enemy(retreat.side)) or to in retreat.barred:
        yield Violation("9.12", say("an enemy was in {hex} when the combat began", to), (to,))
    elif to not in ways(state, retreat.side, units, retreat.hexes, retreat.barred):
        away = ", away from the enemy" if state.option(RETREAT_AWAY) else ""
        yield Violation("9.12", say("there is no way to {hex} for all of them{away}", to, away), (to,), units)


RETREAT = Form("retreat", "9.12", Slot("units", GROUP, with_company, bad_group), Slot("to", HEX, ends, bad_end, ends))
