"""6 of the toy battle: what a side sees, and what it makes of the rest."""

from __future__ import annotations

from random import Random

from sandtable.core.parts import guessed_from_view
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from toy.s02_sequence import Game
from toy.s04_combat import Attack
from toy.setups import setups
from toy.state import STEPS, ToyState


def view(state: ToyState, side: Side | None) -> View:
    scenario = state.scenario
    units = [
        seen(state, side, unit) for place in range(scenario.places) for unit in reversed(state.units_in(Hex(place)))
    ]
    control = tuple(state.controller(Hex(place)) for place in range(scenario.places))
    own = {} if side is None else {"reserve": state.reserve[side]}
    return View(side, scenario.name, tuple(units), control, {"turn": state.turn[0]} | own)


def seen(state: ToyState, side: Side | None, unit: UnitId) -> Seen:
    """6.0 An enemy's hidden unit shows only that it is there."""
    owner, place = Side(state.scenario.side_of[unit]), Hex(state.hex_of[unit])
    if owner != side and state.hidden[unit]:
        return Seen(place, owner, None)
    marks = {name: getattr(state, name)[unit] for name in ("steps", "hidden", "acted", "reacted", "dug")}
    return Seen(place, owner, unit, marks)


def guess(view: View, scenario: Scenario, rng: Random) -> ToyState:
    assert view.side is not None
    state = ToyState(scenario, Game())
    known = {shown.unit for shown in view.units}
    foes = list(scenario.units_of(enemy(view.side)))
    unknown = [unit for unit in foes if unit not in known and unit in setups()[scenario.name].at]
    rng.shuffle(unknown)
    for shown in view.units:
        unit = unknown.pop() if shown.unit is None else shown.unit
        marks = {"steps": STEPS, "hidden": 1} if shown.unit is None else shown.face
        for name, value in marks.items():
            getattr(state, name)[unit] = value
        state.place(unit, shown.place, "2.0")
    for place, owner in enumerate(view.control):
        state.take_control(Hex(place), owner, "7.0")
    state.turn[0] = int(view.tracks["turn"])
    state.reserve[view.side], state.reserve[1 - view.side] = int(view.tracks["reserve"]), rng.randrange(3)
    return state


def imagine(state: ToyState, side: Side, rng: Random) -> ToyState:
    """4.2 What the attacker has sealed is not seen either, so it is guessed."""
    imagined = guessed_from_view(state, side, rng)
    attack = imagined.stack[-1]
    if isinstance(attack, Attack) and attack.at == "seal_too" and side != attack.side:
        attack.mine = (rng.choice(["commit", "hold"]),) if imagined.reserve[attack.side] else ("hold",)
    return imagined
