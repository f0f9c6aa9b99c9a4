"""Odds on a screen: what went into them, then a line and a bar for each result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sandtable.cli.names import words_of
from sandtable.cli.show import PROSE, heading, pairs
from sandtable.core.chartfile import Charts
from sandtable.core.charts import Lines, Table
from sandtable.core.rules import Breakdown, Term
from sandtable.core.system import Chance, Key, Reference
from sandtable.play.explain import figure, signed
from sandtable.play.odds import Odds, charts_of

WHOSE = {"house": "uses house values", "yours": "your chart"}
EIGHTHS = " ▏▎▍▌▋▊▉"


def show(screen: Console, odds: Odds, meanings: Mapping[str, str], origins: Mapping[str, Sequence[str]]) -> None:
    heading(screen, odds.title, (str(odds.citation), "cyan"))
    for whose, names in origins.items():
        if names:
            screen.print(Text(f"{WHOSE[whose]}: {', '.join(names)}", style="dim"))
    screen.print()
    if odds.terms:
        _sum(screen, odds.terms)
        screen.print()
    _bars(screen, odds, meanings)


def origins(reference: Reference, asked: Chance) -> dict[str, list[str]]:
    """Which of the charts it reads are not printed ones: ours, or from the folder of --data."""
    charts = charts_of(reference)
    read = [name for name in asked.charts or (asked.name,) if name in charts]
    house = [name for name in read if charts[name].origin == "house" and name not in charts.overlaid]
    yours = [name for name in read if name in charts.overlaid]
    named = {"house": house, "yours": yours}
    return {whose: [f"{reference.code}.{name}" for name in names] for whose, names in named.items()}


# ------------------------------------------------------------------------------------------------ what went into it


def _sum(screen: Console, terms: Breakdown) -> None:
    """Each group with its sum, a line for each of its terms."""
    longest = max(len(term.label) for term in terms)
    for group in terms.groups:
        inside = terms.of(group)
        if group:
            screen.print(Text("  ".join(filter(None, (group, _total(screen, inside)))), style="bold"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, min_width=7)
        grid.add_column(width=min(longest, screen.width - 20))
        grid.add_column(style="dim", no_wrap=True)
        for term in inside:
            grid.add_row(_figure(screen, term), term.label, term.rule)
        screen.print(grid)


def _total(screen: Console, inside: Breakdown) -> str:
    """`+3, then ×1/2`: nothing where there is nothing to add up, or a line of its own says what comes of it."""
    if any(term.how == "=" for term in inside) or all(term.how == "note" for term in inside):
        return ""
    times = " ".join(_figure(screen, term) for term in inside if term.how == "×")
    return f"{signed(inside.total)}, then {times}" if times else signed(inside.total)


def _figure(screen: Console, term: Term) -> str:
    return figure(term).replace("×", "x") if screen.options.ascii_only else figure(term)


# ------------------------------------------------------------------------------------------------ what comes of it


def percent(chance: Fraction) -> str:
    shown = f"{float(chance * 100):.1f}%"
    return "<0.1%" if shown == "0.0%" and chance else shown


def bar(share: float, width: int, plain: bool = False) -> str:
    """Blocks down to an eighth; number signs where there are no blocks."""
    if plain:
        return "#" * max(round(share * width), 1)
    whole, part = divmod(max(round(share * width * 8), 1), 8)
    return "█" * whole + EIGHTHS[part].strip()


def _bars(screen: Console, odds: Odds, meanings: Mapping[str, str]) -> None:
    """Meanings stand behind the bars if all of them fit there, else below."""
    most = max(odds.values())
    fixed = max(map(len, odds)) + max(len(str(chance)) for chance in odds.values()) + 6 + 3 * 2
    length = min(30, max(screen.width - fixed, 8))
    room = screen.width - fixed - length - 2
    beside = bool(meanings) and max(map(len, meanings.values())) <= room
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", overflow="fold")
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(style="cyan", no_wrap=True, width=length if beside else None)
    grid.add_column(style="dim")
    for result, chance in odds.items():
        blocks = bar(float(chance / most), length, screen.options.ascii_only)
        grid.add_row(result, str(chance), percent(chance), blocks, meanings.get(result, "") if beside else "")
    screen.print(grid)
    if meanings and not beside:
        screen.print()
        rows = [(result, meanings[result]) for result in odds if result in meanings]
        screen.print(pairs(rows, "dim"), width=min(screen.width, PROSE))


def meanings(charts: Charts, asked: Chance, results: Sequence[str]) -> dict[str, str]:
    """What results do: by the list `<name>_results`, by the chart of that name, or by one that knows them all."""
    known: dict[str, str] = {}
    for chart in charts.values():
        if isinstance(chart, Table) and all(result in chart.meaning for result in results):
            known |= chart.meaning
            break
    own = charts.get(asked.name)
    known |= own.meaning if own else {}
    listed = charts.get(f"{asked.name}_results")
    if isinstance(listed, Lines):
        texts = {code: line.text for line in listed.lines for code in line.value.split(", ")}
        known |= {result: texts[code] for result in results if (code := re.sub(r"\+\d+$", "", result)) in texts}
    return {result: known[result] for result in results if result in known}


# ------------------------------------------------------------------------------------------------ what may be said


def keys(screen: Console, reference: Reference, asked: Chance) -> None:
    heading(screen, asked.title, (f"{reference.book} {asked.rule}", "cyan"), (f"{len(asked.keys)} keys", "dim"))
    screen.print()
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for key in asked.keys:
        words = "yes or no" if key.kind == "flag" else ", ".join(words_of(reference, asked, key))
        parts = (words or str(key.kind), *_bounds(reference, asked, key), *_default(key))
        grid.add_row(f"{key.name}=", Text.assemble(key.help, *((f" · {part}", "dim") for part in parts)))
    screen.print(grid, width=min(screen.width, PROSE + 20))
    screen.print()
    screen.print(Text(f"sandtable odds {reference.code}.{asked.name} key=value ...", style="dim"))


def _bounds(reference: Reference, asked: Chance, key: Key) -> list[str]:
    return [f"{key.within} ({reference.book} {key.rule or asked.rule})"] if key.bounds else []


def _default(key: Key) -> list[str]:
    if key.default in (None, ""):
        return []
    said = {True: "yes", False: "no"}[key.default] if isinstance(key.default, bool) else key.default
    return [f"else {said}"]
