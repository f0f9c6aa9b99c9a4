"""GEW 22.1, 22.2: retreats. Round 3508 all is clear: 3507, 3608, 3609, 3509, 3409, 3408, clockwise from the north."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.gew.s22_retreat import Retreat
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE, SOVIET

Build = Callable[..., Any]


@pytest.fixture
def retreat(battlefield: Callable[..., GewState], game: Callable[..., Any]) -> Build:
    def begin(units: str, force: str, hexes: int, side: Any = ALLIED_SIDE, setting: Any = None, **more: Any) -> Any:
        state = battlefield(units, **{"joined": {"ussr": "soviet"}, "turn": 5, **more})
        if setting is not None:
            setting(state)
        return game(state, Retreat(side, tuple(map(state.theatre.unit, force.split())), hexes))

    return begin


def test_22_1_in_any_direction(retreat: Build) -> None:
    there = retreat("sov_f3 3508", "sov_f3", 1)
    assert there.offers("sov_f3", []) == {"3507", "3608", "3609", "3509", "3409", "3408"}
    there.do("sov_f3", ["3609"])
    assert there.over
    assert there.place("sov_f3") == "3609"


def test_22_1a_b_not_into_enemies_nor_their_zones(retreat: Build) -> None:
    there = retreat("sov_f3 3508, ger_a6 3408", "sov_f3", 1)
    assert there.offers("sov_f3", []) == {"3608", "3609", "3509"}
    assert "may not enter: enemies" in there.why("sov_f3", "3408")
    assert there.why("sov_f3", "3507") == "an enemy zone is there, and none of your units (GEW 22.1)"


def test_22_1b_13_3_friends_cancel_the_zone(retreat: Build) -> None:
    there = retreat("sov_t1 3508, ger_a6 3408, sov_abn 3409", "sov_t1", 1)
    assert "3409" in there.offers("sov_t1", [])


def test_22_1b_j_a_unit_with_no_way_is_eliminated(retreat: Build) -> None:
    there = retreat("sov_f3 3508, ger_a6 3408, ger_a4 3609", "sov_f3", 1)
    assert there.over
    assert there.place("sov_f3") == "reinforcements_allied"


def test_22_1c_not_across_straits_and_lakes_but_for_marines(retreat: Build) -> None:
    """30.4: Messina and 2420 face each other across a strait."""
    there = retreat("bri_x13 messina", "bri_x13", 1)
    assert there.offers("bri_x13", []) == {"2221"}
    assert "cannot retreat across the strait (GEW 22.1)" in there.why("bri_x13", "2420")
    marines = retreat("bri_rm messina", "bri_rm", 1)
    assert marines.offers("bri_rm", []) == {"2221", "2420"}


def test_22_1c_14_4_not_into_terrain_that_is_closed(retreat: Build) -> None:
    there = retreat("sov_f3 4415", "sov_f3", 1)
    assert not {"4315", "4515"} & there.offers("sov_f3", [])
    assert "cannot enter this terrain" in there.why("sov_f3", "4315")
    assert {"4315", "4515"} <= retreat("sov_mtn 4415", "sov_mtn", 1).offers("sov_mtn", [])


def test_22_1d_g22_1_each_hex_leads_one_farther_away(retreat: Build) -> None:
    there = retreat("sov_f3 3508", "sov_f3", 2)
    assert "done" not in there.offers("sov_f3", ["3507"])
    assert there.offers("sov_f3", ["3507"]) == {"3506", "3607", "3407"}
    assert there.why("sov_f3", ["3507"], "3608") == "each hex leads one farther away (GEW 22.1)"
    assert "is 1 of 2 hexes away (GEW 22.1)" in there.why("sov_f3", ["3507"], "done")
    assert there.offers("sov_f3", ["3507", "3506"]) == {"done"}
    there.do("sov_f3", ["3507", "3506"])
    assert there.place("sov_f3") == "3506"


def test_22_1d_no_step_leads_where_the_retreat_cannot_be_finished(retreat: Build) -> None:
    """An enemy in 3505 has zones in 3506 and 3406, 3606: north leads nowhere."""
    there = retreat("sov_f3 3508, ger_a6 3505, ger_a4 3706, ger_a9 3306", "sov_f3", 2)
    assert "3507" not in there.offers("sov_f3", [])
    assert "from there the retreat cannot be finished (GEW 22.1)" in there.why("sov_f3", "3507")


def test_22_1e_units_retreat_one_by_one_in_the_owners_order(retreat: Build) -> None:
    there = retreat("sov_t1 3508, sov_abn 3508", "sov_t1 sov_abn", 1)
    assert there.offers() == {"sov_t1", "sov_abn"}
    there.do("sov_abn", ["3409"])
    assert there.offers() == {"sov_t1"}
    assert there.why("sov_abn") == "VVS Abn does not have to retreat (GEW 22.1)"
    there.do("sov_t1", ["3507"])
    assert there.over


def test_22_1e_one_unit_may_make_a_way_for_another(retreat: Build) -> None:
    """Only an elite may stand in a zone (O34.4), and then its friend may follow it (13.3)."""
    units = "sov_abn 3508, sov_nav 3508, ger_a6 3408, ger_a4 3609"
    there = retreat(units, "sov_abn sov_nav", 1, options={"elite_retreat": True})
    assert there.offers() == {"sov_abn"}
    there.do("sov_abn", ["3507"])
    assert there.offers("sov_nav", []) == {"3507"}


def test_22_1f_where_it_would_over_stack_a_unit_goes_on(retreat: Build) -> None:
    there = retreat("sov_f3 3508, sov_f4 3509", "sov_f3", 1)
    assert there.offers("sov_f3", ["3509"]) == {"3410", "3510", "3610"}
    assert "this has no room (GEW 22.1)" in there.why("sov_f3", ["3509"], "done")
    there.do("sov_f3", ["3509", "3510"])
    assert there.place("sov_f3") == "3510"


def test_22_1f_14_3_soviets_do_not_end_with_western_units(retreat: Build) -> None:
    there = retreat("sov_t1 3508, bri_x13 3509", "sov_t1", 1)
    assert "done" not in there.offers("sov_t1", ["3509"])


def test_22_1g_soviets_at_the_edge_leave_into_their_staging_area(retreat: Build) -> None:
    """Whatever the length, and whatever zones."""
    there = retreat("sov_f3 4312, ger_a6 4213, ger_a4 4413", "sov_f3", 3)
    assert there.offers("sov_f3", []) == {"staging_ussr"}
    assert there.offers("sov_f3", ["staging_ussr"]) == {"done"}
    there.do("sov_f3", ["staging_ussr"])
    assert there.place("sov_f3") == "staging_ussr"


def test_22_1g_only_soviets(retreat: Build) -> None:
    there = retreat("bri_x13 4312", "bri_x13", 1)
    assert "staging_ussr" not in there.offers("bri_x13", [])
    assert "only Soviet units" in there.why("bri_x13", "staging_ussr")


def test_22_1g_31_3_partisans_do_not_leave_their_country_for_it(retreat: Build) -> None:
    def risen(state: GewState) -> None:
        state.rise(state.theatre.unit("alp_1"), state.theatre.region("ussr"))

    there = retreat("alp_1 4312", "alp_1", 1, setting=risen)
    assert there.state.power_of(there.state.theatre.unit("alp_1")) == SOVIET
    assert "staging_ussr" not in there.offers("alp_1", [])


def test_22_1l_static_units_are_eliminated(retreat: Build) -> None:
    there = retreat("sov_fl1 3508, sov_t1 3508", "sov_fl1 sov_t1", 1)
    assert there.place("sov_fl1") == "reinforcements_allied"
    assert there.offers() == {"sov_t1"}


def test_22_2_landings_go_back_to_their_start(retreat: Build) -> None:
    def aboard(state: GewState) -> None:
        state.embark(state.theatre.unit("us_c2"), state.theatre.unit("us_amph1"), "26.1")
        at = state.theatre.place("tripoli")
        state.assign(state.theatre.unit("us_amph1"), AMPHIBIOUS_ASSAULT, at, at, "26.1")

    there = retreat("us_c2 london, us_amph1 display_allied, ger_g1 tripoli", "us_c2", 3, setting=aboard)
    assert there.over
    london = there.state.theatre.place("london")
    assert there.place("us_c2") == there.state.scenario.place_name(london)
    assert there.state.origin[there.state.theatre.unit("us_c2")] == -1


def test_31_3_partisans_retreat_through_zones(retreat: Build) -> None:
    there = retreat("alp_1 3508, ger_a6 3408, ger_a4 3609", "alp_1", 1)
    assert there.offers("alp_1", []) == {"3507", "3608", "3509", "3409"}


def test_31_3_partisans_do_not_retreat_across_borders(retreat: Build) -> None:
    def risen(state: GewState) -> None:
        state.rise(state.theatre.unit("alp_1"), state.theatre.region("ussr"))

    there = retreat("alp_1 3008", "alp_1", 1, setting=risen)
    theatre = there.state.theatre
    regions = {theatre.regions[theatre.region_at[theatre.place(name)]].id for name in there.offers("alp_1", [])}
    assert regions == {"ussr"}


@pytest.mark.parametrize(("option", "left"), [(True, "3507"), (False, "reinforcements_allied")])
def test_o34_4_elite_units_retreat_into_one_zone(retreat: Build, option: bool, left: str) -> None:
    there = retreat("sov_abn 3508, ger_a6 3408, ger_a4 3609", "sov_abn", 1, options={"elite_retreat": option})
    if option:
        there.do("sov_abn", ["3507"])
    assert there.place("sov_abn") == left


def test_o34_4_but_not_into_a_second(retreat: Build) -> None:
    """Two hexes away lie only zones again."""
    units = "sov_abn 3508, ger_a6 3408, ger_a4 3609, ger_a9 3506, ger_a2 3510"
    there = retreat(units, "sov_abn", 2, options={"elite_retreat": True})
    assert there.offers("sov_abn", []) == {"3409", "3608"}
    assert there.offers("sov_abn", ["3608"]) == {"3707"}
    assert "an enemy zone is there" in there.why("sov_abn", ["3608"], "3607")


def test_6_1_a_retreat_takes_the_hexes_it_passes(retreat: Build) -> None:
    there = retreat("sov_f3 3508", "sov_f3", 2, control={"3507": "axis", "3506": "axis"})
    there.do("sov_f3", ["3507", "3506"])
    control, place = there.state.control, there.state.theatre.place
    assert control[place("3507")] == control[place("3506")] == SOVIET + 1


def test_28_2_the_last_unit_to_leave_loses_the_fortification(retreat: Build) -> None:
    def dug(state: GewState) -> None:
        state.mark("fort", state.theatre.place("3508"), ALLIED_SIDE + 1, "28.1")

    there = retreat("sov_f3 3508", "sov_f3", 1, setting=dug)
    there.do("sov_f3", ["3509"])
    assert not there.state.fort[there.state.theatre.place("3508")]


def test_6_2_minor_powers_stay_in_their_area(retreat: Build) -> None:
    """G6-2: Romanians go into the Soviet Union, but not into the Baltic States."""
    there = retreat("rum_a3 3107", "rum_a3", 1, AXIS_SIDE)
    theatre = there.state.theatre
    allowed = {theatre.regions[theatre.region_at[theatre.place(name)]].id for name in there.offers("rum_a3", [])}
    assert "baltic_states" not in allowed
    assert "ussr" in allowed
