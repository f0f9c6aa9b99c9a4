"""A game looked back on: how it stood from phase to phase, and where it turned.

Points of the curve are the first question of each phase: the score (`Standing.margin`) and the computer's estimate
(`estimate.ahead`) there. A game turns where the estimate swings most from one point to the next, and there at the step
that did most of it. docs/luck.md tells more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sandtable.core.flow import Ask, Over, run
from sandtable.core.rules import Side
from sandtable.core.sequence import Sequence as Sequenced
from sandtable.core.state import State
from sandtable.play.explain import gravest, outcome_line, phase, told
from sandtable.play.timeline import Timeline
from sandtable.players.estimate import ahead

TURNS = 5  # turning points that are told
LEAST = 0.5  # points: what swings less turns nothing
STEPS = 60  # looked at between two points; of more, some
FIRST = Side(0)  # in whose points it is told; the other's are as many less


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
    text: str  # the gravest of what happened there
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
    session, looks, last = timeline.session, list[_Look](), object()
    stops = set(timeline.stops)
    for at, state in timeline.walked():
        wait = run(state)
        if at in stops and (at == timeline.stops[-1] or _phase_key(state) != last):
            last = _phase_key(state)
            looks.append(_Look(_point(state, at), isinstance(wait, Over)))
    swings = sorted(pairwise(looks), key=lambda pair: -abs(pair[1].swing(pair[0])))
    turning = [
        _turned(timeline, before, after) for before, after in swings[:TURNS] if abs(after.swing(before)) >= LEAST
    ]
    outcome = "" if session.outcome is None else outcome_line(session.scenario, session.outcome)
    points = tuple(look.point for look in looks)
    return Review(tuple(session.scenario.sides), session.base, points, tuple(turning), outcome)


def _phase_key(state: State) -> Hashable:
    """Changes when another phase begins, or the same of another turn or side."""
    standing = state.scenario.system.standing
    rows = [frame for frame in state.stack if isinstance(frame, Sequenced)]
    return standing.turns_played(state), standing.when(state), tuple((row.row, row.side) for row in rows)


def _point(state: State, at: int) -> Point:
    standing, rows = state.scenario.system.standing, phase(state)
    return Point(
        at=at,
        turn=standing.turns_played(state),
        when=standing.when(state),
        phase=rows[-1].name if rows else "",
        score=round(float(standing.margin(state, FIRST)), 3) + 0.0,
        estimate=round(ahead(state, FIRST), 3) + 0.0,
    )


def _turned(timeline: Timeline, before: _Look, after: _Look) -> Turning:
    """At the step between two points after which the estimate, or at the end the score, has swung most."""
    swing, session = after.swing(before), timeline.session
    stops = timeline.stops[bisect_left(timeline.stops, before.point.at) : bisect_left(timeline.stops, after.point.at)]
    stops = _some(stops)
    worths = [_worth(timeline, at, after.over) for at in (*stops, after.point.at)]
    changes = [later - earlier for earlier, later in pairwise(worths)]
    nth = max(range(len(changes)), key=lambda each: changes[each] * (1 if swing > 0 else -1))
    at, until = stops[nth], (*stops, after.point.at)[nth + 1]
    state, _ = timeline.at(at)
    wait, rows = run(state), phase(state)
    events = [event for number in range(at, until) for event in timeline.told(number)]
    grave = gravest(session.scenario, events)
    return Turning(
        at=at,
        when=session.system.standing.when(state),
        phase=rows[-1].name if rows else "",
        side=session.scenario.sides[wait.side] if isinstance(wait, Ask) else "",
        swing=round(swing, 3),
        text="" if grave is None else told(session.scenario, grave),
        rule="" if grave is None else grave.rule,
    )


def _some(stops: Sequence[int]) -> Sequence[int]:
    return stops[:: -(-len(stops) // STEPS)]


def _worth(timeline: Timeline, at: int, by_score: bool) -> float:
    state, _ = timeline.at(at)
    return float(state.scenario.system.standing.margin(state, FIRST)) if by_score else ahead(state, FIRST)
