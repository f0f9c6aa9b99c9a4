"""How a family's boards and counters look: `faces.toml` and `board.picture.json` in its folder."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sandtable.core.errors import BadData, BadInput

Look = Mapping[str, Any]


@dataclass(frozen=True)
class Style:
    """The tables of faces.toml; a word without a look of its own has that of `other`."""

    folder: Path
    looks: Mapping[str, Any]
    background: Mapping[str, Any]  # board.picture.json: the image, and where its pixels lie

    @classmethod
    def load(cls, folder: Path) -> Style:
        path = folder / "faces.toml"
        if not path.exists():
            raise BadInput(f"there are no pictures of these games yet: {folder.name} has no {path.name}")
        try:
            looks = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise BadData(path, 0, f"not TOML: {error}") from error
        background: Mapping[str, Any] = {}
        if name := looks.get("picture", {}).get("background"):
            background = json.loads((folder / name).read_text(encoding="utf-8"))
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
        factors = (kind.get("factors", "") for kind in self.table("kinds").values())
        return (*self.table("dim"), *(column for each in factors for column in re.split(r"[|-]", each) if column))

    @property
    def size(self) -> float:
        """Centre to corner of a hex, in the picture's units."""
        return float(self.background.get("size", self.table("picture").get("size", 54)))
