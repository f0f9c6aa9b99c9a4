"""What a side is asked, as a document; and why something may not be picked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import UNSET, structs

from sandtable.core.decisions import DONE, EMPTY, GROUP, HEX, NUMBER, UNIT, WORD, Draft, Form, Menu, Picks, Slot
from sandtable.core.decisions import Pick as AnyPick
from sandtable.core.numbers import Numbers
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF, State
from sandtable.core.views import Seen
from sandtable.play import whynot
from sandtable.play.drafts import Drafts
from sandtable.play.explain import question as asked
from sandtable.play.explain import words
from sandtable.play.notation import pick_names, some_picks
from sandtable.play.undone import undone
from sandtable.server.documents import Album, Sight, reasons
from sandtable.server.wire import NumberRange, NumbersOffered, Opening, Pick, Question, Reasons

NEAREST = 4  # legal picks that are named beside a refused one


def question(
    album: Album, drafts: Drafts, n: int, mark: int, sight: Sight, words: Sequence[str] = (), hints: bool = True
) -> Question:
    """What is asked after these picks; `hints` tells what is left to move with, and what would be left undone."""
    state, ask, system = drafts.state, drafts.ask, album.system
    form, draft = ask.form, drafts.at(words)
    slot, _ = form.at(draft)
    found = Question(
        n=n, mark=mark, side=album.scenario.sides[ask.side], form=form.name, rule=form.rule_at(draft),
        text=asked(state, form, draft), about=reasons(album, system.lens.matter(state, ask)),
        picked=list(words), slot="", kind="", many=False, ordered=False, chosen=[],
        total="", picks=[], numbers=None, opens={}, ends="", shut=None, warning=[], proposed=None, later=[],
        usual=[], again=[],
    )  # fmt: skip
    if slot is None:
        if hints and isinstance(form, Menu) and draft.filled == (form.ends,):
            found.warning = reasons(album, undone(state, ask))
        return found
    found.slot, found.kind, found.many, found.ordered = slot.name, slot.kind, slot.many, slot.ordered
    found.chosen = ids(album, state, form, draft, draft.chosen)
    beside = system.lens.hints(state, ask, draft) if hints else {}
    found.total = system.lens.total(state, ask, draft) if hints else ""
    menu = form if isinstance(form, Menu) and not draft.filled else None
    offered = drafts.offered(draft)
    named = zip(offered, ids(album, state, form, draft, offered) if menu is None else offered, strict=True)
    found.picks = [pick(album, sight, slot, each, id, beside.get(each, ""), menu) for each, id in named]
    if slot.many and slot.proposes is not None:
        found.proposed = ids(album, state, form, draft, form.proposal(state, draft))
    elif hints and slot.many and not draft.chosen:
        found.usual = ids(album, state, form, draft, system.lens.usual(state, ask, draft))
    if draft.filled or not isinstance(form, Menu):
        found.later = _later(album, state, form, draft)
    if slot.kind == GROUP:
        within = dict[int, str]()
        for name, units in sorted(form.groups(state, draft).items(), key=lambda named: len(named[1])):
            for unit in units:
                within.setdefault(unit, name)
        usual = _usual(album, form.usual(state, draft))
        found.picks = [_part(album, within, usual, each) for each in found.picks]
    if slot.kind == NUMBER:
        found.numbers = numbers(form.picks(state, draft), form.proposal(state, draft))
    if menu is not None:
        found.opens = {verb: opening(menu.forms[verb]) for verb in offered}
        found.ends = menu.ends if menu.ends in offered else ""
        if menu.ends and not found.ends:
            found.shut = pick(album, sight, slot, menu.ends, menu.ends, menu=menu)
    return found


def _later(album: Album, state: State, form: Form, draft: Draft) -> list[str]:
    """What is asked there: the same whenever a form has come so far."""
    key = form, draft.filled[0] if isinstance(form, Menu) else "", len(draft.filled)
    if key not in album.later:
        album.later[key] = [asked(state, form, each) for each in later(form, draft)]
    return album.later[key]


def later(form: Form, draft: Draft) -> Iterator[Draft]:
    """Where lists are asked for after this slot that most leave as they are proposed."""
    filled = draft.filled
    while form.at(Draft(filled))[0] is not None:
        filled = (*filled, ())  # its slots alone are asked for, never what fills them
        slot = form.at(Draft(filled))[0]
        if slot is not None and slot.many and slot.proposes is not None:
            yield Draft(filled)


def pick(
    album: Album, sight: Sight, slot: Slot, found: AnyPick, id: str, hint: str = "", menu: Menu | None = None
) -> Pick:
    """What may be picked, as it is written (`id`) and as it is called."""
    if found == DONE and slot.many:
        return Pick(DONE, "Done", hint)
    if slot.kind == HEX:
        return Pick(id, album.scenario.spoken_place(found), hint)
    if slot.kind == UNIT:
        at = sight.view.units[id].at if id in sight.view.units else UNSET
        return Pick(id, album.scenario.spoken_unit(found), hint, at, help=_what(album, sight, found))
    if slot.kind == NUMBER:
        return Pick(id, id, hint)
    if slot.kind == GROUP:
        return _group(album, sight, found, id, hint)
    return Pick(id, in_words(album, id), hint) if menu is None else _verb(album, menu, found, hint)


def _what(album: Album, sight: Sight, unit: UnitId) -> str:
    """Nation, kind and figures of a counter: as it lies on the map, or as it is printed."""
    return album.described(sight.source.seen(unit) or Seen(Hex(OFF), Side(album.scenario.side_of[unit]), unit))


def _verb(album: Album, menu: Menu, word: str, hint: str) -> Pick:
    """The same whenever it is asked for, unless something is written beside it."""
    known = album.verbs.setdefault(menu, {})
    if word not in known:
        known[word] = Pick(word, in_words(album, word), "", help=_help(album, menu, word))
    return structs.replace(known[word], hint=hint) if hint else known[word]


def _group(album: Album, sight: Sight, found: AnyPick, id: str, hint: str) -> Pick:
    """By the place whose stack it is, by its own name, or by those of its units."""
    units = [album.units[unit] for unit in found]
    places = {sight.view.units[unit].at for unit in units if unit in sight.view.units}
    if id in album.numbers:
        name = album.scenario.spoken_place(album.numbers[id])
    elif len(found) == 1 or (id not in units and "+" in id):
        name = ", ".join(album.scenario.spoken_unit(unit) for unit in found)
    else:
        name = words(album.scenario, album.system.lens.group(album.scenario, id)) or in_words(album, id)
    known = [unit for unit in units if unit in sight.view.units]
    return Pick(id, name, hint, places.pop() if len(places) == 1 else UNSET, units=known)


def _part(album: Album, within: Mapping[int, str], usual: Mapping[str, list[str]], found: Pick) -> Pick:
    """A unit alone tells the least group that it is a part of; a group which part of it most would take."""
    alone = found.units and found.id in found.units
    of = within.get(album.scenario.unit(found.id), UNSET) if alone else UNSET
    return structs.replace(found, of=of, usual=usual.get(found.id, UNSET))


def _usual(album: Album, parts: Mapping[str, Sequence[int]]) -> dict[str, list[str]]:
    return {name: [album.units[unit] for unit in part] for name, part in parts.items()}


def in_words(album: Album, word: str) -> str:
    """A word as people read it."""
    name = word.replace("_", " ")
    return album.system.labels.get(word, name[:1].upper() + name[1:])


def numbers(found: Picks, proposal: int) -> NumbersOffered:
    """As ranges, however many they are."""
    ranges = found.ranges if isinstance(found, Numbers) else ()
    return NumbersOffered([NumberRange(each[0], each[-1], each.step) for each in ranges], proposal)


def _help(album: Album, menu: Menu, word: str) -> str:
    """What a verb does: the system's words, or the title of its rule."""
    verb, system = menu.forms[word], album.system
    named = verb.rule in system.rulebook and (verb.slots or verb.rule != menu.rule)
    return system.verbs.get(word, system.rulebook[verb.rule].title if named else "")


@lru_cache(maxsize=1 << 10)
def opening(form: Form) -> Opening:
    """What the first slot of a verb takes."""
    deliberate = form.deliberate or UNSET
    if not form.slots:
        return Opening("", False, deliberate=deliberate)
    return Opening(form.slots[0].kind, form.slots[0].many, deliberate=deliberate)


def openings(album: Album, drafts: Drafts) -> dict[str, Opening]:
    """The verbs of a menu, each with all that it can begin with; of what is no menu nothing."""
    state, form = drafts.state, drafts.ask.form
    if not isinstance(form, Menu):
        return {}
    return {verb: _opened(album, state, form.forms[verb], picks) for verb, picks in form.openings(state).items()}


def _opened(album: Album, state: State, form: Form, picks: Picks) -> Opening:
    """Numbers are never listed."""
    found = opening(form)
    if found.kind in ("", NUMBER):
        return structs.replace(found, picks=[])
    names = ids(album, state, form, EMPTY, picks)
    if found.kind != GROUP:
        return structs.replace(found, picks=names)
    units = {id: [album.units[unit] for unit in each] for id, each in zip(names, picks, strict=True) if each != DONE}
    usual = _usual(album, form.usual(state))
    return structs.replace(found, picks=names, units=units, usual=usual or UNSET)


def ids(album: Album, state: State, form: Form, draft: Draft, picks: Iterable[AnyPick]) -> list[str]:
    """As they are written."""
    slot, _ = form.at(draft)
    kind = slot.kind if slot else WORD
    if kind in (HEX, UNIT):
        names = album.places if kind == HEX else album.units
        return [DONE if each == DONE else names[each] for each in picks]
    return pick_names(state, form, draft, picks) if slot else []


# ------------------------------------------------------------------------------------------------ why not


def why(album: Album, drafts: Drafts, sight: Sight, words: Sequence[str], word: str) -> Reasons:
    """Every reason against a pick after others, and the nearest that may be picked. Anything may be pointed at: of a
    menu each verb tells why it cannot begin with it."""
    state, form, draft = drafts.state, drafts.ask.form, drafts.at(words)
    asked = list(_asked(album, state, form, draft, word))
    if any(word in ids(album, state, each, at, picks) for each, at, picks in asked):
        return Reasons(True, [], [])
    if is_hidden(word) and (seen := sight.view.units.get(word)) is not None:
        against = whynot.of_hidden(state, form, draft, album.scenario.place(seen.at))
    else:
        against = whynot.reasons(state, form, draft, word)
    if not against:  # one of many numbers, a part of a group
        return Reasons(True, [], [])
    near: dict[str, Pick] = {}
    for each, at, picks in asked:
        slot, _ = each.at(at)
        assert slot is not None
        few = nearest(album, sight, slot, picks, word)
        for one, id in zip(few, ids(album, state, each, at, few), strict=True):
            near.setdefault(id, pick(album, sight, slot, one, id))
    return Reasons(False, reasons(album, against), list(near.values())[:NEAREST])


def _asked(album: Album, state: State, form: Form, draft: Draft, word: str) -> Iterator[tuple[Form, Draft, Picks]]:
    """The form and what is picked of it, with what may be picked next; where a thing is pointed at and a verb is asked
    for, the verbs that are open and begin with such a thing."""
    if form.at(draft)[0] is None:
        return
    offered = some_picks(state, form, draft)
    if isinstance(form, Menu) and not draft.filled and (word in album.known or is_hidden(word)):
        kinds = (HEX if word in album.numbers else UNIT, GROUP)
        for verb in (form.forms[verb] for verb in offered):
            if verb.slots and verb.slots[0].kind in kinds:
                yield verb, EMPTY, verb.picks(state)
    else:
        yield form, draft, offered


def nearest(album: Album, sight: Sight, slot: Slot, picks: Iterable[AnyPick], word: str) -> list[AnyPick]:
    """Some of the picks: those nearest to what was pointed at, where they have places."""
    offered = [each for each in picks if not (slot.many and each == DONE)]
    hexes, layout = album.scenario.board.hexes, album.scenario.board.layout
    place = _place(album, sight, word)
    if slot.kind in (WORD, NUMBER) or place is None or place >= hexes:
        return offered[:NEAREST]

    def away(found: AnyPick) -> int:
        unit = found[0] if slot.kind == GROUP else found
        at = found if slot.kind == HEX else _place(album, sight, album.units[unit])
        return layout.distance(place, at) if at is not None and at < hexes else hexes

    return sorted(offered, key=away)[:NEAREST]


def is_hidden(word: str) -> bool:
    """Counters that show their backs are called ?1, ?2."""
    return word.startswith("?")


def _place(album: Album, sight: Sight, word: str) -> Hex | None:
    """Where something is that was pointed at, as far as the seat can see."""
    seen = sight.view.units.get(word)
    return album.numbers.get(word if seen is None else seen.at)
