"""How well a side stands, for computer players that look one step ahead. No rule: weights chosen by hand."""

from __future__ import annotations

from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.gew.counsel.habits import Habits, habits
from sandtable.systems.gew.counsel.prizes import distance, stakes
from sandtable.systems.gew.s06_control import side_controls
from sandtable.systems.gew.s12_supply import units_in_supply
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import NEUTRAL, SIDE_OF_POWER

STAKE, PLACE = 8.0, 2.0  # a victory point; a hex that pays, supplies or lets one fly and sail
FACTOR = 1.0  # an attack or defense factor on the map
POINT = 1.2  # a Mobilization Point kept
UNSUPPLIED = 3.0  # a unit without a line of supply
STEP = 0.35  # an MF between an attacker and a prize
CAMPAIGN, READY = 3.0, 1.0  # a campaign unit; one on its operational side


def worth(state: GewState, side: Side, conduct: Conduct = SCRIPT) -> float:
    """What one side has, less what the other has, and how far it has to go."""
    habit, foe = habits(conduct), enemy(side)
    found = _held(state, side) + _forces(state, side) - _forces(state, foe) - _way_to_go(state, side, habit)
    return found + STAKE * hit(state, habit) * (state.inflicted[side] - state.inflicted[foe])


def price(state: GewState, power: int, habit: Habits) -> float:
    """What a Mobilization Point of a power is worth: less where there are many, and in the last turn."""
    last = habit.at_last if state.turn == state.setup.turns[1] else 1.0
    return round(POINT * last * min(1.0, habit.plenty / max(state.mp[power], 1)) + counted(state, habit), 1)


def counted(state: GewState, habit: Habits) -> float:
    """What it is worth as a part of a victory point, where MP that are left count."""
    shorter = state.setup.victory
    return habit.thrift * STAKE / shorter.mp_for_point if shorter is not None and shorter.mp_for_point else 0.0


def hit(state: GewState, habit: Habits) -> float:
    """What it is worth in victory points that the enemy is hit for an MP, where hits count."""
    shorter = state.setup.victory
    return habit.hits / shorter.hits_for_point if shorter is not None and shorter.hits_for_point else 0.0


def _held(state: GewState, side: Side) -> float:
    """Hexes that score, pay or supply."""
    total, control = 0.0, state.control
    for place in state.theatre.special:
        if 0 < control[place] <= NEUTRAL:
            total += PLACE if SIDE_OF_POWER[control[place] - 1] == side else -PLACE
    for place, value in stakes(state.scenario).items():
        total += STAKE * value * (side_controls(state, side, place) - side_controls(state, enemy(side), place))
    return total


def _forces(state: GewState, side: Side) -> float:
    """Units in the field, those of them in supply, Mobilization Points, and campaign units."""
    theatre, total = state.theatre, 0.0
    for power in POWERS_OF_SIDE[side]:
        total += POINT * state.mp[power]
        supplied = units_in_supply(state, power)  # as are those aboard, of whom it does not speak
        for unit in _fielded(state, power):
            total += FACTOR * (theatre.attack[unit] + theatre.defense[unit])
            if theatre.movement[unit] and not supplied.get(unit, True):
                total -= UNSUPPLIED
    lost = sum(not theatre.is_ground[unit] for unit in state.units_in(theatre.reinforcements[side]))
    return total + READY * sum(state.operational[unit] for unit in state.in_display(side)) - CAMPAIGN * lost


def _fielded(state: GewState, power: int) -> list[UnitId]:
    """The ground units of a power on the map, those aboard too."""
    return [unit for unit in state.forces(power) if state.hex_of[unit] < state.theatre.hexes]


def _way_to_go(state: GewState, side: Side, habit: Habits) -> float:
    """How far those who can attack are from what the enemy holds."""
    theatre, total = state.theatre, 0.0
    for power in POWERS_OF_SIDE[side]:
        for unit in _fielded(state, power):
            if theatre.attack[unit] > 1 and theatre.movement[unit]:
                total += STEP * distance(state, unit, habit)[Hex(state.hex_of[unit])]
    return total
