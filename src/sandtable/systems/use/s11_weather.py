"""USE 11.0: the weather of a turn, by zone."""

from __future__ import annotations

from sandtable.core.dice import Dice
from sandtable.core.flow import Roll
from sandtable.systems.use.state import WEATHER, UseState
from sandtable.systems.use.theatre import WEATHERS

FAIR = WEATHERS[0]
ALWAYS_FAIR = "desert"


def weather_roll(state: UseState, nth: int) -> Roll | None:
    """11.0 One die for each zone on the board; none for the desert."""
    month, zone = state.month.partition(" ")[0], state.theatre.weather_zones[nth]
    if zone == ALWAYS_FAIR:
        return None
    read = state.scenario.charts.table("weather").read
    return Roll(Dice(1), "weather", lambda die: read(month, zone, die))


def set_weather(state: UseState, nth: int, weather: str) -> None:
    """11.0 Of one zone, for the turn."""
    zones, before = state.theatre.weather_zones, state.clock[WEATHER] if nth else 0
    state.tick(WEATHER, before | WEATHERS.index(weather) << 2 * nth)
    where = f" in the {zones[nth]} zone" if len(zones) > 1 else ""
    state.note("weather", "11.0", weather=weather + where)
