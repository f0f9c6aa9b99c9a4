"""One kind of question: a form whose slots are filled pick by pick.

A rule author writes, for each slot, `among` (a cheap superset) and `refuse` (the rule, once). What may be picked, why
not, the check of a whole action, random play, the browser's lights and the network's mask all follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sandtable.core.errors import Bug
from sandtable.core.rules import Violation
from sandtable.core.system import RuleList

if TYPE_CHECKING:
    from sandtable.core.flow import Procedure
    from sandtable.core.state import State

Kind = Literal["hex", "unit", "word"]
HEX: Kind = "hex"
UNIT: Kind = "unit"
WORD: Kind = "word"
DONE = "done"

Pick = Any  # a Hex or a UnitId (both ints) or a word: the slot's kind says which
Action = tuple[Any, ...]  # what fills the slots; a slot that takes several holds a tuple


class Draft(NamedTuple):
    """A form half filled: the slots done, and the picks so far of one that takes several."""

    filled: tuple[Any, ...] = ()
    chosen: tuple[Pick, ...] = ()


EMPTY = Draft()


def nothing_refused(*_: object) -> Iterator[Violation]:
    """For a slot whose `among` is already exact."""
    return iter(())


class Sieve(NamedTuple):
    """What may be picked, as some likely picks and a quick test of one: so one can be drawn without testing all."""

    likely: Callable[..., Sequence[Pick]]
    passes: Callable[..., bool]

    def __call__(self, procedure: Procedure, state: State, *given: Any) -> list[Pick]:
        passes = self.passes
        return [pick for pick in self.likely(procedure, state, *given) if passes(procedure, state, *given, pick)]


class Slot(NamedTuple):
    """One blank. Its functions take (procedure, state, *filled); one that takes several gets those so far last."""

    name: str
    kind: Kind
    among: Callable[..., Iterable[Pick]]
    refuse: Callable[..., Iterator[Violation]] = nothing_refused
    legal: Callable[..., list[Pick]] | Sieve | None = None  # the same answer faster, where measured; a law compares
    many: bool = False
    ordered: bool = False  # a route; else a set, kept in ascending order

    def picks(self, procedure: Procedure, state: State, *given: Any) -> list[Pick]:
        if self.legal is not None and not self.changed(state):
            return self.legal(procedure, state, *given)
        refuse, tried = self.refuse, self._tried(procedure, state, given)
        return [pick for pick in tried if next(refuse(procedure, state, *given, pick), None) is None]

    def draw(self, procedure: Procedure, state: State, given: tuple[Any, ...], rng: Random) -> Pick | None:
        """One of the picks, each with the same chance, or None: what is drawn and refused is put aside."""
        legal = self.legal
        if legal is None or (isinstance(self.refuse, RuleList) and self.changed(state)):
            pool, refuse, passes = self._tried(procedure, state, given), self.refuse, None
        elif isinstance(legal, Sieve):
            pool, passes = list(legal.likely(procedure, state, *given)), legal.passes
        else:
            found = legal(procedure, state, *given)
            return found[int(rng.random() * len(found))] if found else None
        while pool:
            nth = int(rng.random() * len(pool))
            pick = pool[nth]
            if passes is None:
                if next(refuse(procedure, state, *given, pick), None) is None:
                    return pick
            elif passes(procedure, state, *given, pick):
                return pick
            pool[nth] = pool[-1]
            pool.pop()
        return None

    def fillable(self, procedure: Procedure, state: State, *given: Any) -> bool:
        """Is there anything to pick?"""
        legal = self.legal
        if isinstance(legal, Sieve) and not self.changed(state):
            passes = legal.passes
            return any(passes(procedure, state, *given, pick) for pick in legal.likely(procedure, state, *given))
        return bool(self.picks(procedure, state, *given))

    def _tried(self, procedure: Procedure, state: State, given: tuple[Any, ...]) -> list[Pick]:
        tried = self.among(procedure, state, *given)
        if not self.many:
            return list(tried)
        chosen = () if self.ordered else given[-1]
        return [*(pick for pick in tried if pick not in chosen), DONE]

    def changed(self, state: State) -> bool:
        """Did the scenario change the rules of this slot, so that `legal` no longer speaks for them?"""
        return isinstance(self.refuse, RuleList) and self.refuse.name in state.scenario.changed

    def why_not(self, rule: str, procedure: Procedure, state: State, *given: Any, pick: Pick) -> Iterator[Violation]:
        if trouble := self.misread(state, pick):
            yield Violation(rule, trouble)
        elif self.many and not self.ordered and pick in given[-1]:
            yield self._about(rule, "this is already chosen", pick)
        elif self.kind == WORD and pick != DONE and pick not in self.among(procedure, state, *given):
            yield Violation(rule, f"{pick} is not among the choices")
        else:
            yield from self.refuse(procedure, state, *given, pick)

    def _about(self, rule: str, because: str, pick: Pick) -> Violation:
        return Violation(rule, because, (pick,) if self.kind == HEX else (), (pick,) if self.kind == UNIT else ())

    def misread(self, state: State, pick: Pick) -> str:
        """A sentence if this is no hex, unit or word at all, so that rules never meet nonsense."""
        if pick == DONE and isinstance(pick, str):
            return "" if self.many else f"{self.name} takes one pick, and {DONE} is none"
        if self.kind == WORD:
            return "" if isinstance(pick, str) else f"{self.name} wants a word, not {pick!r}"
        bound = state.scenario.places if self.kind == HEX else len(state.scenario.counters)
        if isinstance(pick, int) and not isinstance(pick, bool) and 0 <= pick < bound:
            return ""
        return f"{self.name} wants a {self.kind} of this scenario, not {pick!r}"


class Form:
    """A question: slots filled in order. A constant that knows no state."""

    def __init__(self, name: str, rule: str, *slots: Slot, refuse: Callable[..., Iterator[Violation]] | None = None):
        self.name, self.rule, self.slots = name, rule, slots
        self.refuse = refuse  # (procedure, state): why the form as a whole is closed, in a menu

    def __repr__(self) -> str:
        return f"Form({self.name!r}, {self.rule!r})"

    def at(self, draft: Draft) -> tuple[Slot | None, tuple[Any, ...]]:
        """The slot to fill next, and what its functions are given."""
        filled, chosen = draft
        if len(filled) == len(self.slots):
            return None, ()
        slot = self.slots[len(filled)]
        return slot, (*filled, chosen) if slot.many else filled

    def put(self, draft: Draft, pick: Pick) -> Draft:
        """The draft with one pick more."""
        slot = self.at(draft)[0]
        if slot is None:
            raise Bug(f"{self.name} is already filled")
        filled, chosen = draft
        if not slot.many:
            return Draft((*filled, pick))
        if pick != DONE:
            return Draft(filled, (*chosen, pick))
        return Draft((*filled, chosen if slot.ordered else tuple(sorted(chosen))))

    def picks(self, state: State, draft: Draft = EMPTY) -> list[Pick]:
        """What may be picked next."""
        slot, given = self.at(draft)
        return slot.picks(state.stack[-1], state, *given) if slot else []

    def why_not(self, state: State, draft: Draft, pick: Pick) -> list[Violation]:
        """All reasons against a pick; empty if it may be made."""
        slot, given = self.at(draft)
        if slot is None:
            return [Violation(self.rule, "nothing more is asked")]
        return list(slot.why_not(self.rule_at(draft), state.stack[-1], state, *given, pick=pick))

    def rule_at(self, draft: Draft) -> str:
        return self.rule

    # ------------------------------------------------------------- derived, never overridden by a game

    def check(self, state: State, action: object) -> list[Violation]:
        """All reasons against a whole action, of whatever shape it comes."""
        if not isinstance(action, tuple):
            return [Violation(self.rule, f"{self.name}: an action is a list of picks")]
        draft = EMPTY
        for value in action:
            slot, _ = self.at(draft)
            if slot is None:
                return [Violation(self.rule, f"{self.name}: nothing more is asked after {draft.filled}")]
            if isinstance(value, tuple) != slot.many:
                wanted = "several picks" if slot.many else "one pick"
                return [Violation(self.rule_at(draft), f"{slot.name} takes {wanted}, not {value!r}")]
            if slot.many and DONE in value:  # it would end this slot and spill the rest into the next
                return [Violation(self.rule_at(draft), f"{slot.name}: {DONE} is not one of several picks")]
            problems: list[Violation] = []
            for pick in (*value, DONE) if slot.many else (value,):
                if pick == DONE and problems:
                    break
                if refused := self.why_not(state, draft, pick):
                    problems += refused
                else:
                    draft = self.put(draft, pick)
            if problems:  # rules of later slots may count on this one being legal
                return problems
        slot, _ = self.at(draft)
        return [Violation(self.rule_at(draft), f"{slot.name} is still to be filled")] if slot else []

    def settled(self, action: Action) -> Action:
        """A checked action with its sets in ascending order, as `fill` gives it: their order means nothing."""
        draft = EMPTY
        for value in action:
            slot, _ = self.at(draft)
            for pick in (*value, DONE) if slot and slot.many else (value,):
                draft = self.put(draft, pick)
        return draft.filled

    def fill(self, state: State, choose: Callable[[list[Pick]], Pick]) -> Action:
        """Descend by choosing from each list of picks: at random, by policy, by a network."""
        procedure = state.stack[-1]
        filled: tuple[Any, ...] = ()
        for slot in self.slots:
            filled = (*filled, _fill(slot, procedure, state, filled, choose))
        return filled

    def draw(self, state: State, rng: Random) -> Action:
        """An action as `fill` with a random choice makes it, without listing what is not drawn."""
        filled = self._draw(state, rng)
        if filled is None:
            raise Bug(f"{self.name} cannot be filled")
        return filled

    def _draw(self, state: State, rng: Random) -> Action | None:
        """None if nothing can be picked first; later slots can always be filled."""
        procedure = state.stack[-1]
        filled: tuple[Any, ...] = ()
        for slot in self.slots:
            if slot.many:
                value = _draw_several(slot, procedure, state, filled, rng)
            else:
                value = slot.draw(procedure, state, filled, rng)
            if value is None:
                if filled:
                    raise Bug(f"{self.name}: {slot.name} cannot be filled after {filled}")
                return None
            filled = (*filled, value)
        return filled

    def actions(self, state: State, draft: Draft = EMPTY) -> Iterator[Action]:
        """Every legal action, for small forms, perft and tests: a set is listed once, in ascending order."""
        slot, _ = self.at(draft)
        if slot is None:
            yield draft.filled
            return
        for pick in self.picks(state, draft):
            rising = not slot.many or slot.ordered or pick == DONE or not draft.chosen or pick > draft.chosen[-1]
            if rising:
                yield from self.actions(state, self.put(draft, pick))

    def only(self, state: State, draft: Draft = EMPTY) -> Action | None:
        """The action, if there is no choice in it."""
        while self.at(draft)[0] is not None:
            picks = self.picks(state, draft)
            if len(picks) != 1:
                return None
            draft = self.put(draft, picks[0])
        return draft.filled


def _fill(
    slot: Slot, procedure: Procedure, state: State, filled: tuple[Any, ...], choose: Callable[[list[Pick]], Pick]
) -> Any:
    if not slot.many:
        return choose(slot.picks(procedure, state, *filled))
    chosen: tuple[Pick, ...] = ()
    while (pick := choose(slot.picks(procedure, state, *filled, chosen))) != DONE:
        chosen = (*chosen, pick)
    return chosen if slot.ordered else tuple(sorted(chosen))


def _draw_several(slot: Slot, procedure: Procedure, state: State, filled: tuple[Any, ...], rng: Random) -> Any:
    chosen: tuple[Pick, ...] = ()
    while (pick := slot.draw(procedure, state, (*filled, chosen), rng)) != DONE:
        if pick is None:
            return None
        chosen = (*chosen, pick)
    return chosen if slot.ordered else tuple(sorted(chosen))


class Menu(Form):
    """The first pick is a word naming the form that follows; a form without slots (`end`) is just its word. `ends` is
    the one that changes nothing and goes on, if any is."""

    def __init__(self, name: str, rule: str, *forms: Form, ends: str = "end") -> None:
        self.forms = {form.name: form for form in forms}
        if len(self.forms) != len(forms):
            raise Bug(f"{name} has two verbs of one name: {', '.join(form.name for form in forms)}")
        self.ends = ends if ends in self.forms else ""
        super().__init__(name, rule, Slot("verb", WORD, lambda *_: self.forms, self._closed))

    def _closed(self, procedure: Procedure, state: State, word: str) -> Iterator[Violation]:
        form = self.forms[word]
        refused = list(form.refuse(procedure, state)) if form.refuse is not None else []
        yield from refused
        first = form.slots[0] if form.slots and not refused else None
        if first is not None and not first.fillable(procedure, state, *([()] if first.many else [])):
            yield Violation(form.rule, f"there is nothing to {word}")

    def openings(self, state: State) -> dict[str, list[Pick]]:
        """The verbs that may be picked, each with what its first slot takes: what `picks` says, and what it says after
        each, without asking twice."""
        procedure, found = state.stack[-1], dict[str, list[Pick]]()
        for verb, form in self.forms.items():
            if form.refuse is None or next(form.refuse(procedure, state), None) is None:
                picks = form.picks(state)
                if picks or not form.slots:
                    found[verb] = picks
        return found

    def why_not(self, state: State, draft: Draft, pick: Pick) -> list[Violation]:
        """A verb that is not asked here may be one of another phase."""
        found = super().why_not(state, draft, pick)
        if draft.filled or not isinstance(pick, str) or pick in self.forms:
            return found
        return [*found, *state.scenario.outline.elsewhere(state, pick)]

    def at(self, draft: Draft) -> tuple[Slot | None, tuple[Any, ...]]:
        filled, chosen = draft
        return self.forms[filled[0]].at(Draft(filled[1:], chosen)) if filled else (self.slots[0], ())

    def rule_at(self, draft: Draft) -> str:
        return self.forms[draft.filled[0]].rule if draft.filled else self.rule

    def only(self, state: State, draft: Draft = EMPTY) -> Action | None:
        """Asked before every question, so it stops at the second open verb, and looks at bare words first."""
        if draft.filled:
            return super().only(state, draft)
        procedure, words = state.stack[-1], list[str]()
        for word in sorted(self.forms, key=lambda word: len(self.forms[word].slots)):
            if next(self._closed(procedure, state, word), None) is None:
                words.append(word)
                if len(words) > 1:
                    return None
        return super().only(state, Draft((words[0],))) if words else None

    def check(self, state: State, action: object) -> list[Violation]:
        """Of a verb whose first slot is filled nobody asks what else might fill it."""
        word = action[0] if isinstance(action, tuple) and len(action) > 1 else None
        form = self.forms.get(word) if isinstance(word, str) else None
        if form is None or not isinstance(action, tuple):
            return super().check(state, action)
        refused = list(form.refuse(state.stack[-1], state)) if form.refuse is not None else []
        return refused or form.check(state, action[1:])

    def fill(self, state: State, choose: Callable[[list[Pick]], Pick]) -> Action:
        word = choose(self.picks(state))
        return (word, *self.forms[word].fill(state, choose))

    def _draw(self, state: State, rng: Random) -> Action | None:
        """A verb that is drawn and closed is put aside: every open one has the same chance."""
        forms, procedure, among = list(self.forms.values()), state.stack[-1], rng.random
        while forms:
            nth = int(among() * len(forms))
            form = forms[nth]
            if form.refuse is None or next(form.refuse(procedure, state), None) is None:
                filled = form._draw(state, rng)
                if filled is not None:
                    return (form.name, *filled)
            forms[nth] = forms[-1]
            forms.pop()
        return None
