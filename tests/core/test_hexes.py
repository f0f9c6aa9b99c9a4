"""Hex geometry: labels, neighbours, distances, lines, rings, drawing."""

from __future__ import annotations

import math
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.errors import BadInput
from sandtable.core.hexes import Flat, Hexside, Layout, Pointy, opposite
from sandtable.core.rules import Hex

GEW = Layout(50, 29)
USE = Layout(13, 12, top="pointy", pushed="even", labels="RRCC")
OCS = Layout(17, 19, labels="C.R", rows_from="bottom")

layouts = st.builds(
    Layout,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    top=st.sampled_from(["flat", "pointy"]),
    pushed=st.sampled_from(["odd", "even"]),
    labels=st.sampled_from(["CCRR", "RRCC", "C.R"]),
    first_column=st.integers(0, 46),
    first_row=st.integers(0, 46),
    rows_from=st.sampled_from(["top", "bottom"]),
)


@st.composite
def layout_and_hexes(draw: st.DrawFn, count: int = 1) -> tuple[Layout, list[Hex]]:
    layout = draw(layouts)
    return layout, [Hex(draw(st.integers(0, layout.size - 1))) for _ in range(count)]


def labels_around(layout: Layout, label: str) -> list[str]:
    return [layout.label(hex) for hex in layout.around(layout.hex(label))]


# ------------------------------------------------------------------------------------------------ as the games print it


def test_gew_numbers_columns_then_rows_and_odd_columns_stand_lower() -> None:
    assert GEW.label(Hex(0)) == "0101"
    assert GEW.label(Hex(50)) == "0102"
    assert labels_around(GEW, "0302") == ["0301", "0402", "0403", "0303", "0203", "0202"]
    assert labels_around(GEW, "0402") == ["0401", "0501", "0502", "0403", "0302", "0301"]


def test_use_numbers_rows_then_columns_and_even_rows_stand_further_right() -> None:
    assert USE.label(Hex(1)) == "0102"
    assert sorted(labels_around(USE, "0303")) == ["0202", "0203", "0302", "0304", "0402", "0403"]
    assert sorted(labels_around(USE, "0203")) == ["0103", "0104", "0202", "0204", "0303", "0304"]


def test_ocs_counts_rows_from_the_bottom_and_even_columns_stand_higher() -> None:
    assert OCS.label(Hex(0)) == "1.19"
    assert OCS.hex("17.1") == OCS.size - 1
    assert sorted(labels_around(OCS, "4.4")) == ["3.4", "3.5", "4.3", "4.5", "5.4", "5.5"]
    assert sorted(labels_around(OCS, "5.4")) == ["4.3", "4.4", "5.3", "5.5", "6.3", "6.4"]


def test_directions_run_clockwise_from_the_top() -> None:
    here = GEW.hex("0302")
    assert GEW.direction(here, GEW.hex("0301")) == Flat.N
    assert GEW.direction(here, GEW.hex("0403")) == Flat.SE
    assert GEW.direction(here, GEW.hex("0202")) == Flat.NW
    here = USE.hex("0303")
    assert USE.direction(here, USE.hex("0304")) == Pointy.E
    assert USE.direction(here, USE.hex("0403")) == Pointy.SE
    assert USE.direction(here, USE.hex("0202")) == Pointy.NW
    assert (GEW.compass, USE.compass) == (Flat, Pointy)


@pytest.mark.parametrize("label", ["0130", "5101", "0000", "101", "01.01", "", "0101 ", "٠١٠١"])
def test_a_number_that_is_not_printed_on_the_map_is_refused(label: str) -> None:
    with pytest.raises(BadInput, match=r"is not on the map: hexes are numbered CCRR, columns 1 to 50, rows 1 to 29"):
        GEW.hex(label)


def test_a_number_with_a_needless_nought_is_refused() -> None:
    with pytest.raises(BadInput, match=r"04\.4 is not on the map"):
        OCS.hex("04.4")


def test_a_field_too_large_for_its_numbers_is_refused() -> None:
    with pytest.raises(BadInput, match="two digits"):
        Layout(100, 5)
    with pytest.raises(BadInput, match="a column and a row"):
        Layout(0, 5)
    assert Layout(100, 5, labels="C.R").label(Hex(99)) == "100.1"


def test_hexes_that_are_not_neighbours_have_no_direction_or_side() -> None:
    with pytest.raises(BadInput, match="0101 and 0103 are not neighbours"):
        GEW.direction(GEW.hex("0101"), GEW.hex("0103"))


def test_a_line_along_hexsides_stays_on_the_map() -> None:
    top = Layout(5, 1)
    assert top.line(Hex(0), Hex(2)) == (0, 1, 2)
    assert top.line(Hex(1), Hex(3)) == (1, 2, 3)


# ------------------------------------------------------------------------------------------------ laws


@settings(deadline=None)
@given(layout_and_hexes())
def test_a_label_leads_back_to_its_hex(case: tuple[Layout, list[Hex]]) -> None:
    layout, (hex,) = case
    assert layout.hex(layout.label(hex)) == hex


@settings(deadline=None)
@given(layouts)
def test_labels_are_all_different(layout: Layout) -> None:
    assert len({layout.label(hex) for hex in layout.hexes()}) == layout.size


@settings(deadline=None)
@given(layouts)
def test_neighbours_are_neighbours_of_each_other_in_the_opposite_direction(layout: Layout) -> None:
    for side, there in enumerate(layout.neighbours):
        if there >= 0:
            here, direction = divmod(side, 6)
            assert layout.neighbours[6 * there + opposite(direction)] == here
            assert layout.direction(Hex(here), Hex(there)) == direction


@settings(deadline=None)
@given(layouts)
def test_a_hexside_is_its_twins_twin(layout: Layout) -> None:
    for side in map(Hexside, range(6 * layout.size)):
        twin = layout.twin(side)
        assert (twin is None) == (layout.neighbours[side] < 0)
        if twin is not None:
            assert layout.twin(twin) == side
            assert layout.side(Hex(side // 6), Hex(twin // 6)) == side


@settings(deadline=None)
@given(layout_and_hexes())
def test_distance_is_the_number_of_steps(case: tuple[Layout, list[Hex]]) -> None:
    layout, (start,) = case
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in layout.around(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    assert steps == {hex: layout.distance(start, hex) for hex in layout.hexes()}
    for far in range(-1, 5):
        assert layout.within(start, far) == [hex for hex in layout.hexes() if steps[hex] <= far]


@settings(deadline=None)
@given(layout_and_hexes(2))
def test_a_line_goes_step_by_step_and_is_the_same_from_both_ends(case: tuple[Layout, list[Hex]]) -> None:
    layout, (start, end) = case
    line = layout.line(start, end)
    assert (line[0], line[-1]) == (start, end)
    assert [layout.distance(start, hex) for hex in line] == list(range(layout.distance(start, end) + 1))
    assert [layout.distance(hex, end) for hex in reversed(line)] == list(range(layout.distance(start, end) + 1))
    assert layout.line(end, start) == line[::-1]


@settings(deadline=None)
@given(layout_and_hexes(), st.floats(0.5, 200), st.floats(0, 2 * math.pi), st.floats(0, 0.86))
def test_a_point_inside_a_hex_leads_back_to_it(
    case: tuple[Layout, list[Hex]], size: float, angle: float, off: float
) -> None:
    layout, (hex,) = case
    x, y = layout.centre(hex, size)
    assert layout.hex_at(x + off * size * math.cos(angle), y + off * size * math.sin(angle), size) == hex


@settings(deadline=None)
@given(layouts)
def test_neighbours_are_drawn_at_the_same_distance_and_share_the_corners_of_their_side(layout: Layout) -> None:
    for side, there in enumerate(layout.neighbours):
        if there >= 0:
            here, direction = divmod(side, 6)
            assert math.dist(layout.centre(Hex(here), 10), layout.centre(Hex(there), 10)) == pytest.approx(300**0.5)
            mine, theirs = layout.corners(Hex(here), 10), layout.corners(Hex(there), 10)
            assert mine[direction] == pytest.approx(theirs[(direction + 4) % 6])
            assert mine[(direction + 1) % 6] == pytest.approx(theirs[opposite(direction)])


@settings(deadline=None)
@given(layouts)
def test_the_drawing_fills_its_extent(layout: Layout) -> None:
    width, height = layout.extent(10)
    corners = [corner for hex in layout.hexes() for corner in layout.corners(hex, 10)]
    assert max(x for x, _ in corners) == pytest.approx(width)
    assert max(y for _, y in corners) == pytest.approx(height)
    assert min(min(corner) for corner in corners) >= -1e-9
    assert layout.hex_at(-10, -10, 10) is None
    assert layout.hex_at(width + 10, height + 10, 10) is None
