"""USE: what the greedy player is told: it plays whole games, answers legally, and beats chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.players import player
from sandtable.systems.use.counsel.assaults import ordered
from sandtable.systems.use.counsel.odds import adds, promise
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


def test_who_has_nowhere_to_go_is_attacked_rather_than_who_has():
    """5.3 A reduced army that cannot retreat dies on a DR."""
    surrounded = field(
        "a germany infantry 1108; b germany infantry 1106; c germany infantry 1207; x france infantry 1107 reduced"
    )
    free = field("a germany infantry 1108; x france infantry 1107 reduced")
    start, target = (free.theatre.board.place(each) for each in ("1108", "1107"))
    unit = free.scenario.unit("a")
    assert promise(surrounded, unit, start, target) > promise(free, unit, start, target)


def test_an_airdrop_on_the_defender_promises_more():
    """E1"""
    before = field("a germany infantry 0512; x belgium infantry 0511")
    after = field("a germany infantry 0512; x belgium infantry 0511; d germany airdrop 0511")
    start, target = (before.theatre.board.place(each) for each in ("0512", "0511"))
    assert promise(after, after.scenario.unit("a"), start, target) > promise(
        before, before.scenario.unit("a"), start, target
    )


def test_the_best_primary_attacker_leads_an_assault():
    """5.1 A Tank unit that does not attack over the river, whoever was ordered first."""
    state = field("a germany infantry 1108; b germany infantry 1106; pz germany tank 1207; x france infantry 1107")
    target = state.theatre.board.place("1107")
    for unit in ("a", "b", "pz"):
        state.aim(state.scenario.unit(unit), target)
    group = ordered(state, AXIS, target)
    assert group is not None
    assert group.members[0][0] == state.scenario.unit("pz")
    assert len(group.members) == 3


@pytest.mark.parametrize(("will", "dropped"), [(9, False), (2, True)])
def test_the_airdrop_is_kept_for_a_city_its_country_falls_with(will: int, dropped: bool):
    state = field(
        "pz germany tank 0511; luf germany fighter 0512; d germany airdrop events_axis; x france infantry 0508"
    )
    state.will[state.theatre.country("france")] = will
    game = Game(state)
    placed = [action for action in USE.promising(game.state, game.ask) if action[0] == "place"]
    assert bool(placed) == dropped


@pytest.mark.parametrize(("weather", "tank"), [("Fair", 2), ("Severe", 1)])
def test_what_joins_an_assault_counts_as_printed(weather: str, tank: int):
    state = field("a germany infantry 0512; pz germany tank 0513", weather=weather)
    assert [adds(state, state.scenario.unit(unit)) for unit in ("a", "pz")] == [1, tank]
