"""GEW 24 and O38: bombing, support, interception, transport and airborne assault."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.s19_landings import landings
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase, end_missions
from sandtable.systems.gew.s24_air_missions import (
    air_supplied,
    supplied_by_assault,
    support_factors,
)
from sandtable.systems.gew.s24_bombing import StrategicBombing, bombing
from sandtable.systems.gew.s24_interception import IN_THE_AIR, Interception, air_interception
from sandtable.systems.gew.state import (
    AIRBORNE_ASSAULT,
    BOMBING,
    DEFENSIVE_SUPPORT,
    INTERCEPTION,
    LONG_RANGE_BOMBING,
    OFFENSIVE_SUPPORT,
    GewState,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, WALLIED

Make = Callable[..., Any]
LONDON_RAID = "ger_lf1 display_axis, ger_lf2 display_axis, bri_fc display_allied, bri_meaf display_allied"


def unit(state: GewState, id: str) -> UnitId:
    return state.theatre.unit(id)


def at(state: GewState, name: str) -> Hex:
    return state.theatre.place(name)


def send(state: GewState, mission: int, to: str, *ids: str) -> Hex:
    for id in ids:
        state.assign(unit(state, id), mission, at(state, to), Hex(-1), "23.2")
    return at(state, to)


# ------------------------------------------------------------------------------------------------ bombing


def test_24_1_mobilization_port_and_airbase_hexes_of_the_enemy_are_bombed(battlefield: Make, game: Make) -> None:
    play = game(battlefield("ger_lf1 display_axis"), AirOperationsPhase(AXIS_SIDE))
    offered = play.offers("bomb", "ger_lf1")
    assert {"1507", "1607", "1408"} <= offered  # London, Norwich (an airbase), Southampton (a port)
    assert "1508" not in offered
    assert "24.1" in play.why("bomb", "ger_lf1", "1508")
    assert "24.1" in play.why("bomb", "ger_lf1", "paris")  # one's own


def test_24_1_depots_and_fortifications_are_bombed_wherever_they_are(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, bri_cw1 1508")
    state.mark("fort", at(state, "1508"), ALLIED_SIDE + 1, "28.1")
    assert "1508" in game(state, AirOperationsPhase(AXIS_SIDE)).offers("bomb", "ger_lf1")


def test_24_1_neutrals_are_not_bombed(battlefield: Make, game: Make) -> None:
    play = game(battlefield("ger_lf1 display_axis"), AirOperationsPhase(AXIS_SIDE))
    assert "24.1" in play.why("bomb", "ger_lf1", "vilna")


def test_24_1_the_column_is_the_bombardment_factors_less_one_for_flak(battlefield: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis")
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    assert bombing(state, AXIS_SIDE, london, False).terms.total == 4
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, bri_fl1 london, bri_fl2 london")
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    assert bombing(state, AXIS_SIDE, london, False).terms.total == 3


def test_24_1_the_bombed_side_loses_points_and_markers(battlefield: Make, game: Make) -> None:
    """Column 4, a four: S1."""
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, bri_terr london", mp=(10, 10, 10))
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    state.mark("depot", london, WALLIED + 1, "29.1")
    state.mark("fort", london, ALLIED_SIDE + 1, "28.1")
    play = game(state, StrategicBombing(AXIS_SIDE, london), [4, 6])
    assert play.over
    assert (state.mp[WALLIED], state.depot[london], state.fort[london], state.bombed[london]) == (4, 0, 0, 0)


def test_24_1_points_are_not_lost_below_zero(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis", mp=(10, 2, 10))
    game(state, StrategicBombing(AXIS_SIDE, send(state, BOMBING, "london", "ger_lf1", "ger_lf2")), [4, 6])
    assert state.mp[WALLIED] == 0


def test_24_1_bombers_pay_or_are_lost(battlefield: Make, game: Make) -> None:
    """Column 1 with flak, a one: A1."""
    state = battlefield("ger_lf1 display_axis, bri_fl1 london")
    play = game(state, StrategicBombing(AXIS_SIDE, send(state, BOMBING, "london", "ger_lf1")), [1])
    assert play.ask.side == AXIS_SIDE
    assert play.verbs() == {"pay", "lose"}
    play.do("lose", "ger_lf1")
    assert play.place("ger_lf1") == "reinforcements_axis"


def test_24_4_bombings_come_hex_by_hex_as_the_phasing_side_orders(battlefield: Make, game: Make) -> None:
    """G24-4"""
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("bomb", "ger_lf2", "southampton")
    assert play.ask.form.name == "next bombing"
    assert play.offers() == {"1507", "1408"}
    assert "24.1" in play.why("paris")
    play.do("1408", dice=[3, 3])
    assert [event.data["hex"] for event in play.told("bombed")] == [at(state, "southampton"), at(state, "london")]


# ------------------------------------------------------------------------------------------------ support


def test_24_2_support_goes_where_enemies_stand_next_to_its_nationality(battlefield: Make, game: Make) -> None:
    """G24-8: German air units do not help an attack by Italians alone."""
    state = battlefield("ger_lf1 display_axis, ita_5s display_axis, ita_csi 2926, bri_cw1 tobruk")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("support") == {"ita_5s"}
    assert play.offers("support", "ita_5s") == {"3026"}
    assert "24.2" in play.why("support", "ger_lf1")


def test_24_2_support_adds_its_bombardment_factors(battlefield: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ita_5s display_axis, ger_dak 2926, ita_csi 2925, bri_cw1 tobruk")
    tobruk = send(state, OFFENSIVE_SUPPORT, "tobruk", "ger_lf1", "ita_5s")
    assert support_factors(state, tobruk, AXIS_SIDE) == 3
    assert support_factors(state, tobruk, AXIS_SIDE, [unit(state, "ger_dak")]) == 2
    assert support_factors(state, tobruk, AXIS_SIDE, [unit(state, "ita_csi")]) == 1
    assert support_factors(state, tobruk, ALLIED_SIDE) == 0


def test_30_7_aef_units_are_british_and_american(battlefield: Make, game: Make) -> None:
    state = battlefield(
        "all_cv display_allied, bri_cw1 2926, ita_csi 2926, ger_dak 2826", joined={"usa": "wallied"},
        control={"2926": "wallied"},
    )  # fmt: skip
    state.remove(unit(state, "ita_csi"), "33.0")
    assert "2826" in game(state, AirOperationsPhase(ALLIED_SIDE)).offers("support", "all_cv")


# ------------------------------------------------------------------------------------------------ interception


def test_24_3_tac_units_intercept_where_enemies_fly(battlefield: Make, game: Make) -> None:
    state = battlefield(LONDON_RAID)
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("end")
    assert play.offers("intercept", "bri_fc") == {"1507"}
    assert play.offers("intercept") == {"bri_fc", "bri_meaf"}
    assert "24.3" in play.why("intercept", "bri_fc", "norwich")


def test_24_3_the_column_is_the_difference_of_air_factors_less_the_flak_of_the_intercepted(battlefield: Make) -> None:
    """G24-3"""
    state = battlefield(f"{LONDON_RAID}, bri_fl1 london")
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    send(state, INTERCEPTION, "london", "bri_fc", "bri_meaf")
    assert air_interception(state, ALLIED_SIDE, london).terms.total == 6 - 5
    state = battlefield("ger_lf1 display_axis, bri_fc display_allied, ger_fl1 essen")
    essen = send(state, OFFENSIVE_SUPPORT, "essen", "ger_lf1")
    send(state, INTERCEPTION, "essen", "bri_fc")
    assert air_interception(state, ALLIED_SIDE, essen).terms.total == 4 - 2 - 1


def test_24_3_flak_may_help_the_interceptor_instead(battlefield: Make) -> None:
    """G24-3, as an option."""
    options = {"flak_helps_interceptor": True}
    state = battlefield(f"{LONDON_RAID}, bri_fl1 london", options=options)
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    send(state, INTERCEPTION, "london", "bri_fc", "bri_meaf")
    assert air_interception(state, ALLIED_SIDE, london).terms.total == 6 - 5 + 1


def test_24_3_who_survives_interception_carries_on(battlefield: Make, game: Make) -> None:
    """Column 2, a four: B1, so the bomber's side pays and then the interceptor's; column 2 again: nothing."""
    state = battlefield("ger_lf1 display_axis, bri_fc display_allied")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("intercept", "bri_fc", "london", dice=[4])
    assert play.ask.side == AXIS_SIDE  # S1 first
    play.do("pay", "axis")
    assert play.ask.side == ALLIED_SIDE
    play.do("pay", "wallied", dice=[2])
    assert play.over
    assert (state.mp[AXIS], state.mp[WALLIED]) == (9, 9)
    assert [event.data["result"] for event in play.told("bombed")] == ["-"]


def test_24_3_bombers_shot_down_do_not_bomb(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, bri_fc display_allied")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("intercept", "bri_fc", "london", dice=[6])
    assert play.over  # S2: the only unit is eliminated
    assert play.place("ger_lf1") == "reinforcements_axis"
    assert not play.told("bombed")


@pytest.mark.parametrize(("roll", "side"), [(6, AXIS_SIDE), (1, ALLIED_SIDE)])
def test_24_7_the_owner_picks_who_is_lost_and_the_other_aborts(
    battlefield: Make, game: Make, roll: int, side: int
) -> None:
    """Column 3 at six: S2, the bombers; column 0 at one: A2, the interceptors. G24-9: who aborts is spent."""
    bombers, fighters = ("ger_lf1", "ger_lf4"), ("bri_fc", "bri_2taf") if roll == 6 else ("bri_meaf", "bri_2taf")
    units = ", ".join(
        [*(f"{id} display_axis" for id in bombers), *(f"{id} display_allied" for id in fighters)]
        + ([] if roll == 6 else ["ger_fl1 london"])
    )
    state = battlefield(units)
    london = send(state, BOMBING, "london", *bombers)
    send(state, INTERCEPTION, "london", *fighters)
    play = game(state, Interception(ALLIED_SIDE, london, IN_THE_AIR), [roll])
    assert play.ask.side == side
    first, second = bombers if side == AXIS_SIDE else fighters
    assert play.offers() == {first, second}
    play.do(first)
    assert play.over
    assert play.place(first).startswith("reinforcements")
    assert play.place(second).startswith("display")
    assert not state.operational[unit(state, second)]


def test_24_7_without_points_there_is_no_paying(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, bri_fl1 london", mp=(0, 0, 0))
    play = game(state, StrategicBombing(AXIS_SIDE, send(state, BOMBING, "london", "ger_lf1")), [1])
    assert play.verbs() == {"lose"}
    assert "24.7" in play.why("pay")
    assert "24.7" in play.why("lose", "ger_lf2")


# ------------------------------------------------------------------------------------------------ defense


def test_24_4_defenders_support_where_enemies_stand_next_to_their_power(battlefield: Make, game: Make) -> None:
    """G24-1, G24-10"""
    state = battlefield("bri_meaf display_allied, ger_dak 2926, bri_cw1 tobruk, ger_lf1 display_axis")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("end")
    assert play.ask.side == ALLIED_SIDE
    assert play.offers("defend", "bri_meaf") == {"3026"}
    play.do("defend", "bri_meaf", "tobruk")
    assert support_factors(state, at(state, "tobruk"), ALLIED_SIDE) == 2


def test_24_4_defensive_support_meets_offensive_support(battlefield: Make, game: Make) -> None:
    """G24-2: the non-phasing side is the interceptor."""
    state = battlefield("bri_meaf display_allied, ger_lf1 display_axis, ger_dak 2926, bri_cw1 tobruk")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("support", "ger_lf1", "tobruk")
    play.do("defend", "bri_meaf", "tobruk", dice=[3])
    assert play.over
    assert [event.data["side"] for event in play.told("intercepted")] == [ALLIED_SIDE]


def test_24_8_an_interceptor_supports_its_ground_units_too(battlefield: Make) -> None:
    state = battlefield("bri_meaf display_allied, ger_dak 2926, bri_cw1 tobruk, bri_fc display_allied")
    tobruk = send(state, INTERCEPTION, "tobruk", "bri_meaf")
    assert support_factors(state, tobruk, ALLIED_SIDE) == 2
    send(state, DEFENSIVE_SUPPORT, "tobruk", "bri_fc")
    assert support_factors(state, tobruk, ALLIED_SIDE) == 3
    assert support_factors(state, send(state, INTERCEPTION, "2826", "bri_meaf"), ALLIED_SIDE) == 0


def test_24_8_interceptions_come_hex_by_hex_as_the_phasing_side_orders(battlefield: Make, game: Make) -> None:
    state = battlefield(LONDON_RAID)
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("bomb", "ger_lf2", "southampton")
    play.do("intercept", "bri_fc", "london")
    play.do("intercept", "bri_meaf", "southampton")
    assert play.ask.side == AXIS_SIDE
    assert play.ask.form.name == "next interception"
    assert play.offers() == {"1507", "1408"}
    assert "24.3" in play.why("norwich")
    play.do("1408")
    play.roll(3)
    assert play.told("intercepted")[0].data["hex"] == at(state, "southampton")


def test_24_8_two_air_units_in_a_hex_do_different_things(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, ger_dak 2926, bri_cw1 tobruk", mp=(9, 9, 9))
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("support", "ger_lf1", "tobruk")
    play.do("bomb", "ger_lf2", "tobruk", dice=[3])
    assert play.told("bombed")[0].data["column"] == state.theatre.bombardment[unit(state, "ger_lf2")]
    dak = (unit(state, "ger_dak"),)
    assert support_factors(state, at(state, "tobruk"), AXIS_SIDE, dak) == 2


# ------------------------------------------------------------------------------------------------ markers


def test_24_9_a_bombed_marker_closes_the_airbase_and_ends_bombing(battlefield: Make, game: Make) -> None:
    """Column 4, a five: S2. G24-6: not a target again, whatever is built there."""
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, ger_lf3 display_axis")
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    game(state, StrategicBombing(AXIS_SIDE, london), [5, 1])
    assert state.bombed[london]
    end_missions(state, AXIS_SIDE)
    state.mark("depot", london, WALLIED + 1, "29.1")
    assert "24.1" in game(state, AirOperationsPhase(AXIS_SIDE)).why("bomb", "ger_lf3", "london")


def test_o40_1_bombing_a_sabotaged_hex_puts_a_bombed_marker(battlefield: Make, game: Make) -> None:
    """GO-40: S1 suffices."""
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis")
    london = send(state, BOMBING, "london", "ger_lf1", "ger_lf2")
    state.mark("sabotaged", london, 1, "O40.1")
    game(state, StrategicBombing(AXIS_SIDE, london), [4, 1])
    assert (state.sabotaged[london], state.bombed[london]) == (0, 1)


def test_o35_2_a_major_offensive_adds_two_to_the_column(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis", options={"major_offensives": True})
    state.count_offensives(AXIS_SIDE, 0, 1, "O35.1")
    london = send(state, BOMBING, "london", "ger_lf1")
    play = game(state, StrategicBombing(AXIS_SIDE, london))
    assert play.offers() == {"play", "keep"}
    play.do("play", dice=[1])
    assert play.told("bombed")[0].data["column"] == 4
    assert state.offensives_of(AXIS_SIDE)[0] == 0


# ------------------------------------------------------------------------------------------------ transport


def test_24_5_an_airlift_takes_a_corps_from_an_airbase_to_an_airbase(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ita_csi athens, ger_a2 athens, ger_dak 3020")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("transport", "ger_air1") == {"ita_csi"}
    assert "larger than a corps" in play.why("transport", "ger_air1", "ger_a2")
    assert "24.5" in play.why("transport", "ger_air1", "ger_dak")  # not in an airbase hex
    offered = play.offers("transport", "ger_air1", "ita_csi")
    assert "3023" in offered  # Canea
    assert "3021" not in offered
    assert "2726" in offered  # Benghazi, eight hexes away or fewer
    assert "24.5" in play.why("transport", "ger_air1", "ita_csi", "3020")
    assert "23.4" in play.why("transport", "ger_air1", "ita_csi", "berlin")
    play.do("transport", "ger_air1", "ita_csi", "canea")
    assert play.over
    assert play.place("ita_csi") == "3023"
    assert not state.embarked(unit(state, "ita_csi"))


def test_24_5_the_allies_fly_no_mechanized_corps(battlefield: Make, game: Make) -> None:
    play = game(battlefield("bri_air1 display_allied, bri_x10 cairo, bri_cw1 cairo"), AirOperationsPhase(ALLIED_SIDE))
    assert play.offers("transport", "bri_air1") == {"bri_cw1"}
    assert "24.5" in play.why("transport", "bri_air1", "bri_x10")


def test_24_5_an_airlift_serves_its_own_power(battlefield: Make, game: Make) -> None:
    units = "bri_air1 display_allied, bri_cw1 cairo, sov_abn kiev, sov_vvs display_allied"
    play = game(battlefield(units, joined={"ussr": "soviet"}), AirOperationsPhase(ALLIED_SIDE))
    assert play.offers("transport", "sov_vvs") == {"sov_abn"}
    assert play.why("transport", "bri_air1", "sov_abn").endswith("of the airlift's power (GEW 24.5)")
    assert play.why("transport", "bri_air1", "sov_vvs").endswith("of the airlift's power (GEW 24.5)")


def test_24_5_the_axis_flies_any_corps(battlefield: Make, game: Make) -> None:
    play = game(battlefield("ger_air1 display_axis, ger_hg athens"), AirOperationsPhase(AXIS_SIDE))
    assert play.offers("transport", "ger_air1") == {"ger_hg"}
    assert play.offers("assault", "ger_air1") == {"ger_hg"}  # G10-10


def test_24_5_static_units_and_partisans_are_not_flown(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ger_fl1 athens, ger_fl5 canea, ita_csi rome")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("transport", "ger_air1") == {"ita_csi"}
    assert "18.0" in play.why("transport", "ger_air1", "ger_fl1")


def test_24_5_with_the_airlift_its_passenger_is_lost(battlefield: Make, game: Make) -> None:
    """Column 2, a six: S2."""
    state = battlefield("ger_air1 display_axis, ita_csi athens, bri_meaf display_allied", control={"canea": "axis"})
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("transport", "ger_air1", "ita_csi", "benghazi")
    assert play.place("ita_csi") == "3021"
    assert state.embarked(unit(state, "ita_csi"))
    play.do("intercept", "bri_meaf", "benghazi", dice=[6])
    assert play.over
    assert play.place("ita_csi") == play.place("ger_air1") == "reinforcements_axis"


def test_24_5_two_airlifts_from_one_airbase_need_a_depot(battlefield: Make, game: Make) -> None:
    """G23-1"""
    state = battlefield("bri_air1 display_allied, us_air1 display_allied, bri_rm cairo, bri_abn cairo",
                        joined={"usa": "wallied"})  # fmt: skip
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    play.do("transport", "bri_air1", "bri_rm", "alexandria")
    assert "transport" not in play.verbs()
    state.mark("depot", at(state, "cairo"), WALLIED + 1, "29.1")
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert play.offers("transport", "us_air1") == {"bri_abn"}
    assert "aboard" in play.why("transport", "us_air1", "bri_rm")


# ------------------------------------------------------------------------------------------------ airborne assault


def test_24_6_airborne_units_land_on_open_ground(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ger_11fk athens, ita_csi athens")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("assault", "ger_air1") == {"ger_11fk"}
    assert "24.6" in play.why("assault", "ger_air1", "ita_csi")
    terrain = {state.theatre.terrain[at(state, name)] for name in play.offers("assault", "ger_air1", "ger_11fk")}
    assert terrain <= {"clear", "rough", "desert"}
    cyprus = at(state, "cyprus")
    play.do("assault", "ger_air1", "ger_11fk", "cyprus")
    assert play.over
    assert play.place("ger_11fk") == "3723"
    assert state.control[cyprus] == AXIS + 1
    assert supplied_by_assault(state, unit(state, "ger_11fk"))  # 24.6.5
    assert not landings(state)


def test_24_6_on_enemies_they_wait_for_ground_combat(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ger_11fk athens, bri_cw1 cyprus")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("assault", "ger_air1", "ger_11fk", "cyprus")
    cyprus, airborne = at(state, "cyprus"), unit(state, "ger_11fk")
    assert play.place("ger_11fk") == "3021"
    assert [(each.unit, each.place) for each in landings(state)] == [(airborne, cyprus)]
    assert supplied_by_assault(state, airborne)
    end_missions(state, AXIS_SIDE)  # 24.6.4: not cleared
    assert play.place("ger_11fk") == "reinforcements_axis"


def test_24_6_neutral_ground_is_not_landed_on(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ger_11fk athens")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert "24.6" in play.why("assault", "ger_air1", "ger_11fk", "izmir")


def test_24_6_an_aborted_passenger_is_where_it_started(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ger_11fk athens, ger_lf1 display_axis, bri_fc display_allied")
    state.embark(unit(state, "ger_11fk"), unit(state, "ger_air1"), "24.6")
    cyprus = send(state, AIRBORNE_ASSAULT, "cyprus", "ger_air1")
    send(state, OFFENSIVE_SUPPORT, "cyprus", "ger_lf1")
    send(state, INTERCEPTION, "cyprus", "bri_fc")
    play = game(state, Interception(ALLIED_SIDE, cyprus, IN_THE_AIR), [6])  # column 2: S2
    play.do("ger_lf1")
    assert play.place("ger_11fk") == "3021"
    assert play.place("ger_air1") == "display_axis"
    assert not state.embarked(unit(state, "ger_11fk"))


# ------------------------------------------------------------------------------------------------ O38


def test_o38_1_air_supply_lets_units_spend_points(battlefield: Make, game: Make) -> None:
    units = "ger_air1 display_axis, ger_dak 2926, bri_meaf display_allied"
    assert "supply" not in game(battlefield(units), AirOperationsPhase(AXIS_SIDE)).verbs()
    state = battlefield(units, options={"extra_air": True})
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("supply", "ger_air1") == {"2926"}
    play.do("supply", "ger_air1", "2926")
    assert air_supplied(state, at(state, "2926"), AXIS_SIDE)
    assert play.offers("intercept") == {"bri_meaf"}


def test_o38_1_air_supply_in_the_enemys_phase_meets_his_air_units(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_air1 display_axis, ger_dak 2926, bri_meaf display_allied, bri_cw1 tobruk",
                        options={"extra_air": True})  # fmt: skip
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    play.do("support", "bri_meaf", "2926")
    play.do("supply", "ger_air1", "2926", dice=[6])
    assert [event.data["column"] for event in play.told("intercepted")] == [-2]


def test_o38_2_long_range_bombing_flies_half_as_far_again_with_one_factor_less(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_bc1 display_allied", options={"extra_air": True})
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    near, far = play.offers("bomb", "bri_bc1"), play.offers("bomb-far", "bri_bc1")
    assert near < far
    assert "3114" in far - near  # Ploesti
    ploesti = send(state, LONG_RANGE_BOMBING, "ploesti", "bri_bc1")
    assert bombing(state, ALLIED_SIDE, ploesti, False).terms.total == 1


def test_o38_2_long_and_short_range_bombing_add_up(battlefield: Make) -> None:
    state = battlefield("bri_bc1 display_allied, bri_bc2 display_allied", options={"extra_air": True})
    essen = send(state, LONG_RANGE_BOMBING, "essen", "bri_bc1")
    alone = int(bombing(state, ALLIED_SIDE, essen, False).terms.total)
    send(state, BOMBING, "essen", "bri_bc2")
    printed = state.theatre.bombardment[unit(state, "bri_bc2")]
    assert bombing(state, ALLIED_SIDE, essen, False).terms.total == alone + printed


def test_o38_2_is_optional(battlefield: Make, game: Make) -> None:
    play = game(battlefield("bri_bc1 display_allied"), AirOperationsPhase(ALLIED_SIDE))
    assert "bomb-far" not in play.verbs()
    assert "O38.2" in play.why("bomb-far")


def test_o38_3_a_sac_of_range_twelve_flies_from_iceland(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_bc1 display_allied, bri_bc2 display_allied", options={"extra_air": True})
    for place in state.theatre.airbase & state.where(state.control, WALLIED + 1):
        state.mark("bombed", place, 1, "24.9")  # nowhere else to fly from
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert play.offers("bomb-far") == {"bri_bc2"}
    assert "2302" in play.offers("bomb-far", "bri_bc2")  # Oslo
    play.do("bomb-far", "bri_bc2", "oslo")
    assert state.base[unit(state, "bri_bc2")] == at(state, "staging_usa")


def test_o38_4_an_airlift_of_range_twelve_flies_by_iceland(battlefield: Make, game: Make) -> None:
    state = battlefield("us_air1 display_allied, us_18abn staging_usa, bri_rm glasgow",
                        joined={"usa": "wallied"}, options={"extra_air": True})  # fmt: skip
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert "1404" in play.offers("transport", "us_air1", "us_18abn")
    assert "staging_usa" in play.offers("transport", "us_air1", "bri_rm")
    assert "O38.4" in play.why("transport", "us_air1", "us_18abn", "gibraltar")
    play.do("transport", "us_air1", "us_18abn", "glasgow")
    assert play.place("us_18abn") == "1404"


def test_o38_4_airborne_units_drop_on_norway_by_iceland(battlefield: Make, game: Make) -> None:
    units = "us_air1 display_allied, us_18abn staging_usa"
    state = battlefield(units, joined={"usa": "wallied"}, options={"extra_air": True})
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    offered = play.offers("assault", "us_air1", "us_18abn")
    theatre = state.theatre
    regions = {theatre.regions[theatre.region_at[at(state, name)]].id for name in offered}
    assert regions == {"great_britain", "norway"}  # Ireland is neutral
    play.do("assault", "us_air1", "us_18abn", "2302")
    assert play.place("us_18abn") == "2302"
    assert "assault" not in game(battlefield(units, joined={"usa": "wallied"}), AirOperationsPhase(ALLIED_SIDE)).verbs()


def test_o38_4_nobody_drops_on_the_staging_area(battlefield: Make, game: Make) -> None:
    """24.6: open ground; an airlift goes there as a transport."""
    state = battlefield(
        "us_air1 display_allied, us_18abn glasgow", joined={"usa": "wallied"}, options={"extra_air": True}
    )
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert "staging_usa" in play.offers("transport", "us_air1", "us_18abn")
    assert "staging_usa" not in play.offers("assault", "us_air1", "us_18abn")


def test_o38_4_the_range_must_be_twelve(battlefield: Make, game: Make) -> None:
    units = "bri_air1 display_allied, bri_rm glasgow, us_air1 display_allied, bri_cw1 cairo, us_18abn staging_usa"
    state = battlefield(units, joined={"usa": "wallied"}, options={"extra_air": True})
    assert state.theatre.range[unit(state, "bri_air1")] < 12 <= state.theatre.range[unit(state, "us_air1")]
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    assert "staging_usa" in play.offers("transport", "us_air1", "bri_rm")
    assert "staging_usa" not in play.offers("transport", "bri_air1", "bri_rm")
    assert "staging_usa" not in play.offers("transport", "us_air1", "bri_cw1")  # nor from elsewhere
    assert "24.5" in play.why("transport", "bri_air1", "us_18abn")
    state = battlefield(units, joined={"usa": "wallied"})
    assert "24.5" in game(state, AirOperationsPhase(ALLIED_SIDE)).why("transport", "us_air1", "us_18abn")
