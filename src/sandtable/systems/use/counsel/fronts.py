"""What a side may order: one front, cities to be taken and cities to be held."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sandtable.core.intents import BOLD, CAREFUL, SCRIPT, Front
from sandtable.core.rules import Hex, Side, enemy
from sandtable.core.system import Scenario
from sandtable.systems.use.counsel.defence import exposed
from sandtable.systems.use.counsel.habits import NEAR, mind_of
from sandtable.systems.use.counsel.prizes import RICH, away, prizes
from sandtable.systems.use.counsel.worth import plan
from sandtable.systems.use.s04_2_ground import movement_points
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import AXIS

EFFORTS, HOLDS = 6, 4  # that are offered
BOLDNESS = {
    CAREFUL: "attacks only where that promises much",
    BOLD: "attacks even where that promises little",
    NEAR: "takes what is near, whatever lies beyond it",
}
PACE = 2.0  # answers of USE are quick


def planning(scenario: Scenario) -> float:
    """Dice decide so much that sixteen rollouts tell nothing of an answer; hundreds tell what a plan is worth. Answers
    have what it leaves."""
    return 1.0


def fronts(state: UseState, side: Side) -> Sequence[Front]:
    """All of a side's armies are near one another."""
    names = " and ".join(state.country_name(nth) for nth in state.theatre.must_fall)
    return (Front(names, _efforts(state, side), _holds(state, side)),)


def _far(state: UseState, side: Side, place: Hex) -> int:
    """How far the nearest army of a side is."""
    row = away(state, place)
    return min((row[state.hex_of[unit]] for unit in state.ground_units(side)), default=len(row))


def _efforts(state: UseState, side: Side) -> tuple[Hex, ...]:
    """Cities that a side wants: those that an army would go for next, which then goes first, the rest by riches and
    nearness."""
    wanted, habits = prizes(state, side), mind_of(SCRIPT, side).habits
    best = (plan(state, habits, unit, movement_points(state, unit), True) for unit in state.ground_units(side))
    goals = (each.goal for each in sorted(best, key=lambda each: -each.value))
    near = sorted(wanted, key=lambda hex: (_far(state, side, hex) - wanted[hex] / RICH, hex))
    return tuple(dict.fromkeys([*(goal for goal in goals if goal in wanted), *near]))[:EFFORTS]


def _holds(state: UseState, side: Side) -> tuple[Hex, ...]:
    """Cities that the enemy wants: what he would gain next first, then those he is near."""
    wanted, open_to = prizes(state, enemy(side)), exposed(state, mind_of(SCRIPT, side).habits, side)
    near = {hex: _far(state, enemy(side), hex) - worth / RICH for hex, worth in wanted.items()}
    return tuple(sorted(wanted, key=lambda hex: (-open_to.get(hex, 0.0), near[hex], hex))[:HOLDS])


def occasion(state: UseState, side: Side) -> Hashable:
    """The turns of a side that have begun. The Axis acts first: what the West is asked before its own turn belongs to
    the turn before, so that it plans when it sees what the Axis has done."""
    return state.turn if side in (state.phasing, AXIS) else state.turn - 1
