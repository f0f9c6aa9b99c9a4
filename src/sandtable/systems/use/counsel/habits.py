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
    still: float = 0.1  # of what the Axis may still do in its turn, as the West sees it
    counter: float = 0.0  # of what the West may do in its own, as the Axis sees it
    last: float = 1.0  # what armies and marches count in the last turn, when only what falls counts
    spread: int = 0  # armies near a city after which it draws no more of them; 0: it draws all
    spared: float = 0.0  # what a marker has to promise before it is committed
    losses: float = 1.0  # what a step of one's own counts beside one of the enemy's
    least: float = 0.0  # what an attack has to promise
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
    2: Habits(units=3, counter=0.3, spread=3, spared=2.5, acts_first=True),
}  # fmt: skip
CAUTIOUS, BOLD = (2.0, 2.5), (0.4, -1.5)  # losses, and what an attack has to promise, by boldness


@lru_cache(64)
def _habits(edition: int, narrow: bool, boldness: int) -> Habits:
    """Who looks at what is near alone sees nothing beyond it, and nobody but himself."""
    usual = EDITIONS[edition]
    if narrow:
        usual = replace(usual, beyond=0.0, later=0.0, gathers=False)
    if not boldness:
        return usual
    losses, least = BOLD if boldness > 0 else CAUTIOUS
    return replace(usual, losses=losses, least=least)


@lru_cache(4096)
def mind_of(conduct: Conduct) -> Mind:
    """There is one front."""
    order = conduct.order(0)
    return Mind(_habits(conduct.edition, conduct.narrow, order.boldness), order.efforts, order.holds)
