"""What is worth having, how far away it is, and what is in danger. No rule: weights chosen by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from sandtable.core.bits import Bits, least, where
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import kept_in
from sandtable.core.system import Scenario
from sandtable.systems.gew.counsel.habits import Habits
from sandtable.systems.gew.s03_victory import scoring
from sandtable.systems.gew.s06_control import enemy_marked, off_limits
from sandtable.systems.gew.s13_zones import contested, neutral_ground, occupied
from sandtable.systems.gew.s17_march import first_of_kind
from sandtable.systems.gew.s18_strategic_movement import Lane, lanes
from sandtable.systems.gew.s26_naval_missions import open_seas, shores
from sandtable.systems.gew.setups import setup_of
from sandtable.systems.gew.state import LINES, MARKERS, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS_SIDE,
    NEUTRAL,
    SIDE_OF_POWER,
    SOVIET,
    Theatre,
)

Stakes = Mapping[Hex, int]
Crossings = tuple[tuple[Bits, int], ...]  # places joined by water, and how long the passage seems

TRANSFER = 6  # MF that a passage by sea seems long
FAR = 99  # MF beyond which nothing draws
AT_MOST_FAR = bytes(min(cost, FAR) for cost in range(256))
NEAR = 4  # hexes from which an enemy threatens


@lru_cache(maxsize=16)
def stakes(scenario: Scenario) -> Stakes:
    """3.3 By hex, what changes when it changes hands: the points that one side gains and the other loses."""
    shorter = setup_of(scenario.name).victory
    found: dict[Hex, int] = {}
    if shorter is not None:
        for points in shorter.points:
            for place, value in points.items():
                found[place] = found.get(place, 0) + value
        return found
    theatre: Theatre = scenario.extra
    lines = scenario.charts.lines("victory")
    for id, places in chain(*(scoring(theatre, side) for side in (AXIS_SIDE, ALLIED_SIDE))):
        for place in places:
            found[place] = found.get(place, 0) + lines[id].amount
    return dict(sorted(found.items()))


@lru_cache(maxsize=16)
def staked(scenario: Scenario) -> Bits:
    """The hexes at stake."""
    return scenario.board.bits(stakes(scenario))


@kept_in(MARKERS)
def takeable(state: GewState, side: Side) -> Bits:
    """The hexes at stake that bear a marker of the enemy."""
    return staked(state.scenario) & enemy_marked(state, side)


@kept_in(LINES)
def prizes(state: GewState, side: Side) -> Bits:
    """What counts, is not a neutral's, and a side does not control."""
    return sought(state, side, staked(state.scenario))


def sought(state: GewState, side: Side, places: Bits) -> Bits:
    """Those of these places that are not a neutral's, and a side does not control."""
    held = enemy_marked(state, enemy(side)) - contested(state, side)
    return places - (neutral_ground(state, side) | held)


# ------------------------------------------------------------------------------------------------ how far


@lru_cache(maxsize=1024)
def nearer(way: bytes, most: int) -> Bits:
    """The places from which less is left to go than that."""
    return where(way, tuple(range(most)))


def distance(state: GewState, unit: UnitId, habit: Habits) -> bytes:
    """By place, the MF a unit has to go to the nearest prize, over land and sea; a victory point is worth a detour."""
    theatre, power = state.theatre, state.power_of(unit)
    ways, kind = ways_to_prizes(state, power, habit), on_the_same_ways(theatre)[unit]
    found = ways.get(kind)
    if found is None:
        closed, wanted = off_limits(state, unit), prizes(state, SIDE_OF_POWER[power])
        found = _distance(
            state.scenario, theatre.mover[unit], closed, wanted, crossings(state, power, habit.landing), habit.detour
        )
        if theatre.type[unit] != "partisan":  # where it may go hangs on more than the status of countries
            ways[kind] = found
    return found


@kept_in(LINES)
def ways_to_prizes(state: GewState, power: int, habit: Habits) -> dict[UnitId, bytes]:
    """What `distance` has found for units of a power: by the first of those that go the same ways."""
    wanted = prizes(state, SIDE_OF_POWER[power])
    return _ways(
        state.scenario, power, bytes(state.status), wanted, crossings(state, power, habit.landing), habit.detour
    )


@lru_cache(maxsize=512)
def _ways(
    scenario: Scenario, power: int, status: bytes, wanted: Bits, joined: Crossings, detour: int
) -> dict[UnitId, bytes]:
    return {}


@lru_cache(maxsize=8)
def on_the_same_ways(theatre: Theatre) -> tuple[UnitId, ...]:
    """By unit the first that goes the same ways: as mobile, and as free (6.2); neutrals of one country; partisans
    differ."""
    first: dict[object, UnitId] = {}
    found = []
    for unit, like in enumerate(first_of_kind(theatre)):
        kind = theatre.country_of[unit], theatre.nationality[unit]
        free = like if theatre.power[unit] < NEUTRAL or theatre.type[unit] == "partisan" else kind
        found.append(first.setdefault((free, theatre.mover[unit]), UnitId(unit)))
    return tuple(found)


def crossings(state: GewState, power: int, landing: int) -> Crossings:
    """18.5 Ports that a power may transfer between; 26.1 coasts it may land on, and how long that seems."""
    return _crossings(state.theatre, lanes(state, power), open_seas(state, power) if power != SOVIET else 0, landing)


@lru_cache(maxsize=1024)
def _crossings(theatre: Theatre, sailed: tuple[Lane, ...], seas: int, landing: int) -> Crossings:
    coasts = [coast for sea, coast in enumerate(_coasts(theatre)) if seas >> sea & 1]
    return (*((lane.ends, TRANSFER) for lane in sailed), *((coast, landing) for coast in coasts))


@lru_cache(maxsize=8)
def _coasts(theatre: Theatre) -> tuple[Bits, ...]:
    """By sea, the places one can land in from it."""
    found: list[list[Hex]] = [[] for _ in theatre.seas]
    for place, seas in enumerate(shores(theatre)):
        while seas:
            found[(seas & -seas).bit_length() - 1].append(Hex(place))
            seas &= seas - 1
    return tuple(map(theatre.board.bits, found))


@lru_cache(maxsize=2048)
def _distance(scenario: Scenario, mover: int, closed: Bits, wanted: Bits, joined: Crossings, detour: int) -> bytes:
    """Over land to the prizes first; then to them or to a shore from which one is near."""
    theatre: Theatre = scenario.extra
    spread, prices = theatre.board.grid.spread, theatre.prices[mover]
    ends = list(_drawn(scenario, wanted, detour))
    by_land = spread(prices, ends, FAR - 1, closed)
    for places, passage in joined:
        shore = places - closed
        ends.append((shore, passage + least(by_land, shore)))
    found = bytearray(spread(prices, ends, FAR - 1, closed).translate(AT_MOST_FAR))
    for box, edge in ((theatre.staging_ussr, theatre.edge_ussr), (theatre.staging_british_empire, theatre.edge_empire)):
        found[box] = min(found[box], 1 + least(found, edge))
    return bytes(found)


@lru_cache(maxsize=1024)
def _drawn(scenario: Scenario, wanted: Bits, detour: int) -> tuple[tuple[Bits, int], ...]:
    """Prizes of one value each, and how much farther than the richest they seem."""
    found = [(places & wanted, value) for places, value in _equals(scenario) if places.meets(wanted)]
    richest = max([value for _, value in found], default=0)
    return tuple((places, detour * (richest - value)) for places, value in found)


@lru_cache(maxsize=16)
def _equals(scenario: Scenario) -> tuple[tuple[Bits, int], ...]:
    """The hexes at which as much is at stake, and how much that is."""
    found = dict[int, list[Hex]]()
    for place, value in stakes(scenario).items():
        found.setdefault(value, []).append(place)
    return tuple((scenario.board.bits(places), value) for value, places in found.items())


# ------------------------------------------------------------------------------------------------ in danger


@kept_in(LINES)
def threatened(state: GewState, side: Side) -> Bits:
    """Where the enemy could come soon: from near by, or over a sea on which he lands."""
    foe, seas = enemy(side), 0
    for power in POWERS_OF_SIDE[foe]:
        if power != SOVIET:
            seas |= open_seas(state, power)
    return around(state.theatre, occupied(state, foe)) | _washed(state.theatre, seas)


@lru_cache(maxsize=256)
def _washed(theatre: Theatre, seas: int) -> Bits:
    """The places that lie on any of these seas, as bits."""
    return theatre.board.bits(Hex(place) for place in range(theatre.hexes) if theatre.seas_at[place] & seas)


@lru_cache(maxsize=512)
def around(theatre: Theatre, places: Bits) -> Bits:
    """The hexes from which an enemy threatens these."""
    return theatre.board.grid.trace(theatre.flight_prices, places, NEAR).reached
