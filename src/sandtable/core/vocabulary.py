"""How a position is told in words: for each column of a state the clauses that say what stands in it.

A clause is a sentence with blanks, `{of} will {is}`: whose number it is, and what it is. The same line reads it and
writes it. What a family's positions are told in is its `Vocabulary`; `play.words` reads and writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, NamedTuple, NoReturn, TypeVar

from sandtable.core.columns import PLACE, UNIT, Column
from sandtable.core.columns import SIDE as BY_SIDE
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import State

if TYPE_CHECKING:
    from sandtable.core.flow import Procedure
    from sandtable.core.system import Scenario

S = TypeVar("S", bound=State, contravariant=True)  # a clause about any position serves for those of a family
V = TypeVar("V", bound=State)
Named = Iterable[tuple[str, int]]
NOWHERE = "nowhere"
EVERYTHING, BOXES, NOTHING = "from setup", "empty map", ""  # what is there at first: see `Vocabulary.first`


class Lexicon(NamedTuple):
    """Names and what they stand for in one scenario; none of them minds capitals."""

    known: Mapping[str, int]
    told: Mapping[int, str]  # the name that is written
    doubtful: Mapping[str, tuple[str, ...]]  # names of several things, and what these are called else
    names: tuple[str, ...]  # all that are known, in capitals and small letters as they are printed

    @classmethod
    def of(cls, names: Named, others: Named = ()) -> Lexicon:
        """`names` are each one thing's; `others` may be those of several."""
        known: dict[str, int] = {}
        told: dict[int, str] = {}
        printed: dict[str, str] = {}
        for name, number in names:
            known.setdefault(name.casefold(), number)
            told.setdefault(number, name)
            printed[name.casefold()] = name
        meant: dict[str, dict[int, None]] = {}
        for name, number in others:
            meant.setdefault(name.casefold(), {})[number] = None
            printed[name.casefold()] = name
        doubtful = {}
        for name, numbers in meant.items():
            if name not in known and len(numbers) == 1:
                known[name] = next(iter(numbers))
            elif name not in known:
                doubtful[name] = tuple(told[number] for number in numbers)
        return cls(known, told, doubtful, tuple(printed[name] for name in known))


@dataclass(frozen=True, eq=False)
class Names:
    """A blank in which a name stands: of a country, a place, a power."""

    what: str  # "country", for refusals
    found: Callable[[Scenario], Lexicon]

    def lexicon(self, scenario: Scenario) -> Lexicon:
        return _lexicon(self, scenario)


@lru_cache(256)
def _lexicon(names: Names, scenario: Scenario) -> Lexicon:
    return names.found(scenario)


class Number(NamedTuple):
    """A blank in which a number stands."""

    least: int = 0
    most: int = 255


def words(what: str, *names: str, start: int = 0, **others: int) -> Names:
    """Words that stand for the numbers from `start` on; `others` say the same otherwise."""
    found = [(name, nth) for nth, name in enumerate(names, start)]
    return Names(what, lambda scenario: Lexicon.of(found, ((name.replace("_", " "), n) for name, n in others.items())))


def sides(nobody: bool = False) -> Names:
    """The sides from 0 on; or from 1 on, where 0 is nobody."""
    first = ["nobody"] if nobody else []
    return Names("side", lambda scenario: Lexicon.of((name, n) for n, name in enumerate([*first, *scenario.sides])))


def _places(scenario: Scenario) -> Lexicon:
    """By printed number, or by the id or name of what lies there; boxes by id or name."""
    board = scenario.board
    names = [(board.name(Hex(at)), at) for at in range(board.size) if at >= board.hexes or Hex(at) in board.playable]
    others: list[tuple[str, int]] = [(name, place.hex) for place in board.places for name in (place.id, place.name)]
    others += [(box.name, board.hexes + nth) for nth, box in enumerate(board.boxes)]
    return Lexicon.of([*names, (NOWHERE, -1)], others)


def _units(scenario: Scenario) -> Lexicon:
    ids, names = scenario.counters.ids, scenario.counters.names
    return Lexicon.of(
        [*((id, n) for n, id in enumerate(ids)), ("nobody", -1)], ((name, n) for n, name in enumerate(names))
    )


PLACES, UNITS = Names("place", _places), Names("unit", _units)
SIDE, CONTROLLER = sides(), sides(nobody=True)
Blank = Names | Number


@dataclass(frozen=True, eq=False)
class Clause(Generic[S]):
    """What stands in a column, said in the first of these ways and read in any. Where `value` is a number the clause
    says that it stands there (or, in a column of bits, that this bit does), and after `not` that nothing does."""

    ways: tuple[str, ...]
    column: str
    of: Names | int = 0  # what the column is by, or the one number in it that is meant
    value: Blank | int = 1
    bits: bool = False
    also: Callable[[S, int, int], None] | None = None  # what goes with it, unless it is said otherwise
    get: Callable[[S, int], int] | None = None  # where a number is packed with others
    put: Callable[[S, int, int], None] | None = None

    def now(self, state: S, key: int) -> int:
        if self.get is not None:
            return self.get(state, key)
        value: int = getattr(state, self.column)[key]
        return value & self.value if self.bits and isinstance(self.value, int) else value

    def set(self, state: S, key: int, value: int) -> None:
        if self.put is not None:
            self.put(state, key, value)
        elif self.bits and isinstance(self.value, int):
            column = getattr(state, self.column)
            column[key] = column[key] & ~self.value | value
        else:
            getattr(state, self.column)[key] = value
        if self.also is not None:
            self.also(state, key, value)


CONTROL: Clause[State] = Clause(
    ("{is} controls {of}", "{of} {is}", "control {of} {is}", "control of {of} {is}"), "control", PLACES, CONTROLLER
)


def _not_told(scenario: Scenario, there: str) -> NoReturn:
    raise BadInput(f"positions of {scenario.system.title} are not told in words")


def _no_more(*_: object) -> None:
    return None


@dataclass(frozen=True, kw_only=True, eq=False)
class Vocabulary(Generic[V]):
    """What a family's positions are told in: one of the parts of a `System`. Clauses are carried out in the order in
    which they stand here, whatever the order in which they are said: those of `before`, units, those of `after`."""

    marks: tuple[Clause[V], ...] = ()
    """Said after a unit."""
    before: tuple[Clause[V], ...] = ()
    """What units follow from: who fights for whom."""
    after: tuple[Clause[V], ...] = ()
    phases: Mapping[str, str] = field(default_factory=dict)
    """`axis moves`: what a side does in a row of the sequence of play. The first is asked if nothing is said."""
    first: Callable[[Scenario, str], V] = _not_told
    """What is there before anything is said: nothing but the printed map and who begins with what (NOTHING); what lies
    beside the map too (BOXES); all of the set-up, ready-made where it is one's choice (EVERYTHING)."""
    fresh: Callable[[V, UnitId, Hex], None] = _no_more
    """A unit has been put somewhere: what is true of it, and of the place, unless it is said otherwise."""
    enter: Callable[[V, str, Side], None] = _no_more
    """The clock and so on, as it is when a side plays a top row of the sequence."""
    game: Callable[[V, str, Side], Procedure | None] = _no_more
    """The game's own procedure as it waits while a side plays a top row; None if that is not the one who does."""


# ------------------------------------------------------------------------------------------------ what has no words

STACKS = ("hex_of", "top_of", "under")  # told by where units are put


def told_otherwise(state: type[V], vocabulary: Vocabulary[V]) -> tuple[list[Clause[V]], list[Clause[V]]]:
    """Marks and clauses for columns that a family has no words for: by their own names, in numbers."""
    told = {clause.column for clause in (*vocabulary.marks, *vocabulary.before, *vocabulary.after)}
    marks: list[Clause[V]] = []
    others: list[Clause[V]] = []
    for name, column in state.declared.items():
        number = Number(0, 255) if column.bits == 8 else Number(-(2 ** (column.bits - 1)), 2 ** (column.bits - 1) - 1)
        word = name.replace("_", " ")
        if name in told or name in STACKS:
            continue
        if column.per is UNIT:
            marks.append(Clause((f"{word} {{is}}",), name, value=number))
        else:
            of = PLACES if column.per is PLACE else SIDE if column.per is BY_SIDE else _counted(column)
            others.append(Clause((f"{word} {{of}} {{is}}",), name, of, number))
    return marks, others


@lru_cache
def _counted(column: Column) -> Names:
    """The entries of a column by their numbers."""
    return Names("entry", lambda scenario: Lexicon.of((str(nth), nth) for nth in range(column.count(scenario))))
