"""What an attack promises: who could attack from where, with what modifiers and results, asked of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Word
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import fact
from sandtable.systems.use.counsel.prizes import broken, prizes
from sandtable.systems.use.e0_events import GROUND
from sandtable.systems.use.s04_2_ground import attack_price, goals, reach
from sandtable.systems.use.s05_1_commitment import Commitment, supporters
from sandtable.systems.use.s05_3_attack import ASSAULT, MOBILE_ATTACK, Combat, sums
from sandtable.systems.use.s05_3_odds import additional_attackers
from sandtable.systems.use.s05_3_retreat import retreats
from sandtable.systems.use.s05_combat import code, final_values, results
from sandtable.systems.use.s06_3_army import bad_attack, bad_mobile
from sandtable.systems.use.state import UseState, land_fact

STEP, STOPPED = 2.5, 0.7  # a step, an activation that ends
Others = tuple[tuple[UnitId, Hex], ...]  # Additional attackers, and where they would be


# ------------------------------------------------------------------------------------------------ who from where


@land_fact
def stands(state: UseState, unit: UnitId, left: int, fresh: bool) -> dict[Hex, int]:
    """Where it may be, and what it costs to get there."""
    reached = reach(state, unit, left, fresh)
    return {Hex(state.hex_of[unit]): 0} | {hex: reached.cost(hex) for hex in goals(state, unit, left, fresh)}


def starts(state: UseState, unit: UnitId, target: Hex, left: int, fresh: bool) -> dict[Hex, int]:
    """5.3 From where it could attack a hex, and what it would cost altogether."""
    costs, side = stands(state, unit, left, fresh), Side(state.theatre.side_of[unit])
    return {
        hex: costs[hex] + attack_price(state, hex, target, side) for hex in state.theatre.next_to[target]
        if hex in costs and next(bad_attack(state, unit, hex, target, left - costs[hex]), None) is None
    }  # fmt: skip


@fact
def assailable(state: UseState, side: Side) -> tuple[Hex, ...]:
    """5.3.2 Where a side's enemies may be attacked without an Assault."""
    foes = (Hex(state.hex_of[foe]) for foe in state.ground_units(enemy(side)))
    return tuple(hex for hex in foes if next(bad_mobile(state, hex), None) is None)


# ------------------------------------------------------------------------------------------------ what comes of it


def supported(state: UseState, units: tuple[UnitId, ...], target: Hex) -> bool:
    """6.2.3 Have attackers an air unit at hand? Only their countries are asked for: one unit stands for all of its."""
    of = state.theatre.country_of
    return _supported(state, tuple([UnitId(of.index(of[unit])) for unit in units]), target)


@fact
def _supported(state: UseState, units: tuple[UnitId, ...], target: Hex) -> bool:
    side = Side(state.theatre.side_of[units[0]])
    return bool(supporters(state, Commitment(side, GROUND, target, units, ()), side))


@lru_cache(4096)
def chances(
    charts: Charts, read: Callable[[int, int], str], attacker: int, halved: int, defender: int, also: int
) -> Mapping[str, float]:
    """5.1 The results of a combat with these modifiers and halvings."""
    found = dict[str, float]()
    for defence in final_values(charts, defender, also):
        for attack in final_values(charts, attacker, halved):
            result = code(read(defence, attack))
            found[result] = found.get(result, 0.0) + 1 / 36
    return found


def imagined(state: UseState, unit: UnitId, target: Hex, others: Others) -> Combat:
    """5.3 The attack as it would be made: with the air units at hand, but no markers."""
    side, defender = Side(state.theatre.side_of[unit]), state.ground_at(target)
    assert defender is not None
    additional = tuple(other for other, _ in others)
    air = ("attacker",) if supported(state, (unit, *additional), target) else ()
    attack = ASSAULT if others or state.in_fort[defender] else MOBILE_ATTACK
    return Combat(side, target, unit, additional, attack, defender, support=air)


def promise(state: UseState, unit: UnitId, start: Hex, target: Hex, others: Others = ()) -> float:
    """What an attack from a hex is worth to the attacker, with others who join it."""
    theatre, combat = state.theatre, imagined(state, unit, target, others)
    side, defender = combat.side, combat.defender
    mine, theirs = sums(state, combat, dict(((unit, start), *others)))
    found = chances(state.scenario.charts, results(state), mine.drm, mine.halvings, theirs.drm, theirs.halvings)
    stuck = not retreats(state, defender, (start, *(hex for _, hex in others)))
    gain, weak, fort = prizes(state, side).get(target, 0.0), state.reduced(defender), state.in_fort[defender]
    field = theatre.type_of[defender] != "garrison"
    kill = STEP * state.steps[defender] + (broken(state, theatre.country_of[defender], 1) if field else 0.0)
    value = found.get("DE", 0.0) * (gain + kill)
    value += found.get("DD", 0.0) * (gain + (kill if weak or stuck else STEP))
    if stuck:
        value += found.get("DR", 0.0) * (gain + kill if weak else STEP)
    else:
        value += found.get("DR", 0.0) * (0.5 * gain if fort else gain + 0.5)
    value -= found.get("AA", 0.0) * (STEP + STOPPED) + found.get("AS", 0.0) * STOPPED
    return value


def adds(state: UseState, unit: UnitId, target: Hex) -> int:
    """5.3 What it adds to an Assault as an Additional attacker."""
    return _adds(state.scenario.charts, state.theatre.type_of[unit], state.weather_at(target))


@lru_cache
def _adds(charts: Charts, type: str, weather: str) -> int:
    alone: dict[str, Word] = {"role": "attacker", "attack": ASSAULT, "weather": weather}
    with_it, without = (
        sum(int(term.value) for term in charts.lines("ground_drm").applying(situation))
        for situation in (alone | additional_attackers(charts, alone, [type]), alone)
    )
    return with_it - without
