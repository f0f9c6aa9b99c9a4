"""A game at the terminal: questions are shown, lines are read, until the game is over or somebody leaves."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sandtable.cli import prompt
from sandtable.cli.planning import thinking
from sandtable.cli.prompt import say
from sandtable.cli.sitting import At, Sitting, begun, names_of, picks_of, position
from sandtable.cli.words import WORDS, Next, Word, told, word_in
from sandtable.core.decisions import DONE, NUMBER
from sandtable.core.errors import REFUSED, BadInput
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.play.news import headlines
from sandtable.play.notation import offered_names
from sandtable.play.session import Session
from sandtable.play.table import Player, play_on

NOT_IN_LESSONS = ("undo", "redo", "never", "computer")
MOST_LINES = 24  # of what happened, before a question
Typed = Callable[[str, Sequence[str]], str]  # a prompt and the words that complete, to the line typed


def headless(session: Session, players: Mapping[Side, Player], seed: str, watched: Console | None) -> None:
    """Computers alone: how far they are is shown where somebody watches."""
    if watched is None:
        play_on(session, players, seed)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} answers"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=watched, transient=True) as progress:
        task = progress.add_task("playing", total=None)

        def watch(now: Session) -> None:
            when = now.system.standing.when(now.state)
            progress.update(task, completed=len(now.inputs), description=when or "playing")

        play_on(session, players, seed, watch)


def at_the_table(sitting: Sitting, typed: Typed, shared: bool) -> None:
    """Until the game is over or somebody leaves. `shared`: two people sit at one screen, and each sees only his own."""
    session, last = sitting.session, None
    people = [side for side in map(Side, range(len(session.scenario.sides))) if side not in sitting.computers]
    while True:
        players = {side: each.player for side, each in sitting.computers.items()}
        with thinking(sitting.screen, players):
            play_on(session, players, sitting.luck)
        keep_or_tell(sitting)
        ask = session.ask
        if ask is None:
            show_events(sitting, people[0] if len(people) == 1 else None)
            return
        if len(people) > 1 and ask.side != last:
            hand_over(sitting, ask.side, typed, first=last is None, wiped=shared)
        last = ask.side
        show_events(sitting, ask.side)
        if not one_answer(sitting, ask, typed):
            return


def keep_or_tell(sitting: Sitting) -> None:
    """A disk that is full loses nobody his game: it goes on, and is written when there is room."""
    try:
        sitting.keep()
    except BadInput as error:
        say(sitting.screen, f"[red]{escape(str(error))}[/red]")
        say(sitting.screen, "The game goes on: it is written after the next answer, or say where by save FILE.")


def hand_over(sitting: Sitting, side: Side, typed: Typed, first: bool, wiped: bool) -> None:
    """What the other side saw leaves the screen before the next one looks."""
    scenario, screen = sitting.session.scenario, sitting.screen
    name = scenario.spoken_sides[side]
    if not wiped:
        say(screen, f"[bold]>>> {name} to play.[/bold]")
    elif first:
        say(screen, f"[bold]>>> {name} to begin.[/bold]")
    else:
        wipe(screen)
        say(screen, f"[bold]>>> Pass the keyboard to the {name} player.[/bold] Enter when nobody else looks.")
        typed("", ())
        wipe(screen)


def wipe(screen: Console) -> None:
    """The screen and what has been scrolled off it."""
    screen.file.write("\x1b[2J\x1b[3J\x1b[H")
    screen.file.flush()


def show_events(sitting: Sitting, side: Side | None) -> None:
    """What happened since a player last looked, as far as he may know; of very much the last part,
    but what changed the war always."""
    events = sitting.session.log.events
    seen = sitting.shown.get(side, 0) if side is not None else min(sitting.shown.values(), default=0)
    heard = [event for event in events[seen:] if event.seen_by(side)]
    lines = [told(sitting.session, event) for event in heard]
    if len(lines) > MOST_LINES:
        say(sitting.screen, f"  [dim]… log {len(lines)} shows all that happened; the last of it:[/dim]")
    for line in lines[-MOST_LINES:]:
        say(sitting.screen, f"  [dim]{escape(line)}[/dim]")
    for event in headlines(sitting.session.scenario, heard):
        say(sitting.screen, f"[bold]>>> {escape(told(sitting.session, event))}[/bold]")
    if side is not None:
        sitting.shown[side] = len(events)


def one_answer(sitting: Sitting, ask: Ask, typed: Typed) -> bool:
    """Fill one form, pick by pick. False if the player leaves."""
    session = sitting.session
    picked: list[str] = []
    earlier: list[list[str]] = []  # what was picked before each line
    asked = False
    while True:
        at = position(session, ask, picked)
        if not asked:
            show_question(sitting, at, picked)
            asked = True
        slot, _ = ask.form.at(at.draft)
        if slot is None:
            return submitted(sitting, ask, at.picked)
        offered = offered_names(session.state, ask.form, at.draft)
        line: list[str] | None = None
        try:
            line = typed_line(typed, f"{session.scenario.sides[ask.side]}> ", offered)
            if line is None:
                return False
            if not line:
                asked = False
            elif (word := word_in(line, offered)) is None:
                start = begun(session, at, line)
                more = picks_of(session, start, line)
                if at.picked and not start.picked and list(at.picked) != more[: len(at.picked)]:
                    say(sitting.screen, f"  [dim]{escape(' '.join(at.picked))} was not finished and is dropped[/dim]")
                earlier.append(picked)
                picked, asked = [*start.picked, *more], False
                if noticed(sitting, "draft", picked):
                    return True
            elif word.usage == "back" and earlier:
                picked, asked = earlier.pop(), False
            elif (then := done(sitting, at, word, line[1:])) != "stay":
                return then == "ask"
        except REFUSED as error:
            say(sitting.screen, f"  [red]{escape(str(error))}[/red]")
            if line and noticed(sitting, "why", names_of(session, at, line)):
                return True


def done(sitting: Sitting, at: At, word: Word, words: Sequence[str]) -> Next:
    """What a word does; in a lesson some do nothing, and others may be what is wanted."""
    name = word.usage.partition(" ")[0]
    if sitting.course is not None and name in NOT_IN_LESSONS:
        raise BadInput(f"{name}: not in a lesson")
    then = word.does(sitting, at, words)
    looks, about = name, names_of(sitting.session, at, words) if name in ("way", "odds", "why") else list(words)
    if name == "way":
        looks = "path"
    elif name == "supply" and words:
        looks = "starving"
    return "ask" if noticed(sitting, looks, about) else then


def noticed(sitting: Sitting, what: str, words: Sequence[str]) -> bool:
    """In a lesson a look may be what was wanted."""
    return sitting.course is not None and sitting.course.looked(what, *words)


def show_question(sitting: Sitting, at: At, picked: Sequence[str]) -> None:
    """What was picked because there is no choice, and what is asked next, if anything is."""
    session, known = sitting.session, list(picked)
    for name in at.picked[len(picked) :]:
        draft = session.drafts.at(known)
        said = session.system.lens.total(session.state, at.ask, draft) if name == DONE else ""
        slot, _ = at.ask.form.at(draft)
        what = f"{slot.name} " if slot is not None and slot.kind == NUMBER else ""  # a number alone says nothing
        if said or name != DONE:
            say(sitting.screen, f"  [dim]{escape(said or f'{what}{name} is the only choice')}[/dim]")
        known.append(name)
    if at.ask.form.at(at.draft)[0] is not None:
        prompt.show(sitting.session, at.ask, at.draft, at.picked, sitting.screen)


def typed_line(typed: Typed, prompt: str, offered: Sequence[str]) -> list[str] | None:
    """The words of the next line; None if the player leaves."""
    try:
        return shlex.split(typed(prompt, [*offered, *WORDS]))
    except (EOFError, KeyboardInterrupt):
        return None
    except ValueError as error:
        raise BadInput(str(error).lower()) from error


def submitted(sitting: Sitting, ask: Ask, picked: Sequence[str]) -> bool:
    if sitting.course is not None and (said := sitting.course.check(list(picked))):
        say(sitting.screen, f"  {escape(said)}")
        return True
    try:
        sitting.session.submit_written(ask.side, list(picked))
    except REFUSED as error:
        say(sitting.screen, f"  [red]{escape(str(error))}[/red]")
    return True
