"""23 to 26: what air and naval units are sent to do."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import union
from sandtable.core.decisions import Action, Draft, Form, Pick, Picks
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.gew.counsel.aims import needed, room, way_of
from sandtable.systems.gew.counsel.combat import SUPPORT as ENOUGH
from sandtable.systems.gew.counsel.combat import enough, falls, gained, worthwhile
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.counsel.prizes import nearer, stakes, takeable
from sandtable.systems.gew.s06_control import enemies_in
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s19_attack import attackable
from sandtable.systems.gew.s19_foes import defenders
from sandtable.systems.gew.s23_airbases import flying, ready
from sandtable.systems.gew.s23_orders import SendOut
from sandtable.systems.gew.s24_air_missions import INTERCEPT, SUPPORT, raided, same_nationality, targets
from sandtable.systems.gew.s26_convoys import ConvoyBattle
from sandtable.systems.gew.s26_naval_missions import landing_beaches, passengers, ready_amphibs, under_assault, unfit
from sandtable.systems.gew.state import GewState

ASHORE = 6  # MF that a landing must save
OPPOSED = 6  # MF that it costs to land against an enemy, and
ODDS = 5  # for each factor that he is stronger
LIKELY = 0.4  # how likely it has to be that he is driven out


def offered(state: GewState, form: Form, *filled: Pick) -> Picks:
    """What may be picked after these picks."""
    return form.picks(state, Draft(filled))


def fly(phase: SendOut, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """24.2 Ground support where it adds most to an attack."""
    best, found, habit = ENOUGH, None, habits(conduct)
    theatre, open_to, tried = state.theatre, attackable(state, phase.side), set[object]()
    flyers = ready(state, phase.side, SUPPORT.kinds) if open_to else ()
    made = worthwhile(state, phase.side, conduct) if flyers and habit.sure else {}
    busy = {unit for units in made.values() for unit in units}
    for unit in flyers:
        power, more = state.power_of(unit), theatre.bombardment[unit]
        kind = power, theatre.nationality[unit], theatre.type[unit], theatre.range[unit], more
        if kind in tried or any(raided(state, unit)):
            continue
        tried.add(kind)
        for to in targets(state, SUPPORT, unit):
            units = tuple(each for each in open_to.get(to, ()) if state.power_of(each) == power)
            if habit.sure and to not in made:
                units = tuple(each for each in units if each not in busy)
                if not units or not enough(state, phase.side, to, units, conduct, more):
                    continue
            if any(same_nationality(theatre, unit, each) for each in units):
                added = gained(state, phase.side, to, units, habit, more)
                if added > best:
                    best, found = added, (SUPPORT.word, unit, to)
    return [found or ("end",)]


def answer_in_the_air(phase: SendOut, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """24.3 Interception where one unit is stronger than all it meets."""
    if flying(state, enemy(phase.side)):
        for unit in offered(state, form, INTERCEPT.word):
            for to in offered(state, form, INTERCEPT.word, unit):
                ours, theirs = (_in_the_air(state, side, to) for side in (phase.side, enemy(phase.side)))
                if not ours and state.theatre.air[unit] > theirs:
                    return [(INTERCEPT.word, unit, to)]
    return [("end",)]


def _in_the_air(state: GewState, side: Side, place: Hex) -> int:
    return sum(state.theatre.air[unit] for unit, there in flying(state, side) if there == place)


def sail(phase: SendOut, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """26.1 The landing that gains most; 26.2 gunfire where it is opposed."""
    best, found = float(ASHORE), None
    first = {state.power_of(amphib): amphib for amphib in reversed(ready_amphibs(phase, state))}
    for amphib in sorted(first.values()):  # what one of a power can do all others can
        for unit in passengers(phase, state, amphib):
            if state.theatre.attack[unit] and next(unfit(state, amphib, unit), None) is None:
                for to, gain in _landings(state, phase.side, unit, conduct):
                    if gain > best and _room_ashore(state, phase.side, unit, to) and not needed(state, unit, conduct):
                        best, found = gain, ("land", amphib, unit, to)
    if found is not None:
        return [found]
    for fleet in offered(state, form, "support") if under_assault(state) else ():
        for to in offered(state, form, "support", fleet):
            if enemies_in(state, phase.side, to):
                return [("support", fleet, to)]
    return [("end",)]


def _landings(state: GewState, side: Side, unit: UnitId, conduct: Conduct) -> Iterator[tuple[Hex, float]]:
    """The marching that landings save, and what they take; those that cannot gain enough are left out."""
    way, values, attack = way_of(state, unit, conduct), stakes(state.scenario), state.theatre.attack[unit]
    now, held, habit = way[state.hex_of[unit]], occupied(state, enemy(side)), habits(conduct)
    taken = takeable(state, side)
    for to in map(Hex, landing_beaches(state, unit) & union(nearer(way, now - ASHORE), held, taken)):
        gain = float(now - way[to])
        if to in taken:
            gain += habit.take * values[to]
        if to in held and habit.sure:
            likely = falls(state, side, to, unit, habit)
            if likely < LIKELY:
                continue
            gain = likely * gain - OPPOSED
        elif to in held:
            defense = sum(state.theatre.defense[foe] for foe in defenders(state, side, to))
            gain -= OPPOSED + ODDS * (defense + 1 - attack)
        yield to, gain


def _room_ashore(state: GewState, side: Side, unit: UnitId, to: Hex) -> bool:
    """On the map, against an enemy or where there is room."""
    return to < state.theatre.hexes and (enemies_in(state, side, to) or room(state, unit, to))


def guard(phase: ConvoyBattle, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """26.4 All fleets but the strongest, which is kept for landings."""
    able = sorted(offered(state, form, "guard"), key=lambda unit: state.theatre.naval[unit])
    return [("guard", able[0])] if len(able) > 1 else [("end",)]


def raid(phase: ConvoyBattle, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """26.5 All who can."""
    able = offered(state, form, "raid")
    return [("raid", able[0])] if able else [("end",)]
