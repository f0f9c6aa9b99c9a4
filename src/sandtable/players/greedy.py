"""The greedy player: looks one step ahead at the answers that promise most, and takes the one after which it stands
best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, Outcome, Over, Roll, answer, mean, run
from sandtable.core.intents import FIRST, Conduct
from sandtable.core.parts import Counsel
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.players.randomly import answer_randomly, fall

TRIES = 10  # answers tried where the system recommends none, beside ending a segment
FAR = 40  # questions and rolls followed at most before a position is judged
VICTORY = 1e6  # what a won game is worth


class Greedy:
    """Judges positions by the system's own `worth`, the first roll that follows an answer by all its chances."""

    def __init__(self, seed: str, conduct: Conduct = FIRST) -> None:
        self.conduct = conduct
        self.rng = Random(f"greedy {seed}")

    def answer(self, state: State, ask: Ask) -> Action:
        return self.weighed(state, ask)[0][0]

    def weighed(self, state: State, ask: Ask) -> list[tuple[Action, float]]:
        """The answers tried and what the position is worth after each, the best first; one alone is not weighed."""
        tried = self.candidates(state, ask)
        if len(tried) == 1:
            return [(tried[0], 0.0)]
        worths = [self.expected(state, ask.side, action) for action in tried]
        return sorted(zip(tried, worths, strict=True), key=lambda each: -each[1])

    def candidates(self, state: State, ask: Ask) -> list[Action]:
        """What the system recommends; else answers drawn at random, behind the end of the segment, which wins ties."""
        if found := list(legal(state, ask, self.conduct)):
            return found
        drawn: dict[Action, None] = {}
        if isinstance(ask.form, Menu) and "end" in ask.form.forms and not ask.form.check(state, ("end",)):
            drawn["end",] = None
        for _ in range(TRIES):
            drawn[answer_randomly(state, ask, self.rng)] = None
        return list(drawn)

    def expected(self, state: State, side: Side, action: Action) -> float:
        """What the position is worth after the answer, on average."""
        branch = state.copy()
        answer(branch, action)
        return self.followed(branch, side, len(state.stack), exact=True)

    def followed(self, state: State, side: Side, depth: int, exact: bool) -> float:
        """On to the next question at this level or above: questions on the way get a quick answer; of the first roll
        every meaning is followed, of later ones one that is drawn."""
        worth: Callable[[State, Side, Conduct], float] = state.scenario.system.counsel.worth
        for _ in range(FAR):
            wait = run(state)
            if isinstance(wait, Over):
                return worth(state, side, self.conduct) + won(wait.outcome, side)
            if isinstance(wait, Ask):
                if len(state.stack) <= depth:
                    break
                answer(state, self.quickly(state, wait))
            elif exact:
                return self.averaged(state, side, depth, wait)
            else:
                answer(state, fall(wait, self.rng))
        return worth(state, side, self.conduct)

    def averaged(self, state: State, side: Side, depth: int, roll: Roll) -> float:
        total, meanings = 0.0, roll.meanings()
        for meaning, ways in meanings.items():
            branch = state.copy()
            mean(branch, meaning)
            total += ways * self.followed(branch, side, depth, exact=False)
        return total / sum(meanings.values())

    def quickly(self, state: State, ask: Ask) -> Action:
        """The first answer recommended, or any."""
        counsel: Counsel[State] = state.scenario.system.counsel
        found = (
            iter(counsel.promising(state, ask, self.conduct))
            if counsel.vouched(state, ask)
            else legal(state, ask, self.conduct)
        )
        first = next(found, None)
        return answer_randomly(state, ask, self.rng) if first is None else first


def legal(state: State, ask: Ask, conduct: Conduct) -> Iterator[Action]:
    """What the system recommends, as far as it is legal."""
    counsel: Counsel[State] = state.scenario.system.counsel
    return (each for each in counsel.promising(state, ask, conduct) if not ask.form.check(state, each))


def won(outcome: Outcome, side: Side) -> float:
    return 0.0 if outcome.winner is None else VICTORY if outcome.winner == side else -VICTORY
