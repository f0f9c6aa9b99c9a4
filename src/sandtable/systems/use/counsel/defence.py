"""What the enemy could do in his next turn, who therefore stays where it is, and where others are needed."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.counsel.habits import Habits, Mind
from sandtable.systems.use.counsel.orders import GUARD, on_guard
from sandtable.systems.use.counsel.prizes import prizes
from sandtable.systems.use.counsel.worth import intended, plans
from sandtable.systems.use.s04_2_ground import goals, movement_points
from sandtable.systems.use.s04_ports import no_ship, ports
from sandtable.systems.use.state import UseState, prospect
from sandtable.systems.use.theatre import AXIS

FORT, CAPITAL = 3, 8  # who holds one stays there while an enemy is as near as this
POSTS = 4  # that are looked at


def defends(side: Side) -> bool:
    """The West has only to hold out."""
    return side != AXIS


@prospect
def exposed(state: UseState, habits: Habits, side: Side) -> dict[Hex, float]:
    """Hexes that the enemy could enter or attack next, each with the best of his plans."""
    found = dict[Hex, float]()
    for foe in state.ground_units(enemy(side)):
        for each in plans(state, habits, foe, movement_points(state, foe), True):
            found[each.goal] = max(found.get(each.goal, 0.0), each.value)
    return found


def in_danger(state: UseState, mind: Mind, side: Side) -> dict[Hex, float]:
    """The same, and what has to be held as if it were."""
    found = exposed(state, mind.habits, side)
    return found | {hex: found.get(hex, 0.0) + GUARD for hex in mind.holds} if mind.holds else found


def bound(state: UseState, mind: Mind, unit: UnitId) -> bool:
    """Does it hold a city or a fort that the enemy can get at, a capital that he is near, or what it was told to?"""
    if on_guard(state, mind, unit):
        return True
    return defends(Side(state.theatre.side_of[unit])) and _bound(state, mind.habits, unit)


@prospect
def _bound(state: UseState, habits: Habits, unit: UnitId) -> bool:
    theatre, here = state.theatre, Hex(state.hex_of[unit])
    side = Side(theatre.side_of[unit])
    held = prizes(state, enemy(side)).get(here, 0.0) > 0
    if held and here in exposed(state, habits, side):
        return True
    near = FORT if state.in_fort[unit] else CAPITAL if held and here in theatre.capitals else 0
    return near > 0 and any(
        theatre.board.layout.distance(here, Hex(state.hex_of[foe])) <= near for foe in state.ground_units(enemy(side))
    )


def posts(state: UseState, mind: Mind, unit: UnitId, places: Iterable[Hex]) -> list[Hex]:
    """Those of these places where it could hold a city or a fort: what the enemy would gain there first; who stands in
    the open within his reach also looks for the nearest."""
    side, here = Side(state.theatre.side_of[unit]), Hex(state.hex_of[unit])
    open_to, distance = in_danger(state, mind, side), state.theatre.board.layout.distance
    theirs, fort = prizes(state, enemy(side)), state.fort
    held = [hex for hex in places if hex in theirs or fort[hex] or hex in mind.holds]
    wanted = sorted((hex for hex in held if hex in open_to), key=lambda hex: (-open_to[hex], hex))[:POSTS]
    if here in open_to and not state.is_city(here):
        wanted += sorted((hex for hex in held if hex not in wanted), key=lambda hex: (distance(here, hex), hex))[:2]
    return wanted


def need(state: UseState, mind: Mind, unit: UnitId) -> float:
    """What it could do, or how much better it could stand elsewhere."""
    side, here, points = Side(state.theatre.side_of[unit]), Hex(state.hex_of[unit]), movement_points(state, unit)
    open_to, stays = in_danger(state, mind, side), bound(state, mind, unit)
    own = max(open_to.get(here, 0.0), prizes(state, enemy(side)).get(here, 0.0)) if stays else 0.0
    by_sea = ports(state, unit) if next(no_ship(state, unit), None) is None else []
    places = {*goals(state, unit, points, True), *by_sea}
    best = max((open_to.get(hex, 0.0) for hex in posts(state, mind, unit, places)), default=0.0)
    if here in open_to and not stays:
        best = max(best, open_to[here])
    able = intended(state, mind, unit, points, True)
    done = max((each.value for each in able if each.to == here or not own), default=0.0)
    return max(best - own, done)
