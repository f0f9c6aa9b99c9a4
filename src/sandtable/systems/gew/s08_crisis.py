"""GEW 8: the European Crisis, which makes neutrals restless."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.bits import Bits, union
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Breakdown, Side, Term
from sandtable.systems.gew.s06_control import controlled
from sandtable.systems.gew.state import AXIS_HAS_INVADED, CRISIS, CRISIS_BONUS, GewState
from sandtable.systems.gew.theatre import AXIS, SOVIET, WALLIED, Theatre


class CrisisCheck(Procedure):
    """8.2 The level starts at zero each turn, and gains one for each condition that holds."""

    side: Side

    @step("8.2")
    def set_level(self, state: GewState) -> Result:
        terms = crisis_level(state)
        top = int(state.scenario.charts.lines("tracks")["crisis"].amount)  # 8.1
        level = min(int(terms.total), top)
        state.tick(CRISIS, level)
        state.tick(CRISIS_BONUS, 0)
        state.note("crisis", "8.2", level=level, because="; ".join(str(term.label) for term in terms) or "nothing")
        return Done()


def crisis_level(state: GewState) -> Breakdown:
    """8.2 The conditions that hold, and what the event of the turn adds (G7-1: after the reset)."""
    lines = state.scenario.charts.lines("crisis")
    terms = [Term(lines[id].text, lines[id].amount, lines[id].rule) for id in _holding(state)]
    if state.clock[CRISIS_BONUS]:
        terms.append(Term("the event of this turn", state.clock[CRISIS_BONUS], "7.0"))
    return Breakdown(terms)


def _holding(state: GewState) -> Iterator[str]:
    """The house conditions of the chart, in its order."""
    theatre, ours = state.theatre, controlled(state, AXIS)
    limits = state.scenario.charts.lines("tracks")
    for id in ("gibraltar", "malta", "cairo"):
        if theatre.place(id) in ours:
            yield id
    if ours.meets(_middle_east(theatre)):
        yield "middle-east"
    if state.flags[AXIS_HAS_INVADED]:
        yield "axis-invasion"
    if any(state.status[theatre.country(id)] == AXIS for id in ("spain", "turkey")):
        yield "neutral-joined"
    if not state.belligerent(SOVIET) and _panzers(state) >= limits["buildup-armies"].amount:
        yield "eastern-buildup"
    if state.mp[WALLIED] <= limits["convoy-mp"].amount:
        yield "convoy-crisis"


def _panzers(state: GewState) -> int:
    """German panzer armies near the border of the USSR and the Baltic States."""
    theatre = state.theatre
    near = _near(theatre, int(state.scenario.charts.lines("tracks")["buildup-distance"].amount))
    return sum(
        theatre.type[unit] == "panzer" and theatre.size[unit] == "army" and theatre.nationality[unit] == "german"
        for unit in state.ground_units(AXIS)
        if state.hex_of[unit] in near
    )


@lru_cache
def _middle_east(theatre: Theatre) -> Bits:
    lands = (theatre.in_region[theatre.region(id)] for id in ("iraq", "syria_lebanon", "palestine", "transjordan"))
    return (theatre.mobilization | theatre.capital) & union(*lands)


@lru_cache
def _near(theatre: Theatre, distance: int) -> Bits:
    found = set(theatre.in_country[theatre.ussr])
    for _ in range(distance):
        found |= {there for place in found for there in theatre.board.around(place)}
    return theatre.board.bits(found)
