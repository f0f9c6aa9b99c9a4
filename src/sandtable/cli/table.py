"""A game at the terminal: the question, what may be picked, and a prompt that takes picks or one of a few words."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sandtable.core.decisions import Draft
from sandtable.core.errors import BadInput, SandtableError
from sandtable.core.events import Event
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.play.explain import outcome_line, sentence, why_not
from sandtable.play.notation import name_of, read_draft, read_pick
from sandtable.play.session import Session
from sandtable.play.table import Answering, play_on

HELP = """\
Type picks, one or several:  march ger_pz1 2908     (done closes a list)
  ?            what may be picked now           why PICK    why something may not be picked
  back         drop the last pick               undo, redo  take back an answer, or bring it back
  log [N]      the last N lines of the log      where       the units of both sides
  save FILE    write the record                 quit        leave (the record is written if you asked for one)"""


COMMANDS = ("quit", "undo", "redo", "why", "log", "save", "where")


def say(screen: Console, text: str) -> None:
    """A line with markup, left to the terminal to wrap."""
    screen.print(text, markup=True, highlight=False, soft_wrap=True)


def headless(session: Session, players: Mapping[Side, Answering], seed: str, screen: Console, bar: bool) -> None:
    """Computers alone: a progress bar by game turns where somebody watches."""
    if not bar:
        play_on(session, players, seed)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} answers"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("playing", total=None)
        play_on(session, players, seed, lambda now: progress.update(task, completed=len(now.inputs)))


def at_the_table(
    session: Session, players: Mapping[Side, Answering], seed: str, screen: Console, ask_line: Callable[[str], str],
    record: Path | None = None,
) -> None:  # fmt: skip
    """Until the game is over or somebody quits."""
    seen = 0
    while session.outcome is None:
        play_on(session, players, seed)
        ask = session.ask
        if ask is None:
            break
        seen = show_events(session, screen, ask.side, seen)
        if not one_answer(session, ask, screen, ask_line):
            break
        if record is not None:
            session.record().save(record)


def show_events(session: Session, screen: Console, side: Side, seen: int) -> int:
    """What happened since a player last looked, as far as he may know."""
    for event in session.log.events[seen:]:
        if event.seen_by(side):
            say(screen, f"  [dim]{escape(told(session, event))}[/dim]")
    return len(session.log.events)


def told(session: Session, event: Event) -> str:
    return sentence(session.scenario, event)


def one_answer(session: Session, ask: Ask, screen: Console, ask_line: Callable[[str], str]) -> bool:
    """Fill one form, pick by pick. False if the player quits."""
    picked: list[str] = []
    while True:
        draft = read_draft(session.state, ask.form, picked)
        slot, _ = ask.form.at(draft)
        if slot is None:
            return submitted(session, ask, picked, screen)
        side = session.scenario.sides[ask.side]
        picks = [name_of(session.scenario, slot.kind, pick) for pick in ask.form.picks(session.state, draft)]
        say(screen, f"[bold]{side}[/bold]  {escape(ask.form.name)} {escape(' '.join(picked))}  [dim]{slot.name}?[/dim]")
        say(screen, f"  {escape(shortened(picks))}")
        try:
            words = shlex.split(ask_line("> "))
        except (EOFError, KeyboardInterrupt):
            return False
        except ValueError as error:
            say(screen, f"  {error}")
            continue
        try:
            if not words or words == ["?"]:
                say(screen, "  " + escape(" ".join(picks)))
                screen.print(HELP)
            elif words == ["back"]:
                picked = picked[:-1]
            elif words[0] in COMMANDS:
                if command(session, ask, draft, words, screen):
                    return words[0] != "quit"
            else:
                picked = picked_more(session, ask, picked, words)
        except SandtableError as error:
            say(screen, f"  [red]{escape(str(error))}[/red]")


def picked_more(session: Session, ask: Ask, picked: Sequence[str], words: Sequence[str]) -> list[str]:
    """The picks with some more, each checked at once."""
    now = list(picked)
    for word in words:
        draft = read_draft(session.state, ask.form, now)
        slot, _ = ask.form.at(draft)
        if slot is None:
            break
        if reasons := why_not(session.state, ask, read_pick(session.scenario, slot, word), draft):
            raise BadInput(f"{word}: {'; '.join(reasons)}")
        now.append(word)
    return now


def command(session: Session, ask: Ask, draft: Draft, words: Sequence[str], screen: Console) -> bool:
    """The words that are no picks. True if the question must be asked afresh."""
    match words:
        case ["quit"]:
            return True
        case ["undo"]:
            session.undo(ask.side)
            return True
        case ["redo"]:
            session.redo(ask.side)
            return True
        case ["why", word]:
            slot, _ = ask.form.at(draft)
            assert slot is not None
            pick = read_pick(session.scenario, slot, word)
            lines = why_not(session.state, ask, pick, draft)
            say(screen, "  " + escape("; ".join(lines) or f"{word} may be picked"))
        case ["log", *count]:
            last = int(count[0]) if count and count[0].isdigit() else 20
            for event in [each for each in session.log.events if each.seen_by(ask.side)][-last:]:
                say(screen, f"  {escape(told(session, event))}")
        case ["save", name]:
            session.record().save(Path(name))
            say(screen, f"  written to {escape(name)}")
        case ["where"]:
            for line in where(session, ask.side):
                say(screen, f"  {escape(line)}")
        case _:
            raise BadInput(f"{words[0]}: ? shows how it is used")
    return False


def where(session: Session, side: Side) -> list[str]:
    """The counters a side may see, by place."""
    view = session.view(side)
    places: dict[int, list[str]] = {}
    for seen in view.units:
        name = "?" if seen.unit is None else session.scenario.unit_name(seen.unit)
        places.setdefault(seen.place, []).append(name)
    return [f"{session.scenario.place_name(place)}: {' '.join(names)}" for place, names in sorted(places.items())]  # type: ignore[arg-type]  # a Hex


def submitted(session: Session, ask: Ask, picked: Sequence[str], screen: Console) -> bool:
    try:
        session.submit_written(ask.side, list(picked))
    except SandtableError as error:
        say(screen, f"  [red]{escape(str(error))}[/red]")
    return True


def shortened(picks: Sequence[str], most: int = 24) -> str:
    more = f" … and {len(picks) - most} more (? lists them)" if len(picks) > most else ""
    return " ".join(picks[:most]) + more


def ending(session: Session, screen: Console) -> None:
    if session.outcome is None:
        say(screen, "The game is not over.")
    else:
        say(screen, f"[bold]{escape(outcome_line(session.scenario, session.outcome))}[/bold]")
