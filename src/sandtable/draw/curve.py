"""How something went, as a picture: a disc for each figure, a line for what they come to on average."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from sandtable.draw.intervals import BAND, FAINT, INK, MARGIN, MARK, PAPER, WIDE
from sandtable.draw.shapes import Disc, Line, Picture, Polygon, Shape, Text, rectangle

HIGH, HEAD, LEFT, FOOT = 300.0, 56.0, 64.0, 34.0
TICKS = 5
WINDOW = 10  # figures on either side that an average is taken of


def curve(title: str, below: str, points: Sequence[tuple[float, float]]) -> Picture:
    """Points in the order of their first number."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across, up = _scale(min(0.0, *xs), max(xs)), _scale(min(ys), max(ys))

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + WIDE * (x - across[0]) / (across[-1] - across[0]),
            HEAD + HIGH * (up[-1] - y) / (up[-1] - up[0]),
        )

    shapes: list[Shape] = [
        Polygon(rectangle(LEFT, HEAD, WIDE, HIGH), BAND),
        Text(MARGIN, 24, title, 16, INK, "bold", "start"),
        Text(MARGIN, 42, below, 13, FAINT, "plain", "start"),
    ]
    for tick in up:
        shapes.append(Line((at(across[0], tick), at(across[-1], tick)), FAINT, 0.8, (3, 3), butt=True))
        shapes.append(Text(LEFT - 8, at(0, tick)[1] + 4, f"{tick:g}", 13, FAINT, anchor="end"))
    for tick in across:
        shapes.append(Text(at(tick, 0)[0], HEAD + HIGH + 18, f"{tick:g}", 13, FAINT))
    shapes += [Disc(*at(x, y), 2, FAINT) for x, y in points]
    means = [_mean(ys[max(0, nth - WINDOW) : nth + WINDOW + 1]) for nth in range(len(ys))]
    shapes.append(Line(tuple(at(x, y) for x, y in zip(xs, means, strict=True)), MARK, 2.5))
    return Picture(LEFT + WIDE + 2 * MARGIN, HEAD + HIGH + FOOT, PAPER, tuple(shapes))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _scale(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest, a few."""
    rough = max(high - low, 1e-9) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
    return [nth * step for nth in range(floor(low / step), ceil(high / step) + 1)]
