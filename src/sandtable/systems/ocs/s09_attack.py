"""OCS 9.2: one combat, from paying for it to the advance: regular attacks and overruns alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.charts import decimal
from sandtable.core.decisions import GROUP, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.ocs.options import SHORT_DEFENCE_SPENT, STOCKS_TOGETHER
from sandtable.systems.ocs.s09_combat import heading, resolution
from sandtable.systems.ocs.s09_forces import Clash, clash, defenders
from sandtable.systems.ocs.s09_results import HELD, CarryOut, close_together
from sandtable.systems.ocs.s09_supply import (
    beach_paid,
    defence_paid,
    defence_price,
    has_stocks,
    living,
    may_live_on_stocks,
    pay_attack,
    short_defence,
)
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_paths import NOBODY
from sandtable.systems.ocs.s12_payment import take
from sandtable.systems.ocs.state import OcsState


class Combat(Procedure):
    """9.2 Its value: "advanced" if attackers stand in the hex in the end, "retreated" if they gave way for an option,
    else "held"."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    overrun: int
    dumps: tuple[Hex, ...] = ()  # out of which the attacker pays first
    exploits: int = 0  # 1: in the Combat Phase (9.13)
    unsupplied: tuple[UnitId, ...] = ()  # defenders
    rated: UnitId = NOBODY
    their_rated: UnitId = NOBODY
    answer: Any = ()
    result: str = ""
    outcome: str = ""
    beach: int = 0  # 1: a beach assault (18.6)

    # ------------------------------------------------------------------ 9.2 step 2: supply

    @step("9.5")
    def pay(self, state: OcsState) -> Result:
        state.turn_up((*self.units, *defenders(state, self.side, self.target)), "4.9b")
        rule = "8.1" if self.overrun else "9.1"
        state.note("attack", rule, side=self.side, hex=self.target, units=self.units, overrun=self.overrun)
        if self.beach:
            here = Hex(state.hex_of[self.units[0]])
            take(state, self.side, beach_paid(state, self.side, here, self.units) or (), "18.6a")
            return None
        out = pay_attack(state, self.side, self.units, self.dumps, "9.5")
        self.units = tuple(unit for unit in self.units if unit not in out)
        self.dumps = ()
        return None if self.units else Done(HELD)

    @step("9.5")
    def ask_defender(self, state: OcsState) -> Result:
        if cannot_pay(state, self) and cannot_live(state, self):
            self.answer = (WITHHOLD,)
            return None
        return Ask(enemy(self.side), DEFENCE, "answer")

    @step("9.5")
    def pay_defence(self, state: OcsState) -> Result:
        (word, *filled), self.answer = self.answer, ()
        foe = enemy(self.side)
        self.unsupplied = tuple(defenders(state, self.side, self.target))
        if word == PAY:
            take(state, foe, defence_paid(state, self.target, foe, filled[0]) or (), "9.5")
            self.unsupplied = ()
        elif word == STOCKS:
            if state.option(SHORT_DEFENCE_SPENT):
                take(state, foe, short_defence(state, self.target, foe), "12.10")
            for unit in filled[0]:
                state.use_stocks(unit, "12.10")
            self.unsupplied = tuple(unit for unit in self.unsupplied if unit not in filled[0])
        else:
            state.note("withholds", "9.5", side=foe, hex=self.target)
        return None

    # ------------------------------------------------------------------ 9.2 step 3: action ratings

    @step("9.6")
    def ask_rated(self, state: OcsState) -> Result:
        if len(self.units) > 1:
            return Ask(self.side, ATTACKERS_RATING, "answer")
        self.answer = self.units
        return None

    @step("9.6")
    def name_rated(self, state: OcsState) -> Result:
        (self.rated,), self.answer = self.answer, ()
        return None

    @step("9.6")
    def ask_their_rated(self, state: OcsState) -> Result:
        there = defenders(state, self.side, self.target)
        if len(there) > 1:
            return Ask(enemy(self.side), DEFENDERS_RATING, "answer")
        self.answer = tuple(there)
        return None

    @step("9.6")
    def name_their_rated(self, state: OcsState) -> Result:
        (self.their_rated,), self.answer = self.answer, ()
        return None

    # ------------------------------------------------------------------ 9.2 steps 4 to 7: odds and dice

    def clash(self, state: OcsState) -> Clash:
        rated = self.rated, self.their_rated
        return clash(state, self.side, self.target, self.units, rated, self.unsupplied, beach=bool(self.beach))

    @step("9.7")
    def resolve(self, state: OcsState) -> Result:
        _, line, found, _ = self.clash(state)
        state.note(
            "odds", "9.7", hex=self.target, attack=decimal(found.attack), defence=decimal(found.defence),
            number=found.column, odds=heading(state.scenario.charts.table("combat"), line, found.column),
            units=(self.rated, self.their_rated),
        )  # fmt: skip
        return Call(resolution(found, line, bool(self.overrun)), into="result")

    # ------------------------------------------------------------------ 9.2 steps 8 and 9

    @property
    def exploiting(self) -> int:
        """8.1, 9.13 1: attackers may earn Exploit Mode, which no overrun gives."""
        return int(self.exploits and not self.overrun)

    def may_exploit(self, state: OcsState) -> bool:
        """9.13 The same, as far as it hangs on where they attack from."""
        starts = tuple(sorted({Hex(state.hex_of[unit]) for unit in self.units}))
        return bool(self.exploiting) and close_together(state, starts)

    @step("9.10")
    def carry_out(self, state: OcsState) -> Result:
        results = CarryOut(
            self.side, self.target, self.units, self.rated, self.their_rated, self.result, self.exploiting,
            self.overrun, beach=self.beach,
        )  # fmt: skip
        return Call(results, into="outcome")

    @step("9.10")
    def end(self, state: OcsState) -> Result:
        return Done(self.outcome)


# ------------------------------------------------------------------------------------------------ the defender's supply


def cannot_pay(state: OcsState, combat: Combat) -> list[Violation]:
    """9.5 Two tokens that reach the hex, or one."""
    foe = enemy(combat.side)
    if defence_paid(state, combat.target, foe) is not None:
        return []
    tokens = defence_price(state, combat.target, foe)
    return [Violation("9.5", f"the defence costs {tokens}T, and they do not reach the hex", (combat.target,))]


def cannot_live(state: OcsState, combat: Combat) -> list[Violation]:
    """12.10"""
    foe = enemy(combat.side)
    if not may_live_on_stocks(state, combat.target, foe):
        return [Violation("12.10", "supply on the map can pay, so internal stocks cannot", (combat.target,))]
    if not living(state, combat.target, foe):
        return [Violation("12.10", "the stocks of all defenders are exhausted", (combat.target,))]
    return []


def closed_to_payment(combat: Combat, state: OcsState) -> Iterator[Violation]:
    return iter(cannot_pay(state, combat))


def closed_to_stocks(combat: Combat, state: OcsState) -> Iterator[Violation]:
    return iter(cannot_live(state, combat))


def those_who_pay(combat: Combat, state: OcsState) -> list[UnitId]:
    return defenders(state, combat.side, combat.target)


def those_with_stocks(combat: Combat, state: OcsState) -> dict[str, Group]:
    found = living(state, combat.target, enemy(combat.side))
    return {state.scenario.place_name(combat.target): found} if found else {}


def bad_stocks(combat: Combat, state: OcsState, units: Group) -> Iterator[Violation]:
    """12.10"""
    there = defenders(state, combat.side, combat.target)
    for unit in units:
        if unit not in there:
            yield Violation("12.10", say("{unit} does not defend here", unit), units=(unit,))
        elif not has_stocks(state, unit):
            yield Violation("12.10", say("the stocks of {unit} are exhausted", unit), units=(unit,))
    if state.option(STOCKS_TOGETHER) and set(units) < set(living(state, combat.target, enemy(combat.side))):
        yield Violation("12.10", "the whole stack lives on its stocks, or nobody", units=units)


PAY, STOCKS, WITHHOLD = "pay", "stocks", "withhold"
DEFENCE = Menu(
    "defence", "9.5",
    Form(PAY, "9.5", dumps(those_who_pay), refuse=closed_to_payment),
    Form(STOCKS, "12.10", Slot("units", GROUP, those_with_stocks, bad_stocks), refuse=closed_to_stocks),
    Form(WITHHOLD, "9.5"),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ action ratings


def attacking_units(combat: Combat, state: OcsState) -> tuple[UnitId, ...]:
    return combat.units


def no_attacker(combat: Combat, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """9.6"""
    if unit not in combat.units:
        yield Violation("9.6", say("{unit} does not attack here", unit), units=(unit,))


def defending_units(combat: Combat, state: OcsState) -> list[UnitId]:
    return defenders(state, combat.side, combat.target)


def no_defender(combat: Combat, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """9.6"""
    if unit not in defenders(state, combat.side, combat.target):
        yield Violation("9.6", say("{unit} does not defend here", unit), units=(unit,))


ATTACKERS_RATING = Form("attackers_rating", "9.6", Slot("unit", UNIT, attacking_units, no_attacker))
DEFENDERS_RATING = Form("defenders_rating", "9.6", Slot("unit", UNIT, defending_units, no_defender))
