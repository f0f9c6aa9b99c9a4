"""19 to 22: which attacks pay, by the exact chances of the die; who pursues; what a hit force does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.decisions import Action, Form
from sandtable.core.intents import BOLD, CAREFUL, Conduct
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import kept_in
from sandtable.systems.gew.counsel.aims import room, way_of
from sandtable.systems.gew.counsel.fronts import front_at
from sandtable.systems.gew.counsel.habits import Habits, habits
from sandtable.systems.gew.counsel.prizes import stakes
from sandtable.systems.gew.counsel.worth import FACTOR, POINT, hit, price
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.s19_attack import GroundCombatPhase, apart, attackable, crowded, fresh, special_forces
from sandtable.systems.gew.s19_combat import die
from sandtable.systems.gew.s19_foes import defenders
from sandtable.systems.gew.s20_shifts import Battle
from sandtable.systems.gew.s20_situation import Factors, Forces, Support, added, backed, factors, on_the_ground, support
from sandtable.systems.gew.s21_absorption import Suffer, supplied
from sandtable.systems.gew.s21_results import CombatResult, decode
from sandtable.systems.gew.s22_pursuit import Pursuit
from sandtable.systems.gew.state import FIGHTING, GewState

PUSHED_BACK = 1.5  # what a retreat is worth, in factors
CLEARED = 3.0  # a victory point: in the hex attacked, for each result that may clear it; for a hit, where hits count
BOLDNESS = {CAREFUL: "attacks only at +4 or better", BOLD: "attacks at even odds"}
SUPPORT = 0.5  # what another shift must add


def next_attack(phase: GroundCombatPhase, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """19.1 The attack that promises most; none, if those who land need not attack."""
    best: Action = ("end",)
    habit, fronts = habits(conduct), front_at(state.scenario)
    promise = 0.0
    landed = [*phase.must_attack(state)]
    for target in attackable(state, phase.side):
        if able := phase.candidates(state, target, False):
            units = together(state, able)
            found = promised(state, phase.side, target, units, habit)
            enough = landed or found > habit.bold[conduct.order(fronts[target]).boldness]
            if enough and (found > promise or best == ("end",)):
                best, promise = ("attack", target, units, _special(phase, state, target, units, found, habit)), found
    return [best]


def together(state: GewState, able: list[UnitId]) -> tuple[UnitId, ...]:
    """19.3 All of those able to attack a hex who can do so in one attack, the strongest first."""
    attack, chosen = state.theatre.attack, tuple[UnitId, ...]()
    for unit in sorted(able, key=lambda unit: (-attack[unit], unit)):
        if not chosen or not (any(apart(state, chosen[0], unit)) or any(crowded(state, chosen, unit))):
            chosen = (*chosen, unit)
    return tuple(sorted(chosen))


def _special(
    phase: GroundCombatPhase, state: GewState, target: Hex, units: tuple[UnitId, ...], promise: float, habit: Habits
) -> tuple[UnitId, ...]:
    """27.1 The special force that adds most."""
    best, chosen = promise + SUPPORT, tuple[UnitId, ...]()
    for unit in special_forces(phase, state):
        if next(phase.bad_special(state, target, units, (), unit), None) is None:
            found = promised(state, phase.side, target, units, habit, state.theatre.factor[unit])
            if found > best:
                best, chosen = found, (unit,)
    return chosen


class Fight(NamedTuple):
    """An attack that may be made, as far as it is decided on the ground."""

    forces: Forces
    met: Factors
    ground: Battle
    ours: float  # what both sides have in it
    theirs: float
    prize: int  # what is at stake in the hex
    stuck: bool  # 22.1: the static do not retreat
    fed: tuple[bool, bool]  # 21.2: is anybody of ours, and of theirs, in supply, so that he may pay?


@kept_in(FIGHTING)
def _fight(state: GewState, side: Side, target: Hex, units: tuple[UnitId, ...]) -> Fight:
    theatre, foes = state.theatre, fresh(state, defenders(state, side, target))
    forces = Forces(side, target, units, foes)
    prize, stuck = stakes(state.scenario).get(target, 0), not any(theatre.movement[foe] for foe in foes)
    ours, theirs = _factors(state, units), _factors(state, foes)
    fed = any(supplied(state, unit) for unit in units), any(supplied(state, unit) for unit in foes)
    return Fight(forces, factors(theatre, forces), on_the_ground(state, forces), ours, theirs, prize, stuck, fed)


def promised(
    state: GewState, side: Side, target: Hex, units: tuple[UnitId, ...], habit: Habits, more: int = 0
) -> float:
    """19.6 What an attack is worth, on average over the faces of the die; `more` shifts come from support."""
    fight = _fight(state, side, target, units)
    cost, hits = price(state, state.power_of(units[0]), habit), hit(state, habit)
    return _average(state.scenario.charts, *fight[1:], support(state, fight.forces), cost, hits, habit, more)


def gained(state: GewState, side: Side, target: Hex, units: tuple[UnitId, ...], habit: Habits, more: int) -> float:
    """20.5 How much more it is worth with so many more shifts from support."""
    fight = _fight(state, side, target, units)
    cost, hits = price(state, state.power_of(units[0]), habit), hit(state, habit)
    what = (state.scenario.charts, *fight[1:], support(state, fight.forces), cost, hits, habit)
    return _average(*what, more) - _average(*what, 0)


def falls(state: GewState, side: Side, target: Hex, unit: UnitId, habit: Habits) -> float:
    """19.6 How likely a unit that lands clears a hex by itself."""
    fight, charts = _fight(state, side, target, (unit,)), state.scenario.charts
    ground = fight.ground._replace(hexside="none", concentric=False)
    sums = added(charts, fight.met, backed(ground, support(state, fight.forces)))
    results = die(charts, int(sums.differential.total), int(sums.shifts.total)).meanings()
    hits = [(found, ways) for result, ways in results.items() if "defender" in (found := decode(result)).affected]
    return sum(ways * _clears(found, fight.fed[1], habit) for found, ways in hits) / sum(results.values())


def _clears(found: CombatResult, may_pay: bool, habit: Habits) -> float:
    """How likely a result drives the defender out."""
    return habit.clears[min(found.mp, len(habit.clears)) - 1] if may_pay else 1.0


def enough(
    state: GewState, side: Side, target: Hex, units: tuple[UnitId, ...], conduct: Conduct, more: int = 0
) -> bool:
    """Would it be made?"""
    least = habits(conduct).bold[conduct.order(front_at(state.scenario)[target]).boldness]
    return promised(state, side, target, units, habits(conduct), more) > least


def worthwhile(state: GewState, side: Side, conduct: Conduct) -> dict[Hex, tuple[UnitId, ...]]:
    """The attacks that would be made, the most promising first: nobody attacks twice."""
    habit, fronts, found, used = (
        habits(conduct),
        front_at(state.scenario),
        dict[Hex, tuple[UnitId, ...]](),
        set[UnitId](),
    )
    promises = []
    for target, able in attackable(state, side).items():
        units = together(state, list(able))
        promises.append((-promised(state, side, target, units, habit), target, units))
    for promise, target, units in sorted(promises):
        if -promise > habit.bold[conduct.order(fronts[target]).boldness] and used.isdisjoint(units):
            found[target] = units
            used.update(units)
    return found


@lru_cache(maxsize=4096)
def _average(
    charts: Charts, met: Factors, ground: Battle, ours: float, theirs: float, prize: int, stuck: bool,
    fed: tuple[bool, bool], by: Support, cost: float, hits: float, habit: Habits, more: int,
) -> float:  # fmt: skip
    sums = added(charts, met, backed(ground, by))
    results = die(charts, int(sums.differential.total), int(sums.shifts.total) + more).meanings()
    pays = (fed[0] or not habit.supply), (fed[1] or not habit.supply)
    total = sum(
        ways * _outcome(result, ours, theirs, CLEARED * prize, stuck, cost, CLEARED * hits, habit, *pays)
        for result, ways in results.items()
    )
    return total / sum(results.values())


def _factors(state: GewState, units: tuple[UnitId, ...]) -> float:
    return FACTOR * sum(state.theatre.attack[unit] + state.theatre.defense[unit] for unit in units)


def _outcome(
    result: str, ours: float, theirs: float, prize: float, stuck: bool, cost: float, hits: float, habit: Habits,
    we_pay: bool, they_pay: bool,
) -> float:  # fmt: skip
    """21.1 Who is hit pays, if he can, or loses his units or ground: what he would rather. An MP of ours is worth so
    much, and one for which anybody is hit, where that counts."""
    found = decode(result)
    pays, value = POINT * found.mp, 0.0
    if "defender" in found.affected:
        lost = PUSHED_BACK + pays / 2
        if found.fate != "retreat" or stuck:
            lost = min(pays + PUSHED_BACK, theirs) if they_pay else theirs
        value += hits * found.mp + lost + prize * _clears(found, they_pay, habit)
    if "attacker" in found.affected:
        lost = PUSHED_BACK if found.fate == "retreat" else ours
        value -= hits * found.mp + (min(cost * found.mp, lost) if we_pay else lost)
    return value


def bear(force: Suffer, state: GewState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """21.1 Both ways are looked at, if both are open."""
    return (way for way in (("spend",), ("suffer",)) if not form.check(state, way))


def pursue(pursuit: Pursuit, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """22.3 Those who come nearer to a prize, the strongest first, as many as the hex holds; what counts for more than
    the hex that was taken is not left to the enemy."""
    theatre, target, chosen = state.theatre, pursuit.target, list[UnitId]()
    sizes = [theatre.size[unit] for unit in state.ground_in(target)]
    for unit in sorted(pursuit.able(state), key=lambda unit: -theatre.attack[unit]):
        way = way_of(state, unit, conduct)
        if (
            way[target] <= way[state.hex_of[unit]]
            and within_limits([*sizes, theatre.size[unit]])
            and not (habits(conduct).keep and _leaves_open(state, unit, target, chosen))
        ):
            chosen.append(unit)
            sizes.append(theatre.size[unit])
    return [(tuple(sorted(chosen)),)]


def _leaves_open(state: GewState, unit: UnitId, to: Hex, gone: Sequence[UnitId] = ()) -> bool:
    """Is it the last in a hex that counts for more than where it would go, or in a fortification?"""
    place, side, values = Hex(state.hex_of[unit]), state.side_of(unit), stakes(state.scenario)
    if values.get(place, 0) + bool(state.fort[place]) <= values.get(to, 0):
        return False
    return not any(each != unit and each not in gone and state.side_of(each) == side for each in state.ground_in(place))


def go_on(pursuit: Pursuit, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """22.4 As long as it brings a unit nearer to a prize."""
    for unit in pursuit.eager(state):
        way = way_of(state, unit, conduct)
        to = min(pursuit.goals(state, unit), key=lambda place: (way[place], place))
        if (
            way[to] < way[state.hex_of[unit]]
            and room(state, unit, to)
            and not (habits(conduct).keep and _leaves_open(state, unit, to))
        ):
            return [("advance", unit, to)]
    return [("stay",)]
