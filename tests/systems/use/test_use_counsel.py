"""USE: what the greedy player is told: it plays whole games, answers legally, and beats chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.players import player
from sandtable.systems.use.counsel.worth import plan, potential
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field


def played(scenario: str, seed: int, *names: str) -> Any:
    state, rng = USE.begin(USE.load(scenario)), Random(seed)
    players = [player(name, f"{seed} {name}") for name in names]
    while not isinstance(wait := run(state), Over):
        if isinstance(wait, Ask):
            action = players[wait.side].answer(USE.imagine(state, wait.side, rng), wait)
            assert not wait.form.check(state, action)
            answer(state, wait.form.settled(action))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    return wait.outcome


@pytest.mark.parametrize("scenario", ["poland-1939", "france-1940", "balkans-1941"])
def test_greedy_plays_to_the_end_against_itself(scenario: str):
    assert played(scenario, 1, "greedy", "greedy").winner in (AXIS, WEST)


def test_greedy_conquers_poland_more_often_than_not():
    assert sum(played("poland-1939", seed, "greedy", "random").winner == AXIS for seed in range(8)) >= 5


def test_greedy_keeps_france_from_a_random_attacker():
    assert played("france-1940", 2, "random", "greedy").winner == WEST


def test_an_empty_city_is_worth_more_than_a_doubtful_attack():
    state = field("pz germany tank 0611; x france infantry 0711; y france infantry 0913")
    best = plan(state, state.scenario.unit("pz"), 10, True)
    assert best.target is None
    assert state.is_city(best.to)
    assert potential(state, state.scenario.unit("pz"), 0, True) == 0


def test_5_1_everything_is_committed_to_an_attack():
    game = Game(field("pz germany tank 1008; x belgium infantry 1007; luf germany fighter 0808"))
    game.do("activate", "pz")
    game.do("attack", "1007")
    assert USE.promising(game.state, game.ask) == [("commit",)]
    game.do("commit")
    assert USE.promising(game.state, game.ask) == [("air", game.unit("luf"))]


def test_cities_that_fall_are_worth_more_to_the_axis_than_to_the_west():
    before = field("pz germany tank 0611")
    after = field("pz germany tank 0611", control={"0711": AXIS})
    after.will[after.theatre.country("france")] -= 2
    assert USE.worth(after, AXIS) > USE.worth(before, AXIS)
    assert USE.worth(after, WEST) == -USE.worth(after, AXIS)
