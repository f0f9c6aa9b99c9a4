"""The command that checks a title of one's own: its files, its map drawn, games played at random."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.core.errors import BadInput
from sandtable.core.rules import counted
from sandtable.core.titles import NAMED

if TYPE_CHECKING:
    from sandtable.core.system import Scenario, System

app = typer.Typer(no_args_is_help=True)


@app.callback()
def titles() -> None:
    """Titles of one's own."""


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a title.", show_default=False)],
    png: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Where to draw its map, one for each scenario; DIR/SCENARIO.png by default."),
    ] = None,
    games: Annotated[int, typer.Option(help="How many are played at random.", min=0)] = 10,
    seed: Annotated[str, typer.Option(help="Of these games.")] = "1",
) -> None:
    """Name every fault of a title by file and line; if there is none, draw its map and play it at random."""
    from sandtable.cli.pictures import drawable

    system = series()
    assert system.faults is not None
    for doubt in system.doubts(folder) if system.doubts is not None else ():
        typer.echo(f"warning: {doubt}", err=True)
    if found := system.faults(folder):
        for fault in found:
            typer.echo(str(fault), err=True)
        typer.echo(f"{folder}: {len(found)} fault{'s' * (len(found) > 1)}", err=True)
        raise typer.Exit(2)
    os.environ[NAMED] = str(folder)
    wrong = 0
    names = sorted(path.stem for path in (folder / "scenarios").glob("*.toml"))
    for name in names:
        scenario = system.load(name)
        begun = system.begin(scenario)
        out = folder / f"{name}.png" if png is None else png.with_stem(f"{png.stem}-{name}") if names[1:] else png
        drawable(out)
        draw(system, scenario, out)
        typer.echo(f"{name}: {len(scenario.counters)} counters, {len(scenario.board.playable)} hexes, drawn in {out}")
        if absent := [id for nth, id in enumerate(scenario.counters.ids) if begun.hex_of[nth] < 0]:
            typer.echo(f"{name}: {len(absent)} of them not in play: {', '.join(absent)}")
        for line in played(system, scenario, games, seed):
            wrong += line.startswith("!")
            typer.echo(line.removeprefix("!"), err=line.startswith("!"))
    if wrong:
        raise typer.Exit(1)


def series() -> System[Any]:
    """The system whose titles are folders."""
    from sandtable.core.system import System, codes, find

    for code in codes():
        if isinstance(found := find(code), System) and found.faults is not None:
            return found
    raise BadInput("no system here has titles of one's own")


def draw(system: System[Any], scenario: Scenario, out: Path) -> None:
    from sandtable.core.textfile import write_whole
    from sandtable.core.views import lay_open
    from sandtable.draw.picture import picture_of
    from sandtable.draw.raster import png as painted

    drawn = picture_of(lay_open(system.begin(scenario)), scenario, [system.info(scenario.name).title])
    write_whole(out, painted(drawn, None))


def played(system: System[Any], scenario: Scenario, games: int, seed: str) -> Iterator[str]:
    """How random games went; a line that begins with ! tells what could never be."""
    from collections import Counter
    from random import Random

    from sandtable.bench.games import fall
    from sandtable.core.flow import Over, Roll, answer, run
    from sandtable.play.explain import reason, result
    from sandtable.players.randomly import answer_randomly

    ends, made = Counter[str](), 0
    for nth in range(games):
        rng, state = Random(f"{seed} {nth}"), system.begin(scenario)
        while not isinstance(wait := run(state), Over):
            if wrong := system.audit(state):
                yield f"!{scenario.name}, game {nth + 1} of seed {seed}: {reason(scenario, wrong[0])}"
                return
            if isinstance(wait, Roll):
                answer(state, fall(wait, rng))
            else:
                answer(state, answer_randomly(state, wait, rng))
                made += 1
        ends[result(scenario, wait.outcome)] += 1
    if games:
        told = ", ".join(f"{often} x {words}" for words, often in ends.most_common())
        tried = f"{counted(games, 'random game')}, {counted(made, 'decision')}"
        yield f"{scenario.name}: {tried}, nothing impossible in them: {told}"
