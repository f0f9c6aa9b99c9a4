"""A small invented battle that has every awkward shape of the three games: the engine's own test piece."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from sandtable.core.board import Board, Mover
from sandtable.core.counters import Counters
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.system import Changes, Option, Options, RuleList, Scenario, ScenarioInfo, System, changed
from sandtable.core.views import Seen, View
from toy.s02_sequence import OUTLINE, TURNS, Game
from toy.s03_movement import MOVE_UNITS, stuck_in_mud
from toy.s04_combat import ATTACK_ODDS, Attack
from toy.state import STEPS, ToyState

FOLDER = Path(__file__).parent
MUD = Option("mud", "Mud", "O1")
SETUP = {
    "ford": "r1 0302, r2 0203, r3 0304, r4 0404, b1 0602, b2 0703, b3 0604, b4 0503",
    "duel": "r1 0403, b1 0503",
}
FOOT = Mover("foot", "3.1", {"clear": 1, "wood": 2}, {"river": 1})


class Extra(NamedTuple):
    """Fixed tables kept at hand."""

    prices: bytes


class Toy(System):
    """Two scenarios: the ford, eight units and three towns; the duel, one unit a side."""

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return tuple(ScenarioInfo(name, name.title(), ("red", "blue"), TURNS, (MUD,)) for name in SETUP)

    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        if name not in SETUP:
            raise BadInput(f"the toy has no scenario {name}; it has {', '.join(SETUP)}")
        if unknown := [option for option in options or {} if option != MUD.name]:
            raise BadInput(f"the toy has no option {unknown[0]}; it has {MUD.name}")
        chosen = {MUD.name: MUD.default, **(options or {})}
        changes = [Changes(add={MOVE_UNITS.name: [stuck_in_mud]})] if chosen[MUD.name] else []
        board, counters = board_and_counters()
        return Scenario(
            self, name, ("red", "blue"), self.charts(overlay), board, counters,
            [("red", "blue").index(side) for side in counters["side"]], OUTLINE, changed(self.lists, changes),
            options=chosen, extra=Extra(board.prices(FOOT)),
        )  # fmt: skip

    def begin(self, scenario: Scenario) -> ToyState:
        state = ToyState(scenario, Game())
        for line in SETUP[scenario.name].split(", "):
            name, at = line.split()
            unit = scenario.unit(name)
            state.steps[unit], state.hidden[unit] = STEPS, 1
            state.place(unit, scenario.place(at), "2.0")
        for place in scenario.board.places:
            for unit in state.units_in(place.hex):
                state.take_control(place.hex, Side(scenario.side_of[unit]), "7.0")
        state.reserve[:] = bytes([2, 2])
        return state

    def view(self, state: ToyState, side: Side | None) -> View:
        scenario = state.scenario
        seen = [
            self.seen(state, side, unit)
            for place in range(scenario.places)
            for unit in reversed(state.units_in(Hex(place)))
        ]
        control = tuple(state.controller(Hex(place)) for place in range(scenario.places))
        own = {} if side is None else {"reserve": state.reserve[side]}
        return View(side, scenario.name, tuple(seen), control, {"turn": state.turn[0]} | own)

    @staticmethod
    def seen(state: ToyState, side: Side | None, unit: UnitId) -> Seen:
        """6.0 An enemy's hidden unit shows only that it is there."""
        owner, place = Side(state.scenario.side_of[unit]), Hex(state.hex_of[unit])
        if owner != side and state.hidden[unit]:
            return Seen(place, owner, None)
        marks = {name: getattr(state, name)[unit] for name in ("steps", "hidden", "acted", "reacted", "dug")}
        return Seen(place, owner, unit, marks)

    def guess(self, view: View, scenario: Scenario, rng: Random) -> ToyState:
        state = ToyState(scenario, Game())
        known = {seen.unit for seen in view.units}
        foes = list(scenario.units_of(enemy(view.side)))
        setup = {scenario.unit(line.split()[0]) for line in SETUP[scenario.name].split(", ")}
        unknown = [unit for unit in foes if unit not in known and unit in setup]
        rng.shuffle(unknown)
        for seen in view.units:
            unit = unknown.pop() if seen.unit is None else seen.unit
            marks = {"steps": STEPS, "hidden": 1} if seen.unit is None else seen.face
            for name, value in marks.items():
                getattr(state, name)[unit] = value
            state.place(unit, seen.place, "2.0")
        for place, owner in enumerate(view.control):
            state.take_control(Hex(place), owner, "7.0")
        state.turn[0] = view.tracks["turn"]
        state.reserve[view.side], state.reserve[1 - view.side] = view.tracks["reserve"], rng.randrange(3)
        return state

    def when(self, state: ToyState) -> str:
        return f"turn {state.turn[0]}"

    def imagine(self, state: ToyState, side: Side, rng: Random) -> ToyState:
        """4.2 What the attacker has sealed is not seen either, so it is guessed."""
        imagined = super().imagine(state, side, rng)
        assert isinstance(imagined, ToyState)
        attack = imagined.stack[-1]
        if isinstance(attack, Attack) and attack.at == "seal_too" and side != attack.side:
            attack.mine = (rng.choice(["commit", "hold"]),) if imagined.reserve[attack.side] else ("hold",)
        return imagined

    def audit(self, state: ToyState) -> list[Violation]:
        found = []
        for place in range(state.scenario.places):
            units = state.units_in(Hex(place))
            if len(units) > 2 or len({state.scenario.side_of[unit] for unit in units}) > 1:
                found.append(
                    Violation(
                        "3.3", f"{len(units)} units are in {state.scenario.place_name(Hex(place))}", (Hex(place),)
                    )
                )
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

    @property
    def lists(self) -> Sequence[RuleList]:
        return (MOVE_UNITS,)


@cache
def board_and_counters() -> tuple[Board, Counters]:
    schema = {"side": ("red", "blue"), "name": "word", "attack": "number", "defence": "number", "move": "number"}
    return Board.load(FOLDER / "board.json"), Counters.load(FOLDER / "counters.csv", schema)


SYSTEM = Toy("toy", "The toy battle", "TOY", FOLDER, (ATTACK_ODDS,))
