"""GEW 7: the event of a game turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.dice import Dice
from sandtable.core.flow import Call, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Side
from sandtable.systems.gew.s31_partisans import RaisePartisan, rising_regions
from sandtable.systems.gew.state import CRISIS_BONUS, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

if TYPE_CHECKING:
    from sandtable.core.state import State

LOSERS = {  # whose MP the second die concerns
    "Japanese threat in the Pacific": WALLIED,
    "Japanese threat in Manchuria": SOVIET,
    "US home front": WALLIED,
    "Allied partisans": AXIS,
}
RISING = {"Allied partisans": ALLIED_SIDE, "Axis partisans": AXIS_SIDE}


class EventCheck(Procedure):
    """7.0 One die on the Events Table; gives the event's name."""

    event: str = ""

    @step("7.0")
    def roll(self, state: State) -> Roll:
        return Roll(Dice(1), "event", state.scenario.charts.table("events").read)

    @step("7.0")
    def tell(self, state: State) -> Done:
        return Done(self.event)


class EventsCheck(Procedure):
    """7.0 The initiative player rolls, and the event happens at once."""

    side: Side
    event: str = ""
    points: int = 0

    @step("7.0")
    def check(self, state: GewState) -> Result:
        return Call(EventCheck(), into="event")

    @step("7.0")
    def tell(self, state: GewState) -> Result:
        state.note("event", "7.0", event=self.event, by=self.side)
        if self.event == "Crisis accelerates":
            state.tick(CRISIS_BONUS, 1)
        return None

    @step("7.0")
    def roll_points(self, state: GewState) -> Result:
        return Roll(Dice(1), "points") if self.event in LOSERS else None

    @step("10.1")
    def change_points(self, state: GewState) -> Result:
        if self.points:
            gain = self.event == "US home front" and state.usa_fights()
            state.gain_mp(LOSERS[self.event], self.points if gain else -self.points, "7.0", self.event)
        return None

    @step("31.1")
    def raise_partisan(self, state: GewState) -> Result:
        side = RISING.get(self.event)
        return None if side is None else Call(RaisePartisan(side, rising_regions(state, side)))
