"""OCS 12.8e: units that are cut off try to get away, and come back later or never."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import NO_HEX, Bits
from sandtable.core.decisions import GROUP, Form, Slot
from sandtable.core.dice import Dice, at_least
from sandtable.core.flow import Done, Goto, Procedure, Result, Roll, step
from sandtable.core.groups import Group, stacks
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import State, fact
from sandtable.systems.ocs.s04_zones import hindered
from sandtable.systems.ocs.s06_terrain import passable
from sandtable.systems.ocs.s12_trace import traceable, traced
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import COMBAT_FACE, FACES, MOVE_FACE, TRUCK

ONE_DIE = Dice(1)


class BreakOut(Procedure):
    """12.8e Each unit rolls by itself: it is lost, or it is away for so many turns."""

    side: Side
    units: Group
    nth: int = 0
    escapes: int = 0
    turns: int = 0

    @step("12.8e")
    def roll(self, state: OcsState) -> Result:
        if self.nth == len(self.units):
            return Done()
        least = state.number("breakout-roll") - (state.number("breakout-early") if is_early(state, self.unit) else 0)
        return Roll(ONE_DIE, "escapes", at_least(least))

    @step("12.8e")
    def leave(self, state: OcsState) -> Result:
        leave_load(state, self.unit)
        if self.escapes:
            return None
        state.lose_steps(self.unit, state.steps[self.unit], "12.8e")
        self.nth += 1
        return Goto("roll")

    @step("12.8e")
    def roll_turns(self, state: OcsState) -> Result:
        return Roll(ONE_DIE, "turns")

    @step("12.8e")
    def go_away(self, state: OcsState) -> Result:
        """Markers are gone, step losses stay; who would return after the last turn is out of the game."""
        unit, due = self.unit, state.turn + self.turns
        state.note("broke out", "12.8e", unit=unit, number=self.turns)
        state.reset(unit)
        if due <= len(state.theatre.dates):
            state.move(unit, state.theatre.turns[due], "12.8e")
        else:
            state.remove(unit, "12.8e")
        self.escapes = self.turns = 0
        self.nth += 1
        return Goto("roll")

    @property
    def unit(self) -> UnitId:
        return self.units[self.nth]


def leave_load(state: OcsState, unit: UnitId) -> None:
    """12.8e What a transport point carries stays behind in its hex (house); it is lost where supply of the enemy's
    lies."""
    side, here, tokens = Side(state.owner[unit]), Hex(state.hex_of[unit]), state.cargo[unit]
    state.put_cargo(unit, 0)
    if state.holder[here] == enemy(side) + 1:
        state.lose_tokens(side, tokens, "12.8e")
    elif tokens:
        state.put_down(here, side, tokens)


def is_early(state: OcsState, unit: UnitId) -> bool:
    """12.8e Is this its first turn without trace supply?"""
    return not state.cut_off[unit]


@fact
def ways_out(state: OcsState, side: Side, mobility: int) -> Bits:
    """12.8e The hexes from which a friend in trace supply can be reached, however far, by steps that are not
    prohibited, past the enemy's combat units, on wheels also past zones that nobody negates."""
    board = state.theatre.board
    closed = state.occupied(enemy(side))
    if mobility == TRUCK:
        closed = closed | hindered(state, side)
    friends = board.bits([Hex(state.hex_of[unit]) for unit in state.combat_units(side) if traced(state, unit)])
    if not friends:
        return NO_HEX
    return board.grid.traced(passable(state.scenario.charts, board, mobility), friends, LIMIT, closed)


def has_way_out(state: OcsState, unit: UnitId) -> bool:
    """12.8e As it goes in Move Mode, if it does; its own hex may be in an enemy zone."""
    side, here, theatre = Side(state.owner[unit]), Hex(state.hex_of[unit]), state.theatre
    face = MOVE_FACE if theatre.ma[MOVE_FACE][unit] else COMBAT_FACE
    return bool(theatre.ma[face][unit]) and here in ways_out(state, side, theatre.mobility[face][unit])


def has_friend(state: OcsState, unit: UnitId) -> bool:
    """12.8e A combat unit in trace supply within fifteen hexes."""
    side, here, most = Side(state.owner[unit]), Hex(state.hex_of[unit]), state.number("breakout-hexes")
    return any(
        state.theatre.distance(here, Hex(state.hex_of[other])) <= most and traced(state, other)
        for other in state.combat_units(side)
    )


def cannot_break_out(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """12.8e"""
    side = segment.side
    for unit in units:
        if state.owner[unit] != side or not state.is_on_map(unit) or not _may_ever(state, unit):
            yield Violation("12.8e", say("{unit} is no unit of yours that breaks out", unit), units=(unit,))
        elif _is_traced(state, unit):
            yield Violation("12.8e", say("{unit} is in trace supply", unit), units=(unit,))
        elif not any(state.theatre.ma[face][unit] for face in range(len(FACES))):
            yield Violation("12.8e", say("{unit} cannot move", unit), units=(unit,))
        elif is_early(state, unit):
            continue
        elif state.is_transport(unit):
            yield Violation("12.8e", say("{unit} breaks out only in its first turn cut off", unit), units=(unit,))
        else:
            if not has_way_out(state, unit):
                yield Violation("12.8e", say("{unit} has no way to a friend in trace supply", unit), units=(unit,))
            if not has_friend(state, unit):
                yield Violation("12.8e", say("no friend in trace supply is near {unit}", unit), units=(unit,))


def _may_ever(state: OcsState, unit: UnitId) -> bool:
    return state.theatre.is_combat[unit] or (state.is_transport(unit) and not state.extends[unit])


def _is_traced(state: OcsState, unit: UnitId) -> bool:
    if state.theatre.is_combat[unit]:
        return traced(state, unit)
    return traceable(state, Side(state.owner[unit]), Hex(state.hex_of[unit]))


@fact
def cut_off(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """12.8e Units without trace supply now."""
    return tuple([
        unit for unit in (*state.combat_units(side), *state.transport(side))
        if _may_ever(state, unit) and not _is_traced(state, unit)
    ])  # fmt: skip


def cut_off_stacks(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    return stacks(state, cut_off(state, segment.side))


def is_anybody_cut_off(state: State) -> bool:
    """12.8e Else the segment is passed over."""
    assert isinstance(state, OcsState)
    return bool(cut_off(state, state.phasing))


BREAK_OUT = Form("break_out", "12.8e", Slot("units", GROUP, cut_off_stacks, cannot_break_out), deliberate=True)
