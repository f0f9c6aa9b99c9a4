"""USE 2.1.2, 13.0: National Will, cities that change hands, countries that collapse or are conquered."""

from __future__ import annotations

from sandtable.core.changes import changeable
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.options import COLLAPSE_WHEN_ALL_CITIES_LOST, CONQUEST_NEEDS_ENEMY_UNIT
from sandtable.systems.use.state import CONQUERED, UseState
from sandtable.systems.use.theatre import AXIS, GREAT, UNTRACKED

CONQUEST = "13.0"
RULE = "2.1.2"
BIG_PRIZES = ("france", "italy")


def amount(state: UseState, line: str) -> int:
    return int(state.scenario.charts.lines("national_will")[line].value)


def change(state: UseState, country: int, line: str) -> bool:
    """2.1.2 One line of the list; collapse is tested after each: whether it came to that."""
    if state.will[country] == UNTRACKED or state.status[country] == CONQUERED:
        return False
    state.change_will(country, amount(state, line), RULE, state.scenario.charts.lines("national_will")[line].text)
    if state.will[country]:
        return False
    collapse(state, country)
    return True


def take_city(state: UseState, place: Hex, side: Side) -> None:
    """2.3.1 A city changes hands as an enemy enters it. Its own country loses or gains by it, whoever held it."""
    if state.controller(place) in (side, None):
        return
    theatre = state.theatre
    owner = theatre.country_at[place]
    state.take_control(place, side, "2.3.1")
    city = "capital" if theatre.capitals[owner] == place else "mainland-city"
    if place in theatre.overseas:
        city = "overseas-city"
    if theatre.countries[owner].side == side:
        change(state, owner, f"{city}-regained")
        return
    collapsed = change(state, owner, f"{city}-lost")
    if not collapsed and state.option(COLLAPSE_WHEN_ALL_CITIES_LOST) and _all_lost(state, owner):
        collapse(state, owner)


def unit_lost_defending(state: UseState, unit: UnitId) -> None:
    """2.1.2 Field units only: a garrison's loss costs nothing."""
    if state.theatre.type_of[unit] != "garrison":
        change(state, state.theatre.country_of[unit], "field-unit-lost")


def _all_lost(state: UseState, country: int) -> bool:
    theatre = state.theatre
    cities, side = theatre.cities_of[country], theatre.countries[country].side
    tracked = state.will[country] != UNTRACKED and state.status[country] != CONQUERED
    return tracked and bool(cities) and all(state.controller(city) != side for city in cities)


def collapse(state: UseState, country: int) -> None:
    """13.0 Conquered if a Mainland city is the enemy's, else weakened and its will reset to half."""
    theatre, fallen = state.theatre, has_fallen(state, country)
    state.note_country("collapsed", CONQUEST, country)
    if theatre.countries[country].id in ("uk", "usa", "ussr") and not state.collapses[country]:
        _reward(state, "great-power-collapsed")
    state.collapse(country)
    if fallen:
        conquer(state, country)
        return
    for unit in _units(state, country):
        at = state.hex_of[unit]
        if theatre.is_marker[unit] or not (at < theatre.board.hexes or at in theatre.map_boxes):
            continue
        if theatre.is_ground[unit] and not state.reduced(unit):
            state.lose_step(unit, CONQUEST)
        else:
            state.eliminate(unit, CONQUEST)
    half = -(-theatre.countries[country].will // 2)
    state.change_will(country, half - state.will[country], CONQUEST, "what is left after the collapse")


@changeable
def has_fallen(state: UseState, country: int) -> bool:
    """13.0 A Mainland city is the enemy's."""
    foe = enemy(Side(state.theatre.countries[country].side))
    return any(state.controller(city) == foe for city in state.theatre.mainland_cities_of[country])


@has_fallen.changed_by(CONQUEST_NEEDS_ENEMY_UNIT)
def has_fallen_to_armies(state: UseState, country: int) -> bool:
    """An enemy unit is in the country too."""
    foe = enemy(Side(state.theatre.countries[country].side))
    armies = state.occupied(foe).meets(state.theatre.in_country[country])
    return armies and has_fallen.printed(state, country)


def conquer(state: UseState, country: int) -> None:
    """13.0 All its counters leave the game for good, those that were lost before too."""
    theatre = state.theatre
    state.leave_war(country)
    side = Side(theatre.countries[country].side)
    lost = {*state.in_box("mobilization", side), *state.in_box("eliminated", side)}
    for unit in _units(state, country):
        state.remove(unit, CONQUEST, "barred" if unit in lost else "removed")
    state.note_country("conquered", CONQUEST, country)
    if theatre.countries[country].side != AXIS:
        _reward(
            state, "france-or-italy-conquered" if theatre.countries[country].id in BIG_PRIZES else "country-conquered"
        )


def _reward(state: UseState, line: str) -> None:
    """2.1.2 Germany's will rises with what the Axis achieves."""
    for nth, country in enumerate(state.theatre.countries):
        if country.id == "germany":
            change(state, nth, line)


def _units(state: UseState, country: int) -> list[UnitId]:
    """In play: also in boxes, but no markers that serve the whole faction."""
    theatre = state.theatre
    return [
        UnitId(unit)
        for unit, owner in enumerate(theatre.country_of)
        if owner == country and state.hex_of[unit] >= 0
        and (not theatre.is_marker[unit] or theatre.type_of[unit] in ("tanks", "naval_evacuation", "airdrop"))
    ]  # fmt: skip


def minor(state: UseState, unit: UnitId) -> bool:
    """E3"""
    return state.theatre.countries[state.theatre.country_of[unit]].id not in GREAT
