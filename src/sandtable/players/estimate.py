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
    computer's estimate."""
    return score(state, side) if isinstance(run(state), Over) else estimated(state, side)


def score(state: State, side: Side) -> float:
    """As the game counts it, whatever is under way."""
    return float(state.scenario.system.standing.margin(state, side))


def estimated(state: State, side: Side) -> float:
    """As the computer sees the position, whatever is under way. Either side sees its own way to go, so that half of
    each is taken."""
    counsel: Counsel[Any] = state.scenario.system.counsel
    mine, theirs = counsel.worth(state, side, SCRIPT), counsel.worth(state, enemy(side), SCRIPT)
    return (mine - theirs) / 2 / counsel.point
