"""Positions to begin from: played in Python, brought into the browser as records."""

from __future__ import annotations

from sandtable.play.lessons import begin_lesson
from sandtable.play.session import Session, start
from sandtable.players import player


def after_lesson(name: str, steps: int) -> Session:
    """A lesson of GEW as it stands when so many of its steps are done: small, and its dice are known."""
    course = begin_lesson(f"gew:{name}")
    course.run()
    for step in course.lesson.steps[:steps]:
        if step.kind == "answer":
            course.session.submit_written(course.side, step.patterns[0])
            course.run()
        else:
            course.looks.add(course.nth)
    return course.session


def somewhere(seed: str, form: str = "", least: int = 0) -> Session:
    """North Africa, 1941, played at random until a form is asked for, after so many inputs at least; or to its end."""
    session = start("gew:north-africa-1941", seed, {"automatic_setup": True})
    anybody = player("random", seed)
    while (ask := session.ask) is not None and (ask.form.name != form or len(session.inputs) < least):
        session.submit(ask.side, anybody.answer(session.state, ask))
    return session


def in_france(*answers: str) -> Session:
    """May 1940 after these answers of the Actions Sub-Phase; Sedan falls by its dice."""
    session = start("use:france-1940", "Sedan 0")
    for words in ("end", "end", *answers):
        assert session.ask is not None
        session.submit_written(session.ask.side, words.split())
    return session


AT_SEDAN = ("activate ger_2pz", "move 0611")
SEDAN_FALLS = (
    *AT_SEDAN, "attack 0711", "commit", "commit", "air ger_luf2", "air fra_air1", "pass", "advance ger_2pz",
)  # fmt: skip
AT_LONGWY = ("activate ger_2pz", "assault 0712", "activate ger_10", "move 0713", "assault 0712")  # two Assault markers


def text_of(session: Session) -> str:
    return "\n".join(session.record().lines()) + "\n"
