"""OCS 12.6, 12.7: trace supply: sources, railheads, extenders, and who reaches them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from sandtable.core.bits import NO_HEX, Bits, standing, union, where
from sandtable.core.charts import round_half_up
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.ocs.s04_zones import hindered
from sandtable.systems.ocs.s12_paths import drawn, headquarters, path_prices, serves, shut, throws_to
from sandtable.systems.ocs.state import PORT, OcsState, stores_fact
from sandtable.systems.ocs.theatre import LEG, QUARTERS, TRUCK, Port


@stores_fact
def ports(state: OcsState) -> Mapping[Hex, Port]:
    """19.0, 18.4f Those of the scenario, and LSTs that are ports: each takes a supply point, and is a source."""
    found = {
        Hex(state.hex_of[unit]): Port(state.number("tokens-a-point"), frozenset((Side(state.owner[unit]),)))
        for unit in state.theatre.holds if state.role[unit] == PORT
    }  # fmt: skip
    return {**state.theatre.ports, **found} if found else state.theatre.ports


def capacity(state: OcsState, port: Hex) -> int:
    """19.0b What a port takes in a phase, in tokens, with the hits it has."""
    full, hits = ports(state)[port].tokens, state.port_hits[port]
    if not hits:
        return full
    left = int(state.scenario.charts.table("port_damage").read(hits).rstrip("%"))
    return round_half_up(Fraction(full * left, 100))


@stores_fact
def sources(state: OcsState, side: Side) -> Bits:
    """12.6 Those the scenario names, and LSTs as ports, while the enemy neither holds them nor has a zone there that
    nobody negates; a port only while it takes a supply point."""
    theatre, closed, harbours = state.theatre, shut(state, side, TRUCK), ports(state)
    found = []
    for hex in {*theatre.sources[side], *(hex for hex in harbours if hex not in theatre.ports)}:
        port = harbours.get(hex)
        if port is not None and hex not in theatre.sources[side] and side not in port.sources:
            continue
        lost = state.controller(hex) == enemy(side) or hex in closed
        if port is not None and side in port.sources:
            lost |= state.controller(hex) != side or capacity(state, hex) < state.number("tokens-a-point")
        if not lost:
            found.append(hex)
    return theatre.board.bits(found)


class Net(NamedTuple):
    """12.6 All that supply is traced to beside the sources themselves."""

    rails: Bits  # hexes of railroads that lead to a source
    railheads: Bits  # of them, those where one gets off (13.3)
    extenders: Bits  # that work (12.7)


def lost_stations(state: OcsState, side: Side) -> Bits:
    """13.3h Stations that the enemy was the last to enter: no rail path of the side leads through them."""
    return state.theatre.stations & where(state.control, (enemy(side) + 1,))


def off_gauge(state: OcsState, side: Side) -> Bits:
    """13.3f Hexes of railroads that a side cannot use: of another gauge as printed, or converted by the enemy."""
    theatre = state.theatre
    if not theatre.gauges:
        return NO_HEX
    own = (theatre.tracks[side] - where(state.gauge, (enemy(side) + 1,))) | where(state.gauge, (side + 1,))
    return theatre.railways - own


@stores_fact
def net(state: OcsState, side: Side) -> Net:
    """12.6, 12.7 From the sources outwards: rails lead to railheads, extenders reach from these or from one another,
    and link further rails. None supplies itself, since each begins with what is reached already. An enemy zone that
    nobody negates shuts an extender as it does a source."""
    theatre, grid = state.theatre, state.theatre.board.grid
    blocked = state.occupied(enemy(side)) | hindered(state, side)
    closed = union(blocked, off_gauge(state, side), lost_stations(state, side))
    start = sources(state, side) - state.theatre.kept_ports[side]
    left = {hex: mobility for hex, mobility in posted(state, side).items() if hex not in blocked}
    found = Net(NO_HEX, NO_HEX, NO_HEX)
    while True:
        begin = (start | found.extenders | grid.zone(found.extenders)) & theatre.railways
        rails = grid.traced(theatre.along_rails, begin - closed, LIMIT, closed)
        found = Net(rails, _stops(state, side, rails), found.extenders)
        goals = union(start, *found[1:])
        new = [hex for hex, mobility in left.items() if hex in _reaching(state, side, goals, mobility)]
        if not new:
            return found
        found = found._replace(extenders=found.extenders | theatre.board.bits(new))
        for hex in new:
            del left[hex]


def _stops(state: OcsState, side: Side, rails: Bits) -> Bits:
    """13.3 Detrainable hexes: villages, cities, ports, HQs in Combat Mode, unless the enemy was the last to enter."""
    theatre = state.theatre
    hqs = [unit for unit in theatre.hqs_of[side] if is_railhead(state, unit)]
    stops = (theatre.stations | standing(state.hex_of, hqs, theatre.board.hexes)) & rails
    return stops - where(state.control, (enemy(side) + 1,))


def is_railhead(state: OcsState, unit: UnitId) -> bool:
    """13.1 Of all engineers an HQ alone makes its rail hex detrainable."""
    return state.theatre.is_hq[unit] and state.is_engineer(unit)


@stores_fact
def posted(state: OcsState, side: Side) -> Mapping[Hex, int]:
    """12.7 By hex: the mobility of the extender there, whether or not it works."""
    theatre, found = state.theatre, dict[Hex, int]()
    for unit in state.transport(side):
        if state.extends[unit]:
            found[Hex(state.hex_of[unit])] = LEG if theatre.is_wagon[unit] else TRUCK
    return found


def extending(state: OcsState, side: Side, place: Hex) -> tuple[UnitId, ...]:
    """12.7 The points that are an extender in a hex."""
    return tuple(sorted(unit for unit in state.transport(side) if state.extends[unit] and state.hex_of[unit] == place))


def connects(state: OcsState, side: Side, place: Hex, mobility: int) -> bool:
    """12.7 Would an extender there reach a source, a railhead or another extender?"""
    found = net(state, side)
    goals = union(sources(state, side) - state.theatre.kept_ports[side], found.railheads, found.extenders)
    return place in _reaching(state, side, goals, mobility) - shut(state, side, TRUCK)


def _reaching(state: OcsState, side: Side, goals: Bits, mobility: int) -> Bits:
    """12.7 The hexes from which an extender reaches one of these: to it or next to it."""
    line = "truck-extender" if mobility == TRUCK else "wagon-extender"
    return _within(state, side, goals, mobility, QUARTERS * state.number(line))


def _within(state: OcsState, side: Side, goals: Bits, mobility: int, limit: int) -> Bits:
    """12.3 The hexes from which one of these is reached over so many quarters of a point; adjacent is enough."""
    return drawn(state.theatre.board, path_prices(state, side, mobility), goals, limit, shut(state, side, mobility))


# ------------------------------------------------------------------------------------------------ 12.6 who is traced


@stores_fact
def trace_points(state: OcsState, side: Side) -> Bits:
    """12.6 All that supply is traced to: sources, railheads, extenders that work."""
    found = net(state, side)
    return union(sources(state, side), found.railheads, found.extenders) - shut(state, side, TRUCK)


@stores_fact
def drawing(state: OcsState, side: Side, mobility: int = TRUCK) -> Bits:
    """12.6 Hexes within five movement points of one of these, or next to it."""
    return drawing_from(state, side, trace_points(state, side), mobility)


def drawing_from(state: OcsState, side: Side, points: Bits, mobility: int) -> Bits:
    """12.6 The same of some of them."""
    return _within(state, side, points, mobility, QUARTERS * state.number("draw"))


@stores_fact
def throwing(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """12.6 HQs that draw themselves, and so pass it on."""
    return tuple([
        unit for unit in headquarters(state, side)
        if state.hex_of[unit] in drawing_by(state, side, unit)
    ])  # fmt: skip


def drawing_by(state: OcsState, side: Side, hq: UnitId) -> Bits:
    """12.6 Where this HQ would draw what it passes on."""
    points, mobility = trace_points(state, side), state.mobility(hq)
    mine = open_to(state, side, hq, points)
    return drawing(state, side, mobility) if mine == points else drawing_from(state, side, mine, mobility)


def open_to(state: OcsState, side: Side, hq: UnitId, points: Bits) -> Bits:
    """12.6 What of these an HQ passes on: not what comes through a port that is kept for others."""
    theatre = state.theatre
    others = [hex for hex in theatre.kept_ports[side] if hq not in theatre.ports[hex].hqs]
    return points - theatre.board.bits(others) if others else points


def traced(state: OcsState, unit: UnitId, at: Hex | None = None) -> bool:
    """12.6 Is a combat unit in trace supply, where it is or there?"""
    side, here = Side(state.owner[unit]), state.hex_of[unit] if at is None else at
    if here in drawing(state, side):
        return True
    return any(here in throws_to(state, hq) and serves(state, hq, unit) for hq in throwing(state, side))


def traceable(state: OcsState, side: Side, place: Hex) -> bool:
    """12.6 Would a unit of the side be in trace supply there?"""
    return place in all_traceable(state, side)


@stores_fact
def all_traceable(state: OcsState, side: Side) -> Bits:
    """12.6 All such hexes."""
    return union(drawing(state, side), *[throws_to(state, hq) for hq in throwing(state, side)])
