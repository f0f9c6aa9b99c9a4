"""Paint the background of a board: relief, terrain tints, coast and sea, without any text.

    MAPS=FOLDER-OF-SETUP python tools/maps/relief.py src/sandtable/systems/gew/board.json [SIZE]

reads board.json, writes board.webp and board.picture.json beside it; SIZE is centre to corner of a hex, in pixels.
README.md tells what it needs, whom to credit, and how the coast is made to agree with the hexes.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import sources
from sheet import Sheet
from sources import Array

from sandtable.core.board import Board
from sandtable.core.hexes import Point
from sandtable.core.rules import Hex
from sandtable.draw.shapes import Points, chained

SIZE, MARGIN, QUALITY = 54.0, 0.5, 68
WATER = ("sea", "water")
RIVERS = ("minor_river", "major_river")
PAPER = (244, 239, 225)
TINTS = {
    "clear": (221, 220, 176), "rough": (210, 190, 140), "mountain": (181, 149, 104), "high_mountain": (147, 119, 92),
    "desert": (240, 222, 166), "impassable": (172, 167, 153),
    "open": (224, 219, 168), "orchard": (199, 207, 142), "hills": (209, 190, 136), "sand": (241, 220, 158),
    "minor_city": (206, 192, 168), "major_city": (198, 184, 164),
}  # fmt: skip
SHALLOW, DEEP, COAST = (203, 225, 232), (128, 170, 199), (66, 92, 108)
CELL, FINE = 9300, 800  # metres: a cell of ETOPO5; the edges of cells would show where a pixel is smaller than that
# Where a hex is smaller than a cell, its terrain tells what lies within: metres that it rises, and how broken it is.
FORMS = {
    "open": (0, 9), "sand": (8, 9), "orchard": (50, 26), "hills": (130, 72), "mountain": (330, 150),
    "high_mountain": (720, 190), "minor_city": (20, 5), "major_city": (20, 5),
}  # fmt: skip
RIDGES = ((1.9, 1.0), (0.95, 0.6), (0.48, 0.36), (0.24, 0.2), (0.12, 0.08))  # how long in hexes, and how high
STEEPER = 3.2
SCARPS = {"escarpment": 170, "low_escarpment": 80}  # metres
CREDITS = [
    "Coast and lakes: Natural Earth, public domain.",
    "Relief: ETOPO5, NOAA National Geophysical Data Center, public domain.",
]


class Painter:
    def __init__(self, board: Board, size: float) -> None:
        self.board = board
        self.sheet = Sheet(board.layout, board.data["projection"], size, MARGIN)
        self.shape = (self.sheet.height, self.sheet.width)
        self.hexes, self.apart = self.sheet.hexes()
        self.terrain = [board.terrain[hex] for hex in board.layout.hexes()]
        self.random = np.random.default_rng(1941)
        self.small = self.sheet.projection.kilometres * 1000 < CELL  # a hex, smaller than a cell of ETOPO5

    def noise(self, *waves: float) -> Array:
        """Smooth noise between about -1 and 1, of these wavelengths in hexes, each half as strong as the last."""
        total, strength = np.zeros(self.shape, np.float32), 1.0
        for wave in waves:
            step = max(1.0, wave * self.sheet.across / 4)
            small = self.random.standard_normal((int(self.shape[0] / step) + 4, int(self.shape[1] / step) + 4))
            small = ndimage.gaussian_filter(small.astype(np.float32), 1.0) * 3.5
            zoom = (np.mgrid[0 : self.shape[0], 0 : self.shape[1]] / step).astype(np.float32) + 1
            total += strength * ndimage.map_coordinates(small, zoom, order=1)
            strength /= 2
        return np.clip(total / 2, -1, 1)

    # ------------------------------------------------------------------ land and water

    def shore(self) -> Array:
        """Distance from the shore in hexes, positive on land, as Natural Earth has it; measured on a sheet twice as
        large, so that it is smooth."""
        dry = self.sheet.mask(sources.land(), 2) & ~self.sheet.mask(sources.lakes(), 2)
        far = ndimage.distance_transform_edt(dry) - ndimage.distance_transform_edt(~dry)
        far = ndimage.gaussian_filter(far.astype(np.float32), 1.4)
        hexes: Array = far.reshape(self.shape[0], 2, self.shape[1], 2).mean(axis=(1, 3)) / (2 * self.sheet.across)
        return hexes

    def agree(self, shore: Array) -> tuple[Array, list[str]]:
        """The shore moved, as little as need be, where a hex is not what the rules say of it."""
        shore, moved = shore.copy(), []
        crinkle = self.noise(0.35, 0.17, 0.08)
        boxes = ndimage.find_objects(self.hexes.astype(np.int32) + 1)
        for hex, word in enumerate(self.terrain):
            if not word:
                continue
            (rows, columns), wanted = boxes[hex], -1 if word in WATER else 1
            grow = round(0.15 * self.sheet.across)
            rows = slice(max(0, rows.start - grow), rows.stop + grow)
            columns = slice(max(0, columns.start - grow), columns.stop + grow)
            inside = self.hexes[rows, columns] == hex
            x, y = self.sheet.centres()[hex] - (columns.start, rows.start)
            down, across = np.mgrid[0 : inside.shape[0], 0 : inside.shape[1]]
            apart = np.hypot(across + 0.5 - x, down + 0.5 - y) / self.sheet.across
            window, crinkled = shore[rows, columns], crinkle[rows, columns]
            hump = np.clip(1 - (apart / 0.56) ** 2, 0, 1) ** 1.5
            middle, least = apart < (0.22 if wanted < 0 else 0.17), 0.62 if wanted < 0 else 0.30
            push, pushed = 0.0, window * wanted
            while not ((pushed[middle] > 0.015).all() and (pushed[inside] > 0).mean() >= least) and push < 2:
                push += 0.02
                pushed = window * wanted + hump * push + crinkled * 0.16 * hump * min(1, push * 4)
            if push:
                shore[rows, columns] = pushed * wanted
                moved.append(self.board.layout.label(Hex(hex)))
        return shore, moved

    def drawn(self, shore: Array) -> Array:
        """The shore of a board whose hexes are small, and whose coast was therefore drawn with a free hand: as a whole
        moved towards it, so that no hex of the sea becomes a pond."""
        wanted = np.array([0 if not word else -1 if word in WATER else 1 for word in self.terrain])
        x, y = self.sheet.centres().astype(int).T
        crinkle = self.noise(0.6, 0.3, 0.15)
        for _ in range(12):
            lack = np.clip(0.3 - shore[y, x] * wanted, 0, 1) * wanted
            if not lack.any():
                break
            push = ndimage.gaussian_filter(np.array([*lack, 0], np.float32)[self.hexes], 0.3 * self.sheet.across)
            shore = shore + push * (0.8 + 0.25 * crinkle)
        for x, y in self.mouths():
            down, across = np.mgrid[0 : self.shape[0], 0 : self.shape[1]] - np.array([y, x])[:, None, None]
            reach = np.exp(-((np.hypot(across, down) / (0.22 * self.sheet.across)) ** 2))
            shore = shore - max(0.0, shore[int(y), int(x)] + 0.05) * reach
        far = ndimage.distance_transform_edt(shore > 0) - ndimage.distance_transform_edt(shore <= 0)
        hexes: Array = ndimage.gaussian_filter(far.astype(np.float32), 1.4) / self.sheet.across
        return hexes

    def mouths(self) -> Iterator[Point]:
        """Where rivers end at a hex of the sea."""
        found = Counter((round(x), round(y)) for side in self.sides(*RIVERS) for x, y in self.ends(side))
        wet = np.array([word in WATER for word in self.terrain] + [False])[self.hexes]
        near = max(2, round(0.06 * self.sheet.across))
        for (x, y), meeting in found.items():
            if meeting == 1 and wet[y - near : y + near, x - near : x + near].any():
                yield x, y

    # ------------------------------------------------------------------ colours

    def hillshade(self, land: Array) -> Array:
        """Light from the north-west: about 0 on a plain, up to 1 and down to -1."""
        step = 6
        down, across = np.mgrid[0 : self.shape[0] + step : step, 0 : self.shape[1] + step : step].astype(float)
        coarse = sources.altitude(*self.sheet.earth(across, down)).astype(np.float32)
        grid = (np.mgrid[0 : self.shape[0], 0 : self.shape[1]] / step).astype(np.float32)
        height = ndimage.map_coordinates(coarse, grid, order=3, mode="nearest")
        metres = self.sheet.projection.kilometres * 1000 / self.sheet.across
        if metres < FINE:
            height = ndimage.gaussian_filter(height, CELL / metres / 3)
        if self.small:
            return self.lit((height + self.forms()) * np.clip(land, 0, 1), metres, STEEPER)
        rough = ndimage.gaussian_filter(np.abs(height - ndimage.gaussian_filter(height, 12)), 14)
        ridges = 1 - 2 * np.abs(self.noise(0.42, 0.21, 0.1, 0.05))
        height = ndimage.gaussian_filter(height + ridges * rough * 0.55, 1.3) * np.clip(land, 0, 1)
        return self.lit(height, metres, 10)

    def lit(self, height: Array, metres: float, steeper: float) -> Array:
        south, east = np.gradient(height)
        x, y = -east / metres * steeper, -south / metres * steeper
        light: Array = (-0.55 * x - 0.55 * y + 0.63) / np.sqrt(x * x + y * y + 1)
        return np.clip((light - 0.63) * 1.5, -0.62, 0.55)

    def forms(self) -> Array:
        """Metres that the hexes themselves add to a relief too coarse for them: ridges where they are broken, valleys
        along their rivers, a step along their escarpments, dunes."""
        rise, broken = (self.spread([FORMS.get(word, (0, 0))[nth] for word in self.terrain]) for nth in (0, 1))
        ridges = sum(part * (1 - 2.6 * np.abs(self.noise(wave))) for wave, part in RIDGES)
        soft, rough = 0.42 * self.sheet.across, 0.20 * self.sheet.across
        height = ndimage.gaussian_filter(rise, soft) + ndimage.gaussian_filter(broken, rough) * ridges
        if (off := self.off(*RIVERS)) is not None:
            height = height * (1 - 0.8 * np.exp(-((off / 0.30) ** 2)))
        for feature, high in SCARPS.items():
            if (off := self.off(feature)) is not None:
                height = height + high * np.exp(-off / 0.5) * self.above(feature)
        down, across = np.mgrid[0 : self.shape[0], 0 : self.shape[1]] / self.sheet.across
        dunes = np.sin((0.55 * across + down) * 30 + self.noise(1.2, 0.5) * 5)
        sand = self.spread([int(word == "sand") for word in self.terrain])
        formed: Array = height + dunes * 9 * ndimage.gaussian_filter(sand, rough)
        smoothed: Array = ndimage.gaussian_filter(formed, 1.3)
        return smoothed

    def spread(self, numbers: list[int]) -> Array:
        """Numbers of hexes by pixel; those of land reach out over the water."""
        known = np.array([word not in ("", *WATER) for word in self.terrain] + [False])
        where = ndimage.distance_transform_edt(~known[self.hexes], return_distances=False, return_indices=True)
        spread: Array = np.array([*numbers, 0], np.float32)[self.hexes[tuple(where)]]
        return spread

    def off(self, *features: str) -> Array | None:
        """How far it is to the nearest hexside with one of these features, in hexes; None if there is none."""
        image = Image.new("1", (self.sheet.width, self.sheet.height))
        draw = ImageDraw.Draw(image)
        for side in self.sides(*features):
            draw.line(self.ends(side), fill=1, width=2)
        drawn = np.asarray(image)
        return ndimage.distance_transform_edt(~drawn) / self.sheet.across if drawn.any() else None

    def sides(self, *features: str) -> list[int]:
        return [side for river in self.board.rivers if river.feature in features for side in river.sides]

    def ends(self, side: int) -> tuple[Point, Point]:
        corners = self.board.layout.corners(Hex(side // 6), self.sheet.size)
        (x, y), (to_x, to_y) = corners[side % 6], corners[(side % 6 + 1) % 6]
        left, top = self.sheet.left, self.sheet.top
        return (left + x, top + y), (left + to_x, top + to_y)

    def flank(self, line: Points, turned: int) -> Iterator[tuple[int, int]]:
        """A pixel beside each stretch of a line, row and column: all of them on the same side of it."""
        for (x, y), (to_x, to_y) in pairwise(line):
            yield int((y + to_y) / 2 - turned * (to_x - x) / 2), int((x + to_x) / 2 + turned * (to_y - y) / 2)

    def above(self, feature: str) -> Array:
        """1 on the upper side of an escarpment, the one further from the sea, 0 on the lower one."""
        wet = np.array([word in WATER for word in self.terrain] + [False])[self.hexes]
        inland = ndimage.distance_transform_edt(~wet)
        upper = np.full(len(self.terrain) + 1, -1)
        for line in chained([self.ends(side) for side in self.sides(feature)]):
            flanks = [list(self.flank(line, turned)) for turned in (-1, 1)]
            far = [sum(inland[spot] for spot in flank) for flank in flanks]
            for flank, high in zip(flanks, (far[0] > far[1], far[1] >= far[0]), strict=True):
                upper[[self.hexes[spot] for spot in flank]] = high
        known = upper[self.hexes]
        where = ndimage.distance_transform_edt(known < 0, return_distances=False, return_indices=True)
        found: Array = ndimage.gaussian_filter(known[tuple(where)].astype(np.float32), 0.02 * self.sheet.across)
        return found

    def ground(self, land: Array) -> Array:
        """Tints of the terrain, running softly into each other, and the hillshade over them."""
        tints = {**TINTS, **self.board.data.get("tints", {})}
        table = np.array([tints.get(word, (0, 0, 0)) for word in self.terrain] + [(0, 0, 0)], np.float32)
        known = np.array([word not in ("", *WATER) for word in self.terrain] + [False])
        where = ndimage.distance_transform_edt(~known[self.hexes], return_distances=False, return_indices=True)
        colour: Array = table[self.hexes[tuple(where)]]
        for band in range(3):
            colour[..., band] = ndimage.gaussian_filter(
                colour[..., band], (0.11 if self.small else 0.06) * self.sheet.across
            )
        mottle = self.noise(2.2, 0.9, 0.3)[..., None]
        colour += mottle * np.array((-4.5, 0.5, -6), np.float32)  # greener here, drier there
        grain = self.random.standard_normal(self.shape).astype(np.float32)
        colour += ndimage.gaussian_filter(grain, 0.9)[..., None] * 5
        shade = self.hillshade(land)[..., None]
        dark, bright = np.array((74, 52, 34), np.float32), np.array((255, 250, 232), np.float32)
        return np.where(shade < 0, colour + (dark - colour) * -shade, colour + (bright - colour) * shade)

    def water(self, shore: Array) -> Array:
        """Paler towards the coast, with the lines an engraver would draw along it."""
        off = np.maximum(-shore, 0)
        far = ndimage.gaussian_filter(off, 0.22 * self.sheet.across)
        depth = np.clip(1 - np.exp(-far / 0.8), 0, 1) + self.noise(3.0, 1.1) * 0.06
        depth = np.clip(depth, 0, 1)[..., None]
        colour: Array = np.array(SHALLOW, np.float32) * (1 - depth) + np.array(DEEP, np.float32) * depth
        for at, strength in ((0.055, 0.22), (0.115, 0.16), (0.185, 0.11), (0.265, 0.07)):
            line = np.exp(-(((off - at) * self.sheet.across / 0.9) ** 2))[..., None] * strength
            colour += (np.array(COAST, np.float32) - colour) * line
        return colour

    def wet(self, shore: Array) -> dict[str, str]:
        """Hexes of land with water in them: a square about the middle, in 8 rows of 8 cells, two digits a row; a bit is
        set where the cell is not all land. Signs of terrain keep out of there."""
        found = {}
        half = round(self.sheet.across / 2)
        for hex, (x, y) in enumerate(self.sheet.centres()):
            if self.terrain[hex] in ("", *WATER):
                continue
            square = shore[int(y) - half : int(y) + half, int(x) - half : int(x) + half] < 0.03
            edges = np.linspace(0, 2 * half, 9).astype(int)
            cells = np.add.reduceat(np.add.reduceat(square.astype(int), edges[:-1], 0), edges[:-1], 1) > 0
            if cells.any():
                rows = (sum(int(cell) << nth for nth, cell in enumerate(row)) for row in cells)
                found[self.board.layout.label(Hex(hex))] = "".join(f"{row:02x}" for row in rows)
        return found

    def paint(self) -> tuple[Image.Image, dict[str, str], list[str]]:
        shore, moved = self.agree(self.drawn(self.shore()) if self.small else self.shore())
        pixels = shore * self.sheet.across
        land = np.clip(pixels / 1.2 + 0.5, 0, 1)
        colour = self.water(shore)
        colour += (self.ground(land) - colour) * land[..., None]
        line = np.exp(-((pixels / 1.15) ** 2))[..., None] * 0.9
        colour += (np.array(COAST, np.float32) - colour) * line
        played = np.array([bool(word) for word in self.terrain] + [False])[self.hexes].astype(np.float32)
        rows, columns = np.mgrid[0 : self.shape[0], 0 : self.shape[1]]
        rim = np.minimum(np.minimum(rows, self.shape[0] - 1 - rows), np.minimum(columns, self.shape[1] - 1 - columns))
        faint = 1 - 0.22 * np.clip(rim / self.sheet.left, 0, 1) ** 0.7
        veil = ((1 - played) * faint)[..., None]  # beyond the map the earth goes on, ever more faintly
        colour += (np.array(PAPER, np.float32) - colour) * veil
        return Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8)), self.wet(shore), moved


def main(path: Path, size: float) -> None:
    board = Board.load(path)
    painter = Painter(board, size)
    image, wet, moved = painter.paint()
    picture = path.with_suffix(".webp")
    image.save(picture, quality=QUALITY, method=6)
    sheet = painter.sheet
    about = {
        "image": picture.name,
        "width": sheet.width,
        "height": sheet.height,
        "size": sheet.size,
        "left": sheet.left,
        "top": sheet.top,
        "terrain": hashlib.sha256("\n".join(board.to_dict()["terrain"]["rows"]).encode()).hexdigest(),
        "credits": CREDITS,
        "wet": wet,
    }
    path.with_suffix(".picture.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    print(f"{picture.stat().st_size} bytes; the shore was moved in {len(moved)}: {' '.join(moved)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else SIZE)
