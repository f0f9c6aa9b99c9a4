"""Promising answers to the questions of USE and how well a side stands, for computer players. No rule: common sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask
from sandtable.core.intents import SCRIPT, Conduct
from sandtable.systems.use.counsel.combat import advance, commit, declare, fort, retreat, take_off
from sandtable.systems.use.counsel.fronts import BOLDNESS as BOLDNESS
from sandtable.systems.use.counsel.fronts import PACE as PACE
from sandtable.systems.use.counsel.fronts import fronts as fronts
from sandtable.systems.use.counsel.fronts import occasion as occasion
from sandtable.systems.use.counsel.fronts import planning as planning
from sandtable.systems.use.counsel.habits import Mind, mind_of
from sandtable.systems.use.counsel.logistics import mobilize, replace
from sandtable.systems.use.counsel.operations import displace, next_action, operate, transfer
from sandtable.systems.use.counsel.upkeep import keep, served, shelter
from sandtable.systems.use.counsel.worth import worth as worth
from sandtable.systems.use.s01_2_sequence import (
    ACTIONS,
    ACTIONS_AT_SEA,
    GIVING_UP,
    MOBILIZING,
    MOBILIZING_OR_BUYING,
    REPLACING,
    TRANSFERRING,
)
from sandtable.systems.use.s04_2_4_transport import TAKE_OFF
from sandtable.systems.use.s04_2_air import DISPLACED
from sandtable.systems.use.s05_1_commitment import COMMITMENT, DECLARATION
from sandtable.systems.use.s05_3_attack import ADVANCE, FORT_RETREAT, RETREAT
from sandtable.systems.use.s06_3_army import OPERATIONS
from sandtable.systems.use.s07_supply import CHECK
from sandtable.systems.use.s08_logistics import INTO_FORT
from sandtable.systems.use.state import UseState

COUNSEL: Mapping[Form, Callable[[Any, UseState, Form, Mind], Iterable[Action]]] = {
    ACTIONS.asks: next_action,
    ACTIONS_AT_SEA.asks: next_action,
    OPERATIONS: operate,
    COMMITMENT: commit,
    DECLARATION: declare,
    RETREAT: retreat,
    TAKE_OFF: take_off,
    FORT_RETREAT: fort,
    ADVANCE: advance,
    DISPLACED: displace,
    TRANSFERRING.asks: transfer,
    REPLACING.asks: replace,
    MOBILIZING.asks: mobilize,
    MOBILIZING_OR_BUYING.asks: mobilize,
    CHECK: served,
    GIVING_UP.asks: keep,
    INTO_FORT: shelter,
}


def promising(state: UseState, ask: Ask, conduct: Conduct = SCRIPT) -> Iterable[Action]:
    """A few answers, the best first; none where anything may be tried."""
    found = COUNSEL.get(ask.form)
    return found(state.stack[-1], state, ask.form, mind_of(conduct, ask.side)) if found else ()
