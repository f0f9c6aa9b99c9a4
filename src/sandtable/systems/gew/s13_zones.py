"""GEW 13: zones of control, and which hexes they close."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.bits import Bits, standing, union
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import kept_in, side_fact
from sandtable.systems.gew.state import FRONT, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import AXIS_SIDE, NEUTRAL, SIDE_OF_POWER, Theatre


@side_fact
def occupied(state: GewState, side: Side) -> Bits:
    """The hexes with ground units of a side's belligerents."""
    found = [held(state, power) for power in POWERS_OF_SIDE[side] if state.belligerent(power)]
    return found[0] if len(found) == 1 else union(*found)


def held(state: GewState, power: int) -> Bits:
    """The hexes with ground units of a power, be it at war or not."""
    return _held(state, SIDE_OF_POWER[power] if power < NEUTRAL else AXIS_SIDE, power)  # neutrals spoil both files


@side_fact
def _held(state: GewState, side: Side, power: int) -> Bits:
    return standing(state.hex_of, state.ground_units(power), state.theatre.hexes)


@side_fact
def zone(state: GewState, side: Side) -> Bits:
    """13.1 The hexes next to a side's ground units: not across sea or straits, not over a neutral border."""
    theatre = state.theatre
    barred = _barred(theatre, bytes(state.status))
    return theatre.board.grid.zone(occupied(state, side), barred)


def zone_of(state: GewState, side: Side, *places: Hex) -> tuple[UnitId, ...]:
    """The ground units of a side in whose zone any of these hexes lies."""
    barred, board = _barred(state.theatre, bytes(state.status)), state.scenario.board
    powers = [power for power in POWERS_OF_SIDE[side] if state.belligerent(power)]
    near = {
        there: None
        for place in places
        for there in board.around(place)
        if board.layout.side(there, place) not in barred
    }
    found = [unit for there in near for unit in state.ground_in(there) if state.power_of(unit) in powers]
    return tuple(sorted(found, key=lambda unit: (state.power_of(unit), unit)))


def in_enemy_zone(state: GewState, side: Side, place: Hex) -> bool:
    return place in zone(state, enemy(side))


@kept_in(FRONT)
def contested(state: GewState, side: Side) -> Bits:
    """13.2, 13.3 Enemy zones where no ground unit of the side negates them."""
    return zone(state, enemy(side)) - occupied(state, side)


def neutral_ground(state: GewState, side: Side) -> Bits:
    """9.2 Territory a side may not enter; the Axis may go into South France (9.6)."""
    return _neutral(state.theatre, bytes(state.status), side)


@lru_cache(maxsize=256)
def _neutral(theatre: Theatre, status: bytes, side: Side) -> Bits:
    lands = [theatre.in_country[nth] for nth, power in enumerate(status) if power == NEUTRAL]
    ground = union(theatre.board.bits(()), *lands)
    return ground - theatre.axis_may_enter if side == AXIS_SIDE else ground


@lru_cache(maxsize=256)
def _barred(theatre: Theatre, status: bytes) -> Bits:
    """13.1 The hexsides over which no zone reaches: water, and the borders of neutrals."""
    borders = zip(_borders(theatre), status, strict=True)
    return union(theatre.no_zoc, *(border for border, power in borders if power == NEUTRAL))


@lru_cache
def _borders(theatre: Theatre) -> tuple[Bits, ...]:
    """By country: the hexsides that lead into it or out of it."""
    board, country_at = theatre.board, theatre.country_at
    found: list[list[int]] = [[] for _ in theatre.countries]
    for side, there in enumerate(board.neighbours):
        here = side // 6
        if there >= 0 and here < board.hexes and country_at[here] != country_at[there]:
            for country in (country_at[here], country_at[there]):
                if country >= 0:
                    found[country].append(side)
    return tuple(Bits(sides, 6 * board.size) for sides in found)
