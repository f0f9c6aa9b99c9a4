"""A second reading of OCS: zones, steps, reach, draws, throws, trace and retreats, plain and slow.

Written from the rules in our words alone: hexes are `column.row` pairs read out of the board's file, costs are
fractions in a table of their own, every search is a plain Dijkstra. Of the engine it takes the columns of a position
and what is printed on counters; none of its rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.system import OCS

Spot = tuple[int, int]
LEG, TRACK, TRUCK = range(3)
COMBAT, MOVE, RESERVE, STRAT, EXPLOIT, DG = "combat", "move", "reserve", "strat", "exploit", "dg"
HALF, ALL = Fraction(1, 2), "All"
# 6.2 leg, track, truck; None: prohibited
ENTERING: dict[str, tuple[Any, Any, Any]] = {
    "open": (1, 1, 1), "desert": (1, 1, 1), "orchard": (1, 2, 2), "hills": (1, 2, 3), "rough": (1, 2, 3),
    "mountain": (2, 4, None), "high_mountain": (3, None, None), "sand": (2, 2, 4), "minor_city": (1, 1, 1),
    "sea": (None, None, None),
}  # fmt: skip
SIDE: dict[str, tuple[Any, Any, Any]] = {
    "minor_river": (1, 2, 3), "major_river": (ALL, None, None), "wadi": (1, 1, 2), "escarpment": (2, None, None),
    "low_escarpment": (1, 2, 3),
}  # fmt: skip
ROAD: dict[str, tuple[Any, Any, Any]] = {
    "primary": (HALF, HALF, HALF), "secondary": (1, HALF, HALF), "track": (1, 1, 1), "rail": (1, 1, 1),
    "double_rail": (1, 1, 1),
}  # fmt: skip
# 9.4 the line, then armor, mech, other; 2 is for attackers alone
THIRD = Fraction(1, 3)
FOUGHT: dict[str, tuple[Any, ...]] = {
    "open": ("Open", 2, 2, 1), "desert": ("Open", 2, 2, 1), "sand": ("Open", 2, 2, 1), "orchard": ("Close", 1, 1, 1),
    "hills": ("Close", 1, 1, 1), "rough": ("Close", 1, 1, 1), "mountain": ("Very Close", HALF, HALF, 1),
    "minor_city": ("Very Close", THIRD, HALF, 1), "high_mountain": ("Extr Close", THIRD, HALF, 1),
}  # fmt: skip
ACROSS: dict[str, tuple[Any, ...]] = {
    "minor_river": (HALF, HALF, HALF), "major_river": (THIRD, THIRD, HALF), "escarpment": (HALF, HALF, 1),
    "low_escarpment": (HALF, HALF, 1),
}  # fmt: skip
LINES = {
    name: [Fraction(1, int(each[2:])) if each[1] == ":" and each[0] == "1" else Fraction(int(each.split(":")[0]))
           for each in said.split()]
    for name, said in (
        ("Extr Close", "1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1"),
        ("Very Close", "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1"),
        ("Close", "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1"),
        ("Open", "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1"),
    )
}  # fmt: skip
ONE_CLASS_LESS = {"minor_river": None, "major_river": "minor_river"}  # 13.8


class Map:
    """A title's board, read anew."""

    def __init__(self, title: str) -> None:
        folder = OCS.folder / "titles" / title
        said = json.loads((folder / "board.json").read_text(encoding="utf-8"))
        key, rows = said["terrain"]["key"], said["terrain"]["rows"]
        self.terrain: dict[Spot, str] = {
            (column + 1, len(rows) - nth): key[letter]
            for nth, row in enumerate(rows) for column, letter in enumerate(row) if letter != " "
        }  # fmt: skip
        self.sides: dict[frozenset[Spot], set[str]] = {}
        for feature, rivers in said["hexsides"].items():
            for river in rivers:
                for pair in river["sides"]:
                    one, other = map(spot, pair.split("/"))
                    self.sides.setdefault(frozenset((one, other)), set()).add(feature)
        self.links: dict[frozenset[Spot], set[str]] = {}
        for link, chains in said["links"].items():
            for chain in chains:
                for one, other in pairwise(map(spot, chain["hexes"])):
                    self.links.setdefault(frozenset((one, other)), set()).add(link)

    @lru_cache  # noqa: B019 maps live as long as the tests
    def around(self, here: Spot) -> list[Spot]:
        """Even columns lie half a hex higher."""
        column, row = here
        up = 1 if column % 2 == 0 else 0
        near = [(column, row + 1), (column, row - 1)]
        near += [(column + way, row + up - step) for way in (-1, 1) for step in (0, 1)]
        return [there for there in near if there in self.terrain]

    @cached_property
    def rails(self) -> dict[Spot, set[Spot]]:
        found: dict[Spot, set[Spot]] = {}
        for pair, links in self.links.items():
            if links & {"rail", "double_rail"}:
                for here in pair:
                    found.setdefault(here, set()).update(pair - {here})
        return found

    def step(self, here: Spot, there: Spot, mobility: int, bridged: Container[Spot] = (), storm: bool = False) -> Any:
        """6.2 What entering costs: a fraction, ALL, or None where it is prohibited."""
        found = self._one_way(here, there, mobility, bridged, storm)
        return None if self._one_way(there, here, mobility, bridged, storm) is None else found

    def _one_way(self, here: Spot, there: Spot, mobility: int, bridged: Container[Spot], storm: bool) -> Any:
        pair = frozenset((here, there))
        if pair in self.links:
            return min(Fraction(ROAD[link][mobility]) for link in self.links[pair])
        costs = [ENTERING[self.terrain[there]][mobility]]
        for feature in self.sides.get(pair, ()):
            less = ONE_CLASS_LESS.get(feature, feature) if here in bridged or there in bridged else feature
            if less is not None:
                costs.append(SIDE[less][mobility])
        if None in costs:
            return None
        if ALL in costs:
            return ALL
        return Fraction(sum(costs)) * (2 if storm else 1)

    def cheapest(
        self, start: Spot, limit: Fraction | None, price: Callable[[Spot, Spot], Any], closed: Container[Spot],
        stop: Container[Spot] = (),
    ) -> dict[Spot, Fraction]:  # fmt: skip
        """Every hex within a limit of points, and what it costs: closed ones are not entered, others not left."""
        found: dict[Spot, Fraction] = {}
        heap = [(Fraction(0), start)]
        while heap:
            cost, here = heappop(heap)
            if here in found:
                continue
            found[here] = cost
            if here in stop and here != start:
                continue
            for there in self.around(here):
                step = price(here, there)
                if there in closed or there in found or step is None or step == ALL:
                    continue
                if limit is None or cost + step <= limit:
                    heappush(heap, (cost + step, there))
        return found

    def crow(self, start: Spot, most: int) -> dict[Spot, int]:
        """How many hexes each is away."""
        found, edge = {start: 0}, [start]
        for away in range(1, most + 1):
            edge = [there for here in edge for there in self.around(here) if there not in found]
            found.update(dict.fromkeys(edge, away))
        return found


@lru_cache
def map_of(title: str) -> Map:
    return Map(title)


def spot(label: str) -> Spot:
    column, row = label.split(".")
    return int(column), int(row)


class Reading:
    """One position, read anew for one side."""

    def __init__(self, state: OcsState, side: int) -> None:
        self.state, self.side, self.foe, self.theatre = state, side, 1 - side, state.theatre
        self.map = map_of(state.scenario.name)
        self.units = range(len(state.owner))
        self._paths: dict[tuple[Spot, int, Fraction], set[Spot]] = {}
        self._steps: dict[int, dict[tuple[Spot, Spot], Any]] = {}

    # ------------------------------------------------------------------ what stands where

    def at(self, unit: int) -> Spot | None:
        hex = Hex(self.state.hex_of[unit])
        return spot(self.theatre.board.name(hex)) if 0 <= hex < self.theatre.board.hexes else None

    def printed(self, column: str, unit: int, face: int) -> str:
        """What a counter says on a face; many have but one."""
        counter = UnitId(unit)
        both = len(self.theatre.counters.faces_of(counter)) > 1
        return self.theatre.counters.printed(column, counter, face if both else 0) or ""

    def mode(self, unit: int) -> str:
        return (COMBAT, MOVE, RESERVE, STRAT, EXPLOIT, DG)[self.state.mode[unit]]

    def fighting(self, side: int) -> Iterator[int]:
        """3.2 Combat units on the map."""
        return (
            unit for unit in self.units
            if self.theatre.is_combat[unit] and self.state.owner[unit] == side and self.at(unit) is not None
        )  # fmt: skip

    def held(self, side: int) -> set[Any]:
        return {self.at(unit) for unit in self.fighting(side)}

    def controller(self, here: Spot) -> int | None:
        return self.state.controller(self.theatre.board.place(f"{here[0]}.{here[1]}"))

    @cached_property
    def foes(self) -> set[Any]:
        return self.held(self.foe)

    # ------------------------------------------------------------------ 4.5 zones

    def zone_of(self, side: int) -> set[Spot]:
        """4.5 Around who could attack, in Combat Mode or exploiting on that face, and is not out of supply."""
        found: set[Spot] = set()
        for unit in self.fighting(side):
            printed = self.printed("strength", unit, 0)
            shows_combat = self.state.face[unit] == 0
            ready = shows_combat and self.mode(unit) in (COMBAT, EXPLOIT) and not self.state.oos[unit]
            here = self.at(unit)
            if printed and not printed.startswith("(") and ready and here is not None:
                found.update(self.map.around(here))
        return found

    @cached_property
    def zone(self) -> set[Spot]:
        return self.zone_of(self.foe)

    @cached_property
    def hindering(self) -> set[Any]:
        """4.5b Where nobody stands who negates it; who might still move is held when it matters."""
        return self.zone - self.held(self.side)

    # ------------------------------------------------------------------ 12.3 draws and throws

    @cached_property
    def bridged(self) -> set[Any]:
        """13.8 HQs and engineers on their Combat face, in Combat Mode or disorganized."""
        return {
            self.at(unit) for unit in self.fighting(self.side)
            if self.theatre.kind_of[unit] in ("hq", "engineer") and self.state.face[unit] == 0
            and self.mode(unit) in (COMBAT, DG)
        }  # fmt: skip

    def supply_step(self, mobility: int) -> Callable[[Spot, Spot], Any]:
        """12.3d In fair weather, without trainbusting."""
        known: dict[tuple[Spot, Spot], Any] = self._steps.setdefault(mobility, {})

        def price(here: Spot, there: Spot) -> Any:
            if (here, there) not in known:
                known[here, there] = self.map.step(here, there, mobility, self.bridged)
            return known[here, there]

        return price

    def shut(self, mobility: int) -> set[Any]:
        """12.3 Not through enemy combat units; trucks not through zones that nobody negates."""
        return self.foes | (self.hindering if mobility == TRUCK else set())

    def reaches(self, start: Spot, goal: Spot, mobility: int, limit: Fraction) -> bool:
        """12.3, 12.3c To a hex or next to it."""
        near = {goal, *self.map.around(goal)}
        if start in near:
            return True
        return not near.isdisjoint(self._supplied(start, mobility, limit))

    def _supplied(self, start: Spot, mobility: int, limit: Fraction) -> set[Spot]:
        """The hexes that a path of supply gets to."""
        if (start, mobility, limit) not in self._paths:
            closed = self.shut(mobility)
            found = {} if start in closed else self.map.cheapest(start, limit, self.supply_step(mobility), closed)
            self._paths[start, mobility, limit] = set(found)
        return self._paths[start, mobility, limit]

    def mobility(self, unit: int) -> int:
        word = self.printed("mobility", unit, self.state.face[unit])
        return ("leg", "track", "truck").index(word or "truck")

    def throws(self, hq: int) -> Fraction:
        return Fraction(self.printed("throw", hq, self.state.face[hq]) or 0)

    @cached_property
    def throwers(self) -> list[int]:
        """12.3 HQs on the map that are not in Strat Mode."""
        return [unit for unit in self.fighting(self.side) if self.is_hq(unit) and self.mode(unit) != STRAT]

    def is_hq(self, unit: int) -> bool:
        return self.theatre.kind_of[unit] == "hq"

    def serves(self, hq: int, unit: int) -> bool:
        """13.1 A division's HQ: its own division, and independent units of its nation."""
        names, nations = self.theatre.counters["formation"], self.theatre.counters["nation"]
        if not names[hq] or unit == hq or names[hq] == names[unit]:
            return True
        alone = not names[unit] and int(self.theatre.counters["re"][unit] or 0) <= 4
        return alone and self.theatre.is_combat[unit] and nations[hq] == nations[unit]

    def piles(self) -> Iterator[tuple[Spot, int, str]]:
        """12.2 Where supply is, on which transport (-1: the ground), and which formation alone may use it."""
        for hex in map(Hex, range(self.theatre.board.hexes)):
            if self.state.dump[hex] and self.state.holder[hex] == self.side + 1:
                yield spot(self.theatre.board.name(hex)), -1, ""
        for unit in self.units:
            here = self.at(unit)
            if self.state.cargo[unit] and self.state.owner[unit] == self.side and here is not None:
                own = self.theatre.kind_of[unit] == "organic" and self.theatre.side_of[unit] == self.side
                yield here, unit, self.theatre.counters["formation"][unit] if own else ""

    def drawn(self, unit: int) -> set[tuple[Spot, int]]:
        """12.3 All supply that a unit gets at."""
        here, formation, found = self.at(unit), self.theatre.counters["formation"][unit], set()
        assert here is not None
        for place, carrier, only in self.piles():
            if only and only != formation:
                continue
            direct = self.reaches(here, place, TRUCK, Fraction(5))
            if direct or any(self.passes(hq, unit, place) for hq in self.throwers):
                found.add((place, carrier))
        return found

    def passes(self, hq: int, unit: int, place: Spot) -> bool:
        start, to, mobility = self.at(hq), self.at(unit), self.mobility(hq)
        assert start is not None
        assert to is not None
        return (
            self.serves(hq, unit) and self.reaches(start, to, mobility, self.throws(hq))
            and self.reaches(start, place, mobility, Fraction(5))
        )  # fmt: skip

    # ------------------------------------------------------------------ 12.6 trace

    @cached_property
    def sources(self) -> set[Spot]:
        """12.6 Those named, not the enemy's, not in a zone that nobody negates; ports that take a supply point."""
        found = set()
        for hex in self.theatre.sources[self.side]:
            here, port = spot(self.theatre.board.name(hex)), self.theatre.ports.get(hex)
            if here in self.foes or here in self.hindering or self.controller(here) == self.foe:
                continue
            if port is not None and self.side in port.sources:
                part = (100, 80, 60, 40, 20)[self.state.port_hits[hex]]
                tokens = (port.tokens * part * 2 + 100) // 200
                if self.controller(here) != self.side or tokens < 4:
                    continue
            found.add(here)
        return found

    @cached_property
    def kept(self) -> dict[Spot, frozenset[Any]]:
        """12.6 Ports whose supply only some HQs pass on."""
        return {
            spot(self.theatre.board.name(hex)): port.hqs for hex, port in self.theatre.ports.items()
            if port.hqs and self.side in port.sources
        }  # fmt: skip

    @cached_property
    def points(self) -> set[Spot]:
        """12.6, 12.7 Sources, railheads linked to them, extenders that reach one of these or each other."""
        closed = self.foes | self.hindering
        base = self.sources - self.kept.keys()
        extenders: dict[Spot, int] = {}
        for unit in self.units:
            here = self.at(unit)
            if self.state.extends[unit] and self.state.owner[unit] == self.side and here is not None:
                extenders[here] = LEG if self.theatre.kind_of[unit] in ("wagon", "mule") else TRUCK
        working: set[Spot] = set()
        while True:
            heads = self._railheads(base, working, closed)
            goals = base | heads | working
            more = {
                here for here, mobility in extenders.items()
                if here not in working and here not in closed and any(
                    self.reaches(here, goal, mobility, Fraction(20 if mobility == TRUCK else 10)) for goal in goals
                )
            }  # fmt: skip
            if not more:
                return (self.sources | heads | working) - closed
            working |= more

    def _railheads(self, base: set[Spot], working: set[Spot], closed: set[Any]) -> set[Spot]:
        """13.3 Rail hexes linked to a source, with a village, a city, a port or an HQ that is an engineer; 13.3h no
        path leads through such a village, city or port that the enemy holds."""
        closed = closed | {here for here in self.map.rails if self._stop(here) and self.controller(here) == self.foe}
        begin = base | working | {near for here in working for near in self.map.around(here)}
        edge = [here for here in begin if here in self.map.rails and here not in closed]
        linked = set(edge)
        while edge:
            here = edge.pop()
            for there in self.map.rails[here]:
                if there not in linked and there not in closed:
                    linked.add(there)
                    edge.append(there)
        hqs = {self.at(unit) for unit in self.fighting(self.side) if self.is_hq(unit)} & self.bridged
        found = set()
        for here in linked:
            if (self._stop(here) or here in hqs) and self.controller(here) != self.foe:
                found.add(here)
        return found

    def _stop(self, here: Spot) -> bool:
        symbols = self.theatre.board.symbols(self.theatre.board.place(f"{here[0]}.{here[1]}"))
        return bool(symbols & {"village", "minor_city", "major_city", "port"})

    def traced(self, unit: int) -> bool:
        """12.6 By itself, or by an HQ that draws."""
        here = self.at(unit)
        assert here is not None
        if any(self.reaches(here, point, TRUCK, Fraction(5)) for point in self.points):
            return True
        for hq in self.throwers:
            start, mobility = self.at(hq), self.mobility(hq)
            assert start is not None
            if self.serves(hq, unit) and self.reaches(start, here, mobility, self.throws(hq)):
                mine = [point for point in self.points if point not in self.kept or hq in self.kept[point]]
                if any(self.reaches(start, point, mobility, Fraction(5)) for point in mine):
                    return True
        return False

    # ------------------------------------------------------------------ 6.1 movement

    @cached_property
    def busted(self) -> set[Spot]:
        """14.8 The enemy's trainbusting markers."""
        return {
            spot(self.theatre.board.name(hex)) for hex, by in enumerate(self.state.busted)  # type: ignore[arg-type]
            if by == self.foe + 1
        }  # fmt: skip

    def move_step(self, mobility: int) -> Callable[[Spot, Spot], Any]:
        slow = self.busted | (
            set() if mobility == LEG else {near for here in self.busted for near in self.map.around(here)}
        )
        storm = self.state.ground == "storm"

        def price(here: Spot, there: Spot) -> Any:
            found = self.map.step(here, there, mobility, self.bridged, storm)
            return found if found in (None, ALL) else found + (there in slow)

        return price

    @cached_property
    def prizes(self) -> set[Any]:
        """9.14 Hexes with the enemy's non-combat units, and none of his combat units."""
        found = {place for place, _, _ in Reading(self.state, self.foe).piles()}
        for unit in self.units:
            if self.state.owner[unit] == self.foe and not self.theatre.is_combat[unit]:
                found.add(self.at(unit))  # type: ignore[arg-type]
        for hex in range(self.theatre.board.hexes):
            here = spot(self.theatre.board.name(hex))  # type: ignore[arg-type]
            thing = self.state.base[hex] or self.state.hedgehog[hex] or hex in self.theatre.ports
            if thing and self.controller(here) == self.foe:
                found.add(here)
        return found - self.foes

    def reach(self, unit: int, allowance: Fraction, spent: Fraction) -> dict[Spot, Fraction | None]:
        """6.1 Where a unit that moves alone as it stands may end, and what it costs; None: all it has."""
        here, mobility, mode = self.at(unit), self.mobility(unit), self.mode(unit)
        assert here is not None
        left = allowance - spent
        others = {self.at(other) for other in self.fighting(self.side) if other != unit}
        stop = self.zone - others if mobility == TRUCK else set()
        if left <= 0 or (spent and here in stop and self.state.began[unit] != self.state.hex_of[unit]):
            return {}
        closed = set(self.foes)
        printed = self.printed("strength", unit, self.state.face[unit])
        if printed and not printed.startswith("(") and mode not in (STRAT, RESERVE):
            stop |= self.prizes
        else:
            closed |= self.prizes
        if mode == STRAT:
            closed |= self.zone
        price = self.move_step(mobility)
        found: dict[Spot, Fraction | None] = dict(self.map.cheapest(here, left, price, closed, stop))
        if not spent:
            for there in self.map.around(here):
                if there not in found and there not in closed and price(here, there) is not None:
                    found[there] = None
        del found[here]
        return found

    # ------------------------------------------------------------------ 9.12 retreats

    def retreats(self, unit: int, hexes: int, barred: Iterable[Spot]) -> set[Spot]:
        """9.12 The hexes exactly so far away that can be walked to within that distance."""
        start = self.at(unit)
        assert start is not None
        ma = [int(self.printed("ma", unit, face) or 0) for face in (0, 1)]
        face = self.state.face[unit]
        if len(self.theatre.counters.faces_of(UnitId(unit))) > 1 and (self.is_hq(unit) or not ma[face]):
            face = 1
        if not ma[face]:
            return set()
        word = self.printed("mobility", unit, face)
        mobility = ("leg", "track", "truck").index(word or "truck")
        away = self.map.crow(start, hexes)
        closed = self.foes | set(barred)
        if self.mode(unit) == STRAT:
            closed |= self.zone
        if not self.could_attack(unit):
            closed |= self.prizes
        found, edge = {start}, [start]
        while edge:
            here = edge.pop()
            for there in self.map.around(here):
                passable = self.map.step(here, there, mobility, self.bridged) is not None
                if there in away and there not in found and there not in closed and passable:
                    found.add(there)
                    edge.append(there)
        return {there for there in found if away[there] == hexes}

    def could_attack(self, unit: int) -> bool:
        """4.4"""
        printed = self.printed("strength", unit, self.state.face[unit])
        return bool(printed) and not printed.startswith("(") and self.mode(unit) not in (STRAT, RESERVE)

    # ------------------------------------------------------------------ 9.3 to 9.9 combat

    def combat(
        self, target: Spot, units: Iterable[int], rated: tuple[int, int], bare: Container[int], proportional: bool
    ) -> tuple[Fraction, set[tuple[Fraction, int]], int, int]:
        """9.3 to 9.9 An attack of this side: its strength; what the defence comes to and the column, for each terrain
        with which the defender does best; what both rolls get."""
        theirs = [unit for unit in self.fighting(self.foe) if self.at(unit) == target]
        hog = self.state.hedgehog[self.theatre.board.place(f"{target[0]}.{target[1]}")]
        guard = max([2 if hog else 0, *(self._anti_tank(unit) for unit in theirs)])
        here = self._terrains(target)
        attack = Fraction(0)
        for start in {self.at(unit) for unit in units}:
            stack = [unit for unit in units if self.at(unit) == start]
            crossed = self.map.sides.get(frozenset((start, target)), set())  # type: ignore[arg-type]
            choices: list[Callable[[int], Any]] = [partial(self._doubled, terrain, guard) for terrain in here]
            choices += [partial(self._across, side) for side in crossed]
            base = {unit: self._strength(unit, True, False, proportional) for unit in stack}
            attack += min(sum((base[unit] * choice(unit) for unit in stack), Fraction(0)) for choice in choices)
        found = set()
        for terrain in here:
            line, *factors = FOUGHT[terrain]
            defence = sum(
                (self._strength(unit, False, unit in bare, proportional)
                 * (1 if factors[self._class(unit)] == 2 else factors[self._class(unit)]) for unit in theirs),
                Fraction(0),
            )  # fmt: skip
            found.add((defence, self._column(LINES[line], attack, defence)))
        best = min(column for _, column in found)
        mine, other = (self._rating(unit) for unit in rated)
        return attack, {each for each in found if each[1] == best}, mine - other - bool(hog), mine - other - hog

    def _terrains(self, here: Spot) -> set[str]:
        symbols = self.theatre.board.symbols(self.theatre.board.place(f"{here[0]}.{here[1]}"))
        return {self.map.terrain[here], *(symbols & {"minor_city", "major_city"})}

    def _class(self, unit: int) -> int:
        return ("armor", "mech", "other").index(self.theatre.counters["category"][unit])

    def _anti_tank(self, unit: int) -> int:
        """9.4e Two: heavy, one: light."""
        symbols = set((self.theatre.counters["symbols"][unit] or "").split())
        if self._class(unit) == 0 or symbols & {"at", "aa"}:
            return 2
        return (2 if "tank" in symbols else 1) if self._class(unit) == 1 else 0

    def _across(self, side: str, unit: int) -> Any:
        return ACROSS[side][self._class(unit)]

    def _doubled(self, terrain: str, guard: int, unit: int) -> Fraction:
        factor = Fraction(FOUGHT[terrain][1 + self._class(unit)])
        return Fraction(3, 2) if factor == 2 and guard >= self._anti_tank(unit) else factor

    def _strength(self, unit: int, attacks: bool, bare: bool, proportional: bool) -> Fraction:
        """5.3 Printed on the face, by mode, supply and steps; HQs and artillery print none."""
        said = self.printed("strength", unit, self.state.face[unit])
        found = Fraction(said.strip("()") or (1 if not self.is_hq(unit) else 1 if self.state.face[unit] else 5))
        printed, left = self.theatre.full_steps[unit], self.state.steps[unit]
        if printed > 1 and proportional:
            found = Fraction((2 * found * left + printed) // (2 * printed))
        elif printed > 1 and (left < printed if attacks else 2 * left <= printed):
            found *= HALF
        found *= {DG: HALF, RESERVE: 1 if attacks else HALF, STRAT: 0}.get(self.mode(unit), 1)
        return found * (HALF if self.state.oos[unit] else 1) * (HALF if bare else 1)

    def _rating(self, unit: int) -> int:
        printed = int(self.printed("ar", unit, self.state.face[unit]) or 0)
        return 0 if self.mode(unit) == STRAT else printed - (self.mode(unit) == DG)

    def _column(self, line: list[Fraction], attack: Fraction, defence: Fraction) -> int:
        """5.4 Round, then the last column that is not above."""
        if not attack and not defence:
            odds = Fraction(1)
        elif not defence:
            return len(line) - 1
        elif not attack:
            return 0
        elif attack >= defence:
            odds = Fraction((2 * attack + defence) // (2 * defence))
        else:
            odds = Fraction(1, int((2 * defence + attack) // (2 * attack)))
        return max([0, *(nth for nth, each in enumerate(line) if each <= odds)])

    # ------------------------------------------------------------------ 10.0 barrages

    def barrage(self, target: Spot, halves: int, kind: str, strategic: bool, near: bool, far: bool) -> int:
        """10.0a The column of a barrage of the enemy's units in a hex."""
        points = max(1, (halves + 1) // 2)
        start = max(nth for nth, least in enumerate((0, 2, 3, 5, 8, 12, 17, 25, 41, 69, 117)) if points >= least)
        groups: dict[Any, int] = {}
        for unit in self.fighting(self.foe):
            if self.at(unit) == target:
                name = self.theatre.counters["formation"][unit]
                size = int(self.theatre.counters["re"][unit])
                steps = self.state.steps[unit]
                multi = self.theatre.full_steps[unit] > 1
                key = name or (("multi", unit) if multi else "others")
                groups[key] = groups.get(key, 0) + (4 * steps if multi else size)
        dense = sum(size if key == "others" else min(size, 12) for key, size in groups.items())
        shift = -1 if dense <= 4 else sum(dense > 4 * more for more in (3, 4, 5, 6))
        shift -= bool(self.state.hedgehog[self.theatre.board.place(f"{target[0]}.{target[1]}")])
        shift -= max({"Open": 0, "Close": 1, "Very Close": 1, "Extr Close": 2}[FOUGHT[each][0]]
                     for each in self._terrains(target))  # fmt: skip
        spotter = any(self.at(unit) in self.map.around(target) for unit in self.fighting(self.side))
        shift -= 3 if strategic or not spotter else 0
        strat = any(self.at(unit) == target and self.mode(unit) == STRAT for unit in self.fighting(self.foe))
        shift += 3 * strat + (near and kind == "air" and not strategic) - (far and kind == "air")
        return min(10, max(0, start + shift))
