"""USE 5.4: which modifiers and halvings strategic combat brings."""

from __future__ import annotations

import pytest

from sandtable import BadInput, odds
from sandtable.systems.use import SYSTEM
from sandtable.systems.use.s05_4_odds import conquered_threes
from systems.use.reckon import by_hand


def total(side: str, **said: object) -> int:
    return int(odds("use.strategic", **said).terms.of(side).total)


@pytest.mark.parametrize(
    ("said", "west", "soviet"),
    [
        ({"axis_ports": "1"}, 2, 0),
        ({"axis_ports": "1+2+7+9"}, 2, 0),
        ({"axis_ports": "6"}, 0, 2),
        ({"axis_ports": "31"}, 1, 0),
        ({"axis_ports": 32}, 2, 2),
        ({"axis_air": "3"}, 1, 1),
        ({"axis_air": "3+4"}, 1, 1),
        ({"axis_ports": "2+6+31+32", "axis_air": 4}, 2 + 1 + 2 + 1, 2 + 2 + 1),
        ({"attacker_event": -2}, -2, -2),
    ],
)
def test_5_4_the_axis_by_its_ports(said: dict[str, object], west: int, soviet: int) -> None:
    """5.4: a line about several zones counts once; some lines are against one enemy only."""
    assert total("attacker", against="Western", **said) == west
    assert total("attacker", against="Soviet", **said) == soviet


@pytest.mark.parametrize(
    ("said", "west", "soviet"),
    [
        ({"usa": "yes"}, 2, 0),
        ({"western_guard": 13}, 2, 0),
        ({"bombed": 3}, 3, 0),
        ({"soviet_air": 13}, 0, 2),
        ({"soviet_air": 13, "western_guard": 13}, 2, 0),
        ({"conquered": 4}, 0, 2),
        ({"defender_event": 1}, 1, 1),
    ],
)
def test_5_4_the_defender_by_its_own_list(said: dict[str, object], west: int, soviet: int) -> None:
    """5.4: a Western unit at Sea Zone 13 takes the Soviet line away."""
    assert total("defender", against="Western", **said) == west
    assert total("defender", against="Soviet", **said) == soviet


@pytest.mark.parametrize(("countries", "threes"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_5_4_conquered_countries_count_in_threes_rounded_up(countries: int, threes: int) -> None:
    assert conquered_threes(SYSTEM.printed_charts, countries) == threes


def test_5_4_events_halve_a_described_side() -> None:
    """5.4: the only halvings here, rounded up one after the other."""
    found = odds("use.strategic", axis_ports="1", attacker_halvings=2, usa="yes")

    assert [(term.label, term.how) for term in found.terms.of("attacker")].count(("Event marker", "×")) == 2
    assert dict(found) == by_hand((2, 2), (2, 0))


@pytest.mark.parametrize(
    ("said", "attacker", "defender"),
    [
        ({"axis_ports": "2+31", "axis_air": 3, "usa": "yes", "bombed": 3}, (4, 0), (5, 0)),
        ({"against": "Soviet", "axis_ports": "6+32", "conquered": 8}, (4, 0), (3, 0)),
        ({"against": "Soviet", "axis_ports": "1", "soviet_air": "13", "attacker_event": 2}, (2, 0), (2, 0)),
        ({"bombed": 12, "usa": "yes"}, (0, 0), (10, 0)),
        ({"western_guard": "13", "defender_halvings": 1}, (0, 0), (2, 1)),
    ],
)
def test_5_4_odds_of_a_situation(said: dict[str, object], attacker: tuple[int, int], defender: tuple[int, int]) -> None:
    """5.4: sums worked out by hand, then all 36 pairs of dice."""
    assert dict(odds("use.strategic", **said)) == by_hand(attacker, defender)


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ({"axis_ports": "5"}, "axis_ports=5: expected none, 1, 2"),
        ({"conquered": -1}, r"conquered=-1: expected 0 to 50 \(USE 5\.4\)$"),
        ({"against": "Axis"}, "against=Axis: expected one of Western, Soviet"),
    ],
)
def test_5_4_what_makes_no_sense_is_refused_in_a_sentence(said: dict[str, object], because: str) -> None:
    with pytest.raises(BadInput, match=because):
        odds("use.strategic", **said)


def test_5_4_the_west_is_the_western_faction() -> None:
    assert (
        odds("use.strategic", against="west", usa=True).terms
        == odds("use.strategic", against="Western", usa=True).terms
    )
