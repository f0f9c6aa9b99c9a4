"""What matters of all that happens: headlines are what changed the war, and of the rest what was lost is always told.
Which events these are, the words of a family say (`texts.toml`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from sandtable.core.events import Event
from sandtable.core.system import Scenario, System
from sandtable.play.explain import TABLE


def is_headline(scenario: Scenario, event: Event) -> bool:
    found = rank(scenario, event)
    return found is not None and found < len(scenario.system.headlines)


def rank(scenario: Scenario, event: Event) -> int | None:
    """How grave it is, 0 is the gravest, headlines before all others; None: it is told in its turn."""
    ranks, kind = _ranks(scenario.system), event.kind
    aspect = scenario.system.lens.aspect(scenario, event)
    keys = (f"{kind} {aspect}", f"{kind} {event.rule}", kind)
    return next((ranks[key] for key in keys if key in ranks), None)


@lru_cache
def _ranks(system: System[Any]) -> Mapping[str, int]:
    return {key: nth for nth, key in enumerate(dict.fromkeys((*system.headlines, *system.news)))}


def headlines(scenario: Scenario, events: Iterable[Event]) -> list[Event]:
    """Those among them, the gravest first."""
    found = [event for event in events if is_headline(scenario, event)]
    return sorted(found, key=lambda event: rank(scenario, event) or 0)


def gravest(scenario: Scenario, events: Iterable[Event]) -> Event | None:
    """What is told first of several; of what is no news the first, but nothing that only the table says."""
    told = [event for event in events if event.kind not in TABLE]
    grave = [event for event in told if rank(scenario, event) is not None]
    return min(grave, key=lambda event: rank(scenario, event) or 0, default=told[0] if told else None)
