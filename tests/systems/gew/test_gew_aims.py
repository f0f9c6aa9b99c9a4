"""What is kept of what units are after is what is found anew. No rule."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from weakref import ref

import pytest

from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.intents import SCRIPT
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.play.session import start
from sandtable.players.greedy import Greedy
from sandtable.players.randomly import fall
from sandtable.systems.gew.counsel import promising
from sandtable.systems.gew.counsel.aims import (
    _least_crowded,
    _reached,
    _roads_of_power,
    aims,
    last_guards,
    roads,
    targets,
)
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.counsel.prizes import NEAR, staked, threatened
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s17_movement import MOVE
from sandtable.systems.gew.s26_naval_missions import open_seas
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import SOVIET

GAMES = ("gew:north-africa-1941", "gew:barbarossa", "gew:campaign")
HABIT = habits(SCRIPT)


def played(game: str, answers: int) -> Iterator[tuple[GewState, Ask]]:
    """The questions of a game that scripts play on."""
    state, dice = start(game, "aims", {"automatic_setup": True}).state.copy(), Random("aims")
    scripts = [Greedy(f"aims {side}", SCRIPT) for side in (0, 1)]
    assert isinstance(state, GewState)
    while answers and not isinstance(wait := run(state), Over):
        if isinstance(wait, Roll):
            answer(state, fall(wait, dice))
        else:
            yield state, wait
            answer(state, scripts[wait.side].quickly(state, wait))
            answers -= 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_what_is_found_anew(game: str) -> None:
    for nth, (state, ask) in enumerate(played(game, 150)):
        if nth % 10 == 0:
            fresh = GewState.restore(state.scenario, state.plain())
            places = targets(state.scenario, SCRIPT)
            assert {*last_guards(state, ask.side, HABIT.garrison)} == {*guards(fresh, ask.side)}
            assert [*_reached(state, ask.side, places, HABIT)] == [*_reached(fresh, ask.side, places, HABIT)]
            for power in POWERS_OF_SIDE[ask.side]:
                for unit in state.forces(power):
                    place, way = Hex(state.hex_of[unit]), roads(state, unit, places, HABIT)
                    assert [*way.row(place)] == [way.way(nth)[place] for nth in range(len(places))]
                    assert way.within(place, 4) == tuple(nth for nth, far in enumerate(way.row(place)) if far <= 4)
            assert _roads_of_power(state, 0, places, HABIT.landing) is _roads_of_power(fresh, 0, places, HABIT.landing)


def guards(state: GewState, side: Side) -> Iterator[UnitId]:
    """Who is alone in a hex that counts and that the enemy is near to or may sail to, one by one."""
    board, theatre = state.scenario.board, state.theatre
    foe = Side(1 - side)
    seas = [open_seas(state, power) for power in POWERS_OF_SIDE[foe] if power != SOVIET]
    for place in map(Hex, staked(state.scenario)):
        mine = [unit for unit in state.ground_in(place) if state.side_of(unit) == side]
        by_sea = any(theatre.seas_at[place] & each for each in seas)
        reached = board.grid.trace(theatre.flight_prices, occupied(state, foe), NEAR).reached
        assert (place in threatened(state, side)) == (by_sea or place in reached)
        if len(mine) == 1 and (by_sea or place in reached):
            yield mine[0]


def test_the_least_crowded_is_the_least_of_all() -> None:
    rng = Random("crowds")
    for _ in range(500):
        near = sorted((rng.randrange(20) / 2, nth) for nth in range(8))
        crowded = {nth: rng.choice([0.0, 0.0, 1.5, 4.0]) for nth in range(8)}
        assert _least_crowded(near, crowded) == min((cost + crowded[nth], nth) for cost, nth in near)[1]


def test_a_phase_that_is_played_on_is_planned_once_and_another_position_begins_anew() -> None:
    asked = ((state, ask) for state, ask in played("gew:barbarossa", 60) if ask.form is MOVE)
    state, ask = next(asked)
    planned = aims(state, ask.side, SCRIPT)
    assert [*promising(state, ask, SCRIPT)] == [*promising(state, ask, SCRIPT)]  # asking changes nothing
    for _, _ in zip(range(3), asked, strict=False):
        assert aims(state, ask.side, SCRIPT) is planned
    other = state.copy()
    assert aims(other, ask.side, SCRIPT) is not planned
    kept = ref(copy(other).stack[-1])
    del other
    assert kept() is None  # what is kept for a phase holds nobody
