"""Whom to activate, where to go, whom to attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from sandtable.core.decisions import Action, Form
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.use.counsel.assaults import Able, best_group, fresh, ordered, sufficient
from sandtable.systems.use.counsel.defence import bound, defends, in_danger, need, posts
from sandtable.systems.use.counsel.habits import Habits, Mind
from sandtable.systems.use.counsel.odds import assailable, promise, starts, supported
from sandtable.systems.use.counsel.orders import on_guard, sent_to
from sandtable.systems.use.counsel.prizes import away, falls_with, own_way, prize, prizes
from sandtable.systems.use.counsel.worth import WARY, best_intended, hungry, intended, open_prizes
from sandtable.systems.use.s01_2_sequence import all_fallen
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s04_1_strategic import cannot_go, destinations, movable
from sandtable.systems.use.s04_2_air import Displace, bases
from sandtable.systems.use.s04_2_ground import goals, movement_points
from sandtable.systems.use.s05_1_commitment import reach_of
from sandtable.systems.use.s06_1_markers import spots
from sandtable.systems.use.s06_3_army import Activation, aimed_at, assaulted, no_fort, ready, targets, voyages
from sandtable.systems.use.s09_costs import cannot_pay
from sandtable.systems.use.state import ACTIVATED, STRATEGICALLY_MOVED, UseState

LEAST = 2.0  # what an activation has to promise to who has to pay for it
GOALS = 6  # moves that are looked at
SENT = 30  # hexes that the goal of a main effort seems nearer
FORWARD = 1.0  # what a flight to another base has to promise


def next_action(segment: Segment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """Those of an Assault, then it; who may act alone, and air units and markers that could help them."""
    side, habits = segment.side, mind.habits
    if habits.acts_first and all_fallen(state):
        return [("end",)]
    able = [unit for unit in ready(segment, state) if defends(side) or not on_guard(state, mind, unit)]
    group = best_group(state, mind, side, fresh(state, [unit for unit in able if not bound(state, mind, unit)]))
    if group is None or group.target not in {*state.assault}:
        for aimed in assaulted(segment, state):
            return [_resolved(state, habits, side, aimed)]
    if group is not None:
        primary = group.members[0][0]
        waiting = [unit for unit, _ in group.members if unit in able]
        help = next(_help(segment, state, habits, primary, group.target), None)
        return [help] if help else [("activate", unit) for unit in waiting[:1]]
    urgent = {unit: urgency(state, mind, unit) for unit in able}
    if defends(side):
        able = [unit for unit in able if urgent[unit][0] > LEAST]
    if able:
        best = sorted(able, key=urgent.__getitem__, reverse=True)
        target = best_target(state, habits, best[0])
        help = next(_help(segment, state, habits, best[0], target), None) if habits.gathers else None
        return [help] if help else [("activate", unit) for unit in best[: habits.units]]
    return [("end",)]


def _resolved(state: UseState, habits: Habits, side: Side, target: Hex) -> Action:
    units = aimed_at(state, side, target)
    if state.ground_at(target) is None:
        return ("resolve", target, units[0], ())
    best = ordered(state, habits, side, target)
    assert best is not None
    (primary, _), *others = best.members
    return ("resolve", target, primary, tuple(sorted(unit for unit, _ in others)))


def _help(segment: Segment, state: UseState, habits: Habits, unit: UnitId, target: Hex | None) -> Iterator[Action]:
    """Before it acts: an Airdrop where a city may be taken or its defender weakened, an air unit that goes ahead."""
    theatre, side = state.theatre, segment.side
    distance, near = theatre.board.layout.distance, reach_of(state, "air-support")
    for marker in state.events_of(side):
        if theatre.type_of[marker] == "airdrop":
            wanted = {*open_prizes(state, side), *([] if target is None else [target])}
            able = {*spots(segment, state, marker)}
            worthy = [hex for hex in wanted if state.is_city(hex) and falls_with(state, hex)]
            if fit := [hex for hex in worthy if hex in able]:
                yield ("place", marker, max(fit, key=lambda hex: (prize(state, side, hex), hex)))
            elif target in worthy:
                near = reach_of(state, "airdrop")
    if target is None or (supported(state, (unit,), target) and near == reach_of(state, "air-support")):
        return
    beside = starts(state, unit, target, movement_points(state, unit), True)
    if not beside:
        return
    start = max(beside, key=lambda hex: promise(state, habits, unit, hex, target))
    for air in state.air_units(side):
        if theatre.country_of[air] == theatre.country_of[unit] and state.sorties[air] < state.most_sorties - 1:
            fit = [base for base in bases(state, air) if distance(base, target) <= near]
            for base in sorted(fit, key=lambda base: distance(base, target))[:1]:
                ahead = state.copy()
                ahead.move(air, base, "6.2.1")
                dropped = near < reach_of(state, "air-support")
                with_it, without = (promise(each, habits, unit, start, target) for each in (ahead, state))
                if dropped or with_it > without + FORWARD:
                    yield ("rebase", air, base)


def best_target(state: UseState, habits: Habits, unit: UnitId) -> Hex | None:
    """Whom it would rather attack."""
    found = [
        (promise(state, habits, unit, hex, target), target)
        for target in assailable(state, Side(state.theatre.side_of[unit]))
        for hex in starts(state, unit, target, movement_points(state, unit), True)
    ]
    return max(found)[1] if found else None


def transfer(segment: Segment, state: UseState, form: Form, mind: Mind) -> Iterator[Action]:
    """Into what the enemy could take else; who attacks brings up the unit farthest from what counts."""
    if defends(segment.side) and mind.habits.acts_first:
        yield from _relief(segment, state, mind)
        yield ("end",)
    elif defends(segment.side):
        yield ("end",)
        yield from _relief(segment, state, mind)
    elif (brought := _brought_up(segment, state)) is not None:
        yield from (brought, ("end",))
    else:
        yield ("end",)


def _able_to_go(segment: Segment, state: UseState) -> list[UnitId]:
    return [unit for unit in movable(segment, state) if next(cannot_go(segment, state, unit), None) is None]


def _brought_up(segment: Segment, state: UseState) -> Action | None:
    """The unit that is farthest from what counts, to where it is nearest."""
    able, wanted = _able_to_go(segment, state), prizes(state, segment.side)
    if not able or not wanted:
        return None

    def far(hex: Hex) -> int:
        return min(away(state, city)[hex] for city in wanted)

    unit = max(able, key=lambda unit: (state.theatre.is_ground[unit], far(Hex(state.hex_of[unit])), -unit))
    best = sorted(destinations(segment, state, unit), key=far)[:1]
    nearer = best and far(best[0]) < far(Hex(state.hex_of[unit]))
    return ("transfer", unit, best[0]) if nearer else None


def _relief(segment: Segment, state: UseState, mind: Mind) -> list[Action]:
    """Armies that hold nothing into cities that nobody holds."""
    side, open_to = segment.side, in_danger(state, mind, segment.side)
    able = _able_to_go(segment, state)
    free = [unit for unit in able if state.theatre.is_ground[unit] and not bound(state, mind, unit)]
    found = [
        (open_to[hex], unit, hex) for unit in free for hex in destinations(segment, state, unit)
        if hex in open_to and hex in prizes(state, enemy(side))
    ]  # fmt: skip
    return [("transfer", unit, hex) for _, unit, hex in sorted(found, reverse=True)[:GOALS]]


def urgency(state: UseState, mind: Mind, unit: UnitId) -> tuple[float, int]:
    """Those first who can do something at once; infantry opens the way for what is mobile."""
    theatre = state.theatre
    last = -int(theatre.is_mobile[unit])
    if defends(Side(theatre.side_of[unit])):
        return need(state, mind, unit), last
    best = best_intended(state, mind, unit, movement_points(state, unit), True)
    finds_open = best.target is None and best.value > 0
    return best.value + (mind.habits.open_first if finds_open else 0.0), last


def operate(army: Activation, state: UseState, form: Form, mind: Mind) -> Iterable[Action]:
    """One by one, so that whoever wants the first waits for no other; each once."""
    found = _operations(army, state, mind)
    return _once(found) if mind.habits.acts_first else found


def _once(found: Iterable[Action]) -> Iterator[Action]:
    seen = set[Action]()
    for each in found:
        if each not in seen:
            seen.add(each)
            yield each


def _operations(army: Activation, state: UseState, mind: Mind) -> Iterator[Action]:
    """Its part in an Assault, attacks that promise something, moves towards what counts, or nothing."""
    holds, habits = defends(army.side), mind.habits
    if holds and not habits.acts_first:
        yield ("stop",)
    action = None if army.attacked else _in_group(army, state, mind)
    if action:
        yield action
        if not holds:
            return
    if not holds:
        yield from _first(army, state, mind)
    elif habits.acts_first:
        yield from _first_of_all(army, state, mind)
    here = Hex(state.hex_of[army.unit])
    attacks = [(promise(state, habits, army.unit, here, target), target) for target in targets(army, state)]
    yield from (("attack", target) for value, target in sorted(attacks, reverse=True) if value > habits.least)
    yield from (("move", hex) for hex in dict.fromkeys(best_goals(army, state, mind)))
    if holds:
        yield from (("sail", port) for port in posts(state, mind, army.unit, voyages(army, state)))
        yield ("occupy",)
    if not holds or habits.acts_first:
        yield ("stop",)


def _in_group(army: Activation, state: UseState, mind: Mind) -> Action | None:
    """Where to go, or whom to aim at, if an Assault is better than what it could do alone."""
    own = Able(army.unit, army.left, not army.acted)
    if bound(state, mind, army.unit) or sufficient(state, mind.habits, army.side, own):
        return None
    rest = [
        unit for unit in state.ground_units(army.side)
        if not state.done[unit] & (ACTIVATED | STRATEGICALLY_MOVED) and not bound(state, mind, unit)
        and next(cannot_pay(state, "activate", unit), None) is None
    ]  # fmt: skip
    group = best_group(state, mind, army.side, [own, *fresh(state, rest)])
    if group is None:
        return None
    place = dict(group.members).get(army.unit)
    if place is None:
        return None
    return ("assault", group.target) if place == state.hex_of[army.unit] else ("move", place)


def _first(army: Activation, state: UseState, mind: Mind) -> Iterator[Action]:
    """What promises most."""
    best = best_intended(state, mind, army.unit, army.left, not army.acted)
    if best.to != state.hex_of[army.unit]:
        yield ("move", best.to)
    elif best.target is not None:
        yield ("attack", best.target)


def _first_of_all(army: Activation, state: UseState, mind: Mind) -> Iterator[Action]:
    """Who holds something attacks from there, takes cover and stays; others go where they are needed most, or where
    they can do most."""
    here, unit = Hex(state.hex_of[army.unit]), army.unit
    stays, open_to = bound(state, mind, unit), in_danger(state, mind, army.side)
    able = intended(state, mind, unit, army.left, not army.acted)
    best = max((each for each in able if each.to == here or not stays), key=lambda each: each.value, default=None)
    done = WARY * best.value if best is not None else 0.0
    by_land = () if stays else posts(state, mind, unit, goals(state, unit, army.left, not army.acted))
    by_sea = () if stays else posts(state, mind, unit, voyages(army, state))
    ways: list[Action] = [*(("move", hex) for hex in by_land[:1]), *(("sail", hex) for hex in by_sea[:1])]
    way = max(ways, key=lambda each: open_to.get(each[1], 0.0), default=None)
    if best is not None and done > LEAST and (way is None or done > open_to.get(way[1], 0.0)):
        yield ("move", best.to) if best.to != here else ("attack", best.target)
    elif way is not None:
        yield way
    elif next(no_fort(army, state), None) is None:
        yield ("occupy",)
    else:
        yield ("stop",)


def best_goals(army: Activation, state: UseState, mind: Mind) -> Iterator[Hex]:
    """Enemy cities, hexes to attack from, then those nearest to cities; the West keeps in its own."""
    side, habits, distance = army.side, mind.habits, state.theatre.board.layout.distance
    open_goals = goals(state, army.unit, army.left, not army.acted)
    wanted = prizes(state, side)
    yield from sorted([hex for hex in open_goals if hex in wanted], key=lambda hex: -wanted[hex])
    beside = [  # also where no points are left for an attack: it bars the way back
        (promise(state, habits, army.unit, hex, target), hex) for target in map(Hex, state.occupied(enemy(side)))
        for hex in state.theatre.next_to[target] if hex in open_goals and not state.theatre.prohibited(hex, target)
    ]  # fmt: skip
    yield from (hex for value, hex in sorted(beside, reverse=True)[:GOALS] if value > 0)
    sent = sent_to(state, mind, army.unit)
    if defends(side):
        yield from posts(state, mind, army.unit, open_goals)
        yield from (
            sorted(open_goals, key=lambda hex: min(away(state, place)[hex] for place in sent))[:1] if sent else ()
        )
        return

    def far(hex: Hex) -> tuple[float, bool]:
        ordered = min((away(state, place)[hex] - SENT for place in sent), default=inf)
        return min(ordered, own_way(state, army.unit, hex, habits.spread)), in_ezoc(state, side, hex)

    now = far(Hex(state.hex_of[army.unit]))[0]
    yield from sorted((hex for hex in open_goals if far(hex)[0] < now), key=far)[:GOALS]
    cut = [Hex(state.hex_of[unit]) for unit in state.ground_units(side) if unit != army.unit and hungry(state, unit)]
    yield from sorted(hex for hex in open_goals if any(distance(hex, unit) == 1 for unit in cut))


def displace(frame: Displace, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """Back, but not far."""
    start, distance = Hex(state.hex_of[frame.unit]), state.theatre.board.layout.distance
    return [(hex,) for hex in sorted(bases(state, frame.unit), key=lambda hex: distance(hex, start))[:4]]
