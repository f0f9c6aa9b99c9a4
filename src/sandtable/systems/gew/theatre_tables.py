"""The Terrain Effects Charts of 17.1, as far as steps depend on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from sandtable.core.board import Mover
from sandtable.core.chartfile import read
from sandtable.core.charts import Table
from sandtable.core.kernels import NEVER
from sandtable.systems.gew.theatre import HEXSIDES, TERRAINS


class Effects:
    """tec.toml and hexsides.toml"""

    def __init__(self, folder: Path) -> None:
        self._hexes, self._sides = (_table(folder / f"{name}.toml") for name in ("tec", "hexsides"))

    def closed_to(self, effect: str) -> Iterator[str]:
        """The hexsides that stop a zone (ZOC) or a railway (rail)."""
        return (side for side in HEXSIDES if self._sides.read(side, effect) == "no")

    @cached_property
    def with_rail(self) -> tuple[str, ...]:
        """18.1 Terrain that railways cross."""
        return tuple(word for word in TERRAINS if self._at(word, "rail") == "yes")

    def mover(self, name: str, column: str, entry: tuple[str, ...]) -> Mover:
        """14.4, 17.1 What a kind of unit pays."""
        hexes = {
            terrain: _cost(self._at(terrain, column)) if self._at(terrain, "entry") in entry else NEVER
            for terrain in TERRAINS
        }
        return Mover(name, "17.1", hexes, {side: _cost(self._sides.read(side, "extra MF")) for side in HEXSIDES})

    def tracer(self, name: str, column: str, entry: tuple[str, ...]) -> Mover:
        """12.1 The same hexes and hexsides, at one point for each hex."""
        mover = self.mover(name, column, entry)
        hexes = {terrain: min(cost, 1) if cost < NEVER else NEVER for terrain, cost in mover.terrain.items()}
        sides = {side: 0 if cost < NEVER else NEVER for side, cost in mover.hexsides.items()}
        return Mover(f"line of a {name}", "12.1", hexes, sides)

    def _at(self, terrain: str, effect: str) -> str:
        return self._hexes.read(terrain.replace("_", " "), effect)


def _table(path: Path) -> Table:
    found = read(path, "GEW")
    assert isinstance(found, Table)
    return found


def _cost(said: str) -> int:
    return NEVER if said == "-" else int(said)
