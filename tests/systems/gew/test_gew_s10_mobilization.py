"""GEW 10, 24.10, 33.3, O33, O34 and O35.1: income, and what a Mobilization Phase spends it on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.rules import Side
from sandtable.systems.gew.s10_income import income, oil_flows, paying
from sandtable.systems.gew.s10_mobilization import Mobilization, arrival, cost, delay, line
from sandtable.systems.gew.state import AVG_MOBILIZED, CRISIS, USMC_MOBILIZED, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, NEUTRAL, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Game, Play

GARRISONS = "ger_g15 lille, ger_m20 oslo, ger_g12 belgrade"


@pytest.fixture
def spending(battlefield: Battlefield, game: Play) -> Play:
    """A Mobilization Phase after its income, its first questions passed over; `mp` is what is left then."""

    def begin(
        side: Side, units: str = "", mp: tuple[int, int, int] = (20, 20, 20), dice: tuple[int, ...] = (), **given: Any
    ) -> Game:
        state = battlefield(units, **given)
        found = game(state, Mobilization(side), dice)
        if found.ask.form.name == "lend-lease":
            found.do("hold")
        found.do("keep")
        state.mp[:] = bytes(mp)
        return found

    return begin


def terms(state: GewState, power: int) -> dict[str, int]:
    return {str(term.label): int(term.value) for term in income(state, power)}


# ------------------------------------------------------------------------------------------------ income


def test_10_6_the_first_income_of_the_campaign(battlefield: Battlefield) -> None:
    """10.2, 10.4, 10.6: nine German, Italian and Romanian hexes and three garrisoned ones, five minor capitals."""
    state = battlefield(f"{GARRISONS}, bri_a10 mosul")
    assert terms(state, AXIS) == {"mobilization hexes": 12, "capitals": 5}
    assert terms(state, WALLIED) == {
        "mobilization hexes": 4, "off-map mobilization": 2, "limited US mobilization": 3,
    }  # fmt: skip
    assert terms(state, SOVIET) == {"limited Soviet mobilization": 4}


def test_10_0_the_phase_gives_both_allied_powers_their_income_where_the_axis_cannot_see_it(
    battlefield: Battlefield, game: Play
) -> None:
    played = game(battlefield("bri_a10 mosul", mp=(0, 0, 0)), Mobilization(ALLIED_SIDE))
    assert list(played.state.mp) == [0, 9, 4]
    assert {event.audience for event in played.told("mp")} == {frozenset([ALLIED_SIDE])}


def test_10_1_and_10_5_points_are_kept_but_not_beyond_the_track(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(GARRISONS, mp=(30, 7, 0)), Mobilization(AXIS_SIDE))
    assert list(played.state.mp) == [40, 7, 0]


def test_10_5_points_are_kept_even_without_a_mobilization_hex(battlefield: Battlefield, game: Play) -> None:
    lost = {"leningrad": "axis", "kiev": "axis", "sevastopol": "axis", "baku": "axis"}
    played = game(battlefield(joined={"ussr": "soviet"}, control=lost, mp=(0, 0, 9)), Mobilization(ALLIED_SIDE))
    assert played.state.mp[SOVIET] == 9 + 4  # the staging area's


def test_10_2_where_the_mobilization_hexes_of_each_power_lie(battlefield: Battlefield) -> None:
    """10.2: Germany, Italy and Romania; Britain; the USSR; neutral ones elsewhere."""
    theatre = battlefield().theatre
    lands: dict[int, set[str]] = {}
    for place in theatre.mobilization:
        lands.setdefault(theatre.class_at[place], set()).add(theatre.regions[theatre.region_at[place]].id)
    assert lands == {
        AXIS: {"greater_germany", "italy", "romania"}, WALLIED: {"great_britain"}, SOVIET: {"ussr"},
        NEUTRAL: {"north_france", "norway", "sweden", "balkans", "iraq"},
    }  # fmt: skip


def test_10_3_a_captured_enemy_hex_pays_only_while_occupied(battlefield: Battlefield) -> None:
    state = battlefield("ger_a2 kiev", joined={"ussr": "soviet"}, control={"leningrad": "axis"})
    assert state.theatre.place("kiev") in paying(state, AXIS)
    assert state.theatre.place("leningrad") not in paying(state, AXIS)
    assert state.theatre.place("leningrad") not in paying(state, SOVIET)


def test_10_9_the_turn_multiplies_mobilization_hexes_and_nothing_else(battlefield: Battlefield) -> None:
    state = battlefield(GARRISONS, turn=5)
    assert terms(state, AXIS) == {"mobilization hexes": 24, "capitals": 5}
    assert terms(state, WALLIED)["off-map mobilization"] == 4
    assert terms(state, WALLIED)["limited US mobilization"] == 3


def test_10_3_captured_and_neutral_hexes_pay_only_while_occupied(battlefield: Battlefield) -> None:
    state = battlefield("ger_m20 oslo", control={"lille": "axis"})
    assert state.theatre.place("oslo") in paying(state, AXIS)
    assert state.theatre.place("lille") not in paying(state, AXIS)
    assert state.theatre.place("berlin") in paying(state, AXIS)


def test_10_3_an_enemy_zone_stops_income_of_an_occupied_hex_too(battlefield: Battlefield) -> None:
    state = battlefield("ger_fl1 hamburg, bri_a8 2108")
    assert state.theatre.place("hamburg") not in paying(state, AXIS)


def test_10_3_a_country_that_has_joined_counts_as_ones_own(battlefield: Battlefield) -> None:
    state = battlefield(joined={"sweden": "axis"})
    assert state.theatre.place("stockholm") in paying(state, AXIS)
    assert terms(state, AXIS)["capitals"] == 6


def test_10_2_and_10_10_a_neutral_gives_nothing(battlefield: Battlefield) -> None:
    state = battlefield()
    assert not any(state.theatre.place("stockholm") in paying(state, power) for power in (AXIS, WALLIED, SOVIET))


def test_24_9_a_bombed_mobilization_hex_pays_nothing(battlefield: Battlefield) -> None:
    state = battlefield(joined={"sweden": "axis"})
    before = terms(state, AXIS)
    state.mark("bombed", state.theatre.place("stockholm"), 1, "24.9")
    after = terms(state, AXIS)
    assert after["mobilization hexes"] == before["mobilization hexes"] - 1
    assert after["capitals"] == before["capitals"]  # G10-7


@pytest.mark.parametrize(
    ("units", "control", "flows"),
    [
        ("ger_pz1 baku", {"batumi": "axis"}, True),
        ("ger_pz1 baku", {}, False),
        ("ger_pz1 baku, sov_f1 4717", {"batumi": "axis"}, False),
        ("ger_pz1 baku, sov_f1 4618", {"batumi": "axis"}, False),
    ],
)
def test_10_3_oil_of_the_caucasus_needs_a_pipeline_without_enemies_to_a_port(
    battlefield: Battlefield, units: str, control: Mapping[str, Any], flows: bool
) -> None:
    state = battlefield(units, joined={"ussr": "soviet"}, control=control)
    assert (state.theatre.place("baku") in paying(state, AXIS)) == flows


def test_10_3_oil_of_iraq_needs_haifa_or_beirut_and_ploesti_needs_nothing(battlefield: Battlefield) -> None:
    basrah, mosul = battlefield().theatre.place("basrah"), battlefield().theatre.place("mosul")
    state = battlefield("ger_dak basrah", control={"haifa": "axis"})
    assert oil_flows(state, basrah)
    assert oil_flows(battlefield("", control={"beirut": "axis"}), mosul)
    assert not oil_flows(battlefield("ger_dak basrah"), basrah)  # its own port is not on those seas
    state.mark("bombed", state.theatre.place("haifa"), 1, "24.9")
    assert not oil_flows(state, basrah)
    assert state.theatre.place("ploesti") in paying(state, AXIS)
    assert basrah in paying(battlefield("bri_a10 basrah"), WALLIED)


def test_10_8_objectives_pay_the_power_that_controls_them(battlefield: Battlefield) -> None:
    state = battlefield("bri_a8 paris", control={"malta": "axis", "cairo": "axis"})
    assert terms(state, AXIS)["objectives"] == 2
    assert terms(state, WALLIED)["objectives"] == 1


def test_10_7_staging_areas_pay_whole_once_their_country_fights(battlefield: Battlefield) -> None:
    state = battlefield(joined={"usa": "wallied", "ussr": "soviet"})
    assert terms(state, WALLIED)["off-map mobilization"] == 8
    assert "limited US mobilization" not in terms(state, WALLIED)
    assert terms(state, SOVIET) == {"mobilization hexes": 4, "off-map mobilization": 4}


def test_33_3_half_points_are_not_multiplied(battlefield: Battlefield) -> None:
    state = battlefield(turn=8)
    assert terms(state, SOVIET) == {"limited Soviet mobilization": 4}


def test_33_0_a_scenario_may_fix_the_income(battlefield: Battlefield) -> None:
    state = battlefield(scenario="north-africa-1941")
    assert terms(state, AXIS) == {"fixed income": 4}
    assert terms(state, SOVIET) == {}


# ------------------------------------------------------------------------------------------------ building


@pytest.mark.parametrize(
    ("unit", "row", "price", "waits"),
    [
        ("ger_pz1", "Mechanized army, front", 8, "3 turns"),
        ("sov_f1", "Mechanized army, front", 5, "3 turns"),
        ("ger_dak", "Mech corps", 4, "2 turns"),
        ("ger_a2", "Non-Mech army", 6, "2 turns"),
        ("ger_11fk", "Airborne, Marine corps", 4, "1dr turns"),
        ("bri_rm", "Airborne, Marine corps", 2, "1dr turns"),
        ("bri_fl1", "Other Non-Mech corps", 1, "1 turn"),
        ("us_8af", "SAC", 5, "3 turns"),
        ("all_cv", "TAC", 4, "2 turns"),
        ("ger_air1", "Airlift", 3, "2 turns"),
        ("ger_fleet1", "Fleet", 10, "4 turns"),
        ("bri_amph1", "Amphib", 3, "2 turns"),
        ("ger_ub1", "U-boat", 2, "2 turns"),
        ("bri_cdo", "SF", 3, "1dr/2 turns"),
        ("ger_tiger", "Heavy armor", 2, "1dr/2 turns"),
    ],
)
def test_11_2_and_11_3_the_chart_says_what_a_unit_costs_and_how_long_it_takes(
    battlefield: Battlefield, unit: str, row: str, price: int, waits: str
) -> None:
    state = battlefield()
    found = state.theatre.unit(unit)
    assert (line(state.theatre, found), cost(state, found), delay(state, found)) == (row, price, waits)


def test_11_2_a_unit_is_paid_for_and_waits_on_the_turn_track_unseen(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE, "ger_a10 reinforcements_axis", turn=7)
    played.do("build", "ger_a10")
    assert played.place("ger_a10") == "track_9"
    assert played.state.mp[AXIS] == 14
    assert all(event.audience == frozenset([AXIS_SIDE]) for event in played.told("moved"))


def test_11_3_a_rolled_delay(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE, "ger_11fk reinforcements_axis, ger_brb reinforcements_axis", turn=2)
    played.do("build", "ger_11fk", dice=[4])
    assert played.place("ger_11fk") == "track_6"
    played.do("build", "ger_brb", dice=[1])
    assert played.place("ger_brb") == "track_2"  # half of one is none: it deploys this turn
    assert arrival("1dr/2 turns", 2, 10, 5) == 4
    assert arrival("immediate", 2, 10) == 2


def test_11_3_what_comes_after_the_last_turn_is_out_of_the_game(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE, "ger_fleet1 reinforcements_axis", turn=7)
    played.do("build", "ger_fleet1")
    assert played.place("ger_fleet1") == ""
    assert played.state.mp[AXIS] == 10
    (event,) = played.told("taken_out")
    assert event.audience == frozenset([AXIS_SIDE])


def test_11_1_a_unit_is_built_from_the_display_and_not_before_its_turn(spending: Callable[..., Game]) -> None:
    units = "ger_a10 reinforcements_axis, ger_a2 berlin, bri_c1 reinforcements_allied, axp_1 reinforcements_axis"
    played = spending(AXIS_SIDE, units)
    assert played.why("build", "ger_a10") == "10 Army (German) cannot be mobilized before game turn 7 (GEW 11.1)"
    assert played.why("build", "ger_a2") == "2 Army (German) is not in your Reinforcements Display (GEW 11.1)"
    assert played.why("build", "bri_c1") == "1 C is not a unit of yours (GEW 11.2)"
    assert played.why("build", "bri_a1") == "1 Army (Commonwealth) is not a unit of yours (GEW 11.2)"
    assert "(GEW 31.1)" in played.why("build", "axp_1")
    assert "build" not in played.verbs()


def test_10_11_what_costs_more_than_there_is_cannot_be_had(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE, "ger_a2 reinforcements_axis", mp=(5, 0, 0))
    assert played.why("build", "ger_a2") == "2 Army (German) costs 6 MP, and Axis has 5 (GEW 10.11)"


def test_5_3_and_10_4_countries_of_a_power_share_its_points(spending: Callable[..., Game]) -> None:
    """5.3: Germans and Hungarians those of the Axis, British and Americans those of the Western Allies."""
    axis = spending(AXIS_SIDE, "ger_a2 reinforcements_axis, hun_mc reinforcements_axis", turn=4)
    costs = {unit: cost(axis.state, axis.state.theatre.unit(unit)) for unit in ("ger_a2", "hun_mc")}
    for unit in costs:
        axis.do("build", unit)
    assert axis.state.mp[AXIS] == 20 - sum(costs.values())
    units = "bri_c1 reinforcements_allied, us_c2 reinforcements_allied"
    west = spending(ALLIED_SIDE, units, turn=6, joined={"usa": "wallied"})
    for unit in ("bri_c1", "us_c2"):
        west.do("build", unit)
    assert west.state.mp[WALLIED] < 20
    assert west.state.mp[SOVIET] == 20


def test_10_4_each_power_pays_for_its_own(spending: Callable[..., Game]) -> None:
    played = spending(ALLIED_SIDE, "bri_c1 reinforcements_allied, sov_s1 reinforcements_allied", mp=(0, 9, 9), turn=3)
    played.do("build", "sov_s1")
    assert list(played.state.mp) == [0, 9, 5]
    played.do("build", "bri_c1")
    assert list(played.state.mp) == [0, 6, 5]


def test_33_3_a_neutral_usa_builds_one_unit_a_phase(spending: Callable[..., Game]) -> None:
    units = "us_c2 reinforcements_allied, aef_2 reinforcements_allied, bri_a1 reinforcements_allied"
    played = spending(ALLIED_SIDE, units, turn=6)
    played.do("build", "us_c2")
    assert "(GEW 33.3)" in played.why("build", "aef_2")
    assert played.offers("build") == {"bri_a1"}


def test_33_3_a_neutral_soviet_union_builds_as_it_likes(spending: Callable[..., Game]) -> None:
    played = spending(ALLIED_SIDE, "sov_s1 reinforcements_allied, sov_s2 reinforcements_allied", turn=4)
    played.do("build", "sov_s1")
    played.do("build", "sov_s2")
    assert played.state.mp[SOVIET] == 12


def test_9_2_a_neutral_is_not_mobilized_and_once_joined_pays_from_the_powers_track(
    spending: Callable[..., Game],
) -> None:
    neutral = spending(AXIS_SIDE, "swe_tac reinforcements_axis")
    assert neutral.why("build", "swe_tac") == "TAC (Swedish) is not a unit of yours (GEW 11.2)"
    joined = spending(ALLIED_SIDE, "swe_tac reinforcements_axis", joined={"sweden": "wallied"})
    joined.do("build", "swe_tac")
    assert joined.place("swe_tac") == "track_3"
    assert joined.state.mp[WALLIED] == 16


def test_33_0_a_scenario_may_mobilize_markers_only(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE, "ger_a2 reinforcements_axis, ger_dak tripoli", scenario="north-africa-1941")
    assert "(GEW 33.0)" in played.why("build", "ger_a2")
    assert played.verbs() == {"depot", "end"}


# ------------------------------------------------------------------------------------------------ giving up


def test_10_12_units_and_markers_on_the_map_may_be_given_up_for_nothing(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_a2 berlin, ger_lf1 display_axis, bri_a8 cairo, ger_dak 3327")
    state.mark("depot", state.theatre.place("warsaw"), AXIS + 1, "29.1")
    state.mark("depot", state.theatre.place("cairo"), WALLIED + 1, "29.1")
    played = game(state, Mobilization(AXIS_SIDE))
    assert played.verbs() == {"demobilize", "dismantle", "keep"}
    assert played.offers("demobilize") == {"ger_a2", "ger_dak"}  # in supply or not
    assert played.why("demobilize", "ger_lf1") == "LF 1 is not a combat unit on the map (GEW 10.12)"
    assert played.why("demobilize", "bri_a8") == "8 Army (Commonwealth) is not a unit of yours (GEW 10.12)"
    assert played.offers("dismantle") == {"depot"}
    assert played.offers("dismantle", "depot") == {"2809"}
    points = state.mp[AXIS]
    played.do("demobilize", "ger_dak")
    played.do("dismantle", "depot", "warsaw")
    assert played.verbs() == {"demobilize", "keep"}
    assert played.place("ger_dak") == "reinforcements_axis"
    assert not state.depot[state.theatre.place("warsaw")]
    assert state.mp[AXIS] == points


def test_10_12_a_fortification_may_be_dismantled_and_goes_with_its_last_unit(
    battlefield: Battlefield, game: Play
) -> None:
    state = battlefield("bri_malta malta, bri_gib gibraltar")
    for name in ("malta", "gibraltar"):
        state.mark("fort", state.theatre.place(name), ALLIED_SIDE + 1, "28.1")
    played = game(state, Mobilization(ALLIED_SIDE))
    played.do("dismantle", "fortification", "malta")
    played.do("demobilize", "bri_gib")
    assert not any(state.fort)


# ------------------------------------------------------------------------------------------------ clearing up


def test_24_10_a_bombed_marker_costs_six_in_a_mobilization_hex_and_three_elsewhere(
    spending: Callable[..., Game],
) -> None:
    played = spending(AXIS_SIDE)
    for name in ("essen", "kiel", "london"):
        played.state.mark("bombed", played.state.theatre.place(name), 1, "24.9")
    played.go()
    assert played.offers("clear") == {"1908", "2207"}
    assert played.why("clear", "london") == "1507 London is not a hex that you control (GEW 24.10)"
    assert played.why("clear", "berlin") == "2308 Berlin has no bombed or sabotage marker (GEW 24.10)"
    played.do("clear", "essen")
    assert played.state.mp[AXIS] == 14
    played.do("clear", "kiel")
    assert played.state.mp[AXIS] == 11
    assert sum(played.state.bombed) == 1


def test_24_10_a_hex_without_a_line_of_supply_is_not_cleared(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE, control={"glasgow": "axis"})
    played.state.mark("bombed", played.state.theatre.place("glasgow"), 1, "24.9")
    assert played.why("clear", "glasgow") == "1404 Glasgow has no line of supply (GEW 24.10)"


def test_O40_1_1_a_sabotage_marker_costs_one(spending: Callable[..., Game]) -> None:
    played = spending(AXIS_SIDE)
    played.state.mark("sabotaged", played.state.theatre.place("kiel"), 1, "O40.1")
    played.do("clear", "kiel")
    assert played.state.mp[AXIS] == 19
    assert not any(played.state.sabotaged)


# ------------------------------------------------------------------------------------------------ options


def test_O33_1_lend_lease_loses_a_die_on_the_way(battlefield: Battlefield, game: Play) -> None:
    """O33: up to ten points leave the Western Allies; what the die sinks does not arrive."""
    state = battlefield(joined={"ussr": "soviet"}, options={"lend_lease": True}, mp=(0, 20, 0))
    played = game(state, Mobilization(ALLIED_SIDE))
    west, east = state.mp[WALLIED], state.mp[SOVIET]
    assert played.offers("lend") == {str(points) for points in range(1, 11)}
    played.do("lend", "7", dice=[4])
    assert (state.mp[WALLIED], state.mp[SOVIET]) == (west - 7, east + 3)
    assert played.ask.form.name == "demobilization"  # O33.2: once in a phase


def test_6_3_whether_lend_lease_is_asked_for_does_not_tell_the_points(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(joined={"ussr": "soviet"}, options={"lend_lease": True})
    played = game(state, Mobilization(ALLIED_SIDE))
    state.mp[WALLIED] = 0
    played.go()  # the step that asks is run again
    assert played.ask.form.name == "lend-lease"
    assert played.verbs() == {"hold"}


def test_O33_1_a_small_load_may_be_sunk_to_the_last(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(joined={"ussr": "soviet"}, options={"lend_lease": True})
    played = game(state, Mobilization(ALLIED_SIDE))
    west, east = state.mp[WALLIED], state.mp[SOVIET]
    played.do("lend", "2", dice=[5])
    assert (state.mp[WALLIED], state.mp[SOVIET]) == (west - 2, east)


def test_O33_2_no_lend_lease_to_a_neutral_and_no_more_than_there_is(battlefield: Battlefield, game: Play) -> None:
    neutral = game(battlefield(options={"lend_lease": True}), Mobilization(ALLIED_SIDE))
    assert neutral.ask.form.name == "demobilization"
    state = battlefield(joined={"ussr": "soviet"}, options={"lend_lease": True}, mp=(0, 0, 0))
    poor = game(state, Mobilization(ALLIED_SIDE))
    state.mp[WALLIED] = 3
    assert poor.why("lend", "4") == "the Western Allies have only 3 MP to send (GEW O33.1)"
    axis = game(battlefield(joined={"ussr": "soviet"}, options={"lend_lease": True}), Mobilization(AXIS_SIDE))
    assert axis.ask.form.name == "demobilization"


@pytest.mark.parametrize(("unit", "flag"), [("opt_usmc", USMC_MOBILIZED), ("opt_avg", AVG_MOBILIZED)])
def test_O34_1_and_O34_2_volunteers_come_in_a_crisis_and_are_remembered(
    spending: Callable[..., Game], unit: str, flag: Any
) -> None:
    """O34.1, O34.2: from crisis level 3, which the neutral USA may use for its one unit."""
    played = spending(ALLIED_SIDE, f"{unit} reinforcements_allied", options={"optional_units": True})
    assert "crisis level of 3, it is 0" in played.why("build", unit)
    played.state.tick(CRISIS, 3)
    played.do("build", unit, dice=[2])
    assert played.state.flags[flag]


def test_O34_3_the_united_nations_force_waits_for_the_usa(spending: Callable[..., Game]) -> None:
    options = {"optional_units": True}
    waiting = spending(ALLIED_SIDE, "opt_unef reinforcements_allied", options=options)
    assert "while the USA is neutral (GEW O34.3)" in waiting.why("build", "opt_unef")
    fighting = spending(ALLIED_SIDE, "opt_unef reinforcements_allied", options=options, joined={"usa": "wallied"})
    fighting.do("build", "opt_unef")
    assert fighting.place("opt_unef") == "track_2"


def test_O34_without_the_option_its_units_are_not_built(spending: Callable[..., Game]) -> None:
    played = spending(ALLIED_SIDE, "opt_unef reinforcements_allied", joined={"usa": "wallied"})
    assert "optional rule that is not in use (GEW O34.3)" in played.why("build", "opt_unef")


def test_O35_1_a_major_offensive_comes_two_turns_later_and_there_are_two(spending: Callable[..., Game]) -> None:
    played = spending(ALLIED_SIDE, options={"major_offensives": True}, mp=(0, 9, 3))
    assert played.offers("offensive") == {"wallied"}
    assert played.why("offensive", "soviet") == "a Major Offensive costs 4 MP, and Soviet Union has 3 (GEW 10.11)"
    played.do("offensive", "wallied")
    assert played.state.mp[WALLIED] == 5
    assert list(played.state.offensives_of(ALLIED_SIDE))[:4] == [0, 0, 0, 1]
    played.do("offensive", "wallied")
    played.state.mp[WALLIED] = 20
    assert played.why("offensive") == "all 2 of your Major Offensives are in use (GEW O35.1)"
    assert not sum(played.state.offensives_of(AXIS_SIDE))


def test_O35_without_the_option_there_are_no_major_offensives(spending: Callable[..., Game]) -> None:
    assert "optional rule" in spending(AXIS_SIDE).why("offensive")
