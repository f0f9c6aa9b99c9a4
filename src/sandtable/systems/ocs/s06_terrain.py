"""OCS 6.2: what a step costs on a title's map, by mobility, in quarters of a movement point."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sandtable.core.bits import Bits
from sandtable.core.board import Board, Mover
from sandtable.core.chartfile import Charts
from sandtable.core.charts import measure
from sandtable.core.errors import BadInput
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex
from sandtable.systems.ocs.numbers import number
from sandtable.systems.ocs.theatre import MOBILITIES, QUARTERS

PROHIBITED, ALL = "P", "All"
DOUBLED_BY_MUD = ("track", "truck")  # 17.0 off the road; a rainstorm doubles it for all (`storm`)
ONE_CLASS_LESS = {"minor_river": None, "major_river": "minor_river", "canal": None}  # 13.8


def word(printed: str) -> str:
    """A word of the board as the charts write it: `high_mountain`, `high mountain`."""
    return printed.replace("_", " ")


def quarters(printed: str) -> int:
    """`1/2`, `+2` in quarters of a point; what is prohibited, or takes all, no flood goes through."""
    if printed in (PROHIBITED, ALL):
        return NEVER
    found = measure(printed.lstrip("+"))
    if found is None or (cost := Fraction(found) * QUARTERS).denominator != 1:
        raise BadInput(f"{printed}: expected movement points in quarters, {ALL} or {PROHIBITED} (OCS 6.2)")
    return int(cost)


@lru_cache
def mover(charts: Charts, board: Board, mobility: int, ground: str = "normal", bridged: bool = False) -> Mover:
    """6.2 What steps cost this mobility in this weather; `bridged`: beside an engineer (13.8)."""
    name = MOBILITIES[mobility]
    muddy = ground == "storm" or (ground == "mud" and name in DOUBLED_BY_MUD)
    times = number(charts, "mud") if muddy else 1
    terrain, hexsides = (charts.table(f"{what}_movement") for what in ("terrain", "hexside"))
    roads = charts.table("road_mud" if ground == "mud" else "road_movement")

    def dearer(cost: int) -> int:
        return cost if cost == NEVER else times * cost

    def side(feature: str) -> int:
        other = ONE_CLASS_LESS.get(feature, feature) if bridged else feature
        return 0 if other is None else dearer(quarters(hexsides.read(word(other), name)))

    links = {chain.link: quarters(roads.read(word(chain.link), name)) for chain in board.chains}
    return Mover(
        name, "6.2", {each: dearer(quarters(terrain.read(word(each), name))) for each in board.terrain.words if each},
        {river.feature: side(river.feature) for river in board.rivers}, links,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def prices(charts: Charts, board: Board, mobility: int, ground: str = "normal", bridges: Bits | None = None) -> bytes:
    """6.1, 6.2 The price of every hexside. One goes from A to B only if one could go from B to A; `bridges`: the hexes
    of engineers, whose rivers cost less (13.8)."""
    mine = mover(charts, board, mobility, ground)
    if bridges:
        mine = mine.at(bridges, mover(charts, board, mobility, ground, True))
    found, whole = bytearray(board.prices(mine)), all_of_it(charts, board, mobility)
    one_way = [
        side for side, there in enumerate(board.neighbours)
        if there >= 0 and found[side] == NEVER and side not in whole
    ]  # fmt: skip
    for side in one_way:
        found[_twin(board, side)] = NEVER
    return bytes(found)


@lru_cache
def all_of_it(charts: Charts, board: Board, mobility: int) -> Bits:
    """6.1, 6.2 Hexsides whose crossing takes the whole allowance of a unit that has spent nothing; no way leads where
    none leads back."""
    links = {chain.link for chain in board.chains}
    found = []
    for side, there in enumerate(board.neighbours):
        if there < 0 or board.links(Hex(side // 6), Hex(there)) & links:
            continue
        costs = _printed(charts, board, mobility, side)
        if ALL in costs and PROHIBITED not in (*costs, *_printed(charts, board, mobility, _twin(board, side))):
            found.append(side)
    return Bits(found, 6 * board.size)


def _printed(charts: Charts, board: Board, mobility: int, side: int) -> list[str]:
    """6.2 What the charts print for a step off the road: its hex, and what is crossed."""
    name, terrain, hexsides = MOBILITIES[mobility], charts.table("terrain_movement"), charts.table("hexside_movement")
    here, there = Hex(side // 6), Hex(board.neighbours[side])
    crossed = [hexsides.read(word(each), name) for each in board.features(here, there)]
    return [terrain.read(word(board.terrain[there]), name), *crossed]


@lru_cache
def passable(charts: Charts, board: Board, mobility: int) -> bytes:
    """6.2 Prices where it matters only what is not prohibited: what takes a whole allowance costs something too."""
    found = bytearray(prices(charts, board, mobility))
    for side in all_of_it(charts, board, mobility):
        found[side] = QUARTERS
    return bytes(found)


@lru_cache
def off_road(charts: Charts, board: Board, mobility: int, ground: str = "normal") -> bytes:
    """8.1 The price of every hexside without roads, bridges and engineers, as an overrun counts it; 8.1c, 6.1d none
    where no step leads back without them."""
    mine = mover(charts, board, mobility, ground)
    found = bytearray(board.prices(Mover(f"{mine.name} off the road", mine.rule, mine.terrain, mine.hexsides)))
    for side in [side for side, there in enumerate(board.neighbours) if there >= 0 and found[side] == NEVER]:
        if PROHIBITED in _printed(charts, board, mobility, side):
            found[_twin(board, side)] = NEVER
    return bytes(found)


def _twin(board: Board, side: int) -> int:
    return 6 * board.neighbours[side] + (side + 3) % 6


def line_of(charts: Charts, terrain: str) -> str:
    """9.3 The line of the Combat Table, and the class of a barrage, by the terrain of a hex."""
    return charts.table("terrain_combat").read(word(terrain), "line")
