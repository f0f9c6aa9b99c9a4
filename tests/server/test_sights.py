"""What a seat sees is the same whether it is made anew or from what it saw before."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET

from sandtable.core.rules import Side
from sandtable.play.session import start
from sandtable.players.randomly import answer_randomly
from sandtable.server.documents import Album, Sight, change, see
from sandtable.server.wire import View, ViewChange


def applied(before: View, found: ViewChange) -> View:
    """As a client does it."""
    after = View(**{name: getattr(before, name) for name in before.__struct_fields__})
    for name in ("units", "stacks", "control"):
        if (changed := getattr(found, name)) is not UNSET:
            merged = {**getattr(before, name), **changed}
            setattr(after, name, {key: value for key, value in merged.items() if value is not None})
    for name in ("markers", "tracks", "sides", "when", "now"):
        if (whole := getattr(found, name)) is not UNSET:
            setattr(after, name, whole)
    return after


@pytest.mark.parametrize("name", ["toy:ford", "gew:north-africa-1941", "gew:campaign"])
def test_a_view_made_from_the_one_before_is_the_view(name: str) -> None:
    session, rng = start(name, "sights"), Random(4)
    albums = Album(session.scenario), Album(session.scenario)
    sights: dict[Side | None, Sight] = {side: see(albums[0], session.state, side) for side in (Side(0), Side(1), None)}
    moved = 0
    while (ask := session.ask) is not None and len(session.inputs) < 300:
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
        if session.marks and rng.random() < 0.1:
            session.undo(ask.side)
        for side, before in sights.items():
            sights[side] = now = see(albums[0], session.state, side, before)
            assert now.view == see(albums[1].again(), session.state, side).view
            found = change(before.view, now.view)
            assert applied(before.view, found) == now.view
            moved += found.stacks is not UNSET
    assert moved > 10
