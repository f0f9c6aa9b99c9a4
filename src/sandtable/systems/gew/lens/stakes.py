"""GEW 3: all that counts, place by place, how the game may end, and what Mobilization Points are."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import union
from sandtable.core.flow import Outcome
from sandtable.core.lens import About, Ending, Stake
from sandtable.core.rules import Hex, Side, Term, counted
from sandtable.core.sentences import Text, say
from sandtable.systems.gew.s03_victory import (
    OPTIONAL_UNITS,
    SIDE_NAMES,
    final_outcome,
    handicap,
    hits_scored,
    mp_scored,
    scoring,
    wanted,
)
from sandtable.systems.gew.s06_control import controlled, side_controls
from sandtable.systems.gew.s10_income import income
from sandtable.systems.gew.state import MOST_MP, POWER_NAMES, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

BOTH = (AXIS_SIDE, ALLIED_SIDE)


def stakes(state: GewState) -> list[Stake]:
    """3.3, 33.0 For either side: the places that count, then what else does."""
    return [stake for side in BOTH for stake in (*_places(state, side), *_beside(state, side))]


def _places(state: GewState, side: Side) -> Iterator[Stake]:
    shorter = state.setup.victory
    held = [union(*(controlled(state, power) for power in POWERS_OF_SIDE[each])) for each in BOTH]

    def stake(place: Hex, text: Text, worth: int, rule: str) -> Stake:
        holder = next((each for each in BOTH if place in held[each]), None)
        return Stake(side, text, worth, worth if holder == side else 0, rule, (place,), holder)

    if shorter is not None:
        for place, worth in shorter.points[side].items():
            yield stake(place, say("{hex}", place), worth, "33.0")
        return
    lines = state.scenario.charts.lines("victory")
    for id, places in scoring(state.theatre, side):
        line = lines[id]
        for place in places:
            yield stake(place, say("{hex}, {line}", place, line.text), line.amount, line.rule)


def _beside(state: GewState, side: Side) -> Iterator[Stake]:
    """Hits, MP that are left, units that cost points, points that are given."""
    shorter, lines = state.setup.victory, state.scenario.charts.lines("victory")
    if shorter is None:
        for id, flag in OPTIONAL_UNITS:
            if side == ALLIED_SIDE and state.flags[flag]:
                yield Stake(side, lines[id].text, lines[id].amount, lines[id].amount, lines[id].rule)
    elif shorter.hits_for_point:
        hit = f"hits on the enemy, a point for {_each(shorter.hits_for_point)} of a combat result"
        yield Stake(side, f"{hit}: {state.inflicted[side]} so far", 1, _sum(hits_scored(state, side)), "33.0")
    if shorter is not None and shorter.mp_for_point:
        left = f"MP left in the end, a point for {_each(shorter.mp_for_point)}"
        yield Stake(side, left, 1, _sum(mp_scored(state, side)), "33.0")
    for term in handicap(state, side):
        yield Stake(side, term.label, int(term.value), int(term.value), term.rule)


def _each(mp: int) -> str:
    return "each MP" if mp == 1 else f"every {mp} MP"


def _sum(terms: Iterator[Term]) -> int:
    return int(sum(term.value for term in terms))


# ------------------------------------------------------------------------------------------------ how it may end


def endings(state: GewState) -> list[Ending]:
    """3.1, 3.2, 33.0"""
    return [*_at_once(state), *_by_points(state)]


def _at_once(state: GewState) -> Iterator[Ending]:
    """3.1 A shorter scenario is decided by its points alone."""
    if state.setup.victory is not None:
        return
    for side, where in zip(BOTH, ("outside Britain", "in Germany and Italy"), strict=True):
        places = wanted(state.theatre)[side]
        has = sum(side_controls(state, side, place) for place in places)
        said = f"the {SIDE_NAMES[side]} player controls every mobilization hex {where}: {has} of {len(places)} now"
        yield Ending("Sudden Death", said, "3.1")


def _by_points(state: GewState) -> Iterator[Ending]:
    """As it would be counted now."""
    now, last = final_outcome(state), state.setup.turns[1]
    table = state.scenario.charts.table("turns")
    rule = "3.2" if state.setup.victory is None else "33.0"
    yield Ending("Last turn", f"{last}, {table.read(last, 'season')} {table.read(last, 'year')}", rule)
    house = state.setup.victory.draw_within if state.setup.victory is not None else state.setup.draw_within
    if house is None:
        yield from _levels(state, now)
        return
    apart = f"more than {counted(house, 'point')} ahead" if house else "more points than the other"
    for side in BOTH:
        yield Ending(f"{SIDE_NAMES[side]} victory", apart, rule, now.winner == side)
    within = f"up to {counted(house, 'point')} apart" if house else "as many points"
    yield Ending("Draw", within, rule, now.winner is None)


def _levels(state: GewState, now: Outcome) -> Iterator[Ending]:
    """3.2 By how much the larger total is larger; who has it now, where that is more than a draw."""
    table, level = state.scenario.charts.table("victory_levels"), now.level if now.winner is not None else "Draw"
    for points in table.takes("difference"):
        found = table.read(int(points.replace("-", " ").split()[0]))
        who = f": the {SIDE_NAMES[now.winner]} player" if found == level and now.winner is not None else ""
        yield Ending(found, f"{points.replace('-', ' to ')} points ahead{who}", "3.2", found == level)


# ------------------------------------------------------------------------------------------------ funds


def purse(state: GewState, side: Side) -> Iterator[About]:
    """10.1 Mobilization Points: how many, what comes, what for."""
    for power in POWERS_OF_SIDE[side]:
        if not state.belligerent(power):
            continue
        yield About(POWER_NAMES[power], f"{state.mp[power]} MP of at most {MOST_MP}, kept from turn to turn", "10.1")
        if state.turn or state.setup.income is not None:
            comes = income(state, power)
            parts = ", ".join(f"{term.label} {term.value}" for term in comes)
            yield About("Each turn", f"{comes.total} MP as it stands: {parts or 'nothing'}", "10.6")
    bought = "units (11.2), " if state.setup.builds else ""
    spent = f"{bought}depots and fortifications (28.1, 29.1), regrouping (16.0), rail and sea (18.2, 18.6)"
    yield About("Spent on", f"{spent}, and combat results that are not suffered (21.2)", "10.1")
