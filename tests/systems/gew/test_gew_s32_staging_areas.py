"""GEW 32: marching and going by rail in and out of the staging areas."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.systems.gew.s10_income import income
from sandtable.systems.gew.s11_reinforcements import Deployment
from sandtable.systems.gew.s12_supply import in_supply
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE, SOVIET

WAR = {"ussr": "soviet"}


@pytest.fixture
def allies(battlefield: Any, game: Any) -> Any:
    return lambda units, **given: game(battlefield(units, **given), MovementPhase(ALLIED_SIDE))


def test_32_2_out_of_the_staging_area_at_the_cost_of_the_terrain(allies: Any) -> None:
    """3 MF: two clear hexes beyond the edge; a rough edge hex leaves one."""
    phase = allies("sov_g1 staging_ussr", joined=WAR)
    offers = phase.offers("march", "sov_g1")
    assert {"3402", "3908", "4615", "3807"} <= offers
    assert "staging_ussr" not in offers
    assert "MF short: " in phase.why("march", "sov_g1", "kiev")
    phase.do("march", "sov_g1", "3807")
    assert phase.place("sov_g1") == "3807"


def test_32_2_directly_into_an_enemy_zone_and_then_stop(allies: Any) -> None:
    phase = allies("sov_t1 staging_ussr, ger_a2 3707", joined=WAR)
    offers = phase.offers("march", "sov_t1")
    assert "3807" in offers  # next to the Germans


def test_32_2_into_the_staging_area_for_one_mf(allies: Any) -> None:
    phase = allies("sov_f3 3807", joined=WAR)
    assert "staging_ussr" in phase.offers("march", "sov_f3")
    phase.do("march", "sov_f3", "staging_ussr")
    assert phase.place("sov_f3") == "staging_ussr"
    assert "has marched" in phase.why("march", "sov_f3")


def test_32_2_too_far_from_the_edge(allies: Any) -> None:
    phase = allies("sov_f3 kiev", joined=WAR)
    why = phase.why("march", "sov_f3", "staging_ussr")
    assert "MF short" in why
    assert why.endswith("(GEW 32.2)")


def test_13_2_not_through_an_enemy_zone_at_the_edge(allies: Any) -> None:
    """The front stands in a zone itself: it may leave the map from there, but not by way of another."""
    phase = allies("sov_f3 3808, sov_f4 3709, ger_a2 3807, ger_a4 4009", joined=WAR)
    assert "staging_ussr" in phase.offers("march", "sov_f3")
    assert "staging_ussr" not in phase.offers("march", "sov_f4")
    assert "staging_ussr" in allies("sov_f4 3709", joined=WAR).offers("march", "sov_f4")


def test_g32_1_the_empire_has_a_land_edge_too(allies: Any) -> None:
    phase = allies("bri_x10 staging_british_empire, bri_c1 basrah")
    assert {"5025", "3628"} <= phase.offers("march", "bri_x10")
    assert "3828" not in phase.offers("march", "bri_x10")  # the Red Sea
    assert "staging_british_empire" in phase.offers("march", "bri_c1")


def test_32_3_all_kinds_of_units_may_stay_in_a_staging_area(allies: Any) -> None:
    """32.3: nobody has to leave, and no limit counts (14.0)."""
    units = ("sov_t1", "sov_f1", "sov_f2", "sov_fl1", "sov_mtn")
    phase = allies(", ".join(f"{id} staging_ussr" for id in units), joined=WAR)
    phase.do("end")
    assert phase.over
    assert {phase.place(id) for id in units} == {"staging_ussr"}


def test_32_3_reinforcements_arrive_in_staging_areas(battlefield: Any, game: Any) -> None:
    state = battlefield("us_a1 track_5, sov_g1 track_5, bri_x10 track_5", turn=5, joined={**WAR, "usa": "wallied"})
    phase = game(state, Deployment(ALLIED_SIDE))
    for id, area in (("us_a1", "staging_usa"), ("sov_g1", "staging_ussr"), ("bri_x10", "staging_british_empire")):
        assert area in phase.offers(id)
        phase.do(id, area)
    assert phase.over


def test_32_3_staging_areas_supply_and_mobilize(battlefield: Any) -> None:
    """32.3: units in them are in supply, and on the map if they are near (12.6); their symbols pay (10.7)."""
    state = battlefield("sov_f1 staging_ussr, sov_f2 3807", joined=WAR, control={"voronezh": "axis"})
    assert in_supply(state, state.theatre.unit("sov_f1"))
    assert in_supply(state, state.theatre.unit("sov_f2"))
    paid = {term.label: term.value for term in income(state, SOVIET)}
    times = int(state.scenario.charts.table("turns").read(1, "Soviet Union"))
    assert paid["off-map mobilization"] == times * state.scenario.charts.lines("tracks")["ussr"].amount


def test_32_4_units_in_a_staging_area_neither_attack_nor_are_attacked(battlefield: Any, game: Any) -> None:
    state = battlefield("sov_t1 staging_ussr, sov_f3 3706, ger_a2 3807", joined=WAR, turn=5)
    there = game(state.copy(), GroundCombatPhase(ALLIED_SIDE))
    assert "(GEW 19.2)" in there.why("attack", "3807", "sov_t1")
    assert "(GEW 32.4)" in game(state.copy(), GroundCombatPhase(AXIS_SIDE)).why("attack", "staging_ussr")


def test_32_4_only_units_of_its_power_enter_a_staging_area(allies: Any, battlefield: Any, game: Any) -> None:
    phase = allies("sov_f3 3807", joined=WAR)
    assert phase.why("march", "sov_f3", "staging_british_empire") == (
        "only units of the Western Allies enter the British Empire Staging Area (GEW 32.4)"
    )
    phase = game(battlefield("ger_a2 3807", joined=WAR), MovementPhase(AXIS_SIDE))
    assert "(GEW 32.4)" in phase.why("march", "ger_a2", "staging_ussr")


def test_32_1_the_usa_is_reached_only_by_sea(allies: Any) -> None:
    phase = allies("bri_c1 basrah")
    assert "only by sea (GEW 32.1)" in phase.why("march", "bri_c1", "staging_usa")


def test_31_3_partisans_do_not_enter_staging_areas(battlefield: Any, game: Any) -> None:
    state = battlefield("", joined=WAR)
    unit = state.theatre.unit("alp_1")
    state.rise(unit, state.theatre.region("ussr"))
    state.place(unit, state.theatre.place("3807"), "31.2")
    phase = game(state, MovementPhase(ALLIED_SIDE))
    assert "(GEW 31.3)" in phase.why("march", "alp_1", "staging_ussr")


def test_32_2_railways_lead_into_the_soviet_staging_area_and_a_unit_stops_there(allies: Any) -> None:
    phase = allies("sov_f3 kharkov", joined=WAR)
    assert "staging_ussr" in phase.offers("rail", "sov_f3")
    phase.do("rail", "sov_f3", "staging_ussr")
    assert phase.why("march", "sov_f3").endswith("went into the USSR Staging Area and stops there (GEW 32.2)")


def test_g32_2_by_rail_out_of_the_staging_area_and_on(allies: Any) -> None:
    phase = allies("sov_g1 staging_ussr", joined=WAR)
    kharkov = phase.state.scenario.place_name(phase.state.theatre.place("kharkov"))
    assert kharkov in phase.offers("rail", "sov_g1")
    phase.do("rail", "sov_g1", "kharkov")
    assert "sov_g1" in phase.offers("march")


def test_33_3_neutral_soviets_use_their_staging_area(allies: Any) -> None:
    phase = allies("sov_g1 staging_ussr, sov_f3 3807")
    assert "3807" in phase.offers("march", "sov_g1")
    assert "staging_ussr" in phase.offers("march", "sov_f3")
