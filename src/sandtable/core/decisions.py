# cython: language_level=3, annotation_typing=False
"""One kind of question: a form whose slots are filled pick by pick.

A rule author writes, for each slot, `among` (a cheap superset) and `refuse` (the rule, once). What may be picked, why
not, the check of a whole action, random play, the browser's lights and the network's mask all follow. A number is
offered as ranges, never as a list (`core.numbers`); several units may be one pick (`core.groups`).

Plain Python that Cython also compiles (`decisions.pxd`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from sandtable.core.errors import Bug
from sandtable.core.groups import Groups, is_within, listed
from sandtable.core.numbers import MOST, Numbers
from sandtable.core.rules import Violation
from sandtable.core.within import Within

if TYPE_CHECKING:
    from sandtable.core.flow import Procedure
    from sandtable.core.state import State

Kind = Literal["hex", "unit", "word", "number", "group"]
HEX: Kind = "hex"
UNIT: Kind = "unit"
WORD: Kind = "word"
NUMBER: Kind = "number"
GROUP: Kind = "group"
DONE = "done"
SHOWN = 60  # letters of what is refused that are repeated

Pick = Any  # a Hex, a UnitId or a number (all ints), a word, or a group (a tuple of units): the slot's kind says which
Picks = Sequence[Pick]  # a list; of a number slot, Numbers
Action = tuple[Any, ...]  # what fills the slots; a slot that takes several holds a tuple
Where = tuple["Form", str]  # a form and the name of one of its slots


class Draft(NamedTuple):
    """A form half filled: the slots done, and the picks so far of one that takes several."""

    filled: tuple[Any, ...] = ()
    chosen: tuple[Pick, ...] = ()


EMPTY = Draft()


def nothing_refused(*_: object) -> Iterator[Violation]:
    """For a slot whose `among` is already exact."""
    return iter(())


def _asked(rule: Callable[..., Any], procedure: Procedure, state: State, given: tuple[Any, ...]) -> Any:
    """What a slot's function says. Most are given nothing yet, and a call without a list of arguments is quicker."""
    return rule(procedure, state, *given) if given else rule(procedure, state)


class Sieve(NamedTuple):
    """What may be picked, as some likely picks and a quick test of one: so one can be drawn without testing all.
    Without a test of its own it lets pass what the slot does not refuse; one that is `Within` a set asks once."""

    likely: Callable[..., Sequence[Pick]]
    passes: Callable[..., bool] | None = None


class Slot(NamedTuple):
    """One blank. Its functions take (procedure, state, *filled); one that takes several gets those so far last.
    `among` gives picks, of a number a range or Numbers; of a group it gives names and the units of each."""

    name: str
    kind: Kind
    among: Callable[..., Iterable[Pick]]
    refuse: Callable[..., Iterator[Violation]] = nothing_refused
    legal: Callable[..., Picks] | Sieve | None = None  # the same answer faster, where measured; a law compares
    many: bool = False
    ordered: bool = False  # a route; else a set, kept in ascending order
    proposes: Callable[..., Pick] | None = None  # what most would say: a number; a list; of a group, those to be taken

    def picks(self, procedure: Procedure, state: State, *given: Any) -> Picks:
        legal = None if self.legal is None or self.changed(state) else self.legal
        found: Picks
        if isinstance(legal, Sieve):
            if isinstance(legal.passes, Within):
                passing = _asked(legal.passes.those, procedure, state, given)
                likely = _asked(legal.likely, procedure, state, given) if passing else ()
                found = [pick for pick in likely if pick in passing]
            else:
                likely = _asked(legal.likely, procedure, state, given)
                found = [pick for pick in likely if _passes(self, legal, procedure, state, given, pick)]
        elif legal is not None:
            found = _asked(legal, procedure, state, given)
        else:
            found = self._tried(procedure, state, given)
            if self.refuse is not nothing_refused:
                found = [pick for pick in found if _passes(self, None, procedure, state, given, pick)]
        return Numbers.of(found) if self.kind == NUMBER else found

    def proposal(self, procedure: Procedure, state: State, *given: Any) -> Pick:
        """The number that is proposed: the lowest, where nothing is said."""
        return self.proposes(procedure, state, *given) if self.proposes else self.picks(procedure, state, *given)[0]

    def groups(self, procedure: Procedure, state: State, *given: Any) -> Groups:
        """Of a slot for groups: those it names."""
        return cast(Groups, self.among(procedure, state, *given))

    def usual(self, procedure: Procedure, state: State, *given: Any) -> dict[str, tuple[Any, ...]]:
        """Of groups, by name: the part that most would take, where that is not the whole and nothing is against it."""
        if self.kind != GROUP or self.many or self.proposes is None:
            return {}
        wanted = set(self.proposes(procedure, state, *given))
        parts = {
            name: tuple(unit for unit in group if unit in wanted)
            for name, group in self.groups(procedure, state, *given).items() if not wanted.issuperset(group)
        }  # fmt: skip
        return {
            name: part for name, part in parts.items() if part and _passes(self, None, procedure, state, given, part)
        }

    def draw(self, procedure: Procedure, state: State, given: tuple[Any, ...], rng: Random) -> Pick | None:
        """One of the picks, each with the same chance, or None: what is drawn and refused is put aside."""
        legal, sieve = self.legal, None
        if self.kind == NUMBER:
            numbers = self.picks(procedure, state, *given)
            return numbers[int(rng.random() * len(numbers))] if numbers else None
        if legal is None or self.changed(state):
            pool = list(self._tried(procedure, state, given))
        elif isinstance(legal, Sieve):
            if isinstance(legal.passes, Within):
                passing = _asked(legal.passes.those, procedure, state, given)
                return _drawn(list(_asked(legal.likely, procedure, state, given)), passing, rng) if passing else None
            pool, sieve = list(_asked(legal.likely, procedure, state, given)), legal
        else:
            found = _asked(legal, procedure, state, given)
            return found[int(rng.random() * len(found))] if found else None
        while pool:
            nth = int(rng.random() * len(pool))
            pick = pool[nth]
            if _passes(self, sieve, procedure, state, given, pick):
                return pick
            pool[nth] = pool[-1]
            pool.pop()
        return None

    def fillable(self, procedure: Procedure, state: State, *given: Any) -> bool:
        """Is there anything to pick?"""
        legal = self.legal
        if isinstance(legal, Sieve) and not self.changed(state):
            if isinstance(legal.passes, Within):
                return bool(self.picks(procedure, state, *given))
            for pick in _asked(legal.likely, procedure, state, given):
                if _passes(self, legal, procedure, state, given, pick):
                    return True
            return False
        return bool(self.picks(procedure, state, *given))

    def _tried(self, procedure: Procedure, state: State, given: tuple[Any, ...]) -> Picks:
        if self.kind == GROUP:
            groups = listed(self.groups(procedure, state, *given), given[-1] if self.many else ())
            return [*groups, DONE] if self.many else list(groups)
        tried = _asked(self.among, procedure, state, given)
        if not self.many:
            return tried if isinstance(tried, Numbers) else list(tried)
        chosen = () if self.ordered else given[-1]
        return [*(pick for pick in tried if pick not in chosen), DONE]

    def changed(self, state: State) -> bool:
        """Did the scenario change the rules of this slot, so that `legal` no longer speaks for them?"""
        changed = state.scenario.in_force
        return bool(changed) and (self.refuse in changed or self.among in changed)

    def why_not(self, rule: str, procedure: Procedure, state: State, *given: Any, pick: Pick) -> Iterator[Violation]:
        if trouble := self.misread(state, pick):
            yield Violation(rule, trouble)
        elif self.many and not self.ordered and self._is_chosen(given[-1], pick):
            yield self._about(rule, "this is already chosen", pick)
        elif self.kind == WORD and pick != DONE and pick not in self.among(procedure, state, *given):
            yield Violation(rule, f"{pick} is not among the choices")
        elif self.kind in (NUMBER, GROUP) and pick != DONE:
            pick = self.kept(pick)
            refused = list(self.refuse(procedure, state, *given, pick))
            yield from refused or self._outside(rule, procedure, state, given, pick)
        else:
            yield from self.refuse(procedure, state, *given, pick)

    def kept(self, pick: Pick) -> Pick:
        """The units of a group in ascending order, all else as it is."""
        return tuple(sorted(pick)) if self.kind == GROUP and pick != DONE else pick

    def _is_chosen(self, chosen: tuple[Pick, ...], pick: Pick) -> bool:
        if self.kind == GROUP and pick != DONE:
            return any(unit in group for group in chosen for unit in pick)
        return pick in chosen

    def _outside(
        self, rule: str, procedure: Procedure, state: State, given: tuple[Any, ...], pick: Pick
    ) -> Iterator[Violation]:
        """Against a number or a group of which no rule speaks, because it is not among those that are asked for."""
        if self.kind == GROUP:
            if not is_within(self.groups(procedure, state, *given), pick):
                yield self._about(rule, f"{self.name} is one group that is named here, or a part of it", pick)
        elif pick not in (numbers := Numbers.of(self.among(procedure, state, *given))):
            yield Violation(
                rule, f"{self.name} is {numbers}, not {pick}" if numbers else f"no {self.name} can be named"
            )

    def _about(self, rule: str, because: str, pick: Pick) -> Violation:
        units = pick if self.kind == GROUP else (pick,) if self.kind == UNIT else ()
        return Violation(rule, because, (pick,) if self.kind == HEX else (), units)

    def misread(self, state: State, pick: Pick) -> str:
        """A sentence if this is no hex, unit, word, number or group at all, so that rules never meet nonsense."""
        if isinstance(pick, str) and pick == DONE:
            return "" if self.many else f"{self.name} takes one pick, and {DONE} is none"
        if self.kind == WORD:
            return "" if isinstance(pick, str) else f"{self.name} wants a word, not {shown(pick)}"
        if self.kind == NUMBER:
            whole = _is_whole(pick) and -MOST <= pick <= MOST
            return "" if whole else f"{self.name} wants a whole number, not {shown(pick)}"
        bound = state.scenario.places if self.kind == HEX else len(state.scenario.counters)
        if self.kind == GROUP:
            units = isinstance(pick, tuple) and all(_is_whole(unit) and 0 <= unit < bound for unit in pick)
            if not units or not pick or len(set(pick)) < len(pick):
                return f"{self.name} wants units of this scenario, each once, not {shown(pick)}"
            return ""
        if _is_whole(pick) and 0 <= pick < bound:
            return ""
        return f"{self.name} wants a {self.kind} of this scenario, not {shown(pick)}"


def _passes(
    slot: Slot, sieve: Sieve | None, procedure: Procedure, state: State, given: tuple[Any, ...], pick: Pick
) -> bool:
    """May it be picked? By the test of a sieve, or as nothing is said against it."""
    if sieve is not None and sieve.passes is not None:
        passes = sieve.passes
        return bool(passes(procedure, state, *given, pick) if given else passes(procedure, state, pick))
    refuse = slot.refuse
    refused = refuse(procedure, state, *given, pick) if given else refuse(procedure, state, pick)
    return next(refused, None) is None


def _drawn(pool: list[Pick], passing: Container[Pick], rng: Random) -> Pick | None:
    """As `Slot.draw`, by the set of what passes."""
    among = rng.random
    while pool:
        nth = int(among() * len(pool))
        pick = pool[nth]
        if pick in passing:
            return pick
        pool[nth] = pool[-1]
        pool.pop()
    return None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def shown(pick: object) -> str:
    """What was tried, in a line: numbers without end among it."""
    try:
        said = repr(pick)
    except ValueError:  # more digits than Python writes out
        said = "a number without end"
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}…"


def number(
    name: str, bounds: Callable[..., range | Numbers], refuse: Callable[..., Iterator[Violation]] = nothing_refused,
    proposes: Callable[..., int] | None = None,
) -> Slot:  # fmt: skip
    """A slot for a number whose bounds are exact; `refuse` may say why those beyond are not allowed."""
    return Slot(name, NUMBER, bounds, refuse, bounds, proposes=proposes)


class Form:
    """A question: slots filled in order. A constant that knows no state."""

    def __init__(
        self, name: str, rule: str, *slots: Slot, refuse: Callable[..., Iterator[Violation]] | None = None,
        deliberate: bool = False,
    ):  # fmt: skip
        for slot in slots:
            if slot.kind == NUMBER and slot.many:
                raise Bug(f"{name}: {slot.name} is a number, and is named once")
        self.name, self.rule, self.slots = name, rule, slots
        self.refuse = refuse  # (procedure, state): why the form as a whole is closed, in a menu
        self.deliberate = deliberate  # it destroys what is one's own: to point at a thing is not to begin it

    def __repr__(self) -> str:
        return f"Form({self.name!r}, {self.rule!r})"

    def at(self, draft: Draft) -> tuple[Slot | None, tuple[Any, ...]]:
        """The slot to fill next, and what its functions are given."""
        filled, chosen = draft
        if len(filled) == len(self.slots):
            return None, ()
        slot = self.slots[len(filled)]
        return slot, (*filled, chosen) if slot.many else filled

    def where(self, slot: str) -> Where:
        """One of its slots as a key, for tables of what is said beside it."""
        if all(each.name != slot for each in self.slots):
            raise Bug(f"{self.name} has no slot {slot}")
        return self, slot

    def where_at(self, draft: Draft) -> Where | None:
        """The same of the slot to fill next, if there is one."""
        slot = self.at(draft)[0]
        return None if slot is None else (self, slot.name)

    def put(self, draft: Draft, pick: Pick) -> Draft:
        """The draft with one pick more."""
        slot = self.at(draft)[0]
        if slot is None:
            raise Bug(f"{self.name} is already filled")
        filled, chosen = draft
        pick = slot.kept(pick)
        if not slot.many:
            return Draft((*filled, pick))
        if pick != DONE:
            return Draft(filled, (*chosen, pick))
        return Draft((*filled, chosen if slot.ordered else tuple(sorted(chosen))))

    def picks(self, state: State, draft: Draft = EMPTY) -> Picks:
        """What may be picked next: of groups the whole ones and single units, since parts are many."""
        slot, given = self.at(draft)
        return slot.picks(state.stack[-1], state, *given) if slot else []

    def proposal(self, state: State, draft: Draft) -> Pick:
        """What is proposed where a number is asked for."""
        slot, given = self.at(draft)
        assert slot is not None
        return slot.proposal(state.stack[-1], state, *given)

    def groups(self, state: State, draft: Draft) -> Groups:
        """The groups that have names where one is asked for; none elsewhere."""
        slot, given = self.at(draft)
        return slot.groups(state.stack[-1], state, *given) if slot and slot.kind == GROUP else {}

    def usual(self, state: State, draft: Draft = EMPTY) -> dict[str, tuple[Any, ...]]:
        """Where a group is asked for: the parts that most would take, by the name of the whole."""
        slot, given = self.at(draft)
        return slot.usual(state.stack[-1], state, *given) if slot else {}

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
            if isinstance(value, tuple) != (slot.many or slot.kind == GROUP):
                wanted = "several picks" if slot.many else "several units" if slot.kind == GROUP else "one pick"
                return [Violation(self.rule_at(draft), f"{slot.name} takes {wanted}, not {shown(value)}")]
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

    def fill(self, state: State, choose: Callable[[Any], Pick]) -> Action:
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
        """Every legal action, for small forms, perft and tests: a set is listed once, in ascending order; of many
        numbers the ends of their ranges and what is proposed, of groups those that are offered."""
        slot, _ = self.at(draft)
        if slot is None:
            yield draft.filled
            return
        picks = self.picks(state, draft)
        for pick in picks.few(self.proposal(state, draft)) if isinstance(picks, Numbers) and picks else picks:
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
    slot: Slot, procedure: Procedure, state: State, filled: tuple[Any, ...], choose: Callable[[Any], Pick]
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
        self.bare_first = sorted(self.forms, key=lambda word: len(self.forms[word].slots))
        super().__init__(name, rule, Slot("verb", WORD, lambda *_: self.forms, self._closed))

    def _closed(self, procedure: Procedure, state: State, word: str) -> Iterator[Violation]:
        form = self.forms[word]
        refused = list(form.refuse(procedure, state)) if form.refuse is not None else []
        yield from refused
        first = form.slots[0] if form.slots and not refused else None
        if first is not None and not first.fillable(procedure, state, *([()] if first.many else [])):
            yield Violation(form.rule, f"there is nothing to {word}")

    def open_verbs(self, state: State) -> Iterator[str]:
        """The verbs that may be picked, found one by one: bare words first."""
        procedure = state.stack[-1]
        for word in self.bare_first:
            if next(self._closed(procedure, state, word), None) is None:
                yield word

    def openings(self, state: State) -> dict[str, Picks]:
        """The verbs that may be picked, each with what its first slot takes: what `picks` says, and what it says after
        each, without asking twice."""
        procedure, found = state.stack[-1], dict[str, Picks]()
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

    def where_at(self, draft: Draft) -> Where | None:
        filled, chosen = draft
        return self.forms[filled[0]].where_at(Draft(filled[1:], chosen)) if filled else super().where_at(draft)

    def rule_at(self, draft: Draft) -> str:
        return self.forms[draft.filled[0]].rule if draft.filled else self.rule

    def only(self, state: State, draft: Draft = EMPTY) -> Action | None:
        """Asked before every question, so it stops at the second open verb."""
        if draft.filled:
            return super().only(state, draft)
        words = list(islice(self.open_verbs(state), 2))
        return super().only(state, Draft((words[0],))) if len(words) == 1 else None

    def check(self, state: State, action: object) -> list[Violation]:
        """Of a verb whose first slot is filled nobody asks what else might fill it."""
        word = action[0] if isinstance(action, tuple) and len(action) > 1 else None
        form = self.forms.get(word) if isinstance(word, str) else None
        if form is None or not isinstance(action, tuple):
            return super().check(state, action)
        refused = list(form.refuse(state.stack[-1], state)) if form.refuse is not None else []
        return refused or form.check(state, action[1:])

    def fill(self, state: State, choose: Callable[[Any], Pick]) -> Action:
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
