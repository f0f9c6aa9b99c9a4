"""Reasons, breakdowns and events in words, the same for terminal, browser and bots: here, and nowhere else, counters,
places and sides get their names. Systems bring the sentences for what is their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import EMPTY, Draft, Form, Menu, Pick
from sandtable.core.errors import IllegalAction
from sandtable.core.events import Event
from sandtable.core.flow import Ask, Outcome
from sandtable.core.rules import Breakdown, Citation, Hex, Side, Term, UnitId, Violation
from sandtable.core.sentences import Kind, Sentence, Text, kind_of, kinds_of
from sandtable.core.sequence import Row
from sandtable.core.sequence import Sequence as Sequenced
from sandtable.core.state import State
from sandtable.core.system import Scenario

__all__ = ["log_lines", "outcome_line"]
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
    "nothing_left": "{form}: nothing more can be done, so it ends",
    "by_order": "{form}: {picks}, by standing order",
    "rules_changed": "{told}",
}
TABLE = ("only_choice", "nothing_left", "rules_changed")  # events that are nobody's doing


def words(scenario: Scenario, text: Text) -> str:
    """A sentence as people read it: `DAK is too far from 2410 Smolensk`."""
    if not isinstance(text, Sentence):
        return text
    kinds, given = kinds_of(text.text), text.given
    if len(kinds) != len(given):
        return _filled(scenario, text.text, text.blanks)  # which refuses it
    filled = {name: _word(scenario, kind, value) for (name, kind), value in zip(kinds, given, strict=True)}
    return text.text.format(**filled)


def _filled(scenario: Scenario, text: str, blanks: Mapping[str, Any]) -> str:
    return text.format(**{name: _word(scenario, kind_of(name), value) for name, value in blanks.items()})


def _word(scenario: Scenario, kind: Kind, value: Any) -> Any:
    if isinstance(value, tuple):
        *most, last = [str(_word(scenario, kind, each)) for each in value] or ["nothing"]
        return f"{', '.join(most)} and {last}" if most else last
    if isinstance(value, Sentence):
        return words(scenario, value)
    if value is None:
        return "nobody"
    if kind == "word" or isinstance(value, str):  # names are of things that are no more
        return value
    if kind == "unit":
        return scenario.spoken_unit(value)
    return scenario.spoken_place(value) if kind == "place" else scenario.spoken_sides[value]


def sentence(scenario: Scenario, event: Event, texts: Mapping[str, str] | None = None) -> str:
    """One readable line with its rule: `1st Panzer moves from 0203 Westham to 0204 (TOY 6.1)`."""
    cited = f" ({Citation(scenario.system.book, event.rule)})" if event.rule else ""
    return f"{told(scenario, event, texts)}{cited}"


def told(scenario: Scenario, event: Event, texts: Mapping[str, str] | None = None) -> str:
    """The same without its rule. A text may be for one rule alone, `moved 6.1`, or for what dice are for, `rolled
    gew.ResolveCombat.roll`."""
    own, kind = texts or scenario.system.texts, event.kind
    keys = (f"{kind} {event.data.get('purpose')}", f"{kind} {event.rule}", kind)
    text = next((own[key] for key in keys if key in own), None) or TEXTS.get(kind)
    try:
        if text is not None:
            return _filled(scenario, text, event.data)
    except (KeyError, IndexError):  # it is of older rules, which told it otherwise
        pass
    plain = ", ".join(f"{{{name}}}" for name in event.data)
    return _filled(scenario, f"{event.kind.replace('_', ' ')} {plain}", event.data).strip()


def about(event: Event) -> tuple[list[Hex], list[UnitId]]:
    """The hexes and the counters an event is about."""
    hexes: list[Hex] = []
    units: list[UnitId] = []
    for name, value in event.data.items():
        kind = kind_of(name)
        if kind == "place" or kind == "unit":
            found: list[Any] = hexes if kind == "place" else units
            those = value if isinstance(value, tuple) else (value,)
            found += [each for each in those if isinstance(each, int)]  # names are of things that are no more
    return hexes, units


def phase(state: State) -> list[Row]:
    """The rows of the sequence of play that are being played, outermost first; none before it begins."""
    outline = state.scenario.outline
    return [outline[frame.row] for frame in state.stack if isinstance(frame, Sequenced)]


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
    return reasons(state.scenario, ask.form.why_not(state, draft, pick))


def reason(scenario: Scenario, violation: Violation) -> str:
    """One of them: `DAK is aboard (GEW 19.7)`."""
    return f"{words(scenario, violation.because)} ({Citation(scenario.system.book, violation.rule)})"


def reasons(scenario: Scenario, violations: Iterable[Violation]) -> list[str]:
    return [reason(scenario, violation) for violation in violations]


def refused(scenario: Scenario, tried: str, violations: Sequence[Violation]) -> IllegalAction:
    """What to raise, with every reason in words."""
    return IllegalAction(tried, violations, reasons(scenario, violations))


def sum_lines(scenario: Scenario, terms: Breakdown) -> list[str]:
    """A breakdown, a line a term: `+2  Germany unit (USE 5.3)`; groups, where there are several, under their names."""
    lines = list[str]()
    for group in terms.groups:
        if len(terms.groups) > 1 and group:
            lines.append(group)
        lines += [f"{figure(term):>4}  {_line(scenario, term)}" for term in terms.of(group)]
    return lines


def _line(scenario: Scenario, term: Term) -> str:
    return f"{words(scenario, term.label)} ({Citation(scenario.system.book, term.rule)})"


def figure(term: Term) -> str:
    """What a term does, in front of its label: `+2`, `×1/2`, `=52`, `(+2)` for what may still come; a note has none."""
    if term.how in ("if×", "if="):
        return f"({term.how.removeprefix('if')}{term.value})"
    said = {"+": signed(term.value), "if": f"({signed(term.value)})", "note": ""}
    return said.get(term.how, f"{term.how}{term.value}")


def signed(value: Any) -> str:
    return f"+{value}" if value > 0 else str(value)


def outcome_line(scenario: Scenario, outcome: Outcome) -> str:
    """`Axis victory, decisive: three towns`."""
    return f"{result(scenario, outcome)}: {words(scenario, outcome.reason)}"


def result(scenario: Scenario, outcome: Outcome) -> str:
    """Who won and how clearly; what the level says itself is not said beside it."""
    level, said = outcome.level, outcome.level.casefold()
    if outcome.winner is None:
        return level if "draw" in said else f"a draw, {level}" if level else "a draw"
    winner, word = scenario.spoken_sides[outcome.winner], scenario.sides[outcome.winner]
    if not any(each in said for each in ("victory", "wins")):
        return f"{winner} victory, {level}" if level else f"{winner} victory"
    if winner.casefold() in said or word.replace("_", " ") in said:
        return level
    return f"{winner}, {level}" if said.startswith(("a ", "an ")) else f"{winner} {level}"
