"""USE 1.7: zones of control: where they reach, whose they are, and which steps they forbid."""

from __future__ import annotations

from sandtable.core.bits import Bits, union
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import side_fact
from sandtable.systems.use.state import PEACE, UseState, held_fact


@side_fact
def exerting(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """1.7 Ground units, but none that occupies a fort (4.2.3.5)."""
    units, in_fort = state.ground_units(side), state.in_fort
    return tuple([unit for unit in units if not in_fort[unit]]) if 1 in in_fort else units


@side_fact
def zone(state: UseState, side: Side) -> Bits:
    """1.7 The hexes in a side's zones: not over prohibited hexsides, not in land that is neutral or closed by a policy,
    and none with a No EZOC marker."""
    theatre, hex_of = state.theatre, state.hex_of
    around, country_of = theatre.zone_from, theatre.country_of
    if _some_peace(state):
        each = [around[hex_of[unit]] - state.shut_land(country_of[unit]) for unit in exerting(state, side)]
    else:
        each = [around[hex_of[unit]] for unit in exerting(state, side)]
    marked, neutral = _unzoned(state), state.neutral_land()
    return union(*each) - (neutral | theatre.board.bits(marked) if marked else neutral)


@held_fact
def _some_peace(state: UseState) -> bool:
    """D1 Does a policy keep countries from some land?"""
    return any(policy in PEACE for policy in state.policies)


def _unzoned(state: UseState) -> list[Hex]:
    """5.3 Hexes with a No EZOC marker."""
    return [Hex(hex) for hex, marked in enumerate(state.no_ezoc) if marked] if 1 in state.no_ezoc else []


def in_ezoc(state: UseState, side: Side, place: Hex) -> bool:
    """Is the hex in a zone of the side's enemy?"""
    return place in zone(state, enemy(side))


def zoned_by(state: UseState, side: Side, place: Hex) -> frozenset[UnitId]:
    """The units of a side whose zones reach a hex."""
    if state.no_ezoc[place]:
        return frozenset()
    theatre, found = state.theatre, set()
    for there in theatre.board.around(place):
        unit = state.ground_at(there)
        if unit is None or theatre.side_of[unit] != side or state.in_fort[unit]:
            continue
        if not theatre.prohibited(there, place) and place not in state.shut_land(theatre.country_of[unit]):
            found.add(unit)
    return frozenset(found)


@side_fact
def same_unit(state: UseState, side: Side) -> Bits:
    """4.2.3.1 The hexsides between two hexes that are in the zone of one and the same unit of a side: no step goes
    over them."""
    theatre, board = state.theatre, state.theatre.board
    peace = _some_peace(state)
    rings = [_ring(state, unit) if peace else theatre.ring[state.hex_of[unit]] for unit in exerting(state, side)]
    found = union(Bits((), 6 * board.size), *rings)
    for hex in _unzoned(state):
        out = [board.layout.side(hex, there) for there in board.around(hex)]
        back = [board.layout.side(there, hex) for there in board.around(hex)]
        found = found - Bits((*out, *back), 6 * board.size)
    return found


def _ring(state: UseState, unit: UnitId) -> Bits:
    """4.2.3.1 The hexsides between two hexes that one unit's zone reaches, whose country a policy keeps from some
    land."""
    theatre, neighbours = state.theatre, state.theatre.board.neighbours
    shut = state.shut_land(theatre.country_of[unit])
    ring = list(theatre.ring[state.hex_of[unit]])
    return Bits(
        (side for side in ring if side // 6 not in shut and neighbours[side] not in shut), 6 * theatre.board.size
    )
