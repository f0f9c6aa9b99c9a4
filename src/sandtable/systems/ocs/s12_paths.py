"""OCS 12.3: how supply reaches a unit, by direct draw or by an HQ's throw; one algorithm for every purpose."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.bits import NO_HEX, Bits, standing
from sandtable.core.board import Board
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import side_fact
from sandtable.systems.ocs.s04_zones import hindered, hold, staying, zone
from sandtable.systems.ocs.s06_terrain import prices
from sandtable.systems.ocs.state import OcsState, stores_fact
from sandtable.systems.ocs.theatre import QUARTERS, STRAT, TRUCK

NOBODY = UnitId(-1)


class Store(NamedTuple):
    """12.2 Tokens in one place: on the ground, or carried by a transport point."""

    hex: Hex
    carrier: UnitId  # NOBODY: on the ground
    formation: int  # of organic transport: only that formation draws from it (13.2g); else -1

    @property
    def on_the_ground(self) -> bool:
        return self.carrier == NOBODY


class Line(NamedTuple):
    """12.3 How a unit gets at a store: directly, or by an HQ that draws from it."""

    store: Store
    hq: UnitId  # NOBODY: by direct draw


@stores_fact
def stores(state: OcsState, side: Side) -> tuple[Store, ...]:
    """12.2 All that a side has, from the west to the east of the map as hexes are numbered; the ground first."""
    found = [Store(hex, NOBODY, -1) for hex in state.dumps(side)]
    theatre = state.theatre
    for unit in state.transport(side):
        if state.cargo[unit]:
            formation = theatre.formation_of[unit] if state.is_organic(unit) else -1
            found.append(Store(Hex(state.hex_of[unit]), unit, formation))
    found += [Store(Hex(state.hex_of[unit]), unit, -1) for unit in state.craft(side) if state.cargo[unit]]
    return tuple(sorted(found, key=lambda store: (store.hex, store.formation >= 0, store.carrier)))


def is_afloat(state: OcsState, store: Store) -> bool:
    """18.5e Supply on a landing craft: only for units in its hex or next to it, and no HQ throws it."""
    return not store.on_the_ground and state.theatre.is_craft[store.carrier] and not state.role[store.carrier]


def tokens_in(state: OcsState, store: Store) -> int:
    return state.dump[store.hex] if store.on_the_ground else state.cargo[store.carrier]


# ------------------------------------------------------------------------------------------------ paths


@side_fact
def bridges(state: OcsState, side: Side) -> Bits:
    """13.8 Where a side's engineers stand."""
    units = [unit for unit in state.theatre.engineering[side] if state.is_engineer(unit)]
    return standing(state.hex_of, units, state.theatre.board.hexes)


def path_prices(state: OcsState, side: Side, mobility: int) -> bytes:
    """12.3d Paths of supply are paid as in fair weather, and trainbusting does not touch them."""
    return prices(state.scenario.charts, state.theatre.board, mobility, "normal", bridges(state, side) or None)


@stores_fact
def shut(state: OcsState, side: Side, mobility: int) -> Bits:
    """12.3 Hexes that no path of supply enters or leaves: those of enemy combat units, and for trucks the zone of the
    enemy where nobody negates it."""
    held = state.occupied(enemy(side))
    return held | hindered(state, side) if mobility == TRUCK else held


# What follows from little is kept by it: positions that agree in these share it, whatever else moves.


@lru_cache(maxsize=8192)
def drawn(board: Board, prices: bytes, places: Bits, limit: int, closed: Bits) -> Bits:
    """12.3 The hexes from which one of these is reached; adjacent is enough, whatever lies between (12.3c)."""
    near = places | board.grid.zone(places)
    return near | board.grid.traced(prices, near - closed, limit, closed)


@lru_cache(maxsize=8192)
def thrown(board: Board, prices: bytes, place: Hex, limit: int, closed: Bits) -> Bits:
    """12.3 The hexes that are reached from a hex, and those next to them."""
    if place in closed:
        return board.bits((place, *board.around(place)))
    reached = board.grid.reach(prices, place, limit, closed=closed).reached
    return reached | board.grid.zone(reached)


@stores_fact
def draws_from(state: OcsState, side: Side, place: Hex, mobility: int = TRUCK) -> Bits:
    """12.3 The hexes from which supply in this one can be drawn: over five movement points, to it or next to it."""
    limit = QUARTERS * state.number("draw")
    board = state.theatre.board
    return drawn(
        board, path_prices(state, side, mobility), board.bits((place,)), limit, shut(state, side, mobility)
    )  # fmt: skip


def open_from(state: OcsState, side: Side, store: Store) -> Bits:
    """12.3, 18.5e The hexes from which a store is drawn from directly."""
    if is_afloat(state, store):
        return state.theatre.board.bits((store.hex, *state.theatre.board.around(store.hex)))
    return draws_from(state, side, store.hex)


def fills(state: OcsState, side: Side, store: Store, hq: UnitId) -> bool:
    """12.3, 18.5e Does an HQ draw from it what it throws?"""
    if is_afloat(state, store):
        return False
    return state.hex_of[hq] in draws_from(state, side, store.hex, state.mobility(hq))


@stores_fact
def throws_to(state: OcsState, hq: UnitId) -> Bits:
    """12.3 The hexes to which an HQ throws: over its range to the unit's hex or next to it."""
    side, place = Side(state.owner[hq]), Hex(state.hex_of[hq])
    if not can_throw(state, hq):
        return NO_HEX
    mobility, range_ = state.mobility(hq), state.theatre.throw[state.face[hq]][hq]
    closed = shut(state, side, mobility)
    return thrown(state.theatre.board, path_prices(state, side, mobility), place, range_, closed)


def can_throw(state: OcsState, hq: UnitId) -> bool:
    """12.3, 5.8 Not in Strat Mode, nor off the map."""
    return state.theatre.is_hq[hq] and state.mode[hq] != STRAT and state.is_on_map(hq)


@side_fact
def headquarters(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """13.1 Those that throw."""
    return tuple([unit for unit in state.theatre.hqs_of[side] if can_throw(state, unit)])


def serves(state: OcsState, hq: UnitId, unit: UnitId) -> bool:
    """13.1 A division's HQ serves its own division and independent units of its nation; any other serves all."""
    theatre = state.theatre
    own = theatre.formation_of[hq]
    if own < 0 or unit == hq or theatre.formation_of[unit] == own:
        return True
    return theatre.is_independent[unit] and theatre.nation_of[unit] == theatre.nation_of[hq]


def lines_to(
    state: OcsState, unit: UnitId, at: Hex | None = None, leaving: Collection[UnitId] = ()
) -> tuple[Line, ...]:  # fmt: skip
    """12.3 Every way by which a unit gets supply where it stands (or `at`), direct draws first, then HQs. `leaving`:
    who is about to move, and so negates no zone there (4.5b)."""
    here = Hex(state.hex_of[unit]) if at is None else at
    cut_off = bool(leaving) and is_cut_off_from_afar(state, unit, here, leaving)
    return lines_alike(state, Side(state.owner[unit]), state.theatre.served_as[unit], here, cut_off)


def is_cut_off_from_afar(state: OcsState, unit: UnitId, here: Hex, leaving: Collection[UnitId]) -> bool:
    """4.5b, 12.3 A unit that moves on negates no zone in its own hex: it draws from what is next to it alone, unless
    somebody stays behind. An HQ's throw has but to reach a hex next to it."""
    side = Side(state.owner[unit])
    return here in zone(state, enemy(side)) and all(other in leaving for other in state.combat_units_in(here, side))


@stores_fact
def lines_alike(state: OcsState, side: Side, unit: UnitId, at: Hex, cut_off: bool) -> tuple[Line, ...]:
    """12.3 The same of all who are served as this unit is."""
    formation = state.theatre.formation_of[unit]
    direct = (
        [store for store in stores(state, side) if is_close(state, at, store.hex)]
        if cut_off
        else [*drawn_at(state, side, at), *afloat_near(state, side, at)]
    )
    found = [Line(store, NOBODY) for store in direct if store.formation in (-1, formation)]
    known = {line.store for line in found}
    for hq in throwing_to(state, side, at):
        if serves(state, hq, unit):
            theirs = drawn_at(state, side, Hex(state.hex_of[hq]), state.mobility(hq))
            drawn = [store for store in theirs if store.formation in (-1, formation)]
            found += [Line(store, hq) for store in drawn if store not in known]
            known.update(drawn)
    return tuple(found)


@stores_fact
def throwing_to(state: OcsState, side: Side, at: Hex) -> tuple[UnitId, ...]:
    """12.3 The HQs whose throw reaches this hex."""
    return tuple([hq for hq in headquarters(state, side) if at in throws_to(state, hq)])


@stores_fact
def drawn_at(state: OcsState, side: Side, at: Hex, mobility: int = TRUCK) -> tuple[Store, ...]:
    """12.3 The stores that are drawn from, from this hex; those afloat are another matter (18.5e)."""
    return tuple([store for store, near in on_land(state, side, mobility) if at in near])


@stores_fact
def on_land(state: OcsState, side: Side, mobility: int) -> tuple[tuple[Store, Bits], ...]:
    """12.3 The stores on land, and where each is drawn from."""
    return tuple(
        [
            (store, draws_from(state, side, store.hex, mobility))
            for store in stores(state, side)
            if not is_afloat(state, store)
        ]
    )


def afloat_near(state: OcsState, side: Side, at: Hex) -> list[Store]:
    """18.5e Supply on landing craft in this hex or next to it."""
    if not state.theatre.holds:
        return []
    return [store for store in stores(state, side) if is_afloat(state, store) and is_close(state, at, store.hex)]


def is_close(state: OcsState, one: Hex, other: Hex) -> bool:
    """12.3c The same hex, or the next one."""
    return one == other or other in state.theatre.board.around(one)


# ------------------------------------------------------------------------------------------------ what a path leans on


def lean_on(state: OcsState, unit: UnitId, line: Line, leaving: Collection[UnitId] = ()) -> None:
    """4.5b Whoever negates a zone on the path of supply that is used has finished for the phase."""
    side, drawing = Side(state.owner[unit]), unit if line.hq == NOBODY else line.hq
    if (line.hq == NOBODY or state.mobility(line.hq) == TRUCK) and _may_be_held(state, side):
        start, draw = Hex(state.hex_of[drawing]), QUARTERS * state.number("draw")
        hold(state, side, _path(state, side, start, line.store.hex, draw, leaving), leaving)
    if line.hq != NOBODY:
        lean_on_throw(state, unit, line.hq, leaving)


def lean_on_throw(state: OcsState, unit: UnitId, hq: UnitId, leaving: Collection[UnitId] = ()) -> None:
    """4.5b The same of the way from an HQ to the unit it throws to."""
    side = Side(state.owner[unit])
    if state.mobility(hq) == TRUCK and _may_be_held(state, side):
        start, end, range_ = Hex(state.hex_of[hq]), Hex(state.hex_of[unit]), state.theatre.throw[state.face[hq]][hq]
        hold(state, side, _path(state, side, start, end, range_, leaving), leaving)


def _may_be_held(state: OcsState, side: Side) -> bool:
    """4.5b Is anybody in an enemy zone who might still move away?"""
    foe = zone(state, enemy(side))
    return state.moving == side and bool((foe & state.occupied(side)) - staying(state, side))


def _path(
    state: OcsState, side: Side, start: Hex, goal: Hex, limit: int, leaving: Collection[UnitId]
) -> tuple[Hex, ...]:  # fmt: skip
    """12.3 The hexes of the cheapest path of trucks to a hex, or next to it: where it can, one that needs nobody to
    stay."""
    if is_close(state, start, goal):
        return ()
    board, price, foe = state.theatre.board, path_prices(state, side, TRUCK), zone(state, enemy(side))
    for closed in (foe - staying(state, side), hindered(state, side, leaving), hindered(state, side)):
        if start not in closed:
            reach = board.grid.reach(price, start, limit, closed=state.occupied(enemy(side)) | closed)
            if ends := [hex for hex in (goal, *board.around(goal)) if hex in reach]:
                return tuple(map(Hex, reach.route(min(ends, key=lambda hex: (reach.cost(hex), hex)))))
    return ()
