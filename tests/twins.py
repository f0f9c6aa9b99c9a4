"""Positions of GEW that differ only in what one side may not see."""

from __future__ import annotations

from random import Random

from sandtable.core.rules import Side, UnitId, enemy
from sandtable.systems.gew.options import O35_OFFENSIVES
from sandtable.systems.gew.s06_fog import visible
from sandtable.systems.gew.s10_mobilization import Build, Mobilization
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s24_strategic_warfare import StrategicWarfare
from sandtable.systems.gew.s27_special_forces import Psywar, Support
from sandtable.systems.gew.s31_partisans import RaisePartisan, in_waiting
from sandtable.systems.gew.state import (
    AVG_MOBILIZED,
    LEND_LEASE_USED,
    POWERS_OF_SIDE,
    ULTRA,
    ULTRA_READY,
    ULTRA_USED,
    US_UNIT_BUILT,
    USMC_MOBILIZED,
    GewState,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, NEUTRAL, WALLIED

TOLD = 3  # 8.2: so many MP of the Western Allies or fewer are a reason for a crisis, which everybody is told


def twin_of(state: GewState, side: Side, rng: Random) -> GewState:
    """The same position for a side: of its enemy other points, displays, build boxes and optional markers."""
    twin, foe, turn = state.copy(), enemy(side), state.turn
    for power in POWERS_OF_SIDE[foe]:
        points = rng.randint(0, 30)
        if power != WALLIED or (points <= TOLD) == (state.mp[power] <= TOLD):
            twin.mp[power] = points
    for unit in map(UnitId, range(len(state.hex_of))):
        place = state.hex_of[unit]
        minor = state.theatre.power[unit] == NEUTRAL  # 9.3: who joins a side is shown to it
        if place < 0 or minor or visible(state, side, unit):
            continue
        if place == state.theatre.display[foe]:
            twin.operational[unit] = rng.random() < 0.5
            if rng.random() < 0.3:
                twin.move(unit, state.theatre.reinforcements[foe], "6.3")
        elif place == state.theatre.reinforcements[foe] and not state.theatre.is_ground[unit] and rng.random() < 0.5:
            twin.move(unit, state.theatre.display[foe], "6.3")
            twin.operational[unit] = 1
        elif place in state.theatre.track[turn + 1 :]:
            twin.move(unit, rng.choice(state.theatre.track[turn + 1 :]), "6.3")
    if state.option(O35_OFFENSIVES):
        twin.offensives[foe * len(twin.offensives) // 2] = rng.randrange(3)
    if side != ALLIED_SIDE and state.flags[ULTRA] in (ULTRA_READY, ULTRA_USED):
        twin.flags[ULTRA] = rng.choice((ULTRA_READY, ULTRA_USED))
    if side != ALLIED_SIDE:
        for flag in (LEND_LEASE_USED, US_UNIT_BUILT, USMC_MOBILIZED, AVG_MOBILIZED):
            twin.flags[flag] = rng.randrange(2)
    twin.forget()
    twin.wait = None
    return twin


def sealed_twin(state: GewState, side: Side, rng: Random) -> GewState:
    """As `twin_of`; and its enemy has answered otherwise where a side was not told how."""
    twin = twin_of(state, side, rng)
    for nth, frame in enumerate(twin.stack):
        if getattr(frame, "side", side) == side:
            continue
        if isinstance(frame, Mobilization):
            frame.us_units = rng.randrange(3)
            frame.action = ("lend", str(rng.randint(1, 10))) if frame.action else ()
        elif isinstance(frame, Build):
            frame.unit = rng.choice(twin.units_in(state.theatre.reinforcements[frame.side]))
        elif isinstance(frame, GroundCombatPhase):
            frame.supplied = tuple(sorted(unit for unit in twin.on_map(frame.side) if rng.random() < 0.5))
        elif isinstance(frame, RaisePartisan) and frame.unit >= 0:
            frame.unit = rng.choice(in_waiting(twin, frame.side))
        elif isinstance(frame, Support | Psywar) and not frame.result:
            commandos = [unit for unit, kind in enumerate(twin.theatre.kind) if kind == "commando"]
            frame.units = tuple(map(UnitId, rng.sample(commandos, rng.choice((1, 2)))))
            if isinstance(above := twin.stack[-1], StrategicWarfare) and nth < len(twin.stack) - 1:
                above.column += rng.randrange(3)
    return twin
