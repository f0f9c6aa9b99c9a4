"""Computer players of every level who think no longer than a test may take."""

from __future__ import annotations

from sandtable.play.table import Player
from sandtable.players import player
from sandtable.players.contest import Budget
from sandtable.players.planner import Planner

PLANNERS = ("planner", "staff")
FEW = Budget(4_000)  # answers of rollouts: a few of each plan that is tried first


def hurried(name: str, seed: str) -> Player:
    found = player(name, seed)
    if isinstance(found, Planner):
        found.budget = FEW
    return found
