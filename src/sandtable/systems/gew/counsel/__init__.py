"""Promising answers to the questions of GEW, for computer players. No rule: a soldier's common sense, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask
from sandtable.core.intents import SCRIPT, Conduct
from sandtable.systems.gew.counsel import campaign, combat, mobilization, movement, replies
from sandtable.systems.gew.s09_neutrals import INVASIONS
from sandtable.systems.gew.s10_mobilization import GIVE_UP, SPEND
from sandtable.systems.gew.s11_reinforcements import DEPLOY
from sandtable.systems.gew.s16_regroup import REGROUP
from sandtable.systems.gew.s17_movement import MOVE, ORDER
from sandtable.systems.gew.s19_attack import COMBAT
from sandtable.systems.gew.s21_absorption import SUFFER
from sandtable.systems.gew.s22_pursuit import GO_ON, PURSUE
from sandtable.systems.gew.s22_retreat import RETREAT
from sandtable.systems.gew.s23_orders import ANSWER_MENU, FLY_MENU, INTERCEPT_MENU, SAIL_MENU
from sandtable.systems.gew.s24_losses import PAY_OR_LOSE
from sandtable.systems.gew.s26_convoys import GUARD, RAID
from sandtable.systems.gew.s33_setup import OPERATIONAL, PLACE
from sandtable.systems.gew.state import GewState

COUNSEL: Mapping[Form, Callable[[Any, GewState, Form, Conduct], Iterable[Action]]] = {
    PLACE: mobilization.place,
    OPERATIONAL: mobilization.operational,
    GIVE_UP: mobilization.keep,
    SPEND: mobilization.build,
    DEPLOY: mobilization.deploy,
    REGROUP: mobilization.regroup,
    ORDER: movement.order,
    MOVE: movement.next_move,
    GUARD: campaign.guard,
    RAID: campaign.raid,
    FLY_MENU: campaign.fly,
    ANSWER_MENU: campaign.answer_in_the_air,
    SAIL_MENU: campaign.sail,
    COMBAT: combat.next_attack,
    SUFFER: combat.bear,
    PURSUE: combat.pursue,
    GO_ON: combat.go_on,
}
MENDED: Mapping[Form, Callable[[Any, GewState, Form, Conduct], Iterable[Action]]] = {
    **COUNSEL,
    SUFFER: replies.bear,
    RETREAT: replies.retreat,
    PAY_OR_LOSE: replies.pay,
    INVASIONS: replies.invade,
    INTERCEPT_MENU: replies.meet_at_sea,
}  # from the second edition on


def promising(state: GewState, ask: Ask, conduct: Conduct = SCRIPT) -> Iterable[Action]:
    """A few answers, the best first; none where anything may be tried."""
    counsel = (MENDED if conduct.edition > 1 else COUNSEL).get(ask.form)
    return counsel(state.stack[-1], state, ask.form, conduct) if counsel else ()


def vouched(state: GewState, ask: Ask) -> bool:
    """All are taken from what is offered, but for those of a set-up (33.0), which may have been begun otherwise."""
    return ask.form not in (PLACE, OPERATIONAL)
