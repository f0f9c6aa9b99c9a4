"""OCS 19.0: what goes through a port, and how ports are damaged and repaired."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from sandtable.core.bits import Bits, where
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, Violation
from sandtable.core.sentences import say
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s12_trace import capacity
from sandtable.systems.ocs.s13_engineers import PORT_JOB, Job, nothing
from sandtable.systems.ocs.s13_rail import equivalent
from sandtable.systems.ocs.state import OcsState


def load(state: OcsState, units: Group) -> int:
    """4.7 What units take of a port, in tokens; a part of a token is one."""
    return ceil(sum(equivalent(state, unit) for unit in units))


def room(state: OcsState, side: Side, port: Hex) -> int:
    """19.0 What a side may still take through a port in this phase: nothing in an enemy zone, negated or not."""
    if state.controller(port) != side or port in enemy_zone(state, side):
        return 0
    return max(0, capacity(state, port) - state.port_used[port])


def takes(state: OcsState, side: Side, port: Hex, units: Group) -> bool:
    """19.0 Within its capacity; or a single unit that is too large, as all its business of the phase."""
    space, wanted = room(state, side, port), load(state, units)
    alone = len(units) == 1 and not state.port_used[port] and space > 0
    return wanted <= space or alone


# ------------------------------------------------------------------------------------------------ damage and repair


class RepairPort(Procedure):
    """19.0 Engineers take a hit away."""

    side: Side
    builders: Group
    place: Hex
    dumps: tuple[Hex, ...]

    @step("19.0")
    def repair(self, state: OcsState) -> Result:
        REPAIRING.work(state, self.side, self.builders, self.place, self.dumps)
        state.build("port_hits", self.place, state.port_hits[self.place] - 1, "19.0")
        return Done()


class DamagePort(Procedure):
    """19.0 Its owner spoils it: a hit."""

    side: Side
    builders: Group
    place: Hex

    @step("19.0")
    def damage(self, state: OcsState) -> Result:
        DAMAGING.work(state, self.side, self.builders, self.place)
        state.build("port_hits", self.place, state.port_hits[self.place] + 1, "19.0")
        return Done()


def price(state: OcsState, at: Hex) -> int:
    return state.number("repair-price")


def not_ours(state: OcsState, side: Side, at: Hex) -> Iterator[Violation]:
    if at not in state.theatre.ports or state.controller(at) != side:
        yield Violation("19.0", say("{hex} has no port of yours", at), (at,))


def not_repaired(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    yield from not_ours(state, side, at)
    if not state.port_hits[at]:
        yield Violation("19.0", say("no port in {hex} has hits", at), (at,))


def not_damaged(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    yield from not_ours(state, side, at)
    if state.port_hits[at] >= state.number("most-port-hits"):
        yield Violation("19.0b", say("the port in {hex} has all the hits it can have", at), (at,))


def hit_ports(state: OcsState, side: Side) -> Bits:
    return own_ports(state, side) - where(state.port_hits, (0,))


def own_ports(state: OcsState, side: Side) -> Bits:
    return state.theatre.with_port & where(state.control, (side + 1,))


REPAIRING = Job("repair_port", "19.0", PORT_JOB, hit_ports, not_repaired, price, False)
DAMAGING = Job("damage_port", "19.0", PORT_JOB, own_ports, not_damaged, nothing, True)
REPAIR_PORT, DAMAGE_PORT = REPAIRING.form(), DAMAGING.form()
