"""Pictures as a browser reads them: what a scene and a look have in them, and shapes with short keys, rounded numbers,
what is usual left out. A list of shapes is painted one over the other; x and y grow right and down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NotRequired, TypedDict

from sandtable.draw.shapes import Disc, Font, Group, Line, Points, Polygon, Shape, Text, chained


class Area(TypedDict, total=False):
    """How it is filled, its edge and the width of that, how much shows through."""

    fill: str
    stroke: str
    w: float
    o: float


class WrittenPolygon(Area):
    s: Literal["p"]
    d: list[float]  # x, y, x, y, ...


class WrittenLine(TypedDict):
    s: Literal["l"]
    d: list[float]
    stroke: str
    w: float
    dash: NotRequired[list[float]]
    o: NotRequired[float]
    butt: NotRequired[Literal[True]]


class WrittenDisc(Area):
    s: Literal["c"]
    x: float
    y: float
    r: float


class WrittenText(TypedDict):
    s: Literal["t"]
    x: float
    y: float  # the foot
    text: str
    size: float
    fill: str
    font: Font
    anchor: NotRequired[Literal["start", "end"]]
    halo: NotRequired[str]
    turn: NotRequired[float]  # in degrees
    gap: NotRequired[float]  # between letters
    o: NotRequired[float]


Written = WrittenPolygon | WrittenLine | WrittenDisc | WrittenText


class FigureSeen(TypedDict):
    """A figure of a counter in words."""

    label: str  # "attack"
    value: int
    adds: bool  # a stack has a sum of them
    factor: bool  # one of the row that a counter is called by: 8-6-5


class Look(TypedDict):
    """A counter or marker face: shapes about (0, 0), one unit wide."""

    near: list[Written]
    far: list[Written]  # as much as can be read when it is very small; none: as when near
    values: list[FigureSeen]


class Field(TypedDict):
    """How the hexes lie."""

    top: Literal["flat", "pointy"]
    columns: int
    rows: int
    pushed: Literal["odd", "even"]  # lanes (columns of a flat-top field, rows of a pointy one) counted from 1
    size: float
    left: float
    upper: float


class Rectangle(TypedDict):
    x: float
    y: float
    width: float
    height: float


class Background(Rectangle):
    url: str


class HexInfo(TypedDict):
    id: str  # "3026"
    x: float
    y: float
    terrain: str  # as a word: "desert"
    tint: str  # for the small map
    name: str  # places in it, "" if none: "Tobruk"
    wet: bool


class BoxInfo(Rectangle):
    id: str
    name: str
    inside: Rectangle  # where its counters lie


class Stroke(TypedDict):
    d: list[float]
    w: float


class PlaceInfo(TypedDict):
    """Drawn over the shapes: how depends on what stands there."""

    hex: str
    name: str
    chief: bool  # its name is shown from further away
    alone: list[Written]  # in the picture's units, as all of a scene
    beside: list[Written]  # the same where counters stand: the signs make room
    flag: Stroke  # in the colour of who holds the hex


@dataclass(frozen=True, slots=True)
class SideInfo:
    id: str
    name: str
    ground: str  # its colour
    ink: str


class HolderInfo(TypedDict):
    """Who may hold a hex."""

    name: str
    ground: str
    ink: str


class MarkersLie(TypedDict):
    """Where markers lie, from the middle; in hexes across."""

    right: float
    up: float
    apart: float
    width: float


class KeyEntry(TypedDict):
    """Of the key of the map."""

    title: str
    shapes: list[Written]
    width: float
    height: float


class Scene(TypedDict):
    """All that never changes during a game."""

    id: str  # changes when the picture does
    width: float
    height: float
    paper: str
    layout: Field
    background: Background | None
    shapes: list[Written]  # terrain, grid, hexsides, borders, places, boxes
    fine: list[Written]  # painted only when near enough to be read: hex numbers, small lettering
    hexes: list[HexInfo]  # those on the map, in order
    boxes: list[BoxInfo]
    places: list[PlaceInfo]
    veiled: list[str]  # hexes the scenario leaves out
    sides: list[SideInfo]
    counters: dict[str, str]  # what each counter is called, by its id: sentences of the server name them by id
    controllers: dict[str, HolderInfo]  # by the words of View.control
    stacks: list[tuple[float, float, float]]  # of 1, 2, ... counters: width, how far right and up each lies of the last
    markers: MarkersLie
    legend: list[KeyEntry]


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
            yield _line(shape, pen)
        elif isinstance(shape, Disc):
            x, y, radius = pen.number(shape.x), pen.number(shape.y), pen.number(shape.radius)
            yield {"s": "c", "x": x, "y": y, "r": radius, **_area(shape, pen)}
        elif isinstance(shape, Text):
            yield _text(shape, pen)


def _line(line: Line, pen: Pen) -> WrittenLine:
    look: WrittenLine = {"s": "l", "d": pen.points(line.points), "stroke": line.stroke, "w": pen.fine(line.width)}
    if line.dash:
        look["dash"] = [pen.number(part) for part in line.dash]
    if line.opacity != 1:
        look["o"] = _short(line.opacity, 2)
    if line.butt:
        look["butt"] = True
    return look


def _area(shape: Polygon | Disc, pen: Pen) -> Area:
    look: Area = {"fill": shape.fill} if shape.fill else {}
    if shape.stroke:
        look["stroke"], look["w"] = shape.stroke, pen.fine(shape.width)
    if shape.opacity != 1:
        look["o"] = _short(shape.opacity, 2)
    return look


def _text(text: Text, pen: Pen) -> WrittenText:
    look: WrittenText = {
        "s": "t", "x": pen.number(text.x), "y": pen.number(text.y), "text": text.text,
        "size": pen.number(text.size), "fill": text.fill, "font": text.font,
    }  # fmt: skip
    if text.anchor != "middle":
        look["anchor"] = text.anchor
    if text.halo:
        look["halo"] = text.halo
    if text.turn:
        look["turn"] = _short(text.turn, 1)
    if text.spacing:
        look["gap"] = pen.fine(text.spacing)
    if text.opacity != 1:
        look["o"] = _short(text.opacity, 2)
    return look


def _short(value: float, digits: int) -> float:
    """3 for 3.0: a character less, many thousand times."""
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded
