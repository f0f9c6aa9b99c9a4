"""What a counter is doing, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.rules import UnitId
from sandtable.core.sentences import Text, joined, say
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.systems.gew.state import FOUGHT, LANDED, MARCHED, NO_MISSION, RAILED, SHIPPED
from sandtable.systems.gew.theatre import Theatre

MISSIONS = (
    "", "bombing", "offensive support", "defensive support", "interception", "air transport", "airborne assault",
    "air supply", "amphibious assault", "gunfire support", "naval interception", "anti-submarine operations",
    "anti-convoy campaign", "long-range bombing",
)  # fmt: skip
DEEDS = {
    MARCHED: "has marched",
    RAILED: "went by rail",
    SHIPPED: "went by sea",
    LANDED: "has landed",
    FOUGHT: "has fought",
}


def condition(scenario: Scenario, seen: Seen) -> Text:
    """`not operational`, `on a mission: bombing`, `has marched`; empty if nothing is to be said."""
    return joined(_parts(scenario.extra, seen)) if seen.unit is not None else ""


def _parts(theatre: Theatre, seen: Seen) -> Iterator[Text]:
    face, unit = seen.face, seen.unit
    assert unit is not None
    if seen.place in theatre.track[1:]:
        yield f"arrives in game turn {theatre.track.index(seen.place)}"
    if not theatre.is_ground[unit]:
        if face["mission"] != NO_MISSION:
            yield f"on a mission: {MISSIONS[face['mission']]}"
        elif seen.place in theatre.display:
            yield "ready" if face["operational"] else "not operational"
        if face["cargo"] >= 0:
            yield say("carries {unit}", UnitId(face["cargo"]))
        return
    if theatre.type[unit] == "partisan":
        if face["origin"] >= 0:
            yield f"rose in {theatre.regions[face['origin']].name}"
    elif face["origin"] >= 0:
        yield "aboard, about to land"
    yield from (said for deed, said in DEEDS.items() if face["done"] & deed)
