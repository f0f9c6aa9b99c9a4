"""USE: what is printed on the map and the counters, and what a scenario says of the countries; it never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from sandtable.core import theatre
from sandtable.core.bits import Bits, Steps, union
from sandtable.core.board import Vocabulary
from sandtable.core.counters import Columns
from sandtable.core.errors import Bug
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId

SIDES = ("axis", "west")
AXIS, WEST = Side(0), Side(1)
GROUND = ("infantry", "paratroop", "garrison", "motorized", "tank", "shock")
MOBILE = ("motorized", "tank")
LEG = tuple(type for type in GROUND if type not in MOBILE)
AIR = ("fighter", "bomber")
WARSHIPS = ("surface", "carrier")
NAVAL = ("convoy", *WARSHIPS)
MARKERS = (
    "airdrop", "partisans", "surprise_attack", "ground_support", "tanks", "free_forces", "ultra", "snafu", "jets",
    "rockets", "naval_evacuation", "strategic_move", "mulberry", "political_success", "restricted_success",
    "unrestricted_success", "political_failure", "area_seized", "no_event",
)  # fmt: skip
FACTIONS = ("neutral", "axis", "western", "soviet")  # 2.0 of countries; one side plays both Allied factions
NEUTRAL, AXIS_FACTION, WESTERN, SOVIET = range(4)
GREAT = ("germany", "france", "italy", "uk", "usa", "ussr")  # E3 not minor
COLUMNS: Columns = {
    "name": "word", "country": "word", "type": (*GROUND, *AIR, *NAVAL, *MARKERS), "elite": "flag", "reduced": "flag",
    "at": "word",
}  # fmt: skip
SUPPLY = ("Full", "Low", "No")  # 7.1
WEATHERS = ("Fair", "Poor", "Severe")  # 11.0
ZONES = ("cold", "mild", "warm", "desert")
NOBODY = -1  # a country of no faction: it may not be entered
POLICIES = ("appeasement", "nazi_soviet_pact")  # D1
OVER = ("peace", "war")  # D1 of a policy that has ended before the game
STEPS = 2  # 3.1 of a field unit: its counter has a full and a reduced side
UNTRACKED = -1  # National Will or production that the scenario does not count
WORDS: Vocabulary = {
    "terrain": ("water", "clear", "rough"),
    "hexsides": ("river", "canal", "mountain", "strait", "water"),
    "links": ("line",),
    "symbols": ("city", "capital", "factory", "port", "fort"),
}


class Country(NamedTuple):
    """2.0 As a scenario has it at the start."""

    id: str
    name: str
    side: int  # NOBODY: neutral, and closed to all
    will: int  # UNTRACKED: it cannot collapse
    points: int  # in the first turn; UNTRACKED: it pays for everything
    by_factories: bool  # later turns by its factories (9.0), else the same points again
    at_home: frozenset[int]  # countries its ground units stay in; empty: anywhere
    faction: int  # at the start: NEUTRAL may have a side, which its counters fight on when it is activated
    extra_factories: int = 0  # 9.0 on the Extra Factories Track
    fac_lost: int = 0  # 5.4 the box of its Fac Lost marker; 0: it has none


class Passage(NamedTuple):
    """4.0 From one Sea Zone or Map Box to the next."""

    to: Hex
    over: str  # strait, canal, or nothing
    banks: tuple[Hex, ...]  # hexes beside a strait or canal


@dataclass(frozen=True, eq=False)
class Theatre(theatre.Theatre[Country]):
    """A scenario's board and counters, by number."""

    sides = SIDES

    zone: str  # of weather, where the board does not tell another
    months: tuple[str, ...]  # by turn, from the first: "May 1940"
    skip: frozenset[str]  # rows of the sequence that are not played
    must_fall: frozenset[int]  # countries the Axis has to conquer
    per_factory: int  # 9.0 production points
    sea_lanes: bool = True  # ports have to do with ships; else they are plain cities
    will_cap: int = 0  # 2.1.2 the most National Will; 0: no bound
    lost_offset: int = 0  # 9.0 factories that a Fac Lost marker shows and that are not lost
    must_attack: bool = False  # the Axis has to, in its first Operations Phase
    uk_air_near_home: int = 0  # UK air units end their flights so many hexes from Great Britain; 0: anywhere
    arriving_sorties: int = 0  # of an air unit that comes by a rule; 0: none comes
    in_forts: frozenset[UnitId] = frozenset()  # 4.2.3.5 units that occupy the fort where they begin
    policies: Mapping[str, str] = field(default_factory=dict)  # D1 the month it is first rolled for in, or one of OVER

    # ------------------------------------------------------------------ countries

    @cached_property
    def closed(self) -> Bits:
        """4.0 Land of countries that belong to nobody here."""
        return union(self.board.bits(()), *(
            land for land, country in zip(self.in_country, self.countries, strict=True) if country.side == NOBODY
        ))  # fmt: skip

    @cached_property
    def no_entry(self) -> tuple[Bits, ...]:
        """4.0 By country: the hexes its ground units may never enter."""
        found = []
        for country in self.countries:
            away = [land for nth, land in enumerate(self.in_country) if country.at_home and nth not in country.at_home]
            found.append(union(self.no_ground, *away))
        return tuple(found)

    @cached_property
    def no_ground(self) -> Bits:
        """4.0 Water, Faded Dots and closed land: no ground unit and no supply line."""
        return self.closed | self.water | self.faded

    def countries_of(self, side: Side) -> tuple[int, ...]:
        return self._countries_of[side]

    @cached_property
    def _countries_of(self) -> tuple[tuple[int, ...], ...]:
        sides = range(len(SIDES))
        return tuple(tuple(nth for nth, land in enumerate(self.countries) if land.side == side) for side in sides)

    def evaluated_from(self, policy: str) -> int:
        """D1 The turn in which a policy that holds is rolled for first."""
        month = self.policies.get(policy)
        return self.months.index(month) + 1 if month in self.months else 1

    # ------------------------------------------------------------------ the map

    water = theatre.terrain("water")
    cities = theatre.symbol("city")
    ports = theatre.symbol("port")
    factories = theatre.symbol("factory")
    faded = theatre.marked("faded")  # 1.3 Faded Dot hexes: no ground unit goes there

    @cached_property
    def _zone_at(self) -> tuple[str, ...]:
        """11.0 By place: the weather zone of a hex, which the board's area `weather` may tell, and of a Sea Zone."""
        areas = self.board.areas.get("weather")
        told = {self.board.place(box): zone for box, zone in self.board.data.get("sea", {}).get("weather", {}).items()}
        own = ((areas[Hex(place)] if areas else "") for place in range(self.board.size))
        return tuple(told.get(Hex(place)) or zone or self.zone for place, zone in enumerate(own))

    @cached_property
    def weather_zones(self) -> tuple[str, ...]:
        """11.0 Those there are on the board, in the order of their dice."""
        return tuple(zone for zone in ZONES if zone in self._zone_at)

    @cached_property
    def weather_bits(self) -> tuple[int, ...]:
        """By place: where its weather stands in the clock's byte, two bits for each zone."""
        return tuple(2 * self.weather_zones.index(zone) for zone in self._zone_at)

    @cached_property
    def all_cities(self) -> tuple[Hex, ...]:
        return tuple(self.cities)

    @cached_property
    def cities_of(self) -> tuple[tuple[Hex, ...], ...]:
        """By country, its cities."""
        found: list[list[Hex]] = [[] for _ in self.countries]
        for place in self.board.places:
            if "city" in place.symbols:
                found[self.country_at[place.hex]].append(place.hex)
        return tuple(map(tuple, found))

    @cached_property
    def capitals(self) -> tuple[Hex | None, ...]:
        """By country."""
        found: list[Hex | None] = [None] * len(self.countries)
        for place in self.board.places:
            if "capital" in place.symbols:
                found[self.country_at[place.hex]] = place.hex
        return tuple(found)

    @cached_property
    def overseas(self) -> Bits:
        """1.3 Hexes of colonies; what is not in an Overseas Area is Mainland."""
        areas = self.board.areas.get("holding")
        return self.board.bits(()) if areas is None else areas.where("overseas")

    @cached_property
    def mainland_cities_of(self) -> tuple[tuple[Hex, ...], ...]:
        """By country, its cities at home."""
        return tuple(tuple(city for city in cities if city not in self.overseas) for cities in self.cities_of)

    @cached_property
    def islands(self) -> Bits:
        """5.3 Hexes from which no way over land leads to the edge of the map or to the largest land on it."""
        lands = self._lands
        main = max(lands, key=len, default=frozenset[Hex]())
        edge = set(self.at_edge)
        return self.board.bits(hex for land in lands if land != main and not land & edge for hex in land)

    @property
    def _lands(self) -> list[frozenset[Hex]]:
        """Land hexes, by what hangs together."""
        left, found = set(self._land), list[frozenset[Hex]]()
        apart = self.board.sides_with("water") | self.board.sides_with("strait")
        while left:
            edge = [left.pop()]
            for here in edge:
                near = {
                    there for there in self.board.around(here)
                    if there in left and self.board.layout.side(here, there) not in apart
                }  # fmt: skip
                left -= near
                edge += near
            found.append(frozenset(edge))
        return found

    @cached_property
    def forts(self) -> tuple[Hex, ...]:
        """At the start."""
        return tuple(place.hex for place in self.board.places if "fort" in place.symbols)

    @cached_property
    def coast(self) -> Bits:
        """1.3 Land hexes that touch water."""
        water, around = set(self._hexes("water")), self.board.around
        return self.board.bits(hex for hex in self._land if not water.isdisjoint(around(hex)))

    @cached_property
    def lines(self) -> Bits:
        """Hexes with a Transport Line."""
        return self.board.bits({hex for chain in self.board.chains for hex in chain.hexes})

    @cached_property
    def next_to(self) -> tuple[tuple[Hex, ...], ...]:
        """By place: the hexes next to it, in ascending order."""
        return tuple(tuple(sorted(self.board.around(Hex(place)))) for place in range(self.board.size))

    @cached_property
    def linked(self) -> tuple[tuple[Hex, ...], ...]:
        """By place: the hexes a Transport Line leads to, not over closed hexsides."""
        board = self.board
        return tuple(
            tuple(
                there for there in board.around(Hex(hex))
                if board.links(Hex(hex), there) and not self.prohibited(Hex(hex), there)
            )
            if hex < board.hexes and hex in self.lines else ()
            for hex in range(board.size)
        )  # fmt: skip

    @cached_property
    def hex_by_hex(self) -> bytes:
        """Prices for the kernels: one for each step."""
        return bytes([1]) * (6 * self.board.size)

    @cached_property
    def along_lines(self) -> bytes:
        """Prices for the kernels: a step along a Transport Line, nothing else."""
        found = bytearray([NEVER]) * (6 * self.board.size)
        for hex, others in enumerate(self.linked):
            for there in others:
                found[self.board.layout.side(Hex(hex), there)] = 1
        return bytes(found)

    @cached_property
    def on_foot(self) -> Steps:
        """Over any hexside that ground units may cross."""
        neighbours = self.board.neighbours
        return Steps(neighbours, bytes(NEVER if side in self.barred else 1 for side in range(len(neighbours))))

    def adjoining(self, box: Hex) -> tuple[Hex, ...]:
        """The hexes with a Transport Line next to a box."""
        return tuple(hex for hex in self.board.boxes[box - self.board.hexes].adjoins if hex in self.lines)

    @cached_property
    def zone_from(self) -> tuple[Bits, ...]:
        """1.7 By hex: the hexes that a zone from it reaches."""
        return tuple(self.board.grid.zone([hex], self.barred) for hex in range(self.board.hexes))

    @cached_property
    def ring(self) -> tuple[Bits, ...]:
        """4.2.3.1 By hex: the hexsides between two hexes that a zone from it reaches."""
        found, side = [], self.side_between
        for hex in range(self.board.hexes):
            near = [there for there in self.board.around(Hex(hex)) if not self.prohibited(Hex(hex), there)]
            pairs = [side[one, other] for one in near for other in near if (one, other) in side]
            found.append(Bits(pairs, 6 * self.board.size))
        return tuple(found)

    @cached_property
    def within(self) -> Callable[[Hex, int], Bits]:
        """The hexes at most so far from a hex."""
        board = self.board

        @cache
        def found(hex: Hex, range_: int) -> Bits:
            return board.bits(board.layout.within(hex, range_))

        return found

    @cached_property
    def every_hex(self) -> Bits:
        return self.board.bits(Hex(hex) for hex in range(self.board.hexes))

    @cached_property
    def at_edge(self) -> Bits:
        """Land hexes at the edge of the map."""
        neighbours = self.board.layout.neighbours
        return self.board.bits(hex for hex in self._land if -1 in neighbours[6 * hex : 6 * hex + 6])

    @cached_property
    def barred(self) -> Bits:
        """1.7 Hexsides over which no ground unit goes and no zone reaches: water, and those of closed land and of
        water hexes."""
        board, shut = self.board, set(self._hexes("water"))
        shut |= {hex for hex in self._land if self.countries[self.country_at[hex]].side == NOBODY}
        shut |= set(self.faded)
        water = board.sides_with("water")
        found = [
            side for side, there in enumerate(board.neighbours)
            if there >= 0 and (Hex(side // 6) in shut or Hex(there) in shut)
        ]  # fmt: skip
        return water | Bits(found, 6 * board.size)

    @property
    def _land(self) -> list[Hex]:
        return [Hex(hex) for hex in range(self.board.hexes) if self.board.terrain[Hex(hex)] in ("clear", "rough")]

    def _hexes(self, terrain: str) -> list[Hex]:
        return [Hex(hex) for hex in range(self.board.hexes) if self.board.terrain[Hex(hex)] == terrain]

    def prohibited(self, start: Hex, to: Hex) -> bool:
        """4.0 Is the hexside closed to ground units?"""
        return (start, to) in self._closed_steps

    @cached_property
    def side_between(self) -> Mapping[tuple[Hex, Hex], int]:
        """The hexside by which one goes from a hex to its neighbour."""
        there = enumerate(self.board.neighbours)
        return {(Hex(side // 6), Hex(hex)): side for side, hex in there if hex >= 0}

    @cached_property
    def _closed_steps(self) -> frozenset[tuple[Hex, Hex]]:
        there = self.board.neighbours
        return frozenset((Hex(side // 6), Hex(there[side])) for side in self.barred if there[side] >= 0)

    # ------------------------------------------------------------------ counters

    type_of = theatre.words("type")
    is_ground = theatre.whether("type", *GROUND)
    is_air = theatre.whether("type", *AIR)
    is_naval = theatre.whether("type", *NAVAL)
    is_marker = theatre.whether("type", *MARKERS)
    is_mobile = theatre.whether("type", *MOBILE)

    @cached_property
    def country_of(self) -> tuple[int, ...]:
        return tuple(map(self.country, self.counters["country"]))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        return tuple(self.countries[country].side for country in self.country_of)

    @cached_property
    def full_strength(self) -> tuple[int, ...]:
        """Steps of a unit at full strength: field units have two, garrisons one; others count none, but are there."""
        return tuple(STEPS if type in GROUND and type != "garrison" else 1 for type in self.type_of)

    @cached_property
    def units(self) -> Callable[[tuple[str, ...], Side], tuple[UnitId, ...]]:
        """All of some kinds that a side has."""
        types, side_of = self.type_of, self.side_of

        @cache
        def found(kinds: tuple[str, ...], side: Side) -> tuple[UnitId, ...]:
            return tuple(UnitId(unit) for unit, type in enumerate(types) if type in kinds and side_of[unit] == side)

        return found

    # ------------------------------------------------------------------ boxes

    turns = theatre.track("turn")

    def turn_box(self, turn: int) -> Hex | None:
        """Of the Turn Track; None after the last turn."""
        if turn < 1:
            raise Bug(f"no turn {turn}")
        return self.turns[turn] if turn <= len(self.months) else None

    # ------------------------------------------------------------------ the sea

    @cached_property
    def sea(self) -> Mapping[Hex, tuple[Passage, ...]]:
        """1.3 Sea Zones, which are boxes that adjoin the hexes of their coasts, and the Map Boxes beside them; where
        each leads to. A board's `data` lists the borders."""
        found: dict[Hex, list[Passage]] = {}
        for border in self.board.data.get("sea", {}).get("borders", ()):
            one, other = map(self.board.place, border["between"])
            banks = tuple(map(self.board.place, border.get("banks", ())))
            found.setdefault(one, []).append(Passage(other, border.get("over", ""), banks))
            found.setdefault(other, []).append(Passage(one, border.get("over", ""), banks))
        return {place: tuple(passages) for place, passages in found.items()}

    @cached_property
    def map_boxes(self) -> frozenset[Hex]:
        """1.3 Boxes off the map that units go to."""
        return frozenset(map(self.board.place, self.board.data.get("sea", {}).get("map_boxes", ())))

    @cached_property
    def sea_zones(self) -> tuple[Hex, ...]:
        return tuple(place for place in sorted(self.sea) if place not in self.map_boxes)

    def coast_of(self, zone: Hex) -> tuple[Hex, ...]:
        """The hexes a Sea Zone touches."""
        return self.board.boxes[zone - self.board.hexes].adjoins

    def zones_at(self, place: Hex) -> tuple[Hex, ...]:
        """4.0 The Sea Zones a ship can put out to from a hex, or from a Map Box."""
        if place in self.map_boxes:
            return tuple(passage.to for passage in self.sea.get(place, ()))
        return tuple(zone for zone in self.sea_zones if place in self.coast_of(zone))
