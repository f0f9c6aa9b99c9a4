"""GEW O41: countries that give up."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.bits import Bits
from sandtable.core.rules import Hex
from sandtable.systems.gew.options import O41_SURRENDER
from sandtable.systems.gew.s06_control import side_controls
from sandtable.systems.gew.s09_neutrals import units_of
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, NEUTRAL, SIDE_OF_POWER, Theatre

BY_CAPITAL = (
    "spain", "slovakia", "croatia", "hungary", "portugal", "romania", "bulgaria", "sweden", "finland", "turkey",
    "ireland",
)  # fmt: skip
LANDINGS = 2  # ports in French North Africa that US units occupy (O41.1)


def surrender(state: GewState) -> None:
    """O41.1 Whoever meets its condition now."""
    if not state.option(O41_SURRENDER):
        return
    for id, nth in _countries(state.theatre):
        if state.status[nth] < NEUTRAL and _beaten(state, id, nth):
            give_up(state, nth)


def _beaten(state: GewState, id: str, nth: int) -> bool:
    if id == "italy":
        return _italy(state)
    if id == "vichy_france":
        return state.status[nth] == AXIS and _vichy(state)
    capital = state.theatre.countries[nth].capital
    assert capital is not None
    return any(
        (side := state.side_of(unit)) is not None and side != SIDE_OF_POWER[state.status[nth]]
        for unit in state.ground_in(capital)
    )


def _italy(state: GewState) -> bool:
    """The Allies control every port in North Africa (Egypt, Libya, French North Africa: GO-41), and Rome or every port
    of Sicily or of Sardinia."""
    theatre = state.theatre
    if not side_controls(state, ALLIED_SIDE, theatre.place("tripoli")):
        return False  # the quick way out
    if not _all_ours(state, _ports(theatre, ("egypt", "libya", "french_north_africa"))):
        return False
    rome = side_controls(state, ALLIED_SIDE, theatre.place("rome"))
    return rome or any(_all_ours(state, _ports(theatre, (island,))) for island in ("sicily", "sardinia"))


def _vichy(state: GewState) -> bool:
    theatre = state.theatre
    landed = [
        port
        for port in _ports(theatre, ("french_north_africa",))
        if any(theatre.nationality[unit] in ("us", "aef") for unit in state.ground_in(port))  # 30.7
    ]
    return len(landed) >= LANDINGS


def _all_ours(state: GewState, ports: tuple[Hex, ...]) -> bool:
    return all(side_controls(state, ALLIED_SIDE, port) for port in ports)


@lru_cache
def _countries(theatre: Theatre) -> tuple[tuple[str, int], ...]:
    return tuple((id, theatre.country(id)) for id in (*BY_CAPITAL, "italy", "vichy_france"))


@lru_cache
def _ports(theatre: Theatre, groups: tuple[str, ...]) -> tuple[Hex, ...]:
    found: list[Hex] = []
    for group in groups:
        area: Bits = theatre.in_group(group)
        found += list(area & theatre.port)
    return tuple(found)


def give_up(state: GewState, nth: int) -> None:
    """O41.2 All its units are out of the game; its land stays with whoever controls it, fortifications in it too."""
    theatre = state.theatre
    state.note_country("surrendered", "O41.2", nth)
    for unit in units_of(theatre, nth):
        if state.hex_of[unit] >= 0:
            at_home = theatre.country_at[state.hex_of[unit]] == nth
            state.take_out(unit, "O41.2", fort_stays=at_home)
    state.leave_war(nth)
