"""USE 5.2, 9.0: every line of the air and naval list read from a position at sea, and what ships and aircraft cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.systems.use.s05_2_air import AirCombat, struck_in_britain, sums
from sandtable.systems.use.s09_costs import cost
from sandtable.systems.use.state import LOW, NO
from sandtable.systems.use.theatre import AXIS, WEST
from systems.use.seas import THEATRE, at_sea, unit

TEXTS = {line.id: line.text for line in at_sea().scenario.charts.lines("air_naval_drm").lines}


def lines(
    attacker: str, defender: str, role: str = "attacker", place: str = "sea_1", strike: int = 0, supply: int = 0,
    **said: Any,
) -> dict[str, int]:  # fmt: skip
    """The lines of one side, by their ids; the attacker is at Kiel, the defender at Hull."""
    state = at_sea(f"{attacker} kiel, {defender} hull", **said)
    for id in (attacker, defender):
        state.set_supply(unit(state, id), supply, "7.2")
    side = AXIS if attacker.startswith("ger") else WEST
    combat = AirCombat(side, unit(state, attacker), unit(state, defender), state.scenario.place(place), strike)
    found = sums(state, combat)[("attacker", "defender").index(role)]
    return {id: int(term.value) for id, text in TEXTS.items() for term in found.terms if term.label == text}


@pytest.mark.parametrize(("line", "points", "attacker", "defender", "role"), [
    ("germany-air", 2, "ger_fighter", "uk_ship", "attacker"),
    ("germany-naval", 1, "ger_ship", "uk_ship", "attacker"),
    ("uk-usa-naval", 2, "ger_ship", "uk_ship", "defender"),
    ("uk-usa-air", 1, "ger_ship", "uk_fighter", "defender"),
    ("france-naval", 1, "ger_ship", "fra_ship", "defender"),
    ("carrier-fair", 2, "ger_ship", "uk_carrier", "defender"),
    ("bomber", -2, "ger_bomber", "uk_ship", "attacker"),
    ("convoy", -2, "ger_ship", "uk_convoy", "defender"),
    ("air-versus-naval", 1, "ger_fighter", "uk_ship", "attacker"),
])  # fmt: skip
def test_5_2_lines_of_a_unit(line: str, points: int, attacker: str, defender: str, role: str) -> None:
    """5.2: nationality and type; the other side does not have the line."""
    other = {"attacker": "defender", "defender": "attacker"}[role]

    assert lines(attacker, defender, role)[line] == points
    assert line not in lines(attacker, defender, other)


@pytest.mark.parametrize(("line", "points", "weather"), [
    ("carrier-fair", 2, "Fair"), ("carrier-poor", 1, "Poor"), ("carrier-severe", -1, "Severe"),
])  # fmt: skip
def test_5_2_lines_of_a_carrier_by_the_weather(line: str, points: int, weather: str) -> None:
    """5.2: carrier-fair, carrier-poor, carrier-severe, one of them at a time."""
    found = lines("ger_ship", "uk_carrier", "defender", weather=weather)

    assert {id: value for id, value in found.items() if id.startswith("carrier")} == {line: points}


def test_5_2_lines_of_weather_supply_and_sorties() -> None:
    """5.2: poor-weather -2 for both, low-supply -2, sorties -1 for each before the combat."""
    for role in ("attacker", "defender"):
        assert lines("ger_ship", "uk_ship", role, weather="Poor")["poor-weather"] == -2
        assert "poor-weather" not in lines("ger_ship", "uk_ship", role, weather="Severe")
        assert lines("ger_ship", "uk_ship", role, supply=LOW)["low-supply"] == -2
        assert "low-supply" not in lines("ger_ship", "uk_ship", role, supply=NO)
    assert lines("ger_ship", "uk_ship", sorties={"ger_ship": 3, "uk_ship": 1})["sorties"] == -3


def test_5_2_lines_britain() -> None:
    """5.2 britain: +2 for a Western air unit there in an Air Strike from outside, not in an interception."""
    assert lines("ger_fighter", "uk_fighter", "defender", "hull", strike=1)["britain"] == 2
    assert "britain" not in lines("ger_fighter", "uk_fighter", "defender", "sea_1")
    assert "britain" not in lines("ger_fighter", "uk_ship", "defender", "hull", strike=1)


@pytest.mark.parametrize(("supply", "weather", "halvings"), [
    (0, "Fair", 0), (NO, "Fair", 1), (0, "Severe", 1), (NO, "Severe", 2), (LOW, "Poor", 0),
])  # fmt: skip
def test_5_2_halvings_no_supply_and_severe_weather(supply: int, weather: str, halvings: int) -> None:
    """5.2 no-supply, severe-weather: each halves once."""
    state = at_sea("ger_ship kiel, uk_ship hull", weather=weather)
    state.set_supply(unit(state, "uk_ship"), supply, "7.2")
    combat = AirCombat(AXIS, unit(state, "ger_ship"), unit(state, "uk_ship"), state.scenario.place("sea_1"))

    assert sums(state, combat)[1].halvings == halvings


@pytest.mark.parametrize(("line", "what", "id", "points"), [
    ("activate-leg", "activate", "uk_1", 1), ("activate-mobile", "activate", "ger_pz", 2),
    ("replace-leg", "replace", "uk_1", 1), ("replace-mobile", "replace", "ger_pz", 2),
    ("replace-fighter-or-convoy", "replace", "uk_fighter", 3), ("replace-fighter-or-convoy", "replace", "uk_convoy", 3),
    ("replace-bomber-or-surface", "replace", "uk_bomber", 4), ("replace-bomber-or-surface", "replace", "uk_ship", 4),
    ("replace-carrier", "replace", "uk_carrier", 5),
    ("mobilize-ussr-leg", "mobilize", "sov_1", 1), ("mobilize-leg", "mobilize", "uk_1", 1),
    ("mobilize-leg", "mobilize", "sov_guard", 1), ("mobilize-mobile", "mobilize", "ger_pz", 2),
    ("mobilize-fighter-or-convoy", "mobilize", "uk_fighter", 3),
    ("mobilize-fighter-or-convoy", "mobilize", "uk_convoy", 3),
    ("mobilize-bomber-or-surface", "mobilize", "uk_bomber", 4),
    ("mobilize-bomber-or-surface", "mobilize", "uk_ship", 4), ("mobilize-carrier", "mobilize", "uk_carrier", 5),
])  # fmt: skip
def test_9_0_production_lines(line: str, what: str, id: str, points: int) -> None:
    """9.0: each line of the list is what its unit costs."""
    state = at_sea()

    assert cost(state, what, unit(state, id)) == points
    assert state.scenario.charts.lines("production")[line].value == str(points)


def test_5_2_britain_helps_western_units_at_home_only() -> None:
    """5.2 britain: not Soviet ones, not in what Britain has Overseas."""
    state = at_sea("ger_fighter kiel, uk_fighter hull, sov_fighter london")
    german, british, soviet = (unit(state, id) for id in ("ger_fighter", "uk_fighter", "sov_fighter"))
    assert struck_in_britain(state, german, british)
    assert not struck_in_britain(state, german, soviet)
    state.theatre = replace(THEATRE)
    state.theatre.__dict__["overseas"] = THEATRE.board.bits([state.scenario.place("hull")])
    assert not struck_in_britain(state, german, british)
