"""The question on the screen: who is asked, when, what and under which rule, and what may be picked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sandtable.cli.excerpt import label, style_of
from sandtable.core.decisions import DONE, GROUP, HEX, NUMBER, UNIT, WORD, Draft, Form, Menu, Pick
from sandtable.core.flow import Ask
from sandtable.core.rules import Citation, Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.play.explain import phase, question, reason, words
from sandtable.play.notation import pick_name, some_picks
from sandtable.play.session import Session
from sandtable.play.undone import undone

NOWHERE = Hex(-1)
LISTED = 16  # choices that get a line each; more stand side by side
SHOWN = 60  # and more than these are shown only when asked for


class Choice(NamedTuple):
    """What may be picked: as it is typed, and what it is."""

    name: str
    about: tuple[str, ...]
    hint: str = ""  # a price, what is left

    @property
    def said(self) -> str:
        """Behind its name, where there is little room."""
        return "".join(f" {each}" for each in (*self.about[:1], self.hint and f"[{self.hint}]") if each)


def say(screen: Console, text: str) -> None:
    """A line with markup, left to the terminal to wrap."""
    screen.print(text, markup=True, highlight=False, soft_wrap=True)


def when(session: Session) -> str:
    """`turn 1, summer, impulse 1 · Movement Phase (GEW 17.0)`."""
    state, book = session.state, session.system.book
    rows = phase(state)
    named = [row.name for row in (rows[1:] or rows)]
    rule = rows[-1].number if rows else state.stack[-1].rule
    cited = f"({Citation(book, rule)})" if rule in session.system.rulebook else ""
    return " · ".join(filter(None, [session.system.standing.when(state), " / ".join(named)])) + f" {cited}".rstrip()


def show(session: Session, ask: Ask, draft: Draft, picked: Sequence[str], screen: Console, whole: bool = False) -> None:
    """Head, question and choices; `whole` leaves none of the choices out."""
    scenario, form = session.scenario, ask.form
    slot, _ = form.at(draft)
    assert slot is not None
    funds = session.system.standing.funds(session.state, ask.side)
    head = Text.assemble((scenario.spoken_sides[ask.side], "bold"), f" · {when(session)}")
    whole_head = len(head) + len(funds) + len(" ·  ─") <= screen.width
    if funds and whole_head:
        head.append(f" · {funds}")
    screen.print(Rule(head, align="left", characters="-" if screen.options.ascii_only else "─", style="dim"))
    if funds and not whole_head:
        screen.print(Text(funds))
    for each in session.system.lens.matter(session.state, ask):
        say(screen, escape(reason(scenario, each)))
    so_far = f"[cyan]{escape(' '.join(picked))}[/cyan]: " if picked else ""
    rule = Citation(session.system.book, form.rule_at(draft))
    several = f" [dim]several, then {DONE}[/dim]" if slot.many else ""
    if said := session.system.lens.total(session.state, ask, draft):
        several += f" [dim]{escape(said)}[/dim]"
    say(screen, f"{so_far}[bold]{escape(question(session.state, form, draft))}[/bold] [dim]({rule})[/dim]{several}")
    offers(session, ask, draft, screen, whole or slot.kind == WORD)


def offers(session: Session, ask: Ask, draft: Draft, screen: Console, whole: bool) -> None:
    """The choices; of a number its bounds and what is proposed: `1 to 1500; 200 is proposed`."""
    form, state = ask.form, session.state
    slot, _ = form.at(draft)
    if slot is not None and slot.kind == NUMBER:
        say(screen, f"  {escape(f'{form.picks(state, draft)}; {form.proposal(state, draft)} is proposed')}")
    else:
        listed(screen, choices(session, ask, draft), whole)


def choices(session: Session, ask: Ask, draft: Draft) -> list[Choice]:
    slot, _ = ask.form.at(draft)
    assert slot is not None
    seen = {each.unit: each for each in session.view(ask.side).units}
    name = partial(pick_name, session.state, ask.form, draft)
    about = partial(_about, session.scenario, ask.form if not draft.filled else None, slot.kind, seen)
    hints = {**session.system.lens.hints(session.state, ask, draft), **_parts(session, ask, draft)}
    left = _undone(session, ask, draft)
    found = []
    for pick in some_picks(session.state, ask.form, draft):
        said, hint = tuple(about(pick)), hints.get(pick, "")
        if slot.kind == GROUP and (spoken := session.system.lens.group(session.scenario, name(pick))):
            said = (f"{words(session.scenario, spoken)}: {said[0]}", *said[1:])
        if left and isinstance(ask.form, Menu) and pick == ask.form.ends:
            said = (left,)
        found.append(Choice(name(pick), said, "" if hint in said else hint))  # what is said is not said again
    return found


def _undone(session: Session, ask: Ask, draft: Draft) -> str:
    """What would be left undone, as far as its side wants to hear of it: beside the word that ends a menu."""
    if not isinstance(ask.form, Menu) or draft.filled:
        return ""
    found, quiet = undone(session.state, ask), session.quiet.get(ask.side, ())
    return "; ".join(words(session.scenario, each.because) for each in found if each.rule not in quiet)


def _parts(session: Session, ask: Ask, draft: Draft) -> dict[Pick, str]:
    """Beside a group the part of it that would do."""
    form, state, name = ask.form, session.state, session.scenario.unit_name
    groups = form.groups(state, draft)
    usual = form.usual(state, draft)
    return {groups[group]: f"{'+'.join(map(name, part))} would do" for group, part in usual.items()}


def _about(
    scenario: Scenario, form: Form | None, kind: str, seen: Mapping[UnitId | None, Seen], pick: Pick
) -> Iterator[str]:
    """What a person wants to know of a pick: the title of a verb's rule, a counter's face and place, a hex's name."""
    if pick == DONE:
        yield "that is all"
    elif kind == UNIT or (kind == GROUP and len(pick) == 1):
        unit = pick if kind == UNIT else pick[0]
        yield from about_unit(scenario, seen.get(unit, Seen(NOWHERE, Side(0), unit)))
    elif kind == GROUP:
        found = [tuple(about_unit(scenario, seen.get(unit, Seen(NOWHERE, Side(0), unit)))) for unit in pick]
        yield ", ".join(name for name, *_ in found)
        yield " ".join(strength for _, strength, *_ in found)
        yield ", ".join(dict.fromkeys(place for _, _, place, _ in found))
    elif kind == HEX:
        yield scenario.spoken_place(pick).removeprefix(scenario.place_name(pick)).strip()
    elif isinstance(form, Menu):
        verb = form.forms[pick]
        system = scenario.system
        title = system.rulebook[verb.rule].title if verb.slots or verb.rule != form.rule else ""
        said = system.verbs.get(verb.name, title)
        yield f"{said} ({Citation(system.book, verb.rule)})" if said else ""


def about_unit(scenario: Scenario, seen: Seen) -> Iterator[str]:
    """Name, strength, place, and its state if anything is to be said of it."""
    yield scenario.counters.names[seen.unit] if seen.unit is not None else "unknown"
    yield label(style_of(scenario), scenario, seen)[1]
    yield scenario.spoken_place(seen.place) if seen.place >= 0 else ""
    yield words(scenario, scenario.system.lens.condition(scenario, seen)) if seen.face else ""


def listed(screen: Console, found: Sequence[Choice], whole: bool = False) -> None:
    """A line each while they are few and there is something to say of them; else side by side."""
    if len(found) <= LISTED and any(any(choice.about) or choice.hint for choice in found if choice.name != DONE):
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="dim", min_width=4)
        grid.add_column(style="cyan")
        wide = max(len(choice.about) for choice in found)
        for nth, choice in enumerate(found, 1):
            about = [*choice.about, *[""] * (wide - len(choice.about))]
            grid.add_row(str(nth), choice.name, *map(Text, about), Text(choice.hint, style="dim"))
        screen.print(grid)
        return
    shown = found if whole else found[:SHOWN]
    words = [
        Text.assemble((f"{nth} ", "dim"), (choice.name, "cyan"), choice.said) for nth, choice in enumerate(shown, 1)
    ]
    wide = max(len(word) for word in words) + 2
    across = max(1, (screen.width - 2) // wide)
    for start in range(0, len(words), across):
        line = Text("  ")
        for word in words[start : start + across]:
            line.append_text(word)
            line.append(" " * (wide - len(word)))
        line.rstrip()
        screen.print(line, soft_wrap=True)
    if len(shown) < len(found):
        say(screen, f"  [dim]… and {len(found) - len(shown)} more: `list` shows all, `map` shows where[/dim]")


def units(scenario: Scenario, view: View, part: str) -> list[tuple[str, ...]]:
    """The counters a side may see, by place: place, side, id, name, strength and state; those that fit a word."""
    rows: list[tuple[str, ...]] = []
    for seen in sorted(view.units, key=lambda seen: (seen.place, seen.side)):
        name = "?" if seen.unit is None else scenario.unit_name(seen.unit)
        side = scenario.sides[seen.side] if seen.side < len(scenario.sides) else "neutral"
        printed, strength, place, state = about_unit(scenario, seen)
        row = (place, side, name, printed, strength, state)
        if part.casefold() in " ".join(row).casefold():
            rows.append(row)
    return rows
