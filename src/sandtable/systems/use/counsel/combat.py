"""What to commit to a combat, where to retreat, whether to advance."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.decisions import Action, Form
from sandtable.systems.use.counsel.defence import bound
from sandtable.systems.use.counsel.habits import Mind
from sandtable.systems.use.s04_ports import ports
from sandtable.systems.use.s05_1_commitment import WILL, Commitment
from sandtable.systems.use.s05_3_attack import RETREAT, Combat, Suffer, able_to_advance
from sandtable.systems.use.s05_3_retreat import retreats
from sandtable.systems.use.s05_forecast import next_item
from sandtable.systems.use.state import UseState


def commit(frame: Commitment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """There is always more to be had than to be kept: Sorties and markers come back."""
    return [(WILL,)]


def declare(frame: Commitment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """The least tired air unit, then every marker that fits."""
    return [next_item(state, frame, frame.declaring)[1]]


def retreat(frame: Suffer, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """Into a city to be held, or back from the enemy."""
    ways = retreats(state, frame.unit, frame.attackers)
    best = sorted(ways, key=lambda hex: (not state.is_city(hex), hex))
    return [(hex,) if form is RETREAT else ("retreat", hex) for hex in best]


def take_off(frame: Suffer, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """Off the coast, if there is no way back."""
    if retreats(state, frame.unit, frame.attackers):
        return [("remain",)]
    return [("evacuate", port) for port in ports(state, frame.unit)[:1]]


def fort(frame: Suffer, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    return [] if state.reduced(frame.unit) else [("stand",)]


def advance(combat: Combat, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """But who holds something stays."""
    able = able_to_advance(combat, state)
    free = [unit for unit in able if not (mind.habits.acts_first and bound(state, mind, unit))]
    return [*(("advance", unit) for unit in free), ("stay",)]
