"""OCS 9.11: who loses steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.decisions import UNIT, Form, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.ocs.s12_paths import NOBODY
from sandtable.systems.ocs.state import OcsState


class LoseSteps(Procedure):
    """9.11 Step by step, as the owner says: the first from the unit whose rating counted (9.6), and none a second time
    before all have lost one (9.11c); `spread` 0: as he likes. Its value: who was hit, as often as he was."""

    side: Side
    units: tuple[UnitId, ...]
    number: int
    first: UnitId = NOBODY
    hit: tuple[UnitId, ...] = ()
    spread: int = 1
    rule_cited: str = "9.11"
    answer: Any = ()

    def able(self, state: OcsState) -> list[UnitId]:
        """Who may lose the next step."""
        alive = surviving(state, self.units)
        if not self.spread or not alive:
            return alive
        if not self.hit and self.first in alive:
            return [self.first]
        least = min(self.hit.count(unit) for unit in alive)
        return [unit for unit in alive if self.hit.count(unit) == least]

    @step("9.11c")
    def ask(self, state: OcsState) -> Result:
        able = self.able(state) if self.number else ()
        if not able:
            return Done(self.hit)
        if len(able) == 1:
            self.answer = (able[0],)
            return None
        return Ask(self.side, LOSS, "answer")

    @step("9.11")
    def lose(self, state: OcsState) -> Result:
        (unit,), self.answer = self.answer, ()
        state.lose_steps(unit, 1, self.rule_cited)
        self.hit = (*self.hit, unit)
        self.number -= 1
        return Goto("ask")


def surviving(state: OcsState, units: tuple[UnitId, ...]) -> list[UnitId]:
    """Those that are still on the map."""
    hex_of, end = state.hex_of, state.theatre.board.hexes
    return [unit for unit in units if 0 <= hex_of[unit] < end]


def who_may_lose(losing: LoseSteps, state: OcsState) -> list[UnitId]:
    return losing.able(state)


def bad_loss(losing: LoseSteps, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """9.11c"""
    if unit not in surviving(state, losing.units):
        yield Violation("9.11", say("{unit} is not among those that suffer", unit), units=(unit,))
    elif unit not in losing.able(state):
        yield Violation("9.11c", say("{unit} loses another step when all others have lost one", unit), units=(unit,))


LOSS = Form("loss", "9.11", Slot("unit", UNIT, who_may_lose, bad_loss))
