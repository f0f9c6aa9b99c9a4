"""TOY 5: rest, digging in and rallying."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, Form, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from toy.s03_movement import own_units
from toy.state import STEPS, ToyState


class Rest(Procedure):
    """2.2 The side's units may act again."""

    side: Side

    @step("2.2")
    def rest(self, state: ToyState) -> Result:
        state.rest(self.side)
        return Done()


class Dig(Procedure):
    """5.1 A unit digs in where it stands."""

    side: Side
    unit: UnitId

    @step("5.1")
    def dig(self, state: ToyState) -> Result:
        state.act(self.unit)
        state.dig(self.unit)
        return Done()


class Rally(Procedure):
    """5.0 Each reduced unit of the side rolls; five or six gives the step back."""

    side: Side
    unit: int = -1
    rallied: int = 0

    @step("5.0")
    def next(self, state: ToyState) -> Result:
        reduced = (unit for unit in state.on_map(self.side) if unit > self.unit and state.steps[unit] < STEPS)
        self.unit = next(reduced, -1)
        return Done() if self.unit < 0 else None

    @step("5.0")
    def roll(self, state: ToyState) -> Result:
        return Roll(Dice(1), "rallied", lambda roll: int(roll >= 5))

    @step("5.0")
    def apply(self, state: ToyState) -> Result:
        rallied, self.rallied = self.rallied, 0
        state.note("rallied", "5.0", unit=UnitId(self.unit), result="yes" if rallied else "no")
        if rallied:
            state.gain_step(UnitId(self.unit), "5.0")
        return Goto("next")


def bad_digger(segment: Segment, state: ToyState, unit: UnitId) -> Iterator[Violation]:
    """5.1"""
    if state.scenario.side_of[unit] != segment.side or state.hex_of[unit] < 0:
        yield Violation("5.1", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        return
    if state.dug[unit]:
        yield Violation("5.1", say("{unit} is dug in", unit), units=(unit,))
    if state.acted[unit]:
        yield Violation("2.2", say("{unit} has acted this turn", unit), units=(unit,))


DIG = Form("dig", "5.1", Slot("unit", UNIT, own_units, bad_digger))
