"""OCS 21.8: an empty hex is attacked to step into it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import Bits
from sandtable.core.decisions import DONE, GROUP, HEX, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.options import O21_8_EMPTY_HEXES
from sandtable.systems.ocs.s04_zones import beside
from sandtable.systems.ocs.s09_advance import Advance
from sandtable.systems.ocs.s09_segment import cannot_attack_there, declared, is_late
from sandtable.systems.ocs.s09_supply import pay_attack
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_supply_phase import dropped
from sandtable.systems.ocs.state import OcsState


class StepIn(Procedure):
    """21.8 Paid for like an attack, but for those that dropped from the air in this turn; nothing is rolled."""

    side: Side
    target: Hex
    stacks: tuple[Group, ...]
    dumps: tuple[Hex, ...]
    units: tuple[UnitId, ...] = ()

    @step("21.8")
    def pay(self, state: OcsState) -> Result:
        self.units = declared(state, self.target, self.stacks)
        out = pay_attack(state, self.side, paying(state, self.units), self.dumps, "21.8")
        self.units = tuple(unit for unit in self.units if unit not in out)
        return Call(Advance(self.side, self.target, self.units, 1)) if self.units else None

    @step("21.8")
    def end(self, state: OcsState) -> Result:
        return Done()


def paying(state: OcsState, units: tuple[UnitId, ...]) -> list[UnitId]:
    return [unit for unit in units if not dropped(state, unit)]


def cannot_step_in(state: OcsState, side: Side, target: Hex, unit: UnitId, late: bool) -> Iterator[Violation]:
    """21.8, 9.1 Whoever could attack may step in; who dropped from the air in this turn pays nothing."""
    return cannot_attack_there(state, side, target, unit, late, not dropped(state, unit))


def those_who_may(state: OcsState, side: Side, target: Hex, late: bool) -> list[UnitId]:
    return [
        unit for place in state.theatre.board.around(target) for unit in state.combat_units_in(place, side)
        if next(cannot_step_in(state, side, target, unit, late), None) is None
    ]  # fmt: skip


def not_in_play(segment: Segment, state: OcsState) -> Iterator[Violation]:
    if not state.option(O21_8_EMPTY_HEXES):
        yield Violation("21.8", "empty hexes are not attacked without the option")


def empty(segment: Segment, state: OcsState) -> list[Hex]:
    return [Hex(place) for place in beside(state, segment.side) - _full(state)]


def _full(state: OcsState) -> Bits:
    return state.occupied(Side(0)) | state.occupied(Side(1))


def bad_hex(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """21.8"""
    if target >= state.theatre.board.hexes or target in _full(state):
        yield Violation("21.8", say("{hex} is no empty hex", target), (target,))
        return
    if state.attacked[target]:
        yield Violation("9.1", say("{hex} has been attacked in this segment", target), (target,))
    if not those_who_may(state, segment.side, target, is_late(segment)):
        yield Violation("21.8", say("nobody can step into {hex}", target), (target,))


def around(segment: Segment, state: OcsState, target: Hex, *_: object) -> dict[str, Group]:
    return stacks(state, those_who_may(state, segment.side, target, is_late(segment)))


def bad_stack(
    segment: Segment, state: OcsState, target: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """21.8"""
    if units == DONE:
        if not chosen:
            yield Violation("21.8", "somebody has to step in")
        return
    assert not isinstance(units, str)
    for unit in units:
        yield from cannot_step_in(state, segment.side, target, unit, is_late(segment))


def payers(segment: Segment, state: OcsState, target: Hex, chosen: tuple[Group, ...]) -> tuple[UnitId, ...]:
    return tuple(paying(state, together(chosen)))


STEP_IN = Form(
    "step_in", "21.8",
    Slot("target", HEX, empty, bad_hex), Slot("stacks", GROUP, around, bad_stack, many=True), dumps(payers),
    refuse=not_in_play,
)  # fmt: skip
