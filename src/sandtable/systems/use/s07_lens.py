"""USE 7, looked at: a unit's supply line, or what cuts it; a position after a hex has fallen."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from sandtable.core.lens import Leg, Supply
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.use.s01_7_zones import zoned_by
from sandtable.systems.use.s02_1_will import take_city
from sandtable.systems.use.s04_2_ground import friendly_places
from sandtable.systems.use.s05_1_commitment import reach_of
from sandtable.systems.use.s07_supply import LAND_LINE, cut_for, lines, reachable, sources, units_checked
from sandtable.systems.use.state import NO, UseState
from sandtable.systems.use.theatre import SUPPLY

RIDING = 99  # on a Transport Line no step is on foot any more


def supply(state: UseState, unit: UnitId, taker: UnitId | None = None) -> Supply | None:
    """7.4 The line to the best source and the nearest of these, as the next Supply Check would find it. The
    taker of a hex is a unit that is near, and is named like any other."""
    theatre, place = state.theatre, Hex(state.hex_of[unit])
    if not state.in_play(unit) or theatre.is_marker[unit]:
        return None
    side = Side(theatre.side_of[unit])
    if found := reachable(state, unit):
        best = {source.hex: source for source in found if source[1:] == found[0][1:]}
        path = line_to(state, theatre.country_of[unit], place, tuple(best))
        source = best.get(path[-1], found[0]) if path else found[0]
        kind = "an Unlimited source" if not source.units else f"a source for {source.units} units"
        level, changes = SUPPLY[source.level], _changes(state, unit, source.level)
        fed = say("{level} supply from {hex}, {kind}{changes}", level, source.hex, kind, changes)
        way = tuple(hex for hex in path if hex < theatre.board.hexes)
        legs = (Leg("land", way, "7.4"),) if len(way) > 1 else ()
        return Supply(unit, fed, ("7.4", "7.0"), legs, source.hex)
    because = f"no line to any source of its country{_changes(state, unit, min(state.supply[unit] + 1, NO))}"
    return Supply(unit, because, ("7.4", "7.2"), cuts=tuple(_cuts(state, unit, side, place)))


def _changes(state: UseState, unit: UnitId, level: int) -> str:
    """7.2 The level of now, where the next Supply Check would find another, or none is left."""
    now = SUPPLY[state.supply[unit]]
    if state.supply[unit] == level:
        return f"; {now} supply as before" if level == NO else ""
    return f"; {now} supply now, {SUPPLY[level]} after its next Supply Check"


def line_to(state: UseState, country: int, start: Hex, places: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """7.4 The line from a hex to one of these sources that fewest hexes cut, and the shortest of these: none is cut, if
    it can be traced. Nothing, if no ground unit and no Transport Line could go that way."""
    theatre, shut = state.theatre, cut_for(state, country)
    on_foot = reach_of(state, LAND_LINE)
    ends, impassable = set(places), theatre.no_entry[country] | state.shut_land(country)
    if any(place >= theatre.board.hexes for place in places):  # a box is reached by the line that leads into it
        ends |= {hex for place in places for hex in theatre.adjoining(place)}
    queue: list[tuple[int, int, Hex, int, tuple[Hex, ...]]] = [(0, 0, start, 0, (start,))]
    seen: set[tuple[Hex, int]] = set()
    while queue:
        cuts, length, here, steps, way = heappop(queue)
        if here in ends:
            return way
        if (here, steps) in seen:
            continue
        seen.add((here, steps))
        onward = [(there, RIDING) for there in theatre.linked[here]]
        if steps < on_foot:
            near = theatre.coast_of(here) if here in theatre.map_boxes else theatre.board.around(here)
            onward += [(there, steps + 1) for there in near if not theatre.prohibited(here, there)]
        for there, following in onward:
            if there not in impassable:
                step = (cuts + (there in shut), length + 1, there, following, (*way, there))
                heappush(queue, step)
    return ()


def _cuts(state: UseState, unit: UnitId, side: Side, place: Hex) -> Iterator[Violation]:
    """What closes the line that is nearest to being open, or that there is none."""
    theatre, foe = state.theatre, enemy(side)
    found = sources(state, theatre.country_of[unit])
    if not found:
        name = state.country_name(theatre.country_of[unit])
        yield Violation("7.0", f"{name} has no source of supply left", (place,))
        return
    country = theatre.country_of[unit]
    shut = cut_for(state, country)
    way = line_to(state, country, place, tuple(source.hex for source in found))
    closed = [hex for hex in way[1:] if hex in shut]
    for hex in closed:
        there = tuple(
            each for each in state.units_in(hex) if not theatre.is_marker[each] and theatre.side_of[each] == foe
        )
        if there:
            yield Violation("7.4", say("{units} in {hex} cuts the line", there, hex), (hex,), there)
        elif hex in friendly_places(state, foe):
            yield Violation("7.4", say("the enemy holds {hex}", hex), (hex,))
        else:
            holders = tuple(sorted(zoned_by(state, foe, hex)))
            yield Violation("7.4", say("{hex} is in the zone of {units}", hex, holders), (hex,), holders)
    if not closed:
        near = reach_of(state, LAND_LINE)
        yield Violation("7.4", f"no Transport Line that leads to a source is within {near} hexes", (place,))


def supplied(state: UseState, side: Side) -> dict[UnitId, bool]:
    """7.4 Which units could trace to a source now."""
    country_of, hex_of, traced = state.theatre.country_of, state.hex_of, lines(state, side)
    return {unit: hex_of[unit] in traced[country_of[unit]].at_all for unit in units_checked(state, side)}


def taken(state: UseState, hex: Hex) -> tuple[Side, UnitId, UseState] | None:
    """Who holds a city, a fort or a unit's hex, and the position if the nearest unit of his enemy that may go there had
    taken it: who stood there is lost."""
    theatre = state.theatre
    holder = _holder(state, hex)
    if holder is None:
        return None
    foe = enemy(holder)
    able = [unit for unit in state.ground_units(foe) if hex not in theatre.no_entry[theatre.country_of[unit]]]
    if not able:
        return None
    distance = theatre.board.layout.distance
    taker = min(able, key=lambda each: (distance(Hex(state.hex_of[each]), hex), each))
    fallen = state.copy()
    for unit in fallen.units_in(hex):
        if not theatre.is_marker[unit]:
            fallen.eliminate(unit, "7.4")
    fallen.occupy(taker, False, "7.4")
    fallen.move(taker, hex, "7.4")
    if fallen.fort[hex]:
        fallen.raze(hex, "4.2.3.6")
    if fallen.is_city(hex):
        take_city(fallen, hex, foe)
    return holder, taker, fallen


def _holder(state: UseState, hex: Hex) -> Side | None:
    theatre = state.theatre
    if hex >= theatre.board.hexes:
        return None
    unit = state.ground_at(hex)
    if unit is not None:
        return Side(theatre.side_of[unit])
    if state.is_city(hex):
        return state.controller(hex)
    return Side(theatre.countries[state.fort[hex] - 1].side) if state.fort[hex] else None
