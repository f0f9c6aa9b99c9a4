"""The printed map: background, signs of terrain, hexes and their numbers, hexsides, borders, places, names."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random

from sandtable.core.bits import Bits
from sandtable.core.board import Board, Place
from sandtable.core.hexes import HALF_WIDTH, Hexside, Point
from sandtable.core.rules import Hex
from sandtable.draw import places
from sandtable.draw.shapes import (
    Font,
    Image,
    Line,
    Points,
    Polygon,
    Shape,
    Text,
    chained,
    shifted,
    smooth,
    wandering,
)
from sandtable.draw.style import Look, Style

INK, PALE = "#1c1a16", "#fbf7e8"
BAND = 0.26  # how far a tint reaches from a border, the middle of the hex being 1


class Ground:
    """A board at its place in the picture."""

    def __init__(self, board: Board, style: Style, left: float, top: float) -> None:
        self.board, self.style, self.left, self.top = board, style, left, top
        self.size = style.size
        self.across = 2 * HALF_WIDTH * self.size  # a hex from flat side to flat side: the measure of all the rest
        self.hexes = [hex for hex in board.layout.hexes() if hex in board.playable]

    def centre(self, hex: Hex) -> Point:
        x, y = self.board.layout.centre(hex, self.size)
        return self.left + x, self.top + y

    def corners(self, hex: Hex) -> Points:
        return tuple((self.left + x, self.top + y) for x, y in self.board.layout.corners(hex, self.size))

    def spot(self, x: float, y: float) -> Point:
        """A spot said in hexes from the top left corner of the field."""
        return self.left + x * self.across, self.top + y * self.across

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        corners = self.corners(Hex(side // 6))
        return corners[side % 6], corners[(side % 6 + 1) % 6]

    def sides(self) -> Iterator[tuple[Hexside, int]]:
        """Every hexside once, with the hex beyond it, -1 at the edge."""
        for hex in self.hexes:
            for way in range(6):
                there = self.board.neighbours[6 * hex + way]
                if there < 0 or there > hex:
                    yield Hexside(6 * hex + way), there

    # ------------------------------------------------------------------ layers, from below

    def background(self) -> Iterator[Shape]:
        about = self.style.background
        if about:
            left, top = self.left - about["left"], self.top - about["top"]
            assert self.style.image is not None
            yield Image(self.style.image, left, top, about["width"], about["height"])
            return
        for hex in self.hexes:
            fill = self.style.look("terrain", self.board.terrain[hex]).get("tint", "#e9e2c0")
            yield Polygon(self.corners(hex), fill)

    def terrain(self) -> Iterator[Shape]:
        """Small signs strewn over a hex: the same ones every time."""
        for hex in self.hexes:
            look = self.style.look("terrain", self.board.terrain[hex])
            if sign := look.get("sign"):
                yield from self._strewn(sign, look, hex)

    def _strewn(self, sign: str, look: Look, hex: Hex) -> Iterator[Shape]:
        random = Random(int(hex))
        x, y = self.centre(hex)
        if sign == "hatching":
            yield from places.hatching(x, y, self.across, look["ink"])
            return
        reach = self.across * 0.40
        spots: list[Point] = []
        for _ in range(60):
            angle, far = random.uniform(0, math.tau), math.sqrt(random.random()) * reach
            spot = (x + far * math.cos(angle), y + far * math.sin(angle))
            clear = all(math.dist(spot, other) > self.across * look["apart"] for other in spots)
            if clear and not self._wet(hex, (spot[0] - x) / self.across, (spot[1] - y) / self.across):
                spots.append(spot)
        for spot in sorted(spots[: look["count"]], key=lambda spot: spot[1]):
            yield from places.GLYPHS[sign](*spot, self.across * look["width"] * random.uniform(0.85, 1.15), look["ink"])

    def _wet(self, hex: Hex, x: float, y: float) -> bool:
        """Whether the background has water there, in hexes from the middle; `tools/maps` says how it is written."""
        cells = self.style.background.get("wet", {}).get(self.board.layout.label(hex))
        column, row = int((x + 0.5) * 8), int((y + 0.5) * 8)
        return bool(cells) and bool(int(cells[2 * row : 2 * row + 2], 16) >> column & 1)

    def grid(self) -> Iterator[Shape]:
        for side, _ in self.sides():
            yield Line(self.ends(side), "#4b4536", 1.3, opacity=0.34, butt=True)

    def numbers(self) -> Iterator[Shape]:
        for hex in self.hexes:
            x, y = self.centre(hex)
            wet = self.style.look("terrain", self.board.terrain[hex]).get("wet")
            label = self.board.layout.label(hex)
            yield Text(x, y - self.across * 0.37, label, self.across * 0.105, "#3f5f75" if wet else "#6b6453")

    def hexsides(self) -> Iterator[Shape]:
        for feature, look in self.style.table("hexsides").items():
            for river in self.board.rivers:
                if river.feature == feature:
                    for line in chained([self.ends(side) for side in river.sides]):
                        yield from self.water(line, look, river.name)

    def water(self, line: Points, look: Look, name: str) -> Iterator[Shape]:
        if look["line"] == "peaks":
            yield from self._peaks(line, look)
            return
        if look["line"] == "teeth":
            yield from self._teeth(line, look)
            return
        if look["line"] == "wandering":
            line = wandering(line, self.across * 0.045, f"{name}{line[0]}")
        wide = look["width"] * self.across
        if casing := look.get("casing"):
            yield Line(line, casing, wide + self.across * 0.045, opacity=0.75)
        yield Line(line, look["ink"], wide)
        if inner := look.get("inner"):
            dash = (self.across * 0.06, self.across * 0.09) if look["line"] == "dotted" else ()
            yield Line(line, inner, wide * 0.38, dash, butt=bool(dash))

    def _peaks(self, line: Points, look: Look) -> Iterator[Shape]:
        """A range of mountains along hexsides."""
        for (x, y), (to_x, to_y) in pairwise(line):
            count = max(2, round(math.hypot(to_x - x, to_y - y) / (self.across * look["apart"])))
            for nth in range(count):
                part = (nth + 0.5) / count
                at = (x + (to_x - x) * part, y + (to_y - y) * part)
                yield from places.GLYPHS["mountain"](*at, self.across * look["width"], look["ink"])

    def _teeth(self, line: Points, look: Look) -> Iterator[Shape]:
        """A cliff along hexsides: a firm line with strokes to one side of it."""
        wide = look["width"] * self.across
        yield Line(line, look["ink"], wide)
        for (x, y), (to_x, to_y) in pairwise(line):
            long = math.hypot(to_x - x, to_y - y)
            count = max(2, round(long / (self.across * look["apart"])))
            out = look["long"] * self.across / long
            out_x, out_y = (to_y - y) * out, (x - to_x) * out
            for nth in range(count):
                part = (nth + 0.5) / count
                at_x, at_y = x + (to_x - x) * part, y + (to_y - y) * part
                yield Line(((at_x, at_y), (at_x + out_x, at_y + out_y)), look["ink"], wide * 0.7)

    def tints(self) -> Iterator[Shape]:
        """A band of its colour along the inside of every country's borders."""
        for name, colours in self.style.table("tints").items():
            area = self.board.areas[name]
            for side, there in self.sides():
                here = Hex(side // 6)
                if there >= 0 and area[here] and area[Hex(there)] and area[here] != area[Hex(there)]:
                    for hex in (here, Hex(there)):
                        if colour := colours.get(area[hex]):
                            (x, y), ends = self.centre(hex), self.ends(side)
                            inner = [(ex + (x - ex) * BAND, ey + (y - ey) * BAND) for ex, ey in reversed(ends)]
                            yield Polygon((*ends, *inner), colour, opacity=0.30)

    def borders(self) -> Iterator[Shape]:
        """Where an area ends and another one begins, by land."""
        for name, look in self.style.table("borders").items():
            area = self.board.areas[name]
            sides = [
                self.ends(side) for side, there in self.sides()
                if there >= 0 and area[Hex(side // 6)] != area[Hex(there)] and area[Hex(side // 6)] and area[Hex(there)]
                and not self.board.features(Hex(side // 6), Hex(there)) & set(look.get("not_across", ()))
            ]  # fmt: skip
            lines = list(chained(sides))
            for line in lines:
                yield Line(line, look["casing"], self.across * 0.075, opacity=0.75)
            for line in lines:
                yield Line(line, look["ink"], self.across * 0.036, (self.across * 0.12, self.across * 0.075), butt=True)

    def links(self) -> Iterator[Shape]:
        """Each once, where several run together."""
        steps: dict[str, dict[tuple[Hex, Hex], None]] = {}
        for chain in self.board.chains:
            for one, other in pairwise(chain.hexes):
                steps.setdefault(chain.link, {})[min(one, other), max(one, other)] = None
        for link, pairs in steps.items():
            look = self.style.look("links", link)
            lines = [smooth(line) for line in chained([(self.centre(one), self.centre(other)) for one, other in pairs])]
            if aside := look.get("aside"):  # of others that run with it, in hexes
                lines = [shifted(line, aside * self.across) for line in lines]
            for line in lines:
                yield Line(line, PALE, self.across * max(0.07, 1.6 * look.get("width", 0)), opacity=0.6)
            for line in lines:
                yield from self.link(line, look)

    def bridges(self) -> Iterator[Shape]:
        """Where links cross hexsides that `bridges` names."""
        if not (look := self.style.table("bridges")):
            return
        steps = {
            (min(pair), max(pair))
            for chain in self.board.chains
            for pair in pairwise(chain.hexes)
            if chain.link in look["of"] and self.board.features(*pair) & set(look["over"])
        }
        for one, other in sorted(steps):
            (x, y), (to_x, to_y) = self.centre(one), self.centre(other)
            turn = math.atan2(to_y - y, to_x - x)
            yield from places.span((x + to_x) / 2, (y + to_y) / 2, self.across * look["width"], look["ink"], turn)

    def link(self, line: Points, look: Look) -> Iterator[Shape]:
        dash = (self.across * 0.10, self.across * 0.05)
        if look.get("line") == "rail":
            yield Line(line, look["ink"], self.across * 0.034)
            yield Line(line, PALE, self.across * 0.016, dash, butt=True)
        elif look.get("line") == "road":
            wide = self.across * look["width"]
            yield Line(line, look["casing"], wide + self.across * 0.018)
            yield Line(line, look["ink"], wide)
        else:
            yield Line(line, look.get("ink", INK), self.across * 0.03, dash, butt=True)

    def edges(self) -> Iterator[Shape]:
        """Where the map leads to a box."""
        for box in self.board.boxes:
            if colour := self.style.look("boxes", box.id).get("edge"):
                for hex in box.adjoins:
                    for way in range(6):
                        if self.board.neighbours[6 * hex + way] < 0:
                            yield Line(self.ends(Hexside(6 * hex + way)), colour, self.across * 0.07)

    def veil(self, window: Bits, paper: str) -> Iterator[Shape]:
        """Over the hexes that a scenario leaves out, and a line along those it plays in."""
        for hex in self.hexes:
            if hex not in window:
                yield Polygon(self.corners(hex), paper, opacity=0.62)
        rim = [
            self.ends(side) for side, there in self.sides()
            if there >= 0 and (Hex(side // 6) in window) != (Hex(there) in window)
        ]  # fmt: skip
        for line in chained(rim):
            yield Line(line, INK, self.across * 0.05, opacity=0.8)

    def labels(self) -> Iterator[Shape]:
        """Names of seas and countries, drawn under everything that moves."""
        for label in self.style.looks.get("labels", ()):
            look = self.style.look("lettering", label["as"])
            x, y = self.spot(*label["at"])
            size = label.get("size", look["size"]) * self.across
            for nth, line in enumerate(label["text"].split("\n")):
                yield Text(
                    x, y + nth * size * 1.1, line, size, look["ink"], look["font"], turn=label.get("turn", 0),
                    spacing=size * look["spacing"], opacity=look["opacity"], halo=look.get("halo", ""),
                )  # fmt: skip

    # ------------------------------------------------------------------ places

    def places(self, occupied: Container[int], control: Sequence[int | None], sides: Sequence[str]) -> Iterator[Shape]:
        for place in self.board.places:
            yield from self.place(place, place.hex in occupied)
            held = control[place.hex] if place.hex < len(control) else None
            if held is not None:
                yield self.flag(place, self.style.look("sides", sides[held]).get("ground", INK))

    def place(self, place: Place, occupied: bool) -> Iterator[Shape]:
        """Where counters stand the signs make room: to the corners of the hex, with the name at its foot."""
        x, y = self.centre(place.hex)
        signs = [sign for sign in self.style.table("symbols") if sign in self._words(place)]
        yield from (self._at_corners if occupied else self._in_a_row)(place, signs, x, y)
        size = self.across * (0.158 if self.chief(place) else 0.146)
        font: Font = "bold" if self.chief(place) else "plain"
        yield Text(x, y + self.across * 0.425, place.name, size, INK, font, halo=PALE)

    def chief(self, place: Place) -> bool:
        """Its name is larger, and shown from further away."""
        return self._is_chief(place.symbols)

    def _is_chief(self, words: Iterable[str]) -> bool:
        return any(self.style.look("symbols", word).get("chief") for word in words)

    def flag(self, place: Place, colour: str) -> Line:
        """A stroke under the name: who holds it."""
        x, y = self.centre(place.hex)
        return places.flag(x, y + self.across * 0.472, self.across * 0.30, colour)

    def _words(self, place: Place) -> set[str]:
        """Its symbols, and with a class its symbol in that colour: `mobilization axis`."""
        words = set(place.symbols) | {word for word, said in place.data.items() if said is True}
        return words - ({"city"} if self._is_chief(words) else set())

    def _sign(self, place: Place, word: str, x: float, y: float) -> Iterator[Shape]:
        look = self.style.look("symbols", word)
        owner = str(place.data.get(look.get("by", ""), ""))
        ink = look.get("inks", {}).get(owner, look["ink"])
        yield from places.GLYPHS[look["sign"]](x, y, self.across * look["width"], ink)
        if number := place.data.get(look.get("number", "")):
            size = self.across * look["width"] * 0.8
            yield Text(x, y + size * 0.35, str(number), size, PALE, "bold")

    def _in_a_row(self, place: Place, signs: list[str], x: float, y: float) -> Iterator[Shape]:
        gap = self.across * 0.235
        start = x - gap * (len(signs) - 1) / 2
        for nth, word in enumerate(signs):
            yield from self._sign(place, word, start + nth * gap, y + self.across * 0.13)

    def _at_corners(self, place: Place, signs: list[str], x: float, y: float) -> Iterator[Shape]:
        left = [sign for sign in signs if self.style.look("symbols", sign).get("main")]
        right = [sign for sign in signs if sign not in left]
        apart = 0.12 if self.board.layout.top == "pointy" else 0  # there the signs of two neighbours would meet
        for turned, column in ((-1, left), (1, right)):
            for nth, word in enumerate(column):
                down = (nth - (len(column) - 1) / 2) * 0.20 + turned * apart
                yield from self._sign(place, word, x + turned * self.across * 0.445, y + self.across * down)
