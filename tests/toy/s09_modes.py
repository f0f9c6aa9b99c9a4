"""TOY 9: counters with two modes, and formations that change theirs as one."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import GROUP, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from toy.s03_movement import own_units
from toy.s08_supply import cannot_act
from toy.state import COMBAT, SupplyState


class Change(Procedure):
    """9.1 A formation, or a part of it, turns its counters over."""

    side: Side
    units: Group

    @step("9.1")
    def turn_over(self, state: SupplyState) -> Result:
        for unit in self.units:
            state.act(unit)
            state.turn_over(unit)
        return Done()


def formations(segment: Segment, state: SupplyState, *_: object) -> dict[str, Group]:
    found: dict[str, list[UnitId]] = {}
    for unit in own_units(segment, state):
        found.setdefault(state.scenario.counters["formation"][unit], []).append(unit)
    return {name: tuple(units) for name, units in found.items()}


def cannot_change(segment: Segment, state: SupplyState, units: Group) -> Iterator[Violation]:
    """9.1"""
    refused = list(cannot_act(segment, state, *units))
    yield from refused
    if refused:
        return
    for unit in units:
        if len(state.scenario.counters.faces_of(unit)) == 1:
            yield Violation("9.0", say("{unit} has one face", unit), units=(unit,))
        if state.mode[unit] == COMBAT and state.hex_of[unit] in state.zone(enemy(segment.side)):
            yield Violation("9.1", say("{unit} is next to an enemy, and stays in combat mode", unit), units=(unit,))
    if len({state.mode[unit] for unit in units}) > 1:
        yield Violation("9.1", "they are in different modes", units=units)


CHANGE = Form("change", "9.1", Slot("formation", GROUP, formations, cannot_change))
