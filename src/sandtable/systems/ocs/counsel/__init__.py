"""Promising answers to the questions of OCS and how well a side stands, for computer players. No rule: common sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.flow import Ask
from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.counsel import combat, fire
from sandtable.systems.ocs.counsel.operations import next_action
from sandtable.systems.ocs.counsel.overruns import go_on
from sandtable.systems.ocs.counsel.upkeep import deliver, eat, fight_on, go_first, recover, too_many
from sandtable.systems.ocs.counsel.worth import worth as worth
from sandtable.systems.ocs.s02_quiet import AGREEMENT
from sandtable.systems.ocs.s02_sequence import CHOICE
from sandtable.systems.ocs.s04_stacking import EXCESS
from sandtable.systems.ocs.s08_overrun import ON
from sandtable.systems.ocs.s09_advance import ADVANCE
from sandtable.systems.ocs.s09_attack import ATTACKERS_RATING, DEFENCE, DEFENDERS_RATING
from sandtable.systems.ocs.s09_capture import COLLAPSE, DISPLACE, FLEE
from sandtable.systems.ocs.s09_losses import LOSS
from sandtable.systems.ocs.s09_results import OPTIONS
from sandtable.systems.ocs.s09_retreat import RETREAT
from sandtable.systems.ocs.s12_stocks import RECOVER
from sandtable.systems.ocs.s12_supply_phase import EAT
from sandtable.systems.ocs.s13_reinforcements import DELIVER
from sandtable.systems.ocs.s14_combat import ATTACKER, DECLINE, DEFENDER, WITHDRAW
from sandtable.systems.ocs.s14_missions import INTERCEPTION
from sandtable.systems.ocs.state import OcsState

COUNSEL: Mapping[Form, Callable[[Any, OcsState, Form, Conduct], Sequence[Action]]] = {
    AGREEMENT: fight_on,
    CHOICE: go_first,
    EXCESS: too_many,
    ON: go_on,
    DEFENCE: combat.defend,
    ATTACKERS_RATING: combat.rate_attackers,
    DEFENDERS_RATING: combat.rate_defenders,
    LOSS: combat.lose,
    OPTIONS: combat.take_options,
    RETREAT: combat.retreat,
    ADVANCE: combat.advance,
    DISPLACE: combat.displace,
    COLLAPSE: combat.collapse,
    FLEE: combat.flee,
    INTERCEPTION: fire.intercept,
    WITHDRAW: fire.stay,
    DECLINE: fire.stay,
    ATTACKER: fire.lead,
    DEFENDER: fire.meet,
    EAT: eat,
    RECOVER: recover,
    DELIVER: deliver,
}


def vouched(state: OcsState, ask: Ask) -> bool:
    """What is recommended in a segment has been checked."""
    return isinstance(state.stack[-1], Segment) and isinstance(ask.form, Menu)


def promising(state: OcsState, ask: Ask, conduct: Conduct = SCRIPT) -> Iterable[Action]:
    """One answer, or none where anything may be tried."""
    frame = state.stack[-1]
    if isinstance(frame, Segment) and isinstance(ask.form, Menu):
        return next_action(frame, state, ask.form, conduct)
    found = COUNSEL.get(ask.form)
    return found(frame, state, ask.form, conduct) if found else ()
