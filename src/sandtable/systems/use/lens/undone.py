"""What would be left undone if a segment were ended: units not activated, Assaults not resolved, points not spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import EMPTY, Form, Menu
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import END, Segment
from sandtable.systems.use.s01_2_sequence import (
    ACTIONS,
    ACTIONS_AT_SEA,
    MOBILIZING,
    MOBILIZING_OR_BUYING,
    REPLACING,
)
from sandtable.systems.use.s06_3_army import aimed_at, assaulted, ready
from sandtable.systems.use.state import UseState


def undone(state: UseState, ask: Ask) -> Sequence[Violation]:
    """Nothing where the question cannot be ended, or nothing more could be done."""
    found = UNDONE.get(ask.form)
    if found is None or not isinstance(ask.form, Menu) or ask.form.why_not(state, EMPTY, END):
        return ()
    return tuple(found(state.stack[-1], state, ask.form))


def _places(state: UseState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    return tuple(dict.fromkeys(Hex(state.hex_of[unit]) for unit in units if state.hex_of[unit] >= 0))


def actions(segment: Segment, state: UseState, menu: Menu) -> Iterator[Violation]:
    """5.3.3 Assaults that would come to nothing; 6.3.1 units that could act."""
    for target in assaulted(segment, state):
        units = tuple(aimed_at(state, segment.side, target))
        said = say("the Assault of {units} on {hex} is not resolved", units, target)
        yield Violation("5.3.3", said, (target, *_places(state, units)), units)
    if units := tuple(ready(segment, state)):
        rest = "1 unit has not been activated" if len(units) == 1 else f"{len(units)} units have not been activated"
        yield Violation("6.3.1", rest, _places(state, units), units)


def spending(segment: Segment, state: UseState, menu: Menu) -> Iterator[Violation]:
    """8.1, 8.2 Whoever could still be made stronger, or come."""
    forms = [menu.forms[word] for word in menu.picks(state) if word != END]
    units = tuple(dict.fromkeys(unit for form in forms if form.slots for unit in form.picks(state, EMPTY)))
    if units:
        said = "1 unit could" if len(units) == 1 else f"{len(units)} units could"
        what = "get replacements" if menu is REPLACING.asks else "be mobilized"
        yield Violation(menu.rule, f"{said} still {what}", _places(state, units), units)


UNDONE: Mapping[Form, Callable[[Any, UseState, Menu], Iterator[Violation]]] = {
    ACTIONS.asks: actions,
    ACTIONS_AT_SEA.asks: actions,
    REPLACING.asks: spending,
    MOBILIZING.asks: spending,
    MOBILIZING_OR_BUYING.asks: spending,
}
