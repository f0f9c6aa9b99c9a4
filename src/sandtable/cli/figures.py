"""The benchmark on a screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table as Grid

from sandtable.bench import kept
from sandtable.bench.profile import Line, profiled
from sandtable.bench.rounds import ENGINE, FIGURES, YARDSTICK, Run, chosen, measured, ways
from sandtable.cli import programs, show
from sandtable.core.errors import BadInput
from sandtable.core.textfile import writable

LEAST_ROUNDS = 3  # of a run that is compared
UNITS = {"us": "µs", "ms": "ms", "per_s": "a second"}


def bench(what: Sequence[str], rounds: int, keep: Path | None, compare: Path | None, profile: bool, json: bool) -> None:
    subjects, screen = chosen(what), show.console()
    if profile and (keep or compare or json):
        raise BadInput("--profile is shown, not kept, compared or given to programs: leave the other option out")
    if profile:
        for subject in subjects:
            if subject != ENGINE:
                _show_profile(screen, subject)
        return
    then = None if compare is None else kept.read(compare)
    if then is not None:
        _comparable(then, subjects, rounds)
    if keep is not None:  # before minutes of work
        writable(keep)
        if keep.exists():
            kept.read(keep)  # only a run is written over
    run = measured(subjects, ways(), rounds, _tell)
    if keep is not None:
        kept.keep(run, keep)
    changes = [] if then is None else list(kept.changes(then, run))
    if json:
        programs.write(run.plain() | ({"changes": [change._asdict() for change in changes]} if then else {}))
    elif then is None:
        _show(screen, run)
    else:
        show_changes(screen, then, run, changes)
    if any(change.is_lost for change in changes):
        raise typer.Exit(1)


def _comparable(then: Run, subjects: Sequence[str], rounds: int) -> None:
    """Before minutes of work: is there anything to compare, and will the noise be known?"""
    if rounds < LEAST_ROUNDS:
        raise BadInput(
            f"{rounds} rounds do not tell the noise, without which nothing can be compared: {LEAST_ROUNDS} do"
        )
    if not any(subject in then.ways.get(way, ()) for way in ways() for subject in subjects):
        raise BadInput(f"the run that was kept has none of {', '.join(subjects)}")


def _tell(what: str) -> None:
    """What is being measured, on a line that is written over, where somebody watches."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{what}")


def _show(screen: Console, run: Run) -> None:
    """A line for each figure, the ways side by side."""
    _end_telling()
    subjects = [subject for subject in next(iter(run.ways.values())) if subject]
    for subject in subjects:
        grid = _grid((subject, "left"), *((way, "right") for way in run.ways), ("", "left"), ("noise", "right"))
        for name, label in FIGURES.items():
            found = [figures[subject][name] for figures in run.ways.values() if name in figures[subject]]
            if found:
                noise = max(figure.noise for figure in found)
                grid.add_row(label, *(_figure(figure.best) for figure in found), _unit(name), f"{noise:.0%}")
        screen.print(grid)
        screen.print()
    yardstick = ", ".join(f"{_figure(figures[''][YARDSTICK].best)} {way}" for way, figures in run.ways.items())
    screen.print(f"yardstick of plain Python work: {yardstick}, a second ({run.machine}, Python {run.python})")


def show_changes(screen: Console, then: Run, now: Run, changes: Sequence[kept.Change]) -> None:
    _end_telling()
    told = [("what", "left"), ("then", "right"), ("now", "right"), ("", "left"), ("times", "right"), ("noise", "right")]
    for way, machine in kept.machines(then, now).items():
        screen.print(f"sandtable {then.release} (Python {then.python}) and {now.release} ({now.python}), {way}")
        if not then.beside:
            said = f"the yardstick is done {machine.best:.2f} times as fast as then (± {machine.noise:.0%})"
            screen.print(f"{said}: taken out below", style="dim")
        for subject in dict.fromkeys(change.subject for change in changes if change.way == way):
            grid = _grid(*((subject if head == "what" else head, side) for head, side in told), ("", "left"))
            for change in changes:
                if (change.way, change.subject) == (way, subject):
                    grid.add_row(*_row(change))
            screen.print(grid)
            screen.print()
    lost = sum(change.is_lost for change in changes)
    screen.print(f"{len(changes)} figures compared: {lost} slower by more than {kept.MOST_LOST:.0%} beyond the noise")


def _row(change: kept.Change) -> tuple[str, ...]:
    then, now = _figure(change.then.best), _figure(change.now.best)
    times, noise = f"{change.ratio:.2f}", f"± {change.noise:.0%}"
    return FIGURES[change.name], then, now, _unit(change.name), times, noise, change.verdict


def _show_profile(screen: Console, subject: str) -> None:
    found = profiled(subject)
    for head, lines in (("layer", found.layers), ("function", found.functions)):
        screen.print(_profile(f"{subject}, by {head}", lines))
        screen.print()


def _profile(head: str, lines: Sequence[Line]) -> Grid:
    grid = _grid((head, "left"), ("calls a decision", "right"), ("own time", "right"))
    for line in lines:
        grid.add_row(line.name, f"{line.calls:.1f}", f"{line.part:.1%}")
    return grid


def _grid(*columns: tuple[str, str]) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for heading, justify in columns:
        grid.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]  # these words are its own
    return grid


def _end_telling() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")


def _unit(name: str) -> str:
    return next(said for ending, said in UNITS.items() if name.endswith(ending))


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
