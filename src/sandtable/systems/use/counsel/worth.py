"""How well a side stands: will broken, armies, cities within reach, and what those who still act may do."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.board import has
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import fact
from sandtable.systems.use.counsel.odds import STEP, promise
from sandtable.systems.use.counsel.prizes import WILL_POINT, prizes
from sandtable.systems.use.s04_2_ground import attack_price, goals, movement_points, reach
from sandtable.systems.use.s06_3_army import Army
from sandtable.systems.use.s07_supply import fed_any
from sandtable.systems.use.state import ACTIVATED, CONQUERED, STRATEGICALLY_MOVED, UseState, enemy
from sandtable.systems.use.theatre import AXIS, UNTRACKED, WEST

TANK, NEAR, CUT_OFF, TIRED = 1.5, 0.25, 2.0, 0.3
NOW, LATER, BEYOND = 0.8, 0.2, 0.4  # how much of what may be done is counted: by who acts, by others, after that


def worth(state: UseState, side: Side) -> float:
    """What the Axis has broken, less what it cost; the same with the other sign for the West."""
    axis = _broken(state) + _forces(state, AXIS) - _forces(state, WEST) + _nearness(state) + outlook(state)
    return axis if side == AXIS else -axis


def _broken(state: UseState) -> float:
    """Will lost by those who have to fall."""
    total = 0.0
    for nth in state.theatre.must_fall:
        country = state.theatre.countries[nth]
        if state.status[nth] == CONQUERED:
            total += WILL_POINT * (country.will + 4)
        elif country.will != UNTRACKED:
            total += WILL_POINT * (country.will - state.will[nth])
    return total


def _forces(state: UseState, side: Side) -> float:
    theatre, total = state.theatre, 0.0
    last = state.turn == len(theatre.months)
    for unit in state.ground_units(side):
        total += STEP * state.steps[unit] + (TANK if theatre.is_mobile[unit] else 0.0)
        if not last and not has(fed_any(state, theatre.country_of[unit]), state.hex_of[unit]):
            total -= CUT_OFF
    return total - TIRED * sum(state.sorties[unit] for unit in state.air_units(side))


def _nearness(state: UseState) -> float:
    """How near the armies of the Axis are to cities that still have to fall."""
    distance, wanted = state.theatre.board.layout.distance, prizes(state, AXIS)
    if not wanted:
        return 0.0
    return -NEAR * sum(
        min(distance(Hex(state.hex_of[unit]), city) for city in wanted) for unit in state.ground_units(AXIS)
    )


# ------------------------------------------------------------------------------------------------ what may be done


def outlook(state: UseState) -> float:
    """What the side whose turn it is may still do: for the Axis a gain, for the West a loss."""
    side, total, active = state.phasing, 0.0, None
    for frame in state.stack:
        if isinstance(frame, Army):
            active = frame.unit
            total += NOW * potential(state, frame.unit, frame.left, not frame.acted)
    for unit in state.ground_units(side):
        if unit != active and not state.done[unit] & (ACTIVATED | STRATEGICALLY_MOVED):
            total += LATER * potential(state, unit, movement_points(state, unit), True)
    return total if side == AXIS else -total


def potential(state: UseState, unit: UnitId, left: int, fresh: bool) -> float:
    """The best that a unit may do next: go into a city, or attack somebody; and what lies near beyond it."""
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    if not 0 <= start < theatre.board.hexes:
        return 0.0
    side = Side(theatre.side_of[unit])
    found, best, wanted = reach(state, unit, left, fresh), 0.0, open_prizes(state, side)
    stands = {start: 0} | {hex: found.cost(hex) for hex in goals(state, unit, left, fresh)}
    for hex, cost in stands.items():
        if hex in wanted:
            best = max(best, wanted[hex] + beyond(state, wanted, hex, left - cost) - 0.1 * cost)
    for foe in state.ground_units(enemy(side)):
        target = Hex(state.hex_of[foe])
        for hex in theatre.board.around(target):
            if hex in stands and not state.in_fort[foe] and not theatre.prohibited(hex, target):
                price = stands[hex] + attack_price(state, hex, target, side)
                if price <= left:
                    value = promise(state, unit, hex, target)
                    best = max(best, value + 0.6 * beyond(state, wanted, target, left - price) - 0.1 * price)
    return best


@fact
def open_prizes(state: UseState, side: Side) -> dict[Hex, float]:
    """Those that nobody defends."""
    held = state.occupied(enemy(side))
    return {city: worth for city, worth in prizes(state, side).items() if not has(held, city)}


def beyond(state: UseState, wanted: Mapping[Hex, float], hex: Hex, left: int) -> float:
    """The richest city that could be reached from a hex with what is left, if nothing were in the way."""
    distance = state.theatre.board.layout.distance
    return BEYOND * max(
        (worth for city, worth in wanted.items() if city != hex and distance(hex, city) < left), default=0.0
    )
