"""OCS 2.2: who has won, as the scenario counts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.core.flow import Outcome
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, counted, enemy
from sandtable.core.sentences import Text, say
from sandtable.systems.ocs.s04_zones import hindered
from sandtable.systems.ocs.s12_trace import traceable, traced
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import Objective


def score(state: OcsState, side: Side) -> Breakdown:
    """A side's points, objective by objective; those that bring none are left out."""
    found = []
    for goal in state.theatre.objectives:
        count, words = COUNTED[goal.kind](state, goal) if goal.side == side else (0, "")
        if count:
            found.append(Term(words, count * goal.points, "2.2"))
    return Breakdown(found)


def hold(state: OcsState, goal: Objective) -> tuple[int, Text]:
    """Hexes that a combat unit of the side was the last to enter, and where one would be in trace supply."""
    held = [hex for hex in goal.hexes if _is_held(state, goal.side, hex)]
    return len(held), say("{hexes} held", tuple(held))


def hold_all(state: OcsState, goal: Objective) -> tuple[int, Text]:
    """The same of all of them together."""
    return int(all(_is_held(state, goal.side, hex) for hex in goal.hexes)), say("{hexes} held", goal.hexes)


def _is_held(state: OcsState, side: Side, hex: Hex) -> bool:
    return state.controller(hex) == side and traceable(state, side, hex)


def dead_steps(state: OcsState, goal: Objective) -> tuple[int, Text]:
    """Steps in the dead pile of the enemy: a point for so many."""
    steps = sum(state.theatre.full_steps[unit] for unit in _dead(state, goal))
    return steps // goal.per, f"{counted(steps, 'enemy step')} in the dead pile"


def dead_hqs(state: OcsState, goal: Objective) -> tuple[int, Text]:
    hqs = sum(state.theatre.is_hq[unit] for unit in _dead(state, goal))
    return hqs // goal.per, f"{counted(hqs, 'enemy HQ')} destroyed"


def _dead(state: OcsState, goal: Objective) -> list[UnitId]:
    theatre = state.theatre
    return [
        unit for unit in state.units_in(theatre.dead[enemy(goal.side)])
        if theatre.is_combat[unit]
        and (not goal.nations or theatre.nation_of[unit] in goal.nations)
        and (not goal.categories or theatre.category_of[unit] in goal.categories)
    ]  # fmt: skip


def relieved(state: OcsState, goal: Objective) -> tuple[int, Text]:
    """A way from the first of the hexes to another one, without enemy combat units or zones that nobody negates."""
    board, side = state.theatre.board, goal.side
    closed = state.occupied(enemy(side)) | hindered(state, side) | state.theatre.sea
    start, *ends = goal.hexes
    edge, seen = [] if start in closed else [start], {start}
    for here in edge:
        new = [hex for hex in board.around(here) if hex not in closed and hex not in seen]
        seen.update(new)
        edge += new
    return int(not seen.isdisjoint(ends)), say("{hex} is relieved", start)


def beyond(state: OcsState, goal: Objective) -> tuple[int, Text]:
    """A combat unit in trace supply stands east of a column."""
    column = state.theatre.board.layout.column
    there = any(
        column(Hex(state.hex_of[unit])) > goal.column and traced(state, unit)
        for unit in state.combat_units(goal.side)
    )  # fmt: skip
    return int(there), f"a unit in trace supply beyond column {goal.column}"


COUNTED: Mapping[str, Callable[[OcsState, Objective], tuple[int, Text]]] = {
    "hold": hold, "hold_all": hold_all, "dead_steps": dead_steps, "dead_hqs": dead_hqs, "relieved": relieved,
    "beyond": beyond,
}  # fmt: skip


def outcome(state: OcsState) -> Outcome:
    """2.2 The points of the first of the scenario's sides less those of the second."""
    first, second = (int(score(state, Side(side)).total) for side in (0, 1))
    _, words, winner = next(level for level in state.theatre.levels if first - second >= level[0])
    names = state.scenario.spoken_sides
    return Outcome(winner, words, f"{names[0]} {counted(first, 'point')}, {names[1]} {second}", "2.2")
