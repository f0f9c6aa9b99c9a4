"""What a player looks at before he decides: a line of supply or what cuts it; what may follow from an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation
from sandtable.core.sentences import Text

if TYPE_CHECKING:
    from sandtable.core.decisions import Action


class Leg(NamedTuple):
    """One stretch of a line of supply."""

    by: str  # land, sea, rail: a word of the system
    hexes: tuple[Hex, ...]  # in order, both ends included; of a stretch by sea only the two ports
    rule: str
    through: tuple[str, ...] = ()  # the seas it passes, by name


class Supply(NamedTuple):
    """A unit's line of supply to its source; or, if it has none, everything that cuts it."""

    unit: UnitId
    because: Text  # why it is in supply, or what its line was looked for: one clause
    rules: tuple[str, ...]
    legs: tuple[Leg, ...] = ()  # from the unit to the source; none where it needs none, or has none
    source: Hex | None = None
    cuts: tuple[Violation, ...] = ()  # with the hexes and units that are the cause

    @property
    def supplied(self) -> bool:
        return not self.cuts

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex of the line, each once, from the unit to the source."""
        return tuple(dict.fromkeys(hex for leg in self.legs for hex in leg.hexes))


class Stance(NamedTuple):
    """One way of answering a question that is worth telling apart from the others when an action is looked ahead at."""

    word: str  # what a player decides, so that "if he pays" can be said of all his answers: pay, suffer
    text: Text  # the same in full: `pays 2 MP`
    action: Action
    rule: str


class Aftermath(NamedTuple):
    """What an action has come to: in words, and in figures that can be averaged."""

    words: tuple[Text, ...]
    figures: Mapping[str, int]
    happens: tuple[str, ...] = ()  # the figures that are 1 or 0, because something happens or not: averaged, its chance


class Sequel(NamedTuple):
    """What an action makes ready for, so that it can be told beside the same without it."""

    text: Text  # `an attack on 11.8 with 69 Bde`
    actions: tuple[Action, ...]  # the answers of the same side that lead there; the last is what is looked ahead at
    rule: str


class Route(NamedTuple):
    """The way a move would take, and what each step of it costs."""

    hexes: tuple[Hex, ...]  # from where it starts to where it ends
    costs: tuple[Breakdown, ...]  # by hex entered, so one less than hexes
    total: str  # `4 MF`
    left: str  # `2 MF`


class Threat(NamedTuple):
    """What the enemy could do to a hex in his next turn."""

    reach: tuple[UnitId, ...] = ()  # his units that could go there
    attack: tuple[UnitId, ...] = ()  # those that could attack it


class Area(NamedTuple):
    """What a counter, or something in a hex, reaches: where it could move, fly or fire, what it feeds."""

    title: str  # `Moves in Strat Mode`
    text: Text  # how far, and what it costs: `24 MP, fuel 1T of 3 SP`
    hexes: tuple[Hex, ...]
    rule: str
    units: tuple[UnitId, ...] = ()  # whom it is about


class About(NamedTuple):
    """One line of the card of a hex or a counter."""

    label: str
    text: Text
    rule: str
    sums: bool = False  # what the counters of a hex come to together


class Track(NamedTuple):
    """Something that lies beside the map, in words."""

    id: str
    title: str
    value: Text
    rule: str


class Stake(NamedTuple):
    """Something that counts in the end: for whom, what it brings, and what it brings as the game stands."""

    side: Side  # whose points
    text: Text  # `3026 Tobruk`, `enemy steps in the dead pile, a point for 4`
    worth: int  # what it brings, once or each time
    points: int  # now
    rule: str
    at: tuple[Hex, ...] = ()
    holder: Side | None = None  # who holds it now, of what is held


class Ending(NamedTuple):
    """One of the ways in which the game may end."""

    title: str  # `Strategic Victory`
    text: Text  # `30 points ahead or more`
    rule: str
    now: bool = False  # so it would end as it stands
