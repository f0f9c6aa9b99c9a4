"""Promising answers to the questions of GEW, for computer players. No rule: a soldier's common sense, in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask
from sandtable.systems.gew.counsel import campaign, combat, mobilization, movement
from sandtable.systems.gew.state import GewState

COUNSEL: Mapping[str, Callable[[Any, GewState, Form], Sequence[Action]]] = {  # by the name of the form
    "place": mobilization.place,
    "operational": mobilization.operational,
    "demobilization": mobilization.keep,
    "mobilization": mobilization.build,
    "deploy": mobilization.deploy,
    "regroup": mobilization.regroup,
    "order": movement.order,
    "move": movement.next_move,
    "anti-submarine operations": campaign.guard,
    "anti-convoy campaign": campaign.raid,
    "air operations": campaign.fly,
    "answer in the air": campaign.answer_in_the_air,
    "naval operations": campaign.sail,
    "ground combat": combat.next_attack,
    "absorb or suffer": combat.bear,
    "pursue": combat.pursue,
    "pursue farther": combat.go_on,
}


def promising(state: GewState, ask: Ask) -> Sequence[Action]:
    """A few answers, the best first; none where anything may be tried."""
    counsel = COUNSEL.get(ask.form.name)
    return counsel(state.stack[-1], state, ask.form) if counsel else ()
