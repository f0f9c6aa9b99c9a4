"""Hexes as a map prints them: what each is called, where it lies, what lies next to it. No game in here.

A hex is a number, counted row by row from the top left. Geometry is done on spots, in whole numbers: a spot is a lane
(a column of a flat-top field, a row of a pointy-top one) and a place along it, where hexes stand two apart and those
of a pushed lane one further. Directions are 0 to 5, clockwise from the top; (d + 3) % 6 leads back.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Literal, NewType

from sandtable.core.errors import BadInput, Bug
from sandtable.core.rules import Hex

Hexside = NewType("Hexside", int)  # 6 * hex + direction: the side by which one leaves a hex
Spot = tuple[int, int]
Point = tuple[float, float]


class Flat(IntEnum):
    """Directions of a flat-top field."""

    N, NE, SE, S, SW, NW = range(6)


class Pointy(IntEnum):
    """Directions of a pointy-top field."""

    NE, E, SE, SW, W, NW = range(6)


STEPS: dict[str, tuple[Spot, ...]] = {
    "flat": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "pointy": ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)),
}
LABELS = {"CCRR": r"(?P<C>\d\d)(?P<R>\d\d)", "RRCC": r"(?P<R>\d\d)(?P<C>\d\d)", "C.R": r"(?P<C>\d+)\.(?P<R>\d+)"}
HALF_WIDTH = math.sqrt(3) / 2  # centre to the middle of a side, if centre to corner is 1


def opposite(direction: int) -> int:
    return (direction + 3) % 6


@dataclass(frozen=True)
class Layout:
    """A printed field of hexes.

    `pushed` tells, by printed number, which columns of a flat-top field stand half a hex lower than the others, or
    which rows of a pointy-top field stand half a hex further right.
    """

    columns: int
    rows: int
    top: Literal["flat", "pointy"] = "flat"
    pushed: Literal["odd", "even"] = "odd"
    labels: Literal["CCRR", "RRCC", "C.R"] = "CCRR"
    first_column: int = 1
    first_row: int = 1
    rows_from: Literal["top", "bottom"] = "top"

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1 or self.first_column < 0 or self.first_row < 0:
            raise BadInput("a field of hexes needs a column and a row at least, numbered from 0 or more")
        last = max(self.first_column + self.columns, self.first_row + self.rows) - 1
        if self.labels != "C.R" and last > 99:
            raise BadInput(f"labels {self.labels} have two digits for columns and rows, but {last} are counted")

    # ------------------------------------------------------------------ labels

    @property
    def size(self) -> int:
        return self.columns * self.rows

    def hexes(self) -> Iterator[Hex]:
        return map(Hex, range(self.size))

    def label(self, hex: Hex) -> str:
        """The number printed in a hex."""
        y, x = divmod(hex, self.columns)
        column, row = self.first_column + x, self._row(y)
        if self.labels == "C.R":
            return f"{column}.{row}"
        return f"{column:02}{row:02}" if self.labels == "CCRR" else f"{row:02}{column:02}"

    def column(self, hex: Hex) -> int:
        """The printed number of its column."""
        return self.first_column + hex % self.columns

    def hex(self, label: str) -> Hex:
        """The hex in which that number is printed."""
        if found := re.fullmatch(LABELS[self.labels], label, re.ASCII):
            x, y = int(found["C"]) - self.first_column, int(found["R"]) - self.first_row
            if self.rows_from == "bottom":
                y = self.rows - 1 - y
            if 0 <= x < self.columns and 0 <= y < self.rows:
                hex = Hex(self.columns * y + x)
                if self.label(hex) == label:  # not 04.4 for 4.4
                    return hex
        columns = f"{self.first_column} to {self.first_column + self.columns - 1}"
        rows = f"{self.first_row} to {self.first_row + self.rows - 1}"
        raise BadInput(f"{label} is not on the map: hexes are numbered {self.labels}, columns {columns}, rows {rows}")

    def _row(self, y: int) -> int:
        """The printed number of the row that lies y rows below the top."""
        return self.first_row + (y if self.rows_from == "top" else self.rows - 1 - y)

    # ------------------------------------------------------------------ neighbours and hexsides

    @property
    def compass(self) -> type[Flat] | type[Pointy]:
        """The names of the six directions."""
        return Flat if self.top == "flat" else Pointy

    @cached_property
    def neighbours(self) -> array[int]:
        """Six for each hex, by direction; -1 off the map."""
        found = array("i", [-1]) * (6 * self.size)
        for hex in self.hexes():
            lane, along = self._spots[hex]
            for direction, (over, on) in enumerate(STEPS[self.top]):
                there = self._hex_at(lane + over, along + on)
                if there is not None:
                    found[6 * hex + direction] = there
        return found

    def around(self, hex: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map, clockwise from the top."""
        return tuple(Hex(there) for there in self.neighbours[6 * hex : 6 * hex + 6] if there >= 0)

    def direction(self, start: Hex, to: Hex) -> int:
        """The way from a hex to its neighbour."""
        try:
            return self.neighbours.index(to, 6 * start, 6 * start + 6) - 6 * start
        except ValueError:
            raise BadInput(f"{self.label(start)} and {self.label(to)} are not neighbours") from None

    def side(self, start: Hex, to: Hex) -> Hexside:
        """The hexside by which one goes from a hex to its neighbour."""
        return Hexside(6 * start + self.direction(start, to))

    def twin(self, side: Hexside) -> Hexside | None:
        """The same hexside, left from the other hex; None at the edge of the map."""
        there = self.neighbours[side]
        return None if there < 0 else Hexside(6 * there + opposite(side % 6))

    # ------------------------------------------------------------------ distances

    def distance(self, one: Hex, other: Hex) -> int:
        """Hexes from one to the other, the map's edge ignored."""
        lane, along = self._spots[one]
        other_lane, other_along = self._spots[other]
        lanes, steps = abs(lane - other_lane), abs(along - other_along)
        return lanes + max(0, (steps - lanes) // 2)

    def within(self, hex: Hex, far: int) -> list[Hex]:
        """The hexes at most so far from a hex, as `distance` tells it."""
        lane, along = self._spots[hex]
        return [
            Hex(there) for there, (other_lane, other_along) in enumerate(self._spots)
            if (lanes := abs(lane - other_lane)) <= far and abs(along - other_along) <= 2 * far - lanes
        ]  # fmt: skip

    def line(self, start: Hex, end: Hex) -> tuple[Hex, ...]:
        """The hexes a straight line passes, both ends included.

        Where it runs along a hexside it leans to the same hand all the way, whichever end it is drawn from, unless
        that would leave the map.
        """
        for lean in (1, -1):
            found = self._line(start, end, lean)
            if None not in found:
                return tuple(hex for hex in found if hex is not None)
        raise Bug(f"no line on the map from {self.label(start)} to {self.label(end)}")

    def _line(self, start: Hex, end: Hex, lean: int) -> list[Hex | None]:
        """Points at even distances, each a fraction over `whole`, put into the hex they fall in."""
        first, last = self._cube(start), self._cube(end)
        length = max(1, self.distance(start, end))
        whole = 16 * length
        found = []
        for nth in range(self.distance(start, end) + 1):
            point = [
                16 * (one * (length - nth) + other * nth) + lean * nudge
                for one, other, nudge in zip(first, last, (1, 2, -3), strict=True)
            ]
            rounded = [(2 * part + whole) // (2 * whole) for part in point]
            error = [abs(near * whole - part) for near, part in zip(rounded, point, strict=True)]
            worst = error.index(max(error))
            rounded[worst] -= sum(rounded)
            lane = rounded[0]
            found.append(self._hex_at(lane, 2 * rounded[1] + lane + self.push(0)))
        return found

    # ------------------------------------------------------------------ drawing

    def centre(self, hex: Hex, size: float) -> Point:
        """The middle of a hex, if centre to corner is `size` and the field's top left corner is (0, 0)."""
        return self._point(*self._spots[hex], size)

    def corners(self, hex: Hex, size: float) -> tuple[Point, ...]:
        """The six corners, clockwise; the side in direction d lies between corners d and d + 1."""
        x, y = self.centre(hex, size)
        first = -30 if self.top == "flat" else 0
        angles = [math.radians(first + 60 * nth) for nth in range(6)]
        return tuple((x + size * math.sin(angle), y - size * math.cos(angle)) for angle in angles)

    def extent(self, size: float) -> Point:
        """Width and height of the whole field."""
        lanes = self.columns if self.top == "flat" else self.rows
        longest = max(along for _, along in self._spots)
        across, down = size * (2 + 1.5 * (lanes - 1)), size * HALF_WIDTH * (2 + longest)
        return (across, down) if self.top == "flat" else (down, across)

    def hex_at(self, x: float, y: float, size: float) -> Hex | None:
        """The hex under a point of the drawing; None beside the field."""
        if self.top == "pointy":
            x, y = y, x
        near_lane, near_along = x / size / 1.5 - 2 / 3, y / size / HALF_WIDTH - 1
        best, spot = math.inf, (0, 0)
        for lane in range(round(near_lane) - 1, round(near_lane) + 2):
            push = self.push(lane)
            along = 2 * round((near_along - push) / 2) + push
            gap = (1.5 * (lane - near_lane)) ** 2 + (HALF_WIDTH * (along - near_along)) ** 2
            if gap < best:
                best, spot = gap, (lane, along)
        return self._hex_at(*spot)

    # ------------------------------------------------------------------ spots

    def push(self, lane: int) -> int:
        """1 for a pushed lane, 0 for the others; also beyond the map."""
        printed = self.first_column + lane if self.top == "flat" else self._row(lane)
        return int(printed % 2 == (self.pushed == "odd"))

    @cached_property
    def _spots(self) -> tuple[Spot, ...]:
        cells = (divmod(hex, self.columns) for hex in range(self.size))
        lanes = ((x, y) if self.top == "flat" else (y, x) for y, x in cells)
        return tuple((lane, 2 * nth + self.push(lane)) for lane, nth in lanes)

    def _hex_at(self, lane: int, along: int) -> Hex | None:
        nth = (along - self.push(lane)) // 2
        x, y = (lane, nth) if self.top == "flat" else (nth, lane)
        return Hex(self.columns * y + x) if 0 <= x < self.columns and 0 <= y < self.rows else None

    def _cube(self, hex: Hex) -> tuple[int, int, int]:
        """Three coordinates that add up to 0, one for each axis of the field."""
        lane, along = self._spots[hex]
        slant = (along - lane - self.push(0)) // 2
        return lane, slant, -lane - slant

    def _point(self, lane: int, along: int, size: float) -> Point:
        across, down = size * (1 + 1.5 * lane), size * HALF_WIDTH * (1 + along)
        return (across, down) if self.top == "flat" else (down, across)
