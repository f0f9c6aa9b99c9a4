"""How a game begins: `scenarios/NAME.toml`, refused by file and line. What every family tells is read here, and what is
its own by the family, out of the same reader."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TypedDict, TypeVar

from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.datafile import Reader, told
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, UnitId
from sandtable.core.system import TRIED

HEAD = "title* cite* text* lesson"
S = TypeVar("S", bound="SetUp")


class Head(TypedDict):
    """What stands at the head of every file; its name is the file's."""

    id: str
    title: str
    text: str
    lesson: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class SetUp:
    """How a game begins."""

    id: str
    title: str
    text: str
    lesson: bool  # the position of a lesson, not offered for play
    at: Mapping[UnitId, Hex]  # who is placed before anybody chooses
    before: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by version of the rules: numbers then


class SetUpFile(Reader):
    """One file, with the board and the counters it speaks of. A counter is placed once."""

    board: Board
    counters: Counters

    def __init__(self, path: Path, keys: str) -> None:
        super().__init__(path)
        self.only(self.data, f"{HEAD} {keys}")
        self.named: dict[UnitId, str] = {}  # where a counter was named

    def head(self) -> Head:
        return Head(id=self.path.stem, title=self.word("title"), text=self.word("text"), lesson=self.flag("lesson"))

    def before(self, numbers: Collection[str]) -> dict[str, dict[str, int]]:
        """[before] By version of the rules, the numbers that were others then."""
        for rules, said in self.part("before"):
            self.all(numbers, list(said), "before", rules)
        return {
            rules: {name: self.integer(number, "before", rules, name) for name, number in said.items()}
            for rules, said in self.part("before")
        }

    def unit(self, id: object, *where: str | int, again: bool = False) -> UnitId:
        """A counter, named once unless `again`."""
        try:
            nth = self.counters.unit(str(id))
        except BadInput as error:
            self.refuse(str(error), *where)
        if not again:
            if nth in self.named:
                self.refuse(f"{id} was placed already, under {self.named[nth]}", *where)
            self.named[nth] = told(*where)
        return nth

    def units(self, key: str) -> tuple[UnitId, ...]:
        """A list of counters that are placed elsewhere."""
        return tuple(self.unit(id, key, again=True) for id in self.listed(self.data.get(key, []), key))

    def hex(self, name: object, *where: str | int) -> Hex:
        """A place of the board; what cannot be the number of a hex is told which boxes there are."""
        if (said := str(name))[:1].isdecimal():
            return self.place(self.board, said, *where)
        known = {box.id for box in self.board.boxes} | {place.id for place in self.board.places}
        if said not in known:
            near = get_close_matches(said, sorted(known), 1)
            boxes = ", ".join(box.id for box in self.board.boxes)
            meant = f"is it {near[0]}?" if near else f"boxes are {boxes}" if boxes else "there are no boxes"
            self.refuse(f"{said} is neither a hex nor a box nor the id of a place; {meant}", *where)
        return self.board.place(said)

    def placed(self) -> Iterator[tuple[UnitId, Hex]]:
        """[at]: places, and who is in each."""
        for name, units in self.table("at").items():
            place = self.hex(name, "at", name)
            for id in self.listed(units, "at", name):
                yield self.unit(id, "at", name), place


def read_all(folder: Path, read: Callable[[Path], S]) -> dict[str, S]:
    """Every set-up of a folder, by the name of its file."""
    return {path.stem: read(path) for path in sorted(folder.glob("*.toml"))}


def numbers_said(name: str, known: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The numbers in a scenario's name that are others than its own, to try it out with them, not read yet:
    `poland-1939@poland_will=9`."""
    for said in filter(None, name.partition(TRIED)[2].split(",")):
        word, _, number = said.partition("=")
        if word not in known:
            raise BadInput(f"{name}: {word} is no number of it; it has {', '.join(known)}")
        yield word, number


def whole_number(name: str, word: str, number: str, least: int, most: int) -> int:
    """One of them."""
    if not number.removeprefix("-").isdecimal() or not least <= int(number) <= most:
        raise BadInput(f"{name}: {word} is a whole number from {least} to {most}")
    return int(number)
