"""The command that draws: a scenario's board with its counters, as a file to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli import names
from sandtable.core.errors import BadInput
from sandtable.core.system import Scenario, System, find_system
from sandtable.core.views import Seen, View

READY_MADE = "automatic_setup"  # the option, where a scenario has it, that places every counter at once


def show(
    system: Annotated[str, typer.Argument(autocompletion=names.complete_system, help="Like gew.")],
    scenario: Annotated[str, typer.Argument(help="One of its scenarios; the first if none is named.")] = "",
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw it as SVG, for browsers and printers.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw it as PNG.")] = None,
    width: Annotated[int | None, typer.Option(min=200, max=9000, help="Pixels of the PNG from left to right.")] = None,
    side: Annotated[str, typer.Option(help="As this side sees it; all there is if none is named.")] = "",
) -> None:
    """Draw the board of a SCENARIO with its counters at start: show gew --png gew.png."""
    if svg is None and png is None:
        raise BadInput("show: say --svg OUT or --png OUT, the file to draw")
    from sandtable.draw.picture import picture_of
    from sandtable.draw.svg import svg as written

    played = find_system(system)
    loaded = load(played, scenario)
    titles = {each.name: each.title for each in played.scenarios()}
    drawn = picture_of(
        start(loaded, side), loaded, [titles[loaded.name]] if titles[loaded.name] != played.title else []
    )
    if svg is not None:
        save(svg, written(drawn).encode())
    if png is not None:
        from sandtable.draw.raster import png as painted

        save(png, painted(drawn, width))


def load(system: System, name: str) -> Scenario:
    """A scenario, with the ready-made set-up where it has one."""
    known = {each.name: each for each in system.scenarios()}
    chosen = name or next(iter(known))
    options = {option.name for option in known[chosen].options} if chosen in known else set()
    return system.load(chosen, {READY_MADE: True} if READY_MADE in options else None)


def start(scenario: Scenario, side: str = "") -> View:
    """The position before the first question: as one side sees it, or all that any side sees."""
    from sandtable.play.session import Session

    session = Session(scenario, seed="")
    if side:
        return session.view(scenario.side(side))
    views = [session.view(scenario.side(each)) for each in scenario.sides]
    found: dict[int, Seen] = {}
    for view in views:
        found |= {seen.unit: seen for seen in view.units if seen.unit is not None and seen.unit not in found}
    tracks = {name: said for view in reversed(views) for name, said in view.tracks.items()}
    return View(views[0].side, views[0].scenario, tuple(found.values()), views[0].control, tracks)


def save(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error
    typer.echo(f"{path}: {len(content) / 1e6:.1f} MB")
