"""The lessons of GEW, taken step by step: what is asked is legal, what is tried is refused, what is told is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.lessons import LessonStep
from sandtable.core.rules import Side
from sandtable.play.lens import starving, supply
from sandtable.play.lessons import Course, begin_lesson
from sandtable.play.notation import written
from sandtable.play.session import Session, find_scenario, verify
from sandtable.players.randomly import answer_randomly
from sandtable.systems.gew.system import GEW

LESSONS = ["move", "fight", "supply", "turn"]
AXIS = Side(0)
TRIES = 40  # random answers at each step


def take(name: str) -> Iterator[tuple[Course, LessonStep]]:
    """A lesson from its first step to its last: each is done after it has been looked at."""
    course = begin_lesson(f"gew:{name}")
    course.run()
    while (step := course.now) is not None:
        yield course, step
        words = step.patterns[0]
        if step.kind == "answer":
            assert course.check(words) == ""
            course.session.submit_written(AXIS, words)
            course.run()
        else:
            assert course.looked("why", *words) if step.kind == "refusal" else course.looked(*words)


def finished(name: str) -> Course:
    *_, (course, _) = take(name)
    return course


def test_there_are_four_of_ten_minutes_at_most() -> None:
    assert [lesson.id for lesson in GEW.lessons()] == LESSONS
    assert all(0 < lesson.minutes <= 10 for lesson in GEW.lessons())


def test_their_positions_are_not_offered_for_play() -> None:
    assert [info.name for info in GEW.scenarios()] == ["campaign", "barbarossa", "north-africa-1941"]
    assert find_scenario("gew:lesson-move").title == "Lesson: move"
    with pytest.raises(BadInput, match=r"has no scenario lesson; it has campaign, barbarossa, north-africa-1941$"):
        GEW.load("lesson")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_played_to_its_end_by_what_it_asks(name: str) -> None:
    course = finished(name)
    assert course.done
    assert course.step().text == course.lesson.end
    assert verify(course.session.record()) == course.session.rolls


@pytest.mark.parametrize("name", LESSONS)
def test_the_learner_is_asked_what_the_step_is_about(name: str) -> None:
    for course, step in take(name):
        ask = course.session.ask
        assert ask is not None
        assert (ask.side, ask.form.name) == (AXIS, step.asks), step.text
        for hex in step.hexes:
            course.session.scenario.place(hex)
        for unit in step.units:
            course.session.scenario.unit(unit)


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_legal_but_not_asked_for_is_caught_and_changes_nothing(name: str) -> None:
    rng, caught = Random(name), 0
    for course, step in take(name):
        session, before = course.session, course.session.state.digest()
        ask = session.ask
        assert ask is not None
        for _ in range(TRIES):
            words = tuple(written(session.state, ask.form, answer_randomly(session.state, ask, rng)))
            said = course.check(words)
            assert said in ("", step.otherwise)
            caught += bool(said)
            if step.kind != "answer":
                assert said
        assert session.state.digest() == before
    assert caught


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_tried_is_refused_by_the_rule_of_the_step(name: str) -> None:
    for course, step in take(name):
        if step.kind == "refusal":
            for words in step.patterns:
                assert any(f"(GEW {step.rule})" in reason for reason in course.session.why_not(*words)), words
                assert course.session.why_not(*words[:-1]) == [], "only the last pick is refused"


def test_one_move_is_refused_in_the_first_lesson() -> None:
    assert sum(step.kind == "refusal" for _, step in take("move")) == 1


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_looked_at_is_there(name: str) -> None:
    for course, step in take(name):
        session, (what, *words) = course.session, step.patterns[0]
        if step.kind != "look":
            continue
        if what in ("draft", "path"):
            assert session.why_not(*words) == []
        elif what == "odds":
            assert session.odds(*words).prospects
        elif what == "starving":
            assert starving(session, AXIS, words[0]).units
        else:
            assert what in ("supply", "score"), "a look this test does not know"


def test_the_order_in_which_units_are_named_means_nothing() -> None:
    course = next(course for course, step in take("fight") if "Add the Afrika Korps" in step.text)
    assert course.looked("odds", "attack", "3227", "ita_ghqna", "ita_cam", "ger_dak")


def test_a_newcomer_moves_a_unit_among_six_at_most() -> None:
    course = begin_lesson("gew:move")
    assert sum(place >= 0 for place in course.session.state.hex_of) <= 6
    assert len(course.lesson.steps) <= 6


RESULTS = {"move": [], "fight": ["D2R", "D1R", "D2R"], "supply": ["D2R"], "turn": ["D3E", "D4E"]}


@pytest.mark.parametrize("name", LESSONS)
def test_results_are_what_the_lesson_tells(name: str) -> None:
    came = [str(event.data["result"]) for event in finished(name).session.log.events if event.kind == "attacked"]
    assert came == RESULTS[name]
    told = [step.told for step in begin_lesson(f"gew:{name}").lesson.steps]
    assert [found[1] for text in told if (found := re.search(r"(?:rolled:?|again:|^) ?([ABD]\d[RE])", text))] == came


def funds(session: Session) -> str:
    return session.system.funds(session.state, AXIS)


def test_points_are_what_the_lesson_tells() -> None:
    told = ""
    for course, step in take("turn"):
        if "You have 9" in step.text:
            assert funds(course.session) == "9 MP"
        if found := re.search(r"(\d)(?: MP are)? left", told):
            assert funds(course.session) == f"{found[1]} MP"
        told = step.told


def test_the_supply_lesson_cuts_a_line_and_mends_another() -> None:
    def state(course: Course) -> tuple[bool, bool]:
        return tuple(supply(course.session, AXIS, unit).supplied for unit in ("ger_dak", "bri_cw1"))  # type: ignore[return-value]

    looks = [state(course) for course, step in take("supply") if step.patterns[0][0] in ("supply", "end")]
    assert looks == [(True, True), (False, False), (True, False)]
    course = finished("supply")
    state_now, unit = course.session.state, course.session.scenario.unit("bri_cw1")
    assert state_now.hex_of[unit] >= course.session.scenario.board.hexes, "it is off the map"


def test_tobruk_falls_in_the_whole_turn_and_turn_two_begins() -> None:
    course = finished("turn")
    session = course.session
    assert session.system.when(session.state) == "turn 2, autumn"
    scores = [session.system.score(session.state, Side(side)).total for side in (0, 1)]
    assert scores == [2, 0]


def test_a_march_of_a_lesson_is_undone() -> None:
    course = next(course for course, step in take("move") if "Italian army" in step.text)
    before = course.step()
    course.undo()
    assert course.step().nth == before.nth - 1
    course.session.submit_written(AXIS, ("march", "ger_dak", "3027"))
    assert course.step() == before
