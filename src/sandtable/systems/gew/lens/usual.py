"""Who is taken where several may be: pages begin with these, and let single ones go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import DONE, Draft, Where
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.s19_attack import COMBAT, GroundCombatPhase
from sandtable.systems.gew.state import GewState


def usual(state: GewState, ask: Ask, draft: Draft) -> Sequence[UnitId]:
    """For the list now asked, while nothing is chosen in it."""
    where = ask.form.where_at(draft)
    found = USUAL.get(where) if where is not None else None
    return found(state.stack[-1], state, *ask.form.at(draft)[1]) if found is not None else ()


def everybody(phase: GroundCombatPhase, state: GewState, offensive: bool, target: Hex) -> Sequence[UnitId]:
    """19.2 All who can attack the hex together; 14.5 of those who are too many, the strongest."""
    attack = state.theatre.attack
    chosen: tuple[UnitId, ...] = ()
    for unit in sorted(phase.candidates(state, target, offensive), key=lambda unit: (-attack[unit], unit)):
        if unit in phase.more_units(state, offensive, target, chosen):
            chosen = (*chosen, unit)
    return tuple(sorted(chosen)) if DONE in phase.more_units(state, offensive, target, chosen) else ()


def attackers(phase: GroundCombatPhase, state: GewState, target: Hex, chosen: tuple[UnitId, ...]) -> Sequence[UnitId]:
    return everybody(phase, state, False, target)


def on_the_offensive(
    phase: GroundCombatPhase, state: GewState, target: Hex, chosen: tuple[UnitId, ...]
) -> Sequence[UnitId]:
    return everybody(phase, state, True, target)


USUAL: Mapping[Where, Callable[..., Sequence[Any]]] = {
    COMBAT.forms["attack"].where("units"): attackers,
    COMBAT.forms["offensive"].where("units"): on_the_offensive,
}
