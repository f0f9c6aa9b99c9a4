"""What an attack promises: who could attack from where, with what modifiers and results, asked of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Word
from sandtable.core.hexes import Layout
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.system import Scenario
from sandtable.systems.use.counsel.habits import Habits
from sandtable.systems.use.counsel.prizes import broken, prizes
from sandtable.systems.use.e0_events import GROUND
from sandtable.systems.use.s04_2_ground import attack_price, goals, reach
from sandtable.systems.use.s05_1_commitment import Commitment, no_supporter, reach_of
from sandtable.systems.use.s05_3_attack import ASSAULT, MOBILE_ATTACK, Combat, sums
from sandtable.systems.use.s05_3_odds import additional_attackers
from sandtable.systems.use.s05_3_retreat import isolated, retreats
from sandtable.systems.use.s05_combat import code, final_values, results
from sandtable.systems.use.s06_3_army import bad_attack, bad_mobile
from sandtable.systems.use.state import WEATHER, UseState, land_fact, prospect
from sandtable.systems.use.theatre import STEPS, Theatre

STEP, STOPPED = 2.5, 0.7  # a step, an activation that ends
NOWHERE: dict[Hex, int] = {}
Others = tuple[tuple[UnitId, Hex], ...]  # Additional attackers, and where they would be


# ------------------------------------------------------------------------------------------------ who from where


@land_fact
def stands(state: UseState, unit: UnitId, left: int, fresh: bool) -> dict[Hex, int]:
    """Where it may be, and what it costs to get there."""
    reached = reach(state, unit, left, fresh)
    return {Hex(state.hex_of[unit]): 0} | {hex: reached.cost(hex) for hex in goals(state, unit, left, fresh)}


def starts(state: UseState, unit: UnitId, target: Hex, left: int, fresh: bool) -> dict[Hex, int]:
    """5.3 From where it could attack a hex, and what it would cost altogether."""
    return within_reach(state, unit, left, fresh).get(target, NOWHERE)


def within_reach(state: UseState, unit: UnitId, left: int, fresh: bool) -> dict[Hex, dict[Hex, int]]:
    """5.3 The hexes that it could attack, in order, each with what `starts` tells."""
    return _within_reach(state, unit, left, fresh, state.clock[WEATHER])


@land_fact
def _within_reach(state: UseState, unit: UnitId, left: int, fresh: bool, weather: int) -> dict[Hex, dict[Hex, int]]:
    costs, side = stands(state, unit, left, fresh), Side(state.theatre.side_of[unit])
    next_to, found = state.theatre.next_to, dict[Hex, dict[Hex, int]]()
    for target in map(Hex, state.occupied(enemy(side))):
        near = {
            hex: costs[hex] + attack_price(state, hex, target, side) for hex in next_to[target]
            if hex in costs and next(bad_attack(state, unit, hex, target, left - costs[hex]), None) is None
        }  # fmt: skip
        if near:
            found[target] = near
    return found


@prospect
def assailable(state: UseState, side: Side) -> tuple[Hex, ...]:
    """5.3.2 Where a side's enemies may be attacked without an Assault."""
    foes = (Hex(state.hex_of[foe]) for foe in state.ground_units(enemy(side)))
    return tuple(hex for hex in foes if next(bad_mobile(state, hex), None) is None)


# ------------------------------------------------------------------------------------------------ what comes of it


def supported(state: UseState, units: tuple[UnitId, ...], target: Hex) -> bool:
    """6.2.3 Have attackers an air unit at hand?"""
    first = _first_of_country(state.theatre)
    return any(target in _covered(state, first[unit]) for unit in units)


@prospect
def _covered(state: UseState, unit: UnitId) -> frozenset[Hex]:
    """The hexes in which an air unit could support an attack of a unit's country."""
    side, hex_of = Side(state.theatre.side_of[unit]), state.hex_of
    at_hand = ((air, Commitment(side, GROUND, Hex(hex_of[air]), (unit,), ())) for air in state.air_units(side))
    bases = [near.target for air, near in at_hand if next(no_supporter(state, near, side, air), None) is None]
    return frozenset().union(
        *[_around(state.theatre.board.layout, base, reach_of(state, "air-support")) for base in bases]
    )


@lru_cache(4096)
def _around(layout: Layout, base: Hex, most: int) -> frozenset[Hex]:
    return frozenset(Hex(hex) for hex in range(layout.size) if layout.distance(Hex(hex), base) <= most)


@lru_cache(8)
def _first_of_country(theatre: Theatre) -> tuple[UnitId, ...]:
    """By unit the first of its country, which stands for all of it."""
    return tuple(UnitId(theatre.country_of.index(country)) for country in theatre.country_of)


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


class Facing(NamedTuple):
    """A defender in his hex as an enemy finds him: whatever may count in an attack on him, but for who makes it."""

    target: Hex
    defender: UnitId
    steps: int
    supply: int
    in_fort: int
    weather: str
    beside: tuple[UnitId, ...]  # all that is in the hex
    surprises: tuple[int, ...]  # where the enemy's markers for a Surprise Attack are
    factions: bytes
    gain: float  # what the hex is worth
    kill: float  # what the defender is


@prospect
def facing(state: UseState, side: Side, target: Hex) -> tuple[Facing, dict[Hashable, float]]:
    """The enemy in a hex, and what `promise` has found about him so far."""
    theatre, defender = state.theatre, state.ground_at(target)
    assert defender is not None
    field = theatre.type_of[defender] != "garrison"
    kill = STEP * state.steps[defender] + (broken(state, theatre.country_of[defender], 1) if field else 0.0)
    found = Facing(
        target, defender, state.steps[defender], state.supply[defender], state.in_fort[defender],
        state.weather_at(target), tuple(state.units_in(target)),
        tuple([state.hex_of[marker] for marker in theatre.units(("surprise_attack",), side)]), bytes(state.faction),
        prizes(state, side).get(target, 0.0), kill,
    )  # fmt: skip
    return found, _promises(state.scenario, found)


@lru_cache(1024)
def _promises(scenario: Scenario, against: Facing) -> dict[Hashable, float]:
    return {}


@land_fact
def cornered(state: UseState, defender: UnitId, attackers: tuple[Hex, ...]) -> tuple[bool, bool]:
    """5.3 Has a defender no way to go, and nobody near?"""
    stuck = not retreats(state, defender, attackers)
    return stuck, stuck and isolated(state, defender, attackers)


@prospect
def promise(state: UseState, habits: Habits, unit: UnitId, start: Hex, target: Hex, others: Others = ()) -> float:
    """What an attack from a hex is worth to the attacker, with others who join it."""
    against, known = facing(state, Side(state.theatre.side_of[unit]), target)
    units, hexes = (unit, *[other for other, _ in others]), (start, *[hex for _, hex in others])
    stuck, alone = cornered(state, against.defender, hexes)
    supplies = tuple([state.supply[each] for each in units])
    key = (units, hexes, state.steps[unit], supplies, supported(state, units, target), stuck, alone, habits)
    found = known.get(key)
    if found is None:
        combat = imagined(state, unit, target, others)
        mine, theirs = sums(state, combat, dict(((unit, start), *others)))
        drm = mine.drm, mine.halvings, theirs.drm, theirs.halvings
        found = known[key] = _value(chances(state.scenario.charts, results(state), *drm), against, stuck, habits.losses)
    return found


def swing(state: UseState, habits: Habits, combat: Combat, side: Side) -> float:
    """How much a combat would change with one more for a side."""
    mine, theirs = sums(state, combat)
    against, _ = facing(state, combat.side, combat.target)
    stuck, _ = cornered(state, against.defender, tuple(Hex(state.hex_of[each]) for each in attackers(combat)))
    more = 1 if side == combat.side else 0
    drm = ((mine.drm, theirs.drm), (mine.drm + more, theirs.drm + 1 - more))
    without, with_it = (
        _value(
            chances(state.scenario.charts, results(state), attack, mine.halvings, defence, theirs.halvings),
            against, stuck, habits.losses,
        )
        for attack, defence in drm
    )  # fmt: skip
    return abs(with_it - without)


def attackers(combat: Combat) -> tuple[UnitId, ...]:
    return (combat.primary, *combat.additional)


def _value(found: Mapping[str, float], against: Facing, stuck: bool, losses: float) -> float:
    """What the results of an attack are worth to the attacker."""
    gain, kill, weak = against.gain, against.kill, against.steps < STEPS
    value = found.get("DE", 0.0) * (gain + kill)
    value += found.get("DD", 0.0) * (gain + (kill if weak or stuck else STEP))
    if stuck:
        value += found.get("DR", 0.0) * (gain + kill if weak else STEP)
    else:
        value += found.get("DR", 0.0) * (0.5 * gain if against.in_fort else gain + 0.5)
    value -= found.get("AA", 0.0) * (losses * STEP + STOPPED) + found.get("AS", 0.0) * STOPPED
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
