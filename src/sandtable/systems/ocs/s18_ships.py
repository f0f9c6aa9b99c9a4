"""OCS 18.1: ships and landing craft at sea."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import Bits, standing
from sandtable.core.decisions import GROUP, HEX, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.kernels import Reach
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.state import AFLOAT, FINISHED, OcsState
from sandtable.systems.ocs.theatre import CRAFT, QUARTERS, SHIP


class Sail(Procedure):
    """18.1e Ships go from one hex to another, and may go on as long as they have movement points."""

    side: Side
    units: Group
    to: Hex

    @step("18.1e")
    def go(self, state: OcsState) -> Result:
        found = {unit: ways(state, unit) for unit in self.units}
        decks = state.on_decks(Hex(state.hex_of[self.units[0]]), self.side)
        for unit in reversed([unit for unit in state.units_in(Hex(state.hex_of[self.units[0]])) if unit in found]):
            state.burn(unit, found[unit].cost(self.to))
            state.move(unit, self.to, "18.1e", kind="sailed", through=tuple(map(Hex, found[unit].route(self.to))))
            for plane in decks.get(unit, ()):
                state.take_along(plane, self.to, "18.2c")
        return Done()


@fact
def fleet(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """18.1 Ships and landing craft on the map, in the water."""
    ours = [unit for unit in state.theatre.afloat if state.owner[unit] == side and state.is_on_map(unit)]
    return tuple([unit for unit in ours if state.role[unit] == AFLOAT])


@fact
def at_sea(state: OcsState, side: Side) -> Bits:
    """Hexes with ships or landing craft of a side."""
    return standing(state.hex_of, fleet(state, side), state.theatre.board.hexes)


def speed(state: OcsState, unit: UnitId) -> int:
    """18.1f Hexes in a phase, as the side that is up prints them."""
    return state.theatre.at_steps("ma", unit, state.steps[unit])


def ways(state: OcsState, unit: UnitId) -> Reach:
    """18.1b, 18.1e Where a vessel gets to with what it has left: never among enemy ships or combat units."""
    left = max(0, QUARTERS * speed(state, unit) - state.spent[unit])
    kind = CRAFT if state.theatre.is_craft[unit] else SHIP
    return _reach(state, Side(state.owner[unit]), kind, Hex(state.hex_of[unit]), left)


@fact
def _reach(state: OcsState, side: Side, kind: int, here: Hex, left: int) -> Reach:
    theatre, foe = state.theatre, enemy(side)
    closed = state.occupied(foe) | at_sea(state, foe)
    return theatre.board.grid.reach(theatre.by_sea[kind], here, left, closed=closed)


def ends(state: OcsState, units: Group) -> Bits:
    """18.1e The hexes that all of them reach."""
    found = ways(state, units[0]).reached
    for unit in units[1:]:
        found &= ways(state, unit).reached
    return found - state.theatre.board.bits([Hex(state.hex_of[units[0]])])


def have_landed(state: OcsState, side: Side) -> bool:
    """18.5f Has the side rolled for landings in this phase?"""
    return side + 1 in state.landed


def unready(state: OcsState, side: Side, unit: UnitId) -> Iterator[Violation]:
    """18.1e, 18.5 Against sailing a vessel now."""
    if unit not in fleet(state, side):
        yield Violation("18.1", say("{unit} is no ship or landing craft of yours on the map", unit), units=(unit,))
    elif state.has(unit, FINISHED):
        yield Violation("18.5a", say("{unit} has unloaded, and goes no further", unit), units=(unit,))
    elif state.theatre.is_craft[unit] and have_landed(state, side):
        yield Violation("18.5f", "landings are rolled for when all landing craft have moved", units=(unit,))


# ------------------------------------------------------------------------------------------------ the form


def squadrons(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    side = segment.side
    if not state.theatre.afloat:
        return {}
    return stacks(state, [unit for unit in fleet(state, side) if next(unready(state, side, unit), None) is None])


def bad_squadron(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """18.1e"""
    refused = [each for unit in units for each in unready(state, segment.side, unit)]
    yield from refused
    if refused:
        return
    if len({state.hex_of[unit] for unit in units}) > 1:
        yield Violation("18.1e", "they are not in one hex", units=units)
    elif not ends(state, units):
        yield Violation("18.1e", "together they can go nowhere", units=units)


def every_hex(segment: Segment, state: OcsState, *_: object) -> range:
    return range(state.theatre.board.hexes)


def legal_ends(segment: Segment, state: OcsState, units: Group) -> list[Hex]:
    return [Hex(hex) for hex in ends(state, units)]


def bad_end(segment: Segment, state: OcsState, units: Group, to: Hex) -> Iterator[Violation]:
    """18.1b, 18.1c, 18.1e"""
    theatre, foe = state.theatre, enemy(segment.side)
    ashore = tuple(unit for unit in units if to not in theatre.navigable[theatre.is_craft[unit]])
    if to >= theatre.board.hexes or ashore:
        yield Violation("18.1c", say("{units} do not go to {hex}", ashore or units, to), (to,), units)
    elif to in state.occupied(foe) or to in at_sea(state, foe):
        yield Violation("18.1b", say("the enemy is in {hex}", to), (to,))
    elif to not in ends(state, units):
        yield Violation("18.1e", say("{hex} is beyond their reach", to), (to,), units)


SAIL = Form(
    "sail", "18.1e",
    Slot("units", GROUP, squadrons, bad_squadron), Slot("to", HEX, every_hex, bad_end, legal_ends),
)  # fmt: skip
