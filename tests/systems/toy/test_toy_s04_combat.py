"""TOY 4: combat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from sandtable import look, odds
from sandtable.core.rules import Side
from sandtable.play.explain import words
from toy.s04_combat import Attack

if TYPE_CHECKING:
    from systems.toy.conftest import Front


def test_4_0_an_attack_from_declaration_to_advance(front: Front) -> None:
    """4.0: r1 alone against b4, 4 to 1, differential 3: a five makes b4 lose a step."""
    game = front("r1 0101", "r4 0106", "b4 0201 reduced", dice=[5])

    game.red("attack 0201 r1 done")
    assert game.asked == "red advance"
    game.red("advance r1")

    assert game.at("b4") == ""
    assert game.at("r1") == "0201"
    assert game.log.splitlines()[1:] == [
        "1d6 reads 5 (TOY 4.4)",
        "Red attacks 0201 at 3: DL (TOY 4.4)",
        "Pickets is eliminated at 0201 (TOY 4.4)",
        "1st Guards moves from 0101 to 0201 (TOY 4.6)",
    ]


def test_4_1_a_target_is_an_enemy_next_to_a_unit_that_may_act(front: Front) -> None:
    game = front("r1 0101", "r2 0501", "b1 0201", "b2 0801")

    assert game.offers("attack") == ["0201"]
    assert game.why_not("attack 0102") == "no enemy is there (TOY 4.1)"
    assert game.why_not("attack 0801") == "no unit of yours next to it is left to act (TOY 4.1)"


def test_4_1_attackers_are_next_to_the_target_and_have_not_acted(front: Front) -> None:
    game = front("r1 0101", "r2 0301", "r3 0501", "r4 0601", "b1 0201")

    game.red("dig r4")

    assert game.offers("attack 0201") == ["r1", "r2"]
    assert game.why_not("attack 0201 r3") == "3rd Rifles is not next to the target (TOY 4.1)"
    assert game.why_not("attack 0201 b1") == "1st Panzer is not a unit of yours on the map (TOY 4.1)"
    assert game.why_not("attack 0201 done") == "an attack needs a unit (TOY 4.1)"
    assert (
        game.why_not("attack 0201 r4")
        == "Scouts has acted this turn (TOY 2.2); Scouts is not next to the target (TOY 4.1)"
    )


def test_4_1_an_attack_reveals_both_sides(front: Front) -> None:
    game = front("r1 0101 hidden", "b1 0201 hidden", dice=[4])

    game.red("attack 0201 r1 done")

    assert not any(game.state.hidden)


def test_4_2_each_side_seals_its_choice_before_either_is_opened(front: Front) -> None:
    game = front("r1 0101", "b1 0201", reserve=(1, 1), dice=[4])

    game.red("attack 0201 r1 done")
    assert game.asked == "red commitment"
    before = game.session.view(Side(1))
    game.red("commit")
    assert game.asked == "blue commitment"
    assert game.session.view(Side(1)) == before, "blue does not see what red chose"
    assert "commits" not in game.log
    game.blue("commit")

    assert list(game.state.reserve) == [0, 0]
    assert "Red commits a reserve (TOY 4.2)\nBlue commits a reserve (TOY 4.2)" in game.log


def test_4_2_a_side_without_reserves_is_not_asked(front: Front) -> None:
    game = front("r1 0101", "b1 0201", reserve=(0, 1), dice=[4])

    assert game.red("attack 0201 r1 done").asked == "blue commitment"
    game.blue("hold")
    assert list(game.state.reserve) == [0, 1]


@pytest.mark.parametrize(
    ("attackers", "defender", "reserve", "differential", "shifts"),
    [
        (["r1 0101"], "b4 0201", (), 3, {}),
        (["r1 0101", "r2 0301"], "b2 0201", (), 3, {}),
        (["r1 0102"], "b2 0202", (), 0, {"defender in a wood": -1}),
        (["r1 0101"], "b2 0201 dug", (), 0, {"defender dug in": -1}),
        (["r1 0403"], "b4 0503", (), 3, {"every attacker across the river": -1}),
        (["r1 0403", "r2 0502"], "b4 0503", (), 6, {}),
        (["r1 0101"], "b4 0201", ("mine",), 3, {"attacker committed a reserve": 1}),
        (["r1 0101"], "b4 0201", ("theirs",), 3, {"defender committed a reserve": -1}),
    ],
)
def test_4_3_the_differential_and_its_shifts(
    front: Front,
    attackers: list[str],
    defender: str,
    reserve: tuple[str, ...],
    differential: int,
    shifts: Mapping[str, Any],
) -> None:
    game = front(*attackers, defender)
    units = tuple(game.scenario.unit(line.split()[0]) for line in attackers)
    attack = Attack(Side(0), game.scenario.place(defender.split()[1]), units)
    for field in reserve:
        setattr(attack, field, ("commit",))

    strength, moved = attack.sums(game.state)

    assert strength.total == differential
    assert {term.label: term.value for term in moved} == shifts
    assert [term.value for term in strength if words(game.scenario, term.label) == "1st Guards"] == [4]


def test_4_4_the_table_is_read_by_column_and_die() -> None:
    assert look("toy.combat", differential=-3, roll=6).result == "DR"
    assert look("toy.combat", differential=0, roll=1).result == "AL"
    assert look("toy.combat", differential=3, roll=4).result == "DR"
    assert look("toy.combat", differential=0, roll=5, shift=-9).result == "-"


def test_4_4_odds_are_the_six_dice() -> None:
    assert odds("toy.attack", differential=3) == {"-": Fraction(1, 6), "DR": Fraction(1, 2), "DL": Fraction(1, 3)}
    assert odds("toy.attack", differential=3, terrain="wood", dug_in="yes", river="yes") == odds(
        "toy.attack", differential=-5
    )


def test_4_4_an_attacker_may_lose_a_step(front: Front) -> None:
    """4.4: the first of the attackers by their order on the counter sheet, however they were named."""
    game = front("r3 0101", "r4 0301", "r1 0106", "b2 0201", dice=[1])

    game.red("attack 0201 r4 r3 done")

    assert (game.steps("r3"), game.steps("r4"), game.steps("b2")) == (1, 2, 2)


def test_4_4_the_odds_of_an_attack_follow_its_choices(front: Front) -> None:
    """4.4, 4.5: differential 3, the defender retreats if it can: it loses a step on a five or a six."""
    game = front("r1 0101", "b4 0201")
    action = ("attack", game.scenario.place("0201"), (game.scenario.unit("r1"),))

    assert game.odds(action, "b4") == {2: Fraction(2, 3), 1: Fraction(1, 3)}


def test_4_5_the_defender_retreats_two_hexes_out_of_enemy_zones(front: Front) -> None:
    game = front("r1 0101", "b4 0201", dice=[3])

    game.red("attack 0201 r1 done")
    assert game.asked == "blue give way"
    assert game.offers("retreat") == ["0301", "0302", "0202"]
    assert game.offers("retreat 0301") == ["0401"]
    assert game.why_not("retreat 0301 done") == "a retreat goes two hexes (TOY 4.5)"
    assert "a retreat leads away" in game.why_not("retreat 0101")
    game.blue("retreat 0301 0401 done")

    assert game.at("b4") == "0401"
    assert game.steps("b4") == 2
    game.red("stay")


def test_4_5_or_it_stands_and_loses_a_step(front: Front) -> None:
    game = front("r1 0101", "r4 0106", "b4 0201", dice=[3])

    game.red("attack 0201 r1 done").blue("stand")

    assert (game.at("b4"), game.steps("b4")) == ("0201", 1)
    assert game.asked == "red Action"


def test_4_5_with_nowhere_to_go_it_stands_unasked(front: Front) -> None:
    game = front("r1 0102", "b4 0101", "r2 0301", dice=[3])

    game.red("attack 0101 r1 done")

    assert game.steps("b4") == 1


def test_4_6_an_attacker_may_advance_into_the_empty_hex_and_takes_its_town(front: Front) -> None:
    game = front("r1 0202", "r2 0302", "b4 0203 reduced", dice=[6])

    game.red("attack 0203 r1 done")
    assert game.offers("advance") == ["r1"]
    assert game.why_not("advance r2") == "2nd Rifles took no part in the attack (TOY 4.6)"
    game.red("advance r1")

    assert game.owner("west") == "red"


def test_4_6_nobody_advances_into_a_hex_still_held(front: Front) -> None:
    game = front("r1 0101", "r4 0106", "b4 0201", dice=[6])

    assert game.red("attack 0201 r1 done").asked == "red Action"
