"""What a hex or a counter stands for where a word is asked: its country, its power."""

from __future__ import annotations

from sandtable.core.decisions import HEX, UNIT, Kind, Pick, Where
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.s09_neutrals import INVASIONS
from sandtable.systems.gew.s27_special_forces import MISSIONS
from sandtable.systems.gew.s31_partisans import homelands
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import POWERS

INVADED = INVASIONS.forms["invade"].where("country")
SUPPORTED = MISSIONS.forms["support"].where("country")


def stands_for(state: GewState, where: Where, kind: Kind, pick: Pick) -> str:
    """9.5 The country that would be invaded, 27.2 the one where partisans are supported; a counter's power."""
    if where == INVADED:
        return _country(state, kind, pick)
    if where == SUPPORTED and kind == HEX:
        return _homeland(state, pick)
    return _power(state, pick) if where[1] == "power" and kind == UNIT else ""


def _power(state: GewState, unit: UnitId) -> str:
    """A power of the side asked, if the counter is one of its."""
    power = state.theatre.power[unit]
    return POWERS[power] if isinstance(state.wait, Ask) and power in POWERS_OF_SIDE[state.wait.side] else ""


def _country(state: GewState, kind: Kind, pick: Pick) -> str:
    """A counter's own; a hex's as the map prints it."""
    theatre = state.theatre
    country = theatre.country_at[pick] if kind == HEX else theatre.country_of[pick]
    return theatre.countries[country].id if country >= 0 else ""


def _homeland(state: GewState, place: Hex) -> str:
    """31.2 Where partisans of the side asked may rise, by its chief region."""
    if not isinstance(state.wait, Ask):
        return ""
    homes, region = homelands(state.theatre, state.wait.side), state.theatre.region_at[place]
    return next((home for home, regions in homes.items() if region in regions), "")
