"""GEW 4.2: who has the initiative; O36: Ultra, which may give it to the Allies."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Breakdown, Side, Term, Violation
from sandtable.systems.gew.s03_victory import SIDE_NAMES, holds
from sandtable.systems.gew.state import FIRST_PLAYER, NO_ULTRA, ULTRA, ULTRA_READY, ULTRA_REMOVED, ULTRA_USED, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE


class InitiativeDetermination(Procedure):
    """4.2 Whoever holds more mobilization hexes begins."""

    side: Side
    action: Action = ()
    ultra: str = ""

    @step("O36")
    def ask_ultra(self, state: GewState) -> Result:
        """6.3 Asked whether or not Ultra has been regrouped, which the Axis does not see; its removal was seen."""
        if state.flags[ULTRA] in (NO_ULTRA, ULTRA_REMOVED):
            return Goto("count")
        return Ask(ALLIED_SIDE, PLAY_ULTRA, "action")

    @step("O36")
    def roll_ultra(self, state: GewState) -> Result:
        if self.action[0] == "hold":
            return Goto("count")
        return Roll(Dice(1), "ultra", state.scenario.charts.table("ultra").read)

    @step("O36")
    def play_ultra(self, state: GewState) -> Result:
        state.flag(ULTRA, ULTRA_REMOVED if self.ultra == "removed" else ULTRA_USED)
        state.note("ultra", "O36", result=self.ultra)
        if self.ultra != "initiative":
            return None
        first_player(state, ALLIED_SIDE, "O36")
        return Done()

    @step("4.2")
    def count(self, state: GewState) -> Result:
        held = initiative_count(state).total
        if held:  # G4-1: in a tie the last holder keeps it
            first_player(state, AXIS_SIDE if held > 0 else ALLIED_SIDE, "4.2")
        return Done()


def initiative_count(state: GewState) -> Breakdown:
    """4.2 Mobilization hexes on the map: the Axis counts up, the Allies down."""
    axis, allied = (holds(state, side, state.theatre.mobilization) for side in (AXIS_SIDE, ALLIED_SIDE))
    return Breakdown(
        [Term(f"{SIDE_NAMES[0]} mobilization hexes", axis, "4.2"), Term(f"{SIDE_NAMES[1]} ones", -allied, "4.2")]
    )


def first_player(state: GewState, side: Side, rule: str) -> None:
    """4.2.1 The initiative decides who plays first in the turn."""
    state.tick(FIRST_PLAYER, side)
    state.note("initiative", rule, side=side)


def not_ready(phase: InitiativeDetermination, state: GewState) -> Iterator[Violation]:
    if state.flags[ULTRA] != ULTRA_READY:
        yield Violation("O36", "Ultra must be regrouped before it is played again")


PLAY_ULTRA = Menu("ultra", "O36", Form("play", "O36", refuse=not_ready), Form("hold", "O36"), ends="hold")
