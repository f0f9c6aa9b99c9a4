"""OCS 4.8: how much stands in a hex, and what happens to more."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, Action, Form, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import side_fact
from sandtable.systems.ocs.options import O21_12C_STRAT_COLUMNS
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS, STRAT


def stacked(state: OcsState, place: Hex, side: Side) -> int:
    """4.8 REs of combat units in a hex, in quarters."""
    return sizes(state, side).get(place, 0)


@side_fact
def sizes(state: OcsState, side: Side) -> dict[int, int]:
    """4.8 The same by hex, where some are."""
    found, hex_of = dict[int, int](), state.hex_of
    for unit in state.combat_units(side):
        place = hex_of[unit]
        found[place] = found.get(place, 0) + state.size(unit)
    return found


def most(state: OcsState) -> int:
    return QUARTERS * state.number("stacking")


@side_fact
def overstacked(state: OcsState, side: Side) -> tuple[Hex, ...]:
    """4.8 Hexes in which more than ten REs stand."""
    limit, there = most(state), sizes(state, side).items()
    return tuple(sorted([Hex(place) for place, size in there if size > limit or crowded(state, side, place)]))


def crowded(state: OcsState, side: Side, place: int) -> bool:
    """21.12c Do more than three REs in Strat Mode stand there? A single unit or formation may, however large."""
    if not state.option(O21_12C_STRAT_COLUMNS):
        return False
    units = [unit for unit in state.combat_units_in(Hex(place), side) if state.mode[unit] == STRAT]
    formations = {state.theatre.formation_of[unit] for unit in units}
    alone = len(units) == 1 or (len(formations) == 1 and min(formations) >= 0)
    return not alone and sum(map(state.size, units)) > QUARTERS * state.number("strat-column")


class CheckStacking(Procedure):
    """4.8 At the end of a segment: both sides, the one named first, eliminate what is too much."""

    side: Side
    both: int = 0  # 1: the other side's turn
    gone: Action = ()

    @step("4.8")
    def ask(self, state: OcsState) -> Result:
        side = enemy(self.side) if self.both else self.side
        if overstacked(state, side):
            return Ask(side, EXCESS, "gone")
        if self.both:
            return Done()
        self.both = 1
        return Goto("ask")

    @step("4.8")
    def eliminate(self, state: OcsState) -> Result:
        (unit,), self.gone = self.gone, ()
        state.lose_steps(unit, state.steps[unit], "4.8")
        return Goto("ask")


def in_excess(check: CheckStacking, state: OcsState) -> list[UnitId]:
    side = enemy(check.side) if check.both else check.side
    return list(state.combat_units(side))


def not_in_excess(check: CheckStacking, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """4.8 Of a hex with too much."""
    side = enemy(check.side) if check.both else check.side
    if state.owner[unit] != side or state.hex_of[unit] not in overstacked(state, side):
        yield Violation("4.8", say("{unit} is in no hex of yours with too many REs", unit), units=(unit,))
    elif state.mode[unit] != STRAT and stacked(state, Hex(state.hex_of[unit]), side) <= most(state):
        yield Violation("21.12c", say("{unit} is not in Strat Mode", unit), units=(unit,))


EXCESS = Form("excess", "4.8", Slot("unit", UNIT, in_excess, not_in_excess))
