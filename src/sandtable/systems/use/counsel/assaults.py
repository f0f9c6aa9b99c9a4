"""Who assaults whom together: the best Primary Attacker, and those who add most to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.counsel.habits import Habits, Mind
from sandtable.systems.use.counsel.odds import STEP, adds, promise, within_reach
from sandtable.systems.use.counsel.orders import pressed
from sandtable.systems.use.counsel.prizes import prizes
from sandtable.systems.use.counsel.worth import Plan, plans
from sandtable.systems.use.s04_2_ground import movement_points
from sandtable.systems.use.s06_3_army import ADDITIONAL, aimed_at
from sandtable.systems.use.state import UseState

TWICE = 1.3  # who attacks alone may try again
SURE = 0.5  # of what there is to be gained: a plan that needs no help
EFFORT = 0.25  # of what an Assault promises: so much more than its units could do alone
NOTHING = Plan(0.0, Hex(0))


Members = tuple[tuple[UnitId, Hex], ...]  # who attacks from where, the Primary Attacker first


class Group(NamedTuple):
    """An Assault that may be made, and what it promises."""

    value: float
    target: Hex
    members: Members


class Able(NamedTuple):
    """Somebody who may yet act, and what he has left."""

    unit: UnitId
    left: int
    fresh: bool


def gathered(state: UseState, habits: Habits, target: Hex, places: Mapping[UnitId, Sequence[Hex]]) -> Group:
    """The best Assault on a hex by units that could be in these places."""
    return valued(state, habits, target, _members(state, habits, target, places))


def _members(state: UseState, habits: Habits, target: Hex, places: Mapping[UnitId, Sequence[Hex]]) -> Members:
    """The best Primary Attacker, and those who add most to it."""
    _, primary, start = max(
        (promise(state, habits, unit, hex, target), unit, hex) for unit, hexes in places.items() for hex in hexes
    )
    members, taken, most = [(primary, start)], {start}, state.number(ADDITIONAL)
    for unit in sorted(places, key=lambda unit: (-adds(state, unit, target), len(places[unit]), unit)):
        free = [hex for hex in places[unit] if hex not in taken]
        if unit != primary and free and len(members) <= most:
            members.append((unit, free[0]))
            taken.add(free[0])
    return tuple(members)


def valued(state: UseState, habits: Habits, target: Hex, members: Members) -> Group:
    (primary, start), *others = members
    return Group(promise(state, habits, primary, start, target, tuple(others)), target, members)


def ordered(state: UseState, habits: Habits, side: Side, target: Hex) -> Group | None:
    """The best Assault by those who have been ordered to make it."""
    places = {unit: (Hex(state.hex_of[unit]),) for unit in aimed_at(state, side, target)}
    return gathered(state, habits, target, places) if places else None


def best_group(state: UseState, mind: Mind, side: Side, able: Sequence[Able]) -> Group | None:
    """The Assault that gains most beyond what its units could do alone, if there is one."""
    if not mind.habits.gathers:
        return None
    found = max(_worthwhile(state, mind, side, able), key=lambda each: each[0], default=None)
    return found[1] if found else None


def _worthwhile(state: UseState, mind: Mind, side: Side, able: Sequence[Able]) -> Iterator[tuple[float, Group]]:
    """Whoever can do something alone does it alone."""
    if not able:
        return
    habits = mind.habits
    reaches = [(unit, within_reach(state, unit, left, fresh)) for unit, left, fresh in able]
    alone = {unit: _alone(state, habits, side, unit, left, fresh) for unit, left, fresh in able}
    aimed = {*state.assault}
    for foe in state.ground_units(enemy(side)):
        target = Hex(state.hex_of[foe])
        joined = aimed_at(state, side, target) if target in aimed else []
        places: dict[UnitId, Sequence[Hex]] = {unit: (Hex(state.hex_of[unit]),) for unit in joined}
        begun = gathered(state, habits, target, places).value if places else 0.0
        taken = {hexes[0] for hexes in places.values()}
        for unit, reach in reaches:
            if target in reach and (near := [hex for hex in reach[target] if hex not in taken]):
                places[unit] = near
        if len(places) < (1 if state.in_fort[foe] else 2):
            continue
        members = _members(state, habits, target, places)
        if len(members) < 2 and not state.in_fort[foe]:
            continue
        joining = {unit for unit, _ in members}
        apart = [best for unit, best in alone.items() if unit in joining]
        if None in apart:
            continue
        group = valued(state, habits, target, members)
        more = group.value - begun - _apart(state, side, target, apart)
        if more > EFFORT * group.value:
            yield more + pressed(mind, target), group


def _alone(state: UseState, habits: Habits, side: Side, unit: UnitId, left: int, fresh: bool) -> Plan | None:
    """What somebody could do best by himself; None if he needs no help for it."""
    best = max(plans(state, habits, unit, left, fresh), key=lambda each: each.value, default=NOTHING)
    return None if best.value > SURE * (prizes(state, side).get(best.goal, 0.0) + STEP) else best


def _apart(state: UseState, side: Side, target: Hex, able: Sequence[Plan | None]) -> float:
    """What those of a group who have not been ordered yet could do each by himself: against the same enemy only one
    succeeds."""
    whole, failed, total = prizes(state, side).get(target, 0.0) + STEP, 1.0, 0.0
    for best in filter(None, able):
        if best.target == target:
            failed *= 1 - min(TWICE * best.value / whole, 1.0)
        else:
            total += TWICE * best.value
    return total + whole * (1 - failed)


def sufficient(state: UseState, habits: Habits, side: Side, each: Able) -> bool:
    """Can it do something alone, so that it joins no Assault?"""
    return _alone(state, habits, side, *each) is None


def fresh(state: UseState, units: Sequence[UnitId]) -> list[Able]:
    return [Able(unit, movement_points(state, unit), True) for unit in units]
