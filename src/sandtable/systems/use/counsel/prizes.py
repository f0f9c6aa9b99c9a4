"""What hexes are worth: cities by the will that falls with them."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.hexes import Layout
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.s02_1_will import amount
from sandtable.systems.use.state import CONQUERED, UseState, prospect, worth_fact
from sandtable.systems.use.theatre import UNTRACKED

WILL_POINT, TOWN, BACK = 6.0, 2.0, 0.7  # a point of will, any other city, what counts of a city taken back
FALL, SMALL, SCARCE = 4, 8, 1.5  # points that the fall of a country is worth beside; who has less will weighs more
CROWDED = 2  # who is no farther from a city than this is near it
RICH = 6.0  # so much worth seems a hex nearer


def weight(state: UseState, country: int) -> float:
    """What a point of its will is worth: all who have to fall have to, however little it takes."""
    will = state.theatre.countries[country].will
    return (
        WILL_POINT * max(1.0, SMALL / will) ** SCARCE if country in state.theatre.must_fall and will > 0 else TOWN / 2
    )


def broken(state: UseState, country: int, points: int) -> float:
    """What it is worth to break so many points of a country's will as it stands."""
    if state.will[country] == UNTRACKED or state.status[country] == CONQUERED:
        return 0.0
    fall = FALL if points >= state.will[country] else 0
    return weight(state, country) * (min(points, state.will[country]) + fall)


def lost_with(state: UseState, city: Hex) -> int:
    """2.1.2 The will that its country loses with a city."""
    capital = state.theatre.capitals[state.theatre.country_at[city]] == city
    return -amount(state, "capital-lost" if capital else "mainland-city-lost")


def falls_with(state: UseState, city: Hex) -> bool:
    """Is a city all that its country still has to lose?"""
    country = state.theatre.country_at[city]
    return country in state.theatre.must_fall and 0 < state.will[country] <= lost_with(state, city)


def prize(state: UseState, side: Side, place: Hex) -> float:
    """What a side gains by taking a city of its enemy, or back its own."""
    if not state.is_city(place) or state.controller(place) != enemy(side):
        return 0.0
    theatre = state.theatre
    country, lost = theatre.country_at[place], lost_with(state, place)
    if theatre.countries[country].side == side:
        return BACK * weight(state, country) * lost
    return broken(state, country, lost)


@worth_fact
def prizes(state: UseState, side: Side) -> dict[Hex, float]:
    """Every city a side wants, and how much."""
    return {city: worth for cities in state.theatre.cities_of for city in cities if (worth := prize(state, side, city))}


def away(state: UseState, city: Hex) -> bytes:
    """How far every hex is from a city."""
    return _away(state.theatre.board.layout, city)


@lru_cache(1024)
def _away(layout: Layout, city: Hex) -> bytes:
    return bytes(layout.distance(Hex(hex), city) for hex in range(layout.size))


def way_to_go(state: UseState, side: Side, hex: Hex) -> float:
    """How far it is to the nearest city that a side wants; a richer one seems nearer."""
    return _ways(state.theatre.board.layout, tuple(prizes(state, side).items()))[hex]


def own_way(state: UseState, unit: UnitId, hex: Hex, most: int) -> float:
    """The same for one army: where so many others are near already, it is not needed; 0: it goes with all."""
    if not most:
        return way_to_go(state, Side(state.theatre.side_of[unit]), hex)
    return _ways(state.theatre.board.layout, _wanted(state, unit, most))[hex]


@prospect
def _wanted(state: UseState, unit: UnitId, most: int) -> tuple[tuple[Hex, float], ...]:
    """The cities where an army is needed; all of them, if there are none."""
    side = Side(state.theatre.side_of[unit])
    others = [state.hex_of[each] for each in state.ground_units(side) if each != unit]
    every = tuple(prizes(state, side).items())
    few = tuple(each for each in every if sum(away(state, each[0])[hex] <= CROWDED for hex in others) < most)
    return few or every


@lru_cache(1024)
def _ways(layout: Layout, wanted: tuple[tuple[Hex, float], ...]) -> tuple[float, ...]:
    rows = [(_away(layout, city), worth / RICH) for city, worth in wanted]
    return tuple([min((row[hex] - less for row, less in rows), default=0.0) for hex in range(layout.size)])
