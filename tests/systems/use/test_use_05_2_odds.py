"""USE 5.2: which modifiers and halvings an air or naval combat brings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable import BadInput, odds
from sandtable.systems.use import SYSTEM
from sandtable.systems.use.s05_2_odds import has_air_support
from systems.use.reckon import by_hand


def total(side: str, **said: object) -> int:
    return int(odds("use.air_naval", **said).terms.of(side).total)


@pytest.mark.parametrize("side", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("nation", "type", "drm"),
    [
        ("Germany", "fighter", 2),
        ("Germany", "bomber", 2 - 2),
        ("Germany", "surface", 1),
        ("Germany", "convoy", 1 - 2),
        ("UK", "surface", 2),
        ("USA", "carrier", 2 + 2),
        ("UK", "fighter", 1),
        ("USA", "bomber", 1 - 2),
        ("France", "surface", 1),
        ("France", "fighter", 0),
        ("Italy", "convoy", -2),
        ("USSR", "fighter", 0),
    ],
)
def test_5_2_nation_and_type(side: str, nation: str, type: str, drm: int) -> None:
    """5.2: against an air unit in Fair weather, attacking and defending alike."""
    assert total(side, **{side: nation, f"{side}_type": type}) == drm


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_5_2_an_air_unit_gains_against_a_naval_unit(side: str) -> None:
    """5.2: the air unit only, whichever side it is on."""
    other = "defender" if side == "attacker" else "attacker"

    assert total(side, **{f"{other}_type": "surface"}) == 1
    assert total(other, **{f"{other}_type": "surface"}) == 0
    assert total(side, **{f"{side}_type": "surface", f"{other}_type": "surface"}) == 0


@pytest.mark.parametrize(("weather", "carrier", "surface"), [("Fair", 2, 0), ("Poor", 1 - 2, -2), ("Severe", -1, 0)])
def test_5_2_weather(weather: str, carrier: int, surface: int) -> None:
    """5.2: Poor costs both sides two, a carrier has a line for each weather."""
    said = {"weather": weather, "attacker_type": "carrier", "defender_type": "surface"}

    assert total("attacker", **said) == carrier
    assert total("defender", **said) == surface


@pytest.mark.parametrize("sorties", range(7))
def test_5_2_every_sortie_costs_one(sorties: int) -> None:
    assert total("attacker", attacker_sorties=sorties) == -sorties
    assert total("defender", defender_sorties=sorties) == -sorties


def test_5_2_supply_low_costs_two_and_none_halves() -> None:
    found = odds("use.air_naval", attacker_supply="Low", defender_supply="No", weather="Severe")

    assert [(term.group, term.how, term.label) for term in found.terms] == [
        ("attacker", "+", "Low Supply"),
        ("attacker", "×", "Severe weather"),
        ("defender", "×", "No Supply"),
        ("defender", "×", "Severe weather"),
    ]
    assert dict(found) == by_hand((-2, 1), (0, 2))


def test_5_2_britain_shields_a_western_air_unit() -> None:
    """5.2: defending against a strike from outside."""
    assert total("defender", defender="UK", britain="yes") == 1 + 2
    assert total("defender", defender="France", britain="yes") == 2
    assert total("attacker", attacker="UK", britain="yes") == 1


@pytest.mark.parametrize(
    ("said", "attacker", "defender"),
    [
        ({"attacker": "Germany", "defender": "UK", "britain": "yes"}, (2, 0), (3, 0)),
        ({"attacker": "Germany", "attacker_type": "bomber", "attacker_sorties": 3, "defender": "UK",
          "defender_type": "carrier", "weather": "Poor"}, (2 - 2 + 1 - 2 - 3, 0), (2 + 1 - 2, 0)),
        ({"attacker": "USA", "attacker_type": "carrier", "defender": "Italy", "defender_type": "convoy",
          "weather": "Severe", "attacker_event": 1}, (2 - 1 + 1, 1), (-2, 1)),
        ({"attacker": "UK", "attacker_type": "surface", "defender": "Germany", "defender_sorties": 5,
          "defender_supply": "Low"}, (2, 0), (2 + 1 - 5 - 2, 0)),
        ({"attacker_supply": "No", "attacker_event": -1, "defender": "France", "defender_type": "surface",
          "defender_supply": "No", "defender_event": 2}, (1 - 1, 1), (1 + 2, 1)),
    ],
)  # fmt: skip
def test_5_2_odds_of_a_situation(said: dict[str, object], attacker: tuple[int, int], defender: tuple[int, int]) -> None:
    """5.2: sums worked out by hand, then all 36 pairs of dice."""
    assert dict(odds("use.air_naval", **said)) == by_hand(attacker, defender)


def test_5_2_a_side_told_by_its_sum_may_still_say_its_type() -> None:
    """5.2: the other side's +1 against naval units asks for it."""
    found = odds("use.air_naval", attacker="Germany", defender_drm=2, defender_type="surface")

    assert dict(found) == by_hand((2 + 1, 0), (2, 0))


@pytest.mark.parametrize(
    ("result", "sides"),
    [
        ("♦", "both"),
        ("DR+2", "both"),
        ("AS+2", "both"),
        ("DD+3", "attacker"),
        ("DE+4", "attacker"),
        ("AA+3", "defender"),
    ],
)
def test_5_2_who_has_air_support_after_an_air_combat(result: str, sides: str) -> None:
    supported = has_air_support(SYSTEM.printed_charts.lines("air_support"), result)

    assert supported == (("attacker", "defender") if sides == "both" else (sides,))


def test_5_2_a_list_of_air_support_without_the_result_is_refused() -> None:
    """5.2: charts of one's own may leave one out."""
    printed = SYSTEM.printed_charts.lines("air_support")

    with pytest.raises(BadInput, match=r"\(USE 5\.2\) has no line for DD\+3"):
        has_air_support(replace(printed, lines=printed.lines[:0]), "DD+3")


def test_5_2_every_reason_is_given_at_once() -> None:
    with pytest.raises(BadInput, match=r"helps only an air unit \(USE 5\.2\); .*only a Western unit \(USE 5\.2\)$"):
        odds("use.air_naval", britain="yes", defender_type="surface", defender="Germany")


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ({"attacker_sorties": 7}, r"attacker_sorties=7: expected 0 to 6 \(USE 1\.5\)$"),
        ({"defender_sorties": -1}, "defender_sorties=-1"),
        ({"britain": "yes", "defender_type": "surface"}, "helps only an air unit"),
        ({"britain": "yes", "defender": "Germany"}, "helps only a Western unit"),
        ({"attacker_type": "tank"}, "attacker_type=tank: expected one of fighter"),
    ],
)
def test_5_2_what_makes_no_sense_is_refused_in_a_sentence(said: dict[str, object], because: str) -> None:
    with pytest.raises(BadInput, match=because):
        odds("use.air_naval", **said)
