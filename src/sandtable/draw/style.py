"""How a family's boards and counters look: `faces.toml` in its folder, and the description of each board's picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sandtable.core.board import Board
from sandtable.core.chartfile import Source
from sandtable.core.errors import BadInput
from sandtable.core.looks import check_looks
from sandtable.core.system import Scenario
from sandtable.core.textfile import parse_json, parse_toml, read_text

Look = Mapping[str, Any]
BOX_WIDE, BOX_HIGH = 2.1, 2.1  # in hexes, of boxes that nobody has given a place


@dataclass(frozen=True)
class Style:
    """The tables of faces.toml; a word without a look of its own has that of `other`."""

    folder: Path  # of the background
    looks: Mapping[str, Any]
    background: Mapping[str, Any]  # board.picture.json: the image, and where its pixels lie

    @classmethod
    def load(cls, folder: Path, board: str = "", beside: Path | None = None) -> Style:
        """What `[boards.ID]` says holds for that board alone, and goes before what is said of all; what stands in the
        same file `beside` the board's own, where that lies elsewhere, goes before both."""
        path = folder / "faces.toml"
        if not path.exists():
            raise BadInput(f"there are no pictures of these games yet: {folder.name} has no {path.name}")
        looks = parse_toml(path, read_text(path))
        looks = _over(looks, looks.pop("boards", {}).get(board, {}))
        if beside is not None and beside != folder and (own := beside / path.name).exists():
            check_looks(said := Source(own), looks)
            looks = _over(looks, said.data)
        background: Mapping[str, Any] = {}
        if name := looks.get("picture", {}).get("background"):
            elsewhere = beside is not None and beside != folder
            told = beside / name if beside is not None and (beside / name).exists() else folder / name
            if told.exists() or not elsewhere:  # a board that somebody brings may have no picture
                background = parse_json(told, read_text(told))
                folder = told.parent
        return cls(folder, looks, background)

    def around(self, board: Board) -> Style:
        """For a board whose boxes nobody has given a place: with them in rows below the map."""
        if not board.boxes or self.table("boxes"):
            return self
        across = 3**0.5 * self.size
        wide, high = (part / across for part in board.layout.extent(self.size))
        columns = max(1, int(wide / BOX_WIDE))
        rows = -(-len(board.boxes) // columns)
        boxes = {}
        for nth, box in enumerate(board.boxes):
            down, right = divmod(nth, columns)
            corner = [right * wide / columns, high + 0.5 + down * BOX_HIGH]
            boxes[box.id] = {"at": [*corner, wide / columns - 0.1, BOX_HIGH - 0.1]}
        picture = {**self.table("picture"), "margins": [0.7, 0.7, 0.7, 1.2 + rows * BOX_HIGH]}
        return Style(self.folder, {**self.looks, "boxes": boxes, "picture": picture}, self.background)

    def coloured(self, scenario: Scenario) -> Style:
        """With colours for sides and nationalities of a scenario that nobody has given any: those of `strangers`, by
        side, so that friend and enemy are told apart; and with stripes that differ."""
        strangers = self.table("strangers")
        if not strangers:
            return self._striped(scenario)
        sides, nations = self.table("sides"), self.table("nationalities")
        column = self.table("columns").get("nationality", "nationality")
        new = {side: strangers["sides"][nth] for nth, side in enumerate(scenario.sides) if side not in sides}
        strange = {
            nation: strangers["nationalities"][side]
            for nation, side in zip(scenario.counters[column], scenario.side_of, strict=True) if nation not in nations
        }  # fmt: skip
        looks = {**self.looks, "sides": {**sides, **new}, "nationalities": {**nations, **strange}}
        return Style(self.folder, looks, self.background)._striped(scenario)

    def _striped(self, scenario: Scenario) -> Style:
        """With a colour of the palette for each word of a column that has none: the same for no two of a side, while
        the palette lasts, and for none of the other side while it lasts for both."""
        stripes, counters = dict(self.table("stripes")), scenario.counters
        for column, look in stripes.items():
            if not (palette := look.get("palette")) or column not in counters.columns:
                continue
            given, whose = dict(look.get("colours", {})), dict[str, int]()
            for word, side in zip(map(str, counters[column]), scenario.side_of, strict=True):
                whose.setdefault(word, side)
            for word, side in whose.items():
                if word and word not in given:
                    taken = [*given.values()]
                    own = [colour for each, colour in given.items() if whose.get(each) == side]
                    given[word] = min(palette, key=lambda colour: (own.count(colour), taken.count(colour)))
            stripes[column] = {**look, "colours": given}
        return Style(self.folder, {**self.looks, "stripes": stripes}, self.background) if stripes else self

    def table(self, name: str) -> Look:
        found: Look = self.looks.get(name, {})
        return found

    def look(self, table: str, word: str) -> Look:
        """What one word looks like."""
        words = self.table(table)
        found: Look = words.get(word, words.get("other", {}))
        return found

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The columns that can change how a counter looks during a game; what else is in its face is not drawn."""
        kinds = self.table("kinds").values()
        figures = [column for kind in kinds for column in re.split(r"[|-]", kind.get("factors", "")) if column]
        pips = [kind["pips"] for kind in kinds if "pips" in kind]
        return (*self.table("dim"), *figures, *dict.fromkeys(pips), *self.table("marks"), *self.table("stripes"))

    @property
    def image(self) -> Path | None:
        """The picture under everything."""
        return self.folder / self.background["image"] if self.background else None

    @property
    def size(self) -> float:
        """Centre to corner of a hex, in the picture's units."""
        return float(self.background.get("size", self.table("picture").get("size", 54)))


def _over(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables laid one over the other."""
    both = {word: _over(below[word], said) for word, said in above.items() if isinstance(below.get(word), dict)}
    return {**below, **above, **both}
