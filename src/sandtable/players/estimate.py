"""How far a side is ahead: what looking back on a game is told in."""

from __future__ import annotations

from typing import Any

from sandtable.core.flow import Over, run
from sandtable.core.intents import SCRIPT
from sandtable.core.parts import Counsel
from sandtable.core.rules import Side, enemy
from sandtable.core.state import State


def ahead(state: State, side: Side) -> float:
    """In points of the margin, the enemy being as far behind: when the game is over its margin, before that the
    computer's estimate. Either side sees its own way to go, so that half of each is taken."""
    system = state.scenario.system
    if isinstance(run(state), Over):
        return float(system.standing.margin(state, side))
    counsel: Counsel[Any] = system.counsel
    mine, theirs = counsel.worth(state, side, SCRIPT), counsel.worth(state, enemy(side), SCRIPT)
    return (mine - theirs) / 2 / counsel.point
