"""What a side is asked, as a document; and why something may not be picked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET

from sandtable.core.decisions import DONE, EMPTY, HEX, UNIT, WORD, Draft, Form, Menu, Slot
from sandtable.core.decisions import Pick as AnyPick
from sandtable.core.errors import BadInput, IllegalAction
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, Violation
from sandtable.core.state import State
from sandtable.play import whynot
from sandtable.play.explain import question as asked
from sandtable.play.notation import read_pick, unread
from sandtable.server.documents import Album, Sight, reasons
from sandtable.server.wire import Opening, Pick, Question, Reasons

NEAREST = 4  # legal picks that are named beside a refused one


def read_legal(state: State, form: Form, words: Sequence[str]) -> Draft:
    """A form filled as far as the words go, each of them legal; or every reason against the first that is not."""
    draft = EMPTY
    for word in words:
        slot, _ = form.at(draft)
        if slot is None:
            raise unread(state, form, draft, f"{word!r} is one pick too many")
        try:
            pick = read_pick(state.scenario, slot, word)
        except BadInput as error:
            raise unread(state, form, draft, str(error)) from error
        if refused := form.why_not(state, draft, pick):
            raise IllegalAction(word, refused, state.scenario.system.book)
        draft = form.put(draft, pick)
    return draft


def question(
    album: Album, state: State, ask: Ask, n: int, mark: int, sight: Sight, words: Sequence[str] = (), hints: bool = True
) -> Question:
    """What is asked after these picks; `hints` tells what is left to move with, and what would be left undone."""
    form, system = ask.form, album.system
    draft = read_legal(state, form, words)
    slot, _ = form.at(draft)
    found = Question(
        n=n, mark=mark, side=album.scenario.sides[ask.side], form=form.name, rule=form.rule_at(draft),
        text=asked(state, form, draft), about=reasons(album, system.matter(state, ask)),
        picked=list(words), slot="", kind="", many=False, ordered=False, chosen=[],
        total="", picks=[], opens={}, ends="", shut=None, warning=[],
    )  # fmt: skip
    if slot is None:
        return found
    found.slot, found.kind, found.many, found.ordered = slot.name, slot.kind, slot.many, slot.ordered
    found.chosen = ids(album, slot, draft.chosen)
    beside = system.hints(state, ask, draft) if hints else {}
    found.total = system.total(state, ask, draft) if hints else ""
    menu = form if isinstance(form, Menu) and not draft.filled else None
    opens = menu.openings(state) if menu is not None else {}
    offered = list(opens) if menu is not None else form.picks(state, draft)
    found.picks = [pick(album, sight, slot, each, beside.get(each, ""), menu) for each in offered]
    if menu is not None:
        found.opens = {verb: opening(album, menu.forms[verb], picks) for verb, picks in opens.items()}
        found.ends = menu.ends if menu.ends in opens else ""
        if menu.ends and not found.ends:
            found.shut = pick(album, sight, slot, menu.ends, menu=menu)
        found.warning = reasons(album, system.undone(state, ask)) if hints else []
    return found


def pick(album: Album, sight: Sight, slot: Slot, found: AnyPick, hint: str = "", menu: Menu | None = None) -> Pick:
    if found == DONE and slot.many:
        return Pick(DONE, "Done", hint)
    if slot.kind == HEX:
        return Pick(album.places[found], album.scenario.spoken_place(found), hint)
    if slot.kind == UNIT:
        id = album.units[found]
        at = sight.view.units[id].at if id in sight.view.units else UNSET
        return Pick(id, album.scenario.counters.names[found], hint, at)
    name = str(found).replace("_", " ")
    name = album.system.labels.get(str(found), name[:1].upper() + name[1:])
    return Pick(str(found), name, hint, help=_help(album, menu, found) if menu else UNSET)


def _help(album: Album, menu: Menu, word: str) -> str:
    """What a verb does: the system's words, or the title of its rule."""
    verb, system = menu.forms[word], album.system
    named = verb.rule in system.rulebook and (verb.slots or verb.rule != menu.rule)
    return system.verbs.get(word, system.rulebook[verb.rule].title if named else "")


def opening(album: Album, form: Form, picks: Sequence[AnyPick]) -> Opening:
    """What the first slot of a verb takes."""
    if not form.slots:
        return Opening("", False, [])
    slot = form.slots[0]
    return Opening(slot.kind, slot.many, ids(album, slot, picks))


def ids(album: Album, slot: Slot, picks: Sequence[AnyPick]) -> list[str]:
    """As they are written."""
    if slot.kind == WORD:
        return list(picks)
    names = album.places if slot.kind == HEX else album.units
    return [DONE if each == DONE else names[each] for each in picks]


# ------------------------------------------------------------------------------------------------ why not


def why(album: Album, state: State, ask: Ask, sight: Sight, words: Sequence[str], word: str) -> Reasons:
    """Every reason against a pick after others, and the nearest that may be picked. Anything may be pointed at: of a
    menu each verb tells why it cannot begin with it."""
    form = ask.form
    draft = read_legal(state, form, words)
    slots = list(_slots(album, state, form, draft, word))
    if any(word in ids(album, slot, picks) for slot, picks in slots):
        return Reasons(True, [], [])
    if is_hidden(word):
        against = [Violation(form.rule_at(draft), "nobody on your side knows which unit this is")]
    else:
        against = whynot.reasons(state, form, draft, word)
    near = {
        found.id: found
        for slot, picks in slots
        for found in (pick(album, sight, slot, each) for each in nearest(album, sight, slot, picks, word))
    }
    return Reasons(False, reasons(album, against), list(near.values())[:NEAREST])


def _slots(album: Album, state: State, form: Form, draft: Draft, word: str) -> Iterator[tuple[Slot, list[AnyPick]]]:
    """The slot that is asked for, with what may be picked; where a thing is pointed at and a verb is asked for, those
    that open verbs begin with."""
    slot, _ = form.at(draft)
    if slot is None:
        return
    offered = form.picks(state, draft)
    if isinstance(form, Menu) and not draft.filled and (word in album.known or is_hidden(word)):
        kind = HEX if word in album.numbers else UNIT
        for verb in (form.forms[verb] for verb in offered):
            if verb.slots and verb.slots[0].kind == kind:
                yield verb.slots[0], verb.picks(state)
    else:
        yield slot, offered


def nearest(album: Album, sight: Sight, slot: Slot, picks: Iterable[AnyPick], word: str) -> list[AnyPick]:
    """Some of the picks: those nearest to what was pointed at, where they have places."""
    offered = [each for each in picks if not (slot.many and each == DONE)]
    hexes, layout = album.scenario.board.hexes, album.scenario.board.layout
    place = _place(album, sight, word)
    if slot.kind == WORD or place is None or place >= hexes:
        return offered[:NEAREST]

    def away(found: AnyPick) -> int:
        at = found if slot.kind == HEX else _place(album, sight, album.units[found])
        return layout.distance(place, at) if at is not None and at < hexes else hexes

    return sorted(offered, key=away)[:NEAREST]


def is_hidden(word: str) -> bool:
    """Counters that show their backs are called ?1, ?2."""
    return word.startswith("?")


def _place(album: Album, sight: Sight, word: str) -> Hex | None:
    """Where something is that was pointed at, as far as the seat can see."""
    seen = sight.view.units.get(word)
    return album.numbers.get(word if seen is None else seen.at)
