"""OCS 10, 14 looked ahead at: what is told of a roll or a question that a state waits for."""

from __future__ import annotations

from sandtable.core.flow import answer
from sandtable.core.sequence import Segment
from sandtable.systems.ocs import s10_forecast, s14_forecast
from systems.ocs.field import ALLIED, AXIS, Game, field, unit


def test_10_0a_a_barrage_tells_its_shifts_its_column_and_what_it_came_to() -> None:
    state = field("50_div_art 13.7; 69_bde 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 8)})
    game = Game(state, Segment("Player turn / Combat Phase / Barrage Segment", ALLIED))
    before, action = state.copy(), ("barrage", state.scenario.place("11.8"), "units")
    before.wait = state.wait
    game.do("barrage", "11.8", "units", [(unit(state, "50_div_art"),)], [])

    assert [int(term.value) for term in s10_forecast.terms(state)] == [0, -1, 0]
    assert s10_forecast.chart_in_play(state) == ("barrage", "8-11")
    answer(state, 7)
    game.go()
    found = s10_forecast.aftermath(before, action, state)
    assert found.figures == {"disorganized": 1, "own steps lost": 0, "enemy steps lost": 0}


def test_14_5_interception_has_two_answers_and_flak_its_terms() -> None:
    """In the zone of the Fw 190 without a fighter: +2."""
    state = field("boston box_m; fw190 11.13; 904_fest 11.8", bases={"11.13": 1}, control={"11.13": AXIS})
    game = Game(state, Segment("Player turn / Movement Phase / Movement barrages", ALLIED))
    game.do("bomb", "11.8", "units", [(unit(state, "boston"),)], [])

    assert [stance.word for stance in s14_forecast.stances(state, game.ask, ALLIED)] == ["intercepts", "lets pass"]
    assert s14_forecast.level(state) == 1
    game.do("pass")
    assert [int(term.value) for term in s14_forecast.terms(state)] == [2]
    assert s14_forecast.chart_in_play(state) == ("flak", "")
    assert s14_forecast.roll_told(state, 9) == "11"
    assert s14_forecast.on_the_way(state)
