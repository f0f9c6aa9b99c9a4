"""A few letters in a hex or beside a choice: movement left, what an attack costs, a price, Sorties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from sandtable.core.decisions import Draft, Pick, Where
from sandtable.core.flow import Ask
from sandtable.core.lens import Route
from sandtable.core.rules import Hex, UnitId, counted, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.use.s04_2_air import bases, flights
from sandtable.systems.use.s04_2_ground import attack_cost, goals, movement_points, mover_of, reach
from sandtable.systems.use.s05_1_commitment import DECLARATION
from sandtable.systems.use.s06_2_air_actions import REBASE, STRIKE
from sandtable.systems.use.s06_3_army import (
    ACTIVATE,
    OPERATIONS,
    RESOLVE,
    Activation,
    aimed_at,
    assault_targets,
    assaulted,
    targets,
)
from sandtable.systems.use.s08_logistics import MOBILIZE, REPLACE, own_units, waiting
from sandtable.systems.use.s09_costs import cost
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import UNTRACKED

Hints = Mapping[Pick, str]


def hints(state: UseState, ask: Ask, draft: Draft) -> Hints:
    """For the slot now asked."""
    where = ask.form.where_at(draft)
    found = HINTS.get(where) if where is not None else None
    return found(state.stack[-1], state, *ask.form.at(draft)[1]) if found is not None else {}


def activation(segment: Segment, state: UseState) -> Hints:
    """9.0 Who has no production points pays none."""
    return {
        unit: f"{cost(state, 'activate', unit)} PP, {movement_points(state, unit)} MP"
        if state.points[state.theatre.country_of[unit]] != UNTRACKED
        else f"free, {movement_points(state, unit)} MP"
        for unit in state.ground_units(segment.side)
    }  # fmt: skip


def left(army: Activation, state: UseState) -> Hints:
    """4.0 The movement points that remain."""
    found = reach(state, army.unit, army.left, not army.acted)
    return {hex: str(army.left - found.cost(hex)) for hex in goals(state, army.unit, army.left, not army.acted)}


def attack_prices(army: Activation, state: UseState) -> Hints:
    start = Hex(state.hex_of[army.unit])
    found = {*targets(army, state), *assault_targets(army, state)}
    return {hex: f"-{attack_cost(state, start, hex, army.side).total} MP" for hex in found}


def replacement_prices(segment: Segment, state: UseState) -> Hints:
    return {unit: f"{cost(state, 'replace', unit)} PP" for unit in own_units(segment, state)}


def mobilization_prices(segment: Segment, state: UseState) -> Hints:
    return {unit: f"{cost(state, 'mobilize', unit)} PP" for unit in waiting(segment, state)}


def flown(frame: Any, state: UseState) -> Hints:
    side = frame.side if isinstance(frame, Segment) else frame.declaring
    return {unit: counted(state.sorties[unit], "Sortie") for unit in state.air_units(side)}


def struck(segment: Segment, state: UseState, unit: UnitId) -> Hints:
    return {foe: counted(state.sorties[foe], "Sortie") for foe in state.air_units(enemy(segment.side))}


def flights_to(segment: Segment, state: UseState, unit: UnitId) -> Hints:
    """4.2.2 How far it is."""
    away = flights(state.theatre, Hex(state.hex_of[unit]), state.shut_land(state.theatre.country_of[unit]))
    return {hex: str(away[hex]) for hex in bases(state, unit)}


def assaults(segment: Segment, state: UseState) -> Hints:
    """5.3.3 How many Assault markers point there."""
    return {hex: str(len(aimed_at(state, segment.side, hex))) for hex in assaulted(segment, state)}


MOVE = OPERATIONS.forms["move"]
HINTS: Mapping[Where, Callable[..., Hints]] = {
    ACTIVATE.where("unit"): activation,
    MOVE.where("to"): left,
    OPERATIONS.forms["attack"].where("target"): attack_prices,
    OPERATIONS.forms["assault"].where("target"): attack_prices,
    REPLACE.where("unit"): replacement_prices,
    MOBILIZE.where("unit"): mobilization_prices,
    REBASE.where("unit"): flown,
    STRIKE.where("unit"): flown,
    DECLARATION.forms["air"].where("unit"): flown,
    STRIKE.where("target"): struck,
    REBASE.where("to"): flights_to,
    RESOLVE.where("target"): assaults,
}


def route(state: UseState, ask: Ask, draft: Draft, pick: Pick) -> Route | None:
    """4.2.3 The way of a move, if it may be made."""
    army = state.stack[-1]
    if not isinstance(army, Activation) or ask.form.where_at(draft) != MOVE.where("to") or not isinstance(pick, int):
        return None
    if ask.form.why_not(state, draft, pick):
        return None
    found = reach(state, army.unit, army.left, not army.acted)
    hexes = tuple(map(Hex, found.route(pick)))
    mover, board = mover_of(state, army.side), state.theatre.board
    costs = tuple(board.step_cost(mover, *step) for step in pairwise(hexes))
    paid = found.cost(pick)
    return Route(hexes, costs, f"{paid} MP", f"{army.left - paid} MP")
