"""USE 4.1: strategic movement: one unit of each faction goes far along Transport Lines."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import Bits, among
from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.sieves import sifted
from sandtable.systems.use.s01_7_zones import zone
from sandtable.systems.use.s03_3_stacking import crowded, crowded_hexes
from sandtable.systems.use.s04_2_ground import closed_to, friendly_places
from sandtable.systems.use.s05_3_attack import on_map
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import NO, STRATEGICALLY_MOVED, UseState, land_fact
from sandtable.systems.use.theatre import AIR, GROUND

RULE = "4.1"
MOVABLE = (*GROUND, *AIR)


class StrategicMove(Procedure):
    """4.1 The faction's marker goes on the unit: it does nothing else this turn."""

    side: Side
    unit: UnitId
    to: Hex

    @step("4.1")
    def go(self, state: UseState) -> Result:
        state.move(self.unit, self.to, RULE)
        state.did(self.unit, STRATEGICALLY_MOVED)
        events = by_entry(state, self.unit, self.to)
        return Call(Conditional(events)) if events else self.end(state)

    @step("4.1")
    def end(self, state: UseState) -> Result:
        return Done()


@land_fact
def closed(state: UseState, country: int) -> Bits:
    """4.1 To units of a country: no EZOC, no enemy city, fort or unit, nothing prohibited."""
    foe = enemy(Side(state.theatre.countries[country].side))
    places = friendly_places(state, foe) | closed_to(state, country)
    return zone(state, foe) | state.occupied(foe) | state.based(foe) | places


@land_fact
def along_lines(state: UseState, unit: UnitId) -> Bits:
    """4.1 Every hex a Transport Line leads to, from the one where it is."""
    theatre = state.theatre
    start = theatre.board.bits([Hex(state.hex_of[unit])])
    return theatre.board.grid.traced(theatre.along_lines, start, LIMIT, closed(state, theatre.country_of[unit]))


@land_fact
def _destinations(state: UseState, unit: UnitId) -> tuple[Hex, ...]:
    """What `bad_destination` refuses, worked out for all hexes at once."""
    return tuple(along_lines(state, unit) - crowded_hexes(state, unit))


def destinations(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    return list(_destinations(state, unit))


def bad_destination(segment: Segment, state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    if to == state.hex_of[unit]:
        yield Violation(RULE, "it is already there", (to,))
    elif to not in along_lines(state, unit):
        yield Violation(RULE, "no Transport Line leads there that is free of enemies and their zones", (to,))
    else:
        yield from crowded(state, unit, to)


def cannot_go(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """4.1 Why a unit cannot move strategically."""
    theatre, side = state.theatre, segment.side
    moves = theatre.is_ground[unit] or theatre.is_air[unit]
    if not moves or theatre.side_of[unit] != side or not on_map(state, unit):
        yield Violation(RULE, say("{unit} is not a ground or air unit of yours on the map", unit), units=(unit,))
        return
    if marker_used(state, unit):
        yield Violation(RULE, "the Strategic Move marker of this turn is used", units=(unit,))
    if state.supply[unit] == NO:
        yield Violation(RULE, say("{unit} has no supply", unit), units=(unit,))
    if state.in_fort[unit]:
        yield Violation("4.2.3.5", say("{unit} occupies a fort: it leaves by Army Operations", unit), units=(unit,))
    here = Hex(state.hex_of[unit])
    if here not in theatre.lines:
        yield Violation(RULE, say("{unit} is not on a Transport Line", unit), (here,), (unit,))
    elif not _destinations(state, unit):
        yield Violation(RULE, say("no free line leads away from {unit}", unit), (here,), (unit,))


def marker_used(state: UseState, unit: UnitId) -> bool:
    """4.1 One unit of a faction a turn; a side may play two of them."""
    return state.faction_of(unit) in used_up(state, Side(state.theatre.side_of[unit]))


def used_up(state: UseState, side: Side) -> set[int]:
    """The factions of a side that have moved their unit."""
    done, moved = state.done, STRATEGICALLY_MOVED
    if max(done) < moved:
        return set()
    return {state.faction_of(unit) for unit in state.scenario.units_of(side) if done[unit] & moved}


def movable(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    return among(state.hex_of, state.theatre.units(MOVABLE, segment.side), state.theatre.board.hexes)


def on_lines(segment: Segment, state: UseState) -> list[UnitId]:
    """Where a marker is left to use."""
    lines, hex_of, used = state.theatre.lines, state.hex_of, used_up(state, segment.side)
    units = [unit for unit in movable(segment, state) if hex_of[unit] in lines]
    return [unit for unit in units if state.faction_of(unit) not in used] if used else units


STRATEGIC = Form(
    "transfer", RULE,
    sifted("unit", UNIT, movable, cannot_go, on_lines),
    Slot("to", HEX, lambda segment, state, unit: range(state.theatre.board.hexes), bad_destination, destinations),
)  # fmt: skip
