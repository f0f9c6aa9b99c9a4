"""GEW 29: placing depots, what they supply, how they are lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.rules import Side
from sandtable.systems.gew.s06_control import enter
from sandtable.systems.gew.s10_mobilization import Mobilization
from sandtable.systems.gew.s12_supply import in_supply
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

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


def test_29_1_a_depot_needs_a_unit_in_supply_a_port_or_a_city(phase: Callable[..., Game]) -> None:
    played = phase(AXIS_SIDE, "ger_a2 2808, ita_ghqna 3327")
    places = played.offers("depot")
    assert {"2808", "2726", "2207", "2308", "2411", "2917"} <= places
    assert "3327" not in places  # out of supply
    assert "1210" not in places  # Brest, a port on a sea that is not the Axis's
    assert "has none of what a depot needs" in played.why("depot", "brest")
    assert played.why("depot", "london") == "1507 London is not a hex that you control (GEW 29.1)"
    played.do("depot", "2808")
    assert played.state.depot[played.state.theatre.place("2808")] == AXIS + 1
    assert played.state.mp[AXIS] == 16


def test_29_1_not_in_an_enemy_zone(phase: Callable[..., Game]) -> None:
    played = phase(ALLIED_SIDE, "bri_cw1 tobruk, ger_dak 3027")
    assert played.why("depot", "tobruk") == "3026 Tobruk is in an enemy zone of control (GEW 11.5)"


def test_29_1_the_power_that_controls_the_hex_pays(phase: Callable[..., Game]) -> None:
    played = phase(ALLIED_SIDE, "sov_f3 3009")
    played.do("depot", "minsk")
    assert played.state.depot[played.state.theatre.place("minsk")] == SOVIET + 1
    assert list(played.state.mp) == [20, 20, 16]


def test_29_1_and_33_3_a_neutral_soviet_unit_in_supply_is_enough(phase: Callable[..., Game]) -> None:
    """29.1: in open country, at war or not (G12-f)."""
    for joined in ({}, {"ussr": "soviet"}):
        played = phase(ALLIED_SIDE, "sov_f3 3513", joined=joined)
        assert "3513" in played.offers("depot")


def test_29_5_and_2_5_1_one_depot_in_a_hex_and_four_on_a_side(phase: Callable[..., Game]) -> None:
    played = phase(AXIS_SIDE)
    for name in ("berlin", "munich", "vienna"):
        played.do("depot", name)
    assert played.why("depot", "berlin") == "2308 Berlin has a depot (GEW 29.5)"
    played.do("depot", "rome")
    assert "all 4 of your depots are on the map (GEW 2.5.1)" in played.why("depot", "essen")
    assert "depot" not in played.verbs()


def test_29_2_a_depot_is_a_source_for_its_power_alone(battlefield: Battlefield) -> None:
    state = battlefield("bri_a10 4723, sov_f6 4823", joined={"ussr": "soviet"})
    state.control[state.theatre.place("basrah")] = 0  # no port to help
    state.forget()
    british, soviet = state.theatre.unit("bri_a10"), state.theatre.unit("sov_f6")
    assert not in_supply(state, british)
    state.mark("depot", state.theatre.place("baghdad"), WALLIED + 1, "29.1")
    assert in_supply(state, british)
    assert not in_supply(state, soviet)


def test_29_3_a_depot_in_a_port_makes_lines_one_hex_longer(battlefield: Battlefield) -> None:
    """29.3: an Italian corps of MF 3, four and five hexes from Benghazi."""
    state = battlefield("ita_csi 3127, ita_ccnn 3227", control={"tobruk": "wallied"})
    near, far = state.theatre.unit("ita_csi"), state.theatre.unit("ita_ccnn")
    assert not in_supply(state, near)
    state.mark("depot", state.theatre.place("benghazi"), AXIS + 1, "29.1")
    assert in_supply(state, near)
    assert not in_supply(state, far)


def test_29_5_an_enemy_ground_unit_that_enters_removes_the_depot(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 3527")
    cairo = state.theatre.place("cairo")
    state.mark("depot", cairo, WALLIED + 1, "29.1")
    enter(state, state.theatre.unit("ger_dak"), cairo, "17.0")
    assert not state.depot[cairo]
