"""What the toy says beside the rules: rounds in stock, the face of a counter in words, the sum of a draft."""

from __future__ import annotations

from sandtable.core.decisions import GROUP, Draft
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from toy.s08_supply import ASSAULT, at_most, together
from toy.state import MARCH, STEPS, SupplyState, ToyState


def funds(state: ToyState, side: Side) -> str:
    """8.0"""
    return f"{state.stock[side]} rounds" if isinstance(state, SupplyState) else ""


def condition(scenario: Scenario, seen: Seen) -> str:
    """9.0"""
    if "mode" not in seen.face:
        return ""
    march, worn = seen.face["mode"] == MARCH, seen.face["steps"] < STEPS
    return ", ".join([*(["march mode"] if march else []), *(["reduced"] if worn else [])])


def total(state: ToyState, ask: Ask, draft: Draft) -> str:
    """8.2 What the stacks chosen so far attack with."""
    slot, _ = ask.form.at(draft)
    if slot is None or slot.kind != GROUP or draft.filled[:1] != (ASSAULT.name,) or not draft.chosen:
        return ""
    assert isinstance(state, SupplyState)
    attack = sum(state.printed("attack", unit) for unit in together(draft.chosen))
    return f"attack {attack}, {at_most(state, draft.chosen)} rounds at most"
