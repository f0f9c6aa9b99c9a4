"""TOY 2 and 7: the sequence of play, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.errors import BadInput, IllegalAction
from sandtable.core.flow import Outcome
from sandtable.core.rules import Side

if TYPE_CHECKING:
    from systems.toy.conftest import Front


def test_2_0_four_turns_of_red_then_blue(front: Front) -> None:
    game = front("r1 0101", "b1 0801")

    asked = []
    while game.outcome is None:
        asked.append(game.asked)
        game.session.submit_written(game.ask.side, ["end"])

    assert asked[:2] == ["red Action", "blue Action"]
    assert asked[2:6] == ["red Action", "blue Regroup", "blue Action", "red Regroup"]
    assert asked.count("red Action") == asked.count("blue Action") == 4
    assert [line for line in game.log.splitlines() if "begins" in line] == [
        f"turn {turn} begins (TOY 2.0)" for turn in (1, 2, 3, 4)
    ]


def test_2_0_nothing_is_asked_after_the_last_turn(front: Front) -> None:
    game = front()

    assert game.session.ask is None
    with pytest.raises(BadInput, match="the game is over"):
        game.red("end")


def test_2_1_the_enemy_regroups_between_action_and_rally_but_not_in_the_first_turn(front: Front) -> None:
    game = front("r1 0101 reduced", "b1 0801", dice=[1, 6])

    game.red("end")
    assert game.asked == "blue Action"
    game.blue("end").red("end")
    assert game.asked == "blue Regroup"
    assert game.offers() == ["dig", "end"]
    game.blue("dig b1")

    assert game.log.splitlines()[-1] == "1st Guards gains a step, 2 now (TOY 5.0)"


def test_2_1_a_regroup_with_nothing_to_do_is_passed_unasked(front: Front) -> None:
    game = front("r1 0101", "b1 0801 dug")

    game.red("end").blue("end").red("end")

    assert game.asked == "blue Action"


def test_2_2_a_unit_acts_once_in_a_turn(front: Front) -> None:
    game = front("r1 0101", "r2 0301", "b1 0801")

    game.red("dig r1")

    assert game.why_not("move r1") == "1st Guards has acted this turn (TOY 2.2)"
    assert game.offers("move") == game.offers("dig") == ["r2"]
    with pytest.raises(
        IllegalAction,
        match=r"dig 1st Guards: 1st Guards is dug in \(TOY 5\.1\); 1st Guards has acted this turn \(TOY 2\.2\)",
    ):
        game.red("dig r1")


def test_2_2_a_new_turn_lets_it_act_again(front: Front) -> None:
    game = front("r1 0101", "b1 0801")

    game.red("dig r1").blue("end")

    assert game.offers("move") == ["r1"]


@pytest.mark.parametrize(
    ("units", "outcome"),
    [
        (["r1 0202"], Outcome(Side(0), "", "red holds 1 towns, blue 0", "7.0")),
        (["b1 0702"], Outcome(Side(1), "", "red holds 0 towns, blue 1", "7.0")),
        (["r1 0202", "b1 0702"], Outcome(None, "", "both hold 1 towns", "7.0")),
    ],
)
def test_7_0_the_side_with_more_towns_wins(front: Front, units: list[str], outcome: Any) -> None:
    game = front(*units)

    for side, unit, town in (("red", "r1", "0203"), ("blue", "b1", "0703")):
        if any(line.startswith(unit) for line in units):
            getattr(game, side)(f"move {unit} {town}")
        if game.outcome is None and game.asked == f"{side} Action":
            getattr(game, side)("end")
    while game.outcome is None:
        game.session.submit_written(game.ask.side, ["end"])

    assert game.outcome == outcome


def test_7_0_a_town_stays_with_who_entered_it_last(front: Front) -> None:
    game = front("r4 0202", "b1 0801")

    game.red("move r4 0203").blue("end").red("move r4 0202")

    assert game.owner("west") == "red"
    assert game.owner("east") == ""
    assert "Red controls 0203 Westham (TOY 7.0)" in game.log
