"""10, 11, 16 and 33: what to build, where to deploy it, what to make ready, how to set up."""

from __future__ import annotations

from sandtable.core.decisions import Action, Form
from sandtable.core.intents import Conduct
from sandtable.core.rules import UnitId
from sandtable.systems.gew.counsel.aims import way_of
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.s10_mobilization import Mobilization, arrival, buildable, cost, delay
from sandtable.systems.gew.s11_reinforcements import Deployment, arriving, places
from sandtable.systems.gew.s16_regroup import Regroup, affordable, left
from sandtable.systems.gew.s33_setup import Placing
from sandtable.systems.gew.state import GewState

MOBILE = 3  # MF from which a unit is worth building
TYPICAL = 4  # a roll for a delay, on the safe side
BUILT = {"amphib": 9.0, "tac": 3.5}  # campaign units worth building, in attack factors
REGROUPED = {
    "amphib": 3,
    "tac": 5,
    "heavy_armor": 8,
    "uboat": 8,
    "sac": 12,
    "commando": 12,
    "fleet": 16,
}  # from so many MP


def keep(phase: Mobilization, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """10.12 Nothing is given up."""
    return [("keep",)]


def build(phase: Mobilization, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """11.2 The strongest unit that leaves some MP and comes in time."""
    mp, power_of, savings = state.mp, state.power_of, habits(conduct).savings
    able = [unit for unit in buildable(phase, state) if mp[power_of(unit)] >= cost(state, unit) + savings]
    strength = {unit: value for unit in able if (value := _strength(state, unit))}
    return [("build", max(strength, key=strength.__getitem__))] if strength else [("end",)]


def _strength(state: GewState, unit: UnitId) -> float:
    theatre, last = state.theatre, state.setup.turns[1]
    if not arrival(delay(state, unit), state.turn, last - 1, TYPICAL):
        return 0.0
    if theatre.is_ground[unit]:
        return float(theatre.attack[unit]) if theatre.movement[unit] >= MOBILE else 0.0
    return BUILT.get(theatre.kind[unit], 0.0)


def deploy(phase: Deployment, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """11.4 Where it is nearest to a prize."""
    for unit in arriving(phase, state):
        if found := places(phase, state, unit):
            way = way_of(state, unit, conduct)
            return [(unit, min(found, key=lambda place: (way[place], place)))]
    return []


def regroup(phase: Regroup, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """16.0 What is used most, while there are MP."""
    chosen, reserve = tuple[UnitId, ...](), habits(conduct).reserve
    for unit in affordable(phase, state, ()):
        if left(state, chosen, state.power_of(unit)) >= REGROUPED.get(state.theatre.kind[unit], 99) + reserve:
            chosen = (*chosen, unit)
    return [("regroup", chosen)] if chosen else [("end",)]


def place(phase: Placing, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """33.0 As in the ready-made set-up."""
    ready_made = state.setup.automatic
    return [(unit, ready_made[unit]) for unit in phase.next_units(state) if unit in ready_made][:1]


def operational(phase: Placing, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    return [(tuple(sorted(phase.choice(state).automatic)),)]
