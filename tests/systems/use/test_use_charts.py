"""USE charts: what the player aid prints, spot by spot, and the shape of every list."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from sandtable import BadInput, look, odds
from sandtable.core.charts import Lines, Table
from sandtable.core.system import Chance
from sandtable.systems.use import SYSTEM, s05_3_odds, s05_4_odds, s05_combat, theatre
from systems.watch import charts_read, cited

CHARTS = SYSTEM.printed_charts
SITUATIONS: dict[str, list[dict[str, Any]]] = {
    "ground": [{"air_battle": "yes"}],
    "air_naval": [{}],
    "strategic": [{}],
}


@pytest.mark.parametrize("chance", SYSTEM.chances, ids=lambda chance: chance.name)
def test_odds_name_the_charts_they_read(chance: Chance) -> None:
    """No more and no fewer: house values among them are told by it."""
    assert charts_read(SYSTEM, chance, SITUATIONS[chance.name]) == set(chance.charts)


def test_what_charts_and_odds_cite_is_not_merely_planned() -> None:
    """Whatever has a number on a chart is kept to."""
    assert {SYSTEM.rulebook[number].status for number in cited(SYSTEM)} <= {"done", "procedure", "definition"}


def test_5_1_the_combat_results_table_has_256_cells() -> None:
    """5.1: sixteen values each way, six results."""
    crt = CHARTS.table("crt")

    assert len(crt.cells) == 256
    assert set(crt.cells) == {"♦", "DR+2", "DD+3", "DE+4", "AS+2", "AA+3"}


@pytest.mark.parametrize(
    ("attacker", "defender", "result"),
    [(1, 1, "♦"), (16, 1, "DE+4"), (1, 16, "AA+3"), (16, 16, "♦"), (9, 4, "DR+2"), (10, 4, "DD+3"), (16, 4, "DE+4"),
     (13, 10, "♦"), (14, 11, "♦"), (16, 13, "♦"), (12, 15, "AS+2"), (14, 16, "AS+2"), (15, 16, "♦")],
)  # fmt: skip
def test_5_1_cells_of_the_second_printing(attacker: int, defender: int, result: str) -> None:
    """5.1: corners, a row's ends, and the five cells a sister edition prints otherwise."""
    assert look("use.crt", attacker=attacker, defender=defender).result == result


def test_5_1_the_table_never_turns_against_the_higher_value() -> None:
    """5.1: a higher attacker's value is never worse for the attacker, a higher defender's never better."""
    rank = {result: place for place, result in enumerate(CHARTS.table("crt").terms)}
    ranks = {
        (a, d): rank[look("use.crt", attacker=a, defender=d).result]
        for a, d in itertools.product(range(1, 17), repeat=2)
    }

    assert all(ranks[a + 1, d] <= ranks[a, d] for a, d in ranks if a < 16)
    assert all(ranks[a, d + 1] >= ranks[a, d] for a, d in ranks if d < 16)


@pytest.mark.parametrize("keys", [{"attacker": 17, "defender": 1}, {"attacker": 1, "defender": 0}])
def test_5_1_values_beyond_the_table_are_refused(keys: dict[str, int]) -> None:
    """5.1: 1 to 16, nothing is pulled back to the edge."""
    with pytest.raises(BadInput, match=r"USE 5\.1\) runs from 1 to 16"):
        look("use.crt", **keys)


@pytest.mark.parametrize(
    ("month", "zone", "roll", "weather"),
    [("Dec", "cold", 4, "Severe"), ("Jan", "cold", 3, "Poor"), ("Feb", "warm", 1, "Fair"), ("Mar", "mild", 1, "Fair"),
     ("Apr", "cold", 2, "Poor"), ("May", "mild", 5, "Poor"), ("Jun", "cold", 3, "Fair"), ("Sep", "mild", 6, "Fair"),
     ("Oct", "warm", 6, "Severe"), ("Nov", "warm", 5, "Poor"), ("Dec-Feb", "mild", 5, "Severe")],
)  # fmt: skip
def test_11_0_weather_by_month_and_zone(month: str, zone: str, roll: int, weather: str) -> None:
    """11.0: one die for each zone."""
    assert look("use.weather", month=month, zone=zone, roll=roll).result == weather


def test_11_0_the_desert_is_always_fair() -> None:
    """11.0: whatever the month."""
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    assert {look("use.weather", month=month, zone="desert", roll=6).result for month in months} == {"Fair"}


def test_11_0_odds_of_the_weather() -> None:
    """11.0: three faces in six each in a cold winter."""
    assert dict(odds("use.weather", month="Jan", zone="cold")) == {"Poor": Fraction(1, 2), "Severe": Fraction(1, 2)}


def test_11_0_a_die_shows_no_seven() -> None:
    with pytest.raises(BadInput, match="1d6"):
        look("use.weather", month="Dec", zone="cold", roll=7)


@pytest.mark.parametrize(
    ("supply", "unit", "points"),
    [("Full", "Leg", "8"), ("Full", "tank", "10"), ("Low", "infantry", "4"), ("No", "shock", "4"),
     ("Low", "fighter", "5"), ("No", "carrier", "5")],
)  # fmt: skip
def test_4_0_movement_points_halve_without_full_supply(supply: str, unit: str, points: str) -> None:
    """4.0: Low and No Supply alike."""
    assert look("use.movement_points", supply=supply, unit=unit).result == points


LENGTHS = {
    "strategic_drm": 11, "strategic_halvings": 1, "strategic_results": 3,
    "ground_drm": 21, "ground_halvings": 3, "ground_results": 6, "retreat": 5,
    "air_naval_drm": 16, "air_naval_halvings": 2, "sorties": 7, "air_support": 3, "escort": 2, "interdiction": 6,
    "transport": 3, "ground_movement": 13, "air_movement": 4, "naval_movement": 6, "production": 16, "ranges": 16,
    "national_will": 11, "supply_sources": 9, "conditional_events": 14, "sequence": 15, "combat_sequence": 6,
    "numbers": 17,
}  # fmt: skip


def test_every_list_has_its_printed_lines() -> None:
    lists = {name: chart for name in CHARTS if isinstance(chart := CHARTS[name], Lines) and chart.origin == "printed"}

    assert {name: len(chart.lines) for name, chart in lists.items()} == LENGTHS


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ground_drm", "+2 +1 +1 -2 -2 +1 +2 +1 +2 -2 -1 -2 -1 +2 +1 +2 +1 -1 +2 +1 +/-?"),
        ("air_naval_drm", "+2 +1 +2 +1 +1 +2 +2 +1 -1 -2 -2 -2 +1 -2 -? +/-?"),
        ("strategic_drm", "+2 +1 +2 +1 +2 +2 +1 +2 +2 +1 +/-?"),
        ("national_will", "-1 -1 -2 -4 +1 +2 +2 +2 +4 +8 +16"),
        ("production", "1 2 1 2 3 4 5 1 1 2 3 4 5 20 5 5"),
        ("ground_movement", "1 1 1 2 2 3 +0 +1 +2 +1 +2 All Prohibited"),
        ("air_movement", "1 3 All Prohibited"),
        ("naval_movement", "0 1 2 3 +2 Prohibited"),
    ],
)
def test_values_stand_in_printed_order(name: str, values: str) -> None:
    """4.0, 5.2, 5.3, 5.4, 9.0, 2.1.2: the numbers of each list."""
    assert " ".join(line.value for line in CHARTS.lines(name).lines) == values


def test_every_result_has_one_line_in_each_list_of_results() -> None:
    """5.2, 5.3, 5.4: no code is forgotten or answered twice."""
    codes = sorted(s05_combat.code(result) for result in CHARTS.table("crt").terms)
    for name in ("strategic_results", "ground_results", "air_support", "escort"):
        assert sorted(code for line in CHARTS.lines(name).lines for code in line.value.split(", ")) == codes
    for name in ("sorties", "interdiction"):
        values = [line.value for line in CHARTS.lines(name).lines if line.value != "."]
        assert sorted(code for value in values for code in value.split(", ")) == codes


def test_the_words_of_the_odds_are_the_words_of_the_lists() -> None:
    """5.2, 5.3, 5.4: what a person may say is what the conditions know."""
    ground, air, strategic = (CHARTS.lines(f"{name}_drm").terms for name in ("ground", "air_naval", "strategic"))

    assert ground["nation"] == air["nation"] == s05_combat.NATIONS
    assert ground["supply"] == air["supply"] == theatre.SUPPLY
    assert ground["weather"] == air["weather"] == theatre.WEATHERS
    assert ground["type"] == theatre.GROUND
    assert ground["attack"] == s05_3_odds.ATTACKS
    assert air["type"] == (*theatre.AIR, *theatre.NAVAL)
    assert strategic["against"] == s05_4_odds.AGAINST.kind


def test_every_citation_is_in_the_rulebook() -> None:
    for name in CHARTS:
        chart = CHARTS[name]
        assert chart.rule in SYSTEM.rulebook
        if isinstance(chart, Lines):
            assert all(line.rule in SYSTEM.rulebook for line in chart.lines)


def test_every_result_of_a_table_of_results_is_explained() -> None:
    for name in ("crt", "weather"):
        chart = CHARTS[name]
        assert isinstance(chart, Table)
        assert set(chart.results()) == set(chart.meaning)
