"""Two notations of an action, as in chess: picks in order for records and tests, a readable line for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import DONE, EMPTY, HEX, WORD, Action, Draft, Form, Menu, Pick, Slot
from sandtable.core.errors import BadInput
from sandtable.core.rules import Violation
from sandtable.core.state import State
from sandtable.core.system import Scenario


def name_of(scenario: Scenario, kind: str, pick: Pick) -> str:
    """A pick as it is written: a printed hex number, a counter's id, a word."""
    if kind == WORD or pick == DONE:
        return str(pick)
    return scenario.place_name(pick) if kind == HEX else scenario.unit_name(pick)


def read_pick(scenario: Scenario, slot: Slot, text: str) -> Pick:
    """The pick a word stands for, by the slot's kind."""
    if slot.kind == WORD or (slot.many and text == DONE):
        return text
    return scenario.place(text) if slot.kind == HEX else scenario.unit(text)


def written(state: State, form: Form, action: Action) -> list[str]:
    """Its picks in order, a `done` after each slot that takes several."""
    return [name_of(state.scenario, slot.kind, pick) for slot, pick in _picks(form, action)]


def _picks(form: Form, action: Action) -> Iterator[tuple[Slot, Pick]]:
    draft = EMPTY
    for value in action:
        slot, _ = form.at(draft)
        assert slot is not None
        for pick in (*value, DONE) if slot.many else (value,):
            yield slot, pick
            draft = form.put(draft, pick)


def read_draft(state: State, form: Form, words: Sequence[str]) -> Draft:
    """A form filled as far as the words go. Says which word cannot be read, and by which rule something else is asked;
    whether it is legal is not asked here."""
    draft = EMPTY
    for word in words:
        slot, _ = form.at(draft)
        if slot is None:
            raise unread(state, form, draft, f"{word!r} is one pick too many")
        if not isinstance(word, str):
            raise unread(state, form, draft, f"{word!r} is not a word")
        try:
            pick = read_pick(state.scenario, slot, word)
        except BadInput as error:
            raise unread(state, form, draft, str(error)) from error
        if slot.kind == WORD and not slot.many and (refused := form.why_not(state, draft, pick)):
            raise BadInput(f"{form.name}: {refused[0].sentence(state.scenario.system.book)}")  # it decides what follows
        draft = form.put(draft, pick)
    return draft


def unread(state: State, form: Form, draft: Draft, why: str) -> BadInput:
    """The error of words that do not answer what is asked: with the rule by which it is asked."""
    return BadInput(f"{form.name}: {Violation(form.rule_at(draft), why).sentence(state.scenario.system.book)}")


def read_action(state: State, form: Form, words: Sequence[str]) -> Action:
    """The action written in these words."""
    draft = read_draft(state, form, words)
    slot, _ = form.at(draft)
    if slot is not None:
        raise unread(state, form, draft, f"{slot.name} is still to be filled")
    return draft.filled


def closed(form: Form, words: Sequence[str], draft: Draft) -> list[str]:
    """The words, with every list that is still open ended."""
    found = list(words)
    while (slot := form.at(draft)[0]) is not None and slot.many:
        found.append(DONE)
        draft = form.put(draft, DONE)
    return found


def readable(state: State, form: Form, action: Action) -> str:
    """`attack 4.5 with 1 Pz, 4 Inf`."""
    parts: list[str] = []
    draft = EMPTY
    for value in action:
        slot, _ = form.at(draft)
        assert slot is not None
        picks = value if slot.many else (value,)
        parts.append(", ".join(name_of(state.scenario, slot.kind, pick) for pick in picks) or "none")
        for pick in (*picks, DONE) if slot.many else picks:
            draft = form.put(draft, pick)
    head = "" if isinstance(form, Menu) else f"{form.name} "
    return head + " ".join(parts)
