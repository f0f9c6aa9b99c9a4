"""The books of a family as documents: its charts as printed, and its rules by number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Chart, Lines, Table
from sandtable.core.system import Reference
from sandtable.play.odds import charts_of
from sandtable.play.printed import axes_line, label_count, outline


@dataclass(frozen=True)
class HeadLine:
    """A line over the columns: their names, odds by terrain, a cost."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class RowText:
    """A row of a table; of a list, a value with its text."""

    head: str
    cells: tuple[str, ...]
    group: str = ""  # the heading it stands under
    rule: str = ""  # of a list's line
    depth: int = 0  # how far it is indented


@dataclass(frozen=True)
class Meaning:
    """What a result does, in our words."""

    result: str
    text: str


@dataclass(frozen=True)
class ChartText:
    """A chart as printed."""

    name: str
    title: str
    rule: str
    origin: Literal["printed", "house", "yours"]  # house: our values, where none are printed
    reads: str  # "1d6 down, differential across, columns may shift"; "" for a list
    dice: str  # "" if none are rolled
    corner: str  # what the heads of its rows are: "roll"
    heads: tuple[HeadLine, ...]  # the first names the columns; none for a list
    rows: tuple[RowText, ...]
    meanings: tuple[Meaning, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class RuleText:
    """A rule by its number."""

    number: str
    title: str
    text: str  # our words for it, "" if there are none
    status: str
    ruling: str  # how a doubtful rule is read, "" if it is not


def chart_texts(reference: Reference) -> list[ChartText]:
    """Every chart of a family as the page prints it."""
    charts = charts_of(reference)
    return [_chart(charts, charts[name]) for name in charts]


def rule_texts(reference: Reference) -> list[RuleText]:
    """Every number of the rulebook in its order."""
    rules = reference.rulebook.values()
    return [RuleText(rule.number, rule.title, rule.text, rule.status, rule.ruling) for rule in rules]


def _chart(charts: Charts, chart: Chart) -> ChartText:
    reads, dice, corner = "", "", ""
    heads: tuple[HeadLine, ...] = ()
    if isinstance(chart, Table):
        reads, dice = axes_line(chart), str(chart.dice) if chart.dice else ""
        corner, heads, rows = _table(chart)
    else:
        assert isinstance(chart, Lines)
        rows = tuple(
            RowText(line.value, (line.text,), heading, line.rule, depth) for line, heading, depth in outline(chart)
        )
    return ChartText(
        name=chart.name, title=chart.title, rule=chart.rule, reads=reads, dice=dice, corner=corner, heads=heads,
        origin="yours" if chart.name in charts.overlaid else chart.origin, rows=rows, notes=chart.notes,
        meanings=tuple(Meaning(result, text) for result, text in chart.meaning.items()),
    )  # fmt: skip


def _table(chart: Table) -> tuple[str, tuple[HeadLine, ...], tuple[RowText, ...]]:
    """What is printed beside by column (a cost) comes first among the rows, and belongs to the heads."""
    count, beside = label_count(chart), len(chart.beside)
    heads, rows = chart.printed()
    named = len(heads) > 1  # each line of odds has a name of its own; a single line is named by the corner
    lines = [HeadLine(line[count - 1] if named else "", line[count:]) for line in heads]
    lines += [HeadLine(row[0], row[count:]) for row in rows[:beside]]
    body = tuple(RowText(row[count - 1], row[count:], row[0] if count > 1 else "") for row in rows[beside:])
    return "" if named else heads[0][count - 1], tuple(lines), body
