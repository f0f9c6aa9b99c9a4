"""The planner: searches among a side's intents for the coming turns, plays each on by scripts against several models of
the enemy, and carries the best out by the script, whose answers it weighs in the same way against others. It knows no
game: what may be intended is the system's to offer."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from sandtable.core.decisions import Action
from sandtable.core.flow import Ask
from sandtable.core.intents import BOLD, FIRST, Conduct, Front, Intent, Order
from sandtable.core.parts import Counsel
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.players.contest import Budget, Candidate, Contest, Rounds, Watch, Weighed, Work, alone
from sandtable.players.greedy import Greedy
from sandtable.players.plans import carried_on, mutant, obeying, openings, usual
from sandtable.players.rollouts import Rollout

PLANS = Rounds(first=4, known=8, most=128, sure=1.0, fewest=4)
ANSWERS = Rounds(first=2, known=4, most=16, sure=0.5)
FIRST_TRIED = 12  # intents that are tried at first
MUTANTS = 2  # that join each round
ANSWERING = 1 / 8  # of what is left when there is a plan: an answer, or what is needed to prefer one to another
SCRIPTED, TRIED = 3, 6  # answers of the script that are tried, and with those of others
RIVALS, OPENINGS = 2, 4  # other plans whose answers are tried, the best of those that were weighed, and the first


class Plan(NamedTuple):
    """What a side has decided on."""

    fronts: tuple[Front, ...]
    chosen: Weighed[Intent]
    others: tuple[Weighed[Intent], ...]  # what else was weighed to the end, the best first
    rollouts: int


class Choice(NamedTuple):
    """An answer, and what else was tried."""

    chosen: Weighed[Action]
    others: tuple[Weighed[Action], ...] = ()  # weighed to the end, the best first


class Search:
    """The intents of one side in one position."""

    def __init__(
        self, state: State, side: Side, seed: str, budget: Budget, ordered: Intent = (), former: Intent = (),
        work: Work = alone, watch: Watch = lambda _: True,
    ) -> None:  # fmt: skip
        """`ordered`: what somebody has told the side to do, which every plan does; `former`: what it was after until
        now."""
        counsel: Counsel[Any] = state.scenario.system.counsel
        self.ordered, self.former, self.boldness = ordered, former, counsel.boldness
        self.fronts = tuple(counsel.fronts(state, side))
        self.rng = Random(f"plans {seed}")
        foes, ahead = enemies(state, side), counsel.horizon(state.scenario)

        def rollout(intent: Intent, nth: int) -> Rollout:
            return Rollout(side, Conduct(intent), foes[nth % len(foes)], f"{seed} {nth}", ahead)

        first = obeying(usual(self.fronts), ordered)
        self.contest: Contest[Intent] = Contest(state, first, rollout, budget, PLANS, work, watch)

    def plan(self) -> Plan:
        self.contest.hold(list(self._openings()), self._mutants)
        weighed = self.contest.done if len(self.contest.tried) > 1 else 0
        return Plan(self.fronts, *self.contest.best(), weighed)

    def _openings(self) -> Iterator[Intent]:
        """What it was after comes first."""
        ideas = (*carried_on(self.former, self.fronts), *openings(self.fronts, self.boldness))
        different = dict.fromkeys(obeying(each, self.ordered) for each in ideas)
        return islice((each for each in different if each != self.contest.default.what), FIRST_TRIED)

    def _mutants(self, ranked: Sequence[Candidate[Intent]]) -> Iterator[Intent]:
        """Of the first few; some tries may give what has been tried before."""
        found = set[Intent]()
        for _ in range(4 * MUTANTS):
            parent, other = self.rng.choice(ranked[:2]), self.rng.choice(ranked[:4])
            changed = mutant(parent.what, other.what, self.fronts, self.boldness, self.rng)
            intent = obeying(changed, self.ordered)
            if intent not in self.contest.tried and len(found) < MUTANTS:
                found.add(intent)
                yield intent


def enemies(state: State, side: Side) -> tuple[Conduct, ...]:
    """The enemy as the script plays, and as one who goes boldly for what he wants most."""
    counsel: Counsel[Any] = state.scenario.system.counsel
    foe = next((Side(nth) for nth in range(len(state.scenario.sides)) if nth != side), side)
    fronts = counsel.fronts(state, foe)
    bold = BOLD if BOLD in counsel.boldness else 0
    pushed = tuple(
        order._replace(efforts=front.efforts[:1], boldness=bold)
        for front, order in zip(fronts, usual(fronts), strict=True)
    )
    return (Conduct(), Conduct(pushed)) if pushed else (Conduct(),)


class Planner:
    """Plans when its game says that it is time to; then tries its script's answers against those of scripts that are
    after something else."""

    def __init__(self, seed: str, budget: Budget, ordered: Intent = (), work: Work = alone) -> None:
        """The budget is that of a turn."""
        self.seed, self.budget, self.ordered, self.work = seed, budget, ordered, work
        self.watch: Watch = lambda _: True
        self.plan: Plan | None = None
        self.made: tuple[Side, Hashable] | None = None  # for whom, and on what occasion
        self.left, self.answered = budget, 0  # on this occasion
        self.cost = 0.0  # of a rollout, as it was last
        self.last: tuple[str, Choice] | None = None  # of which position
        self.script = Greedy(seed, Conduct())

    def answer(self, state: State, ask: Ask) -> Action:
        return self.choice(state, ask).chosen.what

    def choice(self, state: State, ask: Ask) -> Choice:
        """What it answers, and against what it was weighed."""
        plan = self.ready(state, ask.side)
        if (found := self.known(state)) is None:
            found = self._found(state, ask, plan)
            self.last = state.digest(), found
        return found

    def known(self, state: State) -> Choice | None:
        """What it has just answered, if that was in this position."""
        last = self.last  # whoever asks may be another thread
        return last[1] if last and last[0] == state.digest() else None

    def _found(self, state: State, ask: Ask, plan: Plan) -> Choice:
        least = self.cost * ANSWERS.needed(1)
        if least >= self.left.answers or not self.left.seconds:
            return Choice(Weighed(self.script.answer(state, ask)))
        begun = monotonic()
        first, *others = self._answers(state, ask, plan)
        counsel: Counsel[Any] = state.scenario.system.counsel
        foes, ahead = enemies(state, ask.side), counsel.soon(state.scenario)
        conduct, seed = self.script.conduct, f"{self.seed} {self.made} {self.answered}"

        def rollout(action: Action, nth: int) -> Rollout:
            return Rollout(ask.side, conduct, foes[nth % len(foes)], f"{seed} {nth}", ahead, action)

        budget = self.left.part(max(ANSWERING, least / self.left.answers))
        contest = Contest(state, first, rollout, budget, ANSWERS, self.work, self.watch)
        contest.hold(others)
        self.left, self.answered = self.left.less(Budget(contest.answers, monotonic() - begun)), self.answered + 1
        self.cost = contest.cost or self.cost
        return Choice(*contest.best())

    def _answers(self, state: State, ask: Ask, plan: Plan) -> list[Action]:
        """The script's, the best first, then those that scripts would give that are after something else."""
        found = dict.fromkeys(action for action, _ in self.script.weighed(state, ask)[:SCRIPTED])
        for conduct in self._manners(state, plan):
            action = Greedy(self.seed, conduct).quickly(state, ask)
            if action not in found and not ask.form.check(state, action):
                found[action] = None
            if len(found) == TRIED:
                break
        return list(found)

    def _manners(self, state: State, plan: Plan) -> Iterator[Conduct]:
        """As usual, bolder or with more care on every front, by the next best plans or the first that come to mind, and
        what is ordered is done; if nothing is, as who looks at what is near alone, or as scripts did once."""
        counsel: Counsel[Any] = state.scenario.system.counsel
        bolder = ((Order(boldness=each),) * len(plan.fronts) for each in counsel.boldness)
        rivals = (each.what for each in plan.others[:RIVALS])
        first = islice(openings(plan.fronts, {}), OPENINGS)
        manners = dict.fromkeys(obeying(each, self.ordered) for each in (usual(plan.fronts), *bolder, *rivals, *first))
        yield from (Conduct(each) for each in manners if each != plan.chosen.what)
        if not self.ordered:
            yield from (Conduct(narrow=True), FIRST)

    def in_force(self, state: State, side: Side) -> Plan | None:
        """The plan that was made for this occasion."""
        return self.plan if self.made == _occasion(state, side) else None

    def ready(self, state: State, side: Side) -> Plan:
        """The plan that is in force now, made if there is none."""
        if (plan := self.in_force(state, side)) is not None:
            return plan
        occasion = _occasion(state, side)
        former = self.plan.chosen.what if self.plan and self.made and self.made[0] == side else ()
        counsel: Counsel[Any] = state.scenario.system.counsel
        budget, seed = self._budget(counsel), f"{self.seed} {occasion}"
        planning = budget.part(counsel.planning(state.scenario))
        search = Search(state, side, seed, planning, self.ordered, former, self.work, self.watch)
        plan = search.plan()
        self.plan, self.made = plan, occasion
        self.left, self.answered, self.last = budget.less(search.contest.spent), 0, None
        self.cost = search.contest.cost
        self.script.conduct = Conduct(plan.chosen.what)
        return plan

    def _budget(self, counsel: Counsel[Any]) -> Budget:
        """Of an occasion."""
        of_turn = self.budget._replace(answers=self.budget.answers * counsel.pace)
        return of_turn.part(1 / counsel.occasions)

    def forget(self) -> None:
        """The plan is in force no more."""
        self.plan = self.made = self.last = None


def _occasion(state: State, side: Side) -> tuple[Side, Hashable]:
    counsel: Counsel[Any] = state.scenario.system.counsel
    return side, counsel.occasion(state, side)
