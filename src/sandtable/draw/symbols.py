"""The signs on counters: the boxes of military maps, and silhouettes of aircraft and ships. All drawn by us."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.core.hexes import Point
from sandtable.draw.shapes import Disc, Line, Points, Polygon, Shape, Text, arc, moved, rectangle

# Silhouettes seen from above, nose up, or from the side, between -1 and 1; the left half is the mirror of the right.
FIGHTER = (
    (0, -0.95), (0.10, -0.78), (0.12, -0.42), (0.98, -0.12), (1.0, 0.08), (0.86, 0.14), (0.12, 0.16), (0.07, 0.62),
    (0.38, 0.76), (0.38, 0.90), (0, 0.88),
)  # fmt: skip
BOMBER = (
    (0, -0.92), (0.11, -0.72), (0.11, -0.30), (0.26, -0.27), (0.27, -0.42), (0.37, -0.42), (0.38, -0.25), (0.56, -0.21),
    (0.57, -0.34), (0.66, -0.34), (0.67, -0.18), (1.0, -0.08), (1.0, 0.06), (0.11, 0.12), (0.08, 0.60), (0.42, 0.70),
    (0.42, 0.86), (0.08, 0.84), (0, 0.94),
)  # fmt: skip
TRANSPORT = (
    (0, -0.86), (0.15, -0.70), (0.16, -0.28), (0.34, -0.24), (0.36, -0.44), (0.50, -0.44), (0.52, -0.20), (1.0, -0.02),
    (1.0, 0.10), (0.16, 0.16), (0.10, 0.58), (0.40, 0.70), (0.40, 0.82), (0, 0.84),
)  # fmt: skip
SHIP = (
    (-1, 0.10), (-0.62, 0.10), (-0.62, -0.08), (-0.38, -0.08), (-0.38, -0.26), (-0.26, -0.26), (-0.26, -0.10),
    (-0.12, -0.10), (-0.12, -0.46), (-0.04, -0.46), (-0.04, -0.72), (0.02, -0.72), (0.02, -0.46), (0.14, -0.46),
    (0.14, -0.10), (0.24, -0.10), (0.24, -0.34), (0.36, -0.34), (0.36, -0.08), (0.58, -0.08), (0.58, 0.06), (1, 0.02),
    (0.80, 0.44), (-0.86, 0.44),
)  # fmt: skip
LANDING_SHIP = (
    (-1, -0.16), (-0.9, -0.16), (-0.9, -0.44), (-0.5, -0.44), (-0.5, -0.16), (0.62, -0.16), (1, -0.36), (0.84, 0.40),
    (-0.86, 0.40),
)  # fmt: skip
SUBMARINE = (
    (-1, 0.06), (-0.70, -0.02), (-0.18, -0.04), (-0.14, -0.42), (0.16, -0.42), (0.20, -0.04), (0.74, -0.02), (1, 0.10),
    (0.78, 0.30), (-0.74, 0.30),
)  # fmt: skip
DAGGER = ((0, -0.95), (0.13, -0.70), (0.13, 0.18), (0.42, 0.20), (0.42, 0.36), (0.11, 0.36), (0.11, 0.80), (0, 0.88))
TANK = (
    (-0.95, 0.02), (-0.40, -0.04), (-0.34, -0.36), (0.26, -0.36), (0.30, -0.26), (1.0, -0.26), (1.0, -0.16),
    (0.32, -0.14), (0.38, -0.02), (0.90, 0.04), (0.96, 0.24), (0.72, 0.48), (-0.72, 0.48), (-0.98, 0.26),
)  # fmt: skip

LOCOMOTIVE = (
    (-0.95, -0.62), (-0.30, -0.62), (-0.30, -0.46), (-0.38, -0.46), (-0.38, -0.18), (0.44, -0.18), (0.40, -0.56),
    (0.72, -0.56), (0.68, -0.18), (0.84, -0.18), (0.84, 0.18), (1.0, 0.44), (0.72, 0.44), (0.62, 0.62), (0.40, 0.62),
    (0.30, 0.44), (0.16, 0.44), (0.06, 0.62), (-0.16, 0.62), (-0.26, 0.44), (-0.40, 0.44), (-0.50, 0.62),
    (-0.72, 0.62), (-0.82, 0.44), (-0.90, 0.44), (-0.90, -0.46), (-0.95, -0.46),
)  # fmt: skip
TRUCK = (
    (-0.98, -0.58), (0.28, -0.58), (0.28, 0.20), (0.36, 0.20), (0.36, -0.26), (0.70, -0.26), (0.84, 0.02),
    (0.98, 0.08), (0.98, 0.38), (0.84, 0.38), (0.80, 0.56), (0.64, 0.64), (0.48, 0.56), (0.44, 0.38), (-0.40, 0.38),
    (-0.44, 0.56), (-0.60, 0.64), (-0.76, 0.56), (-0.80, 0.38), (-0.98, 0.38),
)  # fmt: skip
WAGON = (
    (-0.80, -0.20), (-0.66, -0.56), (-0.28, -0.72), (0.10, -0.72), (0.48, -0.56), (0.62, -0.20), (0.62, 0.10),
    (1.0, 0.10), (1.0, 0.20), (0.62, 0.20), (0.60, 0.44), (0.46, 0.60), (0.28, 0.60), (0.14, 0.44), (0.12, 0.24),
    (-0.26, 0.24), (-0.28, 0.44), (-0.44, 0.60), (-0.62, 0.60), (-0.78, 0.44), (-0.80, 0.20),
)  # fmt: skip


def mirrored(half: tuple[Point, ...]) -> Points:
    return (*half, *((-x, y) for x, y in reversed(half) if x))


SILHOUETTES: dict[str, Points] = {
    "fighter": mirrored(FIGHTER), "bomber": mirrored(BOMBER), "transport": mirrored(TRANSPORT), "ship": SHIP,
    "landing_ship": LANDING_SHIP, "submarine": SUBMARINE, "dagger": mirrored(DAGGER), "heavy_tank": TANK,
    "carrier": (*mirrored(FIGHTER),), "locomotive": LOCOMOTIVE, "truck": TRUCK, "wagon": WAGON,
}  # fmt: skip


class Box:
    """A frame of 3 by 2 about its middle, and the strokes in it."""

    def __init__(self, x: float, y: float, width: float, ink: str, fill: str) -> None:
        self.x, self.y, self.half, self.up = x, y, width / 2, width / 3
        self.ink, self.fill, self.pen = ink, fill, width * 0.062

    def at(self, across: float, down: float) -> Point:
        """A spot, between -1 and 1 each way."""
        return self.x + across * self.half, self.y + down * self.up

    def stroke(self, *spots: Point) -> Line:
        return Line(tuple(self.at(*spot) for spot in spots), self.ink, self.pen)

    def frame(self) -> Shape:
        corner = self.at(-1, -1)
        return Polygon(rectangle(*corner, 2 * self.half, 2 * self.up), self.fill, self.ink, self.pen)

    def cross(self) -> Iterator[Shape]:
        yield self.stroke((-1, -1), (1, 1))
        yield self.stroke((-1, 1), (1, -1))

    def oval(self) -> Iterator[Shape]:
        yield Line(arc(self.x, self.y, self.half * 0.66, self.up * 0.58, 0, 360, 28), self.ink, self.pen)

    def wings(self) -> Iterator[Shape]:
        for side in (-1, 1):
            yield Line(
                arc(
                    self.x + side * self.half * 0.19, self.y + self.up * 0.92, self.half * 0.19, self.up * 0.34, -90, 90
                ),
                self.ink,
                self.pen * 0.9,
            )

    def wheels(self) -> Iterator[Shape]:
        for across in (-0.55, 0.55):
            x, y = self.at(across, 1)
            yield Disc(x, y + self.pen * 1.1, self.pen * 1.2, self.ink)

    def peak(self) -> Iterator[Shape]:
        yield Polygon((self.at(-0.30, 1), self.at(0, 0.16), self.at(0.30, 1)), self.ink)

    def anchor(self) -> Iterator[Shape]:
        yield self.stroke((0, -0.78), (0, 0.80))
        yield self.stroke((-0.22, -0.42), (0.22, -0.42))
        x, y = self.at(0, 0.16)
        yield Line(arc(x, y, self.half * 0.40, self.up * 0.64, 95, 265), self.ink, self.pen)

    def dome(self) -> Iterator[Shape]:
        x, y = self.at(0, 1)
        yield Line(arc(x, y, self.half * 0.86, self.up * 1.30, -90, 90), self.ink, self.pen)
        yield self.stroke((0, 0.98), (0, -0.62))
        yield self.stroke((-0.18, -0.22), (0, -0.66), (0.18, -0.22))

    def slash(self) -> Iterator[Shape]:
        yield self.stroke((-1, 1), (1, -1))

    def battlements(self) -> Iterator[Shape]:
        spots = (
            (-0.62, 0.72), (-0.62, -0.62), (-0.34, -0.62), (-0.34, -0.22), (-0.14, -0.22), (-0.14, -0.62),
            (0.14, -0.62), (0.14, -0.22), (0.34, -0.22), (0.34, -0.62), (0.62, -0.62), (0.62, 0.72),
        )  # fmt: skip
        yield Polygon(tuple(self.at(*spot) for spot in spots), self.ink)

    def ball(self) -> Iterator[Shape]:
        x, y = self.at(0, 0)
        yield Disc(x, y, self.up * 0.36, self.ink)

    def comb(self) -> Iterator[Shape]:
        yield self.stroke((-0.55, 0.5), (-0.55, -0.42), (0.55, -0.42), (0.55, 0.5))
        yield self.stroke((0, -0.42), (0, 0.5))

    def arrowhead(self) -> Iterator[Shape]:
        yield self.stroke((-1, 1), (0, -1), (1, 1))

    def letters(self, text: str) -> Shape:
        x, y = self.at(0, 0.58)
        return Text(x, y, text, self.up * (1.8 if len(text) < 2 else 1.35), self.ink, "bold")


STROKES: dict[str, tuple[Callable[[Box], Iterator[Shape]], ...]] = {
    "infantry": (Box.cross,), "armor": (Box.oval,), "motorized": (Box.cross, Box.wheels),
    "armored_recon": (Box.oval, Box.slash), "airborne": (Box.cross, Box.wings), "airborne_armor": (Box.oval, Box.wings),
    "mountain": (Box.cross, Box.peak), "marine": (Box.cross, Box.anchor), "flak": (Box.dome,),
    "garrison": (Box.battlements,), "artillery": (Box.ball,), "engineer": (Box.comb,), "recon": (Box.slash,),
    "anti_tank": (Box.arrowhead,), "mechanized": (Box.cross, Box.oval), "coastal": (Box.ball, Box.anchor),
    "empty": (),
}  # fmt: skip


def symbol(name: str, x: float, y: float, width: float, ink: str, fill: str) -> Iterator[Shape]:
    """A unit's sign about its middle: a box, a silhouette, or letters in a box (`letters:SEC`)."""
    if name in SILHOUETTES:
        yield Polygon(moved(SILHOUETTES[name], x, y, width * 0.5), fill)
        if name == "carrier":
            yield Polygon(rectangle(x - width * 0.5, y + width * 0.36, width, width * 0.09), ink)
        return
    box = Box(x, y, width, ink, "" if fill == "none" else fill)
    if "wheels" in {stroke.__name__ for stroke in STROKES.get(name, ())}:
        yield from box.wheels()
    yield box.frame()
    if name.startswith("letters:"):
        yield box.letters(name.removeprefix("letters:"))
    for stroke in STROKES.get(name, ()):
        if stroke is not Box.wheels:
            yield from stroke(box)
