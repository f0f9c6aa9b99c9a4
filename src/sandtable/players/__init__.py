"""Computer players: each looks at what its side may know, and fills the form it is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from sandtable.core.decisions import Action
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.intents import FIRST, Conduct, Intent
from sandtable.core.state import State
from sandtable.play.table import Player
from sandtable.players.contest import Budget, Work, alone
from sandtable.players.greedy import Greedy
from sandtable.players.planner import Planner
from sandtable.players.randomly import answer_randomly

__all__ = ["ADVISER", "OPPONENT", "PLAYERS", "ComputerPlayer", "player"]


class Randomly:
    """Uniform over the picks offered."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(f"random {seed}")

    def answer(self, state: State, ask: Ask) -> Action:
        return answer_randomly(state, ask, self.rng)


class Seat(NamedTuple):
    """What a player is given that sits down."""

    seed: str
    ordered: Intent = ()  # what its side has been told to do
    work: Work = alone  # who rolls its plans out
    waited_for: bool = False  # by a person: then plans end by the clock too


class ComputerPlayer(NamedTuple):
    """One of them, and what whoever chooses one is told."""

    seated: Callable[[Seat], Player]
    title: str
    text: str
    takes_orders: bool = True


def _planner(budget: Budget) -> Callable[[Seat], Player]:
    def seated(seat: Seat) -> Player:
        spent = budget if seat.waited_for else Budget(budget.answers)
        return Planner(seat.seed, spent, seat.ordered, seat.work)

    return seated


PLAYERS = {
    "recruit": ComputerPlayer(
        lambda seat: Greedy(seat.seed, Conduct(seat.ordered, narrow=True)),
        "Recruit", "It keeps what it has and goes for what is near. It answers at once.",
    ),
    "officer": ComputerPlayer(
        lambda seat: Greedy(seat.seed, Conduct(seat.ordered)),
        "Officer", "It knows its trade: odds, supply, what must be held. It answers at once.",
    ),
    "planner": ComputerPlayer(
        _planner(Budget(20_000, 10.0)),
        "Planner", "It tries plans for the turns to come, and its answers too. It thinks up to 10 seconds a turn.",
    ),
    "staff": ComputerPlayer(
        _planner(Budget(120_000, 60.0)),
        "Staff", "It thinks as the Planner does, and weighs more of it: up to a minute a turn.",
    ),
    "random": ComputerPlayer(
        lambda seat: Randomly(seat.seed),
        "Random moves", "It does anything legal, and nothing on purpose.", takes_orders=False,
    ),
    "greedy-1": ComputerPlayer(
        lambda seat: Greedy(seat.seed, FIRST),
        "Greedy of 0.3.0", "It takes what promises most, one step ahead, as the computer of release 0.3.0 did.",
        takes_orders=False,
    ),
}  # fmt: skip
FORMERLY = {"greedy": "greedy-1"}  # as games and commands of older releases call them
OPPONENT = "officer"  # if none is named
ADVISER = "staff"  # who makes a plan for a person, who has asked for one


def player(name: str, seed: str, ordered: Intent = (), work: Work = alone, waited_for: bool = False) -> Player:
    """The computer player of that name, which draws all it draws from the seed."""
    name = FORMERLY.get(name, name)
    if name not in PLAYERS:
        raise BadInput(f"no player is called {name}; there are human, {', '.join(PLAYERS)}")
    return PLAYERS[name].seated(Seat(seed, ordered, work, waited_for))


def why_no_orders(name: str) -> str:
    """Why a player is given none; nothing, if it does as it is told."""
    found = PLAYERS[FORMERLY.get(name, name)]
    obedient = ", ".join(each.title for each in PLAYERS.values() if each.takes_orders)
    return "" if found.takes_orders else f"{found.title} takes no orders; these do: {obedient}"
