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
@given(st.binary(max_size=200), st.sets(st.integers(0, 250)))
def test_the_least_entry_at_some_places(sets: ModuleType, column: bytes, places: set[int]) -> None:
    """Places beyond the column have none."""
    least = min((column[place] for place in places if place < len(column)), default=255)

    assert sets.least(column, sets.Bits(places)) == sets.least(bytearray(column), sets.Bits(places)) == least


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


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 9), st.integers(0, 4), st.integers(0, 5)), max_size=30))
def test_units_are_parted_by_their_groups_and_those_too_far_off_are_told(
    sets: ModuleType, said: list[tuple[int, int, int]]
) -> None:
    """By unit: its place, its group and how long its way may be."""
    column, groups, most = (
        array("h", [each[0] for each in said]),
        *(bytes(each[nth] for each in said) for nth in (1, 2)),
    )
    units = tuple(range(len(said)))
    lengths = bytes(3 * place % 7 for place in range(10))
    there = tuple(unit for unit in units if 0 <= column[unit] < 8)

    assert sets.parted(column, units, groups, 3, 8) == tuple(
        tuple(unit for unit in there if groups[unit] == group) for group in range(3)
    )
    assert sets.too_far(column, there, lengths, most) == [unit for unit in there if lengths[column[unit]] > most[unit]]


def test_a_unit_that_a_column_does_not_know_is_refused(sets: ModuleType) -> None:
    for ask in (sets.standing, sets.among):
        with pytest.raises(IndexError):
            ask(array("h", [3, 4]), (0, 2), 10)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), max_size=60), st.sampled_from((1, 2, 4))
)
def test_columns_are_compared_and_hidden_entry_by_entry(
    sets: ModuleType, entries: list[tuple[int, int, bool]], width: int
) -> None:
    before, after = (b"".join(each[nth].to_bytes(width, "big") for each in entries) for nth in (0, 1))
    mask = bytes(255 if hidden else 0 for *_, hidden in entries)

    assert sets.apart(before, after, width) == [nth for nth, (old, new, _) in enumerate(entries) if old != new]
    shown = b"".join((old if hidden else new).to_bytes(width, "big") for old, new, hidden in entries)
    assert sets.masked(after, before, mask) == shown


def test_columns_of_two_kinds_are_not_compared(sets: ModuleType) -> None:
    for before, after, width in ((b"123", b"12", 1), (b"123", b"456", 2)):
        with pytest.raises(ValueError, match="not of a kind"):
            sets.apart(before, after, width)
    for values, blank, mask in ((b"123", b"12", b"1"), (b"123", b"456", b"12"), (b"123", b"456", b"")):
        with pytest.raises(ValueError, match="not of a kind"):
            sets.masked(values, blank, mask)


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


@settings(deadline=None)
@given(st.integers(2, 300), st.integers(2, 80), st.integers(0, 9), st.randoms(use_true_random=False))
def test_how_many_steps_lead_to_a_set(sets: ModuleType, size: int, far: int, limit: int, pick: random.Random) -> None:
    """As one step after another finds them; what lies outside counts one step, closed or not."""
    neighbours, prices = [-1] * (6 * size), bytes(pick.choice((1, 255)) for _ in range(6 * size))
    for here in range(size):
        for direction, there in enumerate((here + 1, here + far, here - far, here - 1)):
            if 0 <= there < size:
                neighbours[6 * here + direction] = there
    found, closed, outer = ({here for here in range(size) if pick.random() < 0.1} for _ in range(3))
    expected = dict.fromkeys(found, 0)
    for length in range(1, limit + 1):
        inner = {here for here, steps in expected.items() if steps == length - 1}
        grown = {side // 6 for side, there in enumerate(neighbours) if there in inner and prices[side] < 255} - closed
        for here in grown | outer if length == 1 else grown:
            expected.setdefault(here, length)

    steps = sets.Steps(neighbours, prices)

    assert steps.lengths(sets.Bits(found), limit, sets.Bits(closed), sets.Bits(outer)) == bytes(
        expected.get(here, 255) for here in range(size)
    )
    assert set(steps.within(sets.Bits(found), limit, sets.Bits(closed), sets.Bits(outer))) == {*expected}
    whole = steps.within(sets.Bits(found), size, sets.Bits(closed), sets.Bits(outer))
    assert steps.around(whole, sets.Bits(closed)) == whole == steps.within(whole, 1 << 14, sets.Bits(closed))
    with pytest.raises(ValueError, match="limit 255"):
        steps.lengths(sets.Bits(found), 255)
    with pytest.raises(ValueError, match="limit -1"):
        steps.within(sets.Bits(found), -1)
