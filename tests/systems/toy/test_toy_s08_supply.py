"""TOY 8: stacks march as one, and rounds are spent on assaults and on worn units."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sandtable.core.errors import IllegalAction
from sandtable.core.rules import Side
from sandtable.play.notation import written

if TYPE_CHECKING:
    from systems.toy.conftest import Front


def test_8_0_a_stock_is_ones_own_affair(column: Front) -> None:
    game = column("r1 0101", "b1 0801")

    views = [game.session.view(side).column("stock") for side in (Side(0), Side(1), None)]

    assert [list(view) for view in views] == [[90_000, 0], [0, 70_000], [0, 0]]


def test_8_1_a_stack_marches_with_one_answer(column: Front) -> None:
    game = column("r1 0302", "r2 0302", "r3 0302", "r4 0101", "b1 0801")

    assert game.offers("march") == ["0101", "0302", "r1", "r2", "r3"]
    game.red("march 0302 0402")

    assert [game.at(unit) for unit in ("r1", "r2", "r3")] == ["0402"] * 3
    assert game.why_not("march r1") == "1st Guards has acted this turn (TOY 2.2)"


def test_8_1_a_stack_lies_as_before_when_it_has_marched(column: Front) -> None:
    game = column("r2 0302", "r3 0302", "r1 0302", "b1 0801")
    before = game.state.units_in(game.scenario.place("0302"))

    game.red("march 0302 0402")

    assert game.state.units_in(game.scenario.place("0402")) == before


def test_8_1_a_part_of_a_stack_marches_and_the_rest_stays(column: Front) -> None:
    game = column("r1 0302", "r2 0302", "r3 0302", "b1 0801")

    game.red("march r3+r1 0402")

    assert [game.at(unit) for unit in ("r1", "r2", "r3")] == ["0402", "0302", "0402"]
    assert game.offers("march") == ["0302"]  # what is left there


def test_8_1_units_of_two_hexes_are_no_stack(column: Front) -> None:
    game = column("r1 0302", "r2 0303", "b1 0801")

    assert game.why_not("march r1+r2") == "they are not in one hex (TOY 8.1)"
    assert game.why_not("march r1+b1") == "1st Panzer is not a unit of yours on the map (TOY 1.0)"


def test_8_1_a_stack_goes_as_far_as_the_slowest_and_where_there_is_room(column: Front) -> None:
    game = column("r1 0302 marching", "r2 0302", "r4 0402", "r5 0402", "b1 0801")

    assert "0602" in game.offers("march r1")
    assert game.why_not("march 0302 0602") == "it is too far for 2nd Guards, or an enemy zone stops the way (TOY 3.1)"
    assert game.why_not("march 0302 0402") == "there is room for 1 there (TOY 3.3)"
    assert game.why_not("march r1 0402") == ""


def test_8_1_each_unit_of_a_stack_may_draw_fire(column: Front) -> None:
    game = column("r1 0302", "r2 0302", "b1 0502", "b2 0502", dice=[6, 1])

    game.red("march 0302 0402").blue("fire b1")
    assert game.asked == "red reaction"  # 3.5 it is hit, and may answer
    game.red("hold")
    assert game.asked == "blue reaction"  # at the other
    game.blue("fire b2")

    assert [game.steps(unit) for unit in ("r1", "r2")] == [1, 2]


def test_8_2_rounds_are_laid_open_and_add_to_the_differential(column: Front) -> None:
    game = column("r1 0402", "r2 0402", "r3 0401", "b1 0502", dice=[1])

    game.red("assault 0502 0402 done 4500")

    assert game.stock("red") == 85_500
    assert "Red lays 4500 rounds open (TOY 8.2)" in game.log
    assert "Red attacks 0502 at 6: -" in game.log  # 4 and 3 against 3, and two points for rounds
    assert list(game.session.view(None).column("loaded")) == [0, 0]


def test_8_2_the_faces_bound_the_rounds(column: Front) -> None:
    game = column("r1 0402 reduced", "r2 0402", "b1 0502")

    assert game.offers("assault 0502 0402 done") == ["0", "4000", "5000"]
    assert game.why_not("assault 0502 0402 done 5001") == "these units fire 5000 rounds at most (TOY 8.2)"
    assert game.offers("assault 0502 r1 done") == ["0", "2000"]
    assert game.why_not("assault 0502 r1 done -1") == "rounds is 0 to 2000, not -1 (TOY 8.2)"


def test_8_2_the_stock_bounds_the_rounds(column: Front) -> None:
    game = column("r1 0402", "r2 0402", "b1 0502", stock=(2500, 0))

    assert game.offers("assault 0502 0402 done") == ["0", "2000", "2500"]
    assert game.why_not("assault 0502 0402 done 8000") == (
        "2500 rounds are left (TOY 8.0); these units fire 7000 rounds at most (TOY 8.2)"
    )
    with pytest.raises(IllegalAction, match=r"2500 rounds are left \(TOY 8\.0\)"):
        game.red("assault 0502 0402 done 2501")


def test_8_2_several_stacks_and_parts_attack_together(column: Front) -> None:
    game = column("r1 0402", "r2 0402", "r4 0501", "b1 0502", dice=[1])
    action = ("assault", game.scenario.place("0502"), ((0,), (3,)), 6000)

    assert written(game.state, game.ask.form, action) == ["assault", "0502", "r1", "0501", "done", "6000"]
    assert game.why_not("assault 0502 0402 r1") == "this is already chosen (TOY 8.2)"
    game.red("assault 0502 r1 r4 done 6000")

    assert "Red attacks 0502 at 6: -" in game.log


def test_8_3_the_more_rounds_the_likelier_a_unit_is_refitted(column: Front) -> None:
    game = column("r1 0101 reduced", "b1 0801", dice=[4])

    assert game.offers("refit r1") == ["1000", "2000", "3000", "4000", "5000", "6000"]
    assert game.why_not("refit r1 2500") == "rounds come by the thousand (TOY 8.3)"
    assert game.why_not("refit r1 7000") == "rounds is 1000 to 6000 by 1000, not 7000 (TOY 8.3)"
    odds = game.odds(("refit", game.scenario.unit("r1"), 4000), "r1")
    assert odds == {2: Fraction(2, 3), 1: Fraction(1, 3)}
    game.red("refit r1 4000")

    assert (game.steps("r1"), game.stock("red")) == (2, 86_000)
    assert "spends" in game.log_of("red")
    assert "spends" not in game.log_of("blue")


def test_8_3_who_may_be_refitted(column: Front) -> None:
    game = column("r1 0101", "r2 0402 reduced", "r3 0101 reduced", "b1 0502", stock=(4000, 0))

    assert game.offers("refit") == ["r3"]
    assert game.why_not("refit r1") == "1st Guards has all its steps (TOY 8.3)"
    assert game.why_not("refit r2") == "2nd Guards is next to an enemy (TOY 8.3)"
    assert game.offers("refit r3") == ["1000", "2000", "3000", "4000"]
    assert game.why_not("refit r3 5000") == "4000 rounds are left (TOY 8.0)"


def test_8_3_who_is_refitted_is_seen(column: Front) -> None:
    game = column("r1 0101 reduced hidden", "b1 0801", dice=[1])

    game.red("refit r1 3000")

    assert "1st Guards is seen at 0101 (TOY 6.0)" in game.log_of("blue")


def test_8_3_nobody_is_refitted_without_rounds(column: Front) -> None:
    game = column("r1 0101 reduced", "b1 0801", stock=(900, 0))

    assert game.offers() == ["march", "change", "dig", "end"]
    assert game.why_not("refit") == "there is nothing to refit (TOY 8.3)"
