"""The map as the rules read it: terrain, hexsides, roads, places and boxes, and what a step on it costs.

A board never changes during a game. Its file is JSON (`board.schema.json`): rows of characters for what every hex has,
lists of hex numbers for the rest. A blank in the rows of the terrain is a hex that is not on the map.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sandtable.core.bits import NO_HEX, Bits, where
from sandtable.core.errors import BadInput
from sandtable.core.hexes import Hexside, Layout
from sandtable.core.jsonfile import JsonFile, Where
from sandtable.core.kernels import LIMIT, NEVER, Grid
from sandtable.core.rules import Breakdown, Hex, Term

Vocabulary = Mapping[Literal["terrain", "hexsides", "links", "symbols"], Collection[str]]

SCHEMA = Path(__file__).with_name("board.schema.json")
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Layer:
    """One word for each hex, or none: terrain, region, sea zone. Words are kept as small numbers; 0 is no word."""

    words: tuple[str, ...]
    values: bytes

    def __getitem__(self, hex: Hex) -> str:
        return self.words[self.values[hex]]

    def where(self, *words: str) -> Bits:
        """The hexes that have one of these words."""
        wanted = tuple(number for number, word in enumerate(self.words) if word and word in words)
        return where(self.values, wanted)


class Place(NamedTuple):
    """A named spot in a hex: a city, a port, a village."""

    id: str
    name: str
    hex: Hex
    symbols: frozenset[str]
    data: Mapping[str, Any]


class Box(NamedTuple):
    """Somewhere off the map where counters may be, and the hexes it leads to."""

    id: str
    name: str
    adjoins: tuple[Hex, ...]


class Chain(NamedTuple):
    """A road, a railway or a pipeline as it was drawn, hex by hex."""

    link: str
    name: str
    hexes: tuple[Hex, ...]


class River(NamedTuple):
    """A named run of hexsides: a river, a strait, a mountain range."""

    feature: str
    name: str
    sides: tuple[Hexside, ...]


class Instead(NamedTuple):
    """Where another mover's costs hold."""

    hexes: Bits
    mover: Mover
    leaving: bool  # also for steps out of these hexes


@dataclass(frozen=True)
class Mover:
    """What steps cost one kind of unit, in whole numbers of the smallest unit a rule counts in, or NEVER.

    The terrain entered and every feature of the hexside add up; a link across the hexside replaces that sum where
    it is cheaper. Every terrain and feature of a board must be named, a link that is not named means nothing.
    """

    name: str
    rule: str
    terrain: Mapping[str, int]
    hexsides: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[str, int] = field(default_factory=dict)
    once: frozenset[str] = NONE  # features of which a hexside charges only the dearest
    instead: tuple[Instead, ...] = ()

    def __post_init__(self) -> None:
        for costs in (self.terrain, self.hexsides, self.links):
            if wrong := [f"{word} {cost}" for word, cost in costs.items() if not 0 <= cost <= NEVER]:
                raise BadInput(f"{self.name}: a step costs 0 to {NEVER - 1}, or NEVER, not {', '.join(wrong)}")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, frozenset(self.terrain.items()), frozenset(self.links.items()), self.instead))

    def into(self, hexes: Bits, other: Mover) -> Mover:
        """The same, but steps into these hexes cost what they cost `other`: enemy cities, flooded hexes."""
        return replace(self, instead=(*self.instead, Instead(hexes, other, False)))

    def at(self, hexes: Bits, other: Mover) -> Mover:
        """The same, but steps into and out of these hexes cost what they cost `other`: engineers at a river."""
        return replace(self, instead=(*self.instead, Instead(hexes, other, True)))

    def on(self, start: Hex, to: Hex) -> Mover:
        """The mover whose costs hold for this step: of several, the one said last."""
        for each in reversed(self.instead):
            if to in each.hexes or (each.leaving and start in each.hexes):
                return each.mover.on(start, to)
        return self

    @lru_cache(4096)  # noqa: B019  # movers are few and are kept anyway
    def step(self, terrain: str, features: frozenset[str], links: frozenset[str]) -> Breakdown:
        """What entering this terrain across this hexside costs, part by part. A part of NEVER forbids it."""
        terms = self._terms(self.terrain, [terrain])
        crossed = sorted(self._terms(self.hexsides, features), key=lambda term: (-term.value, term.label))
        charged = [term.label for term in crossed if term.label in self.once][:1]
        terms += [term for term in crossed if term.label not in self.once or term.label in charged]
        roads = sorted(self._terms(self.links, self.links.keys() & links), key=lambda term: (term.value, term.label))
        if roads and roads[0].value <= sum(term.value for term in terms):
            terms = roads[:1]
        total = sum(term.value for term in terms)
        if total >= NEVER and all(term.value < NEVER for term in terms):
            raise BadInput(f"{self.name}: a step costs {total}, more than the {NEVER - 1} that can be counted")
        return Breakdown(terms)

    def _terms(self, costs: Mapping[str, int], words: Iterable[str]) -> list[Term]:
        for word in words:
            if word not in costs:
                raise BadInput(f"{self.name} does not say what {word} costs")
        return [Term(word, costs[word], self.rule) for word in words]


class Board:
    """A map. Hexes are 0 to `hexes` - 1, boxes follow, `size` is both; what is given by hex is given by box too."""

    def __init__(self, source: JsonFile, words: Vocabulary | None = None) -> None:
        source.check(json.loads(SCHEMA.read_text(encoding="utf-8")))
        data = self._data = source.data
        self._source, self._words = source, words or {}
        self.folder = source.path.parent if isinstance(source.path, Path) else None  # of its file
        self.id: str = data["id"]
        self.title: str = data["title"]
        self.origin: str = data.get("origin", "house")
        self.data: Mapping[str, Any] = data.get("data", {})  # not read by the core: tracks, projection, credits
        self.layout = self._read_layout()
        self.hexes = self.layout.size
        self.size = self.hexes + len(data.get("boxes", ()))
        self._prices: dict[Mover, bytes] = {}
        self._last: tuple[Mover | None, bytes] = None, b""

        self.terrain = self._read_layer("terrain")
        self.playable: Bits = self.terrain.where(*self.terrain.words)
        self.areas = {name: self._read_layer("areas", name) for name in data.get("areas", ())}
        self.boxes = self._read_boxes()
        self._box = {box.id: Hex(self.hexes + nth) for nth, box in enumerate(self.boxes)}
        self.marks = {
            mark: Bits((self._hex(label, "marks", mark, nth) for nth, label in enumerate(labels)), self.size)
            for mark, labels in data.get("marks", {}).items()
        }
        self.rivers = tuple(self._read_hexsides())
        self._features = self._by_side((river.feature, side) for river in self.rivers for side in river.sides)
        self.chains = tuple(self._read_links())
        self._links = self._by_side((chain.link, side) for chain in self.chains for side in self._sides_of(chain))
        self.places = self._read_places()
        self._named = {place.id: place for place in self.places}
        del self._source, self._words

    @classmethod
    def load(cls, path: Path, words: Vocabulary | None = None) -> Board:
        """Read a file. `words` are those the rules know: others are refused."""
        return cls(JsonFile.read(path), words)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], words: Vocabulary | None = None) -> Board:
        """The same from what a file would hold."""
        return cls(JsonFile(f"board {data.get('id', '')}".strip(), deepcopy(dict(data))), words)

    def to_dict(self) -> dict[str, Any]:
        """What its file holds."""
        return dict(deepcopy(self._data))

    # ------------------------------------------------------------------ reading

    def _read_layout(self) -> Layout:
        numbers = ("columns", "rows", "first_column", "first_row")
        layout: dict[str, Any] = {
            key: int(said) if key in numbers else said for key, said in self._data["layout"].items()
        }
        try:
            return Layout(**layout)
        except BadInput as error:
            self._source.refuse(f"layout: {error}", "layout")

    def _read_layer(self, *where: str) -> Layer:
        said = self._data[where[0]] if len(where) == 1 else self._data[where[0]][where[1]]
        if len(said["rows"]) != self.layout.rows:
            self._source.refuse(
                f"{where[-1]} has {len(said['rows'])} rows: expected {self.layout.rows}", *where, "rows"
            )
        if where[0] == "terrain":
            for sign, word in said["key"].items():
                self._know("terrain", word, *where, "key", sign)
        words = ("", *dict.fromkeys(said["key"].values()))
        numbers = {" ": 0} | {sign: words.index(word) for sign, word in said["key"].items()}
        values = bytearray()
        for nth, row in enumerate(said["rows"]):
            if len(row) != self.layout.columns:
                expected = f"expected one character for each of {self.layout.columns} columns"
                self._source.refuse(f"{where[-1]}, row {nth + 1} has {len(row)}: {expected}", *where, "rows", nth)
            for sign in row:
                label = self.layout.label(Hex(len(values)))
                if sign not in numbers:
                    known = ", ".join(map(repr, said["key"]))
                    self._source.refuse(f"{label} has {where[-1]} {sign!r}: expected {known}", *where, "rows", nth)
                if sign != " " and where[0] != "terrain" and len(values) not in self.playable:
                    self._source.refuse(f"{label} has a {where[-1]}, but no terrain", *where, "rows", nth)
                values.append(numbers[sign])
        return Layer(words, bytes(values) + bytes(self.size - self.hexes))

    def _read_boxes(self) -> tuple[Box, ...]:
        found: dict[str, Box] = {}
        for nth, box in enumerate(self._data.get("boxes", ())):
            if box["id"] in found:
                self._source.refuse(f"a second box is called {box['id']}", "boxes", nth, "id")
            adjoins = [
                self._hex(label, "boxes", nth, "adjoins", place) for place, label in enumerate(box.get("adjoins", ()))
            ]
            found[box["id"]] = Box(box["id"], box["name"], tuple(adjoins))
        return tuple(found.values())

    def _read_hexsides(self) -> Iterator[River]:
        for feature, rivers in self._data.get("hexsides", {}).items():
            self._know("hexsides", feature, "hexsides", feature)
            for nth, river in enumerate(rivers):
                at = ("hexsides", feature, nth, "sides")
                sides = []
                for place, label in enumerate(river["sides"]):
                    side = self._side(feature, label.split("/"), *at, place)
                    if side in sides:
                        self._source.refuse(f"{feature} {label}: stands in this list already", *at, place)
                    sides.append(side)
                yield River(feature, river.get("name", ""), tuple(sides))

    def _read_links(self) -> Iterator[Chain]:
        for link, chains in self._data.get("links", {}).items():
            self._know("links", link, "links", link)
            for nth, chain in enumerate(chains):
                labels, at = chain["hexes"], ("links", link, nth, "hexes")
                for place in range(1, len(labels)):
                    self._side(link, labels[place - 1 : place + 1], *at, place)
                yield Chain(link, chain.get("name", ""), tuple(map(self.layout.hex, labels)))

    def _read_places(self) -> tuple[Place, ...]:
        found: dict[str, Place] = {}
        for nth, place in enumerate(self._data.get("places", ())):
            if place["id"] in found or place["id"] in self._box:
                self._source.refuse(f"a second place or box is called {place['id']}", "places", nth, "id")
            hex = self._hex(place["hex"], "places", nth, "hex")
            for symbol in place.get("symbols", ()):
                self._know("symbols", symbol, "places", nth, "symbols")
            symbols, more = frozenset(place.get("symbols", ())), place.get("data", {})
            found[place["id"]] = Place(place["id"], place["name"], hex, symbols, more)
        return tuple(found.values())

    def _know(self, kind: Literal["terrain", "hexsides", "links", "symbols"], word: str, *where: Where) -> None:
        if kind in self._words and word not in self._words[kind]:
            self._source.refuse(f"{kind}: {word} is unknown, expected {', '.join(sorted(self._words[kind]))}", *where)

    def _hex(self, label: str, *where: Where) -> Hex:
        try:
            return self._on_map(self.layout.hex(label))
        except BadInput as error:
            self._source.refuse(str(error), *where)

    def _side(self, word: str, labels: list[str], *where: Where) -> Hexside:
        """The hexside between two hexes, as left from the first in the board's order."""
        one, other = sorted(self._hex(label, *where) for label in labels)
        try:
            return self.layout.side(one, other)
        except BadInput as error:
            self._source.refuse(f"{word}: {error}", *where)

    def _sides_of(self, chain: Chain) -> Iterator[Hexside]:
        return (self.layout.side(one, other) for one, other in pairwise(chain.hexes))

    def _by_side(self, words: Iterable[tuple[str, Hexside]]) -> dict[Hexside, frozenset[str]]:
        """The words of each hexside that has any, from both its hexes."""
        found: dict[Hexside, frozenset[str]] = {}
        for word, side in words:
            twin = self.layout.twin(side)
            assert twin is not None  # `_side` gives sides between two hexes of the map
            found[side] = found[twin] = found.get(side, NONE) | {word}
        return found

    # ------------------------------------------------------------------ names

    def place(self, name: str) -> Hex:
        """The hex with that number, the box of that id, or the hex of the place of that id."""
        if name in self._box:
            return self._box[name]
        return self._named[name].hex if name in self._named else self._on_map(self.layout.hex(name))

    def name(self, place: Hex) -> str:
        """The number of a hex, or the id of a box."""
        return self._names[place]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return (*map(self.layout.label, self.layout.hexes()), *(box.id for box in self.boxes))

    def named(self, id: str) -> Place:
        """The place of that id."""
        if id not in self._named:
            raise BadInput(f"no place on this map is called {id}")
        return self._named[id]

    def _on_map(self, hex: Hex) -> Hex:
        if hex not in self.playable:
            raise BadInput(f"{self.layout.label(hex)} is not on the map: it lies off the playing area")
        return hex

    # ------------------------------------------------------------------ what is where

    def places_in(self, hex: Hex) -> tuple[Place, ...]:
        return self._places_by_hex.get(hex, ())

    def symbols(self, hex: Hex) -> frozenset[str]:
        """Every symbol printed in a hex."""
        return NONE.union(*(place.symbols for place in self.places_in(hex)))

    def with_symbol(self, *symbols: str) -> Bits:
        """The hexes with one of these symbols."""
        return self.bits(place.hex for place in self.places if not place.symbols.isdisjoint(symbols))

    def marked(self, mark: str) -> Bits:
        return self.marks.get(mark, NO_HEX)

    def features(self, start: Hex, to: Hex) -> frozenset[str]:
        """What lies on the hexside between two neighbours."""
        return self._features.get(self.layout.side(start, to), NONE)

    def links(self, start: Hex, to: Hex) -> frozenset[str]:
        """The roads and railways across the hexside between two neighbours."""
        return self._links.get(self.layout.side(start, to), NONE)

    def sides_with(self, *features: str) -> Bits:
        """The hexsides, from both hexes, on which one of these features lies."""
        return Bits((side for side, found in self._features.items() if not found.isdisjoint(features)), 6 * self.size)

    @cached_property
    def _places_by_hex(self) -> dict[Hex, tuple[Place, ...]]:
        return {each.hex: tuple(place for place in self.places if place.hex == each.hex) for each in self.places}

    # ------------------------------------------------------------------ for the kernels

    def bits(self, hexes: Iterable[Hex]) -> Bits:
        return Bits(hexes, self.size)

    @cached_property
    def neighbours(self) -> array[int]:
        """Six for each hex, by direction; -1 off the map. Boxes have none: what adjoins them is for the rules."""
        found = array("i", self.layout.neighbours)
        for side, there in enumerate(found):
            if side // 6 not in self.playable or (there >= 0 and there not in self.playable):
                found[side] = -1
        return found + array("i", [-1]) * (6 * len(self.boxes))

    def around(self, hex: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map, clockwise from the top."""
        return self._around[hex]

    @cached_property
    def _around(self) -> tuple[tuple[Hex, ...], ...]:
        sides = (self.neighbours[6 * hex : 6 * hex + 6] for hex in range(self.size))
        return tuple(tuple(Hex(there) for there in each if there >= 0) for each in sides)

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.neighbours)

    # ------------------------------------------------------------------ what a step costs

    def step_cost(self, mover: Mover, start: Hex, to: Hex) -> Breakdown:
        """What a step to a neighbour costs, part by part; forbidden if the total is NEVER or more."""
        return mover.on(start, to).step(self.terrain[to], self.features(start, to), self.links(start, to))

    def prices(self, mover: Mover) -> bytes:
        """The totals of `step_cost` for every hexside, six for each hex; NEVER if it cannot be crossed.

        Kept for each mover; of movers with exceptions, which come and go, only for the last.
        """
        if mover.instead:
            last = self._last
            if last[0] is not mover:
                last = self._last = mover, self._with_exceptions(mover)
            return last[1]
        if mover not in self._prices:
            self._prices[mover] = self._work_out(mover)
        return self._prices[mover]

    def _work_out(self, mover: Mover) -> bytes:
        alike, kinds = self._steps_alike
        totals = [min(NEVER, int(mover.step(*about).total)) for about in kinds]
        return bytes([NEVER if kind < 0 else totals[kind] for kind in alike])

    @cached_property
    def _steps_alike(self) -> tuple[list[int], list[tuple[str, frozenset[str], frozenset[str]]]]:
        """By hexside the kind of step it is, -1 off the map; of each kind the terrain entered, features and links."""
        kinds: dict[tuple[str, frozenset[str], frozenset[str]], int] = {}
        alike, terrain, features, links = list[int](), self.terrain, self._features, self._links
        for side, there in enumerate(self.neighbours):
            if there < 0:
                alike.append(-1)
            else:
                at = Hexside(side)
                about = terrain[Hex(there)], features.get(at, NONE), links.get(at, NONE)
                alike.append(kinds.setdefault(about, len(kinds)))
        return alike, list(kinds)

    def _with_exceptions(self, mover: Mover) -> bytes:
        found = bytearray(self.prices(replace(mover, instead=())))
        for hexes, other, leaving in mover.instead:
            prices = self.prices(other)
            for hex in hexes:
                for side in range(6 * hex, 6 * hex + 6):
                    there = self.neighbours[side]
                    if there >= 0:
                        back = 6 * there + (side + 3 - 6 * hex) % 6
                        found[back] = prices[back]
                        if leaving:
                            found[side] = prices[side]
        return bytes(found)


# ------------------------------------------------------------------------------------------------ why not


class Unreached(NamedTuple):
    """A reason why a hex was not reached.

    closed   `at` may not be entered: the hex itself, or hexes of the cheapest way
    stopped  in each hex of `at`, on the cheapest way, the move would have to end
    barred   the hexsides between each two hexes of `at`, on the cheapest way, may not be crossed
    too far  the way costs more than the budget
    no way   whatever is spent, terrain forbids it; `steps` are the ways into the hex from around it

    `way` is the route looked at, `steps` what each step of it costs, `cost` their sum.
    """

    why: Literal["closed", "stopped", "barred", "too far", "no way"]
    at: tuple[Hex, ...]
    way: tuple[Hex, ...] = ()
    steps: tuple[Breakdown, ...] = ()
    cost: int = 0


def why_unreached(
    board: Board,
    mover: Mover,
    start: Hex,
    budget: int,
    closed: Bits,
    stop: Bits,
    barred: Bits,
    target: Hex,
) -> list[Unreached]:
    """Every reason why `Grid.reach` with the same words does not give the target; [] if it does.

    Two ways are looked at: the cheapest open one, which may be too long, and the cheapest one that nothing but
    terrain limits, which may be cut; the latter only if it would have been short enough, or no other is there.
    """
    prices, reach = board.prices(mover), board.grid.reach
    if target in reach(prices, start, budget, closed, stop, barred):
        return []
    reasons = []
    if target in closed:
        reasons.append(Unreached("closed", (target,)))
        closed = closed - board.bits((target,))

    free = reach(prices, start, LIMIT)
    if target not in free:
        into = tuple(board.step_cost(mover, hex, target) for hex in board.around(target))
        return [*reasons, Unreached("no way", (target,), board.around(target), into)]
    limited = reach(prices, start, LIMIT, closed, stop, barred)
    nearest = limited if target in limited else free
    if nearest.cost(target) > budget:
        reasons.append(_along(board, mover, "too far", (target,), nearest.route(target)))
    if free.cost(target) <= budget or target not in limited:
        reasons += _cut(board, mover, closed, stop, barred, free.route(target))
    return reasons


def _cut(
    board: Board, mover: Mover, closed: Bits, stop: Bits, barred: Bits, route: tuple[int, ...]
) -> Iterator[Unreached]:
    """What cuts a way that terrain would allow."""
    between = [Hex(hex) for hex in route[1:-1]]
    sides = [(Hex(one), Hex(other)) for one, other in pairwise(route)]
    shut = tuple(hex for hex in between if hex in closed)
    ends = tuple(hex for hex in between if hex in stop)
    walls = tuple(dict.fromkeys(hex for side in sides if board.layout.side(*side) in barred for hex in side))
    if shut:
        yield _along(board, mover, "closed", shut, route)
    if ends:
        yield _along(board, mover, "stopped", ends, route)
    if walls:
        yield _along(board, mover, "barred", walls, route)


def _along(
    board: Board,
    mover: Mover,
    why: Literal["closed", "stopped", "barred", "too far"],
    at: tuple[Hex, ...],
    route: tuple[int, ...],
) -> Unreached:
    way = tuple(map(Hex, route))
    steps = tuple(board.step_cost(mover, one, other) for one, other in pairwise(way))
    return Unreached(why, at, way, steps, int(sum(step.total for step in steps)))
