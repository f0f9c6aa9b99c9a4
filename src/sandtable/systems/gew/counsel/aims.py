"""What each unit is after: to every prize as many as it wants, so that not all go to one; orders go first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple
from weakref import WeakKeyDictionary

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
from sandtable.systems.gew.s17_movement import MovementPhase
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
    nth: int  # of the targets
    roads: Roads

    def far(self, place: int) -> int:
        """From there."""
        return self.roads.row(Hex(place))[self.nth]


def way_of(state: GewState, unit: UnitId, conduct: Conduct) -> bytes:
    """By place, the MF a unit has to go to what it is after."""
    aim = aim_of(state, unit, conduct)
    return distance(state, unit, habits(conduct)) if aim is None else aim.roads.way(aim.nth)


def aim_of(state: GewState, unit: UnitId, conduct: Conduct) -> Aim | None:
    """None: to whatever is near and rich."""
    if not (habits(conduct).spread or conduct.intent) or state.hex_of[unit] >= state.theatre.convoy:
        return None
    return aims(state, SIDE_OF_POWER[state.power_of(unit)], conduct).get(unit)


def to_go(state: GewState, side: Side, units: Iterable[UnitId], conduct: Conduct) -> dict[UnitId, int]:
    """What units of a side have to go from where they are."""
    habit, hex_of = habits(conduct), state.hex_of
    found = aims(state, side, conduct) if habit.spread or conduct.intent else {}
    return {
        unit: found[unit].far(hex_of[unit]) if unit in found else distance(state, unit, habit)[hex_of[unit]]
        for unit in units
    }


def stays(state: GewState, unit: UnitId, conduct: Conduct) -> bool:
    """Does it hold what has to be held?"""
    aim, place = aim_of(state, unit, conduct), Hex(state.hex_of[unit])
    if last_guard(state, unit, habits(conduct).garrison):
        return aim is None or not _richer(state.scenario, aim.place, place)
    return aim is not None and aim.place == place


def _richer(scenario: Scenario, place: Hex, other: Hex) -> bool:
    """Is more at stake in one than in the other?"""
    values = stakes(scenario)
    return values.get(place, 0) > values.get(other, 0)


def last_guard(state: GewState, unit: UnitId, garrison: int) -> bool:
    """Is it the last garrison of a hex that counts and that the enemy might come to?"""
    return unit in last_guards(state, SIDE_OF_POWER[state.power_of(unit)], garrison)


@kept_in(LINES)
def last_guards(state: GewState, side: Side, garrison: int) -> frozenset[UnitId]:
    """All of a side's."""
    hex_of, counts = state.hex_of, staked(state.scenario) & threatened(state, side)
    there: dict[int, list[UnitId]] = {}
    for power in POWERS_OF_SIDE[side]:
        for unit in state.forces(power):
            if hex_of[unit] in counts:
                there.setdefault(hex_of[unit], []).append(unit)
    return frozenset(
        unit
        for units in there.values()
        for unit in units
        if state.theatre.attack[unit] <= garrison
        and (len(units) == 1 or all(each == unit or state.embarked(each) for each in units))
    )


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


def room(state: GewState, unit: UnitId, to: Hex) -> bool:
    """14.2 Is there room for one more?"""
    size, there = state.theatre.size, state.ground_in(to) if to < state.theatre.hexes else []
    return not there or within_limits([size[each] for each in (*there, unit)], to in state.theatre.small_island)


# ------------------------------------------------------------------------------------------------ who goes where


@lru_cache(maxsize=256)
def targets(scenario: Scenario, conduct: Conduct) -> tuple[Hex, ...]:
    """The hexes at stake, and those that are ordered beside them."""
    ordered = {place for order in conduct.intent for place in (*order.efforts, *order.holds)}
    return tuple(sorted({*stakes(scenario), *ordered}))


@lru_cache(maxsize=256)
def _holds(scenario: Scenario, conduct: Conduct) -> tuple[int, ...]:
    """Which of the targets are to be held."""
    fronts = front_at(scenario)
    return tuple(
        nth for nth, place in enumerate(targets(scenario, conduct)) if place in conduct.order(fronts[place]).holds
    )


AIMS: WeakKeyDictionary[MovementPhase, tuple[int, Conduct, Mapping[UnitId, Aim]]] = WeakKeyDictionary()


def aims(state: GewState, side: Side, conduct: Conduct) -> Mapping[UnitId, Aim]:
    """What each unit is after; who guards a place has it for his aim. Where a Movement Phase is played on, it is what
    he was after when a power began to move."""
    phase = state.stack[-1]
    if not isinstance(phase, MovementPhase) or phase.side != side:
        return _aims(state, side, conduct)
    power, script, found = AIMS.get(phase) or (-1, conduct, {})
    if power != phase.power or script != conduct:
        found = _aims(state, side, conduct)
        AIMS[phase] = phase.power, conduct, found
    return found


@kept_in(LINES)
def _aims(state: GewState, side: Side, conduct: Conduct) -> Mapping[UnitId, Aim]:
    places, habit = targets(state.scenario, conduct), habits(conduct)
    ways, posted = _ways_of_all(state, side, places, habit), _ways_of_guards(state, side, places, habit)
    sent = _sent(state, side, conduct, ways, posted)
    return {unit: Aim(places[nth], nth, ways.get(unit) or posted[unit]) for unit, nth in sent.items()}


def _sent(
    state: GewState, side: Side, conduct: Conduct, ways: Mapping[UnitId, Roads], posted: Mapping[UnitId, Roads]
) -> Mapping[UnitId, int]:
    """Which of the targets each unit goes to: guards first, then the nearest, to what then seems nearest."""
    scenario, habit, attack, hex_of = state.scenario, habits(conduct), state.theatre.attack, state.hex_of
    places, found = targets(scenario, conduct), dict[UnitId, int]()
    if conduct.intent:
        found |= _guards(state, side, conduct, ways)
    wanted = sought(state, side, scenario.board.bits(places))
    if habit.cover:
        found = _covering(state, side, places, wanted, habit, ways, posted, found)
    pull = _pull(scenario, conduct, _against(state, enemy(side), places), wanted)
    queue = []
    for unit, way in ways.items():
        if unit not in found and (near := pull.near(way, Hex(hex_of[unit]))):
            queue.append((near[0][0], unit, near))
    queue.sort(key=itemgetter(0, 1))
    left, crowded = dict(pull.wants), dict.fromkeys(pull.wants, 0.0)
    for _, unit, near in queue:
        nth = _least_crowded(near, crowded)
        found[unit] = nth
        left[nth] -= attack[unit]
        if left[nth] < 0:
            crowded[nth] = -habit.crowd * left[nth]
    return found


Near = Sequence[tuple[float, int]]  # how far targets seem, and which of them; the nearest first


def _least_crowded(near: Near, crowded: Mapping[int, float]) -> int:
    """Which seems nearest if crowded ones seem farther."""
    best, found = float("inf"), -1
    for cost, nth in near:
        if cost > best:
            break
        if (seems := cost + crowded[nth]) < best or (seems == best and nth < found):
            best, found = seems, nth
    return found


class Pull:
    """What draws units that have no place to guard: how many each target wants, and how far it seems."""

    def __init__(self, wants: Mapping[int, float], seeming: Mapping[int, float]) -> None:
        self.wants, self.seeming = wants, seeming  # by target that is sought: attack factors; how much farther it seems
        self.known: dict[tuple[Roads, Hex], Near] = {}

    def near(self, way: Roads, place: Hex) -> Near:
        """From a place."""
        found = self.known.get((way, place))
        if found is None:
            row = way.row(place)
            found = sorted([(row[nth] + more, nth) for nth, more in self.seeming.items() if row[nth] < FAR])
            self.known[way, place] = found
        return found


@lru_cache(maxsize=32)
def _pull(scenario: Scenario, conduct: Conduct, against: tuple[int, ...], wanted: Bits) -> Pull:
    """By who stands against us and what is sought; a main effort seems nearer, whoever stands there."""
    values, fronts, habit = stakes(scenario), front_at(scenario), habits(conduct)
    richest, wants, seeming = max(values.values()), dict[int, float](), dict[int, float]()
    for nth, (place, defense) in enumerate(zip(targets(scenario, conduct), against, strict=True)):
        if place in wanted:
            effort = place in conduct.order(fronts[place]).efforts
            wants[nth] = (habit.least + habit.wanted * defense) * (MASSED if effort else 1)
            poorer = habit.detour * (richest - values.get(place, 0))
            seeming[nth] = poorer + (-EFFORT if effort else habit.resisted * defense)
    return Pull(wants, seeming)


def _ways_of_all(state: GewState, side: Side, places: tuple[Hex, ...], habit: Habits) -> dict[UnitId, Roads]:
    """Of every unit that may be sent somewhere."""
    theatre, found, alike = state.theatre, dict[UnitId, Roads](), on_the_same_ways(state.theatre)
    attack, movement, guards = theatre.attack, theatre.movement, last_guards(state, side, habit.garrison)
    for power in POWERS_OF_SIDE[side]:
        if state.belligerent(power):
            known = _roads_of_power(state, power, places, habit.landing)
            for unit in state.forces(power):
                if attack[unit] and movement[unit] and unit not in guards:
                    found[unit] = known.get(alike[unit]) or roads(state, unit, places, habit)
    return found


def _ways_of_guards(state: GewState, side: Side, places: tuple[Hex, ...], habit: Habits) -> dict[UnitId, Roads]:
    """Of the last guards, if they go where more is left open."""
    theatre, guards = state.theatre, last_guards(state, side, habit.garrison) if habit.richer else ()
    return {
        unit: roads(state, unit, places, habit) for unit in guards if theatre.attack[unit] and theatre.movement[unit]
    }


@side_fact
def _against(state: GewState, foe: Side, places: tuple[Hex, ...]) -> tuple[int, ...]:
    """By place the defense factors of those who stand in and around it."""
    theatre, near, found = state.theatre, _beside(state.theatre, places), [0] * len(places)
    for power in POWERS_OF_SIDE[foe]:
        for unit in state.ground_units(power):
            for nth in near.get(Hex(state.hex_of[unit]), ()):
                found[nth] += theatre.defense[unit]
    return tuple(found)


@lru_cache(maxsize=64)
def _beside(theatre: Theatre, places: tuple[Hex, ...]) -> Mapping[Hex, tuple[int, ...]]:
    """By hex which of these places it is or lies beside."""
    found: dict[Hex, tuple[int, ...]] = {}
    for nth, place in enumerate(places):
        for near in (place, *theatre.board.around(place)):
            found[near] = (*found.get(near, ()), nth)
    return found


def _guards(state: GewState, side: Side, conduct: Conduct, ways: Mapping[UnitId, Roads]) -> Mapping[UnitId, int]:
    """For each place to be held those who are nearest, until they are enough or it is full."""
    theatre, places, found = state.theatre, targets(state.scenario, conduct), dict[UnitId, int]()
    for nth in _holds(state.scenario, conduct):
        sizes, defense, enough = list[str](), 0.0, _danger(state, side, places[nth])
        for unit in state.ground_in(places[nth]):
            if unit not in ways and state.side_of(unit) == side:  # static, or its last guard
                sizes.append(theatre.size[unit])
                defense += theatre.defense[unit]
        near = _within(state, nth, HOLD_FROM, ways, found)
        for _, _, unit in sorted((far, -theatre.defense[unit], unit) for unit, far in near.items()):
            if defense >= enough:
                break
            if within_limits([*sizes, theatre.size[unit]], places[nth] in theatre.small_island):
                sizes.append(theatre.size[unit])
                defense += theatre.defense[unit]
                found[unit] = nth
    return found


def _covering(
    state: GewState, side: Side, places: tuple[Hex, ...], wanted: Bits, habit: Habits, ways: Mapping[UnitId, Roads],
    posted: Mapping[UnitId, Roads], sent: Mapping[UnitId, int],
) -> dict[UnitId, int]:  # fmt: skip
    """For each place that is ours, empty and within an enemy's reach, the weakest who is near, or one who guards less;
    the richest first. Beside those who are sent somewhere already."""
    found, attack, hex_of, scenario = dict(sent), state.theatre.attack, state.hex_of, state.scenario
    empty = state.theatre.board.bits(places) - (wanted | occupied(state, side))
    for nth in _richest(scenario, places) if empty else ():
        place = places[nth]
        if (
            place in empty
            and side_controls(state, side, place)
            and _reached(state, enemy(side), places, habit)[nth].attack
        ):
            poorer = {unit: way for unit, way in posted.items() if _richer(scenario, place, Hex(hex_of[unit]))}
            near = _within(state, nth, habit.cover_from, ways, found)
            near = near or _within(state, nth, habit.cover_from, poorer, found)
            if near:
                found[min((attack[unit], far, unit) for unit, far in near.items())[2]] = nth
    return found


def _within(
    state: GewState, nth: int, most: int, ways: Mapping[UnitId, Roads], sent: Mapping[UnitId, int]
) -> dict[UnitId, int]:
    """Those who are not sent yet and no farther from the nth target than that, and how far they are."""
    hex_of = state.hex_of
    found = {unit: way.row(Hex(hex_of[unit]))[nth] for unit, way in ways.items() if unit not in sent}
    return {unit: far for unit, far in found.items() if far <= most}


@lru_cache(maxsize=256)
def _richest(scenario: Scenario, places: tuple[Hex, ...]) -> tuple[int, ...]:
    """Which of the places are worth most, in order."""
    values = stakes(scenario)
    return tuple(sorted(range(len(places)), key=lambda nth: -values.get(places[nth], 0)))


class Strength(NamedTuple):
    """Factors of several units."""

    attack: int
    defense: int


@kept_in(LINES)
def _reached(state: GewState, side: Side, places: tuple[Hex, ...], habit: Habits) -> Sequence[Strength]:
    """By place who of a side is so near, guards and all."""
    theatre, found = state.theatre, [[0, 0] for _ in places]
    for power in POWERS_OF_SIDE[side]:
        for unit in state.forces(power) if state.belligerent(power) else ():
            reach = habit.cover * theatre.movement[unit]
            for nth in roads(state, unit, places, habit).within(Hex(state.hex_of[unit]), reach):
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
    """What counts in what a side holds, by what it promises the enemy, who may be far away yet."""
    gone, promise = sought(state, side, state.scenario.board.bits(places)), _promise(state, enemy(side), places)
    near = threatened(state, side)
    return {
        place: promise.get(place, 0.0)
        for place in places
        if (place in promise or place in near) and side_controls(state, side, place) and place not in gone
    }


# ------------------------------------------------------------------------------------------------ how far


class Roads:
    """How far it is from anywhere to each of several places, over land and one sea, for units that go the same ways."""

    def __init__(
        self, scenario: Scenario, mover: int, closed: Bits, joined: Crossings, places: tuple[Hex, ...]
    ) -> None:
        self.scenario, self.mover, self.closed = scenario, mover, closed
        self.goals = tuple(scenario.board.bits((place,)) for place in places)
        self.by_land = _over_land(scenario, mover, closed, places)
        shores = [(places - closed, passage) for places, passage in joined]
        self.shores = tuple((shore, passage) for shore, passage in shores if shore)
        self.to_shore = tuple(_to_shore(scenario, mover, closed, shore) for shore, _ in self.shores)
        self.from_shore = tuple(
            _from_shore(scenario, mover, closed, places, shore, passage) for shore, passage in self.shores
        )
        self.rows: dict[Hex, tuple[int, ...]] = {}
        self.ways: dict[int, bytes] = {}
        self.near: dict[tuple[Hex, float], tuple[int, ...]] = {}

    def row(self, place: Hex) -> tuple[int, ...]:
        """From a place to each of them."""
        found = self.rows.get(place)
        if found is None:
            lengths = [way[place] for way in self.by_land]
            longest = max(lengths)
            for to_shore, onward in zip(self.to_shore, self.from_shore, strict=True):
                if (first := to_shore[place]) < longest:
                    lengths = [
                        length if length < (by_sea := first + more) else by_sea
                        for length, more in zip(lengths, onward, strict=True)
                    ]
            found = self.rows[place] = tuple(lengths)
        return found

    def within(self, place: Hex, most: float) -> tuple[int, ...]:
        """Which of them are no farther from a place than that."""
        found = self.near.get((place, most))
        if found is None:
            found = tuple(nth for nth, far in enumerate(self.row(place)) if far <= most)
            self.near[place, most] = found
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


def on_foot(state: GewState, unit: UnitId, ends: Bits) -> bytes:
    """By place, how far a unit would have to march to the nearest of these."""
    return _to_shore(state.scenario, state.theatre.mover[unit], off_limits(state, unit), ends)


@lru_cache(maxsize=64)
def _over_land(scenario: Scenario, mover: int, closed: Bits, places: tuple[Hex, ...]) -> tuple[bytes, ...]:
    """To each of the places."""
    return tuple(_spread(scenario, mover, closed, [(scenario.board.bits((place,)), 0)]) for place in places)


@lru_cache(maxsize=1024)
def _to_shore(scenario: Scenario, mover: int, closed: Bits, shore: Bits) -> bytes:
    return _spread(scenario, mover, closed, [(shore, 0)])


@lru_cache(maxsize=1024)
def _from_shore(
    scenario: Scenario, mover: int, closed: Bits, places: tuple[Hex, ...], shore: Bits, passage: int
) -> tuple[int, ...]:
    """From another shore to each of the places."""
    return tuple(passage + least(way, shore) for way in _over_land(scenario, mover, closed, places))


def _spread(scenario: Scenario, mover: int, closed: Bits, ends: Sequence[tuple[Bits, int]]) -> bytes:
    """The flood, and from the staging areas along the edge of the map."""
    theatre: Theatre = scenario.extra
    found = bytearray(theatre.board.grid.spread(theatre.prices[mover], ends, FAR - 1, closed).translate(AT_MOST_FAR))
    for box, edge in ((theatre.staging_ussr, theatre.edge_ussr), (theatre.staging_british_empire, theatre.edge_empire)):
        found[box] = min(found[box], 1 + least(found, edge))
    return bytes(found)
