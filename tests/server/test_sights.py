"""What a seat sees is the same whether it is made anew or from what it saw before."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET

from sandtable.core.flow import Over, run
from sandtable.core.rules import Side
from sandtable.play.session import start
from sandtable.players.randomly import answer_randomly
from sandtable.server.documents import Album, Sight, applied, see, see_again
from sandtable.server.wire import View, ViewChange


def untold(before: View, found: ViewChange, name: str) -> bool:
    """Is something told that is as it was?"""
    told, was = getattr(found, name), getattr(before, name)
    if told is UNSET or not isinstance(was, dict) or name == "sides":
        return bool(told == was)
    return not told or any(was.get(key) == value for key, value in told.items())


@pytest.mark.parametrize("name", ["toy:ford", "gew:north-africa-1941", "gew:campaign", "use:france-1940"])
def test_a_view_made_from_the_one_before_is_the_view(name: str) -> None:
    session, rng = start(name, "sights"), Random(4)
    albums = Album(session.scenario), Album(session.scenario)
    sights: dict[Side | None, Sight] = {side: see(albums[0], session.state, side) for side in (Side(0), Side(1), None)}
    columns, stacked = b"", 0
    while (ask := session.ask) is not None and len(session.inputs) < 300:
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
        if session.marks and rng.random() < 0.1:
            session.undo(ask.side)
        moved, columns = session.state.packed() != columns, session.state.packed()
        for side, before in sights.items():
            now, found = see_again(albums[0], session.state, side, before, moved)
            sights[side] = now
            assert now.view == see(albums[1].again(), session.state, side).view
            assert applied(before.view, found) == now.view
            assert not [name for name in found.__struct_fields__ if untold(before.view, found, name)]
            stacked += found.stacks is not UNSET
    assert stacked > 10


def test_funds_of_the_enemy_are_no_longer_told_when_the_end_is_taken_back() -> None:
    """Though no column has changed by it."""
    state = start("gew:campaign", "sights").state
    ended, album = state.copy(), Album(state.scenario)
    ended.stack, ended.wait = [], Over(None)
    assert isinstance(run(ended), Over)
    before = see(album, state, Side(0))

    over, told = see_again(album, ended, Side(0), before, moved=False)
    again, taken_back = see_again(album, state, Side(0), over, moved=False)

    allies = state.scenario.sides[1]
    assert before.view.sides[allies].funds == "" != over.view.sides[allies].funds
    assert told.sides == over.view.sides
    assert again.view == before.view
    assert taken_back.sides == before.view.sides
    assert see_again(album, state, Side(0), again, moved=False) == (again, ViewChange())
