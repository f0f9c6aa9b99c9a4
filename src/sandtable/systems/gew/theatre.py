"""The map, the counters, the countries and the seas of GEW as fixed tables: what the rules read and never change.

`theatre()` is loaded once from board.json, counters.csv, countries.toml and seas.toml, which are refused by file and
line if they contradict each other. Places are hexes and boxes; sets of them are Bits, as the kernels read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.core.board import Bits, Board, Chain, Mover, Place, bits, has, hexes_in
from sandtable.core.chartfile import Source, read
from sandtable.core.charts import Table
from sandtable.core.counters import Columns, Counters
from sandtable.core.errors import BadData, BadInput
from sandtable.core.hexes import Hexside
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId

FOLDER = Path(__file__).parent

POWERS = ("axis", "wallied", "soviet", "neutral")
AXIS, WALLIED, SOVIET, NEUTRAL = range(4)
SIDES = ("axis", "allied")
AXIS_SIDE, ALLIED_SIDE = Side(0), Side(1)
SIDE_OF_POWER = (AXIS_SIDE, ALLIED_SIDE, ALLIED_SIDE)

BOXES = (
    "staging_usa", "staging_british_empire", "staging_ussr", "convoy", "display_axis", "display_allied",
    "reinforcements_axis", "reinforcements_allied", *(f"track_{turn}" for turn in range(1, 11)),
)  # fmt: skip
HEXES = 50 * 29
STAGING_USA, STAGING_BRITISH_EMPIRE, STAGING_USSR, CONVOY = (Hex(HEXES + nth) for nth in range(4))
DISPLAY = (Hex(HEXES + 4), Hex(HEXES + 5))  # by side: Campaign Operations Displays
REINFORCEMENTS = (Hex(HEXES + 6), Hex(HEXES + 7))  # by side
TRACK = (Hex(-1), *(Hex(HEXES + 7 + turn) for turn in range(1, 11)))  # by game turn, from 1

KINDS = ("ground", "tac", "sac", "airlift", "fleet", "amphib", "uboat", "commando", "heavy_armor")
AIR, NAVAL, SPECIAL_FORCES = KINDS[1:4], KINDS[4:7], KINDS[7:9]
SIZES = ("corps", "army", "front")
TYPES = (
    "panzer", "tank", "motorized", "armored_recon", "airborne_panzer", "infantry", "flak", "mountain", "security",
    "airborne", "partisan", "marine", "garrison", "carrier",
)  # fmt: skip
FACES: Columns = {
    "name": "word", "kind": KINDS, "nationality": "word", "power": POWERS, "country": "text", "type": ("", *TYPES),
    "mech": "flag", "size": ("", *SIZES), "attack": "number or none", "defense": "number or none",
    "movement": "number or none", "elite": "flag", "air": "number or none", "bombardment": "number or none",
    "range": "number or none", "naval": "number or none", "asw": "number or none", "anti_convoy": "number or none",
    "factor": "number or none", "turn": "number or none", "origin": ("R", "A", "H"),
}  # fmt: skip
NUMBERS = ("attack", "defense", "movement", "air", "bombardment", "range", "naval", "asw", "anti_convoy", "factor")

SYMBOLS = ("mobilization", "city", "port", "airbase", "capital", "objective")
TERRAINS = ("clear", "rough", "mountain", "high_mountain", "desert", "sea", "impassable")
HEXSIDES = ("river", "canal", "strait", "lake", "sea")
MECH_CORPS, MECH_LARGER, NONMECH_CORPS, NONMECH_LARGER, MOUNTAIN_CORPS, MOUNTAIN_LARGER = range(6)  # movers
MOVERS = (
    ("mechanized corps", "mech MF", ("all", "corps")), ("mechanized army", "mech MF", ("all",)),
    ("corps", "non-mech MF", ("all", "corps")), ("army or front", "non-mech MF", ("all",)),
    ("mountain corps", "mountain MF", ("all", "corps", "mountain corps")), ("mountain army", "mountain MF", ("all",)),
)  # fmt: skip
LINE_LARGER, LINE_CORPS, LINE_MOUNTAIN_CORPS = range(3)  # who traces a line of supply (12.3)
LINES = (MOVERS[NONMECH_LARGER], MOVERS[NONMECH_CORPS], MOVERS[MOUNTAIN_CORPS])
STANDINGS = (*POWERS[:2], "neutral", "conquered", "occupied", "never")


class Country(NamedTuple):
    """A country as the campaign finds it (5.0, 9.0)."""

    id: str
    name: str
    standing: str  # axis or wallied: belligerent; neutral, conquered (by the Axis), occupied (by the Allies), never
    major: bool
    capital: Hex | None
    nationalities: tuple[str, ...]
    regions: tuple[int, ...]
    joins: str  # a power, "either", or "" if it cannot
    invaded_by: tuple[int, ...]  # powers (9.5)


class Region(NamedTuple):
    """A part of the map that rules name."""

    id: str
    name: str
    country: int
    theatre: str  # europe, north_africa, middle_east
    rail: tuple[int, ...]  # powers that may use railways there (18.4)
    partisans: tuple[int, ...]  # sides whose partisans may rise there (31.2)


class Sea(NamedTuple):
    """A sea and whose it is (18.8)."""

    id: str
    name: str
    friendly_to: tuple[int, ...]
    staging: tuple[Hex, ...]  # staging areas that it washes (18.9)
    all_ports: int  # a power to which it is friendly too while that controls every port on it; -1 none
    counted: tuple[Hex, ...]  # those ports


class Gate(NamedTuple):
    """Where a line of supply passes from one sea to another (12.6, 18.9)."""

    seas: tuple[int, int]
    at: Hex | None  # open to whoever controls this place; None: open to all
    only: int  # the one power that may pass; -1 any


class AreaLimit(NamedTuple):
    """Where some nationalities may go (6.2)."""

    id: str
    nationalities: tuple[str, ...]
    may_enter: Bits
    attack_only: int  # the one power they attack while on the Axis side; -1 any
    transfer: tuple[int, tuple[int, ...]] | None  # their sea transfer: the sea, and the regions whose ports it joins


@dataclass(frozen=True, eq=False)
class Theatre:
    """Everything that is printed. Powers, sides, regions, countries and seas are numbers; -1 is none."""

    board: Board
    counters: Counters

    # by unit: the face of the counter; a factor that is not printed is 0, a turn that is not printed 0
    name: tuple[str, ...]
    kind: tuple[str, ...]
    nationality: tuple[str, ...]
    power: tuple[int, ...]
    country_of: tuple[int, ...]
    type: tuple[str, ...]
    mech: tuple[bool, ...]
    size: tuple[str, ...]
    attack: tuple[int, ...]
    defense: tuple[int, ...]
    movement: tuple[int, ...]
    elite: tuple[bool, ...]
    air: tuple[int, ...]
    bombardment: tuple[int, ...]
    range: tuple[int, ...]
    naval: tuple[int, ...]
    asw: tuple[int, ...]
    anti_convoy: tuple[int, ...]
    factor: tuple[int, ...]
    turn: tuple[int, ...]
    is_ground: tuple[bool, ...]
    is_mountain: tuple[bool, ...]  # mountain units and partisans (30.3)
    mover: tuple[int, ...]  # by ground unit: MECH_CORPS to MOUNTAIN_LARGER; -1 for others
    line: tuple[int, ...]  # by ground unit: LINE_LARGER to LINE_MOUNTAIN_CORPS; -1 for others

    # by place
    terrain: tuple[str, ...]
    region_at: tuple[int, ...]
    country_at: tuple[int, ...]
    theatre_at: tuple[str, ...]
    sea_at: tuple[int, ...]  # of a sea hex
    seas_at: tuple[int, ...]  # of a coast or port: bit n for sea n
    class_at: tuple[int, ...]  # of a mobilization hex: the power it belongs to (10.2)
    objective_at: tuple[int, ...]  # of an objective: the side that wants it (3.3)

    # sets of places
    mobilization: Bits
    city: Bits
    port: Bits
    airbase: Bits
    capital: Bits
    objective: Bits
    special: Bits  # any of these symbols
    oil: Bits
    land: Bits
    sea: Bits
    coast: Bits
    small_island: Bits
    impassable: Bits
    edge_ussr: Bits
    edge_empire: Bits
    edge_atlantic: Bits
    in_region: tuple[Bits, ...]
    in_country: tuple[Bits, ...]
    rail: tuple[Bits, ...]  # by belligerent power; in Turkey only while it controls it (18.4)
    vp_ports: Bits  # ports that score for the Allies (3.3)
    sudden_death_allied: Bits  # mobilization hexes that the Allies need (3.1)
    sudden_death_axis: Bits  # mobilization hexes that the Axis needs (3.1)
    spring_ban: Bits  # where the second impulse of spring is not played (15.0)
    axis_may_enter: Bits  # neutral ground open to the Axis (9.6)

    # hexsides
    no_zoc: Bits  # 13.1
    no_rail: Bits  # 18.1
    water: Mapping[Hexside, str]  # river, canal, strait, lake or sea, from both hexes

    # what steps cost
    movers: tuple[Mover, ...]
    prices: tuple[bytes, ...]  # by mover
    line_prices: tuple[bytes, ...]  # 1 for each hex that may be entered, by LINE_LARGER and so on
    rail_prices: tuple[bytes, ...]  # by belligerent power: 1 for each hex of `rail`, not across `no_rail`
    flight_prices: bytes  # 1 for each hex but impassable ones (G9-8)

    countries: tuple[Country, ...]
    regions: tuple[Region, ...]
    groups: Mapping[str, frozenset[int]]  # sets of regions; some are called like their chief region
    check_order: tuple[int, ...]  # countries, as neutrals are checked (9.4)
    area_limits: tuple[AreaLimit, ...]
    seas: tuple[Sea, ...]
    gates: tuple[Gate, ...]
    transfer_groups: tuple[tuple[frozenset[int], frozenset[Hex]], ...]  # seas and staging areas joined by 18.9
    dual_ports: tuple[Hex, ...]
    uboat_bases: tuple[Hex, ...]
    pipelines: Mapping[str, Chain]

    def unit(self, id: str) -> UnitId:
        return self.counters.unit(id)

    def place(self, name: str) -> Hex:
        """A hex by its number or its place's id, or a box by its id."""
        return self.board.place(name)

    def country(self, id: str) -> int:
        return _index("country", self.countries, id)

    def region(self, id: str) -> int:
        return _index("region", self.regions, id)

    def sea_named(self, id: str) -> int:
        return _index("sea", self.seas, id)

    def in_group(self, group: str) -> Bits:
        """The hexes of a group of regions, or of the region of that name if no group has it."""
        members = self.groups[group] if group in self.groups else {self.region(group)}
        return self.board.bits(hex for region in members for hex in hexes_in(self.in_region[region]))


def _index(what: str, among: Sequence[Country | Region | Sea], id: str) -> int:
    for nth, each in enumerate(among):
        if each.id == id:
            return nth
    raise BadInput(f"no {what} is called {id}; there are {', '.join(each.id for each in among)}")


@cache
def theatre() -> Theatre:
    """The theatre of war, from this folder."""
    return load(FOLDER)


def load(folder: Path, charts: Path | None = None) -> Theatre:
    """Read the files of a folder; the Terrain Effects Charts are those of this system unless others are given."""
    words = {"terrain": TERRAINS, "hexsides": HEXSIDES, "links": ("pipeline",), "symbols": SYMBOLS}
    board = Board.load(folder / "board.json", words)  # type: ignore[arg-type]  # the keys are those of a Vocabulary
    if tuple(box.id for box in board.boxes) != BOXES or board.hexes != HEXES:
        raise BadData(folder / "board.json", 0, f"expected 50 by 29 hexes and the boxes {', '.join(BOXES)}, in order")
    counters = Counters.load(folder / "counters.csv", FACES)
    lands = Lands(folder / "countries.toml", board)
    waters = Waters(folder / "seas.toml", board, lands)
    effects = Effects(charts or FOLDER / "charts", board)
    check(folder, board, counters, lands, waters)
    railways = tuple(effects.railway(board, lands, power) for power in (AXIS, WALLIED, SOVIET))
    return Theatre(
        board=board, counters=counters, **faces(counters, lands), **places(board, lands, waters),
        in_region=tuple(lands.bits(board, [nth]) for nth in range(len(lands.regions))),
        in_country=tuple(lands.bits(board, country.regions) for country in lands.countries),
        rail=railways, **effects.tables(board, railways), countries=lands.countries, regions=lands.regions,
        groups=lands.groups, check_order=lands.check_order, **sets(board, lands),
        area_limits=tuple(lands.area_limits(board, waters)), seas=waters.seas, gates=waters.gates,
        transfer_groups=waters.transfer_groups, dual_ports=waters.dual_ports, uboat_bases=waters.uboat_bases,
        pipelines={chain.name: chain for chain in board.chains},
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ files


class Reader(Source):
    """A TOML file whose words are looked up, and refused at their line."""

    def part(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for id, said in self.table(name).items():
            if not isinstance(said, dict):
                self.refuse(f"{name}.{id}: expected a table", name, id)
            yield id, said

    def one(self, known: Iterable[str], word: object, *where: str | int) -> int:
        """The number of a word."""
        words = tuple(known)
        if word not in words:
            self.refuse(f"{word!r} is unknown: expected one of {', '.join(words)}", *where)
        return words.index(str(word))

    def all(self, known: Iterable[str], said: object, *where: str | int) -> tuple[int, ...]:
        words = tuple(known)
        if not isinstance(said, list):
            self.refuse(f"{where[-1]}: expected a list of words", *where)
        return tuple(self.one(words, word, *where) for word in said)

    def place(self, board: Board, name: object, *where: str | int) -> Hex:
        try:
            return board.place(str(name))
        except BadInput as error:
            self.refuse(str(error), *where)

    def only(self, said: Mapping[str, Any], keys: str, *where: str | int) -> None:
        """No other keys than these; those marked * must be there."""
        known = keys.replace("*", "").split()
        for key in said:
            if key not in known:
                self.refuse(f"{key} is unknown: expected {', '.join(known)}", *where, key)
        for key in keys.split():
            if key.endswith("*") and key[:-1] not in said:
                self.refuse(f"{'.'.join(map(str, where))} lacks {key[:-1]}", *where)


class Lands:
    """countries.toml"""

    def __init__(self, path: Path, board: Board) -> None:
        self.source = source = Reader(path)
        source.only(
            source.data, "check_order* vp_ports* sudden_death_allied* spring_ban* axis_may_enter_while_neutral* "
            "countries* regions* groups* area_limits*",
        )  # fmt: skip
        self.country_ids, self.region_ids = tuple(source.table("countries")), tuple(source.table("regions"))
        self.regions = tuple(self._region(id, said) for id, said in source.part("regions"))
        self.countries = tuple(self._country(board, id, said) for id, said in source.part("countries"))
        for nth, region in enumerate(self.regions):
            if nth not in self.countries[region.country].regions:
                source.refuse(f"{region.id} is not among the regions of its country", "regions", region.id, "country")
        groups = source.table("groups").items()
        self.groups = {id: frozenset(source.all(self.region_ids, said, "groups", id)) for id, said in groups}
        self.check_order = self.list("check_order", self.country_ids)

    def list(self, key: str, known: Iterable[str] | None = None) -> tuple[int, ...]:
        return self.source.all(known or self.region_ids, self.source.data[key], key)

    def _region(self, id: str, said: dict[str, Any]) -> Region:
        source, at = self.source, ("regions", id)
        source.only(said, "name* country* theatre* rail* partisans", *at)
        theatres = ("europe", "north_africa", "middle_east")
        return Region(
            id, str(said["name"]), source.one(self.country_ids, said["country"], *at, "country"),
            theatres[source.one(theatres, said["theatre"], *at, "theatre")],
            source.all(POWERS, said["rail"], *at, "rail"),
            source.all(SIDES, said.get("partisans", []), *at, "partisans"),
        )  # fmt: skip

    def _country(self, board: Board, id: str, said: dict[str, Any]) -> Country:
        source, at = self.source, ("countries", id)
        source.only(said, "name* power* major capital nationalities* regions* joins invaded_by", *at)
        standing = STANDINGS[source.one(STANDINGS, said["power"], *at, "power")]
        capital = source.place(board, said["capital"], *at, "capital") if "capital" in said else None
        regions = source.all(self.region_ids, said["regions"], *at, "regions")
        if capital is not None and "capital" not in board.symbols(capital):
            source.refuse(f"{said['capital']} is not a capital on the board", *at, "capital")
        if standing == "neutral" and "joins" in said:
            source.one((*POWERS[:3], "either"), said["joins"], *at, "joins")
        return Country(
            id, str(said["name"]), standing, bool(said.get("major")), capital, tuple(said["nationalities"]), regions,
            str(said.get("joins", "")), source.all(POWERS, said.get("invaded_by", []), *at, "invaded_by"),
        )  # fmt: skip

    def bits(self, board: Board, regions: Iterable[int]) -> Bits:
        return board.areas["region"].where(*(self.region_ids[nth] for nth in regions))

    def area_limits(self, board: Board, waters: Waters) -> Iterator[AreaLimit]:
        source = self.source
        known = {nationality for country in self.countries for nationality in country.nationalities}
        for id, said in source.part("area_limits"):
            at = ("area_limits", id)
            source.only(said, "nationalities* may_enter* attack_only sea_transfer", *at)
            source.all(sorted(known), said["nationalities"], *at, "nationalities")
            may_enter = self.bits(board, source.all(self.region_ids, said["may_enter"], *at, "may_enter"))
            attack_only = source.one(POWERS, said["attack_only"], *at, "attack_only") if "attack_only" in said else -1
            transfer = None
            if across := said.get("sea_transfer"):
                ends = source.all(self.region_ids, across["between"], *at, "sea_transfer")
                transfer = (source.one(waters.ids, across["sea"], *at, "sea_transfer"), ends)
            yield AreaLimit(id, tuple(said["nationalities"]), may_enter, attack_only, transfer)


class Waters:
    """seas.toml"""

    def __init__(self, path: Path, board: Board, lands: Lands) -> None:
        self.source = source = Reader(path)
        source.only(source.data, "uboat_bases* transfer_groups* seas* dual_ports* gates*")
        self.ids = tuple(source.table("seas"))
        self.ports: dict[Hex, tuple[int, ...]] = {}
        for place in board.places:
            if seas := place.data.get("seas"):
                if unknown := set(seas) - set(self.ids):
                    source.refuse(f"{place.id} is a port of {unknown.pop()} on the board, which is no sea here", "seas")
                self.ports[place.hex] = tuple(self.ids.index(sea) for sea in seas)
        self.seas = tuple(self._sea(board, id, said) for id, said in source.part("seas"))
        self.gates = tuple(self._gate(board, nth, said) for nth, said in enumerate(source.data["gates"]))
        self.transfer_groups = tuple(map(self._group, source.data["transfer_groups"]))
        self.dual_ports = tuple(self._dual(board, id, said) for id, said in source.table("dual_ports").items())
        self.uboat_bases = tuple(source.place(board, id, "uboat_bases") for id in source.data["uboat_bases"])

    def _sea(self, board: Board, id: str, said: dict[str, Any]) -> Sea:
        source, at = self.source, ("seas", id)
        source.only(said, "name* friendly_to* staging* all_ports not_counted", *at)
        spared = [source.place(board, place, *at, "not_counted") for place in said.get("not_counted", [])]
        counted = tuple(hex for hex, seas in self.ports.items() if self.ids.index(id) in seas and hex not in spared)
        return Sea(
            id, str(said["name"]), source.all(POWERS, said["friendly_to"], *at, "friendly_to"),
            tuple(source.place(board, box, *at, "staging") for box in said["staging"]),
            source.one(POWERS, said["all_ports"], *at, "all_ports") if "all_ports" in said else -1,
            counted if "all_ports" in said else (),
        )  # fmt: skip

    def _gate(self, board: Board, nth: int, said: dict[str, Any]) -> Gate:
        source, at = self.source, ("gates", nth)
        source.only(said, "seas* at only", *at)
        one, other = source.all(self.ids, said["seas"], *at, "seas")
        place = source.place(board, said["at"], *at, "at") if "at" in said else None
        return Gate((one, other), place, source.one(POWERS, said["only"], *at, "only") if "only" in said else -1)

    def _group(self, said: list[str]) -> tuple[frozenset[int], frozenset[Hex]]:
        known = (*self.ids, *BOXES[:3])
        found = [known[self.source.one(known, word, "transfer_groups")] for word in said]
        seas = frozenset(self.ids.index(word) for word in found if word in self.ids)
        return seas, frozenset(Hex(HEXES + BOXES.index(word)) for word in found if word in BOXES)

    def _dual(self, board: Board, id: str, said: list[str]) -> Hex:
        hex = self.source.place(board, id, "dual_ports", id)
        if sorted(self.ports.get(hex, ())) != sorted(self.source.all(self.ids, said, "dual_ports", id)):
            self.source.refuse(f"{id} has other seas on the board", "dual_ports", id)
        return hex


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


# ------------------------------------------------------------------------------------------------ checks


def check(folder: Path, board: Board, counters: Counters, lands: Lands, waters: Waters) -> None:
    """What one file says of another."""
    on_board = {word for word in board.areas["region"].words if word}
    for id in lands.region_ids:
        if id not in on_board:
            lands.source.refuse(f"region {id} is not on the board", "regions", id)
    if unknown := on_board - set(lands.region_ids):
        raise BadData(
            folder / "board.json", 0, f"regions without a line in countries.toml: {', '.join(sorted(unknown))}"
        )
    if unknown := {word for word in board.areas["sea"].words if word} - set(waters.ids):
        raise BadData(folder / "board.json", 0, f"seas without a line in seas.toml: {', '.join(sorted(unknown))}")
    for place in board.places:
        _check_place(folder / "board.json", board, place)
    lines = {line.split(",")[0]: nth for nth, line in enumerate(_lines(folder / "counters.csv"), 1)}
    nationalities = {word: country.id for country in lands.countries for word in country.nationalities}
    for unit in map(UnitId, range(len(counters))):
        face = counters.face(unit)
        if (why := _wrong(face, nationalities)) is not None:
            raise BadData(folder / "counters.csv", lines[counters.id(unit)], f"{counters.id(unit)}: {why}")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8-sig").splitlines()


def _check_place(path: Path, board: Board, place: Place) -> None:
    terrain, wrong = board.terrain[place.hex], ""
    if terrain in ("sea", "impassable", "desert", "high_mountain"):
        wrong = f"lies in {terrain}"
    elif ("port" in place.symbols) != bool(place.data.get("seas")):
        wrong = "expected seas for a port, and for nothing else"
    elif ("mobilization" in place.symbols) != (place.data.get("class") in POWERS):
        wrong = f"expected a class, one of {', '.join(POWERS)}, for a mobilization hex, and for nothing else"
    elif ("objective" in place.symbols) != (place.data.get("objective") in SIDES):
        wrong = "expected the side whose objective it is"
    elif len(board.places_in(place.hex)) > 1:
        wrong = "a second place in its hex"
    if wrong:
        said = f'"id": "{place.id}"'
        line = next((nth for nth, text in enumerate(_lines(path), 1) if said in text), 0)
        raise BadData(path, line, f"{place.id}: {wrong}")


def _wrong(face: Mapping[str, Any], nationalities: Mapping[str, str]) -> str | None:
    """What is wrong with a counter."""
    ground = face["kind"] == "ground"
    wanted = {"attack", "defense", "movement"} if ground else set()
    wanted |= {"air", "bombardment", "range"} if face["kind"] in AIR else set()
    wanted |= {"naval", "asw", "anti_convoy"} if face["kind"] in NAVAL else set()
    wanted |= {"factor"} if face["kind"] in SPECIAL_FORCES else set()
    may = wanted | ({"anti_convoy"} if face["kind"] == "sac" else set())  # 30.6
    if missing := [name for name in NUMBERS if name in wanted and face[name] is None]:
        return f"expected {missing[0]} for a counter of kind {face['kind']}"
    if extra := [name for name in NUMBERS if name not in may and face[name] is not None]:
        return f"expected no {extra[0]} for a counter of kind {face['kind']}"
    if ground != bool(face["size"]) or (ground and not face["type"]):
        return "expected a size for a ground unit, and for nothing else, and its type"
    if face["type"] != "partisan" and nationalities.get(face["nationality"]) != face["country"]:
        return f"{face['nationality']} units belong to {nationalities.get(face['nationality'], 'no country')}"
    return None
