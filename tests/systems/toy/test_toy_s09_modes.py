"""TOY 9: counters with two modes, and formations that change theirs as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.rules import Side

if TYPE_CHECKING:
    from systems.toy.conftest import Front


def test_9_0_a_counter_shows_the_face_of_its_mode_and_steps(column: Front) -> None:
    game = column("r1 0101", "r2 0101 reduced", "r3 0102 marching", "r4 0102 marching reduced", "b1 0801", "b5 0802")

    assert [game.shows(unit) for unit in ("r1", "r2", "r3", "r4", "b5")] == [
        "4-3-2",
        "2-1-2",
        "1-1-4",
        "0-1-6",
        "0-1-3",
    ]


def test_9_1_a_formation_changes_its_mode_with_one_answer(column: Front) -> None:
    game = column("r1 0101", "r2 0201", "r3 0301", "r4 0401", "b1 0801")

    assert game.offers("change") == ["Guards", "Lancers", "r1", "r2", "r3"]
    game.red("change Guards")

    assert [game.shows(unit) for unit in ("r1", "r2", "r3", "r4")] == ["1-2-4", "1-1-4", "1-1-4", "2-2-3"]
    assert "2nd Guards goes into march mode (TOY 9.1)" in game.log
    assert game.why_not("change r1") == "1st Guards has acted this turn (TOY 2.2)"


def test_9_1_a_part_of_a_formation_may_change_alone(column: Front) -> None:
    game = column("r1 0101", "r2 0201", "r3 0301", "b1 0801")

    game.red("change r1+r3", "end").blue("end")

    assert [game.shows(unit) for unit in ("r1", "r2", "r3")] == ["1-2-4", "3-3-2", "1-1-4"]
    assert game.why_not("change Guards") == "they are in different modes (TOY 9.1)"
    game.red("change r1+r3")
    assert game.shows("r1") == "4-3-2"


def test_9_1_who_may_not_change(column: Front) -> None:
    game = column("r1 0402", "r2 0101", "r4 0101", "b1 0502", "b4 0801", "b5 0802")

    assert game.why_not("change Guards") == "1st Guards is next to an enemy, and stays in combat mode (TOY 9.1)"
    assert game.why_not("change r2+r4") == "formation is one group that is named here, or a part of it (TOY 9.1)"
    game.red("end")
    assert game.why_not("change Pickets") == "Train has one face (TOY 9.0)"


def test_9_1_the_mode_of_a_hidden_unit_is_hidden(column: Front) -> None:
    game = column("r1 0101 hidden", "b1 0801")

    game.red("change r1")

    assert "march mode" in game.log_of("red")
    assert "march mode" not in game.log_of("blue")
    assert [seen.face for seen in game.session.view(Side(1)).units if seen.side == 0] == [{}]


def test_9_2_in_march_mode_nobody_attacks(column: Front) -> None:
    game = column("r1 0402 marching", "r2 0402", "r3 0603 marching", "b1 0502", "b2 0703")

    assert game.why_not("assault 0502 r1") == "1st Guards is in march mode (TOY 9.2)"
    assert game.offers("assault 0502") == ["r2"]
    assert game.why_not("assault 0703") == "all who could attack it are in march mode (TOY 9.2)"


def test_9_2_a_reduced_marcher_defends_as_its_face_says(column: Front) -> None:
    game = column("r1 0402", "b1 0502 marching reduced", dice=[1])

    game.red("assault 0502 r1 done 0")

    assert "Red attacks 0502 at 3" in game.log
