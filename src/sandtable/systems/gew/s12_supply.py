"""GEW 12: supply, from a unit along a line of hexes to a source, by land or through ports."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.core.bits import NO_HEX, Bits, too_far, union, where
from sandtable.core.kernels import Trace
from sandtable.core.rules import Hex, UnitId, enemy
from sandtable.core.state import kept_in
from sandtable.systems.gew.s06_control import enemy_marked, foreign_ground, marked
from sandtable.systems.gew.s12_network import REMEMBERED, Network, gates_of
from sandtable.systems.gew.s13_zones import contested, in_enemy_zone, occupied, zone
from sandtable.systems.gew.state import LINES, MARKERS, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import (
    LINE_LARGER,
    NEUTRAL,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Theatre,
)


def in_supply(state: GewState, unit: UnitId) -> bool:
    """12.1 A line no longer than the unit's printed MF."""
    theatre, place, power = state.theatre, Hex(state.hex_of[unit]), state.power_of(unit)
    if place >= theatre.hexes or not theatre.is_ground[unit] or power >= NEUTRAL:
        return True  # 12.6, 12.7; 9.2: a neutral does nothing that asks for supply
    if state.embarked(unit):
        return True  # 24.6, 26.1: those who assault are in supply; of other passengers nothing asks it (G12-g)
    return _has_line(state, power, unit, place)


def units_in_supply(state: GewState, power: int) -> dict[UnitId, bool]:
    """The same of every ground unit of a power on the map."""
    units = state.ground_units(power)
    found = dict.fromkeys(units, True)
    if not units:
        return found
    largest, longest = network(state, power).lengths(LINE_LARGER), _longest(state.theatre)
    # what is open to the largest is open to all, so of most units the line of their own kind is not asked for
    for unit in too_far(state.hex_of, units, largest, longest):
        found[unit] = _has_line(state, power, unit, Hex(state.hex_of[unit]))
    return found


@lru_cache
def _longest(theatre: Theatre) -> bytes:
    """12.1 By unit: how long its line may be."""
    return bytes(theatre.movement)


def _has_line(state: GewState, power: int, unit: UnitId, place: Hex) -> bool:
    for each in providers(state, unit) if state.theatre.is_partisan[unit] else (power,):
        if place in holdings(state, each).sources:
            return True  # 12.4: even a besieged source serves its own hex
        if network(state, each).serves(unit, place):
            return True
    return state.theatre.capital_of[unit] >= 0 and _from_capital(state, power, unit, place)


def providers(state: GewState, unit: UnitId) -> tuple[int, ...]:
    """5.3 The powers whose lines serve a unit: its own; 31.3 partisans any of their side, 9.2 but no neutral's
    (G31-b)."""
    power = state.power_of(unit)
    if not state.theatre.is_partisan[unit]:
        return (power,)
    return tuple(each for each in POWERS_OF_SIDE[SIDE_OF_POWER[power]] if state.belligerent(each))


def hex_in_supply(state: GewState, power: int, place: Hex) -> bool:
    """23.3, 24.10 A line from a hex: as a unit of the longest MF would trace it, whatever its size (G12-6)."""
    if place >= state.theatre.hexes or place in sources(state, power):
        return True
    return place in hex_lines(state, power)


def hex_lines(state: GewState, power: int, shorter: int = 0) -> Bits:
    """The hexes that have such a line, or one that is shorter by some hexes; besieged sources are not told here."""
    return network(state, power).reached(state.theatre.longest_movement - shorter)


@kept_in(LINES)
def network(state: GewState, power: int) -> Network:
    """12.1 The lines of a power. Neutral Soviets do not go by sea (G33-a)."""
    side, own = SIDE_OF_POWER[power], holdings(state, power)
    foe = enemy(side)
    reached, lost = zone(state, foe), contested(state, side)
    held = own.enemy_cities - contested(state, foe)
    return _network(
        state.theatre,
        power,
        own.sources - reached,  # 12.4: not those besieged, even if units of ours are in them
        # 13.2: an enemy city in a zone of ours is not controlled and closes none (G3-3); lines of neutral Soviets stay
        # at home (G12-f)
        union(occupied(state, foe), lost, held, foreign_ground(state, power)),
        own.ports - lost,
        own.depots,
        own.seas if state.belligerent(power) else 0,
        own.gates - lost,
        own.no_railways,
    )


_network = lru_cache(maxsize=REMEMBERED)(Network)


def line_lengths(state: GewState, power: int, kind: int) -> bytes:
    """By hex the length of the line that a unit of a kind (LINE_LARGER and so on) has to a source or a live port."""
    return network(state, power).lengths(kind)


class Holdings(NamedTuple):
    """What a power has by its markers, in an enemy zone or not, and what its enemies have."""

    sources: Bits
    depots: Bits
    ports: Bits
    gates: Bits
    seas: int
    no_railways: Bits
    enemy_cities: Bits


@kept_in(MARKERS)
def holdings(state: GewState, power: int) -> Holdings:
    theatre, ours, depots = state.theatre, marked(state, power), where(state.depot, (power + 1,))
    return Holdings(
        (homeland(state, power) | depots) & ours,
        depots,
        _working(state) & ours,
        gates_of(theatre) & ours,
        _friendly_seas(theatre, power, ours),
        foreign_rails(state, power),
        theatre.special & enemy_marked(state, SIDE_OF_POWER[power]),
    )


@kept_in(MARKERS)
def _working(state: GewState) -> Bits:
    """24.9, O40 The ports that were not bombed or sabotaged."""
    return state.theatre.port & where(state.bombed, (0,)) & where(state.sabotaged, (0,))


def sources(state: GewState, power: int) -> Bits:
    """12.1, 12.2 The sources that serve every unit of a power, besieged ones too: its depots (G12-5) and mobilization
    hexes, where its marker is."""
    return holdings(state, power).sources


def depots(state: GewState, power: int) -> Bits:
    """29.0 Where a power has depots."""
    return holdings(state, power).depots


def homeland(state: GewState, power: int) -> Bits:
    """12.2 Mobilization hexes that are sources of a power while it holds them."""
    return _homeland(state.theatre, bytes(state.status), power)


@lru_cache(maxsize=256)
def _homeland(theatre: Theatre, status: bytes, power: int) -> Bits:
    """12.2 Mobilization hexes that can be sources: of Axis belligerents and lands the Axis held at the start; in
    Britain; in the USSR."""
    if power == WALLIED:
        return theatre.mobilization & theatre.in_region[theatre.region("great_britain")]
    if power == SOVIET:
        return theatre.mobilization & theatre.in_country[theatre.ussr]
    lands = [
        theatre.in_country[nth]
        for nth, country in enumerate(theatre.countries)
        if status[nth] == power or country.standing in ("axis", "conquered")  # O41: even if it has surrendered
    ]
    return theatre.mobilization & union(theatre.board.bits(()), *lands)


def closed(state: GewState, power: int) -> Bits:
    """12.3 Hexes no line may contain."""
    return network(state, power).closed


def traced(theatre: Theatre, kind: int, ends: Bits, beyond: Bits, shut: Bits, length: int) -> Trace:
    """12.1 Every line of that length to these ends, or one hex beyond those."""
    near, far = list(ends), list(beyond)
    starts = [0] * len(near) + [1] * len(far)
    return theatre.board.grid.trace(theatre.line_prices[kind], near + far, length, shut, starts)


def _from_capital(state: GewState, power: int, unit: UnitId, place: Hex) -> bool:
    """12.2 The capital of a unit's own country is a source for it alone."""
    theatre, capital = state.theatre, own_capital(state, power, unit)
    if capital is None or place == capital:
        return capital is not None
    kind, length = theatre.line[unit], theatre.movement[unit]
    if place not in _lines_to(theatre, kind, capital, NO_HEX, length) or in_enemy_zone(
        state, SIDE_OF_POWER[power], capital
    ):
        return False  # too far, whatever is closed; 12.4
    return place in _lines_to(theatre, kind, capital, closed(state, power), length)


@lru_cache(maxsize=REMEMBERED)
def _lines_to(theatre: Theatre, kind: int, capital: Hex, shut: Bits, length: int) -> Bits:
    return theatre.line_steps[kind].within(theatre.board.bits((capital,)), length, shut)


def own_capital(state: GewState, power: int, unit: UnitId) -> Hex | None:
    """12.2 The capital of a unit's country, while a marker of its power is there."""
    capital = state.theatre.capital_of[unit]
    return Hex(capital) if capital >= 0 and state.control[capital] == power + 1 else None


# ------------------------------------------------------------------------------------------------ by sea


def friendly_sea(state: GewState, power: int, sea: int) -> bool:
    """18.8"""
    return bool(friendly_seas(state, power) >> sea & 1)


def friendly_seas(state: GewState, power: int) -> int:
    """18.8 As bits."""
    return holdings(state, power).seas


def _friendly_seas(theatre: Theatre, power: int, ours: Bits) -> int:
    """18.8 Those the chart gives to the power, and one that has all the ports it asks for."""
    always, conditional = _charted(theatre, power)
    for sea, ports in conditional:
        if not ports - ours:
            always |= 1 << sea
    return always


@lru_cache
def _charted(theatre: Theatre, power: int) -> tuple[int, tuple[tuple[int, Bits], ...]]:
    """The seas always friendly to a power, and those with the ports that make them so."""
    seas = list(enumerate(theatre.seas))
    always = sum(1 << nth for nth, sea in seas if power in sea.friendly_to)
    return always, tuple((nth, theatre.board.bits(sea.counted)) for nth, sea in seas if sea.all_ports == power)


def working_ports(state: GewState, power: int) -> Bits:
    """Ports with a power's marker, in an enemy zone or not (18.7, G3-3), that were not bombed or sabotaged."""
    return holdings(state, power).ports


def friendly_ports(state: GewState, power: int) -> Bits:
    """Ports a power controls and that work."""
    return holdings(state, power).ports - contested(state, SIDE_OF_POWER[power])


def foreign_rails(state: GewState, power: int) -> Bits:
    """18.4 Turkish railways serve the power that has Turkey."""
    turkey = state.theatre.turkey
    return NO_HEX if state.status[turkey] == power else state.theatre.in_country[turkey]
