"""GEW O33 to O42: every optional rule and ruling turned round, alone and all together."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.systems.gew.audit import audit
from sandtable.systems.gew.system import GEW, OPTIONS

EVERY = 25  # answers and rolls between two audits
ALL = {option.name: not option.default for option in OPTIONS}


def play(scenario: str, options: dict[str, bool], seed: str) -> int:
    """A random game to its end, sound whenever it is looked at; how many answers and rolls it took."""
    state, rng, count = GEW.begin(GEW.load(scenario, options)), Random(seed), 0
    while not isinstance(wait := run(state), Over):
        answer(state, wait.form.fill(state, rng.choice) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))
        count += 1
        if count % EVERY == 0:
            assert not audit(state), f"after {count} inputs"
    return count


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_O33_to_O42_a_game_with_one_option_turned_round_is_sound(option) -> None:
    options = {"automatic_setup": True, option.name: not option.default}
    assert play("north-africa-1941", options, option.name) > EVERY


@pytest.mark.parametrize("scenario", ["campaign", "barbarossa", "north-africa-1941"])
def test_O33_to_O42_a_game_with_all_of_them_turned_round_is_sound(scenario) -> None:
    assert play(scenario, ALL, scenario) > EVERY
