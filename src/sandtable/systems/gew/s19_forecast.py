"""GEW 19 to 22, looked ahead at: what decides an attack, who may choose what after its result, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from sandtable.core.bits import among
from sandtable.core.decisions import Action
from sandtable.core.flow import Ask
from sandtable.core.lens import Aftermath, Stance
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, counted, enemy
from sandtable.core.sentences import Text, joined, say
from sandtable.systems.gew.options import OPEN_DISPLAYS
from sandtable.systems.gew.s19_attack import COMBAT, DEFEND, Attack
from sandtable.systems.gew.s19_combat import ResolveCombat, column_terms
from sandtable.systems.gew.s19_foes import defenders
from sandtable.systems.gew.s21_absorption import SUFFER, Suffer, supplied
from sandtable.systems.gew.s22_pursuit import GO_ON, PURSUE, Pursuit
from sandtable.systems.gew.s22_retreat import RETREAT, Retreat, Ways, ways
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState

PAY, DEPOT, TAKE = "pays", "expends a depot", "takes the result"  # what a force that is hit may do


def terms(state: GewState) -> Breakdown:
    """19.6 Steps 2 to 7 of the attack that is about to be rolled: the sum its procedure has made."""
    if len(state.stack) < 2 or not isinstance(state.stack[-1], ResolveCombat):
        return Breakdown()
    attack = state.stack[-2]
    assert isinstance(attack, Attack)
    sums, charts = attack.sums(state), state.scenario.charts
    ours, theirs = _factors(attack.units, state.theatre.attack), _factors(attack.defending, state.theatre.defense)
    against = Term(say("{ours} against {theirs}", ours, theirs), 0, "19.6", how="note")
    facing = defenders(state, attack.side, attack.target)
    forces = ((attack.side, attack.units), (enemy(attack.side), facing))
    cut_off = [
        Term(say("{side} cannot pay: none of {units} is in supply", side, tuple(units)), 0, "21.2", how="note")
        for side, units in forces
        if not any(supplied(state, unit) for unit in units)
    ]
    return Breakdown((against, *column_terms(charts, sums.differential, sums.shifts), *cut_off))


def _factors(units: Iterable[UnitId], factor: tuple[int, ...]) -> Text:
    return joined([say("{unit} {factor}", unit, factor[unit]) for unit in units], " + ") or "none who count"


# ------------------------------------------------------------------------------------------------ what may be chosen


def stances(state: GewState, ask: Ask, looking: Side) -> list[Stance]:
    """The answers worth telling apart to the questions that follow an attack; none for other questions."""
    frame = state.stack[-1]
    if ask.form is SUFFER and isinstance(frame, Suffer):
        return list(_suffering(state, frame, looking))
    if ask.form is RETREAT and isinstance(frame, Retreat):
        return [_retreating(state, frame)]
    if ask.form is PURSUE and isinstance(frame, Pursuit):
        able = tuple(frame.able(state))
        return [Stance("pursues", say("may move in with {units}", able), (able,), "22.3")]
    if ask.form is GO_ON and isinstance(frame, Pursuit):
        return [Stance("stays", say("may go on with {units}", tuple(frame.eager(state))), ("stay",), "22.4")]
    if ask.form is DEFEND and isinstance(frame, Attack):
        best = max(frame.defending, key=lambda unit: (state.theatre.defense[unit], -unit))
        return [Stance("defends", say("is taken to defend with {unit}", best), (best,), "14.5")]
    return []


def _suffering(state: GewState, force: Suffer, looking: Side) -> Iterator[Stance]:
    """21.1 Pay, or take the result. An enemy is taken to have the points, which the one who looks cannot see (6.3)."""
    cost, hidden = force.cost(state), force.side != looking and not state.option(OPEN_DISPLAYS)
    barred = list(force.cannot_spend(state))
    if not barred:
        left = ", if it has them" if hidden else f" of {state.mp[force.payer(state)]}"
        yield Stance(PAY, f"pays {cost} MP{left}", ("spend",), "21.2")
    for place in force.depots(state):
        yield Stance(DEPOT, say("expends the depot in {hex}", place), ("expend", place), "O34.5")
    fate = f"retreats {counted(force.mp, 'hex', 'hexes')}" if force.fate == "retreat" else "is eliminated"
    why = joined([each.because for each in barred], "; ")
    said = say("{fate}, for it cannot pay: {why}", fate, why) if barred else fate
    yield Stance(TAKE, said, ("suffer",), "21.1")


def _retreating(state: GewState, retreat: Retreat) -> Stance:
    """22.1 The first unit that can, along its first way; told is where it could end."""
    able = retreat.able(state)
    found = ways(state, able[0], retreat.hexes)
    ends = joined([say("{hex}", place) for place in sorted(_ends(found))], " or ")
    stuck = tuple(unit for unit in retreat.units if unit not in able)
    more = say(" ({units} cannot, unless another clears the way)", stuck) if stuck else ""
    action = able[0], found.first()
    return Stance("retreats", say("{unit} can retreat to {ends}{more}", able[0], ends, more), action, "22.1")


def _ends(found: Ways) -> set[Hex]:
    """Where the ways of a retreat end: in hexes with room, or off the map."""
    off = (there for onward in found.found.values() for there in onward if there >= found.off_map)
    return {place for place, _, _ in found.ends} | set(off)


# ------------------------------------------------------------------------------------------------ what it comes to


def aftermath(before: GewState, action: Action, after: GewState) -> Aftermath:
    """Who is lost, what was paid; of an attack also who holds the hex."""
    words: list[Text] = []
    figures: dict[str, int] = {}
    if isinstance(before.wait, Ask) and before.wait.form is COMBAT and action[0] != "end":
        target, attackers = action[1], action[2]
        side = before.side_of(attackers[0])
        there = [unit for unit in after.ground_in(target) if after.side_of(unit) is not None]
        figures["hex taken"] = int(any(after.side_of(unit) == side for unit in there))
        words.append(_holding(after, target, there, bool(figures["hex taken"])))
    paid = before.mp != after.mp
    for nth, (units_lost, mp_spent) in enumerate(_figures(before.scenario.spoken_sides)):
        lost = _lost(before, after, Side(nth))
        if lost:
            words.append(say("{units} lost", lost))
        figures[units_lost] = len(lost)
        figures[mp_spent] = sum([before.mp[power] - after.mp[power] for power in POWERS_OF_SIDE[nth]]) if paid else 0
    return Aftermath(tuple(words), figures, ("hex taken",) if "hex taken" in figures else ())


def _lost(before: GewState, after: GewState, side: Side) -> tuple[UnitId, ...]:
    """The ground units of a side that are no longer on the map or in a staging area."""
    found: list[UnitId] = []
    for power in POWERS_OF_SIDE[side]:
        units = before.forces(power)
        left = among(after.hex_of, units, after.theatre.convoy)
        if len(left) < len(units):
            found += {*units} - {*left}
    return tuple(sorted(found))


@cache
def _figures(sides: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What they are called, by side."""
    return tuple((f"{name} units lost", f"{name} MP spent") for name in sides)


def _holding(state: GewState, target: Hex, there: list[UnitId], taken: bool) -> Text:
    return say("{hex} {state}", target, "taken" if taken else "held" if there else "empty")
