"""OCS 18.6: beach assaults: units attack a coastal hex out of landing craft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.decisions import DONE, GROUP, HEX, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s09_forces import defenders
from sandtable.systems.ocs.s09_losses import surviving
from sandtable.systems.ocs.s09_results import ADVANCED
from sandtable.systems.ocs.s09_supply import beach_paid
from sandtable.systems.ocs.s18_craft import LosePoints, points_under
from sandtable.systems.ocs.s18_landings import GoAshore
from sandtable.systems.ocs.s18_loading import laden
from sandtable.systems.ocs.state import ATTACKED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, COMBAT_FACE, ESTUARY, QUARTERS, Theatre


class Assault(Procedure):
    """18.6 One beach assault: won, or all who took part are lost with the craft that carried them."""

    side: Side
    start: Hex
    target: Hex
    stacks: tuple[Group, ...]
    answer: Any = ()
    units: tuple[UnitId, ...] = ()
    points: tuple[UnitId, ...] = ()  # of landing craft, that carry them
    outcome: str = ""

    @step("18.6")
    def begin(self, state: OcsState) -> Result:
        self.units = together(self.stacks)
        state.attack_hex(self.target)
        for unit in self.units:
            state.did(unit, ATTACKED)
        state.note("assault", "18.6", side=self.side, units=self.units, hex=self.target, start=self.start)
        return None

    @step("18.6b")
    def ask(self, state: OcsState) -> Result:
        return Ask(enemy(self.side), BEACH, "answer")

    @step("18.6b")
    def decide(self, state: OcsState) -> Result:
        answer, self.answer = self.answer, ()
        if answer == (FIGHT,):
            return None
        state.turn_up(defenders(state, self.side, self.target), "4.9b")
        state.note("beach given up", "18.6b", side=enemy(self.side), hex=self.target)
        for unit in defenders(state, self.side, self.target):
            state.lose_steps(unit, state.steps[unit], "18.6b")
        return Goto("roll")

    @step("18.6")
    def fight(self, state: OcsState) -> Result:
        self.points = points_under(state, self.units)
        for unit in reversed(self.units):
            state.move(unit, self.start, "18.6", kind="lowered")
        return Call(Combat(self.side, self.target, self.units, 0, (), 1, beach=1), into="outcome")

    @step("18.6a")
    def settle(self, state: OcsState) -> Result:
        if self.outcome == ADVANCED:
            return Done()
        for unit in surviving(state, self.units):
            state.lose_steps(unit, state.steps[unit], "18.6a")
        return Call(LosePoints(self.side, self.points, len(self.points), "18.6a"), then="end")

    @step("18.6b")
    def roll(self, state: OcsState) -> Result:
        return Call(GoAshore(self.side, self.target, self.units, "combat", 0), into="units")

    @step("18.6b")
    def capture(self, state: OcsState) -> Result:
        return Call(Capture(self.side, self.target, self.units, 1)) if self.units else None

    @step("18.6")
    def end(self, state: OcsState) -> Result:
        return Done()


FIGHT, GIVE_UP = "fight", "give_up"
BEACH = Menu("beach", "18.6b", Form(FIGHT, "18.6"), Form(GIVE_UP, "18.6b"))


# ------------------------------------------------------------------------------------------------ who may


def cannot_assault(state: OcsState, side: Side, start: Hex, unit: UnitId) -> Iterator[Violation]:
    """18.6a, 4.4"""
    craft = state.carrier(unit)
    if craft is None or state.owner[unit] != side or state.hex_of[craft] != start:
        yield Violation("18.6a", say("{unit} is aboard no landing craft of yours in {hex}", unit, start), units=(unit,))
        return
    if not state.theatre.is_combat[unit] or not state.theatre.attacks[COMBAT_FACE][unit]:
        yield Violation("4.4", say("{unit} only defends", unit), units=(unit,))
    elif state.mode[unit] != COMBAT:
        yield Violation("18.6a", say("{unit} is not in Combat Mode", unit), units=(unit,))
    if state.has(unit, ATTACKED):
        yield Violation("9.1", say("{unit} has attacked in this segment", unit), units=(unit,))
    elif beach_paid(state, side, start, (unit,)) is None:
        said = say("{unit} needs supply on landing craft in {hex} or next to it", unit, start)
        yield Violation("18.6a", said, (start,), (unit,))


def able(state: OcsState, side: Side, start: Hex) -> list[UnitId]:
    return [
        unit for craft in laden(state, start, side) for unit in state.aboard(craft)
        if next(cannot_assault(state, side, start, unit), None) is None
    ]  # fmt: skip


def beaches(state: OcsState, side: Side, start: Hex) -> list[Hex]:
    """18.6 Coastal hexes of the enemy, over the water from the craft, that have not been attacked."""
    foe, theatre = state.occupied(enemy(side)), state.theatre
    return [
        hex for hex in theatre.board.around(start)
        if hex in foe and hex in theatre.coast and not state.attacked[hex] and is_over_water(theatre, start, hex)
    ]  # fmt: skip


def is_over_water(theatre: Theatre, start: Hex, beach: Hex) -> bool:
    """18.6 Does the craft lie at sea, or on the other side of an estuary?"""
    return start in theatre.ocean or theatre.board.layout.side(start, beach) in theatre.board.sides_with(ESTUARY)


# ------------------------------------------------------------------------------------------------ the form


def starts(segment: Segment, state: OcsState) -> list[Hex]:
    if not state.theatre.holds:
        return []
    return sorted({Hex(state.hex_of[craft]) for craft in state.craft(segment.side)})


def bad_start(segment: Segment, state: OcsState, start: Hex) -> Iterator[Violation]:
    """18.6"""
    side = segment.side
    if start >= state.theatre.board.hexes or not laden(state, start, side):
        yield Violation("18.6", say("no landing craft of yours with combat units is in {hex}", start), (start,))
    elif not beaches(state, side, start):
        yield Violation("18.6", say("no enemy holds a beach over the water from {hex}", start), (start,))
    elif not able(state, side, start):
        yield Violation("18.6a", say("nobody aboard in {hex} can assault", start), (start,))


def all_beaches(segment: Segment, state: OcsState, start: Hex) -> list[Hex]:
    return beaches(state, segment.side, start)


def bad_beach(segment: Segment, state: OcsState, start: Hex, target: Hex) -> Iterator[Violation]:
    """18.6"""
    if target not in beaches(state, segment.side, start):
        yield Violation(
            "18.6", say("{hex} is no beach of the enemy over the water from {start}", target, start), (target,)
        )


def parties(segment: Segment, state: OcsState, start: Hex, *_: object) -> dict[str, Group]:
    return stacks(state, able(state, segment.side, start))


def bad_party(
    segment: Segment, state: OcsState, start: Hex, target: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """18.6a"""
    if units == DONE:
        if not chosen:
            yield Violation("18.6", "an assault needs units")
        return
    assert not isinstance(units, str)
    refused = [each for unit in units for each in cannot_assault(state, segment.side, start, unit)]
    yield from refused
    if refused:
        return
    everybody = (*together(chosen), *units)
    if sum(map(state.size, everybody)) > QUARTERS * state.number("landing-party"):
        yield Violation("18.6a", f"{state.number('landing-party')} REs at most assault together", units=units)
    elif beach_paid(state, segment.side, start, everybody) is None:
        yield Violation("18.6a", "there is not supply enough for all of them on landing craft near them", units=units)


ASSAULT = Form(
    "assault", "18.6",
    Slot("start", HEX, starts, bad_start),
    Slot("target", HEX, all_beaches, bad_beach),
    Slot("units", GROUP, parties, bad_party, many=True),
)  # fmt: skip
