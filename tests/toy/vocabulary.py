"""The toy battle in words: `r1 0403; b1 0503 hidden; red reserve 2; red acts`."""

from __future__ import annotations

from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import CONTROL, EVERYTHING, SIDE, Clause, Number, Vocabulary
from toy.s02_sequence import TURNS, Game, empty
from toy.state import COMBAT, STEPS, SupplyState, ToyState

PHASES = {"acts": "Action", "regroups": "Regroup"}


def set_out(scenario: Scenario, there: str) -> ToyState:
    if there == EVERYTHING:
        state = scenario.system.begin(scenario)  # it is a System
        assert isinstance(state, ToyState)
    else:
        state = empty(scenario)
    state.turn[0] = 1
    return state


def put_down(state: ToyState, unit: UnitId, at: Hex) -> None:
    state.steps[unit] = STEPS if at >= 0 else 0
    for column in (state.hidden, state.dug, state.acted, state.reacted):
        column[unit] = 0
    if isinstance(state, SupplyState):
        state.mode[unit] = COMBAT


def game_at(state: ToyState, top: str, side: Side) -> Procedure:
    return Game(side).standing_at("swap")


IN_WORDS: Vocabulary[ToyState] = Vocabulary(
    marks=(
        Clause(("reduced",), "steps", value=1), Clause(("steps {is}",), "steps", value=Number(0, STEPS)),
        Clause(("hidden",), "hidden"), Clause(("dug in", "dug"), "dug"), Clause(("acted",), "acted"),
        Clause(("reacted",), "reacted"),
    ),
    after=(
        CONTROL, Clause(("{of} reserve {is}",), "reserve", SIDE, Number(0, 9)),
        Clause(("turn {is}",), "turn", 0, Number(0, TURNS)),
    ),
    phases=PHASES,
    first=set_out, fresh=put_down, game=game_at,
)  # fmt: skip
