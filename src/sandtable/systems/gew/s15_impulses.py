"""GEW 15: what the season does to an impulse."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.bits import NO_HEX, Bits
from sandtable.core.rules import UnitId
from sandtable.systems.gew.state import IMPULSE, LANDED, MARCHED, RAILED, SHIPPED, GewState
from sandtable.systems.gew.theatre import Theatre

SECOND = 2  # impulse


def thaw(state: GewState) -> Bits:
    """15.0 In the second impulse of spring: the Soviet Union, the Baltic States and the USSR Staging Area."""
    if state.clock[IMPULSE] != SECOND or state.season != "spring":
        return NO_HEX
    return _muddy(state.theatre)


def sits_out(state: GewState, unit: UnitId) -> bool:
    """15.0 A ground unit that began the impulse there neither moves nor attacks; one that came in may (G15-1)."""
    place, moved = state.hex_of[unit], state.done[unit] & (MARCHED | RAILED | SHIPPED | LANDED)
    return place >= 0 and not moved and place in thaw(state)


@lru_cache
def _muddy(theatre: Theatre) -> Bits:
    return theatre.spring_ban | theatre.board.bits((theatre.staging_ussr,))
