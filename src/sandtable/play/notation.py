"""Two notations of an action, as in chess: picks in order for records and tests, a readable line for people. And what
people type, which may be less than a name."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from sandtable.core import groups
from sandtable.core.decisions import DONE, EMPTY, GROUP, HEX, NUMBER, UNIT, WORD, Action, Draft, Form, Menu, Pick
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.groups import JOINT, Group
from sandtable.core.numbers import Numbers, read_number
from sandtable.core.rules import Hex, Violation
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import reason, reasons, words

Named = Sequence[tuple[Pick, list[str]]]  # picks, and all that each is called


def name_of(scenario: Scenario, kind: str, pick: Pick) -> str:
    """A pick as it is written: a printed hex number, a counter's id, a word, a number; a group by its units, since only
    the slot that asks for it knows its name (`pick_name`)."""
    if kind in (WORD, NUMBER) or pick == DONE:
        return str(pick)
    if kind == GROUP:
        return JOINT.join(map(scenario.unit_name, pick))
    return scenario.place_name(pick) if kind == HEX else scenario.unit_name(pick)


def pick_name(state: State, form: Form, draft: Draft, pick: Pick) -> str:
    """A pick as it is written where it is asked for: a whole group by its name."""
    slot, _ = form.at(draft)
    assert slot is not None
    if slot.kind == GROUP and pick != DONE:
        return groups.written(form.groups(state, draft), pick, state.scenario.unit_name)
    return name_of(state.scenario, slot.kind, pick)


def pick_names(state: State, form: Form, draft: Draft, picks: Iterable[Pick]) -> list[str]:
    """The same of many: what groups are called is asked once."""
    slot, _ = form.at(draft)
    assert slot is not None
    scenario, known = state.scenario, dict[Pick, str]()
    if slot.kind == GROUP:
        for name, group in form.groups(state, draft).items():
            known.setdefault(group, name)
    return [known[pick] if pick in known else name_of(scenario, slot.kind, pick) for pick in picks]


def _spoken(state: State, form: Form, draft: Draft, pick: Pick) -> str:
    """The same as people say it."""
    slot, _ = form.at(draft)
    assert slot is not None
    if slot.kind == GROUP and pick != DONE:
        named = groups.written(form.groups(state, draft), pick, state.scenario.spoken_unit)
        return _spoken_group(state.scenario, named)
    if slot.kind in (HEX, UNIT) and pick != DONE:
        return state.scenario.spoken_place(pick) if slot.kind == HEX else state.scenario.spoken_unit(pick)
    return str(pick).replace("_", " ")


def _spoken_group(scenario: Scenario, name: str) -> str:
    """A stack by what its place is called."""
    try:
        place = scenario.place(name)
    except BadInput:
        return name
    return scenario.spoken_place(place) if scenario.place_name(place) == name else name


def offered_names(state: State, form: Form, draft: Draft) -> list[str]:
    """What may be picked, as it is written; of many numbers the ends of their ranges and what is proposed."""
    return pick_names(state, form, draft, some_picks(state, form, draft))


def some_picks(state: State, form: Form, draft: Draft) -> Sequence[Pick]:
    """What may be picked, of many numbers some."""
    picks = form.picks(state, draft)
    return picks.few(form.proposal(state, draft)) if isinstance(picks, Numbers) and picks else picks


def read_pick(state: State, form: Form, draft: Draft, text: str) -> Pick:
    """The pick a word stands for, by the kind of the slot that is asked for."""
    slot, _ = form.at(draft)
    assert slot is not None
    if slot.kind == WORD or (slot.many and text == DONE):
        return text
    if slot.kind == NUMBER:
        return read_number(slot.name, text)
    if slot.kind == GROUP:
        return groups.read(form.groups(state, draft), text, state.scenario.unit)
    scenario = state.scenario
    asked, other = (scenario.place, scenario.unit) if slot.kind == HEX else (scenario.unit, scenario.place)
    try:
        return asked(text)
    except BadInput as error:
        if not _reads(other, text):
            raise
        what = "a counter: a hex is asked for here" if slot.kind == HEX else "a place: a counter is asked for here"
        raise BadInput(f"{text} is {what}") from error


def _reads(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except BadInput:
        return False
    return True


def asked_word(state: State, form: Form, draft: Draft) -> list[str]:
    """What is picked where a word is asked for, `mode is picked here: same, combat`; nothing of the verbs of a menu,
    which a prompt lists."""
    slot, _ = form.at(draft)
    if slot is None or slot.kind != WORD or (isinstance(form, Menu) and draft == EMPTY):
        return []
    return [f"{slot.name} is picked here: {some_of(list(map(str, form.picks(state, draft))))}"]


def meant(state: State, form: Form, draft: Draft, text: str) -> Pick:
    """The pick a person means: by its name, its number in the list of what is offered, its printed name or a part of
    any of these. What is offered comes first, so that a part is enough; what is not may be asked about all the same."""
    slot, given = form.at(draft)
    if slot is None:
        raise BadInput(f"{form.name}: {text} is one pick too many")
    scenario, offered = state.scenario, form.picks(state, draft)
    try:
        exact = read_pick(state, form, draft, text)
    except BadInput as error:
        if slot.kind == NUMBER:
            raise
        exact, unread = None, error
    else:
        if slot.kind != WORD or exact == DONE or exact in slot.among(state.stack[-1], state, *given):
            return exact
        when = reasons(scenario, form.why_not(state, draft, exact)[1:])
        unread = BadInput("; ".join((f"{text} is not among the choices", *when, *asked_word(state, form, draft))))
    if text.isdecimal() and 0 < int(text) <= len(offered):
        return offered[int(text) - 1]
    if slot.kind == GROUP:
        named = list(_named_groups(state, form, draft, offered))
        if (found := _called(scenario, slot.kind, named, text)) is not None:
            return found
        if stack := _seen_at(state, text):
            return stack
        raise BadInput(f"nobody who could be named here is in {text}") if _reads(scenario.place, text) else unread
    everything = slot.among(state.stack[-1], state, *given) if slot.kind == WORD else _all(scenario, slot.kind)
    for picks in (offered, everything):
        if (found := called(scenario, slot.kind, picks, text)) is not None:
            return found
    raise unread


def meant_first(state: State, form: Form, draft: Draft, words: Sequence[str]) -> tuple[Pick, int]:
    """The pick a person means by the first of these words, and how many of them it takes: the longest run that is the
    whole name of a choice, as it is printed (`69 Bde`), then of anything that may be asked about; else the first word.
    Where that means nothing, the longest run with which a name begins."""
    slot, _ = form.at(draft)
    if slot is None or slot.kind in (WORD, NUMBER) or len(words) == 1:
        return meant(state, form, draft, words[0]), 1
    scenario, offered = state.scenario, form.picks(state, draft)
    if slot.kind == GROUP:
        choices = list(_named_groups(state, form, draft, offered))
        others = [((unit,), [scenario.counters.names[unit]]) for unit in range(len(scenario.counters))]
    else:
        choices = [(pick, names_of(scenario, slot.kind, pick)) for pick in offered]
        others = [(pick, names_of(scenario, slot.kind, pick)) for pick in _all(scenario, slot.kind)]
    for named in (choices, others):
        if (found := _longest_run(scenario, slot.kind, named, words, str.__eq__)) is not None:
            return found
    try:
        return meant(state, form, draft, words[0]), 1
    except BadInput:
        if (found := _longest_run(scenario, slot.kind, choices, words, str.startswith)) is not None:
            return found
        raise


def _longest_run(
    scenario: Scenario, kind: str, named: Named, words: Sequence[str], fits: Callable[[str, str], bool]
) -> tuple[Pick, int] | None:
    """The pick whose name several of the first words are, and how many; refused if they are the name of several."""
    longest = max((len(name.split()) for _, names in named for name in names), default=0)
    for length in range(min(longest, len(words)), 1, -1):
        text = " ".join(words[:length])
        alike = _fitting(named, text.casefold(), fits)
        if alike:
            return _the_one(scenario, kind, alike, text), length
    return None


def _named_groups(state: State, form: Form, draft: Draft, offered: Iterable[Pick]) -> Iterator[tuple[Pick, list[str]]]:
    """What each is called: its name, in the words of the game too, the places in a hex of that name, a unit alone as it
    is printed."""
    scenario, spoken = state.scenario, state.scenario.system.lens.group
    board, counters = scenario.board, scenario.counters
    places = {scenario.place_name(place.hex): [place.name, place.id] for place in board.places}
    picks = list(offered)
    for pick, name in zip(picks, pick_names(state, form, draft, picks), strict=True):
        alone = [counters.names[pick[0]]] if pick != DONE and len(pick) == 1 else []
        yield pick, [name, *filter(None, (words(scenario, spoken(scenario, name)),)), *places.get(name, ()), *alone]


def _seen_at(state: State, text: str) -> Group:
    """The units in the hex of that name that the side asked can see, its own if it has any there: what is no group
    that may be picked may be asked about."""
    scenario, wait = state.scenario, state.wait
    try:
        place = scenario.place(text)
    except BadInput:
        return ()
    side = wait.side if isinstance(wait, Ask) else None
    here = [seen for seen in scenario.system.hidden.view(state, side).units if seen.place == place]
    stack = [seen for seen in here if seen.side == side] or here
    return tuple(sorted(seen.unit for seen in stack if seen.unit is not None))


FEW = 6


def _all(scenario: Scenario, kind: str) -> Sequence[Pick]:
    return named_places(scenario) if kind == HEX else range(len(scenario.counters))


def named_places(scenario: Scenario) -> list[Hex]:
    """The hexes in which a place lies, and the boxes."""
    board = scenario.board
    return [*dict.fromkeys(place.hex for place in board.places), *map(Hex, range(board.hexes, board.size))]


def called(scenario: Scenario, kind: str, picks: Iterable[Pick], text: str) -> Pick | None:
    """The one of these that is called so, in full or in part; None if none is, refused if several are."""
    return _called(scenario, kind, [(pick, names_of(scenario, kind, pick)) for pick in picks], text)


def _called(scenario: Scenario, kind: str, named: Named, text: str) -> Pick | None:
    found = _alike(named, text.casefold(), within=kind != WORD)  # `end` is not `spend`
    return _the_one(scenario, kind, found, text) if found else None


def _the_one(scenario: Scenario, kind: str, found: Sequence[Pick], text: str) -> Pick:
    """The only one of these; or all that may be meant are told."""
    if len(found) > 1:
        names = [name_of(scenario, kind, pick) for pick in found]
        raise BadInput(f"{text} may be {some_of(names)}: type more of it")
    return found[0]


def some_of(names: Sequence[str]) -> str:
    """A list in a line, cut short."""
    return ", ".join(names[:FEW]) + (f" or {len(names) - FEW} others" if len(names) > FEW else "")


def _alike(named: Named, text: str, within: bool) -> list[Pick]:
    """Those called so; else those whose names begin so; else, where that is asked, those in whose names it stands."""
    for fits in (str.__eq__, str.startswith, str.__contains__)[: 3 if within else 2]:
        if alike := _fitting(named, text, fits):
            return alike
    return []


def _fitting(named: Named, text: str, fits: Callable[[str, str], bool]) -> list[Pick]:
    return [pick for pick, names in named if any(fits(name.casefold(), text) for name in names)]


def names_of(scenario: Scenario, kind: str, pick: Pick) -> list[str]:
    """All that a pick is called: as it is written, and as it is printed on the counter or the map."""
    names = [name_of(scenario, kind, pick)]
    if kind == WORD or pick == DONE:
        return names
    if kind != HEX:
        return [*names, scenario.counters.names[pick], scenario.spoken_unit(pick)]
    if pick < scenario.board.hexes:
        return [*names, *(name for place in scenario.board.places_in(pick) for name in (place.name, place.id))]
    return [*names, scenario.board.boxes[pick - scenario.board.hexes].name]


def written(state: State, form: Form, action: Action) -> list[str]:
    """Its picks in order, a `done` after each slot that takes several."""
    return [pick_name(state, form, draft, pick) for draft, pick in _picks(form, action)]


def _picks(form: Form, action: Action) -> Iterator[tuple[Draft, Pick]]:
    """Each pick, and what was picked before it."""
    draft = EMPTY
    for value in action:
        slot, _ = form.at(draft)
        assert slot is not None
        for pick in (*value, DONE) if slot.many else (value,):
            yield draft, pick
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
            pick = read_pick(state, form, draft, word)
        except BadInput as error:
            raise unread(state, form, draft, str(error)) from error
        if slot.kind == WORD and not slot.many and (refused := form.why_not(state, draft, pick)):
            raise BadInput(f"{form.name}: {reason(state.scenario, refused[0])}")  # it decides what follows
        draft = form.put(draft, pick)
    return draft


def unread(state: State, form: Form, draft: Draft, why: str) -> BadInput:
    """The error of words that do not answer what is asked: with the rule by which it is asked."""
    return BadInput(f"{form.name}: {Violation(form.rule_at(draft), why).sentence(state.scenario.system.book)}")


def read_action(state: State, form: Form, words: Sequence[str]) -> Action:
    """The action written in these words."""
    return _whole(state, form, read_draft(state, form, words))


def read_closed(state: State, form: Form, words: Sequence[str]) -> Action:
    """The same where lists that are still open at the end are taken to be ended."""
    draft = read_draft(state, form, words)
    while (slot := form.at(draft)[0]) is not None and slot.many:
        draft = form.put(draft, DONE)
    return _whole(state, form, draft)


def _whole(state: State, form: Form, draft: Draft) -> Action:
    slot, _ = form.at(draft)
    if slot is not None:
        end = f"; {DONE} ends it" if slot.many else ""
        raise unread(state, form, draft, f"{slot.name} is still to be filled{end}")
    return draft.filled


PREPOSITIONS = ("to", "at")  # slots called so


def proposed(state: State, form: Form, action: Action) -> str:
    """The same as a proposal says it: `march 13 Corps to 3227`."""
    return readable(state, form, action, PREPOSITIONS)


def readable(state: State, form: Form, action: Action, named: Container[str] = ()) -> str:
    """`attack 0503 1st Guards, Scouts`. `named`: slots that are said by their names too."""
    parts: list[str] = []
    draft = EMPTY
    for value in action:
        slot, _ = form.at(draft)
        assert slot is not None
        picks = value if slot.many else (value,)
        if picks or slot.proposes is None:  # what is left as it is proposed need not be said
            said = ", ".join(_spoken(state, form, draft, pick) for pick in picks) or "none"
            parts.append(f"{slot.name} {said}" if slot.name in named else said)
        for pick in (*picks, DONE) if slot.many else picks:
            draft = form.put(draft, pick)
    head = "" if isinstance(form, Menu) else f"{form.name} "
    return head + " ".join(parts)
