"""A curve as text: how something went, from left to right, above and below nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from sandtable.play.explain import signed

LABEL = 6  # letters of a figure at the left
HEIGHT = 11
WIDE = 8  # columns for a value at most


class Curve(NamedTuple):
    values: Sequence[float]
    mark: str
    styles: tuple[str, str]  # above nothing and below
    filled: bool = False  # down to nothing


def plotted(curves: Sequence[Curve], turns: Sequence[int], width: int, plain: bool) -> list[Text]:
    """All curves in one field, later ones over earlier ones, and below it where turns begin. All have a value for each
    of `turns`; where they are few each takes several columns, where they are many some are passed over."""
    every = [value for curve in curves for value in curve.values]
    high, low = max(0.0, *every), min(0.0, *every)
    columns = max(1, min(width - LABEL - 2, WIDE * len(turns)))
    rows = [[(" ", "") for _ in range(columns)] for _ in range(HEIGHT)]
    zero = _row(0.0, high, low)
    rows[zero] = [("-" if plain else "╌", "dim")] * columns
    for curve in curves:
        for column in range(columns):
            value = curve.values[column * len(turns) // columns]
            row = _row(value, high, low)
            style = curve.styles[value < 0]
            between = range(min(row, zero), max(row, zero) + 1) if curve.filled and row != zero else [row]
            for each in between:
                rows[each][column] = curve.mark, style
    labels = {0: high, HEIGHT - 1: low, zero: 0.0}
    lines = [_line(labels.get(nth), row, plain) for nth, row in enumerate(rows)]
    return [*lines, _turns(turns, columns)]


def _row(value: float, high: float, low: float) -> int:
    return round((high - value) / (high - low) * (HEIGHT - 1)) if high > low else HEIGHT // 2


def _line(label: float | None, row: Sequence[tuple[str, str]], plain: bool) -> Text:
    said = "" if label is None else "0" if round(label, 1) == 0 else signed(round(label, 1))
    edge = ("|" if plain else "│") if label is None else ("+" if plain else "┤")
    return Text.assemble((f"{said:>{LABEL}} ", "dim"), (edge, "dim"), *row)


def _turns(turns: Sequence[int], columns: int) -> Text:
    """The number of each turn below its first column, as far as there is room."""
    line = " " * (LABEL + 2)
    for column in range(columns):
        nth = column * len(turns) // columns
        begins = column == 0 or turns[nth] != turns[(column - 1) * len(turns) // columns]
        at = LABEL + 2 + column
        word = f"turn {turns[nth]}" if not line.strip() else str(turns[nth])
        if begins and turns[nth] and (len(line) < at or not line.strip()):
            line = f"{line:{at}}{word}"
    return Text(line.rstrip(), style="dim")
