"""GEW 17.0-17.2: which ground units may march, where to, and why not. Enemy zones (13.2) stop them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sandtable.core.bits import NO_HEX, Bits, union
from sandtable.core.board import Unreached, why_unreached
from sandtable.core.kernels import LIMIT, NEVER, Reach
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import Text, joined, say
from sandtable.core.state import kept_in, side_fact
from sandtable.systems.gew.s06_control import area, enter, foreign_ground, off_limits, out_of_play
from sandtable.systems.gew.s13_zones import held, in_enemy_zone, neutral_ground, occupied, zone, zone_of
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.s15_impulses import sits_out, thaw
from sandtable.systems.gew.s32_staging_areas import (
    NOWHERE,
    area_name,
    by_land,
    cannot_enter,
    edge,
    entries,
    toll,
)
from sandtable.systems.gew.state import FRONT, MARCHED, POWER_NAMES, RAILED, SHIPPED, GewState
from sandtable.systems.gew.theatre import (
    NEUTRAL,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.systems.gew.s17_movement import MovementPhase

REMEMBERED = 1 << 14  # answers kept for each question about the map
FAR = 2  # times its MF: a way so long is not told step by step


# ------------------------------------------------------------------------------------------------ who may move


def is_mine(state: GewState, power: int, unit: UnitId) -> bool:
    """A ground unit of the power in a hex or a staging area."""
    return (
        state.theatre.is_ground[unit]
        and 0 <= state.hex_of[unit] < state.theatre.convoy
        and state.power_of(unit) == power
    )


def units_of(state: GewState, power: int) -> tuple[UnitId, ...]:
    """All of them, in order."""
    return state.forces(power)


def own_units(phase: MovementPhase, state: GewState, *_: object) -> tuple[UnitId, ...]:
    return units_of(state, phase.power)


def places(phase: MovementPhase, state: GewState, *_: object) -> range:
    return range(state.theatre.convoy)


def cannot_move(phase: MovementPhase, state: GewState, unit: UnitId) -> Iterator[Violation]:
    """17.0, 17.3 Only units of the power whose turn it is; 15.0 not in the thaw; 33.3 nobody leaves a neutral USA."""
    if not is_mine(state, phase.power, unit):
        yield Violation(
            "17.0",
            say("{unit} is not a ground unit of the {power} on the map", unit, POWER_NAMES[phase.power]),
            units=(unit,),
        )
        return
    if sits_out(state, unit):
        yield Violation("15.0", say("{unit} sits out the second impulse of spring where it is", unit), units=(unit,))
    if stays_home(state, unit):
        yield Violation("33.3", say("{unit} cannot leave the USA while that is neutral", unit), units=(unit,))


def stays_home(state: GewState, unit: UnitId) -> bool:
    """33.3 Units of the USA, and combined ones (G9-7), while it is neutral."""
    return state.theatre.country_of[unit] == state.theatre.usa and not state.usa_fights()


def cannot_march(phase: MovementPhase, state: GewState, unit: UnitId) -> Iterator[Violation]:
    """17.0 Mobile units, once in a phase; 13.2, 18.3 not after stopping in an enemy zone."""
    yield from cannot_move(phase, state, unit)
    if not is_mine(state, phase.power, unit):
        return
    theatre, done, place = state.theatre, state.done[unit], Hex(state.hex_of[unit])
    if not theatre.movement[unit]:
        yield Violation("17.0", say("{unit} has no MF: it moves only by rail or sea", unit), units=(unit,))
    if done & MARCHED:
        yield Violation("17.0", say("{unit} has marched in this phase", unit), units=(unit,))
    if has_stopped(state, unit):
        beyond = place in theatre.staging
        where = area_name(theatre, place) if beyond else "an enemy zone of control"
        yield Violation(
            "32.2" if beyond else "13.2", say("{unit} went into {where} and stops there", unit, where), units=(unit,)
        )
    elif theatre.movement[unit] and not can_go(state, unit):
        yield Violation("17.2", say("{unit} has no hex to go to", unit), units=(unit,))


def has_stopped(state: GewState, unit: UnitId) -> bool:
    """13.2, 18.3 After a strategic move into an enemy zone; 32.2 after going by rail into the staging area (G32-2)."""
    done, place = state.done[unit], Hex(state.hex_of[unit])
    if not done & (RAILED | SHIPPED):
        return False
    if place in state.theatre.staging:
        return bool(done & RAILED)
    return in_enemy_zone(state, SIDE_OF_POWER[state.power_of(unit)], place)


def is_free(phase: MovementPhase, state: GewState, unit: UnitId) -> bool:
    """Whether `cannot_march` does not refuse a unit of the power, if there is a hex to go to, faster."""
    did = state.done[unit]
    if not state.theatre.movement[unit] or did & MARCHED:
        return False
    if did:
        if has_stopped(state, unit):
            return False
    elif state.hex_of[unit] in thaw(state):
        return False
    return phase.power != WALLIED or not stays_home(state, unit)


def marches(phase: MovementPhase, state: GewState, unit: UnitId) -> bool:
    """Whether `cannot_march` does not refuse a unit of the power, faster."""
    if not is_free(phase, state, unit):
        return False
    return can_go(state, unit)


# ------------------------------------------------------------------------------------------------ where to


class Ways(NamedTuple):
    """Where a march may end, and how it gets there."""

    start: Hex
    goals: tuple[Hex, ...]  # in order; the staging area comes last
    floods: tuple[tuple[int, Reach], ...]  # what was paid before, and how far one gets from there
    area: Hex  # the staging area it could leave the map for
    exit: Hex  # the edge hex from which that is reached
    toll: int  # what that costs more

    def cost(self, to: Hex) -> int:
        """What the cheapest way costs; NEVER where only 17.2 opens it."""
        if to == self.area:
            return self.cost(self.exit) + self.toll
        return min((before + flood.cost(to) for before, flood in self.floods if to in flood), default=NEVER)

    def route(self, to: Hex) -> tuple[Hex, ...]:
        """The cheapest way, from the first hex entered to the last; of equals always the same."""
        if to == self.area:
            return (*self.route(self.exit), to) if self.exit != self.start else (to,)
        reached = [(before + flood.cost(to), nth) for nth, (before, flood) in enumerate(self.floods) if to in flood]
        if not reached:
            return (to,)  # 17.2
        way = self.floods[min(reached)[1]][1].route(to)
        return tuple(map(Hex, way[1:] if way[0] == self.start else way))


@lru_cache(maxsize=REMEMBERED)
def ways(theatre: Theatre, mover: int, start: Hex, mf: int, closed: Bits, stop: Bits, area: Hex, toll: int) -> Ways:
    """17.0-17.2, 13.2, 32.2"""
    reach, prices = theatre.board.grid.reach, theatre.prices[mover]
    goals, out = theatre.board.bits(first_steps(theatre, mover, start, closed, stop)), NOWHERE
    if start >= theatre.hexes:
        floods = [
            (cost, reach(prices, place, 0 if place in stop else mf - cost, closed, stop))
            for place, cost in entries(theatre, start, mover)
            if cost <= mf and place in goals
        ]
    else:
        floods = [(0, reach(prices, start, mf, closed, stop, from_zone_to_zone(theatre, start, stop)))]
        out = _exit(theatre, floods[0][1], start, mf - toll, stop, area)
    found = union(goals, *(flood.reached for _, flood in floods)) - Bits((start,))
    return Ways(start, (*found, area) if out >= 0 else tuple(found), tuple(floods), area, out, toll)


def _exit(theatre: Theatre, reach: Reach, start: Hex, most: int, stop: Bits, area: Hex) -> Hex:
    """32.2 The cheapest edge hex from which a unit may still pay to leave the map."""
    if area < 0:
        return NOWHERE
    edges = edge(theatre, area)
    for place, cost in reach.items():  # the cheapest comes first
        if cost <= most and place in edges and (place == start or place not in stop):
            return Hex(place)
    return NOWHERE


@lru_cache(maxsize=REMEMBERED)
def first_steps(theatre: Theatre, mover: int, start: Hex, closed: Bits, stop: Bits) -> tuple[Hex, ...]:
    """17.2 The hexes a unit can go to whatever they cost: of a terrain open to it, not from zone to zone (G17-1)."""
    if start >= theatre.hexes:
        return tuple(place for place, _ in entries(theatre, start, mover) if place not in closed)
    barred = stop if start in stop else NO_HEX
    return tuple(
        there for there in _around(theatre, mover, start) if there not in closed and not (barred and there in barred)
    )


@lru_cache(maxsize=REMEMBERED)
def _around(theatre: Theatre, mover: int, start: Hex) -> tuple[Hex, ...]:
    """The neighbours that the terrain opens to a kind of unit."""
    prices, neighbours = theatre.prices[mover], theatre.board.neighbours
    return tuple(Hex(neighbours[side]) for side in range(6 * start, 6 * start + 6) if prices[side] < NEVER)


@lru_cache(maxsize=REMEMBERED)
def from_zone_to_zone(theatre: Theatre, start: Hex, stop: Bits) -> Bits:
    """13.2 The hexsides by which a unit that starts in an enemy zone would step into another."""
    if start not in stop:
        return NO_HEX
    neighbours = theatre.board.neighbours
    sides = [side for side in range(6 * start, 6 * start + 6) if neighbours[side] >= 0 and neighbours[side] in stop]
    return Bits(sides, 6 * theatre.board.size)


def ways_of(state: GewState, unit: UnitId) -> Ways:
    """Where a unit may march."""
    theatre, stop = state.theatre, zone(state, enemy(SIDE_OF_POWER[state.power_of(unit)]))
    mover, start, mf = theatre.mover[unit], Hex(state.hex_of[unit]), theatre.movement[unit]
    return ways(theatre, mover, start, mf, closed_to(state, unit), stop, by_land(state, unit), toll(state))


def can_go(state: GewState, unit: UnitId) -> bool:
    """Is there anywhere? One open hex next to it is enough, unless it may not stay there."""
    theatre, stop = state.theatre, zone(state, enemy(SIDE_OF_POWER[state.power_of(unit)]))
    start = Hex(state.hex_of[unit])
    first = first_steps(theatre, theatre.mover[unit], start, closed_to(state, unit), stop)
    crowded = no_stay(state, unit)
    return _any_free(first, crowded) or _any_free(ways_of(state, unit).goals, crowded)


def _any_free(places: tuple[Hex, ...], crowded: Bits) -> bool:
    return bool(places) if not crowded else any(place not in crowded for place in places)


def goals(phase: MovementPhase, state: GewState, unit: UnitId) -> list[Hex]:
    """Where a march may end: the same as `bad_goal`, faster."""
    found, crowded = ways_of(state, unit).goals, no_stay(state, unit)
    return [place for place in found if place not in crowded] if crowded else list(found)


def closed_to(state: GewState, unit: UnitId) -> Bits:
    """17.0, 6.2, 9.2 Hexes a unit may not enter: with enemy ground units, or off limits."""
    foe = enemy(SIDE_OF_POWER[state.power_of(unit)])
    return _closed(state, foe, first_of_kind(state.theatre)[unit])


@side_fact
def _closed(state: GewState, foe: Side, unit: UnitId) -> Bits:
    """It is the enemy's moves that spoil it, not our own."""
    return occupied(state, foe) | off_limits(state, unit)


@lru_cache
def first_of_kind(theatre: Theatre) -> tuple[UnitId, ...]:
    """By unit: the first of those that the same hexes are closed to (6.2). Units of neutrals and partisans, which
    change sides or countries, stand for themselves."""
    first: dict[object, UnitId] = {}
    found = []
    for unit, nationality in enumerate(theatre.nationality):
        alone = theatre.power[unit] == NEUTRAL or theatre.type[unit] == "partisan"
        limit = next((limit.id for limit in theatre.area_limits if nationality in limit.nationalities), "")
        found.append(first.setdefault(unit if alone else (theatre.power[unit], limit), UnitId(unit)))
    return tuple(found)


def no_stay(state: GewState, unit: UnitId) -> Bits:
    """Hexes a unit may pass but not stay in: 14.3 Soviets and Western Allies apart, 14.4 only corps on small islands
    (G14-3). More units than 14.2 allows are over-stacked (14.5), which a move may bring about (G14-1)."""
    power = state.power_of(unit)
    apart = _apart(state, power) if power in (WALLIED, SOVIET) else NO_HEX
    if state.theatre.size[unit] == "corps":
        return apart
    return apart | state.theatre.small_island if apart else state.theatre.small_island


@kept_in(FRONT)
def _apart(state: GewState, power: int) -> Bits:
    """14.3 The hexes of the other Allied power."""
    others = held(state, WALLIED + SOVIET - power)
    return others if others else NO_HEX


def bad_stay(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """14.3, 14.4 Why a unit may not stay in a hex."""
    if to >= state.theatre.hexes:
        return
    yield from bad_company(state, unit, to)
    if state.theatre.size[unit] != "corps" and to in state.theatre.small_island:
        yield Violation("14.4", say("{unit} is no corps: only corps can stay on a small island", unit), (to,))


def bad_goal(phase: MovementPhase, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """17.0-17.2, 13.2, 14.3: why a march may not end there."""
    if to == state.hex_of[unit]:
        yield Violation("17.0", say("{unit} is already there", unit), (to,))
        return
    if to not in ways_of(state, unit).goals:
        yield from unreached(state, unit, to)
    yield from bad_stay(state, unit, to)


def march(state: GewState, unit: UnitId, to: Hex) -> None:
    """17.0 Along the cheapest way; 6.1 every hex passed is controlled, 14.6 enemy installations in it are gone."""
    route = ways_of(state, unit).route(to)
    state.did(unit, MARCHED)
    enter(state, unit, to, "17.0", route[:-1])


# ------------------------------------------------------------------------------------------------ why not


def unreached(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """Every reason why a unit does not get to a place: at least one."""
    if to >= state.theatre.hexes:
        yield from _no_way_out(state, unit, to)
    elif to not in state.theatre.land:
        yield Violation("17.1", say("{hex} is {terrain}", to, state.theatre.terrain[to] or "off the map"), (to,))
    else:
        found = list(_reasons(state, unit, to))
        yield from found or [Violation("17.1", say("{unit} has no way to {hex}", unit, to), (to,))]


def _reasons(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    theatre, start, mf = state.theatre, Hex(state.hex_of[unit]), state.theatre.movement[unit]
    closed, stop = closed_to(state, unit), zone(state, enemy(SIDE_OF_POWER[state.power_of(unit)]))
    mover = theatre.movers[theatre.mover[unit]]
    if start < theatre.hexes:
        cost = unhindered(theatre, theatre.mover[unit], start).cost(to)
        if cost > FAR * mf:  # no need to tell its steps
            yield from shut(state, unit, to, "")
            yield Violation("17.1", f"{cost - mf} MF short: the cheapest way costs {cost}", (to,))
            return
        barred = from_zone_to_zone(theatre, start, stop)
        for reason in why_unreached(theatre.board, mover, start, mf, closed, stop, barred, to):
            yield from _said(state, unit, reason, mf)
        return
    reach, prices = theatre.board.grid.reach, theatre.prices[theatre.mover[unit]]
    free = [
        (cost + flood.cost(to), cost, place)
        for place, cost in entries(theatre, start, theatre.mover[unit])
        if to in (flood := reach(prices, place, LIMIT))
    ]
    if not free:
        return
    _, cost, first = min(free)
    if first in closed:
        yield from shut(state, unit, first, "" if first == to else "the way there leads through ")
    if cost > mf:
        yield Violation("17.1", say("{short} MF short: {hex} {cost}", cost - mf, first, cost), (to,))
        return
    if first in stop and first != to:
        yield stopped(state, unit, first)
    for reason in why_unreached(theatre.board, mover, first, mf - cost, closed, stop, NO_HEX, to):
        yield from _said(state, unit, reason, mf, say("{hex} {cost}, ", first, cost), cost)


@lru_cache(maxsize=256)
def unhindered(theatre: Theatre, mover: int, start: Hex) -> Reach:
    """What every hex would cost if there were nothing but terrain."""
    return theatre.board.grid.reach(theatre.prices[mover], start, LIMIT)


def _said(
    state: GewState, unit: UnitId, reason: Unreached, mf: int, before: Text = "", paid: int = 0
) -> Iterator[Violation]:
    """A reason of the board in the rulebook's numbers."""
    if reason.why == "closed":
        on_the_way = "the way there leads through " if reason.way else ""
        for place in reason.at:
            yield from shut(state, unit, place, on_the_way)
    elif reason.why == "stopped":
        yield stopped(state, unit, *reason.at)
    elif reason.why == "barred":
        between = joined([say("{hex}", place) for place in reason.at], " to ")
        said = say("it cannot go straight from one enemy zone to another: {between}", between)
        holders = zone_of(state, enemy(SIDE_OF_POWER[state.power_of(unit)]), *reason.at)
        yield Violation("13.2", said, reason.at, holders)
    elif reason.why == "too far":
        steps = zip(reason.way[1:], reason.steps, strict=True)
        costs = joined([say("{hex} {costs}", place, _costs(step)) for place, step in steps])
        said = say("{short} MF short: {before}{costs}", reason.cost + paid - mf, before, costs)
        yield Violation("17.1", said, reason.at)
    else:
        yield _terrain(state, unit, reason.at[0])


def _costs(step: Breakdown) -> str:
    return " + ".join(f"{term.label} {term.value}" for term in step).replace("_", " ")


def stopped(state: GewState, unit: UnitId, *zones: Hex) -> Violation:
    """13.2 The first of these is as far as it gets."""
    units = zone_of(state, enemy(SIDE_OF_POWER[state.power_of(unit)]), *zones)
    return Violation("13.2", say("it must stop in {hex}, an enemy zone of control", zones[0]), zones, units)


def shut(state: GewState, unit: UnitId, place: Hex, way: str) -> Iterator[Violation]:
    """Why a hex is closed to a unit."""
    theatre, power = state.theatre, state.power_of(unit)
    side = SIDE_OF_POWER[power]
    if place in occupied(state, enemy(side)):
        yield Violation(
            "17.0", say("{way}{hex}, where enemy units are", way, place), (place,), tuple(state.ground_in(place))
        )
    if place in out_of_play(state):
        yield Violation("33.0", say("{way}{hex}, which is outside this scenario", way, place), (place,))
    if power == SOVIET and not state.belligerent(SOVIET):
        if place in foreign_ground(state, power):
            yield Violation("33.3", say("{way}{hex}: neutral Soviets stay in the Soviet Union", way, place), (place,))
        return
    if theatre.type[unit] == "partisan" and state.origin[unit] >= 0:
        if place in area(theatre, unit, state.origin[unit]):
            yield Violation("31.3", say("{way}{hex}: {unit} cannot leave its country", way, place, unit), (place,))
        elif place in off_limits(state, unit):
            yield Violation("31.2", say("{way}{hex}, where neutral units are", way, place), (place,))
        return
    if place in neutral_ground(state, side):
        country = theatre.countries[theatre.country_at[place]].name
        yield Violation("9.2", say("{way}{hex} in {country}, which is neutral", way, place, country), (place,))
    if place in area(theatre, unit, -1):
        yield Violation("6.2", say("{way}{hex}, outside the area of operations of {unit}", way, place, unit), (place,))


def _terrain(state: GewState, unit: UnitId, to: Hex) -> Violation:
    terrain = state.theatre.terrain[to]
    if state.theatre.movers[state.theatre.mover[unit]].terrain[terrain] >= NEVER:
        return Violation("14.4", say("{unit} cannot enter {terrain}", unit, terrain.replace("_", " ")), (to,))
    return Violation("17.1", say("no way that {unit} could march leads to {hex}", unit, to), (to,))


def _no_way_out(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """Why a unit cannot march to a box."""
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    if to not in theatre.staging:
        yield Violation(
            "17.0", f"ground units do not march to {state.scenario.board.boxes[to - theatre.hexes].name}", (to,)
        )
        return
    refused = list(cannot_enter(state, unit, to))
    if refused or to == theatre.staging_usa or start >= theatre.hexes:
        yield from refused or [Violation("32.1", f"{area_name(theatre, to)} is reached from there only by sea", (to,))]
        return
    stop = zone(state, enemy(SIDE_OF_POWER[state.power_of(unit)]))
    barred = from_zone_to_zone(theatre, start, stop)
    flood = theatre.board.grid.reach(
        theatre.prices[theatre.mover[unit]], start, LIMIT, closed_to(state, unit), stop, barred
    )
    exit = _exit(theatre, flood, start, LIMIT, stop, to)
    if exit < 0:
        edges = tuple(edge(theatre, to))
        yield Violation(
            "32.1",
            say("{unit} has no open way to the edge of the map next to {area}", unit, area_name(theatre, to)),
            edges,
        )
        return
    cost = flood.cost(exit) + toll(state)
    short = cost - theatre.movement[unit]
    yield Violation(
        "32.2",
        say("{short} MF short: {hex} {cost}, out {toll}", short, exit, cost - toll(state), toll(state)),
        (exit,),
    )
