"""Promising answers to the questions of USE and how well a side stands, for computer players. No rule: common sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask
from sandtable.systems.use.counsel.combat import advance, commit, declare, fort, retreat, take_off
from sandtable.systems.use.counsel.logistics import mobilize, replace
from sandtable.systems.use.counsel.operations import displace, next_action, operate, transfer
from sandtable.systems.use.counsel.upkeep import keep, served, shelter
from sandtable.systems.use.counsel.worth import worth as worth
from sandtable.systems.use.state import UseState

COUNSEL: Mapping[str, Callable[[Any, UseState, Form], Sequence[Action]]] = {  # by the name of the form
    "Actions Sub-Phase": next_action,
    "operations": operate,
    "commitment": commit,
    "declaration": declare,
    "retreat": retreat,
    "evacuation": take_off,
    "fort": fort,
    "advance": advance,
    "displace": displace,
    "Strategic Movement Phase": transfer,
    "Replacements Phase": replace,
    "Mobilization Phase": mobilize,
    "supply check": served,
    "Voluntary Elimination": keep,
    "arrival": shelter,
}


def promising(state: UseState, ask: Ask) -> Sequence[Action]:
    """A few answers, the best first; none where anything may be tried."""
    found = COUNSEL.get(ask.form.name)
    return found(state.stack[-1], state, ask.form) if found else ()
