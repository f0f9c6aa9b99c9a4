"""Is a scenario even? The same player on both sides, and what the first side makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.farm.jobs import Done, Job, checked, sorted_options
from sandtable.farm.ladder import Field
from sandtable.farm.statistics import Score, score
from sandtable.players.match import Pairing

EVEN = (0.4, 0.6)  # what the first side may score
DRAWN = 0.25  # of the games, less than that


class Balance(NamedTuple):
    """The games of a scenario between equals."""

    field: Field
    player: str
    done: tuple[Done, ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Won by the first side, drawn, won by the second."""
        results = [each.timed.played.result for each in self.done]
        return results.count(1), results.count(0), results.count(-1)

    @property
    def score(self) -> Score:
        """Of the first side, a draw being half a win."""
        return score([(each.timed.played.result + 1) / 2 for each in self.done])

    @property
    def drawn(self) -> float:
        return self.counts[1] / len(self.done)

    @property
    def points(self) -> float:
        """Of the first side more than of the second, on average."""
        return fmean(each.timed.played.points for each in self.done)

    @property
    def even(self) -> bool:
        return EVEN[0] <= self.score.mean <= EVEN[1] and self.drawn < DRAWN


def between_equals(fields: Sequence[Pairing], player: str, games: int, seed: str) -> list[Job]:
    """The first game of each, then the second: whoever breaks off knows as much of each."""
    if games < 1:
        raise BadInput(f"{games} games: a balance is of 1 or more of each scenario")
    wanted = [checked(each._replace(players=(player, player))) for each in fields]
    return [
        Job(each.game, sorted_options(each.options), each.players, f"{seed} {nth}")
        for nth in range(games)
        for each in wanted
    ]


def balances(done: Iterable[Done]) -> list[Balance]:
    """Of all games between equals that were played, in the order they are met."""
    found: dict[tuple[Field, str], list[Done]] = {}
    for each in done:
        job = each.job
        if job.players[0] == job.players[1]:
            found.setdefault((Field(job.game, job.options), job.players[0]), []).append(each)
    return [Balance(field, player, tuple(own)) for (field, player), own in found.items()]
