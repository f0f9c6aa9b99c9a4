"""Standing orders: kinds of questions that are answered by doing nothing, unless something changed."""

from __future__ import annotations

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.play import standing_orders
from sandtable.play.opening import replay, resume, verify
from sandtable.play.record import Answer, Record
from sandtable.play.session import Session, start

AXIS, ALLIED = Side(0), Side(1)


def desert() -> Session:
    return start("gew:north-africa-1941", seed="rommel", options={"automatic_setup": True})


def until(session: Session, form: str, side: Side = AXIS) -> Session:
    """Nothing is done by anybody until this is asked."""
    while (ask := session.ask) is not None and (ask.form.name, ask.side) != (form, side):
        session.submit(ask.side, ask.form.only(session.state) or _quiet(session))
    return session


def _quiet(session: Session) -> tuple[str, ...]:
    assert session.ask is not None
    return (standing_orders.nothing(session.state, session.ask.form),)


def ordered(session: Session) -> list[Answer]:
    return [entry for entry in session.inputs if isinstance(entry, Answer) and entry.ordered]


def asked(session: Session) -> tuple[str, Side]:
    assert session.ask is not None
    return session.ask.form.name, session.ask.side


def test_a_kind_of_question_is_not_asked_again_while_nothing_changes() -> None:
    session = until(desert(), "demobilization")
    session.submit_standing(AXIS)
    until(session, "mobilization", ALLIED)
    assert not ordered(session)
    until(session, "mobilization")  # of the next turn
    assert ordered(session) == [Answer("axis", "demobilization", ("keep",), ordered=True)]
    told = [event for event in session.log if event.kind == "by_order"]
    assert [event.audience for event in told] == [frozenset([AXIS])]


def test_what_was_not_offered_when_the_order_was_given_is_asked_about() -> None:
    session = until(desert(), "demobilization")
    session.submit_standing(AXIS)
    order = session.standing[AXIS]["demobilization"]
    assert "demobilize ger_dak" in order.known
    session.standing[AXIS]["demobilization"] = order._replace(known=order.known - {"demobilize ger_dak"})
    until(session, "mobilization", ALLIED)
    until(session, "demobilization")
    assert not ordered(session)
    session.submit_standing(AXIS)
    assert session.standing[AXIS]["demobilization"].known >= order.known


def test_whoever_has_acted_ends_it_himself() -> None:
    session = until(desert(), "move")
    session.submit_standing(AXIS)
    session.undo(AXIS)
    session.submit_written(AXIS, ["march", "ita_cam", "3027"])
    assert asked(session) == ("move", AXIS)  # though nothing is offered that was not
    session.submit_written(AXIS, ["end"])
    assert asked(session) != ("move", AXIS)


def test_only_what_does_nothing_can_be_ordered() -> None:
    session = start("use:poland-1939", seed="1")
    session.submit_written("axis", ["activate", "ger_2pz"])
    assert session.ask is not None
    assert standing_orders.nothing(session.state, session.ask.form) == ""
    with pytest.raises(BadInput, match="no standing order can be given here"):
        session.submit_standing("axis")


def test_revoked_it_is_asked_again() -> None:
    session = until(desert(), "demobilization")
    session.submit_standing(AXIS)
    session.revoke(AXIS, "demobilization")
    until(session, "mobilization", ALLIED)
    until(session, "demobilization")
    assert not ordered(session)
    with pytest.raises(BadInput, match="no standing order for regroup"):
        session.revoke(AXIS, "regroup")


def test_undo_goes_back_through_what_was_answered_by_order() -> None:
    session = until(desert(), "move")
    session.submit_standing(AXIS)
    session.undo(AXIS)
    assert asked(session) == ("move", AXIS)  # in spite of the order: it was taken back
    until(session, "regroup")  # of the second impulse
    before = session.state.digest()
    session.submit_written(AXIS, ["end"])
    assert [entry.form for entry in ordered(session)] == ["move"]
    session.undo(AXIS)
    assert (asked(session), session.state.digest()) == (("regroup", AXIS), before)
    assert not ordered(session)
    session.redo(AXIS)
    assert [entry.form for entry in ordered(session)] == ["move"]


def test_an_order_of_the_other_side_is_its_answer_and_nothing_is_taken_back_past_it() -> None:
    session = until(desert(), "demobilization", ALLIED)
    session.submit_standing(ALLIED)
    until(session, "mobilization", ALLIED)
    until(session, "mobilization")
    session.submit_written(AXIS, ["end"])
    assert [entry.side for entry in ordered(session)] == ["allied"]
    assert session.why_not_undo(AXIS)


def test_a_record_tells_it_and_plays_the_same() -> None:
    session = until(desert(), "demobilization")
    session.submit_standing(AXIS)
    until(session, "mobilization", ALLIED)
    until(session, "mobilization")
    record = session.record()
    again = Record.parse(record.lines())
    assert again.inputs == session.inputs
    assert verify(again) == session.rolls
    played = resume(again)
    assert played.standing[AXIS] == session.standing[AXIS]
    assert [event.kind for event in played.log] == [event.kind for event in session.log]
    assert played.state.digest() == session.state.digest()


def test_a_record_of_before_has_none_and_what_is_no_order_is_left_out() -> None:
    session = desert()
    assert "standing" not in session.record().lines()[0]
    record = session.record()
    record.standing = {"axis": [{"form": "move"}, 3, {"form": "a", "verb": "end", "known": ["x"]}], "nobody": []}
    orders = replay(Record.parse(record.lines())).standing
    assert orders[AXIS] == {"a": standing_orders.StandingOrder("a", "end", frozenset(["x"]))}
