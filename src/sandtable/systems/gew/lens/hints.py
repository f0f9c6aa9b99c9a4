"""A few letters in a hex or beside a choice: movement left, a price in MP, a strength; and what several come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.core.decisions import Draft, Pick, Where
from sandtable.core.flow import Ask
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew import s16_regroup
from sandtable.systems.gew.s10_mobilization import (
    BUILD,
    CLEAR,
    OFFENSIVE,
    OFFENSIVE_LINE,
    SPEND,
    cost,
    cost_to_clear,
    damaged,
    in_reserve,
    payers,
)
from sandtable.systems.gew.s16_regroup import REGROUP, affordable, spent, ultra_cost
from sandtable.systems.gew.s17_march import own_units, ways_of
from sandtable.systems.gew.s17_movement import MOVE
from sandtable.systems.gew.s17_paths import path
from sandtable.systems.gew.s18_strategic_movement import goals_by_rail, goals_by_sea, rail_cost, sea_cost
from sandtable.systems.gew.s19_attack import COMBAT, DEFEND, Attack, attackable, attacked_units
from sandtable.systems.gew.s21_absorption import SUFFER
from sandtable.systems.gew.s28_fortifications import marker_cost
from sandtable.systems.gew.state import GewState

Hints = Mapping[Pick, str]


def hints(state: GewState, ask: Ask, draft: Draft) -> Hints:
    """For the slot now asked; also for some that may not be picked, since nobody asks for those."""
    where = ask.form.where_at(draft)
    found = HINTS.get(where) if where is not None else None
    return found(state.stack[-1], state, *ask.form.at(draft)[1]) if found is not None else {}


def total(state: GewState, ask: Ask, draft: Draft) -> str:
    """Of the slot now asked, when something is chosen."""
    where = ask.form.where_at(draft) if draft.chosen else None
    found = TOTALS.get(where) if where is not None else None
    return found(state, *ask.form.at(draft)[1]) if found is not None else ""


# ------------------------------------------------------------------------------------------------ movement


def movement(phase: Any, state: GewState) -> Hints:
    return {unit: f"{state.theatre.movement[unit]} MF" for unit in own_units(phase, state)}


def left(phase: Any, state: GewState, unit: UnitId) -> Hints:
    """17.0 The MF that remain, also where an enemy zone stops it (13.2)."""
    ways, mf = ways_of(state, unit), state.theatre.movement[unit]
    return {place: str(max(mf - ways.cost(place), 0)) for place in ways.goals}


def left_on_a_path(phase: Any, state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> Hints:
    so_far = path(state, unit, hexes)
    costs = ((place, so_far.cost(place)) for place in so_far.around())
    return {place: str(max(so_far.left - cost, 0)) for place, cost in costs if cost < NEVER}


def rail_prices(phase: Any, state: GewState) -> Hints:
    return {unit: _mp(rail_cost(state, unit)) for unit in own_units(phase, state)}


def rail_price(phase: Any, state: GewState, unit: UnitId) -> Hints:
    return dict.fromkeys(goals_by_rail(phase, state, unit), _mp(rail_cost(state, unit)))


def sea_price(phase: Any, state: GewState, unit: UnitId) -> Hints:
    costs = ((place, sea_cost(state, unit, place)) for place in goals_by_sea(phase, state, unit))
    return {place: _mp(cost) for place, cost in costs if cost is not None}


# ------------------------------------------------------------------------------------------------ MP


def _mp(cost: int) -> str:
    return f"{cost} MP"


def build_prices(phase: Any, state: GewState) -> Hints:
    return {unit: _mp(cost(state, unit)) for unit in in_reserve(phase, state)}


def regroup_prices(phase: Any, state: GewState, chosen: tuple[UnitId, ...]) -> Hints:
    return {unit: _mp(s16_regroup.cost(state, unit)) for unit in spent(phase, state)}


def clearing_prices(phase: Any, state: GewState) -> Hints:
    return {place: _mp(cost_to_clear(state, place)) for place in damaged(phase, state)}


def marker_prices(phase: Any, state: GewState) -> Hints:
    markers = {"fortify": "Fortification", "depot": "Depot", "offensive": OFFENSIVE_LINE}
    return {verb: _mp(marker_cost(state, marker)) for verb, marker in markers.items()}


def offensive_price(phase: Any, state: GewState) -> Hints:
    return dict.fromkeys(payers(phase, state), _mp(marker_cost(state, OFFENSIVE_LINE)))


def prices_of_regrouping(phase: Any, state: GewState) -> Hints:
    """O36 Ultra; 16.0 of a unit, where there is one alone."""
    found: dict[Pick, str] = {"ultra": _mp(ultra_cost(state))}
    if len(only := affordable(phase, state, ())) == 1:
        found["regroup"] = ", ".join((state.scenario.spoken_unit(only[0]), _mp(s16_regroup.cost(state, only[0]))))
    return found


def price_of_a_result(phase: Any, state: GewState) -> Hints:
    return {"spend": _mp(phase.cost(state))}


# ------------------------------------------------------------------------------------------------ strengths


def attack_factors(phase: Any, state: GewState, target: Hex, chosen: tuple[UnitId, ...]) -> Hints:
    return {unit: f"attack {state.theatre.attack[unit]}" for unit in attackable(state, phase.side).get(target, ())}


def defense_factors(attack: Attack, state: GewState) -> Hints:
    return {unit: f"defense {state.theatre.defense[unit]}" for unit in attacked_units(attack, state)}


HINTS: Mapping[Where, Callable[..., Hints]] = {
    MOVE.forms["march"].where("unit"): movement,
    MOVE.forms["march"].where("to"): left,
    MOVE.forms["path"].where("unit"): movement,
    MOVE.forms["path"].where("hexes"): left_on_a_path,
    MOVE.forms["rail"].where("unit"): rail_prices,
    MOVE.forms["rail"].where("to"): rail_price,
    MOVE.forms["ship"].where("to"): sea_price,
    SPEND.where("verb"): marker_prices,
    BUILD.where("unit"): build_prices,
    CLEAR.where("at"): clearing_prices,
    OFFENSIVE.where("power"): offensive_price,
    REGROUP.where("verb"): prices_of_regrouping,
    REGROUP.forms["regroup"].where("units"): regroup_prices,
    SUFFER.where("verb"): price_of_a_result,
    COMBAT.forms["attack"].where("units"): attack_factors,
    COMBAT.forms["offensive"].where("units"): attack_factors,
    DEFEND.where("unit"): defense_factors,
}


# ------------------------------------------------------------------------------------------------ of several


def path_so_far(state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> str:
    """17.0; 17.2 lets a unit move one hex that costs more than it has."""
    return f"{max(path(state, unit, hexes).left, 0)} MF left"


def attack_so_far(state: GewState, target: Hex, chosen: tuple[UnitId, ...]) -> str:
    return f"attack {sum(state.theatre.attack[unit] for unit in chosen)}"


def regrouping_so_far(state: GewState, chosen: tuple[UnitId, ...]) -> str:
    return _mp(sum(s16_regroup.cost(state, unit) for unit in chosen))


TOTALS: Mapping[Where, Callable[..., str]] = {
    MOVE.forms["path"].where("hexes"): path_so_far,
    COMBAT.forms["attack"].where("units"): attack_so_far,
    COMBAT.forms["offensive"].where("units"): attack_so_far,
    REGROUP.forms["regroup"].where("units"): regrouping_so_far,
}
