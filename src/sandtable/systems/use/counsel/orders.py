"""What has been ordered, carried out: who is sent where, what stays guarded, and how far it is from being done."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.counsel.habits import Mind
from sandtable.systems.use.counsel.prizes import away, prizes
from sandtable.systems.use.state import UseState, prospect

ENOUGH = 4  # armies that are sent to a main effort
EFFORT, MARCH = 12.0, 2.0  # what its fall is worth beside its will, and a hex that one of them is nearer
GUARD, NEAR = 40.0, 6  # what a guard of what is to be held is worth; an enemy who is no farther threatens it


@prospect
def nearest(state: UseState, side: Side, place: Hex, most: int) -> tuple[UnitId, ...]:
    """So many armies of a side, the nearest to a hex first."""
    far = away(state, place)
    return tuple(sorted(state.ground_units(side), key=lambda unit: (far[state.hex_of[unit]], unit))[:most])


def efforts(state: UseState, mind: Mind, side: Side) -> list[Hex]:
    """Main efforts that are not yet where they should be."""
    return [place for place in mind.efforts if place in prizes(state, side)] if mind.efforts else []


def sent_to(state: UseState, mind: Mind, unit: UnitId) -> list[Hex]:
    """The main efforts that an army is near enough to be sent to, and what it has to go to hold."""
    side = Side(state.theatre.side_of[unit])
    return [
        *(place for place in efforts(state, mind, side) if unit in nearest(state, side, place, ENOUGH)),
        *(place for place in unguarded(state, mind, side) if unit in nearest(state, side, place, 1)),
    ]


def threatened(state: UseState, side: Side, place: Hex) -> bool:
    return any(away(state, place)[state.hex_of[foe]] <= NEAR for foe in state.ground_units(enemy(side)))


def unguarded(state: UseState, mind: Mind, side: Side) -> list[Hex]:
    """What has to be held, is threatened and has nobody of its side in it."""
    if not mind.holds:
        return []
    own = state.occupied(side)
    return [place for place in mind.holds if place not in own and threatened(state, side, place)]


def on_guard(state: UseState, mind: Mind, unit: UnitId) -> bool:
    """Is it all that there is in a hex that has to be held, with an enemy near?"""
    here = Hex(state.hex_of[unit])
    return here in mind.holds and threatened(state, Side(state.theatre.side_of[unit]), here)


def obeyed(state: UseState, mind: Mind, side: Side) -> float:
    """How far what was ordered has been done."""
    total = 0.0
    for place in mind.efforts:
        if place in prizes(state, side):
            far = away(state, place)
            total -= MARCH * sum(far[state.hex_of[unit]] for unit in nearest(state, side, place, ENOUGH))
        else:
            total += EFFORT
    for place in mind.holds:
        if (guard := next(iter(nearest(state, side, place, 1)), None)) is not None:
            total -= MARCH * away(state, place)[state.hex_of[guard]]
        if place in state.occupied(side):
            total += GUARD
        elif state.controller(place) == enemy(side):
            total -= GUARD
    return total


def drawn(sent: Sequence[Hex], goal: Hex, chance: float) -> float:
    """What it adds to a plan that it leads an army where it is sent."""
    return chance * EFFORT if goal in sent else 0.0


def pressed(mind: Mind, target: Hex) -> float:
    """What it adds to an Assault that it is made where the main effort goes."""
    return EFFORT if target in mind.efforts else 0.0
