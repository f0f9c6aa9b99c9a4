"""After the game, at the terminal: what the dice did to whom, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.lenses import Json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from sandtable.cli.curves import Curve
    from sandtable.play.session import Session
    from sandtable.play.timeline import Timeline
    from sandtable.players.luck import Fall, Luck
    from sandtable.players.review import Review

File = Annotated[Path, typer.Argument(help="A record of a game.", show_default=False)]
SIDES = ("green", "red")  # colours of the first side and the other
BLOCK, DOT = "█#", "•o"  # marks, and what stands for them where only ASCII is to be had


def luck(file: File, json: Json = False) -> None:
    """Tell every roll of a record with its chance and what it was worth, and who had the luck: luck g.game --json."""
    from sandtable.cli import programs, show
    from sandtable.players.luck import luck as weighed

    timeline = _played(file)
    found = weighed(timeline)
    if json:
        programs.write(asdict(found))
    else:
        show_luck(show.console(), timeline.session, found)


def review(file: File, json: Json = False) -> None:
    """Look back on a record: the score and the computer's estimate from phase to phase, and where the game turned."""
    from sandtable.cli import programs, show
    from sandtable.players.review import review as reviewed

    timeline = _played(file)
    found = reviewed(timeline)
    if json:
        programs.write(asdict(found))
    else:
        show_review(show.console(), timeline.session, found, file)


def _played(file: Path) -> Timeline:
    from sandtable.play.opening import replay
    from sandtable.play.record import Record
    from sandtable.play.timeline import Timeline

    return Timeline(replay(Record.load(file), path=file))


# ------------------------------------------------------------------------------------------------ on a screen


def show_luck(screen: Console, session: Session, found: Luck) -> None:
    from sandtable.cli import show
    from sandtable.cli.curves import Curve
    from sandtable.core.rules import counted

    show.heading(screen, "Luck", (_title(session), "cyan"))
    _since(screen, found.since)
    if not found.rolls:
        screen.print("no dice were rolled")
        return
    last, sampled = found.rolls[-1].fortune, sum(not roll.exact for roll in found.rolls)
    rolls = counted(len(found.rolls), "roll")
    screen.print(f"{rolls}; all in all the dice were worth {_worth(session, last)}")
    screen.print()
    values = [roll.fortune for roll in found.rolls]
    block = BLOCK[screen.options.ascii_only]
    _draw(screen, [Curve(values, block, SIDES, filled=True)], [roll.turn for roll in found.rolls])
    first, other = session.scenario.spoken_sides[:2]
    screen.print(f"above: the dice were for {first}; below: for {other}; in points", style="dim")
    if found.decided:
        screen.print()
        show.heading(screen, "What decided")
        screen.print(_rolls(session, [found.rolls[nth] for nth in found.decided]))
    screen.print()
    show.heading(screen, "Every roll")
    screen.print(_rolls(session, found.rolls))
    if sampled:
        screen.print(f"~ of {counted(sampled, 'roll')} a sample was weighed: too much could follow", style="dim")


def show_review(screen: Console, session: Session, found: Review, file: Path) -> None:
    from rich.text import Text

    from sandtable.cli import show
    from sandtable.cli.curves import Curve

    show.heading(screen, "Review", (_title(session), "cyan"))
    _since(screen, found.since)
    screen.print(found.outcome or "The game is not over.")
    screen.print()
    plain = screen.options.ascii_only
    curves = [
        Curve([point.estimate for point in found.points], DOT[plain], ("yellow", "yellow")),
        Curve([point.score for point in found.points], "=" if plain else "━", SIDES),
    ]
    _draw(screen, curves, [point.turn for point in found.points])
    first = session.scenario.spoken_sides[0]
    said = f"{curves[1].mark} the score, {curves[0].mark} the computer's estimate: points that {first} is ahead by"
    screen.print(said, style="dim")
    screen.print()
    show.heading(screen, "Where it turned")
    if not found.turning:
        screen.print("nowhere: it went its way step by step")
        return
    grid = _grid("input", "swing", "what happened", right=(0, 1))
    for each in found.turning:
        where = ", ".join(filter(None, (each.when, each.phase)))
        text = Text.assemble(_cited(session, each.text, each.rule), (f"\n{where}", "dim"))
        grid.add_row(str(each.at), _worth(session, each.swing), text)
    screen.print(grid)
    screen.print()
    at = found.turning[0].at
    show.hint(screen, "look at the game before it:", f"replay {file} --at {at}")


def _draw(screen: Console, curves: Sequence[Curve], turns: Sequence[int]) -> None:
    from sandtable.cli.curves import plotted
    from sandtable.cli.show import PROSE

    for line in plotted(curves, turns, min(screen.width, PROSE), screen.options.ascii_only):
        screen.print(line)


def _rolls(session: Session, rolls: Iterable[Fall]) -> Grid:
    grid = _grid("input", "chance", "worth", "what happened", right=(0, 1, 2))
    for roll in rolls:
        about = "" if roll.exact else "~"
        lines = ((roll.text, roll.rule), (roll.then, roll.then_rule))
        text = "\n".join(_cited(session, *line) for line in lines if line[0])
        grid.add_row(str(roll.n), f"{roll.share:.1%}", about + _worth(session, roll.worth), text)
    return grid


def _grid(*heads: str, right: tuple[int, ...]) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for nth, head in enumerate(heads):
        grid.add_column(head, justify="right" if nth in right else "left", no_wrap=nth in right)
    return grid


def _cited(session: Session, text: str, rule: str) -> str:
    return f"{text} ({session.system.book} {rule})" if rule else text


def _worth(session: Session, points: float) -> str:
    """`2.4 Axis`: to whom it was worth so much."""
    if round(points, 1) == 0:
        return "nothing"
    return f"{abs(points):.1f} {session.scenario.spoken_sides[points < 0]}"


def _title(session: Session) -> str:
    return session.system.info(session.scenario.name).title


def _since(screen: Console, since: int) -> None:
    if since:
        screen.print(f"up to input {since} other rules were in force: nothing is told of what was before", style="dim")
