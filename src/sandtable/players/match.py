"""A match: two computer players, many games, each pair of them on the same dice with the sides swapped.

The games are independent work items that know their own seeds, so a match ends alike on however many processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from functools import lru_cache, partial
from math import sqrt
from multiprocessing import active_children, parent_process
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

from sandtable.core.decisions import Action
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.record import Answer
from sandtable.play.session import Session, find_scenario, load_scenario
from sandtable.play.table import Player, play_on
from sandtable.players import player

CONFIDENCE = 1.959964  # standard deviations on either side that hold 95 %
Item = TypeVar("Item")
Result = TypeVar("Result")


class Pairing(NamedTuple):
    """What is the same in all games of a match."""

    game: str  # system:scenario
    players: tuple[str, str]
    seed: str
    options: Mapping[str, bool]


class Played(NamedTuple):
    """How one game ended, as the first player sees it."""

    side: Side  # that the first player had
    result: int  # 1 won, 0 drawn, -1 lost
    points: float  # by which it is ahead (`Standing.margin`)
    length: int  # answers of both players
    turns: int


class Spent(NamedTuple):
    """What a player has thought in a game."""

    answers: int
    seconds: float  # by the clock
    cpu: float  # of one core


class Timed(NamedTuple):
    """A game, which is the same whenever it is played, and what its players took for it, which is not."""

    played: Played
    spent: tuple[Spent, Spent]  # by side


class Clocked:
    """A player, and how long it thinks."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.spent = Spent(0, 0.0, 0.0)

    def answer(self, state: State, ask: Ask) -> Action:
        begun, cpu = perf_counter(), process_time()
        action = self.player.answer(state, ask)
        answers, seconds, worked = self.spent
        self.spent = Spent(answers + 1, seconds + perf_counter() - begun, worked + process_time() - cpu)
        return action


class Tally(NamedTuple):
    """Some games summed up, as the first player sees them."""

    wins: int
    draws: int
    losses: int
    points: float  # on average
    length: float  # on average
    turns: float  # on average

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


def play_game(pairing: Pairing, nth: int) -> Played:
    """The nth game: games 0 and 1 have the same dice, and so on; the first player begins with the first side."""
    return play_once(pairing, f"{pairing.seed} {nth // 2}", nth % 2)


def play_once(pairing: Pairing, luck: str, swapped: int = 0) -> Played:
    return play_timed(pairing, luck, swapped).played


def play_timed(pairing: Pairing, luck: str, swapped: int = 0) -> Timed:
    session = Session(shared_scenario(pairing.game, tuple(pairing.options.items())), luck)
    names = pairing.players[::-1] if swapped else pairing.players
    first, second = (Clocked(player(name, f"{luck} {side}")) for side, name in enumerate(names))
    play_on(session, {Side(0): first, Side(1): second}, luck)
    return Timed(ended(session, Side(swapped)), (first.spent, second.spent))


def ended(session: Session, mine: Side) -> Played:
    """How a game between two ended, as one side sees it."""
    outcome = session.outcome
    assert outcome is not None
    state, standing = session.state, session.system.standing
    return Played(
        mine,
        0 if outcome.winner is None else 1 if outcome.winner == mine else -1,
        standing.margin(state, mine),
        sum(isinstance(each, Answer) and not each.forced for each in session.inputs),
        standing.turns_played(state),
    )


@lru_cache(maxsize=8)
def shared_scenario(game: str, options: tuple[tuple[str, bool], ...]) -> Scenario:
    """One for all games of a process: what was found out about it in one game is known in the next."""
    return load_scenario(game, dict(options))


def play_match(
    pairing: Pairing, games: int, processes: int | None = None, watch: Callable[[Played], None] = lambda _: None
) -> list[Played]:
    """All games, in order, on that many processes; None: one for each core."""
    check_even(games)
    check(pairing)
    done = []
    with closing(side_by_side(partial(play_game, pairing), range(games), processes)) as results:
        for played in results:
            done.append(played)
            watch(played)
    return done


def check_even(games: int) -> None:
    """Refuse a number of games in which sides cannot be swapped."""
    if games < 2 or games % 2:
        raise BadInput(f"{games} games: a match swaps the sides, so it has an even number of games, 2 or more")


def check(pairing: Pairing) -> None:
    """Refuse what is not a game of two computer players."""
    info = find_scenario(pairing.game)
    if len(info.sides) != 2:
        raise BadInput(f"{info.title} has {len(info.sides)} sides, and a match is between two")
    for name in pairing.players:
        player(name, "")  # refuses a player nobody knows


def side_by_side(
    work: Callable[[Item], Result], items: Sequence[Item], processes: int | None = None, in_order: bool = True
) -> Generator[Result]:
    """The work done on each item, in order or as it ends, on that many processes; None: one for each core. They end at
    once when it is closed, at Ctrl-C, and when this process is killed."""
    if processes is not None and processes < 1:
        raise BadInput(f"{processes} processes: 1 or more play a match")
    count = min(len(items), processes or os.cpu_count() or 1)
    if count == 1:
        yield from map(work, items)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(count, initializer=begin)
    try:
        # Not `pool.map`: when that is closed it calls its work off one by one, and a pool whose processes end at that
        # moment prints a fault of its own.
        begun = [pool.submit(work, item) for item in items]
        for done in begun if in_order else as_completed(begun):
            yield done.result()
    except BaseException:
        for ours in set(active_children()) - others:
            ours.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def begin() -> None:
    """In each process: Ctrl-C is for the parent to hear, and who loses it ends too."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def tally(played: Sequence[Played]) -> Tally:
    results = [each.result for each in played]
    return Tally(
        results.count(1), results.count(0), results.count(-1),
        sum(each.points for each in played) / len(played), sum(each.length for each in played) / len(played),
        sum(each.turns for each in played) / len(played),
    )  # fmt: skip


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval that holds the true chance of winning with 95 % confidence (Wilson's score interval)."""
    share, square = wins / games, CONFIDENCE**2
    middle = share + square / (2 * games)
    spread = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games * games))
    low, high = ((middle + sign * spread) / (1 + square / games) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)
