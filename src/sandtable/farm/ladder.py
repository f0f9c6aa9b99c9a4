"""The ladder: everybody meets everybody in pairs of games, and what that tells of each, by game and by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.farm.jobs import Done, Job, checked, of_pairs
from sandtable.farm.statistics import VALUES, Rating, Score, Verdict, ratings, score, sprt
from sandtable.players.match import Pairing


class Field(NamedTuple):
    """What is played: one scenario with its options."""

    game: str
    options: tuple[tuple[str, bool], ...]


class Pair(NamedTuple):
    """Two games with the same dice; the first player had the first side in the first of them."""

    first: Done
    swapped: Done

    def by_side(self) -> tuple[float, float]:
        """What the first player scored with either side: 1 won, a half drawn."""
        return _share(self.first.seen(0).result), _share(self.swapped.seen(1).result)

    @property
    def share(self) -> float:
        return sum(self.by_side()) / 2


def _share(result: int) -> float:
    return (result + 1) / 2


class Meeting(NamedTuple):
    """All pairs that two players played in one field, as the first of them sees it."""

    field: Field
    players: tuple[str, str]
    pairs: list[Pair]

    @property
    def shares(self) -> list[float]:
        return [pair.share for pair in self.pairs]

    @property
    def score(self) -> Score:
        return score(self.shares)

    def as_side(self, side: Side) -> Score:
        return score([pair.by_side()[side] for pair in self.pairs])

    @property
    def counts(self) -> list[int]:
        """How many pairs had each of the five values, both lost first."""
        found = Counter(self.shares)
        return [found[value] for value in VALUES]

    @property
    def points(self) -> float:
        """Victory points more than the other, on average."""
        return sum(pair.first.seen(0).points + pair.swapped.seen(1).points for pair in self.pairs) / 2 / len(self.pairs)


class Standing(NamedTuple):
    """What a player has shown in some meetings."""

    rating: Rating
    score: Score
    sides: tuple[Score, Score]
    seconds: float  # a turn, by the clock
    cpu: float  # a turn, of one core


def round_robin(players: Sequence[str], fields: Sequence[Pairing], pairs: int, seed: str) -> list[Job]:
    """The first pair of all in every game, then the second: whoever breaks off knows as much of each. Everybody has the
    same dice."""
    if len(set(players)) != len(players) or len(players) < 2:
        raise BadInput(f"{' '.join(players)}: a ladder has two players or more, each named once")
    if pairs < 1:
        raise BadInput(f"{pairs} pairs: a ladder plays 1 or more in each meeting")
    met = [checked(at._replace(players=both, seed=seed)) for at in fields for both in combinations(players, 2)]
    return [job for nth in range(pairs) for pairing in met for job in of_pairs(pairing, nth, 1)]


def meetings(done: Iterable[Done], players: Sequence[str] = ()) -> list[Meeting]:
    """Whole pairs by field and players, in the order in which players are named."""
    known = {each.job: each for each in done}
    order = {name: nth for nth, name in enumerate(players)}
    found: dict[tuple[Field, tuple[str, str]], list[Pair]] = {}
    for job, first in known.items():
        one, other = job.players
        if (order.get(one, len(order)), one) >= (order.get(other, len(order)), other):
            continue  # it is found with its twin
        if (swapped := known.get(job._replace(players=(other, one)))) is not None:
            found.setdefault((Field(job.game, job.options), job.players), []).append(Pair(first, swapped))
    return [Meeting(field, both, pairs) for (field, both), pairs in found.items()]


def standings(met: Sequence[Meeting]) -> dict[str, Standing]:
    """Of everybody in these meetings, the best first."""
    together: dict[tuple[str, str], list[float]] = {}
    for meeting in met:
        together.setdefault(meeting.players, []).extend(meeting.shares)
    rated = ratings(together) if together else {}
    found = {name: _standing(name, rating, met) for name, rating in rated.items()}
    return dict(sorted(found.items(), key=lambda item: -item[1].rating.elo))


def _standing(name: str, rating: Rating, met: Sequence[Meeting]) -> Standing:
    shares, sides = list[float](), (list[float](), list[float]())
    turns, seconds, cpu = 0, 0.0, 0.0
    for meeting in met:
        if name not in meeting.players:
            continue
        second = meeting.players[1] == name
        for pair in meeting.pairs:
            shares.append(1 - pair.share if second else pair.share)
            for side, own in enumerate(pair.by_side()):
                sides[1 - side if second else side].append(1 - own if second else own)
            for done in pair:
                spent = done.timed.spent[done.job.players.index(name)]
                turns, seconds, cpu = turns + done.timed.played.turns, seconds + spent.seconds, cpu + spent.cpu
    turns = max(1, turns)
    return Standing(rating, score(shares), (score(sides[0]), score(sides[1])), seconds / turns, cpu / turns)


def by_field(met: Sequence[Meeting]) -> Mapping[Field, list[Meeting]]:
    found: dict[Field, list[Meeting]] = {}
    for meeting in met:
        found.setdefault(meeting.field, []).append(meeting)
    return found


def is_better(done: Sequence[Done], hypotheses: tuple[float, float]) -> Verdict:
    """Of the games of two players, in the order in which they were to be played: the test over whole pairs."""
    pairs = [Pair(*done[nth : nth + 2]) for nth in range(0, len(done) - 1, 2)]
    return sprt([pair.share for pair in pairs], *hypotheses)
