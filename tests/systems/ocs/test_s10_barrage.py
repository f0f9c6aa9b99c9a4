"""OCS 10: barrages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import BadInput, look, odds

D6 = range(1, 7)


def by_hand(strength: int, shift: int, *, only_dg: bool = False, ship: bool = False) -> dict[str, Fraction]:
    """Two dice for the table and one that may be needed, read from the printed chart."""
    tally: Counter[str] = Counter()
    for a, b, die in product(D6, repeat=3):
        result = look("ocs.barrage", strength=strength, shift=shift, roll=a + b).result
        if ship:
            result = {"1/2": "DG", "[1/2]": "DG", "1": "1/2", "2": "1"}.get(result, result)
        if result == "[1/2]":
            result = "DG" if only_dg else "1/2"
        if result == "1/2":
            result = "1" if die >= 4 else "DG"
        tally[{"1": "1 step", "2": "2 steps", "3": "3 steps"}.get(result, result)] += 1
    return {result: Fraction(ways, 216) for result, ways in tally.items()}


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ({"strength": 30}, {"strength": 30, "shift": 0}),
        ({"strength": 30, "re": "3.25", "hedgehog": 3}, {"strength": 30, "shift": 0, "only_dg": True}),
        ({"strength": 30, "re": 1, "hedgehog": 2, "terrain": "Very Close"}, {"strength": 30, "shift": -3}),
        ({"strength": 60, "spotted": "no", "strat_mode": "yes"}, {"strength": 60, "shift": 0, "only_dg": True}),
        ({"strength": 17, "kind": "air", "near_base": True}, {"strength": 17, "shift": 1, "only_dg": True}),
        ({"strength": 80, "kind": "air", "strategic": True}, {"strength": 80, "shift": -3, "only_dg": True}),
        (
            {"strength": 80, "kind": "air", "far": True, "near_base": True},
            {"strength": 80, "shift": 0, "only_dg": True},
        ),
        ({"strength": 120, "re": "6.25", "kind": "ship"}, {"strength": 120, "shift": 4, "ship": True}),
        ({"strength": 45, "kind": "ship", "terrain": "high mountain"}, {"strength": 45, "shift": -2, "ship": True}),
        ({"strength": 1, "spotted": False, "terrain": "Extr Close", "re": "0.5"}, {"strength": 1, "shift": -6}),
    ],
)
def test_10_0a_odds_agree_with_every_fall_of_the_dice(said: Mapping[str, Any], hand: Mapping[str, Any]) -> None:
    assert dict(odds("ocs.barrage", **said)) == by_hand(**hand)


def test_10_0a_every_shift_is_a_term_and_their_sum_is_the_shift() -> None:
    terms = odds(
        "ocs.barrage", strength=30, re="5/4", hedgehog=1, terrain="Close", spotted=False, strat_mode=True
    ).terms

    assert [term.value for term in terms] == [0, 0, -1, -1, -3, 3, 0]
    assert terms[0].how == "note"
    assert terms[0].label == "strength 30: column 25-40, costs 4T"
    assert terms.of("column shift").total == terms.total == -2
    assert terms["density of 1.25 RE: over 1, up to 3"] == 0


def test_10_0a_close_and_extremely_close_never_add_up() -> None:
    assert odds("ocs.barrage", strength=30, terrain="Extr Close").terms.total == -2
    assert odds("ocs.barrage", strength=30, terrain="minor city").terms.total == -1


def test_10_0a_strategic_bombers_are_never_spotted_for_twice() -> None:
    """10.0a: each line is used once, whatever the reasons for it."""
    assert odds("ocs.barrage", strength=30, kind="air", strategic=True, spotted=False).terms.total == -3


def test_21_4_a_far_flight_shifts_the_barrage_to_the_left() -> None:
    terms = odds("ocs.barrage", strength=30, kind="air", far=True).terms

    assert [term.rule for term in terms if term.value == -1] == ["21.4"]


@pytest.mark.parametrize("hedgehog", [0, 1, 2, 3, 4])
def test_10_0a_brackets_protect_in_the_stronger_hedgehogs(hedgehog: int) -> None:
    """10.0a: strength 9 shows [1/2] only on a 10."""
    shift = -(hedgehog > 0)
    strength = 9 if not hedgehog else 12

    found = odds("ocs.barrage", strength=strength, hedgehog=hedgehog)

    assert dict(found) == by_hand(strength, shift, only_dg=hedgehog >= 3)


def test_18_3b_ships_of_the_strongest_column() -> None:
    """18.3b: 2 becomes 1, 1 the die, both kinds of 1/2 only DG; a 3 is not listed and stands."""
    found = odds("ocs.barrage", strength=117, kind="ship")

    assert found["3 steps"] == Fraction(1, 36)
    assert found["1 step"] == Fraction(2, 36) + Fraction(3, 36) / 2
    assert found["DG"] == 1 - found["3 steps"] - found["1 step"]


def test_4_1_barrage_strengths_are_rounded_once_added() -> None:
    assert dict(odds("ocs.barrage", strength="24.5")) == dict(odds("ocs.barrage", strength=25))
    assert dict(odds("ocs.barrage", strength="24.25")) == dict(odds("ocs.barrage", strength=24))


@pytest.mark.parametrize("strength", [0, 1, 2, 4, 10, 15, 40, 80, 81, 300])
def test_10_0c_facility_odds_are_the_column(strength: int) -> None:
    column = Counter(look("ocs.facility", strength=strength, roll=roll).result for roll in D6)

    assert dict(odds("ocs.facility", strength=strength)) == {code: Fraction(n, 6) for code, n in column.items()}


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ({}, "10.0a"),
        ({"strength": -3}, "10.0a"),
        ({"strength": 30, "re": 0}, "10.0a"),
        ({"strength": 30, "re": -1}, "10.0a"),
        ({"strength": 30, "hedgehog": 5}, "16.0"),
        ({"strength": 30, "near_base": True}, "10.0a"),
        ({"strength": 30, "far": True, "kind": "ship"}, "10.0a"),
        ({"strength": 30, "strategic": True}, "10.0a"),
        ({"strength": 30, "strategic": True, "near_base": True, "kind": "air"}, "10.0a"),
        ({"strength": 30, "terrain": "moon"}, "9.4d"),
    ],
)
def test_10_0_what_makes_no_sense_is_refused_with_its_rule(said: Mapping[str, Any], rule: str) -> None:
    with pytest.raises(BadInput) as refusal:
        odds("ocs.barrage", **said)

    assert f"OCS {rule})" in str(refusal.value)


def test_10_0c_facility_needs_a_strength() -> None:
    with pytest.raises(BadInput, match=r"strength is missing.* \(OCS 10\.0c\)$"):
        odds("ocs.facility")


def test_10_0_every_reason_is_given_at_once() -> None:
    with pytest.raises(BadInput) as refusal:
        odds("ocs.barrage", re=0, strategic=True, near_base=True)

    assert [reason.split(":")[0] for reason in str(refusal.value).split("; ")] == [
        "strength is missing", "re=0", "near_base", "strategic", "near_base",
    ]  # fmt: skip


def test_10_0a_the_final_column_is_named() -> None:
    terms = odds("ocs.barrage", strength="2.5", re=7).terms

    assert terms[0].label == "strength 2.5, rounded to 3: column 3-4, costs 2T"
    assert terms.of("final column")[0].label == "column 17-24 after the shifts"


def test_4_1_a_look_up_rounds_strength_as_the_odds_do() -> None:
    assert look("ocs.barrage", strength="2.5", roll=9) == look("ocs.barrage", strength=3, roll=9)
    assert look("ocs.facility", strength="10.5", roll=6) == look("ocs.facility", strength=11, roll=6)
