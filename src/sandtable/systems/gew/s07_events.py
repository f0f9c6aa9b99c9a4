"""GEW 7: the event of a game turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Roll, step

if TYPE_CHECKING:
    from sandtable.core.state import State


class EventCheck(Procedure):
    """7.0 One die on the Events Table; gives the event's name."""

    roll: int = 0

    @step("7.0")
    def throw(self, state: State) -> Roll:
        return Roll(Dice(1), "roll")

    @step("7.0")
    def look_up(self, state: State) -> Done:
        return Done(state.scenario.charts.table("events").read(self.roll))
