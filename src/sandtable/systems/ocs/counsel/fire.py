"""10, 14, 15: barrages where they pay, bombers before attacks, fighters over their own, refit, drops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.decisions import Action, Form
from sandtable.core.groups import stacks
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.sequence import Segment
from sandtable.core.state import Plain, fact
from sandtable.core.system import Reference
from sandtable.core.throws import returns
from sandtable.systems.ocs.counsel.combat import best_attackers
from sandtable.systems.ocs.counsel.habits import habits
from sandtable.systems.ocs.counsel.odds import KEPT, RESERVED, token
from sandtable.systems.ocs.counsel.prizes import nearest_enemy, power, step_worth, way_to_go
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s09_segment import attackers
from sandtable.systems.ocs.s10_barrage import prepare_barrage, steps_of
from sandtable.systems.ocs.s10_fire import OUT_OF_DUMPS, halves, price
from sandtable.systems.ocs.s10_fire import targets as in_range
from sandtable.systems.ocs.s10_results import ARTILLERY, UNITS, BarrageHex, given_for
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.s14_bombing import bomb_targets, bombers, strike
from sandtable.systems.ocs.s14_combat import AirBattle
from sandtable.systems.ocs.s14_drop import cannot_plan, parachutists, plan_hexes, usual_jump_planes, who_jumps
from sandtable.systems.ocs.s14_flak import barrage_of
from sandtable.systems.ocs.s14_missions import PASS, Mission, interceptors
from sandtable.systems.ocs.s15_bases import own_bases, refits, room, waiting
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG, LEG

SHAKEN = 0.08  # a point of strength that is disorganized; three times as much where it faces somebody
LEAST, RISK = 0.4, 0.6  # what a barrage has to promise; what the bombers risk
GUNS = 4  # units that fire together
BOMBS = 6  # barrage points from which a fighter bombs


@lru_cache(4096)
def expected(system: Reference, charts: Charts, given: tuple[tuple[str, Any], ...]) -> tuple[float, float]:
    """10.0a The outcomes of a barrage of which this is given."""
    return outcomes(system, charts, prepare_barrage(charts, dict(given)).procedure.plain())


@lru_cache(512)
def outcomes(system: Reference, charts: Charts, barrage: Plain) -> tuple[float, float]:
    """10.0a How likely a barrage, whose `Barrage` is this, disorganizes, and how many steps it costs on average."""
    found = returns(system, charts, barrage)
    shaken = sum(chance for effect, chance in found.items() if effect != "-")
    return float(shaken), float(sum(chance * steps_of(effect) for effect, chance in found.items()))


def damage(state: OcsState, barrage: BarrageHex, conduct: Conduct) -> float:
    """What a barrage of units promises."""
    given = tuple(given_for(state, barrage).items())
    shaken, steps = expected(state.scenario.system, state.scenario.charts, given)
    theirs = state.combat_units_in(barrage.target, enemy(barrage.side))
    kill = min(step_worth(state, unit) for unit in theirs)
    return shaken * shock(state, barrage.side, barrage.target, conduct) + steps * kill


@fact
def shock(state: OcsState, side: Side, target: Hex, conduct: Conduct) -> float:
    """What it is worth that the units there are disorganized: to whoever attacks them, or is attacked."""
    theirs = [unit for unit in state.combat_units_in(target, enemy(side)) if state.mode[unit] != DG]
    near = 3 if nearest_enemy(state, enemy(side))[target] == 1 else 1
    value = SHAKEN * near * sum(power(state, unit) for unit in theirs)
    able = attackers(state, side, target, False) if theirs and state.phasing == side else []
    if able:
        now, then = (best_attackers(state, side, target, able, conduct, shaken)[0] for shaken in (False, True))
        value = max(value, max(0.0, then) - max(0.0, now))
    return value


def _worth_fire(state: OcsState, side: Side, targets: Iterable[Hex], conduct: Conduct) -> list[Hex]:
    """Hexes with units that nobody fired at yet: those where most stands, first of all next to the side's own."""
    found = [hex for hex in targets if not state.barraged[hex] and state.combat_units_in(hex, enemy(side))]
    most = habits(conduct).fired_at
    if len(found) <= most:
        return found
    near = nearest_enemy(state, enemy(side))

    def crowd(hex: Hex) -> float:
        theirs = state.combat_units_in(hex, enemy(side))
        return sum(power(state, unit) for unit in theirs if state.mode[unit] != DG) * (3 if near[hex] == 1 else 1)

    return sorted(found, key=lambda hex: (-crowd(hex), hex))[:most]


def barrage(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """10.1 The guns that promise most for their tokens."""
    side, best = segment.side, (LEAST, Hex(-1), tuple[UnitId, ...]())
    for target in _worth_fire(state, side, in_range(segment, state), conduct):
        able = OUT_OF_DUMPS.firing(segment, state, target, UNITS)
        guns = sorted(able, key=lambda unit: (-halves(state, (unit,)), unit))
        for number in range(1, min(GUNS, len(guns)) + 1):
            units = tuple(sorted(guns[:number]))
            cost = price(state, UNITS, units)
            if (
                min(within_reach(state, unit) for unit in units) >= cost + KEPT
                and state.on_hand(side) >= cost + RESERVED
            ):
                fire = BarrageHex(side, target, UNITS, halves(state, units), ARTILLERY)
                best = max(best, (damage(state, fire, conduct) - token(state, side, conduct) * cost, target, units))
    if best[2]:
        yield ("barrage", best[1], UNITS, tuple(stacks(state, best[2]).values()), ())


def bomb(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """14.7 Where it helps most."""
    side, best, most = segment.side, (RISK, Hex(-1), tuple[UnitId, ...]()), state.number("planes")
    for target in _worth_fire(state, side, bomb_targets(segment, state), conduct):
        able = sorted(bombers(state, side, target), key=lambda plane: (-barrage_of(state, plane), plane))
        planes = tuple(sorted([plane for plane in able if barrage_of(state, plane) >= BOMBS][:most]))
        if planes:
            best = max(best, (damage(state, strike(state, side, target, UNITS, planes), conduct), target, planes))
    if best[2]:
        yield ("bomb", best[1], UNITS, tuple(stacks(state, best[2]).values()), ())


# ------------------------------------------------------------------------------------------------ in the air


def intercept(mission: Mission, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """14.5 The best fighter, if nobody of them is better."""
    rating = state.theatre.air_rating
    fighter = max(interceptors(mission, state), key=lambda plane: (rating[plane], state.steps[plane], -plane))
    strong = max(rating[plane] for plane in mission.planes)
    return [("intercept", fighter)] if rating[fighter] >= strong else [(PASS,)]


def stay(battle: AirBattle, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """14.3d All of them."""
    return [((),)]


def lead(battle: AirBattle, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """14.3 The best."""
    return [(max(battle.able(state), key=lambda plane: (state.theatre.air_rating[plane], -plane)),)]


def meet(battle: AirBattle, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    return [(max(battle.opposing(state), key=lambda plane: (state.theatre.air_rating[plane], -plane)),)]


# ------------------------------------------------------------------------------------------------ at the bases


def refit(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """15.1 As many as can be, bombers and fighters before transports, for a token that is not missed."""
    side = segment.side
    for base in own_bases(segment, state):
        planes = sorted(
            waiting(state, side, base),
            key=lambda plane: (-barrage_of(state, plane) - state.theatre.air_rating[plane], plane),
        )[: min(refits(state, side, base), room(state, side, base))]
        free = base in state.theatre.air_boxes
        if planes and (free or (within_reach(state, planes[0]) > KEPT and state.on_hand(side) > RESERVED)):
            yield ("refit", tuple(sorted(planes)), ())


def plan(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """14.10b Those that were told where, in the best of these hexes that no enemy is next to."""
    way, zone = way_to_go(state, segment.side, LEG, conduct), enemy_zone(state, segment.side)
    for unit in parachutists(segment, state):
        places = plan_hexes(segment, state, (unit,))
        told = len(places) < state.theatre.board.hexes // 2 and state.plan[unit] not in places
        if told and next(cannot_plan(segment, state, unit), None) is None:
            yield ("plan", (unit,), min(places, key=lambda hex: (hex in zone, way[hex], hex)))


def jump(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """14.10 By the transports that are needed: bombers have better to do."""
    for planes in stacks(state, usual_jump_planes(segment, state)).values():
        for units in who_jumps(segment, state, planes).values():
            yield ("jump", planes, units, ())
            yield from (("jump", planes, units[:number], ()) for number in range(len(units) - 1, 0, -1))
