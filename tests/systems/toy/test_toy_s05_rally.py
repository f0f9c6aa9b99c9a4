"""TOY 5: rest, digging in and rallying."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from systems.toy.conftest import Front


def test_5_0_each_reduced_unit_rolls_and_five_or_six_gives_the_step_back(front: Front) -> None:
    game = front("r1 0101 reduced", "r2 0102 reduced", "r3 0103", "b1 0801 reduced", dice=[4, 5])

    game.red("end")

    assert (game.steps("r1"), game.steps("r2"), game.steps("b1")) == (1, 2, 1)
    assert "1st Guards tries to rally: no (TOY 5.0)" in game.log
    assert "2nd Rifles gains a step, 2 now (TOY 5.0)" in game.log


def test_5_1_a_unit_digs_in_once(front: Front) -> None:
    game = front("r1 0101", "r2 0102", "b1 0801")

    game.red("dig r1", "end").blue("end")

    assert game.why_not("dig r1") == "1st Guards is dug in (TOY 5.1)"
    assert game.why_not("dig b1") == "1st Panzer is not a unit of yours on the map (TOY 5.1)"
    game.red("dig r2")
    assert "dig" not in game.offers()
    assert game.why_not("dig") == "there is nothing to dig (TOY 5.1)"


def test_5_1_a_hidden_unit_digs_unheard(front: Front) -> None:
    game = front("r1 0101 hidden", "r2 0102", "b1 0801")

    game.red("dig r1", "dig r2")

    assert "r1" not in game.log_of("blue")
    assert "1st Guards digs in (TOY 5.1)" in game.log_of("red")
    assert "2nd Rifles digs in (TOY 5.1)" in game.log_of("blue")
