"""OCS 18: odds at sea that can be looked up, against every fall of the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import BadInput, look, odds

D6 = range(1, 7)


def by_hand(points: int, shift: int) -> dict[str, Fraction]:
    """Two dice for the printed Barrage Table, and one for a half step; bracketed results disorganize only."""
    tally: Counter[str] = Counter()
    for a, b, die in product(D6, repeat=3):
        result = look("ocs.barrage", strength=points, shift=shift, roll=a + b).result
        result = "DG" if result == "[1/2]" else result
        result = ("1" if die >= 4 else "DG") if result == "1/2" else result
        tally[{"1": "1 step", "2": "2 steps", "3": "3 steps"}.get(result, result)] += 1
    return {result: Fraction(ways, 216) for result, ways in tally.items()}


@pytest.mark.parametrize(
    ("said", "points", "shift"),
    [
        ({"strength": 12, "protection": 2}, 12, 0),
        ({"strength": 12, "protection": 3, "near_base": True}, 8, 1),
        ({"strength": 16, "kind": "ship", "protection": 2}, 8, 0),
        ({"strength": 5, "kind": "ship", "protection": 2}, 3, 0),  # 2.5, rounded half up
        ({"strength": 20, "far": True}, 40, -1),
    ],
)
def test_18_3c_odds_of_a_barrage_of_a_ship(said: dict[str, Any], points: int, shift: int) -> None:
    assert dict(odds("ocs.anti_ship", **said)) == by_hand(points, shift)


def test_18_3c_only_aircraft_are_near_a_base() -> None:
    with pytest.raises(BadInput, match="only aircraft fly from a base"):
        odds("ocs.anti_ship", strength=4, kind="ship", near_base=True)


@pytest.mark.parametrize(
    ("said", "modifier"),
    [
        ({}, 1),
        ({"terrain": "hills"}, -1),
        ({"terrain": "mountain", "zones": 1}, -3),
        ({"terrain": "minor city", "port": True}, -1),
        ({"zones": 5}, -1),
    ],
)
def test_18_5f_odds_of_a_landing(said: dict[str, Any], modifier: int) -> None:
    """House: 3 or less all lost, 4 and 5 part, 6 and more ashore."""
    totals = [a + b + modifier for a, b in product(D6, repeat=2)]
    found = dict(odds("ocs.landing", **said))
    assert found.get("All Lost", 0) == Fraction(sum(total <= 3 for total in totals), 36)
    assert found.get("Part Lost", 0) == Fraction(sum(total in (4, 5) for total in totals), 36)
    assert found.get("Ashore", 0) == Fraction(sum(total >= 6 for total in totals), 36)
