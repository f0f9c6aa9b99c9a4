"""The command that draws: the board with its counters, at a scenario's start or in a recorded game, to look at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli import names
from sandtable.cli.lenses import At, Game, opened
from sandtable.core.errors import BadInput
from sandtable.core.state import Position
from sandtable.core.textfile import writable, write_whole
from sandtable.core.views import View, lay_open

if TYPE_CHECKING:
    from sandtable.play.session import Session


def show(
    game: Game,
    at: At = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw it as SVG, for browsers and printers.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw it as PNG.")] = None,
    width: Annotated[int | None, typer.Option(min=200, max=9000, help="Pixels of the PNG from left to right.")] = None,
    side: Annotated[str, typer.Option(help="As this side sees it; all there is if none is named.")] = "",
) -> None:
    """Draw the board with its counters: show gew:campaign --png gew.png, or show FILE --at 120 --png then.png."""
    if svg is None and png is None:
        raise BadInput("show: say --svg OUT or --png OUT, the file to draw")
    for path in filter(None, (svg, png)):
        drawable(path)
    from sandtable.draw.picture import picture_of
    from sandtable.draw.svg import svg as written

    session = opened(game, at)
    loaded = session.scenario
    title = session.system.info(loaded.name).title
    named = [title] if title != session.system.title else []
    drawn = picture_of(seen_by(session, side), loaded, named)
    if svg is not None:
        save(svg, written(drawn).encode())
    if png is not None:
        from sandtable.draw.raster import png as painted

        save(png, painted(drawn, width))


def seen_by(session: Session, side: str = "") -> View:
    """The position as one side sees it, or all that any side sees."""
    scenario = session.scenario
    if side:
        return session.view(scenario.side(side))
    assert isinstance(session.state, Position)
    return lay_open(session.state)


def save(path: Path, content: bytes) -> None:
    write_whole(path, content)
    typer.echo(f"{path}: {len(content) / 1e6:.1f} MB")


def drawable(path: Path) -> None:
    """Refuse a file that cannot be drawn into before anything is drawn."""
    if path.suffix == names.RECORD:
        raise BadInput(f"{path} would be a record of a game by its name: draw into another file")
    writable(path)
