"""A game between players, human or not: who is asked, what each may see, until it is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from sandtable.core.decisions import Action
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.play.session import Session


class Answering(Protocol):
    def answer(self, state: State, ask: Ask) -> Action: ...


def computer_answer(session: Session, player: Answering, rng: Random) -> Action:
    """What a computer player answers. It is given an imagined position: nothing its side may not see is in it."""
    ask = session.ask
    assert ask is not None
    imagined = session.system.imagine(session.state, ask.side, rng)
    return player.answer(imagined, ask)


def play_on(
    session: Session, players: Mapping[Side, Answering], seed: str, watch: Callable[[Session], None] = lambda _: None
) -> None:
    """Let computers play until the game is over or a side without one is asked."""
    rng = Random(f"imagination {seed}")
    while (ask := session.ask) is not None and ask.side in players:
        session.submit(ask.side, computer_answer(session, players[ask.side], rng))
        watch(session)
