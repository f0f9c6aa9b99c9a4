"""GEW 26 and O39: landings, gunfire, interception, and the war on convoys."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.s19_attack import attackable
from sandtable.systems.gew.s19_landings import landings
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase
from sandtable.systems.gew.s24_air_missions import supplied_by_assault
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.s26_convoys import ConvoyBattle, convoy_attack, uboat_base
from sandtable.systems.gew.s26_naval_missions import gunfire_factors, shores
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, ANTI_CONVOY, ASW, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, WALLIED

Make = Callable[..., Any]


def unit(state: GewState, id: str) -> UnitId:
    return state.theatre.unit(id)


def at(state: GewState, name: str) -> Hex:
    return state.theatre.place(name)


# ------------------------------------------------------------------------------------------------ landings


def test_26_1_the_axis_lands_non_mechanized_corps(battlefield: Make, game: Make) -> None:
    state = battlefield("ita_amph1 display_axis, ita_csi naples, ger_dak naples, ita_a1 naples, ita_south naples")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    assert "ita_csi" in play.offers("land", "ita_amph1")
    assert "26.1" in play.why("land", "ita_amph1", "ger_dak")
    assert "26.1" in play.why("land", "ita_amph1", "ita_a1")


def test_26_1_whoever_asked_before_a_landing_sees_it(battlefield: Make) -> None:
    """Facts about who can attack what are worked out anew when somebody puts to sea."""
    state = battlefield("ita_amph1 display_axis, ita_csi naples, bri_cw1 tobruk")
    assert not landings(state)
    assert not attackable(state, AXIS_SIDE)
    csi, amphib, tobruk = unit(state, "ita_csi"), unit(state, "ita_amph1"), at(state, "tobruk")
    state.embark(csi, amphib, "26.1")
    state.assign(amphib, AMPHIBIOUS_ASSAULT, tobruk, Hex(-1), "26.1")
    assert [each.unit for each in landings(state)] == [csi]
    assert attackable(state, AXIS_SIDE) == {tobruk: (csi,)}


def test_26_1_the_western_allies_land_any_mobile_unit(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_a8 alexandria, bri_x10 london, bri_malta malta")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert play.offers("land", "bri_amph1") == {"bri_a8", "bri_x10"}
    assert "static" in play.why("land", "bri_amph1", "bri_malta")


def test_26_1_a_landing_stays_on_one_sea(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_x10 london, bri_cw1 alexandria")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    north = play.offers("land", "bri_amph1", "bri_x10")
    assert "1808" in north  # Rotterdam
    assert "2125" not in north  # Tripoli
    assert "2125" in play.offers("land", "bri_amph1", "bri_cw1")
    assert "26.1" in play.why("land", "bri_amph1", "bri_x10", "tripoli")
    assert "26.1" in play.why("land", "bri_amph1", "bri_x10", "london")
    assert "26.1" in play.why("land", "bri_amph1", "bri_x10", "paris")  # inland


def test_26_1_from_a_sea_hex_or_into_a_port(battlefield: Make) -> None:
    """Hexes that face water by hexsides alone have no sea hex to land from."""
    state = battlefield()
    assert [shores(state.theatre)[at(state, name)] for name in ("1609", "2405", "3319")] == [0, 0, 0]
    assert shores(state.theatre)[at(state, "london")]  # G2-6
    assert not shores(state.theatre)[at(state, "paris")]


def test_26_1_staging_areas_are_left_and_reached(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_amph2 display_allied, fra_cef staging_british_empire, "
                        "bri_x10 glasgow, bri_x30 liverpool")  # fmt: skip
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert "1404" in play.offers("land", "bri_amph1", "fra_cef")
    play.do("land", "bri_amph1", "bri_x10", "staging_usa")
    assert "staging_usa" in play.offers("land", "bri_amph2", "bri_x30")  # any number
    play.do("end")
    assert play.place("bri_x10") == "staging_usa"


def test_26_1_one_amphib_lands_on_a_hex(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_amph2 display_allied, bri_cw1 alexandria, bri_a8 alexandria")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_cw1", "tripoli")
    assert "26.1" in play.why("land", "bri_amph2", "bri_a8", "tripoli")
    assert "aboard" in play.why("land", "bri_amph2", "bri_cw1")


def test_26_1_no_army_lands_on_a_small_island(battlefield: Make, game: Make) -> None:
    """14.4, G14-3"""
    state = battlefield("bri_amph1 display_allied, bri_a8 alexandria, bri_cw1 alexandria", control={"malta": "axis"})
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert "2222" in play.offers("land", "bri_amph1", "bri_cw1")
    assert "14.4" in play.why("land", "bri_amph1", "bri_a8", "malta")


def test_26_1_neutral_shores_are_closed(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_cw1 alexandria")
    assert "6.2" in game(state, NavalOperationsPhase(ALLIED_SIDE)).why("land", "bri_amph1", "bri_cw1", "tunis")


def test_26_1_landed_units_are_in_supply(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_cw1 alexandria")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_cw1", "sirte")
    assert play.place("bri_cw1") == "2427"
    assert state.control[at(state, "sirte")] == WALLIED + 1
    assert supplied_by_assault(state, unit(state, "bri_cw1"))


def test_26_1_neutral_americans_do_not_sail(battlefield: Make, game: Make) -> None:
    """33.3, G9-7"""
    state = battlefield("bri_amph1 display_allied, us_18abn staging_usa, bri_cw1 alexandria, us_amph1 display_allied")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert play.offers("land") == {"bri_amph1"}
    assert "9.2" in play.why("land", "bri_amph1", "us_18abn")


def test_14_3_nobody_lands_among_soviets(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_cw1 alexandria, sov_f3 tripoli", joined={"ussr": "soviet"})
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert "2125" not in play.offers("land", "bri_amph1", "bri_cw1")
    assert "14.3" in play.why("land", "bri_amph1", "bri_cw1", "tripoli")


def test_31_3_partisans_do_not_go_aboard(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_amph1 display_allied, bri_cw1 alexandria")
    partisan = next(unit for unit, kind in enumerate(state.theatre.type) if kind == "partisan"
                    and state.theatre.power[unit] == WALLIED)  # fmt: skip
    state.place(UnitId(partisan), at(state, "athens"), "31.2")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert "31.3" in play.why("land", "bri_amph1", state.scenario.unit_name(UnitId(partisan)))


@pytest.mark.parametrize(("impulse", "aboard"), [(1, {"ita_csi", "ger_11fk"}), (2, {"ger_11fk"})])
def test_15_0_units_in_the_mud_do_not_go_aboard(battlefield: Make, game: Make, impulse: int, aboard: set[str]) -> None:
    """G15-1: Riga lies in the Baltic States."""
    state = battlefield("ger_amph1 display_axis, ita_csi riga, ger_11fk copenhagen", joined={"ussr": "soviet"}, turn=4,
                        impulse=impulse)  # fmt: skip
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    assert play.offers("land", "ger_amph1") == aboard
    assert ("15.0" in play.why("land", "ger_amph1", "ita_csi")) is (impulse == 2)


def test_26_7_there_is_no_sea_lion(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_amph1 display_axis, ger_11fk rotterdam, ita_csi copenhagen")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    assert "26.1" in play.why("land", "ger_amph1", "ger_11fk")
    assert play.offers("land", "ger_amph1") == {"ita_csi"}  # the Baltic
    assert "26.1" in play.why("land", "ger_amph1", "ita_csi", "london")


# ------------------------------------------------------------------------------------------------ fleets


def test_26_2_a_fleet_supports_a_landing_of_its_power(battlefield: Make, game: Make) -> None:
    state = battlefield("ita_amph1 display_axis, ita_fleet1 display_axis, ger_fleet1 display_axis, ita_csi naples, "
                        "bri_malta malta")  # fmt: skip
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    assert play.verbs() == {"land", "end"}
    play.do("land", "ita_amph1", "ita_csi", "malta")
    assert play.offers("support", "ita_fleet1") == {"2222"}
    assert "26.2" in play.why("support", "ita_fleet1", "tripoli")
    play.do("support", "ita_fleet1", "malta")
    assert gunfire_factors(state, at(state, "malta")) == 2
    assert "26.2" in play.why("support", "ger_fleet1")  # one


def test_26_3_a_fleet_intercepts_where_it_may_operate(battlefield: Make, game: Make) -> None:
    """G26-1: the Axis does not in the North Sea."""
    state = battlefield("bri_amph1 display_allied, bri_x10 london, ger_fleet1 display_axis, ger_zfleet display_axis")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_x10", "rotterdam")
    assert play.ask.side == AXIS_SIDE
    assert play.verbs() == {"end"}
    assert "26.3" in play.why("intercept", "ger_fleet1")


@pytest.mark.parametrize(("option", "verbs"), [(False, {"end"}), (True, {"intercept", "end"})])
def test_o39_2_the_z_fleet_intercepts_in_the_atlantic(
    battlefield: Make, game: Make, option: bool, verbs: set[str]
) -> None:
    state = battlefield("bri_amph1 display_allied, bri_x10 plymouth, ger_fleet1 display_axis, ger_zfleet display_axis",
                        options={"extra_naval": option})  # fmt: skip
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_x10", "brest")
    assert play.verbs() == verbs
    if option:
        assert play.offers("intercept") == {"ger_zfleet"}


@pytest.mark.parametrize(("start", "beach", "helps"), [("naples", "malta", True), ("copenhagen", "riga", False)])
def test_O42_2_the_vichy_fleet_supports_landings_in_the_mediterranean_alone(
    battlefield: Make, game: Make, start: str, beach: str, helps: bool
) -> None:
    state = battlefield(f"ger_amph1 display_axis, vic_fleet display_axis, ger_fleet1 display_axis, ita_csi {start}",
                        joined={"vichy_france": "axis", "ussr": "soviet"})  # fmt: skip
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ger_amph1", "ita_csi", beach)
    assert play.offers("support") == ({"ger_fleet1", "vic_fleet"} if helps else {"ger_fleet1"})


def test_O42_2_the_vichy_fleet_intercepts_in_the_mediterranean_alone(battlefield: Make, game: Make) -> None:
    units = "ger_amph1 display_axis, ita_csi {}, vic_fleet display_allied, bri_fleet1 display_allied"
    state = battlefield(units.format("naples"), joined={"vichy_france": "wallied"})
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ger_amph1", "ita_csi", "malta")
    assert play.offers("intercept") == {"bri_fleet1", "vic_fleet"}


# ------------------------------------------------------------------------------------------------ convoys


def test_O42_2_the_vichy_fleet_guards_no_convoys(battlefield: Make, game: Make) -> None:
    state = battlefield("vic_fleet display_allied, bri_fleet1 display_allied", joined={"vichy_france": "wallied"})
    play = game(state, ConvoyBattle())
    assert play.offers("guard") == {"bri_fleet1"}
    assert "O42.2" in play.why("guard", "vic_fleet")


def test_26_4_fleets_guard_before_u_boats_are_placed(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_fleet1 display_allied, bri_amph1 display_allied, ger_ub1 display_axis")
    play = game(state, ConvoyBattle())
    assert play.ask.side == ALLIED_SIDE
    assert play.offers("guard") == {"bri_fleet1"}
    assert "26.4" in play.why("guard", "bri_amph1")
    assert "26.4" in play.why("guard", "ger_fleet1")
    play.do("guard", "bri_fleet1")
    assert play.ask.side == AXIS_SIDE
    assert play.offers("raid") == {"ger_ub1"}
    assert "26.5" in play.why("raid", "ger_fleet1")


def test_26_5_the_column_counts_factors_bases_and_the_year(battlefield: Make) -> None:
    state = battlefield("ger_ub1 convoy, ger_ub2 convoy, bri_fleet1 convoy, bri_fleet2 convoy")
    for id, mission in (("ger_ub1", ANTI_CONVOY), ("ger_ub2", ANTI_CONVOY), ("bri_fleet1", ASW), ("bri_fleet2", ASW)):
        state.assign(unit(state, id), mission, state.theatre.convoy, Hex(-1), "26.5")
    assert convoy_attack(state, False).terms.total == 4 - 2 + 1
    state.tick(0, 7)  # G26-3
    assert convoy_attack(state, False).terms.total == 4 - 2 + 1 - 1


def test_26_5_a_bombed_base_does_not_count(battlefield: Make) -> None:
    """24.9, G26-2"""
    state = battlefield()
    assert uboat_base(state)
    state.mark("bombed", at(state, "brest"), 1, "24.9")
    assert uboat_base(state)
    state.mark("bombed", at(state, "bordeaux"), 1, "24.9")
    assert not uboat_base(state)
    state.take_hex(at(state, "gibraltar"), AXIS, "6.1")
    assert uboat_base(state)


@pytest.mark.parametrize(("dice", "left"), [([3, 4], 6), ([5, 11], 0)])
def test_26_5_convoys_sunk_cost_points(battlefield: Make, game: Make, dice: list[int], left: int) -> None:
    """Column 5: a three is S1, a five S2, which rolls two dice."""
    state = battlefield("ger_ub1 display_axis, ger_ub2 display_axis", mp=(5, 10, 5))
    play = game(state, ConvoyBattle())
    play.do("raid", "ger_ub1")
    play.do("raid", "ger_ub2", dice=dice)
    assert play.over
    assert state.mp[WALLIED] == left
    assert play.told("convoys_attacked")[0].data["column"] == 5
    assert [event.data["points"] for event in play.told("convoys_sunk")] == [dice[1]]


def test_26_5_a_u_boat_is_lost_and_all_are_spent(battlefield: Make, game: Make) -> None:
    """25.3, G25-2; column 3 with one fleet, and a one: A1."""
    state = battlefield(
        "ger_ub1 display_axis, ger_ub2 display_axis, bri_fleet1 display_allied, bri_fleet2 display_allied"
    )
    play = game(state, ConvoyBattle())
    play.do("guard", "bri_fleet1")
    play.do("guard", "bri_fleet2")
    play.do("raid", "ger_ub1")
    play.do("raid", "ger_ub2", dice=[1])
    assert play.ask.side == AXIS_SIDE
    play.do("ger_ub2")
    assert play.over
    assert play.place("ger_ub2") == "reinforcements_axis"
    assert play.place("ger_ub1") == "display_axis"
    assert play.place("bri_fleet1") == "display_allied"
    assert not any(state.operational)
    assert play.told("convoys_attacked")[0].data["means"] == "one U-boat is lost; no MP are sunk"
    assert not play.told("convoys_sunk")


def test_26_5_without_u_boats_nothing_is_attacked(battlefield: Make, game: Make) -> None:
    play = game(battlefield("bri_fleet1 display_allied"), ConvoyBattle())
    play.do("guard", "bri_fleet1")
    assert play.over
    assert not play.told("convoys_attacked")


def test_33_3_one_american_fleet_guards_while_the_usa_is_neutral(battlefield: Make, game: Make) -> None:
    """33.3.3, G33-6: fleets set up in the display that do not guard go back operational, the amphib waits."""
    state = battlefield("bri_fleet2 convoy, us_fleet1 convoy, us_fleet2 convoy, us_amph1 convoy")
    play = game(state, ConvoyBattle())
    assert play.offers("guard") == {"bri_fleet2", "us_fleet1", "us_fleet2"}
    play.do("guard", "us_fleet1")
    assert play.offers("guard") == {"bri_fleet2"}
    assert "33.3" in play.why("guard", "us_fleet2")
    play.do("end")
    assert play.over
    assert [play.place(id) for id in ("us_fleet1", "us_fleet2", "bri_fleet2")] == ["display_allied"] * 3
    assert [state.operational[unit(state, id)] for id in ("us_fleet1", "us_fleet2", "bri_fleet2")] == [0, 1, 1]
    assert play.place("us_amph1") == "convoy"


def test_33_3_the_amphib_is_free_when_the_usa_fights(battlefield: Make, game: Make) -> None:
    state = battlefield("us_amph1 convoy", joined={"usa": "wallied"})
    play = game(state, ConvoyBattle())
    assert play.place("us_amph1") == "display_allied"
    assert state.operational[unit(state, "us_amph1")]


def test_30_6_fk_10_and_ffat_attack_convoys_and_do_nothing_else(battlefield: Make, game: Make) -> None:
    """G30-1: even if they are regrouped in the same turn."""
    state = battlefield("ger_fk10 display_axis, ger_lrbg display_axis")
    play = game(state, ConvoyBattle())
    assert play.offers("raid") == {"ger_fk10"}
    play.do("raid", "ger_fk10", dice=[3])
    state.regroup(unit(state, "ger_fk10"), "16.0")
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    assert play.offers("bomb") == {"ger_lrbg"}
    assert "30.6" in play.why("bomb", "ger_fk10")
    state.tick(0, 2)
    assert "ger_fk10" in game(state, AirOperationsPhase(AXIS_SIDE)).offers("bomb")


def test_30_6_they_need_a_port_on_the_atlantic(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_fk10 display_axis, ger_ub1 display_axis",
                        control={"brest": "wallied", "bordeaux": "wallied"})  # fmt: skip
    for port in state.theatre.board.places:
        if "atlantic" in port.data.get("seas", ()) and state.control[port.hex] == AXIS + 1:
            state.take_hex(port.hex, WALLIED, "6.1")
    play = game(state, ConvoyBattle())
    assert play.offers("raid") == {"ger_ub1"}
    assert "30.6" in play.why("raid", "ger_fk10")


def test_o39_1_the_z_fleet_raids(battlefield: Make, game: Make) -> None:
    units = "ger_zfleet display_axis, ger_ub1 display_axis"
    play = game(battlefield(units), ConvoyBattle())
    assert "O39.1" in play.why("raid", "ger_zfleet")
    state = battlefield(units, options={"extra_naval": True})
    play = game(state, ConvoyBattle())
    play.do("raid", "ger_zfleet")
    play.do("raid", "ger_ub1", dice=[1, 1])
    assert play.told("convoys_attacked")[0].data["column"] == 5


def test_o39_1_the_z_fleet_shares_the_losses(battlefield: Make, game: Make) -> None:
    """G30-1; column 5 less three fleets: 2, a one: A1."""
    units = "ger_zfleet display_axis, ger_ub1 display_axis, bri_fleet1 display_allied, bri_fleet2 display_allied"
    state = battlefield(units, options={"extra_naval": True})
    play = game(state, ConvoyBattle())
    play.do("guard", "bri_fleet1")
    play.do("guard", "bri_fleet2")
    play.do("raid", "ger_zfleet")
    play.do("raid", "ger_ub1", dice=[1])
    assert play.offers() == {"ger_ub1", "ger_zfleet"}
    play.do("ger_zfleet")
    assert play.place("ger_zfleet") == "reinforcements_axis"


def test_o39_2_the_z_fleet_needs_a_port_on_the_atlantic(battlefield: Make, game: Make) -> None:
    """25.2"""
    state = battlefield("bri_amph1 display_allied, bri_x10 plymouth, ger_zfleet display_axis",
                        options={"extra_naval": True})  # fmt: skip
    for port in state.theatre.board.places:
        if "atlantic" in port.data.get("seas", ()) and state.control[port.hex] == AXIS + 1:
            state.mark("bombed", port.hex, 1, "24.9")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_x10", "brest")
    assert play.over or play.verbs() == {"end"}


def test_o35_2_a_major_offensive_against_convoys(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_ub1 display_axis", options={"major_offensives": True})
    state.count_offensives(AXIS_SIDE, 0, 1, "O35.1")
    play = game(state, ConvoyBattle())
    play.do("raid", "ger_ub1")
    play.do("play", dice=[1, 1])
    assert play.told("convoys_attacked")[0].data["column"] == 5


def test_26_1_nobody_sails_against_those_it_never_attacks(battlefield: Make, game: Make) -> None:
    """6.2 Finns against Western Allies, 30.5 security units against an army: ashore only where nobody is."""
    state = battlefield("ita_amph1 display_axis, ger_hsspf2 naples, bri_cw1 tobruk")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    assert "3026" not in play.offers("land", "ita_amph1", "ger_hsspf2")
    assert "2125" in play.offers("land", "ita_amph1", "ger_hsspf2")  # Tripoli, of its own side
    assert "30.5" in play.why("land", "ita_amph1", "ger_hsspf2", "tobruk")
