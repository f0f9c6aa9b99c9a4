"""A match between computer players on a screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sandtable.cli import programs, seats, sheets, show
from sandtable.cli.sheets import Sheet
from sandtable.core.errors import BadInput
from sandtable.core.system import ScenarioInfo
from sandtable.play.session import find_scenario
from sandtable.players.match import Pairing, Played, Tally, play_match, tally

ALL = "all"
NOTE = "points: of the margin by which it is ahead; answers: of both players; on average"


def match(
    game: str, players: tuple[str, str], games: int, seed: str, options: Sequence[str], processes: int, json: bool
) -> None:
    info = find_scenario(game)
    pairing = paired(game, info, players, seed, options)
    screen = show.console()
    with counted(games) as advance:
        played = play_match(pairing, games, processes or None, lambda _: advance())
    tallies = tallied(info, played)
    if json:
        programs.write(told(pairing, tallies))
    else:
        shown(screen, info.title, pairing, tallies)


def tallied(info: ScenarioInfo, played: Sequence[Played]) -> dict[str, Tally]:
    """By side, and all together."""
    sides = {f"as {side}": [each for each in played if each.side == nth] for nth, side in enumerate(info.sides)}
    return {name: tally(own) for name, own in sides.items()} | {ALL: tally(played)}


def paired(game: str, info: ScenarioInfo, players: tuple[str, str], seed: str, options: Sequence[str]) -> Pairing:
    """What was typed, with a ready-made set-up unless it is switched off."""
    if seats.HUMAN in players:
        raise BadInput("a match is between computer players; `play` is for people")
    chosen = info.ready_made | seats.switched(info, options)
    return Pairing(f"{game.partition(':')[0]}:{info.name}", players, seed, chosen)


@contextmanager
def counted(games: int) -> Iterator[Callable[[], None]]:
    """A progress bar, where somebody watches; to be called after each game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=games)
        yield lambda: progress.advance(task)


def shown(screen: Console, title: str, pairing: Pairing, tallies: Mapping[str, Tally]) -> None:
    """A line for each side and one for both."""
    first, second = pairing.players
    show.heading(screen, f"{first} against {second}", (title, "cyan"), (f"seed {pairing.seed}", "dim"))
    screen.print(sheets.grid(sheet(pairing, tallies)))
    screen.print(NOTE, style="dim")


def sheet(pairing: Pairing, tallies: Mapping[str, Tally]) -> Sheet:
    heads = ("games", "wins", "draws", "losses", "won", "95 % interval", "points", "answers")
    rows = []
    for name, found in tallies.items():
        low, high = found.interval
        counts = map(str, (found.games, found.wins, found.draws, found.losses))
        share, between = f"{found.wins / found.games:.1%}", f"{low:.1%} to {high:.1%}"
        rows.append((name, *counts, share, between, f"{found.points:+.1f}", f"{found.length:.0f}"))
    return Sheet((pairing.players[0], *heads), rows, note=NOTE)


def told(pairing: Pairing, tallies: Mapping[str, Tally]) -> dict[str, Any]:
    return {
        "game": pairing.game,
        "players": list(pairing.players),
        "seed": pairing.seed,
        "options": dict(pairing.options),
        "results": {
            name: {
                "games": found.games, "wins": found.wins, "draws": found.draws, "losses": found.losses,
                "won": round(found.wins / found.games, 4), "interval": [round(end, 4) for end in found.interval],
                "points": round(found.points, 3), "length": round(found.length, 1),
            } for name, found in tallies.items()
        },
    }  # fmt: skip
