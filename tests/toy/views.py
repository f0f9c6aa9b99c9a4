"""6 of the toy battle: what a side sees, and what it makes of the rest."""

from __future__ import annotations

from random import Random

from sandtable.core.parts import guessed_from_view
from sandtable.core.rules import Side, UnitId, enemy
from sandtable.core.system import Scenario
from sandtable.core.views import View, look
from toy.s02_sequence import Game, kind_of
from toy.s04_combat import Attack
from toy.setups import setups
from toy.state import MODES, STEPS, STOCK, SupplyState, ToyState


def view(state: ToyState, side: Side | None) -> View:
    return look(state, side, nameless=hidden_from(state, side))


def hidden_from(state: ToyState, side: Side | None) -> list[UnitId]:
    """6.0 An enemy's hidden unit shows only that it is there."""
    sides = [each for each in map(Side, range(len(state.scenario.sides))) if each != side]
    return [unit for each in sides for unit in state.on_map(each) if state.hidden[unit]]


def guess(view: View, scenario: Scenario, rng: Random) -> ToyState:
    """Whichever of the enemy's units are not known may be the ones that are seen without a name."""
    assert view.side is not None
    state, foe = view.state(kind_of(scenario), Game()), enemy(view.side)
    setup = setups()[scenario.name].at
    unknown = [unit for unit in scenario.units_of(foe) if state.hex_of[unit] < 0 and unit in setup]
    rng.shuffle(unknown)
    for unit in unknown:
        state.cover(unit)
        if isinstance(state, SupplyState):
            state.mode[unit] = rng.randrange(len(MODES))
    for there in view.nameless:
        unit = unknown.pop()
        state.slip(unit, there.place, there.level)
        state.steps[unit], state.hidden[unit] = STEPS, 1
    state.reserve[foe] = rng.randrange(3)
    if isinstance(state, SupplyState):
        state.stock[foe] = rng.randrange(max(STOCK))
    return state


def imagine(state: ToyState, side: Side, rng: Random) -> ToyState:
    """4.2 What the attacker has sealed is not seen either, so it is guessed."""
    imagined = guessed_from_view(state, side, rng)
    attack = imagined.stack[-1]
    if isinstance(attack, Attack) and attack.at == "seal_too" and side != attack.side:
        attack.mine = (rng.choice(["commit", "hold"]),) if imagined.reserve[attack.side] else ("hold",)
    return imagined
