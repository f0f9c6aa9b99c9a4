"""TOY 3, 6 and the option O1: movement, the fire it draws, and what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.core.errors import IllegalAction
from sandtable.core.rules import Side

if TYPE_CHECKING:
    from systems.toy.conftest import Front


def test_3_0_a_unit_moves_as_far_as_its_points_reach(front: Front) -> None:
    game = front("r2 0106", "r4 0601")

    assert game.offers("move r2") == ["0104", "0204", "0105", "0205", "0206", "0306"]
    game.red("move r2 0104")

    assert game.at("r2") == "0104"
    assert game.log.endswith("2nd Rifles moves from 0106 to 0104 (TOY 3.0)")


def test_3_0_a_unit_does_not_move_to_where_it_is(front: Front) -> None:
    assert front("r2 0106").why_not("move r2 0106") == "it is already there (TOY 3.0)"


def test_3_0_a_unit_that_moves_leaves_its_diggings(front: Front) -> None:
    game = front("r2 0106 dug")

    game.red("move r2 0105")

    assert not game.state.dug[game.scenario.unit("r2")]


def test_3_1_a_wood_costs_two_and_a_river_one_more(front: Front) -> None:
    """3.1: from 0403 with three points, 0503 beyond the ford costs two, and 0603 beyond that one more."""
    game = front("r1 0403", "r2 0103")

    assert {"0503", "0603"} <= set(game.offers("move r1"))
    assert "0604" not in game.offers("move r1")
    assert "0202" in game.offers("move r2")
    assert "0302" not in game.offers("move r2")
    assert "it is too far" in game.why_not("move r2 0302")


def test_3_2_an_enemy_zone_is_entered_and_not_left(front: Front) -> None:
    game = front("r4 0101", "b4 0301")

    assert "0201" in game.offers("move r4")
    assert "0401" not in game.offers("move r4")
    assert game.why_not("move r4 0401") == "it is too far, or an enemy zone stops the way (TOY 3.1)"


def test_3_2_a_unit_hemmed_in_is_not_asked_where_to(front: Front) -> None:
    game = front("r2 0101", "r1 0102", "r3 0102", "r4 0201", "b1 0201")  # an impossible stack, to close the corner

    assert game.why_not("move r2") == "2nd Rifles can go nowhere (TOY 3.2)"


def test_3_3_two_units_to_a_hex_and_never_both_sides(front: Front) -> None:
    game = front("r1 0102", "r2 0102", "r3 0101", "b1 0301")

    assert game.why_not("move r3 0102") == "two units are there already (TOY 3.3)"
    assert game.why_not("move r3 0301") == "an enemy is there (TOY 3.3)"
    assert "0102" not in game.offers("move r3")


def test_3_3_one_may_pass_through_a_full_hex(front: Front) -> None:
    game = front("r1 0102", "r2 0102", "r3 0101", "b1 0801")

    assert "0103" in game.offers("move r3")


@pytest.mark.parametrize(("die", "steps"), [(4, 2), (5, 1)])
def test_3_4_an_enemy_may_fire_at_a_unit_that_stops_next_to_it(front: Front, die: int, steps: int) -> None:
    game = front("r1 0101", "b1 0301", dice=[die])

    game.red("move r1 0201")
    assert game.asked == "blue reaction"
    game.blue("fire b1")
    assert game.steps("r1") == steps
    assert f"1st Panzer fires at 0201: {'hit' if steps == 1 else 'miss'} (TOY 3.4)" in game.log


def test_3_4_fire_may_be_held_and_only_those_next_to_the_unit_fire(front: Front) -> None:
    game = front("r1 0101", "r4 0106", "b1 0301", "b2 0501")

    game.red("move r1 0201")

    assert game.offers("fire") == ["b1"]
    assert game.why_not("fire b2") == "2nd Grenadiers is not next to the unit that moved (TOY 3.4)"
    assert game.why_not("fire r1") == "1st Guards is not a unit of yours on the map (TOY 3.4)"
    assert game.blue("hold").asked == "red Action"


def test_3_4_a_unit_fires_once_in_a_turn(front: Front) -> None:
    game = front("r1 0101", "r3 0102", "r4 0106", "b1 0301", dice=[1])

    game.red("move r1 0201").blue("fire b1").red("move r3 0201")

    assert game.asked == "red Action"


def test_3_4_a_unit_that_has_fired_says_so(front: Front) -> None:
    game = front("r1 0101", "r3 0102", "b1 0301", "b2 0302", dice=[1])

    game.red("move r1 0201").blue("fire b1").red("move r3 0201")

    assert game.why_not("fire b1") == "1st Panzer has fired this turn (TOY 3.4)"
    assert game.offers("fire") == ["b2"]
    game.blue("hold")


def test_3_5_fire_is_answered_by_fire_inside_the_first(front: Front) -> None:
    """3.5: blue hits, red answers and hits, blue's other unit answers that."""
    game = front("r1 0101", "b1 0301", "b2 0302", dice=[6, 6, 6])

    game.red("move r1 0201").blue("fire b1")
    assert game.asked == "red reaction"
    game.red("fire r1")
    assert game.asked == "blue reaction"
    assert len([frame for frame in game.state.stack if frame.kind == "toy.Reaction"]) == 3
    game.blue("fire b2")

    assert game.at("r1") == ""
    assert game.steps("b1") == 1
    assert "1st Guards is eliminated at 0201 (TOY 3.4)" in game.log


def test_3_5_a_unit_that_is_eliminated_is_not_avenged(front: Front) -> None:
    game = front("r1 0101 reduced", "b1 0301", dice=[6])

    game.red("move r1 0201").blue("fire b1")

    assert game.asked == "blue Action", "red has nobody left"


def test_6_0_an_enemy_that_is_hidden_shows_only_that_it_is_there(front: Front) -> None:
    game = front("r1 0101", "b1 0801 hidden", "b2 0701")

    red, blue = (game.session.view(Side(side)) for side in (0, 1))

    assert [(seen.side, seen.unit) for seen in red.units] == [(0, 0), (1, 5), (1, None)]
    assert [seen.unit for seen in blue.units] == [0, 5, 4]
    assert red.units[-1].face == {}


def test_6_0_a_hidden_unit_moves_unheard(front: Front) -> None:
    game = front("r1 0101 hidden", "b1 0801")

    game.red("move r1 0102")

    assert "r1" not in game.log_of("blue")
    assert "1st Guards moves from 0101 to 0102" in game.log_of("red")


def test_6_0_units_that_meet_are_seen_and_stay_seen(front: Front) -> None:
    game = front("r1 0101 hidden", "b1 0301 hidden", "b2 0801 hidden")

    game.red("move r1 0201").blue("hold")

    assert list(game.state.hidden) == [0, 0, 0, 0, 0, 1, 0, 0]
    assert "1st Guards is seen at 0201 (TOY 6.0)" in game.log_of("blue")
    assert "1st Panzer is seen at 0301 (TOY 6.0)" in game.log_of("red")


def test_6_0_a_reveal_cannot_be_undone(front: Front) -> None:
    game = front("r1 0101", "b1 0301 hidden")

    game.red("move r1 0201")

    assert game.session.why_not_undo(Side(0)).startswith("nothing of yours")


def test_6_0_a_hidden_unit_that_fires_is_seen(front: Front) -> None:
    """The fire of a unit still hidden named it to the enemy while the view went on hiding it."""
    game = front("r1 0101", "r2 0401 hidden", "b1 0301", dice=[6, 1])

    game.red("move r1 0201").blue("fire b1").red("fire r2")

    assert "2nd Rifles is seen at 0401 (TOY 6.0)" in game.log_of("blue")
    assert not game.state.hidden[game.scenario.unit("r2")]


def test_o1_in_mud_nobody_leaves_a_wood(front: Front) -> None:
    """O1"""
    dry, wet = front("r1 0202", "r2 0301", "b1 0801"), front("r1 0202", "r2 0301", "b1 0801", mud=True)

    assert dry.offers("move") == ["r1", "r2"]
    assert wet.offers("move") == ["r2"]
    assert wet.why_not("move r1") == "1st Guards is stuck in the mud (TOY O1)"
    with pytest.raises(IllegalAction, match=r"move 1st Guards 0201: 1st Guards is stuck in the mud \(TOY O1\)"):
        wet.red("move r1 0201")


def test_o1_mud_says_nothing_of_an_enemy(front: Front) -> None:
    """Asking why a hidden unit cannot be moved told that it stood in a wood."""
    game = front("r1 0101", "b1 0602 hidden", mud=True)

    assert game.why_not("move b1") == "1st Panzer is not a unit of yours on the map (TOY 1.0)"


def test_2_2_nothing_is_said_of_whether_an_enemy_has_acted(front: Front) -> None:
    """Asking why a hidden unit cannot be moved told whether it had acted in its own turn."""
    game = front("r1 0101", "b1 0801 hidden")

    game.red("end").blue("dig b1")

    assert game.why_not("move b1") == "1st Panzer is not a unit of yours on the map (TOY 1.0)"
