"""Two notations of an action: picks in order, and a readable line."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.errors import BadInput
from sandtable.play.notation import (
    called,
    meant,
    name_of,
    named_places,
    proposed,
    read_action,
    read_draft,
    readable,
    written,
)
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
    assert readable(session.state, session.ask.form, action) == "attack 0503 1st Guards"
    assert readable(session.state, session.ask.form, ("attack", 20, ())) == "attack 0503 none"


def test_a_proposal_says_where_to(session: Session) -> None:
    assert session.ask is not None
    action = read(session, "move r1 0402")
    assert readable(session.state, session.ask.form, action) == "move 1st Guards 0402"
    assert proposed(session.state, session.ask.form, action) == "move 1st Guards to 0402"


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


# ------------------------------------------------------------------------------------------------ what people mean


@pytest.mark.parametrize(
    ("before", "text", "pick"),
    [
        ("", "move", "move"),
        ("", "mo", "move"),
        ("", "1", "move"),
        ("move", "r2", "r2"),
        ("move", "2", "r2"),
        ("move", "SCOUTS", "r4"),
        ("move", "guards", "r1"),
        ("move r1", "ford", "0404"),
        ("move r1", "0302", "0302"),
        ("move r1", "westh", "0203"),
        ("", "att", "attack"),  # not offered now, and may be asked about
        ("move", "b1", "b1"),
    ],
)
def test_a_pick_is_meant_by_its_name_a_part_of_it_or_its_number(before: str, text: str, pick: str) -> None:
    game = start("toy:ford", "seed")
    assert game.ask is not None
    form = game.ask.form
    draft = read_draft(game.state, form, before.split())
    slot, _ = form.at(draft)
    assert slot is not None
    assert name_of(game.scenario, slot.kind, meant(game.state, form, draft, text)) == pick


@pytest.mark.parametrize(
    ("before", "text", "why"),
    [
        ("move", "rifles", "rifles may be r2, r3: type more of it"),
        ("move", "99", "no counter is called 99"),
        ("move r1", "nowhere", "nowhere is not on the map"),
        ("move r1", "r2", "r2 is a counter: a hex is asked for here"),
        ("move", "0101", "0101 is a place: a counter is asked for here"),
        ("", "fly", "fly is not among the choices"),
        ("", "ove", "ove is not among the choices"),  # `end` was taken for `spend`
        ("end", "more", "Action: more is one pick too many"),
    ],
)
def test_what_nobody_can_mean_is_said(before: str, text: str, why: str) -> None:
    game = start("toy:ford", "seed")
    assert game.ask is not None
    draft = read_draft(game.state, game.ask.form, before.split())
    with pytest.raises(BadInput, match=why):
        meant(game.state, game.ask.form, draft, text)


def test_places_and_boxes_go_by_their_names() -> None:
    scenario = start("gew:north-africa-1941", "seed", {"automatic_setup": True}).scenario
    places = named_places(scenario)
    assert called(scenario, "hex", places, "mersa") == scenario.place("mersa_matruh")
    assert called(scenario, "hex", places, "Axis Reinf") == scenario.place("reinforcements_axis")
    assert called(scenario, "hex", places, "atlantis") is None
