"""The tables of the theatre that are worked out of its files: what steps cost, what is known of counters and places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.core.board import Bits, Board, Mover, Place, bits, has, hexes_in
from sandtable.core.chartfile import read
from sandtable.core.charts import Table
from sandtable.core.counters import Counters
from sandtable.core.hexes import Hexside
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex
from sandtable.systems.gew.theatre import (
    HEXSIDES,
    LINE_CORPS,
    LINE_LARGER,
    LINES,
    MOVERS,
    NUMBERS,
    POWERS,
    SIDES,
    SYMBOLS,
    TERRAINS,
)
from sandtable.systems.gew.theatre_lands import Lands
from sandtable.systems.gew.theatre_seas import Waters


class Effects:
    """The Terrain Effects Charts of 17.1, as far as steps depend on them."""

    def __init__(self, folder: Path, board: Board) -> None:
        hexes, sides = (read(folder / f"{name}.toml", "GEW") for name in ("tec", "hexsides"))
        assert isinstance(hexes, Table)
        assert isinstance(sides, Table)
        self.hexes: Callable[[str, str], str] = lambda terrain, effect: hexes.read(terrain.replace("_", " "), effect)
        self.sides: Callable[[str, str], str] = sides.read
        self.no_zoc = board.sides_with(*(side for side in HEXSIDES if self.sides(side, "ZOC") == "no"))
        self.no_rail = board.sides_with(*(side for side in HEXSIDES if self.sides(side, "rail") == "no"))

    def mover(self, name: str, column: str, entry: tuple[str, ...]) -> Mover:
        """14.4, 17.1 What a kind of unit pays."""
        hexes = {
            terrain: _cost(self.hexes(terrain, column)) if self.hexes(terrain, "entry") in entry else NEVER
            for terrain in TERRAINS
        }
        return Mover(name, "17.1", hexes, {side: _cost(self.sides(side, "extra MF")) for side in HEXSIDES})

    def tracer(self, name: str, column: str, entry: tuple[str, ...]) -> Mover:
        """12.1 The same hexes and hexsides, at one point for each hex."""
        mover = self.mover(name, column, entry)
        hexes = {terrain: min(cost, 1) if cost < NEVER else NEVER for terrain, cost in mover.terrain.items()}
        sides = {side: 0 if cost < NEVER else NEVER for side, cost in mover.hexsides.items()}
        return Mover(f"line of a {name}", "12.1", hexes, sides)

    def railway(self, board: Board, lands: Lands, power: int) -> Bits:
        """18.1, 18.4"""
        terrain = board.terrain.where(*(word for word in TERRAINS if self.hexes(word, "rail") == "yes"))
        regions = lands.bits(board, (nth for nth, region in enumerate(lands.regions) if power in region.rail))
        return board.bits(hex for hex in hexes_in(regions) if has(terrain, hex))

    def tables(self, board: Board, railways: tuple[Bits, ...]) -> dict[str, Any]:
        movers = tuple(self.mover(*about) for about in MOVERS)
        everywhere = bits(range(board.hexes), board.size)
        impassable = board.terrain.where("impassable")
        sky = board.bits(hex for hex in hexes_in(everywhere) if not has(impassable, hex))
        return {
            "no_zoc": self.no_zoc, "no_rail": self.no_rail, "movers": movers,
            "prices": tuple(map(board.prices, movers)),
            "line_prices": tuple(board.prices(self.tracer(*about)) for about in LINES),
            "rail_prices": tuple(_one_each(board, railway, self.no_rail) for railway in railways),
            "flight_prices": _one_each(board, sky),
            "water": {Hexside(side): feature for feature in HEXSIDES for side in hexes_in(board.sides_with(feature))},
        }  # fmt: skip


def _cost(said: str) -> int:
    return NEVER if said == "-" else int(said)


def _one_each(board: Board, hexes: Bits, barred: Bits = b"") -> bytes:
    """Prices of 1 into these hexes, but not across these hexsides."""
    return bytes(
        1 if there >= 0 and has(hexes, there) and not has(barred, side) else NEVER
        for side, there in enumerate(board.neighbours)
    )


# ------------------------------------------------------------------------------------------------ tables


def faces(counters: Counters, lands: Lands) -> dict[str, Any]:
    """The columns of the counters, as the rules read them."""
    words = ("name", "kind", "nationality", "type", "mech", "size", "elite")
    found: dict[str, Any] = {name: counters[name] for name in words}
    found |= {name: tuple(value or 0 for value in counters[name]) for name in (*NUMBERS, "turn")}
    countries = {country: nth for nth, country in enumerate(lands.country_ids)}
    units = range(len(counters))
    ground = found["is_ground"] = tuple(kind == "ground" for kind in counters["kind"])
    mountain = found["is_mountain"] = tuple(type in ("mountain", "partisan") for type in counters["type"])
    larger = [size in ("army", "front") for size in counters["size"]]
    base = [2 * (0 if found["mech"][unit] else 2 if mountain[unit] else 1) for unit in units]
    found["power"] = tuple(map(POWERS.index, counters["power"]))
    found["country_of"] = tuple(countries.get(country, -1) for country in counters["country"])
    found["mover"] = tuple(base[unit] + larger[unit] if ground[unit] else -1 for unit in units)
    found["line"] = tuple(
        -1 if not ground[unit] else LINE_LARGER if larger[unit] else LINE_CORPS + mountain[unit] for unit in units
    )
    return found


def places(board: Board, lands: Lands, waters: Waters) -> dict[str, Any]:
    """What is known by place."""
    spots = [Hex(place) for place in range(board.size)]
    regions = {region: nth for nth, region in enumerate(lands.region_ids)}
    at = [regions.get(board.areas["region"][place], -1) for place in spots]
    sea_at = [waters.ids.index(sea) if (sea := board.areas["sea"][place]) else -1 for place in spots]
    return {
        "terrain": tuple(board.terrain[place] for place in spots),
        "region_at": tuple(at),
        "country_at": tuple(lands.regions[nth].country if nth >= 0 else -1 for nth in at),
        "theatre_at": tuple(lands.regions[nth].theatre if nth >= 0 else "" for nth in at),
        "sea_at": tuple(sea_at),
        "seas_at": tuple(_seas(board, waters, sea_at, place) for place in spots),
        "class_at": _by_place(board, lambda place: _number(POWERS, place.data.get("class"))),
        "objective_at": _by_place(board, lambda place: _number(SIDES, place.data.get("objective"))),
    }


def _seas(board: Board, waters: Waters, sea_at: list[int], place: Hex) -> int:
    """The seas of a coast: of the sea hexes around it, of its port (G2-6), and those it sees across a hexside."""
    if not has(board.marked("coast"), place):
        return 0
    found = {sea_at[there] for there in board.around(place)} | set(waters.ports.get(place, ()))
    found |= {waters.ids.index(sea) for sea in board.data["coast_seas"].get(board.name(place), ())}
    return sum(1 << sea for sea in found if sea >= 0)


def _by_place(board: Board, number: Callable[[Place], int]) -> tuple[int, ...]:
    found = [-1] * board.size
    for place in board.places:
        found[place.hex] = number(place)
    return tuple(found)


def _number(words: tuple[str, ...], word: str | None) -> int:
    return -1 if word is None else words.index(word)


def sets(board: Board, lands: Lands) -> dict[str, Any]:
    """Sets of places that rules ask for."""
    symbols = {symbol: board.with_symbol(symbol) for symbol in SYMBOLS}
    dry = board.terrain.where(*(word for word in TERRAINS if word not in ("sea", "impassable")))
    marks = {
        mark: board.marked(mark) for mark in ("coast", "small_island", "edge_ussr", "edge_empire", "edge_atlantic")
    }
    mobilization = set(hexes_in(symbols["mobilization"]))
    ports, vp_regions = set(hexes_in(symbols["port"])), set(hexes_in(lands.bits(board, lands.list("vp_ports"))))
    germany_and_italy = set(hexes_in(lands.bits(board, lands.list("sudden_death_allied"))))
    britain = set(hexes_in(board.areas["region"].where("great_britain")))
    return symbols | marks | {
        "special": board.with_symbol(*SYMBOLS),
        "oil": board.bits(place.hex for place in board.places if place.data.get("oil")),
        "land": dry, "sea": board.terrain.where("sea"), "impassable": board.terrain.where("impassable"),
        "vp_ports": board.bits(ports & vp_regions),
        "sudden_death_allied": board.bits(mobilization & germany_and_italy),
        "sudden_death_axis": board.bits(mobilization - britain),
        "spring_ban": lands.bits(board, lands.list("spring_ban")),
        "axis_may_enter": lands.bits(board, lands.list("axis_may_enter_while_neutral")),
    }  # fmt: skip
