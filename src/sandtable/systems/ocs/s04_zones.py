"""OCS 4.5: zones of control, and who negates them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.bits import Bits, standing
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import fact, side_fact
from sandtable.systems.ocs.state import FINISHED, MOVED, OcsState


@side_fact
def zone(state: OcsState, side: Side) -> Bits:
    """4.5 The hexes next to units in Combat Mode that could attack and are not out of supply."""
    hexes = {state.hex_of[unit] for unit in state.combat_units(side) if state.exerts_zone(unit)}
    if state.theatre.holds:  # 18.6 who assaults a beach has none at sea
        hexes.difference_update(state.theatre.sea)
    return state.theatre.board.grid.zone(sorted(hexes))


@side_fact
def beside(state: OcsState, side: Side) -> Bits:
    """The hexes next to combat units of a side, whatever they do there."""
    return state.theatre.board.grid.zone(state.occupied(side))


@fact
def staying(state: OcsState, side: Side) -> Bits:
    """4.5b The hexes with a combat unit of the side that will spend no movement point later in this phase: whoever is
    not of the side that moves, has finished, or cannot move at all."""
    if state.moving != side:
        return state.occupied(side)
    done, face, ma = state.done, state.face, state.theatre.ma
    units = [unit for unit in state.combat_units(side) if done[unit] & FINISHED or not ma[face[unit]][unit]]
    return standing(state.hex_of, units, state.theatre.board.hexes)


def enemy_zone(state: OcsState, side: Side) -> Bits:
    """4.5a The zone of the enemy, whoever stands in it: what cannot be negated."""
    return zone(state, enemy(side))


def hindered(state: OcsState, side: Side, but: Iterable[UnitId] = ()) -> Bits:
    """4.5b The zone of the enemy where no unit of the side negates it, or will: who may still move is held where he is
    when a way through his hex is used (`hold`). `but`: who is about to move himself."""
    foe = zone(state, enemy(side))
    away = set(but)
    if not away:
        return foe - state.occupied(side)
    others = [unit for unit in state.combat_units(side) if unit not in away]
    return foe - standing(state.hex_of, others, state.theatre.board.hexes)


def hold(state: OcsState, side: Side, way: Iterable[Hex], but: Iterable[UnitId] = ()) -> None:
    """4.5b Whoever negated a zone on this way has finished for the phase: in each hex who has moved, else the
    slowest."""
    if state.moving != side:
        return
    foe, stay, away = zone(state, enemy(side)), staying(state, side), set(but)
    for hex in way:
        if hex in foe and hex not in stay:
            units = [unit for unit in state.combat_units_in(hex, side) if unit not in away]
            if units:
                state.did(min(units, key=lambda unit: _spared(state, unit)), FINISHED)


def _spared(state: OcsState, unit: UnitId) -> tuple[bool, int, UnitId]:
    """Who is held last: he who could still go farther."""
    return not state.has(unit, MOVED), state.theatre.ma[state.face[unit]][unit], unit
