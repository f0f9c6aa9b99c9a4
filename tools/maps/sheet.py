"""A sheet of paper: pixels, the hexes on them, and where a place on earth comes to lie.

A pixel of the picture is `left` + x, `top` + y, where x, y are what `Layout.centre(hex, size)` gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from projections import projection
from sources import Array, Polygon

from sandtable.core.hexes import HALF_WIDTH, Layout


class Sheet:
    def __init__(self, layout: Layout, said: dict[str, Any], size: float, margin: float) -> None:
        """`said` are the numbers of the projection; `margin` in hexes, on every side of the field."""
        self.layout, self.projection, self.size = layout, projection(said, layout), size
        self.across = 2 * HALF_WIDTH * size  # pixels from a flat side to the opposite one
        self.left = self.top = round(margin * self.across)
        wide, high = layout.extent(size)
        self.width, self.height = math.ceil(wide) + 2 * self.left, math.ceil(high) + 2 * self.top

    # ------------------------------------------------------------------ hexes

    def centres(self) -> Array:
        found = np.array([self.layout.centre(hex, self.size) for hex in self.layout.hexes()])
        centres: Array = found + np.array([self.left, self.top])
        return centres

    def hexes(self) -> tuple[Array, Array]:
        """For every pixel: its hex (-1 off the field), and its distance to the centre in hexes."""
        centres = self.centres()
        nearest = np.full((self.height, self.width), -1, np.int16)
        apart = np.full((self.height, self.width), 9, np.float32)
        reach = math.ceil(self.size) + 1
        for hex, (x, y) in enumerate(centres):
            x0, x1 = max(0, int(x) - reach), min(self.width, int(x) + reach)
            y0, y1 = max(0, int(y) - reach), min(self.height, int(y) + reach)
            down, across = np.mgrid[y0:y1, x0:x1]
            dx, dy = np.abs(across + 0.5 - x), np.abs(down + 0.5 - y)
            if self.layout.top == "pointy":
                dx, dy = dy, dx
            inside = (dy <= HALF_WIDTH * self.size + 0.01) & (dx * HALF_WIDTH + dy / 2 <= HALF_WIDTH * self.size + 0.01)
            nearest[y0:y1, x0:x1][inside] = hex
            apart[y0:y1, x0:x1][inside] = (np.hypot(dx, dy) / self.across)[inside]
        return nearest, apart

    # ------------------------------------------------------------------ the earth

    def mask(self, polygons: Iterable[Polygon], times: int = 1) -> Array:
        """True inside these polygons, drawn so many times as large as the sheet."""
        image = Image.new("1", (times * self.width, times * self.height))
        draw = ImageDraw.Draw(image)
        for rings in polygons:
            for nth, ring in enumerate(rings):
                near = (ring[:, 0] > -45) & (ring[:, 0] < 85) & (ring[:, 1] > 5) & (ring[:, 1] < 85)
                if near.any():
                    x, y = self.pixels(np.clip(ring[:, 0], -60, 110), np.clip(ring[:, 1], -10, 88))
                    draw.polygon(list(zip(times * x, times * y, strict=True)), fill=int(nth == 0))
        return np.asarray(image)

    def pixels(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        x, y = self.projection.spots(lon, lat)
        return x * self.across + self.left, y * self.across + self.top

    def earth(self, px: Array, py: Array) -> tuple[Array, Array]:
        """Longitude and latitude of pixels."""
        return self.projection.earth((px - self.left) / self.across, (py - self.top) / self.across)
