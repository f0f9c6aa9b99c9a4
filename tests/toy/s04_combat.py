"""TOY 4: combat, with sealed commitments, a choice by the defender and an advance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.decisions import DONE, HEX, UNIT, WORD, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.system import Chance, Key, Prepared
from toy.state import ToyState


class Attack(Procedure):
    """4.0 One attack."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    mine: tuple[str, ...] = ("hold",)
    theirs: tuple[str, ...] = ("hold",)
    result: str = ""
    advance: tuple[Any, ...] = ()

    @step("4.1")
    def open(self, state: ToyState) -> Result:
        for unit in (*self.units, *state.units_in(self.target)):
            state.reveal(unit)
        for unit in self.units:
            state.act(unit)
        return None

    @step("4.2")
    def seal(self, state: ToyState) -> Result:
        return Ask(self.side, COMMIT, "mine") if state.reserve[self.side] else None

    @step("4.2")
    def seal_too(self, state: ToyState) -> Result:
        foe = enemy(self.side)
        return Ask(foe, COMMIT, "theirs") if state.reserve[foe] else None

    @step("4.2")
    def open_seals(self, state: ToyState) -> Result:
        for side, word in ((self.side, self.mine), (enemy(self.side), self.theirs)):
            if word == ("commit",):
                state.commit(side)
        return None

    @step("4.3")
    def resolve(self, state: ToyState) -> Result:
        differential, shifts = self.sums(state)
        return Call(Resolve(int(differential.total), int(shifts.total)), into="result")

    @step("4.5")
    def apply(self, state: ToyState) -> Result:
        result, self.result = self.result, ""
        state.note(
            "attacked",
            "4.4",
            side=self.side,
            hex=self.target,
            differential=int(self.sums(state)[0].total),
            result=result,
        )
        defenders = state.units_in(self.target)
        if result == "AL":
            state.lose_step(self.units[0], "4.4")
        elif result == "DL":
            state.lose_step(defenders[0], "4.4")
        elif result == "DR":
            return Call(GiveWay(enemy(self.side), defenders[0]))
        return None

    @step("4.6")
    def ask_advance(self, state: ToyState) -> Result:
        if state.units_in(self.target) or not list(self.can_advance(state)):
            return Done()
        return Ask(self.side, ADVANCE, "advance")

    @step("4.6")
    def go(self, state: ToyState) -> Result:
        if self.advance[0] == "advance":
            state.move(self.advance[1], self.target, "4.6", by=self.side)
            if state.scenario.board.places_in(self.target):
                state.take_control(self.target, self.side, "7.0")
        return Done()

    # ------------------------------------------------------------------ the sums, once

    def sums(self, state: ToyState) -> tuple[Breakdown, Breakdown]:
        """4.3 The differential and the shifts."""
        scenario, defenders = state.scenario, state.units_in(self.target)
        printed = state.printed
        strength = [
            Term(say("{unit}", unit), printed("attack", unit), "4.3") for unit in self.units if state.hex_of[unit] >= 0
        ]
        strength += [Term(say("{unit}", unit), -printed("defence", unit), "4.3") for unit in defenders]
        if added := state.firepower(self.side):
            strength.append(Term("rounds", added, "8.2"))
        shifts = scenario.charts.lines("shifts").applying(
            {
                "terrain": scenario.board.terrain[self.target],
                "dug_in": any(state.dug[unit] for unit in defenders),
                "river": all(
                    "river" in scenario.board.features(Hex(state.hex_of[unit]), self.target)
                    for unit in self.units
                    if state.hex_of[unit] >= 0
                ),
                "attacker_reserve": self.mine == ("commit",),
                "defender_reserve": self.theirs == ("commit",),
            }
        )
        return Breakdown(strength), Breakdown(shifts)

    def can_advance(self, state: ToyState) -> Iterator[UnitId]:
        return (unit for unit in self.units if state.hex_of[unit] >= 0)

    def cannot_advance(self, state: ToyState, unit: UnitId) -> Iterator[Violation]:
        if unit not in self.units or state.hex_of[unit] < 0:
            yield Violation("4.6", say("{unit} took no part in the attack", unit), units=(unit,))


class Resolve(Procedure):
    """4.4 The die and the table."""

    differential: int
    shift: int = 0
    result: str = ""

    @step("4.4")
    def roll(self, state: ToyState) -> Result:
        table = state.scenario.charts.table("combat")
        column = table.place("differential", self.differential, self.shift)
        assert table.dice is not None
        return Roll(table.dice, "result", lambda roll: table.cell(roll - 1, column))

    @step("4.4")
    def told(self, state: ToyState) -> Result:
        return Done(self.result)


class GiveWay(Procedure):
    """4.5 The defender chooses: two hexes back, out of enemy zones, or a step."""

    side: Side
    unit: UnitId
    choice: tuple[Any, ...] = ()

    @step("4.5")
    def choose(self, state: ToyState) -> Result:
        return Ask(self.side, GIVE_WAY, "choice")

    @step("4.5")
    def do(self, state: ToyState) -> Result:
        if self.choice[0] == "stand":
            state.lose_step(self.unit, "4.5")
        else:
            state.move(self.unit, self.choice[1][-1], "4.5", by=self.side)
        return Done()

    def onward(self, state: ToyState, route: tuple[Hex, ...]) -> list[Hex]:
        """The hexes a retreat may go on to."""
        here, foe = route[-1] if route else Hex(state.hex_of[self.unit]), enemy(self.side)
        if len(route) == 2:
            return []
        start, layout = Hex(state.hex_of[self.unit]), state.scenario.board.layout
        full = state.full(self.side)
        return [
            place
            for place in state.scenario.board.around(here)
            if layout.distance(start, place) == len(route) + 1
            and place not in state.zone(foe)
            and place not in state.occupied(foe)
            and (len(route) == 0 or place not in full)
            and (len(route) == 1 or self.goes_on(state, place))
        ]

    def goes_on(self, state: ToyState, first: Hex) -> bool:
        return bool(self.onward(state, (first,)))

    def bad_step(self, state: ToyState, route: tuple[Hex, ...], pick: Hex | str) -> Iterator[Violation]:
        if pick == DONE:
            if len(route) < 2:
                yield Violation("4.5", "a retreat goes two hexes")
        elif pick not in self.onward(state, route):
            yield Violation("4.5", "a retreat leads away, out of enemy zones, to a hex with room", (Hex(int(pick)),))


def targets(segment: Segment, state: ToyState, *_: object) -> list[Hex]:
    foe = enemy(segment.side)
    return sorted({Hex(state.hex_of[unit]) for unit in state.on_map(foe)})


def bad_target(segment: Segment, state: ToyState, target: Hex) -> Iterator[Violation]:
    """4.1"""
    if target not in state.occupied(enemy(segment.side)):
        yield Violation("4.1", "no enemy is there", (target,))
    elif all(state.acted[unit] for unit in state.next_to(target, segment.side)):
        yield Violation("4.1", "no unit of yours next to it is left to act", (target,))


def bad_attacker(
    segment: Segment, state: ToyState, target: Hex, chosen: tuple[UnitId, ...], unit: UnitId | str
) -> Iterator[Violation]:
    """4.1"""
    if unit == DONE:
        if not chosen:
            yield Violation("4.1", "an attack needs a unit")
        return
    assert not isinstance(unit, str)
    if state.scenario.side_of[unit] != segment.side or state.hex_of[unit] < 0:
        yield Violation("4.1", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        return
    if state.acted[unit]:
        yield Violation("2.2", say("{unit} has acted this turn", unit), units=(unit,))
    if state.hex_of[unit] not in state.scenario.board.around(target):
        yield Violation("4.1", say("{unit} is not next to the target", unit), (target,), (unit,))


def own_units(segment: Segment, state: ToyState, *_: object) -> list[UnitId]:
    return list(state.on_map(segment.side))


ATTACK = Form(
    "attack", "4.1", Slot("target", HEX, targets, bad_target), Slot("units", UNIT, own_units, bad_attacker, many=True)
)
WILL = ("commit", "hold")
COMMIT = Form("commitment", "4.2", Slot("will", WORD, lambda *_: WILL))
GIVE_WAY = Menu(
    "give way", "4.5",
    Form("retreat", "4.5", Slot("route", HEX, GiveWay.onward, GiveWay.bad_step, many=True, ordered=True)),
    Form("stand", "4.5"),
)  # fmt: skip
ADVANCE = Menu(
    "advance", "4.6",
    Form("advance", "4.6", Slot("unit", UNIT, Attack.can_advance, Attack.cannot_advance)),
    Form("stay", "4.6"),
)  # fmt: skip


def prepare(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """4.3 Odds from the differential and what shifts it."""
    shifts = list(
        charts.lines("shifts").applying(
            {"terrain": given["terrain"], "dug_in": given["dug_in"], "river": given["river"]}
        )
    )
    terms = [Term("differential", given["differential"], "4.3"), *shifts]
    return Prepared(Resolve(given["differential"], int(sum(term.value for term in shifts))), Breakdown(terms))


ATTACK_ODDS = Chance(
    "attack", "Attack", "4.4",
    (
        Key("differential", "number", 0, "attack less defence"),
        Key("terrain", ("clear", "wood"), "clear", "of the defender"),
        Key("dug_in", "flag", False, "the defender is dug in"),
        Key("river", "flag", False, "every attacker is across the river"),
    ),
    prepare,
)  # fmt: skip
