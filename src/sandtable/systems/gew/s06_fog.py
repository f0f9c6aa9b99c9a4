"""GEW 6.3: what a player may not see of his enemy: points, displays, and what is being built."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.system import Scenario
from sandtable.core.views import View, lay_open, look
from sandtable.systems.gew.options import O36_ULTRA, OPEN_DISPLAYS
from sandtable.systems.gew.setups import SetUp
from sandtable.systems.gew.state import (
    MOST_MP,
    POWERS_OF_SIDE,
    SIDES_OF_POWERS,
    ULTRA,
    ULTRA_READY,
    ULTRA_REMOVED,
    GewState,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, BELLIGERENTS, SIDE_OF_POWER, SIDES, Theatre

IN_DISPLAY, READY = 0.8, 0.7  # how likely a hidden campaign unit is in play, and then operational


def view(state: GewState, side: Side | None) -> View:
    """6.3 All units on the map, in the staging areas and the Convoy Display; of boxes one's own, and nobody's where
    there is no side. The turn track holds counters of both."""
    if state.option(OPEN_DISPLAYS):
        return lay_open(state, side)
    closed, shared = boxes(state.theatre, side)
    filled = [box for box in shared if state.top_of[box] >= 0]
    unseen = [unit for box in filled for unit in state.units_in(box) if state.side_of(unit) != side]
    return look(state, side, closed=closed, unseen=unseen, told={"flags": announced(state)})


@lru_cache
def boxes(theatre: Theatre, side: Side | None) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """6.3 Those a side may not look into, and those in which it sees its own counters."""
    beyond = [Hex(place) for place in range(theatre.convoy + 1, theatre.board.size)]
    if side is None:
        return tuple(beyond), ()
    closed = tuple(place for place in beyond if theatre.own_boxes.get(place, side) != side)
    return closed, tuple(place for place in beyond if place not in theatre.own_boxes)


def announced(state: GewState) -> Collection[int]:
    """O36 What the Axis knows of Ultra: only when it is gone for good."""
    return (ULTRA,) if state.flags[ULTRA] == ULTRA_REMOVED else ()


def open_flags(state: GewState) -> bytes:
    """What the Axis knows of what has happened."""
    flags, known = state.flags[:], announced(state)
    for nth in _secret_flags(state.scenario):
        if nth not in known:
            flags[nth] = 0
    return bytes(flags)


@lru_cache
def _secret_flags(scenario: Scenario) -> tuple[int, ...]:
    return GewState.declared["flags"].hidden_from(scenario, None)


def visible(state: GewState, side: Side | None, unit: UnitId) -> bool:
    place = state.hex_of[unit]
    return place <= state.theatre.convoy or (
        side is not None and state.theatre.own_boxes.get(place, state.side_of(unit)) == side
    )


def veiled(state: GewState, side: Side) -> GewState:
    """A position in which all that a side may not see is always the same: the enemy has every point he could have, and
    his hidden counters are away. For looking ahead, where nothing is to be guessed."""
    seen = view(state, side).beneath(state)
    if not state.option(OPEN_DISPLAYS):
        for power in POWERS_OF_SIDE[enemy(side)]:
            seen.mp[power] = MOST_MP
    return seen


def imagine(state: GewState, side: Side, rng: Random) -> GewState:
    return guess(view(state, side).beneath(state), side, rng)


def guess(state: GewState, side: Side, rng: Random) -> GewState:
    """Fill in what a side does not see, in a state that holds what it sees: points; campaign units of the enemy in
    their display, his other counters among the reinforcements; and Ultra, unless it is known to be gone (O36)."""
    if state.option(OPEN_DISPLAYS):
        return state
    for power in BELLIGERENTS:
        points = rng.randint(0, MOST_MP // 2)
        if SIDE_OF_POWER[power] != side:
            state.mp[power] = points
    if side != ALLIED_SIDE and state.option(O36_ULTRA) and not state.flags[ULTRA]:
        state.flags[ULTRA] = ULTRA_READY
    theatre, foe, random = state.theatre, enemy(side), rng.random
    hex_of, operational, is_ground = state.hex_of, state.operational, theatre.is_ground
    in_display, waiting = [], []
    for unit in hideable(theatre, state.setup, state.powers(), side, bool(state.turn)):
        if hex_of[unit] < 0:
            if is_ground[unit] or random() >= IN_DISPLAY:
                waiting.append(unit)
            else:
                in_display.append(unit)
                operational[unit] = random() < READY
    state.pile(in_display, theatre.display[foe])
    state.pile(waiting, theatre.reinforcements[foe])
    return state


@lru_cache(maxsize=256)
def hideable(theatre: Theatre, plan: SetUp, powers: bytes, side: Side, begun: bool) -> tuple[UnitId, ...]:
    """The counters that a side's enemy may have in his boxes. Neutral counters lie in Axis boxes (33.2)."""
    known = (side, len(SIDES)) if side != ALLIED_SIDE else (side,)
    open_to_all = {*plan.out, *plan.optional}
    if not begun:  # 33.0 what is still to be set up lies there for everybody to see
        open_to_all |= {unit for units, *_ in (*plan.free, *plan.pick) for unit in units}
    return tuple(
        UnitId(unit) for unit, owner in enumerate(powers.translate(SIDES_OF_POWERS))
        if owner not in known and unit not in open_to_all
    )  # fmt: skip
