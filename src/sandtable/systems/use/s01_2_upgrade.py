"""USE 1.2: the Upgrade Phase: units on the map are exchanged for better counters that wait in the Upgrade box."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, Form, Slot
from sandtable.core.flow import Ask, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.s05_3_attack import on_map
from sandtable.systems.use.state import FULL, UseState
from sandtable.systems.use.theatre import SIDES

RULE = "1.2"


class Upgrade(Procedure):
    """1.2 Free of charge; hex, fort, strength and Sorties stay as they are. The old counter leaves the game; for Soviet
    Motorized Guards an infantry unit is given up as well."""

    side: Side
    unit: UnitId
    by: UnitId
    answer: tuple = ()  # type: ignore[type-arg]

    @step("1.2")
    def exchange(self, state: UseState) -> Result:
        at, in_fort = Hex(state.hex_of[self.unit]), bool(state.in_fort[self.unit])
        if state.reduced(self.unit) and not state.reduced(self.by):
            state.lose_step(self.by, RULE)
        state.add_sorties(self.by, state.sorties[self.unit], RULE)
        state.occupy(self.unit, False, RULE)
        state.remove(self.unit, RULE)
        state.move(self.by, at, RULE, "upgraded")
        state.occupy(self.by, in_fort, "4.2.3.5")
        return None if takes_men(state, self.by) else Done()

    @step("1.2")
    def ask_for_men(self, state: UseState) -> Result:
        return Ask(self.side, MEN_FOR_GUARDS, "answer")

    @step("1.2")
    def give_men(self, state: UseState) -> Result:
        (unit,), self.answer = self.answer, ()
        state.eliminate(unit, RULE)
        return Done()


def takes_men(state: UseState, by: UnitId) -> bool:
    """1.2 Soviet Motorized Guards."""
    theatre = state.theatre
    return theatre.countries[theatre.country_of[by]].id == "ussr" and theatre.type_of[by] == "motorized"


def men(state: UseState, by: UnitId, unit: UnitId | None = None) -> list[UnitId]:
    """1.2 Infantry units on the map that Motorized Guards may take the men of."""
    theatre = state.theatre
    return [
        each for each in state.ground_units(Side(theatre.side_of[by]))
        if each not in (unit, by) and theatre.type_of[each] == "infantry"
        and theatre.country_of[each] == theatre.country_of[by]
    ]  # fmt: skip


def no_men(frame: Upgrade, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in men(state, frame.by):
        yield Violation(RULE, say("{unit} is no infantry unit of its country on the map", unit), units=(unit,))


MEN_FOR_GUARDS = Form("men", RULE, Slot(
    "unit", UNIT, lambda frame, state: state.ground_units(frame.side), no_men, lambda frame, state: men(state, frame.by)
))  # fmt: skip


def better(segment: Segment, state: UseState) -> list[UnitId]:
    box = state.theatre.boxes.get(f"upgrade_{SIDES[segment.side]}")
    return sorted(state.units_in(box)) if box is not None else []


def not_upgraded(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if state.theatre.side_of[unit] != segment.side or state.theatre.is_marker[unit] or not on_map(state, unit):
        yield Violation(RULE, say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        return
    if state.supply[unit] != FULL:
        yield Violation(RULE, say("{unit} is not in Full supply", unit), units=(unit,))
    if not fitting(segment, state, unit):
        yield Violation(RULE, say("no better counter waits for {unit}", unit), units=(unit,))


def fitting(segment: Segment, state: UseState, unit: UnitId) -> list[UnitId]:
    return [by for by in better(segment, state) if next(no_better(segment, state, unit, by), None) is None]


def no_better(segment: Segment, state: UseState, unit: UnitId, by: UnitId) -> Iterator[Violation]:
    theatre = state.theatre
    if by not in better(segment, state):
        yield Violation(RULE, say("{unit} is not in your Upgrade box", by), units=(by,))
    if theatre.country_of[by] != theatre.country_of[unit]:
        yield Violation(RULE, say("{unit} is of another country", by), units=(by,))
    if any(kind[by] != kind[unit] for kind in (theatre.is_ground, theatre.is_air, theatre.is_naval)):
        yield Violation(RULE, say("{unit} is of another kind", by), units=(by,))
    if takes_men(state, by) and not men(state, by, unit):
        yield Violation(RULE, say("no infantry unit is there whose men {unit} could take", by), units=(by,))


UPGRADE = Form(
    "upgrade", RULE,
    Slot("unit", UNIT, lambda segment, state: state.scenario.units_of(segment.side), not_upgraded),
    Slot("by", UNIT, lambda segment, state, unit: better(segment, state), no_better, fitting),
)  # fmt: skip
