"""What each unit is after: to every prize as many as it wants, so that not all go to one; orders go first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from sandtable.core.bits import Bits, least
from sandtable.core.intents import SCRIPT, Conduct, Front
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import kept_in, side_fact
from sandtable.core.system import Scenario
from sandtable.systems.gew.counsel.fronts import front_at, front_names
from sandtable.systems.gew.counsel.habits import Habits, habits
from sandtable.systems.gew.counsel.prizes import (
    AT_MOST_FAR,
    FAR,
    Crossings,
    around,
    crossings,
    distance,
    on_the_same_ways,
    sought,
    staked,
    stakes,
    threatened,
)
from sandtable.systems.gew.s06_control import off_limits, side_controls
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.state import LINES, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import SIDE_OF_POWER, Theatre

EFFORT = 15  # MF that the place of a main effort seems nearer
MASSED = 2  # times the factors it wants
HOLD_FROM = 16  # MF from which units come to hold a place
EFFORTS, HOLDS = 6, 4  # so many of a front are offered at most
ATTACKED_BY = 0.5  # defense factors that a place to be held wants for each attack factor near it


class Aim(NamedTuple):
    """What a unit is after."""

    place: Hex
    far: int  # from where it is
    nth: int  # of the targets
    roads: Roads


def way_of(state: GewState, unit: UnitId, conduct: Conduct) -> bytes:
    """By place, the MF a unit has to go to what it is after."""
    aim = aim_of(state, unit, conduct)
    return distance(state, unit, habits(conduct)) if aim is None else aim.roads.way(aim.nth)


def aim_of(state: GewState, unit: UnitId, conduct: Conduct) -> Aim | None:
    """None: to whatever is near and rich."""
    if not (habits(conduct).spread or conduct.intent):
        return None
    return aims(state, SIDE_OF_POWER[state.power_of(unit)], conduct).get(unit)


def to_go(state: GewState, side: Side, units: Iterable[UnitId], conduct: Conduct) -> dict[UnitId, int]:
    """What units of a side have to go from where they are."""
    habit, hex_of = habits(conduct), state.hex_of
    found = aims(state, side, conduct) if habit.spread or conduct.intent else {}
    return {unit: found[unit].far if unit in found else distance(state, unit, habit)[hex_of[unit]] for unit in units}


def stays(state: GewState, unit: UnitId, conduct: Conduct) -> bool:
    """Does it hold what has to be held?"""
    if last_guard(state, unit, habits(conduct).garrison):
        return True
    aim = aim_of(state, unit, conduct)
    return aim is not None and aim.place == state.hex_of[unit]


def last_guard(state: GewState, unit: UnitId, garrison: int) -> bool:
    """Is it the last garrison of a hex that counts and that the enemy might come to?"""
    place, theatre = Hex(state.hex_of[unit]), state.theatre
    if place not in staked(state.scenario) or theatre.attack[unit] > garrison:
        return False
    side = SIDE_OF_POWER[state.power_of(unit)]
    alone = not any(each != unit and state.side_of(each) == side for each in state.ground_in(place))
    return alone and threatened(state, side, place)


def needed(state: GewState, unit: UnitId, conduct: Conduct) -> bool:
    """Does it stay, or would the enemy near what counts be too strong for those who are left there?"""
    if stays(state, unit, conduct):
        return True
    habit, places = habits(conduct), targets(state.scenario, conduct)
    if not habit.cover:
        return False
    theatre, side = state.theatre, SIDE_OF_POWER[state.power_of(unit)]
    theirs, ours = (_reached(state, each, places, habit) for each in (enemy(side), side))
    return any(
        theirs[nth].attack > ours[nth].defense - theatre.defense[unit] and side_controls(state, side, place)
        for nth, (place, far) in enumerate(
            zip(places, roads(state, unit, places, habit).row(Hex(state.hex_of[unit])), strict=True)
        )
        if far <= habit.cover * theatre.movement[unit] and theirs[nth].attack
    )


# ------------------------------------------------------------------------------------------------ who goes where


@lru_cache(maxsize=256)
def targets(scenario: Scenario, conduct: Conduct) -> tuple[Hex, ...]:
    """The hexes at stake, and those that are ordered beside them."""
    ordered = {place for order in conduct.intent for place in (*order.efforts, *order.holds)}
    return tuple(sorted({*stakes(scenario), *ordered}))


@lru_cache(maxsize=1024)
def _seeming(scenario: Scenario, conduct: Conduct, against: tuple[int, ...]) -> tuple[float, ...]:
    """By target how much farther than it is it seems, by who stands against us; a main effort nearer, whoever does."""
    values, fronts, habit = stakes(scenario), front_at(scenario), habits(conduct)
    richest = max(values.values())
    return tuple(
        habit.detour * (richest - values.get(place, 0))
        + (-EFFORT if place in conduct.order(fronts[place]).efforts else habit.resisted * defense)
        for place, defense in zip(targets(scenario, conduct), against, strict=True)
    )


@lru_cache(maxsize=256)
def _holds(scenario: Scenario, conduct: Conduct) -> tuple[int, ...]:
    """Which of the targets are to be held."""
    fronts = front_at(scenario)
    return tuple(
        nth for nth, place in enumerate(targets(scenario, conduct)) if place in conduct.order(fronts[place]).holds
    )


@kept_in(LINES)
def aims(state: GewState, side: Side, conduct: Conduct) -> Mapping[UnitId, Aim]:
    """What each unit is after; who guards a place has it for his aim."""
    places = targets(state.scenario, conduct)
    ways = _ways_of_all(state, side, places, habits(conduct))
    rows = {unit: way.row(Hex(state.hex_of[unit])) for unit, way in ways.items()}
    return {
        unit: Aim(places[nth], rows[unit][nth], nth, ways[unit])
        for unit, nth in _sent(state, side, conduct, rows).items()
    }


def _sent(state: GewState, side: Side, conduct: Conduct, rows: Mapping[UnitId, Sequence[int]]) -> Mapping[UnitId, int]:
    """Which of the targets each unit goes to: guards first, then the nearest, to what then seems nearest."""
    scenario, habit, attack = state.scenario, habits(conduct), state.theatre.attack
    places, found = targets(scenario, conduct), dict[UnitId, int]()
    if conduct.intent:
        found |= _guards(state, side, conduct, rows)
    wanted = sought(state, side, scenario.board.bits(places))
    if habit.cover:
        found |= _covering(state, side, places, wanted, habit, {unit: rows[unit] for unit in rows if unit not in found})
    against = _against(state, enemy(side), places)
    wants, seeming = _wants(scenario, conduct, against), _seeming(scenario, conduct, against)
    left = {nth: wants[nth] for nth, place in enumerate(places) if place in wanted}
    queue = []
    for unit, row in rows.items():
        if unit not in found:
            near = [(row[nth] + seeming[nth], nth) for nth in left if row[nth] < FAR]
            if near:
                queue.append((min(near)[0], unit, near))
    queue.sort(key=itemgetter(0, 1))
    crowded = dict.fromkeys(left, 0.0)
    for _, unit, near in queue:
        nth = min([(cost + crowded[each], each) for cost, each in near])[1]
        found[unit] = nth
        left[nth] -= attack[unit]
        if left[nth] < 0:
            crowded[nth] = -habit.crowd * left[nth]
    return found


def _ways_of_all(state: GewState, side: Side, places: tuple[Hex, ...], habit: Habits) -> dict[UnitId, Roads]:
    """Of every unit that may be sent somewhere."""
    theatre, found, alike = state.theatre, dict[UnitId, Roads](), on_the_same_ways(state.theatre)
    for power in POWERS_OF_SIDE[side]:
        if state.belligerent(power):
            known = _roads_of_power(state, power, places, habit.landing)
            for unit in state.forces(power):
                if theatre.attack[unit] and theatre.movement[unit] and not last_guard(state, unit, habit.garrison):
                    found[unit] = known.get(alike[unit]) or roads(state, unit, places, habit)
    return found


@side_fact
def _against(state: GewState, foe: Side, places: tuple[Hex, ...]) -> tuple[int, ...]:
    """By place the defense factors of those who stand in and around it."""
    theatre, near, found = state.theatre, _beside(state.theatre, places), [0] * len(places)
    for power in POWERS_OF_SIDE[foe]:
        for unit in state.ground_units(power):
            for nth in near.get(Hex(state.hex_of[unit]), ()):
                found[nth] += theatre.defense[unit]
    return tuple(found)


@lru_cache(maxsize=256)
def _wants(scenario: Scenario, conduct: Conduct, against: tuple[int, ...]) -> Sequence[float]:
    """By target the attack factors that it wants, by who stands against them."""
    habit, fronts = habits(conduct), front_at(scenario)
    return [
        (habit.least + habit.wanted * defense) * (MASSED if place in conduct.order(fronts[place]).efforts else 1)
        for place, defense in zip(targets(scenario, conduct), against, strict=True)
    ]


@lru_cache(maxsize=64)
def _beside(theatre: Theatre, places: tuple[Hex, ...]) -> Mapping[Hex, tuple[int, ...]]:
    """By hex which of these places it is or lies beside."""
    found: dict[Hex, tuple[int, ...]] = {}
    for nth, place in enumerate(places):
        for near in (place, *theatre.board.around(place)):
            found[near] = (*found.get(near, ()), nth)
    return found


def _guards(
    state: GewState, side: Side, conduct: Conduct, rows: Mapping[UnitId, Sequence[int]]
) -> Mapping[UnitId, int]:
    """For each place to be held those who are nearest, until they are enough or it is full."""
    theatre, places, found = state.theatre, targets(state.scenario, conduct), dict[UnitId, int]()
    for nth in _holds(state.scenario, conduct):
        sizes, defense, enough = list[str](), 0.0, _danger(state, side, places[nth])
        for unit in state.ground_in(places[nth]):
            if unit not in rows and state.side_of(unit) == side:  # static, or its last guard
                sizes.append(theatre.size[unit])
                defense += theatre.defense[unit]
        near = sorted((row[nth], -theatre.defense[unit], unit) for unit, row in rows.items() if unit not in found)
        for far, _, unit in near:
            if far > HOLD_FROM or defense >= enough:
                break
            if within_limits([*sizes, theatre.size[unit]], places[nth] in theatre.small_island):
                sizes.append(theatre.size[unit])
                defense += theatre.defense[unit]
                found[unit] = nth
    return found


def _covering(
    state: GewState, side: Side, places: tuple[Hex, ...], wanted: Bits, habit: Habits,
    rows: Mapping[UnitId, Sequence[int]],
) -> Mapping[UnitId, int]:  # fmt: skip
    """For each place that is ours, empty and within an enemy's reach, the weakest who is near; the richest first."""
    found, values, theatre = dict[UnitId, int](), stakes(state.scenario), state.theatre
    empty, reached = state.theatre.board.bits(places) - (wanted | occupied(state, side)), None
    for nth, place in sorted(enumerate(places), key=lambda each: -values.get(each[1], 0)):
        if place in empty and side_controls(state, side, place):
            reached = reached or _reached(state, enemy(side), places, habit)
            near = [unit for unit, row in rows.items() if row[nth] <= habit.cover_from and unit not in found]
            if near and reached[nth].attack:
                found[min(near, key=lambda unit: (theatre.attack[unit], rows[unit][nth], unit))] = nth
    return found


class Strength(NamedTuple):
    """Factors of several units."""

    attack: int
    defense: int


@side_fact
def _reached(state: GewState, side: Side, places: tuple[Hex, ...], habit: Habits) -> Sequence[Strength]:
    """By place who of a side is so near, guards and all."""
    theatre, found = state.theatre, [[0, 0] for _ in places]
    for power in POWERS_OF_SIDE[side]:
        for unit in state.forces(power) if state.belligerent(power) else ():
            reach = habit.cover * theatre.movement[unit]
            row = roads(state, unit, places, habit).row(Hex(state.hex_of[unit]))
            for nth in [nth for nth, far in enumerate(row) if far <= reach]:
                found[nth][0] += theatre.attack[unit]
                found[nth][1] += theatre.defense[unit]
    return [Strength(*each) for each in found]


def _danger(state: GewState, side: Side, place: Hex) -> float:
    """The defense factors that a place to be held wants: one unit, and more the more the enemy has near."""
    theatre, near, total = state.theatre, around(state.theatre, state.theatre.board.bits((place,))), 0
    for power in POWERS_OF_SIDE[enemy(side)]:
        for unit in state.ground_units(power) if state.belligerent(power) else ():
            if state.hex_of[unit] in near:
                total += theatre.attack[unit]
    return max(1.0, ATTACKED_BY * total)


# ------------------------------------------------------------------------------------------------ what may be ordered


def fronts(state: GewState, side: Side) -> list[Front]:
    """On each front the prizes that units are near, and what is held there and in danger."""
    scenario, places = state.scenario, tuple(stakes(state.scenario))
    efforts = _ranked(scenario, _promise(state, side, places), EFFORTS)
    holds = _ranked(scenario, _at_risk(state, side, places), HOLDS)
    return [Front(*each) for each in zip(front_names(scenario), efforts, holds, strict=True)]


def _ranked(scenario: Scenario, values: Mapping[Hex, float], most: int) -> list[tuple[Hex, ...]]:
    """By front the places of most value."""
    at, found = front_at(scenario), [list[Hex]() for _ in front_names(scenario)]
    for place in sorted(values, key=lambda place: (-values[place], place)):
        if len(found[at[place]]) < most:
            found[at[place]].append(place)
    return [tuple(each) for each in found]


def _promise(state: GewState, side: Side, places: tuple[Hex, ...]) -> Mapping[Hex, float]:
    """What counts in prizes: what is at stake there, and how many factors are how near."""
    values, wanted = stakes(state.scenario), sought(state, side, state.scenario.board.bits(places))
    ways = _ways_of_all(state, side, places, habits(SCRIPT))
    rows = {unit: way.row(Hex(state.hex_of[unit])) for unit, way in ways.items()}
    found = dict[Hex, float]()
    for nth, place in enumerate(places):
        near = sum(state.theatre.attack[unit] / (1 + row[nth]) for unit, row in rows.items() if row[nth] < FAR)
        if near and place in wanted:
            found[place] = near * (1 + values[place])
    return found


def _at_risk(state: GewState, side: Side, places: tuple[Hex, ...]) -> Mapping[Hex, float]:
    """What counts in what a side holds: what is at stake there, and how many of the enemy's factors are near."""
    values, gone = stakes(state.scenario), sought(state, side, state.scenario.board.bits(places))
    mine = (place for place in places if side_controls(state, side, place) and place not in gone)
    return {place: values[place] * _danger(state, side, place) for place in mine if threatened(state, side, place)}


# ------------------------------------------------------------------------------------------------ how far


class Roads:
    """How far it is from anywhere to each of several places, over land and one sea, for units that go the same ways."""

    def __init__(
        self, scenario: Scenario, mover: int, closed: Bits, joined: Crossings, places: tuple[Hex, ...]
    ) -> None:
        self.scenario, self.mover, self.closed = scenario, mover, closed
        self.goals = tuple(scenario.board.bits((place,)) for place in places)
        self.by_land = tuple(_over_land(scenario, mover, closed, goal) for goal in self.goals)
        shores = [(places - closed, passage) for places, passage in joined]
        self.shores = tuple((shore, passage) for shore, passage in shores if shore)
        self.to_shore = tuple(_over_land(scenario, mover, closed, shore) for shore, _ in self.shores)
        self.from_shore = tuple(
            tuple(passage + _from_shore(way, shore) for way in self.by_land) for shore, passage in self.shores
        )
        self.rows: dict[Hex, tuple[int, ...]] = {}
        self.ways: dict[int, bytes] = {}

    def row(self, place: Hex) -> tuple[int, ...]:
        """From a place to each of them."""
        found = self.rows.get(place)
        if found is None:
            lengths = [way[place] for way in self.by_land]
            for to_shore, onward in zip(self.to_shore, self.from_shore, strict=True):
                if (first := to_shore[place]) < FAR:
                    lengths = [min(length, first + more) for length, more in zip(lengths, onward, strict=True)]
            found = self.rows[place] = tuple(lengths)
        return found

    def way(self, nth: int) -> bytes:
        """From every place to one of them."""
        found = self.ways.get(nth)
        if found is None:
            ends = [(self.goals[nth], 0)]
            for (shore, _), onward in zip(self.shores, self.from_shore, strict=True):
                ends.append((shore, onward[nth]))
            found = self.ways[nth] = _spread(self.scenario, self.mover, self.closed, ends)
        return found


def roads(state: GewState, unit: UnitId, places: tuple[Hex, ...], habit: Habits) -> Roads:
    theatre, power = state.theatre, state.power_of(unit)
    known, kind = _roads_of_power(state, power, places, habit.landing), on_the_same_ways(theatre)[unit]
    found = known.get(kind)
    if found is None:
        closed = off_limits(state, unit)
        found = _roads(state.scenario, theatre.mover[unit], closed, crossings(state, power, habit.landing), places)
        if theatre.type[unit] != "partisan":  # where it may go hangs on more than the status of countries
            known[kind] = found
    return found


@kept_in(LINES)
def _roads_of_power(state: GewState, power: int, places: tuple[Hex, ...], landing: int) -> dict[UnitId, Roads]:
    """By the first of those that go the same ways."""
    return _known_roads(state.scenario, power, bytes(state.status), crossings(state, power, landing), places)


@lru_cache(maxsize=512)
def _known_roads(
    scenario: Scenario, power: int, status: bytes, joined: Crossings, places: tuple[Hex, ...]
) -> dict[UnitId, Roads]:
    return {}


@lru_cache(maxsize=512)
def _roads(scenario: Scenario, mover: int, closed: Bits, joined: Crossings, places: tuple[Hex, ...]) -> Roads:
    return Roads(scenario, mover, closed, joined, places)


@lru_cache(maxsize=4096)
def _over_land(scenario: Scenario, mover: int, closed: Bits, goal: Bits) -> bytes:
    return _spread(scenario, mover, closed, [(goal, 0)])


@lru_cache(maxsize=1 << 14)
def _from_shore(way: bytes, shore: Bits) -> int:
    return least(way, shore)


def _spread(scenario: Scenario, mover: int, closed: Bits, ends: Sequence[tuple[Bits, int]]) -> bytes:
    """The flood, and from the staging areas along the edge of the map."""
    theatre: Theatre = scenario.extra
    found = bytearray(theatre.board.grid.spread(theatre.prices[mover], ends, FAR - 1, closed).translate(AT_MOST_FAR))
    for box, edge in ((theatre.staging_ussr, theatre.edge_ussr), (theatre.staging_british_empire, theatre.edge_empire)):
        found[box] = min(found[box], 1 + least(found, edge))
    return bytes(found)
