"""Reasons, breakdowns and events as sentences."""

from __future__ import annotations

import pytest

import toy
from sandtable.core.decisions import Draft
from sandtable.core.events import Event
from sandtable.core.flow import Outcome
from sandtable.core.rules import Breakdown, Side, Term, Violation
from sandtable.core.sentences import Text, joined, say
from sandtable.core.system import find_system
from sandtable.play.explain import (
    about,
    log_lines,
    outcome_line,
    phase,
    question,
    reasons,
    sentence,
    sum_lines,
    why_not,
    words,
)
from sandtable.play.session import start

FORD = toy.SYSTEM.load("ford")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("moved", {"unit": 0, "start": 0, "to": 1}, "3.0"), "1st Guards moves from 0101 to 0201 (TOY 3.0)"),
        (Event("control", {"side": None, "hex": 9}, "7.0"), "nobody controls 0202 (TOY 7.0)"),
        (Event("control", {"side": 1, "hex": 9}, "7.0"), "Blue controls 0202 (TOY 7.0)"),
        (Event("rolled", {"dice": "2d6", "reads": (3, 4)}, "4.4"), "2d6 reads 3 and 4 (TOY 4.4)"),
        (Event("dug", {"unit": 4}, "5.1"), "1st Panzer digs in (TOY 5.1)"),
        (Event("thundered", {"hex": 0, "times": 3}, "1.0"), "thundered 0101, 3 (TOY 1.0)"),
        (Event("ended", {}, "1.0"), "ended (TOY 1.0)"),
        (Event("sank", {"carrier": 0, "units": (1, 4)}, "1.0"), "sank 1st Guards, 2nd Rifles and 1st Panzer (TOY 1.0)"),
        (Event("sank", {"units": ()}, "1.0"), "sank nothing (TOY 1.0)"),
    ],
)
def test_an_event_is_a_sentence_with_its_rule(event: Event, said: str) -> None:
    assert sentence(FORD, event) == said


def test_a_text_may_be_for_one_rule() -> None:
    texts = {"dug": "{unit} digs", "dug 5.2": "{unit} digs deeper"}
    said = [sentence(FORD, Event("dug", {"unit": 4}, rule), texts) for rule in ("5.1", "5.2")]
    assert said == ["1st Panzer digs (TOY 5.1)", "1st Panzer digs deeper (TOY 5.2)"]


def test_texts_can_be_brought_along() -> None:
    said = sentence(FORD, Event("dug", {"unit": 4}, "5.1"), {"dug": "{unit} schanzt"})
    assert said == "1st Panzer schanzt (TOY 5.1)"


def test_places_are_told_with_what_lies_in_them() -> None:
    event = Event("moved", {"unit": 0, "start": FORD.place("0203"), "to": FORD.place("0204")}, "3.0")
    assert sentence(FORD, event) == "1st Guards moves from 0203 Westham to 0204 (TOY 3.0)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing to {name}", "nothing to {name}"),
        (say("{unit} is not next to {hex}", 0, FORD.place("0203")), "1st Guards is not next to 0203 Westham"),
        (say("{unit} meets {other_unit}, and {unit} loses", 0, 4), "1st Guards meets 1st Panzer, and 1st Guards loses"),
        (
            say("{side} has {units} and {hexes}", 1, (0, 1, 4), (0,)),
            "Blue has 1st Guards, 2nd Rifles and 1st Panzer and 0101",
        ),
        (say("{verb}: {because}", "move", say("{unit} is late", 0)), "move: 1st Guards is late"),
        (say("column {shift:+}", 2), "column +2"),
        (joined([say("{unit}", 0), "", "a depot"], " or "), "1st Guards or a depot"),
    ],
)
def test_a_sentence_is_told_with_names(text: Text, said: str) -> None:
    assert words(FORD, text) == said


def test_a_name_that_several_counters_have_is_told_with_its_nation() -> None:
    scenario = find_system("gew").load("north-africa-1941")
    named = {id: words(scenario, say("{unit}", scenario.unit(id))) for id in ("ger_dak", "hun_a2")}
    assert named == {"ger_dak": "DAK", "hun_a2": "2 Army (Hungarian)"}


def test_an_event_is_about_hexes_and_counters() -> None:
    sank = Event("sank", {"carrier": 0, "units": (1, 4), "at": 9, "to": None, "times": 3}, "1.0")
    assert about(sank) == ([9], [0, 1, 4])


def test_a_question_knows_its_phase_and_is_asked_in_a_sentence() -> None:
    session = start("gew:north-africa-1941", "seed", {"automatic_setup": True})
    assert session.ask is not None
    assert [row.name for row in phase(session.state)] == ["Logistics", "Mobilization Phase", "First player"]
    assert session.system.standing.when(session.state) == "turn 1, summer"
    assert session.system.standing.funds(session.state, Side(0)) == "9 MP"
    assert question(session.state, session.ask.form) == "Are any units or markers given up?"
    toy_session = start("toy:ford", "seed")
    assert toy_session.ask is not None
    assert question(toy_session.state, toy_session.ask.form, Draft(("move",))) == "move: unit?"


def test_each_side_reads_its_own_log() -> None:
    session = start("toy:ford", "seed")
    session.submit_written(Side(0), ["dig", "r1"])
    assert log_lines(session.state, Side(0)) == ["turn 1 begins (TOY 2.0)", "1st Guards digs in (TOY 5.1)"]
    assert log_lines(session.state, Side(1)) == log_lines(session.state, None) == ["turn 1 begins (TOY 2.0)"]
    assert log_lines(session.state.copy(), None) == []


def test_why_not_says_every_reason() -> None:
    session = start("toy:ford", "seed")
    assert session.ask is not None
    assert why_not(session.state, session.ask, "attack") == ["there is nothing to attack (TOY 4.1)"]
    assert why_not(session.state, session.ask, "move") == []
    assert reasons(FORD, [Violation("1.0", "no"), Violation("2.0", "never")]) == ["no (TOY 1.0)", "never (TOY 2.0)"]


def test_a_sum_is_a_line_a_term() -> None:
    terms = Breakdown([Term("tanks", 2, "1.0"), Term("mud", -1, "2.0"), Term("nothing", 0, "3.0")])
    assert sum_lines(FORD, terms) == ["  +2  tanks (TOY 1.0)", "  -1  mud (TOY 2.0)", "   0  nothing (TOY 3.0)"]


def test_sums_of_two_sides_stand_under_their_names() -> None:
    terms = Breakdown([Term("tanks", 2, "1.0", "attacker"), Term("river", -1, "2.0", "attacker"),
                       Term("elite", 1, "3.0", "defender")])  # fmt: skip
    assert sum_lines(FORD, terms) == [
        "attacker", "  +2  tanks (TOY 1.0)", "  -1  river (TOY 2.0)", "defender", "  +1  elite (TOY 3.0)",
    ]  # fmt: skip
    assert sum_lines(FORD, terms.of("defender")) == ["  +1  elite (TOY 3.0)"]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome(Side(1), "decisive", "three towns"), "Blue victory, decisive: three towns"),
        (Outcome(None, "", "both hold 1"), "a draw: both hold 1"),
        (Outcome(None, "a draw", "both hold 1"), "a draw: both hold 1"),
        (Outcome(None, "exhaustion", "both hold 1"), "a draw, exhaustion: both hold 1"),
        (Outcome(Side(1), "a victory for Blue", "all"), "a victory for Blue: all"),
        (Outcome(Side(1), "a decisive victory", "all"), "Blue, a decisive victory: all"),
        (Outcome(Side(1), "Strategic Victory", "all"), "Blue Strategic Victory: all"),
    ],
)
def test_an_outcome_is_one_line(outcome: Outcome, said: str) -> None:
    assert outcome_line(FORD, outcome) == said


def test_every_event_of_the_toy_has_words_for_it() -> None:
    """Each placeholder of a text is a field of the event."""
    session = start("toy:ford", "seed")
    while session.ask is not None:
        session.submit(session.ask.side, session.ask.form.fill(session.state, lambda picks: picks[0]))
    assert len(log_lines(session.state, Side(0))) > 20
