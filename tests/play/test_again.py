"""The same once more: what a side did the last time it was asked."""

from __future__ import annotations

from sandtable.core.rules import Side
from sandtable.play.again import again
from sandtable.play.notation import read_action
from sandtable.play.session import Session, start
from sandtable.play.standing_orders import nothing

AXIS = Side(0)
LUFTFLOTTE, SQUADRA = ("support", "ger_lf2", "3026"), ("support", "ita_5s", "3026")


def desert() -> Session:
    return start("gew:north-africa-1941", seed="rommel", options={"automatic_setup": True})


def until(session: Session, form: str) -> Session:
    """Nothing is done by anybody until the Axis is asked this."""
    while (ask := session.ask) is not None and (ask.form.name, ask.side) != (form, AXIS):
        quiet = nothing(session.state, ask.form)
        session.submit(ask.side, (quiet,) if quiet else ask.form.only(session.state) or ())
    return session


def said(session: Session, *picks: str) -> None:
    assert session.ask is not None
    session.submit(session.ask.side, read_action(session.state, session.ask.form, picks))


def once_more(session: Session) -> tuple[str, ...]:
    return again(session.drafts, session.inputs)


def flown_once() -> Session:
    session = until(desert(), "air operations")
    said(session, *LUFTFLOTTE)
    said(session, *SQUADRA)
    return session


def test_nothing_is_offered_the_first_time() -> None:
    session = until(desert(), "air operations")
    assert once_more(session) == ()
    said(session, *LUFTFLOTTE)
    assert once_more(session) == ()  # what was done this time is not the last time


def test_what_was_done_the_last_time_is_offered_one_after_the_other() -> None:
    session = until(flown_once(), "regroup")
    said(session, "regroup", "ger_lf2", "ita_5s", "done")
    until(session, "air operations")
    assert once_more(session) == LUFTFLOTTE
    said(session, *LUFTFLOTTE)
    assert once_more(session) == SQUADRA


def test_what_can_not_be_done_any_more_is_left_out() -> None:
    session = until(flown_once(), "regroup")
    said(session, "regroup", "ita_5s", "done")
    until(session, "air operations")
    assert once_more(session) == SQUADRA


def test_several_are_offered_as_they_were_taken_together() -> None:
    session = until(flown_once(), "regroup")
    picks = ("regroup", "ger_lf2", "ita_5s", "done")
    said(session, *picks)
    until(session, "air operations")
    said(session, *LUFTFLOTTE)
    said(session, *SQUADRA)
    assert once_more(until(session, "regroup")) == picks
