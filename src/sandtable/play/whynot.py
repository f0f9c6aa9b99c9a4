"""Why something cannot be picked, also where nobody asked for anything of its kind: no click is silent, and every one
is answered by a rule of the game.

What is pointed at is read as whatever is asked for: a counter as the hex it lies in, a hex as the counters in it,
either as the country it belongs to. What no rule speaks of is told by the question itself: who is asked for what, and
when such a thing is picked (`OfPhase`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.core.decisions import EMPTY, GROUP, HEX, NUMBER, UNIT, WORD, Draft, Form, Kind, Menu, Pick
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import Text, say
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.core.views import View
from sandtable.play.explain import phase, question
from sandtable.play.notation import asked_word, name_of, read_pick, some_of


class OfPhase(Violation):
    """A reason that only the question gives, by the rule that asks it: the rules that decide were not reached."""


def reasons(state: State, form: Form, draft: Draft, text: str) -> list[Violation]:
    """Every reason against what is written so; empty if it may be picked, or if a verb of a menu can begin with it."""
    slot, _ = form.at(draft)
    if slot is None:
        return [OfPhase(form.rule_at(draft), "nothing more is asked")]
    thing = _thing(state.scenario, text)
    if thing is None or (slot.kind == NUMBER and text.removeprefix("-").isdecimal() and not text.startswith("0")):
        return _in_writing(state, form, draft, text)
    return Pointing(state, *thing).against(form, draft)


def _in_writing(state: State, form: Form, draft: Draft, text: str) -> list[Violation]:
    try:
        return form.why_not(state, draft, read_pick(state, form, draft, text))
    except BadInput as error:
        return [OfPhase(form.rule_at(draft), str(error))]


def _thing(scenario: Scenario, text: str) -> tuple[Kind, Pick] | None:
    """The hex or the counter that is called so."""
    for kind, read in ((HEX, scenario.place), (UNIT, scenario.unit)):
        try:
            return kind, read(text)
        except BadInput:
            pass
    return None


class Found(NamedTuple):
    """What a slot has to say to what is pointed at."""

    may: bool = False  # it is picked so
    ruled: tuple[Violation, ...] = ()  # what its rules have against it
    instead: tuple[Pick, ...] = ()  # what may be picked there, and was not pointed at itself


class Pointing:
    """A hex or a counter that the side asked points at, as far as it sees what lies there."""

    def __init__(self, state: State, kind: Kind, pick: Pick) -> None:
        self.state, self.kind, self.pick = state, kind, pick
        self.side: Side | None = state.wait.side if isinstance(state.wait, Ask) else None
        self.view: View = state.scenario.system.hidden.view(state, self.side)

    def against(self, form: Form, draft: Draft) -> list[Violation]:
        if isinstance(form, Menu) and draft == EMPTY:
            return self._against_verbs(form)
        if self._is_chosen(form, draft):
            return [self._of_phase(form.rule_at(draft), say(f"{{{self.kind}}} is already chosen", self.pick))]
        found = self._asked_of(form, draft)
        if found.may:
            return []
        if found.instead:
            return [self._instead(form, draft, found)]
        return list(found.ruled) or [self._unasked(form, draft)]

    def _against_verbs(self, menu: Menu) -> list[Violation]:
        """What the verbs that could begin with it have against it: those that are open, and if no rule of theirs speaks
        of it, those that are closed."""
        offered = set(menu.open_verbs(self.state))
        found = {verb: self._asked_of(verb, EMPTY) for verb in menu.forms.values() if verb.slots}
        of_open = {verb: each for verb, each in found.items() if verb.name in offered}
        if any(each.may for each in of_open.values()):
            return []
        told = [(verb.name, self._instead(verb, EMPTY, each)) for verb, each in of_open.items()
                if each.instead and not verb.deliberate]  # fmt: skip
        told += [(verb.name, reason) for verb, each in of_open.items() for reason in each.ruled
                 if not told or self._is_direct(verb, EMPTY)]  # fmt: skip
        if told:
            return list(_once(told))
        shut = [verb for verb in found if verb.name not in offered and self._read_as(verb, EMPTY)]
        closed = [(verb.name, reason) for verb in shut for reason in self._closed(verb) or found[verb].ruled]
        return list(_once(closed)) or [self._unasked(menu, EMPTY), *self._elsewhere(menu)]

    def _closed(self, verb: Form) -> list[Violation]:
        """Why a verb is closed as a whole."""
        return list(verb.refuse(self.state.stack[-1], self.state)) if verb.refuse is not None else []

    # ------------------------------------------------------------------ one slot

    def _asked_of(self, form: Form, draft: Draft) -> Found:
        slot, given = form.at(draft)
        assert slot is not None
        ruled: dict[Violation, None] = {}
        instead: list[Pick] = []
        for pick in self._read_as(form, draft):
            refused = list(slot.refuse(self.state.stack[-1], self.state, *given, pick))
            ruled.update(dict.fromkeys(refused))
            if not refused and not form.why_not(self.state, draft, pick):
                instead.append(pick)
        direct = self._is_direct(form, draft)
        return Found(direct and bool(instead), tuple(ruled), () if direct else tuple(instead))

    def _is_chosen(self, form: Form, draft: Draft) -> bool:
        slot, _ = form.at(draft)
        if slot is None or slot.ordered or not self._is_direct(form, draft):
            return False
        return any(self.pick in (each if slot.kind == GROUP else (each,)) for each in draft.chosen)

    def _is_direct(self, form: Form, draft: Draft) -> bool:
        """Does the slot take such a thing itself?"""
        slot, _ = form.at(draft)
        return slot is not None and slot.kind in (self.kind, GROUP)

    def _read_as(self, form: Form, draft: Draft) -> list[Pick]:
        """What a slot takes it for: itself, its stack, its place, what lies there, its country."""
        slot, where = form.at(draft)[0], form.where_at(draft)
        assert slot is not None
        assert where is not None
        if slot.kind == WORD:
            word = self.state.scenario.system.lens.stands_for(self.state, where, self.kind, self.pick)
            return [word] if word else []
        if slot.kind == GROUP:
            named = form.groups(self.state, draft).get(name_of(self.state.scenario, self.kind, self.pick))
            stack = named or (tuple(sorted(self._there())) if self.kind == HEX else (self.pick,))
            return [stack] if stack else []
        if slot.kind == self.kind:
            return [self.pick]
        if slot.kind == UNIT:
            return [*self._there()]
        seen = self.view.seen(self.pick) if slot.kind == HEX else None
        return [seen.place] if seen is not None else []

    def _there(self) -> list[UnitId]:
        """The counters that are seen in the hex: those of the side asked, or else all."""
        stack = self.view.stack(self.pick)
        return [unit for unit in stack if self.view.owners[unit] == self.side] or stack

    # ------------------------------------------------------------------ where no rule speaks of it

    def _instead(self, form: Form, draft: Draft, found: Found) -> Violation:
        slot, _ = form.at(draft)
        assert slot is not None
        blank = {HEX: "hexes", UNIT: "units"}.get(slot.kind, "words")
        what = slot.name if slot.kind == WORD else f"a {slot.kind}"
        because = say(f"{what} is picked here: {{{blank}}} will do", found.instead)
        return self._of_phase(form.rule_at(draft), because)

    def _unasked(self, form: Form, draft: Draft) -> Violation:
        """Who is asked what, by the rule that asks it."""
        if named := asked_word(self.state, form, draft):
            because = say(f"{{{self.kind}}} is a {self.kind}, and {{wanted}}", self.pick, named[0])
        else:
            because = say("{because}: {asked}", self._because(form, draft), question(self.state, form, draft))
        return self._of_phase(form.rule_at(draft), because)

    def _because(self, form: Form, draft: Draft) -> Text:
        """What keeps it out of the question."""
        if self.kind == UNIT and self.side is not None and self.view.owners[self.pick] != self.side:
            return say("the question is for {side}, and {unit} is not of that side", self.side, self.pick)
        if self.kind == UNIT and self.view.seen(self.pick) is None:
            return say("{unit} is not on the map", self.pick)
        if self.kind == HEX and self._wanted(form, draft) & {UNIT, GROUP} and not self.view.stack(self.pick):
            return say("no unit that may be picked is in {hex}", self.pick)
        return say(f"no {self.kind} is picked here, and {{{self.kind}}} is one", self.pick)

    def _wanted(self, form: Form, draft: Draft) -> set[Kind]:
        """The kinds of things that are asked for; of a menu, those its verbs begin with."""
        if isinstance(form, Menu) and draft == EMPTY:
            return {verb.slots[0].kind for verb in form.forms.values() if verb.slots}
        slot, _ = form.at(draft)
        return {slot.kind} if slot is not None else set()

    def _elsewhere(self, menu: Menu) -> Iterator[Violation]:
        """The next row of the sequence in which such a thing is picked, where a menu takes nothing that lies on the
        map."""
        outline, playing = self.state.scenario.outline, phase(self.state)
        if self._wanted(menu, EMPTY) & {HEX, UNIT, GROUP}:
            return
        rows = list(outline.rows.values())
        now = rows.index(playing[-1]) if playing else 0
        for row in (*rows[now + 1 :], *rows[:now]):
            forms = [form for menu in (*row.menus, row.menu) if menu is not None for form in menu.forms.values()]
            verbs = [form.name for form in forms if form.slots and form.slots[0].kind in (self.kind, GROUP)]
            if verbs:
                told = some_of(list(dict.fromkeys(verbs)))
                yield self._of_phase(row.number, f"a {self.kind} is picked in the {row.name}: {told}")
                return

    def _of_phase(self, rule: str, because: Text) -> Violation:
        here = (self.pick,)
        return OfPhase(rule, because, *((here, ()) if self.kind == HEX else ((), here)))


def _once(said: Iterable[tuple[str, Violation]]) -> Iterator[Violation]:
    """What several verbs say is said once."""
    alike: dict[tuple[str, Text], list[tuple[str, Violation]]] = {}
    for name, each in said:
        alike.setdefault((each.rule, each.because), []).append((name, each))
    for (rule, because), found in alike.items():
        names = ", ".join(dict.fromkeys(name for name, _ in found))
        at = dict.fromkeys(place for _, each in found for place in each.at)
        units = dict.fromkeys(unit for _, each in found for unit in each.units)
        kind = type(found[0][1])
        yield kind(rule, say("{verbs}: {because}", names, because), tuple(at), tuple(units))


def of_hidden(state: State, form: Form, draft: Draft, place: Hex) -> list[Violation]:
    """Against a counter of which the side asked only sees where it lies: what is against its place."""
    if form.at(draft)[0] is None:
        return reasons(state, form, draft, "")
    found = Pointing(state, HEX, place).against(form, draft)
    because = say("nobody on your side knows which unit this is; {hex}, where it lies, may be picked", place)
    return found or [OfPhase(form.rule_at(draft), because, (place,))]
