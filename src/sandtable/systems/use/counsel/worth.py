"""How well a side stands: will broken, armies, cities within reach, and what those who still act may do."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.counsel.habits import Habits, Mind, mind_of
from sandtable.systems.use.counsel.odds import NOWHERE, STEP, adds, assailable, promise, stands, within_reach
from sandtable.systems.use.counsel.orders import GUARD, MARCH, drawn, obeyed, sent_to, unguarded
from sandtable.systems.use.counsel.prizes import FALL, away, own_way, prizes, weight
from sandtable.systems.use.s04_2_ground import movement_points
from sandtable.systems.use.s06_3_army import ADDITIONAL, Activation, aimed_at
from sandtable.systems.use.s07_supply import fed_any, fed_fully
from sandtable.systems.use.state import ACTIVATED, CONQUERED, NO_TARGET, STRATEGICALLY_MOVED, UseState, prospect
from sandtable.systems.use.theatre import AXIS, UNTRACKED, WEST

TANK, NEAR, CUT_OFF, TIRED = 1.5, 0.25, 4.0, 0.3
HELD, FAR, FORT = 0.3, 10, 8.0  # of a city's worth who holds it counts, with an enemy nearer than so far; a fort
NOW, NEXT, WARY = 0.8, 0.6, 0.4  # of what may be done now, and by the Axis in its next turn; the West counts on less


def worth(state: UseState, side: Side, conduct: Conduct = SCRIPT) -> float:
    """What the Axis has broken, less what it cost; with the other sign for the West; each by its own habits. And what
    it has done of what was ordered."""
    mind = mind_of(conduct, side)
    armies = _forces(state, AXIS) - _forces(state, WEST) + _nearness(state, mind.habits)
    axis = _broken(state) + outlook(state, mind.habits) + armies
    spent = (mind.habits.losses - 1) * _steps(state, side) if mind.habits.losses != 1 else 0.0
    return (axis if side == AXIS else -axis) + spent + obeyed(state, mind, side)


def _broken(state: UseState) -> float:
    """Will lost by those who have to fall."""
    total = 0.0
    for nth in state.theatre.must_fall:
        country = state.theatre.countries[nth]
        if state.status[nth] == CONQUERED:
            total += weight(state, nth) * (country.will + FALL)
        elif country.will != UNTRACKED:
            total += weight(state, nth) * (country.will - state.will[nth])
    return total


def hungry(state: UseState, unit: UnitId) -> bool:
    """Will it be short of supply? Ports feed the West fully; the capitals of friends do not feed Germans so (7.0)."""
    fed = fed_fully if state.theatre.side_of[unit] == AXIS else fed_any
    return state.hex_of[unit] not in fed(state, state.theatre.country_of[unit])


def _steps(state: UseState, side: Side) -> float:
    return STEP * sum(state.steps[unit] for unit in state.ground_units(side))


def _forces(state: UseState, side: Side) -> float:
    theatre, total = state.theatre, 0.0
    for unit in state.ground_units(side):
        total += STEP * state.steps[unit] + (TANK if theatre.is_mobile[unit] else 0.0)
        if state.turns_left and hungry(state, unit):
            total -= CUT_OFF * (2 if theatre.is_mobile[unit] else 1)
    return total - TIRED * sum(state.sorties[unit] for unit in state.air_units(side))


def _nearness(state: UseState, habits: Habits) -> float:
    """How near the armies of the Axis are to cities that still have to fall."""
    ways = (own_way(state, unit, Hex(state.hex_of[unit]), habits.spread) for unit in state.ground_units(AXIS))
    return -NEAR * sum(ways)


def _held(state: UseState) -> float:
    """Cities that have to be held and forts, with somebody in them; the more, the nearer the enemy is."""
    foes, total = [Hex(state.hex_of[unit]) for unit in state.ground_units(AXIS)], 0.0
    for unit in state.ground_units(WEST):
        here = Hex(state.hex_of[unit])
        if worth := prizes(state, AXIS).get(here, 0.0) + (FORT if state.in_fort[unit] else 0.0):
            near = min((away(state, here)[foe] for foe in foes), default=FAR)
            total += HELD * worth * max(0, FAR - near) / FAR
    return total


# ------------------------------------------------------------------------------------------------ what may be done


def outlook(state: UseState, habits: Habits) -> float:
    """What the side whose turn it is may still do: for the Axis a gain, for the West a loss; then the Axis again."""
    side, total, active = state.phasing, 0.0, None
    for frame in state.stack:
        if isinstance(frame, Activation):
            active = frame.unit
            total += (NOW if side == AXIS else WARY) * potential(state, habits, frame.unit, frame.left, not frame.acted)
    fresh = (
        unit for unit in state.ground_units(side)
        if unit != active and not state.done[unit] & (ACTIVATED | STRATEGICALLY_MOVED)
    )  # fmt: skip
    total += habits.later * shared(state, habits, tuple(fresh))
    total += NOW * sum(assault(state, habits, side, Hex(target)) for target in {*state.assault} - {NO_TARGET})
    if side == AXIS:
        answer = habits.counter * shared(state, habits, state.ground_units(WEST)) if habits.counter else 0.0
        return total - answer if state.turns_left else total
    if state.turns_left:
        total += _held(state) - NEXT * shared(state, habits, state.ground_units(AXIS))
    return -total


def assault(state: UseState, habits: Habits, side: Side, target: Hex) -> float:
    """What an Assault promises that is being prepared; the rest may join it."""
    defender, units = state.ground_at(target), aimed_at(state, side, target)
    if defender is None or state.theatre.side_of[defender] == side or not units:
        return 0.0
    (primary, start), *others = ((unit, Hex(state.hex_of[unit])) for unit in units)
    best = sorted(others, key=lambda each: adds(state, each[0], target), reverse=True)
    return max(0.0, promise(state, habits, primary, start, target, tuple(best[: state.number(ADDITIONAL)])))


class Plan(NamedTuple):
    """The best that a unit may do next: where to go, and whom to attack from there."""

    value: float
    to: Hex
    target: Hex | None = None

    @property
    def goal(self) -> Hex:
        """What it is about."""
        return self.to if self.target is None else self.target


def potential(state: UseState, habits: Habits, unit: UnitId, left: int, fresh: bool) -> float:
    return plan(state, habits, unit, left, fresh).value if 0 <= state.hex_of[unit] < state.theatre.board.hexes else 0.0


def plan(state: UseState, habits: Habits, unit: UnitId, left: int, fresh: bool) -> Plan:
    """The best of its plans; nothing, if none promises anything."""
    found = plans(state, habits, unit, left, fresh)
    return max(found, key=lambda each: each.value, default=Plan(0.0, Hex(state.hex_of[unit])))


@prospect
def plans(state: UseState, habits: Habits, unit: UnitId, left: int, fresh: bool) -> tuple[Plan, ...]:
    """Into a city, or against somebody; with what lies near beyond it: the best of each."""
    side = Side(state.theatre.side_of[unit])
    costs, near, found = stands(state, unit, left, fresh), within_reach(state, unit, left, fresh), list[Plan]()
    for hex, worth in open_prizes(state, side).items():
        if hex in costs:
            cost = costs[hex]
            found.append(Plan(worth + beyond(state, habits, side, hex, left - cost) - 0.1 * cost, hex))
    for target in assailable(state, side):
        best = habits.least
        for hex, price in near.get(target, NOWHERE).items():
            value = promise(state, habits, unit, hex, target) - 0.1 * price
            value += habits.through * beyond(state, habits, side, target, left - price)
            if value > best:
                best, from_ = value, hex
        if best > habits.least:
            found.append(Plan(best, from_, target))
    return tuple(found)


def intended(state: UseState, mind: Mind, unit: UnitId, left: int, fresh: bool) -> tuple[Plan, ...]:
    """The same as its orders make them: main efforts count for more, and so does what has nobody to hold it."""
    found = plans(state, mind.habits, unit, left, fresh)
    if not mind.efforts and not mind.holds:
        return found
    side, told, sent = Side(state.theatre.side_of[unit]), list[Plan](), sent_to(state, mind, unit)
    for each in found:
        goal = each.goal
        whole = prizes(state, side).get(goal, 0.0) + STEP
        chance = 1.0 if each.target is None else min(1.0, each.value / whole)
        told.append(each._replace(value=each.value + drawn(sent, goal, chance)))
    costs = stands(state, unit, left, fresh)
    told += (Plan(GUARD, place) for place in unguarded(state, mind, side) if place in costs)
    for place in sent:
        far = away(state, place)
        nearest = min(costs, key=lambda hex: (far[hex], costs[hex]))
        told.append(Plan(MARCH * (far[state.hex_of[unit]] - far[nearest]), nearest))
    return tuple(told)


def best_intended(state: UseState, mind: Mind, unit: UnitId, left: int, fresh: bool) -> Plan:
    found = intended(state, mind, unit, left, fresh)
    return max(found, key=lambda each: each.value, default=Plan(0.0, Hex(state.hex_of[unit])))


def shared(state: UseState, habits: Habits, units: tuple[UnitId, ...]) -> float:
    """What units may do together: every city and every enemy is one unit's business."""
    found = sorted(
        ((each.value, unit, each.goal)
         for unit in units for each in plans(state, habits, unit, movement_points(state, unit), True)),
        reverse=True,
    )  # fmt: skip
    total, busy, taken = 0.0, set[UnitId](), set[Hex]()
    for value, unit, hex in found:
        if unit not in busy and hex not in taken:
            total += value
            busy.add(unit)
            taken.add(hex)
    return total


@prospect
def open_prizes(state: UseState, side: Side) -> dict[Hex, float]:
    """Those that nobody defends."""
    held = state.occupied(enemy(side))
    return {city: worth for city, worth in prizes(state, side).items() if city not in held}


def beyond(state: UseState, habits: Habits, side: Side, hex: Hex, left: int) -> float:
    """The richest open city that could be reached from a hex with what is left, if nothing were in the way. Who is
    patient does not go for it so much while there are turns to come."""
    if left <= 1:
        return 0.0
    counted_on = habits.beyond / (1 + state.turns_left) if habits.patient else habits.beyond
    if habits.tours:
        return counted_on * _tour(state, side, hex, left)
    near = (worth for worth, city, far in _richest(state, side) if far[hex] < left and city != hex)
    return counted_on * next(near, 0.0)


@prospect
def _tour(state: UseState, side: Side, hex: Hex, left: int) -> float:
    """The two richest open cities that could be reached so, one after the other."""
    best, wanted = 0.0, [each for each in _richest(state, side) if each[1] != hex]
    for worth, city, far in wanted:
        if (rest := left - far[hex] - 1) >= 0:
            then = (more for more, other, way in wanted if other != city and way[city] < rest)
            best = max(best, worth + next(then, 0.0))
    return best


@prospect
def _richest(state: UseState, side: Side) -> tuple[tuple[float, Hex, bytes], ...]:
    """Open prizes, the richest first, each with how far every hex is from it."""
    wanted = ((worth, city, away(state, city)) for city, worth in open_prizes(state, side).items())
    return tuple(sorted(wanted, reverse=True))
