"""A lesson taken step by step, as it asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from _pytest.mark import ParameterSet

from sandtable.core.lessons import LessonStep
from sandtable.core.system import find_system
from sandtable.play.lessons import Course, begin_lesson

LESSONS = [f"{code}:{lesson.id}" for code in ("gew", "ocs", "use") for lesson in find_system(code).lessons()]

# Each but those of a whole turn is driven once in a browser by ./test, one of each family by thumb; all of them, and in
# every way, by ./test --long.
BY_THUMB = LESSONS[::4]
BY_KEYS = [lesson for lesson in LESSONS if lesson not in BY_THUMB and not lesson.endswith(":turn")]


def quickly(lessons: Sequence[str]) -> list[ParameterSet]:
    """All of them; those that are not among these take long."""
    return [pytest.param(lesson, marks=() if lesson in lessons else pytest.mark.long) for lesson in LESSONS]


def take(name: str) -> Iterator[tuple[Course, LessonStep]]:
    """From its first step to its last: each is done after it has been looked at."""
    course = begin_lesson(name)
    course.run()
    while (step := course.now) is not None:
        yield course, step
        words = step.patterns[0]
        if step.kind == "answer":
            assert course.check(words) == ""
            course.session.submit_written(course.side, words)
        else:
            assert course.looked("why", *words) if step.kind == "refusal" else course.looked(*words)
        course.run()


def finished(name: str) -> Course:
    *_, (course, _) = take(name)
    return course
