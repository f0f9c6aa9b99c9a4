"""The words a player may type at any prompt instead of a pick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from textwrap import wrap
from typing import Literal, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from sandtable.cli import planning, prompt, show
from sandtable.cli.excerpt import Excerpt
from sandtable.cli.prompt import say
from sandtable.cli.sitting import At, Sitting, begun, picks_of, to_type
from sandtable.core.decisions import DONE, EMPTY, GROUP, HEX, UNIT, Draft, Form, Menu, Pick
from sandtable.core.errors import BadInput
from sandtable.core.events import Event
from sandtable.core.intents import SCRIPT
from sandtable.core.parts import scores_seen
from sandtable.core.rules import Citation, Hex, Side, enemy
from sandtable.core.system import Scenario
from sandtable.core.views import View
from sandtable.draw.counters import other_faces
from sandtable.play import lens, standing_orders
from sandtable.play.briefing import brief, brief_lines
from sandtable.play.explain import reasons, sentence, sum_lines
from sandtable.play.explain import words as explained
from sandtable.play.forecast import forecast_lines
from sandtable.play.notation import (
    called,
    meant_first,
    named_places,
    pick_name,
    proposed,
    read_draft,
    read_pick,
    readable,
    some_picks,
    written,
)
from sandtable.play.session import Session
from sandtable.play.table import computer_answer, imagined
from sandtable.players import ADVISER, OPPONENT, why_no_orders
from sandtable.players.advice import advice
from sandtable.players.orders import FREE, offer, read_orders
from sandtable.players.planner import Planner

Next = Literal["stay", "ask", "leave"]  # the same question, a question afresh, no more questions


class Word(NamedTuple):
    usage: str
    help: str
    does: Callable[[Sitting, At, Sequence[str]], Next]


def fold(screen: Console, lines: Iterable[str]) -> None:
    """Long lines folded at blanks, what is folded a little further in."""
    for line in lines:
        indent = " " * (2 + len(line) - len(line.lstrip()))
        for part in wrap(line.strip(), screen.width - len(indent), subsequent_indent="    ") or [""]:
            say(screen, f"{indent}{escape(part)}")


def told(session: Session, event: Event) -> str:
    return sentence(session.scenario, event)


def example(sitting: Sitting, at: At, name: str) -> str:
    """A line that may be typed now: an answer that begins with the system's verb, as near the enemy as it can be; to
    ask why, one that goes to the enemy himself. Nothing while the verb is not among the choices."""
    session, menu = sitting.session, at.ask.form
    verb = session.system.examples.get(name, "")
    if not isinstance(menu, Menu) or verb not in menu.picks(session.state):
        return ""
    foes, seen = enemies(session, at.ask.side), places(session, at.ask.side)
    draft, words, here = Draft((verb,)), [verb], [about_where(session, at)]
    while (slot := menu.at(draft)[0]) is not None:
        to_him = name == "why" and slot.kind == HEX and bool(foes)
        picks = foes if to_him else some_picks(session.state, menu, draft)
        far = partial(_far, session, slot.kind, here if to_him else foes, seen)
        pick = DONE if DONE in picks else min(picks, key=far)
        words.append(short_name(session, menu, draft, pick))
        if to_him:
            break
        draft, here = menu.put(draft, pick), _where(slot.kind, pick, seen) or here
    return " ".join(words)


def enemies(session: Session, side: Side) -> list[Hex]:
    """Hexes where the other side is seen."""
    units, hexes = session.view(side).units, session.scenario.board.hexes
    return [each.place for each in units if each.side == enemy(side) and 0 <= each.place < hexes]


def _far(session: Session, kind: str, from_: Sequence[Hex], seen: dict[int, Hex], pick: object) -> int:
    layout, hexes = session.scenario.board.layout, session.scenario.board.hexes
    ways = product(_where(kind, pick, seen), from_)
    return min((layout.distance(*way) for way in ways if max(way) < hexes), default=hexes)


def short_name(session: Session, form: Form, draft: Draft, pick: Pick) -> str:
    """A hex by a name of one word, where it has one."""
    slot, _ = form.at(draft)
    assert slot is not None
    named = session.scenario.board.places_in(pick) if slot.kind == HEX and pick != DONE else ()
    return next((each.id for each in named if " " not in each.id), pick_name(session.state, form, draft, pick))


def such_as(sitting: Sitting, at: At, name: str, lead: str = "") -> str:
    """`: way march ger_dak 3027`; nothing where there is no example now."""
    return f": {lead}{found}" if (found := example(sitting, at, name)) else ""


# ------------------------------------------------------------------------------------------------ looking


def help_(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    screen = sitting.screen
    prompt.show(sitting.session, at.ask, at.draft, at.picked, screen, whole=True)
    screen.print()
    action = such_as(sitting, at, "pick")
    screen.print(
        f"Type a choice by its name, a part of it or its number; several make a whole action{action}. "
        "A list is closed with done. Besides, at any prompt:",
        width=min(screen.width, show.PROSE),
    )
    rows = [(word.usage, word.help + such_as(sitting, at, name, f"{name} ")) for name, word in WORDS.items()]
    screen.print(show.pairs(rows, widest=30))
    screen.print("A word that is also a choice is the choice; :supply is always the word.", style="dim")
    return "stay"


def list_(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    prompt.offers(sitting.session, at.ask, at.draft, sitting.screen, whole=True)
    return "stay"


def map_(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """Hexes round a hex or a unit, and the card of that hex; or round what the question is about. What may be picked is
    marked."""
    session, screen = sitting.session, sitting.screen
    view = session.view(at.ask.side)
    slot, _ = at.ask.form.at(at.draft)
    offered = at.ask.form.picks(session.state, at.draft)
    picks = frozenset(offered) if slot is not None and slot.kind == HEX else frozenset()
    where = place_of(session, at.ask.side, " ".join(words)) if words else about_where(session, at)
    board = session.scenario.board
    if where >= board.hexes:
        box = board.boxes[where - board.hexes]
        names = [prompt.about_unit(session.scenario, seen) for seen in view.units if seen.place == where]
        say(screen, f"  {escape(box.name)}: {escape(', '.join(' '.join([*name][:2]) for name in names) or 'empty')}")
        return "stay"
    excerpt = Excerpt(session.scenario, view, where, picks, screen)
    for line in (*excerpt.lines(), *excerpt.legend(screen.width)):
        screen.print(line, soft_wrap=True)
    if words:
        fold(screen, card_lines(session, at.ask.side, where))
    return "stay"


def card_lines(session: Session, side: Side, place: Hex) -> list[str]:
    """What a side may know of a hex, under its name."""
    scenario, book = session.scenario, session.system.book
    found = session.system.lens.about_hex(session.state, side, place)
    lines = [f"  {each.label}: {explained(scenario, each.text)} ({Citation(book, each.rule)})" for each in found]
    return [scenario.spoken_place(place), *lines] if lines else []


def place_of(session: Session, side: Side, text: str) -> Hex:
    """The place that is named, or of the unit that is."""
    scenario = session.scenario
    try:
        return scenario.place(text)
    except BadInput as error:
        seen = places(session, side)
        if (unit := called(scenario, UNIT, seen, text)) is not None:
            return seen[unit]
        if (place := called(scenario, HEX, named_places(scenario), text)) is not None:
            return Hex(place)
        raise BadInput(f"no place and no unit that you can see is called {text}") from error


def places(session: Session, side: Side) -> dict[int, Hex]:
    """Where the counters are that a side can see."""
    return {each.unit: each.place for each in session.view(side).units if each.unit is not None}


def about_where(session: Session, at: At) -> Hex:
    """The hex a question is about: that of the last pick, else of what it says it is about, else of the first choice,
    else of the unit that what a menu opens with lies nearest to, or the side's units."""
    seen = places(session, at.ask.side)
    form, draft = at.ask.form, EMPTY
    found: list[Hex] = []
    for word in at.picked:
        slot, _ = form.at(draft)
        assert slot is not None
        pick = read_pick(session.state, form, draft, word)
        draft = form.put(draft, pick)
        found[:0] = _where(slot.kind, pick, seen)
    for each in session.system.lens.matter(session.state, at.ask):
        found += [*each.at, *(seen[unit] for unit in each.units if unit in seen)]
    slot, _ = form.at(draft)
    if slot is not None:
        found += [place for pick in some_picks(session.state, form, draft) for place in _where(slot.kind, pick, seen)]
    board = session.scenario.board
    if (first := next((place for place in found if 0 <= place < board.hexes), None)) is not None:
        return first
    menu = form if isinstance(form, Menu) and not draft.filled else None
    opens = [(menu.forms[verb].slots, picks) for verb, picks in menu.openings(session.state).items()] if menu else []
    begin = [(slots[0].kind, picks) for slots, picks in opens if slots and slots[0].kind in (HEX, UNIT, GROUP)]
    able = {place for kind, picks in begin for pick in picks for place in _where(kind, pick, seen)}
    ours = {seen[unit] for unit in session.scenario.units_of(at.ask.side) if unit in seen}
    on_map = sorted(place for place in able if 0 <= place < board.hexes)
    on_map = on_map or sorted(place for place in ours if 0 <= place < board.hexes)
    away = board.layout.distance
    return min(on_map, key=lambda place: sum(away(place, each) for each in on_map), default=Hex(0))


def _where(kind: str, pick: object, seen: dict[int, Hex]) -> list[Hex]:
    if kind == HEX and isinstance(pick, int):
        return [Hex(pick)]
    units = pick if kind == GROUP and isinstance(pick, tuple) else (pick,) if kind == UNIT else ()
    return list(dict.fromkeys(seen[unit] for unit in units if unit in seen))


def units(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    session = sitting.session
    view = session.view(at.ask.side)
    rows = prompt.units(session.scenario, view, " ".join(words))
    if not rows:
        raise BadInput(f"units: nothing you can see is called {' '.join(words)}")
    grid = Grid.grid(padding=(0, 2, 0, 0))
    before = ""
    for place, *rest in rows:
        grid.add_row(f"  {place}" if place != before else "", *rest)
        before = place
    sitting.screen.print(grid)
    if len(rows) == 1:
        _tell_other_faces(sitting.screen, session.scenario, view, rows[0][2])
    return "stay"


def _tell_other_faces(screen: Console, scenario: Scenario, view: View, name: str) -> None:
    for seen in view.units:
        if seen.unit is not None and scenario.unit_name(seen.unit) == name:
            for when, printed in other_faces(scenario, seen):
                say(screen, f"    {escape(when)}: {escape(printed)}")


def log(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    if words and not words[0].isdecimal():
        raise BadInput(f"log {words[0]}: expected how many lines")
    last = int(words[0]) if words else 20
    for event in sitting.session.log.seen_by(at.ask.side)[-last:] if last else ():
        say(sitting.screen, f"  {escape(told(sitting.session, event))}")
    return "stay"


def rule(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    show.rule(sitting.screen, sitting.session.system, words[0] if words else at.ask.form.rule_at(at.draft))
    return "stay"


def score(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    if not points(sitting.session, sitting.screen, at.ask.side):
        say(sitting.screen, "  no victory points are counted so far")
        session = sitting.session
        for track in session.system.standing.tracks(session.state, at.ask.side):
            rule = Citation(session.system.book, track.rule)
            say(sitting.screen, f"    {escape(f'{track.title}: {explained(session.scenario, track.value)} ({rule})')}")
    return "stay"


def briefing(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    session = sitting.session
    fold(sitting.screen, brief_lines(brief(session.state, at.ask.side), session.system.book))
    return "stay"


def points(session: Session, screen: Console, side: Side | None = None) -> bool:
    """Each side's victory points, term by term, as a side may know them or, after the game, as they are; False if the
    system counts none."""
    sums = dict(zip(session.scenario.spoken_sides, scores_seen(session.state, side), strict=True))
    if not any(sums.values()):
        return False
    for name, terms in sums.items():
        say(screen, f"  [bold]{escape(name)}[/bold]  {terms.total} VP")
        for line in sum_lines(session.scenario, terms):
            say(screen, f"    {escape(line)}")
    return True


# ------------------------------------------------------------------------------------------------ asking


def why(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """All reasons against the first of these picks that may not be made."""
    if not words:
        raise BadInput(f"why: name a pick, or several as you would play them{such_as(sitting, at, 'why', 'why ')}")
    session, form = sitting.session, at.ask.form
    draft = begun(session, at, words).draft
    left = words
    while left:
        pick, taken = meant_first(session.state, form, draft, left)
        left = left[taken:]
        if refused := form.why_not(session.state, draft, pick):
            slot, _ = form.at(draft)
            assert slot is not None
            name = pick_name(session.state, form, draft, pick)
            say(sitting.screen, f"  {escape(name)} may not be picked:")
            for line in dict.fromkeys(reasons(session.scenario, refused)):
                say(sitting.screen, f"    {escape(line)}")
            return "stay"
        draft = form.put(draft, pick)
    say(sitting.screen, f"  {escape(' '.join(words))} may be picked")
    return "stay"


def way(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """Where a move would lead through, and what each step costs."""
    session, form = sitting.session, at.ask.form
    start = begun(session, at, words) if words else at
    names = [*start.picked, *picks_of(session, start, words)]
    while names and names[-1] == DONE:  # a move may be closed as it is when it is played
        names.pop()
    draft = read_draft(session.state, form, names[:-1])
    slot, _ = form.at(draft)
    moves = bool(names) and slot is not None and slot.kind == HEX
    found = session.system.lens.path(session.state, at.ask, draft, session.scenario.place(names[-1])) if moves else None
    if found is None:
        raise BadInput(f"way: name a move as you would play it{such_as(sitting, at, 'way', 'way ')}")
    name, book = session.scenario.spoken_place, session.system.book
    say(sitting.screen, f"  {found.total}, {found.left} left")
    for hex, cost in zip(found.hexes[1:], found.costs, strict=True):
        told = ", ".join(f"{explained(session.scenario, term.label)} ({Citation(book, term.rule)})" for term in cost)
        fold(sitting.screen, [f"{cost.total}  {name(hex)}: {told}"])
    return "stay"


def odds(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """What a whole action may lead to, before it is answered; lists that are still open count as closed."""
    session = sitting.session
    start = begun(session, at, words) if words else at
    found = session.odds(*start.picked, *picks_of(session, start, words))
    fold(sitting.screen, forecast_lines(found))
    return "stay"


def supply(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """A unit's line of supply or what cuts it; for a hex, of the units in it that need any, and who would starve if it
    fell."""
    session, side, scenario = sitting.session, at.ask.side, sitting.session.scenario
    lines: list[str] = []
    if not words:
        owners = lens.owners(lens.seen(session, side))
        found = [each for each in lens.supplies(session, side) if owners[each.unit] == side]
        lines += [lens.supply_lines(scenario, each)[0] for each in found]
    else:
        text, seen = " ".join(words), places(session, side)
        unit = None if _is_place(session, text) else called(scenario, UNIT, seen, text)
        if unit is not None:
            lines += lens.supply_lines(scenario, lens.supply(session, side, unit))
        else:
            where = place_of(session, side, text)
            here = {unit for unit, place in seen.items() if place == where}
            found = [each for each in lens.supplies(session, side) if each.unit in here]
            lines += [lens.supply_lines(scenario, each)[0] for each in found]
            lines += lens.starving_lines(scenario, lens.starving(session, side, where))
    fold(sitting.screen, lines or ["nothing here needs supply"])
    return "stay"


def reach(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """Where a unit could go, fly, fire or throw supply; for a hex, what supply in it feeds."""
    session, side, scenario = sitting.session, at.ask.side, sitting.session.scenario
    if not words:
        raise BadInput("reach: say which unit or hex")
    text = " ".join(words)
    unit = None if _is_place(session, text) else called(scenario, UNIT, places(session, side), text)
    name = scenario.unit_name(unit) if unit is not None else scenario.place_name(place_of(session, side, text))
    found = lens.areas(session, side, name)
    fold(sitting.screen, [line for each in found for line in lens.area_lines(scenario, each)] or ["it reaches nothing"])
    return "stay"


def _is_place(session: Session, text: str) -> bool:
    try:
        session.scenario.place(text)
    except BadInput:
        return False
    return True


def hint(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """What the computer would answer, under the plan of this turn if one was made."""
    session = sitting.session
    state, ask = imagined(session, sitting.luck)
    planner = sitting.plans(state, ask.side)
    conduct, choice = (planner.script.conduct, planner.known(state)) if planner is not None else (SCRIPT, None)
    found = advice(state, ask, f"{sitting.luck} {len(session.inputs)}", conduct, choice)
    fold(sitting.screen, [proposed(state, ask.form, found.action), *([f"  {found.why}"] if found.why else [])])
    typing(sitting.screen, to_type(session, at, written(state, ask.form, found.action)))
    return "stay"


def typing(screen: Console, line: str) -> None:
    """How an answer is typed: in one line, so that it may be copied."""
    say(screen, escape(f"  {planning.typing(line)}"))


def plan(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    if words not in ([], ["json"]):
        raise BadInput(f"plan {' '.join(words)}: say plan, or plan json for programs")
    planner = sitting.adviser(at.ask.side, ADVISER)
    assert isinstance(planner, Planner)
    told = planning.planned(sitting.session, at, planner, sitting.luck, sitting.screen)
    if words:
        sitting.screen.print_json(data=told)
    else:
        fold(sitting.screen, planning.lines(told))
        typing(sitting.screen, told["type"])
    return "stay"


# ------------------------------------------------------------------------------------------------ doing


def back(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    raise BadInput("back: nothing has been picked yet; undo takes back a whole answer")


def undo(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    sitting.session.undo(at.ask.side)
    sitting.shown[at.ask.side] = min(sitting.shown.get(at.ask.side, 0), len(sitting.session.log))
    say(sitting.screen, "  taken back")
    return "ask"


def redo(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    sitting.session.redo(at.ask.side)
    return "ask"


def never(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    sitting.session.submit_standing(at.ask.side)
    say(sitting.screen, "  not asked again unless something changed; standing lists such orders and revokes them")
    return "ask"


def standing(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """The standing orders of whoever is asked, and of which things left undone nothing is said."""
    session, side = sitting.session, at.ask.side
    quiet = session.quiet.setdefault(side, set())
    match words:
        case []:
            pass
        case ["revoke", *kind]:
            session.revoke(side, " ".join(kind))
        case ["quiet", rule]:
            if rule not in session.system.rulebook:
                raise BadInput(f"standing quiet {rule}: there is no such rule; it stands behind what is left undone")
            quiet.add(rule)
        case ["speak", rule]:
            quiet.discard(rule)
        case _:
            raise BadInput(f"standing {' '.join(words)}: say revoke KIND, quiet RULE or speak RULE")
    orders = session.standing.get(side, {}).values()
    lines = [f"{each.form}: {standing_orders.told(session.state, each)}" for each in orders]
    lines += [f"{rule}: nothing is said of what is left undone" for rule in sorted(quiet)]
    fold(sitting.screen, lines or ["there are none: never gives one"])
    return "stay"


def computer(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    session, ask = sitting.session, at.ask
    usual = ADVISER if sitting.plans(session.state, ask.side) is not None else OPPONENT
    name = words[0] if words else usual
    adviser = sitting.adviser(ask.side, name)
    with planning.thinking(sitting.screen, {ask.side: adviser}):
        action = computer_answer(session, adviser, sitting.luck)
    said = readable(session.state, ask.form, action)
    session.submit(ask.side, action)
    say(sitting.screen, f"  the computer ({escape(name)}) plays: {escape(said)}")
    return "ask"


def order(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    """What a side that the computer plays is to do; without an order, what it may be told and was."""
    session, computers = sitting.session, sitting.computers
    if not computers:
        raise BadInput("order: no side is played by the computer")
    sides = [session.scenario.side(words[0].casefold())] if words else list(computers)
    for side in sides:
        name = session.scenario.spoken_sides[side]
        if side not in computers:
            raise BadInput(f"order: a person plays {name}")
        if words and (free := why_no_orders(computers[side].name)):
            raise BadInput(f"order: {free}")
        offered = offer(session.state, side, sitting.luck, [at.ask.side])  # who asks is told no more than he may know
        if len(words) > 1:
            ordered = read_orders(offered, " ".join(words[1:]))
            sitting.seat(side, computers[side].name, ordered)
        fold(sitting.screen, [f"{name}: {offered.words(computers[side].ordered) or FREE}"])
        if len(words) == 1:
            fold(sitting.screen, [f"  {line}" for line in offered.lines()])
    return "stay"


def save(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    if len(words) != 1:
        raise BadInput("save: name the file to write")
    sitting.keep(Path(words[0]).expanduser())
    say(sitting.screen, f"  written to {escape(words[0])}")
    return "stay"


def quit_(sitting: Sitting, at: At, words: Sequence[str]) -> Next:
    return "leave"


WORDS: dict[str, Word] = {
    "?": Word("?", "these words, and all that may be picked", help_),
    "list": Word("list", "all that may be picked", list_),
    "map": Word("map [HEX or UNIT]", "the map round it, what may be picked marked, and what is there", map_),
    "units": Word("units [WORD]", "the counters you may see, or those the word fits", units),
    "why": Word("why PICK ...", "every reason why something may not be picked", why),
    "way": Word("way PICK ...", "the way of a move, and what each step costs", way),
    "odds": Word("odds PICK ...", "what an attack may lead to, before you declare it", odds),
    "reach": Word("reach UNIT or HEX", "where a unit could go, fly, fire or throw; what a dump feeds", reach),
    "supply": Word("supply [UNIT or HEX]", "a line of supply or what cuts it; who starves if a hex falls", supply),
    "rule": Word("rule [NUMBER]", "a rule, or the one asked under", rule),
    "log": Word("log [N]", "the last N lines of what happened", log),
    "score": Word("score", "victory points as they stand, or what else decides", score),
    "briefing": Word("briefing", "what the game is about, all that counts and who has it, how it ends", briefing),
    "hint": Word("hint", "what the computer would answer, why, and how it is typed", hint),
    "plan": Word("plan [json]", "a plan for your turn: the answer now, what follows, what else was weighed", plan),
    "back": Word("back", "drop the last pick", back),
    "undo": Word("undo", "take back your last answer: not past a roll or another's answer", undo),
    "redo": Word("redo", "bring it back", redo),
    "never": Word("never", "do nothing, and be asked again only if something changed", never),
    "standing": Word("standing [revoke KIND]", "what never has ordered; quiet RULE: not told as left undone", standing),
    "computer": Word("computer [PLAYER]", "let the computer take this decision", computer),
    "order": Word("order [SIDE [ORDER]]", "tell a side of the computer's what to do: effort X; hold Y; bold", order),
    "save": Word("save FILE", "write a copy of the record", save),
    "quit": Word("quit", "leave; the game can be played on later", quit_),
}
ALSO = {"help": "?", "h": "?", "exit": "quit", "where": "units"}


def word_in(line: Sequence[str], offered: Sequence[str]) -> Word | None:
    """The word a line begins with, if it is none of the choices or stands behind a colon."""
    first = line[0].casefold()
    if first.startswith(":") and len(first) > 1:
        known = ALSO.get(first[1:], first[1:])
        if known not in WORDS:
            raise BadInput(f"{first}: no word is called so; ? lists them")
        return WORDS[known]
    return None if first in offered else WORDS.get(ALSO.get(first, first))
