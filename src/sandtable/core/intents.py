"""What a side is after in the turns to come, as data: a system offers what may be ordered, a planner or a person
chooses, and the system's counsel plays so."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core.rules import Hex
from sandtable.core.sentences import Text

LATEST = 2  # the edition of the scripts that is mended now; 1 is that of 0.3.0
CAREFUL, BOLD = -1, 1


class Front(NamedTuple):
    """A part of the war that is planned by itself, and what a side may order there."""

    name: Text
    efforts: tuple[Hex, ...]  # where a main effort may go, the most promising first
    holds: tuple[Hex, ...]  # what may have to be held, the most in danger first


class Order(NamedTuple):
    """What is ordered on one front."""

    efforts: tuple[Hex, ...] = ()  # where the main effort goes; none: to whatever is near and rich
    holds: tuple[Hex, ...] = ()  # what is held whatever else happens; none: as the script sees fit
    boldness: int = 0  # 0 as usual; BOLD attacks at worse odds, CAREFUL only at better ones; others are a game's own


Intent = tuple[Order, ...]  # by front; empty: the usual order on every front


class Conduct(NamedTuple):
    """How a side's script plays."""

    intent: Intent = ()
    edition: int = LATEST  # of the script: older ones stay as they were, to be measured against
    narrow: bool = False  # does it look at what is near alone?
    hasty: bool = False  # does it pass over what hardly matters? So plans are tried: often, rather than closely

    def order(self, front: int) -> Order:
        return self.intent[front] if self.intent else USUAL


USUAL = Order()
SCRIPT = Conduct()
FIRST = Conduct(edition=1)
