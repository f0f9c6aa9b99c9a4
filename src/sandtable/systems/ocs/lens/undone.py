"""What would be left undone if a segment were ended: units that could move, reserves that could be released, guns
that a good player would still fire, attacks that he would still make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import EMPTY, Menu
from sandtable.core.flow import Ask
from sandtable.core.groups import together
from sandtable.core.intents import SCRIPT
from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import END, Segment
from sandtable.systems.ocs.counsel.combat import next_attack
from sandtable.systems.ocs.counsel.fire import barrage
from sandtable.systems.ocs.lens.cards import seen_by
from sandtable.systems.ocs.s05_modes import RELEASE, in_reserve
from sandtable.systems.ocs.s06_movement import MOVE_FORM, ready
from sandtable.systems.ocs.s09_segment import ATTACK
from sandtable.systems.ocs.s10_fire import BARRAGE
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import RESERVE


def undone(state: OcsState, ask: Ask) -> Sequence[Violation]:
    """Nothing where the question cannot be ended, or nothing more could be done."""
    frame = state.stack[-1]
    if not isinstance(ask.form, Menu) or not isinstance(frame, Segment) or ask.form.why_not(state, EMPTY, END):
        return ()
    found = (UNDONE.get(verb) for verb in ask.form.open_verbs(state))
    return tuple(each for ask_for in found if ask_for is not None for each in ask_for(frame, state))


def _places(state: OcsState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    return tuple(dict.fromkeys(Hex(state.hex_of[unit]) for unit in units if state.hex_of[unit] >= 0))


def movers(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """6.1 Combat units, and loaded transport, that could still move."""
    units = tuple(
        unit for unit in ready(state, segment.side)
        if (state.theatre.is_combat[unit] or state.cargo[unit]) and state.mode[unit] != RESERVE
        and state.theatre.ma[state.face[unit]][unit]
    )  # fmt: skip
    if units:
        said = "1 unit has not moved" if len(units) == 1 else f"{len(units)} units have not moved"
        yield Violation("6.1", said, _places(state, units), units)


def kept(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """5.7"""
    units = tuple(dict.fromkeys(unit for group in in_reserve(segment, state).values() for unit in group))
    if units:
        said = "1 unit stays in reserve" if len(units) == 1 else f"{len(units)} units stay in reserve"
        yield Violation("5.7", said, _places(state, units), units)


def silent(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """10.1 Guns that promise more than their tokens are worth, as far as one may know. Others rest on purpose."""
    seen, _ = seen_by(state, segment.side)
    for _, target, _, groups, _ in barrage(segment, seen, BARRAGE, SCRIPT):
        units = together(groups)
        said = say("{units} could still fire at {hex}", units, target)
        yield Violation("10.1", said, (target, *_places(state, units)), units)


def spared(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """9.1 The attack that promises most, as far as one may know, if any promises more than it costs."""
    seen, _ = seen_by(state, segment.side)
    for verb, *action in next_attack(segment, seen, ATTACK, SCRIPT):
        if verb == ATTACK.name and not ATTACK.check(seen, tuple(action)):
            target, groups, _ = action
            units = together(groups)
            said = say("{hex} could still be attacked with {units}", target, units)
            yield Violation("9.1", said, (target, *_places(state, units)), units)


UNDONE: Mapping[str, Callable[[Any, OcsState], Iterator[Violation]]] = {
    MOVE_FORM.name: movers, RELEASE.name: kept, BARRAGE.name: silent, ATTACK.name: spared,
}  # fmt: skip
