"""What a counter or a dump reaches: movement by mode before one is chosen, throws, draws, barrages, flights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.core.bits import Bits
from sandtable.core.lens import Area
from sandtable.core.rules import Hex, Side, UnitId, counted
from sandtable.core.sentences import say
from sandtable.systems.ocs.figures import points, tokens
from sandtable.systems.ocs.lens.hints import fuel_told, mp_left
from sandtable.systems.ocs.s04_fog import known
from sandtable.systems.ocs.s05_modes import SAME, VOLUNTARY, cannot_order
from sandtable.systems.ocs.s06_movement import NOWHERE, ends, unready, ways
from sandtable.systems.ocs.s12_paths import can_throw, draws_from, lines_to, serves, throws_to
from sandtable.systems.ocs.s15_bases import bases, is_base
from sandtable.systems.ocs.state import MOVEMENT, PHASING, SEGMENT, OcsState


def areas_of_unit(state: OcsState, side: Side | None, unit: UnitId) -> Iterator[Area]:
    """As far as the side that looks may know the counter."""
    theatre = state.theatre
    if state.hex_of[unit] < 0 or not known(state, side, unit):
        return
    if theatre.is_plane[unit]:
        yield from _flights(state, unit)
    elif state.is_on_map(unit) and (theatre.is_combat[unit] or state.is_transport(unit)):
        yield from _throw(state, unit)
        yield from _fire(state, unit)
        yield from _moves(state, unit)


def areas_of_hex(state: OcsState, side: Side | None, hex: Hex) -> Iterator[Area]:
    """12.3 What supply in a hex feeds, by itself and by the HQs that draw from it; who patrols from a base there."""
    theatre = state.theatre
    if hex < theatre.board.hexes and state.holder[hex]:
        owner = Side(state.holder[hex] - 1)
        fed = tuple(
            unit for unit in state.combat_units(owner) if any(line.store.hex == hex for line in lines_to(state, unit))
        )
        drawn = draws_from(state, owner, hex)
        lies, whom = tokens(state.dump[hex]), counted(len(fed), "unit")
        said = f"{lies} drawn directly in {len(drawn)} hexes; by these and by HQs it feeds {whom}"
        yield Area("Feeds", said, _hexes(drawn), "12.3", fed)
    for owner in (Side(0), Side(1)):
        if is_base(state, owner, hex):
            yield from _patrol(state, owner, hex)


# ------------------------------------------------------------------------------------------------ on the ground


def _throw(state: OcsState, unit: UnitId) -> Iterator[Area]:
    """12.3"""
    if not can_throw(state, unit):
        return
    side, there = Side(state.owner[unit]), throws_to(state, unit)
    served = tuple(
        each for each in state.combat_units(side)
        if each != unit and state.hex_of[each] in there and serves(state, unit, each)
    )  # fmt: skip
    far = points(state.theatre.throw[state.face[unit]][unit])
    yield Area(
        "Throws supply", f"over {far} MP: {counted(len(served), 'unit')} in range", _hexes(there), "12.3", served
    )


def _fire(state: OcsState, unit: UnitId) -> Iterator[Area]:
    """10.1"""
    theatre = state.theatre
    if theatre.barrage[state.face[unit]][unit]:
        far = theatre.range_of[unit]
        there = _within(state, Hex(state.hex_of[unit]), far)
        yield Area("Barrage", f"range {far}", there, "10.1")


def _moves(state: OcsState, unit: UnitId) -> Iterator[Area]:
    """5.0, 6.1 In each mode, as in a Movement Phase in which it has not moved; in its own one, as it stands, or why it
    does not move any more."""
    side, ahead, found = Side(state.owner[unit]), state, False
    if state.clock[SEGMENT] != MOVEMENT or state.phasing != side:
        ahead = state.copy()
        ahead.clear("spent")
        ahead.clear("done")
        ahead.tick(PHASING, side)
        ahead.tick(SEGMENT, MOVEMENT)
    left = f"{points(ahead.spent[unit])} MP spent, {points(mp_left(ahead, unit, SAME))} MP left"
    if (against := next(unready(ahead, side, unit), None)) is not None:
        yield Area("Moves", say("{why}; {left}", against.because, left), (), against.rule)
        return
    group = (unit,)
    for word in (SAME,) if state.is_transport(unit) or ahead.spent[unit] else VOLUNTARY:
        if next(cannot_order(ahead, side, group, word), None) is not None:
            continue
        if ways(ahead, unit, word, group) == NOWHERE:
            continue
        name = "Moves" if word == SAME else f"Moves in {word.capitalize()} Mode"
        fuel = fuel_told(ahead, group, word)
        said = f"{points(mp_left(ahead, unit, word))} MP{f', {fuel}' if fuel else ''}"
        yield Area(name, said, _hexes(ends(ahead, group, word)), "5.8" if word == "strat" else "6.1")
        found = True
    if not found:
        yield Area("Moves", f"no further; {left}", (), "6.1")


# ------------------------------------------------------------------------------------------------ in the air


def _flights(state: OcsState, unit: UnitId) -> Iterator[Area]:
    """14.2 A mission, and a transfer, which goes twice as far; 14.4c the patrol zone of an active fighter."""
    theatre, here = state.theatre, Hex(state.hex_of[unit])
    far, side = theatre.range_of[unit], Side(state.owner[unit])
    ready = "" if state.active[unit] else "; it is inactive"
    there = _within(state, here, far)
    yield Area("Flies", f"range {far}{ready}", there, "14.2")
    again = tuple(base for base in bases(state, side) if base != here and theatre.distance(here, base) <= 2 * far)
    if again:
        yield Area("Transfers", f"to {counted(len(again), 'base')}", again, "14.2")
    if theatre.air_type[unit] == "fighter" and state.active[unit] and is_base(state, side, here):
        yield from _patrol(state, side, here)


def _patrol(state: OcsState, side: Side, base: Hex) -> Iterator[Area]:
    """14.4c"""
    fighters = tuple(
        plane for plane in state.planes_at(base, side)
        if state.active[plane] and state.theatre.air_type[plane] == "fighter"
    )  # fmt: skip
    if fighters:
        far = state.number("patrol")
        yield Area(
            "Patrol zone", say("{number} hexes around {hex}", far, base), _within(state, base, far), "14.4c", fighters
        )


def _within(state: OcsState, place: Hex, far: int) -> tuple[Hex, ...]:
    theatre = state.theatre
    return tuple(Hex(hex) for hex in theatre.everywhere if theatre.distance(place, Hex(hex)) <= far)


def _hexes(found: Bits | Iterable[int]) -> tuple[Hex, ...]:
    return tuple(map(Hex, found))
