"""What is printed on the counters. It never changes: what happens to a counter stands in the state.

A CSV file, one line for each counter; the column `id` is always there, the game's rules say which others and what
stands in them. Lines that start with # are remarks.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NoReturn

from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import UnitId

Value = int | str | bool | None
Kind = Literal["word", "text", "number", "number or none", "flag"] | tuple[str, ...]
# word: never empty · text: may be · flag: yes or no · a tuple: one of these words
Columns = Mapping[str, Kind]


class Counters:
    """The counters of a game, by column: `counters["attack"][unit]`."""

    def __init__(self, columns: Mapping[str, Sequence[Value]], path: Path = Path(), lines: Sequence[int] = ()) -> None:
        self._columns = {name: tuple(values) for name, values in columns.items()}
        self.ids: tuple[str, ...] = tuple(map(str, self._columns["id"]))
        self._units = {id: UnitId(nth) for nth, id in enumerate(self.ids)}
        self._path, self._lines = path, tuple(lines)

    @classmethod
    def load(cls, path: Path, schema: Columns) -> Counters:
        """Read a file whose columns are `id` and those of the schema, in any order."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise BadData(path, 0, f"cannot be read: {error}") from error
        lines = [(nth, line) for nth, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
        if not lines:
            raise BadData(path, 0, "expected a line of column names")
        kinds: dict[str, Kind] = {"id": "word", **schema}
        names = _fields(path, *lines[0])
        _check_names(path, lines[0][0], names, kinds)
        columns: dict[str, list[Value]] = {name: [] for name in kinds}
        seen: dict[str, int] = {}
        for nth, line in lines[1:]:
            fields = _fields(path, nth, line)
            if len(fields) != len(names):
                raise BadData(path, nth, f"{len(fields)} values: expected {len(names)}, one for each column")
            row = dict(zip(names, fields, strict=True))
            if re.search(r"\s", row["id"]):
                raise BadData(path, nth, f"id {row['id']!r}: expected no blanks")
            if row["id"] in seen:
                raise BadData(path, nth, f"id {row['id']} stands in line {seen[row['id']]} already")
            seen[row["id"]] = nth
            for name, kind in kinds.items():
                columns[name].append(_read(path, nth, name, kind, row[name]))
        return cls(columns, path, tuple(seen.values()))

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, column: str) -> tuple[Any, ...]:  # the schema says of what
        """What stands in a column, by unit."""
        return self._columns[column]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self._columns)

    @property
    def names(self) -> tuple[str, ...]:
        """What a person calls each counter: its column `name`, if there is one."""
        return self._columns.get("name", self.ids)  # type: ignore[return-value]  # words

    def id(self, unit: UnitId) -> str:
        return self.ids[unit]

    def unit(self, id: str) -> UnitId:
        """The counter of that id."""
        if id not in self._units:
            near = get_close_matches(id, self.ids, 1)
            raise BadInput(f"no counter is called {id}" + (f"; is it {near[0]}?" if near else ""))
        return self._units[id]

    def refuse(self, unit: UnitId, why: str) -> NoReturn:
        """What its line says cannot be."""
        raise BadData(self._path, self._lines[unit] if self._lines else 0, f"{self.ids[unit]}: {why}")

    def face(self, unit: UnitId) -> dict[str, Value]:
        """All that is printed on one counter."""
        return {name: values[unit] for name, values in self._columns.items()}


def _fields(path: Path, nth: int, line: str) -> list[str]:
    try:
        return [field.strip() for field in next(csv.reader([line], strict=True))]
    except csv.Error as error:
        raise BadData(path, nth, f"not CSV: {error}") from error


def _check_names(path: Path, nth: int, names: list[str], kinds: Columns) -> None:
    for name in names:
        if name not in kinds:
            raise BadData(path, nth, f"column {name!r} is unknown, expected {', '.join(kinds)}")
        if names.count(name) > 1:
            raise BadData(path, nth, f"column {name} stands here twice")
    if missing := [name for name in kinds if name not in names]:
        raise BadData(path, nth, f"columns missing: {', '.join(missing)}")


def _read(path: Path, nth: int, name: str, kind: Kind, text: str) -> Value:
    """One value, as its column wants it."""
    if isinstance(kind, tuple):
        if text in kind:
            return text
        expected = "one of " + ", ".join(word or "nothing" for word in kind)
    elif kind == "text" or (kind == "word" and text):
        return text
    elif kind == "word":
        expected = "a word"
    elif kind == "flag":
        if text in ("yes", "no"):
            return text == "yes"
        expected = "yes or no"
    elif kind == "number or none" and not text:
        return None
    else:
        if re.fullmatch(r"-?\d+", text, re.ASCII):
            return int(text)
        expected = "a whole number" + (" or nothing" if kind == "number or none" else "")
    raise BadData(path, nth, f"{name} is {text!r}: expected {expected}")
