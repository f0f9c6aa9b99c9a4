"""OCS 12.6: who is in trace supply, where the units of a formation trace to one source together."""

from __future__ import annotations

from sandtable.core.bits import Bits
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.options import OWN_SOURCES
from sandtable.systems.ocs.s12_paths import headquarters, serves, throws_to
from sandtable.systems.ocs.s12_trace import drawing_from, net, open_to, trace_points, traced
from sandtable.systems.ocs.state import OcsState, stores_fact
from sandtable.systems.ocs.theatre import TRUCK


@stores_fact
def ways(state: OcsState, side: Side) -> tuple[Bits, ...]:
    """12.6 What supply is traced to, put together where one railroad links it: that is one source. An extender and a
    source beside the rails are one each (house)."""
    points, rails, grid = trace_points(state, side), net(state, side).rails, state.theatre.board.grid
    found, left = list[Bits](), points
    for point in points:
        if point in left:
            one = state.theatre.board.bits([point])
            if point in rails:
                off = state.theatre.railways - rails
                one = (grid.traced(state.theatre.along_rails, one, LIMIT, off) & points) | one
            found.append(one)
            left = left - one
    return tuple(found)


@stores_fact
def in_trace(state: OcsState, side: Side) -> frozenset[UnitId]:
    """12.6 The combat units in trace supply. Of a formation those that share the source which supplies most of it."""
    formation_of = state.theatre.formation_of
    supplied = [unit for unit in state.combat_units(side) if traced(state, unit)]
    if state.option(OWN_SOURCES):
        return frozenset(supplied)
    found = {unit for unit in supplied if formation_of[unit] < 0}
    for formation in sorted({formation_of[unit] for unit in supplied} - {-1}):
        found |= _most(state, side, [unit for unit in supplied if formation_of[unit] == formation])
    return frozenset(found)


def _most(state: OcsState, side: Side, units: list[UnitId]) -> frozenset[UnitId]:
    """Those of a formation that share the source which supplies most of it."""
    best = frozenset[UnitId]() if ways(state, side) and len(units) > 1 else frozenset(units)
    for near, hqs in _served(state, side) if not best else ():
        share = frozenset([
            unit for unit in units
            if (here := Hex(state.hex_of[unit])) in near
            or any(here in throws_to(state, hq) and serves(state, hq, unit) for hq in hqs)
        ])  # fmt: skip
        if len(share) == len(units):
            return share
        best = max(best, share, key=len)
    return best


@stores_fact
def _served(state: OcsState, side: Side) -> tuple[tuple[Bits, tuple[UnitId, ...]], ...]:
    """By source: the hexes that it supplies directly, and the HQs that draw from it."""
    return tuple([
        (drawing_from(state, side, way, TRUCK), tuple([
            hq for hq in headquarters(state, side)
            if state.hex_of[hq] in drawing_from(state, side, open_to(state, side, hq, way), state.mobility(hq))
        ]))
        for way in ways(state, side)
    ])  # fmt: skip
