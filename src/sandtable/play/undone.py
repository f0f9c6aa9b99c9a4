"""What would be left undone, as far as a good player would not leave it: what a system's lens tells of a menu that is
about to be ended, unless its script, with what the side may know, would end it too."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.decisions import Menu
from sandtable.core.flow import Ask
from sandtable.core.intents import SCRIPT
from sandtable.core.rules import Violation
from sandtable.core.state import State


def undone(state: State, ask: Ask) -> Sequence[Violation]:
    system, menu = state.scenario.system, ask.form
    found: Sequence[Violation] = system.lens.undone(state, ask)
    if not found or not isinstance(menu, Menu):
        return found
    known = system.hidden.foresee(state, ask.side)
    best = next(iter(system.counsel.promising(known, ask, SCRIPT)), None)
    return () if best == (menu.ends,) else found
