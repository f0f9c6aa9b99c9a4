"""Odds on a screen: what went into them, then a line and a bar for each result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sandtable.cli.names import others_of, words_of
from sandtable.cli.show import PROSE, heading, hint, pairs
from sandtable.core.chartfile import Charts
from sandtable.core.charts import Lines, Table, WordAxis, decimal
from sandtable.core.rules import Breakdown, Term
from sandtable.core.system import Chance, Key, Reference
from sandtable.play.explain import figure, signed
from sandtable.play.odds import Odds, charts_of

WHOSE = {"house": "uses house values", "yours": "your chart"}
HALF = Fraction(1, 2)
HALVED = {1: "halved", 2: "halved twice"}
MANY = 12  # more other names than these would bury the words themselves
EIGHTHS = " ▏▎▍▌▋▊▉"


def show(
    screen: Console,
    odds: Odds,
    meanings: Mapping[str, str],
    origins: Mapping[str, Sequence[str]],
    assumed: Mapping[str, str],
) -> None:
    heading(screen, odds.title, (str(odds.citation), "cyan"))
    for whose, names in origins.items():
        if names:
            screen.print(Text(f"{WHOSE[whose]}: {', '.join(names)}", style="dim"))
    if assumed:
        said = " ".join(f"{name}={value}" for name, value in assumed.items())
        screen.print(Text(f"assumed: {said}", style="dim"), width=min(screen.width, PROSE))
    screen.print()
    if odds.terms:
        _sum(screen, odds.terms)
        screen.print()
    _bars(screen, odds, meanings)


def assumed(asked: Chance) -> dict[str, str]:
    """What counts where nothing is said: words and numbers that are not nothing; if all are, the noughts."""
    said = {key.name: key.default for key in asked.keys if key.default not in (None, "") and key.default is not False}
    counted = {name: value for name, value in said.items() if value != 0} or said
    return {name: "yes" if value is True else str(value) for name, value in counted.items()}


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
    longest = max(len(str(term.label)) for term in terms)
    for group in terms.groups:
        inside = terms.of(group)
        if group:
            screen.print(Text("  ".join(filter(None, (group, _total(screen, inside)))), style="bold"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, min_width=7)
        grid.add_column(width=min(longest, screen.width - 20))
        grid.add_column(style="dim", no_wrap=True)
        for term in inside:
            grid.add_row(_figure(screen, term), str(term.label), term.rule)
        screen.print(grid)


def _total(screen: Console, inside: Breakdown) -> str:
    """`+3, then ×1/2`: nothing where there is nothing to add up, or a line of its own says what comes of it."""
    if any(term.how == "=" for term in inside) or all(term.how == "note" for term in inside):
        return ""
    times = [term for term in inside if term.how == "×"]
    if not times:
        return signed(inside.total)
    halved = HALVED.get(len(times), f"halved {len(times)} times") if all(term.value == HALF for term in times) else ""
    return f"{signed(inside.total)}, then {halved or ' '.join(_figure(screen, term) for term in times)}"


def _figure(screen: Console, term: Term) -> str:
    """Strengths in decimals, 4.5; what multiplies as it is printed, ×1/2."""
    said = figure(term) if term.how == "×" else figure(term).replace(str(term.value), decimal(term.value))
    return said.replace("×", "x") if screen.options.ascii_only else said


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
    """What results do: by a table of missions and results, by the list `<name>_results` or the one the odds name, by
    the chart of that name, or by one that knows them all."""
    known: dict[str, str] = {}
    for chart in charts.values():
        if isinstance(chart, Table) and all(result in chart.meaning for result in results):
            known |= chart.meaning
            break
    own = charts.get(asked.name)
    known |= own.meaning if own else {}
    listed = charts.get(asked.results or f"{asked.name}_results")
    if isinstance(listed, Lines):
        known |= listed.meaning
        texts = {code: line.text for line in listed.lines for code in line.value.split(", ")}
        known |= {result: texts[code] for result in results if (code := re.sub(r"\+\d+$", "", result)) in texts}
    for chart in charts.values():
        known |= _of_mission(chart, asked.name) if isinstance(chart, Table) else {}
    return {result: known[result] for result in results if result in known}


def _of_mission(chart: Table, name: str) -> dict[str, str]:
    """The row of a table that tells what each result does in each mission (GEW 24.7)."""
    first, last = chart.axes[0], chart.axes[-1]
    if last.name != "result" or not isinstance(first, WordAxis) or name not in first.places:
        return {}
    row = {result: chart.read(name, result) for result in last.labels}
    return {
        result: ", then ".join(row.get(part, part) for part in text.split(", then ")) for result, text in row.items()
    }


# ------------------------------------------------------------------------------------------------ what may be said


def keys(screen: Console, reference: Reference, asked: Chance) -> None:
    heading(screen, asked.title, (f"{reference.book} {asked.rule}", "cyan"), (f"{len(asked.keys)} keys", "dim"))
    screen.print()
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for key in asked.keys:
        words = "yes or no" if key.kind == "flag" else ", ".join(_words(reference, asked, key))
        parts = (words or str(key.kind), *_bounds(reference, asked, key), *_default(key))
        grid.add_row(f"{key.name}=", Text.assemble(key.help, *((f" · {part}", "dim") for part in parts)))
    screen.print(grid, width=min(screen.width, PROSE + 20))
    screen.print()
    hint(screen, "", f"odds {reference.code}.{asked.name} key=value ...")


def _words(reference: Reference, asked: Chance, key: Key) -> list[str]:
    """The words of a key, with their other names behind them where those are few."""
    known, words = others_of(reference, key), words_of(reference, asked, key)
    others = known.aliases if known and len(known.every) - len(known.words) <= MANY else {}
    return [f"{word} ({', '.join(others[word])})" if word in others else word for word in words]


def _bounds(reference: Reference, asked: Chance, key: Key) -> list[str]:
    return [f"{key.within} ({reference.book} {key.rule or asked.rule})"] if key.bounds else []


def _default(key: Key) -> list[str]:
    if key.default in (None, ""):
        return []
    said = {True: "yes", False: "no"}[key.default] if isinstance(key.default, bool) else key.default
    return [f"else {said}"]
