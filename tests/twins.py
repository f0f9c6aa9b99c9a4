"""Positions of GEW that differ only in what one side may not see."""

from __future__ import annotations

from random import Random

from sandtable.core.rules import Side, UnitId
from sandtable.systems.gew.s06_fog import visible
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
from sandtable.systems.gew.theatre import ALLIED_SIDE, DISPLAY, NEUTRAL, REINFORCEMENTS, TRACK, WALLIED

TOLD = 3  # 8.2: so many MP of the Western Allies or fewer are a reason for a crisis, which everybody is told


def twin_of(state: GewState, side: Side, rng: Random) -> GewState:
    """The same position for a side: of its enemy other points, displays, build boxes and optional markers."""
    twin, foe, turn = state.copy(), Side(1 - side), state.turn
    for power in POWERS_OF_SIDE[foe]:
        points = rng.randint(0, 30)
        if power != WALLIED or (points <= TOLD) == (state.mp[power] <= TOLD):
            twin.mp[power] = points
    for unit in map(UnitId, range(len(state.hex_of))):
        place = state.hex_of[unit]
        minor = state.theatre.power[unit] == NEUTRAL  # 9.3: who joins a side is shown to it
        if place < 0 or minor or visible(state, side, unit):
            continue
        if place == DISPLAY[foe]:
            twin.operational[unit] = rng.random() < 0.5
            if rng.random() < 0.3:
                twin.move(unit, REINFORCEMENTS[foe], "6.3")
        elif place == REINFORCEMENTS[foe] and not state.theatre.is_ground[unit] and rng.random() < 0.5:
            twin.move(unit, DISPLAY[foe], "6.3")
            twin.operational[unit] = 1
        elif place in TRACK[turn + 1 :]:
            twin.move(unit, rng.choice(TRACK[turn + 1 :]), "6.3")
    if state.option("major_offensives"):
        twin.offensives[foe * len(twin.offensives) // 2] = rng.randrange(3)
    if side != ALLIED_SIDE and state.flags[ULTRA] in (ULTRA_READY, ULTRA_USED):
        twin.flags[ULTRA] = rng.choice((ULTRA_READY, ULTRA_USED))
    if side != ALLIED_SIDE:
        for flag in (LEND_LEASE_USED, US_UNIT_BUILT, USMC_MOBILIZED, AVG_MOBILIZED):
            twin.flags[flag] = rng.randrange(2)
    twin.spoil(*range(len(twin.facts)))
    twin.wait = None
    return twin
