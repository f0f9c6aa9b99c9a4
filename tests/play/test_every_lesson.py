"""Every lesson that is shipped: what is asked is legal, what is tried is refused, what is looked at is there."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.play.lens import starving
from sandtable.play.notation import written
from sandtable.play.opening import verify
from sandtable.players.randomly import answer_randomly
from taken import LESSONS, finished, take

TRIES = 40  # random answers at each step


def test_all_are_known() -> None:
    assert LESSONS == [
        "gew:move", "gew:fight", "gew:supply", "gew:turn",
        "ocs:move", "ocs:supply", "ocs:attack", "ocs:turn",
        "use:sedan",
    ]  # fmt: skip


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_played_to_its_end_by_what_it_asks(name: str) -> None:
    course = finished(name)
    assert course.done
    assert course.step().text == course.lesson.end
    assert verify(course.session.record()) == course.session.rolls
    assert 0 < course.lesson.minutes <= 10


@pytest.mark.parametrize("name", LESSONS)
def test_the_learner_is_asked_what_the_step_is_about(name: str) -> None:
    for course, step in take(name):
        ask = course.session.ask
        assert ask is not None
        assert (ask.side, ask.form.name) == (course.side, step.asks), step.text
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
            said = f"({course.session.system.book} {step.rule})"
            for words in step.patterns:
                assert any(said in reason for reason in course.session.why_not(*words)), words
                assert course.session.why_not(*words[:-1]) == [], "only the last pick is refused"


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
            assert starving(session, course.side, words[0]).units
        else:
            assert what in ("supply", "score"), "a look this test does not know"
