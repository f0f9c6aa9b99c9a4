"""GEW 18 and O37: moving by rail and by sea."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.systems.gew.s12_supply import network, sources, traced
from sandtable.systems.gew.s13_zones import contested
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s18_strategic_movement import end_in_supply
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS,
    AXIS_SIDE,
    LINE_MOUNTAIN_CORPS,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
)

WAR = {"ussr": "soviet"}


@pytest.fixture
def axis(battlefield: Any, game: Any) -> Any:
    return lambda units, **given: game(battlefield(units, **given), MovementPhase(AXIS_SIDE))


@pytest.fixture
def allies(battlefield: Any, game: Any) -> Any:
    return lambda units, **given: game(battlefield(units, **given), MovementPhase(ALLIED_SIDE))


# ------------------------------------------------------------------------------------------------ rail


def test_18_1_by_rail_twelve_hexes_to_a_station_in_supply(axis: Any) -> None:
    phase = axis("ger_a2 berlin")
    offers = phase.offers("rail", "ger_a2")
    assert {"2809"} <= offers
    assert phase.why("rail", "ger_a2", "2810").startswith("2810 is no mobilization, city, port or airbase hex")
    assert "hexes away by rail, and 12 is the most (GEW 18.1)" in phase.why("rail", "ger_a2", "athens")
    phase.do("rail", "ger_a2", "warsaw")
    assert phase.place("ger_a2") == "2809"


def test_13_2_the_end_of_a_line_in_an_enemy_zone_lies_one_step_from_a_hex_with_a_shorter_line() -> None:
    """Against another way to say it: the line of a hex, were its own hex not closed by the zone."""
    state, rng, seen = GEW.begin(GEW.load("campaign", {"automatic_setup": True})), Random(4), {False: 0, True: 0}
    theatre = state.theatre
    for nth in range(1500):
        wait = run(state)
        if isinstance(wait, Over):
            break
        answer(state, wait.form.draw(state, rng) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))
        if nth % 25:
            continue
        for power in (AXIS, WALLIED, SOVIET):
            lines = network(state, power)
            besieged = contested(state, SIDE_OF_POWER[power]) & state.where(state.control, power + 1)
            for place in besieged - sources(state, power):
                shut_else, longest = lines.closed - theatre.board.bits((place,)), theatre.longest_movement
                line = traced(theatre, LINE_MOUNTAIN_CORPS, lines.ends, lines.beyond, shut_else, longest)
                assert end_in_supply(state, power, place) == (place in line), (nth, power, place)
                seen[place in line] += 1
    assert min(seen.values()) > 5


def test_18_1_the_unit_starts_in_a_station(axis: Any) -> None:
    phase = axis("ger_a2 2810, ger_a4 berlin")
    assert "no mobilization, city, port or airbase hex of its own (GEW 18.1)" in phase.why("rail", "ger_a2")


def test_18_0_static_units_go_by_rail(axis: Any) -> None:
    assert "ger_fl1" in axis("ger_fl1 berlin").offers("rail")


def test_12_5_out_of_supply_no_strategic_movement(axis: Any) -> None:
    phase = axis("ger_a2 novorossiysk, ger_a4 berlin", joined=WAR)
    assert "2 Army (German) is out of supply (GEW 12.5)" in phase.why("rail", "ger_a2")
    assert "2 Army (German) is out of supply (GEW 12.5)" in phase.why("ship", "ger_a2")


def test_31_3_partisans_have_no_strategic_movement(battlefield: Any, game: Any) -> None:
    state = battlefield("bri_c1 london")
    unit = state.theatre.unit("alp_1")
    state.rise(unit, state.theatre.region("great_britain"))
    state.place(unit, state.theatre.place("london"), "31.2")
    phase = game(state, MovementPhase(ALLIED_SIDE))
    assert "(GEW 31.3)" in phase.why("rail", "alp_1")
    assert "alp_1" not in phase.offers("rail")


def test_18_2_an_army_costs_a_point_and_two_corps_from_one_place_share_one(axis: Any) -> None:
    phase = axis("ger_a2 berlin, ger_fl1 berlin, ger_fl2 berlin, ger_fl3 berlin, ger_fl4 munich", mp=(10, 0, 0))
    left = []
    for unit in ("ger_a2", "ger_fl1", "ger_fl2", "ger_fl3", "ger_fl4"):
        phase.do("rail", unit, "warsaw" if unit != "ger_fl4" else "vienna")
        left.append(phase.state.mp[AXIS])
    assert left == [9, 8, 8, 7, 6]  # G18-3


def test_18_2_without_points_only_the_second_corps_goes(axis: Any) -> None:
    phase = axis("ger_fl1 berlin, ger_fl2 berlin, ger_a2 berlin", mp=(1, 0, 0))
    phase.do("rail", "ger_fl1", "warsaw")
    assert phase.offers("rail") == {"ger_fl2"}
    assert phase.why("rail", "ger_a2") == "it costs 1 MP, and the Axis has 0 (GEW 18.2)"


def test_18_2_half_points_are_lost_at_the_end_of_the_phase(axis: Any, game: Any) -> None:
    phase = axis("ger_fl1 berlin, ger_fl2 berlin", mp=(1, 0, 0))
    phase.do("rail", "ger_fl1", "warsaw")
    phase.do("end")
    assert "rail" not in game(phase.state, MovementPhase(AXIS_SIDE)).verbs()


def test_18_3_rail_first_then_march(axis: Any) -> None:
    phase = axis("ger_a2 berlin, ger_a4 berlin")
    phase.do("rail", "ger_a2", "warsaw")
    assert "strategic movement comes first, and once (GEW 18.0)" in phase.why("rail", "ger_a2")
    phase.do("march", "ger_a2", "2810")
    assert "has moved in this phase" in phase.why("rail", "ger_a2")


def test_18_3_a_ride_may_start_in_an_enemy_zone(axis: Any) -> None:
    phase = axis("ger_a2 warsaw, sov_f3 2909", joined=WAR)
    phase.do("rail", "ger_a2", "berlin")
    assert phase.place("ger_a2") == "2308"


@pytest.mark.parametrize("verb", ["rail", "ship"])
def test_18_3_and_18_7_a_unit_that_was_transported_may_attack(battlefield: Any, game: Any, verb: str) -> None:
    """18.3, 18.7: in the Ground Combat Phase of the same impulse."""
    start, to, foe = ("berlin", "warsaw", "2909") if verb == "rail" else ("danzig", "konigsberg", "2907")
    state = battlefield(f"ger_a2 {start}, sov_f3 {foe}", joined=WAR, mp=(10, 0, 0))
    game(state, MovementPhase(AXIS_SIDE)).do(verb, "ger_a2", to)
    assert "ger_a2" in game(state, GroundCombatPhase(AXIS_SIDE)).offers("attack", foe, [])


def test_18_3_a_railway_ends_in_the_first_enemy_zone(axis: Any) -> None:
    """Soviets at 2909 reach Warsaw with their zone: the unit may end there, and then it stops."""
    phase = axis("ger_a2 berlin, sov_f3 2909", joined=WAR)
    assert "2809" in phase.offers("rail", "ger_a2")
    phase.do("rail", "ger_a2", "warsaw")
    assert "went into an enemy zone of control and stops there (GEW 13.2)" in phase.why("march", "ger_a2")


def test_18_3_enemy_stations_and_installations_close_a_railway(axis: Any) -> None:
    phase = axis("ita_a1 tripoli, ger_a2 berlin", control={"sirte": "wallied", "tobruk": "axis"})
    assert "(GEW 18.3)" in phase.why("rail", "ita_a1", "benghazi")
    assert "it is in enemy hands, or has an enemy installation" in phase.why("rail", "ita_a1", "benghazi")
    state = phase.state
    state.take_hex(state.theatre.place("sirte"), AXIS, "6.1")
    assert state.scenario.place_name(state.theatre.place("benghazi")) in phase.offers("rail", "ita_a1")
    state.mark("depot", state.theatre.place("sirte"), WALLIED + 1, "29.1")
    assert "(GEW 18.3)" in phase.why("rail", "ita_a1", "benghazi")  # G18-4


def test_18_4_each_power_has_its_railways(axis: Any, allies: Any) -> None:
    held = {"minsk": "axis", "kiev": "axis"}
    phase = axis("ger_a2 warsaw", joined=WAR, control=held)
    assert "no railway that the Axis may use leads to" in phase.why("rail", "ger_a2", "minsk")
    assert "(GEW 18.4)" in phase.why("rail", "ger_a2", "minsk")
    phase = allies("bri_a8 haifa, bri_c1 cairo")
    assert "rail" in phase.verbs()
    assert "the Western Allies may not use railways where 8 Army (Commonwealth) is (GEW 18.4)" in phase.why(
        "rail", "bri_a8"
    )


def test_18_4_soviet_railways(allies: Any) -> None:
    phase = allies("sov_f3 kiev", joined=WAR)
    assert {"3009"} <= phase.offers("rail", "sov_f3")


def test_9_6_vichy_cities_are_passed_but_are_no_stations(axis: Any) -> None:
    """G9-4"""
    phase = axis("ger_a2 vichy, ger_a4 paris", control={"vichy": "neutral"})
    assert "(GEW 18.1)" in phase.why("rail", "ger_a2")
    assert "(GEW 18.1)" in phase.why("rail", "ger_a4", "marseille")


def test_33_3_neutral_soviets_go_by_rail_but_not_by_sea(allies: Any) -> None:
    phase = allies("sov_f1 odessa")
    assert "sov_f1" in phase.offers("rail")
    assert "(GEW 33.3)" in phase.why("ship", "sov_f1")


# ------------------------------------------------------------------------------------------------ sea


def test_18_5_from_port_to_port_of_one_sea(axis: Any) -> None:
    phase = axis("ita_a1 naples", mp=(10, 0, 0), control={"malta": "axis"})
    offers = phase.offers("ship", "ita_a1")
    assert {
        phase.state.scenario.place_name(phase.state.theatre.place(port)) for port in ("tripoli", "athens")
    } <= offers
    assert "is no working port that the Axis controls (GEW 18.5)" in phase.why("ship", "ita_a1", "alexandria")
    assert "no sea that 1 Army (Italian) may sail joins" in phase.why("ship", "ita_a1", "danzig")
    phase.do("ship", "ita_a1", "tripoli")
    assert phase.state.mp[AXIS] == 8  # 18.6: two for an army


def test_18_6_a_corps_costs_one(axis: Any) -> None:
    phase = axis("ita_csi naples", mp=(10, 0, 0), control={"malta": "axis"})
    phase.do("ship", "ita_csi", "tripoli")
    assert phase.state.mp[AXIS] == 9


def test_18_0_malta_doubles_axis_transfers_in_the_mediterranean(axis: Any) -> None:
    phase = axis("ita_a1 naples, ger_a2 danzig", mp=(6, 0, 0))
    phase.do("ship", "ita_a1", "tripoli")
    assert phase.state.mp[AXIS] == 2
    phase.do("ship", "ger_a2", "stettin")  # G18-6: not in the Baltic
    assert phase.state.mp[AXIS] == 0


def test_18_0_messina_doubles_allied_ones(allies: Any) -> None:
    phase = allies("bri_c1 alexandria", mp=(0, 3, 0))
    phase.do("ship", "bri_c1", "malta")
    assert phase.state.mp[WALLIED] == 1


def test_18_6_what_cannot_be_paid_is_refused(axis: Any) -> None:
    phase = axis("ita_a1 naples, ger_a2 danzig", mp=(3, 0, 0))
    assert phase.why("ship", "ita_a1") == "it costs 4 MP, and the Axis has 3 (GEW 18.6)"
    assert phase.offers("ship") == {"ger_a2"}


def test_18_7_a_transfer_ignores_enemy_zones_and_then_the_unit_marches(axis: Any) -> None:
    phase = axis("ita_csi naples, bri_a8 2926", mp=(10, 0, 0), control={"tobruk": "axis", "benghazi": "axis"})
    assert "3026" in phase.offers("ship", "ita_csi")  # next to the British
    phase.do("ship", "ita_csi", "tripoli")
    assert "ita_csi" in phase.offers("march")
    assert "(GEW 18.0)" in phase.why("ship", "ita_csi")


def test_13_2_shipped_into_an_enemy_zone_a_unit_stops(axis: Any) -> None:
    phase = axis("ita_csi naples, bri_a8 2926", mp=(10, 0, 0), control={"tobruk": "axis"})
    phase.do("ship", "ita_csi", "tobruk")
    assert "(GEW 13.2)" in phase.why("march", "ita_csi")


def test_24_9_bombed_ports_do_not_work(axis: Any) -> None:
    phase = axis("ita_csi naples", mp=(10, 0, 0))
    state = phase.state
    state.mark("bombed", state.theatre.place("tripoli"), 1, "24.9")
    assert "is no working port" in phase.why("ship", "ita_csi", "tripoli")


def test_18_8_the_black_sea_is_closed_to_the_axis_while_a_port_is_missing(axis: Any) -> None:
    soviet, others = ("odessa", "sevastopol", "novorossiysk", "rostov", "batumi"), ("constanta", "varna")
    held = dict.fromkeys((*soviet, *others, "istanbul", "samsun", "trabzon"), "axis")  # G18-10
    joined = {**WAR, "turkey": "axis"}
    phase = axis("ger_a2 constanta", joined=joined, control={**held, "batumi": "soviet"})
    assert "(GEW 18.5)" in phase.why("ship", "ger_a2")
    phase = axis("ger_a2 constanta", joined=joined, control=held)
    assert phase.state.scenario.place_name(phase.state.theatre.place("odessa")) in phase.offers("ship", "ger_a2")


def test_18_9_the_western_allies_sail_between_staging_areas_and_the_atlantic(allies: Any) -> None:
    phase = allies("us_c2 staging_usa, bri_c1 plymouth", joined={"usa": "wallied"})
    offers = phase.offers("ship", "us_c2")
    assert "staging_british_empire" in offers
    assert phase.state.scenario.place_name(phase.state.theatre.place("gibraltar")) in offers
    assert "(GEW 18.7)" in phase.why("ship", "us_c2", "malta")  # G18-7: one transfer, one sea
    assert "(GEW 32.4)" in phase.why("ship", "us_c2", "staging_ussr")


def test_18_9_the_empire_is_joined_to_the_red_sea_and_the_gulf(allies: Any) -> None:
    phase = allies("bri_c1 suez")
    offers = phase.offers("ship", "bri_c1")
    assert {"5025", "staging_british_empire"} <= offers  # Basrah
    assert "staging_usa" not in offers


def test_18_9_gibraltar_is_a_port_of_two_seas(allies: Any) -> None:
    phase = allies("bri_c1 gibraltar", mp=(0, 10, 0))
    offers = phase.offers("ship", "bri_c1")
    assert {"2222", "staging_usa"} <= offers


def test_18_8_soviets_at_war_sail_the_black_sea_and_no_other(allies: Any) -> None:
    phase = allies("sov_f3 odessa, sov_mtn leningrad", joined=WAR, mp=(0, 0, 10))
    assert phase.offers("ship") == {"sov_f3"}
    assert {"3715", "4316"} <= phase.offers("ship", "sov_f3")  # Sevastopol, Batumi
    phase.do("ship", "sov_f3", "sevastopol")
    assert phase.state.mp[SOVIET] == 8


def test_6_2_minors_are_not_shipped_out_of_their_area(axis: Any) -> None:
    phase = axis("bul_gar salonika", mp=(10, 0, 0))
    assert "3021" in phase.offers("ship", "bul_gar")  # Athens
    assert "may not go to 2125 Tripoli (GEW 6.2)" in phase.why("ship", "bul_gar", "tripoli")


def test_18_1_a_station_in_an_enemy_zone_is_in_supply_if_a_unit_there_would_be(axis: Any) -> None:
    """18.1, 13.2: out of the zone into a hex with a line; not if every way out is closed."""
    phase = axis("ger_a2 berlin, sov_f3 2810", joined=WAR)
    assert "2710" in phase.offers("rail", "ger_a2")  # Krakow, next to the Soviets
    cut = axis("ger_a2 berlin, sov_f3 2810, sov_f4 2711, sov_f5 2610", joined=WAR)
    assert "2710" not in cut.offers("rail", "ger_a2")


def test_6_2_swedes_and_finns_cross_the_baltic_only_between_their_countries(axis: Any) -> None:
    phase = axis("swe_exp stockholm", joined={"sweden": "axis", "finland": "axis"})
    assert "3002" in phase.offers("ship", "swe_exp")  # Helsinki
    theatre = phase.state.theatre
    lands = {theatre.regions[theatre.region_at[theatre.place(name)]].id for name in phase.offers("ship", "swe_exp")}
    assert lands <= {"sweden", "finland"}
    assert "(GEW 18.7)" in phase.why("ship", "swe_exp", "danzig")


def test_14_4_no_army_is_shipped_to_a_small_island(allies: Any) -> None:
    phase = allies("bri_a8 alexandria, bri_c1 alexandria", mp=(0, 10, 0))
    assert "only corps can stay on a small island (GEW 14.4)" in phase.why("ship", "bri_a8", "malta")
    assert "2222" in phase.offers("ship", "bri_c1")


# ------------------------------------------------------------------------------------------------ O37


def test_o37_2_malta_costs_the_axis_one_point_more_instead(axis: Any) -> None:
    phase = axis("ita_a1 naples", mp=(6, 0, 0), options={"mediterranean": True})
    phase.do("ship", "ita_a1", "tripoli")
    assert phase.state.mp[AXIS] == 3


def test_o37_3_messina_costs_the_allies_one_point_more_instead(allies: Any) -> None:
    phase = allies("bri_c1 alexandria", mp=(0, 3, 0), options={"mediterranean": True})
    phase.do("ship", "bri_c1", "malta")
    assert phase.state.mp[WALLIED] == 1


@pytest.mark.parametrize(("option", "open_"), [(True, False), (False, True)])
def test_o37_1_without_gibraltar_malta_and_cairo_the_mediterranean_is_closed(
    allies: Any, option: bool, open_: bool
) -> None:
    held = {"gibraltar": "axis", "malta": "axis", "cairo": "axis"}
    phase = allies("bri_c1 haifa", control=held, options={"mediterranean": option}, mp=(0, 10, 0))
    assert ("ship" in phase.verbs()) == open_
