"""The lessons of GEW: what they tell is true. `tests/play/test_every_lesson.py` takes them step by step."""

from __future__ import annotations

import re

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.play.lens import supply
from sandtable.play.lessons import Course, begin_lesson
from sandtable.play.session import Session, find_scenario
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from taken import finished, take
from typed import state_of

LESSONS = ["move", "fight", "supply", "turn"]
AXIS = Side(0)


def test_their_positions_are_not_offered_for_play() -> None:
    assert [info.name for info in GEW.scenarios()] == ["campaign", "campaign-even", "barbarossa", "north-africa-1941"]
    assert find_scenario("gew:lesson-move").title == "Lesson: move"
    offered = "campaign, campaign-even, barbarossa, north-africa-1941"
    with pytest.raises(BadInput, match=f"has no scenario lesson; it has {offered}$"):
        GEW.load("lesson")


def test_one_move_is_refused_in_the_first_lesson() -> None:
    assert sum(step.kind == "refusal" for _, step in take("gew:move")) == 1


def test_the_order_in_which_units_are_named_means_nothing() -> None:
    course = next(course for course, step in take("gew:fight") if "Add the Afrika Korps" in step.text)
    assert course.looked("odds", "attack", "3227", "ita_ghqna", "ita_cam", "ger_dak")


def test_a_newcomer_moves_a_unit_among_six_at_most() -> None:
    course = begin_lesson("gew:move")
    assert sum(place >= 0 for place in state_of(course.session, GewState).hex_of) <= 6
    assert len(course.lesson.steps) <= 6


RESULTS = {"move": [], "fight": ["D2R", "D1R", "D2R"], "supply": ["D2R"], "turn": ["D3E", "D4E"]}


@pytest.mark.parametrize("name", LESSONS)
def test_results_are_what_the_lesson_tells(name: str) -> None:
    events = finished(f"gew:{name}").session.log.events
    came = [str(event.data["result"]) for event in events if event.kind == "attacked"]
    assert came == RESULTS[name]
    told = [step.told for step in begin_lesson(f"gew:{name}").lesson.steps]
    assert [found[1] for text in told if (found := re.search(r"(?:rolled:?|again:|^) ?([ABD]\d[RE])", text))] == came


def funds(session: Session) -> str:
    return session.system.standing.funds(session.state, AXIS)


def test_points_are_what_the_lesson_tells() -> None:
    told = ""
    for course, step in take("gew:turn"):
        if "You have 9" in step.text:
            assert funds(course.session) == "9 MP"
        if found := re.search(r"(\d)(?: MP are)? left", told):
            assert funds(course.session) == f"{found[1]} MP"
        told = step.told


def test_the_supply_lesson_cuts_a_line_and_mends_another() -> None:
    def state(course: Course) -> tuple[bool, bool]:
        return tuple(supply(course.session, AXIS, unit).supplied for unit in ("ger_dak", "bri_cw1"))  # type: ignore[return-value]

    looks = [state(course) for course, step in take("gew:supply") if step.patterns[0][0] in ("supply", "end")]
    assert looks == [(True, True), (False, False), (True, False)]
    course = finished("gew:supply")
    state_now, unit = state_of(course.session, GewState), course.session.scenario.unit("bri_cw1")
    assert state_now.hex_of[unit] >= course.session.scenario.board.hexes, "it is off the map"


def test_tobruk_falls_in_the_whole_turn_and_turn_two_begins() -> None:
    course = finished("gew:turn")
    session = course.session
    assert session.system.standing.when(session.state) == "turn 2, autumn"
    scores = [session.system.standing.score(session.state, Side(side)) for side in (0, 1)]
    assert [[term.value for term in score if term.label == "Tobruk"] for score in scores] == [[2], []]
    assert any("the enemy hit for" in str(term.label) for term in scores[0])


def test_a_march_of_a_lesson_is_undone() -> None:
    course = next(course for course, step in take("gew:move") if "Italian army" in step.text)
    before = course.step()
    course.undo()
    assert course.step().nth == before.nth - 1
    course.session.submit_written(AXIS, ("march", "ger_dak", "3027"))
    assert course.step() == before
