"""How well a side stands, for computer players that look one step ahead. No rule: weights chosen by hand."""

from __future__ import annotations

from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.rules import Hex, Side, enemy
from sandtable.systems.ocs.counsel.odds import TOKEN
from sandtable.systems.ocs.counsel.prizes import POINT, step_worth, way_to_go
from sandtable.systems.ocs.s02_victory import score
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG, LEG, QUARTERS

UNTRACED, STARVING = 1.5, 2.0  # a unit without trace supply; marked Out of Supply
SHAKEN, STOCKS = 0.8, 0.4  # a unit disorganized; a level of its stocks
PLANE, ACTIVE = 2.0, 1.0  # a step of an aircraft; one that may fly
MARCH = 0.03  # a movement point that a unit has to go


def worth(state: OcsState, side: Side, conduct: Conduct = SCRIPT) -> float:
    """What one side has, less what the other has, and how far it has to go."""
    points = POINT * float(score(state, side).total - score(state, enemy(side)).total)
    return points + _forces(state, side) - _forces(state, enemy(side)) - _way_to_go(state, side, conduct)


def _forces(state: OcsState, side: Side) -> float:
    total, supplied = TOKEN * state.on_hand(side), in_trace(state, side)
    for unit in state.combat_units(side):
        total += step_worth(state, unit) * state.steps[unit] - STOCKS * state.stocks[unit]
        total -= SHAKEN * (state.mode[unit] == DG) + STARVING * state.oos[unit]
        total -= UNTRACED * (unit not in supplied)
    for unit in state.scenario.units_of(side):
        if state.theatre.is_plane[unit]:
            total += PLANE * state.steps[unit] + ACTIVE * state.active[unit]
    return total


def _way_to_go(state: OcsState, side: Side, conduct: Conduct) -> float:
    way = way_to_go(state, side, LEG, conduct._replace(intent=()))  # whatever is intended, all count alike
    units = (unit for unit in state.combat_units(side) if not state.theatre.is_hq[unit])
    return MARCH * sum(min(way[Hex(state.hex_of[unit])], 60 * QUARTERS) for unit in units) / QUARTERS
