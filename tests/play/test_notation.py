"""Two notations of an action: picks in order, and a readable line."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.errors import BadInput
from sandtable.play.notation import read_action, read_draft, readable, written
from sandtable.play.session import Session, start
from sandtable.players.randomly import answer_randomly


@pytest.fixture
def session() -> Session:
    return start("toy:duel", "seed")


def read(session: Session, text: str) -> tuple[object, ...]:
    assert session.ask is not None
    return read_action(session.state, session.ask.form, text.split())


def test_what_is_written_is_read_again_through_whole_games() -> None:
    session, rng = start("toy:ford", "seed"), Random(5)
    while (ask := session.ask) is not None:
        action = answer_randomly(session.state, ask, rng)
        words = written(session.state, ask.form, action)
        assert read_action(session.state, ask.form, words) == action
        session.submit(ask.side, action)


def test_an_attack_both_ways(session: Session) -> None:
    assert session.ask is not None
    action = read(session, "attack 0503 r1 done")
    assert written(session.state, session.ask.form, action) == ["attack", "0503", "r1", "done"]
    assert readable(session.state, session.ask.form, action) == "attack 0503 r1"
    assert readable(session.state, session.ask.form, ("attack", 20, ())) == "attack 0503 none"


def test_a_form_that_is_no_menu_says_its_name(session: Session) -> None:
    session.submit_written(session.ask.side, ["attack", "0503", "r1", "done"])  # type: ignore[union-attr]
    assert session.ask is not None
    assert readable(session.state, session.ask.form, ("hold",)) == "commitment hold"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("attack 0503 r1", "units is still to be filled"),
        ("end end", "'end' is one pick too many"),
        ("fly r1", "fly is not among the choices"),
        ("move r9 0101", "r9"),
        ("move r1 9999", "9999"),
        ("move done", "done"),
        ("", "verb is still to be filled"),
    ],
)
def test_what_cannot_be_read_is_said(session: Session, text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        read(session, text)


def test_only_words_are_read(session: Session) -> None:
    assert session.ask is not None
    with pytest.raises(BadInput, match="3 is not a word"):
        read_draft(session.state, session.ask.form, [3])  # type: ignore[list-item]


def test_a_draft_is_as_long_as_the_words(session: Session) -> None:
    assert session.ask is not None
    draft = read_draft(session.state, session.ask.form, ["attack", "0503", "r1"])
    assert (draft.filled, draft.chosen) == (("attack", 20), (0,))
