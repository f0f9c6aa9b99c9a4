"""OCS 2.4: turns without combat, on which both sides agree."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Side, Violation
from sandtable.core.state import State
from sandtable.systems.ocs.state import OcsState

QUIET, DECLINE = "quiet", "decline"
AGREEMENT = Menu("agreement", "2.4", Form(QUIET, "2.4"), Form(DECLINE, "2.4"), ends=DECLINE)


class Agree(Procedure):
    """2.4 Each side is asked; the turn is without combat if neither wants to fight."""

    nth: int = 0
    answer: Action = ()

    @step("2.4")
    def ask(self, state: OcsState) -> Result:
        return Ask(Side(self.nth), AGREEMENT, "answer")

    @step("2.4")
    def hear(self, state: OcsState) -> Result:
        agreed, self.answer = self.answer == (QUIET,), ()
        self.nth += 1
        if agreed and self.nth < len(state.scenario.sides):
            return Goto("ask")
        if agreed:
            state.agree("2.4")
        return Done()


def is_fought(state: State) -> bool:
    """2.4 Is this a turn like any other? In one without combat there are no barrages and no attacks."""
    assert isinstance(state, OcsState)
    return not state.quiet[0]


def no_combat(state: OcsState) -> Iterator[Violation]:
    """2.4 Against whatever is an offensive, a raid or a barrage."""
    if not is_fought(state):
        yield Violation("2.4", "both sides have agreed on a turn without combat")
