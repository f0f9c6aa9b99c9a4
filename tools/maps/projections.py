"""Where a point on earth lies in a field of hexes, in hexes from flat side to flat side from its top left corner.

The numbers of a projection stand in its board's data.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np
from sources import Array

from sandtable.core.hexes import HALF_WIDTH, Layout
from sandtable.core.rules import Hex

DEGREE = 111.32  # kilometres of a degree of latitude


class Projection(Protocol):
    kilometres: float  # from a flat side of a hex to the opposite one

    def spots(self, lon: Array, lat: Array) -> tuple[Array, Array]: ...

    def earth(self, x: Array, y: Array) -> tuple[Array, Array]: ...


class Conic:
    """Equidistant conic with one parallel, then a few pulls (a rubber sheet); for a flat-top field."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said, self.kilometres = said, float(said["km_per_hex"])
        self.parallel, self.radius = math.radians(said["phi0"]), said["earth_radius_km"]
        self.n = math.sin(self.parallel)
        self.top = math.cos(self.parallel) / math.sin(self.parallel) + self.parallel

    def _pull(self, x: Array, y: Array) -> tuple[Array, Array]:
        right, down = np.zeros_like(x), np.zeros_like(y)
        for at_x, at_y, by_x, by_y, reach in self.said["pulls"]:
            weight = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * reach * reach))
            right, down = right + weight * by_x, down + weight * by_y
        return right, down

    def spots(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        said = self.said
        rho, turn = self.radius * (self.top - np.radians(lat)), self.n * np.radians(lon - said["lon0"])
        x = rho * np.sin(turn) / self.kilometres + said["x0"]
        y = -(self.radius * (self.top - self.parallel) - rho * np.cos(turn)) / self.kilometres + said["y0"]
        right, down = self._pull(x, y)
        # the board's projection has hex (1, 1) at (0.866, 1.5); the layout has it at (0.577, 1.0)
        return x + right - HALF_WIDTH + 1 / math.sqrt(3), y + down - 0.5

    def earth(self, x: Array, y: Array) -> tuple[Array, Array]:
        said = self.said
        wanted_x, wanted_y = x + HALF_WIDTH - 1 / math.sqrt(3), y + 0.5
        x, y = wanted_x, wanted_y
        for _ in range(4):
            right, down = self._pull(x, y)
            x, y = wanted_x - right, wanted_y - down
        east = (x - said["x0"]) * self.kilometres
        south = (y - said["y0"]) * self.kilometres + self.radius * (self.top - self.parallel)
        lon = said["lon0"] + np.degrees(np.arctan2(east, south)) / self.n
        return lon, np.degrees(self.top - np.hypot(east, south) / self.radius)


class Plain:
    """Meridians and parallels are straight; the middle of the top left hex lies at `lat_top`, `lon_left`."""

    def __init__(self, said: dict[str, Any], layout: Layout) -> None:
        self.said, self.kilometres = said, float(said["km"])
        self.down = DEGREE / self.kilometres  # hexes of a degree
        self.right = self.down * math.cos(math.radians(said["lat_mid"]))
        self.first = layout.centre(Hex(0), 1 / math.sqrt(3))

    def spots(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        x, y = (lon - self.said["lon_left"]) * self.right, (self.said["lat_top"] - lat) * self.down
        return x + self.first[0], y + self.first[1]

    def earth(self, x: Array, y: Array) -> tuple[Array, Array]:
        lon = self.said["lon_left"] + (x - self.first[0]) / self.right
        return lon, self.said["lat_top"] - (y - self.first[1]) / self.down


def projection(said: dict[str, Any], layout: Layout) -> Projection:
    return Conic(said) if "phi0" in said else Plain(said, layout)
