"""How a script plays: its weights and switches, one row for each edition. No rule: numbers chosen by hand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.core.intents import Conduct


class Habits(NamedTuple):
    """What a script goes by; lengths in MF, strengths in factors."""

    garrison: int  # attack factors up to which the last unit in a threatened hex that counts is kept there
    spread: bool  # has each unit an aim of its own? Else all go to whatever is near and rich
    crowd: float  # how much farther a prize seems for each attack factor beyond those it wants
    wanted: float  # attack factors that a prize wants for each defense factor around it, and
    least: float  # beside them
    resisted: float  # how much farther it seems for each of these defense factors
    landing: int  # how long a landing seems
    cover: float  # of his movement, how far an enemy may be from an empty hex that counts before it is covered
    cover_from: int  # and from how far away
    bold: tuple[float, float, float]  # what an attack must promise: as usual, if bold, if careful
    plenty: int  # MP beyond which each is worth less, and
    at_last: float  # what is left of its worth in the last turn
    clears: tuple[float, float, float] = (1, 1, 1)  # by MP, how often a hit clears a hex of one who may pay instead
    supply: bool = False  # does it mind who cannot pay, being out of supply?
    richer: bool = False  # does the last guard of a hex go where more is left open?
    keep: bool = False  # does somebody stay behind when others pursue?
    sure: bool = False  # is support flown to attacks alone that will be made, and landings made at good odds?
    line: int = 2  # MF that a line of supply is worth
    reserve: int = 0  # MP that are kept when units regroup, beside what they are kept from
    detour: int = 2  # what a victory point is worth going
    take: int = 6  # what a victory point taken is worth
    savings: int = 5  # MP that are not spent on units
    thrift: float = 0  # of a victory point, where MP that are left count: as how much of one they are saved
    hits: float = 0  # of a victory point, where hits count: as how much of one they are sought


FIRST_EDITION = Habits(
    garrison=2, spread=False, crowd=0, wanted=0, least=0, resisted=0, landing=9, cover=0, cover_from=0,
    bold=(0.6, 0.6, 0.6), plenty=99, at_last=1,
)  # fmt: skip
SECOND_EDITION = Habits(
    garrison=99, spread=True, crowd=0.5, wanted=1.5, least=4, resisted=2, landing=12, cover=1, cover_from=5,
    bold=(0.6, -0.2, 1.6), plenty=12, at_last=0.4, savings=3,
    clears=(0.4, 0.7, 1), supply=True, richer=True, keep=True, sure=True, line=1, thrift=0.3, hits=1,
)  # fmt: skip
HABITS = {1: FIRST_EDITION, 2: SECOND_EDITION}


@lru_cache(maxsize=256)
def habits(conduct: Conduct) -> Habits:
    """A narrow sight has no plan for all: each goes where it is nearest."""
    found = HABITS[conduct.edition]
    return found._replace(spread=False, detour=0) if conduct.narrow else found
