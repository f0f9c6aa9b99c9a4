"""Small signs of the map: what grows and rises in a hex, what stands in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from sandtable.draw.shapes import Disc, Line, Polygon, Shape, arc, moved, rectangle, star
from sandtable.draw.symbols import SILHOUETTES

PALE = "#fffdf2"
Glyph = Callable[[float, float, float, str], Iterator[Shape]]


def mountain(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    half = width / 2
    yield Polygon(((x - half, y + half * 0.7), (x, y - half * 0.8), (x + half, y + half * 0.7)), ink, opacity=0.8)
    yield Polygon(
        ((x, y - half * 0.8), (x - half * 0.62, y + half * 0.13), (x - half * 0.2, y + half * 0.2)),
        "#e6d3ae",
        opacity=0.75,
    )


def peak(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    half = width / 2
    yield Polygon(((x - half, y + half * 0.7), (x, y - half), (x + half, y + half * 0.7)), ink, opacity=0.9)
    snow = (
        (x, y - half),
        (x - half * 0.5, y - half * 0.15),
        (x - half * 0.16, y - half * 0.3),
        (x + half * 0.1, y),
        (x + half * 0.46, y - half * 0.2),
    )
    yield Polygon(snow, "#ffffff", opacity=0.92)


def hill(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Line(arc(x, y, width / 2, width * 0.42, -82, 82, 8), ink, width * 0.13, opacity=0.75)


def dunes(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Disc(x, y, width / 2, ink, opacity=0.6)


def hatching(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    """All over a hex."""
    for nth in range(-3, 4):
        off, half = nth * width * 0.095, width * (0.215 - 0.012 * nth * nth)
        line = ((x + off - half * 1.3, y - off - half * 1.3), (x + off + half * 1.3, y - off + half * 1.3))
        yield Line(line, ink, width * 0.017, opacity=0.5)


def capital(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Disc(x, y, width * 0.62, PALE, ink, width * 0.12)
    yield Polygon(star(x, y, width * 0.5), ink)


def plain_star(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Polygon(star(x, y + width * 0.03, width * 0.72), ink, PALE, width * 0.11)
    yield Polygon(star(x, y + width * 0.03, width * 0.66), ink)


def square(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Polygon(rectangle(x - width / 2, y - width / 2, width, width), ink, PALE, width * 0.13)


def anchor(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    half = width / 2
    for colour, pen in ((PALE, width * 0.34), (ink, width * 0.15)):
        yield Line(((x, y - half * 0.55), (x, y + half)), colour, pen)
        yield Line(((x - half * 0.45, y - half * 0.25), (x + half * 0.45, y - half * 0.25)), colour, pen)
        yield Line(arc(x, y + half * 0.1, half * 0.85, half * 0.9, 100, 260), colour, pen)
        yield Disc(x, y - half * 0.82, half * 0.24, PALE, colour, pen * 0.8)


def airfield(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Disc(x, y, width * 0.60, PALE, ink, width * 0.09)
    yield Polygon(moved(SILHOUETTES["fighter"], x, y, width * 0.44), ink)


def derrick(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    half = width / 2
    yield Polygon(((x - half * 0.8, y + half), (x, y - half), (x + half * 0.8, y + half)), PALE, ink, width * 0.14)
    yield Line(((x - half * 0.5, y + half * 0.35), (x + half * 0.5, y + half * 0.35)), ink, width * 0.12)


def diamond(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    half = width * 0.62
    yield Polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), ink, PALE, width * 0.12)
    yield Disc(x, y, width * 0.16, PALE)


def factory(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    """Two roofs like teeth of a saw and a chimney."""
    outline = (
        (-1, 0.8), (-1, -0.9), (-0.62, -0.9), (-0.62, -0.05), (0.1, -0.5), (0.1, -0.05), (0.9, -0.5), (0.9, 0.8),
    )  # fmt: skip
    yield Polygon(moved(outline, x, y, width / 2), ink, PALE, width * 0.11)


def houses(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    """Two gables, one before the other."""
    for across, down, size in ((0.28, -0.10, 0.72), (-0.22, 0.08, 0.84)):
        outline = ((-0.5, 0.5), (-0.5, -0.05), (0, -0.55), (0.5, -0.05), (0.5, 0.5))
        yield Polygon(moved(outline, x + across * width, y + down * width, width * size), ink, PALE, width * 0.10)


def tree(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    yield Line(((x, y), (x, y + width * 0.6)), "#6b5436", width * 0.16)
    yield Disc(x, y - width * 0.1, width * 0.42, ink, opacity=0.85)


def span(x: float, y: float, width: float, ink: str, turn: float = 0) -> Iterator[Shape]:
    """A bridge: two rails that bend outwards at their ends; `turn` as an angle, along the road."""
    half, cos, sin = width / 2, math.cos(turn), math.sin(turn)
    for colour, pen in ((PALE, width * 0.26), (ink, width * 0.13)):
        for side in (-1, 1):
            rail = ((-1, 0.86), (-0.66, 0.54), (0.66, 0.54), (1, 0.86))
            spots = [(a * half, side * b * half) for a, b in rail]
            yield Line(tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in spots), colour, pen)


def flak(x: float, y: float, width: float, ink: str) -> Iterator[Shape]:
    """A burst."""
    points = [(nth * math.pi / 8, width * (0.78 if nth % 2 else 0.5)) for nth in range(16)]
    outline = tuple((x + far * math.sin(angle), y - far * math.cos(angle)) for angle, far in points)
    yield Polygon(outline, ink, PALE, width * 0.10)


def flag(x: float, y: float, width: float, colour: str) -> Line:
    """A stroke under a name: who holds it."""
    return Line(((x - width / 2, y), (x + width / 2, y)), colour, width * 0.11, butt=True)


GLYPHS: dict[str, Glyph] = {
    "mountain": mountain, "peak": peak, "hill": hill, "dunes": dunes, "capital": capital, "star": plain_star,
    "square": square, "anchor": anchor, "airfield": airfield, "derrick": derrick, "diamond": diamond,
    "factory": factory, "houses": houses, "tree": tree, "flak": flak,
}  # fmt: skip
