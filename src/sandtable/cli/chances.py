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
from sandtable.play.explain import signed
from sandtable.play.odds import Odds

SIDES = ("attacker", "defender")
TIMES = ", times"  # ends the label of a term that multiplies
EIGHTHS = " ▏▎▍▌▋▊▉"


def show(screen: Console, odds: Odds, meanings: Mapping[str, str]) -> None:
    heading(screen, odds.title, (str(odds.citation), "cyan"))
    screen.print()
    if odds.terms:
        _sum(screen, odds.terms)
        screen.print()
    _bars(screen, odds, meanings)


# ------------------------------------------------------------------------------------------------ what went into it


def groups(terms: Breakdown) -> dict[str, list[Term]]:
    """Terms by what stands before the colon of their labels, if it is a side or a roll. Both sides, or none."""
    found: dict[str, list[Term]] = {}
    if any(term.label.startswith(f"{side}: ") for term in terms for side in SIDES):
        found |= {side: [] for side in SIDES}
    for term in terms:
        before, colon, after = term.label.partition(": ")
        is_group = colon and (before in SIDES or before.endswith(" roll"))
        found.setdefault(before if is_group else "", []).append(term._replace(label=after) if is_group else term)
    return found


def total(terms: Sequence[Term]) -> int | Fraction:
    """The sum of one side's modifiers: without halvings, and without what happens elsewhere or perhaps."""
    return sum((term.value for term in terms if not _is_apart(term)), start=0)


def _is_apart(term: Term) -> bool:
    return term.label.startswith(("halved", "in the air")) or term.label.endswith("if the air combat grants it")


def _sum(screen: Console, terms: Breakdown) -> None:
    found = groups(terms)
    longest = max((len(term.label) for inside in found.values() for term in inside), default=0)
    for group, inside in found.items():
        if group:
            screen.print(Text(f"{group}  {_total_words(inside)}", style="bold"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, min_width=7)
        grid.add_column(width=min(longest, screen.width - 20))
        grid.add_column(style="dim", no_wrap=True)
        for term in inside:
            grid.add_row(_value(term, bool(group)), term.label.removesuffix(TIMES), term.rule)
        if inside:
            screen.print(grid)


def _total_words(inside: Sequence[Term]) -> str:
    """`+3, then halved`."""
    halvings = sum(term.label.startswith("halved") for term in inside)
    then = f", then halved{'' if halvings == 1 else f' {halvings} times'}" if halvings else ""
    return f"{signed(total(inside))}{then}"


def _value(term: Term, is_modifier: bool) -> str:
    if term.label.startswith("halved") or term.label.endswith(TIMES):
        return f"×{term.value}"
    said = signed(term.value) if term.value or is_modifier else ""
    return f"({said})" if _is_apart(term) else said


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
        parts = (words or str(key.kind), *_default(key))
        grid.add_row(f"{key.name}=", Text.assemble(key.help, *((f" · {part}", "dim") for part in parts)))
    screen.print(grid, width=min(screen.width, PROSE + 20))
    screen.print()
    screen.print(Text(f"sandtable odds {reference.code}.{asked.name} key=value ...", style="dim"))


def _default(key: Key) -> list[str]:
    if key.default in (None, ""):
        return []
    said = {True: "yes", False: "no"}[key.default] if isinstance(key.default, bool) else key.default
    return [f"else {said}"]
