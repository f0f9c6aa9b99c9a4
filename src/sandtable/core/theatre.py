"""A theatre of war: what is printed on a board and its counters, and the countries there, by number. It never changes;
what follows from it is worked out once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sandtable.core.bits import Bits
from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF


class Named(Protocol):
    """A country, as a family's files tell it."""

    @property
    def id(self) -> str: ...


C = TypeVar("C", bound=Named)


@dataclass(frozen=True, eq=False)
class Theatre(Generic[C]):
    """A board, its counters and its countries. Places are hexes and, from the number `hexes` on, boxes; sets of them
    are Bits."""

    sides: ClassVar[tuple[str, ...]]

    board: Board
    counters: Counters
    countries: tuple[C, ...]

    @cached_property
    def hexes(self) -> int:
        return self.board.hexes

    def unit(self, id: str) -> UnitId:
        return self.counters.unit(id)

    def place(self, name: str) -> Hex:
        """A hex by its number or its place's id, or a box by its id."""
        return self.board.place(name)

    # ------------------------------------------------------------------ boxes

    @cached_property
    def boxes(self) -> Mapping[str, Hex]:
        """By their ids."""
        return {box.id: Hex(self.hexes + nth) for nth, box in enumerate(self.board.boxes)}

    def box(self, name: str, side: Side) -> Hex:
        """Of a box that each side has one of: its own, `display_axis`."""
        return self._by_side[name][side]

    @cached_property
    def _by_side(self) -> Mapping[str, tuple[Hex, ...]]:
        first, boxes = f"_{self.sides[0]}", self.boxes
        names = (id.removesuffix(first) for id in boxes if id.endswith(first))
        each = {name: [f"{name}_{side}" for side in self.sides] for name in names}
        return {name: tuple(boxes[id] for id in ids) for name, ids in each.items() if boxes.keys() >= set(ids)}

    # ------------------------------------------------------------------ countries

    def country(self, id: str) -> int:
        if id not in self.country_ids:
            raise BadInput(f"no country is called {id}; there are {', '.join(self.country_ids)}")
        return self.country_ids[id]

    @cached_property
    def country_ids(self) -> Mapping[str, int]:
        """The number of each, by its id."""
        return {country.id: nth for nth, country in enumerate(self.countries)}

    @cached_property
    def country_at(self) -> tuple[int, ...]:
        """By place; -1 at sea and in boxes."""
        return self.numbers_at("country", self.country_ids)

    @cached_property
    def in_country(self) -> tuple[Bits, ...]:
        """By country: its hexes."""
        return self.where(self.country_at, len(self.countries))

    # ------------------------------------------------------------------ columns by place

    def numbers_at(self, area: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
        """By place: the number of the word that an area of the board has there; -1 for none of these."""
        words = self.board.areas.get(area)
        return tuple(-1 if words is None else numbers.get(words[Hex(place)], -1) for place in range(self.board.size))

    def where(self, column: tuple[int, ...], count: int) -> tuple[Bits, ...]:
        """By number: the places that have it in a column."""
        found: list[list[Hex]] = [[] for _ in range(count)]
        for place, number in enumerate(column):
            if number >= 0:
                found[number].append(Hex(place))
        return tuple(map(self.board.bits, found))


# ------------------------------------------------------------------------------------------------ what families declare


def words(column: str) -> cached_property[tuple[str, ...]]:
    """By unit: a word that is printed on it."""
    return cached_property(lambda theatre: theatre.counters[column])


def numbers(column: str) -> cached_property[tuple[int, ...]]:
    """By unit: a number that is printed on it, or 0."""
    return cached_property(lambda theatre: tuple(value or 0 for value in theatre.counters[column]))


def flags(column: str) -> cached_property[tuple[bool, ...]]:
    """By unit: whether it has some mark."""
    return cached_property(lambda theatre: theatre.counters[column])


def whether(column: str, *among: str) -> cached_property[tuple[bool, ...]]:
    """By unit: whether its word is one of these."""
    return cached_property(lambda theatre: tuple(word in among for word in theatre.counters[column]))


def symbol(*symbols: str) -> cached_property[Bits]:
    """The hexes with one of these symbols."""
    return cached_property(lambda theatre: theatre.board.with_symbol(*symbols))


def marked(mark: str) -> cached_property[Bits]:
    """The hexes that the board marks so."""
    return cached_property(lambda theatre: theatre.board.bits(()) | theatre.board.marked(mark))


def terrain(*words: str) -> cached_property[Bits]:
    """The hexes of one of these terrains."""
    return cached_property(lambda theatre: theatre.board.terrain.where(*words))


def box(id: str) -> cached_property[Hex]:
    return cached_property(lambda theatre: theatre.boxes[id])


def box_of_each(name: str) -> cached_property[tuple[Hex, ...]]:
    """By side: the box of that name, `display_axis`."""
    return cached_property(lambda theatre: tuple(theatre.boxes[f"{name}_{side}"] for side in theatre.sides))


def track(name: str) -> cached_property[tuple[Hex, ...]]:
    """The boxes `turn_1` and so on, by their number; before them nowhere."""

    def boxes(theatre: Theatre[Any]) -> tuple[Hex, ...]:
        count = sum(id.startswith(f"{name}_") and id.removeprefix(f"{name}_").isdecimal() for id in theatre.boxes)
        return OFF, *(theatre.boxes[f"{name}_{nth}"] for nth in range(1, count + 1))

    return cached_property(boxes)
