"""2.2: what to do next in a segment: of each verb that is offered what promises most, in the order of importance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.intents import Conduct
from sandtable.core.rules import UnitId
from sandtable.core.sequence import END, Segment
from sandtable.systems.ocs.counsel.combat import next_attack
from sandtable.systems.ocs.counsel.fire import barrage, bomb, jump, plan, refit
from sandtable.systems.ocs.counsel.fuel import fuel, fuel_hq
from sandtable.systems.ocs.counsel.habits import habits
from sandtable.systems.ocs.counsel.logistics import convoys, freights, hauls, headquarter_moves
from sandtable.systems.ocs.counsel.movement import (
    March,
    Marchers,
    Move,
    Plan,
    at_hand,
    follows,
    gathers,
    guards,
    marchers,
    marches,
    modes,
    movers,
    plans,
    takes,
)
from sandtable.systems.ocs.counsel.overruns import overruns
from sandtable.systems.ocs.counsel.upkeep import enter, rebuild
from sandtable.systems.ocs.state import OcsState

Adviser = Callable[[Segment, OcsState, Form, Conduct], Iterator[Action]]


class Course:
    """What is left to do in a segment: where plans are tried, they stay as they were when it began, and nobody is asked
    again who had nothing to do. In a game all is weighed anew at each question."""

    def __init__(self, segment: Segment, form: Menu, conduct: Conduct) -> None:
        self.side, self.conduct = segment.side, conduct
        self.verbs = [verb for verb in reversed([*VERBS]) if verb in form.forms]  # the last first
        self.stages = [*reversed(STAGES)]
        self.plans: tuple[Plan, ...] | None = None
        self.marchers: Marchers | None = None
        self.hqs: list[UnitId] | None = None

    def planned(self, state: OcsState) -> tuple[Plan, ...]:
        if self.plans is None:
            self.plans = plans(state, self.side, self.conduct)
        return self.plans

    def marching(self, state: OcsState) -> Marchers:
        if self.marchers is None:
            self.marchers = marchers(state, self.side, self.planned(state), self.conduct)
        return self.marchers

    def headquarters(self, state: OcsState) -> list[UnitId]:
        if self.hqs is None:
            self.hqs = [unit for unit in at_hand(state, self.side) if state.theatre.is_hq[unit]]
        return self.hqs


COURSES: WeakKeyDictionary[Segment, Course] = WeakKeyDictionary()


def takes_open(course: Course, state: OcsState) -> Iterator[March]:
    return alone(takes(state, course.side, movers(state, course.side), course.conduct))


def gathers_for(course: Course, state: OcsState) -> Iterator[March]:
    return gathers(state, course.side, course.planned(state))


def guards_posts(course: Course, state: OcsState) -> Iterator[March]:
    return alone(guards(state, course.side, movers(state, course.side), course.conduct))


def marches_on(course: Course, state: OcsState) -> Iterator[March]:
    return marches(state, course.side, course.marching(state), course.conduct)


def follows_others(course: Course, state: OcsState) -> Iterator[March]:
    return alone(follows(state, course.side, movers(state, course.side), course.conduct))


def moves_headquarters(course: Course, state: OcsState) -> Iterator[March]:
    hqs = course.headquarters(state)
    for hq in hqs[:]:
        yield from alone(headquarter_moves(state, course.side, course.conduct, hq))
        hqs.remove(hq)


STAGES = takes_open, gathers_for, guards_posts, marches_on, follows_others, moves_headquarters


def move(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """6.1 Those together who go the same way."""
    course = COURSES[segment]
    while course.stages:
        for units, word, to in course.stages[-1](course, state):
            yield ("move", units, word, to, ())
        course.stages.pop()


def alone(moves: Iterator[Move]) -> Iterator[March]:
    return (((unit,), word, to) for unit, word, to in moves)


def haul(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    yield from hauls(state, segment.side)
    yield from convoys(state, segment.side)


def freight(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    return freights(segment, state)


def change(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    plans = COURSES[segment].planned(state)
    return (("mode", units, word) for units, word in modes(state, segment.side, plans, conduct))


def attack(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    return iter(next_attack(segment, state, form, conduct))


VERBS: Mapping[str, Adviser] = {
    "refit": refit,
    "plan": plan,
    "enter": enter,
    "rebuild": rebuild,
    "jump": jump,
    "bomb": bomb,
    "barrage": barrage,
    "attack": attack,
    "fuel": fuel,
    "fuel_hq": fuel_hq,
    "overrun": overruns,
    "move": move,
    "freight": freight,
    "haul": haul,
    "mode": change,
}


def next_action(segment: Segment, state: OcsState, form: Menu, conduct: Conduct) -> Sequence[Action]:
    """The first that is legal of what the verbs promise; else the end."""
    course = COURSES.get(segment)
    if course is None or course.conduct != conduct or not habits(conduct).courses:
        course = COURSES[segment] = Course(segment, form, conduct)
    while course.verbs:
        for action in VERBS[course.verbs[-1]](segment, state, form, conduct):
            if not form.check(state, action):
                return [action]
        course.verbs.pop()
    return [(END,)]
