"""Odds reckoned a second way: every pair of dice, by plain arithmetic and the cells of the printed table."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import ceil

from sandtable import look


def value(die: int, drm: int, halvings: int) -> int:
    result = die + drm
    for _ in range(halvings):
        result = ceil(Fraction(result, 2))
    return 1 if result < 1 else result


def by_hand(attacker: tuple[int, int], defender: tuple[int, int]) -> dict[str, Fraction]:
    """Each side as (modifiers, halvings)."""
    found = Counter(
        look("use.crt", attacker=value(a, *attacker), defender=value(d, *defender)).result
        for a, d in itertools.product(range(1, 7), repeat=2)
    )
    return {result: Fraction(cases, 36) for result, cases in found.items()}
