"""A lesson being taken: one thing at a time, the rest answered for the learner, nothing else let through."""

from __future__ import annotations

from pathlib import Path

import pytest

import toy
from sandtable.core.errors import BadData, BadInput
from sandtable.core.lessons import Lesson, fits, read_lessons
from sandtable.core.rules import Side
from sandtable.core.texts import forms_of
from sandtable.play.lessons import Course, begin_lesson, find_lesson
from sandtable.play.opening import replay
from sandtable.play.record import Answer

RED, BLUE = Side(0), Side(1)
FORMS = {form.name for form in forms_of(toy.SYSTEM.folder)}
WALK = Path(toy.SYSTEM.folder / "lessons" / "1-walk.toml")


def begun() -> Course:
    course = begin_lesson("toy:walk")
    course.run()
    return course


def answer(course: Course, *words: str) -> None:
    """As whoever keeps the session does it."""
    assert course.check(words) == ""
    course.session.submit_written(RED, words)
    course.run()


def after_looks() -> Course:
    course = begun()
    course.looked("draft", "move", "r1")
    course.looked("why", "move", "r1", "0602")
    return course


def test_lessons_are_found_by_name() -> None:
    assert [lesson.id for lesson in toy.SYSTEM.lessons()] == ["walk"]
    assert find_lesson("toy:walk").title == "Walk"
    with pytest.raises(BadInput, match="The toy battle has no lesson run; it has walk"):
        find_lesson("toy:run")
    with pytest.raises(BadInput, match="no system is called moon"):
        find_lesson("moon:walk")


def test_a_lesson_asks_one_thing_after_the_other_and_answers_the_rest() -> None:
    course = begun()
    first = course.step()
    assert (first.id, first.nth, first.of, first.done) == ("toy:walk", 1, 5, False)
    assert (first.text, first.units) == ("Pick unit r1.", ("r1",))
    assert (first.wants, first.words, first.told) == ("look", ("draft", "move", "r1"), "")
    assert not course.looked("draft", "move", "r2")
    assert course.looked("draft", "move", "r1")
    assert course.step().wants == "refusal"
    assert course.looked("why", "move", "r1", "0602")
    assert course.step().told == "Two sides never share a hex."
    answer(course, "move", "r1", "0402")
    answer(course, "end")
    assert course.session.ask is not None
    assert (course.session.ask.side, course.session.ask.form.name) == (RED, "Action"), "blue's turn is played"
    inputs = [each for each in course.session.inputs if isinstance(each, Answer)]
    assert [each.picks for each in inputs if (each.side, each.form) == ("blue", "Action")] == [("dig", "b1"), ("end",)]
    answer(course, "dig", "r2")
    last = course.step()
    assert (last.done, last.text, last.wants) == (True, "You have walked.", "")
    assert course.done
    assert course.scripted() is None
    assert course.check(["dig", "r4"]) == "", "who has finished may do what he likes"
    assert not course.looked("draft", "move", "r1")


def test_what_is_legal_but_not_asked_for_is_caught_and_changes_nothing() -> None:
    course = begun()
    assert course.check(["move", "r1", "0402"]) == "First pick unit r1."
    course = after_looks()
    before = course.session.state.digest()
    assert course.check(["dig", "r1"]) == "First walk with r1."
    assert course.check(["move", "r2", "0202"]) == "First walk with r1."
    assert course.session.state.digest() == before


def test_what_the_rules_refuse_is_left_to_them() -> None:
    course = after_looks()
    assert course.check(["move", "r1", "0602"]) == ""
    assert course.check(["fly"]) == ""
    assert not course.looked("why", "move", "r1", "0602"), "this step wants an answer"


def test_a_try_that_is_not_refused_is_none(tmp_path: Path) -> None:
    course = Course(changed(tmp_path, '"move", "r1", "0602"]', '"move", "r1", "0402"]'), begun().session)
    course.looked("draft", "move", "r1")
    assert not course.looked("why", "move", "r1", "0402")


def test_a_lesson_goes_on_from_its_record() -> None:
    course = after_looks()
    answer(course, "move", "r1", "0402")
    again = Course(course.lesson, replay(course.session.record()))
    assert again.step() == course.step()
    fresh = Course(course.lesson, begun().session)
    assert fresh.nth == 0, "looks leave nothing in the record"


def test_undo_takes_back_an_answer_of_the_learner() -> None:
    course = after_looks()
    assert course.why_not_undo() == "nothing of yours has been answered in this lesson"
    with pytest.raises(BadInput, match="undo: nothing of yours"):
        course.undo()
    before, step = course.session.state.plain(), course.step()
    answer(course, "move", "r1", "0202")
    course.undo()
    assert (course.session.state.plain(), course.step()) == (before, step)
    course.session.redo(RED)
    answer(course, "end")
    assert course.why_not_undo() == "dice have been rolled, or the other side has answered, since your last answer"


def test_a_scripted_answer_that_cannot_be_given_is_replaced(tmp_path: Path) -> None:
    course = Course(changed(tmp_path, '["dig", "b1"]', '["dig", "r1"]'), after_looks().session)
    course.looks = {0, 1}
    answer(course, "move", "r1", "0402")
    answer(course, "end")
    assert course.step().nth == 5


@pytest.mark.parametrize(
    ("pattern", "words", "fit"),
    [
        ("march a 1", "march a 1", True), ("march a 1", "march a 2", False), ("march * 1", "march b 1", True),
        ("march a", "march a 1", False), ("march a 1", "march a", False),
        ("path a ... 9 done", "path a 7 8 9 done", True), ("path a ... 9 done", "path a 7 8 done", False),
        ("...", "", True), ("*", "", False),
    ],
)  # fmt: skip
def test_patterns(pattern: str, words: str, fit: bool) -> None:
    assert fits(tuple(pattern.split()), tuple(words.split())) is fit


def changed(folder: Path, was: str, now: str) -> Lesson:
    """The toy's lesson with one text replaced."""
    text = WALK.read_text(encoding="utf-8")
    assert was in text
    (folder / "1-walk.toml").write_text(text.replace(was, now, 1), encoding="utf-8")
    return read_lessons(folder, toy.SYSTEM.rulebook, FORMS)[0]


@pytest.mark.parametrize(
    ("was", "now", "line", "why"),
    [
        ('side = "red"', 'sides = "red"', 5, "unknown key 'sides'"),
        ('end = "You have walked."\n', "", 1, "end is missing or not a text"),
        ("minutes = 1", 'minutes = "one"', 4, "minutes: expected a number"),
        ('rule = "3.3"', 'rule = "3.9"', 23, "there is no rule 3.9"),
        ('looks = ["draft"', 'looks = ["sky"', 17, "looks at sky: expected one of draft"),
        ('wants = ["end"]', "wants = []", 39, "expected words"),
        ('wants = ["end"]', 'wants = ["end"]\nlooks = ["odds"]', 36, "a step has one of wants, tries, looks"),
        ('asks = "Action"', 'asks = "Actions"', 14, "no question is called Actions"),
        ('asks = "Action"\n', "", 13, "asks: expected the name of the form the learner is asked"),
        ('units = ["r1"]', 'units = "r1"', 18, "units: expected a list of words"),
        ('scenario = "ford"', 'scenario = "ford"\noptions = {mud = 1}', 7, "options are switched by true or false"),
    ],
)
def test_a_bad_file_is_refused_by_line(tmp_path: Path, was: str, now: str, line: int, why: str) -> None:
    with pytest.raises(BadData, match=why) as caught:
        changed(tmp_path, was, now)
    assert caught.value.line == line


def test_a_lesson_without_steps_is_refused(tmp_path: Path) -> None:
    text = WALK.read_text(encoding="utf-8")
    (tmp_path / "1-walk.toml").write_text(text[: text.index("[answers")], encoding="utf-8")
    with pytest.raises(BadData, match="expected steps"):
        read_lessons(tmp_path, toy.SYSTEM.rulebook, FORMS)
