"""GEW 5 and 6: who is friend and foe, who controls a hex, and where a unit may go at all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.core.bits import Bits, union, where
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import kept_in
from sandtable.systems.gew.s13_zones import contested, held, neutral_ground, occupied
from sandtable.systems.gew.setups import SetUp
from sandtable.systems.gew.state import LINES, MARKERS, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import NEUTRAL, SIDE_OF_POWER, Theatre

ENEMY_MARKERS = tuple(tuple(power + 1 for power in POWERS_OF_SIDE[enemy(Side(side))]) for side in (0, 1))  # by side


def controls(state: GewState, power: int, place: Hex) -> bool:
    """6.1 All of the Axis has one kind of marker, Western Allies and Soviets one each; 13.2 it counts, unless an enemy
    zone reaches a hex without a unit of ours (G3-3)."""
    return state.control[place] == power + 1 and place not in contested(state, SIDE_OF_POWER[power])


def side_controls(state: GewState, side: Side, place: Hex) -> bool:
    """The same for a player: the Allies have two powers."""
    power = state.control[place] - 1
    return 0 <= power < NEUTRAL and SIDE_OF_POWER[power] == side and controls(state, power, place)


@kept_in(LINES)
def controlled(state: GewState, power: int) -> Bits:
    """Every hex a power controls."""
    return marked(state, power) - contested(state, SIDE_OF_POWER[power])


@kept_in(MARKERS)
def marked(state: GewState, power: int) -> Bits:
    """Hexes with a control marker of a power."""
    return where(state.control, (power + 1,))


@kept_in(MARKERS)
def enemy_marked(state: GewState, side: Side) -> Bits:
    """Hexes with a control marker of the other player."""
    return where(state.control, ENEMY_MARKERS[side])


def enter(state: GewState, unit: UnitId, to: Hex, rule: str, passing: tuple[Hex, ...] = ()) -> None:
    """6.1 A ground unit goes into a hex: control there and in the hexes it passes, enemy markers (14.6) and an emptied
    fortification (28.2) follow."""
    start = Hex(state.hex_of[unit])
    way: dict[str, Any] = {"through": passing} if passing else {}
    state.move(unit, to, rule, **way)
    state.abandon(start)
    for place in (*passing, to):
        if place < state.theatre.hexes:
            take(state, unit, place)


def take(state: GewState, unit: UnitId, place: Hex) -> None:
    """6.1, 14.6 What a unit does to the hex it stands in."""
    power = state.power_of(unit)
    side = SIDE_OF_POWER[power]
    if state.fort[place] == enemy(side) + 1:
        state.mark("fort", place, 0, "14.6")
    if state.depot[place] and SIDE_OF_POWER[state.depot[place] - 1] != side:
        state.mark("depot", place, 0, "14.6")
    marker = state.control[place] - 1
    if 0 <= marker < NEUTRAL and SIDE_OF_POWER[marker] == side:
        return  # G6-1: the Allies do not take from each other
    if place not in neutral_ground(state, Side(1)):  # 9.6: the Axis in South France; 33.3: Soviets while neutral
        state.take_hex(place, power, "6.1")


def foreign_ground(state: GewState, power: int) -> Bits:
    """9.2 Neutral ground, where a power has no business; 33.3 for the Soviets, while they are neutral themselves, all
    but their own."""
    return neutral_ground(state, SIDE_OF_POWER[power]) if state.belligerent(power) else _abroad(state.theatre)


def off_limits(state: GewState, unit: UnitId) -> Bits:
    """6.2, 9.2 Hexes a unit may not enter: neutral ground, and what lies outside its area of operations."""
    power = state.power_of(unit)
    if state.theatre.type[unit] == "partisan" and state.origin[unit] >= 0:  # G31-2: its country may be neutral still
        return union(area(state.theatre, unit, state.origin[unit]), held(state, NEUTRAL), out_of_play(state))
    return union(foreign_ground(state, power), area(state.theatre, unit, -1), out_of_play(state))


def out_of_play(state: GewState) -> Bits:
    """33.0 The hexes outside a shorter scenario's part of the map."""
    return _outside(state.theatre, state.setup)


@lru_cache
def _outside(theatre: Theatre, setup: SetUp) -> Bits:
    return theatre.board.playable - setup.window


@lru_cache(maxsize=1024)
def area(theatre: Theatre, unit: UnitId, region: int) -> Bits:
    """6.2, 31.3 The hexes outside a unit's area of operations; `region` is where a partisan rose."""
    for limit in theatre.area_limits:
        if theatre.nationality[unit] in limit.nationalities:
            return _all_but(theatre, limit.may_enter)
    if region >= 0:  # G31-1: Poland is not Germany, nor North Africa the France of partisans
        home = theatre.regions[region]
        lands = theatre.countries[home.country].regions
        kin = (nth for nth in lands if theatre.regions[nth].partisans == home.partisans)
        return _all_but(theatre, union(*(theatre.in_region[nth] for nth in kin)))
    return theatre.board.bits(())


@lru_cache
def _abroad(theatre: Theatre) -> Bits:
    """Everything outside the Soviet Union."""
    return _all_but(theatre, theatre.in_country[theatre.ussr])


def _all_but(theatre: Theatre, places: Bits) -> Bits:
    return _every_hex(theatre) - places


@lru_cache
def _every_hex(theatre: Theatre) -> Bits:
    return theatre.board.bits(map(Hex, range(theatre.hexes)))


def enemies_in(state: GewState, side: Side, place: Hex) -> bool:
    return place in occupied(state, enemy(side))
