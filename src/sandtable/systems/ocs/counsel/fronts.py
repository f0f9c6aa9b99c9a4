"""What a side may be ordered to do: where its main effort goes, what it holds, how boldly it attacks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from sandtable.core.intents import BOLD, CAREFUL, SCRIPT, Front
from sandtable.core.rules import Hex, Side, enemy
from sandtable.core.sentences import Text
from sandtable.core.system import Scenario
from sandtable.systems.ocs.counsel.habits import habits
from sandtable.systems.ocs.counsel.prizes import (
    FAR,
    LARGE,
    around,
    guarded,
    lacking,
    nearest,
    nearest_enemy,
    wanted,
    ways,
)
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.state import FIRST, OcsState
from sandtable.systems.ocs.theatre import LEG, QUARTERS

EFFORTS, HOLDS = 6, 4  # that are offered at most
APART = 2  # hexes within which two efforts are one
TURN = 8 * QUARTERS  # quarters of movement points that are about a turn's march
BOLDNESS: Mapping[int, Text] = {
    CAREFUL: "attacks only what promises much",
    BOLD: "attacks whatever promises anything",
}


def horizon(scenario: Scenario) -> int:
    """Until the enemy has replied."""
    return 1


def passed(state: OcsState, side: Side) -> int:
    """The enemy's player-turns that are over; who goes first in a turn is known when that has been settled."""
    foe_first = state.clock[FIRST] == enemy(side) and not isinstance(state.stack[-1], Game)
    return state.turn - 1 + (foe_first and state.phasing == side)


def fronts(state: OcsState, side: Side) -> Sequence[Front]:
    """All of an army is one: its maps are small."""
    return (Front("the whole front", tuple(_efforts(state, side)), tuple(_holds(state, side))),)


def _efforts(state: OcsState, side: Side) -> Iterator[Hex]:
    """What it wants, and the enemy's HQs and large dumps: what counts much, is near and held by few comes first."""
    points = {hex: float(points) for hex, points in wanted(state, side, SCRIPT).items()}
    theatre, foe = state.theatre, enemy(side)
    for unit in state.combat_units(foe):
        if theatre.is_hq[unit]:
            points.setdefault(Hex(state.hex_of[unit]), float(habits(SCRIPT).staff))
    for hex in state.dumps(foe):
        if state.dump[hex] >= LARGE:
            points.setdefault(hex, 1.0)
    held, near = around(state, foe, tuple(points)), nearest(state, side)
    units = [unit for unit in state.combat_units(side) if not theatre.is_hq[unit]]

    def merit(hex: Hex) -> float:
        way = ways(state.scenario, LEG, ((hex, 1),))
        march = sum(sorted(min(FAR, way[state.hex_of[unit]]) for unit in units)[:4]) / 4 if units else 0
        return points[hex] / (1 + march / TURN) / (10 + held[hex])

    chosen = list[Hex]()
    for hex in sorted(points, key=lambda hex: (-merit(hex), near[hex], hex)):
        if len(chosen) < EFFORTS and all(theatre.board.layout.distance(hex, other) >= APART for other in chosen):
            chosen.append(hex)
            yield hex


def _holds(state: OcsState, side: Side) -> Sequence[Hex]:
    """What is to be guarded and has the enemy near, that first which lacks most."""
    points, near, missing = guarded(state, side, SCRIPT), nearest_enemy(state, side), lacking(state, side, SCRIPT)
    return sorted(points, key=lambda hex: (-points[hex] / (1 + near[hex]), -missing.get(hex, 0.0), hex))[:HOLDS]


def occasion(state: OcsState, side: Side) -> Hashable:
    """The player-turns of a side that have begun: it plans at the beginning of each."""
    return state.turn if side in (state.phasing, state.clock[FIRST]) else state.turn - 1
