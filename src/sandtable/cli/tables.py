"""A printed table on a screen: as narrow as it can be read, cells folded at spaces, cut into parts if need be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.box import Box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sandtable.core.charts import Table
from sandtable.play.printed import label_count

RULED = Box("    \n    \n ━━ \n    \n ╌╌ \n ── \n    \n    \n")
SHORT = 14  # cells up to this long stand in the middle of their column


class Column(NamedTuple):
    """One printed column: the lines of its heading and its cells."""

    heads: tuple[str, ...]
    cells: tuple[str, ...]

    @property
    def least(self) -> int:
        """The longest word: narrower would tear it apart. Stacked headings stay as they are."""
        words = [word for cell in self.cells for word in cell.split()]
        words += self.heads if len(self.heads) > 1 else self.heads[0].split()
        return max(map(len, words), default=1)

    @property
    def most(self) -> int:
        return max(map(len, (*self.heads, *self.cells)))


def show(console: Console, chart: Table) -> None:
    labels, columns = _columns(chart)
    for part in _parts(labels, columns, console.width):
        console.print(_grid(chart, labels, part, console.width))
        console.print()


def _columns(chart: Table) -> tuple[list[Column], list[Column]]:
    heads, rows = chart.printed()
    count = label_count(chart)
    every = [
        Column(tuple(line[nth] for line in heads), tuple(row[nth] for row in rows)) for nth in range(len(heads[0]))
    ]
    labels = [_once(column) if count > 1 and nth == 0 else column for nth, column in enumerate(every[:count])]
    if len(heads) == 1 and max(map(len, labels[0].cells)) < len(heads[0][0]) and len(every) > 2:
        labels[0] = labels[0]._replace(heads=("",))  # the line above the table names it
    return labels, every[count:]


def _once(column: Column) -> Column:
    """A label that stands for several rows is printed beside the first."""
    before = ("", *column.cells)
    return column._replace(cells=tuple("" if cell == before[nth] else cell for nth, cell in enumerate(column.cells)))


def _parts(labels: Sequence[Column], columns: Sequence[Column], width: int) -> Iterator[list[Column]]:
    """As few parts as fit, of about the same number of columns."""
    room = width - sum(label.least + 1 for label in labels)
    for count in range(1, len(columns) + 1):
        size = -(-len(columns) // count)
        parts = [list(columns[start : start + size]) for start in range(0, len(columns), size)]
        if all(sum(column.least + 1 for column in part) - 1 <= room for part in parts):
            break
    yield from parts


def _grid(chart: Table, labels: Sequence[Column], part: Sequence[Column], width: int) -> Grid:
    columns = [*labels, *part]
    roomy = sum(column.most + 2 for column in columns) - 2 <= width
    widths = _widths(labels, part, width - (len(columns) - 1) * (2 if roomy else 1))
    sized = list(zip(columns, widths, strict=True))
    folded = sum(any(len(column.cells[nth]) > wide for column, wide in sized) for nth in range(len(labels[0].cells)))
    middle = len(chart.axes) > 1 and all(len(cell) <= SHORT for column in part for cell in column.cells)
    grid = Grid(
        box=RULED, show_edge=False, pad_edge=False, padding=(0, 1 if roomy else 0, 0, 0),
        show_lines=3 * folded > len(labels[0].cells), border_style="dim",
    )  # fmt: skip
    for nth, (column, wide) in enumerate(sized):
        is_label = nth < len(labels)
        grid.add_column(
            Text("\n".join(column.heads), style="bold"),
            style="bold" if is_label else "",
            justify="center" if middle and not is_label else "left",
            width=wide,
        )
    first = labels[0].cells
    for nth, row in enumerate(zip(*(column.cells for column in columns), strict=True)):
        last_beside = nth == len(chart.beside) - 1
        group_ends = len(labels) > 1 and nth + 1 < len(first) and first[nth + 1] != ""
        grid.add_row(*row, style="italic" if nth < len(chart.beside) else "", end_section=last_beside or group_ends)
    return grid


def _widths(labels: Sequence[Column], part: Sequence[Column], room: int) -> list[int]:
    """As wide as they like; or all alike, if no word is torn; or as the rest allows."""
    columns = [*labels, *part]
    wanted = [column.most for column in columns]
    if sum(wanted) <= room:
        return wanted
    alike = (room - sum(label.most for label in labels)) // len(part)
    if alike >= max(column.least for column in part):
        return [*(label.most for label in labels), *(min(alike, max(column.most for column in part)) for _ in part)]
    return spread(columns, room)


def spread(columns: Sequence[Column], room: int) -> list[int]:
    """Each column its longest word; what is left goes, blank by blank, to the one that folds the most."""
    widths = [column.least for column in columns]
    for _ in range(room - sum(widths)):
        neediest = max(range(len(columns)), key=lambda nth: columns[nth].most / widths[nth])
        widths[neediest] += 1
    return [min(wide, column.most) for wide, column in zip(widths, columns, strict=True)]
