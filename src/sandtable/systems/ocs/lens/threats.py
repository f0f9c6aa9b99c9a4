"""Where the enemy could march in his next Movement Phase, and what he could attack then."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.lens import Threat
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.ocs.s05_modes import SAME
from sandtable.systems.ocs.s06_movement import ways
from sandtable.systems.ocs.state import MOVEMENT, PHASING, SEGMENT, OcsState


def threats(state: OcsState, side: Side) -> Mapping[Hex, Threat]:
    """Each of the enemy's combat units in the position as it stands, in the mode it is in: where its movement points
    take it, and what of the side's it could attack from there or from where it is.

    Taken for granted: the weather of now, fuel to pay with, and that it has not moved. Left out: aircraft, changes of
    mode, overruns, what arrives, and attacks or retreats that would open a way.
    """
    foe = enemy(side)
    ahead = state.copy()
    ahead.clear("spent")
    ahead.clear("done")
    ahead.tick(PHASING, foe)
    ahead.tick(SEGMENT, MOVEMENT)
    gone: dict[Hex, list[UnitId]] = {}
    hit: dict[Hex, list[UnitId]] = {}
    targets, around = ahead.occupied(side), ahead.theatre.board.around
    for unit in ahead.combat_units(foe):
        here = Hex(ahead.hex_of[unit])
        stands = [Hex(hex) for hex in ways(ahead, unit, SAME, (unit,)).ends if hex != here]
        for hex in stands:
            gone.setdefault(hex, []).append(unit)
        if ahead.attack_capable(unit):
            for target in sorted({near for hex in (here, *stands) for near in around(hex) if near in targets}):
                hit.setdefault(target, []).append(unit)
    return {hex: Threat(tuple(gone.get(hex, ())), tuple(hit.get(hex, ()))) for hex in sorted({*gone, *hit})}
