"""What is news in USE, where the kind of an event does not tell it."""

from __future__ import annotations

from sandtable.core.events import Event
from sandtable.core.system import Scenario


def aspect(scenario: Scenario, event: Event) -> str:
    """Of a city that changes hands: is it a capital?"""
    return "capital" if event.kind == "control" and event.data.get("hex") in scenario.extra.capitals else ""
