"""6: where units go: to what they can take, to whom they attack, to what they guard, then towards what counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.core.bits import Bits
from sandtable.core.groups import Group
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import fact
from sandtable.systems.ocs.counsel.habits import habits, least
from sandtable.systems.ocs.counsel.odds import Stood, affordable, gain, promise, rations, stood, token
from sandtable.systems.ocs.counsel.prizes import (
    FAR,
    Goals,
    attacks,
    bound,
    distances,
    guarded,
    headed,
    lacking,
    last_turn,
    nearest_enemy,
    posted,
    power,
    risk,
    step_worth,
    wanted,
    way_to_go,
    ways,
)
from sandtable.systems.ocs.s04_stacking import most, sizes, stacked
from sandtable.systems.ocs.s05_modes import SAME
from sandtable.systems.ocs.s06_movement import ends, fuel_for, no_fuel, ready
from sandtable.systems.ocs.s09_forces import could_enter, hexsides
from sandtable.systems.ocs.s09_segment import cannot_attack
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.s12_trace import all_traceable, traceable
from sandtable.systems.ocs.state import EXPLOITATION, MOVEMENT, REACTION, SEGMENT, OcsState
from sandtable.systems.ocs.theatre import COMBAT, COMBAT_FACE, DG, LEG, MOVE, MOVE_FACE, QUARTERS, RESERVE, STRAT

Move = tuple[UnitId, str, Hex]  # who, in which mode, where to
March = tuple[Group, str, Hex]  # the same of several in one hex
ATTACKERS = 7  # units that gather for one
SAVED = QUARTERS  # of the way that a march has to save
DRY = 6  # tokens within reach below which nobody burns fuel for a march
HOT = 4  # hexes from the enemy within which nobody stands who cannot pay for his defence
CLOSE = 2  # hexes from the enemy within which units stand in Combat Mode


class Plan(NamedTuple):
    """An attack, and who goes where for it; who stays where he is has no mode."""

    value: float
    target: Hex
    places: tuple[Move, ...]


@fact
def at_hand(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """Who may still move."""
    return tuple(ready(state, side))


def movers(state: OcsState, side: Side) -> list[UnitId]:
    """Combat units that may still move, but for HQs."""
    theatre = state.theatre
    return [unit for unit in at_hand(state, side) if theatre.is_combat[unit] and not theatre.is_hq[unit]]


def manners(state: OcsState, unit: UnitId) -> tuple[str, ...]:
    """In which modes it may march, the strongest first."""
    if state.clock[SEGMENT] != MOVEMENT:
        return (SAME,)
    return ("move",) if state.theatre.is_repl[unit] else ("combat", "move")


def room(state: OcsState, unit: UnitId, to: Hex) -> bool:
    return stacked(state, to, Side(state.owner[unit])) <= most(state) - state.size(unit)


def thirst(state: OcsState, unit: UnitId, word: str) -> int:
    """Tokens of fuel that a move costs."""
    return sum(need.tokens for need in fuel_for(state, (unit,), word))


def fuelled(state: OcsState, unit: UnitId, word: str, least: int = 0) -> bool:
    """Is there fuel for it, and so many tokens more?"""
    price = thirst(state, unit, word)
    if not price:
        return True
    return within_reach(state, unit) >= price + least and next(no_fuel(state, (unit,), word), None) is None


# ------------------------------------------------------------------------------------------------ what is open


def takes(state: OcsState, side: Side, units: Sequence[UnitId], conduct: Conduct) -> Iterator[Move]:
    """A hex that counts and that nobody defends is entered by whoever gets there."""
    held = state.occupied(enemy(side))
    goals = {
        hex: points for hex, points in wanted(state, side, conduct).items()
        if hex not in held and traceable(state, side, hex)
    }  # fmt: skip
    if not goals:
        return
    kept, guns = posted(state, side, conduct), state.theatre.is_artillery
    able = sorted(
        [unit for unit in units if not guns[unit] and unit not in kept], key=lambda unit: (-power(state, unit), unit)
    )
    for goal in sorted(goals, key=lambda hex: (-goals[hex], hex)):
        for unit in able:
            for word in manners(state, unit):
                if goal in ends(state, (unit,), word) and fuelled(state, unit, word):
                    yield unit, word, goal


# ------------------------------------------------------------------------------------------------ attacks


@fact
def plans(state: OcsState, side: Side, conduct: Conduct) -> tuple[Plan, ...]:
    """The attacks that could be made in the next Combat Segment, the most promising first, each with other units."""
    if state.clock[SEGMENT] == REACTION:
        return ()
    theatre, free = state.theatre, set(movers(state, side))
    if habits(conduct).gathering and not free:
        return ()
    late = state.clock[SEGMENT] == EXPLOITATION
    able = [
        unit for unit in state.combat_units(side)
        if theatre.attacks[COMBAT_FACE][unit] and not theatre.is_repl[unit]
        and (unit in free or next(cannot_attack(state, side, unit, late), None) is None)
    ]  # fmt: skip
    near, free = nearest_enemy(state, side), free - posted(state, side, conduct)
    reached: dict[Hex, dict[UnitId, list[tuple[str, Hex]]]] = {}
    foes = _foes(state, side, free, conduct)
    edge = (theatre.board.grid.zone(foes) - state.occupied(enemy(side))) & all_traceable(state, side)
    targets_near = {hex: [target for target in theatre.board.around(Hex(hex)) if target in foes] for hex in edge}
    filled = sizes(state, side)
    for unit in able:
        here = Hex(state.hex_of[unit])
        if near[here] == 1:
            for target in theatre.board.around(here):
                if target in foes and could_enter(state, unit, target):
                    reached.setdefault(target, {}).setdefault(unit, []).append(("", here))
        if unit not in free or near[here] * QUARTERS > 2 * theatre.ma[1][unit]:
            continue
        space = most(state) - state.size(unit)
        for word in manners(state, unit):
            for hex in ends(state, (unit,), word) & edge:
                if filled.get(hex, 0) > space:
                    continue
                for target in targets_near[hex]:
                    there = reached.setdefault(target, {})
                    if unit in there:
                        if there[unit][0][0] == word:
                            there[unit].append((word, hex))
                    elif could_enter(state, unit, target, None, hex):
                        there[unit] = [(word, hex)]
    if habits(conduct).gathering:
        reached = {target: able for target, able in reached.items() if any(places[0][0] for places in able.values())}
    found, used = list[Plan](), set[UnitId]()
    ranked = sorted(reached, key=lambda hex: (-_ratio(state, side, hex, reached[hex], conduct), hex))
    for target in ranked[: habits(conduct).targets]:
        mine = {unit: places for unit, places in reached[target].items() if unit not in used}
        plan = _plan(state, side, target, mine, conduct)
        if plan is not None:
            found.append(plan)
            used.update(unit for unit, _, _ in plan.places)
    return tuple(sorted(found, key=lambda plan: -plan.value))


def _foes(state: OcsState, side: Side, free: Iterable[UnitId], conduct: Conduct) -> Bits:
    """Hexes of the enemy that attacks are planned on: as the crow flies, those that promise most."""
    foes, theatre, rough = state.occupied(enemy(side)), state.theatre, habits(conduct).rough
    if len(foes) <= rough:
        return foes
    able = [
        (Hex(state.hex_of[unit]), theatre.ma[MOVE_FACE][unit], unit) for unit in free
        if theatre.attacks[COMBAT_FACE][unit] and not theatre.is_repl[unit]
    ]  # fmt: skip
    ranked = list[tuple[float, Hex]]()
    for hex in map(Hex, foes):
        row = distances(theatre.board, hex)
        near = [unit for here, allowance, unit in able if QUARTERS * (row[here] - 1) <= allowance]
        if near:
            ranked.append((-_ratio(state, side, hex, near, conduct), hex))
    return theatre.board.bits(hex for _, hex in sorted(ranked)[:rough])


def _ratio(state: OcsState, side: Side, target: Hex, able: Iterable[UnitId], conduct: Conduct) -> float:
    """Which attacks are looked at: by what they take, and the strength that could gather."""
    strength = state.theatre.strength[COMBAT_FACE]
    theirs = sum([strength[unit] for unit in state.combat_units_in(target, enemy(side))])
    return gain(state, side, target, conduct) * min(6.0, sum([strength[unit] for unit in able]) / (theirs + 1))


def _plan(
    state: OcsState, side: Side, target: Hex, able: dict[UnitId, list[tuple[str, Hex]]], conduct: Conduct
) -> Plan | None:
    """The strongest that reach it, from as few hexes and over as few rivers as can be; and what that promises."""
    chosen = sorted(able, key=lambda unit: (able[unit][0][0] != "", -power(state, unit), unit))[:ATTACKERS]
    if not chosen:
        return None
    starts, places = dict[Hex, int](), list[Move]()
    for unit in chosen:
        word, hex = min(
            able[unit], key=lambda each: (len(hexsides(state, each[1], target)), -starts.get(each[1], 0), each)
        )
        if word and stacked(state, hex, side) + starts.get(hex, 0) + state.size(unit) > most(state):
            continue
        starts[hex] = starts.get(hex, 0) + state.size(unit)
        places.append((unit, word, hex))
    ours = [_ordered(state, *place) for place in places]
    while ours and not affordable(state, ours, conduct, last_turn(state)):
        ours.pop()
    if not ours:
        return None
    value = promise(state, side, target, ours, conduct)
    value -= token(state, side, conduct) * sum(thirst(state, unit, word) for unit, word, _ in places if word)
    value -= sum(exposure(state, side, unit, hex, conduct) for unit, word, hex in places if word == "move")
    return Plan(value, target, tuple(places[: len(ours)])) if value > least(conduct) else None


def _ordered(state: OcsState, unit: UnitId, word: str, hex: Hex) -> Stood:
    """As it would stand there; who has no mode to take stays as it is."""
    (now,) = stood(state, (unit,))
    if word in ("combat", "move") and now.mode in (COMBAT, MOVE, RESERVE):
        fights = word == "combat"
        now = now._replace(face=COMBAT_FACE if fights else MOVE_FACE, mode=COMBAT if fights else MOVE)
    elif now.mode == RESERVE:
        now = now._replace(mode=COMBAT if now.face == COMBAT_FACE else MOVE)
    return now._replace(at=hex)


def exposure(state: OcsState, side: Side, unit: UnitId, hex: Hex, conduct: Conduct) -> float:
    """What it costs to end a march to an attack in Move Mode."""
    ours = habits(conduct)
    if not ours.timid:
        return ours.exposed
    return ours.exposed * risk(state, side, hex) * step_worth(state, unit) * state.steps[unit]


def gathers(state: OcsState, side: Side, plans: Iterable[Plan]) -> Iterator[March]:
    """Those who are not there yet: together, who go the same way; else one by one."""
    able = at_hand(state, side)
    for plan in plans:
        together: dict[tuple[Hex, str, Hex], list[UnitId]] = {}
        for unit, word, hex in plan.places:
            if word and unit in able and fuelled(state, unit, word):
                together.setdefault((Hex(state.hex_of[unit]), word, hex), []).append(unit)
        for (_, word, hex), units in together.items():
            if len(units) > 1:
                yield tuple(sorted(units)), word, hex
            yield from (((unit,), word, hex) for unit in units)


def planned(plans: Iterable[Plan]) -> set[UnitId]:
    return {unit for plan in plans for unit, _, _ in plan.places}


# ------------------------------------------------------------------------------------------------ guards


def guards(state: OcsState, side: Side, units: Sequence[UnitId], conduct: Conduct) -> Iterator[Move]:
    """To hexes that count and have too few in them, whoever gets there soonest."""
    missing, points = lacking(state, side, conduct), guarded(state, side, conduct)
    posts = sorted(
        (hex for hex in missing if missing[hex] > 0), key=lambda hex: (-missing[hex] * points.get(hex, 1), hex)
    )
    if not posts:
        return
    kept = posted(state, side, conduct)
    free = [unit for unit in units if unit not in kept and not state.theatre.is_artillery[unit]]
    for post in posts:
        way = {mobility: ways(state.scenario, mobility, ((post, 1),)) for mobility in range(3)}
        able = []
        for unit in free:
            word = manners(state, unit)[-1]
            cost = way[state.theatre.mobility[1][unit]][state.hex_of[unit]]
            if state.hex_of[unit] != post and cost < FAR and fuelled(state, unit, word):
                able.append((cost / max(1, state.theatre.ma[1][unit]) - 0.05 * power(state, unit), unit))
        for _, unit in sorted(able)[:3]:
            yield from _nearer(state, unit, way[state.theatre.mobility[1][unit]], manners(state, unit), conduct)


def _nearer(
    state: OcsState, unit: UnitId, way: tuple[int, ...], words: Sequence[str], conduct: Conduct
) -> Iterator[Move]:
    """The end of a march that leaves the least to go, in Combat Mode if that is as good; who is timid stops short of
    where the enemy would come, but not of where he is needed."""
    here, side, near = Hex(state.hex_of[unit]), Side(state.owner[unit]), nearest_enemy(state, Side(state.owner[unit]))
    best: tuple[float, int, Move] | None = None
    gun, ours = state.theatre.is_artillery[unit], habits(conduct)
    fed = max(rations(state, side, conduct), min(ours.fed, within_reach(state, unit)) if ours.fed else 0)
    for nth, word in enumerate(words):
        for hex in ends(state, (unit,), word):
            left: float = way[hex]
            if left > way[here] - SAVED or (best is not None and (left, nth) >= best[:2]):
                continue
            if near[hex] <= 1 and (gun or word != "combat") and not stacked(state, hex, side):
                continue
            if near[hex] <= CLOSE and word == "strat":
                continue
            if ours.timid and left and word != "combat":
                left += ours.timid * risk(state, side, hex)
                if left > way[here] - SAVED or (best is not None and (left, nth) >= best[:2]):
                    continue
            hungry = fed and near[hex] <= HOT and within_reach(state, unit, hex) < fed
            if not hungry and room(state, unit, hex) and traceable(state, side, hex):
                best = left, nth, (unit, word, hex)
    if best is not None and fuelled(state, unit, best[2][1]):
        yield best[2]


# ------------------------------------------------------------------------------------------------ marches


class Marchers(NamedTuple):
    """Who may still march, and what he goes for."""

    units: list[UnitId]
    goals: Mapping[UnitId, Goals]


def marchers(state: OcsState, side: Side, plans: Iterable[Plan], conduct: Conduct) -> Marchers:
    units = marching(state, side, movers(state, side), plans, conduct)
    goals = headed(state, side, conduct) if units and habits(conduct).own_goals else {}
    return Marchers(units, goals)


def marches(state: OcsState, side: Side, marchers: Marchers, conduct: Conduct) -> Iterator[March]:
    """Towards what counts; on wheels only where there is supply enough."""
    near, able, ready = nearest_enemy(state, side), marchers.units, at_hand(state, side)
    able[:] = [unit for unit in able if unit in ready]
    for unit in able[:]:
        here = Hex(state.hex_of[unit])
        words = manners(state, unit)
        if near[here] > 2 * CLOSE and words != (SAME,):
            words = (*words, "strat")
        mobility = state.theatre.mobility[1][unit]
        if mobility != LEG:
            words = tuple(word for word in words if fuelled(state, unit, word, DRY))
        way = _way(state, side, unit, marchers.goals, conduct)
        for _, word, to in _nearer(state, unit, way, words, conduct):
            left, going = most(state) - stacked(state, to, side), list[UnitId]()
            for other in able:
                same = state.hex_of[other] == here and state.theatre.mobility[1][other] == mobility
                same = same and _way(state, side, other, marchers.goals, conduct) is way
                if same and to in ends(state, (other,), word) and state.size(other) <= left:
                    going.append(other)
                    left -= state.size(other)
            if len(going) > 1:
                yield tuple(sorted(going)), word, to
            yield (unit,), word, to
        able.remove(unit)


def _way(
    state: OcsState, side: Side, unit: UnitId, headed: Mapping[UnitId, Goals], conduct: Conduct
) -> tuple[int, ...]:
    """By hex: how far a unit has to go from there."""
    mobility = state.theatre.mobility[1][unit]
    if goals := headed.get(unit):
        return ways(state.scenario, mobility, goals)
    return way_to_go(state, side, mobility, conduct)


def marching(
    state: OcsState, side: Side, units: Sequence[UnitId], plans: Iterable[Plan], conduct: Conduct
) -> list[UnitId]:
    """Who has nothing to attack or to guard, and holds no enemy where he is."""
    if not (habits(conduct).restless or attacks(state, side, conduct)) or state.clock[SEGMENT] == REACTION:
        return []
    busy, near, theatre = planned(plans), nearest_enemy(state, side), state.theatre
    kept = posted(state, side, conduct)
    return [
        unit for unit in units
        if unit not in busy and not theatre.is_repl[unit] and unit not in kept
        and (theatre.is_artillery[unit] or near[Hex(state.hex_of[unit])] > 1)
    ]  # fmt: skip


def follows(state: OcsState, side: Side, units: Sequence[UnitId], conduct: Conduct) -> Iterator[Move]:
    """Replacements go to an HQ, the defender's guns to what is guarded least."""
    theatre, missing = state.theatre, lacking(state, side, conduct)
    if state.clock[SEGMENT] != MOVEMENT:
        return
    hqs = tuple(sorted((Hex(state.hex_of[unit]), 1) for unit in state.combat_units(side) if theatre.is_hq[unit]))
    post = max(missing, key=lambda hex: (missing[hex], hex), default=None)
    for unit in units:
        mobility = theatre.mobility[MOVE_FACE][unit]
        if theatre.is_repl[unit] and hqs:
            yield from _nearer(state, unit, ways(state.scenario, mobility, hqs), ("move",), conduct)
        elif theatre.is_artillery[unit] and post is not None and not attacks(state, side, conduct):
            way, here = ways(state.scenario, mobility, ((post, 1),)), Hex(state.hex_of[unit])
            if theatre.board.layout.distance(here, post) >= theatre.range_of[unit]:
                yield from _nearer(state, unit, way, ("move",), conduct)


# ------------------------------------------------------------------------------------------------ modes


def modes(state: OcsState, side: Side, plans: Iterable[Plan], conduct: Conduct) -> Iterator[tuple[Group, str]]:
    """5.0 Who stays near the enemy does so in Combat Mode; who has wheels and nothing to do is a reserve. All at once
    if that can be, else one by one."""
    near, theatre, busy = nearest_enemy(state, side), state.theatre, planned(plans)
    found: dict[str, list[UnitId]] = {"combat": [], "reserve": []}
    for unit in at_hand(state, side):
        away = near[Hex(state.hex_of[unit])]
        if not theatre.is_combat[unit] or theatre.is_repl[unit] or state.spent[unit]:
            continue
        turned = state.mode[unit] == DG and state.face[unit] != COMBAT_FACE
        marching = state.mode[unit] in (MOVE, STRAT) and (away <= 2 * CLOSE or theatre.is_hq[unit])
        if turned or marching:
            found["combat"].append(unit)
        elif (
            theatre.mobility[COMBAT_FACE][unit] != LEG and theatre.attacks[COMBAT_FACE][unit] and 2 <= away <= 6
            and state.mode[unit] in (COMBAT, MOVE) and unit not in busy and not bound(state, unit, conduct)
        ):  # fmt: skip
            found["reserve"].append(unit)
    for word, units in found.items():
        if len(units) > 1:
            yield tuple(sorted(units)), word
        yield from (((unit,), word) for unit in units)
