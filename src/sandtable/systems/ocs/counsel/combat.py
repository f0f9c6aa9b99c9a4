"""9: whom to attack with whom, and the questions of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core.decisions import Action, Form
from sandtable.core.groups import Group, stacks
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.counsel.habits import least
from sandtable.systems.ocs.counsel.odds import affordable, gain, promise, stood, units_of
from sandtable.systems.ocs.counsel.prizes import POINT, bound, last_turn, nearest_enemy, stakes, step_worth
from sandtable.systems.ocs.s04_stacking import most, stacked
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s09_advance import Advance, able_to_advance
from sandtable.systems.ocs.s09_attack import PAY, STOCKS, WITHHOLD, Combat, cannot_live, cannot_pay
from sandtable.systems.ocs.s09_capture import Capture, where_to, where_to_collapse, where_to_flee
from sandtable.systems.ocs.s09_forces import defenders
from sandtable.systems.ocs.s09_forecast import best_rated
from sandtable.systems.ocs.s09_losses import LoseSteps, surviving
from sandtable.systems.ocs.s09_results import IGNORE, TAKE, CarryOut, TakeOptions, parsed
from sandtable.systems.ocs.s09_retreat import Retreat, bad_group, ways, with_company
from sandtable.systems.ocs.s09_segment import attackers, is_late, targets
from sandtable.systems.ocs.s09_supply import living
from sandtable.systems.ocs.s12_trace import traceable
from sandtable.systems.ocs.state import OcsState

GIVEN_UP = 1.5  # a hex that one retreats from

# ------------------------------------------------------------------------------------------------ attacks


def next_attack(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.1 The attack that promises most, with no more units than it needs; else the end."""
    side, best = segment.side, (least(conduct), Hex(-1), tuple[UnitId, ...]())
    for target in targets(segment, state):
        if state.attacked[target]:
            continue
        value, units = best_attackers(state, side, target, attackers(state, side, target, is_late(segment)), conduct)
        best = max(best, (value, target, units))
    _, target, units = best
    if not units:
        return [("end",)]
    return [("attack", target, tuple(stacks(state, units).values()), ()), ("end",)][:1]


def best_attackers(
    state: OcsState, side: Side, target: Hex, units: Iterable[UnitId], conduct: Conduct, shaken: bool = False
) -> tuple[float, tuple[UnitId, ...]]:
    """Out of those that may attack: all that can be paid for, less those that add too little."""
    strength = state.theatre.strength
    chosen = list(stood(state, sorted(units, key=lambda unit: (-strength[state.face[unit]][unit], unit))))
    while chosen and not affordable(state, chosen, conduct, last_turn(state)):
        chosen.pop()
    if not chosen:
        return 0.0, ()
    value = promise(state, side, target, chosen, conduct, shaken=shaken)
    while len(chosen) > 1:
        fewer = promise(state, side, target, chosen[:-1], conduct, shaken=shaken)
        if fewer < value:
            break
        value = fewer
        chosen.pop()
    return value, tuple(sorted(units_of(chosen)))


# ------------------------------------------------------------------------------------------------ within a combat


def defend(combat: Combat, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.5 Whoever can pay does; else he lives on his stocks."""
    if not cannot_pay(state, combat):
        return [(PAY, ())]
    if not cannot_live(state, combat):
        return [(STOCKS, living(state, combat.target, enemy(combat.side)))]
    return [(WITHHOLD,)]


def rate_attackers(combat: Combat, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    return [(best_rated(state, list(combat.units)),)]


def rate_defenders(combat: Combat, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    return [(best_rated(state, defenders(state, combat.side, combat.target)),)]


def lose(losing: LoseSteps, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.11 Whoever is worth least; of several steps before a last one."""
    return [(min(losing.able(state), key=lambda unit: (step_worth(state, unit), -state.steps[unit], unit)),)]


def take_options(taking: TakeOptions, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.10 Steps for what they buy: the attacker the hex, the defender to stay in one that counts."""
    if taking.may_ignore:
        return [(IGNORE,)]
    alive = surviving(state, taking.units)
    worths = sorted(step_worth(state, unit) for unit in alive for _ in range(state.steps[unit]))
    price, far = sum(worths[: taking.points]), taking.farthest(state)
    carrying = next(frame for frame in reversed(state.stack) if isinstance(frame, CarryOut))
    survives = len(worths) > taking.points
    if carrying.side == taking.side:
        result = parsed(carrying.result)
        left = sum(state.steps[unit] for unit in defenders(state, taking.side, carrying.target))
        falls = result.their_options > 0 or result.their_losses >= left
        stands = survives and falls and gain(state, taking.side, carrying.target, conduct) > price
    else:
        stands = survives and GIVEN_UP + POINT * stakes(state.scenario).get(carrying.target, 0) > price
    return [(TAKE, 0 if stands else far)]


def retreat(retreating: Retreat, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.12 As a stack if it can be; out of enemy zones, in trace supply, to a hex that counts, away from the enemy."""
    side = retreating.side
    groups: list[Group] = [*with_company(retreating, state).values(), retreating.units]
    groups += [(unit,) for unit in retreating.units]
    units = next(group for group in groups if next(bad_group(retreating, state, group), None) is None)
    found, zone = ways(state, side, units, retreating.hexes, retreating.barred), enemy_zone(state, side)
    near, at_stake = nearest_enemy(state, side), stakes(state.scenario)

    def badness(end: Hex) -> tuple[bool, float]:
        crowded = stacked(state, end, side) + sum(map(state.size, units)) > most(state)
        cost = 3.0 * sum(hex in zone for hex in found[end]) + 4.0 * (not traceable(state, side, end))
        return crowded, cost - min(near[end], 4) - at_stake.get(end, 0)

    return [(units, min(found, key=lambda end: (badness(end), end)))]


def advance(advancing: Advance, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.12g All that need not guard where they are, as many as there is room for."""
    room, going = most(state), list[UnitId]()
    for unit in able_to_advance(state, advancing.units):
        if not bound(state, unit, conduct) and state.size(unit) <= room:
            going.append(unit)
            room -= state.size(unit)
    return [(tuple(stacks(state, going).values()),)]


def displace(capture: Capture, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.14c Transport goes far from the enemy, but where it is still supplied."""
    near, side = nearest_enemy(state, capture.loser), capture.loser
    return [(max(where_to(capture, state), key=lambda hex: (traceable(state, side, hex), min(near[hex], 4), -hex)),)]


def collapse(capture: Capture, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    near = nearest_enemy(state, capture.loser)
    return [(max(where_to_collapse(capture, state), key=lambda hex: (min(near[hex], 4), -hex)),)]


def flee(capture: Capture, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """9.14f The nearest base."""
    distance = state.theatre.distance
    return [(min(where_to_flee(capture, state), key=lambda hex: (distance(capture.place, hex), hex)),)]
