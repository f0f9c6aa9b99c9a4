"""What changed the war is a headline, with its place; what else is news comes after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.events import Event
from sandtable.core.rules import Side
from sandtable.core.system import Scenario, find_system
from sandtable.play.news import headlines, is_headline, rank
from sandtable.server.documents import Album, log_line


def scenario(game: str) -> Scenario:
    code, _, name = game.partition(":")
    return find_system(code).load(name)


@pytest.mark.parametrize(
    ("game", "kind", "data", "told"),
    [
        ("gew:campaign", "control", {"hex": "rome", "power": "Axis"}, True),
        ("gew:campaign", "control", {"hex": "2926", "power": "Axis"}, False),
        ("gew:north-africa-1941", "control", {"hex": "tobruk", "power": "Axis"}, True),
        ("gew:campaign", "eliminated", {"unit": "ita_fleet1", "start": "rome"}, True),
        ("gew:campaign", "eliminated", {"unit": "ger_dak", "start": "2926"}, False),
        ("gew:campaign", "joined", {"country": "Spain", "power": "Axis", "hex": "madrid"}, True),
        ("use:france-1940", "control", {"hex": "paris", "side": 0}, True),
        ("use:france-1940", "control", {"hex": "sedan", "side": 0}, False),
        ("use:france-1940", "conquered", {"country": "France", "hex": "paris"}, True),
        ("ocs:primosole", "control", {"hex": "12.14", "side": 0}, True),
        ("ocs:primosole", "control", {"hex": "12.7", "side": 0}, False),
        ("ocs:primosole", "destroyed", {"unit": "xiii_corps_hq", "hex": "13.7"}, True),
        ("ocs:primosole", "dump captured", {"hex": "13.7", "side": 1, "number": 4, "lost": 2}, True),
    ],
)
def test_headlines_are_what_changed_the_war(game: str, kind: str, data: dict[str, Any], told: bool) -> None:
    table = scenario(game)
    find: dict[str, Callable[[str], int]] = {"hex": table.place, "start": table.place, "unit": table.unit}
    event = Event(kind, {key: find[key](said) if key in find else said for key, said in data.items()}, "")
    assert is_headline(table, event) == told
    line = log_line(Album(table), 1, event)
    assert (line.headline is True) == told
    assert not told or line.hexes or line.units


def test_the_gravest_comes_first_and_headlines_before_all_else() -> None:
    table = scenario("use:france-1940")
    paris = table.place("paris")
    fell, broke = Event("control", {"hex": paris, "side": Side(0)}, ""), Event("conquered", {"country": "France"}, "")
    lost, moved = Event("lost", {"unit": 0, "start": paris}, ""), Event("moved", {"unit": 0}, "")
    assert headlines(table, [lost, fell, moved, broke]) == [broke, fell]
    ranks = [rank(table, event) for event in (broke, fell, lost)]
    assert None not in ranks
    assert ranks == sorted(ranks, key=lambda each: each or 0)
    assert rank(table, moved) is None
