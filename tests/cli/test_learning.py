"""Lessons at the terminal: typed as they say, they come to their end; what is not wanted changes nothing."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from sandtable.cli import main
from sandtable.cli.learning import to_type
from sandtable.core.system import find_system
from sandtable.play.lessons import find_lesson
from taken import take

Learn = Callable[..., str]
LESSONS = [f"{code}:{lesson.id}" for code in ("gew", "use") for lesson in find_system(code).lessons()]


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learn:
    def taken(name: str = "", *lines: str) -> str:
        monkeypatch.setattr(sys, "argv", ["sandtable", "learn", *([name] if name else [])])
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        monkeypatch.setenv("COLUMNS", "200")
        with pytest.raises(SystemExit) as left:
            main()
        assert not left.value.code
        return " ".join(capsys.readouterr().out.split())

    return taken


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_step_says_may_be_typed_ends_it(name: str, learn: Learn) -> None:
    typed = [to_type(course.step()) for course, _ in take(name)]
    said = learn(name, *typed)

    assert said.endswith(find_lesson(name).end)
    assert f"Step {len(typed)} of {len(typed)} " in said


def test_names_may_be_shortened_and_other_answers_are_caught(learn: Learn) -> None:
    said = learn("use:sedan", "activate ger_4", "supply", "activate ger_4", "activate 1pz", "quit")

    assert "First look at your supply." in said
    assert "First activate the 1st Panzer, in Aachen." in said
    assert "Step 3 of 19 (USE 5.3)" in said
    assert said.endswith("The lesson is not finished; `sandtable learn use:sedan` begins it again.")


@pytest.mark.parametrize("word", ["undo", "redo", "computer"])
def test_words_that_would_lead_away_do_nothing(word: str, learn: Learn) -> None:
    said = learn("use:sedan", "supply", word, "activate ger_1pz")

    assert f"{word}: not in a lesson" in said
    assert "Step 3 of 19" in said


def test_the_way_of_a_move_is_told_step_by_step(learn: Learn) -> None:
    said = learn("gew:move", "march dak", "way march dak 2826", "way", "quit")

    assert "2 MF, 4 MF left 2 2826: rough (GEW 17.1)" in said
    assert "way: name a move as you would play it" in said


def test_without_a_name_they_are_listed(learn: Learn) -> None:
    said = learn()

    assert all(name in said for name in LESSONS)
    assert "Break the line at Sedan, 10 min." in said
    assert "sandtable learn gew:move" in said
