"""What a game is about, in its own words: `briefings/NAME.toml` for the scenario NAME, refused by file and line. What
wins is not told there but by the rules (`Standing.stakes`, `Standing.endings`); what a file leaves out is left out.

about = "Rommel stands before {tobruk}."         # {…}: a place by its id or number, told by its name
length = "Three turns, an hour or two."
[axis]                                           # a table for each side, all of it optional
has = "Two German and two Italian corps."
wants = "Tobruk, and the road to {alexandria}."
first = ["March on {tobruk}.", "Keep a way to {tripoli} open."]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.core.board import Board
from sandtable.core.datafile import Reader
from sandtable.core.rules import Hex

FOLDER = "briefings"
OF_A_SIDE = "has wants first"
PLACE = re.compile(r"\{([^{}]*)\}")


class Line(NamedTuple):
    """A sentence, and the places it speaks of, by their names in it."""

    text: str
    places: Mapping[str, Hex]


class SideBriefing(NamedTuple):
    """What a side should know before it begins."""

    has: Line | None = None  # its forces
    wants: Line | None = None
    first: tuple[Line, ...] = ()  # what to do first


class Briefing(NamedTuple):
    about: Line | None = None
    length: Line | None = None
    sides: tuple[SideBriefing, ...] = ()  # in the order of the scenario's


def read_briefing(path: Path, board: Board, sides: Sequence[str]) -> Briefing:
    """The file, where there is one."""
    return BriefingFile(path, board).read(sides) if path.exists() else Briefing(sides=(SideBriefing(),) * len(sides))


class BriefingFile(Reader):
    """One file."""

    def __init__(self, path: Path, board: Board) -> None:
        super().__init__(path)
        self.board = board

    def read(self, sides: Sequence[str]) -> Briefing:
        self.only(self.data, f"about length {' '.join(sides)}")
        briefed = tuple(self._side(side) for side in sides)
        return Briefing(self._line(self.data, "about"), self._line(self.data, "length"), briefed)

    def _side(self, side: str) -> SideBriefing:
        said = self.entries(self.data.get(side, {}), side)
        self.only(said, OF_A_SIDE, side)
        first = self.listed(said.get("first", []), side, "first")
        advice = tuple(self._read(text, side, "first", nth) for nth, text in enumerate(first))
        return SideBriefing(self._line(said, "has", side), self._line(said, "wants", side), advice)

    def _line(self, said: dict[str, Any], key: str, *where: str) -> Line | None:
        if key not in said:
            return None
        if not isinstance(said[key], str) or not said[key]:
            self.refuse(f"{key}: expected a text", *where, key)
        return self._read(said[key], *where, key)

    def _read(self, text: str, *where: str | int) -> Line:
        """A text with its places by their names."""
        places = [self.place(self.board, name, *where) for name in PLACE.findall(text)]
        names = [self._name(place) for place in places]
        left = iter(names)
        told = PLACE.sub(lambda _: next(left), text)
        if "{" in told or "}" in told:
            self.refuse(f"{text}: expected the id of a place between {{ and }}", *where)
        return Line(told, dict(zip(names, places, strict=True)))

    def _name(self, place: Hex) -> str:
        """`Tobruk`; of what has no name its number."""
        if place >= self.board.hexes:
            return self.board.boxes[place - self.board.hexes].name
        return next((each.name for each in self.board.places_in(place)), self.board.name(place))
