"""What maps say of every hex: how much of it is land, how hilly that is, whose it was in 1941, which sea lies on it.

Everything is painted on one sheet, a pixel being about 3 km, and counted hex by hex.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import sources
from PIL import Image, ImageDraw
from scipy import ndimage
from sheet import Sheet
from sources import Array

from sandtable.core.hexes import Layout
from sandtable.core.rules import Hex

PIXELS, MARGIN = 44, 0.6  # across a hex; hexes around the field
PART = 0.25  # land that joins two hexes is at least this part of the land of both
NEAR_SEED = 6


class Survey:
    def __init__(self, layout: Layout, drawing: dict[str, Any]) -> None:
        self.layout, self.drawing = layout, drawing
        self.sheet = sheet = Sheet(layout, drawing["projection"], PIXELS / math.sqrt(3), MARGIN)
        self.hexes = sheet.hexes()[0].astype(int)
        land, lakes = sheet.mask(sources.land()), sheet.mask(sources.lakes())
        self.dry, self.lake, self.wet = land & ~lakes, land & lakes, ~land & ~lakes
        down, across = np.mgrid[0 : sheet.height, 0 : sheet.width]
        self.altitude = sources.altitude(*sheet.earth(across + 0.5, down + 0.5))

    def share(self, where: Array) -> Array:
        """Which part of each hex that is."""
        inside, of = (
            np.bincount(self.hexes[mask & (self.hexes >= 0)], minlength=self.layout.size)
            for mask in (where, np.ones_like(where))
        )
        return inside / np.maximum(of, 1)

    def relief(self) -> tuple[Array, Array]:
        """How high a tenth of the land of each hex rises, and how far above the lowest tenth."""
        high, steep = np.zeros(self.layout.size), np.zeros(self.layout.size)
        for hex, box in enumerate(ndimage.find_objects(self.hexes + 1)):
            land = self.altitude[box][(self.hexes[box] == hex) & self.dry[box]]
            if len(land):
                low, high[hex] = np.percentile(land, [10, 90])
                steep[hex] = high[hex] - low
        return high, steep

    # ------------------------------------------------------------------ regions and seas

    def regions(self) -> list[str]:
        """The region to which most of the land of each hex belonged, or most of the hex if it has no land."""
        names = list(self.drawing["countries"])
        owner = {country: name for name, many in self.drawing["countries"].items() for country in many}
        whose = np.zeros(self.dry.shape, np.uint8)
        for country, shapes in sources.countries():
            if country in owner:
                whose[self.sheet.mask(shapes)] = names.index(owner[country]) + 1
        nearest = ndimage.distance_transform_edt(whose == 0, return_distances=False, return_indices=True)
        whose = whose[tuple(nearest)]  # a coast that one map calls sea is the nearest country's
        for border in self.drawing["border"]:
            inside = self.sheet.mask([[np.array(border["line"])]])
            over = [names.index(name) + 1 for name in border["over"] if name in names]
            if border["region"] not in names:
                names.append(border["region"])
            whose[inside & np.isin(whose, over)] = names.index(border["region"]) + 1
        return [names[nth - 1] for nth in self.most(whose, self.dry)]

    def seas(self) -> list[str]:
        """The sea that covers most of the water of each hex, "" where there is none."""
        said = self.drawing["seas"]
        walls = Image.new("1", (self.sheet.width, self.sheet.height))
        for cut in said["cuts"]:
            spots = zip(*self.sheet.pixels(*np.array(cut).T), strict=True)
            ImageDraw.Draw(walls).line(list(spots), fill=1, width=3)
        pieces, many = ndimage.label(self.wet & ~np.asarray(walls))
        names, sea_of = list(said["seeds"]), np.zeros(many + 1, int)
        for nth, (sea, seeds) in enumerate(said["seeds"].items(), 1):
            for x, y in zip(*self.sheet.pixels(*np.array(seeds, float).T), strict=True):
                if 0 <= x < self.sheet.width and 0 <= y < self.sheet.height:
                    near = pieces[
                        max(0, int(y) - NEAR_SEED) : int(y) + NEAR_SEED + 1,
                        max(0, int(x) - NEAR_SEED) : int(x) + NEAR_SEED + 1,
                    ]
                    piece = np.bincount(near[near > 0], minlength=1).argmax()
                    if piece and sea_of[piece] not in (0, nth):
                        raise SystemExit(f"{sea} and {names[sea_of[piece] - 1]} are one water: a cut of the seas leaks")
                    sea_of[piece] = nth if piece else 0
        sea = sea_of[pieces]
        nearest = ndimage.distance_transform_edt(sea == 0, return_distances=False, return_indices=True)
        sea = np.where(self.wet, sea[tuple(nearest)], 0)
        return [names[nth - 1] if nth else "" for nth in self.most(sea, self.wet)]

    def most(self, values: Array, where: Array) -> Array:
        """The value found most often in each hex, where it has any there, else anywhere in it."""
        span = int(values.max()) + 1
        counts = []
        for mask in (where & (self.hexes >= 0), self.hexes >= 0):
            cells = self.hexes[mask] * span + values[mask]
            counts.append(np.bincount(cells, minlength=self.layout.size * span).reshape(-1, span))
        some = counts[0].any(axis=1)
        most: Array = np.where(some, counts[0].argmax(axis=1), counts[1].argmax(axis=1))
        return most

    # ------------------------------------------------------------------ hexsides

    def water_between(self, one: Hex, other: Hex) -> str:
        """The water that parts the land of two neighbours, "sea" or "lake"; "" if one can walk."""
        ends = self.layout.corners(one, self.sheet.size)
        direction = self.layout.direction(one, other)
        steps = np.linspace(ends[direction], ends[(direction + 1) % 6], 25).T
        across, down = (steps[0] + self.sheet.left).astype(int), (steps[1] + self.sheet.top).astype(int)
        sea, lake = self.wet[down, across].mean(), self.lake[down, across].mean()
        if sea + lake < 0.15:
            return ""
        x, y = (np.array(self.layout.centre(one, 1)) + self.layout.centre(other, 1)) / 2 * self.sheet.size
        reach = 2 * PIXELS
        top, left = max(0, int(y) + self.sheet.top - reach), max(0, int(x) + self.sheet.left - reach)
        window = np.s_[top : top + 2 * reach, left : left + 2 * reach]
        here, there = self.hexes[window] == one, self.hexes[window] == other
        pieces, many = ndimage.label(self.dry[window] & (here | there), np.ones((3, 3)))
        mine, theirs = (np.bincount(pieces[hex], minlength=many + 1)[1:] for hex in (here, there))
        if not mine.sum() or not theirs.sum():
            return ""
        joined = bool(((mine >= PART * mine.sum()) & (theirs >= PART * theirs.sum())).any())
        if joined:
            return "lake" if lake >= 0.7 else ""
        return "lake" if lake > sea else "sea"
