"""USE 8.2: where units arrive that are mobilized or called up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.systems.use.s03_3_stacking import crowded, rival
from sandtable.systems.use.state import UseState, land_fact
from sandtable.systems.use.theatre import NEUTRAL, Theatre

HOME_BOXES = {
    "uk": ("eastern_north_america",),
    "usa": ("eastern_north_america",),
    "ussr": ("central_russia",),
}


@cache
def homes(theatre: Theatre, unit: UnitId) -> tuple[Hex, ...]:
    """8.2 Mainland cities of its country, for the USA those of the UK too, and Map Boxes; ships need a port."""
    country = theatre.country_of[unit]
    id = theatre.countries[country].id
    friends = [nth for nth, other in enumerate(theatre.countries) if id == "usa" and other.id == "uk"]
    cities = [city for nth in (country, *friends) for city in theatre.mainland_cities_of[nth]]
    if theatre.is_naval[unit]:
        cities = [city for city in cities if city in theatre.ports]
    boxes = [theatre.boxes[name] for name in HOME_BOXES.get(id, ()) if name in theatre.boxes]
    return (*cities, *boxes)


def stays_neutral(state: UseState, country: int) -> Iterator[Violation]:
    """2.1.1 A country that has joined no faction has no units in play, and calls up none."""
    if state.faction[country] == NEUTRAL:
        yield Violation("2.1.1", f"{state.country_name(country)} is neutral")


@land_fact
def arrival_places(state: UseState, unit: UnitId) -> tuple[Hex, ...]:
    """What `bad_arrival` refuses, worked out for all homes at once."""
    theatre, control = state.theatre, state.control
    if state.faction[theatre.country_of[unit]] == NEUTRAL:
        return ()
    hexes, held = theatre.board.hexes, theatre.side_of[unit] + 1
    found = [to for to in homes(theatre, unit) if to >= hexes or control[to] == held]
    return tuple(sorted([to for to in found if to >= hexes or rival(state, unit, to) is None]))


def bad_arrival(state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """8.2 A friendly city at home, with room; stacking does not matter in a Map Box."""
    theatre = state.theatre
    yield from stays_neutral(state, theatre.country_of[unit])
    if to not in homes(theatre, unit):
        country = state.country_name(theatre.country_of[unit])
        yield Violation("8.2", f"it is not a city of {country} for such a unit", (to,))
        return
    if to >= theatre.board.hexes:
        return
    if state.controller(to) != theatre.side_of[unit]:
        yield Violation("8.2", "the enemy holds it", (to,))
    yield from crowded(state, unit, to)
