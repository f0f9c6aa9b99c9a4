"""A sheet of paper: pixels, the hexes on them, and where a place on earth comes to lie.

A pixel of the picture is `left` + x, `top` + y, where x, y are what `Layout.centre(hex, size)` gives. The projection is
equidistant conic with one parallel, then a few pulls (a rubber sheet); its numbers stand in the board's data.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from sources import Array, Polygon

from sandtable.core.hexes import HALF_WIDTH, Layout


class Sheet:
    def __init__(self, layout: Layout, projection: dict[str, Any], size: float, margin: float) -> None:
        """`margin` in hexes, on every side of the field."""
        self.layout, self.projection, self.size = layout, projection, size
        self.across = 2 * HALF_WIDTH * size  # pixels from a flat side to the opposite one
        self.left = self.top = round(margin * self.across)
        wide, high = layout.extent(size)
        self.width, self.height = math.ceil(wide) + 2 * self.left, math.ceil(high) + 2 * self.top

    # ------------------------------------------------------------------ hexes

    def centres(self) -> Array:
        found = np.array([self.layout.centre(hex, self.size) for hex in self.layout.hexes()])
        return found + np.array([self.left, self.top])

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

    def _cone(self) -> tuple[float, float, float, float]:
        said = self.projection
        parallel = math.radians(said["phi0"])
        return parallel, math.sin(parallel), math.cos(parallel) / math.sin(parallel) + parallel, said["earth_radius_km"]

    def _pull(self, x: Array, y: Array) -> tuple[Array, Array]:
        right, down = np.zeros_like(x), np.zeros_like(y)
        for at_x, at_y, by_x, by_y, reach in self.projection["pulls"]:
            weight = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * reach * reach))
            right, down = right + weight * by_x, down + weight * by_y
        return right, down

    def pixels(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        said = self.projection
        parallel, n, top, radius = self._cone()
        rho, turn = radius * (top - np.radians(lat)), n * np.radians(lon - said["lon0"])
        x = rho * np.sin(turn) / said["km_per_hex"] + said["x0"]
        y = -(radius * (top - parallel) - rho * np.cos(turn)) / said["km_per_hex"] + said["y0"]
        right, down = self._pull(x, y)
        # the board's projection has hex (1, 1) at (0.866, 1.5); the layout has it at (0.577, 1.0)
        return (
            (x + right - HALF_WIDTH + 1 / math.sqrt(3)) * self.across + self.left,
            (y + down - 0.5) * self.across + self.top,
        )

    def earth(self, px: Array, py: Array) -> tuple[Array, Array]:
        """Longitude and latitude of pixels."""
        said = self.projection
        parallel, n, top, radius = self._cone()
        wanted_x = (px - self.left) / self.across + HALF_WIDTH - 1 / math.sqrt(3)
        wanted_y = (py - self.top) / self.across + 0.5
        x, y = wanted_x, wanted_y
        for _ in range(4):
            right, down = self._pull(x, y)
            x, y = wanted_x - right, wanted_y - down
        east = (x - said["x0"]) * said["km_per_hex"]
        south = (y - said["y0"]) * said["km_per_hex"] + radius * (top - parallel)
        lon = said["lon0"] + np.degrees(np.arctan2(east, south)) / n
        return lon, np.degrees(top - np.hypot(east, south) / radius)
