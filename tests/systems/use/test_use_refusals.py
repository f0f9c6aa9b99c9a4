"""USE: random illegal choices, each refused with a rule that exists and a cause; nothing is changed."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.play.refusals import refusals
from sandtable.systems.use.system import USE
from systems.pointed import points_at_something


@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_refusal_of_200_random_illegal_choices_names_a_rule_and_a_cause(seed: str) -> None:
    kinds: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for each in refusals(USE, 200, seed):
        assert each.faults(USE) == [], each
        kinds[each.kind] += 1
        games[each.game] += 1
    assert set(kinds) >= {"pick", "value", "side", "phase", "half", "nonsense"}
    assert set(games) == {info.name for info in USE.scenarios()}


def test_the_cause_of_a_refused_hex_or_unit_is_named_to_be_outlined() -> None:
    pointed = sum(points_at_something(USE.load(each.game), each) for each in refusals(USE, 400, "5"))
    assert pointed > 10
