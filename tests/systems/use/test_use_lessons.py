"""The lesson of USE: what it tells is true. `tests/play/test_every_lesson.py` takes it step by step."""

from __future__ import annotations

import re

from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex
from sandtable.play.lens import supply
from sandtable.play.lessons import Course
from sandtable.systems.use.s06_3_army import Activation
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from taken import finished, take
from typed import state_of

NAME = "use:sedan"


def will(course: Course, country: str) -> int:
    state = state_of(course.session, UseState)
    return state.will[state.theatre.country(country)]


def events(course: Course, kind: str) -> list[dict[str, object]]:
    return [dict(event.data) for event in course.session.log.events if event.kind == kind]


def test_it_takes_ten_minutes_and_the_real_start_of_the_campaign() -> None:
    (lesson,) = USE.lessons()
    assert (lesson.title, lesson.minutes, lesson.scenario) == ("Break the line at Sedan", 10, "france-1940")
    assert len(lesson.steps) == 19
    assert [step.rule for step in lesson.steps if step.kind == "refusal"] == ["4.2.3.1"]


def test_results_are_what_it_tells() -> None:
    course = finished(NAME)
    air, (belgium, sedan, again) = events(course, "air_combat"), events(course, "combat")
    assert [each["code"] for each in (belgium, sedan, again)] == ["DE", "DD", "DD"]
    assert [each["result"] for each in air] == ["DD+3"]
    told = [re.findall(r"\bD[DER]\b", step.told) for step in course.lesson.steps if "D" in step.told]
    assert [codes for codes in told if codes] == [["DE"], ["DD", "DD"], ["DD"]]


def test_5_1_both_sides_commit_in_secret_and_are_revealed_together() -> None:
    course = finished(NAME)
    assert [each["commitment"] for each in events(course, "revealed")] == [
        "commit", "hold", "commit", "commit", "hold", "hold",
    ]  # fmt: skip


def test_5_3_modifiers_are_what_it_tells() -> None:
    course = next(course for course, step in take(NAME) if step.kind == "look" and step.patterns[0][0] == "odds")
    terms = course.session.odds("attack", "0511").terms
    assert {term.label: term.value for term in terms.of("attacker") if term.how == "+"} == {
        "German unit": 2, "Tank unit in Fair weather": 2, "attacking over a canal, mountain or river side": -1,
    }  # fmt: skip
    assert [term for term in terms.of("defender") if term.how == "+"] == []


def test_movement_points_are_what_it_tells() -> None:
    left: list[int] = []
    for course, step in take(NAME):
        army = next((frame for frame in course.session.state.stack if isinstance(frame, Activation)), None)
        if army is not None and step.asks == "operations":
            left.append(army.left)
    assert left == [10, 10, 7, 7, 8, 5, 10, 5]


def test_2_1_2_and_13_0_wills_are_what_it_tells() -> None:
    france = [will(course, "france") for course, _ in take(NAME)]
    belgium = [will(course, "belgium") for course, _ in take(NAME)]
    course = finished(NAME)
    assert (france[0], france[16], will(course, "france")) == (20, 18, 17)
    assert belgium[0] == 2
    assert [each["country"] for each in events(course, "conquered")] == ["Belgium"]


def test_7_2_all_are_in_supply_at_its_end() -> None:
    course = finished(NAME)
    state = state_of(course.session, UseState)
    units = [*state.ground_units(course.side), *state.air_units(course.side)]
    assert {state.supply[unit] for unit in units} == {0}
    assert supply(course.session, course.side, "ger_1pz").supplied


def test_six_armies_and_three_air_fleets_could_still_act() -> None:
    course = next(course for course, step in take(NAME) if step.patterns[0] == ("end",))
    session, ready = course.session, []
    for unit in session.scenario.units_of(course.side):
        try:
            ready += [unit] if session.why_not("activate", session.scenario.unit_name(unit)) == [] else []
        except BadInput:
            continue
    assert len(ready) == 6
    assert len(state_of(session, UseState).air_units(course.side)) == 3


def test_the_second_army_is_led_up_and_marked_as_it_tells() -> None:
    course = next(course for course, step in take(NAME) if step.patterns[0][0] == "resolve")
    state, unit = state_of(course.session, UseState), course.session.scenario.unit("ger_8")
    place = course.session.scenario.place_name
    assert (place(Hex(state.hex_of[unit])), place(Hex(state.assault[unit]))) == ("0610", "0711")


def test_whoever_points_at_the_hex_before_he_says_a_verb_has_tried_it_too() -> None:
    course = next(course for course, step in take(NAME) if step.kind == "refusal")
    assert not course.looked("why", "0610")
    assert not course.looked("why")
    assert course.looked("why", "0609")
