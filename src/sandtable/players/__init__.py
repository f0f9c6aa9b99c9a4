"""Computer players: each looks at what its side may know, and fills the form it is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from sandtable.core.decisions import Action
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.intents import FIRST, Conduct
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


def recruit(seed: str) -> Player:
    return Greedy(seed, Conduct(narrow=True))


def officer(seed: str) -> Player:
    return Greedy(seed, Conduct())


def greedy_1(seed: str) -> Player:
    return Greedy(seed, FIRST)


class ComputerPlayer(NamedTuple):
    """One of them, and what whoever chooses one is told."""

    seated: Callable[[str], Player]
    title: str
    text: str


PLAYERS = {
    "recruit": ComputerPlayer(
        recruit, "Recruit", "It sees what is near and follows the book. It sees only what its side may see."
    ),
    "officer": ComputerPlayer(
        officer, "Officer", "It looks at the odds, keeps what counts and takes what promises most, at once."
    ),
    "random": ComputerPlayer(Randomly, "Random moves", "It does anything legal, and nothing on purpose."),
    "greedy-1": ComputerPlayer(
        greedy_1, "Greedy of 0.3.0", "It takes what promises most, one step ahead, as it did in 0.3.0."
    ),
}
FORMERLY = {"greedy": "greedy-1"}  # as games and commands of older releases call them
OPPONENT = "officer"  # if none is named


def player(name: str, seed: str) -> Player:
    name = FORMERLY.get(name, name)
    if name not in PLAYERS:
        raise BadInput(f"no player is called {name}; there are human, {', '.join(PLAYERS)}")
    return PLAYERS[name].seated(seed)
