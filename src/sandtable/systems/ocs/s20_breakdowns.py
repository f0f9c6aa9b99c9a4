"""OCS 20.0: breakdowns: regiments that a division sheds, and takes back."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s06_movement import unready
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import COMBAT_FACE

SHARED = ("face", "mode", "oos", "stocks", "fuel", "done", "began", "cut_off")  # what a breakdown has from its division


def in_pool(state: OcsState, side: Side) -> list[UnitId]:
    """20.0 Breakdowns that may be made."""
    theatre = state.theatre
    return [unit for unit in sorted(state.units_in(theatre.pool[side])) if theatre.is_breakdown[unit]]


def fitting(state: OcsState, division: UnitId) -> list[UnitId]:
    """20.0 Those of its nation that fight no better than it, the best first."""
    theatre = state.theatre
    ar = theatre.ar[COMBAT_FACE]
    found = [
        unit for unit in in_pool(state, Side(state.owner[division]))
        if theatre.nation_of[unit] == theatre.nation_of[division] and ar[unit] <= ar[division]
    ]  # fmt: skip
    return sorted(found, key=lambda unit: (-ar[unit], unit))


def is_division(state: OcsState, unit: UnitId) -> bool:
    """20.0 Multi-step, and neither Armor nor Mech."""
    theatre = state.theatre
    return theatre.is_combat[unit] and theatre.full_steps[unit] > 1 and theatre.category_of[unit] == "other"


class BreakDown(Procedure):
    """20.0 A division sheds a step, which stands beside it as a regiment."""

    side: Side
    division: UnitId

    @step("20.0")
    def shed(self, state: OcsState) -> Result:
        division, regiment = self.division, fitting(state, self.division)[0]
        state.set_steps(division, state.steps[division] - 1)
        state.set_steps(regiment, 1)
        for name in SHARED:
            getattr(state, name)[regiment] = getattr(state, name)[division]
            state.changed(name, regiment)
        state.move(regiment, Hex(state.hex_of[division]), "20.0", kind="broken down", units=(division,))
        return Done()


def absorb(state: OcsState) -> None:
    """20.0 At the end of a phase a breakdown goes back into a reduced division beside it that is no better than it, and
    is in the same mode with the same markers."""
    theatre = state.theatre
    for side in map(Side, range(len(state.scenario.sides))):
        for regiment in state.combat_units(side):
            division = _parent(state, regiment) if theatre.is_breakdown[regiment] else None
            if division is not None:
                state.set_steps(division, state.steps[division] + 1)
                state.reset(regiment)
                state.move(regiment, theatre.pool[side], "20.0", kind="absorbed", units=(division,))


def _parent(state: OcsState, regiment: UnitId) -> UnitId | None:
    theatre, ar = state.theatre, state.theatre.ar[COMBAT_FACE]
    alike = ("mode", "face", "oos", "stocks")
    for unit in state.combat_units_in(Hex(state.hex_of[regiment]), Side(state.owner[regiment])):
        reduced = is_division(state, unit) and state.steps[unit] < theatre.full_steps[unit]
        if (
            reduced and theatre.nation_of[unit] == theatre.nation_of[regiment] and ar[regiment] >= ar[unit]
            and all(getattr(state, name)[unit] == getattr(state, name)[regiment] for name in alike)
        ):  # fmt: skip
            return unit
    return None


def divisions(segment: Segment, state: OcsState) -> list[UnitId]:
    return [unit for unit in state.combat_units(segment.side) if is_division(state, unit)]


def cannot_break_down(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """20.0"""
    refused = list(unready(state, segment.side, unit))
    yield from refused
    if refused:
        return
    if not is_division(state, unit):
        yield Violation("20.0", say("{unit} is no division of infantry", unit), units=(unit,))
    elif state.spent[unit]:
        yield Violation("20.0", say("{unit} has begun to move", unit), units=(unit,))
    elif state.steps[unit] < 2:
        yield Violation("20.0", say("{unit} has one step left", unit), units=(unit,))
    elif not fitting(state, unit):
        yield Violation("20.0", say("no breakdown for {unit} is left", unit), units=(unit,))


BREAK_DOWN = Form("break_down", "20.0", Slot("unit", UNIT, divisions, cannot_break_down))
