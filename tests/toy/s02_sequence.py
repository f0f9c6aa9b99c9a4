"""TOY 2 and 7: the sequence of play, and who has won."""

from __future__ import annotations

from sandtable.core.decisions import Form
from sandtable.core.flow import Call, Done, Goto, Outcome, Procedure, Result, step
from sandtable.core.rules import Side, enemy
from sandtable.core.sequence import OTHER, Outline, Sequence, Verb, phase, segment
from sandtable.core.state import State
from sandtable.core.system import Scenario
from toy.s03_movement import MOVE, Move
from toy.s04_combat import ATTACK, Attack
from toy.s05_rally import DIG, Dig, Rally, Rest
from toy.s08_supply import ASSAULT, REFIT, STACK_MARCH, Assault, March, Refit
from toy.s09_modes import CHANGE, Change
from toy.state import SUPPLY, SupplyState, ToyState

TURNS = 4


def after_the_first(state: State) -> bool:
    assert isinstance(state, ToyState)
    return state.turn[0] > 1


PLAYER_TURN = phase(
    "Player turn", "2.1",
    Rest,
    segment("Action", "2.2", Verb(MOVE, Move), Verb(ATTACK, Attack), Verb(DIG, Dig), end=Form("end", "2.2")),
    segment("Regroup", "2.1", Verb(DIG, Dig), by=OTHER, only=after_the_first),
    phase("Rally", "5.0", Rally),
)  # fmt: skip
OUTLINE = Outline(PLAYER_TURN)
SUPPLY_TURN = phase(
    "Player turn", "2.1",
    Rest,
    segment(
        "Action", "2.2", Verb(STACK_MARCH, March), Verb(ASSAULT, Assault), Verb(REFIT, Refit), Verb(CHANGE, Change),
        Verb(DIG, Dig), end=Form("end", "2.2"),
    ),
)  # fmt: skip
SUPPLY_OUTLINE = Outline(SUPPLY_TURN)


class Game(Procedure):
    """2.0 Four turns of red, then blue; 7.0 the towns decide."""

    side: Side = Side(0)

    @step("2.0")
    def play(self, state: ToyState) -> Result:
        if self.side == 0:
            if state.turn[0] == TURNS:
                return Goto("score")
            state.turn[0] += 1
            state.note("turn", "2.0", number=state.turn[0])
        return Call(Sequence("Player turn", self.side), then="swap")

    @step("2.0")
    def swap(self, state: ToyState) -> Result:
        self.side = enemy(self.side)
        return Goto("play")

    @step("7.0")
    def score(self, state: ToyState) -> Result:
        towns = [state.controller(place.hex) for place in state.scenario.board.places]
        red, blue = towns.count(Side(0)), towns.count(Side(1))
        if red == blue:
            return Done(Outcome(None, "", f"both hold {red} towns", "7.0"))
        return Done(Outcome(Side(int(blue > red)), "", f"red holds {red} towns, blue {blue}", "7.0"))


def kind_of(scenario: Scenario) -> type[ToyState]:
    return SupplyState if scenario.name == SUPPLY else ToyState


def empty(scenario: Scenario) -> ToyState:
    """A board without counters, before the first turn."""
    return kind_of(scenario)(scenario, Game())
