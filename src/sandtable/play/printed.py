"""How a printed chart is laid out on any page: which columns are labels, what heads them, how lists are indented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Line, Lines, OddsAxis, Table


def has_plain_columns(chart: Table) -> bool:
    """Column labels across the top, and not ranges of the roll in the cells."""
    last = chart.axes[-1]
    return isinstance(last, OddsAxis) or chart.layout.heads[0][1:] == last.labels


def label_count(chart: Table) -> int:
    """How many of its columns name the row."""
    return 1 if len(chart.axes) == 1 or has_plain_columns(chart) else len(chart.axes) - 1


def axes_line(chart: Table) -> str:
    """`2d6 and modifiers down, odds across (a line for each terrain), columns may shift`."""
    rolled = f"{chart.dice}{' and modifiers' if chart.modified else ''}" if chart.dice else ""
    rolled = " + ".join([rolled, *chart.plus]) if rolled else ""
    names = [rolled or axis.name if axis.name == "roll" else axis.name for axis in chart.axes]
    if len(chart.axes) == 1:
        line = f"by {names[0]}"
    elif not has_plain_columns(chart):
        line = f"{' and '.join(names[:-1])} down, results across, {names[-1]} in the cells"
    else:
        line = f"{names[0]} down, {names[1]} across"
    if isinstance(chart.axes[-1], OddsAxis):
        line += f" (a line for each {chart.axes[-1].by})"
    return f"{line}, columns may shift" if chart.shift else line


class Entry(NamedTuple):
    """A line of a list, the heading it stands under, and how far it is indented."""

    line: Line
    heading: str
    depth: int


def outline(chart: Lines) -> Iterator[Entry]:
    """Lines under the headings of their groups; a group that is itself a line of the list (a phase) indents."""
    depth: dict[str, int] = {}
    for line in chart.lines:
        inside = depth.get(line.group.casefold(), 0)
        depth[line.text.casefold()] = inside + 1
        yield Entry(line, "" if inside else line.group, inside)


class PrintedLine(NamedTuple):
    """A line of a list, or a row of a table, by a name that stays: `ground_drm.germany`, `weather.May-Jun.mild`."""

    name: str
    rule: str
    text: str
    row: bool = False  # of a table


def printed_lines(charts: Charts) -> Iterator[PrintedLine]:
    """Every line of whatever the game itself prints: house charts are ours."""
    for name, chart in charts.items():
        if chart.origin != "printed":
            continue
        if isinstance(chart, Lines):
            for line in chart.lines:
                yield PrintedLine(f"{name}.{line.id}", line.rule, f"{line.value}  {line.text}".removeprefix(".  "))
        elif isinstance(chart, Table):
            labels = label_count(chart)
            for row in chart.layout.rows:
                yield PrintedLine(".".join((name, *row[:labels])), chart.rule, " ".join(row[labels:]), row=True)
