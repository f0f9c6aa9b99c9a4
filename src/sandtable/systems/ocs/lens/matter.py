"""What a question is about where its words do not say it: what was rolled, who marches, attacks or flies where, which
hex is too full."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.flow import Ask, Procedure
from sandtable.core.rules import Hex, Side, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.ocs.figures import points
from sandtable.systems.ocs.lens.hints import mp_left
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.s04_stacking import CheckStacking, most, overstacked, stacked
from sandtable.systems.ocs.s05_modes import SAME
from sandtable.systems.ocs.s08_overrun import March
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_results import CarryOut
from sandtable.systems.ocs.s14_combat import AirBattle
from sandtable.systems.ocs.s14_missions import Mission
from sandtable.systems.ocs.state import OcsState


def matter(state: OcsState, ask: Ask) -> Sequence[Violation]:
    """Only what everybody sees."""
    frame = state.stack[-1]
    if isinstance(frame, Game):
        names = state.scenario.spoken_sides
        said = f"{names[0]} rolled {frame.first}, {names[1]} {frame.second}: the higher chooses who goes first"
        return (Violation("2.3", said),)
    if isinstance(frame, March):
        here = Hex(state.hex_of[frame.units[0]])
        left = points(min(mp_left(state, unit, SAME) for unit in frame.units))
        said_of = say("{units} in {hex}: {left} MP left", frame.units, here, left)
        return (Violation("6.1", said_of, (here,), frame.units),)
    if isinstance(frame, CheckStacking):
        side = enemy(frame.side) if frame.both else frame.side
        return tuple(_too_much(state, side, hex) for hex in overstacked(state, side))
    return next((found for each in reversed(state.stack) if (found := _fought(state, each))), ())


def _fought(state: OcsState, frame: Procedure) -> tuple[Violation, ...]:
    """9.2, 14.2f The combat, or the mission, that a question belongs to: who takes part in it is turned up (4.9)."""
    if isinstance(frame, CarryOut):
        result = state.scenario.charts["combat"].meaning[frame.result]
        said = say("the combat for {hex}, {result}: {means}", frame.target, frame.result, result)
        return (Violation("9.10", said, (frame.target,), frame.units),)
    if isinstance(frame, Combat):
        word = "overrun of" if frame.overrun else "attack on"
        return (Violation("9.1", say("{word} {hex} by {units}", word, frame.target, frame.units), (frame.target,)),)
    if isinstance(frame, AirBattle):
        said = say("air combat over {hex}: {units} against {other_units}", frame.place, frame.mine, frame.theirs)
        return (Violation("14.3", said, (frame.place,)),)
    if isinstance(frame, Mission):
        said = say("{word} at {hex} by {units}", frame.word, frame.target, frame.planes)
        return (Violation("14.2", said, (frame.target,), frame.planes),)
    return ()


def _too_much(state: OcsState, side: Side, hex: Hex) -> Violation:
    size, full = points(stacked(state, hex, side)), points(most(state))
    if stacked(state, hex, side) > most(state):
        return Violation("4.8", say("{size} REs are in {hex}, {full} may be", size, hex, full), (hex,))
    full = str(state.number("strat-column"))
    return Violation("21.12c", say("more than {full} REs in Strat Mode are in {hex}", full, hex), (hex,))
