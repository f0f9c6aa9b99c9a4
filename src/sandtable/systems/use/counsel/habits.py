"""How a side's script plays: the habits of its edition, and what it has been ordered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex


@dataclass(frozen=True, eq=False)
class Habits:
    """Weights and ways of an edition. One is the same as itself alone, so that facts tell editions apart at once."""

    now: float = 0.8  # how much of what may be done is counted: by who acts
    later: float = 0.1  # by others
    beyond: float = 0.4  # after that
    next: float = 0.6  # and of what the Axis may do in its next turn
    units: int = 1  # that are tried
    losses: float = 1.0  # what a step of one's own counts beside one of the enemy's
    gathers: bool = True  # for Assaults, with air units that go ahead
    acts_first: bool = False  # is doing something what is looked at first, by who defends?


@dataclass(frozen=True, eq=False)
class Mind:
    """Habits, and what is ordered: where efforts go, what is held. Nothing is the same but itself, as with habits."""

    habits: Habits
    efforts: tuple[Hex, ...] = ()
    holds: tuple[Hex, ...] = ()


EDITIONS = {
    1: Habits(),
    2: Habits(acts_first=True),
}  # fmt: skip
LOSSES = {-1: 2.5, 0: 1.0, 1: 0.4}  # by boldness


@lru_cache(64)
def _habits(edition: int, narrow: bool, boldness: int) -> Habits:
    """Who looks at what is near alone sees nothing beyond it, and nobody but himself."""
    usual = EDITIONS[edition]
    if narrow:
        usual = replace(usual, beyond=0.0, later=0.0, gathers=False)
    return replace(usual, losses=LOSSES[boldness]) if boldness else usual


@lru_cache(4096)
def mind_of(conduct: Conduct) -> Mind:
    """There is one front."""
    order = conduct.order(0)
    return Mind(_habits(conduct.edition, conduct.narrow, order.boldness), order.efforts, order.holds)
