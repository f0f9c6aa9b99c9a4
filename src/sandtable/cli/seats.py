"""Who sits where in a game at the terminal, and records played again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from sandtable.cli import show, table
from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.core.system import ScenarioInfo
from sandtable.play.explain import sentence
from sandtable.play.record import Record
from sandtable.play.session import Session, find_scenario, start
from sandtable.play.session import replay as play_again
from sandtable.players import Player, player

HUMAN = "human"


def play(game: str, arguments: Sequence[str], seed: str, record: Path | None, options: Sequence[str]) -> None:
    info = find_scenario(game)
    names = seated(info, arguments)
    chosen = switched(info, options)
    if HUMAN not in names.values() and "automatic_setup" in known(info):
        chosen.setdefault("automatic_setup", True)
    session = start(game, seed or None, chosen)
    luck = seed or session.seed or ""
    players: dict[Side, Player] = {
        Side(nth): player(names[side], f"{luck} {side}") for nth, side in enumerate(info.sides) if names[side] != HUMAN
    }
    screen = show.console()
    if len(players) == len(info.sides):
        table.headless(session, players, luck, screen, bar=sys.stderr.isatty())
    else:
        table.at_the_table(session, players, luck, screen, input, record)
    if record is not None:
        session.record().save(record)
        table.say(screen, f"record written to {escape(str(record))}")
    close(session, screen)


def known(info: ScenarioInfo) -> list[str]:
    return [option.name for option in info.options]


def seated(info: ScenarioInfo, arguments: Sequence[str]) -> dict[str, str]:
    """`--axis greedy --allied human` as sides and players; a side that is not named is human."""
    names = dict.fromkeys(info.sides, HUMAN)
    words = [part for word in arguments for part in word.split("=", 1)]
    while words:
        flag = words.pop(0)
        side = flag.removeprefix("--")
        if not flag.startswith("--") or side not in names:
            raise BadInput(f"{flag}: say who plays with {' '.join(f'--{each} PLAYER' for each in info.sides)}")
        if not words:
            raise BadInput(f"{flag}: say human, random or greedy")
        names[side] = words.pop(0)
        if names[side] != HUMAN:
            player(names[side], "")  # refuses a player nobody knows
    return names


def switched(info: ScenarioInfo, options: Sequence[str]) -> dict[str, bool]:
    """`--option ultra --option automatic_setup=no`; `all` is every optional rule of the book."""
    chosen: dict[str, bool] = {}
    for word in options:
        name, _, said = word.partition("=")
        if said not in ("", "yes", "no"):
            raise BadInput(f"--option {word}: say {name}, {name}=yes or {name}=no")
        if name == "all":
            chosen |= {option.name: said != "no" for option in info.options if option.rule.startswith("O")}
        elif name not in known(info):
            raise BadInput(f"--option {name}: {info.title} has {', '.join(known(info))}")
        else:
            chosen[name] = said != "no"
    return chosen


def replay(file: Path, at: int | None, side: str) -> None:
    session = play_again(Record.load(file), at, file)
    screen = show.console()
    reader = session.scenario.side(side) if side else None
    for event in session.log:
        if reader is None or event.seen_by(reader):
            table.say(screen, escape(sentence(session.scenario, event)))
    close(session, screen)


def close(session: Session, screen: Console) -> None:
    """The result, and what proves that two runs were the same."""
    table.ending(session, screen)
    table.say(
        screen, f"[dim]{len(session.inputs)} inputs, {session.rolls} rolls, digest {session.state.digest()}[/dim]"
    )
