"""What would be left undone if a segment were ended: who could still move, attack, fly; points that would be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import EMPTY, UNIT, Form, Menu
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId, Violation, counted, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import END
from sandtable.systems.gew.s10_mobilization import SPEND, buildable
from sandtable.systems.gew.s13_zones import zone
from sandtable.systems.gew.s14_stacking import over_stacked
from sandtable.systems.gew.s16_regroup import REGROUP, affordable
from sandtable.systems.gew.s17_march import marches, own_units
from sandtable.systems.gew.s17_movement import MOVE
from sandtable.systems.gew.s19_attack import COMBAT
from sandtable.systems.gew.s23_orders import ANSWER_MENU, FLY_MENU, INTERCEPT_MENU, SAIL_MENU
from sandtable.systems.gew.s26_convoys import GUARD, RAID
from sandtable.systems.gew.s27_special_forces import MISSIONS, commandos
from sandtable.systems.gew.state import POWER_NAMES, POWERS_OF_SIDE, GewState


def undone(state: GewState, ask: Ask) -> Sequence[Violation]:
    """Nothing where the question cannot be ended, or nothing more could be done."""
    found = UNDONE.get(ask.form)
    if found is None or not isinstance(ask.form, Menu) or ask.form.why_not(state, EMPTY, END):
        return ()
    return tuple(found(state.stack[-1], state, ask.form))


def _places(state: GewState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    return tuple(dict.fromkeys(Hex(state.hex_of[unit]) for unit in units))


def moves(phase: Any, state: GewState, menu: Menu) -> Iterator[Violation]:
    """17.0 Those who could march and stand in no enemy zone; 14.5 hexes that hold too many."""
    ours, contact = own_units(phase, state), zone(state, enemy(phase.side))
    free = [unit for unit in ours if state.hex_of[unit] not in contact and marches(phase, state, unit)]
    if free:
        could = f"{counted(len(free), 'unit')} away from the enemy could still march"
        yield Violation("17.0", could, _places(state, free), tuple(free))
    crowded = [place for place in _places(state, ours) if over_stacked(state, place)]
    if crowded:
        said = say("over-stacked: {hexes}, where one unit alone can attack or defend", tuple(crowded))
        yield Violation("14.5", said, tuple(crowded))


def attacks(phase: Any, state: GewState, menu: Menu) -> Iterator[Violation]:
    """19.1"""
    able = {target: phase.candidates(state, target, False) for target in phase.targets(state, False)}
    if able:
        units = tuple(dict.fromkeys(unit for each in able.values() for unit in each))
        said = "1 enemy hex could" if len(able) == 1 else f"{len(able)} enemy hexes could"
        yield Violation("19.1", f"{said} still be attacked", tuple(able), units)


def spending(phase: Any, state: GewState, menu: Menu) -> Iterator[Violation]:
    """10.5, 10.11 Points may be kept, but something could be had for them."""
    verbs, ready = [word for word in menu.picks(state) if word != END], buildable(phase, state)
    for power in POWERS_OF_SIDE[phase.side] if verbs else ():
        units = tuple(unit for unit in ready if state.power_of(unit) == power)
        if state.mp[power]:
            could = f"; {counted(len(units), 'unit')} could be mobilized" if units else ""
            yield Violation("10.5", f"the {POWER_NAMES[power]} keeps {state.mp[power]} MP{could}", units=units)


def regrouping(phase: Any, state: GewState, menu: Menu) -> Iterator[Violation]:
    """16.0"""
    if units := tuple(affordable(phase, state, ())):
        yield Violation("16.0", f"{counted(len(units), 'unit')} could still be regrouped", units=units)


def sending(phase: Any, state: GewState, menu: Menu) -> Iterator[Violation]:
    """23.2, 25.1, 26.4 Campaign units that are ready and have something to do."""
    forms = [menu.forms[word] for word in menu.picks(state) if word != END]
    units = dict.fromkeys(unit for form in forms if form.slots[0].kind == UNIT for unit in form.picks(state, EMPTY))
    if units:
        yield Violation(menu.rule, f"{counted(len(units), 'unit')} could still be sent out", units=tuple(units))


def supporting(phase: Any, state: GewState, menu: Menu) -> Iterator[Violation]:
    """27.2 Commandos that are ready."""
    units = tuple(commandos(phase, state))
    if units and len(menu.picks(state)) > 1:
        yield Violation("27.2", f"{counted(len(units), 'commando')} could still be sent out", units=units)


UNDONE: Mapping[Form, Callable[[Any, GewState, Menu], Iterator[Violation]]] = {
    MOVE: moves,
    COMBAT: attacks,
    SPEND: spending,
    REGROUP: regrouping,
    FLY_MENU: sending,
    ANSWER_MENU: sending,
    SAIL_MENU: sending,
    INTERCEPT_MENU: sending,
    GUARD: sending,
    RAID: sending,
    MISSIONS: supporting,
}
