"""How a side's script plays: the habits of its edition, and what it has been ordered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from sandtable.core.intents import BOLD, CAREFUL, Conduct
from sandtable.core.rules import Hex, Side


@dataclass(frozen=True, eq=False)
class Habits:
    """Weights and ways of an edition. One is the same as itself alone, so that facts tell editions apart at once."""

    later: float = 0.1  # of what others than who acts may do in this turn
    beyond: float = 0.4  # of what lies beyond a city that is taken
    patient: bool = False  # is that shared among this turn and those to come?
    tours: bool = False  # are two cities looked at there, one after the other?
    through: float = 0.6  # how much of it who attacks counts on
    units: int = 1  # that are tried
    counter: float = 0.0  # of what the West may do in its own, as the Axis sees it
    spread: int = 0  # armies near a city after which it draws no more of them; 0: it draws all
    spared: float = 0.0  # what a marker has to promise before it is committed
    losses: float = 1.0  # what a step of one's own counts beside one of the enemy's
    least: float = 0.0  # what an attack has to promise
    gathers: bool = True  # for Assaults, with air units that go ahead
    open_first: float = 0.0  # what it adds to who acts first that he finds a city open: others would retreat into it
    acts_first: bool = False  # is doing something what is looked at first, by who defends?


@dataclass(frozen=True, eq=False)
class Mind:
    """Habits, and what is ordered: where efforts go, what is held. Nothing is the same but itself, as with habits."""

    habits: Habits
    efforts: tuple[Hex, ...] = ()
    holds: tuple[Hex, ...] = ()


SECOND = Habits(
    patient=True, tours=True, through=0.9, units=2, counter=0.1, spread=3, spared=3.0, open_first=10.0, acts_first=True
)
EDITIONS = {  # of the Axis, of the West
    1: (Habits(), Habits()),
    2: (SECOND, replace(SECOND, beyond=0.0)),  # who holds out loses what he does not hold, whatever lies beyond
}
NEAR = 2  # who is neither bold nor careful, and takes what is near


@lru_cache(64)
def _habits(edition: int, side: Side, narrow: bool, boldness: int) -> Habits:
    """Who looks at what is near alone sees nothing beyond it, and nobody but himself."""
    usual = EDITIONS[edition][side]
    if narrow:
        usual = replace(usual, beyond=0.0, later=0.0, gathers=False)
    if boldness == NEAR:
        return replace(usual, beyond=0.0)
    if boldness == CAREFUL:
        return replace(usual, losses=2.0, least=2.5)
    return replace(usual, losses=0.4, least=-1.5) if boldness == BOLD else usual


@lru_cache(4096)
def mind_of(conduct: Conduct, side: Side) -> Mind:
    """There is one front."""
    order = conduct.order(0)
    return Mind(_habits(conduct.edition, side, conduct.narrow, order.boldness), order.efforts, order.holds)
