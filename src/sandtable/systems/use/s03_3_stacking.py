"""USE 3.3: stacking: one ground unit, one air unit, one convoy and one warship in a hex."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandtable.core.bits import Bits
from sandtable.core.changes import changeable
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.use.options import STACK_FIGHTER_AND_BOMBER
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import AIR, GROUND, WARSHIPS

RULE = "3.3"
ALONE = (GROUND, AIR, ("convoy",), WARSHIPS)  # of each of these kinds one


def crowded(state: UseState, unit: UnitId, to: Hex, but: Collection[UnitId] = ()) -> Iterator[Violation]:
    """3.3 Why a hex has no room for a unit; whoever leaves it or moves along does not count."""
    there = rival(state, unit, to, but)
    if there is not None:
        yield Violation(RULE, say("{unit} is there", there), (to,), (there,))


def rival(state: UseState, unit: UnitId, to: Hex, but: Collection[UnitId] = ()) -> UnitId | None:
    """3.3 Who takes the place of a unit in a hex."""
    if state.top_of[to] < 0:
        return None
    kinds, type_of = kinds_apart(state, unit), state.theatre.type_of
    found = (each for each in state.units_in(to) if type_of[each] in kinds and each != unit and each not in but)
    return next(found, None)


@changeable
def kinds_apart(state: UseState, unit: UnitId) -> tuple[str, ...]:
    """3.3 The types of which none is beside a unit."""
    return next(kinds for kinds in ALONE if state.theatre.type_of[unit] in kinds)


@kinds_apart.changed_by(STACK_FIGHTER_AND_BOMBER)
def own_kind_apart(state: UseState, unit: UnitId) -> tuple[str, ...]:
    """A fighter and a bomber may share a hex."""
    type = state.theatre.type_of[unit]
    return (type,) if type in AIR else kinds_apart.printed(state, unit)


@changeable
def crowded_hexes(state: UseState, unit: UnitId) -> Bits:
    """3.3 What `crowded` refuses of its own side's hexes, worked out for all at once; its own hex is among them."""
    side = Side(state.theatre.side_of[unit])
    return state.occupied(side) if state.theatre.is_ground[unit] else state.based(side)


@crowded_hexes.changed_by(STACK_FIGHTER_AND_BOMBER)
def hexes_of_own_kind(state: UseState, unit: UnitId) -> Bits:
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    if theatre.is_ground[unit]:
        return state.occupied(side)
    alike = (each for each in state.air_units(side) if theatre.type_of[each] == theatre.type_of[unit])
    return theatre.board.bits(Hex(state.hex_of[each]) for each in alike)
