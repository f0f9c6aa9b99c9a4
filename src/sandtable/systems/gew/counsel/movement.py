"""17 and 18: which unit to move next, and where to. Towards the prizes, by rail and sea where that is far."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from sandtable.core.bits import Bits
from sandtable.core.decisions import Action, Form
from sandtable.core.rules import Hex, UnitId
from sandtable.core.system import Scenario
from sandtable.systems.gew.counsel.prizes import distance, stakes, takeable, threatened, to_go
from sandtable.systems.gew.s12_supply import line_lengths
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.s17_march import Ways, is_free, no_stay, own_units, ways_of
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s18_strategic_movement import (
    has_railways,
    is_station,
    rail_cost,
    rail_goals,
    rails,
    sea_cost,
    sea_goals,
    ships,
)
from sandtable.systems.gew.state import MARCHED, GewState
from sandtable.systems.gew.theatre import POWERS, SIDE_OF_POWER

Cost = Callable[[GewState, UnitId, Hex], int | None]
TAKE = 6  # MF that a victory point taken is worth
LINE = 2  # MF that a line of supply is worth
GARRISON = 2  # attack factors up to which a unit is kept to hold what is threatened
SAVED = 6  # MF that a journey must save for each MP it costs
KEPT = 3  # MP that no journey uses up


def order(phase: MovementPhase, state: GewState, form: Form) -> list[Action]:
    """17.3 It does not matter."""
    return [(POWERS[phase.power],)]


def next_move(phase: MovementPhase, state: GewState, form: Form) -> list[Action]:
    """17.0, 18.0 A journey by sea, by rail, or a march that brings a unit nearer to a prize; else the end."""
    movement, done, hex_of = state.theatre.movement, state.done, state.hex_of
    mobile = [unit for unit in own_units(phase, state) if movement[unit] and not done[unit] & MARCHED]
    left = to_go(state, phase.power, mobile)
    units = sorted(mobile, key=left.__getitem__)
    if state.mp[phase.power] >= KEPT:
        attack = state.theatre.attack  # units for the attack, and far from any
        travellers = [unit for unit in units if left[unit] > SAVED and attack[unit] and not done[unit]]
        for word, near, ends, cost, able in JOURNEYS:
            for unit in travellers:
                if (
                    near(state, phase.power, Hex(hex_of[unit]))
                    and (to := _journey(state, unit, left[unit], ends(state, unit), cost)) is not None
                    and able(phase, state, unit)
                    and not stays(state, unit)
                ):
                    return [(word, unit, to)]
    for unit in units:
        to = _march(state, unit)
        if to is not None and is_free(phase, state, unit) and not stays(state, unit):
            return [("march", unit, to)]
    return [("end",)]


def stays(state: GewState, unit: UnitId) -> bool:
    """Is it the last garrison of a hex that counts and that the enemy might come to?"""
    place, theatre = Hex(state.hex_of[unit]), state.theatre
    if place not in stakes(state.scenario) or theatre.attack[unit] > GARRISON:
        return False
    side = SIDE_OF_POWER[state.power_of(unit)]
    alone = not any(each != unit and state.side_of(each) == side for each in state.ground_in(place))
    return alone and threatened(state, side, place)


def room(state: GewState, unit: UnitId, to: Hex) -> bool:
    """14.2 Is there room for one more?"""
    size, there = state.theatre.size, state.ground_in(to) if to < state.theatre.hexes else []
    return not there or within_limits([size[each] for each in (*there, unit)], to in state.theatre.small_island)


def _journey(state: GewState, unit: UnitId, now: int, places: Bits, cost: Cost) -> Hex | None:
    """Where a journey saves the most marching, if it saves enough for what it costs."""
    if not places:
        return None
    way = distance(state, unit)
    for to in _nearer(way, now - SAVED, places):
        if room(state, unit, to) and now - way[to] >= SAVED * (cost(state, unit, to) or 0):
            return to
    return None


@lru_cache(maxsize=4096)
def _nearer(way: bytes, most: int, places: Bits) -> tuple[Hex, ...]:
    """Those of these places from which no more than so much is left to go, the nearest first."""
    return tuple(sorted((to for to in places if way[to] <= most), key=way.__getitem__))


def _at_station(state: GewState, power: int, place: Hex) -> bool:
    return is_station(state, power, place) and has_railways(state, power, place)


def _at_sea(state: GewState, power: int, place: Hex) -> bool:
    return place >= state.theatre.hexes or place in state.theatre.port


JOURNEYS = (
    ("ship", _at_sea, sea_goals, sea_cost, ships),
    ("rail", _at_station, rail_goals, lambda state, unit, to: rail_cost(state, unit), rails),
)


def _march(state: GewState, unit: UnitId) -> Hex | None:
    """Where a march gains most, if it gains anything."""
    theatre, power = state.theatre, state.power_of(unit)
    lines = line_lengths(state, power, theatre.line[unit])
    found = _gains(
        state.scenario, ways_of(state, unit), no_stay(state, unit), distance(state, unit), lines,
        theatre.movement[unit], takeable(state, SIDE_OF_POWER[power]),
    )  # fmt: skip
    return next((to for to in found if room(state, unit, to)), None)


@lru_cache(maxsize=4096)
def _gains(
    scenario: Scenario, ways: Ways, crowded: Bits, way: bytes, lines: bytes, longest: int, takeable: Bits
) -> tuple[Hex, ...]:
    """Where a march may end that gains something, the best first."""
    start, at_stake = ways.start, stakes(scenario)
    now, costs = way[start] + LINE * (lines[start] > longest), dict[Hex, int]()
    for to in ways.goals:
        cost = way[to] + LINE * (lines[to] > longest)
        if to in takeable:
            cost -= TAKE * at_stake[to]
        if cost < now and to not in crowded:
            costs[to] = cost
    return tuple(sorted(costs, key=costs.__getitem__))
