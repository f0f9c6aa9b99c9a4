"""GEW 20: what shifts the column of an attack, read from the position; with 19.6, the sum that decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.hexes import Hexside
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, enemy
from sandtable.systems.gew.s19_landings import landings
from sandtable.systems.gew.s20_shifts import MARINE_HEXSIDES, Battle, shifts
from sandtable.systems.gew.s24_air_missions import support_factors
from sandtable.systems.gew.s26_naval_missions import gunfire_factors
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import SOVIET, Theatre

REGIONS = {"ussr": "ussr", "baltic_states": "baltic states"}  # those with a weather of their own (20.6)


class Forces(NamedTuple):
    """Who takes part in an attack."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    defending: tuple[UnitId, ...]  # whose defense factors count
    special: tuple[UnitId, ...] = ()  # special forces
    offensive: bool = False


class Factors(NamedTuple):
    """19.6 Steps 2 and 3: what stands against what, O35 in a major offensive or not."""

    attack: int
    defense: int
    offensive: bool = False


class Sums(NamedTuple):
    """19.6 The combat differential and the column shifts, each as a sum explained."""

    differential: Breakdown
    shifts: Breakdown


def reckon(state: GewState, forces: Forces) -> Sums:
    """19.6 Steps 2 to 7."""
    return added(state.scenario.charts, factors(state.theatre, forces), battle(state, forces))


def factors(theatre: Theatre, forces: Forces) -> Factors:
    attack = sum([theatre.attack[unit] for unit in forces.units])
    return Factors(attack, sum([theatre.defense[unit] for unit in forces.defending]), forces.offensive)


@lru_cache(maxsize=4096)
def added(charts: Charts, met: Factors, battle: Battle) -> Sums:
    """The sums of a situation, wherever it is."""
    terms: list[Term] = list(charts.lines("differential").applying(met._asdict()))
    return Sums(Breakdown(terms), Breakdown(shifts(charts, battle)))


class Support(NamedTuple):
    """20.5 What air units and fleets add."""

    attacking_air: int
    defending_air: int
    fleet: int


def battle(state: GewState, forces: Forces) -> Battle:
    """20.1 to 20.6"""
    return backed(on_the_ground(state, forces), support(state, forces))


def backed(ground: Battle, by: Support) -> Battle:
    return ground._replace(attacking_air=by.attacking_air, defending_air=by.defending_air, fleet=by.fleet)


def support(state: GewState, forces: Forces) -> Support:
    """20.5"""
    by_sea = any(not each.airborne and each.unit in forces.units for each in landings(state))
    return Support(
        support_factors(state, forces.target, forces.side, forces.units),
        support_factors(state, forces.target, enemy(forces.side)),
        gunfire_factors(state, forces.target) if by_sea else 0,  # 26.2: only for a landing by sea
    )


def on_the_ground(state: GewState, forces: Forces) -> Battle:
    """20.1 to 20.6, but for what air units and fleets add."""
    theatre, target, foe = state.theatre, forces.target, enemy(forces.side)
    types = [theatre.type[unit] for unit in forces.units]
    carried = {each.unit for each in landings(state) if each.unit in forces.units}
    sides = {unit: side for unit in forces.units if unit not in carried and (side := stand(state, unit, target)) >= 0}
    return Battle(
        terrain=theatre.terrain[target].replace("_", " "),
        city=any(target in symbol for symbol in (theatre.capital, theatre.city, theatre.mobilization)),
        fortification=state.fort[target] == foe + 1,
        hexside="none" if carried else hexside(state, target, sides),
        mech=sum(theatre.mech[unit] for unit in forces.units),
        mountain=any(theatre.is_mountain[unit] for unit in forces.units),
        marine="marine" in types,
        concentric=concentric(state, target, set(sides.values())),
        beside_staging=beside_staging(state, target, forces.defending),
        sf=sum(theatre.factor[unit] for unit in forces.special),
        season=state.season,
        region=weather_region(state, target),
    )


# ------------------------------------------------------------------------------------------------ geometry


def stand(state: GewState, unit: UnitId, target: Hex) -> int:
    """The direction in which a unit stands from a hex; -1 if it is not next to it."""
    around = state.scenario.board.neighbours[6 * target : 6 * target + 6]
    place = state.hex_of[unit]
    return around.index(place) if place in around else -1


def hexside(state: GewState, target: Hex, sides: dict[UnitId, int]) -> str:
    """20.1 What every attacker crosses; of several kinds, one that marines do not ignore."""
    theatre = state.theatre
    crossed = {unit: theatre.water.get(Hexside(6 * target + side), "none") for unit, side in sides.items()}
    kinds = set(crossed.values())
    if len(kinds) > 1:  # 30.4: beside others who cross a river, marines count as crossing nothing
        kinds = {"none" if free(state, unit, kind) else kind for unit, kind in crossed.items()}
    if "none" in kinds or not kinds:
        return "none"
    return min(kinds, key=lambda kind: (kind in MARINE_HEXSIDES, kind))


def free(state: GewState, unit: UnitId, kind: str) -> bool:
    return state.theatre.type[unit] == "marine" and kind in MARINE_HEXSIDES


def concentric(state: GewState, target: Hex, sides: set[int]) -> bool:
    """20.4 An attacker in or next to every hex round the defender: sea too (G20-3), but nothing beyond the edge of the
    map; those who land stand in none of them (G20-2)."""
    around = state.scenario.board.neighbours[6 * target : 6 * target + 6]
    covered = {(side + turn) % 6 for side in sides for turn in (-1, 0, 1)}
    return bool(sides) and all(side in covered for side in range(6) if around[side] >= 0)


def beside_staging(state: GewState, target: Hex, defending: Sequence[UnitId]) -> bool:
    """20.4"""
    return target in state.theatre.edge_ussr and any(state.power_of(unit) == SOVIET for unit in defending)


def weather_region(state: GewState, target: Hex) -> str:
    """20.6; Turkey and Cyprus are Middle East (G20-6)."""
    theatre = state.theatre
    region = theatre.region_at[target]
    id = theatre.regions[region].id if region >= 0 else ""
    return REGIONS.get(id) or theatre.theatre_at[target].replace("_", " ") or "europe"
