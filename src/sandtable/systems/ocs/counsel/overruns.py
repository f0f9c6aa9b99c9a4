"""8.1: overruns, where few of the enemy stand in the way of many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.bits import Bits
from sandtable.core.decisions import Action, Form
from sandtable.core.groups import Group, stacks
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.counsel.habits import habits, least
from sandtable.systems.ocs.counsel.movement import manners, movers
from sandtable.systems.ocs.counsel.odds import affordable, promise, stood, token
from sandtable.systems.ocs.counsel.prizes import kept, last_turn, nearest_enemy, posted, power, wanted
from sandtable.systems.ocs.s05_modes import SAME, ordered
from sandtable.systems.ocs.s06_movement import ends, fuel_for, ways
from sandtable.systems.ocs.s06_terrain import off_road
from sandtable.systems.ocs.s08_overrun import March, cannot_overrun, targets
from sandtable.systems.ocs.s12_trace import all_traceable
from sandtable.systems.ocs.state import EXPLOITATION, MOVEMENT, SEGMENT, OcsState
from sandtable.systems.ocs.theatre import COMBAT_FACE, LEG, QUARTERS

MANY = 3  # times the strength that is overrun
WORTHWHILE = 1.5  # what an overrun has to promise
FEW = 6  # ways of overrunning that are looked at closely


def overruns(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """8.1 The stack and the hex that promise most, next to it or a march away."""
    if state.clock[SEGMENT] not in (MOVEMENT, EXPLOITATION):
        return
    tried = sorted(_near(state, segment.side, conduct), key=lambda each: (-each[0], each))[:FEW]
    best = max((_weighed(state, segment.side, conduct, *each[1:]) for each in tried), default=None)
    if best is None or best[0] < WORTHWHILE + least(conduct) - 1.0:
        return
    _, units, word, start, target = best
    if start == state.hex_of[units[0]]:
        yield ("overrun", units, word, target, ())
    else:
        yield ("march", units, word, start, ())


def _near(state: OcsState, side: Side, conduct: Conduct) -> Iterator[tuple[float, Group, str, Hex, Hex]]:
    """By how many times they are stronger: who, in which mode, from where, whom."""
    theatre, near, foes = state.theatre, nearest_enemy(state, side), state.occupied(enemy(side))
    weak = {hex: sum([power(state, unit) for unit in state.combat_units_in(hex, enemy(side))]) for hex in foes}
    weakest = MANY * min(weak.values(), default=99)
    groups = [
        group for group in stacks(state, _able(state, side, conduct)).values()
        if sum([power(state, unit) for unit in group]) >= weakest
        and near[state.hex_of[group[0]]] * QUARTERS <= 2 * theatre.ma[1][group[0]]
    ]  # fmt: skip
    goals = wanted(state, side, conduct) if groups else {}
    for group in groups:
        here = Hex(state.hex_of[group[0]])
        for word in manners(state, group[0]):
            units = tuple([unit for unit in group if next(cannot_overrun(state, side, (unit,), word), None) is None])
            force = sum([power(state, unit) for unit in units])
            if not units or force < weakest:
                continue
            weaker = theatre.board.bits(hex for hex in foes if force >= MANY * weak[hex])
            contact = (theatre.board.grid.zone(weaker) - foes) & all_traceable(state, side) & ends(state, units, word)
            starts = [here] if near[here] == 1 else []
            for start in (*starts, *_going_on(state, units, word, contact)):
                for target in theatre.board.around(start):
                    if target in weaker and _cheap(state, units, word, start, target):
                        yield force / (weak[target] + 1) + goals.get(target, 0), units, word, start, target


def _able(state: OcsState, side: Side, conduct: Conduct) -> list[UnitId]:
    """On wheels or tracks, and with nothing to guard."""
    theatre, bound = state.theatre, posted(state, side, conduct)
    return [
        unit for unit in movers(state, side)
        if theatre.attacks[COMBAT_FACE][unit] and theatre.mobility[COMBAT_FACE][unit] != LEG
        and not theatre.is_artillery[unit] and not state.spent[unit] and unit not in bound
    ]  # fmt: skip


def _going_on(state: OcsState, units: Group, word: str, contact: Bits) -> list[Hex]:
    """8.1 Those of these hexes where all of them have three points left."""
    price = QUARTERS * state.number("overrun")
    found = list(contact)
    for way in [ways(state, unit, word, units) for unit in units] if found else ():
        found = [hex for hex in found if way.left - way.cost(hex) >= price and way.leaves(hex)]
    return found


def _cheap(state: OcsState, units: Group, word: str, start: Hex, target: Hex) -> bool:
    """8.1 Would the hex cost none of them more than three points?"""
    price, theatre = QUARTERS * state.number("overrun"), state.theatre
    hexside = theatre.board.layout.side(start, target)
    movers = {theatre.mobility[ordered(state, unit, word).face][unit] for unit in units}
    return all(
        off_road(state.scenario.charts, theatre.board, mobility, state.ground)[hexside] <= price for mobility in movers
    )


def _weighed(
    state: OcsState, side: Side, conduct: Conduct, units: Group, word: str, start: Hex, target: Hex
) -> tuple[float, Group, str, Hex, Hex]:  # fmt: skip
    ours = []
    for each in stood(state, units):
        order = ordered(state, each.unit, word)
        ours.append(each._replace(at=start, face=order.face, mode=order.mode))
    if not affordable(state, ours, conduct, last_turn(state)):
        return -1.0, units, word, start, target
    fuel = sum(need.tokens for need in fuel_for(state, units, word))
    return (
        promise(state, side, target, ours, conduct, True) - token(state, side, conduct) * fuel,
        units,
        word,
        start,
        target,
    )


def go_on(march: March, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """8.1 Another overrun if it pays, or into a hex that counts and that nobody holds; else there."""
    side = march.side
    units = tuple(unit for unit in march.units if next(cannot_overrun(state, side, (unit,), SAME), None) is None)
    ours = stood(state, units)
    if units and affordable(state, ours, conduct, last_turn(state)):
        found = [
            (promise(state, side, target, ours, conduct, True), target) for target in targets(state, side, units, SAME)
        ]
        best = max(found, default=(0.0, Hex(-1)))
        if best[0] >= WORTHWHILE + least(conduct) - 1.0:
            return [("overrun", units, best[1], ())]
    able = tuple(unit for unit in march.units if ends(state, (unit,), SAME))
    goals = wanted(state, side, conduct)
    here = Hex(state.hex_of[march.units[0]])
    if habits(conduct).leaves and here in kept(state, side, conduct):
        able = able[-1:] if len(state.combat_units_in(here, side)) > 1 else ()
    open_to = [hex for hex in goals if able and hex in ends(state, able, SAME)]
    if open_to and here not in goals:
        return [("go_on", able, max(open_to, key=lambda hex: (goals[hex], -hex)))]
    return [("stop",)]
