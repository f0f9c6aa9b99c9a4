"""GEW 6.3: what the enemy's procedures keep from a side, guessed like the rest of what it may not see.

Missions, attacks and markers that are played are open. What is being built, what goes by Lend-Lease, which commandos
are on their way before the dice have told, and whether a Major Offensive is ready are not.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.gew.s10_mobilization import Build, Mobilization, delay, loads
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s24_strategic_warfare import StrategicWarfare
from sandtable.systems.gew.s27_special_forces import Psywar, Support, psywar, support
from sandtable.systems.gew.s31_partisans import RaisePartisan, in_waiting
from sandtable.systems.gew.s35_offensives import PLAYED
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import WALLIED


def guess_procedures(state: GewState, side: Side, rng: Random) -> None:
    """In a position that a side imagines: the stack too. A roll is prepared anew, since it may hold what was hidden."""
    before = [frame.plain() for frame in state.stack]
    for nth, frame in enumerate(state.stack):
        if getattr(frame, "side", side) != side:
            _guess(state, frame, rng)
            if isinstance(frame, Support | Psywar) and nth + 1 < len(state.stack) and not frame.result:
                _aim(state, frame, state.stack[nth + 1])
    if [frame.plain() for frame in state.stack] != before:
        state.wait = None


def _guess(state: GewState, frame: Procedure, rng: Random) -> None:
    if isinstance(frame, Mobilization):
        frame.us_units = 0
        if frame.action:  # O33.1: on its way, and not yet arrived
            most = max(1, min(len(loads(frame, state)), state.mp[WALLIED]))
            frame.action = ("lend", str(rng.randint(1, most)))
    elif isinstance(frame, Build):  # 11.3: it is seen that the delay is rolled for
        frame.unit = _drawn(
            state, frame.side, rng, state.theatre.reinforcements, lambda unit: "dr" in delay(state, unit)
        )
    elif isinstance(frame, GroundCombatPhase):  # O35.3: kept only if an offensive is ready
        frame.supplied = ()
    elif isinstance(frame, RaisePartisan) and frame.unit >= 0:
        frame.unit = rng.choice(in_waiting(state, frame.side))
    elif isinstance(frame, Support | Psywar) and not frame.result:
        kind = state.theatre.kind
        frame.units = (_drawn(state, frame.side, rng, state.theatre.display, lambda unit: kind[unit] == "commando"),)


def _aim(state: GewState, mission: Support | Psywar, dice: Procedure) -> None:
    """27.2 The column is that of the commandos that were guessed."""
    played = mission.offensive == PLAYED
    if isinstance(mission, Support):
        prepared = support(state, mission.units, played)
    else:
        prepared = psywar(state, mission.side, mission.target, mission.units, played)
    assert isinstance(dice, StrategicWarfare)
    assert isinstance(prepared.procedure, StrategicWarfare)
    dice.column, dice.shift = prepared.procedure.column, prepared.procedure.shift


def _drawn(state: GewState, side: Side, rng: Random, boxes: tuple[Hex, ...], fits: Callable[[UnitId], bool]) -> UnitId:
    """One of a side's counters that its enemy does not see, in the box it must be in."""
    own = [unit for unit in map(UnitId, range(len(state.hex_of))) if state.side_of(unit) == side and fits(unit)]
    hidden = [unit for unit in own if state.hex_of[unit] in (*state.theatre.display, *state.theatre.reinforcements)]
    unit = rng.choice(hidden or [unit for unit in own if state.hex_of[unit] < 0])
    if state.hex_of[unit] < 0:
        state.place(unit, boxes[side], "33.0")
    elif state.hex_of[unit] != boxes[side]:
        state.move(unit, boxes[side], "33.0")
    return unit
