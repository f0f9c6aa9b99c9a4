"""OCS 9: ground combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sandtable import BadInput, look, odds
from sandtable.core.charts import OddsAxis, round_half_up
from sandtable.core.rules import Term
from sandtable.systems.ocs import SYSTEM
from sandtable.systems.ocs.s09_combat import raw_odds, read_units, start_column
from sandtable.systems.ocs.s09_strength import factor

CHARTS = SYSTEM.printed_charts
D6 = range(1, 7)


def by_hand(
    column: str, terrain: str, difference: int, hedgehog: int = 0, kind: str = "regular"
) -> dict[str, Fraction]:
    """Every one of 6**5 falls of the dice, read from the printed charts."""
    tally: Counter[str] = Counter()
    results = {
        (roll, shift): look("ocs.combat", terrain=terrain, odds=column, shift=shift, roll=roll).result
        for roll in range(2 + difference - hedgehog, 13 + difference - hedgehog)
        for shift in range(-6, 7)
    }
    for a, b, shift, c, d in product(D6, repeat=5):
        surprise = look("ocs.surprise", kind=kind, roll=a + b + difference - (hedgehog > 0)).result
        columns = {"Attacker": shift, "None": 0, "Defender": -shift}[surprise]
        tally[results[c + d + difference - hedgehog, columns]] += 1
    return {result: Fraction(ways, 6**5) for result, ways in tally.items()}


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ({"attack": 20, "defend": 10}, {"column": "2:1", "terrain": "Open", "difference": 0}),
        (
            {"attack": 33, "defend": 10, "attacker_ar": 4, "defender_ar": 2, "hedgehog": 1},
            {"column": "3:1", "terrain": "Open", "difference": 2, "hedgehog": 1},
        ),
        (
            {"attack": "7.5", "defend": 20, "terrain": "Very Close", "attacker_ar": 1, "defender_ar": 5, "hedgehog": 4},
            {"column": "1:3", "terrain": "Very Close", "difference": -4, "hedgehog": 4},
        ),
        (
            {"attack": 90, "defend": 4, "terrain": "Extr Close", "attacker_ar": 5, "defender_ar": 0, "overrun": True},
            {"column": "20:1", "terrain": "Extr Close", "difference": 5, "kind": "overrun"},
        ),
        (
            {"attack": 24, "defend": 8, "terrain": "Close", "attacker_ar": 5, "defender_ar": 0, "defender_mode": "DG"},
            {"column": "3:1", "terrain": "Close", "difference": 6},
        ),
        (
            {"attack": 1, "defend": 30, "attacker_ar": 0, "defender_ar": 5, "hedgehog": 4, "overrun": "yes"},
            {"column": "1:5", "terrain": "Open", "difference": -5, "hedgehog": 4, "kind": "overrun"},
        ),
    ],
)
def test_9_8_to_9_10_odds_agree_with_every_fall_of_the_dice(said: Mapping[str, Any], hand: dict[str, Any]) -> None:
    assert dict(odds("ocs.combat", **said)) == by_hand(**hand)


def test_9_8_odds_of_a_sure_surprise() -> None:
    """9.8: rating 5 against a disorganized 0 overruns with surprise on any roll of 3 or more."""
    terms = odds("ocs.combat", attack=1, defend=1, attacker_ar=5, defender_ar=0, defender_mode="DG", overrun=True).terms

    assert terms.of("surprise roll")["attacker's action rating"] == 5
    assert terms.of("surprise roll")["defender's action rating"] == 1
    assert terms.of("surprise roll").total == terms.of("result roll").total == 6


def test_9_8_a_hedgehog_is_worth_one_on_surprise_and_its_level_on_the_result() -> None:
    terms = odds("ocs.combat", attack=1, defend=1, hedgehog=3).terms

    assert terms.of("surprise roll")["defender in a hedgehog of any level"] == -1
    assert terms.of("result roll")["level of the hedgehog"] == -3


def test_9_6_strat_mode_sets_the_rating_to_zero() -> None:
    """9.6: rating 4 in Strat Mode is as good as 0."""
    strat = odds("ocs.combat", attack=9, defend=3, attacker_ar=2, defender_ar=4, defender_mode="Strat")

    assert dict(strat) == dict(odds("ocs.combat", attack=9, defend=3, attacker_ar=2, defender_ar=0))


# ------------------------------------------------------------------------------------------------ odds


@pytest.mark.parametrize(
    ("value", "rounded"), [("1/2", 1), ("3/2", 2), ("149/100", 1), ("5/2", 3), ("33/10", 3), (7, 7), ("1/3", 0)]
)
def test_4_1_halves_round_up(value: int | str, rounded: int) -> None:
    assert round_half_up(Fraction(value)) == rounded


@pytest.mark.parametrize(
    ("attack", "defence", "raw"),
    [(33, 10, "3"), (10, 33, "1/3"), (3, 2, "2"), (2, 3, "1/2"), (14, 10, "1"), (10, 14, "1"), ("15/2", 3, "3")],
)
def test_9_7_odds_divide_by_the_smaller_and_round(attack: int | str, defence: int, raw: str) -> None:
    axis = CHARTS.table("combat").axis("odds")
    found = raw_odds(Fraction(attack), Fraction(defence))
    assert isinstance(axis, OddsAxis)
    assert found is not None
    assert axis.rounded(found) == Fraction(raw)


@pytest.mark.parametrize(("said", "column"), [("5:2", "3:1"), ("12:5", "2:1"), ("2:5", "1:3"), ("5:12", "1:2")])
def test_9_7_a_look_up_rounds_as_the_odds_do(said: str, column: str) -> None:
    """Half up either way: five to two is no 2:1."""
    attack, defend = said.split(":")

    assert look("ocs.combat", terrain="Open", odds=said, roll=7).column == column
    assert f"column {column} on the Open line" in [
        term.label for term in odds("ocs.combat", attack=attack, defend=defend).terms
    ]


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(0, 0, 4), (5, 0, 12), (0, 5, 0), (1, 400, 0), (400, 1, 12), (6, 1, 8)]
)
def test_9_14a_nothing_against_something_is_the_end_column(attack: int, defence: int, column: int) -> None:
    assert start_column(CHARTS.table("combat"), "Open", Fraction(attack), Fraction(defence)) == column


def test_9_7_odds_are_explained() -> None:
    terms = odds("ocs.combat", attack=24, defend=4).terms

    assert terms.of("odds") == (
        Term("24 to 4, rounded to 6:1", 0, "9.7", "odds", "note"),
        Term("column 5:1 on the Open line", 0, "9.9", "odds", "note"),
    )


@pytest.mark.parametrize(
    ("attack", "defend", "because"),
    [(5, 0, "the defender has no strength"), (0, 5, "the attacker has no strength")],
)
def test_9_14a_a_side_without_strength_says_so_and_its_strength_is_0(attack: int, defend: int, because: str) -> None:
    terms = odds("ocs.combat", attack=attack, defend=defend).terms

    assert terms.of("odds")[0] == Term(because, 0, "9.14a", "odds", "note")
    assert terms.of("defender")["strength"] == defend
    assert terms.of("attacker")["strength"] == attack


# ------------------------------------------------------------------------------------------------ strengths


def strengths(attackers: str, defenders: str, **more: Any) -> tuple[int | Fraction, ...]:
    terms = odds("ocs.combat", attackers=attackers, defenders=defenders, **more).terms
    return tuple(terms.of(side)["strength"] for side in ("attacker", "defender"))


def test_9_4_example_of_a_set_piece_in_the_open() -> None:
    """Infantry 20, two mech 8 doubled, a disorganized armor 6 doubled, against a disorganized 13."""
    found = strengths("20/other + 2x8/mech/move + 6/armor/DG", "13/other/DG")

    assert found == (20 + 32 + 6, Fraction(13, 2))


@pytest.mark.parametrize(
    ("defenders", "hedgehog", "armor", "mech", "mech_tank"),
    [
        ("5/other", 0, 12, 16, 8),
        ("5/mech", 0, 12, 12, 8),
        ("5/mech/tank", 0, 9, 12, 6),
        ("5/armor", 0, 9, 12, 6),
        ("5/other/at", 0, 9, 12, 6),
        ("5/other + 1/other/aa", 0, 9, 12, 6),
        ("5/other", 1, 9, 12, 6),
    ],
)
def test_9_4e_doubling_falls_to_one_and_a_half_unit_by_unit(
    defenders: str, hedgehog: int, armor: int, mech: int, mech_tank: int
) -> None:
    for attackers, strength in (("6/armor", armor), ("8/mech", mech), ("4/mech/tank", mech_tank)):
        assert strengths(attackers, defenders, hedgehog=hedgehog)[0] == strength


def test_9_4e_only_a_doubling_is_reduced() -> None:
    assert strengths("6/armor + 8/mech + 4/other", "5/armor", terrain="Close")[0] == 18
    assert strengths("6/armor + 8/mech + 4/other", "5/armor", terrain="mountain")[0] == 11


def test_9_4d_brackets_are_for_attackers_only() -> None:
    assert strengths("1/other", "6/armor + 8/mech")[1] == 14
    assert strengths("1/other", "6/armor + 8/mech", terrain="minor city")[1] == 2 + 4


def test_9_4d_a_minor_city_is_fought_on_the_very_close_line() -> None:
    terms = odds("ocs.combat", attackers="12/other", defenders="6/other", terrain="minor city").terms

    assert terms.of("odds")[-1].label == "column 2:1 on the Very Close line"


def test_9_3b_a_hexside_replaces_the_terrain_for_those_who_cross_it() -> None:
    assert strengths("8/mech + 6/other", "5/other", hexside="minor river")[0] == 7
    assert strengths("8/mech/major river + 8/mech", "5/other")[0] == Fraction(8, 3) + 16
    assert strengths("8/mech/escarpment + 8/other", "5/other", hexside="beach")[0] == 4 + 4


@pytest.mark.parametrize(
    ("unit", "attack", "defence"),
    [
        ("12/other", 12, 12), ("12/other/exploit", 12, 12), ("12/other/DG", 6, 6), ("12/other/oos", 6, 6),
        ("12/other/DG/oos", 3, 3), ("12/other/3of4", 6, 12), ("12/other/2of4", 6, 6), ("12/other/2of3", 6, 12),
        ("12/other/1of3", 6, 6), ("12/other/4of4", 12, 12), ("12/other/x1/2", 6, 6), ("12/x1/3/other/x2", 8, 8),
        ("12/other/x1.5/3of4", 9, 18), ("12/other/reserve", None, 6),
        ("12/other/strat", None, 0), ("(12)/other", None, 12), ("12/other/nosupply", None, 6),
        ("12/other/nosupply/oos", None, 3),
    ],
)  # fmt: skip
def test_4_3_modes_supply_and_losses_multiply(unit: str, attack: int | None, defence: int) -> None:
    assert strengths("1/other", unit)[1] == defence
    if attack is not None:
        assert strengths(unit, "1/other")[0] == attack
    else:
        with pytest.raises(BadInput, match=r"OCS (4\.4|9\.5)"):
            odds("ocs.combat", attackers=unit, defenders="1/other")


def test_4_2_strengths_are_not_rounded_before_the_odds() -> None:
    """4.2: 5/2 against 5/4 is 2:1; rounded strengths would be 3 to 1."""
    terms = odds("ocs.combat", attackers="5/other/DG", defenders="5/other/DG/oos").terms

    assert terms.of("odds")[0].label == "2.5 to 1.25, rounded to 2:1"


def test_4_4_parentheses_reserve_and_strat_never_attack() -> None:
    for unit in ("(5)/other", "5/other/reserve", "5/other/strat"):
        with pytest.raises(BadInput, match=r"OCS 4\.4"):
            odds("ocs.combat", attackers=unit, defenders="5/other")


def test_9_11d_a_unit_attacks_at_half_after_one_loss_and_defends_at_half_after_half_of_them() -> None:
    assert strengths("20/other/3of4", "20/other/3of4") == (10, 20)
    assert strengths("20/other/2of4", "20/other/2of4") == (10, 10)


def test_12_8d_out_of_supply_halves_and_no_combat_supply_halves_again() -> None:
    assert strengths("8/other/oos", "8/other/oos", defender_supply="no") == (4, 2)


def test_9_5_a_defence_without_supply_fights_at_half() -> None:
    assert strengths("1/other", "12/other + 3/other/nosupply", defender_supply="no")[1] == Fraction(15, 2)
    terms = odds("ocs.combat", attack=6, defend=5, defender_supply=False).terms.of("defender")
    assert terms == (
        Term("as said", 5, "9.4", "defender"),
        Term("defends without combat supply", Fraction(1, 2), "9.5", "defender", "×"),
        Term("strength", Fraction(5, 2), "9.4", "defender", "="),
    )


def test_9_5_the_halving_is_the_line_of_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """9.5: whoever changes the line changes units and sums alike."""
    text = CHARTS.files["strength_modifiers"].read_text(encoding="utf-8")
    changed = text.replace('id = "no-supply"\nvalue = "x1/2"', 'id = "no-supply"\nvalue = "x1/3"')
    (tmp_path / "ocs").mkdir()
    (tmp_path / "ocs" / "strength_modifiers.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))

    assert strengths("1/other", "12/other", defender_supply="no")[1] == 4
    assert odds("ocs.combat", attack=6, defend=12, defender_supply="no").terms.of("defender")["strength"] == 4


def test_9_4_the_list_that_explains_is_the_strength_that_decides() -> None:
    """9.4: every unit times the lines below it, added up with a pencil."""
    terms = odds("ocs.combat", attackers="2x8/mech/move + 6/armor/DG/3of4 + 5/other", defenders="4/mech").terms

    assert [(term.how, term.value) for term in terms.of("attacker")] == [
        ("+", 8), ("×", Fraction(3, 2)),
        ("+", 8), ("×", Fraction(3, 2)),
        ("+", 6), ("×", Fraction(1, 2)), ("×", Fraction(1, 2)), ("×", 2),
        ("+", 5),
        ("=", 12 + 12 + 3 + 5),
    ]  # fmt: skip


def test_9_6_the_rating_is_the_chosen_units_own() -> None:
    """9.6: a disorganized unit of rating 3 counts 2."""
    units = odds("ocs.combat", attackers="20/other/ar4", defenders="10/other/ar3/DG", terrain="Close")

    assert dict(units) == dict(odds("ocs.combat", attack=20, defend=5, attacker_ar=4, defender_ar=2, terrain="Close"))


def test_9_6_units_said_together_give_one_rating() -> None:
    """9.6: two like units are a group with one rating, wherever in the list they stand."""
    group = odds("ocs.combat", attackers="2x8/armor/ar4 + 5/other", defenders="9/other/ar3")

    assert group == odds("ocs.combat", attackers="8/armor/ar4 + 8/armor + 5/other", defenders="9/other/ar3")
    assert group.terms.of("attacker's action rating").total == 4


def test_9_4e_the_factor_that_is_reduced_stands_in_the_chart() -> None:
    reduction = CHARTS.lines("anti_tank")["reduction"]

    assert (reduction.group, reduction.value) == ("x2", "x1.5")
    assert factor(reduction.group) == factor(look("ocs.terrain_combat", terrain="Open", effect="armor").result)


def test_units_are_read_with_their_count_and_free_factors() -> None:
    units = read_units(CHARTS, "attackers", "3 x 8/mech/x1/3, 2.5/other")

    assert [unit.strength for unit in units] == [8, 8, 8, Fraction(5, 2)]
    assert units[0].factors == (Fraction(1, 3),)
    assert units[0].said == "8/mech/x1/3"


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ({"attack": 5}, "9.4"),
        ({}, "9.4"),
        ({"attack": 5, "defenders": "5/other"}, "9.4"),
        ({"attackers": "5/other", "defend": 5}, "9.4"),
        ({"attackers": "5/other", "defenders": "5/other", "attack": 5}, "9.4"),
        ({"attack": -1, "defend": 5}, "9.4"),
        ({"attack": 5, "defend": 5, "attacker_ar": 6, "defender_ar": 0}, "9.6"),
        ({"attack": 5, "defend": 5, "attacker_ar": 0, "defender_ar": -1}, "9.6"),
        ({"attack": 5, "defend": 5, "attacker_ar": 3}, "9.8"),
        ({"attack": 5, "defend": 5, "defender_mode": "DG"}, "9.6"),
        ({"attack": 5, "defend": 5, "hedgehog": 7}, "16.0"),
        ({"attack": 5, "defend": 5, "hedgehog": -1}, "16.0"),
        ({"attack": 5, "defend": 5, "hexside": "minor river"}, "9.4d"),
        ({"attack": 5, "defend": 5, "terrain": "swimming pool"}, "9.4d"),
        ({"attack": 5, "defend": 5, "attacker_ar": 3, "defender_ar": 3, "attacker_mode": "Strat"}, "4.4"),
        ({"attackers": "5/armor/DG", "defenders": "5/other", "overrun": True}, "5.10"),
        ({"attackers": "5/elephants", "defenders": "5/other"}, "9.4"),
        ({"attackers": "5/armor/mech", "defenders": "5/other"}, "9.4"),
        ({"attackers": "5/armor/DG/reserve", "defenders": "5/other"}, "9.4"),
        ({"attackers": "5/oos", "defenders": "5/other"}, "9.4"),
        ({"attackers": "-5/armor", "defenders": "5/other"}, "9.4"),
        ({"attackers": "", "defenders": "5/other"}, "9.4"),
        ({"attackers": "5/armor/5of4", "defenders": "5/other"}, "9.4"),
        ({"attackers": "5/armor/ar9", "defenders": "5/other"}, "9.6"),
        ({"attackers": "5/armor/ar4 + 5/armor/ar3", "defenders": "5/other/ar2"}, "9.6"),
        ({"attackers": "2x5/armor/ar4 + 5/armor/ar3", "defenders": "5/other/ar2"}, "9.6"),
        ({"attackers": "5/armor", "defenders": "0x5/other"}, "9.4"),
        ({"attackers": "5/armor", "defenders": "5/other/ar2", "attacker_ar": 3, "attacker_mode": "Strat"}, "4.4"),
        ({"attackers": "5/armor/ar4", "defenders": "5/other/ar2", "attacker_ar": 4}, "9.6"),
        ({"attackers": "5/armor", "defenders": "5/other/minor river"}, "9.4d"),
        ({"attackers": "5/armor", "defenders": "5/other", "hexside": "fence"}, "9.4d"),
    ],
)
def test_9_0_what_makes_no_sense_is_refused_with_its_rule(said: Mapping[str, Any], rule: str) -> None:
    with pytest.raises(BadInput) as refusal:
        odds("ocs.combat", **said)

    assert f"OCS {rule})" in str(refusal.value)


def test_9_0_every_reason_is_given_at_once() -> None:
    said = {"attackers": "(5)/armor/DG/nosupply", "defenders": "5/other/beach/ar7", "overrun": True}

    with pytest.raises(BadInput) as refusal:
        odds("ocs.combat", **said)

    assert str(refusal.value).split("; ") == [
        "attackers: (5)/armor/DG/nosupply cannot overrun while disorganized (OCS 5.10)",
        "attackers: (5)/armor/DG/nosupply has its strength in parentheses and only defends (OCS 4.4)",
        "attackers: (5)/armor/DG/nosupply cannot attack without combat supply (OCS 9.5)",
        "defenders: 5/other/beach/ar7: hexsides only touch attackers (OCS 9.4d)",
        "defenders: 5/other/beach/ar7: action ratings run from 0 to 5 (OCS 9.6)",
        "attacker_ar is missing: only the difference of both action ratings counts, so say .../ar4 in attackers, or"
        " attacker_ar=4 (OCS 9.8)",
    ]


def test_9_0_every_key_that_cannot_be_read_is_named_at_once() -> None:
    with pytest.raises(BadInput) as refusal:
        odds("ocs.combat", attack=-1, defend="many", hedgehog=7, attacker_ar=6)

    assert str(refusal.value).split("; ") == [
        "attack=-1: expected 0 or more (OCS 9.4)",
        "defend=many: expected a number such as 7, 7.5 or 15/2 (OCS 9.4)",
        "attacker_ar=6: expected 0 to 5 (OCS 9.6)",
        "hedgehog=7: expected 0 to 4 (OCS 16.0)",
    ]


def test_9_6_ratings_that_nobody_said_are_told_to_be_equal() -> None:
    assert odds("ocs.combat", attack=9, defend=3).terms.of("action ratings") == (
        Term("not said: taken as equal", 0, "9.6", "action ratings", "note"),
    )
    assert not odds("ocs.combat", attack=9, defend=3, attacker_ar=3, defender_ar=3).terms.of("action ratings")


@pytest.mark.parametrize(
    ("said", "how"),
    [
        ({"attack": 9, "defend": 3, "attacker_ar": 4}, "so say defender_ar=4"),
        ({"attackers": "9/other", "defenders": "3/other/ar2"}, r"so say \.\.\./ar4 in attackers, or attacker_ar=4"),
    ],
)
def test_9_8_a_missing_rating_says_how_to_give_it(said: Mapping[str, Any], how: str) -> None:
    with pytest.raises(BadInput, match=how):
        odds("ocs.combat", **said)


def test_9_4_a_tank_without_a_category_is_told_of_armor() -> None:
    with pytest.raises(BadInput, match=r"a tank is armor if its symbol is yellow, .*: 8/armor/ar4"):
        odds("ocs.combat", attackers="8/tank/ar4", defenders="3/other/ar3")


def test_9_10_an_overrun_says_that_nobody_exploits() -> None:
    (note,) = odds("ocs.combat", attack=9, defend=3, overrun=True).terms.of("result")

    assert (note.how, note.rule) == ("note", "9.10")
    assert not odds("ocs.combat", attack=9, defend=3).terms.of("result")
