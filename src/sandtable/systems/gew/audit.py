"""GEW: what can never be, whatever the moment. Over-stacking can (14.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.gew.options import O41_SURRENDER
from sandtable.systems.gew.s09_neutrals import Displace
from sandtable.systems.gew.state import MOST_HITS, MOST_MP, OCCUPIED, POWER_NAMES, TURN, GewState
from sandtable.systems.gew.theatre import NEUTRAL, SIDE_OF_POWER, SIDES, SOVIET

DEPOTS = 4  # a side's counters (29.5, G2-2)


def audit(state: GewState) -> list[Violation]:
    return [*stacks(state), *company(state), *markers(state), *tracks(state), *missions(state)]


def stacks(state: GewState) -> Iterator[Violation]:
    """Every counter has one place, and the stack there holds it once."""
    seen: set[UnitId] = set()
    for place in (Hex(place) for place, top in enumerate(state.top_of) if top >= 0):
        for unit in state.units_in(place):
            if unit in seen or state.hex_of[unit] != place:
                yield Violation("2.2", say("{unit} is in two places", unit), units=(unit,))
            seen.add(unit)
    for unit in map(UnitId, range(len(state.hex_of))):
        if state.hex_of[unit] >= 0 and unit not in seen:
            yield Violation("2.2", say("{unit} is in no stack", unit), units=(unit,))


def company(state: GewState) -> Iterator[Violation]:
    """14.3 No enemies in one hex, no Soviets with Western Allies; nobody stands in the sea."""
    theatre, displacing = state.theatre, any(isinstance(frame, Displace) for frame in state.stack)
    for place in {Hex(at) for at in state.hex_of if 0 <= at < theatre.hexes}:
        units = state.ground_in(place)
        powers = {power for unit in units if (power := state.power_of(unit)) < NEUTRAL and state.belligerent(power)}
        if len({SIDE_OF_POWER[power] for power in powers}) > 1 and not displacing:
            yield Violation("14.3", say("enemies share {hex}", place), (place,))
        if SOVIET in powers and len(powers) > 1:
            yield Violation("14.3", say("Soviets share {hex} with others", place), (place,))
        if units and (place in theatre.sea or place in theatre.impassable):
            yield Violation(
                "14.4", say("{unit} stands in {terrain}", units[0], theatre.terrain[place]), (place,), (units[0],)
            )


def markers(state: GewState) -> Iterator[Violation]:
    """6.1, 28.2, 29.5"""
    for place in _marked(state.control, NEUTRAL + 1):
        yield Violation("6.1", say("{hex} is controlled by nobody known", place), (place,))
    for place in (*_marked(state.fort, len(SIDES) + 1), *_marked(state.depot, NEUTRAL + 1)):
        yield Violation("2.5.1", say("an installation in {hex} is nobody's", place), (place,))
    for place in _marked(state.fort) if state.clock[TURN] else ():  # not while units are set up
        manned = any(state.side_of(unit) == state.fort[place] - 1 for unit in state.ground_in(place))
        if not manned and not surrendered(state, place):
            yield Violation("28.2", say("nobody is in the fortification at {hex}", place), (place,))
    for side, title in enumerate(SIDES):
        count = sum(1 for depot in state.depot if depot and SIDE_OF_POWER[depot - 1] == side)
        if count > DEPOTS:
            yield Violation("29.5", f"{title} has {count} depots")


def surrendered(state: GewState, place: Hex) -> bool:
    """O41.2 Fortifications in a country that gave up stay, though nobody is left in them."""
    country = state.theatre.country_at[place]
    return state.option(O41_SURRENDER) and country >= 0 and state.status[country] == OCCUPIED


def _marked(column: bytearray, least: int = 1) -> list[Hex]:
    """The places with at least this value."""
    return [Hex(place) for place, value in enumerate(column) if value >= least] if any(column) else []


def tracks(state: GewState) -> Iterator[Violation]:
    for power, points in enumerate(state.mp):
        if points > MOST_MP:
            yield Violation("10.1", f"{POWER_NAMES[power]}: {points} MP")
    for side, hits in enumerate(state.inflicted):
        if not 0 <= hits <= MOST_HITS:
            yield Violation("33.0", f"{SIDES[side]} has hit for {hits} MP")
    if any(status > OCCUPIED for status in state.status):
        yield Violation("9.1", "a country fights for nobody known")
    if state.turn and not state.setup.turns[0] <= state.turn <= state.setup.turns[1]:
        yield Violation("4.1", f"there is no game turn {state.turn}")


def missions(state: GewState) -> Iterator[Violation]:
    """2.4 Campaign units are on the map only on a mission, and what they carry is a ground unit; 24.5, 26.1 whoever is
    aboard has one carrier."""
    theatre = state.theatre
    carried = Counter(state.cargo[unit] for unit, mission in enumerate(state.mission) if mission)
    for unit in map(UnitId, range(len(state.hex_of))):
        at = state.hex_of[unit]
        if 0 <= at < theatre.hexes and not theatre.is_ground[unit] and not state.mission[unit]:
            yield Violation("2.4", say("{unit} is on the map without a mission", unit), units=(unit,))
        if state.mission[unit] and (theatre.is_ground[unit] or at < 0):
            yield Violation("2.4", say("{unit} has a mission and cannot", unit), units=(unit,))
        if theatre.is_ground[unit] and state.embarked(unit) and carried[unit] != 1:
            yield Violation("26.1", say("{unit} is aboard {number} carriers", unit, carried[unit]), units=(unit,))
        if (cargo := state.cargo[unit]) >= 0 and not theatre.is_ground[cargo]:
            yield Violation("24.5", say("{unit} carries {other_unit}", unit, cargo), units=(unit,))
