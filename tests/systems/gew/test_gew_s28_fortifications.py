"""GEW 28.1: building fortifications."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.rules import Side
from sandtable.systems.gew.s10_mobilization import Mobilization
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Game, Play


@pytest.fixture
def phase(battlefield: Battlefield, game: Play) -> Play:
    def begin(side: Side, *args: Any, mp: tuple[int, int, int] = (20, 20, 20), **given: Any) -> Game:
        played = game(battlefield(*args, **given), Mobilization(side))
        played.do("keep")
        played.state.mp[:] = bytes(mp)
        return played

    return begin


def test_28_1_units_in_supply_dig_in_even_next_to_the_enemy(phase: Callable[..., Game]) -> None:
    played = phase(AXIS_SIDE, "ger_a2 2809, sov_f3 2909, ita_ghqna 3327", joined={"ussr": "soviet"})
    assert played.offers("fortify") == {"2809"}
    assert played.why("fortify", "3327") == "3327 has no ground unit of yours in supply (GEW 28.1)"
    assert played.why("fortify", "2909") == "2909 has no ground unit of yours in supply (GEW 28.1)"
    played.do("fortify", "2809")
    assert played.state.fort[played.state.theatre.place("2809")] == AXIS_SIDE + 1
    assert played.state.mp[AXIS] == 18
    assert played.told("marker")[-1].audience is None


def test_28_1_one_fortification_in_a_hex_and_two_points_for_it(phase: Callable[..., Game]) -> None:
    played = phase(AXIS_SIDE, "ger_a2 berlin, ger_a4 munich", mp=(3, 0, 0))
    played.do("fortify", "berlin")
    assert played.why("fortify", "berlin").startswith("2308 Berlin has a fortification (GEW 28.1)")
    assert played.why("fortify", "munich") == "a fortification costs 2 MP, and Axis has 1 (GEW 10.11)"


def test_28_1_the_power_of_the_units_pays(phase: Callable[..., Game]) -> None:
    played = phase(ALLIED_SIDE, "sov_fl2 kiev, bri_fl1 london")
    played.do("fortify", "kiev")  # 33.3: though neutral
    assert played.state.mp[SOVIET] == 18
