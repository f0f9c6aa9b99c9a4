"""17 and 18: which unit to move next, and where to. Towards the prizes, by rail and sea where that is far."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.core.board import has
from sandtable.core.decisions import Action, Form
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.counsel.prizes import distance, stakes, threatened
from sandtable.systems.gew.s06_control import enemy_marked
from sandtable.systems.gew.s12_supply import line_lengths
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.s17_march import goals, marches, own_units
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s18_strategic_movement import (
    goals_by_rail,
    goals_by_sea,
    rail_cost,
    rails,
    sea_cost,
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
    to_go = {unit: distance(state, unit)[hex_of[unit]] for unit in mobile}
    units = sorted(mobile, key=to_go.__getitem__)
    if state.mp[phase.power] >= KEPT:
        attack = state.theatre.attack  # units for the attack, and far from any
        far = [unit for unit in units if to_go[unit] > SAVED and attack[unit] and not done[unit]]
        travellers = [unit for unit in far if not stays(state, unit)]
        for word, able, ends, cost in JOURNEYS:
            for unit in travellers:
                if (
                    able(phase, state, unit)
                    and (to := _journey(state, unit, ends(phase, state, unit), cost)) is not None
                ):
                    return [(word, unit, to)]
    for unit in units:
        free = marches(phase, state, unit) and not stays(state, unit)
        if free and (to := _march(state, unit, goals(phase, state, unit))) is not None:
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
    return not there or within_limits([size[each] for each in (*there, unit)], has(state.theatre.small_island, to))


def _journey(state: GewState, unit: UnitId, places: Iterable[Hex], cost: Cost) -> Hex | None:
    """Where a journey saves the most marching, if it saves enough for what it costs."""
    way = distance(state, unit)
    now = way[state.hex_of[unit]]
    for to in sorted(places, key=way.__getitem__):
        if now - way[to] < SAVED:
            break
        if room(state, unit, to) and now - way[to] >= SAVED * (cost(state, unit, to) or 0):
            return to
    return None


JOURNEYS = (
    ("ship", ships, goals_by_sea, sea_cost),
    ("rail", rails, goals_by_rail, lambda state, unit, to: rail_cost(state, unit)),
)


def _march(state: GewState, unit: UnitId, places: Iterable[Hex]) -> Hex | None:
    """Where a march gains most, if it gains anything."""
    power, way = state.power_of(unit), distance(state, unit)
    theirs, at_stake = enemy_marked(state, SIDE_OF_POWER[power]), stakes(state.scenario)
    lines, longest = line_lengths(state, power, state.theatre.line[unit]), state.theatre.movement[unit]
    start = Hex(state.hex_of[unit])
    best, found = way[start] + LINE * (lines[start] > longest), None
    for to in places:
        cost = way[to] + LINE * (lines[to] > longest)
        if to in at_stake and has(theirs, to):
            cost -= TAKE * at_stake[to]
        if cost < best and room(state, unit, to):
            best, found = cost, to
    return found
