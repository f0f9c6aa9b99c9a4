"""What the enemy could do in his next turn, who therefore stays where it is, and where others are needed."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.counsel.prizes import prizes
from sandtable.systems.use.counsel.worth import plans
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
def exposed(state: UseState, side: Side) -> dict[Hex, float]:
    """Hexes that the enemy could enter or attack next, each with the best of his plans."""
    found = dict[Hex, float]()
    for foe in state.ground_units(enemy(side)):
        for each in plans(state, foe, movement_points(state, foe), True):
            hex = each.to if each.target is None else each.target
            found[hex] = max(found.get(hex, 0.0), each.value)
    return found


def bound(state: UseState, unit: UnitId) -> bool:
    """Does it hold a city or a fort that the enemy can get at, or a capital that he is near?"""
    return defends(Side(state.theatre.side_of[unit])) and _bound(state, unit)


@prospect
def _bound(state: UseState, unit: UnitId) -> bool:
    theatre, here = state.theatre, Hex(state.hex_of[unit])
    side = Side(theatre.side_of[unit])
    held = prizes(state, enemy(side)).get(here, 0.0) > 0
    if held and here in exposed(state, side):
        return True
    near = FORT if state.in_fort[unit] else CAPITAL if held and here in theatre.capitals else 0
    return near > 0 and any(
        theatre.board.layout.distance(here, Hex(state.hex_of[foe])) <= near for foe in state.ground_units(enemy(side))
    )


def posts(state: UseState, unit: UnitId, places: Iterable[Hex]) -> list[Hex]:
    """Those of these places where it could hold a city or a fort: what the enemy would gain there first; who stands in
    the open within his reach also looks for the nearest."""
    side, here = Side(state.theatre.side_of[unit]), Hex(state.hex_of[unit])
    open_to, distance = exposed(state, side), state.theatre.board.layout.distance
    theirs, fort = prizes(state, enemy(side)), state.fort
    held = [hex for hex in places if hex in theirs or fort[hex]]
    wanted = sorted((hex for hex in held if hex in open_to), key=lambda hex: (-open_to[hex], hex))[:POSTS]
    if here in open_to and not state.is_city(here):
        wanted += sorted((hex for hex in held if hex not in wanted), key=lambda hex: (distance(here, hex), hex))[:2]
    return wanted


def need(state: UseState, unit: UnitId) -> float:
    """What it could do, or how much better it could stand elsewhere."""
    side, here, points = Side(state.theatre.side_of[unit]), Hex(state.hex_of[unit]), movement_points(state, unit)
    open_to = exposed(state, side)
    own = max(open_to.get(here, 0.0), prizes(state, enemy(side)).get(here, 0.0)) if bound(state, unit) else 0.0
    by_sea = ports(state, unit) if next(no_ship(state, unit), None) is None else []
    places = {*goals(state, unit, points, True), *by_sea}
    best = max((open_to.get(hex, 0.0) for hex in posts(state, unit, places)), default=0.0)
    if here in open_to and not bound(state, unit):
        best = max(best, open_to[here])
    able = plans(state, unit, points, True)
    done = max((each.value for each in able if each.to == here or not own), default=0.0)
    return max(best - own, done)
