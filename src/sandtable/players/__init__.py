"""Computer players: each looks at what its side may know, and fills the form it is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from sandtable.core.decisions import Action
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.state import State
from sandtable.play.table import Player
from sandtable.players.greedy import Greedy
from sandtable.players.randomly import answer_randomly


class Randomly:
    """Uniform over the picks offered."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(f"random {seed}")

    def answer(self, state: State, ask: Ask) -> Action:
        return answer_randomly(state, ask, self.rng)


class ComputerPlayer(NamedTuple):
    """One of them, and what whoever chooses one is told."""

    seated: Callable[[str], Player]
    title: str
    text: str


PLAYERS = {
    "random": ComputerPlayer(Randomly, "Random moves", "It does anything legal, and nothing on purpose."),
    "greedy": ComputerPlayer(
        Greedy, "Computer", "It looks at the odds and takes what promises most. It sees only what its side may see."
    ),
}
OPPONENT = "greedy"  # if none is named


def player(name: str, seed: str) -> Player:
    if name not in PLAYERS:
        raise BadInput(f"no player is called {name}; there are human, {', '.join(PLAYERS)}")
    return PLAYERS[name].seated(seed)
