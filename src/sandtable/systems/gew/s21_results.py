"""GEW 21: what a combat result asks of each side."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from sandtable.core.errors import BadInput

Fighter = Literal["attacker", "defender"]
Fate = Literal["retreat", "elimination"]

AFFECTED: dict[str, tuple[Fighter, ...]] = {
    "A": ("attacker",),
    "D": ("defender",),
    "B": ("defender", "attacker"),  # in this order: the defender decides first, as S1 precedes A1 in 24.7
}


class CombatResult(NamedTuple):
    """21.1 Each side named pays the MP or meets the fate."""

    affected: tuple[Fighter, ...]
    mp: int
    fate: Fate

    @property
    def hexes(self) -> int:
        """22.1 The length of the retreat: the number of the result, the only figure it has."""
        return self.mp if self.fate == "retreat" else 0


@cache
def decode(result: str) -> CombatResult:
    """21.1 Side, number, fate: D2R."""
    match = re.fullmatch(r"([ABD])(?:([1-3])(R)|([1-9])(E))", result)
    if not match:
        raise BadInput(f"{result}: a combat result is A, B or D, a number, then R or E, like D2R (GEW 21.1)")
    if match[3]:
        return CombatResult(AFFECTED[match[1]], int(match[2]), "retreat")
    return CombatResult(AFFECTED[match[1]], int(match[4]), "elimination")
