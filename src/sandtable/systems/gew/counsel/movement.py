"""17 and 18: which unit to move next, and where to. Towards the prizes, by rail and sea where that is far."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sandtable.core.bits import Bits
from sandtable.core.decisions import Action, Form
from sandtable.core.intents import Conduct
from sandtable.core.kernels import cheaper
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import fact, side_fact
from sandtable.core.system import Scenario
from sandtable.systems.gew.counsel.aims import needed, on_foot, room, stays, to_go, way_of
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.counsel.prizes import FAR, on_the_same_ways, stakes, takeable
from sandtable.systems.gew.counsel.sorties import sorties
from sandtable.systems.gew.counsel.worth import hit
from sandtable.systems.gew.s12_supply import line_lengths, working_ports
from sandtable.systems.gew.s13_zones import occupied, zone
from sandtable.systems.gew.s17_march import closed_to, is_free, no_stay, own_units, ways_of
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s18_strategic_movement import (
    no_railway,
    rail_cost,
    rail_ends,
    rail_goals_from,
    railheads,
    rails,
    sea_cost,
    sea_goals,
    ships,
)
from sandtable.systems.gew.s32_staging_areas import by_land
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import POWERS, SIDE_OF_POWER, Theatre

Goals = dict[Hex, tuple[Hex, ...]]  # by hex where one may go from there, as far as it was asked for
SAVED = 6  # MF that a journey must save for each MP it costs
KEPT = 3  # MP that no journey uses up
QUICK = 4  # MF from which a reserve is worth bringing up


def order(phase: MovementPhase, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """17.3 It does not matter."""
    return [(POWERS[phase.power],)]


class Moves(NamedTuple):
    """Those that may still be made: where a phase is played on, nobody is asked twice."""

    power: int
    conduct: Conduct
    journeys: list[tuple[Journey, UnitId]]  # of units for the attack, and far from any
    marches: list[UnitId]  # the last first
    outlooks: dict[UnitId, Outlook]
    sorties: dict[UnitId, Hex]  # where those stand who march to attack


MOVES: WeakKeyDictionary[MovementPhase, Moves] = WeakKeyDictionary()


def next_move(phase: MovementPhase, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """17.0, 18.0 A journey by sea, by rail, or a march that brings a unit nearer to a prize; else the end."""
    power, done = phase.power, state.done
    moves = MOVES.get(phase)
    if moves is None or moves.power != power or moves.conduct != conduct or not habits(conduct).spread:
        moves = MOVES[phase] = _moves(phase, state, conduct)
    for unit, post in moves.sorties.items():
        if state.hex_of[unit] != post and is_free(phase, state, unit) and post in ways_of(state, unit).goals:
            return [("march", unit, post)]
    while moves.journeys and state.mp[power] >= KEPT:
        (word, journey, able, kept), unit = moves.journeys[-1]
        if not done[unit] and unit not in moves.sorties:
            to = journey(state, power, unit, conduct)
            if to is not None and able(phase, state, unit) and not kept(state, unit, conduct):
                return [(word, unit, to)]
        moves.journeys.pop()
    while moves.marches:
        unit = moves.marches[-1]
        if (
            is_free(phase, state, unit)
            and unit not in moves.sorties
            and (to := _march(state, unit, conduct, moves.outlooks)) is not None
            and not stays(state, unit, conduct)
        ):
            return [("march", unit, to)]
        moves.marches.pop()
    return [("end",)]


def _moves(phase: MovementPhase, state: GewState, conduct: Conduct) -> Moves:
    """Who is nearest to what he is after goes first."""
    free = [unit for unit in own_units(phase, state) if is_free(phase, state, unit)]
    left, attack = to_go(state, phase.side, free, conduct), state.theatre.attack
    units = sorted(free, key=left.__getitem__)
    travellers = [unit for unit in units if left[unit] > SAVED and attack[unit]]
    fights = bool(hit(state, habits(conduct))) and not conduct.narrow
    journeys = [(journey, unit) for journey in (TO_THE_FRONT * fights + JOURNEYS) for unit in travellers]
    posts = sorties(phase, state, conduct) if fights else {}
    return Moves(phase.power, conduct, journeys[::-1], units[::-1], {}, posts)


# ------------------------------------------------------------------------------------------------ journeys


def _by_sea(state: GewState, power: int, unit: UnitId, conduct: Conduct) -> Hex | None:
    """Where a transfer saves the most marching, if it saves enough for what it costs."""
    start = Hex(state.hex_of[unit])
    if start < state.theatre.hexes and start not in working_ports(state, power):
        return None
    if places := sea_goals(state, unit):
        way = way_of(state, unit, conduct)
        for to in _nearer(way, way[start] - SAVED, places):
            if room(state, unit, to) and way[start] - way[to] >= SAVED * (sea_cost(state, unit, to) or 0):
                return to
    return None


def _to_the_front(state: GewState, power: int, unit: UnitId, conduct: Conduct) -> Hex | None:
    """For one who can attack and is quick: the port from which he marches least to an enemy, if no way on land leads
    to any from here."""
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    if theatre.attack[unit] <= 1 or theatre.movement[unit] < QUICK or start not in working_ports(state, power):
        return None
    to_foe = on_foot(state, unit, occupied(state, enemy(SIDE_OF_POWER[power])))
    if to_foe[start] < FAR:
        return None
    able = (to for to in sea_goals(state, unit) if to_foe[to] < FAR and room(state, unit, to))
    return min(able, key=lambda to: (to_foe[to], to), default=None)


def _by_rail(state: GewState, power: int, unit: UnitId, conduct: Conduct) -> Hex | None:
    """The same of railways."""
    start, alike = Hex(state.hex_of[unit]), on_the_same_ways(state.theatre)[unit]
    if start not in railheads(state, power):
        return None
    way = way_of(state, unit, conduct)
    rides = _rides(state, alike, way)
    if start not in rides:
        rides[start] = _nearer(way, way[start] - SAVED, rail_goals_from(state, alike, start))
    for to in rides[start]:
        saved = way[start] - way[to]
        if to not in no_stay(state, unit) and room(state, unit, to) and saved >= SAVED * rail_cost(state, unit):
            return to
    return None


@fact
def _rides(state: GewState, unit: UnitId, way: bytes) -> Goals:
    """Of the first of those that go the same ways; by place, what is left to go."""
    power = state.power_of(unit)
    closed, stop = no_railway(state, unit), zone(state, enemy(SIDE_OF_POWER[power]))
    return _railways(state.scenario, power, closed, stop, rail_ends(state, power), way)


@lru_cache(maxsize=1024)
def _railways(scenario: Scenario, power: int, closed: Bits, stop: Bits, ends: Bits, way: bytes) -> Goals:
    return {}


@lru_cache(maxsize=4096)
def _nearer(way: bytes, most: int, places: Bits) -> tuple[Hex, ...]:
    """Those of these places from which no more than so much is left to go, the nearest first."""
    return tuple(sorted((to for to in places if way[to] <= most), key=way.__getitem__))


class Journey(NamedTuple):
    """A way to travel."""

    word: str
    to: Callable[[GewState, int, UnitId, Conduct], Hex | None]
    able: Callable[[MovementPhase, GewState, UnitId], bool]
    kept: Callable[[GewState, UnitId, Conduct], bool]  # is it needed where it is?


TO_THE_FRONT = (Journey("ship", _to_the_front, ships, needed),)  # where hits count
JOURNEYS = (Journey("ship", _by_sea, ships, needed), Journey("rail", _by_rail, rails, stays))


# ------------------------------------------------------------------------------------------------ marches


class Outlook(NamedTuple):
    """What units that march alike look at."""

    goals: Goals
    lines: bytes  # by place, how long the line of supply is
    taken: bytes  # and what it is worth to take it


def _outlook(state: GewState, unit: UnitId, take: int) -> Outlook:
    """Of the first of those that march alike."""
    theatre, power = state.theatre, state.power_of(unit)
    side = SIDE_OF_POWER[power]
    return Outlook(
        _goals(state, enemy(side), unit), line_lengths(state, power, theatre.line[unit]),
        _taken(state.scenario, takeable(state, side), take),
    )  # fmt: skip


@side_fact
def _goals(state: GewState, foe: Side, unit: UnitId) -> Goals:
    """It is the enemy's moves that spoil it, not our own."""
    theatre = state.theatre
    mover, longest, closed, stop = theatre.mover[unit], theatre.movement[unit], closed_to(state, unit), zone(state, foe)
    return _marches(state.scenario, mover, longest, closed, stop, by_land(state, unit))


@lru_cache(maxsize=1024)
def _marches(scenario: Scenario, mover: int, longest: int, closed: Bits, stop: Bits, area: Hex) -> Goals:
    return {}


@lru_cache(maxsize=1024)
def _taken(scenario: Scenario, places: Bits, take: int) -> bytes:
    found = bytearray(scenario.board.size)
    for place, value in stakes(scenario).items():
        if place in places:
            found[place] = take * value
    return bytes(found)


@lru_cache(maxsize=8)
def _alike(theatre: Theatre) -> tuple[UnitId, ...]:
    """By unit the first that marches alike: the same ways, as far, and with as long a line of supply."""
    first: dict[object, UnitId] = {}
    columns = zip(on_the_same_ways(theatre), theatre.movement, theatre.line, strict=True)
    return tuple(first.setdefault(kind, UnitId(unit)) for unit, kind in enumerate(columns))


def _march(state: GewState, unit: UnitId, conduct: Conduct, outlooks: dict[UnitId, Outlook]) -> Hex | None:
    """Where a march gains most, if it gains anything."""
    start, longest, alike = Hex(state.hex_of[unit]), state.theatre.movement[unit], _alike(state.theatre)[unit]
    if alike not in outlooks:
        outlooks[alike] = _outlook(state, alike, habits(conduct).take)
    goals, lines, taken = outlooks[alike]
    way = way_of(state, unit, conduct)
    if start not in goals:
        goals[start] = ways_of(state, unit).goals
    worth = habits(conduct).line
    now = way[start] + worth * (lines[start] > longest)
    for to in cheaper(goals[start], now, way, lines, longest, worth, taken):
        if to not in no_stay(state, unit) and room(state, unit, to):
            return to
    return None
