"""OCS 9.1: who attacks what in a Combat Segment."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import DONE, GROUP, HEX, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s04_zones import beside
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_forces import could_enter
from sandtable.systems.ocs.s09_supply import can_be_paid
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.state import ATTACKED, RELEASED, OcsState
from sandtable.systems.ocs.theatre import EXPLOIT, RESERVE, STRAT


class Attack(Procedure):
    """9.1 In the Combat Segment of the Combat Phase, where exploitation is earned (9.13)."""

    side: Side
    target: Hex
    stacks: tuple[Group, ...]
    dumps: tuple[Hex, ...]

    @step("9.1")
    def attack(self, state: OcsState) -> Result:
        units = declared(state, self.target, self.stacks)
        return Call(Combat(self.side, self.target, units, 0, self.dumps, 1))

    @step("9.1")
    def end(self, state: OcsState) -> Result:
        return Done()


class LateAttack(Procedure):
    """9.1 In the Exploitation Phase: nothing more to exploit."""

    side: Side
    target: Hex
    stacks: tuple[Group, ...]
    dumps: tuple[Hex, ...]

    @step("9.1")
    def attack(self, state: OcsState) -> Result:
        units = declared(state, self.target, self.stacks)
        return Call(Combat(self.side, self.target, units, 0, self.dumps))

    @step("9.1")
    def end(self, state: OcsState) -> Result:
        return Done()


def declared(state: OcsState, target: Hex, stacks: tuple[Group, ...]) -> tuple[UnitId, ...]:
    """9.1 Each unit attacks once in the segment, and each hex is attacked once."""
    units = together(stacks)
    state.attack_hex(target)
    for unit in units:
        state.did(unit, ATTACKED)
    return units


# ------------------------------------------------------------------------------------------------ who may


def cannot_attack(state: OcsState, side: Side, unit: UnitId, late: bool) -> Iterator[Violation]:
    """4.4, 5.0, 9.1 and 9.5: what keeps a unit from attacking anything."""
    if state.owner[unit] != side or not state.theatre.is_combat[unit] or not state.is_on_map(unit):
        yield Violation("9.1", say("{unit} is no combat unit of yours on the map", unit), units=(unit,))
        return
    if not state.theatre.attacks[state.face[unit]][unit]:
        yield Violation("4.4", say("{unit} only defends", unit), units=(unit,))
    elif state.mode[unit] == STRAT:
        yield Violation("5.8", say("{unit} is in Strat Mode", unit), units=(unit,))
    elif state.mode[unit] == RESERVE:
        yield Violation("5.7", say("{unit} is in Reserve", unit), units=(unit,))
    elif late and state.mode[unit] != EXPLOIT and not state.has(unit, RELEASED):
        yield Violation("2.3", say("{unit} neither exploits nor was released from Reserve", unit), units=(unit,))
    if state.has(unit, ATTACKED):
        yield Violation("9.1", say("{unit} has attacked in this segment", unit), units=(unit,))


def cannot_attack_there(
    state: OcsState, side: Side, target: Hex, unit: UnitId, late: bool, pays: bool = True
) -> Iterator[Violation]:  # fmt: skip
    """9.1 The same, and what keeps it from attacking this hex; `pays`: it needs supply for that."""
    refused = list(cannot_attack(state, side, unit, late))
    yield from refused
    if refused:
        return
    here = Hex(state.hex_of[unit])
    if here not in state.theatre.board.around(target):
        yield Violation("9.1", say("{unit} is not next to {hex}", unit, target), (here, target), (unit,))
    elif not could_enter(state, unit, target):
        yield Violation("9.1", say("{unit} could not enter {hex}", unit, target), (here, target), (unit,))
    elif pays and not can_be_paid(state, unit):
        yield Violation("9.5", say("{unit} has neither supply within reach nor stocks left", unit), units=(unit,))


def attackers(state: OcsState, side: Side, target: Hex, late: bool) -> list[UnitId]:
    """9.1 All that may attack a hex."""
    return [
        unit for place in state.theatre.board.around(target) for unit in state.combat_units_in(place, side)
        if next(cannot_attack_there(state, side, target, unit, late), None) is None
    ]  # fmt: skip


def is_late(segment: Segment) -> bool:
    return segment.row.endswith(EXPLOITATION_COMBAT)


# ------------------------------------------------------------------------------------------------ the form


def targets(segment: Segment, state: OcsState) -> list[Hex]:
    side = segment.side
    return [Hex(place) for place in beside(state, side) & state.occupied(enemy(side))]


def bad_target(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """9.1"""
    if target >= state.theatre.board.hexes or target not in state.occupied(enemy(segment.side)):
        yield Violation("9.1", say("there is no enemy combat unit in {hex}", target), (target,))
        return
    if state.attacked[target]:
        yield Violation("9.1", say("{hex} has been attacked in this segment", target), (target,))
    if not attackers(state, segment.side, target, is_late(segment)):
        yield Violation("9.1", say("nobody can attack {hex}", target), (target,))


def around(segment: Segment, state: OcsState, target: Hex, *_: object) -> dict[str, Group]:
    """The stacks that may attack, in each hex those units that can."""
    return stacks(state, attackers(state, segment.side, target, is_late(segment)))


def bad_stack(
    segment: Segment, state: OcsState, target: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """9.1"""
    if units == DONE:
        if not chosen:
            yield Violation("9.1", "an attack needs a unit")
        return
    assert not isinstance(units, str)
    for unit in units:
        yield from cannot_attack_there(state, segment.side, target, unit, is_late(segment))


def payers(segment: Segment, state: OcsState, target: Hex, chosen: tuple[Group, ...]) -> tuple[UnitId, ...]:
    return together(chosen)


EXPLOITATION_COMBAT = "Exploitation combat"  # the segment, as `s02_sequence.py` calls it
ATTACK = Form(
    "attack", "9.1",
    Slot("target", HEX, targets, bad_target),
    Slot("stacks", GROUP, around, bad_stack, many=True),
    dumps(payers),
)  # fmt: skip
