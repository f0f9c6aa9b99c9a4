"""Sets of hexes, plain and compiled: both do what Python's own sets do."""

from __future__ import annotations

import copy
import pickle
import random
from array import array
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import both_ways
from sandtable.core import bits as imported

PLAIN = both_ways.plain(imported.__name__)
numbers = st.sets(st.integers(0, 400)) | st.sets(st.integers(0, 9000), max_size=20)
rooms = st.sampled_from((0, 9001, 20_000))


@pytest.fixture(params=["plain", "compiled"], scope="module")
def sets(request: pytest.FixtureRequest) -> ModuleType:
    return PLAIN if request.param == "plain" else both_ways.compiled(imported.__name__)


@settings(deadline=None)
@given(numbers, rooms)
def test_a_set_has_its_members_in_order(sets: ModuleType, members: set[int], room: int) -> None:
    found = sets.Bits(members, room)

    assert list(found) == sorted(members)
    assert len(found) == len(members)
    assert bool(found) == bool(members)
    assert [number for number in range(9100) if number in found] == sorted(members)


@settings(deadline=None)
@given(numbers, rooms, numbers, rooms)
def test_sets_are_joined_and_compared_whatever_room_they_have(
    sets: ModuleType, one: set[int], room: int, two: set[int], other_room: int
) -> None:
    first, second = sets.Bits(one, room), sets.Bits(two, other_room)

    assert set(first | second) == one | two
    assert set(first & second) == one & two
    assert set(first - second) == one - two
    assert first.meets(second) == bool(one & two)
    assert (first == second) == (one == two)
    assert sets.union(first, second, first) == first | second
    assert set(first) == one


@settings(deadline=None)
@given(numbers, rooms, rooms)
def test_equal_sets_are_one_key(sets: ModuleType, members: set[int], room: int, other_room: int) -> None:
    one, other = sets.Bits(members, room), sets.Bits(members, other_room) | sets.NO_HEX

    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, one & other}) == 1
    assert one != members


@settings(deadline=None)
@given(numbers, st.integers(0, 10_000))
def test_a_set_is_bytes_and_comes_back_from_them(sets: ModuleType, members: set[int], room: int) -> None:
    found = sets.Bits(members)
    row = found.to_bytes(room)

    assert len(row) == (max(room, *members, 0) + 7) // 8 or len(row) == max(members, default=0) // 8 + 1
    assert {place for place in range(8 * len(row)) if row[place >> 3] >> (place & 7) & 1} == members
    assert sets.Bits.from_bytes(row) == sets.Bits.from_bytes(bytearray(row)) == found


def test_bytes_are_the_same_plain_and_compiled() -> None:
    for room in (0, 8, 64, 100):
        plain, compiled = (module.Bits((3, 64)) for module in (PLAIN, both_ways.compiled(imported.__name__)))
        assert (
            plain.to_bytes(room)
            == compiled.to_bytes(room)
            == b"\x08" + bytes(7) + b"\x01" + bytes(max(0, room - 68) // 8)
        )


def test_a_set_can_be_copied_and_pickled() -> None:
    found = imported.Bits((1, 70, 1467))

    assert pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == found
    assert repr(found) == "Bits([1, 70, 1467])"


def test_numbers_that_do_not_fit_are_refused(sets: ModuleType) -> None:
    for room in (60, 64, 100):
        with pytest.raises(IndexError):
            sets.Bits((room,), room)
        for below in (-1, -9):
            with pytest.raises(IndexError):
                sets.Bits((below,), room)
    with pytest.raises(IndexError):
        sets.Bits((-1, 3))
    assert list(sets.Bits((59,), 60)) == [59]


def test_what_is_off_the_map_is_in_no_set(sets: ModuleType) -> None:
    assert -1 not in sets.Bits(range(64))
    assert -1 not in sets.NO_HEX
    assert 10**6 not in sets.Bits(range(64))


def test_no_sets_join_to_an_empty_one(sets: ModuleType) -> None:
    assert sets.union() == sets.NO_HEX == sets.Bits() == sets.Bits((), 100)
    assert not sets.union()
    assert list(sets.NO_HEX) == []


@settings(deadline=None)
@given(st.binary(max_size=300) | st.lists(st.integers(0, 3)).map(bytes), st.sets(st.integers(0, 5)))
def test_where_a_column_holds_one_of_some_values(sets: ModuleType, column: bytes, values: set[int]) -> None:
    expected = [place for place, value in enumerate(column) if value in values]

    assert list(sets.where(column, tuple(values))) == expected
    assert list(sets.where(bytearray(column), tuple(values))) == expected


def test_every_value_is_told_from_every_other(sets: ModuleType) -> None:
    column = bytes(range(256)) * 2

    for value in range(256):
        assert list(sets.where(column, (value,))) == [value, 256 + value]


@settings(deadline=None)
@given(st.lists(st.integers(-1, 300), max_size=40), st.integers(0, 310), st.integers(0, 20), st.data())
def test_who_is_where_by_a_column_of_places(
    sets: ModuleType, places: list[int], end: int, first: int, data: st.DataObject
) -> None:
    column = array("h", places)
    units = tuple(data.draw(st.lists(st.sampled_from(range(len(places))), unique=True))) if places else ()
    there = [unit for unit in units if 0 <= places[unit] < end]

    assert sets.among(column, units, end) == tuple(there)
    assert sets.among(column, units, end, first) == tuple(unit for unit in there if places[unit] >= first)
    assert set(sets.standing(column, units, end)) == {places[unit] for unit in there}


@settings(deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=9))
def test_a_stack_is_told_from_the_top_down(sets: ModuleType, heights: list[int]) -> None:
    top_of, under, expected = array("h"), array("h"), []
    for height in heights:
        units = range(len(under), len(under) + height)
        expected.append(list(reversed(units)))
        under.extend([unit - 1 if unit > units[0] else -1 for unit in units])
        top_of.append(len(under) - 1 if height else -1)
    under.append(-1)  # somebody who is nowhere

    assert [sets.stack(top_of, under, place) for place in range(len(heights))] == expected
    with pytest.raises(IndexError):
        sets.stack(top_of, under, len(heights))


def test_a_unit_that_a_column_does_not_know_is_refused(sets: ModuleType) -> None:
    for ask in (sets.standing, sets.among):
        with pytest.raises(IndexError):
            ask(array("h", [3, 4]), (0, 2), 10)


@settings(deadline=None)
@given(st.integers(1, 300), st.integers(1, 80), st.randoms(use_true_random=False))
def test_one_step_around_a_set(sets: ModuleType, size: int, far: int, pick: random.Random) -> None:
    """Neighbours far off in number, up and down, some of them closed and some steps too dear."""
    neighbours, prices = [-1] * (6 * size), bytearray(6 * size)
    for here in range(size):
        for direction, there in enumerate((here + 1, here + far, here - far, here - 1)):
            if 0 <= there < size:
                neighbours[6 * here + direction] = there
                prices[6 * here + direction] = pick.choice((1, 254, 255))
    found = {here for here in range(size) if pick.random() < 0.1}
    closed = {here for here in range(size) if pick.random() < 0.3}
    expected = found | {
        side // 6
        for side, there in enumerate(neighbours)
        if there in found and prices[side] < 255 and side // 6 not in closed
    }

    steps = sets.Steps(neighbours, bytes(prices))

    assert set(steps.around(sets.Bits(found), sets.Bits(closed))) == expected
    assert steps.around(sets.Bits(found, size), sets.Bits(closed, size)) == sets.Bits(expected)
    assert steps.around(sets.NO_HEX) == sets.NO_HEX
