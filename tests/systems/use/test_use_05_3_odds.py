"""USE 5.3: which modifiers and halvings a ground combat brings, and the air combat before it."""

from __future__ import annotations

import itertools
from collections import defaultdict
from fractions import Fraction

import pytest

from sandtable import BadInput, look, odds
from sandtable.core.rules import Term
from systems.use.reckon import by_hand, value


def total(side: str, **said: object) -> int:
    """The sum of one side's terms."""
    return int(odds("use.ground", **said).terms.of(side).total)


def halvings(side: str, **said: object) -> list[str]:
    return [str(term.label) for term in odds("use.ground", **said).terms.of(side) if term.how == "×"]


@pytest.mark.parametrize("side", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("said", "drm"),
    [
        ({"": "Germany"}, 2),
        ({"": "France"}, 1),
        ({"": "UK"}, 1),
        ({"": "USA"}, 1),
        ({"": "USSR"}, 0),
        ({"_elite": "yes"}, 1),
        ({"_reduced": "yes"}, -2),
        ({"_supply": "Low"}, -2),
        ({"_supply": "No"}, 0),
        ({"_type": "shock"}, 1),
        ({"_type": "tank"}, 2),
        ({"_type": "motorized"}, 0),
        ({"_air": "yes"}, 2),
        ({"_event": -3}, -3),
    ],
)
def test_5_3_the_unit_modifies_its_own_side_in_fair_weather(side: str, said: dict[str, object], drm: int) -> None:
    """5.3: Primary Attacker and defender alike; the other side is not touched."""
    named = {f"{side}{key}": word for key, word in said.items()}
    other = "defender" if side == "attacker" else "attacker"

    assert total(side, **named) == drm
    assert total(other, **named) == 0


@pytest.mark.parametrize(
    ("said", "fair", "poor", "severe"),
    [
        ({"defender_type": "shock"}, 1, 0, 0),
        ({"defender_type": "tank"}, 2, 1, 0),
        ({"defender_air": "yes"}, 2, 1, 0),
        ({"defender": "Germany"}, 2, 2, 2),
    ],
)
def test_5_3_weather_shrinks_a_defenders_bonus(said: dict[str, object], fair: int, poor: int, severe: int) -> None:
    """5.3: full in Fair, less in Poor, nothing in Severe."""
    found = [total("defender", weather=weather, **said) for weather in ("Fair", "Poor", "Severe")]

    assert found == [fair, poor, severe]


@pytest.mark.parametrize(
    ("said", "drm"),
    [
        ({"weather": "Poor"}, -2),
        ({"weather": "Severe"}, 0),
        ({"weather": "Poor", "attacker_type": "tank"}, -1),
        ({"weather": "Poor", "attacker_type": "shock"}, -2),
        ({"terrain": "city"}, -1),
        ({"terrain": "rough"}, -1),
        ({"terrain": "rough+city"}, -1),
        ({"hexside": "river"}, -1),
        ({"hexside": "canal"}, -1),
        ({"hexside": "mountain"}, -1),
        ({"hexside": "river+mountain"}, -1),
        ({"hexside": "strait"}, -2),
        ({"hexside": "river+strait"}, -3),
        ({"isolated": "yes"}, 2),
        ({"isolated": "yes", "island": "yes"}, 2),
        ({"isolated": "yes", "fort": "yes", "attack": "assault"}, 2),
        ({"isolated": "yes", "fort": "yes", "island": "yes", "attack": "assault"}, 0),
    ],
)
def test_5_3_the_place_attacked_modifies_the_attacker_alone(said: dict[str, object], drm: int) -> None:
    """5.3: terrain once, one hexside line for canal, mountain and river, the strait besides."""
    assert total("attacker", **said) == drm
    assert total("defender", **said) == 0


@pytest.mark.parametrize(
    ("additional", "weather", "drm"),
    [
        ("tank", "Fair", 2),
        ("shock", "Fair", 2),
        ("infantry", "Fair", 1),
        ("tank+shock", "Fair", 4),
        ("tank+infantry", "Fair", 3),
        ("tank+infantry", "Poor", 3 - 2),
        ("tank+infantry", "Severe", 2),
        ("tank+shock", "Severe", 2),
    ],
)
@pytest.mark.parametrize("attack", ["assault", "amphibious"])
def test_5_3_additional_attackers(attack: str, additional: str, weather: str, drm: int) -> None:
    """5.3: two for a Tank or Shock unit unless the weather is Severe, one for any other."""
    from_the_sea = -1 if attack == "amphibious" else 0

    assert total("attacker", attack=attack, additional=additional, weather=weather) == drm + from_the_sea


@pytest.mark.parametrize(("weather", "drm"), [("Fair", 2 - 1), ("Poor", 1 - 1 - 2), ("Severe", 0 - 1)])
def test_5_3_naval_support_of_an_invasion(weather: str, drm: int) -> None:
    """5.3: two in Fair, one in Poor weather, besides the -1 from the sea."""
    said = {"attack": "amphibious", "naval_support": "yes", "coastal": "yes"}

    assert total("attacker", weather=weather, **said) == drm


def test_5_3_halvings_of_each_side() -> None:
    """5.3: No Supply its own side (ground_halvings.no-supply), Severe weather both, a fort the attacker."""
    said = {"attack": "assault", "fort": "yes", "weather": "Severe", "attacker_supply": "No", "defender_supply": "No"}

    assert halvings("attacker", **said) == ["No Supply", "Severe weather", "defender in a fort"]
    assert halvings("defender", **said) == ["No Supply", "Severe weather"]
    assert halvings("attacker", weather="Poor", attacker_supply="Low") == []


def test_5_3_one_attacker_without_supply_halves_the_assault() -> None:
    """5.3: one or more units of the side are enough, and it counts once."""
    said = {"attack": "assault", "additional": "infantry+infantry", "additional_supply": "No"}

    assert halvings("attacker", **said) == ["No Supply"]
    assert halvings("attacker", attacker_supply="No", **said) == ["No Supply"]
    assert halvings("defender", **said) == []


def test_5_3_low_supply_of_an_additional_attacker_costs_nothing() -> None:
    """5.3: modifiers look at the Primary Attacker."""
    said = {"attack": "assault", "additional": "infantry", "additional_supply": "Low"}

    assert total("attacker", **said) == 1


def test_5_3_a_halving_is_a_term_of_one_half() -> None:
    for side in ("attacker", "defender"):
        (term,) = odds("use.ground", weather="Severe").terms.of(side)
        assert term == Term("Severe weather", Fraction(1, 2), "5.3", side, "×")


def test_5_3_the_limit_bites_on_a_described_attacker() -> None:
    """5.1 Step 4: German elite Tank 2+1+2, two more Tanks 4, Air Support 2: eleven is cut to ten."""
    said = {
        "attack": "assault", "attacker": "Germany", "attacker_elite": "yes", "attacker_type": "tank",
        "additional": "tank+tank", "attacker_air": "yes",
    }  # fmt: skip
    found = odds("use.ground", **said)

    assert found.terms.of("attacker")["at most +10"] == -1
    assert total("attacker", **said) == 10
    assert dict(found) == by_hand((10, 0), (0, 0))


SITUATIONS = [
    ({"attacker": "Germany", "attacker_type": "tank", "defender": "Poland"}, (4, 0), (0, 0)),
    (
        {"attacker": "Germany", "attacker_type": "tank", "defender": "France", "hexside": "river", "terrain": "rough",
         "attacker_air": "yes", "weather": "Poor"},
        (2 + 1 - 2 - 1 - 1 + 1, 0), (1, 0),
    ),
    (
        {"attack": "assault", "attacker": "USSR", "attacker_type": "shock", "additional": "tank+infantry",
         "defender": "Germany", "defender_elite": "yes", "terrain": "city", "weather": "Severe"},
        (-1 + 1 + 1, 1), (2 + 1, 1),
    ),
    (
        {"attack": "assault", "attacker": "Germany", "fort": "yes", "additional": "infantry+infantry",
         "defender": "France", "defender_supply": "No"},
        (2 + 2, 1), (1, 1),
    ),
    (
        {"attack": "amphibious", "attacker": "USA", "attacker_elite": "yes", "naval_support": "yes", "coastal": "yes",
         "attacker_air": "yes", "defender": "Germany", "defender_reduced": "yes", "terrain": "rough",
         "attacker_event": 1},
        (1 + 1 - 1 + 2 - 1 + 2 + 1, 0), (2 - 2, 0),
    ),
    (
        {"attack": "assault", "attacker": "Germany", "attacker_supply": "No", "fort": "yes", "weather": "Severe",
         "isolated": "yes", "hexside": "strait+mountain", "defender": "UK", "defender_supply": "No"},
        (2 + 2 - 2 - 1, 3), (1, 2),
    ),
    (
        {"attacker": "Italy", "attacker_reduced": "yes", "attacker_supply": "Low", "weather": "Poor",
         "hexside": "strait+river", "terrain": "rough+city", "attacker_event": -2, "defender": "UK",
         "defender_type": "tank", "defender_air": "yes", "defender_event": 2},
        (-10, 0), (1 + 1 + 1 + 2, 0),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("said", "attacker", "defender"), SITUATIONS)
def test_5_3_odds_of_a_situation(said: dict[str, object], attacker: tuple[int, int], defender: tuple[int, int]) -> None:
    """5.3: sums worked out by hand from the player aid, then all 36 pairs of dice."""
    assert dict(odds("use.ground", **said)) == by_hand(attacker, defender)


def test_example_german_tanks_against_a_polish_army() -> None:
    """5.3: 2 for Germany and 2 for the Tank in Fair weather against nothing: attacker 5-10, defender 1-6."""
    found = odds("use.ground", attacker="Germany", attacker_type="tank", defender="Poland")

    assert found.terms == (
        Term("German unit", 2, "5.3", "attacker"),
        Term("Tank unit in Fair weather", 2, "5.3", "attacker"),
        Term("no modifiers", 0, "5.1", "defender"),
    )
    # rows 1 to 6 of columns 5 to 10: 2+1 eliminated, 3+3+3+1 disrupted, 1+2+3+4+3+2 retreats, 1+3+4 nothing
    assert dict(found) == {
        "DE+4": Fraction(3, 36), "DD+3": Fraction(10, 36), "DR+2": Fraction(15, 36), "♦": Fraction(8, 36),
    }  # fmt: skip


def air_then_ground(
    air: tuple[tuple[int, int], tuple[int, int]], ground: tuple[int, int], support: int
) -> dict[str, Fraction]:
    """Four dice, 1296 cases: the two in the air decide who adds `support`."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for a, d in itertools.product(range(1, 7), repeat=2):
        sky = look("use.crt", attacker=value(a, *air[0]), defender=value(d, *air[1])).result[:2]
        attacker = ground[0] + (support if sky != "AA" else 0)
        defender = ground[1] + (support if sky not in ("DD", "DE") else 0)
        for result, chance in by_hand((attacker, 0), (defender, 0)).items():
            found[result] += chance / 36
    return dict(found)


@pytest.mark.parametrize(
    ("weather", "support", "poor"), [("Fair", 2, 0), ("Poor", 1, -2)], ids=["Fair", "Poor"]
)  # fmt: skip
@pytest.mark.parametrize("air", [((0, 0), (0, 0)), ((4, 0), (-2, 0)), ((-5, 0), (6, 0)), ((5, 1), (1, 0))])
def test_5_2_the_air_combat_decides_who_has_air_support(
    air: tuple[tuple[int, int], tuple[int, int]], weather: str, support: int, poor: int
) -> None:
    """5.1 Step 3, 5.2: both unless the result is DD, DE or AA."""
    found = odds(
        "use.ground", air_battle="yes", weather=weather, attacker="Germany", defender="UK",
        attacker_air_drm=air[0][0], attacker_air_halvings=air[0][1],
        defender_air_drm=air[1][0], defender_air_halvings=air[1][1],
    )  # fmt: skip

    assert dict(found) == air_then_ground(air, (2 + poor, 1), support)
    assert sum(found.values()) == 1


def test_5_2_in_severe_weather_winning_the_air_wins_nothing() -> None:
    """5.3: no Air Support modifier is printed for Severe weather."""
    said = {"attacker": "Germany", "weather": "Severe"}

    assert odds("use.ground", air_battle="yes", attacker_air_drm=9, **said) == odds("use.ground", **said)


def test_5_1_air_support_counts_before_the_limit() -> None:
    """5.1 Step 4: a sum of -12 with Air Support is -10, a sum of +9 with it is +10."""
    over = {"air_battle": "yes", "attacker_air_drm": 10, "defender_air_drm": -10}

    assert dict(odds("use.ground", attacker_drm=-12, defender_drm=0, **over)) == by_hand((-10, 0), (0, 0))
    assert dict(odds("use.ground", attacker_drm=9, defender_drm=0, **over)) == by_hand((10, 0), (0, 0))


def test_5_2_what_the_air_combat_may_bring_is_told_apart() -> None:
    """5.1 Step 3: its own sums stand in groups of their own, and Air Support is not summed yet."""
    terms = odds("use.ground", attacker="Germany", air_battle="yes", attacker_air_drm=3, defender_air_halvings=1).terms

    assert terms.of("attacker").total == 2
    assert [term.value for term in terms.of("attacker") if term.how == "if"] == [2]
    assert terms.of("attacker in the air") == (Term("sum of modifiers", 3, "5.2", "attacker in the air"),)
    assert [term.how for term in terms.of("defender in the air")] == ["+", "×"]


def test_5_1_the_limit_waits_for_air_support() -> None:
    """5.1 Step 4: -12 and perhaps +2 are -10 either way, so the limit is no part of the sum yet."""
    terms = odds("use.ground", attacker_drm=-12, air_battle="yes").terms.of("attacker")

    assert terms.total == -12
    assert Term("at least -10", 2, "5.1", "attacker", "if") in terms


def test_5_3_every_reason_is_given_at_once() -> None:
    with pytest.raises(BadInput) as refusal:
        odds("use.ground", fort="yes", additional="tank+lancers", hexside="fjord", naval_support="yes")

    assert str(refusal.value).split("; ") == [
        "hexside=fjord: expected clear, river, canal, mountain, strait, or several joined by + (USE 5.3)",
        "additional=lancers: expected infantry, paratroop, garrison, motorized, tank, shock, or several joined by +"
        " (USE 5.1)",
        "additional with attack=mobile: only an assault has additional attackers (USE 5.1)",
        "fort=yes with attack=mobile: a unit in a fort can only be assaulted (USE 5.3)",
        "naval_support=yes with attack=mobile: it belongs to an amphibious assault (USE 5.3)",
        "naval_support=yes: it counts at a coastal hex only, say coastal=yes (USE 5.3)",
    ]


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ({"fort": "yes"}, "a unit in a fort can only be assaulted"),
        ({"additional": "tank"}, "only an assault has additional attackers"),
        ({"attack": "assault", "additional": "tank+tank+tank"}, "at most 2 units"),
        ({"attack": "assault", "additional": "bomber"}, "additional=bomber: expected infantry"),
        ({"attack": "assault", "additional_supply": "No"}, "there is no additional attacker"),
        ({"attack": "assault", "naval_support": "yes", "coastal": "yes"}, "belongs to an amphibious assault"),
        ({"attack": "amphibious", "naval_support": "yes"}, "coastal hex only"),
        ({"hexside": "fjord"}, "hexside=fjord: expected clear, river"),
        ({"terrain": "rough+moon"}, "terrain=moon: expected clear, rough, city"),
        ({"attacker_air_drm": 1}, "without air_battle=yes there is no air combat"),
        ({"air_battle": "yes", "defender_air": "yes"}, "the air combat decides"),
        ({"attacker": "Atlantis"}, "attacker=Atlantis: expected one of"),
    ],
)
def test_5_3_what_makes_no_sense_is_refused_in_a_sentence(said: dict[str, object], because: str) -> None:
    with pytest.raises(BadInput, match=because):
        odds("use.ground", **said)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ({"attacker": "german", "defender": "Soviet Union"}, {"attacker": "Germany", "defender": "USSR"}),
        ({"attacker": "british", "defender": "italian"}, {"attacker": "UK", "defender": "Italy"}),
        ({"attacker_type": "Panzer"}, {"attacker_type": "tank"}),
        ({"terrain": "woods"}, {"terrain": "rough"}),
        ({"terrain": "hills+city"}, {"terrain": "rough+city"}),
        ({"attack": "assault", "additional": "armor+inf"}, {"attack": "assault", "additional": "tank+infantry"}),
    ],
)
def test_5_3_the_words_of_players_are_understood(said: dict[str, object], means: dict[str, object]) -> None:
    assert odds("use.ground", **said).terms == odds("use.ground", **means).terms
