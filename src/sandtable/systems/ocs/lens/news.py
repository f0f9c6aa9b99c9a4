"""What is news in OCS, where the kind of an event does not tell it."""

from __future__ import annotations

from sandtable.core.events import Event
from sandtable.core.system import Scenario
from sandtable.systems.ocs.theatre import Theatre


def aspect(scenario: Scenario, event: Event) -> str:
    """Of a hex that changes hands: does it count in the end? Of a unit that is lost: is it an HQ?"""
    theatre: Theatre = scenario.extra
    hex, unit = event.data.get("hex"), event.data.get("unit")
    if event.kind == "control" and any(hex in goal.hexes for goal in theatre.objectives):
        return "objective"
    return "hq" if event.kind == "destroyed" and isinstance(unit, int) and theatre.is_hq[unit] else ""
