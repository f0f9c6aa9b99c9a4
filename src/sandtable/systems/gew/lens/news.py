"""What is news in GEW, where the kind of an event does not tell it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.bits import Bits
from sandtable.core.events import Event
from sandtable.core.system import Scenario
from sandtable.systems.gew.s26_naval_missions import FLEET
from sandtable.systems.gew.setups import setup_of
from sandtable.systems.gew.theatre import Theatre


def aspect(scenario: Scenario, event: Event) -> str:
    """Of a hex that is taken: is it a capital, or does it count in the end? Of a unit that is lost: is it a fleet?"""
    theatre: Theatre = scenario.extra
    place, unit = event.data.get("hex"), event.data.get("unit")
    if event.kind == "control" and isinstance(place, int):
        return "capital" if place in theatre.capital else "prize" if place in _prizes(scenario) else ""
    if event.kind == "eliminated" and isinstance(unit, int) and theatre.kind[unit] in FLEET:
        return "fleet"
    return ""


@lru_cache(maxsize=16)
def _prizes(scenario: Scenario) -> Bits:
    """3.3, 33.0 Of the campaign's many without the ports."""
    theatre: Theatre = scenario.extra
    shorter = setup_of(scenario.name).victory
    if shorter is None:
        return theatre.mobilization | theatre.objective
    return theatre.board.bits(place for points in shorter.points for place in points)
