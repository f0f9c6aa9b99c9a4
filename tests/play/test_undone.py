"""What is left undone is told where a good player would not leave it."""

from __future__ import annotations

from sandtable.core.rules import Side
from sandtable.play.session import Session, start
from sandtable.play.undone import undone

AXIS = Side(0)


def asked(form: str) -> Session:
    session = start("gew:north-africa-1941", seed="rommel", options={"automatic_setup": True})
    while session.ask is not None and (session.ask.form.name, session.ask.side) != (form, AXIS):
        session.submit_written(session.ask.side, ["end" if "end" in session.offers() else "keep"])
    return session


def told(session: Session) -> list[str]:
    assert session.ask is not None
    return [each.rule for each in undone(session.state, session.ask)]


def test_what_the_script_would_do_is_told() -> None:
    session = asked("move")
    assert told(session) == ["17.0"]


def test_what_the_script_would_leave_is_not() -> None:
    session = asked("mobilization")
    assert session.ask is not None
    assert session.system.lens.undone(session.state, session.ask)  # points are kept
    assert told(session) == []
