"""The map, the counters, the countries and the seas of GEW: what the rules read and never change.

`theatre_loading.theatre()` reads them once from the files of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sandtable.core import theatre
from sandtable.core.bits import NO_HEX, Bits, Steps, union
from sandtable.core.board import Chain, Mover
from sandtable.core.counters import Columns
from sandtable.core.errors import BadInput
from sandtable.core.hexes import Hexside
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side

if TYPE_CHECKING:
    from sandtable.systems.gew.theatre_tables import Effects

FOLDER = Path(__file__).parent

POWERS = ("axis", "wallied", "soviet", "neutral")
AXIS, WALLIED, SOVIET, NEUTRAL = range(4)
BELLIGERENTS = (AXIS, WALLIED, SOVIET)
SIDES = ("axis", "allied")
AXIS_SIDE, ALLIED_SIDE = Side(0), Side(1)
SIDE_OF_POWER = (AXIS_SIDE, ALLIED_SIDE, ALLIED_SIDE)

BOXES = (
    "staging_usa", "staging_british_empire", "staging_ussr", "convoy", "display_axis", "display_allied",
    "reinforcements_axis", "reinforcements_allied", *(f"track_{turn}" for turn in range(1, 11)),
)  # fmt: skip

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
class Theatre(theatre.Theatre[Country]):
    """Everything that is printed. Powers, sides, regions, countries and seas are numbers; -1 is none."""

    sides = SIDES

    regions: tuple[Region, ...]
    groups: Mapping[str, frozenset[int]]  # sets of regions; some are called like their chief region
    lists: Mapping[str, tuple[int, ...]]  # other sets of regions, by the rule that asks for them
    check_order: tuple[int, ...]  # countries, as neutrals are checked (9.4)
    area_limits: tuple[AreaLimit, ...]
    seas: tuple[Sea, ...]
    gates: tuple[Gate, ...]
    transfer_groups: tuple[tuple[frozenset[int], frozenset[Hex]], ...]  # seas and staging areas joined by 18.9
    port_seas: Mapping[Hex, tuple[int, ...]]  # the seas of a port
    printed_dual_ports: tuple[Hex, ...]
    uboat_bases: tuple[Hex, ...]
    effects: Effects
    crete_small_island: bool = True  # G14-4
    adana_dual: bool = True  # G18-9

    # ------------------------------------------------------------------ counters: a factor or turn not printed is 0

    name = theatre.words("name")
    kind = theatre.words("kind")
    nationality = theatre.words("nationality")
    type = theatre.words("type")
    mech = theatre.flags("mech")
    size = theatre.words("size")
    attack = theatre.numbers("attack")
    defense = theatre.numbers("defense")
    movement = theatre.numbers("movement")
    elite = theatre.flags("elite")
    air = theatre.numbers("air")
    bombardment = theatre.numbers("bombardment")
    range = theatre.numbers("range")
    naval = theatre.numbers("naval")
    asw = theatre.numbers("asw")
    anti_convoy = theatre.numbers("anti_convoy")
    factor = theatre.numbers("factor")
    turn = theatre.numbers("turn")
    is_ground = theatre.whether("kind", "ground")
    is_carrier = theatre.whether("kind", "airlift", "amphib")
    is_partisan = theatre.whether("type", "partisan")
    is_mountain = theatre.whether("type", "mountain", "partisan")  # 30.3

    @cached_property
    def power(self) -> tuple[int, ...]:
        return tuple(map(POWERS.index, self.counters["power"]))

    @cached_property
    def country_of(self) -> tuple[int, ...]:
        return tuple(self.country_ids.get(country, -1) for country in self.counters["country"])

    @cached_property
    def capital_of(self) -> tuple[int, ...]:
        """12.2 By unit: the capital of its country; -1 if there is none."""
        capitals = [-1 if country.capital is None else country.capital for country in self.countries]
        return tuple(capitals[country] if country >= 0 else -1 for country in self.country_of)

    @cached_property
    def mover(self) -> tuple[int, ...]:
        """17.1 By ground unit: MECH_CORPS to MOUNTAIN_LARGER; -1 for others."""
        return tuple(
            2 * (0 if mech else 2 if mountain else 1) + larger if ground else -1
            for mech, mountain, larger, ground in zip(
                self.mech, self.is_mountain, self._is_larger, self.is_ground, strict=True
            )
        )

    @cached_property
    def line(self) -> tuple[int, ...]:
        """12.3 By ground unit: LINE_LARGER to LINE_MOUNTAIN_CORPS; -1 for others."""
        return tuple(
            -1 if not ground else LINE_LARGER if larger else LINE_CORPS + mountain
            for ground, larger, mountain in zip(self.is_ground, self._is_larger, self.is_mountain, strict=True)
        )

    _is_larger = theatre.whether("size", "army", "front")

    @cached_property
    def longest_movement(self) -> int:
        """The largest printed MF: as far as any line of supply goes, and that of a hex itself (G12-6)."""
        return max(self.movement)

    # ------------------------------------------------------------------ boxes

    staging_usa = theatre.box("staging_usa")
    staging_british_empire = theatre.box("staging_british_empire")
    staging_ussr = theatre.box("staging_ussr")
    convoy = theatre.box("convoy")  # 26.4 the first that does not lie beside the map
    display = theatre.box_of_each("display")  # 16.0 Campaign Operations Displays
    reinforcements = theatre.box_of_each("reinforcements")  # 11.6
    track = theatre.track("track")  # by game turn

    @cached_property
    def staging(self) -> Mapping[Hex, int]:
        """32.4 The staging areas, and the power each belongs to."""
        return {self.staging_usa: WALLIED, self.staging_british_empire: WALLIED, self.staging_ussr: SOVIET}

    @cached_property
    def overseas(self) -> tuple[Hex, ...]:
        """26.1 The staging areas from which one sails."""
        return self.staging_usa, self.staging_british_empire

    @cached_property
    def own_boxes(self) -> Mapping[int, Side]:
        """6.3 The displays of a player, and whose they are."""
        return {int(box): Side(side) for boxes in (self.display, self.reinforcements) for side, box in enumerate(boxes)}

    # ------------------------------------------------------------------ sets of places

    mobilization = theatre.symbol("mobilization")
    city = theatre.symbol("city")
    port = theatre.symbol("port")
    airbase = theatre.symbol("airbase")
    capital = theatre.symbol("capital")
    objective = theatre.symbol("objective")
    special = theatre.symbol(*SYMBOLS)
    land = theatre.terrain(*(word for word in TERRAINS if word not in ("sea", "impassable")))
    sea = theatre.terrain("sea")
    impassable = theatre.terrain("impassable")
    coast = theatre.marked("coast")
    edge_ussr = theatre.marked("edge_ussr")
    edge_empire = theatre.marked("edge_empire")
    edge_atlantic = theatre.marked("edge_atlantic")

    @cached_property
    def small_island(self) -> Bits:
        """14.4, and G14-4."""
        found = self.board.marked("small_island")
        return found if self.crete_small_island else found - self.in_region[self.region("crete")]

    @cached_property
    def oil(self) -> Bits:
        return self.board.bits(place.hex for place in self.board.places if place.data.get("oil"))

    @cached_property
    def vp_ports(self) -> Bits:
        """3.3 Ports that score for the Allies."""
        return self.port & self.in_regions(self.lists["vp_ports"])

    @cached_property
    def sudden_death_allied(self) -> Bits:
        """3.1 Mobilization hexes that the Allies need."""
        return self.mobilization & self.in_regions(self.lists["sudden_death_allied"])

    @cached_property
    def sudden_death_axis(self) -> Bits:
        """3.1 Mobilization hexes that the Axis needs."""
        return self.mobilization - self.in_region[self.region("great_britain")]

    @cached_property
    def spring_ban(self) -> Bits:
        """15.0 Where the second impulse of spring is not played."""
        return self.in_regions(self.lists["spring_ban"])

    @cached_property
    def axis_may_enter(self) -> Bits:
        """9.6 Neutral ground open to the Axis."""
        return self.in_regions(self.lists["axis_may_enter_while_neutral"])

    # ------------------------------------------------------------------ countries, regions, seas

    @cached_property
    def ussr(self) -> int:
        return self.country("ussr")

    @cached_property
    def usa(self) -> int:
        return self.country("usa")

    @cached_property
    def turkey(self) -> int:
        return self.country("turkey")

    @cached_property
    def ussr_region(self) -> int:
        return self.region("ussr")

    def region(self, id: str) -> int:
        return self._region[id] if id in self._region else _unknown("region", id, self._region)

    @cached_property
    def _region(self) -> Mapping[str, int]:
        return {region.id: nth for nth, region in enumerate(self.regions)}

    def sea_named(self, id: str) -> int:
        return self._sea[id] if id in self._sea else _unknown("sea", id, self._sea)

    @cached_property
    def _sea(self) -> Mapping[str, int]:
        return {sea.id: nth for nth, sea in enumerate(self.seas)}

    @cached_property
    def region_at(self) -> tuple[int, ...]:
        return self.numbers_at("region", self._region)

    @cached_property
    def in_region(self) -> tuple[Bits, ...]:
        return self.where(self.region_at, len(self.regions))

    def in_regions(self, regions: Iterable[int]) -> Bits:
        return union(self.board.bits(()), *(self.in_region[region] for region in regions))

    def in_group(self, group: str) -> Bits:
        """The hexes of a group of regions, or of the region of that name if no group has it."""
        return self.in_regions(self.groups[group] if group in self.groups else {self.region(group)})

    @cached_property
    def country_at(self) -> tuple[int, ...]:
        return tuple(self.regions[nth].country if nth >= 0 else -1 for nth in self.region_at)

    @cached_property
    def theatre_at(self) -> tuple[str, ...]:
        return tuple(self.regions[nth].theatre if nth >= 0 else "" for nth in self.region_at)

    @cached_property
    def class_at(self) -> tuple[int, ...]:
        """10.2 Of a mobilization hex: the power it belongs to."""
        return self._told("class", POWERS)

    @cached_property
    def objective_at(self) -> tuple[int, ...]:
        """3.3 Of an objective: the side that wants it."""
        return self._told("objective", SIDES)

    def _told(self, key: str, words: tuple[str, ...]) -> tuple[int, ...]:
        found = [-1] * self.board.size
        for place in self.board.places:
            if key in place.data:
                found[place.hex] = words.index(place.data[key])
        return tuple(found)

    @cached_property
    def sea_at(self) -> tuple[int, ...]:
        """Of a sea hex."""
        return self.numbers_at("sea", self._sea)

    @cached_property
    def seas_at(self) -> tuple[int, ...]:
        """Of a coast, bit n for sea n: of the sea hexes around it, of its port (G2-6), and those it sees across a
        hexside; whether Adana is a port of the Black Sea is a ruling (G18-9)."""
        found = [0] * self.board.size
        for place in self.coast:
            seas = {self.sea_at[there] for there in self.board.around(place)} | set(self.port_seas.get(place, ()))
            seas |= set(map(self.sea_named, self.board.data["coast_seas"].get(self.board.name(place), ())))
            found[place] = sum(1 << sea for sea in seas if sea >= 0)
        if not self.adana_dual:
            found[self.place("adana")] &= ~(1 << self.sea_named("black_sea"))
        return tuple(found)

    @cached_property
    def dual_ports(self) -> tuple[Hex, ...]:
        """18.9"""
        adana = self.place("adana")
        return tuple(port for port in self.printed_dual_ports if self.adana_dual or port != adana)

    @cached_property
    def pipelines(self) -> Mapping[str, Chain]:
        return {chain.name: chain for chain in self.board.chains}

    # ------------------------------------------------------------------ hexsides, and what steps cost

    @cached_property
    def terrain(self) -> tuple[str, ...]:
        """By place."""
        return tuple(self.board.terrain[Hex(place)] for place in range(self.board.size))

    @cached_property
    def no_zoc(self) -> Bits:
        """13.1"""
        return self.board.sides_with(*self.effects.closed_to("ZOC"))

    @cached_property
    def no_rail(self) -> Bits:
        """18.1"""
        return self.board.sides_with(*self.effects.closed_to("rail"))

    @cached_property
    def water(self) -> Mapping[Hexside, str]:
        """River, canal, strait, lake or sea, from both hexes."""
        board = self.board
        return {Hexside(side): feature for feature in HEXSIDES for side in board.sides_with(feature)}

    @cached_property
    def movers(self) -> tuple[Mover, ...]:
        return tuple(self.effects.mover(*about) for about in MOVERS)

    @cached_property
    def prices(self) -> tuple[bytes, ...]:
        """17.1 By mover."""
        return tuple(map(self.board.prices, self.movers))

    @cached_property
    def line_prices(self) -> tuple[bytes, ...]:
        """12.1 For each hex that may be entered 1, by LINE_LARGER and so on."""
        return tuple(self.board.prices(self.effects.tracer(*about)) for about in LINES)

    @cached_property
    def line_steps(self) -> tuple[Steps, ...]:
        """12.1 The same, to be walked from many hexes at once."""
        return tuple(Steps(self.board.neighbours, prices) for prices in self.line_prices)

    @cached_property
    def rail(self) -> tuple[Bits, ...]:
        """18.1, 18.4 By belligerent power; in Turkey only while it controls it."""
        ground = self.board.terrain.where(*self.effects.with_rail)
        lands = ([nth for nth, region in enumerate(self.regions) if power in region.rail] for power in BELLIGERENTS)
        return tuple(ground & self.in_regions(regions) for regions in lands)

    @cached_property
    def rail_prices(self) -> tuple[bytes, ...]:
        """18.1 By belligerent power: 1 for each hex of `rail`, not across `no_rail`."""
        return tuple(self._one_each(railway, self.no_rail) for railway in self.rail)

    @cached_property
    def rail_steps(self) -> tuple[Steps, ...]:
        """18.1 The same, to be walked from many hexes at once."""
        return tuple(Steps(self.board.neighbours, prices) for prices in self.rail_prices)

    @cached_property
    def flight_prices(self) -> bytes:
        """1 for each hex but impassable ones (G9-8)."""
        return self._one_each(self.board.bits(map(Hex, range(self.hexes))) - self.impassable)

    @cached_property
    def flight_steps(self) -> Steps:
        """The same, to be walked from many hexes at once."""
        return Steps(self.board.neighbours, self.flight_prices)

    def _one_each(self, hexes: Bits, barred: Bits = NO_HEX) -> bytes:
        """Prices of 1 into these hexes, but not across these hexsides."""
        return bytes(
            1 if there >= 0 and there in hexes and side not in barred else NEVER
            for side, there in enumerate(self.board.neighbours)
        )


def _unknown(what: str, id: str, among: Iterable[str]) -> NoReturn:
    raise BadInput(f"no {what} is called {id}; there are {', '.join(among)}")
