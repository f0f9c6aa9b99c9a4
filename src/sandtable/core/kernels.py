# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, annotation_typing=False
"""The hot loops: how far a unit gets, what traces to a source, whom a zone of control covers.

Plain Python that Cython also compiles; the C types stand in `kernels.pxd`. Hexes are 0..n-1. A set of hexes or hexsides
is Bits, read as its row of bits. Prices are bytes, six per hex: what leaving hex i in direction d costs, NEVER if it
cannot be done. Nothing in here calls back: rules arrive as prices and Bits.

Ties are broken alike compiled or not: hexes settle in order of cost, among equals the one found first, and a hex looks
at its sides in the order 0..5. A route gives way only to a cheaper one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from operator import itemgetter
from typing import TypeVar

from sandtable.core.bits import NEVER as NEVER
from sandtable.core.bits import NO_HEX, Bits

H = TypeVar("H", bound=int)  # a hex
COMPILED = not __file__.endswith((".py", ".pyc"))
UNREACHED = -1
LIMIT = 32_766  # the highest budget or limit, as costs are handed out in 16 bits
UNFOUND = LIMIT + 1  # a cost above any other


def numbers(count: int, value: int) -> MutableSequence[int]:
    """A row of integers, in what is quickest to index: C integers compiled, a list in plain Python."""
    return array("i", [value]) * count if COMPILED else [value] * count


class Scratch:
    """What one flood works in: a queue with a chain per cost, and the hexes settled so far.

    Clean between floods, so that a flood pays for the hexes it touches and not for the board.
    """

    __slots__ = ("best", "entered", "entries", "following", "origin", "settled", "settled_row", "tail")

    def __init__(self, size: int) -> None:
        self.best = numbers(size + 1, UNFOUND)  # by hex: cheapest cost found
        self.best[size] = -1  # off the map: as if settled long ago
        self.origin = numbers(size, -1)  # by hex: where in `settled` the hex stands that it was found from
        # The queue: entries of the same cost are chained, entry number c being the empty head of the chain of cost c.
        # A flood enters each source and each hexside at most once.
        self.entries = UNFOUND
        self.entered = numbers(UNFOUND + 7 * size, -1)  # by entry: the hex
        self.following = numbers(UNFOUND + 7 * size, -1)  # by entry: the next one in its chain
        self.tail = numbers(UNFOUND, 0)  # by cost: the last entry of the chain
        for cost in range(UNFOUND):
            self.tail[cost] = cost
        self.settled_row = numbers(3 * size, 0)  # hex, cost, origin; hex, cost, origin; ...
        self.settled = self.settled_row  # the same memory, for C

    def enter(self, hex: int, cost: int) -> None:
        """Put a source into the queue, unless it is there already as cheaply."""
        if cost < self.best[hex]:
            self.best[hex] = cost
            self.origin[hex] = -1
            self.entered[self.entries] = hex
            self.following[self.entries] = -1
            self.following[self.tail[cost]] = self.entries
            self.tail[cost] = self.entries
            self.entries += 1


class Grid:
    """Which hex lies next to which, and the floods over it.

    `neighbours` has six entries per hex, -1 off the map; direction d is undone by (d + 3) % 6.
    """

    __slots__ = ("_neighbours", "_spare", "size")

    def __init__(self, neighbours: Sequence[int]) -> None:
        self.size = len(neighbours) // 6
        if len(neighbours) != 6 * self.size:
            raise ValueError(f"{len(neighbours)} neighbours: expected six per hex")
        self._neighbours = numbers(6 * self.size, self.size)  # off the map there is one hex more, never free
        for side, there in enumerate(neighbours):
            if there == -1:
                continue
            here, direction = divmod(side, 6)
            if not 0 <= there < self.size or neighbours[6 * there + (direction + 3) % 6] != here:
                raise ValueError(f"hex {here} has {there} in direction {direction}, but not the other way round")
            self._neighbours[side] = there
        self._spare: list[Scratch] = []

    def __reduce__(self) -> tuple[type[Grid], tuple[list[int]]]:
        return Grid, ([there if there < self.size else -1 for there in self._neighbours],)

    def reach(
        self, prices: bytes, start: int, budget: int, closed: Bits = NO_HEX, stop: Bits = NO_HEX, barred: Bits = NO_HEX
    ) -> Reach:
        """Every hex that can be reached from `start` for `budget` or less, with its cheapest cost and route.

        Hexes of `closed` are not entered; those of `stop` are entered but not left again, except for the start;
        hexsides of `barred` are not crossed in the direction they are left in.
        """
        self._check(prices, budget)
        self._check_hex(start)
        scratch = self._scratch()
        scratch.enter(start, 0)
        length = self._flood(scratch, prices, budget, False, closed, stop, barred)
        found = scratch.settled_row[:length]
        self._spare.append(scratch)
        return Reach(start, budget, self.size, found)

    def trace(
        self, prices: bytes, sources: Iterable[int], limit: int, closed: Bits = NO_HEX, head_start: Sequence[int] = ()
    ) -> Trace:
        """For every hex the cheapest way to a source, if it costs `limit` or less.

        Charged is the step as walked towards the source: from an outer hex o to the next one inwards, the price of
        leaving o. Hexes of `closed` are not walked on, but a source counts even there. `head_start`, one per source,
        is what a way ending there costs to begin with.
        """
        self._check(prices, limit)
        sources = list(sources)
        if head_start and len(head_start) != len(sources):
            raise ValueError(f"{len(head_start)} head starts for {len(sources)} sources")
        for source in sources:
            self._check_hex(source)
        for start in head_start:
            if start < 0:
                raise ValueError(f"head start {start}: expected 0 or more")
        scratch = self._scratch()
        starts = zip(head_start or [0] * len(sources), sources, strict=True)
        for start, source in sorted(starts, key=itemgetter(0)):  # cheapest first, so that each enters only once
            if start <= limit:
                scratch.enter(source, start)
        length = self._flood(scratch, prices, limit, True, closed, NO_HEX, NO_HEX)
        cost_of = array("h", [UNREACHED]) * self.size
        towards = array("i", [-1]) * self.size
        copy_out(scratch.settled, length, cost_of, towards)
        self._spare.append(scratch)
        return Trace(limit, cost_of, towards)

    def traced(self, prices: bytes, sources: Bits, limit: int, closed: Bits = NO_HEX, outer: Bits = NO_HEX) -> Bits:
        """The hexes that `trace` reaches, for whoever needs neither costs nor ways; sources come as Bits, those
        of `outer` with a head start of 1."""
        scratch = self._scratch()
        length = self._flood_from(scratch, prices, sources, limit, closed, outer)
        found = settled_bits(scratch.settled, length, self.size)
        self._spare.append(scratch)
        return found

    def lengths(self, prices: bytes, sources: Bits, limit: int, closed: Bits = NO_HEX, outer: Bits = NO_HEX) -> bytes:
        """By hex what `traced` found its way to cost, NEVER if there is none; `limit` is below NEVER."""
        if limit >= NEVER:
            raise ValueError(f"limit {limit}: expected 0 to {NEVER - 1}")
        scratch = self._scratch()
        length = self._flood_from(scratch, prices, sources, limit, closed, outer)
        found = settled_costs(scratch.settled, length, self.size)
        self._spare.append(scratch)
        return found

    def spread(self, prices: bytes, sources: Iterable[tuple[Bits, int]], limit: int, closed: Bits = NO_HEX) -> bytes:
        """By hex what its cheapest way to a source costs, as `lengths` tells it: sets of sources, each with what a way
        that ends there costs to begin with."""
        self._check(prices, limit)
        if limit >= NEVER:
            raise ValueError(f"limit {limit}: expected 0 to {NEVER - 1}")
        scratch = self._scratch()
        for places, start in sorted(sources, key=itemgetter(1)):  # cheapest first, so that each enters only once
            if 0 <= start <= limit:
                enter_all(scratch, places, self.size, start)
        length = self._flood(scratch, prices, limit, True, closed, NO_HEX, NO_HEX)
        found = settled_costs(scratch.settled, length, self.size)
        self._spare.append(scratch)
        return found

    def _flood_from(self, scratch: Scratch, prices: bytes, sources: Bits, limit: int, closed: Bits, outer: Bits) -> int:
        """Flood from sets of sources; how much of `settled` that fills."""
        self._check(prices, limit)
        enter_all(scratch, sources, self.size, 0)
        if limit > 0:
            enter_all(scratch, outer, self.size, 1)
        return self._flood(scratch, prices, limit, True, closed, NO_HEX, NO_HEX)

    def zone(self, hexes: Iterable[int], barred: Bits = NO_HEX) -> Bits:
        """The hexes next to any of `hexes`, not counting across hexsides of `barred`."""
        neighbours = self._neighbours
        places = hexes if isinstance(hexes, Bits) else Bits(hexes, self.size)
        walls = barred.row(6 * self.size)
        inner = places.row(self.size)
        bits = bytearray((self.size + 7) // 8)
        if inner:
            for place in range((self.size + 7) // 8):
                byte = inner[place]
                here = 8 * place
                while byte and here < self.size:
                    if byte & 1:
                        for side in range(6 * here, 6 * here + 6):
                            there = neighbours[side]
                            if there < self.size and not (walls and walls[side >> 3] >> (side & 7) & 1):
                                bits[there >> 3] |= 1 << (there & 7)
                    byte >>= 1
                    here += 1
        return Bits.from_bytes(bits)

    def _check(self, prices: bytes, budget: int) -> None:
        if len(prices) != 6 * self.size:
            raise ValueError(f"{len(prices)} prices: expected {6 * self.size}")
        if not 0 <= budget <= LIMIT:
            raise ValueError(f"budget or limit {budget}: expected 0 to {LIMIT}")

    def _check_hex(self, hex: int) -> None:
        if not 0 <= hex < self.size:
            raise ValueError(f"hex {hex}: expected 0 to {self.size - 1}")

    def _scratch(self) -> Scratch:
        """A clean scratch, out of reach of other threads until it is put back; one left behind midway is lost."""
        try:
            return self._spare.pop()
        except IndexError:
            return Scratch(self.size)

    def _flood(
        self, scratch: Scratch, prices: bytes, limit: int, inwards: bool, closed: Bits, stop: Bits, barred: Bits
    ) -> int:
        """Settle all that can be paid for, cheapest first, from what was entered; how much of `settled` that fills.

        `inwards` charges steps towards the source instead of away from it.
        """
        neighbours = self._neighbours
        walls = barred.row(6 * self.size)  # the longest first: a set that is two of these is lengthened but once
        shut = closed.row(self.size)
        halt = stop.row(self.size)
        best = scratch.best
        origin = scratch.origin
        tail = scratch.tail
        entered = scratch.entered
        following = scratch.following
        settled = scratch.settled
        entries = scratch.entries
        dearest = NEVER - 1
        unfound = UNFOUND
        pending = entries - unfound
        place = 0
        cost = 0
        while pending:
            entry = following[cost]
            while entry >= 0:
                pending -= 1
                here = entered[entry]
                if best[here] == cost:  # otherwise found more cheaply since
                    settled[place] = here
                    settled[place + 1] = cost
                    settled[place + 2] = origin[here]
                    if not halt or place == 0 or not halt[here >> 3] >> (here & 7) & 1:
                        affordable = limit - cost if limit - cost < dearest else dearest
                        for side in range(6 * here, 6 * here + 6):
                            there = neighbours[side]
                            known = best[there]
                            if known <= cost:
                                continue
                            price = prices[6 * there + (side + 3) % 6] if inwards else prices[side]
                            total = cost + price
                            if price > affordable or total >= known:
                                continue
                            if shut and shut[there >> 3] >> (there & 7) & 1:
                                continue
                            if walls and walls[side >> 3] >> (side & 7) & 1:
                                continue
                            best[there] = total
                            origin[there] = place
                            entered[entries] = there
                            following[entries] = -1
                            following[tail[total]] = entries
                            tail[total] = entries
                            entries += 1
                            pending += 1
                    place += 3
                entry = following[entry]
            following[cost] = -1
            tail[cost] = cost
            cost += 1
        for entry in range(unfound, entries):
            best[entered[entry]] = unfound
        scratch.entries = unfound
        return place


def cheaper(
    places: tuple[H, ...], most: int, costs: bytes, lines: bytes, longest: int, more: int, gains: bytes
) -> list[H]:
    """Those of these places that cost less than `most`, the cheapest first: by place what it costs, more where a line
    is longer than that, less what is gained there."""
    found: list[tuple[int, H]] = []
    size = min(len(costs), len(lines), len(gains))
    for place in places:
        hex = place
        if not 0 <= hex < size:
            raise ValueError(f"hex {hex}: expected 0 to {size - 1}")
        cost = costs[hex] - gains[hex]
        if lines[hex] > longest:
            cost += more
        if cost < most:
            found.append((cost, place))
    if len(found) > 1:
        found.sort(key=itemgetter(0))
    return [place for _, place in found]


def copy_out(
    settled: MutableSequence[int], length: int, cost_of: MutableSequence[int], towards: MutableSequence[int]
) -> None:
    """Spread settled hexes over the board: the cost of each, and the next hex on its way (-1 at a source)."""
    for place in range(0, length, 3):
        here = settled[place]
        cost_of[here] = settled[place + 1]
        if settled[place + 2] >= 0:
            towards[here] = settled[settled[place + 2]]


def enter_all(scratch: Scratch, sources: Bits, size: int, cost: int) -> None:
    """Put every hex of a set into the queue."""
    row = sources.row(size)
    if row:
        for place in range((size + 7) // 8):
            byte = row[place]
            if byte:
                for bit in range(8):
                    if byte >> bit & 1 and 8 * place + bit < size:
                        scratch.enter(8 * place + bit, cost)


def settled_bits(settled: MutableSequence[int], length: int, size: int) -> Bits:
    """The hexes that were settled."""
    bits = bytearray((size + 7) // 8)
    for place in range(0, length, 3):
        here = settled[place]
        bits[here >> 3] |= 1 << (here & 7)
    return Bits.from_bytes(bits)


def settled_costs(settled: MutableSequence[int], length: int, size: int) -> bytes:
    """By hex what it cost, or NEVER."""
    costs = bytearray(b"\xff") * size
    for place in range(0, length, 3):
        costs[settled[place]] = settled[place + 1]
    return bytes(costs)


def place_of(settled: MutableSequence[int], hex: int) -> int:
    """Where among settled hexes this one stands, or -1."""
    for place in range(0, len(settled), 3):
        if settled[place] == hex:
            return place
    return -1


def reached_bits(cost_of: array[int]) -> Bits:
    """The hexes that have a cost."""
    bits = bytearray((len(cost_of) + 7) // 8)
    for here in range(len(cost_of)):
        if cost_of[here] >= 0:
            bits[here >> 3] |= 1 << (here & 7)
    return Bits.from_bytes(bits)


class Reach:
    """The hexes a flood reached, in the order it settled them; the start comes first and costs 0.

    Holds only what was reached and depends on no later flood, so it can be filed as long as its facts hold.
    """

    __slots__ = ("_asked", "_found", "_places", "_size", "budget", "start")

    def __init__(self, start: int, budget: int, size: int, found: MutableSequence[int]) -> None:
        self.start = start
        self.budget = budget
        self._size = size
        self._found = found  # hex, cost, position of the hex before it; and so on
        self._places: dict[int, int] | None = None
        self._asked = 0

    def _place(self, hex: int) -> int:
        """Where the hex stands in `_found`: looked for a few times, then looked up."""
        if self._places is None:
            if self._asked < 4:
                self._asked += 1
                return place_of(self._found, hex)
            self._places = dict(zip(self._found[::3], range(0, len(self._found), 3), strict=True))
        return self._places.get(hex, -1)

    def __contains__(self, hex: int) -> bool:
        return self._place(hex) >= 0

    def __len__(self) -> int:
        return len(self._found) // 3

    def __iter__(self) -> Iterator[int]:
        return iter(self._found[::3])

    def items(self) -> Iterator[tuple[int, int]]:
        """Each hex with its cost."""
        return zip(self._found[::3], self._found[1::3], strict=True)

    @property
    def reached(self) -> Bits:
        """The same hexes as a set."""
        return settled_bits(self._found, len(self._found), self._size)

    def cost(self, hex: int) -> int:
        """What the cheapest way costs, or UNREACHED."""
        place = self._place(hex)
        return self._found[place + 1] if place >= 0 else UNREACHED

    def left(self, hex: int) -> int:
        """What remains of the budget on arrival, or UNREACHED."""
        place = self._place(hex)
        return self.budget - self._found[place + 1] if place >= 0 else UNREACHED

    def route(self, hex: int) -> tuple[int, ...]:
        """The cheapest way there, from the start to the hex, both included; () if it was not reached."""
        place = self._place(hex)
        hexes = []
        while place >= 0:
            hexes.append(self._found[place])
            place = self._found[place + 2]
        hexes.reverse()
        return tuple(hexes)


class Trace:
    """For every hex of the board the cheapest way to a source; `cost_of[hex]` is its cost, or UNREACHED."""

    __slots__ = ("_towards", "cost_of", "limit")

    def __init__(self, limit: int, cost_of: array[int], towards: array[int]) -> None:
        self.limit = limit
        self.cost_of = cost_of
        self._towards = towards  # by hex, the next hex on the way; -1 at a source

    def __contains__(self, hex: int) -> bool:
        return self.cost(hex) >= 0

    def cost(self, hex: int) -> int:
        """What the way from the hex to a source costs, or UNREACHED."""
        return self.cost_of[hex]

    @property
    def reached(self) -> Bits:
        """The hexes that can trace."""
        return reached_bits(self.cost_of)

    def path(self, hex: int) -> tuple[int, ...]:
        """The way from the hex to its source, both included; () if there is none."""
        if self.cost(hex) < 0:
            return ()
        hexes = []
        while hex >= 0:
            hexes.append(hex)
            hex = self._towards[hex]
        return tuple(hexes)
