"""Where the enemy could march in his next turn, and what he could attack then."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.lens import Threat
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.s04_2_ground import goals, movement_points, reach
from sandtable.systems.use.s06_3_army import bad_attack
from sandtable.systems.use.state import UseState


def threats(state: UseState, side: Side) -> Mapping[Hex, Threat]:
    """Each of the enemy's ground units in the position as it stands, taken by itself: where its points take it,
    and what of the side's it could attack from there or from where it is, with what is left.

    Taken for granted: the weather and supply of now, points to pay with, and that it has not acted. Left out: air and
    sea, strategic movement, what arrives, and attacks or retreats that would open a way.
    """
    gone: dict[Hex, list[UnitId]] = {}
    hit: dict[Hex, list[UnitId]] = {}
    targets = [Hex(state.hex_of[unit]) for unit in state.ground_units(side)]
    for unit in state.ground_units(enemy(side)):
        points = movement_points(state, unit)
        found = reach(state, unit, points, True)
        stands = {Hex(state.hex_of[unit]): 0} | {hex: found.cost(hex) for hex in goals(state, unit, points, True)}
        for hex in list(stands)[1:]:
            gone.setdefault(hex, []).append(unit)
        for target in targets:
            if _could_attack(state, unit, stands, target, points):
                hit.setdefault(target, []).append(unit)
    return {hex: Threat(tuple(gone.get(hex, ())), tuple(hit.get(hex, ()))) for hex in sorted({*gone, *hit})}


def _could_attack(state: UseState, unit: UnitId, stands: Mapping[Hex, int], target: Hex, points: int) -> bool:
    """5.3 From a hex it may come to stand in, for what is left there."""
    return any(
        here in stands and next(bad_attack(state, unit, here, target, points - stands[here]), None) is None
        for here in state.theatre.board.around(target)
    )
