"""Reasons, breakdowns and events as sentences. Systems bring the words for what is their own."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from sandtable.core.decisions import EMPTY, Draft, Form, Menu, Pick
from sandtable.core.events import Event
from sandtable.core.flow import Ask, Outcome
from sandtable.core.rules import Breakdown, Citation, Hex, Side, Term, UnitId, Violation
from sandtable.core.sequence import Row, Sequence
from sandtable.core.state import State
from sandtable.core.system import Scenario

TEXTS: Mapping[str, str] = {
    "placed": "{unit} is placed at {to}",
    "moved": "{unit} moves from {start} to {to}",
    "removed": "{unit} is taken off the map at {start}",
    "eliminated": "{unit} is eliminated at {start}",
    "step_lost": "{unit} loses a step, {left} left",
    "step_gained": "{unit} gains a step, {left} now",
    "control": "{side} controls {hex}",
    "rolled": "{dice} reads {reads}",
    "only_choice": "{form}: {picks} is the only choice",
    "rules_changed": "{told}",
}
UNITS, PLACES, SIDES = {"unit", "units", "carrier"}, {"to", "start", "hex", "at"}, {"side", "by"}


def sentence(scenario: Scenario, event: Event, texts: Mapping[str, str] | None = None, spoken: bool = False) -> str:
    """One readable line with its rule: `1 Pz moves from 0203 to 0204 (TOY 6.1)`; `spoken` adds the names of places."""
    cited = f" ({Citation(scenario.system.book, event.rule)})" if event.rule else ""
    return f"{told(scenario, event, texts, spoken)}{cited}"


def told(scenario: Scenario, event: Event, texts: Mapping[str, str] | None = None, spoken: bool = False) -> str:
    """The same without its rule. A text may be for one rule alone: `moved 6.1`."""
    known = {**TEXTS, **(texts or scenario.system.texts)}
    template = known.get(f"{event.kind} {event.rule}") or known.get(event.kind)
    words = {key: _word(scenario, key, value, spoken) for key, value in event.data.items()}
    try:
        if template is not None:
            return template.format(**words)
    except (KeyError, IndexError):  # it is of older rules, which told it otherwise
        pass
    return f"{event.kind.replace('_', ' ')} {', '.join(map(str, words.values()))}".strip()


def about(event: Event) -> tuple[list[Hex], list[UnitId]]:
    """The hexes and the counters an event is about."""
    return _named(event, PLACES), _named(event, UNITS)


def _named(event: Event, keys: Container[str]) -> list[Any]:
    values = [value for key, value in event.data.items() if key in keys]
    found = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    return [each for each in found if isinstance(each, int)]  # names are of things that are no more


def _word(scenario: Scenario, key: str, value: Any, spoken: bool) -> str:
    if isinstance(value, tuple):
        *most, last = [_word(scenario, key, each, spoken) for each in value] or ["nothing"]
        return f"{', '.join(most)} and {last}" if most else last
    if value is None:
        return "nobody"
    if isinstance(value, str):
        return value
    if key in UNITS:
        return scenario.unit_name(value)
    if key in PLACES:
        return scenario.spoken_place(value) if spoken else scenario.place_name(value)
    return scenario.sides[value] if key in SIDES else str(value)


def phase(state: State) -> list[Row]:
    """The rows of the sequence of play that are being played, outermost first; none before it begins."""
    outline = state.scenario.outline
    return [outline[frame.row] for frame in state.stack if isinstance(frame, Sequence)]


def question(state: State, form: Form, draft: Draft = EMPTY) -> str:
    """What is asked now, in the system's words or, where it has none, in those of the form."""
    slot, _ = form.at(draft)
    verb = str(draft.filled[0]) if isinstance(form, Menu) and draft.filled else form.name
    if slot is None:
        return verb
    key = form.name if isinstance(form, Menu) and not draft.filled else f"{verb}.{slot.name}"
    return state.scenario.system.questions.get(key, f"{verb}: {slot.name}?".replace("_", " "))


def log_lines(state: State, side: Side | None) -> list[str]:
    """The log as a side may read it."""
    return [sentence(state.scenario, event) for event in (state.log.seen_by(side) if state.log else ())]


def why_not(state: State, ask: Ask, pick: Pick, draft: Draft = EMPTY) -> list[str]:
    """Every reason against a pick, with its rule; empty if it may be made."""
    return reasons(ask.form.why_not(state, draft, pick), state.scenario.system.book)


def reasons(violations: Iterable[Violation], book: str) -> list[str]:
    return [violation.sentence(book) for violation in violations]


def sum_lines(terms: Breakdown, book: str) -> list[str]:
    """A breakdown, a line a term: `+2  Germany unit (USE 5.3)`; groups, where there are several, under their names."""
    lines = list[str]()
    for group in terms.groups:
        if len(terms.groups) > 1 and group:
            lines.append(group)
        lines += [f"{figure(term):>4}  {term.label} ({Citation(book, term.rule)})" for term in terms.of(group)]
    return lines


def figure(term: Term) -> str:
    """What a term does, in front of its label: `+2`, `×1/2`, `=52`, `(+2)` for what may still come; a note has none."""
    said = {"+": signed(term.value), "if": f"({signed(term.value)})", "note": ""}
    return said.get(term.how, f"{term.how}{term.value}")


def signed(value: Any) -> str:
    return f"+{value}" if value > 0 else str(value)


def outcome_line(scenario: Scenario, outcome: Outcome) -> str:
    winner = "a draw" if outcome.winner is None else f"{scenario.sides[outcome.winner]} victory"
    level = f", {outcome.level}" if outcome.level else ""
    return f"{winner}{level}: {outcome.reason}"
