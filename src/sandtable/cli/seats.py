"""Who sits where in a game at the terminal: begun, played on from its record, or played again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.markup import escape

from sandtable.cli import names, show, table
from sandtable.cli.briefings import opening
from sandtable.cli.keyboard import typed
from sandtable.cli.prompt import say
from sandtable.cli.sitting import Sitting, keep
from sandtable.cli.words import fold, points
from sandtable.core.editions import Edition
from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import counted
from sandtable.core.system import ScenarioInfo
from sandtable.core.titles import NAMED, own_titles
from sandtable.play.briefing import brief, side_lines
from sandtable.play.explain import outcome_line, sentence
from sandtable.play.opening import changes, resume
from sandtable.play.opening import replay as play_again
from sandtable.play.record import Record
from sandtable.play.session import Session, find_scenario, start, start_at
from sandtable.players import PLAYERS, player
from sandtable.players.contest import Work

HUMAN = "human"


def play(game: str, arguments: Sequence[str], seed: str, record: Path | None, options: Sequence[str]) -> None:
    """A new game, one from a position, or one that a record tells, played on."""
    if text := names.position_in(game):
        if options:
            raise BadInput(f"{game} is a position: it says its options itself, `option {options[0]}`")
        session = start_at(text, seed or None)
        named = seated(info_of(session), arguments)
        begun(session, named, seed, record)
        return
    if names.is_record(game):
        path = Path(game)
        session = going_on(path, seed, options)
        named = seated(info_of(session), arguments)
        seat(session, named, session.seed or "", record or path)
        return
    info = find_scenario(game)
    named = seated(info, arguments)
    chosen = switched(info, options)
    if HUMAN not in named.values():
        chosen = info.ready_made | chosen  # unless it is switched off
    begun(start(game, seed or None, chosen), named, seed, record)


def begun(session: Session, named: Mapping[str, str], seed: str, record: Path | None) -> None:
    """A new game: one with people in it is always recorded, in a file that is not there yet or holds no other game."""
    if record is not None:
        not_going_on(record)
    elif HUMAN in named.values():
        record = unused(f"{session.system.code}-{session.scenario.name}")
    seat(session, named, seed or session.seed or "", record)


def not_going_on(path: Path) -> None:
    """A game that is not over is not written over by a new one."""
    try:
        begun = play_again(Record.load(path), path=path) if path.is_file() else None
    except BadData:
        return  # no game can be lost; `keep` does not write over what is no record
    if begun is not None and begun.outcome is None:
        length = counted(len(begun.inputs), "input")
        raise BadInput(
            f"{path} holds a game of {length} that is not over: `{names.command()} play {path}` goes on with it; "
            "name another file for a new one"
        )


def going_on(path: Path, seed: str, options: Sequence[str]) -> Session:
    if seed or options:
        raise BadInput(f"{path} is a game begun: its seed and its options are set")
    try:
        session = resume(Record.load(path), path)
    except BadData:
        raise
    except BadInput as error:
        said = str(error)
        raise BadInput(said if str(path) in said else f"{path}: {said}") from error
    if session.outcome is not None:
        raise BadInput(f"{path}: this game is over; `{names.command()} replay {path}` tells it again")
    return session


def verified(path: Path) -> tuple[list[str], bool]:
    """What a record was played with, whether its dice are those of its seed, and whether it plays again: in words, and
    as the answer."""
    record = Record.load(path)
    said = [f"played with release {each.release}, rules {each.rules}" for each in editions(record)]
    try:
        rolls = record.verify_dice()
        session = resume(record, path)
    except BadData:
        raise
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error
    dice = {0: "there are no rolls", 1: "the one roll matches the commitment"}
    said.append(dice.get(rolls, f"all {rolls} rolls match the commitment"))
    if session.eras == record.eras:
        said[-1] += ", and the game ends where the record says"
    elif not session.eras[-1].because:
        said.append(f"{session.eras[-1].edition} admit all of it")
    return said + changes(session), session.eras == record.eras or not session.eras[-1].because


def editions(record: Record) -> list[Edition]:
    """Each that a record was played with, one after the other."""
    return [record.edition, *(era.edition for era in record.eras)]


def info_of(session: Session) -> ScenarioInfo:
    return session.system.info(session.scenario.name)


def unused(stem: str) -> Path:
    """A file of that name in this folder that is not there yet: `stem.game`, `stem-2.game`."""
    path, nth = Path(f"{stem}.game"), 1
    while path.exists():
        nth += 1
        path = Path(f"{stem}-{nth}.game")
    return path


def seat(session: Session, named: Mapping[str, str], luck: str, record: Path | None) -> None:
    """Everybody takes his place, and the game is played until it ends or somebody leaves."""
    screen = show.console()
    if record is not None:
        keep(session, record)  # what cannot be written is known before the first move
    computers = {session.scenario.side(side): name for side, name in named.items() if name != HUMAN}
    sitting = Sitting(session, screen, luck, record)
    try:
        if len(computers) == len(named):
            headless(session, named, luck, sitting.hands)
        else:
            for side, name in computers.items():
                sitting.seat(side, name)
            greet(sitting, named)
            shared = len(computers) < len(named) - 1 and sys.stdin.isatty() and sys.stdout.isatty()
            table.at_the_table(sitting, typed, shared)
    finally:
        sitting.hands.close()
    if record is not None:
        keep(session, record)
    close(session, screen)
    if record is not None:
        say(screen, f"record: {escape(str(record))}")
        if session.outcome is None:
            said = " ".join(f"--{side} {name}" for side, name in named.items() if name != HUMAN)
            say(screen, f"play on: {names.command()}{titles(session)} play {escape(str(record))} {said}".rstrip())


def titles(session: Session) -> str:
    """How a game of a title of one's own is found again."""
    own = session.scenario.folder in own_titles()
    return f" --titles {escape(quote(os.environ[NAMED]))}" if own else ""


def headless(session: Session, named: Mapping[str, str], luck: str, work: Work) -> None:
    players = {session.scenario.side(side): player(name, f"{luck} {side}", work=work) for side, name in named.items()}
    watched = Console(stderr=True) if sys.stderr.isatty() else None
    table.headless(session, players, luck, watched)


def greet(sitting: Sitting, named: Mapping[str, str]) -> None:
    session, screen = sitting.session, sitting.screen
    info = info_of(session)
    who = ", ".join(f"{session.system.side_name(side)}: {name}" for side, name in named.items())
    say(screen, f"[bold]{escape(session.system.title)}[/bold] · {escape(info.title)} · {who}")
    fold(screen, [info.text] if info.text else [])
    people = [side for side, name in named.items() if name == HUMAN]
    if not session.inputs and (told := list(side_lines(brief(session.state, None), people))):
        fold(screen, opening(told, screen.width, screen.height))
    for changed in changes(session, people):
        say(screen, f"[yellow]{escape(changed)}[/yellow]")
    kept = f" The record is kept in {sitting.record}." if sitting.record is not None else ""
    say(screen, f"[dim]? explains what can be typed.{escape(kept)}[/dim]")


def known(info: ScenarioInfo) -> list[str]:
    return [option.name for option in info.options]


def seated(info: ScenarioInfo, arguments: Sequence[str]) -> dict[str, str]:
    """`--axis officer --allied human` as sides and players; a side that is not named is human."""
    named = dict.fromkeys(info.sides, HUMAN)
    words = [part for word in arguments for part in word.split("=", 1)]
    while words:
        flag = words.pop(0)
        side = flag.removeprefix("--")
        if not flag.startswith("--") or side not in named:
            raise BadInput(f"{flag}: say who plays with {' '.join(f'--{each} PLAYER' for each in info.sides)}")
        if not words:
            raise BadInput(f"{flag}: say human, {', '.join(PLAYERS)}")
        named[side] = words.pop(0)
        if named[side] != HUMAN:
            player(named[side], "")  # refuses a player nobody knows
    return named


def switched(info: ScenarioInfo, options: Sequence[str]) -> dict[str, bool]:
    """`--option ultra --option automatic_setup=no`; `all` is every optional rule of the book."""
    chosen: dict[str, bool] = {}
    for word in options:
        name, _, said = word.partition("=")
        if said not in ("", "yes", "no"):
            raise BadInput(f"--option {word}: say {name}, {name}=yes or {name}=no")
        if name == "all":
            chosen |= {option.name: said != "no" for option in info.options if option.kind == "optional"}
        elif name not in known(info):
            raise BadInput(f"--option {name}: {info.title} has {', '.join(known(info))}")
        else:
            chosen[name] = said != "no"
    return chosen


def replay(file: Path, at: int | None, side: str) -> None:
    session = play_again(Record.load(file), at, file)
    screen = show.console()
    for told in changes(session, [side] if side else []):
        say(screen, f"[yellow]{escape(told)}[/yellow]")
    reader = session.scenario.side(side) if side else None
    for event in session.log:
        if reader is None or event.seen_by(reader):
            say(screen, escape(sentence(session.scenario, event)))
    close(session, screen)


def close(session: Session, screen: Console) -> None:
    """The result, the points it was won by, and what proves that two runs were the same."""
    if session.outcome is None:
        said = session.system.standing.when(session.state)
        say(screen, f"The game is not over{f': {said}' if said else ''}.")
    else:
        say(screen, f"[bold]{escape(outcome_line(session.scenario, session.outcome))}[/bold]")
        points(session, screen)
    length = f"{counted(len(session.inputs), 'input')}, {counted(session.rolls, 'roll')}"
    say(screen, f"[dim]{length}, digest {session.state.digest()}[/dim]")
