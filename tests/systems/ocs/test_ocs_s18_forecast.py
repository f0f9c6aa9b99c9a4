"""OCS 18, looked ahead at: the same procedures tell odds of barrages at sea and of landings."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.flow import Roll
from sandtable.core.rules import Side
from sandtable.core.sentences import Sentence
from sandtable.core.sequence import Segment
from sandtable.core.state import State
from sandtable.core.titles import NAMED
from sandtable.play.forecast import Chosen, forecast
from sandtable.play.odds import preview
from sandtable.systems.ocs import s18_forecast
from sandtable.systems.ocs.foresight import meanings
from sandtable.systems.ocs.s18_fire import BarrageShip
from sandtable.systems.ocs.s18_landings import GoAshore
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"
BARRAGES = "Player turn / Movement Phase / Movement barrages"
COMBATS = "Player turn / Combat Phase / Combat Segment"


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(Path(__file__).parent / "coast"))


def at_coast(units: str, **more: Any) -> OcsState:
    return field(units, scenario="coast", **more)


def expected(state: OcsState, row: str, side: Side, *words: Any) -> dict[str, Fraction]:
    """Every end of an action in words, by the same procedures that play it."""
    game = Game(state, Segment(row, side))
    action = game.action(*words)
    assert not game.ask.form.check(state, action)

    def told(after: State) -> str:
        assert isinstance(after, OcsState)
        words = s18_forecast.aftermath(state, action, after).words
        return ", ".join(each.text for each in words if isinstance(each, Sentence))

    return dict(preview(state, action, told))


def test_18_3c_the_odds_of_a_barrage_of_a_ship_before_it_is_fired() -> None:
    """16 points, no protection: column 12-16; 2 and 3 miss, and 12 is a hit (1 of 36), with half steps below it."""
    state = at_coast("monitor 6.5; r_guns 9.5")
    found = expected(state, BARRAGES, RED, "engage", "6.5", "monitor", [(unit(state, "r_guns"),)])
    assert sum(found.values()) == 1
    assert found["{units} damaged, {units} disorganized"] >= Fraction(1, 36)


def test_18_5f_the_odds_of_a_landing_before_it_is_tried() -> None:
    """Open and no zone: +1. All lost on 2 (1 of 36), part on 3 and 4 (5 of 36); part of one unit is that unit."""
    state = at_coast("b_1 aboard_lc_1; lc_1 9.2", segment=MOVEMENT)
    found = expected(state, MOVES, BLUE, "land", "9.2", [(unit(state, "b_1"),)], "combat")
    assert found["{units} ashore"] == Fraction(30, 36)
    assert sum(chance for said, chance in found.items() if "lost" in said) == Fraction(6, 36)


def test_18_3c_and_18_5f_the_chart_in_play_and_what_decides_it() -> None:
    state = at_coast("monitor 6.5")
    game = Game(state, BarrageShip(RED, unit(state, "monitor"), 32, "ship"))
    assert isinstance(game.wait, Roll)
    assert s18_forecast.chart_in_play(state) == ("barrage", "12-16")
    assert str(s18_forecast.terms(state)[0].label) == "strength 16: column 12-16"

    landing = at_coast("b_1 aboard_lc_1; lc_1 9.7")
    Game(landing, GoAshore(BLUE, landing.scenario.place("9.7"), (unit(landing, "b_1"),), "combat", 1))
    assert s18_forecast.chart_in_play(landing) == ("landing", "")
    assert s18_forecast.terms(landing).total == -1
    assert s18_forecast.roll_told(landing, 7) == "6"
    assert "Ashore" in meanings(landing)


def test_18_6b_both_answers_of_the_defender_are_told() -> None:
    state = at_coast("b_1 aboard_lc_1; lc_1 8.5 t4; r_1 9.5")
    game = Game(state, Segment(COMBATS, BLUE))
    game.do("assault", "8.5", "9.5", [(unit(state, "b_1"),)])
    assert [stance.word for stance in s18_forecast.stances(state, game.ask, BLUE)] == ["fights", "gives up"]
    assert s18_forecast.level(state) == 1


def test_18_6_a_beach_assault_is_forecast_with_both_answers_of_the_defender() -> None:
    state = at_coast("b_1 aboard_lc_1; b_2 aboard_lc_1; lc_1 8.5 t4; r_1 9.5")
    game = Game(state, Segment(COMBATS, BLUE))
    action = game.action("assault", "8.5", "9.5", [(unit(state, "b_1"), unit(state, "b_2"))])
    found = forecast(state, BLUE, action)
    assert isinstance(found.root, Chosen)
    assert found.root.side == RED
    assert [stance.word for stance, _ in found.root.ways] == ["fights", "gives up"]
