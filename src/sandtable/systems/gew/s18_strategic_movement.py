"""GEW 18 and O37: strategic movement, by rail and by sea, before a unit marches."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sandtable.core.bits import NO_HEX, Bits, union
from sandtable.core.changes import changeable
from sandtable.core.kernels import LIMIT, NEVER, Reach
from sandtable.core.rules import Hex, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact, kept_in
from sandtable.systems.gew.options import O37_MEDITERRANEAN
from sandtable.systems.gew.s06_control import enter, marked, side_controls
from sandtable.systems.gew.s12_network import ports_of
from sandtable.systems.gew.s12_supply import (
    foreign_rails,
    friendly_seas,
    hex_in_supply,
    hex_lines,
    holdings,
    in_supply,
    sources,
    working_ports,
)
from sandtable.systems.gew.s13_zones import contested, occupied, zone, zone_of
from sandtable.systems.gew.s15_impulses import thaw
from sandtable.systems.gew.s17_march import (
    REMEMBERED,
    bad_stay,
    cannot_move,
    closed_to,
    first_of_kind,
    from_zone_to_zone,
    is_mine,
    no_stay,
    stays_home,
)
from sandtable.systems.gew.s32_staging_areas import (
    NOWHERE,
    area_name,
    cannot_enter,
    edge,
)
from sandtable.systems.gew.state import LINES, MARKERS, POWER_NAMES, POWERS_OF_SIDE, RAILED, SHIPPED, GewState
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS,
    AXIS_SIDE,
    LINE_MOUNTAIN_CORPS,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.core.system import Scenario
    from sandtable.systems.gew.s17_movement import MovementPhase


def cannot_transfer(phase: MovementPhase, state: GewState, unit: UnitId) -> Iterator[Violation]:
    """18.0, 18.3, 18.7 Once in a phase, and before marching (G18-2); 31.3 never partisans; 12.5 only in supply."""
    yield from cannot_move(phase, state, unit)
    if not is_mine(state, phase.power, unit):
        return
    if state.theatre.type[unit] == "partisan":
        yield Violation("31.3", say("{unit} is a partisan unit, which has no strategic movement", unit), units=(unit,))
    if state.done[unit]:
        yield Violation(
            "18.0", say("{unit} has moved in this phase: strategic movement comes first, and once", unit), units=(unit,)
        )
    if not in_supply(state, unit):
        yield Violation("12.5", say("{unit} is out of supply", unit), units=(unit,))


def may_transfer(state: GewState, power: int, unit: UnitId) -> bool:
    """Whether `cannot_transfer` would refuse a unit of the power for nothing but its supply."""
    return (
        not state.done[unit]
        and not state.theatre.is_partisan[unit]
        and state.hex_of[unit] not in thaw(state)
        and not (power == WALLIED and stays_home(state, unit))
    )


class Prices(NamedTuple):
    """18.1, 18.2, 18.6 What is printed: in half MP by rail, in MP by sea, for a corps and what is larger; how far."""

    rail: tuple[int, int]
    sea: tuple[int, int]
    length: int


def prices(state: GewState) -> Prices:
    return _prices(state.scenario)


@lru_cache(maxsize=16)
def _prices(scenario: Scenario) -> Prices:
    costs, sizes = scenario.charts.lines("mp_costs"), ("corps", "army")
    rail, sea = ([Fraction(costs[f"{kind}-{size}"].value) for size in sizes] for kind in ("rail", "sea"))
    length = scenario.charts.lines("movement")["rail"].amount
    return Prices((int(2 * rail[0]), int(2 * rail[1])), (int(sea[0]), int(sea[1])), length)


def is_larger(state: GewState, unit: UnitId) -> bool:
    """Than a corps."""
    return state.theatre.size[unit] != "corps"


def cannot_pay(state: GewState, power: int, cost: int, rule: str) -> Iterator[Violation]:
    if state.mp[power] < cost:
        yield Violation(rule, f"it costs {cost} MP, and the {POWER_NAMES[power]} has {state.mp[power]}")


# ------------------------------------------------------------------------------------------------ by rail


def rail_cost(state: GewState, unit: UnitId) -> int:
    """18.2 A second corps from the same place goes on the half point that the first one left (G18-3)."""
    price = prices(state).rail[is_larger(state, unit)]
    left = state.rail[state.hex_of[unit]] if price % 2 else 0
    return (price - left + 1) // 2


@lru_cache
def stations(theatre: Theatre) -> Bits:
    """18.1 Mobilization, capital, city, port and airbase hexes (G18-1)."""
    return theatre.mobilization | theatre.capital | theatre.city | theatre.port | theatre.airbase


@kept_in(MARKERS)
def railheads(state: GewState, power: int) -> Bits:
    """18.1, 18.4 Where a unit of the power may set out by rail: what `is_station` and `has_railways` say together."""
    ours = stations(state.theatre) & marked(state, power) & state.theatre.rail[power]
    open_to = ours - foreign_rails(state, power)
    return open_to | state.theatre.board.bits((state.theatre.staging_ussr,)) if power == SOVIET else open_to


def is_station(state: GewState, power: int, place: Hex) -> bool:
    """18.1 One of the power's own, by its marker; for the Soviets the staging area too (G32-2). The Axis does not
    treat cities of a neutral Vichy France as its own (G9-4)."""
    if place >= state.theatre.hexes:
        return power == SOVIET and place == state.theatre.staging_ussr
    return place in stations(state.theatre) and state.control[place] == power + 1


def has_railways(state: GewState, power: int, place: Hex) -> bool:
    """18.4, 32.2 May the power use the railways there?"""
    if place >= state.theatre.hexes:
        return power == SOVIET and place == state.theatre.staging_ussr
    return place in state.theatre.rail[power] and place not in foreign_rails(state, power)


@kept_in(LINES)
def rail_ends(state: GewState, power: int) -> Bits:
    """18.1 Where a move by rail may end: own stations in supply. An enemy zone does not matter (18.3, G3-3)."""
    ours = stations(state.theatre) & marked(state, power)
    found = ours & (sources(state, power) | hex_lines(state, power))
    besieged = list(ours & contested(state, SIDE_OF_POWER[power]))
    more = [place for place in besieged if end_in_supply(state, power, place)]
    return found | state.scenario.board.bits(more) if more else found


def end_in_supply(state: GewState, power: int, place: Hex) -> bool:
    """12.1, 13.2 As a unit in it would trace: out of an enemy zone, if the hex lies in one."""
    if hex_in_supply(state, power, place):
        return True
    if place not in contested(state, SIDE_OF_POWER[power]):
        return False
    near, theatre = hex_lines(state, power, 1), state.theatre
    prices, neighbours = theatre.line_prices[LINE_MOUNTAIN_CORPS], theatre.board.neighbours
    return any(prices[side] < NEVER and neighbours[side] in near for side in range(6 * place, 6 * place + 6))


def no_railway(state: GewState, unit: UnitId) -> Bits:
    """18.3, 18.4 Hexes a unit may not enter by rail: what it may not enter at all, enemy stations and hexes with enemy
    installations (G18-4), railways of others."""
    return _no_railway(state, first_of_kind(state.theatre)[unit])


@fact
def _no_railway(state: GewState, unit: UnitId) -> Bits:
    power = state.power_of(unit)
    foe, own = enemy(SIDE_OF_POWER[power]), holdings(state, power)
    depots = state.where(state.depot, *(each + 1 for each in POWERS_OF_SIDE[foe]))
    return union(own.enemy_cities, depots, state.where(state.fort, foe + 1), own.no_railways, closed_to(state, unit))


@lru_cache(maxsize=REMEMBERED)
def rail_reach(theatre: Theatre, power: int, start: Hex, length: int, closed: Bits, stop: Bits) -> Bits:
    """18.1, 18.3 Hexes and, for the Soviets, the staging area, which counts as one more (G32-2)."""
    reach, prices = theatre.board.grid.reach, theatre.rail_prices[power]
    if start >= theatre.hexes:
        entered = [place for place in edge(theatre, start) if place in theatre.rail[power]]
        return union(
            NO_HEX,
            *(
                reach(prices, place, 0 if place in stop else length - 1, closed, stop).reached
                for place in entered
                if place not in closed
            ),
        )
    found = reach(prices, start, length, closed, stop, from_zone_to_zone(theatre, start, stop))
    if power == SOVIET and _rail_exit(theatre, found, start, length - 1, stop) >= 0:
        return found.reached | theatre.board.bits((theatre.staging_ussr,))
    return found.reached


def _rail_exit(theatre: Theatre, found: Reach, start: Hex, most: int, stop: Bits) -> Hex:
    for place, cost in found.items():
        if cost <= most and place in theatre.edge_ussr and (place == start or place not in stop):
            return Hex(place)
    return NOWHERE


def rail_goals(state: GewState, unit: UnitId) -> Bits:
    """18.1-18.4 Where a unit may go by rail from where it is, in supply or not."""
    start, kind = Hex(state.hex_of[unit]), first_of_kind(state.theatre)[unit]
    return rail_goals_from(state, kind, start) - no_stay(state, unit)


@fact
def rail_goals_from(state: GewState, unit: UnitId, start: Hex) -> Bits:
    """The same for every unit of a kind, from another hex too, wherever they may stay."""
    theatre, power = state.theatre, state.power_of(unit)
    stop = zone(state, enemy(SIDE_OF_POWER[power]))
    reached = rail_reach(theatre, power, start, prices(state).length, no_railway(state, unit), stop)
    ends = rail_ends(state, power)
    if power == SOVIET:
        ends |= theatre.board.bits((theatre.staging_ussr,))
    return (reached & ends) - theatre.board.bits((start,))


def _bit(place: Hex) -> Bits:
    return Bits((place,))


def rails(phase: MovementPhase, state: GewState, unit: UnitId) -> bool:
    """Whether `cannot_rail` does not refuse a unit of the power, faster."""
    power = phase.power
    return (
        state.hex_of[unit] in railheads(state, power)
        and may_transfer(state, power, unit)
        and state.mp[power] >= rail_cost(state, unit)
        and in_supply(state, unit)
        and bool(rail_goals(state, unit))
    )


def cannot_rail(phase: MovementPhase, state: GewState, unit: UnitId) -> Iterator[Violation]:
    """18.1-18.4"""
    yield from cannot_transfer(phase, state, unit)
    power = phase.power
    if not is_mine(state, power, unit):
        return
    place = Hex(state.hex_of[unit])
    if not has_railways(state, power, place):
        yield Violation(
            "18.4", say("the {power} may not use railways where {unit} is", POWER_NAMES[power], unit), units=(unit,)
        )
    elif not is_station(state, power, place):
        said = say("{unit} is in {hex}, no mobilization, city, port or airbase hex of its own", unit, place)
        yield Violation("18.1", said, units=(unit,))
    elif not rail_goals(state, unit):
        yield Violation("18.1", say("no hex in supply lies on a railway that {unit} could use", unit), units=(unit,))
    yield from cannot_pay(state, power, rail_cost(state, unit), "18.2")


def goals_by_rail(phase: MovementPhase, state: GewState, unit: UnitId) -> list[Hex]:
    """The same as `bad_rail_goal`, faster."""
    return list(rail_goals(state, unit))


def bad_rail_goal(phase: MovementPhase, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """18.1, 18.3, 18.4"""
    theatre, power, start = state.theatre, phase.power, Hex(state.hex_of[unit])
    if to == start:
        yield Violation("18.1", say("{unit} is already there", unit), (to,))
        return
    if state.theatre.staging.get(to, power) != power:
        yield from cannot_enter(state, unit, to)
        return
    if not is_station(state, power, to):
        said = say(
            "{hex} is no mobilization, city, port or airbase hex that the {power} controls", to, POWER_NAMES[power]
        )
        yield Violation("18.1", said, (to,))
    elif to < theatre.hexes and not end_in_supply(state, power, to):
        yield Violation("18.1", say("{hex} is not in supply", to), (to,))
    closed, stop = no_railway(state, unit), zone(state, enemy(SIDE_OF_POWER[power]))
    if to < theatre.convoy and to not in rail_reach(theatre, power, start, prices(state).length, closed, stop):
        yield _no_line(state, unit, to, closed, stop)
    yield from bad_stay(state, unit, to)


def _no_line(state: GewState, unit: UnitId, to: Hex, closed: Bits, stop: Bits) -> Violation:
    """Why no railway brings a unit there: too long, cut, or none at all."""
    theatre, power, start = state.theatre, state.power_of(unit), Hex(state.hex_of[unit])
    most = prices(state).length
    ends = [Hex(place) for place in edge(theatre, to)] if to >= theatre.hexes else [to]
    starts = [Hex(place) for place in edge(theatre, start)] if start >= theatre.hexes else [start]
    more = (start >= theatre.hexes) + (to >= theatre.hexes)  # the staging area is a hex of the line
    open_ = _shortest(theatre, power, starts, ends, closed, stop)
    any_ = _shortest(theatre, power, starts, ends, NO_HEX, NO_HEX)
    if open_:
        return Violation(
            "18.1",
            say("{hex} is {number} hexes away by rail, and {most} is the most", to, len(open_) - 1 + more, most),
            (to,),
        )
    if not any_:
        return Violation(
            "18.4", say("no railway that the {power} may use leads to {hex}", POWER_NAMES[power], to), (to,)
        )
    cut = tuple(place for place in any_[1:] if place in closed)
    if cut:
        why = _closed_line(state, unit, cut[0])
        return Violation("18.3", say("the railway to {hex} is closed at {other_hex}: {why}", to, cut[0], why), cut)
    zones = tuple(place for place in any_ if place in stop)
    units = zone_of(state, enemy(SIDE_OF_POWER[power]), *zones)
    return Violation(
        "18.3", say("the railway to {hex} leads through enemy zones of control", to), zones or (to,), units
    )


def _closed_line(state: GewState, unit: UnitId, place: Hex) -> str:
    side = SIDE_OF_POWER[state.power_of(unit)]
    if place in occupied(state, enemy(side)):
        return "enemy units are there"
    if place in closed_to(state, unit):
        return "the unit may not go there"
    if place in foreign_rails(state, state.power_of(unit)):
        return "Turkey's railways serve the power that has Turkey"
    return "it is in enemy hands, or has an enemy installation"


def _shortest(
    theatre: Theatre, power: int, starts: list[Hex], ends: list[Hex], closed: Bits, stop: Bits
) -> tuple[Hex, ...]:
    """The shortest line between any two of these hexes, whatever its length."""
    found: list[tuple[int, ...]] = []
    for start in starts:
        if len(starts) > 1 and (start in closed or start not in theatre.rail[power]):
            continue
        barred = from_zone_to_zone(theatre, start, stop)
        flood = theatre.board.grid.reach(theatre.rail_prices[power], start, LIMIT, closed, stop, barred)
        found += [flood.route(place) for place in ends if place in flood]
    return tuple(map(Hex, sorted(found, key=len)[0])) if found else ()


def railway(state: GewState, unit: UnitId, to: Hex) -> tuple[Hex, ...]:
    """The shortest line by which a unit may go to a place, with both ends."""
    theatre, power, start = state.theatre, state.power_of(unit), Hex(state.hex_of[unit])
    closed, stop = no_railway(state, unit), zone(state, enemy(SIDE_OF_POWER[power]))
    free = [place for place in theatre.edge_ussr if place in (start, to) or place not in stop]  # G32-2
    starts, ends = (free if start >= theatre.hexes else [start]), (free if to >= theatre.hexes else [to])
    line = _shortest(theatre, power, starts, ends, closed, stop)
    return (*([start] if start >= theatre.hexes else []), *line, *([to] if to >= theatre.hexes else []))


def rail(state: GewState, unit: UnitId, to: Hex) -> None:
    """18.1-18.3 Only where the line ends control could change, and there it is friendly already (G6-1)."""
    power, start = state.power_of(unit), Hex(state.hex_of[unit])
    cost = rail_cost(state, unit)
    if prices(state).rail[is_larger(state, unit)] % 2:
        state.leave_half(start, 1 - state.rail[start])
    if cost:
        state.gain_mp(power, -cost, "18.2", "rail movement", unit=unit)
    state.did(unit, RAILED)
    enter(state, unit, to, "18.1")


# ------------------------------------------------------------------------------------------------ by sea


class Lane(NamedTuple):
    """Ports and staging areas between which a transfer may lead, and what it costs more there."""

    ends: Bits
    sea: int  # the sea, or -1 where 18.9 joins several
    times: int
    plus: int


@kept_in(LINES)
def lanes(state: GewState, power: int) -> tuple[Lane, ...]:
    """18.7-18.9 What a power may sail: one sea, or seas and staging areas that are joined off the map."""
    inland = None if shut_out(state, power) else dearer(state, power)
    return _lanes(state.theatre, power, friendly_seas(state, power), working_ports(state, power), inland)


@lru_cache(maxsize=REMEMBERED)
def _lanes(
    theatre: Theatre, power: int, friendly: int, ports: Bits, mediterranean: tuple[int, int] | None
) -> tuple[Lane, ...]:
    """`mediterranean`: what is paid more there; None if the power is shut out."""
    found, inland = [], theatre.sea_named("mediterranean")
    for sea in range(len(theatre.seas)):
        more = mediterranean if sea == inland else (1, 0)
        if friendly >> sea & 1 and more is not None:
            found.append(Lane(ports_of(theatre, 1 << sea) & ports, sea, *more))
    if power == WALLIED:
        for seas, boxes in theatre.transfer_groups:
            ends = ports_of(theatre, sum(1 << sea for sea in seas)) & ports
            found.append(Lane(ends | theatre.board.bits(boxes), -1, 1, 0))
    return tuple(found)


@changeable
def shut_out(state: GewState, power: int) -> bool:
    """18.0 Nobody is kept from transfers in the Mediterranean."""
    return False


@shut_out.changed_by(O37_MEDITERRANEAN)
def shut_out_of_the_mediterranean(state: GewState, power: int) -> bool:
    """O37.1 With Gibraltar, Malta and Cairo in Axis hands the Allies make no transfers there."""
    held = (side_controls(state, AXIS_SIDE, state.theatre.place(name)) for name in ("gibraltar", "malta", "cairo"))
    return power != AXIS and all(held)


def dearer(state: GewState, power: int) -> tuple[int, int]:
    """18.0 What Malta does to Axis transfers in the Mediterranean, and Messina to Allied ones (G18-6): factor and
    addition."""
    place, other = ("malta", ALLIED_SIDE) if power == AXIS else ("messina", AXIS_SIDE)
    return toll(state, place) if side_controls(state, other, state.theatre.place(place)) else (1, 0)


@changeable
def toll(state: GewState, place: str) -> tuple[int, int]:
    """18.0 They double the price."""
    return _factor(state.scenario, {"malta": "sea-axis-malta", "messina": "sea-allied-messina"}[place]), 0


@lru_cache(maxsize=32)
def _factor(scenario: Scenario, line: str) -> int:
    return int(scenario.charts.lines("mp_costs")[line].value.removeprefix("x"))


@toll.changed_by(O37_MEDITERRANEAN)
def toll_of_a_point(state: GewState, place: str) -> tuple[int, int]:
    """O37.2, O37.3 They add a point instead."""
    return 1, state.scenario.charts.lines("movement")[place].amount


def lanes_of(state: GewState, unit: UnitId) -> list[Lane]:
    """18.5, 6.2 The lanes a unit may take from where it is."""
    place = state.hex_of[unit]
    return [lane for lane in _open_to(state, unit) if place in lane.ends]


def _open_to(state: GewState, unit: UnitId) -> tuple[Lane, ...]:
    """The lanes a unit may take; Finns and Swedes have one of their own (G6-3)."""
    power = state.power_of(unit)
    if power == SOVIET and not state.belligerent(SOVIET):
        return ()  # 33.3: G9-7 lets them march and go by rail
    if (own := _own_lane(state.theatre, unit)) is None:
        return lanes(state, power)
    sea, regions = own
    shores = union(*(state.theatre.in_region[region] for region in regions))
    ports = ports_of(state.theatre, 1 << sea) & working_ports(state, power) & shores
    return (Lane(ports, sea, 1, 0),)


@lru_cache(maxsize=REMEMBERED)
def _own_lane(theatre: Theatre, unit: UnitId) -> tuple[int, tuple[int, ...]] | None:
    """6.2 The one sea that a nationality may sail, and the regions it joins."""
    limits = (each for each in theatre.area_limits if theatre.nationality[unit] in each.nationalities)
    return next((limit.transfer for limit in limits), None)


def sea_cost(state: GewState, unit: UnitId, to: Hex) -> int | None:
    """18.6 The price of a transfer by the cheapest lane; None if there is no lane."""
    price = prices(state).sea[is_larger(state, unit)]
    costs = [price * lane.times + lane.plus for lane in lanes_of(state, unit) if to in lane.ends]
    return min(costs, default=None)


def sea_goals(state: GewState, unit: UnitId) -> Bits:
    """18.5-18.9 Where a unit may be shipped with the MP there are, in supply or not."""
    place, price = Hex(state.hex_of[unit]), prices(state).sea[is_larger(state, unit)]
    most = state.mp[state.power_of(unit)]
    found = _open_to(state, unit)
    open_to = [lane.ends for lane in found if price * lane.times + lane.plus <= most and place in lane.ends]
    if not open_to:
        return NO_HEX
    return union(*open_to) - union(_bit(place), no_stay(state, unit), closed_to(state, unit))


def ships(phase: MovementPhase, state: GewState, unit: UnitId) -> bool:
    """Whether `cannot_ship` does not refuse a unit of the power, faster."""
    place, power = state.hex_of[unit], phase.power
    return (
        (place in holdings(state, power).ports or place >= state.theatre.hexes)
        and may_transfer(state, power, unit)
        and bool(sea_goals(state, unit))
        and in_supply(state, unit)
    )


def cannot_ship(phase: MovementPhase, state: GewState, unit: UnitId) -> Iterator[Violation]:
    """18.5-18.9"""
    yield from cannot_transfer(phase, state, unit)
    power = phase.power
    if not is_mine(state, power, unit):
        return
    place = Hex(state.hex_of[unit])
    where = area_name(state.theatre, place) if place in state.theatre.staging else say("{hex}", place)
    if power == SOVIET and not state.belligerent(SOVIET):
        yield Violation(
            "33.3", say("{unit} only marches and goes by rail while the Soviet Union is neutral", unit), units=(unit,)
        )
    elif not lanes_of(state, unit):
        yield Violation(
            "18.5",
            say("{unit} is in {where}, which is no working port of its own in a sea open to it", unit, where),
            units=(unit,),
        )
    elif not sea_goals(state, unit):
        yield from _no_passage(state, unit)


def _no_passage(state: GewState, unit: UnitId) -> Iterator[Violation]:
    power, price = state.power_of(unit), prices(state).sea[is_larger(state, unit)]
    here = _bit(Hex(state.hex_of[unit])) | no_stay(state, unit) | closed_to(state, unit)
    costs = [price * lane.times + lane.plus for lane in lanes_of(state, unit) if lane.ends - here]
    if costs:
        yield from cannot_pay(state, power, min(costs), "18.6")
    else:
        yield Violation("18.5", say("no other port is open to {unit} in that sea", unit), units=(unit,))


def goals_by_sea(phase: MovementPhase, state: GewState, unit: UnitId) -> list[Hex]:
    """The same as `bad_sea_goal`, faster."""
    return list(sea_goals(state, unit))


def bad_sea_goal(phase: MovementPhase, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """18.5-18.9"""
    power = phase.power
    if to == state.hex_of[unit]:
        yield Violation("18.5", say("{unit} is already there", unit), (to,))
        return
    if state.theatre.staging.get(to, power) != power:
        yield from cannot_enter(state, unit, to)
        return
    cost = sea_cost(state, unit, to)
    if to < state.theatre.hexes and to not in working_ports(state, power):
        yield Violation(
            "18.5", say("{hex} is no working port that the {power} controls", to, POWER_NAMES[power]), (to,)
        )
    elif cost is None:
        yield Violation("18.7", say("no sea that {unit} may sail joins {hex} to where it is", unit, to), (to,))
    else:
        yield from cannot_pay(state, power, cost, "18.6")
    if to < state.theatre.hexes and to in closed_to(state, unit):
        yield Violation("6.2", say("{unit} may not go to {hex}", unit, to), (to,))
    yield from bad_stay(state, unit, to)


def ship(state: GewState, unit: UnitId, to: Hex) -> None:
    """18.5, 18.6"""
    cost = sea_cost(state, unit, to)
    assert cost is not None
    state.gain_mp(state.power_of(unit), -cost, "18.6", "sea transfer", unit=unit)
    state.did(unit, SHIPPED)
    enter(state, unit, to, "18.5")
