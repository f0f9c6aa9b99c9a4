"""GEW 7: the event of a game turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Roll, step

if TYPE_CHECKING:
    from sandtable.core.state import State


class EventCheck(Procedure):
    """7.0 One die on the Events Table; gives the event's name."""

    event: str = ""

    @step("7.0")
    def roll(self, state: State) -> Roll:
        return Roll(Dice(1), "event", state.scenario.charts.table("events").read)

    @step("7.0")
    def tell(self, state: State) -> Done:
        return Done(self.event)
