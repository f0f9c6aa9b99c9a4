"""Marches to an attack, where hits count: who could stand beside whom, weighed as if he did. No rule."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from sandtable.core.bits import Bits
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.gew.counsel.aims import aim_of, room, stays
from sandtable.systems.gew.counsel.combat import CLEARED, promised, together
from sandtable.systems.gew.counsel.fronts import front_at
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.counsel.prizes import stakes
from sandtable.systems.gew.s04_sequence import impulses
from sandtable.systems.gew.s06_control import side_controls
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s17_march import is_free, no_stay, own_units, ways_of
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import attackable
from sandtable.systems.gew.s19_foes import defenders
from sandtable.systems.gew.s21_absorption import supplied
from sandtable.systems.gew.s23_airbases import ready
from sandtable.systems.gew.s24_air_missions import SUPPORT, targets
from sandtable.systems.gew.state import FIRST_PLAYER, IMPULSE, POWERS_OF_SIDE, GewState

ADDS = 0.5  # what one more attacker must add
LEFT, PINNED = 1.0, 0.4  # how likely a hex that is left open falls: to anybody, or to those attacked alone
STRANDED = 0.5  # of his factors, what who marches out of supply risks where the enemy can come: he cannot pay (21.2)


class Sortie(NamedTuple):
    """An attack that is marched to."""

    target: Hex
    posts: Mapping[UnitId, Hex]  # where each attacker stands then
    worth: float
    after: GewState  # in which they stand there


def sorties(phase: MovementPhase, state: GewState, conduct: Conduct) -> dict[UnitId, Hex]:
    """19.1 Where those stand who attack after this phase: the most promising attack first, and nobody in two."""
    posts, able = dict[UnitId, Hex](), _able(phase, state)
    foes = [Hex(foe) for foe in occupied(state, enemy(phase.side))]
    while found := [each for foe in foes if (each := _sortie(phase.side, state, foe, able, conduct)) is not None]:
        best = max(found, key=lambda each: (each.worth, -each.target))
        posts |= best.posts
        state = best.after
        foes.remove(best.target)
        able = {unit: places for unit, places in able.items() if unit not in posts}
    return posts


def _able(phase: MovementPhase, state: GewState) -> dict[UnitId, Bits]:
    """By unit that can attack the hexes in which it may end this phase."""
    theatre, bits, found = state.theatre, state.theatre.board.bits, dict[UnitId, Bits]()
    for unit in own_units(phase, state):
        if theatre.attack[unit]:
            here = bits((Hex(state.hex_of[unit]),))
            marches = is_free(phase, state, unit)
            found[unit] = here | (bits(ways_of(state, unit).goals) - no_stay(state, unit)) if marches else here
    return found


def _sortie(
    side: Side, state: GewState, target: Hex, able: Mapping[UnitId, Bits], conduct: Conduct
) -> Sortie | None:  # fmt: skip
    """The attack on a hex by all who add to it, each from where he adds most; first who leaves nothing open, and is
    strongest."""
    theatre, near = state.theatre, state.theatre.board.bits(state.theatre.board.around(target))
    after, posts, worth, risk = state, dict[UnitId, Hex](), float("-inf"), 0.0
    joining = [unit for unit in able if able[unit].meets(near) and _joins(state, unit, target, conduct)]
    dangers = {unit: _danger(state, side, _guarded(state, side, unit, conduct), target) for unit in joining}
    for unit in sorted(joining, key=lambda unit: (dangers[unit], -theatre.attack[unit], unit)):
        start, guarded = Hex(state.hex_of[unit]), _guarded(after, side, unit, conduct)  # others may have left it
        danger = _danger(state, side, guarded, target)
        found = list[tuple[float, Hex, GewState]]()
        for place in map(Hex, able[unit] & near):
            if place == start or room(after, unit, place):
                there = _moved(after, unit, place)
                promise = _promise(there, side, target, (*posts, unit), conduct)
                lost = danger * (place != guarded) + _stranded(there, side, unit, start)
                found.append((promise - risk - lost, place, there))
        best = max(found, key=lambda each: (each[0], each[1] == start, -each[1]), default=None)
        if best is not None and best[0] > worth + ADDS:
            worth, posts[unit], after = best
            risk += danger * (posts[unit] != guarded) + _stranded(after, side, unit, start)
    enough = habits(conduct).bold[conduct.order(front_at(state.scenario)[target]).boldness]
    return Sortie(target, posts, worth, after) if worth > enough else None


def _joins(state: GewState, unit: UnitId, target: Hex, conduct: Conduct) -> bool:
    """Who is ordered to hold a place stays there, and who is sent to a main effort fights on the way to none else."""
    aim, fronts = aim_of(state, unit, conduct) if conduct.intent else None, front_at(state.scenario)
    if aim is None:
        return True
    order, near = conduct.order(fronts[aim.place]), (aim.place, *state.theatre.board.around(aim.place))
    if aim.place in order.holds:
        return state.hex_of[unit] != aim.place
    return aim.place not in order.efforts or target in near


def _moved(state: GewState, unit: UnitId, to: Hex) -> GewState:
    """A copy in which it stands there."""
    if state.hex_of[unit] == to:
        return state
    after = state.copy()
    after.move(unit, to, "17.0")
    return after


def _promise(state: GewState, side: Side, target: Hex, units: Collection[UnitId], conduct: Conduct) -> float:
    """19.6 What an attack by all of these promises, with the air unit at hand that adds most (20.5)."""
    able = [unit for unit in attackable(state, side).get(target, ()) if unit in units]
    if len(able) < len(units) or len(together(state, able)) < len(units):
        return float("-inf")
    flyers = (unit for unit in ready(state, side, SUPPORT.kinds) if target in targets(state, SUPPORT, unit))
    more = max((state.theatre.bombardment[unit] for unit in flyers), default=0)
    return promised(state, side, target, tuple(sorted(able)), habits(conduct), more)


def _guarded(state: GewState, side: Side, unit: UnitId, conduct: Conduct) -> Hex | None:
    """The hex of ours that counts, and that nobody but this unit is in or goes to."""
    aim, here = aim_of(state, unit, conduct), Hex(state.hex_of[unit])
    place = aim.place if aim is not None and side_controls(state, side, aim.place) else here
    alone = not any(each != unit for each in state.ground_in(place))
    return place if alone and (place != here or stays(state, unit, conduct)) else None


def _danger(state: GewState, side: Side, place: Hex | None, target: Hex) -> float:
    """What may be lost with a hex that is left open: the enemy comes who can, unless he is being attacked."""
    value = stakes(state.scenario).get(place, 0) if place is not None else 0
    if place is None or not value or _has_the_last_move(state, side):
        return 0.0
    attacked, coming = defenders(state, side, target), list(_who_could_come(state, side, place))
    return CLEARED * value * (LEFT if any(foe not in attacked for foe in coming) else PINNED if coming else 0.0)


def _stranded(state: GewState, side: Side, unit: UnitId, start: Hex) -> float:
    """12.1 What is risked with a unit that has marched from there to where no line of supply reaches it."""
    here = Hex(state.hex_of[unit])
    safe = here == start or supplied(state, unit) or _has_the_last_move(state, side)
    if safe or next(_who_could_come(state, side, here), None) is None:
        return 0.0
    return STRANDED * (state.theatre.attack[unit] + state.theatre.defense[unit])


def _who_could_come(state: GewState, side: Side, place: Hex) -> Iterator[UnitId]:
    theatre, distance = state.theatre, state.scenario.board.layout.distance
    for power in POWERS_OF_SIDE[enemy(side)]:
        for foe in state.ground_units(power):
            if theatre.attack[foe] and distance(Hex(state.hex_of[foe]), place) <= theatre.movement[foe]:
                yield foe


def _has_the_last_move(state: GewState, side: Side) -> bool:
    """Has the enemy no impulse after this one?"""
    last = state.turn == state.setup.turns[1] and state.clock[IMPULSE] >= impulses(state)
    return last and state.clock[FIRST_PLAYER] != side
