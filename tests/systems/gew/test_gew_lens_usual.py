"""GEW: who is taken where several may be, and what regrouping costs where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.decisions import EMPTY, Draft
from sandtable.core.rules import Side
from sandtable.play.notation import read_draft
from sandtable.play.session import Session, start
from sandtable.play.standing_orders import nothing

AXIS = Side(0)


def until(form: str, side: Side = AXIS) -> Session:
    """Nothing is done by anybody until this is asked."""
    session = start("gew:north-africa-1941", seed="rommel", options={"automatic_setup": True})
    while (ask := session.ask) is not None and (ask.form.name, ask.side) != (form, side):
        session.submit(ask.side, (nothing(session.state, ask.form),))
    return session


def usual(session: Session, *picked: str) -> Sequence[str]:
    assert session.ask is not None
    draft = read_draft(session.state, session.ask.form, picked)
    return [session.scenario.unit_name(unit) for unit in session.system.lens.usual(session.state, session.ask, draft)]


def test_19_2_all_who_can_attack_a_hex_are_taken_and_may_attack_it_just_so() -> None:
    session = until("ground combat")
    found = usual(session, "attack", "3026")
    assert found
    assert session.ask is not None
    slot, given = session.ask.form.at(read_draft(session.state, session.ask.form, ["attack", "3026"]))
    assert slot is not None
    session.drafts.at(["attack", "3026", *found, "done"])  # nothing is against it
    alone = slot.picks(session.state.stack[-1], session.state, *given)
    assert set(found) == {session.scenario.unit_name(unit) for unit in alone}


def test_nobody_is_taken_where_no_list_of_attackers_is_asked_for() -> None:
    session = until("regroup")
    assert session.ask is not None
    assert not session.system.lens.usual(session.state, session.ask, EMPTY)
    assert not session.system.lens.usual(session.state, session.ask, Draft(("regroup",)))


def test_16_0_the_price_of_the_only_unit_stands_beside_the_verb() -> None:
    session = until("regroup")
    assert session.ask is not None
    assert session.system.lens.hints(session.state, session.ask, EMPTY)["regroup"] == "Fleet-1 (Italian), 3 MP"
