"""OCS 14: aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import BadInput, look, odds

D6 = range(1, 7)


@pytest.mark.parametrize(
    ("said", "modifier"),
    [
        ({}, 0),
        ({"attacker_rating": 4, "defender_rating": 3}, 1),
        ({"attacker_rating": 4, "defender_rating": 3, "beyond_half_range": True}, 0),
        ({"attacker_rating": 0, "defender_rating": 5, "beyond_half_range": "yes"}, -6),
        ({"attacker_rating": 5}, 5),
    ],
)
def test_14_3e_air_combat_agrees_with_every_fall_of_the_dice(said: Mapping[str, Any], modifier: int) -> None:
    tally: Counter[str] = Counter()
    for a, b, die in product(D6, repeat=3):
        aborts = look("ocs.air_combat", roll=a + b + modifier).result
        lost = look("ocs.air_loss", roll=die).result == "Step Loss"
        tally[aborts + " + Step Loss" * lost] += 1

    assert dict(odds("ocs.air_combat", **said)) == {word: Fraction(n, 216) for word, n in tally.items()}


def test_14_3e_modifiers_never_touch_the_loss_die() -> None:
    """14.3e: whatever the ratings, a third of the aborts cost a step."""
    for rating in range(6):
        found = odds("ocs.air_combat", attacker_rating=rating)
        assert sum(chance for word, chance in found.items() if "Step Loss" in word) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("said", "modifier"),
    [
        ({}, 0),
        ({"aircraft": 2}, 0),
        ({"aircraft": 3}, 1),
        ({"aircraft": 4, "hq": True, "air_base": 3, "flak": 2}, 7),
        ({"patrol_zone": True}, 2),
        ({"patrol_zone": True, "fighter": True}, 1),
        ({"fighter": True}, 0),
        ({"mission": "trainbusting"}, 0),
        ({"mission": "trainbusting", "patrol_zone": True}, 3),
        ({"mission": "air drop", "patrol_zone": True, "fighter": True}, 1),
    ],
)
def test_14_4e_flak_agrees_with_every_fall_of_the_dice(said: Mapping[str, Any], modifier: int) -> None:
    tally = Counter(look("ocs.flak", roll=a + b + modifier).result for a, b in product(D6, D6))
    found = odds("ocs.flak", **said)

    assert found.terms.total == modifier
    assert dict(found) == {word: Fraction(n, 36) for word, n in tally.items()}


def test_14_4e_unmodified_flak_hits_on_11() -> None:
    assert odds("ocs.flak")["Step Loss"] == Fraction(3, 36)


@pytest.mark.parametrize(
    ("said", "modifier"),
    [
        ({}, 0),
        ({"status": "Enemy"}, 0),
        ({"terrain": "Closed", "nation": "Soviet"}, -1),
        ({"status": "Enemy", "terrain": "Closed", "nation": "Allied", "eto_by_aug44": True}, -1),
        ({"nation": "Allied", "glider": True}, 1),
        ({"terrain": "Closed", "drop_terrain": "Very Close", "glider": True}, 0),
        ({"terrain": "Closed", "drop_terrain": "Extr Close", "nation": "Soviet"}, -3),
    ],
)
def test_14_10d_air_drops_agree_with_every_fall_of_the_dice(said: Mapping[str, Any], modifier: int) -> None:
    where = {"status": said.get("status", "Friendly"), "terrain": said.get("terrain", "Clear")}
    tally = Counter(look("ocs.air_transport", **where, roll=a + b + modifier).result for a, b in product(D6, D6))
    found = odds("ocs.air_transport", **said)

    assert found.terms.total == modifier
    assert dict(found) == {word: Fraction(n, 36) for word, n in tally.items()}


def test_21_4_an_attacker_far_from_its_base_rolls_one_less() -> None:
    """21.4: the option is a line of the list like any other, and cites itself."""
    terms = odds("ocs.air_combat", attacker_rating=3, beyond_half_range=True).terms

    assert [(term.value, term.rule) for term in terms] == [(3, "14.3e"), (-1, "21.4")]


def test_21_12e_rough_terrain_makes_a_drop_harder() -> None:
    """21.12e: the worse the terrain, the less often a drop succeeds; without the option it is one of two kinds."""
    found = [
        odds("ocs.air_transport", terrain="Closed", drop_terrain=terrain)
        for terrain in ("other", "Very Close", "Extr Close")
    ]

    assert [each.terms.total for each in found] == [0, -1, -2]
    assert [term.rule for each in found for term in each.terms] == ["21.12e", "21.12e"]
    assert found[0]["Success"] > found[1]["Success"] > found[2]["Success"]


@pytest.mark.parametrize(
    ("name", "said", "rule"),
    [
        ("air_combat", {"attacker_rating": -1}, "14.3e"),
        ("air_combat", {"defender_rating": 12}, "14.3e"),
        ("flak", {"aircraft": 5}, "14.4f"),
        ("flak", {"aircraft": 0}, "14.4f"),
        ("flak", {"air_base": 4}, "14.4e"),
        ("flak", {"flak": -1}, "14.4e"),
        ("flak", {"mission": "interception"}, "14.4e"),
        ("flak", {"mission": "fighter sweep", "patrol_zone": True}, "14.4e"),
        ("flak", {"mission": "base transfer"}, "14.4e"),
        ("air_transport", {"eto_by_aug44": True}, "14.10d"),
        ("air_transport", {"eto_by_aug44": True, "nation": "Soviet"}, "14.10d"),
    ],
)
def test_14_0_what_makes_no_sense_is_refused_with_its_rule(name: str, said: Mapping[str, Any], rule: str) -> None:
    with pytest.raises(BadInput) as refusal:
        odds(f"ocs.{name}", **said)

    assert f"OCS {rule})" in str(refusal.value)
