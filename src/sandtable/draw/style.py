"""How a family's boards and counters look: `faces.toml` in its folder, and the description of each board's picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sandtable.core.errors import BadInput
from sandtable.core.textfile import parse_json, parse_toml, read_text

Look = Mapping[str, Any]


@dataclass(frozen=True)
class Style:
    """The tables of faces.toml; a word without a look of its own has that of `other`."""

    folder: Path  # of the background
    looks: Mapping[str, Any]
    background: Mapping[str, Any]  # board.picture.json: the image, and where its pixels lie

    @classmethod
    def load(cls, folder: Path, board: str = "") -> Style:
        """What `[boards.ID]` says holds for that board alone, and goes before what is said of all."""
        path = folder / "faces.toml"
        if not path.exists():
            raise BadInput(f"there are no pictures of these games yet: {folder.name} has no {path.name}")
        looks = parse_toml(path, read_text(path))
        looks = _over(looks, looks.pop("boards", {}).get(board, {}))
        background: Mapping[str, Any] = {}
        if name := looks.get("picture", {}).get("background"):
            background = parse_json(folder / name, read_text(folder / name))
            folder = (folder / name).parent
        return cls(folder, looks, background)

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
        return (*self.table("dim"), *figures, *dict.fromkeys(pips), *self.table("marks"))

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
