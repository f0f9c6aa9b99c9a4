"""What a picture is made of: a list of shapes, painted one over the other. `svg` writes it, `raster` paints it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from sandtable.core.hexes import Point

Points = tuple[Point, ...]
Font = Literal["plain", "bold", "serif", "italic"]
Anchor = Literal["start", "middle", "end"]
SOFT = 0.6  # how much fainter the halo of a faint text is


class Polygon(NamedTuple):
    points: Points
    fill: str = ""
    stroke: str = ""
    width: float = 0
    opacity: float = 1


class Line(NamedTuple):
    points: Points
    stroke: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1
    butt: bool = False  # ends cut off square instead of round


class Disc(NamedTuple):
    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0
    opacity: float = 1


class Text(NamedTuple):
    """One line; `y` is its foot, `x` its middle, its start or its end, as `anchor` says."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    font: Font = "plain"
    anchor: Anchor = "middle"
    halo: str = ""
    turn: float = 0  # degrees clockwise, about x, y
    spacing: float = 0
    opacity: float = 1


class Image(NamedTuple):
    path: Path
    x: float
    y: float
    width: float
    height: float


class Group(NamedTuple):
    """Shapes that are one thing: a counter, a box. A browser shows its title."""

    id: str
    title: str
    shapes: tuple[Shape, ...]


Shape = Polygon | Line | Disc | Text | Image | Group


@dataclass(frozen=True)
class Picture:
    width: float
    height: float
    paper: str
    shapes: tuple[Shape, ...]


# ------------------------------------------------------------------------------------------------ geometry

ADVANCE = {
    " ": 0.2,
    "i": 0.2,
    "l": 0.2,
    "I": 0.22,
    "j": 0.21,
    ".": 0.2,
    "-": 0.3,
    "1": 0.32,
    "m": 0.62,
    "M": 0.58,
    "W": 0.65,
}


def length(text: str, size: float, spacing: float = 0) -> float:
    """About how long a text in the plain fonts is."""
    return sum(ADVANCE.get(letter, 0.46 if letter.isupper() else 0.41) * size + spacing for letter in text)


def fitted(text: str, size: float, room: float) -> float:
    """The size at which a text fits."""
    return min(size, size * room / max(length(text, size), 0.01))


def rectangle(x: float, y: float, width: float, height: float, round: float = 0) -> Points:
    """From its top left corner, clockwise, perhaps with rounded corners."""
    if not round:
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    right, foot = x + width - round, y + height - round
    centres = ((right, y + round), (right, foot), (x + round, foot), (x + round, y + round))
    return tuple(
        (cx + round * math.sin(angle), cy - round * math.cos(angle))
        for nth, (cx, cy) in enumerate(centres)
        for angle in (math.radians(90 * nth + step) for step in (0, 30, 60, 90))
    )


def star(x: float, y: float, radius: float, inner: float = 0.42) -> Points:
    reach = (radius, radius * inner)
    angles = [(nth * math.pi / 5, reach[nth % 2]) for nth in range(10)]
    return tuple((x + far * math.sin(angle), y - far * math.cos(angle)) for angle, far in angles)


def arc(x: float, y: float, across: float, up: float, start: float, end: float, steps: int = 16) -> Points:
    """Part of an oval about x, y; angles in degrees clockwise from the top."""
    angles = [math.radians(start + (end - start) * nth / steps) for nth in range(steps + 1)]
    return tuple((x + across * math.sin(angle), y - up * math.cos(angle)) for angle in angles)


def moved(points: Sequence[Point], x: float, y: float, scale: float) -> Points:
    return tuple((x + scale * px, y + scale * py) for px, py in points)


def smooth(points: Sequence[Point], steps: int = 6) -> Points:
    """A curve through the points (Catmull and Rom)."""
    if len(points) < 3:
        return tuple(points)
    closed = points[0] == points[-1]
    before, after = (points[-2], points[1]) if closed else (points[0], points[-1])
    row = [before, *points, after]
    found = [points[0]]
    for nth in range(1, len(row) - 2):
        p, q, r, s = row[nth - 1 : nth + 3]
        for step in range(1, steps + 1):
            t = step / steps
            found.append(
                tuple(  # type: ignore[arg-type]  # two numbers
                    (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3) / 2
                    for a, b, c, d in zip(p, q, r, s, strict=True)
                )
            )
    return tuple(found)


def wandering(points: Sequence[Point], by: float, seed: str) -> Points:
    """A river along these corners: between each two it sways to and fro, the same way every time."""
    random = Random(seed)
    found = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        far = math.hypot(to_x - x, to_y - y)
        turned = random.choice((-1, 1))
        for nth, part in enumerate((0.30, 0.68)):
            sway = by * random.uniform(0.3, 1) * (turned if nth % 2 else -turned)
            found.append(
                (x + (to_x - x) * part - (to_y - y) / far * sway, y + (to_y - y) * part + (to_x - x) / far * sway)
            )
        found.append((to_x, to_y))
    return smooth(found, 4)


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[Points]:
    """The pieces of a dashed line."""
    left, nth, piece = pattern[0], 0, [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        far, done = math.hypot(to_x - x, to_y - y), 0.0
        while far - done > left:
            done += left
            spot = (x + (to_x - x) * done / far, y + (to_y - y) * done / far)
            if nth % 2 == 0:
                yield (*piece, spot)
            nth, piece = nth + 1, [spot]
            left = pattern[nth % len(pattern)]
        left -= far - done
        piece.append((to_x, to_y))
    if nth % 2 == 0 and len(piece) > 1:
        yield tuple(piece)


def shifted(points: Points, by: float) -> Points:
    """A line beside another, so far to its left as one looks along it from west to east (or from north to south)."""
    (left, top), (right, bottom) = points[0], points[-1]
    by = by if (right, bottom) >= (left, top) else -by
    found = []
    for nth, (x, y) in enumerate(points):
        (from_x, from_y), (to_x, to_y) = points[max(0, nth - 1)], points[min(len(points) - 1, nth + 1)]
        long = math.hypot(to_x - from_x, to_y - from_y) or 1.0
        found.append((x + (to_y - from_y) / long * by, y - (to_x - from_x) / long * by))
    return tuple(found)


def chained(sides: Sequence[tuple[Point, Point]]) -> Iterator[Points]:
    """Lines from end to end out of hexsides in any order; a fork starts a line of its own."""

    def key(spot: Point) -> Point:
        return round(spot[0], 2), round(spot[1], 2)

    touching: dict[Point, list[int]] = {}
    for nth, side in enumerate(sides):
        for spot in side:
            touching.setdefault(key(spot), []).append(nth)
    unused = set(range(len(sides)))
    ends = [nth for nth, side in enumerate(sides) if any(len(touching[key(spot)]) == 1 for spot in side)]
    for first in (*ends, *range(len(sides))):
        if first not in unused:
            continue
        one, other = sides[first]
        if len(touching[key(one)]) > 1 and len(touching[key(other)]) == 1:
            one, other = other, one
        unused.discard(first)
        line = [one, other]
        while following := [nth for nth in touching[key(line[-1])] if nth in unused]:
            unused.discard(following[0])
            start, end = sides[following[0]]
            line.append(end if key(start) == key(line[-1]) else start)
        yield tuple(line)
