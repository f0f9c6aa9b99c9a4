"""OCS 8.1: overruns: attacks in the course of movement, and marches that go on after them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import GROUP, HEX, WORD, Action, Form, Menu, Sieve, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.groups import Group, listed, stacks
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.ocs.s02_quiet import no_combat
from sandtable.systems.ocs.s04_stacking import most, stacked
from sandtable.systems.ocs.s04_zones import beside
from sandtable.systems.ocs.s05_modes import SAME, allowance, cannot_order, ordered
from sandtable.systems.ocs.s06_movement import (
    FUEL_FROM,
    ORDER,
    STACK,
    TO,
    Asked,
    attacks,
    bad_end,
    busted_price,
    choices,
    drop_off,
    ends,
    every_hex,
    finish,
    leg,
    likely_stacks,
    movable_stacks,
    no_fuel,
    not_together,
    set_out,
    trainbusted,
    words,
)
from sandtable.systems.ocs.s06_terrain import off_road
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_results import ADVANCED, RETREATED
from sandtable.systems.ocs.s09_supply import can_be_paid
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG, QUARTERS

# ------------------------------------------------------------------------------------------------ who may overrun what


def cannot_overrun(state: OcsState, side: Side, units: Group, word: str) -> Iterator[Violation]:
    """8.1, 2.4 Against an overrun by these units, wherever it leads."""
    yield from no_combat(state)
    price = QUARTERS * state.number("overrun")
    for unit in units:
        order = ordered(state, unit, word)
        if not state.theatre.is_combat[unit] or not attacks(state, unit, order):
            yield Violation("4.4", say("{unit} cannot attack", unit), units=(unit,))
        elif order.mode == DG:
            yield Violation("8.1", say("{unit} is disorganized", unit), units=(unit,))
        elif allowance(state, unit, order) - state.spent[unit] < price:
            yield Violation("8.1", say("{unit} has not three movement points left", unit), units=(unit,))
        elif not can_be_paid(state, unit):
            yield Violation("9.5", say("{unit} has neither supply within reach nor stocks left", unit), units=(unit,))
    if len({state.began[unit] for unit in units}) > 1:
        yield Violation("8.1", "they did not begin the phase together", units=units)
    here = Hex(state.hex_of[units[0]])
    if stacked(state, here, side) > most(state):
        yield Violation("4.8", say("too many units are in {hex}", here), (here,))


def entry(state: OcsState, unit: UnitId, word: str, target: Hex) -> int:
    """8.1 What the hex would cost it off the road, in quarters, or NEVER."""
    side, here, theatre = Side(state.owner[unit]), Hex(state.hex_of[unit]), state.theatre
    mobility = theatre.mobility[ordered(state, unit, word).face][unit]
    found = off_road(state.scenario.charts, theatre.board, mobility, state.ground)[
        theatre.board.layout.side(here, target)
    ]
    return found if found == NEVER else found + busted_price(state) * (target in trainbusted(state, side, mobility))


def targets(state: OcsState, side: Side, units: Group, word: str) -> list[Hex]:
    """8.1 Hexes next to them with enemy combat units, that all of them could enter off the road for three points."""
    here, price = Hex(state.hex_of[units[0]]), QUARTERS * state.number("overrun")
    foes = state.occupied(enemy(side))
    return [
        hex for hex in sorted(state.theatre.board.around(here))
        if hex in foes and all(entry(state, unit, word, hex) <= price for unit in units)
    ]  # fmt: skip


def bad_target(asked: Asked, state: OcsState, units: Group, word: str, target: Hex) -> Iterator[Violation]:
    """8.1"""
    here, price = Hex(state.hex_of[units[0]]), QUARTERS * state.number("overrun")
    if target not in state.theatre.board.around(here):
        yield Violation("8.1", say("{hex} is not next to them", target), (target,))
        return
    if target not in state.occupied(enemy(asked.side)):
        yield Violation("8.1", say("no enemy combat units are in {hex}", target), (target,))
    if hard := tuple(unit for unit in units if entry(state, unit, word, target) > price):
        yield Violation(
            "8.1", say("off the road {hex} costs {units} more than three points", target, hard), (target,), hard
        )


# ------------------------------------------------------------------------------------------------ the march


class March(Procedure):
    """6.1, 8.1 A stack that is on its way goes on, drops off units, overruns, until it stops."""

    side: Side
    units: Group
    to: Hex = Hex(-1)
    dumps: tuple[Hex, ...] = ()
    answer: Action = ()
    result: str = ""

    @step("6.1")
    def muster(self, state: OcsState) -> Result:
        self.units = tuple(unit for unit in self.units if state.is_on_map(unit))
        return None if any(goes_on(state, self.side, unit) for unit in self.units) else Goto("stop")

    @step("6.1")
    def ask(self, state: OcsState) -> Result:
        return Ask(self.side, ON, "answer")

    @step("6.1")
    def act(self, state: OcsState) -> Result:
        (word, *filled), self.answer = self.answer, ()
        if word == "stop":
            return Goto("stop")
        marching, self.to, *rest = filled
        drop_off(state, tuple(unit for unit in self.units if unit not in marching))
        self.units = marching
        if word == "overrun":
            (self.dumps,) = rest
            return Goto("overrun")
        capture = leg(state, self.side, self.units, SAME, self.to)
        return Goto("muster") if capture is None else Call(capture, then="muster")

    @step("8.1")
    def overrun(self, state: OcsState) -> Result:
        """8.1 Three points, then combat; those that retreat have finished."""
        for unit in self.units:
            state.burn(unit, QUARTERS * state.number("overrun"))
        wanted, self.dumps = self.dumps, ()
        return Call(Combat(self.side, self.to, self.units, 1, wanted), "result")

    @step("8.1")
    def go_on(self, state: OcsState) -> Result:
        result, self.result = self.result, ""
        if result == RETREATED:
            drop_off(state, self.units)
            return Done()
        if result == ADVANCED:  # 8.1g who dropped out of the combat is left behind
            drop_off(state, tuple(unit for unit in self.units if state.hex_of[unit] != self.to))
            self.units = tuple(unit for unit in self.units if state.hex_of[unit] == self.to)
        return Goto("muster")

    @step("6.1")
    def stop(self, state: OcsState) -> Result:
        finish(state, self.units)
        return Done()


def goes_on(state: OcsState, side: Side, unit: UnitId) -> bool:
    """Can it do anything more?"""
    alone = (unit,)
    return bool(ends(state, alone, SAME)) or (
        next(cannot_overrun(state, side, alone, SAME), None) is None and bool(targets(state, side, alone, SAME))
    )


class SetOut(Procedure):
    """6.1 A stack goes somewhere, and may go on from there."""

    side: Side
    units: Group
    mode: str
    to: Hex
    dumps: tuple[Hex, ...]

    @step("6.1")
    def go(self, state: OcsState) -> Result:
        capture = leg(state, self.side, self.units, self.mode, self.to, self.dumps)
        return None if capture is None else Call(capture)

    @step("6.1")
    def march(self, state: OcsState) -> Result:
        return Call(March(self.side, self.units))

    @step("6.1")
    def end(self, state: OcsState) -> Result:
        return Done()


class Overrun(Procedure):
    """8.1 A stack overruns a hex next to it, and may go on from there."""

    side: Side
    units: Group
    mode: str
    target: Hex
    dumps: tuple[Hex, ...]

    @step("8.1")
    def set_out(self, state: OcsState) -> Result:
        set_out(state, self.side, self.units, self.mode, self.dumps)
        return Call(March(self.side, self.units, self.target, self.dumps).standing_at("overrun"))

    @step("8.1")
    def end(self, state: OcsState) -> Result:
        return Done()


# ------------------------------------------------------------------------------------------------ forms


def bad_overrunners(asked: Asked, state: OcsState, units: Group) -> Iterator[Violation]:
    """8.1 If they can in no mode, what is against it as they are is told."""
    refused = list(not_together(state, asked.side, units))
    yield from refused
    if not refused and all(next(bad_manner(asked, state, units, word), None) for word in words(state)):
        yield from bad_manner(asked, state, units, SAME)


def are_near(state: OcsState, side: Side, units: Group) -> bool:
    """8.1 Is an enemy combat unit next to them? Most are quickly out of the question."""
    return state.hex_of[units[0]] in beside(state, enemy(side))


def likely_overrunners(asked: Asked, state: OcsState) -> list[Group]:
    hex_of, near = state.hex_of, beside(state, enemy(asked.side))
    return [units for units in likely_stacks(asked, state) if hex_of[units[0]] in near]


def bad_manner(asked: Asked, state: OcsState, units: Group, word: str) -> Iterator[Violation]:
    """5.0, 8.1, 12.5"""
    refused = [*cannot_order(state, asked.side, units, word), *cannot_overrun(state, asked.side, units, word)]
    yield from refused
    if not refused and not targets(state, asked.side, units, word):
        yield Violation("8.1", "no hex next to them can be overrun by all of them", units=units)
    elif not refused:
        yield from no_fuel(state, units, word)


def legal_targets(asked: Asked, state: OcsState, units: Group, word: str) -> list[Hex]:
    return targets(state, asked.side, units, word)


def all_of_them(asked: Asked, state: OcsState, units: Group, *_: object) -> Group:
    return units


def marching(march: March, state: OcsState, *_: object) -> dict[str, Group]:
    return stacks(state, march.units)


def likely_marchers(march: March, state: OcsState) -> list[Group]:
    return list(listed(marching(march, state), ()))


def strangers(march: March, units: Group) -> Iterator[Violation]:
    """6.1"""
    if others := tuple(unit for unit in units if unit not in march.units):
        yield Violation("6.1", say("{units} are not on this march", others), units=others)


def cannot_go_on(march: March, state: OcsState, units: Group) -> Iterator[Violation]:
    """6.1"""
    refused = list(strangers(march, units))
    yield from refused
    if not refused and not ends(state, units, SAME):
        yield Violation("6.1", "together they can go no further", units=units)


def further_ends(march: March, state: OcsState, units: Group) -> list[Hex]:
    return list(ends(state, units, SAME))


def bad_further_end(march: March, state: OcsState, units: Group, to: Hex) -> Iterator[Violation]:
    """6.1"""
    return bad_end(march, state, units, SAME, to)


def cannot_overrun_now(march: March, state: OcsState, units: Group) -> Iterator[Violation]:
    """8.1"""
    refused = list(strangers(march, units))
    yield from refused or bad_manner(march, state, units, SAME)


def overrun_now(march: March, state: OcsState, units: Group) -> bool:
    return are_near(state, march.side, units) and next(cannot_overrun_now(march, state, units), None) is None


def next_targets(march: March, state: OcsState, units: Group) -> list[Hex]:
    return targets(state, march.side, units, SAME)


def bad_next_target(march: March, state: OcsState, units: Group, target: Hex) -> Iterator[Violation]:
    """8.1"""
    return bad_target(march, state, units, SAME, target)


MARCH = Form("march", "6.1", STACK, ORDER, TO, FUEL_FROM)
OVERRUN = Form(
    "overrun", "8.1",
    Slot("units", GROUP, movable_stacks, bad_overrunners, Sieve(likely_overrunners)),
    Slot("mode", WORD, choices, bad_manner),
    Slot("target", HEX, every_hex, bad_target, legal_targets),
    dumps(all_of_them),
)  # fmt: skip
GO_ON = Form(
    "go_on", "6.1",
    Slot("units", GROUP, marching, cannot_go_on, Sieve(likely_marchers)),
    Slot("to", HEX, every_hex, bad_further_end, further_ends),
)  # fmt: skip
OVERRUN_NEXT = Form(
    "overrun", "8.1",
    Slot("units", GROUP, marching, cannot_overrun_now, Sieve(likely_marchers, overrun_now)),
    Slot("target", HEX, every_hex, bad_next_target, next_targets),
    dumps(all_of_them),
)  # fmt: skip
ON = Menu("on the march", "6.1", GO_ON, OVERRUN_NEXT, Form("stop", "6.1"), ends="stop")
