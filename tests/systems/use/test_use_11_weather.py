"""USE 11.0: the weather of every month and zone; where a board has several, each hex has its own."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from sandtable.core.board import Board
from sandtable.core.flow import Roll
from sandtable.core.rules import Hex
from sandtable.play.explain import words
from sandtable.systems.use.s01_2_sequence import Game as Turns
from sandtable.systems.use.s04_2_ground import attack_cost, attack_price
from sandtable.systems.use.s05_2_air import AirCombat
from sandtable.systems.use.s05_2_air import breakdown as air_breakdown
from sandtable.systems.use.s05_3_attack import Combat, breakdown
from sandtable.systems.use.s06_3_invasion import bad_beach
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, WORDS
from systems.use.seas import BOARD, LAND, THEATRE, Game, at_sea, unit

NORTH_TO_SOUTH = "ccmmwd"  # by row


def boards() -> dict[str, Any]:
    """The hand-made sea, with zones from the cold north to the desert."""
    rows = [re.sub("[^~]", zone, row).replace("~", " ") for row, zone in zip(LAND, NORTH_TO_SOUTH, strict=True)]
    key = {"c": "cold", "m": "mild", "w": "warm", "d": "desert"}
    found: dict[str, Any] = deepcopy(BOARD)
    found["areas"]["weather"] = {"key": key, "rows": rows}
    found["data"]["sea"]["weather"] = {"sea_1": "cold", "sea_13": "desert"}
    return found


def of_four_zones(units: str = "") -> UseState:
    state = at_sea(units)
    theatre = replace(THEATRE, board=Board.from_dict(boards(), WORDS), zone="mild")
    state.theatre, state.scenario = theatre, replace(state.scenario, extra=theatre, board=theatre.board)
    return state


def rolled(units: str = "") -> tuple[UseState, Game]:
    state = of_four_zones(units)
    state.tick(0, 0)
    return state, Game(state, Turns(), dice=[4, 2, 1])  # January: cold Severe, mild Poor, warm Fair


def weather(state: UseState, place: str) -> str:
    return state.weather_at(state.scenario.place(place))


def test_11_0_a_die_for_each_zone_and_none_for_the_desert() -> None:
    """11.0: cold, mild, warm in this order; the desert is always Fair."""
    state, game = rolled()
    assert not isinstance(game.wait, Roll)
    places = {"0101": "Severe", "0402": "Poor", "0502": "Fair", "0602": "Fair", "sea_1": "Severe", "sea_13": "Fair",
              "sea_2": "Poor"}  # fmt: skip
    assert {place: weather(state, place) for place in places} == places
    assert state.weathers == "cold Severe, mild Poor, warm Fair, desert Fair"
    assert USE.standing.when(state) == "turn 1 of 8, Jan 1941, cold Severe, mild Poor, warm Fair, desert Fair"


def test_11_0_next_turn_all_zones_are_rolled_anew() -> None:
    state, _ = rolled()
    state.tick(0, 6)
    game = Game(state, Turns())
    assert isinstance(game.wait, Roll)
    game.roll(1, 6, 3)  # July: Fair, whatever the dice
    assert state.clock[2] == 0


@pytest.mark.parametrize(("zones", "kept"), [("use:poland-1939", ("mild",)), ("use:balkans-1941", ("warm",))])
def test_11_0_our_boards_lie_in_one_zone(zones: str, kept: tuple[str, ...]) -> None:
    assert USE.load(zones.partition(":")[2]).extra.weather_zones == kept


def test_5_3_the_defenders_hex_tells_the_weather() -> None:
    """5.3, 4.0: Poor at Brest, Severe at Kiel: modifiers, halvings, the price of the attack."""
    state, _ = rolled("ger_pz 0401, fra_1 brest, uk_2 0208, ger_1 0209, ger_fighter 0209, uk_fighter hull")
    found = {}
    for target, id, foe in (("brest", "ger_pz", "fra_1"), ("0208", "ger_1", "uk_2")):
        combat = Combat(AXIS, state.scenario.place(target), unit(state, id), (), "mobile", unit(state, foe))
        found[target] = [term.label for term in breakdown(state, combat).of("attacker")]
    assert "attacking into Poor weather" in found["brest"]
    assert "Tank unit in Poor weather" in found["brest"]
    assert "Severe weather" in found["0208"]

    start, to = state.scenario.place("0401"), state.scenario.place("brest")
    assert attack_price(state, start, to, AXIS) == attack_cost(state, start, to, AXIS).total == 2 + 2
    south = state.scenario.place("0501"), state.scenario.place("0502")
    assert attack_price(state, *south, AXIS) == 2 + 1

    strike = AirCombat(AXIS, unit(state, "ger_fighter"), unit(state, "uk_fighter"), state.scenario.place("hull"), 1)
    assert "Severe weather" in [term.label for term in air_breakdown(state, strike)]


def test_6_3_2_the_beach_tells_whether_it_can_be_invaded() -> None:
    state, _ = rolled("uk_1 london, ger_1 kiel")
    zone: Hex = state.scenario.place("sea_1")
    reasons = [
        words(state.scenario, each.because)
        for each in bad_beach(state, unit(state, "uk_1"), zone, state.scenario.place("kiel"))
    ]
    assert reasons == ["nobody lands in Severe weather"]


MONTHS = {"Dec Jan Feb": 0, "Mar Apr": 1, "May Jun": 2, "Jul Aug Sep": 3, "Oct Nov": 4}

PRINTED = {  # Fair, Poor, Severe for each die from 1 to 6, as the player aid has it
    "cold": ["PPPSSS", "PPSSSS", "FFFPPP", "FFFFFF", "FPPPSS"],
    "mild": ["PPPPSS", "FPPSSS", "FFFFPP", "FFFFFF", "FFPPSS"],
    "warm": ["FPPPSS", "FFPPSS", "FFFFPP", "FFFFFF", "FFPPPS"],
    "desert": ["FFFFFF"] * 5,
}


@pytest.mark.parametrize("zone", PRINTED)
def test_11_0_the_weather_of_every_month_and_zone(zone: str) -> None:
    for months, row in MONTHS.items():
        for month in months.split():
            for die in range(1, 7):
                state = USE.begin(USE.load("poland-1939"))
                state.theatre = state.scenario.extra = replace(state.theatre, zone=zone, months=(f"{month} 1940",))
                game = Game(state, Turns(), dice=[die])
                assert game.state.weathers[0] == PRINTED[zone][row][die - 1], f"{month}, {zone}, {die}"
                assert len(game.dice) == (zone == "desert")  # for which no die is rolled


def test_11_0_scenarios_lie_in_their_zones() -> None:
    zones = {name: USE.load(name).extra.zone for name in ("poland-1939", "france-1940", "balkans-1941")}
    assert zones == {"poland-1939": "mild", "france-1940": "mild", "balkans-1941": "warm"}
