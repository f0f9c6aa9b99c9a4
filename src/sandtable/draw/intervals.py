"""Shares with their intervals as a picture: a row for each, from 0 to 100 %."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.draw.shapes import Disc, Line, Picture, Polygon, Shape, Text, rectangle

PAPER, INK, FAINT, BAND, MARK = "#fbf9f3", "#2b2a27", "#8a857a", "#ece7da", "#2f5d8a"
WIDE, ROW, HEAD, FOOT, MARGIN = 560.0, 24.0, 56.0, 34.0, 16.0
LETTER = 8.0  # a letter of a label, at most
TICKS = (0, 25, 50, 75, 100)


class Share(NamedTuple):
    label: str
    low: float
    share: float
    high: float


def intervals(title: str, below: str, rows: Sequence[Share]) -> Picture:
    """A disc at each share, a line from one end of its interval to the other."""
    left = MARGIN + max(len(row.label) for row in rows) * LETTER + 12
    foot = HEAD + ROW * len(rows)
    shapes: list[Shape] = [
        Text(MARGIN, 24, title, 16, INK, "bold", "start"),
        Text(MARGIN, 42, below, 13, FAINT, "plain", "start"),
    ]

    def across(share: float) -> float:
        return left + share * WIDE

    for nth in range(0, len(rows), 2):
        shapes.append(Polygon(rectangle(left, HEAD + ROW * nth, WIDE, ROW), BAND))
    for tick in TICKS:
        shapes.append(Line(((across(tick / 100), HEAD), (across(tick / 100), foot)), FAINT, 0.8, (3, 3), butt=True))
        shapes.append(Text(across(tick / 100), foot + 18, f"{tick} %", 13, FAINT))
    for nth, row in enumerate(rows):
        middle = HEAD + ROW * (nth + 0.5)
        shapes.append(Text(left - 12, middle + 5, row.label, 14, INK, anchor="end"))
        shapes.append(Line(((across(row.low), middle), (across(row.high), middle)), MARK, 2.5))
        for end in (row.low, row.high):
            shapes.append(Line(((across(end), middle - 5), (across(end), middle + 5)), MARK, 2.5))
        shapes.append(Disc(across(row.share), middle, 5, MARK))
        shapes.append(Text(across(1) + 12, middle + 5, f"{row.share:.1%}", 14, INK, anchor="start"))
    return Picture(across(1) + 70, foot + FOOT, PAPER, tuple(shapes))
