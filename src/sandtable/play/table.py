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

__all__ = ["Player", "play_on"]


class Player(Protocol):
    """Answers a question. The state is an imagined one: what the side may not see has been guessed."""

    def answer(self, state: State, ask: Ask) -> Action: ...


def computer_answer(session: Session, player: Player, seed: str) -> Action:
    """What a computer player answers, given an imagined position."""
    return player.answer(*imagined(session, seed))


def imagined(session: Session, seed: str) -> tuple[State, Ask]:
    """The position as the side that is asked may imagine it: nothing it may not see is in it. What is imagined depends
    on the seed and on how far the game is, not on when it was last interrupted."""
    ask = session.ask
    assert ask is not None
    rng = Random(f"imagination {seed} {len(session.inputs)}")
    return session.system.hidden.imagine(session.state, ask.side, rng), ask


def play_on(
    session: Session, players: Mapping[Side, Player], seed: str, watch: Callable[[Session], None] = lambda _: None
) -> None:
    """Let computers play until the game is over or a side without one is asked."""
    while (ask := session.ask) is not None and ask.side in players:
        session.submit(ask.side, computer_answer(session, players[ask.side], seed))
        watch(session)
