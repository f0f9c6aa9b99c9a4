"""The floods, plain and compiled: against each other, against a slow search, and feature by feature."""

from __future__ import annotations

import copy
import heapq
import os
import random
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import both_ways
from sandtable.core import bits
from sandtable.core import kernels as imported

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # by direction, in columns and rows


PLAIN = both_ways.plain(imported.__name__)


def sets_of(kernels: ModuleType) -> Any:
    """The sets that these kernels take."""
    return (both_ways.plain if kernels is PLAIN else both_ways.compiled)(bits.__name__).Bits


@pytest.fixture(params=["plain", "compiled"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    return PLAIN if request.param == "plain" else both_ways.compiled(imported.__name__)


def neighbours_of(columns: int, rows: int, holes: Iterable[int] = ()) -> array[int]:
    """A board of columns and rows, hex = column * rows + row; holes have no neighbours."""
    neighbours = array("i", [-1]) * (6 * columns * rows)
    for here in range(columns * rows):
        for direction, (across, down) in enumerate(STEPS):
            column, row = here // rows + across, here % rows + down
            there = column * rows + row
            if 0 <= column < columns and 0 <= row < rows and here not in holes and there not in holes:
                neighbours[6 * here + direction] = there
    return neighbours


class Line(NamedTuple):
    """Hexes 0 1 2 ... in a row: direction 2 leads up the numbers, 5 back down; each step costs 1."""

    grid: Any
    size: int
    prices: bytes
    sets: Callable[[Iterable[int]], Any]  # as the kernels take them

    def at(self, *hexes: int) -> Any:
        return self.sets(hexes)

    def priced(self, prices: dict[tuple[int, int], int]) -> bytes:
        changed = bytearray(self.prices)
        for (here, direction), price in prices.items():
            changed[6 * here + direction] = price
        return bytes(changed)


@pytest.fixture
def line(kernels: ModuleType) -> Line:
    return Line(kernels.Grid(neighbours_of(9, 1)), 9, bytes([1]) * 54, sets_of(kernels))


# ------------------------------------------------------------------ against a slow search, and each other


class Case(NamedTuple):
    """A random board with random prices and sets."""

    neighbours: array[int]
    prices: bytes
    closed: set[int]
    stop: set[int]
    barred: set[int]
    start: int
    budget: int
    sources: list[int]
    head_start: Sequence[int]

    @property
    def size(self) -> int:
        return len(self.neighbours) // 6


def random_case(seed: int) -> Case:
    pick = random.Random(seed)
    columns, rows = pick.randint(1, 16), pick.randint(1, 16)
    size = columns * rows

    def some(count: int, share: float) -> set[int]:
        chosen = {nth for nth in range(count) if pick.random() < share}
        return pick.choice((set(), chosen, chosen, chosen | set(range(count, count + 8))))

    holes = [hex for hex in range(size) if pick.random() < 0.05]
    costs = pick.choice(((1,), (1, 2, 3), (0, 1, 1, 2), (1, 4, 254, 255), (2, 3, 5, 255)))
    sources = [pick.randrange(size) for _ in range(pick.randint(0, 6))]
    return Case(
        neighbours=neighbours_of(columns, rows, holes),
        prices=bytes(pick.choice(costs) for _ in range(6 * size)),
        closed=some(size, 0.1),
        stop=some(size, 0.1),
        barred=some(6 * size, 0.1),
        start=pick.randrange(size),
        budget=pick.choice((0, 1, 3, 6, 12, 300, 32_766)),
        sources=sources,
        head_start=pick.choice(((), array("h", (pick.choice((0, 0, 1, 5, 400)) for _ in sources)))),
    )


def slow_reach(case: Case) -> dict[int, int]:
    closed, stop, barred = case.closed, case.stop, case.barred
    settled: dict[int, int] = {}
    queue = [(0, case.start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here in settled:
            continue
        settled[here] = cost
        if here in stop and here != case.start:
            continue
        for side in range(6 * here, 6 * here + 6):
            there, price = case.neighbours[side], case.prices[side]
            if there >= 0 and price != 255 and there not in closed and side not in barred:
                heapq.heappush(queue, (cost + price, there))
    return {here: cost for here, cost in settled.items() if cost <= case.budget}


def slow_trace(case: Case) -> dict[int, int]:
    closed = case.closed
    settled: dict[int, int] = {}
    queue = list(zip(case.head_start or [0] * len(case.sources), case.sources, strict=True))
    heapq.heapify(queue)
    while queue:
        cost, inner = heapq.heappop(queue)
        if inner in settled:
            continue
        settled[inner] = cost
        for direction in range(6):
            outer = case.neighbours[6 * inner + direction]
            if outer >= 0 and outer not in closed:
                price = case.prices[6 * outer + (direction + 3) % 6]
                if price != 255:
                    heapq.heappush(queue, (cost + price, outer))
    return {here: cost for here, cost in settled.items() if cost <= case.budget}


def walk(case: Case, route: Sequence[int]) -> int:
    """What walking this route costs; every step must be one that exists."""
    total = 0
    for here, there in pairwise(route):
        sides = [side for side in range(6 * here, 6 * here + 6) if case.neighbours[side] == there]
        assert len(sides) == 1
        assert case.prices[sides[0]] != 255
        assert sides[0] not in case.barred
        total += case.prices[sides[0]]
    return total


def flood(kernels: ModuleType, case: Case, grid: Any = None) -> Any:
    grid, sets = grid or kernels.Grid(case.neighbours), sets_of(kernels)
    return grid.reach(case.prices, case.start, case.budget, sets(case.closed), sets(case.stop), sets(case.barred))


@pytest.mark.parametrize("seed", range(60))
def test_reach_costs_what_a_slow_search_finds_and_its_routes_can_be_walked(kernels: ModuleType, seed: int) -> None:
    case = random_case(seed)
    expected = slow_reach(case)

    reach = flood(kernels, case)

    assert dict(reach.items()) == expected
    assert set(reach.reached) == set(reach) == set(expected)
    assert [reach.cost(hex) for hex in range(case.size)] == [expected.get(hex, -1) for hex in range(case.size)]
    for hex in reach:
        route = reach.route(hex)
        assert (route[0], route[-1]) == (case.start, hex)
        assert walk(case, route) == expected[hex]
        assert not set(route[1:]) & case.closed
        assert not set(route[1:-1]) & case.stop


@pytest.mark.parametrize("seed", range(60))
def test_trace_costs_what_a_slow_search_finds_and_its_paths_can_be_walked(kernels: ModuleType, seed: int) -> None:
    case = random_case(seed)._replace(barred=set())
    expected = slow_trace(case)
    begins = dict(sorted(zip(case.sources, case.head_start or [0] * len(case.sources), strict=True), reverse=True))

    grid = kernels.Grid(case.neighbours)
    trace = grid.trace(case.prices, case.sources, case.budget, sets_of(kernels)(case.closed), case.head_start)

    assert {hex: cost for hex, cost in enumerate(trace.cost_of) if cost >= 0} == expected
    assert set(trace.reached) == set(expected)
    for hex in range(case.size):
        path = trace.path(hex)
        assert bool(path) == (hex in trace) == (hex in expected)
        if path:
            assert path[0] == hex
            assert walk(case, path) + begins[path[-1]] == expected[hex]


@pytest.mark.parametrize("seed", range(60))
def test_traced_reaches_what_a_trace_reaches(kernels: ModuleType, seed: int) -> None:
    case = random_case(seed)
    near, far = case.sources[::2], case.sources[1::2]
    grid, sets = kernels.Grid(case.neighbours), sets_of(kernels)

    found = grid.traced(case.prices, sets(near), case.budget, sets(case.closed), sets(far))

    starts = [0] * len(near) + [1] * len(far)
    assert found == grid.trace(case.prices, [*near, *far], case.budget, sets(case.closed), starts).reached


@pytest.mark.parametrize("seed", range(60))
def test_lengths_are_what_a_trace_costs(kernels: ModuleType, seed: int) -> None:
    case = random_case(seed)
    near, far, limit = case.sources[::2], case.sources[1::2], min(case.budget, 254)
    grid, sets = kernels.Grid(case.neighbours), sets_of(kernels)

    found = grid.lengths(case.prices, sets(near), limit, sets(case.closed), sets(far))

    starts = [0] * len(near) + [1] * len(far)
    trace = grid.trace(case.prices, [*near, *far], limit, sets(case.closed), starts)
    assert list(found) == [255 if cost < 0 else cost for cost in trace.cost_of]
    with pytest.raises(ValueError, match="limit 255"):
        grid.lengths(case.prices, sets(), 255)


@pytest.mark.parametrize("seed", range(60))
def test_what_spreads_from_sets_costs_what_a_trace_costs(kernels: ModuleType, seed: int) -> None:
    """Each set with a head start of its own, in any order; one beyond the limit does not count."""
    case = random_case(seed)
    grid, sets, limit = kernels.Grid(case.neighbours), sets_of(kernels), min(case.budget, 254)
    parts = [(case.sources[nth::3], start) for nth, start in enumerate((3, 0, limit + 1))]

    found = grid.spread(case.prices, [(sets(places), start) for places, start in parts], limit, sets(case.closed))

    sources, starts = (
        [pair[of] for pair in ((hex, begin) for hexes, begin in parts for hex in hexes)] for of in (0, 1)
    )
    trace = grid.trace(case.prices, sources, limit, sets(case.closed), starts)
    assert list(found) == [255 if cost < 0 else cost for cost in trace.cost_of]
    with pytest.raises(ValueError, match="limit 255"):
        grid.spread(case.prices, [], 255)


def test_places_that_cost_less_are_told_the_cheapest_first(kernels: ModuleType) -> None:
    """Among equals the one named first; a long line costs more, and what is gained may make up for anything."""
    costs, lines, gains = bytes((9, 4, 4, 3, 250)), bytes((0, 0, 0, 6, 5)), bytes((0, 0, 0, 0, 255))

    assert kernels.cheaper((4, 2, 1, 0, 3), 9, costs, lines, 5, 2, gains) == [4, 2, 1, 3]
    assert kernels.cheaper((3, 1), 5, costs, lines, 5, 2, gains) == [1]
    assert kernels.cheaper((), 9, costs, lines, 5, 2, gains) == []
    for outside in (-1, 5):
        with pytest.raises(ValueError, match=f"hex {outside}: expected 0 to 4"):
            kernels.cheaper((outside,), 9, costs, lines, 5, 2, gains)


@pytest.mark.parametrize("seed", range(60))
def test_plain_and_compiled_agree_to_the_last_route(seed: int) -> None:
    case = random_case(seed)
    modules = (PLAIN, both_ways.compiled(imported.__name__))
    grids = [module.Grid(case.neighbours) for module in modules]

    for _ in range(2):  # the second flood works in what the first has left
        plain, compiled = (flood(module, case, grid) for module, grid in zip(modules, grids, strict=True))
        assert list(plain.items()) == list(compiled.items())
        assert [plain.route(hex) for hex in plain] == [compiled.route(hex) for hex in plain]
        assert [plain.left(hex) for hex in plain] == [compiled.left(hex) for hex in plain]
        plain, compiled = (
            grid.trace(case.prices, case.sources, case.budget, sets_of(module)(case.closed), case.head_start)
            for module, grid in zip(modules, grids, strict=True)
        )
        assert plain.cost_of == compiled.cost_of
        assert [plain.path(hex) for hex in range(case.size)] == [compiled.path(hex) for hex in range(case.size)]
        plain, compiled = (
            grid.zone(case.sources, sets_of(module)(case.barred)) for module, grid in zip(modules, grids, strict=True)
        )
        assert list(plain) == list(compiled)


# ------------------------------------------------------------------ reach


def test_the_start_comes_first_and_costs_nothing(line: Line) -> None:
    reach = line.grid.reach(line.prices, 4, 2)

    assert list(reach) == [4, 5, 3, 6, 2]  # by cost, then direction 2 before 5
    assert len(reach) == 5
    assert (reach.start, reach.budget) == (4, 2)
    assert (reach.cost(4), reach.left(4), reach.route(4)) == (0, 2, (4,))


def test_a_hex_reached_knows_its_cost_its_route_and_what_is_left(line: Line) -> None:
    reach = line.grid.reach(line.prices, 4, 3)

    assert 6 in reach
    assert (reach.cost(6), reach.left(6), reach.route(6)) == (2, 1, (4, 5, 6))


def test_a_hex_not_reached_costs_minus_one_and_has_no_route(line: Line) -> None:
    reach = line.grid.reach(line.prices, 4, 3)

    assert 8 not in reach
    assert (reach.cost(8), reach.left(8), reach.route(8)) == (-1, -1, ())


def test_without_budget_only_free_sides_are_crossed(line: Line) -> None:
    reach = line.grid.reach(line.priced({(4, 2): 0, (5, 2): 0}), 4, 0)

    assert list(reach) == [4, 5, 6]


def test_the_price_is_that_of_the_side_in_the_direction_it_is_crossed(line: Line) -> None:
    prices = line.priced({(4, 2): 3, (5, 5): 7})

    assert line.grid.reach(prices, 4, 9).cost(5) == 3
    assert line.grid.reach(prices, 5, 9).cost(4) == 7


def test_a_price_of_255_is_never_paid_but_254_is(line: Line, kernels: ModuleType) -> None:
    reach = line.grid.reach(line.priced({(4, 2): 255, (4, 5): 254}), 4, kernels.LIMIT)

    assert kernels.NEVER == 255
    assert 5 not in reach
    assert reach.cost(3) == 254


def test_a_cheap_detour_beats_a_short_way(kernels: ModuleType) -> None:
    neighbours = neighbours_of(2, 2)  # 0 lies next to 1 and 2, and these next to each other and to 3
    prices = bytearray([9]) * 24
    prices[6 * 0 + neighbours[0:6].index(2)] = 1
    prices[6 * 2 + neighbours[12:18].index(1)] = 1

    reach = kernels.Grid(neighbours).reach(bytes(prices), 0, 9)

    assert reach.route(1) == (0, 2, 1)
    assert reach.cost(1) == 2


def test_of_two_equal_ways_the_one_found_first_is_kept(kernels: ModuleType) -> None:
    reach = kernels.Grid(neighbours_of(3, 3)).reach(bytes([1]) * 54, 0, 9)

    assert list(reach) == [0, 3, 1, 6, 4, 2, 7, 5, 8]
    assert reach.route(8) == (0, 3, 6, 7, 8)


def test_a_closed_hex_is_not_entered(line: Line) -> None:
    assert set(line.grid.reach(line.prices, 4, 9, line.at(6))) == {0, 1, 2, 3, 4, 5}


def test_a_start_in_a_closed_hex_may_be_left(line: Line) -> None:
    assert set(line.grid.reach(line.prices, 4, 1, line.at(4))) == {3, 4, 5}


def test_a_stop_hex_is_entered_but_not_left_again(line: Line) -> None:
    assert set(line.grid.reach(line.prices, 4, 9, stop=line.at(6, 3))) == {3, 4, 5, 6}


def test_a_start_in_a_stop_hex_may_be_left(line: Line) -> None:
    assert set(line.grid.reach(line.prices, 4, 9, stop=line.at(3, 4, 5))) == {3, 4, 5}


def test_a_barred_hexside_is_not_crossed_in_that_direction_only(line: Line) -> None:
    barred = line.sets([6 * 4 + 2])

    assert 5 not in line.grid.reach(line.prices, 4, 9, barred=barred)
    assert 4 in line.grid.reach(line.prices, 5, 9, barred=barred)


def test_a_reach_outlives_later_floods(line: Line) -> None:
    first = line.grid.reach(line.prices, 0, 2)
    line.grid.reach(line.prices, 8, 3)
    line.grid.trace(line.prices, [4], 9)

    assert list(first.items()) == [(0, 0), (1, 1), (2, 2)]


def test_a_reach_asked_often_answers_as_it_did_at_first(line: Line) -> None:
    reach = line.grid.reach(line.prices, 4, 2)

    assert [(reach.cost(6), reach.cost(7), 3 in reach, 0 in reach) for _ in range(5)] == [(2, -1, True, False)] * 5


def test_a_grid_and_its_floods_can_be_copied(line: Line) -> None:
    grid = copy.deepcopy(line.grid)
    reach = copy.deepcopy(grid.reach(line.prices, 4, 2))
    trace = copy.deepcopy(grid.trace(line.prices, [0], 2))

    assert grid.size == 9
    assert reach.route(2) == (4, 3, 2)
    assert trace.path(2) == (2, 1, 0)


# ------------------------------------------------------------------ trace


def test_a_trace_goes_to_the_cheapest_source(line: Line) -> None:
    trace = line.grid.trace(line.prices, [0, 7], 3)

    assert list(trace.cost_of) == [0, 1, 2, 3, 3, 2, 1, 0, 1]
    assert trace.path(5) == (5, 6, 7)
    assert trace.path(0) == (0,)


def test_a_trace_beyond_the_limit_is_none(line: Line) -> None:
    trace = line.grid.trace(line.prices, [0], 3)

    assert (trace.cost(3), trace.cost(4)) == (3, -1)
    assert trace.path(4) == ()
    assert 4 not in trace
    assert set(trace.reached) == {0, 1, 2, 3}


def test_a_trace_pays_for_steps_towards_the_source(line: Line) -> None:
    prices = line.priced({(1, 5): 5, (0, 2): 7})

    assert line.grid.trace(prices, [0], 9).cost(1) == 5


def test_a_trace_does_not_walk_on_closed_hexes(line: Line) -> None:
    assert set(line.grid.trace(line.prices, [0], 9, line.at(3)).reached) == {0, 1, 2}


def test_a_source_in_a_closed_hex_still_counts(line: Line) -> None:
    assert set(line.grid.trace(line.prices, [0], 1, line.at(0)).reached) == {0, 1}


def test_a_source_with_a_head_start_is_that_much_dearer(line: Line) -> None:
    trace = line.grid.trace(line.prices, [0, 8], 9, head_start=array("h", [4, 0]))

    assert list(trace.cost_of) == [4, 5, 6, 5, 4, 3, 2, 1, 0]


def test_a_source_whose_head_start_is_beyond_the_limit_is_none(line: Line) -> None:
    assert set(line.grid.trace(line.prices, [0, 8], 1, head_start=[2, 0]).reached) == {7, 8}


def test_a_source_named_twice_counts_with_its_cheaper_head_start(line: Line) -> None:
    assert line.grid.trace(line.prices, [0, 0, 0], 9, head_start=[3, 1, 2]).cost(2) == 3


def test_a_source_named_more_often_than_the_board_has_hexes_still_counts_once(line: Line) -> None:
    trace = line.grid.trace(line.prices, [0] * 5_000, 6_000, head_start=range(5_000, 0, -1))

    assert trace.cost(2) == 3


def test_without_sources_nothing_traces(line: Line) -> None:
    assert not set(line.grid.trace(line.prices, [], 9).reached)


def test_every_hex_may_be_a_source(line: Line) -> None:
    assert list(line.grid.trace(line.prices, [*range(9), *range(9)], 9).cost_of) == [0] * 9


# ------------------------------------------------------------------ zone


def test_a_zone_is_the_hexes_next_to_the_given_ones(line: Line) -> None:
    assert set(line.grid.zone([0, 4])) == {1, 3, 5}
    assert set(line.grid.zone([3, 4])) == {2, 3, 4, 5}
    assert not line.grid.zone([])


def test_a_zone_does_not_extend_across_barred_hexsides(line: Line) -> None:
    assert set(line.grid.zone([4], line.sets([6 * 4 + 2, 6 * 3 + 2]))) == {3}


# ------------------------------------------------------------------ what is refused


def test_a_board_needs_six_neighbours_per_hex_that_agree_with_each_other(kernels: ModuleType) -> None:
    with pytest.raises(ValueError, match="six per hex"):
        kernels.Grid([-1] * 7)
    with pytest.raises(ValueError, match="hex 0 has 1 in direction 2, but not the other way round"):
        kernels.Grid([-1, -1, 1, -1, -1, -1, *[-1] * 6])
    with pytest.raises(ValueError, match="hex 0 has 7 in direction 0"):
        kernels.Grid([7, -1, -1, -1, -1, -1])


def test_a_flood_refuses_what_does_not_fit_the_board(line: Line) -> None:
    for start in (-1, 9):
        with pytest.raises(ValueError, match=f"hex {start}: expected 0 to 8"):
            line.grid.reach(line.prices, start, 3)
        with pytest.raises(ValueError, match=f"hex {start}: expected 0 to 8"):
            line.grid.trace(line.prices, [0, start], 3)
        with pytest.raises(IndexError, match=f"{start} is not from 0 to 8"):
            line.grid.zone([start])
    for budget in (-1, 32_767):
        with pytest.raises(ValueError, match=f"budget or limit {budget}"):
            line.grid.reach(line.prices, 0, budget)
    with pytest.raises(ValueError, match="53 prices: expected 54"):
        line.grid.reach(line.prices[1:], 0, 3)
    for what in ("closed", "stop", "barred"):
        with pytest.raises((TypeError, AttributeError)):
            line.grid.reach(line.prices, 0, 3, **{what: b"\0"})
    with pytest.raises(ValueError, match="1 head starts for 2 sources"):
        line.grid.trace(line.prices, [0, 1], 3, head_start=[1])
    with pytest.raises(ValueError, match="head start -1"):
        line.grid.trace(line.prices, [0], 3, head_start=[-1])

    assert list(line.grid.reach(line.prices, 0, 1)) == [0, 1]


# ------------------------------------------------------------------ which of the two is used


def test_plain_and_compiled_say_which_they_are(kernels: ModuleType) -> None:
    assert kernels.COMPILED is (kernels is not PLAIN)


@pytest.mark.parametrize("plain", ["", "1"])
def test_the_extension_is_used_unless_plain_python_is_asked_for(plain: str) -> None:
    asked = "from sandtable.core import kernels; import sandtable.core.kernels as same; assert kernels is same"
    said = subprocess.run(
        [sys.executable, "-c", f"{asked}; print(kernels.COMPILED)"],
        env={**os.environ, "SANDTABLE_PLAIN": plain},
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.strip() == str(both_ways.extension_of(imported.__name__) is not None and not plain)
