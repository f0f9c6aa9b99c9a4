"""GEW 14: how many units a hex holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.gew.theatre import SOVIET

if TYPE_CHECKING:
    from sandtable.systems.gew.state import GewState  # which reads set-ups, and these ask 14.2


def within_limits(sizes: Iterable[str], small_island: bool = False) -> bool:
    """14.2 One front; or one army and one corps; or three corps. 14.4 Two corps on a small island."""
    counted = sorted(sizes)
    if small_island:
        return counted.count("corps") == len(counted) <= 2
    return len(counted) <= 1 or counted in (["army", "corps"], ["corps", "corps"], ["corps", "corps", "corps"])


def over_stacked(state: GewState, place: Hex) -> bool:
    """14.5"""
    if place >= state.theatre.hexes:
        return False
    return not within_limits(
        (state.theatre.size[unit] for unit in state.ground_in(place)), place in state.theatre.small_island
    )


def no_room(state: GewState, unit: UnitId, place: Hex) -> Iterator[Violation]:
    """14.2 For set-up, deployment and retreat, where over-stacking is not allowed (G14-1)."""
    if place >= state.theatre.hexes:
        return
    if state.top_of[place] < 0 and place not in state.theatre.small_island:
        return  # nobody is there
    units = [each for each in state.ground_in(place) if each != unit]
    sizes = [state.theatre.size[each] for each in (*units, unit)]
    if not within_limits(sizes, place in state.theatre.small_island):
        yield Violation("14.2", say("{hex} has no room for {unit}", place, unit), (place,))
    yield from bad_company(state, unit, place)


def landing_in(state: GewState, place: Hex) -> Iterator[UnitId]:
    """24.5, 24.6, 26.1 The ground units aboard carriers over a hex, about to land in it."""
    for carrier in state.units_in(place):
        if (unit := state.passenger(carrier)) is not None:
            yield unit


def bad_company(state: GewState, unit: UnitId, place: Hex) -> Iterator[Violation]:
    """14.3 Soviets stack only with Soviets, and land only with Soviets; nobody stacks with an enemy."""
    power = state.power_of(unit)
    for each in (*state.ground_in(place), *landing_in(state, place)) if place < state.theatre.hexes else ():
        other = state.power_of(each)
        if each != unit and other != power and SOVIET in (power, other):
            yield Violation("14.3", say("{unit} cannot stack with {other_unit}", unit, each), units=(each,))
            return
