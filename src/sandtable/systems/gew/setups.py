"""GEW 33: set-ups, read from scenarios/*.toml and checked against the theatre.

A file lists what stands in places and boxes ([at]), what its owner may place freely ([[free]]), what is picked from
several ([[pick]]), and a ready-made placing of all that is free ([automatic]). Units that it does not name are where
`rest` says: in the Reinforcements Displays, or out of the game. A file that is `of` another says what it has otherwise:
points that are given, and by how many one may be ahead in a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sandtable.core.bits import Bits
from sandtable.core.datafile import Reader
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.setups import SetUp as Beginning
from sandtable.core.setups import SetUpFile, numbers_said, read_all, whole_number
from sandtable.core.system import TRIED
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.theatre import (
    FOLDER,
    NEUTRAL,
    POWERS,
    SIDE_OF_POWER,
    SIDES,
    STANDINGS,
    Theatre,
)
from sandtable.systems.gew.theatre_loading import theatre

MOST = 200  # of a number that a name tells
PHASES = ("events", "crisis", "neutrals", "asw", "anti_convoy", "partisan_support")
KEYS = (
    "turns* initiative* crisis* rest* builds skip no_neutral_check window standing mp* "
    "income control* fortifications depots areas at* free pick choose optional not_operational automatic* victory "
    "handicap before"
)
KEYS_OF_A_VARIANT = "of* handicap* draw_within* before"


class Free(NamedTuple):
    """Units that their owner places in any legal hex of some area."""

    units: tuple[UnitId, ...]
    among: Bits
    name: str


class Pick(NamedTuple):
    """Units of which one is placed in an area; the others are reinforcements."""

    units: tuple[UnitId, ...]
    among: Bits
    name: str


class Choose(NamedTuple):
    """Campaign units of which the owner has so many operational."""

    units: tuple[UnitId, ...]
    operational: int
    automatic: tuple[UnitId, ...]


class Victory(NamedTuple):
    """What each side scores at the end for the hexes it controls, the hits it made and the MP it has left; up to
    `draw_within` points apart it is a draw."""

    points: tuple[Mapping[Hex, int], Mapping[Hex, int]]  # by side
    draw_within: int
    mp_for_point: int = 0  # so many MP are a point; 0: they do not count
    hits_for_point: int = 0  # so many MP for which the enemy was hit are one; 0: they do not count
    called: Mapping[str, tuple[Side, Hex]] = {}  # `axis_tobruk`: by the number that its points are

    @property
    def numbers(self) -> dict[str, int]:
        listed = {name: self.points[side][place] for name, (side, place) in self.called.items()}
        told = {DRAW_WITHIN: self.draw_within, MP_FOR_POINT: self.mp_for_point, HITS_FOR_POINT: self.hits_for_point}
        return {**told, **listed}

    def told(self, numbers: Mapping[str, int]) -> Victory:
        """The same with other numbers; what counts for nothing is not in the list."""
        points: tuple[dict[Hex, int], dict[Hex, int]] = ({}, {})
        for name, (side, place) in self.called.items():
            if numbers[name]:
                points[side][place] = numbers[name]
        return self._replace(
            points=points, draw_within=numbers[DRAW_WITHIN], mp_for_point=numbers[MP_FOR_POINT],
            hits_for_point=numbers[HITS_FOR_POINT],
        )  # fmt: skip


Handicap = tuple[int, int]  # points given to each side
DRAW_WITHIN, MP_FOR_POINT, HITS_FOR_POINT = "draw_within", "mp_for_point", "hits_for_point"


@dataclass(frozen=True, eq=False, kw_only=True)
class SetUp(Beginning):
    """33.0 How a game of GEW begins."""

    turns: tuple[int, int]  # first and last game turn
    initiative: Side
    crisis: int
    builds: bool  # units may be mobilized; else only markers
    skip: frozenset[str]  # parts of the sequence that are not played, of PHASES
    no_neutral_check: frozenset[int]  # game turns (33.3)
    window: Bits  # the hexes in play
    standing: tuple[str, ...]  # by country
    mp: tuple[tuple[int, int], ...]  # by belligerent power: points, and dice added to them
    income: tuple[int, ...] | None  # by power: fixed instead of 10.6; None: by rule
    control: tuple[int, ...]  # by place: a power, NEUTRAL, or -1
    fortifications: tuple[tuple[Hex, Side], ...]
    depots: tuple[tuple[Hex, int], ...]  # with their power
    free: tuple[Free, ...]
    pick: tuple[Pick, ...]
    choose: tuple[Choose, ...]
    optional: Mapping[UnitId, str]  # units that come with an optional rule
    out: frozenset[UnitId]  # units that are not in the game
    not_operational: frozenset[UnitId]
    automatic: Mapping[UnitId, Hex]
    victory: Victory | None  # None: 3.0
    handicap: Handicap  # points that make it even between equals
    of: str = ""  # the scenario that it is a variant of
    draw_within: int | None = None  # of the house, where levels are 3.2's: up to so many points apart it is a draw

    @property
    def numbers(self) -> dict[str, int]:
        """What a name may tell otherwise, to try a scenario out: the points given to each side, and in a shorter one
        by how many it may be ahead in a draw, how many MP or hits are a point, and the points of each place."""
        house = {} if self.draw_within is None else {DRAW_WITHIN: self.draw_within}
        shorter = house if self.victory is None else self.victory.numbers
        return {f"{side}_handicap": given for side, given in zip(SIDES, self.handicap, strict=True)} | shorter

    def told(self, said: Mapping[str, int]) -> SetUp:
        """The same with other numbers."""
        numbers = {**self.numbers, **said}
        axis, allied = (numbers[f"{side}_handicap"] for side in SIDES)
        victory, draw_within = self.victory and self.victory.told(numbers), self.draw_within
        house = None if draw_within is None else numbers[DRAW_WITHIN]
        return replace(self, handicap=(axis, allied), victory=victory, draw_within=house)


@cache
def setups() -> Mapping[str, SetUp]:
    """Every set-up of the game, by the name of its file."""
    found = read_all(FOLDER / "scenarios", lambda path: read_setup(theatre(), path))
    return dict(sorted(found.items(), key=lambda each: (each[0] != "campaign", each[1].of != "campaign")))


@cache
def setup_of(name: str) -> SetUp:
    """Of a scenario, with the numbers that its name tells: `barbarossa@axis_handicap=2`."""
    return setups()[name.partition(TRIED)[0]].told(tried(name))


def tried(name: str) -> dict[str, int]:
    """The numbers in a scenario's name that are others than the house's."""
    said = numbers_said(name, setups()[name.partition(TRIED)[0]].numbers)
    return {word: whole_number(name, word, number, 0, MOST) for word, number in said}


def read_setup(table: Theatre, path: Path) -> SetUp:
    return VariantFile(table, path).read() if "of" in Reader(path).data else PlanFile(table, path).read()


def given(source: SetUpFile) -> Handicap:
    """[handicap] The points that each side is given."""
    said = source.table("handicap")
    source.only(said, " ".join(SIDES), "handicap")
    axis, allied = (source.whole(said.get(side, 0), "handicap", side) for side in SIDES)
    return axis, allied


class VariantFile(SetUpFile):
    """A file that is `of` another beside it, whose position and rules it has."""

    def __init__(self, theatre: Theatre, path: Path) -> None:
        super().__init__(path, KEYS_OF_A_VARIANT)
        self.theatre = theatre

    def read(self) -> SetUp:
        others = [each.stem for each in sorted(self.path.parent.glob("*.toml")) if each != self.path]
        other = others[self.one(others, self.data["of"], "of")]
        base = PlanFile(self.theatre, self.path.with_name(f"{other}.toml")).read()
        if base.victory is not None:
            self.refuse(f"{other} has a list of its own: expected a scenario that is won by 3.2", "of")
        house = self.whole(self.data[DRAW_WITHIN], DRAW_WITHIN)
        found = replace(base, **self.head(), of=other, handicap=given(self), draw_within=house)
        return replace(found, before=self.before(found.numbers))


class PlanFile(SetUpFile):
    """One file."""

    def __init__(self, theatre: Theatre, path: Path) -> None:
        super().__init__(path, KEYS)
        self.theatre, self.board, self.counters = theatre, theatre.board, theatre.counters
        self.areas = dict(self._areas())

    def read(self) -> SetUp:
        data = self.data
        first, last = data["turns"]
        at = dict(self.placed())
        free = tuple(Free(*each) for each in self._placed("free"))
        pick = tuple(Pick(*each) for each in self._placed("pick"))
        optional = {self.unit(id, "optional", id): str(rule) for id, rule in self.table("optional").items()}
        rest = self.one(("reinforcements", "removed"), data["rest"], "rest")
        others = [UnitId(unit) for unit in range(len(self.theatre.counters)) if unit not in self.named]
        if rest == 0:
            at |= {unit: self.reinforcements(unit) for unit in others}
        automatic = dict(self._automatic(free, pick))
        self._check_stacks(at, automatic)
        found = SetUp(
            **self.head(), turns=(first, last),
            initiative=Side(self.one(SIDES, data["initiative"], "initiative")), crisis=self.number("crisis"),
            builds=self.flag("builds", True), skip=frozenset(self._skip()),
            no_neutral_check=frozenset(data.get("no_neutral_check", [])), window=self._window(),
            standing=self._standing(), mp=tuple(self._dice(power) for power in POWERS[:3]),
            income=self._income(), control=self._control(),
            fortifications=tuple(self._markers("fortifications", SIDES)),  # type: ignore[arg-type]  # sides
            depots=tuple(self._markers("depots", POWERS[:3])), at=at, free=free, pick=pick,
            choose=tuple(self._choose()), optional=optional,
            out=frozenset(others if rest else ()),
            not_operational=frozenset(self.units("not_operational")),
            automatic=automatic, victory=self._victory(), handicap=given(self),
        )  # fmt: skip
        return replace(found, before=self.before(found.numbers))

    # ------------------------------------------------------------------ words

    def area(self, names: str | list[str], *where: str | int) -> Bits:
        """The hexes of one or more areas, groups, regions or places, in that order of precedence."""
        board = self.theatre.board
        regions = {region.id for region in self.theatre.regions}
        found: set[Hex] = set()
        for name in names if isinstance(names, list) else [names]:
            if name in self.areas:
                found |= set(self.areas[name])
            elif name in self.theatre.groups or name in regions:
                found |= set(self.theatre.in_group(name))
            else:
                found.add(self.hex(name, *where))
        return board.bits(found)

    def reinforcements(self, unit: UnitId) -> Hex:
        power = self.theatre.power[unit]
        return self.theatre.reinforcements[
            SIDE_OF_POWER[power] if power != NEUTRAL else 0
        ]  # 33.2 lists neutrals with the Axis

    def _areas(self) -> Iterator[tuple[str, Bits]]:
        """Areas that are more or less than regions: by region, column and terrain."""
        table, board = self.theatre, self.theatre.board
        for id, said in self.part("areas"):
            at = ("areas", id)
            self.only(said, "region* columns_below terrain", *at)
            region = self.one((each.id for each in table.regions), said["region"], *at, "region")
            below, terrain = int(said.get("columns_below", 99)), said.get("terrain")
            yield id, board.bits(
                hex for hex in table.in_region[region]
                if int(board.name(hex)[:2]) < below and terrain in (None, table.terrain[hex])
            )  # fmt: skip

    # ------------------------------------------------------------------ parts

    def _placed(self, key: str) -> Iterator[tuple[tuple[UnitId, ...], Bits, str]]:
        for nth, said in enumerate(self.data.get(key, [])):
            self.only(said, "units* in*", key, nth)
            units = tuple(self.unit(id, key, nth, "units") for id in said["units"])
            areas = said["in"] if isinstance(said["in"], list) else [said["in"]]
            yield units, self.area(areas, key, nth, "in"), " or ".join(areas).replace("_", " ")

    def _choose(self) -> Iterator[Choose]:
        for nth, said in enumerate(self.data.get("choose", [])):
            self.only(said, "units* operational* automatic*", "choose", nth)
            units = tuple(self.unit(id, "choose", nth, "units", again=True) for id in said["units"])
            ready = tuple(self.unit(id, "choose", nth, "automatic", again=True) for id in said["automatic"])
            if len(ready) != said["operational"] or not set(ready) <= set(units):
                self.refuse(f"expected {said['operational']} of the units", "choose", nth, "automatic")
            yield Choose(units, int(said["operational"]), ready)

    def _skip(self) -> Iterator[str]:
        return (PHASES[self.one(PHASES, word, "skip")] for word in self.data.get("skip", []))

    def _window(self) -> Bits:
        board = self.theatre.board
        if "window" not in self.data:
            return board.playable
        said = self.data["window"]
        self.only(said, "regions* seas*", "window")
        seas = self.all((sea.id for sea in self.theatre.seas), said["seas"], "window", "seas")
        hexes = {Hex(hex) for hex in range(board.hexes) if self.theatre.sea_at[hex] in seas}
        return board.bits(hexes | set(self.area(said["regions"], "window", "regions")))

    def _standing(self) -> tuple[str, ...]:
        found = {country.id: country.standing for country in self.theatre.countries}
        for id, word in self.table("standing").items():
            self.one(found, id, "standing", id)
            known = (*STANDINGS, "soviet")
            found[id] = known[self.one(known, word, "standing", id)]
        return tuple(found.values())

    def _dice(self, power: str) -> tuple[int, int]:
        """Points and dice: "6", "1d6" or "6+1d6"."""
        said = str(self.data["mp"].get(power, "0"))
        found = re.fullmatch(r"(?:(\d+)\+)?(?:(\d)d6|(\d+))", said)
        if not found:
            self.refuse(f"{power} has {said!r}: expected points like 6, 1d6 or 6+1d6", "mp", power)
        return int(found[1] or 0) + int(found[3] or 0), int(found[2] or 0)

    def _income(self) -> tuple[int, ...] | None:
        said = self.table("income")
        self.only(said, " ".join(POWERS[:3]), "income")
        return tuple(int(said.get(power, 0)) for power in POWERS[:3]) if said else None

    def _control(self) -> tuple[int, ...]:
        """Regions first, then single hexes."""
        found = [-1] * self.theatre.board.size
        said = self.table("control")
        self.only(said, f"{' '.join(POWERS)} hexes", "control")
        for nth, power in enumerate(POWERS):
            for name in said.get(power, []):
                for hex in self.area(name, "control", power):
                    found[hex] = nth if hex in self.theatre.land else -1
        for name, power in said.get("hexes", {}).items():
            found[self.hex(name, "control", "hexes")] = self.one(POWERS, power, "control", "hexes")
        return tuple(found)

    def _markers(self, key: str, owners: tuple[str, ...]) -> Iterator[tuple[Hex, int]]:
        for owner, places in self.table(key).items():
            nth = self.one(owners, owner, key, owner)
            for name in places:
                yield self.hex(name, key, owner), nth

    def _victory(self) -> Victory | None:
        said = self.table("victory")
        if not said:
            return None
        self.only(said, "draw_within* mp_for_point hits_for_point axis* allied*", "victory")
        points: tuple[dict[Hex, int], dict[Hex, int]] = ({}, {})
        called: dict[str, tuple[Side, Hex]] = {}
        for nth, side in enumerate(SIDES):
            for name, worth in said[side].items():
                place = self.hex(name, "victory", side)
                points[nth][place] = self.whole(worth, "victory", side, name)
                called[f"{side}_{name}"] = Side(nth), place
        draw_within = self.whole(said["draw_within"], "victory", DRAW_WITHIN)
        left, hits = (self.whole(said.get(word, 0), "victory", word) for word in (MP_FOR_POINT, HITS_FOR_POINT))
        return Victory(points, draw_within, left, hits, called)

    # ------------------------------------------------------------------ the ready-made placing

    def _automatic(self, free: tuple[Free, ...], pick: tuple[Pick, ...]) -> Iterator[tuple[UnitId, Hex]]:
        said = self.table("automatic")
        wanted = {unit: each.among for each in free for unit in each.units}
        for id, name in said.items():
            unit, hex = self.unit(id, "automatic", id, again=True), self.hex(name, "automatic", id)
            among = wanted.pop(unit, None) or next((each.among for each in pick if unit in each.units), None)
            if among is None or hex not in among:
                self.refuse(f"{id} may not be placed in {name}", "automatic", id)
            yield unit, hex
        if wanted:
            missing = self.theatre.counters.id(min(wanted))
            self.refuse(f"{missing} has no automatic place", "automatic")
        for each in pick:
            if sum(self.theatre.counters.id(unit) in said for unit in each.units) != 1:
                self.refuse(f"expected one unit in {each.name}", "automatic")

    def _check_stacks(self, at: Mapping[UnitId, Hex], automatic: Mapping[UnitId, Hex]) -> None:
        """14.2, 14.4: what set-up must keep to (33.0)."""
        table, sizes = self.theatre, dict[Hex, list[str]]()
        for unit, hex in (*at.items(), *automatic.items()):
            if hex >= table.board.hexes or not table.is_ground[unit]:
                continue
            id, where = (
                table.counters.id(unit),
                ("automatic", table.counters.id(unit)) if unit in automatic else ("at",),
            )
            if table.movers[table.mover[unit]].terrain[table.terrain[hex]] > 9:
                self.refuse(f"{id} may not stand in {table.terrain[hex]} (14.4)", *where)
            stack = sizes.setdefault(hex, [])
            stack.append(table.size[unit])
            if not within_limits(stack, hex in table.small_island):
                self.refuse(f"{id} is too much for {table.board.name(hex)} (14.2)", *where)
