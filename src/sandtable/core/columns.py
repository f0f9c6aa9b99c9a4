"""Columns of numbers, each declared once as an attribute of its state's class.

    operational = column(UNIT, seen=OWNER)
    origin = column(UNIT, 16, start=-1, seen=OWNER)

The declaration says how many entries there are (one by unit, place or side, or as many as the scenario tells), how wide
they are, what they start with, who may see them, which facts a change to them spoils, and what they are called in
saves. Copies, saves, views and guesses follow from it. In a state they are plain `bytearray`s and `array`s.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from sandtable.core.bits import apart
from sandtable.core.errors import BadInput, Bug

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

Values = bytearray | array  # type: ignore[type-arg]  # arrays of one or another kind of int
TYPES = {8: "B", 16: "h", 32: "i"}  # by bits: from 0 to 255; the others may be negative


def differing(one: Values, other: Values) -> list[int]:
    """The entries in which two columns of a kind differ."""
    return [] if one == other else apart(bytes(one), bytes(other), memoryview(one).itemsize)


class Per(Enum):
    """What a column has an entry for."""

    UNIT = "unit"
    PLACE = "place"  # hexes and boxes
    SIDE = "side"


class Sight(Enum):
    """Who may see an entry of a column."""

    ALL = "all"
    FACE = "whoever sees its counter on the map and which it is"
    OWNER = "its owner"
    ADJACENT = "its owner, and whoever has a unit next to it"
    NEVER = "nobody"
    STACKED = "as much of a stack as a side sees: the two columns of `Position` that link counters"


UNIT, PLACE, SIDE = Per
ALL, FACE, OWNER, ADJACENT, NEVER, STACKED = Sight

Names = tuple[str, ...]
Start = int | Callable[["Scenario"], Sequence[int]]  # of every entry, or one by one
Count = Per | int | Callable[["Scenario"], int]
Owners = Callable[["Scenario"], Sequence[int | None]]  # by entry, its side; None: of nobody, so that all may see it

# Which facts a change spoils: files by their names, of which ANYTHING holds what is worked out until anything changes
# that facts are about; and these.
ANYTHING = "anything"
ITS_SIDE, EACH_SIDE, EVERYTHING = "its side", "each side", "everything"


class Saved(NamedTuple):
    """A column in a save: how wide its entries are, and they themselves."""

    bits: int
    values: bytes


@dataclass(frozen=True)
class Column:
    """What is declared of a column."""

    per: Count
    bits: int
    start: Start
    seen: Sight
    owners: Owners | None
    spoils: Names
    saved_as: str
    formerly: Names
    name: str = ""

    def named(self, name: str) -> Column:
        """As it stands in a class."""
        if self.bits not in TYPES:
            raise Bug(f"the column {name} has entries of {self.bits} bits: expected 8, 16 or 32")
        if self.seen is OWNER and self.owners is None and self.per not in (UNIT, SIDE):
            raise Bug(f"the column {name} is seen by its owner, and does not say who owns its entries")
        if self.seen in (FACE, ADJACENT) and self.per is not UNIT:
            raise Bug(f"the column {name} is seen by {self.seen.value}, and is not by unit")
        if self.seen not in (ALL, NEVER) and not isinstance(self.start, int):
            raise Bug(f"the column {name} is not seen by all, and its entries do not all start alike")
        if ITS_SIDE in self.spoils and self.per is not UNIT:
            raise Bug(f"the column {name} spoils the facts of its side, and is not by unit")
        return replace(self, name=name, saved_as=self.saved_as or name)

    def count(self, scenario: Scenario) -> int:
        """How many entries it has."""
        if isinstance(self.per, int):
            return self.per
        if not isinstance(self.per, Per):
            return self.per(scenario)
        return (
            len(scenario.counters)
            if self.per is UNIT
            else scenario.places
            if self.per is PLACE
            else len(scenario.sides)
        )

    def fresh(self, scenario: Scenario) -> Values:
        """As a game begins."""
        if callable(self.start):
            return self.maker(array(TYPES[self.bits], self.start(scenario)).tobytes())
        if not self.start and self.bits == 8:
            return bytearray(self.count(scenario))
        return self.maker(array(TYPES[self.bits], [self.start]).tobytes() * self.count(scenario))

    @property
    def maker(self) -> Callable[[bytes], Values]:
        """Makes it from its bytes."""
        return bytearray if self.bits == 8 else partial(array, TYPES[self.bits])

    @property
    def hides(self) -> int:
        """What stands in the place of an entry that is hidden."""
        assert isinstance(self.start, int)
        return self.start

    def hidden_from(self, scenario: Scenario, side: int | None) -> tuple[int, ...]:
        """The entries that belong to others."""
        owners = range(len(scenario.sides)) if self.owners is None else self.owners(scenario)
        entries = zip(range(self.count(scenario)), owners, strict=False)
        return tuple(nth for nth, owner in entries if owner is not None and owner != side)

    def save(self, values: Values) -> Saved:
        return Saved(self.bits, bytes(values))

    def load(self, scenario: Scenario, saved: Saved) -> Values:
        """From a save, in which the entries may have been narrower or wider. A column that is not by unit, place or
        side may have had fewer, and the rest start as in a new game."""
        if saved.bits not in TYPES or len(saved.values) % (saved.bits // 8):
            raise BadInput(f"the save has no whole entries in the column {self.name}")
        values, fresh = array(TYPES[saved.bits], saved.values), self.fresh(scenario)
        if len(values) != len(fresh) and (isinstance(self.per, Per) or len(values) > len(fresh)):
            raise BadInput(
                f"the save has {len(values)} entries in the column {self.name}, and today's has {len(fresh)}"
            )
        try:
            for nth, value in enumerate(values):
                fresh[nth] = value
        except (OverflowError, ValueError) as error:
            raise BadInput(f"the save has {value} in the column {self.name}, of {self.bits} bits") from error
        return fresh


@overload
def column(
    per: Count, bits: Literal[8] = 8, start: Start = 0, *, seen: Sight, owners: Owners | None = None,
    spoils: Names = (ANYTHING,), saved_as: str = "", formerly: Names = (),
) -> bytearray: ...  # fmt: skip
@overload
def column(
    per: Count, bits: Literal[16, 32], start: Start = 0, *, seen: Sight, owners: Owners | None = None,
    spoils: Names = (ANYTHING,), saved_as: str = "", formerly: Names = (),
) -> array[int]: ...  # fmt: skip
def column(
    per: Count, bits: int = 8, start: Start = 0, *, seen: Sight, owners: Owners | None = None,
    spoils: Names = (ANYTHING,), saved_as: str = "", formerly: Names = (),
) -> Any:  # fmt: skip
    """Declare a column, in the class of a state. Who may see it has to be said; `formerly`: old names in saves."""
    return Column(per, bits, start, seen, owners, spoils, saved_as, formerly)
