"""GEW: a thousand random illegal choices, each refused with a rule that exists and a cause; nothing is changed."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.play.refusals import Refusal, refusals
from sandtable.systems.gew.system import GEW
from systems.pointed import points_at_something


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_every_refusal_of_250_random_illegal_choices_names_a_rule_and_a_cause(seed: str) -> None:
    kinds: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for each in refusals(GEW, 250, seed):
        assert each.faults(GEW) == [], each
        kinds[each.kind] += 1
        games[each.game] += 1
    assert set(kinds) >= {"pick", "value", "side", "phase", "half", "nonsense"}
    assert set(games) == {info.name for info in GEW.scenarios()}


@pytest.mark.parametrize("seed", ["5", "6"])
def test_the_cause_of_a_refused_hex_or_unit_is_named_to_be_outlined(seed: str) -> None:
    """Hexes among `at`, counters among `units`; and no refusal of something on the map leaves both out."""
    scenario = GEW.load("campaign")
    pointed = sum(points_at_something(scenario, each) for each in refusals(GEW, 250, seed))
    assert pointed > 10


def test_the_same_seed_tries_the_same_choices() -> None:
    assert list(refusals(GEW, 12, "7")) == list(refusals(GEW, 12, "7"))


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("", "is allowed"),
        ("ger_pz1 is tired", "names no rule"),
        ("ger_pz1 is tired (GEW 99.9)", "cites 99.9, which does not exist"),
        ("(GEW 17.0)", "names no cause"),
    ],
)
def test_a_bad_refusal_is_found_out(said: str, fault: str) -> None:
    assert fault in Refusal("campaign", "pick", "march", said).faults(GEW)


def test_a_refusal_that_changes_something_is_found_out() -> None:
    assert Refusal("campaign", "pick", "march", "no (GEW 17.0)", changed=True).faults(GEW) == ["changed the position"]
