"""USE: random illegal choices, each refused with a rule that exists and a cause; nothing is changed."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.system import Scenario
from sandtable.play.refusals import refusals
from sandtable.systems.use.system import USE


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
    pointed = 0
    for each in refusals(USE, 400, "5"):
        scenario = USE.load(each.game)
        for reason in each.reasons:
            assert all(0 <= hex < scenario.places for hex in reason.at), each
            assert all(0 <= unit < len(scenario.counters) for unit in reason.units), each
        if each.kind == "pick" and on_the_map(scenario, each.tried.split()[-1]):
            pointed += 1
            assert any(reason.at or reason.units for reason in each.reasons), each
    assert pointed > 10


def on_the_map(scenario: Scenario, word: str) -> bool:
    """Is it a hex or a counter?"""
    for read in (scenario.place, scenario.unit):
        with suppress(BadInput):
            return read(word) >= 0
    return False
