"""What scores tell: intervals over pairs of games, Elo, and the sequential test of who is better.

Two games of a pair have the same dice with the sides swapped, so they are one observation with five values
(pentanomial): both lost, a loss and a draw, even, a win and a draw, both won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf, log, sqrt
from typing import NamedTuple

from sandtable.players.match import CONFIDENCE

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)  # the score of a pair, as a share
SMALL = 1e-3  # of a pair, where none had this value: what was never seen is not impossible
FIRM = 0.05  # how often the sequential test may err, either way
SCALE = 400 / log(10)  # Elo points for one unit of log odds
HAIR = 1e-6
STEPS = 100  # of searches that end long before


class Score(NamedTuple):
    """A mean of independent values from 0 to 1, with the interval that holds the true one with 95 % confidence."""

    values: int
    mean: float
    low: float
    high: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The same as differences of Elo, infinite where a share is 0 or 1."""
        return elo(self.mean), elo(self.low), elo(self.high)


def score(values: Sequence[float]) -> Score:
    """A failure and a success more than were seen make the interval honest where all values are alike (Agresti and
    Coull's, for values between 0 and 1)."""
    count = len(values)
    mean = sum(values) / count
    more = [*values, 0.0, 1.0]
    middle = sum(more) / len(more)
    spread = CONFIDENCE * sqrt(sum((each - middle) ** 2 for each in more)) / len(more)
    return Score(count, mean, max(0.0, min(mean, middle - spread)), min(1.0, max(mean, middle + spread)))


def elo(share: float) -> float:
    """The difference at which a player is expected to score this share."""
    if share in (0.0, 1.0):
        return inf if share else -inf
    return SCALE * log(share / (1 - share))


def expected(difference: float) -> float:
    """The share that a player scores who is so many Elo points better."""
    return 1 / (1 + exp(-difference / SCALE))


# ------------------------------------------------------------------------------------------------ who is better


class Verdict(NamedTuple):
    """The sequential test as it stands: between the bounds it goes on."""

    ratio: float  # log likelihood of the second hypothesis against the first
    low: float
    high: float

    @property
    def better(self) -> bool | None:
        """None: not decided yet."""
        return True if self.ratio >= self.high else False if self.ratio <= self.low else None


def sprt(pairs: Iterable[float], elo0: float, elo1: float, err: float = FIRM) -> Verdict:
    """Is the first player better by `elo1` rather than by `elo0`? The generalized test over pairs: how much likelier
    what was seen is if the true score is that of `elo1`, either time with the five chances that fit best."""
    counts = Counter(pairs)
    seen = [counts[value] or SMALL for value in VALUES]
    ratio = sum(
        count * log(then / now)
        for count, now, then in zip(seen, _fitted(seen, expected(elo0)), _fitted(seen, expected(elo1)), strict=True)
    )
    return Verdict(ratio, log(err / (1 - err)), log((1 - err) / err))


def _fitted(seen: Sequence[float], mean: float) -> list[float]:
    """The likeliest chances of the five values among those with this mean: p / (1 + t (value - mean)), where t makes
    the mean come out (Lagrange)."""
    total = sum(seen)
    low, high = -1 / (1 - mean), 1 / mean  # between these all chances are positive
    for _ in range(STEPS):
        t = (low + high) / 2
        off = sum(count * (value - mean) / (1 + t * (value - mean)) for count, value in zip(seen, VALUES, strict=True))
        low, high = (t, high) if off > 0 else (low, t)
    return [count / total / (1 + t * (value - mean)) for count, value in zip(seen, VALUES, strict=True)]


# ------------------------------------------------------------------------------------------------ many players


class Rating(NamedTuple):
    """Elo points above the average of all who were rated, and half the interval that holds the true number."""

    elo: float
    margin: float


def ratings(met: Mapping[tuple[str, str], Sequence[float]]) -> dict[str, Rating]:
    """Of everybody, from the pairs that each two played, as the first of the two scored: the likeliest ratings (Bradley
    and Terry, a draw being half a win). To what was seen between two, a lost and a won pair are added, as to a score.
    """
    names = list(dict.fromkeys(name for both in met for name in both))
    at = {name: nth for nth, name in enumerate(names)}
    more = [(at[one], at[other], [*pairs, 0.0, 1.0]) for (one, other), pairs in met.items()]
    rated = [0.0] * len(names)
    for _ in range(STEPS):
        slope = [0.0] * len(names)
        for one, other, pairs in more:
            off = sum(pairs) - len(pairs) * _chance(rated, one, other)
            slope[one] += off
            slope[other] -= off
        change = _times(_inverse(_curve(rated, more)), slope)
        rated = [each + step for each, step in zip(rated, change, strict=True)]
        if max(map(abs, change)) < 1e-10:
            break
    inverse = _inverse(_curve(rated, more))
    margins = [CONFIDENCE * sqrt(_variance(row, more)) for row in inverse]
    average = sum(rated) / len(rated)
    return {
        name: Rating(SCALE * (own - average), SCALE * margin)
        for name, own, margin in zip(names, rated, margins, strict=True)
    }


Met = Sequence[tuple[int, int, Sequence[float]]]


def _chance(rated: Sequence[float], one: int, other: int) -> float:
    return 1 / (1 + exp(rated[other] - rated[one]))


def _curve(rated: Sequence[float], met: Met) -> list[list[float]]:
    """How sharply the likelihood falls off. Only differences count: the average is held at 0, and so is, by a hair,
    that of each group of players who met nobody of another."""
    found = [[1.0 + HAIR * (row == column) for column in range(len(rated))] for row in range(len(rated))]
    for one, other, pairs in met:
        chance = _chance(rated, one, other)
        weight = len(pairs) * chance * (1 - chance)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            found[row][column] += sign * weight
    return found


def _variance(row: Sequence[float], met: Met) -> float:
    """Of a rating: what each meeting's own spread over pairs makes of it, however draws and sides have shaped it."""
    found = 0.0
    for one, other, pairs in met:
        middle = sum(pairs) / len(pairs)
        found += (row[one] - row[other]) ** 2 * sum((each - middle) ** 2 for each in pairs)
    return found


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By elimination (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(nth == column) for column in range(size))] for nth, row in enumerate(matrix)]
    for nth in range(size):
        pivot = max(range(nth, size), key=lambda row: abs(rows[row][nth]))
        rows[nth], rows[pivot] = rows[pivot], rows[nth]
        rows[nth] = [each / rows[nth][nth] for each in rows[nth]]
        for other in range(size):
            if other != nth:
                times = rows[other][nth]
                rows[other] = [each - times * own for each, own in zip(rows[other], rows[nth], strict=True)]
    return [row[size:] for row in rows]
