"""Rivers along hexsides: a few points of ours, the course of Natural Earth between them, the nearest hexsides."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import numpy as np
import sources
from scipy.spatial import cKDTree
from sheet import Sheet
from sources import Array, Line

from sandtable.core.hexes import Hexside
from sandtable.core.rules import Hex

REACH = 0.3  # degrees: a point of ours belongs to a river that is so near
GAP = 0.09  # degrees: ends of lines so near are joined
DETOUR, EXTRA = 2.2, 40.0  # a course is at most so much longer than the straight line, and so many kilometres
STEP = 0.08  # hexes between two points of a course
TURN, WIDTH, POWER = 0.06, 0.33, 3  # price of a hexside: of each, and how it grows with the distance from the course
NARROW = 0.66  # a degree of longitude in degrees of latitude, about here


def cheapest(start: int, end: int, onward: Callable[[int], Iterable[tuple[int, float]]], limit: float) -> list[int]:
    """The cheapest way, both ends included; empty if there is none within the limit."""
    best, before, queue = {start: 0.0}, {start: start}, [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == end:
            way = [end]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        if spent > limit or spent > best[here]:
            continue
        for there, price in onward(here):
            if spent + price < best.get(there, math.inf):
                best[there], before[there] = spent + price, here
                heapq.heappush(queue, (spent + price, there))
    return []


def kilometres(one: Array, other: Array) -> float:
    return 111.2 * math.hypot((one[0] - other[0]) * math.cos(math.radians(one[1])), one[1] - other[1])


class Network:
    """The rivers of Natural Earth, joined where their ends nearly meet."""

    def __init__(self) -> None:
        near = [line for line in sources.rivers() if ((line > (-20, 15)) & (line < (60, 70))).all(axis=1).any()]
        self.points = np.vstack(near)
        self.tree = cKDTree(self.points * (NARROW, 1))
        self.next: list[list[tuple[int, float]]] = [[] for _ in self.points]
        first = 0
        for line in near:
            for nth in range(first, first + len(line) - 1):
                self._join(nth, nth + 1, kilometres(self.points[nth], self.points[nth + 1]))
            for end in (first, first + len(line) - 1):
                for other in self.tree.query_ball_point(self.points[end] * (NARROW, 1), GAP):
                    if other != end:
                        self._join(end, other, 3 * kilometres(self.points[end], self.points[other]) + 0.1)
            first += len(line)

    def _join(self, one: int, other: int, price: float) -> None:
        self.next[one].append((other, price))
        self.next[other].append((one, price))

    def course(self, line: Line) -> Line:
        """Our points, and between each two the river that Natural Earth has there, or else a straight line."""
        found: list[Array] = []
        for one, other in pairwise(line):
            (off, start), (missed, end) = (self.tree.query(point * (NARROW, 1)) for point in (one, other))
            way: list[int] = []
            if off < REACH and missed < REACH:
                limit = DETOUR * kilometres(one, other) + EXTRA
                way = cheapest(int(start), int(end), self.next.__getitem__, limit)
            found.append(self.points[way] if way else np.array([one, other]))
        return np.vstack(found)


class Banks:
    """The hexsides of a field, and the corners where they meet."""

    def __init__(self, sheet: Sheet, dry: set[Hex]) -> None:
        """`dry` are the hexes of land: a river does not run out to sea."""
        self.sheet, self.dry = sheet, dry
        self.corners: list[Array] = []
        self.next: dict[int, list[tuple[int, Hexside]]] = {}
        numbers: dict[tuple[int, int], int] = {}
        layout = sheet.layout
        for hex in layout.hexes():
            corners = [self._corner(numbers, spot) for spot in layout.corners(hex, 1.0)]
            for direction in range(6):
                side = Hexside(6 * hex + direction)
                twin = layout.twin(side)
                if twin is not None and hex < twin // 6:
                    one, other = corners[direction], corners[(direction + 1) % 6]
                    self.next.setdefault(one, []).append((other, side))
                    self.next.setdefault(other, []).append((one, side))
        self.tree = cKDTree(self.corners)

    def _corner(self, numbers: dict[tuple[int, int], int], spot: tuple[float, float]) -> int:
        key = (round(spot[0] * 100), round(spot[1] * 100))
        if key not in numbers:
            numbers[key] = len(self.corners)
            self.corners.append(np.array(spot))
        return numbers[key]

    def along(self, line: Line) -> Iterator[Hexside]:
        """The hexsides between land and land that follow a course, from its spring to its mouth."""
        x, y = self.sheet.pixels(*line.T)
        spots = np.c_[x - self.sheet.left, y - self.sheet.top] / self.sheet.size
        lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(spots, axis=0).T))]
        even = np.linspace(0, lengths[-1], max(3, int(lengths[-1] / STEP / math.sqrt(3))))
        spots = np.c_[np.interp(even, lengths, spots[:, 0]), np.interp(even, lengths, spots[:, 1])]
        inside = [nth for nth, (x, y) in enumerate(spots) if self.sheet.layout.hex_at(x, y, 1.0) in self.dry]
        spots = spots[inside[0] : inside[-1] + 1]
        course = cKDTree(spots)

        def onward(corner: int) -> Iterator[tuple[int, float]]:
            for there, side in self.next[corner]:
                one, other = self.corners[corner], self.corners[there]
                points = [one + (other - one) * part for part in (0.15, 0.5, 0.85)]
                off = course.query(points)[0] / math.sqrt(3) / WIDTH
                yield there, TURN + float(np.mean(off**POWER)) + 3 * (not self._banks(side) & self.dry)

        start, end = (int(self.tree.query(spot)[1]) for spot in (spots[0], spots[-1]))
        way = cheapest(start, end, onward, math.inf)
        for one, other in pairwise(way):
            side = next(side for there, side in self.next[one] if there == other)
            if self._banks(side) <= self.dry:
                yield side

    def _banks(self, side: Hexside) -> set[Hex]:
        return {Hex(side // 6), Hex(self.sheet.layout.neighbours[side])}
