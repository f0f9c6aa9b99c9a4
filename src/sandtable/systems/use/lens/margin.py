"""How clearly a side is ahead or has won, in points: no rule, since 1.2 knows victory alone."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.rules import Side, counted
from sandtable.systems.use.s01_2_sequence import all_fallen
from sandtable.systems.use.state import CONQUERED, UseState
from sandtable.systems.use.theatre import AXIS, WEST

TURN_LEFT = 5  # what a turn before the last is worth to an Axis that has won


def margin(state: UseState, side: Side) -> float:
    """As if the game ended now. While a country that has to fall stands, the West is ahead: by a point of National Will
    that is left to them, and by a city of theirs that is not the enemy's. When all have fallen, the Axis is: by a city
    of theirs that it holds, and by five for each turn left."""
    ahead = float(_taken(state) + TURN_LEFT * state.turns_left)
    if not all_fallen(state):
        ahead = -float(will_left(state) + _kept(state))
    return ahead if side == AXIS else -ahead


def will_left(state: UseState) -> int:
    """2.1.2 National Will of those who have to fall and have not."""
    return sum(max(state.will[nth], 1) for nth in _standing(state))


def margin_told(state: UseState) -> str:
    """`West by 30: National Will 23, 7 cities kept`."""
    names, ahead = state.scenario.spoken_sides, round(abs(margin(state, AXIS)))
    if all_fallen(state):
        turns = counted(state.turns_left, "turn")
        return f"{names[AXIS]} by {ahead}: {counted(_taken(state), 'city', 'cities')} taken, {turns} left"
    kept = counted(_kept(state), "city", "cities")
    return f"{names[WEST]} by {ahead}: National Will {will_left(state)}, {kept} kept"


def _standing(state: UseState) -> list[int]:
    return [nth for nth in state.theatre.must_fall if state.status[nth] != CONQUERED]


def _taken(state: UseState) -> int:
    """Cities of those who have to fall, in the hands of the Axis."""
    return _cities(state, [*state.theatre.must_fall]).count(AXIS)


def _kept(state: UseState) -> int:
    """Cities of those who have to fall and have not."""
    holders = _cities(state, _standing(state))
    return len(holders) - holders.count(AXIS)


def _cities(state: UseState, countries: Sequence[int]) -> list[Side | None]:
    """Who holds each of their cities."""
    return [state.controller(city) for nth in countries for city in state.theatre.cities_of[nth]]
