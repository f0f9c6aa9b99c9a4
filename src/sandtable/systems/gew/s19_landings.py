"""GEW 19.7: units that attack from the air or the sea, and what becomes of them in the Ground Combat Phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import kept_in
from sandtable.systems.gew.s06_control import enemies_in, enter
from sandtable.systems.gew.s24_losses import come_back
from sandtable.systems.gew.state import AIRBORNE_ASSAULT, AMPHIBIOUS_ASSAULT, LANDED, SORTIES, TRANSPORT, GewState
from sandtable.systems.gew.theatre import Theatre

LANDING_RULE = {TRANSPORT: "24.5", AIRBORNE_ASSAULT: "24.6", AMPHIBIOUS_ASSAULT: "26.1"}  # by mission


class Landing(NamedTuple):
    """A ground unit aboard an airlift or amphibious unit, over the hex it is to land in."""

    unit: UnitId
    carrier: UnitId
    place: Hex
    airborne: bool


@lru_cache(maxsize=8)
def carriers(theatre: Theatre) -> tuple[UnitId, ...]:
    return tuple(UnitId(unit) for unit, kind in enumerate(theatre.kind) if kind in ("airlift", "amphib"))


@kept_in(SORTIES)
def landings(state: GewState) -> tuple[Landing, ...]:
    """Every assault under way."""
    return tuple(_landings(state))


def _landings(state: GewState) -> Iterator[Landing]:
    for carrier in carriers(state.theatre):
        mission = state.mission[carrier]
        if mission in (AIRBORNE_ASSAULT, AMPHIBIOUS_ASSAULT) and (unit := state.passenger(carrier)) is not None:
            yield Landing(unit, carrier, Hex(state.hex_of[carrier]), mission == AIRBORNE_ASSAULT)


def landing(state: GewState, unit: UnitId) -> Landing | None:
    """The assault a unit is part of."""
    if not state.embarked(unit):
        return None
    return next((each for each in landings(state) if each.unit == unit), None)


def disembark(state: GewState, unit: UnitId, to: Hex, rule: str) -> None:
    """A carried unit goes into the hex; its carrier remembers it until it goes home (24.6: it is in supply)."""
    state.set_free(unit)
    enter(state, unit, to, rule)
    state.did(unit, LANDED)


def land(state: GewState, carrier: UnitId) -> None:
    """24.5, 24.6, 26.1 What a carrier has aboard goes ashore; where enemies stand, the Ground Combat Phase decides."""
    passenger, to, side = state.passenger(carrier), Hex(state.hex_of[carrier]), state.side_of(carrier)
    if passenger is not None and side is not None and not (to < state.theatre.hexes and enemies_in(state, side, to)):
        disembark(state, passenger, to, LANDING_RULE[state.mission[carrier]])


def go_ashore(state: GewState, each: Landing) -> None:
    """24.6, 26.1 The unit leaves its carrier for the hex below."""
    disembark(state, each.unit, each.place, "24.6" if each.airborne else "26.1")


def go_ashore_unopposed(state: GewState, side: Side) -> None:
    """26.1 Landings in hexes without enemies; airborne units where the enemy has gone meanwhile (9.6)."""
    for each in landings(state):
        if state.side_of(each.unit) == side and not enemies_in(state, side, each.place):
            go_ashore(state, each)


def go_back(state: GewState, each: Landing) -> None:
    """22.2, 24.6 Where the hex is not cleared, airborne units are lost, and those at sea return to their start."""
    if each.airborne:  # G22-5: even if a cost was paid
        state.eliminate(each.unit, "24.6")
    else:  # G22-4
        state.note("turned_back", "22.2", unit=each.unit, hex=each.place, to=Hex(state.hex_of[each.unit]))
        come_back(state, each.unit)


def all_back(state: GewState, units: Iterable[UnitId]) -> None:
    """Those of these units that have not landed."""
    for unit in units:
        if (each := landing(state, unit)) is not None:
            go_back(state, each)
