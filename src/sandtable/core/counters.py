"""What is printed on the counters. It never changes: what happens to a counter stands in the state.

A CSV file, one line for each counter; the column `id` is always there, the game's rules say which others and what
stands in them. Lines that start with # are remarks.

Where counters have several faces (`Faces`), each face has a line: the first line of a counter says all, further ones
only what is printed otherwise. `mode` and `steps` say when a face is up; left empty, it is whatever they are. A face
holds until the steps are no more than those of another: with 4 and 2 printed, a counter of 3 steps shows the first.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from sandtable.core.errors import BadData, BadInput
from sandtable.core.faces import ONE_FACE, Faces, Kind, Line, Turned, Value
from sandtable.core.rules import UnitId
from sandtable.core.textfile import NO_CONTROL, read_text

Columns = Mapping[str, Kind]
BYTE_ORDER_MARK = "\ufeff"
SHORT = 3  # letters of a nation that is an abbreviation: UK, AEF


def spoken_nation(written: str) -> str:
    """`free_french`: Free French."""
    return written.upper() if len(written) <= SHORT else written.replace("_", " ").title()


class Counters:
    """The counters of a game, by column: `counters["attack"][unit]`, of several faces the first."""

    def __init__(
        self, columns: Mapping[str, Sequence[Value]], path: Path = Path(), lines: Sequence[int] = (),
        faces: Faces = ONE_FACE, turned: Sequence[Turned] = (),
        printed: Mapping[str, Sequence[tuple[Value, ...]]] = {},
    ) -> None:  # fmt: skip
        self._columns = {name: tuple(values) for name, values in columns.items()}
        self.ids: tuple[str, ...] = tuple(map(str, self._columns["id"]))
        self._units = {id: UnitId(nth) for nth, id in enumerate(self.ids)}
        self._path, self._lines = path, tuple(lines)
        self.faces, self._turned = faces, tuple(turned)
        self._printed = {name: tuple(values) for name, values in printed.items()}

    @classmethod
    def load(cls, path: Path, schema: Columns, faces: Faces = ONE_FACE) -> Counters:
        """Read a file whose columns are `id` and those of the schema, in any order; with several faces, those that say
        when each is up."""
        text = read_text(path).removeprefix(BYTE_ORDER_MARK)
        lines = [(nth, line) for nth, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
        if not lines:
            raise BadData(path, 1, "expected a line of column names")
        kinds: dict[str, Kind] = {"id": "word", **faces.kinds, **schema}
        names = _fields(path, *lines[0])
        _check_names(path, lines[0][0], names, kinds)
        found: dict[str, list[Line]] = {}
        for nth, line in lines[1:]:
            fields = _fields(path, nth, line)
            if len(fields) != len(names):
                raise BadData(path, nth, f"{len(fields)} values: expected {len(names)}, one for each column")
            row = dict(zip(names, fields, strict=True))
            id = row["id"]
            if re.search(r"\s", id):
                raise BadData(path, nth, f"id {id!r}: expected no blanks")
            if id in found and (not faces.columns or id != next(reversed(found))):
                raise BadData(path, nth, f"id {id} stands in line {found[id][0].nth} already")
            if faces.columns and id not in found:
                _check_first(path, nth, id, [name for name, kind in schema.items() if kind == "word" and not row[name]])
            if id in found:  # what is said once holds for all faces
                row |= {name: found[id][0].row[name] for name in schema if not row[name] and name not in faces.columns}
            read = {name: _read(path, nth, name, kind, row[name]) for name, kind in kinds.items()}
            found.setdefault(id, []).append(Line(nth, row, read))
        return cls._of(path, list(found.values()), ("id", *schema), faces)

    @classmethod
    def _of(cls, path: Path, found: list[list[Line]], names: Sequence[str], faces: Faces) -> Counters:
        firsts = [lines[0].nth for lines in found]
        turned, printed = list[Turned](), dict[str, list[tuple[Value, ...]]]({name: [] for name in faces.columns})
        for lines in found if faces.columns else ():
            turned.append(faces.turned(path, lines))
            lines.sort(key=lambda line: turned[-1].up(faces.number(line.mode), line.steps))
            for name, values in printed.items():
                values.append(tuple(line.read[name] for line in lines))
        columns = {name: [lines[0].read[name] for lines in found] for name in names}
        return cls(columns, path, firsts, faces, turned, printed)

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

    @property
    def nations(self) -> tuple[str, ...]:
        """Whose each counter is, `Hungarian`: its column `nationality` or `nation`, if there is one."""
        told = next((self._columns[name] for name in ("nationality", "nation") if name in self._columns), None)
        return ("",) * len(self) if told is None else tuple(map(spoken_nation, map(str, told)))

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

    def face_up(self, unit: UnitId, mode: int = 0, steps: int | None = None) -> int:
        """The number of the face that is up; the first, where a counter has no other or nothing is said."""
        return self._turned[unit].up(mode, steps) if self._turned else 0

    def printed(self, column: str, unit: UnitId, face: int) -> Any:  # the schema says of what
        """What stands in a column on one of a counter's faces."""
        values = self._printed.get(column)
        return self._columns[column][unit] if values is None else values[unit][face]

    def face(self, unit: UnitId, face: int = 0) -> dict[str, Value]:
        """All that is printed on one face of a counter."""
        return {name: self.printed(name, unit, face) for name in self._columns}

    def faces_of(self, unit: UnitId) -> list[tuple[str, int | None, dict[str, Value]]]:
        """Every face of a counter: its mode and steps, and what is printed on it anew."""
        modes, grades = self._turned[unit] if self._turned else Turned()
        keys = [(self.faces.modes[nth] if modes > 1 else "", most) for nth in range(modes) for most in grades]
        return [
            (mode, most, {name: values[unit][nth] for name, values in self._printed.items()})
            for nth, (mode, most) in enumerate(keys)
        ]


def _fields(path: Path, nth: int, line: str) -> list[str]:
    try:
        fields = [field.strip() for field in next(csv.reader([line], strict=True))]
    except csv.Error as error:
        raise BadData(path, nth, f"not CSV: {error}") from error
    if not all(map(str.isprintable, fields)):
        raise BadData(path, nth, NO_CONTROL)
    return fields


def _check_first(path: Path, nth: int, id: str, missing: list[str]) -> None:
    """The first line of a counter says all; one that does not is often meant for the counter above."""
    if missing:
        said = f"{id} begins here without {', '.join(missing)}: expected all of it, or the id of the counter above"
        raise BadData(path, nth, said)


def _check_names(path: Path, nth: int, names: list[str], kinds: Columns) -> None:
    if len(names) == 1 and ";" in names[0]:
        raise BadData(path, nth, "the columns are separated by semicolons: expected commas")
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
        if re.fullmatch(r"-?\d{1,15}", text, re.ASCII):
            return int(text)
        expected = "a whole number" + (" or nothing" if kind == "number or none" else "")
    raise BadData(path, nth, f"{name} is {text!r}: expected {expected}")
