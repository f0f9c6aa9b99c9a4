"""GEW O33 to O42: every optional rule and ruling turned round, alone and all together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.changes import Option
from sandtable.systems.gew.audit import audit
from sandtable.systems.gew.options import OPTIONS
from sandtable.systems.gew.state import GewState

if TYPE_CHECKING:
    from systems.gew.conftest import Positions

EVERY = 25  # answers and rolls between two audits
ALL = {option.name: not option.default for option in OPTIONS}


def sound(game: Iterator[tuple[GewState, Any]]) -> bool:
    """A game to its end, sound whenever it is looked at."""
    looked = [audit(state) for state, _ in game]
    return bool(looked) and not any(looked)


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_O33_to_O42_a_game_with_one_option_turned_round_is_sound(positions: Positions, option: Option) -> None:
    options = {"automatic_setup": True, option.name: not option.default}
    assert sound(positions("north-africa-1941", Random(option.name), options, every=EVERY))


@pytest.mark.parametrize("scenario", ["campaign", "barbarossa", "north-africa-1941"])
def test_O33_to_O42_a_game_with_all_of_them_turned_round_is_sound(positions: Positions, scenario: str) -> None:
    assert sound(positions(scenario, Random(scenario), ALL, every=EVERY))
