"""The map, the counters, the countries and the seas of GEW as fixed tables: what the rules read and never change.

`theatre_loading.theatre()` reads them once from the files of this folder. Places are hexes and boxes; sets of them are
Bits, as the kernels read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from sandtable.core.board import Bits, Board, Chain, Mover, hexes_in
from sandtable.core.counters import Columns, Counters
from sandtable.core.errors import BadInput
from sandtable.core.hexes import Hexside
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

    @cached_property
    def longest_movement(self) -> int:
        """The largest printed MF: as far as any line of supply goes, and that of a hex itself (G12-6)."""
        return max(self.movement)

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
