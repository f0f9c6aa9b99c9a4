"""GEW 12: the lines of supply of one power, by land, by railway and from port to port."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from sandtable.core.bits import NO_HEX, Bits
from sandtable.core.kernels import LIMIT, Trace
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.theatre import LINE_MOUNTAIN_CORPS, SOVIET, WALLIED, Gate, Theatre

REMEMBERED = 512


@dataclass
class Network:
    """12.1 The lines of a power in every position that has these in common. Where they end is found at once, how long
    they are when it is asked for."""

    theatre: Theatre
    power: int
    sources: Bits  # 12.4 those that are not besieged
    closed: Bits  # 12.3
    ports: Bits  # the friendly ones
    depots: Bits
    seas: int  # as bits, those the power may use
    gates: Bits  # the places between seas that it controls
    no_railways: Bits  # 18.4 where it may not use railways

    rail_ends: tuple[Bits, Bits] = field(init=False, compare=False)
    home_ports: Bits = field(init=False, compare=False)  # 12.1 friendly ports that are sources or have a railway to one
    live_seas: int = field(init=False, compare=False)
    live_ports: Bits = field(init=False, compare=False)  # friendly ports on live seas: who reaches one reaches a source
    live_depots: Bits = field(init=False, compare=False)  # 29.3 those in live ports; empty if there are none
    ends: Bits = field(init=False, compare=False)  # where lines end: at sources that are not besieged and at live ports
    beyond: Bits = field(init=False, compare=False)  # 12.6 for the Soviets also one hex beyond these, off the map
    _lengths: dict[int, bytes] = field(default_factory=dict, init=False, compare=False)
    _depot_lengths: dict[int, bytes] = field(default_factory=dict, init=False, compare=False)
    _reached: dict[int, Bits] = field(default_factory=dict, init=False, compare=False)

    def __post_init__(self) -> None:
        theatre = self.theatre
        self.rail_ends = self._rail_ends()
        self.home_ports = self.ports & _railway(theatre, self.power, *self.rail_ends)
        self.live_seas = _live_seas(theatre, self.power, self.home_ports, self.seas, self.gates)
        self.live_ports = self.ports & ports_of(theatre, self.live_seas)
        depots = self.depots & self.live_ports
        self.live_depots = depots if depots else NO_HEX
        self.ends = self.sources | self.live_ports
        self.beyond = theatre.edge_ussr - self.closed if self.power == SOVIET else NO_HEX

    def serves(self, unit: UnitId, place: Hex) -> bool:
        """12.1 Has a unit in a hex a line no longer than its MF, to what serves all units of the power?"""
        theatre, kind = self.theatre, self.theatre.line[unit]
        length = theatre.movement[unit]
        if self.lengths(kind)[place] <= length:
            return True
        if self.live_depots and self.depot_lengths(kind)[place] <= length + 1:
            return True  # 29.3
        return theatre.type[unit] == "marine" and theatre.seas_at[place] & self.live_seas != 0  # 30.4

    # ------------------------------------------------------------------ how long

    def lengths(self, kind: int) -> bytes:
        """By hex the length of the line that a unit of a kind (LINE_LARGER and so on) has to where lines end."""
        if kind not in self._lengths:
            self._lengths[kind] = self._flood(kind, self.ends, self.beyond)
        return self._lengths[kind]

    def depot_lengths(self, kind: int) -> bytes:
        """29.3 The same to a depot in a live port, which may be one hex longer."""
        if kind not in self._depot_lengths:
            self._depot_lengths[kind] = self._flood(kind, self.live_depots, NO_HEX)
        return self._depot_lengths[kind]

    def reached(self, length: int) -> Bits:
        """The hexes with a line of that length, as a mountain corps traces it."""
        if length not in self._reached:
            steps = self.theatre.line_steps[LINE_MOUNTAIN_CORPS]
            self._reached[length] = steps.within(self.ends, length, self.closed, self.beyond)
        return self._reached[length]

    def _flood(self, kind: int, ends: Bits, beyond: Bits) -> bytes:
        return self.theatre.line_steps[kind].lengths(ends, self.theatre.longest_movement + 1, self.closed, beyond)

    # ------------------------------------------------------------------ by railway

    def _rail_ends(self) -> tuple[Bits, Bits]:
        """Where railways end, 32.2 Soviet ones at the edge of the map too; and the hexes in which they are closed."""
        rails = self.theatre.rail[self.power]
        shut = rails & (self.closed | self.no_railways)
        if self.power != SOVIET:
            return self.sources, shut
        return self.sources | ((self.theatre.edge_ussr & rails) - shut), shut

    def rail_lines(self) -> Trace:
        """12.1 By hex the railway that leads from it to a source."""
        ends, shut = self.rail_ends
        return self.theatre.board.grid.trace(self.theatre.rail_prices[self.power], ends, LIMIT, shut)

    # ------------------------------------------------------------------ by sea

    def passes(self, gate: Gate) -> bool:
        return _passes(self.theatre, self.power, self.gates, gate)


# many positions have these in common: what happens off the railways does not cut them
@lru_cache(maxsize=REMEMBERED)
def _railway(theatre: Theatre, power: int, ends: Bits, shut: Bits) -> Bits:
    """12.1 Hexes with a railway to a source, of any length (G12-3)."""
    reached = theatre.rail_steps[power].within(ends, LIMIT, shut)
    return reached & (theatre.rail[power] | ends)  # 18.4: a hex next to a railway is not on it


@lru_cache(maxsize=REMEMBERED)
def _live_seas(theatre: Theatre, power: int, home_ports: Bits, ours: int, gates: Bits) -> int:
    """12.1 Seas, as bits, over which a line reaches a port that is a source or has a railway to one (12.6: or a
    staging area), through gates that are open to the power."""
    live = staging_seas(theatre) if power == WALLIED else 0
    for sea in range(len(theatre.seas)):
        if ours >> sea & 1 and home_ports.meets(ports_of(theatre, 1 << sea)):
            live |= 1 << sea
    live &= ours
    grown = True
    while grown:
        grown = False
        for gate in theatre.gates:
            both = 1 << gate.seas[0] | 1 << gate.seas[1]
            if both & live not in (0, both) and both & ours == both and _passes(theatre, power, gates, gate):
                live |= both
                grown = True
    return live


def _passes(theatre: Theatre, power: int, gates: Bits, gate: Gate) -> bool:
    """12.6, 18.9 Is a gate between two seas open to a power that controls these places?"""
    held = gate.at is None or gate.at >= theatre.hexes or gate.at in gates
    return held and gate.only in (-1, power)


@lru_cache
def staging_seas(theatre: Theatre) -> int:
    return sum(1 << nth for nth, sea in enumerate(theatre.seas) if sea.staging)


@lru_cache(maxsize=256)
def ports_of(theatre: Theatre, seas: int) -> Bits:
    """The ports on any of these seas, given as bits."""
    return theatre.board.bits(port for port in theatre.port if theatre.seas_at[port] & seas)


@lru_cache
def gates_of(theatre: Theatre) -> Bits:
    """The hexes that open a way from one sea to another to whoever controls them."""
    places = (gate.at for gate in theatre.gates)
    return theatre.board.bits(place for place in places if place is not None and place < theatre.hexes)
