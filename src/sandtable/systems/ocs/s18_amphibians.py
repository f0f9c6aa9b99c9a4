"""OCS 18.4e, 18.4f: DUKWs that drive on land as trucks, LSTs that become ports."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, WORD, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s02_quiet import no_combat
from sandtable.systems.ocs.s09_capture import Capture, prey
from sandtable.systems.ocs.s12_trace import ports
from sandtable.systems.ocs.s18_craft import craft_in, is_dukw
from sandtable.systems.ocs.s18_landings import GoAshore, bad_landing_mode
from sandtable.systems.ocs.s18_loading import ABOARD
from sandtable.systems.ocs.state import (
    AFLOAT,
    FINISHED,
    NEW_PORT,
    ON_WHEELS,
    PORT,
    OcsState,
)
from sandtable.systems.ocs.theatre import MOVE

# ------------------------------------------------------------------------------------------------ 18.4e DUKWs


class Wade(Procedure):
    """18.4e DUKWs drive out of the water, by a roll on the landing table; what is left of them is transport."""

    side: Side
    craft: UnitId
    ashore: tuple[UnitId, ...] = ()

    @step("18.4e")
    def roll(self, state: OcsState) -> Result:
        beach = Hex(state.hex_of[self.craft])
        return Call(GoAshore(self.side, beach, (), "", 1, craft=self.craft), into="ashore")

    @step("18.4e")
    def drive(self, state: OcsState) -> Result:
        """Movement points left are worth three times as many on land; transport is not disorganized (13.2)."""
        if state.is_on_map(self.craft):
            state.take_role(self.craft, ON_WHEELS, "18.4e")
            state.set_mode(self.craft, MOVE, "18.4e")
            state.burn(self.craft, (state.number("wheels") - 1) * state.spent[self.craft])
        return Done()


class Launch(Procedure):
    """18.4e DUKWs drive into the water: no roll, and a third of the points they have left."""

    side: Side
    craft: UnitId

    @step("18.4e")
    def swim(self, state: OcsState) -> Result:
        spent = state.spent[self.craft]
        state.take_role(self.craft, AFLOAT, "18.4e")
        state.burn(self.craft, -(spent - -(-spent // state.number("wheels"))))
        return Done()


def waders(segment: Segment, state: OcsState) -> list[UnitId]:
    return [craft for craft in state.craft(segment.side) if is_dukw(state, craft)]


def cannot_wade(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.4e"""
    if craft not in waders(segment, state):
        yield Violation("18.4e", say("{unit} is no DUKW of yours at sea", craft), units=(craft,))
        return
    here = Hex(state.hex_of[craft])
    if here not in state.theatre.coast:
        yield Violation("18.4e", say("{hex} is not on the coast", here), (here,), (craft,))
    elif here in prey(state, segment.side):
        yield Violation("9.14", say("something of the enemy's is in {hex}", here), (here,), (craft,))
    if aboard := tuple(state.aboard(craft)):
        yield Violation("18.4e", say("on land {unit} carries supply alone, not {units}", craft, aboard), units=aboard)
    if state.has(craft, FINISHED):
        yield Violation("18.5a", say("{unit} has unloaded, and goes no further", craft), units=(craft,))


def drivers(segment: Segment, state: OcsState) -> list[UnitId]:
    return [unit for unit in state.transport(segment.side) if state.role[unit] == ON_WHEELS]


def cannot_launch(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.4e"""
    if craft not in drivers(segment, state):
        yield Violation("18.4e", say("{unit} is no DUKW of yours on land", craft), units=(craft,))
    elif (here := Hex(state.hex_of[craft])) not in state.theatre.coast:
        yield Violation("18.4e", say("{hex} is not on the coast", here), (here,), (craft,))


WADE = Form("wade", "18.4e", Slot("craft", UNIT, waders, cannot_wade))
LAUNCH = Form("launch", "18.4e", Slot("craft", UNIT, drivers, cannot_launch))


# ------------------------------------------------------------------------------------------------ 18.4f LSTs


class Deploy(Procedure):
    """18.4f An LST runs ashore and becomes a port, by a roll that lands its units too. One that loses a point is an
    LST no more (18.3d)."""

    side: Side
    craft: UnitId
    mode: str
    beach: Hex = Hex(-1)
    ashore: tuple[UnitId, ...] = ()

    @step("18.5f")
    def roll(self, state: OcsState) -> Result:
        self.beach = Hex(state.hex_of[self.craft])
        state.land_in(self.beach, self.side)
        for craft in craft_in(state, self.beach, self.side):
            state.did(craft, FINISHED)
        units = tuple(sorted(state.aboard(self.craft)))
        return Call(GoAshore(self.side, self.beach, units, self.mode, 1, craft=self.craft), into="ashore")

    @step("9.14")
    def capture(self, state: OcsState) -> Result:
        return Call(Capture(self.side, self.beach, self.ashore)) if self.ashore else None

    @step("18.4f")
    def settle(self, state: OcsState) -> Result:
        if is_lst(state, self.craft):
            state.take_role(self.craft, NEW_PORT, "18.4f")
            state.take_control(self.beach, self.side, "18.4f")
        return Done()


def is_lst(state: OcsState, unit: UnitId) -> bool:
    """18.4f, 18.3d On the map, with all its points."""
    whole = state.steps[unit] == state.theatre.full_steps[unit]
    return "lst" in state.theatre.symbols_of[unit] and whole and state.is_on_map(unit)


def tank_ships(segment: Segment, state: OcsState) -> list[UnitId]:
    return [craft for craft in state.craft(segment.side) if is_lst(state, craft)]


def cannot_deploy(segment: Segment, state: OcsState, craft: UnitId) -> Iterator[Violation]:
    """18.4f"""
    if craft not in tank_ships(segment, state):
        yield Violation("18.4f", say("{unit} is no LST of yours at sea with all its points", craft), units=(craft,))
        return
    here, aboard = Hex(state.hex_of[craft]), state.aboard(craft)
    if here not in state.theatre.coast:
        yield Violation("18.4f", say("{hex} is not on the coast", here), (here,), (craft,))
    if here in ports(state) or any(state.role[unit] in (NEW_PORT, PORT) for unit in state.units_in(here)):
        yield Violation("18.4f", say("{hex} has a port", here), (here,), (craft,))
    if state.cargo[craft] or not all(state.theatre.is_combat[unit] for unit in aboard):
        yield Violation("18.5e", say("supply and transport aboard {unit} do not land so", craft), units=(craft,))
    elif aboard and state.landed[here]:
        yield Violation("18.5f", say("the landings in {hex} have been rolled for in this phase", here), (here,))
    elif all(list(bad_mode(segment, state, craft, mode)) for mode in modes(segment, state, craft)):
        yield from bad_mode(segment, state, craft, modes(segment, state, craft)[0])


def modes(segment: Segment, state: OcsState, craft: UnitId) -> tuple[str, ...]:
    """18.5c Of those aboard; where there is nobody it is not asked."""
    return ABOARD if state.aboard(craft) else ABOARD[:1]


def bad_mode(segment: Segment, state: OcsState, craft: UnitId, mode: str) -> Iterator[Violation]:
    """18.5c, 9.14"""
    units, here = tuple(sorted(state.aboard(craft))), Hex(state.hex_of[craft])
    if mode not in modes(segment, state, craft):
        yield Violation("18.5c", say("nobody is aboard {unit}", craft), units=(craft,))
    elif units:
        yield from bad_landing_mode(state, segment.side, units, here, mode)
    elif here in prey(state, segment.side):
        yield Violation("9.14", say("something of the enemy's is in {hex}", here), (here,), (craft,))


def no_beach(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """2.4"""
    return no_combat(state)


DEPLOY = Form(
    "deploy", "18.4f", Slot("craft", UNIT, tank_ships, cannot_deploy), Slot("mode", WORD, modes, bad_mode),
    refuse=no_beach,
)  # fmt: skip
