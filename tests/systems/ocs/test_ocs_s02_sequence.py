"""OCS 2.2, 2.3, 2.4, 17.0: turns, weather, who goes first, turns without combat, what a phase begins and ends with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.core.decisions import Menu
from sandtable.core.flow import Ask, Roll, answer, run
from sandtable.core.sequence import END, Segment, Sequence
from sandtable.play.forecast import forecast
from sandtable.play.odds import first_pick, preview
from sandtable.play.words import read_any, words_of
from sandtable.systems.ocs.counsel import promising
from sandtable.systems.ocs.s02_phases import CleanUp
from sandtable.systems.ocs.s02_sequence import Game as Whole
from sandtable.systems.ocs.s14_flak import meets_flak
from sandtable.systems.ocs.state import FIRST, MOVEMENT, OcsState
from sandtable.systems.ocs.theatre import COMBAT, DG, EXPLOIT, MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit


def turn(state: OcsState, *dice: int) -> Game:
    return Game(state, Whole(), dice)


def test_2_2_a_turn_begins_with_its_weather() -> None:
    """17.0 A roll of 3 lets hardly anybody fly, one of 4 all."""
    assert turn(field("", turn=0), 3).state.flight == "limited"
    assert turn(field("", turn=0), 4).state.flight == "normal"


def test_2_3_the_scenario_says_who_goes_first_and_later_the_higher_roll_does() -> None:
    """A tie is rolled again; 9 to 5 lets the Axis choose, which goes second."""
    first = turn(field("", turn=0), 7)
    assert (first.state.turn, first.state.phasing) == (1, ALLIED)

    later = turn(field("", turn=1), 7, 6, 6, 5, 9)
    assert later.ask.side == AXIS
    later.do("second")
    assert (later.state.turn, later.state.clock[FIRST], later.state.phasing) == (2, ALLIED, ALLIED)


def at_the_end_of_a_turn() -> OcsState:
    """Nobody is on the map, and the last question of the second player-turn is asked."""
    state = field("", turn=0)
    state.stack, state.log = [Whole()], None
    while True:
        wait = run(state)
        if isinstance(wait, Roll):
            answer(state, min(wait.dice.ways))
            continue
        assert isinstance(wait, Ask)
        is_menu = isinstance(wait.form, Menu) and END in wait.form.forms
        action = (END,) if is_menu else first_pick(state, wait)
        after = state.copy()
        answer(after, action)
        if isinstance(run(after), Roll) and isinstance(after.stack[-1], Whole):
            return state
        answer(state, action)


def test_2_3_odds_reckon_exactly_with_ties_that_may_be_rolled_again_for_ever() -> None:
    """Both sides are as likely to be higher, whatever the weather: no chance is left for ties without end."""
    state = at_the_end_of_a_turn()
    ask = run(state)
    assert isinstance(ask, Ask)

    found = forecast(state, ask.side, (END,))
    assert all(course.end.whole for prospect in found.prospects for course in prospect.courses)
    assert sum(found.chances.values()) == 1

    higher = preview(state, (END,), lambda after: wait.side if isinstance(wait := run(after), Ask) else None)
    assert higher == {ALLIED: Fraction(1, 2), AXIS: Fraction(1, 2)}


def test_2_3_clean_up_ends_markers_and_fuel_of_the_phasing_side_alone() -> None:
    state = field("69_bde 12.7 dg; 44_rtr 12.7 exploit back fuel; 904_fest 11.8 dg")
    state.busted[state.scenario.place("12.7")] = AXIS + 1
    state.busted[state.scenario.place("11.8")] = ALLIED + 1
    Game(state, CleanUp(ALLIED))

    modes = [state.mode[unit(state, id)] for id in ("69_bde", "44_rtr", "904_fest")]
    assert modes == [COMBAT, MOVE, DG]
    assert not state.fuel[unit(state, "44_rtr")]
    assert [state.busted[state.scenario.place(name)] for name in ("12.7", "11.8")] == [0, ALLIED + 1]
    assert EXPLOIT not in modes


def test_2_2_after_the_last_turn_the_points_are_counted() -> None:
    game = turn(field("", turn=6))

    assert not isinstance(game.wait, Roll)
    assert game.wait.outcome.rule == "2.2"


# ------------------------------------------------------------------------------------------------ 2.4


def test_2_4_a_turn_is_without_combat_if_both_sides_agree() -> None:
    """Nobody is asked without the option; with it either side may decline."""
    agreed = turn(field("", turn=0, quiet_turns=True), 7)
    assert [agreed.ask.side, agreed.ask.form.name] == [ALLIED, "agreement"]
    agreed.do("quiet")
    assert agreed.ask.side == AXIS
    agreed.do("quiet")
    assert agreed.state.quiet[0]
    assert [str(event.rule) for event in agreed.told("agreed")] == ["2.4"]

    computer = turn(field("", turn=0, quiet_turns=True), 7)
    assert list(promising(computer.state, computer.ask)) == [("decline",)]

    for words in (["decline"], ["quiet", "decline"]):
        declined = turn(field("", turn=0, quiet_turns=True), 7)
        for word in words:
            declined.do(word)
        assert declined.state.phasing == ALLIED
        assert not declined.state.quiet[0]


def test_2_4_the_next_turn_is_one_like_any_other() -> None:
    state = field("", turn=1, quiet_turns=True)
    state.agree("2.4")
    game = turn(state, 7)
    assert game.ask.form.name == "agreement"
    assert not state.quiet[0]


def quiet(units: str, **more: Any) -> tuple[OcsState, Game]:
    state = field(units, segment=MOVEMENT, quiet_turns=True, **more)
    state.agree("2.4")
    return state, Game(state, Segment("Player turn / Movement Phase / Movement Segment", ALLIED))


def test_2_4_nobody_overruns_or_captures() -> None:
    """The dump in 12.6 lies open, 904 Fest in 11.8 could be overrun."""
    state, game = quiet("44_rtr 12.7 fuel; 904_fest 11.8", dumps={"12.6": (AXIS, 4), "12.7": (ALLIED, 4)})
    tanks = (unit(state, "44_rtr"),)
    assert "OCS 2.4" in game.why("overrun", tanks)
    assert "OCS 2.4" in game.why("move", tanks, "same", "12.6")
    assert game.why("move", tanks, "same", "13.7") == ""

    state.clear("quiet")
    assert game.why("move", tanks, "same", "12.6") == ""


def test_2_4_aircraft_neither_seek_out_the_enemy_nor_are_shot_at() -> None:
    state, game = quiet(
        "spitfire1 14.7; bf109g1 12.14", bases={"14.7": 1, "12.14": 1}, control={"14.7": ALLIED, "12.14": AXIS}
    )
    for verb in ("sweep", "hipshoot", "jump", "land"):
        assert "OCS 2.4" in game.why(verb)
    target = state.scenario.place("12.14")
    assert not meets_flak(state, ALLIED, "base transfer", target)
    state.clear("quiet")
    assert meets_flak(state, ALLIED, "base transfer", target)


@pytest.mark.parametrize("agreed", [True, False])
def test_2_4_there_are_no_segments_of_barrage_or_combat(agreed: bool) -> None:
    state = field("69_bde 12.7; 904_fest 11.8", dumps={"12.7": (ALLIED, 8)}, quiet_turns=True)
    if agreed:
        state.agree("2.4")
    asked = set[str]()
    for phase in ("Movement", "Reaction", "Combat", "Exploitation"):
        game = Game(state, Sequence(f"Player turn / {phase} Phase", ALLIED))
        while isinstance(game.wait, Ask):
            asked.add(game.ask.form.name)
            game.do("end")
    fought = {"Movement barrages", "Reaction barrages", "Barrage Segment", "Combat Segment", "Exploitation barrages"}
    assert asked & fought == (set() if agreed else fought)
    assert "Exploitation Movement" in asked


def test_2_4_a_turn_without_combat_is_told_in_words() -> None:
    game = turn(field("69_bde 12.7", turn=0, quiet_turns=True), 7)
    game.do("quiet")
    game.do("quiet")
    text, state = words_of(game.state), game.state
    assert "turn without combat" in text
    assert read_any(text)[1].plain() == state.plain()
