"""12, 13: HQs follow the front, trucks bring supply to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sandtable.core.board import Board
from sandtable.core.decisions import Action
from sandtable.core.groups import Group, stacks
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.counsel.habits import habits
from sandtable.systems.ocs.counsel.movement import at_hand, fuelled
from sandtable.systems.ocs.counsel.prizes import distances, nearest_enemy, peril, power
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s06_movement import ends
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s12_paths import draws_from, headquarters, throws_to
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.s12_trace import drawing_by, traceable
from sandtable.systems.ocs.s13_rail import capacity_left, freight_bounds, freight_ends, warehouses
from sandtable.systems.ocs.s13_transport import KEEP, RETURN, UNLOAD, haul_ends, loadable, most_tokens
from sandtable.systems.ocs.state import MOVEMENT, SEGMENT, OcsState
from sandtable.systems.ocs.theatre import MOVE

FRONT = 4  # hexes from the enemy within which units are the front
NEAREST = 8  # units of the front that an HQ wants to be near
PLACES = 4  # where an HQ might go, looked at closely
STORED = 8  # tokens that stay where supply is fetched
BEHIND = 2  # hexes from the enemy at which supply is laid down
SHARE, MOST = 1, 48  # tokens for each step at the front; those that are laid down in one place at most
GUARDED = 8  # strength that an HQ is safe with
FOLLOW = 1.5  # what the move of an HQ has to be better by


# ------------------------------------------------------------------------------------------------ HQs


def headquarter_moves(
    state: OcsState, side: Side, conduct: Conduct, only: UnitId | None = None
) -> Iterator[tuple[UnitId, str, Hex]]:
    """13.1 Nearer to the front, if it serves more units from there."""
    if state.clock[SEGMENT] != MOVEMENT:
        return
    near, zone = nearest_enemy(state, side), enemy_zone(state, side)
    front = [unit for unit in state.combat_units(side) if near[Hex(state.hex_of[unit])] <= FRONT]
    board, places = state.theatre.board, tuple(sorted([Hex(state.hex_of[unit]) for unit in front]))
    for hq in at_hand(state, side):
        if only not in (None, hq) or not state.theatre.is_hq[hq] or not fuelled(state, hq, "move") or not front:
            continue
        here = Hex(state.hex_of[hq])
        alone = near[here] < habits(conduct).safe and guard(state, side, here) < GUARDED
        back = _back(state, side, hq, conduct) if alone else iter(())
        if habits(conduct).escort:
            yield from list(_escorted(state, side, hq, front, conduct)) or back
            continue
        yield from back
        nearer = far(board, places, here) - min(NEAREST, len(places))
        better = [
            (away, hex) for hex in ends(state, (hq,), "move") & drawing_by(state, side, hq)
            if near[hex] >= habits(conduct).safe and hex not in zone and (away := far(board, places, hex)) < nearer
        ]  # fmt: skip
        if not better:
            continue
        best = served(state, side, hq, here, front) + FOLLOW
        if best >= 2.0 * len(state.combat_units(side)) + len(front):  # all that anybody could have
            continue
        for _, hex in sorted(better)[:PLACES]:
            if served(state, side, hq, hex, front, best) > best:
                yield hq, "move", hex
                break


def _escorted(
    state: OcsState, side: Side, hq: UnitId, front: list[UnitId], conduct: Conduct
) -> Iterator[tuple[UnitId, str, Hex]]:
    """13.1 To where it serves more units or is safer: the best of the places that are near to the front and safe."""
    board, here, zone = state.theatre.board, Hex(state.hex_of[hq]), enemy_zone(state, side)
    places, escort = tuple(sorted([Hex(state.hex_of[unit]) for unit in front])), habits(conduct).escort

    def badness(hex: Hex) -> float:
        return escort * peril(state, side, hex) + far(board, places, hex) / NEAREST

    least = badness(here) - 1.0
    open_to = ends(state, (hq,), "move") & drawing_by(state, side, hq)
    better = [(bad, hex) for hex in open_to if hex not in zone and (bad := badness(hex)) < least]
    if not better:
        return
    best = served(state, side, hq, here, front) - escort * peril(state, side, here) + FOLLOW
    for _, hex in sorted(better)[:PLACES]:
        if served(state, side, hq, hex, front) - escort * peril(state, side, hex) > best:
            yield hq, "move", hex
            break


@lru_cache(65_536)
def far(board: Board, places: tuple[Hex, ...], hex: Hex) -> int:
    """How far it is to the nearest of these, all in all."""
    return sum(sorted([distances(board, place)[hex] for place in places])[:NEAREST])


def guard(state: OcsState, side: Side, at: Hex) -> int:
    """The strength of who stands there, HQs left out."""
    return sum(power(state, unit) for unit in state.combat_units_in(at, side) if not state.theatre.is_hq[unit])


def _back(state: OcsState, side: Side, hq: UnitId, conduct: Conduct) -> Iterator[tuple[UnitId, str, Hex]]:
    """13.1 Away from the enemy, no further than it must, or to who guards it."""
    near, zone, here = nearest_enemy(state, side), enemy_zone(state, side), Hex(state.hex_of[hq])
    row = distances(state.theatre.board, here)
    places = [
        hex for hex in ends(state, (hq,), "move")
        if hex not in zone and (near[hex] >= habits(conduct).safe or guard(state, side, hex) >= GUARDED)
    ]  # fmt: skip
    for hex in sorted(places, key=lambda hex: (not traceable(state, side, hex), row[hex], hex))[:1]:
        yield hq, "move", hex


def served(state: OcsState, side: Side, hq: UnitId, at: Hex, front: list[UnitId], least: float = 0.0) -> float:
    """Who of the front is in trace supply, and gets at tokens, with an HQ there; where it cannot be more than `least`,
    tokens are not counted."""
    branch = state
    if at != state.hex_of[hq]:
        branch = state.copy()
        branch.move(hq, at, "6.1")
        branch.set_mode(hq, MOVE, "5.0")
    total = 2.0 * len(in_trace(branch, side))
    if total + len(front) <= least:
        return total
    return total + sum(min(6, within_reach(branch, unit)) for unit in front) / 6


# ------------------------------------------------------------------------------------------------ transport


@fact
def needs(state: OcsState, side: Side) -> Mapping[Hex, int]:
    """By hex with an HQ or units, behind the front: the tokens that those served from there lack."""
    near, found = nearest_enemy(state, side), dict[Hex, int]()
    front = [unit for unit in state.combat_units(side) if near[Hex(state.hex_of[unit])] <= 2 * FRONT]
    short = {unit: lack for unit in front if (lack := SHARE * state.steps[unit] + 1) > 0}
    hqs = headquarters(state, side)
    for hex in {*(Hex(state.hex_of[hq]) for hq in hqs), *map(Hex, state.occupied(side))}:
        if near[hex] < BEHIND:
            continue
        drawn = draws_from(state, side, hex)
        thrown = [throws_to(state, hq) for hq in hqs if state.hex_of[hq] in drawn]
        served = [
            unit for unit in short
            if state.hex_of[unit] in drawn or any(state.hex_of[unit] in reach for reach in thrown)
        ]  # fmt: skip
        lack = min(MOST, sum(short[unit] for unit in served)) - stored(state, side, hex)
        if served and lack > 0:
            found[hex] = lack
    return found


def stored(state: OcsState, side: Side, hex: Hex) -> int:
    """Tokens of dumps that a hex draws from."""
    return sum(state.dump[dump] for dump in state.dumps(side) if hex in draws_from(state, side, dump))


def hauls(state: OcsState, side: Side) -> Iterator[Action]:
    """13.2 Loads go from the rear to where most is wanted, and the points come back if they can; who is empty fetches
    more, away from the enemy."""
    theatre, near = state.theatre, nearest_enemy(state, side)
    points = [unit for unit in at_hand(state, side) if theatre.is_transport[unit] and not state.is_organic(unit)]
    by_kind: list[Group] = []
    for group in stacks(state, points).values():
        by_kind += [tuple(unit for unit in group if theatre.is_wagon[unit] == wagons) for wagons in (False, True)]
    if not points:
        return
    lacking = needs(state, side)
    needy = sorted(lacking, key=lambda hex: (-lacking[hex], near[hex], hex))
    for units in filter(None, by_kind):
        here = Hex(state.hex_of[units[0]])
        laden = sum(state.cargo[unit] for unit in units)
        tokens = most_tokens(state, units) if here not in lacking else 0
        if laden or tokens:
            open_to = haul_ends(state, units, tokens)
            for to in needy:
                if to in open_to and near[to] < near[here]:
                    yield ("haul", units, tokens, to, RETURN)
                    yield ("haul", units, tokens, to, UNLOAD)
        if not laden:
            open_to = haul_ends(state, units, 0)
            dumps = [
                hex for hex in state.dumps(side)
                if hex in open_to and near[hex] > FRONT and hex not in lacking and hex != here
            ]  # fmt: skip
            for to in sorted(dumps, key=lambda hex: (-min(24, loadable(state, side, hex)), near[hex], hex))[:1]:
                if loadable(state, side, to) > tokens + STORED:
                    yield ("haul", units, 0, to, KEEP)
            if near[here] <= BEHIND:
                yield from (("haul", units, 0, to, KEEP) for to in dumps[:1])


def convoys(state: OcsState, side: Side) -> Iterator[Action]:
    """13.2 Organic trucks fill up, and keep up with their formation, behind the front."""
    theatre, near = state.theatre, nearest_enemy(state, side)
    for unit in at_hand(state, side):
        if not theatre.is_organic[unit]:
            continue
        here, group = Hex(state.hex_of[unit]), (unit,)
        tokens = most_tokens(state, group) if loadable(state, side, here) > STORED else 0
        mates = [
            Hex(state.hex_of[mate]) for mate in state.combat_units(side)
            if theatre.formation_of[mate] == theatre.formation_of[unit]
        ]  # fmt: skip
        rows = [distances(theatre.board, hex) for hex in mates]
        places = [hex for hex in haul_ends(state, group, tokens) if hex in mates and near[hex] > 1] if mates else []
        best = min(places, key=lambda hex: (sum([row[hex] for row in rows]), hex), default=None)
        if best is None or best == here:
            continue
        if sum(row[best] for row in rows) + len(rows) <= sum(row[here] for row in rows):
            yield ("haul", group, tokens, best, KEEP)


def freights(segment: Segment, state: OcsState) -> Iterator[Action]:
    """13.3 By rail from where there is much to where it is wanted, or nearer to the front."""
    side = segment.side
    if capacity_left(state, side) <= 0:
        return
    near, lacking = nearest_enemy(state, side), needs(state, side)
    for start in warehouses(segment, state):
        bounds = freight_bounds(segment, state, start)
        if not bounds or start in lacking:
            continue
        open_to = [hex for hex in freight_ends(segment, state, start, bounds[-1]) if near[hex] >= BEHIND]
        for to in sorted(open_to, key=lambda hex: (-lacking.get(hex, 0), near[hex], hex))[:1]:
            if to in lacking or near[to] + BEHIND <= near[start]:
                yield ("freight", start, bounds[-1], to)
