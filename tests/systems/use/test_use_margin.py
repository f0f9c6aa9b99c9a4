"""USE: how clearly a side is ahead, in points of our own (1.2 knows victory alone)."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.players import player
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, field


def ended(scenario: str, seed: int) -> tuple[UseState, int | None]:
    state, rng = USE.begin(USE.load(scenario)), Random(seed)
    players = [player("random" if (seed >> side) & 1 else "greedy-1", f"{seed} {side}") for side in (AXIS, WEST)]
    while not isinstance(wait := run(state), Over):
        assert USE.standing.margin(state, AXIS) == -USE.standing.margin(state, WEST)
        if isinstance(wait, Ask):
            answer(state, players[wait.side].answer(state, wait))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    return state, wait.outcome.winner


@pytest.mark.parametrize("scenario", ["poland-1939@poland_will=17", "balkans-1941"])
def test_a_win_is_never_a_worse_margin_than_a_loss(scenario: str) -> None:
    won = {AXIS: list[float](), WEST: list[float]()}
    for seed in range(8):
        state, winner = ended(scenario, seed)
        assert winner is not None
        won[AXIS if winner == AXIS else WEST].append(USE.standing.margin(state, AXIS))
    assert min(won[AXIS]) > 0 > max(won[WEST])


def test_will_and_cities_count_for_the_west_until_all_have_fallen() -> None:
    before, after = field("pz germany tank 0611"), field("pz germany tank 0611", control={"0711": AXIS})
    after.will[after.theatre.country("france")] -= 2
    assert USE.standing.margin(before, WEST) - USE.standing.margin(after, WEST) == 3
    assert USE.standing.tracks(before, None)[-1].value == "Western Allies by 37: National Will 20, 17 cities kept"


def test_turns_left_and_cities_count_for_an_axis_that_has_won() -> None:
    early, late = field("pz germany tank 0611", control={"0711": AXIS}), field("pz germany tank 0611", turn=4)
    for state in (early, late):
        state.leave_war(state.theatre.country("france"))
    assert USE.standing.margin(early, AXIS) == 4 * 5 + 1
    assert USE.standing.margin(late, AXIS) == 5
    assert USE.standing.tracks(early, None)[-1].value == "Axis by 21: 1 city taken, 4 turns left"
