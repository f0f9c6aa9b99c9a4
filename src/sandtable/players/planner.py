"""The planner: searches among a side's intents for the coming turns, plays each on by scripts against several models of
the enemy, and lets the script carry out the best. It knows no game: what may be intended is the system's to offer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Any, NamedTuple

from sandtable.core.decisions import Action
from sandtable.core.flow import Ask
from sandtable.core.intents import Conduct, Front, Intent
from sandtable.core.parts import Counsel
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.players.greedy import Greedy
from sandtable.players.plans import carried_on, mutant, obeying, openings, usual
from sandtable.players.rollouts import Rolled, Rollout, rolled

FIRST_ROUND, FIRST_TRIED = 4, 12  # rollouts of each intent in the first round; intents that are tried in it
SURE = 1.0  # standard errors by which the usual plan has to be beaten
HOPE = 2.0  # standard errors that are added to what is not ahead of it, before it is given up
MUTANTS = 2  # mutants that join a round

Work = Callable[[State, Sequence[Rollout]], Iterable[Rolled]]


def alone(state: State, rollouts: Sequence[Rollout]) -> Iterable[Rolled]:
    """One after the other, in this process."""
    return map(partial(rolled, state), rollouts)


class Budget(NamedTuple):
    """How much a plan may cost."""

    rollouts: int
    seconds: float = inf  # on the clock: at a table somebody waits


class Weighed(NamedTuple):
    """An intent, and what the side expects of it against the usual plan."""

    intent: Intent
    gain: float = 0.0  # points, a victory counting as some
    error: float = 0.0  # one standard error of that
    points: float = 0.0  # victory aside
    won: float = 0.0  # of its games that came to an end, the share by which more were won, 1 for all instead of none
    tries: int = 0  # that this is known from


class Plan(NamedTuple):
    """What a side has decided on."""

    fronts: tuple[Front, ...]
    chosen: Weighed
    others: tuple[Weighed, ...]  # what else was weighed to the end, the best first
    rollouts: int


@dataclass(eq=False)
class Candidate:
    intent: Intent
    tries: list[Rolled] = field(default_factory=list)  # by luck: the nth of all intents have the same

    @property
    def value(self) -> float:
        return fmean(each.value for each in self.tries)

    def ahead_of(self, other: Candidate) -> Weighed:
        """By the luck that both have had."""
        both = list(zip(self.tries, other.tries, strict=False))
        gains = [mine.value - its.value for mine, its in both]
        return Weighed(
            self.intent, fmean(gains), stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else inf,
            fmean(mine.points - its.points for mine, its in both), fmean(mine.won - its.won for mine, its in both) / 2,
            len(both),
        )  # fmt: skip


@dataclass(eq=False)
class Search:
    """The intents of one side in one position: halved in number from round to round, while those that are left are
    tried twice as often, joined by mutants of the best."""

    state: State
    side: Side
    seed: str
    budget: Budget
    ordered: Intent = ()  # what somebody has told the side to do: every plan does it
    former: Intent = ()  # what it was after until now
    work: Work = alone
    watch: Callable[[Search], bool] = lambda _: True  # asked after each rollout; False: that is enough

    def __post_init__(self) -> None:
        counsel: Counsel[Any] = self.state.scenario.system.counsel
        self.boldness = counsel.boldness
        self.fronts = tuple(counsel.fronts(self.state, self.side))
        self.rng = Random(f"plans {self.seed}")
        self.enemies = self._enemies(counsel)
        self.default = Candidate(obeying(usual(self.fronts), self.ordered))
        self.tried: dict[Intent, Candidate] = {self.default.intent: self.default}
        self.done, self.begun = 0, monotonic()

    @property
    def share(self) -> float:
        """How far it is, by rollouts or by the clock, whichever will end it."""
        return min(1.0, max(self.done / self.budget.rollouts, self._spent() / self.budget.seconds))

    def _spent(self) -> float:
        """Seconds since the first rollout came back: whoever rolls out may have had to be called first."""
        return monotonic() - self.begun

    def _enemies(self, counsel: Counsel[Any]) -> tuple[Conduct, ...]:
        """The enemy as the script plays, and as one who goes boldly for what he wants most."""
        foe = next((Side(nth) for nth in range(len(self.state.scenario.sides)) if nth != self.side), self.side)
        fronts = counsel.fronts(self.state, foe)
        bold = max(counsel.boldness, default=0)
        pushed = tuple(
            order._replace(efforts=front.efforts[:1], boldness=bold)
            for front, order in zip(fronts, usual(fronts), strict=True)
        )
        return (Conduct(), Conduct(pushed)) if pushed else (Conduct(),)

    def plan(self) -> Plan:
        alive = [self.default, *self._begun()]
        often = FIRST_ROUND
        while len(alive) > 1 and self._round(alive, often):
            rivals = [each for each in alive if each is not self.default and self._hopeful(each)]
            ranked = sorted([self.default, *rivals], key=lambda each: -each.value)
            best = [each for each in ranked if each is not self.default][: max(1, len(alive) // 2)]
            alive = [self.default, *best, *(self._mutants(ranked) if best else ())]
            often *= 2
        return self.best()

    def _hopeful(self, rival: Candidate) -> bool:
        """May it still be better than the usual? What has led wherever the usual did is the usual, told otherwise."""
        ahead = rival.ahead_of(self.default)
        return ahead.gain + HOPE * ahead.error > 0

    def _begun(self) -> list[Candidate]:
        """What it was after comes first."""
        found: list[Candidate] = []
        for opening in (*carried_on(self.former, self.fronts), *openings(self.fronts, self.boldness)):
            intent = obeying(opening, self.ordered)
            if len(found) < FIRST_TRIED and intent not in self.tried:
                found.append(self._candidate(intent))
        return found

    def _candidate(self, intent: Intent) -> Candidate:
        found = self.tried[intent] = Candidate(intent)
        return found

    def _mutants(self, ranked: Sequence[Candidate]) -> list[Candidate]:
        """Of the first few; some tries may give what has been tried before."""
        found: list[Candidate] = []
        for _ in range(4 * MUTANTS):
            parent, other = self.rng.choice(ranked[:2]), self.rng.choice(ranked[:4])
            changed = mutant(parent.intent, other.intent, self.fronts, self.boldness, self.rng)
            intent = obeying(changed, self.ordered)
            if intent not in self.tried and len(found) < MUTANTS:
                found.append(self._candidate(intent))
        return found

    def _round(self, alive: Sequence[Candidate], often: int) -> bool:
        """Each is tried so often in all; False if that was enough."""
        wanted = [(each, nth) for nth in range(often) for each in alive if nth >= len(each.tries)]
        wanted = wanted[: self.budget.rollouts - self.done]
        rollouts, due = [self._rollout(each.intent, nth) for each, nth in wanted], self.done + len(wanted)
        for (each, _), found in zip(wanted, self.work(self.state, rollouts), strict=False):
            each.tries.append(found)
            self.begun = self.begun if self.done else monotonic()
            self.done += 1
            if not self.watch(self) or self._spent() > self.budget.seconds:
                return False
        return self.done == due < self.budget.rollouts  # who works may have stopped

    def _rollout(self, intent: Intent, nth: int) -> Rollout:
        return Rollout(self.side, Conduct(intent), self.enemies[nth % len(self.enemies)], f"{self.seed} {nth}")

    def best(self) -> Plan:
        """The intent that is ahead of the usual by most, if that is clear; else the usual."""
        rivals = [each for each in self.tried.values() if each is not self.default and len(each.tries) > FIRST_ROUND]
        weighed = sorted((each.ahead_of(self.default) for each in rivals), key=lambda each: -each.gain)
        kept = Weighed(self.default.intent)
        clear = [each for each in weighed if each.gain > SURE * each.error]
        chosen = max(clear, key=lambda each: each.gain - SURE * each.error, default=kept)
        others = tuple(each for each in (kept, *weighed) if each.intent != chosen.intent)
        return Plan(self.fronts, chosen, tuple(sorted(others, key=lambda each: -each.gain)), self.done)


class Planner:
    """Plans when its game says that it is time to, and answers as the script does that carries the plan out."""

    def __init__(self, seed: str, budget: Budget, ordered: Intent = (), work: Work = alone) -> None:
        self.seed, self.budget, self.ordered, self.work = seed, budget, ordered, work
        self.watch: Callable[[Search], bool] = lambda _: True
        self.plan: Plan | None = None
        self.made: tuple[Side, Hashable] | None = None  # for whom, and on what occasion
        self.script = Greedy(seed, Conduct())

    def answer(self, state: State, ask: Ask) -> Action:
        self.ready(state, ask.side)
        return self.script.answer(state, ask)

    def in_force(self, state: State, side: Side) -> Plan | None:
        """The plan that was made for this occasion."""
        return self.plan if self.made == _occasion(state, side) else None

    def ready(self, state: State, side: Side) -> Plan:
        """The plan that is in force now, made if there is none."""
        if (plan := self.in_force(state, side)) is not None:
            return plan
        occasion = _occasion(state, side)
        former = self.plan.chosen.intent if self.plan and self.made and self.made[0] == side else ()
        seed = f"{self.seed} {occasion}"
        search = Search(state, side, seed, self.budget, self.ordered, former, self.work, self.watch)
        plan = search.plan()
        self.plan, self.made = plan, occasion
        self.script.conduct = Conduct(plan.chosen.intent)
        return plan

    def forget(self) -> None:
        """The plan is in force no more."""
        self.plan = self.made = None


def _occasion(state: State, side: Side) -> tuple[Side, Hashable]:
    counsel: Counsel[Any] = state.scenario.system.counsel
    return side, counsel.occasion(state, side)
