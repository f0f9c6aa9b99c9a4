"""GEW 12: supply, from a unit along a line of hexes to a source, by land or through ports."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.board import Bits, has, hexes_in, overlap, union, without
from sandtable.core.kernels import LIMIT, Trace
from sandtable.core.rules import Hex, UnitId, enemy
from sandtable.core.state import fact
from sandtable.systems.gew.s06_control import controlled, controls, foreign_ground
from sandtable.systems.gew.s13_zones import contested, in_enemy_zone, occupied, zone
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import (
    LINE_MOUNTAIN_CORPS,
    NEUTRAL,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Gate,
    Theatre,
)


def in_supply(state: GewState, unit: UnitId) -> bool:
    """12.1 A line no longer than the unit's printed MF."""
    place = Hex(state.hex_of[unit])
    theatre = state.theatre
    if place >= theatre.hexes or not theatre.is_ground[unit] or state.power_of(unit) >= NEUTRAL:
        return True  # 12.6, 12.7; 9.2: a neutral does nothing that asks for supply
    if state.embarked(unit):
        return True  # 24.6, 26.1: those who assault are in supply; of other passengers nothing asks it (G12-g)
    length, kind = theatre.movement[unit], theatre.line[unit]
    for power in providers(state, unit):
        if line_lengths(state, power, kind)[place] <= length:
            return True
        if has(sources(state, power), place):
            return True  # 12.4: even a besieged source serves its own hex
        if live_depots(state, power) and depot_lengths(state, power, kind)[place] <= length + 1:
            return True  # 29.3
        if theatre.type[unit] == "marine" and theatre.seas_at[place] & live_seas(state, power):
            return True  # 30.4
    return _from_capital(state, unit, place, length)


def providers(state: GewState, unit: UnitId) -> tuple[int, ...]:
    """5.3 The powers whose lines serve a unit: its own; 31.3 partisans any of their side, 9.2 but no neutral's
    (G31-b)."""
    power = state.power_of(unit)
    if state.theatre.type[unit] != "partisan":
        return (power,)
    return tuple(each for each in POWERS_OF_SIDE[SIDE_OF_POWER[power]] if state.belligerent(each))


def hex_in_supply(state: GewState, power: int, place: Hex) -> bool:
    """23.3, 24.10 A line from a hex: as a unit of the longest MF would trace it, whatever its size (G12-6)."""
    if place >= state.theatre.hexes or has(sources(state, power), place):
        return True
    return has(hex_lines(state, power), place)


@fact
def hex_lines(state: GewState, power: int, shorter: int = 0) -> Bits:
    """The hexes that have such a line, or one that is shorter by some hexes; besieged sources are not told here."""
    return _reached(
        state.theatre, LINE_MOUNTAIN_CORPS, *line_ends(state, power), state.theatre.longest_movement - shorter
    )


@fact
def sources(state: GewState, power: int) -> Bits:
    """12.1, 12.2 The sources that serve every unit of a power, besieged ones too: its depots (G12-5) and mobilization
    hexes, where its marker is."""
    places = union(homeland(state, power), state.where(state.depot, power + 1))
    return overlap(places, state.where(state.control, power + 1))


def homeland(state: GewState, power: int) -> Bits:
    """12.2 Mobilization hexes that are sources of a power while it holds them."""
    return _homeland(state.theatre, bytes(state.status), power)


@lru_cache(maxsize=256)
def _homeland(theatre: Theatre, status: bytes, power: int) -> Bits:
    """12.2 Mobilization hexes that can be sources: of Axis belligerents and lands the Axis held at the start; in
    Britain; in the USSR."""
    if power == WALLIED:
        return overlap(theatre.mobilization, theatre.in_region[theatre.region("great_britain")])
    if power == SOVIET:
        return overlap(theatre.mobilization, theatre.in_country[theatre.ussr])
    lands = [
        theatre.in_country[nth]
        for nth, country in enumerate(theatre.countries)
        if status[nth] == power or country.standing in ("axis", "conquered")  # O41: even if it has surrendered
    ]
    return overlap(theatre.mobilization, union(theatre.board.bits(()), *lands))


def open_sources(state: GewState, power: int) -> Bits:
    """12.4 The sources that serve other hexes too: not those in an enemy zone, even if units of ours are in them."""
    return without(sources(state, power), zone(state, enemy(SIDE_OF_POWER[power])))


@fact
def closed(state: GewState, power: int) -> Bits:
    """12.3 Hexes no line may contain; 13.2 an enemy city in a zone of ours is not controlled and closes none (G3-3).
    Lines of neutral Soviets stay at home (G12-f)."""
    side = SIDE_OF_POWER[power]
    return union(
        occupied(state, enemy(side)),
        contested(state, side),
        overlap(state.theatre.special, union(*(controlled(state, foe) for foe in POWERS_OF_SIDE[enemy(side)]))),
        foreign_ground(state, power),
    )


@fact
def line_lengths(state: GewState, power: int, kind: int) -> bytes:
    """By hex the length of the line that a unit of a kind (LINE_LARGER and so on) has to a source or a live port."""
    return _lengths(state.theatre, kind, *line_ends(state, power))


@fact
def depot_lengths(state: GewState, power: int, kind: int) -> bytes:
    """29.3 The same to a depot in a live port, which may be one hex longer."""
    return _lengths(state.theatre, kind, live_depots(state, power), b"", closed(state, power))


@lru_cache(maxsize=4096)
def _lengths(theatre: Theatre, kind: int, ends: Bits, beyond: Bits, shut: Bits) -> bytes:
    return theatre.board.grid.lengths(theatre.line_prices[kind], ends, theatre.longest_movement + 1, shut, beyond)


@fact
def live_depots(state: GewState, power: int) -> Bits:
    """29.3 Depots in live ports; empty if there are none."""
    found = overlap(state.where(state.depot, power + 1), live_ports(state, power))
    return found if any(found) else b""


@fact
def line_ends(state: GewState, power: int) -> tuple[Bits, Bits, Bits]:
    """Where lines end: at sources that are not besieged (12.4) and live ports; for the Soviets one hex beyond the edge
    (12.6); and what closes them."""
    shut = closed(state, power)
    ends = union(open_sources(state, power), live_ports(state, power))
    return (ends, without(state.theatre.edge_ussr, shut) if power == SOVIET else b"", shut)


@lru_cache(maxsize=4096)
def _reached(theatre: Theatre, kind: int, ends: Bits, beyond: Bits, shut: Bits, length: int) -> Bits:
    """The hexes with a line of that length to these ends, or one hex beyond those."""
    return theatre.board.grid.traced(theatre.line_prices[kind], ends, length, shut, beyond)


def traced(theatre: Theatre, kind: int, ends: Bits, beyond: Bits, shut: Bits, length: int) -> Trace:
    """12.1 Every line of that length to these ends, or one hex beyond those."""
    near, far = hexes_in(ends), hexes_in(beyond)
    starts = [0] * len(near) + [1] * len(far)
    return theatre.board.grid.trace(theatre.line_prices[kind], near + far, length, shut, starts)


def _from_capital(state: GewState, unit: UnitId, place: Hex, length: int) -> bool:
    """12.2 The capital of a unit's own country is a source for it alone."""
    theatre, power = state.theatre, state.power_of(unit)
    capital = own_capital(state, unit)
    if capital is None or place == capital:
        return capital is not None
    if in_enemy_zone(state, SIDE_OF_POWER[power], capital):
        return False  # 12.4
    line = _reached(theatre, theatre.line[unit], theatre.board.bits((capital,)), b"", closed(state, power), length)
    return has(line, place)


def own_capital(state: GewState, unit: UnitId) -> Hex | None:
    """12.2 The capital of a unit's country, while a marker of its power is there."""
    country = state.theatre.country_of[unit]
    capital = state.theatre.countries[country].capital if country >= 0 else None
    return capital if capital is not None and state.control[capital] == state.power_of(unit) + 1 else None


# ------------------------------------------------------------------------------------------------ by sea


def friendly_sea(state: GewState, power: int, sea: int) -> bool:
    """18.8"""
    return bool(friendly_seas(state, power) >> sea & 1)


@fact
def friendly_seas(state: GewState, power: int) -> int:
    """18.8 As bits: those the chart gives to the power, and one that has all the ports it asks for."""
    always, conditional = _charted(state.theatre, power)
    for sea, ports in conditional:
        if all(state.control[port] == power + 1 for port in ports):
            always |= 1 << sea
    return always


@lru_cache
def _charted(theatre: Theatre, power: int) -> tuple[int, tuple[tuple[int, tuple[Hex, ...]], ...]]:
    """The seas always friendly to a power, and those with the ports that make them so."""
    seas = list(enumerate(theatre.seas))
    always = sum(1 << nth for nth, sea in seas if power in sea.friendly_to)
    return always, tuple((nth, tuple(sea.counted)) for nth, sea in seas if sea.all_ports == power)


@fact
def friendly_ports(state: GewState, power: int) -> Bits:
    """Ports a power controls and that were not bombed or sabotaged (24.9, O40)."""
    working = overlap(state.where(state.bombed, 0), state.where(state.sabotaged, 0))
    return overlap(overlap(state.theatre.port, controlled(state, power)), working)


@fact
def live_seas(state: GewState, power: int) -> int:
    """12.1 Seas, as bits, over which a line reaches a port that is a source or has a railway to one (12.6: or a
    staging area), through gates that are open to the power. Neutral Soviets do not go by sea (G33-a)."""
    if not state.belligerent(power):
        return 0
    theatre, ours = state.theatre, friendly_seas(state, power)
    live = _staging_seas(theatre) if power == WALLIED else 0
    home = int.from_bytes(home_ports(state, power), "little")
    for sea, ports in enumerate(_ports_by_sea(theatre)):
        if home & ports:
            live |= 1 << sea
    live &= ours
    grown = True
    while grown:
        grown = False
        for gate in theatre.gates:
            both = 1 << gate.seas[0] | 1 << gate.seas[1]
            if both & live not in (0, both) and both & ours == both and gate_open(state, power, gate):
                live |= both
                grown = True
    return live


@lru_cache
def _ports_by_sea(theatre: Theatre) -> tuple[int, ...]:
    """By sea: its ports, as one number."""
    return tuple(int.from_bytes(ports_of(theatre, 1 << sea), "little") for sea in range(len(theatre.seas)))


@lru_cache
def _staging_seas(theatre: Theatre) -> int:
    return sum(1 << nth for nth, sea in enumerate(theatre.seas) if sea.staging)


def home_ports(state: GewState, power: int) -> Bits:
    """12.1 Friendly ports that are sources or have a railway to one."""
    return overlap(friendly_ports(state, power), railway(state, power))


def gate_open(state: GewState, power: int, gate: Gate) -> bool:
    """12.6, 18.9"""
    held = gate.at is None or gate.at >= state.theatre.hexes or controls(state, power, gate.at)
    return held and gate.only in (-1, power)


@fact
def live_ports(state: GewState, power: int) -> Bits:
    """Friendly ports on live seas: a line that reaches one reaches a source."""
    return overlap(friendly_ports(state, power), ports_of(state.theatre, live_seas(state, power)))


@lru_cache(maxsize=256)
def ports_of(theatre: Theatre, seas: int) -> Bits:
    """The ports on any of these seas, given as bits."""
    return theatre.board.bits(port for port in hexes_in(theatre.port) if theatre.seas_at[port] & seas)


@fact
def railway(state: GewState, power: int) -> Bits:
    """12.1 Hexes with a railway to a source, of any length (G12-3)."""
    return _railway(state.theatre, power, *_rail_ends(state, power))


def rail_lines(state: GewState, power: int) -> Trace:
    """The same, with the way each of them goes."""
    return _rail_lines(state.theatre, power, *_rail_ends(state, power))


def _rail_ends(state: GewState, power: int) -> tuple[Bits, Bits]:
    """Where railways end, and what closes them."""
    shut, ends = union(closed(state, power), foreign_rails(state, power)), open_sources(state, power)
    if power == SOVIET:  # 32.2: rail lines lead to the staging area
        ends = union(ends, without(overlap(state.theatre.edge_ussr, state.theatre.rail[power]), shut))
    return ends, shut


@lru_cache(maxsize=1024)
def _railway(theatre: Theatre, power: int, ends: Bits, shut: Bits) -> Bits:
    reached = theatre.board.grid.traced(theatre.rail_prices[power], ends, LIMIT, shut)
    return overlap(reached, union(theatre.rail[power], ends))  # 18.4: a hex next to a railway is not on it


def _rail_lines(theatre: Theatre, power: int, ends: Bits, shut: Bits) -> Trace:
    return theatre.board.grid.trace(theatre.rail_prices[power], hexes_in(ends), LIMIT, shut)


def foreign_rails(state: GewState, power: int) -> Bits:
    """18.4 Turkish railways serve the power that has Turkey."""
    turkey = state.theatre.country("turkey")
    return b"" if state.status[turkey] == power else state.theatre.in_country[turkey]
