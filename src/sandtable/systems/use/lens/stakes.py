"""USE 1.2: whose will has to break and which cities are part of it, how the game may end, what points are for."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.lens import About, Ending, Stake
from sandtable.core.rules import Hex, Side, counted
from sandtable.core.sentences import say
from sandtable.systems.use.lens.margin import TURN_LEFT
from sandtable.systems.use.s01_2_sequence import all_fallen
from sandtable.systems.use.s02_1_will import amount
from sandtable.systems.use.s08_logistics import produced
from sandtable.systems.use.state import CONQUERED, UseState
from sandtable.systems.use.theatre import AXIS, UNTRACKED, WEST


def stakes(state: UseState) -> list[Stake]:
    """The points of the margin: what is left of the will and the cities of those who have to fall; when all have
    fallen, what the Axis holds of them and the turns it did not need."""
    fallen, found = all_fallen(state), list[Stake]()
    for nth in sorted(state.theatre.must_fall):
        if not fallen:
            found.append(_will(state, nth))
        found += [_city(state, nth, city, fallen) for city in state.theatre.cities_of[nth]]
    if fallen:
        left = state.turns_left
        told = f"{counted(left, 'turn')} left, {TURN_LEFT} points each"
        found.append(Stake(AXIS, told, TURN_LEFT, TURN_LEFT * left, "1.2"))
    return found


def _will(state: UseState, nth: int) -> Stake:
    stands, will = state.status[nth] != CONQUERED, state.will[nth]
    name = state.country_name(nth)
    told = f"National Will of {name}: {will} left, at 0 it collapses" if stands else f"{name} is conquered"
    return Stake(WEST, told, 1, max(will, 1) if stands else 0, "2.1.2")


def _city(state: UseState, nth: int, city: Hex, fallen: bool) -> Stake:
    """For the Axis once all have fallen, before that for the West."""
    theatre, holder = state.theatre, state.controller(city)
    capital = theatre.capitals[nth] == city
    line = "capital" if capital else "overseas-city" if city in theatre.overseas else "mainland-city"
    lost = f"{'capital' if capital else 'city'} of {state.country_name(nth)}, {amount(state, f'{line}-lost')} will"
    side = AXIS if fallen else WEST
    counts = holder == AXIS if fallen else state.status[nth] != CONQUERED and holder != AXIS
    return Stake(side, say("{hex}, {lost} if it falls", city, lost), 1, int(counts), "2.1.2", (city,), holder)


def endings(state: UseState) -> Iterator[Ending]:
    """1.2 When all have fallen, or when the last turn is over."""
    theatre, names, fallen = state.theatre, state.scenario.spoken_sides, all_fallen(state)
    countries, last = sorted(state.country_name(nth) for nth in theatre.must_fall), theatre.months[-1]
    yield Ending(f"{names[AXIS]} victory", f"{' and '.join(countries)} conquered by the end of {last}", "1.2", fallen)
    yield Ending(f"{names[WEST]} victory", f"{' or '.join(countries)} not conquered by then", "1.2", not fallen)
    yield Ending("Conquered", "its National Will is 0 and the enemy holds a city of its Mainland", "13.0")


def purse(state: UseState, side: Side) -> Iterator[About]:
    """2.1.2, 9.0 Production points of the countries that count them, and what moves their will."""
    theatre, found = state.theatre, False
    for nth in theatre.countries_of(side):
        country = theatre.countries[nth]
        if state.status[nth] == CONQUERED:
            continue
        if country.points != UNTRACKED:
            found = True
            told = f"{counted(state.points[nth], 'production point')} now, {produced(state, nth)} in the next turn"
            yield About(country.name, f"{told}; what is not spent is lost", "9.0")
        if country.will != UNTRACKED:
            lost = {word: amount(state, f"{word}-lost") for word in ("capital", "mainland-city", "field-unit")}
            told = ", ".join(f"{word.replace('-', ' ')} {worth}" for word, worth in lost.items())
            yield About(country.name, f"National Will {state.will[nth]} of {country.will}; lost: {told}", "2.1.2")
    if not found:
        yield About("Production", "this side counts no points: its units act free of charge", "9.0")
