"""GEW 22.1 and 22.2: retreating, unit by unit and hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sandtable.core.bits import NO_HEX, Bits
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import DONE, HEX, UNIT, Form, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.hexes import Hexside
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.gew.options import O34_ELITE_RETREAT
from sandtable.systems.gew.s06_control import enter
from sandtable.systems.gew.s13_zones import contested, zone_of
from sandtable.systems.gew.s14_stacking import no_room
from sandtable.systems.gew.s17_march import closed_to
from sandtable.systems.gew.s19_landings import go_back, landing
from sandtable.systems.gew.s32_staging_areas import by_land
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import HEXSIDES, SIDE_OF_POWER, Theatre


class Retreat(Procedure):
    """22.1 Each of these units goes so many hexes; who cannot is eliminated."""

    side: Side
    units: tuple[UnitId, ...]
    hexes: int
    choice: tuple[Any, ...] = ()

    @step("22.1")
    def cannot_walk(self, state: GewState) -> Result:
        """22.1l, 22.2 Static units die; landings go back; airborne units have nowhere to go (22.1h)."""
        for unit in self.units:
            if (carried := landing(state, unit)) is not None:
                go_back(state, carried)
            elif not state.theatre.movement[unit]:
                state.eliminate(unit, "22.1")
            else:
                continue
            self.units = tuple(each for each in self.units if each != unit)
        return None

    @step("22.1")
    def choose(self, state: GewState) -> Result:
        if self.able(state):
            return Ask(self.side, RETREAT, "choice")
        for unit in self.units:  # 22.1j, G22-1: no way long enough, or only through enemy zones
            state.eliminate(unit, "22.1")
        return Done()

    @step("22.1")
    def go(self, state: GewState) -> Result:
        unit, route = self.choice
        self.choice = ()
        self.units = tuple(each for each in self.units if each != unit)
        for place in route:
            enter(state, unit, place, "22.1")
        return Goto("choose")

    # ------------------------------------------------------------------ the question

    def able(self, state: GewState) -> list[UnitId]:
        """Units that can retreat now; one that cannot may be able to once another has made a way (13.3)."""
        return [unit for unit in self.units if ways(state, unit, self.hexes).possible]

    def not_able(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        if unit not in self.units:
            yield Violation("22.1", say("{unit} does not have to retreat", unit), units=(unit,))
        elif not ways(state, unit, self.hexes).possible:
            yield Violation("22.1", say("{unit} has no way of {far} hexes", unit, self.hexes), units=(unit,))

    def onward(self, state: GewState, unit: UnitId, route: tuple[Hex, ...]) -> list[Hex]:
        return list(ways(state, unit, self.hexes).onward(route))

    def bad_step(self, state: GewState, unit: UnitId, route: tuple[Hex, ...], pick: Hex | str) -> Iterator[Violation]:
        """22.1a-g"""
        found = ways(state, unit, self.hexes)
        if pick == DONE:
            if not found.ended(route):
                where = "has no room" if len(route) >= self.hexes else f"is {len(route)} of {self.hexes} hexes away"
                yield Violation("22.1", f"a retreat goes on until it has its length and room: this {where}", route[-1:])
            return
        assert not isinstance(pick, str)
        if pick not in found.onward(route):
            yield from why_not_there(state, unit, self.hexes, route, pick)


def why_not_there(state: GewState, unit: UnitId, hexes: int, route: tuple[Hex, ...], to: Hex) -> Iterator[Violation]:
    """Every reason against the next hex of a retreat."""
    found, start = ways(state, unit, hexes), Hex(state.hex_of[unit])
    here, board = (route or (start,))[-1], state.scenario.board
    if found.ended(route):
        yield Violation("22.1", "the retreat ends here", route[-1:])
    elif to >= state.theatre.hexes:
        yield Violation("22.1", "only Soviet units next to their staging area can retreat there", (to,))
    elif to not in board.around(here):
        yield Violation("22.1", "it is not the next hex", (here, to))
    else:
        reasons = list(barred(state, unit, here, to))
        if board.layout.distance(start, to) != len(route) + 1:
            reasons.append(Violation("22.1", "each hex leads one farther away", (start, to)))
        if not reasons and found.deadly(to, route):
            units = zone_of(state, enemy(SIDE_OF_POWER[state.power_of(unit)]), to)
            reasons.append(Violation("22.1", "an enemy zone is there, and none of your units", (to,), units))
        yield from reasons or [Violation("22.1", "from there the retreat cannot be finished", (to,))]


def barred(state: GewState, unit: UnitId, here: Hex, to: Hex) -> Iterator[Violation]:
    """22.1a and c: hexes and hexsides that are closed to it."""
    theatre, side = state.theatre, state.scenario.board.layout.side(here, to)
    if to in closed_to(state, unit):
        yield Violation("22.1", say("{unit} may not enter: enemies, neutrals, or not its area", unit), (to,))
    if theatre.prices[theatre.mover[unit]][side] >= NEVER:
        yield Violation("22.1", say("{unit} cannot enter this terrain, or not from there", unit), (to,))
    elif not may_cross(state, side, "retreat", theatre.type[unit] == "marine"):
        yield Violation("22.1", say("{unit} cannot retreat across the {water}", unit, theatre.water[side]), (here, to))


def ready(retreat: Retreat, state: GewState) -> tuple[UnitId, ...]:
    return retreat.units


RETREAT = Form(
    "retreat", "22.1",
    Slot("unit", UNIT, ready, Retreat.not_able),
    Slot("route", HEX, Retreat.onward, Retreat.bad_step, many=True, ordered=True),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ ways


class Ways:
    """22.1 Every way a unit can retreat: by hex, length and zones passed, the next hexes from which it can end well.

    Each hex is one farther from the start than the last (G22-1). Where it would end over-stacked it goes on (22.1f).
    Worked out at once, so that it may be filed as a fact.
    """

    def __init__(self, state: GewState, unit: UnitId, hexes: int) -> None:
        theatre, self.hexes = state.theatre, hexes
        self.off_map = theatre.hexes  # places from this number on
        self.perilous = perilous_to(state, unit)
        self.spare = int(theatre.elite[unit] and state.option(O34_ELITE_RETREAT))  # O34.4
        self.unit, self.start = unit, Hex(state.hex_of[unit])
        self.exits: Bits = theatre.edge_ussr if by_land(state, unit) == theatre.staging_ussr else NO_HEX  # 22.1g, 31.3
        self.found: dict[tuple[Hex, int, int], tuple[Hex, ...]] = {}  # (): no way on, or the end
        self.ends: set[tuple[Hex, int, int]] = set()
        lanes = outward(theatre, state.scenario.charts, theatre.mover[unit], theatre.type[unit] == "marine", self.start)
        self.possible = self._look(state, closed_to(state, unit), lanes, self.start, 0, 0)

    def onward(self, route: tuple[Hex, ...]) -> tuple[Hex, ...]:
        return () if self.ended(route) else self.found.get(self._key(route), ())

    def ended(self, route: tuple[Hex, ...]) -> bool:
        return bool(route) and (route[-1] >= self.off_map or self._key(route) in self.ends)

    def first(self) -> tuple[Hex, ...]:
        """The way that takes the first of the next hexes each time."""
        route: list[Hex] = []
        here, zones = self.start, 0
        while onward := self.found.get((here, len(route), zones)):
            here = onward[0]
            zones += here in self.perilous
            route.append(here)
        return tuple(route)

    def _key(self, route: tuple[Hex, ...]) -> tuple[Hex, int, int]:
        return (route or (self.start,))[-1], len(route), sum(place in self.perilous for place in route)

    def deadly(self, to: Hex, route: tuple[Hex, ...]) -> bool:
        """22.1b One zone more than the unit survives."""
        return to in self.perilous and sum(place in self.perilous for place in route) >= self.spare

    def _look(self, state: GewState, closed: Bits, lanes: Outward, here: Hex, length: int, zones: int) -> bool:
        """Does a way lead on from here, or end here?"""
        key = here, length, zones
        if key in self.found:
            return bool(self.found[key]) or key in self.ends
        self.found[key] = ()
        if length >= self.hexes and next(no_room(state, self.unit, here), None) is None:
            self.ends.add(key)
            return True
        onward = []
        for there in lanes[here]:
            if there not in closed:
                passed = zones + (there in self.perilous)
                if passed <= self.spare and self._look(state, closed, lanes, there, length + 1, passed):
                    onward.append(there)
        if here in self.exits:
            onward.append(state.theatre.staging_ussr)
        self.found[key] = tuple(onward)
        return bool(onward)


@fact
def ways(state: GewState, unit: UnitId, hexes: int) -> Ways:
    return Ways(state, unit, hexes)


def perilous_to(state: GewState, unit: UnitId) -> Bits:
    """22.1b, 13.3 The hexes in enemy zones, of which one is one too many; 31.3 not for partisans."""
    return NO_HEX if state.theatre.type[unit] == "partisan" else contested(state, SIDE_OF_POWER[state.power_of(unit)])


class Outward(dict[Hex, tuple[Hex, ...]]):
    """22.1c, G22-1 By hex, the hexes next to it that lie one farther from where a retreat starts, but for those to
    which land or water bars the way of such a unit. Looked up on the map when first asked for."""

    def __init__(self, theatre: Theatre, charts: Charts, mover: int, marine: bool, start: Hex) -> None:
        self.theatre, self.prices, self.start = theatre, theatre.prices[mover], start
        self.passed = _crossings(charts, "retreat")[marine]

    def __missing__(self, here: Hex) -> tuple[Hex, ...]:
        board, water, start = self.theatre.board, self.theatre.water, self.start
        away, around = board.layout.distance, enumerate(board.neighbours[6 * here : 6 * here + 6], 6 * here)
        farther = away(start, here) + 1
        self[here] = found = tuple(
            Hex(there)
            for side, there in around
            if there >= 0
            and self.prices[side] < NEVER
            and away(start, Hex(there)) == farther
            and water.get(Hexside(side)) in self.passed
        )
        return found


outward = lru_cache(maxsize=2048)(Outward)


def may_cross(state: GewState, side: Hexside, when: str, marine: bool) -> bool:
    """22.1c, 22.3 Whether a hexside can be crossed in a retreat or a pursuit: straits and lakes by marines (30.4)."""
    return state.theatre.water.get(side) in _crossings(state.scenario.charts, when)[marine]


@lru_cache(maxsize=64)
def _crossings(charts: Charts, when: str) -> tuple[frozenset[str | None], frozenset[str | None]]:
    """The features that all may cross, and those that marines may; None, where there is none, among both."""
    says = {feature: charts.table("hexsides").read(feature, when) for feature in HEXSIDES}
    everyone = frozenset((None, *(feature for feature, who in says.items() if who == "all")))
    return everyone, everyone | {feature for feature, who in says.items() if who == "marines"}
