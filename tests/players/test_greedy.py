"""The greedy player: how much it asks of a game's counsel, and what it checks of that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import toy
from planting import plant
from sandtable.core.decisions import Action
from sandtable.core.flow import Ask
from sandtable.core.intents import Conduct
from sandtable.core.state import State
from sandtable.play.session import start
from sandtable.players.greedy import Greedy

BAD: Action = ("nonsense",)


def test_a_quick_answer_asks_for_no_more_than_the_first_that_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start("toy:ford", seed="1")
    ask, told = session.ask, list[Action]()
    assert ask is not None
    legal = list(ask.form.actions(session.state))[:2]

    def promising(state: State, ask: Ask, conduct: Conduct) -> Iterator[Action]:
        for each in (BAD, *legal):
            told.append(each)
            yield each

    plant(monkeypatch, toy.SYSTEM, "counsel", promising=promising)
    assert Greedy("1").quickly(session.state, ask) == legal[0]
    assert told == [BAD, legal[0]]
    assert Greedy("1").candidates(session.state, ask) == legal


def test_on_the_way_what_a_game_vouches_for_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start("toy:ford", seed="1")
    ask = session.ask
    assert ask is not None
    plant(monkeypatch, toy.SYSTEM, "counsel", promising=lambda *_: [BAD], vouched=lambda *_: True)
    assert Greedy("1").quickly(session.state, ask) == BAD
    assert BAD not in Greedy("1").candidates(session.state, ask)
