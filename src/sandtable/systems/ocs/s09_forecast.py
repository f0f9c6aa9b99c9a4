"""OCS 9, looked ahead at: what decides a combat, what each side may choose in it, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from sandtable.core.bits import Bits
from sandtable.core.board import Board
from sandtable.core.columns import differing
from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, Roll, run
from sandtable.core.lens import Aftermath, Stance
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, counted, enemy
from sandtable.core.sentences import Text, say
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s08_overrun import ON
from sandtable.systems.ocs.s09_advance import ADVANCE, Advance, those_who_may
from sandtable.systems.ocs.s09_attack import (
    ATTACKERS_RATING,
    DEFENCE,
    DEFENDERS_RATING,
    PAY,
    STOCKS,
    WITHHOLD,
    Combat,
    cannot_live,
    cannot_pay,
)
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s09_combat import ResolveCombat, heading, rated
from sandtable.systems.ocs.s09_forces import defenders, rating
from sandtable.systems.ocs.s09_losses import LOSS, LoseSteps
from sandtable.systems.ocs.s09_results import IGNORE, OPTIONS, TAKE, TakeOptions
from sandtable.systems.ocs.s09_retreat import RETREAT, Retreat, bad_group, ways, with_company
from sandtable.systems.ocs.s09_supply import defence_price, living
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG, EXPLOIT

PAYS, WITHHOLDS, LIVES = "pays", "withholds", "lives on stocks"  # what a defender may do
STANDS, RETREATS, IGNORES = "loses steps", "retreats", "ignores"  # and either side with its options


def combat_of(state: OcsState) -> Combat | None:
    """The combat that is under way."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Combat)), None)


def is_resolving(state: OcsState) -> bool:
    return isinstance(state.stack[-1], ResolveCombat) and isinstance(run(state), Roll)


def terms(state: OcsState) -> Breakdown:
    """9.4 to 9.8 Every factor of both sides, the odds, the ratings and what modifies either roll."""
    combat = combat_of(state)
    return combat.clash(state).terms if combat is not None and is_resolving(state) else Breakdown()


def on_the_way(state: OcsState) -> bool:
    """9.8 Surprise and its die only lead to the column of the result."""
    frame = state.stack[-1]
    return isinstance(frame, ResolveCombat) and frame.at != RESULT


def immaterial(state: OcsState) -> bool:
    """9.14 What is captured after an advance."""
    return isinstance(state.stack[-1], Capture)


def chart_in_play(state: OcsState) -> tuple[str, str] | None:
    """9.9 The Combat Table, and the column before any surprise."""
    combat = combat_of(state)
    if combat is None or not is_resolving(state):
        return None
    found = combat.clash(state)
    return "combat", heading(state.scenario.charts.table("combat"), found.line, found.situation.column)


def meanings(state: OcsState) -> Mapping[str, str]:
    """9.9 What the results do; of exploitation (e4) only where it can be earned (8.1, 9.13)."""
    combat, told = combat_of(state), state.scenario.charts.table("combat").meaning
    if combat is None or not is_resolving(state):
        return {}
    return told if combat.may_exploit(state) else {result: _unexploited(text) for result, text in told.items()}


def _unexploited(text: str) -> str:
    """A meaning without its clause of exploitation."""
    sides = [[clause for clause in side.split(", ") if "exploit" not in clause] for side in text.split("; ")]
    return "; ".join(", ".join(clauses) for clauses in sides if clauses)


def roll_told(state: OcsState, reading: Any) -> str:
    """9.8, 9.9 What the dice come to with what is added to them."""
    frame = state.stack[-1]
    if not isinstance(frame, ResolveCombat) or frame.at == SHIFT:
        return ""
    return str(reading + (frame.result_modifier if frame.at == RESULT else frame.surprise_modifier))


RESULT, SHIFT = "roll_result", "roll_shift"  # steps of `ResolveCombat`


def level(state: OcsState) -> int:
    """9.2 Whatever is asked in a combat is part of it."""
    for nth, frame in enumerate(state.stack):
        if isinstance(frame, Combat):
            return nth
    return len(state.stack)


def concluded(before: OcsState, state: OcsState) -> bool:
    """8.1 After an overrun the march goes on: an action of its own."""
    wait = run(state)
    return isinstance(wait, Ask) and wait.form is ON


# ------------------------------------------------------------------------------------------------ what may be chosen


def stances(state: OcsState, ask: Ask, looking: Side) -> list[Stance]:
    """The answers worth telling apart to the questions of a combat."""
    frame = state.stack[-1]
    if isinstance(frame, Combat) and ask.form is DEFENCE:
        return list(_paying(state, frame))
    if isinstance(frame, Combat) and ask.form in (ATTACKERS_RATING, DEFENDERS_RATING):
        units = list(frame.units) if ask.form is ATTACKERS_RATING else defenders(state, frame.side, frame.target)
        best = best_rated(state, units)
        return [Stance("rates", say("is taken to be rated by {unit}", best), (best,), "9.6")]
    if isinstance(frame, TakeOptions) and ask.form is OPTIONS:
        return list(_options(state, frame))
    if isinstance(frame, LoseSteps) and ask.form is LOSS:
        weakest = min(frame.able(state), key=lambda unit: (state.theatre.strength[state.face[unit]][unit], unit))
        return [Stance("gives up", say("is taken to give up a step of {unit}", weakest), (weakest,), "9.11c")]
    if isinstance(frame, Retreat) and ask.form is RETREAT:
        return [_retreating(state, frame)]
    if isinstance(frame, Advance) and ask.form is ADVANCE:
        groups = those_who_may(frame, state)
        units = [unit for group in groups.values() for unit in group]
        return [Stance("advances", say("may advance with {units}", tuple(units)), (tuple(groups.values()),), "9.12g")]
    return []


def best_rated(state: OcsState, units: list[UnitId]) -> UnitId:
    """9.6 The best rating; of equals the weakest, since it loses the first step."""
    charts, strength = state.scenario.charts, state.theatre.strength
    return min(
        units,
        key=lambda unit: (-rated(charts, *rating(state, unit)), strength[state.face[unit]][unit], unit),
    )


def _paying(state: OcsState, combat: Combat) -> Iterator[Stance]:
    """9.5, 12.10"""
    foe = enemy(combat.side)
    if not cannot_pay(state, combat):
        yield Stance(PAYS, f"pays {defence_price(state, combat.target, foe)}T for its defence", (PAY, ()), "9.5")
    if not cannot_live(state, combat):
        units = living(state, combat.target, foe)
        yield Stance(LIVES, say("uses the stocks of {units}", units), (STOCKS, units), "12.10")
    yield Stance(WITHHOLDS, "pays nothing and defends at half", (WITHHOLD,), "9.5")


def _options(state: OcsState, taking: TakeOptions) -> Iterator[Stance]:
    """9.10 All as steps, or as many hexes as can be."""
    if taking.may_ignore:
        yield Stance(IGNORES, "ignores its options", (IGNORE,), "9.10")
        return
    yield Stance(STANDS, f"loses {counted(taking.points, 'step')} for its options", (TAKE, 0), "9.10")
    if far := taking.farthest(state):
        rest = f" and loses {counted(taking.points - far, 'step')}" if far < taking.points else ""
        yield Stance(RETREATS, f"retreats {counted(far, 'hex', 'hexes')}{rest}", (TAKE, far), "9.12")


def _retreating(state: OcsState, retreat: Retreat) -> Stance:
    """9.12 The first stack that can go as one, else its first unit; out of enemy zones if it can."""
    groups = [*with_company(retreat, state).values(), *((unit,) for unit in retreat.units)]
    units = next(group for group in groups if next(bad_group(retreat, state, group), None) is None)
    found, zone = ways(state, retreat.side, units, retreat.hexes, retreat.barred), enemy_zone(state, retreat.side)
    foes, board = state.occupied(enemy(retreat.side)), state.theatre.board
    zones = {end: sum([hex in zone for hex in way]) for end, way in found.items()}
    least = min(zones.values())
    to = min([end for end in found if zones[end] == least], key=lambda end: (-_apart(board, foes, end), end))
    return Stance("goes", say("sends {units} to {hex}", units, to), (units, to), "9.12")


@lru_cache(maxsize=8192)
def _apart(board: Board, places: Bits, end: Hex) -> int:
    """How far a hex is from the nearest of these."""
    distance = board.layout.distance
    return min([distance(end, Hex(place)) for place in places], default=0)


# ------------------------------------------------------------------------------------------------ what it comes to


def aftermath(before: OcsState, action: Action, after: OcsState) -> Aftermath:
    """Who holds the hex attacked, who lost steps, who retreated or is disorganized, who exploits."""
    attack = _attack(before, action)
    if attack is None:
        return Aftermath((), {})
    attacker, target = attack
    there, owner, steps, modes = after.combat_units_in(target), before.owner, after.steps, after.mode
    taken = any(after.owner[unit] == attacker for unit in there)
    words: list[Text] = [say("{hex} {state}", target, "taken" if taken else "held" if there else "empty")]
    figures = {"hex taken": int(taken)}
    fights, hexes = before.theatre.is_combat, before.theatre.board.hexes
    hurt = [UnitId(unit) for unit in differing(before.steps, steps) if fights[unit]]
    moved = [UnitId(unit) for unit in differing(before.hex_of, after.hex_of) if fights[unit]]
    turned = [UnitId(unit) for unit in differing(before.mode, modes) if fights[unit]]
    went = [unit for unit in moved if 0 <= after.hex_of[unit] < hexes and after.hex_of[unit] != target]
    told = (
        ("{units} lost", [unit for unit in hurt if not steps[unit]]),
        ("{units} reduced", [unit for unit in hurt if steps[unit]]),
        ("{units} retreated", went),
        ("{units} disorganized", [unit for unit in turned if modes[unit] == DG]),
    )
    for nth, name in enumerate(_figures(before.scenario.spoken_sides)):
        for said, units in told:
            if units and (mine := tuple([unit for unit in units if owner[unit] == nth])):
                words.append(say(said, mine))
        figures[name] = sum([before.steps[unit] - steps[unit] for unit in hurt if owner[unit] == nth])
    exploiting = tuple([unit for unit in turned if modes[unit] == EXPLOIT])
    if exploiting:
        words.append(say("{units} exploit", exploiting))
    figures["exploitation"] = int(bool(exploiting))
    return Aftermath(tuple(words), figures, ("hex taken", "exploitation"))


@cache
def _figures(sides: tuple[str, ...]) -> tuple[str, ...]:
    """What they are called, by side."""
    return tuple(f"{name} steps lost" for name in sides)


def _attack(state: OcsState, action: Action) -> tuple[Side, Hex] | None:
    """Who attacks which hex: in the combat under way, or by this action."""
    combat = combat_of(state)
    if combat is not None:
        return combat.side, combat.target
    ask = state.wait
    if not isinstance(ask, Ask) or not isinstance(ask.form, Menu) or len(action) < 2:
        return None
    names = [slot.name for slot in ask.form.forms[action[0]].slots]
    return (ask.side, Hex(int(action[1 + names.index("target")]))) if "target" in names[: len(action) - 1] else None
