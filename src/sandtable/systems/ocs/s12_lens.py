"""OCS 12.6, looked at: how a unit is traced to its source, or what cuts it; a position after a hex has fallen."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import Bits
from sandtable.core.kernels import LIMIT
from sandtable.core.lens import Leg, Supply
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.ocs.figures import points
from sandtable.systems.ocs.s04_zones import hindered
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s12_paths import path_prices, serves, shut, throws_to
from sandtable.systems.ocs.s12_trace import drawing, net, off_gauge, posted, sources, throwing, trace_points, traced
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS, TRUCK


def supply(state: OcsState, unit: UnitId, taker: UnitId | None = None) -> Supply | None:
    """12.6 By an HQ or without one to a source, a railhead or an extender, and from there to the source. The taker of
    a hex is a unit that is near, and is named like any other."""
    if not state.is_on_map(unit) or not state.theatre.is_combat[unit]:
        return None
    side, here = Side(state.owner[unit]), Hex(state.hex_of[unit])
    if not traced(state, unit):
        because = "no way to a source, a railhead or an extender"
        return Supply(unit, because, ("12.6", "12.8"), cuts=tuple(_cuts(state, side, here)))
    if unit not in in_trace(state, side):
        apart = Violation("12.6", "the rest of its formation traces to another source", (here,))
        return Supply(unit, "no way to the source of its formation", ("12.6", "12.8"), cuts=(apart,))
    legs = list[Leg]()
    at, mobility, by = here, TRUCK, None
    if here not in drawing(state, side):
        by = next(hq for hq in throwing(state, side) if here in throws_to(state, hq) and serves(state, hq, unit))
        at, mobility = Hex(state.hex_of[by]), state.mobility(by)
        legs.append(Leg("throw", _way(state, side, here, {at}, mobility), "12.3"))
    onward = _way(state, side, at, set(trace_points(state, side)), mobility)
    legs.append(Leg("draw", onward, "12.6"))
    at = onward[-1]
    for leg in _to_the_source(state, side, at):
        legs.append(leg)
        at = leg.hexes[-1]
    legs = [leg for leg in legs if len(leg.hexes) > 1]
    said = say("from {hex}, by {unit}", at, by) if by is not None else say("from {hex}", at)
    return Supply(unit, said, ("12.6",), tuple(legs), at)


def _to_the_source(state: OcsState, side: Side, at: Hex) -> Iterator[Leg]:
    """12.6, 12.7 From a railhead by rail, from an extender to what it reaches, until a source is there."""
    ends, found, left = set(sources(state, side)), net(state, side), set(net(state, side).extenders)
    for _ in range(2 * len(left) + 2):
        if at in ends:
            return
        if at in found.rails:
            goals = ends | {hex for hex in found.rails if hex in left}
            way = _along_rails(state, side, at, goals)
            if len(way) > 1:
                yield Leg("rail", way, "12.6")
                at = way[-1]
                continue
        left.discard(at)
        mobility = posted(state, side).get(at, TRUCK)
        way = _way(state, side, at, (ends | set(found.railheads) | left) - {at}, mobility)
        if len(way) < 2:
            return
        yield Leg("extender", way, "12.7")
        at = way[-1]


def _along_rails(state: OcsState, side: Side, start: Hex, goals: set[Hex]) -> tuple[Hex, ...]:
    theatre = state.theatre
    closed = state.occupied(enemy(side)) | hindered(state, side) | off_gauge(state, side)
    trace = theatre.board.grid.trace(theatre.along_rails, sorted(goals), LIMIT, closed)
    return tuple(map(Hex, trace.path(start)))


def _way(state: OcsState, side: Side, start: Hex, goals: set[Hex], mobility: int) -> tuple[Hex, ...]:
    """12.3 The cheapest way to one of these, which need only be next to it; just the hex, if it is there already."""
    if start in goals or not goals:
        return (start,)
    grid, closed = state.theatre.board.grid, shut(state, side, mobility)
    trace = grid.trace(path_prices(state, side, mobility), sorted(goals), LIMIT, closed)
    if path := tuple(map(Hex, trace.path(start))):
        return path
    around = state.theatre.board.around
    near = min((hex for hex in around(start) if trace.cost(hex) >= 0), key=trace.cost, default=None)
    if near is not None:
        return (start, *map(Hex, trace.path(near)))
    nearest = min(goals, key=lambda hex: (state.theatre.board.layout.distance(start, hex), hex))
    return (start, nearest)


def _cuts(state: OcsState, side: Side, here: Hex) -> Iterator[Violation]:
    """12.6 What closes the way that is nearest to being open, or how far it is."""
    goals, board = trace_points(state, side), state.theatre.board
    if not goals:
        yield Violation("12.6", "its side has no source of supply left", (here,))
        return
    limit, prices = QUARTERS * state.number("draw"), path_prices(state, side, TRUCK)
    through = board.grid.trace(prices, list(goals), LIMIT)
    way = tuple(map(Hex, through.path(here)))
    closed: Bits = shut(state, side, TRUCK)
    cut = [hex for hex in way[1:-1] if hex in closed]
    for hex in cut:
        if units := tuple(state.combat_units_in(hex, enemy(side))):
            yield Violation("12.6", say("{units} in {hex} cut the way", units, hex), (hex,), units)
        else:
            yield Violation("12.6", say("{hex} is in a zone of the enemy", hex), (hex,))
    if not cut:
        far = through.cost(here)
        away = f"the nearest is {points(far)} MP away, {points(limit)} at most"
        yield Violation("12.6", away if far >= 0 else "no truck gets to any of them", (here,))


def supplied(state: OcsState, side: Side) -> dict[UnitId, bool]:
    """12.6 Which combat units are in trace supply now."""
    found = in_trace(state, side)
    return {unit: unit in found for unit in state.combat_units(side)}


def taken(state: OcsState, hex: Hex) -> tuple[Side, UnitId, OcsState] | None:
    """Who holds a hex, and the position if the nearest combat unit of his enemy had taken it: who stood there is
    lost."""
    theatre = state.theatre
    if hex >= theatre.board.hexes:
        return None
    there = state.combat_units_in(hex)
    holder = Side(state.owner[there[0]]) if there else state.controller(hex)
    if holder is None:
        return None
    foe = enemy(holder)
    able = [unit for unit in state.combat_units(foe) if theatre.attacks[state.face[unit]][unit]]
    if not able or hex in theatre.sea:
        return None
    distance = theatre.board.layout.distance
    taker = min(able, key=lambda each: (distance(Hex(state.hex_of[each]), hex), each))
    fallen = state.copy()
    for unit in list(fallen.units_in(hex)):
        if fallen.owner[unit] == holder:
            fallen.destroy(unit, "12.6")
    fallen.move(taker, hex, "12.6")
    fallen.take_control(hex, foe, "12.6")
    return holder, taker, fallen
