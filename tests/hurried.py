"""Computer players of every level who think no longer than a test may take."""

from __future__ import annotations

from sandtable.play.table import Player
from sandtable.players import player
from sandtable.players.planner import Budget, Planner

PLANNERS = ("planner", "staff")
FEW = Budget(14)  # rollouts: one of each intent that is tried first, and some more


def hurried(name: str, seed: str) -> Player:
    found = player(name, seed)
    if isinstance(found, Planner):
        found.budget = FEW
    return found
