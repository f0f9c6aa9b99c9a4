"""Shapes as a browser reads them: short keys, rounded numbers, what is usual left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from sandtable.draw.shapes import Disc, Group, Line, Points, Polygon, Shape, Text, chained

Written = dict[str, Any]


def written(shapes: Iterable[Shape], scale: float = 1, digits: int = 1) -> list[Written]:
    """All but images, groups taken apart; coordinates times `scale`, with so many digits behind the point."""
    return list(_written(_joined(shapes), Pen(scale, digits)))


def _joined(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Strokes that follow each other and look the same, as the hexsides of the grid do, become longer lines."""
    for look, run in groupby(shapes, lambda shape: shape[1:] if isinstance(shape, Line) and not shape.dash else None):
        row = list(run)
        strokes = [(shape.points[0], shape.points[-1]) for shape in row if isinstance(shape, Line)]
        if look and all(isinstance(shape, Line) and len(shape.points) == 2 for shape in row):
            yield from (Line(line, *look) for line in chained(strokes))
        else:
            yield from row


class Pen:
    def __init__(self, scale: float, digits: int) -> None:
        self.scale, self.digits = scale, digits

    def number(self, value: float) -> float:
        return _short(value * self.scale, self.digits)

    def fine(self, value: float) -> float:
        """Widths of lines and gaps between letters: a tenth is much of them."""
        return _short(value * self.scale, self.digits + 1)

    def points(self, points: Points) -> list[float]:
        return [self.number(part) for point in points for part in point]


def _written(shapes: Iterable[Shape], pen: Pen) -> Iterator[Written]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _written(shape.shapes, pen)
        elif isinstance(shape, Polygon):
            yield {"s": "p", "d": pen.points(shape.points), **_area(shape, pen)}
        elif isinstance(shape, Line):
            look: Written = {"s": "l", "d": pen.points(shape.points), "stroke": shape.stroke}
            look["w"] = pen.fine(shape.width)
            if shape.dash:
                look["dash"] = [pen.number(part) for part in shape.dash]
            yield look | _faint(shape.opacity) | ({"butt": True} if shape.butt else {})
        elif isinstance(shape, Disc):
            spot = {"x": pen.number(shape.x), "y": pen.number(shape.y), "r": pen.number(shape.radius)}
            yield {"s": "c", **spot, **_area(shape, pen)}
        elif isinstance(shape, Text):
            yield _text(shape, pen)


def _area(shape: Polygon | Disc, pen: Pen) -> Written:
    look: Written = {"fill": shape.fill} if shape.fill else {}
    if shape.stroke:
        look |= {"stroke": shape.stroke, "w": pen.fine(shape.width)}
    return look | _faint(shape.opacity)


def _text(text: Text, pen: Pen) -> Written:
    look: Written = {"s": "t", "x": pen.number(text.x), "y": pen.number(text.y), "text": text.text}
    look |= {"size": pen.number(text.size), "fill": text.fill, "font": text.font}
    if text.anchor != "middle":
        look["anchor"] = text.anchor
    if text.halo:
        look["halo"] = text.halo
    if text.turn:
        look["turn"] = _short(text.turn, 1)
    if text.spacing:
        look["gap"] = pen.fine(text.spacing)
    return look | _faint(text.opacity)


def _faint(opacity: float) -> Written:
    return {"o": _short(opacity, 2)} if opacity != 1 else {}


def _short(value: float, digits: int) -> float:
    """3 for 3.0: a character less, many thousand times."""
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded
