"""GEW: section headings and cross-cutting rules, each held by a small position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.decisions import Menu
from sandtable.systems.gew.s10_mobilization import Mobilization
from sandtable.systems.gew.s12_supply import in_supply
from sandtable.systems.gew.s14_stacking import over_stacked
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s22_retreat import Retreat
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play


def test_14_1_units_may_pass_through_a_full_hex(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_pz1 2409, ger_pz2 2509, ger_dak 2509")
    played = game(state, MovementPhase(AXIS_SIDE))
    assert not over_stacked(state, state.theatre.place("2509"))
    assert "2609" in played.offers("march", "ger_pz1")
    played.do("march", "ger_pz1", "2609")
    assert played.place("ger_pz1") == "2609"


def test_19_0_ground_units_attack_enemy_ground_units_next_to_them(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_pz1 2909, sov_t1 3009", joined={"ussr": "soviet"}, turn=5)
    played = game(state, GroundCombatPhase(AXIS_SIDE))
    assert "3009" in played.offers("attack")


def test_19_3_units_of_several_hexes_attack_one_hex_together(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_pz1 2909, ger_pz2 3010, sov_t1 3009", joined={"ussr": "soviet"}, turn=5)
    played = game(state, GroundCombatPhase(AXIS_SIDE))
    assert {"ger_pz1", "ger_pz2"} <= played.offers("attack", "3009")


def test_22_0_a_unit_out_of_supply_retreats_all_the_same(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_a6 3508", joined={"ussr": "soviet"})
    unit = state.theatre.unit("ger_a6")
    assert not in_supply(state, unit)
    played = game(state, Retreat(AXIS_SIDE, (unit,), 1))
    played.do("ger_a6", ["3609"])
    assert played.place("ger_a6") == "3609"


def test_25_0_naval_operations_ask_nothing_of_a_side_without_naval_units(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_pz1 2909")
    assert game(state, NavalOperationsPhase(AXIS_SIDE)).over


def test_o35_4_a_major_offensive_that_was_played_can_be_bought_again(battlefield: Battlefield, game: Play) -> None:
    """O35.4 The markers of a side are limited: with all of them held none can be bought; one that was played can."""
    units = "ger_pz1 2909, sov_t1 3009"
    state = battlefield(units, joined={"ussr": "soviet"}, turn=5, mp=(20, 20, 20), options={"major_offensives": True})
    most = state.scenario.charts.lines("tracks")["offensives"].amount
    state.count_offensives(AXIS_SIDE, 0, most, "O35.1")
    assert "offensive" not in spending(state, game)
    played = game(state, GroundCombatPhase(AXIS_SIDE))
    played.do("offensive", "3009", ["ger_pz1"], [], dice=[6])
    assert sum(state.offensives_of(AXIS_SIDE)) == most - 1
    assert "offensive" in spending(state, game)


def spending(state: GewState, game: Play) -> set[str]:
    """What may be bought now."""
    played = game(state.copy(), Mobilization(AXIS_SIDE))
    while not (isinstance(form := played.ask.form, Menu) and "build" in form.forms):
        played.do("keep")
    return played.verbs()
