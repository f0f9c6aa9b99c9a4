"""What a question is about where its words do not say it: the missions that may be answered, the result to be borne."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import Form
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId, Violation, counted, enemy
from sandtable.systems.gew.lens.conditions import MISSIONS
from sandtable.systems.gew.s19_attack import DEFEND, Attack
from sandtable.systems.gew.s21_absorption import SUFFER, Suffer
from sandtable.systems.gew.s22_pursuit import GO_ON, PURSUE, Pursuit
from sandtable.systems.gew.s22_retreat import RETREAT, Retreat
from sandtable.systems.gew.s23_airbases import flying, of_kind
from sandtable.systems.gew.s23_orders import ANSWER_MENU, INTERCEPT_MENU, SendOut
from sandtable.systems.gew.s24_losses import LOSE_AND_ABORT, LOSE_ONE, PAY_OR_LOSE, LoseOne, PayOrLose
from sandtable.systems.gew.s26_naval_missions import AMPHIB, FLEET
from sandtable.systems.gew.state import NO_MISSION, GewState


def matter(state: GewState, ask: Ask) -> Sequence[Violation]:
    """Only what everybody sees: units on the map, their missions, the roll."""
    found = MATTER.get(ask.form)
    return tuple(found(state.stack[-1], state)) if found is not None else ()


def _names(state: GewState, units: Iterable[UnitId]) -> str:
    *most, last = [state.scenario.unit_name(unit) for unit in units] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def _places(state: GewState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    return tuple(dict.fromkeys(Hex(state.hex_of[unit]) for unit in units if state.hex_of[unit] >= 0))


def _hexes(number: int) -> str:
    return counted(number, "hex", "hexes")


# ------------------------------------------------------------------------------------------------ missions


def in_the_air(orders: SendOut, state: GewState) -> Iterator[Violation]:
    """23.2 What the enemy has flying."""
    yield from _missions(state, flying(state, enemy(orders.side)), "23.2", "the enemy flies no mission")


def at_sea(orders: SendOut, state: GewState) -> Iterator[Violation]:
    """26.3 What the enemy has sailing."""
    sailing = (
        (unit, Hex(state.hex_of[unit]))
        for unit in of_kind(state.theatre, (*AMPHIB, *FLEET))
        if state.mission[unit] != NO_MISSION
        and 0 <= state.hex_of[unit] < state.theatre.hexes
        and state.side_of(unit) == enemy(orders.side)
    )
    yield from _missions(state, sailing, "26.3", "the enemy sails no mission")


def _missions(
    state: GewState, units: Iterable[tuple[UnitId, Hex]], rule: str, none: str
) -> Iterator[Violation]:  # fmt: skip
    found = list(units)
    for unit, place in found:
        name, what = state.scenario.unit_name(unit), MISSIONS[state.mission[unit]]
        yield Violation(rule, f"{name} is out at {state.scenario.spoken_place(place)}: {what}", (place,), (unit,))
    if not found:
        yield Violation(rule, none)


# ------------------------------------------------------------------------------------------------ combat


def _attack(state: GewState) -> Attack | None:
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Attack)), None)


def result(suffer: Suffer, state: GewState) -> Iterator[Violation]:
    """21.1 What it costs, and what else comes of it; MP are for those in supply, depots are not (O34.5)."""
    attack, cost = _attack(state), suffer.cost(state)
    ways = [f"{cost} MP {'is' if cost == 1 else 'are'} paid"] if suffer.in_supply(state) else []
    ways += ["a depot is expended"] if suffer.depots(state) else []
    fate = f"retreat {_hexes(suffer.mp)}" if suffer.fate == "retreat" else "be eliminated"
    said = f"either {', or '.join(ways)}, or {_names(state, suffer.units)} must {fate}"
    if attack is None:
        yield Violation("21.1", said, _places(state, suffer.units), suffer.units)
        return
    where = state.scenario.spoken_place(attack.target)
    named = f" gave {attack.result}" if attack.result else ""
    at = tuple(dict.fromkeys((attack.target, *_places(state, suffer.units))))
    yield Violation("21.1", f"the attack on {where}{named}: {said}", at, suffer.units)


def retreat(found: Retreat, state: GewState) -> Iterator[Violation]:
    """22.1 How far."""
    said = f"{_names(state, found.units)} must retreat {_hexes(found.hexes)}, or be eliminated"
    yield Violation("22.1", said, _places(state, found.units), found.units)


def pursuit(found: Pursuit, state: GewState) -> Iterator[Violation]:
    """22.3 The hex that was emptied."""
    yield Violation("22.3", f"no enemy is left in {state.scenario.spoken_place(found.target)}", (found.target,))


def defense(attack: Attack, state: GewState) -> Iterator[Violation]:
    """14.5 Who attacks those who are too many."""
    said = f"{state.scenario.spoken_place(attack.target)} is over-stacked; it is attacked by"
    yield Violation("14.5", f"{said} {_names(state, attack.units)}", (attack.target,), attack.units)


def loss(found: PayOrLose | LoseOne, state: GewState) -> Iterator[Violation]:
    """24.7 Who was hit, by the rule of what hit them."""
    yield Violation(found.cause, f"hit: {_names(state, found.units)}", _places(state, found.units), found.units)


MATTER: Mapping[Form, Callable[[Any, GewState], Iterator[Violation]]] = {
    ANSWER_MENU: in_the_air,
    INTERCEPT_MENU: at_sea,
    SUFFER: result,
    RETREAT: retreat,
    PURSUE: pursuit,
    GO_ON: pursuit,
    DEFEND: defense,
    PAY_OR_LOSE: loss,
    LOSE_ONE: loss,
    LOSE_AND_ABORT: loss,
}
