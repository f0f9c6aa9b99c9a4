"""How well a side stands, for computer players that look one step ahead. No rule: weights chosen by hand."""

from __future__ import annotations

from sandtable.core.board import hexes_in, overlap, union
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side
from sandtable.systems.gew.s06_control import enemy_marked
from sandtable.systems.gew.s12_supply import in_supply
from sandtable.systems.gew.s13_zones import enemy
from sandtable.systems.gew.state import BELLIGERENTS, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import HEXES, NEUTRAL, SIDE_OF_POWER

MOBILIZATION, OBJECTIVE, PLACE = 25.0, 12.0, 2.0  # a hex held
FACTOR = 1.0  # an attack or defense factor on the map
POINT = 1.2  # a Mobilization Point kept
UNSUPPLIED = 3.0  # a unit without a line of supply
STEP = 0.35  # a hex between an attacker and the nearest enemy place worth having
READY = 1.0  # a campaign unit on its operational side
CUT_OFF = 30  # as far as anything is worth walking


def worth(state: GewState, side: Side) -> float:
    """What one side has, less what the other has."""
    return _held(state, side) + _forces(state, side) - _forces(state, enemy(side)) + _advance(state, side)


def _held(state: GewState, side: Side) -> float:
    """Hexes that score, pay or supply."""
    theatre, total = state.theatre, 0.0
    for place in hexes_in(theatre.special):
        marker = state.control[place] - 1
        if 0 <= marker < NEUTRAL:
            value = PLACE + _value(state, Hex(place))
            total += value if SIDE_OF_POWER[marker] == side else -value
    return total


def _value(state: GewState, place: Hex) -> float:
    theatre = state.theatre
    return MOBILIZATION * (theatre.class_at[place] >= 0) + OBJECTIVE * (theatre.objective_at[place] >= 0)


def _forces(state: GewState, side: Side) -> float:
    """Units in the field, those of them in supply, Mobilization Points, campaign units that are ready."""
    theatre, total = state.theatre, 0.0
    for power in POWERS_OF_SIDE[side]:
        total += POINT * state.mp[power]
        for unit in state.ground_units(power):
            total += FACTOR * (theatre.attack[unit] + theatre.defense[unit])
            if power in BELLIGERENTS and theatre.movement[unit] and not in_supply(state, unit):
                total -= UNSUPPLIED
    return total + READY * sum(state.operational[unit] for unit in state.in_display(side))


def _advance(state: GewState, side: Side) -> float:
    """How near attackers stand to what the enemy holds."""
    theatre = state.theatre
    prizes = overlap(union(theatre.mobilization, theatre.objective), enemy_marked(state, side))
    field = theatre.board.grid.trace(theatre.flight_prices, list(hexes_in(prizes)), LIMIT)
    total = 0.0
    for power in POWERS_OF_SIDE[side]:
        for unit in state.ground_units(power):
            if theatre.attack[unit] > 1 and state.hex_of[unit] < HEXES:
                cost = field.cost(state.hex_of[unit])
                total -= STEP * (min(cost, CUT_OFF) if cost >= 0 else CUT_OFF)
    return total
