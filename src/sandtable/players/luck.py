"""What the dice did to whom: of every roll the chance of what it meant, and what that was worth.

A roll is worth what its side is ahead (`estimate.ahead`) when the action it belongs to is over, less the average of
that over all that the dice could have meant, by their chances. What is asked on the way is answered by the script,
whoever was asked; later rolls are averaged too. So fair dice are worth nothing on average, whatever the players do, and
the sum of what they were worth is the fortune of a side. docs/luck.md tells more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from sandtable.core.dice import Reading
from sandtable.core.flow import Ask, Over, Roll, answer, hand_down, mean, run
from sandtable.core.intents import SCRIPT
from sandtable.core.parts import Foresight
from sandtable.core.rules import Side
from sandtable.core.sequence import Segment
from sandtable.core.state import State
from sandtable.core.throws import share, throws, values
from sandtable.play.explain import told
from sandtable.play.news import gravest
from sandtable.play.record import Rolled
from sandtable.play.timeline import Timeline
from sandtable.players.estimate import ahead
from sandtable.players.greedy import Greedy

MOST = 64  # positions that are weighed for a roll, about; where there are more, a sample of them
FAR = 40  # questions and rolls followed at most before a position is judged: ties may be rolled again
DECIDED = 3  # rolls that are told first
FIRST = Side(0)  # whose fortune is told; the other's is as much with the other sign


class Weighed(NamedTuple):
    """A roll that has been made."""

    chance: Fraction  # of what it meant
    worth: float  # to the side that it was weighed for
    exact: bool  # else a sample was weighed, or it was not followed to the end


@dataclass(frozen=True, slots=True)
class Fall:
    """A roll of a game."""

    n: int  # inputs before it
    at: int  # the step of the timeline before it, from which one may fork
    turn: int
    when: str  # "turn 2, autumn, impulse 1"
    text: str  # "1d6 reads 3"
    reads: tuple[int, ...]
    rule: str
    then: str  # the gravest that followed at once; "" if nothing did
    then_rule: str
    chance: str  # of all readings that mean the same: "1/6"
    share: float  # 0.1667
    worth: float  # points to the first side; to the other as many less
    fortune: float  # of the first side so far
    exact: bool  # all that it could have led to was weighed, else a sample


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice did in a game."""

    sides: tuple[str, ...]
    since: int  # inputs before were played by other rules: nothing is told of them
    rolls: tuple[Fall, ...]
    decided: tuple[int, ...]  # which of the rolls were worth most, the greatest first


def luck(timeline: Timeline) -> Luck:
    """Of a whole game, as its session has played it."""
    session, found, fortune = timeline.session, list[Fall](), 0.0
    before: State | None = None
    for n, state in timeline.walked():
        wait = run(state)
        if before is None or isinstance(wait, Ask):
            before = state.copy()
        if not isinstance(wait, Roll):
            continue
        entry = session.inputs[n]
        assert isinstance(entry, Rolled)
        weighed = weigh(before, state, entry.reading, FIRST, f"{session.scenario.name} {n}")
        fortune += weighed.worth
        found.append(_told(timeline, n, state, entry, weighed, fortune))
    ranked = sorted(range(len(found)), key=lambda nth: -abs(found[nth].worth))
    decided = tuple(nth for nth in ranked[:DECIDED] if found[nth].worth)
    return Luck(tuple(session.scenario.sides), session.base, tuple(found), decided)


def _told(timeline: Timeline, n: int, state: State, entry: Rolled, weighed: Weighed, fortune: float) -> Fall:
    session = timeline.session
    rolled, *then = timeline.told(n)
    grave = gravest(session.scenario, then)
    return Fall(
        n=n,
        at=timeline.stops[max(0, bisect_right(timeline.stops, n) - 1)],
        turn=session.system.standing.turns_played(state),
        when=session.system.standing.when(state),
        text=told(session.scenario, rolled),
        reads=entry.reading if isinstance(entry.reading, tuple) else (entry.reading,),
        rule=rolled.rule,
        then="" if grave is None else told(session.scenario, grave),
        then_rule="" if grave is None else grave.rule,
        chance=str(weighed.chance),
        share=round(float(weighed.chance), 4),
        worth=round(weighed.worth, 3) + 0.0,  # never -0.0
        fortune=round(fortune, 3) + 0.0,
        exact=weighed.exact,
    )


# ------------------------------------------------------------------------------------------------ one roll


def weigh(before: State, state: State, reading: Reading, side: Side, seed: str, most: int = MOST) -> Weighed:
    """A roll that a state waits for, as it fell. `before`: the last question, which the roll follows from."""
    wait = run(state)
    assert isinstance(wait, Roll)
    fell = reading if wait.means is None else wait.means(reading)
    chance = share(wait.meanings()[fell], wait.dice.chances)
    weighing = _Weighing(before, side, seed)
    worths = weighing.meanings(state, wait, fell, most)
    return Weighed(chance, worths[fell] - weighing.average, weighing.exact)


class _Weighing:
    """What a roll may lead to, followed until the action is over that it is part of."""

    def __init__(self, before: State, side: Side, seed: str) -> None:
        self.before, self.side, self.seed = before, side, seed
        self.foresight: Foresight[Any] = before.scenario.system.foresight
        self.depth = self.foresight.level(before)
        self.exact, self.average = True, 0.0

    def meanings(self, state: State, roll: Roll, fell: Any, most: int) -> dict[Any, float]:
        """How far the side is ahead after each meaning of the dice; after that which fell in any case."""
        outcomes = _outcomes(state, roll)
        drawn = self._few({meaning: Fraction(ways) for meaning, ways in roll.meanings().items()}, most, FAR)
        after = dict.fromkeys(outcome for meaning in (*drawn, fell) for outcome in outcomes[meaning])
        known = {outcome: self._after(state, outcome, most // len(after), FAR) for outcome in after}
        worths = {
            meaning: sum(float(chance) * known[outcome] for outcome, chance in outcomes[meaning].items())
            for meaning in dict.fromkeys((*drawn, fell))
        }
        self.average = _averaged(drawn, worths)
        return worths

    def _after(self, state: State, outcome: Any, most: int, far: int) -> float:
        branch = state.copy()
        if _by_charts(state):
            branch.wait = None
            hand_down(branch.stack, outcome)
        else:
            mean(branch, outcome)
        return self._followed(branch, max(1, most), far)

    def _followed(self, state: State, most: int, far: int) -> float:
        """How far the side is ahead in the end, on average; the state is used up."""
        script = Greedy(self.seed, SCRIPT)
        for left in range(far, 0, -1):
            wait = run(state)
            if isinstance(wait, Over) or self._concluded(state, wait):
                break
            if isinstance(wait, Roll):
                return self._rolled(state, wait, most, left - 1)
            answer(state, script.quickly(state, wait))
        else:
            self.exact = False  # it was not followed to the end
        return ahead(state, self.side)

    def _concluded(self, state: State, wait: Ask | Roll) -> bool:
        """Is the action over, as forecasts see it, or its segment?"""
        back = isinstance(wait, Ask) and (len(state.stack) <= self.depth or isinstance(state.stack[-1], Segment))
        return back or self.foresight.concluded(self.before, state)

    def _rolled(self, state: State, roll: Roll, most: int, far: int) -> float:
        chances: dict[Any, Fraction] = {}
        for meaning, after in _outcomes(state, roll).items():
            often = share(roll.meanings()[meaning], roll.dice.chances)
            for outcome, chance in after.items():
                chances[outcome] = chances.get(outcome, Fraction(0)) + often * chance
        drawn = self._few(chances, most, far)
        return _averaged(drawn, {outcome: self._after(state, outcome, most // len(drawn), far) for outcome in drawn})

    def _few(self, chances: Mapping[Any, Fraction], most: int, far: int) -> Mapping[Any, Fraction | int]:
        """All of them, or so many drawn by their chances; the same draws wherever it comes as far as this."""
        if len(chances) <= most:
            return chances
        self.exact = False
        rng, weights = Random(f"luck {self.seed} {far}"), [float(each) for each in chances.values()]
        return Counter(rng.choices(list(chances), weights, k=most))


def _averaged(weights: Mapping[Any, Fraction | int], worths: Mapping[Any, float]) -> float:
    total = float(sum(weights.values()))
    return sum(float(weight) * worths[each] for each, weight in weights.items()) / total


def _by_charts(state: State) -> bool:
    return state.stack[-1].by_charts and len(state.stack) > 1


def _outcomes(state: State, roll: Roll) -> Mapping[Any, Mapping[Any, Fraction]]:
    """What each meaning of the dice comes to, with its chance: itself, or what a procedure that only rolls and looks up
    may return after it."""
    if not _by_charts(state):
        return {meaning: {meaning: Fraction(1)} for meaning in roll.meanings()}
    scenario = state.scenario
    found = throws(scenario.system, scenario.charts, state.stack[-1].plain())
    return {meaning: values(then) for meaning, (_, _, then) in zip(roll.meanings(), found.falls, strict=True)}
