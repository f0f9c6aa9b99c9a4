"""A sweep on a screen: what was typed, a table with intervals, a plot, a picture."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from sandtable.cli import matches, programs, seats, show
from sandtable.cli.sheets import Sheet
from sandtable.core.errors import BadInput
from sandtable.core.system import ScenarioInfo
from sandtable.core.textfile import writable, write_whole
from sandtable.draw.intervals import Share, intervals
from sandtable.draw.shapes import Picture
from sandtable.play.session import find_scenario
from sandtable.players.match import Pairing
from sandtable.players.sweep import MOST_SETTINGS, Found, Tried, play_sweep, summed, trials

PICTURES = (".svg", ".png")
SWITCH = {"yes": True, "no": False}
NOTE = "turns and seconds of one core: of a game, on average"
PLOT = 50  # letters from 0 to 100 %


def sweep(
    game: str, axes: Sequence[str], games: int, players: tuple[str, str], seed: str, options: Sequence[str],
    processes: int, plot: Path | None, json: bool,
) -> None:  # fmt: skip
    info = find_scenario(game)
    if plot is not None and plot.suffix not in PICTURES:
        raise BadInput(f"--plot {plot}: a picture is a file {' or '.join(PICTURES)}")
    if plot is not None:
        writable(plot)  # known before the first game
    pairing = matches.paired(game, info, players, seed, options)
    wanted = trials(pairing, swept(info, axes))
    tried: list[Tried] = []
    broken = False
    with (
        matches.counted(games * len(wanted)) as advance,
        closing(play_sweep(wanted, games, processes or None)) as played,
    ):
        try:
            for each in played:
                tried.append(each)
                advance()
        except KeyboardInterrupt:
            broken = True
    if found := summed(wanted, tried):
        if plot is not None:
            draw(plot, info, pairing, found)
        if json:
            programs.write(told(info, pairing, games, found))
        else:
            shown(show.console(), info, pairing, found)
    if broken:
        print(f"stopped after {len(tried)} of {games * len(wanted)} games", file=sys.stderr)
        raise KeyboardInterrupt


# ------------------------------------------------------------------------------------------------ what was typed


def swept(info: ScenarioInfo, words: Sequence[str]) -> dict[str, list[int]]:
    """`poland_will=7..11`, `nw_cap=0,20` or `sister_crt=no,yes` as names and the values to try."""
    found: dict[str, list[int]] = {}
    for word in words:
        name, _, said = word.partition("=")
        if name in found:
            raise BadInput(f"--set {name} is said twice: its values go into one list, {name}=7..9,12")
        if name in info.numbers:
            found[name] = numbers(name, said)
        elif name in seats.known(info):
            found[name] = switches(name, said)
        else:
            raise BadInput(f"--set {name}: {_has(info)}")
    return found


def _has(info: ScenarioInfo) -> str:
    """What a scenario has to be tried out with."""
    known = [f"the numbers {', '.join(info.numbers)}" if info.numbers else "no numbers"]
    if info.options:
        known.append(f"the switches {', '.join(seats.known(info))}")
    return f"{info.title} has {' and '.join(known)}"


def switches(name: str, said: str) -> list[int]:
    words = said.split(",")
    if any(word not in SWITCH for word in words):
        raise BadInput(f"--set {name}={said}: a switch is {name}=yes, {name}=no or {name}=no,yes")
    return list(dict.fromkeys(SWITCH[word] for word in words))


def numbers(name: str, said: str) -> list[int]:
    """`7`, `7..11`, `8..20..4`, or several of them with commas."""
    found: dict[int, None] = {}
    for part in said.split(","):
        if not re.fullmatch(r"\d{1,9}(\.\.\d{1,9}){0,2}", part):
            raise BadInput(f"--set {name}={said}: say {name}=9, {name}=7..11, {name}=8..20..4 or {name}=7,9,12")
        first, *more = map(int, part.split(".."))
        last, step = (*more, 1) if len(more) == 1 else more or (first, 1)
        if last < first or step < 1:
            raise BadInput(f"--set {name}={said}: {part} has no values; a range goes up, {name}=7..11")
        if len(values := range(first, last + 1, step)) > MOST_SETTINGS:
            raise BadInput(
                f"--set {name}={said}: {part} has {len(values)} values, a sweep tries {MOST_SETTINGS} at most"
            )
        found |= dict.fromkeys(values)
    return list(found)


# ------------------------------------------------------------------------------------------------ what came of it


def written(value: int) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def label(setting: Mapping[str, int]) -> str:
    return " ".join(f"{name}={written(value)}" for name, value in setting.items())


def as_it_stands(info: ScenarioInfo, setting: Mapping[str, int]) -> str:
    """What the scenario has where nothing else is said."""
    usual = {**info.numbers, **{option.name: option.default for option in info.options}}
    return label({name: usual[name] for name in setting})


def shown(screen: Console, info: ScenarioInfo, pairing: Pairing, found: Sequence[Found]) -> None:
    show.heading(screen, " against ".join(pairing.players), (info.title, "cyan"), (f"seed {pairing.seed}", "dim"))
    grid = begun(found)
    for head in heads(info):
        grid.add_column(head, justify="right", no_wrap=head[0].isdecimal())
    for each in found:
        grid.add_row(*cells(each))
    screen.print(grid)
    screen.print(NOTE, style="dim")
    if pairing.options == info.ready_made:  # a switch may change what is usual
        screen.print(f"as it stands: {as_it_stands(info, found[0].trial.setting)}", style="dim")
    screen.print()
    plotted(screen, found)


def heads(info: ScenarioInfo) -> tuple[str, ...]:
    """What is told of each setting, which stands before it."""
    return "games", f"{info.sides[0]} wins", "draws", "won", "95 % interval", "turns", "seconds"


def cells(found: Found) -> tuple[str, ...]:
    (trial, tally, seconds), (low, high) = found, found.tally.interval
    counts, share = map(str, (tally.games, tally.wins, tally.draws)), f"{tally.wins / tally.games:.1%}"
    setting = map(written, trial.setting.values())
    return (*setting, *counts, share, f"{low:.1%} to {high:.1%}", f"{tally.turns:.1f}", f"{seconds:.2f}")


def sheet(info: ScenarioInfo, found: Sequence[Found]) -> Sheet:
    return Sheet((*found[0].trial.setting, *heads(info)), [cells(each) for each in found], note=NOTE)


def begun(found: Sequence[Found]) -> Grid:
    """A table that begins with what is swept; where this is much, long names are folded at their underscores."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    names = list(found[0].trial.setting)
    for name in names:
        grid.add_column(name if len(names) == 1 else name.replace("_", "_\n"), justify="right", no_wrap=True)
    return grid


def plotted(screen: Console, found: Sequence[Found]) -> None:
    """A line for each setting from 0 to 100 %: the share, and its interval on either side."""
    grid = begun(found)
    width = max(20, min(PLOT, screen.width - 12 * len(found[0].trial.setting) - 8))
    scale = f"0 %{'50 %':^{width - 8}}100 %"
    grid.add_column(scale, vertical="bottom", style="cyan", no_wrap=True)
    for trial, tally, _ in found:
        low, high = tally.interval
        line = whisker(low, tally.wins / tally.games, high, width, screen.options.ascii_only)
        grid.add_row(*map(written, trial.setting.values()), line)
    screen.print(grid)


def whisker(low: float, share: float, high: float, width: int, plain: bool = False) -> str:
    """`···├──●─┤·····`: a dot for nothing, a line for the interval, a disc for the share."""
    nothing, line, left, right, disc = ".-[]o" if plain else "·─├┤●"
    start, at, end = (round(part * (width - 1)) for part in (low, share, high))
    cells = [nothing] * start + [line] * (end - start + 1) + [nothing] * (width - end - 1)
    cells[start], cells[end] = left, right
    cells[at] = disc
    return "".join(cells)


def picture(info: ScenarioInfo, pairing: Pairing, found: Sequence[Found]) -> Picture:
    rows = [
        Share(label(trial.setting), tally.interval[0], tally.wins / tally.games, tally.interval[1])
        for trial, tally, _ in found
    ]
    games = sorted({each.tally.games for each in found})
    below = f"{' against '.join(pairing.players)}, {'-'.join(map(str, games))} games each, 95 % intervals"
    return intervals(f"{info.title}: games won by {info.sides[0].capitalize()}", below, rows)


def draw(path: Path, info: ScenarioInfo, pairing: Pairing, found: Sequence[Found]) -> None:
    drawn = picture(info, pairing, found)
    if path.suffix == ".svg":
        from sandtable.draw.svg import svg

        write_whole(path, svg(drawn, own_fonts=False).encode())
    else:
        from sandtable.draw.raster import png

        write_whole(path, png(drawn))


def told(info: ScenarioInfo, pairing: Pairing, games: int, found: Sequence[Found]) -> dict[str, Any]:
    return {
        "game": pairing.game,
        "players": list(pairing.players),
        "seed": pairing.seed,
        "options": dict(pairing.options),
        "side": info.sides[0],
        "complete": all(each.tally.games == games for each in found),
        "results": [
            {
                "set": dict(trial.setting), "games": tally.games, "wins": tally.wins, "draws": tally.draws,
                "losses": tally.losses, "won": round(tally.wins / tally.games, 4),
                "interval": [round(end, 4) for end in tally.interval], "points": round(tally.points, 3),
                "length": round(tally.length, 1), "turns": round(tally.turns, 2), "seconds": round(seconds, 3),
            } for trial, tally, seconds in found
        ],
    }  # fmt: skip
