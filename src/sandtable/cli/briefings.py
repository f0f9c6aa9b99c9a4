"""What a game is about, at the terminal: by a command before it, in a few lines as it begins, by a word in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from sandtable.cli import lenses
from sandtable.cli.lenses import At, Game, Json

LEAST_ROOM = 8  # lines of the screen that are left to the question
INDENT = 8  # of a line that is folded


def briefing(
    game: Game,
    at: At = None,
    side: Annotated[str, typer.Option(help="As this side may see it; all there is if none is named.")] = "",
    json: Json = False,
) -> None:
    """Tell what a game is about: who fights, what counts and who has it, how it ends, what to do first."""
    from rich.markup import escape

    from sandtable.cli import programs, prompt, show
    from sandtable.cli.words import fold
    from sandtable.play.briefing import brief, brief_lines

    session = lenses.opened(game, at)
    found = brief(session.state, session.scenario.side(side) if side else None)
    if json:
        programs.write(asdict(found))
        return
    screen = show.console()
    prompt.say(screen, f"[bold]{escape(found.title)}[/bold]")
    fold(screen, brief_lines(found, session.system.book))


def opening(lines: Sequence[str], width: int, height: int) -> list[str]:
    """As many of the lines as there is room for, and how to read on."""
    found, room = list[str](), height - LEAST_ROOM
    for line in lines:
        room -= -(-len(line) // (width - INDENT))
        if room < 1:
            break
        found.append(line)
    return [*found, "`briefing` tells the rest: what counts and who has it, how the game ends."]
