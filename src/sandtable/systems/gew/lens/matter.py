"""What a question is about where its words do not say it: the missions that may be answered, the result to be borne."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import Form
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId, Violation, counted, enemy
from sandtable.core.sentences import say
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
        what = MISSIONS[state.mission[unit]]
        yield Violation(rule, say("{unit} is out at {hex}: {what}", unit, place, what), (place,), (unit,))
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
    said = say("either {ways}, or {units} must {fate}", ", or ".join(ways), suffer.units, fate)
    if attack is None:
        yield Violation("21.1", said, _places(state, suffer.units), suffer.units)
        return
    named = f" gave {attack.result}" if attack.result else ""
    at = tuple(dict.fromkeys((attack.target, *_places(state, suffer.units))))
    yield Violation("21.1", say("the attack on {hex}{result}: {said}", attack.target, named, said), at, suffer.units)


def retreat(found: Retreat, state: GewState) -> Iterator[Violation]:
    """22.1 How far."""
    said = say("{units} must retreat {far}, or be eliminated", found.units, _hexes(found.hexes))
    yield Violation("22.1", said, _places(state, found.units), found.units)


def pursuit(found: Pursuit, state: GewState) -> Iterator[Violation]:
    """22.3 The hex that was emptied."""
    yield Violation("22.3", say("no enemy is left in {hex}", found.target), (found.target,))


def defense(attack: Attack, state: GewState) -> Iterator[Violation]:
    """14.5 Who attacks those who are too many."""
    said = say("{hex} is over-stacked; it is attacked by {units}", attack.target, attack.units)
    yield Violation("14.5", said, (attack.target,), attack.units)


def loss(found: PayOrLose | LoseOne, state: GewState) -> Iterator[Violation]:
    """24.7 Who was hit, by the rule of what hit them."""
    yield Violation(found.cause, say("hit: {units}", found.units), _places(state, found.units), found.units)


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
