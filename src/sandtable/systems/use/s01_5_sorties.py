"""USE 1.5, 4.1, 6.0, E5: units that can do no more: tired out, moved strategically, or done with this phase."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.rules import UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.use.state import ACTIVATED, EVACUATED, STRATEGICALLY_MOVED, UseState


def too_tired(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """1.5 It has as many Sorties as a unit can have."""
    if state.tired_out(unit):
        yield Violation("1.5", say("{unit} has {sorties} Sorties", unit, state.sorties[unit]), units=(unit,))


def moved_strategically(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """4.1 It does nothing else this turn."""
    if state.done[unit] & STRATEGICALLY_MOVED:
        yield Violation("4.1", say("{unit} has moved strategically this turn", unit), units=(unit,))


def spent(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """1.5, 4.1 Why an air or naval unit cannot act."""
    yield from too_tired(state, unit)
    if state.done[unit]:
        yield from moved_strategically(state, unit)


def has_acted(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """6.0, 4.1, E5 A ground unit acts once."""
    if not state.done[unit]:
        return
    if state.done[unit] & ACTIVATED:
        yield Violation("6.0", say("{unit} has been activated in this phase", unit), units=(unit,))
    yield from moved_strategically(state, unit)
    if state.done[unit] & EVACUATED:
        yield Violation("E5", say("{unit} was evacuated in this phase", unit), units=(unit,))
