"""What is worth having, how far away it is, and what is in danger. No rule: weights chosen by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from sandtable.core.board import Bits, has, hexes_in
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import fact
from sandtable.core.system import Scenario
from sandtable.systems.gew.s03_victory import scoring
from sandtable.systems.gew.s06_control import off_limits, side_controls
from sandtable.systems.gew.s13_zones import neutral_ground, occupied
from sandtable.systems.gew.s18_strategic_movement import lanes
from sandtable.systems.gew.s26_naval_missions import open_seas, shores
from sandtable.systems.gew.setups import setups
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS_SIDE,
    SIDE_OF_POWER,
    SOVIET,
    Theatre,
)

Stakes = Mapping[Hex, int]
Prizes = tuple[tuple[Hex, int], ...]  # hexes, and what is at stake there
Crossings = tuple[tuple[Bits, int], ...]  # places joined by water, and how long the passage seems

DETOUR = 2  # MF that a victory point is worth going
TRANSFER, LANDING = 6, 9  # MF that a passage by sea seems long
FAR = 99  # MF beyond which nothing draws
NEAR = 4  # hexes from which an enemy threatens


@lru_cache(maxsize=16)
def stakes(scenario: Scenario) -> Stakes:
    """3.3 By hex, what changes when it changes hands: the points that one side gains and the other loses."""
    shorter = setups()[scenario.name].victory
    found: dict[Hex, int] = {}
    if shorter is not None:
        for points in shorter.points:
            for place, value in points.items():
                found[place] = found.get(place, 0) + value
        return found
    theatre: Theatre = scenario.extra
    lines = scenario.charts.lines("victory")
    for id, places in chain(*(scoring(theatre, side) for side in (AXIS_SIDE, ALLIED_SIDE))):
        for place in hexes_in(places):
            found[place] = found.get(place, 0) + lines[id].amount
    return dict(sorted(found.items()))


@fact
def prizes(state: GewState, side: Side) -> Prizes:
    """What counts, is not a neutral's, and a side does not control."""
    neutral = neutral_ground(state, side)
    return tuple(
        (place, value)
        for place, value in stakes(state.scenario).items()
        if not has(neutral, place) and not side_controls(state, side, place)
    )


# ------------------------------------------------------------------------------------------------ how far


def distance(state: GewState, unit: UnitId) -> Sequence[int]:
    """By place, the MF a unit has to go to the nearest prize, over land and sea; rich prizes seem nearer."""
    return _way(state, _like(state.theatre, unit))


@fact
def _way(state: GewState, unit: UnitId) -> Sequence[int]:
    theatre, power = state.theatre, state.power_of(unit)
    wanted = prizes(state, SIDE_OF_POWER[power])
    return _distance(theatre, theatre.mover[unit], off_limits(state, unit), wanted, crossings(state, power))


@lru_cache(maxsize=1024)
def _like(theatre: Theatre, unit: UnitId) -> UnitId:
    """The first unit that goes the same ways: of the same country, as mobile, as free (6.2); partisans differ."""
    if theatre.type[unit] == "partisan":
        return unit
    alike = (theatre.nationality, theatre.power, theatre.country_of, theatre.mover)
    same = tuple(column[unit] for column in alike)
    return next(UnitId(each) for each in range(unit + 1) if tuple(column[each] for column in alike) == same)


@fact
def crossings(state: GewState, power: int) -> Crossings:
    """18.5 Ports that a power may transfer between; 26.1 coasts it may land on."""
    seas = open_seas(state, power) if power != SOVIET else 0
    coasts = [coast for sea, coast in enumerate(_coasts(state.theatre)) if seas >> sea & 1]
    return (*((lane.ends, TRANSFER) for lane in lanes(state, power)), *((coast, LANDING) for coast in coasts))


@lru_cache(maxsize=8)
def _coasts(theatre: Theatre) -> tuple[Bits, ...]:
    """By sea, the places one can land in from it."""
    return tuple(
        theatre.board.bits(Hex(place) for place, seas in enumerate(shores(theatre)) if seas >> sea & 1)
        for sea in range(len(theatre.seas))
    )


@lru_cache(maxsize=2048)
def _distance(theatre: Theatre, mover: int, closed: Bits, wanted: Prizes, joined: Crossings) -> Sequence[int]:
    """Over land to the prizes first; then to them or to a shore from which one is near."""
    trace, prices = theatre.board.grid.trace, theatre.prices[mover]
    richest = max((value for _, value in wanted), default=0)
    ends = [place for place, _ in wanted]
    starts = [DETOUR * (richest - value) for _, value in wanted]
    by_land = trace(prices, ends, LIMIT, closed, starts).cost_of
    boxes = {theatre.staging_ussr: FAR, theatre.staging_british_empire: FAR}
    for places, passage in joined:
        shore = [place for place in hexes_in(places) if not has(closed, place)]
        nearest = passage + min((by_land[place] for place in shore if by_land[place] >= 0), default=FAR)
        boxes |= {place: min(nearest, boxes.get(place, FAR)) for place in shore if place >= theatre.hexes}
        ends += [place for place in shore if place < theatre.hexes]
        starts += [nearest for place in shore if place < theatre.hexes]
    found = [cost if 0 <= cost < FAR else FAR for cost in trace(prices, ends, LIMIT, closed, starts).cost_of]
    for box, edge in ((theatre.staging_ussr, theatre.edge_ussr), (theatre.staging_british_empire, theatre.edge_empire)):
        boxes[box] = min(boxes[box], 1 + min(found[place] for place in hexes_in(edge)))
    for box, cost in boxes.items():
        found[box] = cost
    return found


# ------------------------------------------------------------------------------------------------ in danger


def threatened(state: GewState, side: Side, place: Hex) -> bool:
    """Could the enemy come here soon: from near by, or over a sea on which he lands?"""
    foe = enemy(side)
    seas = state.theatre.seas_at[place]
    if any(seas & open_seas(state, power) for power in POWERS_OF_SIDE[foe] if power != SOVIET):
        return True
    return has(_around(state.theatre, occupied(state, foe)), place)


@lru_cache(maxsize=512)
def _around(theatre: Theatre, places: Bits) -> Bits:
    return theatre.board.grid.trace(theatre.flight_prices, hexes_in(places), NEAR).reached
