"""What may be done, tried on the same luck: round by round the half that promises less is given up, and what is left is
tried twice as often. It knows no game, nor whether it is plans or answers that are tried."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.core.state import State
from sandtable.players.rollouts import Rolled, Rollout, rolled

HOPE = 2.0  # standard errors that are added to what is not ahead of it, before it is given up

T = TypeVar("T", bound=Hashable)
Work = Callable[[State, Sequence[Rollout]], Iterable[Rolled]]
Watch = Callable[["Contest[Any]"], bool]  # asked after each rollout; False: that is enough


def alone(state: State, rollouts: Sequence[Rollout]) -> Iterable[Rolled]:
    """One after the other, in this process."""
    return map(partial(rolled, state), rollouts)


class Budget(NamedTuple):
    """What thinking may cost."""

    answers: float  # that are given in rollouts: a rollout is dearer in one game than in another
    seconds: float = inf  # on the clock: at a table somebody waits

    def part(self, share: float) -> Budget:
        return Budget(self.answers * share, self.seconds * share)

    def less(self, spent: Budget) -> Budget:
        return Budget(max(0.0, self.answers - spent.answers), max(0.0, self.seconds - spent.seconds))


class Rounds(NamedTuple):
    """How often something is tried."""

    first: int  # rollouts of each in the first round
    known: int  # after which it may be preferred to the usual
    most: int  # after which enough is known
    sure: float  # standard errors by which the usual has to be beaten
    fewest: int = 1  # rivals without whom it is not begun

    def needed(self, rivals: int) -> int:
        """Rollouts until the half of these rivals that is left after the first round is known."""
        return (1 + rivals) * self.first + (1 + max(1, (1 + rivals) // 2)) * (self.known - self.first)


class Weighed(NamedTuple, Generic[T]):
    """Something that may be done, and what is expected of it against the usual."""

    what: T
    gain: float = 0.0  # points, a victory counting as some
    error: float = 0.0  # one standard error of that
    points: float = 0.0  # victory aside
    won: float = 0.0  # of its games that came to an end, the share by which more were won, 1 for all instead of none
    tries: int = 0  # that this is known from


@dataclass(eq=False)
class Candidate(Generic[T]):
    what: T
    tries: list[Rolled] = field(default_factory=list)  # by luck: the nth of all candidates have the same

    @property
    def value(self) -> float:
        return fmean(each.value for each in self.tries)

    def ahead_of(self, other: Candidate[T]) -> Weighed[T]:
        """By the luck that both have had."""
        both = list(zip(self.tries, other.tries, strict=False))
        gains = [mine.value - its.value for mine, its in both]
        return Weighed(
            self.what, fmean(gains), stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else inf,
            fmean(mine.points - its.points for mine, its in both), fmean(mine.won - its.won for mine, its in both) / 2,
            len(both),
        )  # fmt: skip


class Contest(Generic[T]):
    """The usual against others."""

    def __init__(
        self, state: State, usual: T, rollout: Callable[[T, int], Rollout], budget: Budget, rounds: Rounds,
        work: Work = alone, watch: Watch = lambda _: True,
    ) -> None:  # fmt: skip
        self.state, self.rollout, self.budget, self.rounds, self.work = state, rollout, budget, rounds, work
        self.watch = watch
        self.default = Candidate(usual)
        self.tried: dict[T, Candidate[T]] = {usual: self.default}
        self.done, self.answers, self.begun = 0, 0, monotonic()

    @property
    def spent(self) -> Budget:
        """Seconds since the first rollout came back: whoever rolls out may have had to be called first."""
        return Budget(self.answers, monotonic() - self.begun if self.done else 0.0)

    @property
    def cost(self) -> float:
        """Answers in a rollout."""
        return self.answers / self.done if self.done else 0.0

    @property
    def share(self) -> float:
        """How far it is, by answers or by the clock, whichever will end it."""
        answers, seconds = self.spent
        return min(1.0, max(answers / self.budget.answers, seconds / self.budget.seconds))

    def hold(
        self, rivals: Sequence[T], joining: Callable[[Sequence[Candidate[T]]], Iterable[T]] = lambda _: ()
    ) -> None:
        """Rivals come in the order in which they are told, as many as can be paid for; after each round others join,
        made out of the best."""
        if not rivals or self.budget.answers <= 0 or not self._round([self.default], self.rounds.first):
            return
        count = self._affordable(len(rivals))
        if count < min(self.rounds.fewest, len(rivals)):
            return
        alive = [self.default, *map(self._candidate, rivals[:count])]
        often = self.rounds.first
        while len(alive) > 1 and often <= self.rounds.most and self._round(alive, often):
            hopeful = [each for each in alive if each is not self.default and self._hopeful(each)]
            ranked = sorted([self.default, *hopeful], key=lambda each: -each.value)
            best = [each for each in ranked if each is not self.default][: max(1, len(alive) // 2)]
            joined = [each for each in dict.fromkeys(joining(ranked)) if each not in self.tried] if best else []
            alive = [self.default, *best, *map(self._candidate, joined)]
            often *= 2

    def best(self) -> tuple[Weighed[T], tuple[Weighed[T], ...]]:
        """What is ahead of the usual by most, if that is clear, else the usual; and what else was weighed, the best
        first."""
        rivals = [
            each for each in self.tried.values() if each is not self.default and len(each.tries) >= self.rounds.known
        ]
        weighed = [each.ahead_of(self.default) for each in rivals]
        kept = Weighed(self.default.what)
        clear = [each for each in weighed if each.gain > self.rounds.sure * each.error]
        chosen = max(clear, key=lambda each: each.gain - self.rounds.sure * each.error, default=kept)
        others = [each for each in (kept, *weighed) if each.what != chosen.what]
        return chosen, tuple(sorted(others, key=lambda each: -each.gain))

    def _affordable(self, most: int) -> int:
        """How many rivals can be tried until they are known, by what the usual has cost."""
        rollouts = round(self.done / self.share, 6) if self.share else inf
        return max((count for count in range(1, most + 1) if self.rounds.needed(count) <= rollouts), default=0)

    def _hopeful(self, rival: Candidate[T]) -> bool:
        """May it still be better than the usual? What has led wherever the usual did is the usual, told otherwise."""
        ahead = rival.ahead_of(self.default)
        return ahead.gain + HOPE * ahead.error > 0

    def _candidate(self, what: T) -> Candidate[T]:
        found = self.tried[what] = Candidate(what)
        return found

    def _round(self, alive: Sequence[Candidate[T]], often: int) -> bool:
        """Each is tried so often in all; False if that was enough."""
        wanted = [(each, nth) for nth in range(often) for each in alive if nth >= len(each.tries)]
        rollouts, due = [self.rollout(each.what, nth) for each, nth in wanted], self.done + len(wanted)
        for (each, _), found in zip(wanted, self.work(self.state, rollouts), strict=False):
            each.tries.append(found)
            self.begun = self.begun if self.done else monotonic()
            self.done, self.answers = self.done + 1, self.answers + found.answers
            if not self.watch(self) or self.share >= 1.0:
                return False
        return self.done == due  # who works may have stopped
