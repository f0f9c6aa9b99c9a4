"""GEW 17.1, 18.1, 32.2: the way a move would take and what each step of it costs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from sandtable.core.decisions import Draft, Pick
from sandtable.core.flow import Ask
from sandtable.core.lens import Route
from sandtable.core.rules import Breakdown, Hex, Term, UnitId, counted
from sandtable.systems.gew.s17_march import ways_of
from sandtable.systems.gew.s17_movement import MOVE
from sandtable.systems.gew.s18_strategic_movement import prices, rail_cost, railway
from sandtable.systems.gew.s32_staging_areas import toll
from sandtable.systems.gew.state import GewState

MARCH, PATH = MOVE.forms["march"].where("to"), MOVE.forms["path"].where("hexes")
RAIL = MOVE.forms["rail"].where("to")


def route(state: GewState, ask: Ask, draft: Draft, pick: Pick) -> Route | None:
    """Of a march, a path so far, or a move by rail, if it may be made."""
    where, given = ask.form.where_at(draft), ask.form.at(draft)[1]
    if where not in (MARCH, PATH, RAIL) or not isinstance(pick, int) or ask.form.why_not(state, draft, pick):
        return None
    if where == MARCH:
        return on_foot(state, given[0], ways_of(state, given[0]).route(Hex(pick)))
    if where == PATH:
        return on_foot(state, given[0], (*given[1], Hex(pick)))
    return by_rail(state, given[0], Hex(pick))


def on_foot(state: GewState, unit: UnitId, way: Iterable[Hex]) -> Route:
    """17.2 A first hex that is too dear takes all there is."""
    hexes = (Hex(state.hex_of[unit]), *way)
    costs = tuple(step(state, unit, *each) for each in pairwise(hexes))
    mf, paid = state.theatre.movement[unit], int(sum(cost.total for cost in costs))
    total = f"{paid} MF" if paid <= mf else f"all {mf} MF (17.2)"
    return Route(hexes, costs, total, f"{max(mf - paid, 0)} MF")


def step(state: GewState, unit: UnitId, here: Hex, to: Hex) -> Breakdown:
    """17.1 Terrain and hexside; 32.2 into and out of a staging area."""
    theatre = state.theatre
    mover = theatre.movers[theatre.mover[unit]]
    if to >= theatre.hexes:
        return Breakdown([Term("leaving the map", toll(state), "32.2")])
    if here >= theatre.hexes:
        terrain = theatre.terrain[to]
        return Breakdown([Term(terrain.replace("_", " "), mover.terrain[terrain], "32.2")])
    terms = theatre.board.step_cost(mover, here, to)
    return Breakdown(term._replace(label=str(term.label).replace("_", " ")) for term in terms)


def by_rail(state: GewState, unit: UnitId, to: Hex) -> Route:
    """18.1, 18.2 Every hex counts one, a staging area too."""
    hexes, most = railway(state, unit, to), prices(state).length
    costs = tuple(Breakdown([Term("hex by rail", 1, "18.1")]) for _ in hexes[1:])
    total, left = (counted(number, "hex", "hexes") for number in (len(costs), most - len(costs)))
    return Route(hexes, costs, f"{total}, {rail_cost(state, unit)} MP", left)
