"""OCS: what is printed on a title's map and counters, and what a scenario fixes for the whole game, by number.

Movement points are counted in quarters, supply in tokens, sizes in quarters of an RE: whole numbers throughout.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from sandtable.core import theatre
from sandtable.core.bits import Bits
from sandtable.core.board import Board, Vocabulary
from sandtable.core.counters import Columns, Counters
from sandtable.core.dice import Dice
from sandtable.core.faces import Faces
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId

QUARTERS = 4  # of a movement point, and of an RE
FACES = ("combat", "move")
COMBAT_FACE, MOVE_FACE = range(len(FACES))
MODES = ("combat", "move", "reserve", "strat", "exploit", "dg")  # 5.0
COMBAT, MOVE, RESERVE, STRAT, EXPLOIT, DG = range(len(MODES))
MODES_TOLD = ("in Combat Mode", "in Move Mode", "in reserve", "in Strat Mode", "in Exploit Mode", "disorganized")
STOCKS = ("full", "low", "exhausted")  # 12.10
ROLES = ("afloat", "on wheels", "new port", "port")  # 18.4e, 18.4f
MOBILITIES = ("leg", "track", "truck")
LEG, TRACK, TRUCK = range(len(MOBILITIES))
CATEGORIES = ("armor", "mech", "other")
SYMBOLS = ("tank", "at", "aa", "para", "recon", "coastal", "torpedo", "dukw", "lst", "carrier")
FIGHTING = (  # 3.2 combat units
    "line", "artillery", "hq", "engineer", "rail_repair", "pax", "eq", "breakdown", "coastal_artillery",
)  # fmt: skip
TRANSPORT = ("truck", "wagon", "mule", "organic")  # 3.3b
OTHERS = ("plane", "ship", "landing_craft")
SHIP, CRAFT = range(2)  # 18.1c what keeps to the sea, and what goes to the coast too
AIR_TYPES = ("fighter", "tactical", "strategic", "transport", "glider")
COLUMNS: Columns = {
    "name": "word", "side": "word", "nation": "word", "kind": (*FIGHTING, *TRANSPORT, *OTHERS),
    "category": CATEGORIES, "symbols": "text", "formation": "text", "re": "number", "dot": "flag",
    "strength": "text", "ar": "number or none", "ma": "number or none", "mobility": (*MOBILITIES, ""),
    "barrage": "number or none", "range": "number or none", "throw": "number or none",
    "air_type": (*AIR_TYPES, ""), "air_rating": "text", "capacity": "number or none",
    "flak": "number or none", "protection": "number or none",
}  # fmt: skip
PRINTED_ANEW = ("strength", "ar", "ma", "mobility", "barrage", "range", "throw", "capacity")
ON_FACES = Faces(PRINTED_ANEW, FACES, by="face")
WORDS: Vocabulary = {
    "symbols": ("village", "minor_city", "major_city", "port", "bridge", "air_base", "flak"),
}
FLIGHTS = ("normal", "limited", "none")  # 17.0
GROUNDS = ("normal", "mud", "storm")


class Weather(NamedTuple):
    """17.0 What a turn's roll gives."""

    flight: str
    ground: str


class Band(NamedTuple):
    """Rolls of a scenario's own table, and what they give."""

    rolls: range
    gives: int
    beside: Mapping[Hex, int] = {}  # 13.6 tokens that come to other places with it

    @property
    def said(self) -> str:
        """`2-3` or `12`."""
        return str(self.rolls[0]) if len(self.rolls) == 1 else f"{self.rolls[0]}-{self.rolls[-1]}"


class Delivery(NamedTuple):
    """13.6 Supply that arrives each turn: tokens by a roll, and where they may be put."""

    dice: Dice
    bands: tuple[Band, ...]
    at: tuple[Hex, ...]
    also: Mapping[Hex, int]  # tokens that come without a roll

    @property
    def named(self) -> dict[str, tuple[Hex, ...]]:
        """All places, by the key of the scenario's file that names them."""
        beside = dict.fromkeys(hex for band in self.bands for hex in band.beside)
        return {"at": self.at, "also": tuple(self.also), "with": tuple(beside)}

    def tokens(self, roll: int) -> int:
        return next(band.gives for band in self.bands if roll in band.rolls)

    def beside(self, tokens: int) -> dict[Hex, int]:
        """What comes to other places with so many tokens."""
        return {**self.also, **next((band.beside for band in self.bands if band.gives == tokens), {})}


class AirBox(NamedTuple):
    """15.1 A base off the map: so many hexes from a hex of it, refitting so many aircraft a turn for nothing."""

    place: Hex
    side: Side
    by: Hex
    hexes: int
    refits: int


class Port(NamedTuple):
    """19.0 What goes through it in a phase, in tokens, and for which sides it is a source of trace supply. If HQs are
    named, only they pass its supply on, and no extender does."""

    tokens: int
    sources: frozenset[Side]
    hqs: frozenset[UnitId] = frozenset()


class Objective(NamedTuple):
    """What is counted in the end (`s02_victory.py`)."""

    kind: str
    side: Side
    points: int
    hexes: tuple[Hex, ...] = ()
    per: int = 1
    nations: frozenset[str] = frozenset()
    categories: frozenset[str] = frozenset()
    column: int = 0


@dataclass(frozen=True, eq=False, kw_only=True)
class Theatre:
    """A scenario's board and counters, by number."""

    board: Board
    counters: Counters
    sides: tuple[str, ...]
    dates: tuple[str, ...]  # by turn, from the first
    first: Side  # who has the first player-turn of the game
    weather_dice: Dice
    sources: tuple[frozenset[Hex], ...]  # 12.6 by side
    ports: Mapping[Hex, Port] = field(default_factory=dict)
    flak: Mapping[Hex, int] = field(default_factory=dict)  # printed in a hex
    reserves: tuple[int, ...] = (0, 0)  # 5.7 markers, by side
    rail: tuple[tuple[int, ...], ...] = ((), ())  # 13.3 capacity by side and turn
    sea_cap: tuple[tuple[int, ...], ...] = ((), ())  # 19.0f the same by sea
    gauges: tuple[str, ...] = ()  # 13.3f by side the railroads it uses; empty: all of them
    hip_shoots: frozenset[str] = frozenset()  # 14.7d nations
    strips: bool = False  # 15.1 whether air strips are built
    air_boxes: Mapping[Hex, AirBox] = field(default_factory=dict)
    weather: tuple[tuple[range, Weather], ...] = ()
    deliveries: tuple[Delivery | None, ...] = (None, None)  # of supply, by side
    drafts: tuple[Delivery | None, ...] = (None, None)  # of replacements, by side: pax + 16 x eq
    early_drops: bool = False  # 14.10d Allied drops in the ETO by August 1944
    objectives: tuple[Objective, ...] = ()
    levels: tuple[tuple[int, str, Side | None], ...] = ()  # from the best: least points, words, who wins

    # ------------------------------------------------------------------ counters

    kind_of = theatre.words("kind")
    nation_of = theatre.words("nation")
    category_of = theatre.words("category")
    is_combat = theatre.whether("kind", *FIGHTING)
    is_transport = theatre.whether("kind", *TRANSPORT)
    is_organic = theatre.whether("kind", "organic")
    is_wagon = theatre.whether("kind", "wagon", "mule")
    is_plane = theatre.whether("kind", "plane")
    is_glider = theatre.whether("air_type", "glider")
    is_ship = theatre.whether("kind", "ship")
    is_craft = theatre.whether("kind", "landing_craft")
    is_vessel = theatre.whether("kind", "ship", "landing_craft")
    is_hq = theatre.whether("kind", "hq")
    is_artillery = theatre.whether("kind", "artillery", "coastal_artillery")
    is_coastal = theatre.whether("kind", "coastal_artillery")
    is_engineer = theatre.whether("kind", "engineer")
    is_rail_repair = theatre.whether("kind", "rail_repair")
    is_repl = theatre.whether("kind", "pax", "eq")
    is_breakdown = theatre.whether("kind", "breakdown")
    no_rebuild = theatre.flags("dot")

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """At the start: transport may be captured."""
        return tuple(map(self.sides.index, self.counters["side"]))

    @cached_property
    def fighting(self) -> tuple[tuple[UnitId, ...], ...]:
        """3.2 Combat units by side."""
        return tuple(
            tuple(UnitId(unit) for unit, fights in enumerate(self.is_combat) if fights and self.side_of[unit] == side)
            for side in range(len(self.sides))
        )

    @cached_property
    def carrying(self) -> tuple[UnitId, ...]:
        """3.3b Transport points, whose-ever they are."""
        return tuple(UnitId(unit) for unit, carries in enumerate(self.is_transport) if carries)

    @cached_property
    def others(self) -> tuple[UnitId, ...]:
        """Whatever is no combat unit."""
        return tuple(UnitId(unit) for unit, fights in enumerate(self.is_combat) if not fights)

    @cached_property
    def hqs(self) -> tuple[UnitId, ...]:
        """13.1 Of both sides."""
        return tuple(UnitId(unit) for unit, is_hq in enumerate(self.is_hq) if is_hq)

    @cached_property
    def hqs_of(self) -> tuple[tuple[UnitId, ...], ...]:
        """13.1 By side."""
        return tuple(tuple(hq for hq in self.hqs if self.side_of[hq] == side) for side in range(len(self.sides)))

    @cached_property
    def engineering(self) -> tuple[tuple[UnitId, ...], ...]:
        """13.8 By side: HQs and engineers, which may be engineer-capable."""
        return tuple(
            tuple(unit for unit in units if self.is_hq[unit] or self.is_engineer[unit]) for units in self.fighting
        )

    @cached_property
    def gunners(self) -> tuple[tuple[UnitId, ...], ...]:
        """10.1 By side: combat units that have barrage points on one of their faces."""
        barrage = self.barrage
        return tuple(tuple(unit for unit in units if any(row[unit] for row in barrage)) for units in self.fighting)

    @cached_property
    def flying(self) -> tuple[tuple[UnitId, ...], ...]:
        """Aircraft by side."""
        return tuple(
            tuple(UnitId(unit) for unit, flies in enumerate(self.is_plane) if flies and self.side_of[unit] == side)
            for side in range(len(self.sides))
        )

    @cached_property
    def size(self) -> tuple[int, ...]:
        """4.6 REs as printed, in quarters."""
        return theatre_numbers(self.counters, "re")

    @cached_property
    def full_steps(self) -> tuple[int, ...]:
        """Multi-step units have a step for each RE, aircraft (but not gliders) and ships two, landing craft one for
        each point of their capacity (18.3d), all others one."""
        two, points = ("plane", "ship"), theatre_numbers(self.counters, "capacity")
        return tuple(
            2
            if kind in two and not glides
            else max(1, size // QUARTERS)
            if kind in FIGHTING
            else max(1, point)
            if craft
            else 1
            for kind, size, point, craft, glides in zip(
                self.kind_of, self.size, points, self.is_craft, self.is_glider, strict=True
            )
        )

    @cached_property
    def afloat(self) -> tuple[UnitId, ...]:
        """18.0 Ships and landing craft of both sides."""
        return tuple(UnitId(unit) for unit, floats in enumerate(self.is_vessel) if floats)

    @cached_property
    def has_amphibians(self) -> bool:
        """18.4e, 18.4f Are there DUKWs or LSTs?"""
        return any({"dukw", "lst"} & self.symbols_of[craft] for craft in self.holds)

    @cached_property
    def decks(self) -> Mapping[UnitId, frozenset[UnitId]]:
        """18.2a By aircraft carrier: the aircraft that may use it, those of its formation or, if it has none, all with
        the symbol."""
        marked = [unit for unit in self.afloat if self.is_ship[unit] and "carrier" in self.symbols_of[unit]]
        found = dict[UnitId, frozenset[UnitId]]()
        for carrier in marked:
            own, formation = self.flying[self.side_of[carrier]], self.formation_of[carrier]
            found[carrier] = frozenset(
                plane for plane in own
                if (self.formation_of[plane] == formation if formation >= 0 else "carrier" in self.symbols_of[plane])
            )  # fmt: skip
        return found

    @cached_property
    def holds(self) -> Mapping[UnitId, Hex]:
        """18.4 The box of each landing craft: what is in it is aboard."""
        craft = [UnitId(unit) for unit, carries in enumerate(self.is_craft) if carries]
        return {unit: self.boxes[hold_of(self.counters.ids[unit])] for unit in craft}

    @cached_property
    def craft_of(self) -> Mapping[Hex, UnitId]:
        """18.4 By box: the landing craft whose it is."""
        return {box: craft for craft, box in self.holds.items()}

    @cached_property
    def protection(self) -> tuple[int, ...]:
        """18.3c What divides a barrage of a ship: 1 if nothing is printed."""
        return tuple(max(1, value) for value in theatre_numbers(self.counters, "protection"))

    @cached_property
    def symbols_of(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(said.split()) for said in self.counters["symbols"])

    @cached_property
    def formations(self) -> tuple[str, ...]:
        """3.2e Those with several counters, by number."""
        return tuple(sorted({name for name in self.counters["formation"] if name}))

    @cached_property
    def formation_names(self) -> Mapping[str, str]:
        """3.2e As counters print them: `7_armd` is the `7 Armd` of `7 Armd Art`; where none does, with capitals."""
        names = self.counters.names
        found = {}
        for formation in self.formations:
            said = re.compile(rf"(?<!\w){re.escape(formation.replace('_', ' '))}(?!\w)", re.IGNORECASE)
            printed = next(filter(None, map(said.search, names)), None)
            found[formation] = printed[0] if printed else formation.replace("_", " ").title()
        return found

    @cached_property
    def formation_of(self) -> tuple[int, ...]:
        """By unit; -1: independent, or multi-step and by itself (3.2f)."""
        number = {name: nth for nth, name in enumerate(self.formations)}
        return tuple(number.get(name, -1) for name in self.counters["formation"])

    @cached_property
    def is_independent(self) -> tuple[bool, ...]:
        """3.2f Neither multi-step nor part of a formation."""
        return tuple(
            fights and formation < 0 and steps == 1
            for fights, formation, steps in zip(self.is_combat, self.formation_of, self.full_steps, strict=True)
        )

    @cached_property
    def served_as(self) -> tuple[UnitId, ...]:
        """13.1 By unit: the first of all whom the same HQs and organic trucks serve; every HQ is by itself."""
        first = dict[object, UnitId]()
        found = zip(self.formation_of, self.is_independent, self.nation_of, strict=True)
        return tuple(
            UnitId(unit) if self.is_hq[unit] else first.setdefault(alike, UnitId(unit))
            for unit, alike in enumerate(found)
        )

    def _on_faces(self, column: str) -> tuple[tuple[int, ...], ...]:
        """By face, by unit: a number, or 0."""
        printed = self.counters.printed
        return tuple(
            tuple(int(printed(column, UnitId(unit), self._face(unit, face)) or 0) for unit in range(len(self.counters)))
            for face in range(len(FACES))
        )

    def _face(self, unit: int, face: int) -> int:
        """One that has not both faces shows the one it has."""
        return face if len(self.counters.faces_of(UnitId(unit))) > 1 and not self.is_plane[unit] else 0

    @cached_property
    def ma(self) -> tuple[tuple[int, ...], ...]:
        """By face, by unit: the movement allowance in quarters of a point."""
        return tuple(tuple(QUARTERS * value for value in row) for row in self._on_faces("ma"))

    @cached_property
    def ar(self) -> tuple[tuple[int, ...], ...]:
        return self._on_faces("ar")

    @cached_property
    def barrage(self) -> tuple[tuple[int, ...], ...]:
        """Of ground units by face; of aircraft and ships by steps, see `s14_flak.barrage_of`."""
        return self._on_faces("barrage")

    @cached_property
    def range_of(self) -> tuple[int, ...]:
        return theatre_numbers(self.counters, "range")

    @cached_property
    def throw(self) -> tuple[tuple[int, ...], ...]:
        """12.3 By face, by unit: quarters of a point."""
        return tuple(tuple(QUARTERS * value for value in row) for row in self._on_faces("throw"))

    @cached_property
    def mobility(self) -> tuple[tuple[int, ...], ...]:
        """By face, by unit; trucks where nothing is printed."""
        printed = self.counters.printed
        return tuple(
            tuple(
                MOBILITIES.index(printed("mobility", UnitId(unit), self._face(unit, face)) or "truck")
                for unit in range(len(self.counters))
            )
            for face in range(len(FACES))
        )

    @cached_property
    def strength(self) -> tuple[tuple[int, ...], ...]:
        """By face, by unit: as printed, in parentheses or not."""
        return tuple(tuple(int(said.strip("()") or 0) for said in row) for row in self._strengths)

    @cached_property
    def attacks(self) -> tuple[tuple[bool, ...], ...]:
        """4.4 By face, by unit: whether its strength is printed without parentheses."""
        return tuple(tuple(said != "" and said[0] != "(" for said in row) for row in self._strengths)

    @cached_property
    def _strengths(self) -> tuple[tuple[str, ...], ...]:
        printed = self.counters.printed
        return tuple(
            tuple(printed("strength", UnitId(unit), self._face(unit, face)) or "" for unit in range(len(self.counters)))
            for face in range(len(FACES))
        )

    @cached_property
    def air_type(self) -> tuple[str, ...]:
        return self.counters["air_type"]

    @cached_property
    def air_rating(self) -> tuple[int, ...]:
        return tuple(int(said.strip("()") or 0) for said in self.counters["air_rating"])

    @cached_property
    def flies_to_fight(self) -> tuple[bool, ...]:
        """14.3 Whether its air rating is printed without parentheses."""
        return tuple(said != "" and said[0] != "(" for said in self.counters["air_rating"])

    @cached_property
    def shoots_from_the_hip(self) -> tuple[bool, ...]:
        """14.7d, 14.1e By aircraft."""
        return tuple(
            nation in self.hip_shoots and type_ != "strategic"
            for nation, type_ in zip(self.nation_of, self.air_type, strict=True)
        )

    @cached_property
    def like(self) -> tuple[int, ...]:
        """13.9 A number by counter: the same on all on which the same is printed."""
        counters, known = self.counters, list[object]()
        columns = ("side", "nation", "kind", "category", "symbols", "air_type", "air_rating", "dot")
        numbers = list[int]()
        for unit in range(len(counters)):
            printed = [counters[column][unit] for column in columns]
            told = (self.full_steps[unit], self.size[unit], printed, counters.faces_of(UnitId(unit)))
            if told not in known:
                known.append(told)
            numbers.append(known.index(told))
        return tuple(numbers)

    def at_steps(self, column: str, unit: UnitId, steps: int) -> int:
        """What is printed on the side of an aircraft or a ship that shows with so many steps."""
        return int(self.counters.printed(column, unit, self.counters.face_up(unit, 0, steps)) or 0)

    # ------------------------------------------------------------------ the map

    sea = theatre.terrain("sea", "lake")
    ocean = theatre.terrain("sea")
    villages = theatre.symbol("village")
    cities = theatre.symbol("minor_city", "major_city")

    @cached_property
    def everywhere(self) -> Bits:
        """Every hex of the map: blanks in its rows are none."""
        return self.board.bits(self.board.playable)

    @cached_property
    def land(self) -> tuple[Hex, ...]:
        """Every hex that is not sea."""
        return tuple(self.everywhere - self.sea)

    @cached_property
    def coast(self) -> Bits:
        """18.1c Land next to the sea, or at an estuary."""
        board = self.board
        near = set(board.grid.zone(sorted(self.ocean)))
        beside = {hex for side in board.sides_with(ESTUARY) for hex in (side // 6, board.neighbours[side])}
        return board.bits(Hex(hex) for hex in near | beside) - self.sea

    @cached_property
    def navigable(self) -> tuple[Bits, Bits]:
        """18.1c Where ships go, and where landing craft do."""
        return self.ocean, self.ocean | self.coast

    @cached_property
    def by_sea(self) -> tuple[bytes, bytes]:
        """18.1e Prices for the kernels: a point for each hex, of ships and of landing craft."""
        return self._steps_within(self.navigable[SHIP]), self._steps_within(self.navigable[CRAFT])

    def _steps_within(self, hexes: Bits) -> bytes:
        found = bytearray([NEVER]) * (6 * self.board.size)
        for side, there in enumerate(self.board.neighbours):
            if there >= 0 and there in hexes:
                found[side] = QUARTERS
        return bytes(found)

    @cached_property
    def railways(self) -> Bits:
        """Hexes with a railroad."""
        return self.board.bits({hex for chain in self.board.chains if chain.link in RAILS for hex in chain.hexes})

    @cached_property
    def tracks(self) -> tuple[Bits, ...]:
        """13.3f By side: hexes with a railroad of its gauge."""
        return tuple(
            self.board.bits({hex for chain in self.board.chains if chain.link in GAUGES[gauge] for hex in chain.hexes})
            for gauge in self.gauges
        )

    @cached_property
    def along_rails(self) -> bytes:
        """Prices for the kernels: a step along a railroad, nothing else."""
        board, found = self.board, bytearray([NEVER]) * (6 * self.board.size)
        for chain in board.chains:
            for one, other in pairwise(chain.hexes) if chain.link in RAILS else ():
                found[board.layout.side(one, other)] = found[board.layout.side(other, one)] = 1
        return bytes(found)

    @cached_property
    def stations(self) -> Bits:
        """13.3 Rail hexes with a village, a city or a port."""
        return self.railways & (self.villages | self.cities | self.board.with_symbol("port"))

    @cached_property
    def with_port(self) -> Bits:
        return self.board.bits(self.ports)

    @cached_property
    def kept_ports(self) -> tuple[Bits, ...]:
        """12.6 By side: ports whose supply only HQs pass on that the scenario names."""
        kept = {hex: port.sources for hex, port in self.ports.items() if port.hqs}
        return tuple(
            self.board.bits([hex for hex, sides in kept.items() if side in sides]) for side in range(len(self.sides))
        )

    @cached_property
    def boxes(self) -> Mapping[str, Hex]:
        return {box.id: Hex(self.board.hexes + nth) for nth, box in enumerate(self.board.boxes)}

    dead = theatre.box_of_each("dead")  # 9.11 the dead pile
    pool = theatre.box_of_each("pool")  # counters that come into play by a rule
    turns = theatre.track("turn")

    def distance(self, one: Hex, other: Hex) -> int:
        """As the crow flies; of a base off the map as its box tells."""
        for here, there in ((one, other), (other, one)):
            if here >= self.board.hexes:
                box = self.air_boxes[here]
                return box.hexes + (self.distance(box.by, there) if there != here else -box.hexes)
        return self.board.layout.distance(one, other)

    def at(self, place: Hex) -> Bits:
        """The hex itself; nothing if that is off the map."""
        return self.board.bits([place] if 0 <= place < self.board.hexes else [])

    def disc(self, place: Hex, far: int) -> Bits:
        """The hexes of the map that are so near, as `distance` tells it."""
        found = self._discs.get((place, far))
        if found is None:
            box = self.air_boxes.get(place)
            middle, most = (place, far) if box is None else (box.by, far - box.hexes)
            hexes = self.board.layout.within(middle, most) if most >= 0 else []
            found = self._discs[place, far] = self.board.bits(hexes) & self.everywhere
        return found

    @cached_property
    def _discs(self) -> dict[tuple[Hex, int], Bits]:
        return {}


NARROW_RAILS, WIDE_RAILS = ("rail", "double_rail"), ("wide_rail", "double_wide_rail")
RAILS = (*NARROW_RAILS, *WIDE_RAILS)
GAUGES = {"rail": NARROW_RAILS, "wide_rail": WIDE_RAILS}  # 13.3f what a side may be said to use
ESTUARY = "estuary"  # a hexside of sea between two hexes of land


def hold_of(craft: str) -> str:
    """The id of the box of a landing craft."""
    return f"aboard_{craft}"


def theatre_numbers(counters: Counters, column: str) -> tuple[int, ...]:
    return tuple(int(value or 0) for value in counters[column])
