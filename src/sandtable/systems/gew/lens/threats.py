"""Where the enemy could march in his next turn, and what he could attack then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.core.kernels import NEVER
from sandtable.core.lens import Threat
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s17_march import no_stay, stays_home, ways_of
from sandtable.systems.gew.s19_attack import no_attack_into
from sandtable.systems.gew.s19_foes import spares
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState


def threats(state: GewState, side: Side) -> Mapping[Hex, Threat]:
    """Each of the enemy's ground units in the position as it stands, taken by itself: what it could march to with all
    its MF, past nobody who moves before it, and what of the side's it could attack from there or from where it is.

    Taken for granted: no thaw (15.0), and that it has not moved yet. Left out: rail and sea, what arrives, what is
    aboard, retreats and pursuits that would open a way, and whether an attack is any good.
    """
    reach: dict[Hex, list[UnitId]] = {}
    stands: dict[Hex, list[UnitId]] = {}  # those who could be there to attack: who march there, or are there
    for unit in _enemies(state, side):
        goals = _goals(state, unit)
        for place in goals:
            reach.setdefault(place, []).append(unit)
        for place in (*goals, Hex(state.hex_of[unit])):
            stands.setdefault(place, []).append(unit)
    attack = {target: _attackers(state, side, target, stands) for target in occupied(state, side)}
    marked = sorted({*reach, *(target for target, units in attack.items() if units)})
    return {place: Threat(tuple(reach.get(place, ())), attack.get(place, ())) for place in marked}


def _enemies(state: GewState, side: Side) -> Iterator[UnitId]:
    """In hexes and staging areas, of powers at war; 33.3 nobody leaves a neutral USA."""
    for power in POWERS_OF_SIDE[enemy(side)]:
        if state.belligerent(power):
            ready = (unit for unit in state.forces(power) if not state.embarked(unit))
            yield from (unit for unit in ready if not stays_home(state, unit))


def _goals(state: GewState, unit: UnitId) -> list[Hex]:
    """17.0 Where a march may end, whatever the unit has done by now."""
    if not state.theatre.movement[unit]:
        return []
    crowded = no_stay(state, unit)
    return [place for place in ways_of(state, unit).goals if not crowded or place not in crowded]


def _attackers(state: GewState, side: Side, target: Hex, stands: Mapping[Hex, list[UnitId]]) -> tuple[UnitId, ...]:
    """19.2 Who could come to stand next to a hex, could go into it and attacks those in it."""
    theatre, foe, found = state.theatre, enemy(side), set[UnitId]()
    for here in theatre.board.around(target):
        step_in = theatre.board.layout.side(here, target)
        for unit in stands.get(here, ()):
            if unit not in found and theatre.movement[unit] and theatre.prices[theatre.mover[unit]][step_in] < NEVER:
                barred = target in no_attack_into(state, foe, unit)
                if not barred and next(spares(state, foe, unit, target), None) is None:
                    found.add(unit)
    return tuple(sorted(found))
