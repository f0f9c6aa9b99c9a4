"""What to commit to a combat, where to retreat, whether to advance."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.decisions import Action, Form
from sandtable.core.rules import Side, enemy
from sandtable.systems.use.counsel.defence import bound
from sandtable.systems.use.counsel.habits import Mind
from sandtable.systems.use.counsel.odds import swing
from sandtable.systems.use.e0_events import GROUND
from sandtable.systems.use.s04_ports import ports
from sandtable.systems.use.s05_1_commitment import PASS, WILL, WILL_NOT, Commitment, bad_pass, supporters
from sandtable.systems.use.s05_3_attack import RETREAT, Combat, Suffer, able_to_advance
from sandtable.systems.use.s05_3_retreat import retreats
from sandtable.systems.use.s05_forecast import next_item
from sandtable.systems.use.state import UseState


def commit(frame: Commitment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """There is always more to be had than to be kept: Sorties and markers come back; but a marker waits for a combat in
    which it decides something."""
    side = enemy(frame.side) if frame.mine else frame.side
    return [(WILL,)] if supporters(state, frame, side) or _decides(state, mind, frame, side) else [(WILL_NOT,)]


def _decides(state: UseState, mind: Mind, frame: Commitment, side: Side) -> bool:
    """Would a marker change enough?"""
    if not mind.habits.spared or frame.combat != GROUND:
        return True
    combat = next(each for each in reversed(state.stack) if isinstance(each, Combat))
    return swing(state, mind.habits, combat, side) >= mind.habits.spared


def declare(frame: Commitment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """The least tired air unit, then every marker that fits."""
    _, item, _ = next_item(state, frame, frame.declaring)
    spared = item[0] == "event" and not _decides(state, mind, frame, frame.declaring)
    return [(PASS,), item] if spared and next(bad_pass(frame, state), None) is None else [item]


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
