"""OCS 9.12g: the advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.decisions import DONE, GROUP, Form, Slot
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s09_losses import surviving
from sandtable.systems.ocs.s09_retreat import turn_to_go
from sandtable.systems.ocs.state import OcsState


class Advance(Procedure):
    """9.12g Into the hex that was attacked, where no enemy combat unit is left: who likes, after an overrun all. Its
    value: how many went."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    compulsory: int
    answer: Any = ()

    @step("9.12g")
    def ask(self, state: OcsState) -> Result:
        able = able_to_advance(state, self.units)
        if not able:
            return Done(0)
        if not self.compulsory:
            return Ask(self.side, ADVANCE, "answer")
        self.answer = ((tuple(able),),)
        return None

    @step("9.12g")
    def enter(self, state: OcsState) -> Result:
        (groups,), self.answer = self.answer, ()
        self.units = tuple(sorted(unit for group in groups for unit in group))
        if not self.units:
            return Done(0)
        for unit in self.units:
            if not state.theatre.ma[state.face[unit]][unit]:
                turn_to_go(state, unit, "9.12g")
            state.move(unit, self.target, "9.12g", kind="advanced")
        state.take_control(self.target, self.side, "9.12g")
        return Call(Capture(self.side, self.target, self.units, 1))

    @step("9.12g")
    def end(self, state: OcsState) -> Result:
        return Done(len(self.units))


def able_to_advance(state: OcsState, units: tuple[UnitId, ...]) -> list[UnitId]:
    """9.12g Who can move at all, on one of its faces."""
    ma = state.theatre.ma
    return [unit for unit in surviving(state, units) if any(face[unit] for face in ma)]


def those_who_may(advance: Advance, state: OcsState, *_: object) -> dict[str, Group]:
    return stacks(state, able_to_advance(state, advance.units))


def bad_advance(
    advance: Advance, state: OcsState, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """9.12g"""
    if units == DONE:
        return
    assert not isinstance(units, str)
    able = able_to_advance(state, advance.units)
    for unit in units:
        if unit not in able:
            yield Violation("9.12g", say("{unit} did not attack, or cannot move", unit), units=(unit,))


ADVANCE = Form("advance", "9.12g", Slot("units", GROUP, those_who_may, bad_advance, many=True))
