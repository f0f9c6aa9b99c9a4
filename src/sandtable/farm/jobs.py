"""A job is one game, known by what it follows from: scenario, options, who has which side, seed. Whoever plays it, and
whenever, it ends alike; only what its players took for it differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import NamedTuple, Self

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.farm import bots
from sandtable.players.match import Pairing, Played, Spent, Timed, check, play_timed
from sandtable.players.sweep import Trial, Tried

COLUMNS = (
    "game", "options", "first", "second", "seed",
    "result", "points", "answers", "turns", "answers_first", "seconds_first", "cpu_first", "answers_second",
    "seconds_second", "cpu_second",
)  # fmt: skip
TIMED = COLUMNS.index("turns") + 1  # what stands behind differs from run to run


class Job(NamedTuple):
    game: str  # system:scenario
    options: tuple[tuple[str, bool], ...]
    players: tuple[str, str]  # by side
    seed: str

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.game, self.players, self.seed, dict(self.options))


class Done(NamedTuple):
    """A job that was played, as the first side sees it."""

    job: Job
    timed: Timed

    def seen(self, swapped: int) -> Played:
        """As the side sees it on which the first player was."""
        played = self.timed.played
        return played._replace(side=Side(1), result=-played.result, points=-played.points) if swapped else played

    def row(self) -> list[str]:
        """By the columns of a file."""
        job, (played, spent) = self.job, self.timed
        switches = " ".join(f"{name}={'yes' if on else 'no'}" for name, on in job.options)
        told = [job.game, switches, *job.players, job.seed]
        told += map(str, (played.result, played.points, played.length, played.turns))
        for each in spent:
            told += [str(each.answers), f"{each.seconds:.3f}", f"{each.cpu:.3f}"]
        return told

    @classmethod
    def read(cls, row: Sequence[str]) -> Self:
        """A ValueError if it is none."""
        if len(row) != len(COLUMNS):
            raise ValueError(f"{len(row)} columns")
        game, switches, first, second, seed, result, points, answers, turns, *spent = row
        options = tuple((name, on == "yes") for name, _, on in (each.partition("=") for each in switches.split()))
        played = Played(Side(0), int(result), float(points), int(answers), int(turns))
        if played.result not in (-1, 0, 1) or not isfinite(played.points):
            raise ValueError(f"result {result}, points {points}")
        one, other = (Spent(int(spent[nth]), float(spent[nth + 1]), float(spent[nth + 2])) for nth in (0, 3))
        return cls(Job(game, options, (first, second), seed), Timed(played, (one, other)))


def play(job: Job) -> Done:
    """What is done on a process, on whichever machine."""
    timed = bots.play_hosted if any(map(bots.is_bot, job.players)) else play_timed
    return Done(job, timed(job.pairing, job.seed))


def checked(pairing: Pairing) -> Pairing:
    """Refuse what is not a game of two players who need no person."""
    known = [name for name in pairing.players if not bots.is_bot(name)]
    for name in pairing.players:
        if bots.is_bot(name):
            bots.command(name)  # refuses what is none
    if not known:
        raise BadInput("two bots: one of the players of a game is one of ours")
    check(pairing._replace(players=(known[0], known[-1])))
    return pairing


def sorted_options(options: Mapping[str, bool]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted(options.items()))


def of_pairs(pairing: Pairing, first: int, pairs: int) -> list[Job]:
    """Two games with the same dice for each pair, the sides swapped, as a match plays them."""
    options = sorted_options(pairing.options)
    return [
        Job(pairing.game, options, players, f"{pairing.seed} {nth}")
        for nth in range(first, first + pairs)
        for players in (pairing.players, (pairing.players[1], pairing.players[0]))
    ]


def of_trials(trials: Sequence[Trial], first: int, games: int) -> list[Job]:
    """The first game with each setting, then the second with each, as a sweep plays them."""
    return [
        Job(at.game, sorted_options(at.options), at.players, f"{at.seed} {nth}")
        for nth in range(first, first + games)
        for at in (trial.pairing for trial in trials)
    ]


def as_tried(done: Sequence[Done], trials: int) -> list[Tried]:
    """What a sweep sums up."""
    return [
        Tried(nth % trials, each.timed.played, sum(spent.cpu for spent in each.timed.spent))
        for nth, each in enumerate(done)
    ]
