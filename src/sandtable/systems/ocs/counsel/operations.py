"""2.2: what to do next in a segment: of each verb that is offered what promises most, in the order of importance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.intents import Conduct
from sandtable.core.sequence import END, Segment
from sandtable.systems.ocs.counsel.combat import next_attack
from sandtable.systems.ocs.counsel.fire import barrage, bomb, jump, plan, refit
from sandtable.systems.ocs.counsel.fuel import fuel, fuel_hq
from sandtable.systems.ocs.counsel.logistics import convoys, freights, hauls, headquarter_moves
from sandtable.systems.ocs.counsel.movement import March, Move, follows, gathers, guards, marches, modes, movers, takes
from sandtable.systems.ocs.counsel.overruns import overruns
from sandtable.systems.ocs.counsel.upkeep import enter, rebuild
from sandtable.systems.ocs.state import OcsState

Adviser = Callable[[Segment, OcsState, Form, Conduct], Iterator[Action]]


def move(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """6.1 Those together who go the same way."""
    return (("move", units, word, to, ()) for units, word, to in _moves(segment, state, conduct))


def _moves(segment: Segment, state: OcsState, conduct: Conduct) -> Iterator[March]:
    side = segment.side
    units = movers(state, side)
    yield from alone(takes(state, side, units, conduct))
    yield from gathers(state, side, conduct)
    yield from alone(guards(state, side, units, conduct))
    yield from marches(state, side, units, conduct)
    yield from alone(follows(state, side, units, conduct))
    yield from alone(headquarter_moves(state, side, conduct))


def alone(moves: Iterator[Move]) -> Iterator[March]:
    return (((unit,), word, to) for unit, word, to in moves)


def haul(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    yield from hauls(state, segment.side)
    yield from convoys(state, segment.side)


def freight(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    return freights(segment, state)


def change(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    return (("mode", units, word) for units, word in modes(state, segment.side, conduct))


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
    for verb, adviser in VERBS.items():
        if verb in form.forms:
            for action in adviser(segment, state, form, conduct):
                if not form.check(state, action):
                    return [action]
    return [(END,)]
