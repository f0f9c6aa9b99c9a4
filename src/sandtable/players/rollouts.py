"""A position played on by scripts, to see where a plan or an answer leads: what is hidden is imagined anew, the dice
are drawn from a seed, so that all are tried against the same luck: each kind of roll has dice of its own in each turn,
so that one attack more does not change the weather."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from sandtable.core.decisions import Action
from sandtable.core.flow import Outcome, Over, Roll, answer, purpose, run
from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.parts import Counsel, Standing
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.players.greedy import Greedy
from sandtable.players.randomly import fall

VICTORY = 5.0  # points that a won game counts beside its margin


class Rolled(NamedTuple):
    """Where a side stands in the end."""

    points: float  # ahead of the other
    won: float = 0.0  # 1 if it has won, -1 if it has lost
    answers: int = 1  # that were given on the way

    @property
    def value(self) -> float:
        return self.points + VICTORY * self.won


class Rollout(NamedTuple):
    """One way a game may go on."""

    side: Side  # whose plan is tried
    ours: Conduct
    theirs: Conduct
    luck: str  # seeds what is imagined, and the dice
    ahead: int = 0  # turns, as the game's counsel counts them; 0: to the end
    first: Action | None = None  # what it answers now; None: what its script would


def rolled(state: State, rollout: Rollout) -> Rolled:
    """Where the side stands so many turns ahead; at the end, if that comes first."""
    system, side = state.scenario.system, rollout.side
    counsel: Counsel[Any] = system.counsel
    standing: Standing[Any] = system.standing
    last = counsel.passed(state, side) + rollout.ahead if rollout.ahead else None
    branch = system.hidden.imagine(state, side, Random(f"imagined {rollout.luck}"))
    dice: dict[tuple[int, str], Random] = {}
    theirs, ours = rollout.theirs._replace(hasty=True), rollout.ours._replace(hasty=True)
    scripts = [Greedy(f"{rollout.luck} {nth}", theirs) for nth in range(len(state.scenario.sides))]
    scripts[side] = Greedy(f"{rollout.luck} {side}", ours)
    given = 0
    if rollout.first is not None:
        run(branch)
        answer(branch, rollout.first)
        given = 1
    while not isinstance(wait := run(branch), Over):
        if isinstance(wait, Roll):
            what = standing.turns_played(branch), purpose(branch)
            if what not in dice:
                dice[what] = Random(f"dice {rollout.luck} {what}")
            answer(branch, fall(wait, dice[what]))
        elif last is not None and counsel.passed(branch, side) >= last:
            return Rolled(counsel.worth(branch, side, SCRIPT) / counsel.point, answers=given)
        else:
            answer(branch, scripts[wait.side].quickly(branch, wait))
            given += 1
    winner = wait.outcome.winner if isinstance(wait.outcome, Outcome) else None  # a combat by itself has no winner
    won = 0.0 if winner is None else 1.0 if winner == side else -1.0
    return Rolled(standing.margin(branch, side), won, given)
