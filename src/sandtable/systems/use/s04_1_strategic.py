"""USE 4.1: strategic movement: one unit of each faction goes far along Transport Lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from sandtable.core.board import Bits, has, union
from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sequence import Segment
from sandtable.systems.use.s01_7_zones import zone
from sandtable.systems.use.s04_2_air import full_of_air
from sandtable.systems.use.s04_2_ground import friendly_places
from sandtable.systems.use.s05_3_attack import on_map
from sandtable.systems.use.state import NO, STRATEGICALLY_MOVED, UseState, enemy

RULE = "4.1"


class StrategicMove(Procedure):
    """4.1 The faction's marker goes on the unit: it does nothing else this turn."""

    side: Side
    unit: UnitId
    to: Hex

    @step("4.1")
    def go(self, state: UseState) -> Result:
        state.occupy(self.unit, False, RULE)
        state.move(self.unit, self.to, RULE)
        state.did(self.unit, STRATEGICALLY_MOVED)
        return Done()


def closed(state: UseState, unit: UnitId) -> Bits:
    """4.1 No EZOC, no enemy city, fort or unit, nothing prohibited."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    foe = enemy(side)
    return union(
        zone(state, foe), friendly_places(state, foe), state.occupied(foe), state.based(foe),
        theatre.no_entry[theatre.country_of[unit]],
    )  # fmt: skip


def along_lines(state: UseState, unit: UnitId) -> list[Hex]:
    """4.1 Every hex a Transport Line leads to."""
    theatre, start, shut = state.theatre, Hex(state.hex_of[unit]), closed(state, unit)
    found, queue = {start}, deque([start])
    while queue:
        here = queue.popleft()
        for there in theatre.board.around(here):
            open_line = theatre.board.links(here, there) and not theatre.prohibited(here, there)
            if there not in found and open_line and not has(shut, there):
                found.add(there)
                queue.append(there)
    return sorted(found - {start})


def destinations(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    return [hex for hex in along_lines(state, unit) if not _full(state, unit, hex)]


def _full(state: UseState, unit: UnitId, to: Hex) -> bool:
    """3.3"""
    if state.theatre.is_air[unit]:
        return full_of_air(state, unit, to)
    return state.ground_at(to) is not None


def bad_destination(segment: Segment, state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    if to == state.hex_of[unit]:
        yield Violation(RULE, "it is already there", (to,))
    elif to not in along_lines(state, unit):
        yield Violation(RULE, "no Transport Line leads there that is free of enemies and their zones", (to,))
    elif _full(state, unit, to):
        yield Violation("3.3", "another such unit of its side is there", (to,))


def cannot_go(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """4.1 Why a unit cannot move strategically."""
    theatre, side = state.theatre, segment.side
    moves = theatre.is_ground[unit] or theatre.is_air[unit]
    if not moves or theatre.side_of[unit] != side or not on_map(state, unit):
        yield Violation(RULE, f"{state.name(unit)} is not a ground or air unit of yours on the map", units=(unit,))
        return
    if marker_used(state, side):
        yield Violation(RULE, "the Strategic Move marker of this turn is used", units=(unit,))
    if state.supply[unit] == NO:
        yield Violation(RULE, f"{state.name(unit)} has no supply", units=(unit,))
    here = Hex(state.hex_of[unit])
    if not has(theatre.lines, here):
        yield Violation(RULE, f"{state.name(unit)} is not on a Transport Line", (here,), (unit,))
    elif not destinations(segment, state, unit):
        yield Violation(RULE, f"no free line leads away from {state.name(unit)}", (here,), (unit,))


def marker_used(state: UseState, side: Side) -> bool:
    """4.1 One unit of a faction a turn."""
    return any(state.done[unit] & STRATEGICALLY_MOVED for unit in state.scenario.units_of(side))


def movable(segment: Segment, state: UseState) -> list[UnitId]:
    return sorted((*state.ground_units(segment.side), *state.air_units(segment.side)))


STRATEGIC = Form(
    "transfer", RULE,
    Slot("unit", UNIT, movable, cannot_go),
    Slot("to", HEX, lambda segment, state, unit: range(state.theatre.board.hexes), bad_destination, destinations),
)  # fmt: skip
