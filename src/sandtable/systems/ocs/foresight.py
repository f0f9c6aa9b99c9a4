"""OCS looked ahead at: combat (9), barrage (10), mission (14) or what happens at sea (18), whichever is under way; and
what may follow it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, run
from sandtable.core.groups import Group, stacks
from sandtable.core.lens import Aftermath, Sequel, Stance
from sandtable.core.rules import Breakdown, Hex, Side
from sandtable.core.sentences import Text, joined, say
from sandtable.core.sequence import END, Segment
from sandtable.systems.ocs import s09_forecast, s10_forecast, s14_forecast, s18_forecast
from sandtable.systems.ocs.figures import tokens
from sandtable.systems.ocs.s05_modes import SAME
from sandtable.systems.ocs.s06_movement import ready
from sandtable.systems.ocs.s08_overrun import OVERRUN, bad_overrunners
from sandtable.systems.ocs.s09_segment import ATTACK, attackers
from sandtable.systems.ocs.s10_fire import BARRAGE, EXPLOITATION_BARRAGES, REACTION_BARRAGES
from sandtable.systems.ocs.s10_results import UNITS
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s13_reinforcements import DeliverSupply
from sandtable.systems.ocs.s14_bombing import BOMB, HIP
from sandtable.systems.ocs.s14_missions import MOVEMENT_PHASE
from sandtable.systems.ocs.state import OcsState

ROLLS = 9  # that are followed one after the other: air combat, a loss, flak, another, three drops, and what is captured
PARTS = (s09_forecast, s10_forecast, s14_forecast, s18_forecast)


def terms(state: OcsState) -> Breakdown:
    """What decides the roll, as the rule that rolls sums it."""
    return next((found for part in PARTS if (found := part.terms(state))), Breakdown())


def chart_in_play(state: OcsState) -> tuple[str, str] | None:
    return next((found for part in PARTS if (found := part.chart_in_play(state)) is not None), None)


def meanings(state: OcsState) -> Mapping[str, str]:
    found = s09_forecast.meanings(state)
    chart = None if found else chart_in_play(state)
    return state.scenario.charts[chart[0]].meaning if chart else found


def roll_told(state: OcsState, reading: Any) -> Text:
    told = (part.roll_told(state, reading) for part in PARTS)
    return next(filter(None, told), "") or supply_told(state, reading)


def supply_told(state: OcsState, reading: Any) -> Text:
    """13.6 How much supply comes by a roll: `7 SP, and 1 SP for 8.19 Tobruk`."""
    frame = state.stack[-1]
    table = state.theatre.deliveries[frame.side] if isinstance(frame, DeliverSupply) else None
    if table is None:
        return ""
    beside = table.beside(table.tokens(reading))
    others = [say("{number} for {hex}", tokens(number), hex) for hex, number in beside.items()]
    return joined([tokens(table.tokens(reading)), *others], ", and ")


def on_the_way(state: OcsState) -> bool:
    """9.8, 14.2f Surprise comes before the result of a combat, air combat and flak before what a mission is for."""
    return s09_forecast.on_the_way(state) or s14_forecast.on_the_way(state)


def level(state: OcsState) -> int:
    """The lowest of what is under way: a barrage may be part of a mission."""
    found = s09_forecast.level(state), s10_forecast.level(state), s14_forecast.level(state), s18_forecast.level(state)
    return min(found)


def concluded(before: OcsState, state: OcsState) -> bool:
    """8.1 After an overrun the march goes on, 12.6c after the Supply Phase the next one: actions of their own."""
    if isinstance(before.stack[-1], CheckSupply) and not any(isinstance(each, CheckSupply) for each in state.stack):
        return True
    return s09_forecast.concluded(before, state)


def stances(state: OcsState, ask: Ask, looking: Side) -> list[Stance]:
    told = (part.stances(state, ask, looking) for part in (s09_forecast, s14_forecast, s18_forecast))
    return next(filter(None, told), [])


def aftermath(before: OcsState, action: Action, after: OcsState) -> Aftermath:
    """Of the first that has anything to tell: what is aimed at units is a barrage before it is a mission."""
    form = before.wait.form if isinstance(before.wait, Ask) else None
    if isinstance(form, Menu) and form.forms[action[0]] in (ATTACK, OVERRUN):
        return s09_forecast.aftermath(before, action, after)
    told = (part.aftermath(before, action, after) for part in (s18_forecast, s10_forecast, s14_forecast, s09_forecast))
    return next((found for found in told if found.figures), Aftermath((), {}))


# ------------------------------------------------------------------------------------------------ if I barrage first


def sequel(state: OcsState, action: Action) -> Sequel | None:
    """10.0, 9.1, 8.1 The attack that a barrage of units makes ready for, with all that could take part: the regular
    attack of the same phase, or after a hip shoot the strongest overrun."""
    frame, ask = state.stack[-1], run(state)
    if not isinstance(frame, Segment) or not isinstance(ask, Ask) or not isinstance(ask.form, Menu) or len(action) < 3:
        return None
    form, target, aim = ask.form.forms[action[0]], action[1], action[2]
    if aim != UNITS:
        return None
    if form is HIP:
        return _overrun(state, frame, Hex(target))
    late = frame.row.endswith(EXPLOITATION_BARRAGES)
    if form not in (BARRAGE, BOMB) or MOVEMENT_PHASE in frame.row or frame.row.endswith(REACTION_BARRAGES):
        return None
    units = attackers(state, frame.side, Hex(target), late)
    if not units:
        return None
    groups = tuple(sorted(stacks(state, units).values()))
    attack = (ATTACK.name, target, groups, ())
    return Sequel(say("an attack on {hex} with {units}", target, tuple(units)), ((END,), attack), "9.1")


def _overrun(state: OcsState, segment: Segment, target: Hex) -> Sequel | None:
    """8.1 By those of a stack next to the hex that can, as they are."""
    strength, board = state.theatre.strength, state.theatre.board
    near = [unit for unit in ready(state, segment.side) if state.hex_of[unit] in board.around(target)]
    found: list[tuple[int, Group]] = []
    for stack in stacks(state, near).values():
        able = tuple(unit for unit in stack if _overruns(state, segment, (unit,), target))
        for group in {able, *((unit,) for unit in able)}:
            if group and _overruns(state, segment, group, target):
                found.append((sum(strength[state.face[unit]][unit] for unit in group), group))
    if not found:
        return None
    units = max(found)[1]
    action = (OVERRUN.name, units, SAME, target, ())
    return Sequel(say("an overrun of {hex} by {units}", target, units), (action,), "8.1")


def _overruns(state: OcsState, segment: Segment, units: Group, target: Hex) -> bool:
    if next(bad_overrunners(segment, state, units), None) is not None:
        return False
    return not OVERRUN.check(state, (units, SAME, target, ()))
