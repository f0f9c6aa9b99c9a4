"""A small invented battle that has every awkward shape of the three games: the engine's own test piece."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sandtable.core.board import Mover
from sandtable.core.changes import Options, switched
from sandtable.core.parts import Hidden, Lens, Standing
from sandtable.core.rules import Hex, Side, Violation
from sandtable.core.sentences import say
from sandtable.core.system import Scenario, ScenarioInfo, System
from toy.lens import condition, funds, total
from toy.s02_sequence import OUTLINE, SUPPLY_OUTLINE, TURNS, empty
from toy.s03_movement import MUD
from toy.s04_combat import ATTACK_ODDS, WILL
from toy.setups import FOLDER, board_and_counters, setups
from toy.state import STEPS, STOCK, SUPPLY, SupplyState, ToyState
from toy.views import guess, imagine, view
from toy.vocabulary import IN_WORDS

FOOT = Mover("foot", "3.1", {"clear": 1, "wood": 2}, {"river": 1})


class Extra(NamedTuple):
    """Fixed tables kept at hand."""

    prices: bytes


class Toy(System[ToyState]):
    """Three scenarios: the ford, eight units and three towns; the duel, one unit a side; supply, in which stacks and
    formations act as one, counters have four faces and rounds are spent."""

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return tuple(
            ScenarioInfo(name, setup.title, ("red", "blue"), TURNS, () if name == SUPPLY else (MUD,))
            for name, setup in setups().items()
        )

    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        chosen = switched(self.info(name).options, options, "the toy")
        board, counters = board_and_counters(name)
        return Scenario(
            self, name, ("red", "blue"), self.charts(overlay), board, counters,
            [("red", "blue").index(side) for side in counters["side"]],
            SUPPLY_OUTLINE if name == SUPPLY else OUTLINE,
            options=chosen, extra=Extra(board.prices(FOOT)),
        )  # fmt: skip

    def begin(self, scenario: Scenario) -> ToyState:
        state, setup = empty(scenario), setups()[scenario.name]
        for unit, at in setup.at.items():
            state.steps[unit], state.hidden[unit] = STEPS - (unit in setup.worn), 1
            state.place(unit, at, "2.0")
        for place in scenario.board.places:
            for unit in state.units_in(place.hex):
                state.take_control(place.hex, Side(scenario.side_of[unit]), "7.0")
        state.reserve[:] = bytes([2, 2])
        if isinstance(state, SupplyState):
            state.stock[:] = array("i", STOCK)
        return state


def when(state: ToyState) -> str:
    return f"turn {state.turn[0]}"


def audit(state: ToyState) -> list[Violation]:
    found = []
    for place in range(state.scenario.places):
        units = state.units_in(Hex(place))
        if len(units) > state.stacking or len({state.scenario.side_of[unit] for unit in units}) > 1:
            found.append(Violation("3.3", say("{number} units are in {hex}", len(units), Hex(place)), (Hex(place),)))
        found += [
            Violation("1.0", "a unit without steps is on the map", units=(unit,))
            for unit in units
            if not state.steps[unit]
        ]
        found += [
            Violation("1.0", "a stack and its unit disagree", units=(unit,))
            for unit in units
            if state.hex_of[unit] != place
        ]
    return found


SYSTEM = Toy(
    "toy",
    "The toy battle",
    "TOY",
    FOLDER,
    (ATTACK_ODDS,),
    audit=audit,
    words=lambda _: WILL,
    hidden=Hidden(view=view, guess=guess, imagine=imagine),
    standing=Standing(when=when, funds=funds),
    lens=Lens(condition=condition, total=total),
    vocabulary=IN_WORDS,
)
