"""What hexes are worth: cities by the will that falls with them."""

from __future__ import annotations

from sandtable.core.rules import Hex, Side
from sandtable.systems.use.s02_1_will import amount
from sandtable.systems.use.state import CONQUERED, UseState, enemy
from sandtable.systems.use.theatre import UNTRACKED

WILL_POINT, TOWN = 6.0, 2.0


def prize(state: UseState, side: Side, place: Hex) -> float:
    """What a side gains by taking a city of its enemy, or back its own."""
    if not state.is_city(place) or state.controller(place) != enemy(side):
        return 0.0
    theatre = state.theatre
    country = theatre.country_at[place]
    if state.will[country] == UNTRACKED or state.status[country] == CONQUERED:
        return TOWN
    lost = -amount(state, "capital-lost" if theatre.capitals[country] == place else "mainland-city-lost")
    return WILL_POINT * lost if theatre.countries[country].side != side else WILL_POINT * lost * 0.7


def prizes(state: UseState, side: Side) -> dict[Hex, float]:
    """Every city a side wants, and how much."""
    return {
        city: worth
        for cities in state.theatre.cities_of
        for city in cities
        if (worth := prize(state, side, city))
    }  # fmt: skip
