"""OCS 12.10: internal stocks are filled up again in the Supply Phase, whoever can be."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, Action, Form, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.ocs.s12_paths import lines_to, tokens_in
from sandtable.systems.ocs.s12_payment import Need, Taken, allotted, take
from sandtable.systems.ocs.state import OcsState


class RecoverStocks(Procedure):
    """12.10 All who are Low or Exhausted, if supply on the map is enough; else level by level as the owner says, and
    what lifts nobody is wasted (12.10e)."""

    side: Side
    answer: Action = ()

    @step("12.10")
    def ask(self, state: OcsState) -> Result:
        wanting = [unit for unit in state.combat_units(self.side) if state.stocks[unit]]
        paid = allotted(state, [lifting(state, unit, state.stocks[unit]) for unit in wanting])
        if paid is not None:
            for unit in wanting:
                lift(state, self.side, unit, state.stocks[unit], [each for each in paid if each.unit == unit])
            return Done()
        able = liftable(state, self.side)
        if not able:
            return Goto("waste")
        if len(able) == 1:
            self.answer = (able[0],)
            return None
        return Ask(self.side, RECOVER, "answer")

    @step("12.10")
    def recover(self, state: OcsState) -> Result:
        (unit,), self.answer = self.answer, ()
        lift(state, self.side, unit, 1, allotted(state, [lifting(state, unit)]) or ())
        return Goto("ask")

    @step("12.10e")
    def waste(self, state: OcsState) -> Result:
        for unit in state.combat_units(self.side):
            if state.stocks[unit]:
                lines = [line for line in lines_to(state, unit) if line.store.formation < 0]
                take(state, self.side, [Taken(unit, line, tokens_in(state, line.store)) for line in lines], "12.10e")
        return Done()


def lifting(state: OcsState, unit: UnitId, levels: int = 1) -> Need:
    """12.10 Two tokens a level; of a multi-step unit for each RE that is left. Organic trucks keep their loads."""
    size = state.steps[unit] if state.theatre.full_steps[unit] > 1 else 1
    return Need(unit, levels * size * state.number("stock-price"), organic=False)


def lift(state: OcsState, side: Side, unit: UnitId, levels: int, paid: list[Taken] | tuple[Taken, ...]) -> None:
    take(state, side, paid, "12.10")
    for _ in range(levels):
        state.restock(unit, "12.10")


def liftable(state: OcsState, side: Side) -> list[UnitId]:
    """12.10 Whoever gains a level by what it reaches alone."""
    return [
        unit for unit in state.combat_units(side)
        if state.stocks[unit] and allotted(state, [lifting(state, unit)]) is not None
    ]  # fmt: skip


def to_recover(recovery: RecoverStocks, state: OcsState) -> list[UnitId]:
    return [unit for unit in state.combat_units(recovery.side) if state.stocks[unit]]


def not_recovered(recovery: RecoverStocks, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """12.10"""
    if unit not in to_recover(recovery, state):
        yield Violation("12.10", say("{unit} is no unit of yours that is Low or Exhausted", unit), units=(unit,))
    elif allotted(state, [lifting(state, unit)]) is None:
        yield Violation("12.10", say("{unit} does not get at enough supply for a level", unit), units=(unit,))


RECOVER = Form("recover", "12.10", Slot("unit", UNIT, to_recover, not_recovered))
