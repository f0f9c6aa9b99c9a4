"""Counters with several faces: which columns are printed anew on each, and which face is up.

The faces of a counter are one for each mode and each grade of steps. A face holds until the steps are no more than
those of the next: with 4 and 2 printed, a counter of 3 steps shows the first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from sandtable.core.errors import BadData

Value = int | str | bool | None
Kind = Literal["word", "text", "number", "number or none", "flag"] | tuple[str, ...]
# word: never empty · text: may be · flag: yes or no · a tuple: one of these words
MODE, STEPS = "mode", "steps"


class Line(NamedTuple):
    """One face of a counter, as it stands in its file: the words, and what they are read as."""

    nth: int
    row: dict[str, str]
    read: dict[str, Value]

    @property
    def mode(self) -> str:
        return str(self.read.get(MODE, ""))

    @property
    def steps(self) -> int | None:
        found = self.read.get(STEPS)
        return found if isinstance(found, int) else None


class Turned(NamedTuple):
    """When each face of one counter is up. They are numbered mode by mode, in each from full strength down."""

    modes: int = 1  # 1: the same in all of them
    grades: tuple[int | None, ...] = (None,)  # the steps up to which each face of a mode holds, the most first

    def up(self, mode: int, steps: int | None) -> int:
        grade = 0 if steps is None else sum(steps <= most for most in self.grades[1:] if most is not None)
        return grade if self.modes == 1 else mode * len(self.grades) + grade


class Faces(NamedTuple):
    """Which columns are printed anew on each face, and the modes, in the order of their numbers in the state, where the
    column `by` tells which is up."""

    columns: tuple[str, ...]
    modes: tuple[str, ...] = ()
    by: str = MODE

    @property
    def kinds(self) -> dict[str, Kind]:
        """The columns of the file that say when a face is up."""
        if not self.columns:
            return {}
        modes: dict[str, Kind] = {MODE: (*self.modes, "")} if self.modes else {}
        return {**modes, STEPS: "number or none"}

    def number(self, mode: str) -> int:
        return self.modes.index(mode) if mode else 0

    def turned(self, path: Path, lines: list[Line]) -> Turned:
        """The faces of one counter: none missing and none twice, or refused at its line."""
        first, seen = lines[0], dict[tuple[str, int | None], int]()
        id = first.row["id"]
        for line in lines:
            for name in line.read.keys() - {*self.columns, *self.kinds}:
                if line.read[name] != first.read[name]:
                    said = f"expected {first.row[name]!r} as in line {first.nth}, or nothing"
                    raise BadData(path, line.nth, f"{name} is {line.row[name]!r}: {said}")
            if line.steps is not None and line.steps < 1:
                raise BadData(path, line.nth, f"steps is '{line.steps}': expected one at least")
            if (key := (line.mode, line.steps)) in seen:
                raise BadData(path, line.nth, f"{id} has a face {_told(*key)} in line {seen[key]} already")
            seen[key] = line.nth
        modes = self.modes if any(line.mode for line in lines) else ("",)
        grades = sorted({line.steps for line in lines}, key=lambda most: -(most or 0))
        for line in lines:
            if line.mode not in modes or (line.steps is None and len(grades) > 1):
                said = f"{id} has a face {_told(line.mode, line.steps)} among others"
                raise BadData(path, line.nth, f"{said}: expected which it is")
        for missing in ((mode, most) for mode in modes for most in grades if (mode, most) not in seen):
            raise BadData(path, first.nth, f"{id} has no face {_told(*missing)}")
        return Turned(len(modes), tuple(grades))


ONE_FACE = Faces(())


def _told(mode: str, steps: int | None) -> str:
    """`for march with 2 steps`, `for march`."""
    if steps is None and mode:
        return f"for {mode}"
    return f"for {mode or 'every mode'} with {'any' if steps is None else steps} steps"
