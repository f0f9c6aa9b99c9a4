"""USE 7, looked at: a unit's supply line, or what cuts it; a position after a hex has fallen."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.board import has
from sandtable.core.lens import Leg, Supply
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.systems.use.s01_7_zones import zoned_by
from sandtable.systems.use.s04_2_ground import friendly_places
from sandtable.systems.use.s07_supply import Source, cut, line_to, reachable, sources
from sandtable.systems.use.state import FULL, SUPPLY, UseState, enemy


def supply(state: UseState, unit: UnitId) -> Supply | None:
    """7.4 The line to the best source, as the next Supply Check would find it."""
    theatre, place = state.theatre, Hex(state.hex_of[unit])
    if not 0 <= place < theatre.board.hexes or not (theatre.is_ground[unit] or theatre.is_air[unit]):
        return None
    side = Side(theatre.side_of[unit])
    for source in reachable(state, unit):
        path = line_to(state, side, place, source.hex)
        name = state.scenario.spoken_place(source.hex)
        kind = "Unlimited" if not source.units else "Limited" if source.level != FULL else "for two units"
        because = f"{SUPPLY[source.level]} supply from {name}, a source that is {kind}"
        legs = (Leg("land", path, "7.4"),) if len(path) > 1 else ()
        return Supply(unit, because, ("7.4", "7.0"), legs, source.hex)
    return Supply(unit, "no line to any source of its country", ("7.4",), cuts=tuple(_cuts(state, unit, side, place)))


def _cuts(state: UseState, unit: UnitId, side: Side, place: Hex) -> Iterator[Violation]:
    """What closes the hexes around it, or that nothing of its country is left."""
    found: tuple[Source, ...] = sources(state, state.theatre.country_of[unit])
    if not found:
        name = state.country_name(state.theatre.country_of[unit])
        yield Violation("7.0", f"{name} has no source of supply left", (place,))
        return
    theatre, foe, closed = state.theatre, enemy(side), cut(state, side)
    shut = [hex for hex in theatre.board.around(place) if has(closed, hex) and not has(theatre.water, hex)]
    holders = {each for hex in shut for each in zoned_by(state, foe, hex)}
    holders |= {each for hex in shut if (each := state.ground_at(hex)) is not None and theatre.side_of[each] == foe}
    if shut:
        names = ", ".join(map(state.scenario.place_name, shut))
        yield Violation(
            "7.4", f"{names}: an enemy unit, city, fort or zone cuts the line", tuple(shut), tuple(sorted(holders))
        )
    else:
        yield Violation("7.4", "no Transport Line that leads to a source is within two hexes", (place,))


def supplied(state: UseState, side: Side) -> dict[UnitId, bool]:
    """7.4 Which units could trace to a source now."""
    return {unit: bool(reachable(state, unit)) for unit in (*state.ground_units(side), *state.air_units(side))}


def taken(state: UseState, hex: Hex) -> tuple[Side, UnitId, UseState] | None:
    """Who holds a city, fort or unit's hex, and the position if his enemy had taken it."""
    theatre = state.theatre
    unit = state.ground_at(hex)
    holder = Side(theatre.side_of[unit]) if unit is not None else state.controller(hex)
    if holder is None:
        return None
    foe = enemy(holder)
    others = state.ground_units(foe)
    if not others:
        return None
    taker = min(others, key=lambda each: theatre.board.layout.distance(Hex(state.hex_of[each]), hex))
    fallen = state.copy()
    fallen.log = None
    if unit is not None:
        fallen.remove(unit, "7.4")
    fallen.move(taker, hex, "7.4")
    if has(friendly_places(state, holder), hex):
        fallen.fort[hex] = 0
        if state.is_city(hex):
            fallen.take_control(hex, foe, "2.3.1")
    return holder, taker, fallen
