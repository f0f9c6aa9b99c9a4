"""A game looked back on: how it stood from phase to phase, and where it turned.

Points of the curve are the first question of each phase, and some of a long one: the score (`Standing.margin`) and the
computer's estimate (`estimate.ahead`) there. A game turns where the estimate swings most from one point to the next,
and there at the action that did most of it. docs/luck.md tells more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sandtable.core.events import Event, Log
from sandtable.core.flow import Ask, Over, run
from sandtable.core.rules import Side
from sandtable.core.sequence import Sequence as Sequenced
from sandtable.core.state import State
from sandtable.play.explain import outcome_line, phase, told
from sandtable.play.timeline import Timeline
from sandtable.players.estimate import ahead, estimated, score

TURNS = 5  # turning points that are told
LEAST = 0.5  # points: what swings less turns nothing
EVERY = 20  # questions of a long phase between two points at least
STEPS = 60  # looked at between two points; of more, some
FIRST = Side(0)  # in whose points it is told; the other's are as many less
Measure = Callable[[State, Side], float]


@dataclass(frozen=True, slots=True)
class Point:
    """How the game stood."""

    at: int  # a step of the timeline
    turn: int
    when: str  # "turn 2, autumn, impulse 1"
    phase: str
    score: float  # points the first side is ahead by, as the game counts them
    estimate: float  # the same as the computer sees the position; at the end of the game the score


@dataclass(frozen=True, slots=True)
class Turning:
    """Where the game turned."""

    at: int  # the step of the timeline before it, from which one may fork
    when: str
    phase: str
    side: str  # who was asked there
    swing: float  # from one point of the curve to the next, for the first side
    text: str  # the line of the log with which most of it came
    rule: str


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back on."""

    sides: tuple[str, ...]
    since: int  # inputs before were played by other rules: nothing is told of them
    points: tuple[Point, ...]
    turning: tuple[Turning, ...]  # the greatest swing first
    outcome: str  # "" if the game is not over


class _Look(NamedTuple):
    """A point of the curve, and whether the game was over there."""

    point: Point
    over: bool

    def swing(self, before: _Look) -> float:
        """Into the end by the score: an estimate looks further than there is to go."""
        if self.over:
            return self.point.score - before.point.score
        return self.point.estimate - before.point.estimate


def review(timeline: Timeline) -> Review:
    """Of a whole game, as its session has played it."""
    session, looks = timeline.session, _looks(timeline)
    swings = sorted(pairwise(looks), key=lambda pair: -abs(pair[1].swing(pair[0])))
    turning = [
        _turned(timeline, before, after) for before, after in swings[:TURNS] if abs(after.swing(before)) >= LEAST
    ]
    outcome = "" if session.outcome is None else outcome_line(session.scenario, session.outcome)
    points = tuple(look.point for look in looks)
    return Review(tuple(session.scenario.sides), session.base, points, tuple(turning), outcome)


def _looks(timeline: Timeline) -> list[_Look]:
    """At the first question of each phase, at some of a long one between two actions, and at the last of all."""
    found, stops = list[_Look](), set(timeline.stops)
    playing: Hashable = None
    depth = passed = 0
    for at, state in timeline.walked():
        if at not in stops:
            continue
        passed += 1
        begins = _playing(state) != playing
        if begins or at == timeline.stops[-1] or (passed >= EVERY and len(state.stack) <= depth):
            depth = len(state.stack) if begins else depth
            playing, passed = _playing(state), 0
            found.append(_Look(_point(state, at), isinstance(run(state), Over)))
    return found


def _playing(state: State) -> Hashable:
    """Changes when another phase begins, or the same of another turn or side."""
    standing = state.scenario.system.standing
    rows = [(frame.row, frame.side) for frame in state.stack if isinstance(frame, Sequenced)]
    return standing.turns_played(state), standing.when(state), tuple(rows)


def _point(state: State, at: int) -> Point:
    standing, rows = state.scenario.system.standing, phase(state)
    return Point(
        at=at,
        turn=standing.turns_played(state),
        when=standing.when(state),
        phase=rows[-1].name if rows else "",
        score=_rounded(score(state, FIRST)),
        estimate=_rounded(ahead(state, FIRST)),
    )


def _rounded(points: float) -> float:
    return round(points, 3) + 0.0  # never -0.0


# ------------------------------------------------------------------------------------------------ where it turned


class _Step(NamedTuple):
    """A question between two points."""

    at: int
    depth: int  # how many procedures are under way
    worth: float


def _turned(timeline: Timeline, before: _Look, after: _Look) -> Turning:
    """At the action between two points that did most of the swing."""
    session, swing = timeline.session, after.swing(before)
    measure, sign = score if after.over else estimated, 1 if swing > 0 else -1
    stops = timeline.stops[bisect_left(timeline.stops, before.point.at) : bisect_left(timeline.stops, after.point.at)]
    steps = [_step(timeline, at, measure) for at in (*stops[:: -(-len(stops) // STEPS)], after.point.at)]
    least = min(step.depth for step in steps[:-1])
    whole = [step for step in steps if step in (steps[0], steps[-1]) or step.depth == least]  # not amid an action
    begun, ended = max(pairwise(whole), key=lambda pair: sign * (pair[1].worth - pair[0].worth))
    state, _ = timeline.at(begun.at)
    wait, rows = run(state), phase(state)
    cause = _cause(timeline, state.copy(), begun.at, ended.at, measure, sign)
    return Turning(
        at=begun.at,
        when=session.system.standing.when(state),
        phase=rows[-1].name if rows else "",
        side=session.scenario.sides[wait.side] if isinstance(wait, Ask) else "",
        swing=_rounded(swing),
        text="" if cause is None else told(session.scenario, cause),
        rule="" if cause is None else cause.rule,
    )


def _step(timeline: Timeline, at: int, measure: Measure) -> _Step:
    state, _ = timeline.at(at)
    return _Step(at, len(state.stack), measure(state, FIRST))


class _Weighed(Log):
    """Weighs the position after each event."""

    def __init__(self, state: State, measure: Measure) -> None:
        super().__init__()
        self.state, self.measure = state, measure
        self.worths = [measure(state, FIRST)]

    def add(self, event: Event) -> None:
        super().add(event)
        fresh = type(self.state).restore(self.state.scenario, self.state.plain())  # no fact of it is asked amid a step
        self.worths.append(self.measure(fresh, FIRST))


def _cause(timeline: Timeline, state: State, at: int, until: int, measure: Measure, sign: int) -> Event | None:
    """The line of the log with which most of it came; the state is used up."""
    state.log = log = _Weighed(state, measure)
    timeline.forward(state, at, until)
    changes = [sign * (later - earlier) for earlier, later in pairwise(log.worths)]
    return max(zip(changes, log.events, strict=True), key=lambda each: each[0], default=(0.0, None))[1]
