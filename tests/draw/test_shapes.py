"""The geometry that SVG and PNG share."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sandtable.draw.shapes import chained, dashes, fitted, length, rectangle, smooth, wandering


def test_hexsides_in_any_order_become_one_line() -> None:
    a, b, c, d = (0.0, 0.0), (1.0, 0.0), (1.5, 1.0), (2.5, 1.0)
    (line,) = chained([(c, b), (c, d), (a, b)])
    assert line in ((a, b, c, d), (d, c, b, a))


def test_a_fork_starts_a_line_of_its_own() -> None:
    a, b, c, d = (0.0, 0.0), (1.0, 0.0), (1.5, 1.0), (1.5, -1.0)
    lines = list(chained([(a, b), (b, c), (b, d)]))
    assert sorted(map(len, lines)) == [2, 3]


def test_a_ring_is_closed() -> None:
    corners = [(math.cos(nth), math.sin(nth)) for nth in range(3)]
    (line,) = chained([(corners[nth], corners[(nth + 1) % 3]) for nth in range(3)])
    assert len(line) == 4
    assert line[0] == line[-1]


def test_dashes_go_on_round_a_corner() -> None:
    pieces = list(dashes([(0, 0), (3, 0), (3, 3)], (2, 1)))
    assert pieces[0] == ((0, 0), (2.0, 0.0))
    drawn = sum(math.dist(one, other) for piece in pieces for one, other in pairwise(piece))
    assert drawn == 4


def test_a_river_wanders_the_same_way_every_time_and_keeps_its_ends() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (15.0, 9.0)]
    river = wandering(corners, 0.5, "elbe")
    assert river == wandering(corners, 0.5, "elbe")
    assert river != wandering(corners, 0.5, "oder")
    assert river[0] == pytest.approx(corners[0])
    assert river[-1] == pytest.approx(corners[-1])
    assert max(abs(y) for x, y in river if x < 9) < 1


def test_a_curve_passes_its_points() -> None:
    points = [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]
    curve = smooth(points)
    assert all(min(math.dist(point, spot) for spot in curve) < 1e-9 for point in points)


def test_a_long_name_is_set_smaller() -> None:
    assert fitted("I", 20, 100) == 20
    small = fitted("Dnepropetrovsk", 20, 50)
    assert small < 20
    assert length("Dnepropetrovsk", small) <= 50.001


def test_rounded_corners_stay_inside() -> None:
    points = rectangle(10, 20, 30, 40, 5)
    assert min(x for x, _ in points) >= 10
    assert max(y for _, y in points) <= 60
    assert len(points) == 16
