"""The benchmark on a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from sandtable.bench import FIGURES

KERNELS = (
    "flood_",
    "reach_",
    "trace_",
    "zone_",
    "decisions_",
    "games_",
    "supply_",
    "attack_",
)  # what the kernels have a part in
UNITS = {"us": "µs", "ms": "ms", "per_s": "a second"}


def show(screen: Console, found: Mapping[str, Any]) -> None:
    """A line for each figure, compiled and plain side by side."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("what", overflow="fold")
    ways = [way for way in ("compiled", "plain") if way in found]
    for way in ways:
        grid.add_column(way, justify="right")
    grid.add_column("")
    for name, label in FIGURES.items():
        if any(name in found[way] for way in ways):
            unit = next(said for ending, said in UNITS.items() if name.endswith(ending))
            label = label if name.startswith(KERNELS) else f"{label} *"
            grid.add_row(label, *(_figure(found[way].get(name)) for way in ways), unit)
    screen.print(grid)
    screen.print("* the kernels have no part in it: both ways run the same code", style="dim")
    for name in found[ways[0]].get("scenarios", ()):
        each = [found[way]["scenarios"][name]["decisions_per_s"] for way in ways]
        screen.print(f"{name}: {' compiled, '.join(map(_figure, each))} {ways[-1]}, decisions a second")
        seen = [found[ways[0]]["scenarios"][name][f"{what}_us"] for what in ("view", "guess")]
        screen.print(f"{name}: view {_figure(seen[0])} µs, guess {_figure(seen[1])} µs")
    for way in ways:
        if "profile" in found[way]:
            screen.print(f"\nwhere random games spend their time, {way}:")
            screen.print(_profile(found[way]["profile"]))
    if all("decisions_per_s" not in found[way] for way in ways):
        screen.print(
            "The test battle stands among the tests of a checkout: without them its decisions are not measured."
        )


def _profile(lines: Sequence[Mapping[str, Any]]) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for heading, justify in (("function", "left"), ("calls", "right"), ("own time", "right")):
        grid.add_column(heading, justify=justify)  # type: ignore[arg-type]  # these words are its own
    for line in lines:
        grid.add_row(line["function"], f"{line['calls']:,}", f"{line['percent']} %")
    return grid


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
