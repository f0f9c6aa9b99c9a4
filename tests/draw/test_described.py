"""What a counter is, as a list tells it."""

from __future__ import annotations

import pytest

from sandtable.core.rules import Hex, Side
from sandtable.core.state import OFF
from sandtable.core.system import find_system
from sandtable.core.views import Seen
from sandtable.draw.counters import described, face
from sandtable.draw.scene import style_of


@pytest.mark.parametrize(
    ("game", "unit", "said"),
    [
        ("gew:campaign", "ger_gb49", "German mountain corps, 3+3-3 (attack, defense, movement)"),
        ("gew:campaign", "us_air1", "US airlift, 0-0-12 (air, bombardment, range)"),
        ("gew:campaign", "axp_1", "Axis Partisan corps, 1-1-3 (attack, defense, movement)"),
        ("use:france-1940", "ger_6", "Germany infantry, 2 (steps)"),
        ("ocs:primosole", "69_bde", "British line, 6-4-3 (strength, ar, ma)"),
    ],
)
def test_a_counter_is_told_by_nation_kind_and_figures(game: str, unit: str, said: str) -> None:
    code, _, name = game.partition(":")
    scenario = find_system(code).load(name, {})
    style = style_of(scenario)
    shown = face(style, scenario, Seen(Hex(OFF), Side(0), scenario.unit(unit)))
    assert shown is not None
    assert described(style, shown) == said
