"""GEW 23: bases, range, stacking, and the course of the Air Operations Phase."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase, end_missions
from sandtable.systems.gew.s23_airbases import base_for, bases, crowded, free_bases, in_range, room, within
from sandtable.systems.gew.state import BOMBING, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

Make = Callable[..., Any]


def unit(state: GewState, id: str) -> UnitId:
    return state.theatre.unit(id)


def at(state: GewState, name: str) -> Hex:
    return state.theatre.place(name)


def far(state: GewState, side: Side, base: Hex, to: Hex) -> int:
    """How many hexes it is from a base, up to 12; -1 if it is more, or cannot be flown."""
    return next((distance for distance in range(13) if to in within(state, side, base, distance)), -1)


def launches(state: GewState, power: int, base: Hex) -> int:
    """How many units a power can fly from a hex."""
    return room(state, power, base) if base in bases(state, power) else 0


def test_23_1_air_units_fly_from_the_display_and_come_back_spent(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf2 display_axis")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf2", "london")
    assert play.place("ger_lf2") == "1507"
    play.roll(3)
    assert play.over  # column 2, a three: nothing happens
    end_missions(state, AXIS_SIDE)
    assert play.place("ger_lf2") == "display_axis"
    assert not state.operational[unit(state, "ger_lf2")]


def test_23_1_a_unit_that_was_not_regrouped_stays(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, ger_lf3 reinforcements_axis")
    state.operational[unit(state, "ger_lf2")] = 0
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("bomb") == {"ger_lf1"}
    assert "16.0" in play.why("bomb", "ger_lf2")
    assert "Campaign Operations Display" in play.why("bomb", "ger_lf3")


def test_23_2_the_phasing_side_flies_first_and_the_other_answers(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf2 display_axis, bri_fc display_allied")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.ask.side == AXIS_SIDE
    assert play.verbs() == {"bomb", "end"}
    play.do("bomb", "ger_lf2", "london")
    assert play.ask.side == ALLIED_SIDE
    assert play.verbs() == {"intercept", "end"}


def test_23_2_nobody_is_asked_who_has_nothing_to_fly(battlefield: Make, game: Make) -> None:
    assert game(battlefield("ger_ub1 display_axis, bri_fleet1 display_allied"), AirOperationsPhase(AXIS_SIDE)).over


def test_23_3_an_airbase_launches_one_unit_of_its_power(battlefield: Make) -> None:
    state = battlefield()
    assert launches(state, AXIS, at(state, "brussels")) == 1
    assert launches(state, WALLIED, at(state, "london"))
    assert not launches(state, AXIS, at(state, "london"))
    assert not launches(state, AXIS, at(state, "lille"))  # a city, but no airbase


def test_23_3_an_airbase_needs_a_line_of_supply(battlefield: Make) -> None:
    state = battlefield()
    assert launches(state, AXIS, at(state, "canea"))
    state.mark("bombed", at(state, "canea"), 1, "24.9")
    state.mark("bombed", at(state, "heraklion"), 1, "24.9")
    assert not launches(state, AXIS, at(state, "heraklion"))
    state.mark("bombed", at(state, "heraklion"), 0, "24.10")
    assert not launches(state, AXIS, at(state, "heraklion"))  # the port of Crete is closed


@pytest.mark.parametrize("marker", ["bombed", "sabotaged"])
def test_24_9_and_O40_1_1_a_hit_airbase_launches_nothing_but_its_depot_does(battlefield: Make, marker: str) -> None:
    state = battlefield()
    brussels = at(state, "brussels")
    state.mark(marker, brussels, 1, "24.9")
    assert not launches(state, AXIS, brussels)
    state.mark("depot", brussels, AXIS + 1, "29.1")
    assert launches(state, AXIS, brussels) == 1


def test_23_3_an_enemy_zone_closes_an_empty_airbase(battlefield: Make) -> None:
    assert launches(battlefield(), AXIS, at(battlefield(), "benghazi"))
    state = battlefield("bri_cw1 2826")
    assert not launches(state, AXIS, at(state, "benghazi"))
    state = battlefield("bri_cw1 2826, ita_csi 2726")
    assert launches(state, AXIS, at(state, "benghazi"))


def test_23_3_soviets_fly_from_the_staging_area_in_any_number(battlefield: Make) -> None:
    state = battlefield("sov_w display_allied, sov_sw display_allied", joined={"ussr": "soviet"})
    edge = next(iter(state.theatre.edge_ussr))
    for place in state.theatre.airbase:
        state.mark("bombed", place, 1, "24.9")  # nowhere else to fly from
    assert base_for(state, unit(state, "sov_w"), Hex(edge)) == state.theatre.staging_ussr
    state.assign(unit(state, "sov_w"), BOMBING, Hex(edge), state.theatre.staging_ussr, "24.1")
    assert base_for(state, unit(state, "sov_sw"), Hex(edge)) == state.theatre.staging_ussr
    distances = [1 + far(state, ALLIED_SIDE, Hex(edge), Hex(place)) for place in range(1450)]
    reach = in_range(state, unit(state, "sov_w"), 3)
    assert all(place in reach for place, far in enumerate(distances) if 1 <= far <= 3)


def test_23_3_western_air_units_do_not_fly_from_staging_areas(battlefield: Make, game: Make) -> None:
    state = battlefield("us_8af display_allied", joined={"usa": "wallied"})
    assert all(base < 1450 for base in bases(state, WALLIED))


def test_23_3_the_nearest_free_base_is_taken(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, bri_fc display_allied")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    first = state.base[unit(state, "ger_lf1")]
    assert first == at(state, "rotterdam")  # three hexes, as Brussels and Paris are: the first by number
    play.do("bomb", "ger_lf2", "london")
    assert state.base[unit(state, "ger_lf2")] not in (first, -1)
    assert first not in free_bases(state, AXIS)


def test_15_0_nothing_flies_from_soviet_bases_in_the_second_impulse_of_spring(battlefield: Make) -> None:
    """G15-1"""
    state = battlefield("sov_w display_allied", joined={"ussr": "soviet"}, turn=4, impulse=2)
    assert not bases(state, SOVIET)
    assert not in_range(state, unit(state, "sov_w"), 3)
    assert launches(battlefield(joined={"ussr": "soviet"}, turn=4, impulse=1), SOVIET, at(state, "kiev"))


def test_23_4_range_is_counted_in_hexes(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lfr display_axis, ger_lf1 display_axis")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert state.theatre.range[unit(state, "ger_lfr")] == 3
    assert far(state, AXIS_SIDE, at(state, "paris"), at(state, "london")) == 3
    assert "1507" in play.offers("bomb", "ger_lfr")
    assert "1406" not in play.offers("bomb", "ger_lfr")
    assert "23.4" in play.why("bomb", "ger_lfr", "liverpool")


def test_23_4_nobody_flies_over_neutral_territory(battlefield: Make) -> None:
    """G23-2: but the Axis may over South France (9.6)."""
    state = battlefield()
    assert far(state, AXIS_SIDE, at(state, "warsaw"), at(state, "minsk")) == -1
    joined = battlefield(joined={"ussr": "soviet"})
    assert far(joined, AXIS_SIDE, at(joined, "warsaw"), at(joined, "minsk")) > 0
    assert far(state, AXIS_SIDE, at(state, "bordeaux"), at(state, "toulouse")) == 2
    assert far(state, ALLIED_SIDE, at(state, "bordeaux"), at(state, "toulouse")) == -1


def test_23_5_a_depot_makes_room_for_a_second_unit(battlefield: Make) -> None:
    """29.4: and is an airbase where there is none."""
    state = battlefield()
    state.mark("depot", at(state, "brussels"), AXIS + 1, "29.1")
    state.mark("depot", at(state, "lille"), AXIS + 1, "29.1")
    assert launches(state, AXIS, at(state, "brussels")) == 2
    assert launches(state, AXIS, at(state, "lille")) == 1
    state.mark("bombed", at(state, "brussels"), 1, "24.9")
    assert launches(state, AXIS, at(state, "brussels")) == 1


def test_23_5_two_air_units_of_a_side_fly_into_a_hex(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, ger_lf3 display_axis, bri_fc display_allied")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("bomb", "ger_lf2", "london")
    assert crowded(state, AXIS_SIDE) == (at(state, "london"),)
    assert "1507" not in play.offers("bomb", "ger_lf3")
    assert "23.5" in play.why("bomb", "ger_lf3", "london")


def test_23_6_whoever_survives_is_recycled_with_the_enemy_too(battlefield: Make) -> None:
    state = battlefield("ger_lf1 display_axis, bri_fc display_allied, bri_fleet1 display_allied")
    for id in ("ger_lf1", "bri_fc", "bri_fleet1"):
        state.assign(unit(state, id), BOMBING, at(state, "london"), Hex(-1), "24.1")
    end_missions(state, AXIS_SIDE)
    assert not any(state.mission)
    assert not any(state.operational)
    assert [state.scenario.unit_name(each) for each in state.in_display(AXIS_SIDE)] == ["ger_lf1"]


def test_29_4_a_depot_is_an_airbase(battlefield: Make) -> None:
    state = battlefield()
    state.mark("depot", at(state, "lille"), AXIS + 1, "29.1")
    assert base_for(state, unit(state, "ger_lfr"), at(state, "lille")) == at(state, "lille")


def test_30_8_carriers_fly_from_the_sea(battlefield: Make, game: Make) -> None:
    """G24-7: from any hex of a Western Allied sea, without airbase or supply."""
    state = battlefield("all_cv display_allied", joined={"usa": "wallied"})
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert "2125" in play.offers("bomb", "all_cv")  # Tripoli
    assert "2809" not in play.offers("bomb", "all_cv")  # Warsaw
    play.do("bomb", "all_cv", "tripoli")
    base = state.base[unit(state, "all_cv")]
    assert state.theatre.terrain[base] == "sea"


def test_9_2_neutrals_fly_no_missions(battlefield: Make, game: Make) -> None:
    """G9-7: neither do Soviets or Americans while they are neutral."""
    state = battlefield("sov_w display_allied, us_8af display_allied, tur_tac display_axis, bri_bc1 display_allied")
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert play.offers("bomb") == {"bri_bc1"}
    assert "9.2" in play.why("bomb", "us_8af")


def test_6_3_refusals_say_nothing_of_what_the_enemy_has(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_fc display_allied, ger_lf1 display_axis, ger_lf2 reinforcements_axis")
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    named = {id: state.scenario.spoken_unit(state.scenario.unit(id)) for id in ("ger_lf1", "ger_lf2", "ger_lrbg")}
    said = {play.why("bomb", id).replace(name, "it") for id, name in named.items()}
    assert len(said) == 1


@pytest.mark.parametrize("id", ["ger_ub1", "ger_fleet1", "ger_pz1", "ger_air1", "ger_brb"])
def test_23_0_only_air_units_bomb(battlefield: Make, game: Make, id: str) -> None:
    play = game(battlefield(f"{id} display_axis, ger_lf1 display_axis"), AirOperationsPhase(AXIS_SIDE))
    assert "24.1" in play.why("bomb", id)
