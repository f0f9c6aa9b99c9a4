"""OCS 12: supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import BadInput, look, odds

D6 = range(1, 7)


@pytest.mark.parametrize("ar", range(6))
@pytest.mark.parametrize("steps", [1, 4, 5, 12])
def test_12_8b_attrition_agrees_with_every_fall_of_the_dice(ar: int, steps: int) -> None:
    plus = 3 if steps >= 5 else 0
    tally = Counter(look("ocs.attrition", ar=ar, roll=a + b + plus).result for a, b in product(D6, D6))

    assert dict(odds("ocs.attrition", ar=ar, steps=steps)) == {word: Fraction(n, 36) for word, n in tally.items()}


def test_12_8b_a_large_stack_of_rating_0_dies_on_5_or_more() -> None:
    """12.8b: all is lost on 8, and five steps add 3."""
    assert odds("ocs.attrition", ar=0, steps=5)["-All Steps"] == Fraction(30, 36)


def test_12_8b_the_modifier_is_a_term() -> None:
    assert odds("ocs.attrition", ar=3, steps=5).terms["five or more steps in the hex"] == 3
    assert not odds("ocs.attrition", ar=3, steps=4).terms


@pytest.mark.parametrize(("said", "rule"), [({}, "12.8b"), ({"ar": 6}, "9.6"), ({"ar": 3, "steps": 0}, "12.8b")])
def test_12_8b_what_makes_no_sense_is_refused_with_its_rule(said: Mapping[str, Any], rule: str) -> None:
    with pytest.raises(BadInput) as refusal:
        odds("ocs.attrition", **said)

    assert f"OCS {rule})" in str(refusal.value)


def test_12_11a_dump_blowing() -> None:
    assert dict(odds("ocs.dump_blowing")) == {
        "25": Fraction(1, 6),
        "50": Fraction(1, 3),
        "75": Fraction(1, 3),
        "100": Fraction(1, 6),
    }
