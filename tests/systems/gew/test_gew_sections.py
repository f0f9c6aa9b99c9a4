"""GEW: section headings and cross-cutting rules, each held by a small position."""

from __future__ import annotations

from sandtable.systems.gew.s14_stacking import over_stacked
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s22_retreat import Retreat
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.theatre import AXIS_SIDE


def test_14_1_units_may_pass_through_a_full_hex(battlefield, game) -> None:
    state = battlefield("ger_pz1 2409, ger_pz2 2509, ger_dak 2509")
    played = game(state, MovementPhase(AXIS_SIDE))
    assert not over_stacked(state, state.theatre.place("2509"))
    assert "2609" in played.offers("march", "ger_pz1")
    played.do("march", "ger_pz1", "2609")
    assert played.place("ger_pz1") == "2609"


def test_19_0_ground_units_attack_enemy_ground_units_next_to_them(battlefield, game) -> None:
    state = battlefield("ger_pz1 2909, sov_t1 3009", joined={"ussr": "soviet"}, turn=5)
    played = game(state, GroundCombatPhase(AXIS_SIDE))
    assert "3009" in played.offers("attack")


def test_19_3_units_of_several_hexes_attack_one_hex_together(battlefield, game) -> None:
    state = battlefield("ger_pz1 2909, ger_pz2 3010, sov_t1 3009", joined={"ussr": "soviet"}, turn=5)
    played = game(state, GroundCombatPhase(AXIS_SIDE))
    assert {"ger_pz1", "ger_pz2"} <= played.offers("attack", "3009")


def test_22_0_a_unit_out_of_supply_retreats_all_the_same() -> None:
    """Retreats ask for a way, never for supply: the procedure has no such step."""
    assert not any("supply" in name for name in Retreat.steps)


def test_25_0_naval_operations_ask_nothing_of_a_side_without_naval_units(battlefield, game) -> None:
    state = battlefield("ger_pz1 2909")
    assert game(state, NavalOperationsPhase(AXIS_SIDE)).over


def test_o35_4_a_major_offensive_that_was_played_can_be_bought_again(battlefield) -> None:
    """O35.4 The marker goes back to the Reinforcements Display: the two of a side are counted where they are held."""
    state = battlefield(options={"major_offensives": True})
    state.count_offensives(AXIS_SIDE, 0, 1, "O35.1")
    assert sum(state.offensives_of(AXIS_SIDE)) == 1
    state.count_offensives(AXIS_SIDE, 0, -1, "O35.4")
    assert sum(state.offensives_of(AXIS_SIDE)) == 0
