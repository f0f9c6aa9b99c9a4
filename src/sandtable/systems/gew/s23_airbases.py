"""GEW 23.3 to 23.5, 29.4 and 30.8: where air units fly from, how far, and how many share a hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from sandtable.core.bits import Bits, among, union
from sandtable.core.kernels import Trace
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.options import O38_AIR
from sandtable.systems.gew.s06_control import controlled
from sandtable.systems.gew.s12_supply import friendly_sea, hex_lines, sources
from sandtable.systems.gew.s13_zones import neutral_ground
from sandtable.systems.gew.s15_impulses import thaw
from sandtable.systems.gew.state import LINES, MARKERS, SIDES_OF_POWERS, SORTIES, GewState
from sandtable.systems.gew.theatre import (
    AIR,
    NEUTRAL,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Theatre,
)

FARTHEST = 20  # beyond any range, O38.2 included: how far flights are worked out
ICELAND = ("great_britain", "ireland", "norway")  # O38.3, O38.4


# ------------------------------------------------------------------------------------------------ who


@lru_cache(maxsize=32)
def of_kind(theatre: Theatre, kinds: tuple[str, ...]) -> tuple[UnitId, ...]:
    return tuple(UnitId(unit) for unit, kind in enumerate(theatre.kind) if kind in kinds)


def fights(state: GewState, unit: UnitId) -> bool:
    """9.2, 33.3 Neutrals carry out no missions, the USA and the Soviet Union no more than others (G9-7)."""
    return _fights(state.theatre, state.power_of(unit), state.belligerent(SOVIET), state.usa_fights(), unit)


def _fights(theatre: Theatre, power: int, soviets: bool, americans: bool, unit: UnitId) -> bool:
    if theatre.country_of[unit] == theatre.usa and not americans:
        return False
    return power < NEUTRAL and (power != SOVIET or soviets)


def campaign_units(state: GewState, side: Side, kinds: tuple[str, ...]) -> tuple[UnitId, ...]:
    """A side's units of some kinds, wherever they are."""
    return _campaign_units(state.theatre, state.powers(), side, kinds)


@lru_cache(maxsize=1024)
def _campaign_units(theatre: Theatre, powers: bytes, side: Side, kinds: tuple[str, ...]) -> tuple[UnitId, ...]:
    return tuple(unit for unit in of_kind(theatre, kinds) if SIDES_OF_POWERS[powers[unit]] == side)


def at_war(state: GewState, side: Side, kinds: tuple[str, ...]) -> tuple[UnitId, ...]:
    """Those of them that may carry out missions."""
    return _at_war(state.theatre, state.powers(), state.belligerent(SOVIET), state.usa_fights(), side, kinds)


@lru_cache(maxsize=1024)
def _at_war(
    theatre: Theatre, powers: bytes, soviets: bool, americans: bool, side: Side, kinds: tuple[str, ...]
) -> tuple[UnitId, ...]:
    units = _campaign_units(theatre, powers, side, kinds)
    return tuple(unit for unit in units if _fights(theatre, powers[unit], soviets, americans, unit))


@kept_in(SORTIES)
def ready(state: GewState, side: Side, kinds: tuple[str, ...]) -> tuple[UnitId, ...]:
    """16.0 Operational units of a side in its display that may carry out missions."""
    display, operational = state.theatre.display[side], state.operational
    there = among(state.hex_of, at_war(state, side, kinds), display + 1, display)
    return tuple([unit for unit in there if operational[unit]])


def not_ready(state: GewState, side: Side, kinds: tuple[str, ...], rule: str, unit: UnitId) -> Iterator[Violation]:
    """Why a unit cannot go on a mission. Of the enemy's nothing is said (6.3)."""
    theatre = state.theatre
    if state.side_of(unit) != side:
        yield Violation(rule, say("{unit} is not one of your units", unit), units=(unit,))
        return
    if theatre.kind[unit] not in kinds:
        yield Violation(
            rule,
            say("{unit} is not a unit for this mission, which takes {list}", unit, " or ".join(kinds)),
            units=(unit,),
        )
        return
    if not fights(state, unit):
        yield Violation("9.2", say("{unit} belongs to a neutral country", unit), units=(unit,))
    if state.hex_of[unit] != theatre.display[side]:
        yield Violation(rule, say("{unit} is not in the Campaign Operations Display", unit), units=(unit,))
    elif not state.operational[unit]:
        yield Violation("16.0", say("{unit} must be regrouped first", unit), units=(unit,))


@kept_in(SORTIES)
def flying(state: GewState, side: Side) -> tuple[tuple[UnitId, Hex], ...]:
    """The air units a side has out on missions, with their hexes."""
    hex_of, mission = state.hex_of, state.mission
    on_the_map = among(hex_of, campaign_units(state, side, AIR), state.theatre.hexes)
    return tuple([(unit, Hex(hex_of[unit])) for unit in on_the_map if mission[unit]])


@kept_in(SORTIES)
def crowded(state: GewState, side: Side) -> tuple[Hex, ...]:
    """23.5 Hexes into which a side can fly no more air units."""
    out = flying(state, side)
    if not out:
        return ()
    most = state.scenario.charts.lines("limits")["air-stacking"].amount
    return tuple(place for place, units in Counter(place for _, place in out).items() if units >= most)


# ------------------------------------------------------------------------------------------------ from where


def bases(state: GewState, power: int) -> Bits:
    """23.3, 29.4 The hexes a power can fly from: airbases and depots it controls, with a line of supply; a bombed or
    sabotaged airbase is none (24.9, O40.1)."""
    return _bases(state, power) - thaw(state)  # G15-1


@kept_in(LINES)
def _bases(state: GewState, power: int) -> Bits:
    fields = airfields(state) | state.where(state.depot, power + 1)
    return controlled(state, power) & fields & (sources(state, power) | hex_lines(state, power))


@kept_in(MARKERS)
def airfields(state: GewState) -> Bits:
    """Printed airbases that work."""
    return state.theatre.airbase - (state.where(state.bombed, 1) | state.where(state.sabotaged, 1))


def room(state: GewState, power: int, base: Hex) -> int:
    """23.5, 29.4 How many units a power can fly from a base: one from an airbase, one from a depot."""
    return (base in airfields(state)) + (state.depot[base] == power + 1)


@kept_in(SORTIES)
def taken(state: GewState, power: int) -> Mapping[Hex, int]:
    """How many air units of a power have flown from each base in this phase."""
    found, mission, base = dict[Hex, int](), state.mission, state.base
    for unit in among(base, campaign_units(state, SIDE_OF_POWER[power], AIR), state.theatre.board.size):
        if mission[unit] and state.power_of(unit) == power:
            place = Hex(base[unit])
            found[place] = found.get(place, 0) + 1
    return found


def free_bases(state: GewState, power: int) -> Bits:
    """23.5 The bases from which one more unit can fly."""
    full = [place for place, used in taken(state, power).items() if used >= room(state, power, place)]
    return bases(state, power) - state.theatre.board.bits(full) if full else bases(state, power)


# ------------------------------------------------------------------------------------------------ how far


@lru_cache(maxsize=16384)
def _within(theatre: Theatre, neutral: Bits, base: Hex, distance: int) -> Bits:
    return theatre.board.grid.reach(theatre.flight_prices, base, distance, neutral).reached


def within(state: GewState, side: Side, base: Hex, distance: int) -> Bits:
    """23.4 The hexes within so many hexes of a base, not over neutral territory (G23-2)."""
    return _within(state.theatre, neutral_ground(state, side), base, distance)


@lru_cache(maxsize=256)
def _from(theatre: Theatre, neutral: Bits, starts: Bits, head_start: int) -> Trace:
    ends = [place for place in starts if place not in neutral]
    return theatre.board.grid.trace(theatre.flight_prices, ends, FARTHEST, neutral, [head_start] * len(ends))


def from_the_east(state: GewState) -> Trace | None:
    """23.3, 32.2 Flights from the USSR Staging Area, one hex beyond the edge."""
    if state.theatre.staging_ussr in thaw(state):  # G15-1
        return None
    return _from(state.theatre, neutral_ground(state, Side(1)), state.theatre.edge_ussr, 1)


def from_the_sea(state: GewState) -> Trace:
    """30.8, G24-7 Flights of the carriers, which need neither airbase nor supply."""
    theatre = state.theatre
    seas = tuple(sea for sea in range(len(theatre.seas)) if friendly_sea(state, WALLIED, sea))
    return _from(theatre, neutral_ground(state, Side(1)), _sea_hexes(theatre, seas), 0)


@lru_cache(maxsize=64)
def _sea_hexes(theatre: Theatre, seas: tuple[int, ...]) -> Bits:
    return theatre.board.bits(place for place in theatre.sea if theatre.sea_at[place] in seas)


@lru_cache(maxsize=512)
def _near(trace: Trace, theatre: Theatre, distance: int) -> Bits:
    costs = trace.cost_of
    return theatre.board.bits(Hex(place) for place in range(theatre.hexes) if 0 <= costs[place] <= distance)


def in_range(state: GewState, unit: UnitId, distance: int) -> Bits:
    """23.4 The hexes a unit can fly to from the bases that are free, so many hexes away."""
    theatre, power = state.theatre, state.power_of(unit)
    if theatre.type[unit] == "carrier":
        return _near(from_the_sea(state), theatre, distance)
    neutral = neutral_ground(state, SIDE_OF_POWER[power])
    found = _joined(theatre, neutral, free_bases(state, power), distance)
    if power == SOVIET and (east := from_the_east(state)) is not None:
        found = found | _near(east, theatre, distance)
    return found


@lru_cache(maxsize=1024)
def _joined(theatre: Theatre, neutral: Bits, starts: Bits, distance: int) -> Bits:
    """The hexes within so many hexes of any of these bases."""
    return theatre.flight_steps.within(starts, distance, neutral) - theatre.impassable


def base_for(state: GewState, unit: UnitId, target: Hex, distance: int | None = None) -> Hex | None:
    """23.3 The base a unit flies from: the nearest to its target that is free, among equals the first by number, the
    USSR Staging Area last; None if none is in range."""
    theatre, power = state.theatre, state.power_of(unit)
    reach = theatre.range[unit] if distance is None else distance
    if theatre.type[unit] == "carrier":
        sea = from_the_sea(state)
        return Hex(sea.path(target)[-1]) if 0 <= sea.cost(target) <= reach else None
    neutral = neutral_ground(state, SIDE_OF_POWER[power])
    if target in neutral or target >= theatre.hexes:
        return None
    back = theatre.board.grid.reach(theatre.flight_prices, target, reach, neutral)  # as far back as there
    options = [(back.cost(base), base) for base in back.reached & free_bases(state, power)]
    if power == SOVIET and (east := from_the_east(state)) is not None:
        options.append((east.cost(target), theatre.staging_ussr))
    return min(((cost, base) for cost, base in options if 0 <= cost <= reach), default=(0, None))[1]


def of_iceland(state: GewState) -> Bits:
    """O38.3, O38.4 Britain, Ireland and Norway, reached from the USA Staging Area over the north edge."""
    return _of_iceland(state.theatre)


@lru_cache(maxsize=8)
def _of_iceland(theatre: Theatre) -> Bits:
    return union(*(theatre.in_region[theatre.region(region)] for region in ICELAND))


def iceland(state: GewState, unit: UnitId, line: str) -> bool:
    """O38.3, O38.4 Can a unit fly by Iceland? `line` names its least range in the chart extra_air."""
    if not state.option(O38_AIR) or state.power_of(unit) != WALLIED:
        return False
    return state.theatre.range[unit] >= state.scenario.charts.lines("extra_air")[line].amount
