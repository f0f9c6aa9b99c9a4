"""Random pointing: whatever is pointed at in a random game is picked or refused by a rule of the game."""

from __future__ import annotations

import pytest

import toy
from sandtable.cli.lenses import pointed_at
from sandtable.core.system import find_system
from sandtable.play.explain import reasons
from sandtable.play.pointing import counted, pointed

FORMAL = ("nothing asked now", "is not among the choices", "is one group that is named here", "no counter is called")


@pytest.mark.parametrize(("code", "ruled"), [("gew", 0.6), ("ocs", 0.6), ("use", 0.6)])
def test_whatever_is_pointed_at_is_answered_by_a_rule_that_exists(code: str, ruled: float) -> None:
    """And mostly by one that speaks of the thing, not only by the one that asks for something else."""
    system = find_system(code)
    those = list(pointed(system, 120, "1"))
    found = counted(system, those)
    assert found.without == []
    assert found.ruled > ruled * found.refused
    assert {each.game for each in those} == {info.name for info in system.scenarios()}
    said = [line for each in those for line in reasons(system.load(each.game), each.against)]
    assert [line for line in said if any(text in line for text in FORMAL)] == []


def test_the_same_seed_points_at_the_same() -> None:
    assert list(pointed(toy.SYSTEM, 30, "2")) == list(pointed(toy.SYSTEM, 30, "2"))


def test_what_is_said_is_counted() -> None:
    first, refused, cited = pointed_at("use", 20, "1")
    assert "things pointed at in random games of every scenario of" in first
    assert refused.endswith("none without a rule")
    assert "rules were cited, most often" in cited
