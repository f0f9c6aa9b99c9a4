"""GEW 12: lines of supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.core.flow import Roll, answer, run
from sandtable.core.rules import Hex
from sandtable.systems.gew.s12_supply import (
    closed,
    friendly_sea,
    hex_in_supply,
    in_supply,
    network,
    sources,
)
from sandtable.systems.gew.s21_absorption import Suffer
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield

AROUND_BUDAPEST = ("vienna", "bratislava", "belgrade")


def supplied(state: GewState, id: str) -> bool:
    return in_supply(state, state.theatre.unit(id))


def test_12_1_a_line_is_no_longer_than_the_movement_factor(battlefield: Battlefield) -> None:
    """Cut off from everything but Sirte, six hexes away: enough for the DAK (6 MF), too far for the CSI (3 MF)."""
    state = battlefield("ger_dak 2926, ita_csi 2926, bri_x13 2826", control={"benghazi": "wallied"})
    assert supplied(state, "ger_dak")
    assert not supplied(state, "ita_csi")


def test_12_1_what_is_open_to_the_lines_of_the_largest_units_is_open_to_those_of_all(battlefield: Battlefield) -> None:
    """So that who has a line as an army traces it has one, whatever he is."""
    larger, corps, mountain = battlefield("").theatre.line_prices
    for steps in zip(larger, corps, mountain, strict=True):
        assert tuple(sorted(steps, reverse=True)) == steps


def test_12_1_beyond_its_movement_factor_a_unit_is_out_of_supply(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2528", control={"tripoli": "", "benghazi": "", "sirte": ""})
    assert not supplied(state, "ger_dak")


def test_12_1_a_static_unit_lives_on_its_own_hex(battlefield: Battlefield) -> None:
    """12.1: G12-2. Tripoli is a port of a friendly sea; one hex inland nothing reaches a unit without MF."""
    assert supplied(battlefield("ita_trip tripoli"), "ita_trip")
    assert not supplied(battlefield("ita_trip 2225"), "ita_trip")


def test_12_1_only_seas_open_to_the_power_carry_a_line(battlefield: Battlefield) -> None:
    """12.1: for the Axis the Mediterranean does, the Atlantic does not."""
    state = battlefield("ger_fl1 brest, ger_fl2 tripoli")
    assert (supplied(state, "ger_fl1"), supplied(state, "ger_fl2")) == (False, True)


def test_12_1_a_port_needs_another_with_a_railway_to_a_source(battlefield: Battlefield) -> None:
    """12.1: with Italy's mainland ports, Split and Greece in Allied hands no railway brings supply to the sea."""
    ports = ("genoa", "venice", "naples", "taranto", "messina", "palermo", "cagliari", "split", "durazzo", "patras",
             "athens", "salonika", "canea")  # fmt: skip
    state = battlefield("ita_trip tripoli", control=dict.fromkeys(ports, "wallied"))
    assert not supplied(state, "ita_trip")
    state.take_hex(state.theatre.place("split"), AXIS, "6.1")
    assert supplied(state, "ita_trip")


def test_12_1_and_32_2_soviet_railways_lead_to_the_staging_area(battlefield: Battlefield) -> None:
    """12.1: without any source on the map Batumi lives on Rostov, whose railway leads off the map."""
    lost = dict.fromkeys(("leningrad", "kiev", "sevastopol", "baku"), "axis")
    state = battlefield("sov_fl1 batumi", joined={"ussr": "soviet"}, control=lost)
    assert not sources(state, SOVIET)
    assert supplied(state, "sov_fl1")


def test_12_2_axis_sources_are_mobilization_hexes_of_belligerents_and_of_lands_held_at_the_start(
    battlefield: Battlefield,
) -> None:
    state = battlefield()
    found = sources(state, AXIS)
    assert all(state.theatre.place(id) in found for id in ("berlin", "rome", "ploesti", "lille", "oslo", "belgrade"))
    assert state.theatre.place("stockholm") not in found


def test_12_2_western_sources_lie_in_britain_not_in_iraq(battlefield: Battlefield) -> None:
    state = battlefield()
    assert state.theatre.place("london") in sources(state, WALLIED)
    assert state.theatre.place("mosul") not in sources(state, WALLIED)


def test_12_2_captured_mobilization_hexes_are_no_sources_without_a_depot(battlefield: Battlefield) -> None:
    state = battlefield(joined={"ussr": "soviet"}, control={"kiev": "axis"})
    kiev = state.theatre.place("kiev")
    assert kiev not in sources(state, AXIS)
    state.mark("depot", kiev, AXIS + 1, "29.1")
    assert kiev in sources(state, AXIS)


def test_12_1_and_12_2_a_depot_whose_hex_has_changed_hands_is_no_source(battlefield: Battlefield) -> None:
    """12.1: special forces may turn a hex (27.2) without a unit that would remove the depot (29.5)."""
    state = battlefield(control={"2816": "axis"})
    place = state.theatre.place("2816")
    state.mark("depot", place, AXIS + 1, "29.1")
    assert place in sources(state, AXIS)
    state.take_hex(place, WALLIED, "27.2")
    assert place not in sources(state, AXIS)


def test_12_2_a_capital_serves_the_units_of_its_own_country(battlefield: Battlefield) -> None:
    """12.2: Budapest serves a Hungarian one hex away, and a Slovak with 2 MF not."""
    state = battlefield("hun_gar 2713, slo_gar 2713", control=dict.fromkeys(AROUND_BUDAPEST, "wallied"))
    assert supplied(state, "hun_gar")
    assert not supplied(state, "slo_gar")
    state.take_hex(state.theatre.place("budapest"), WALLIED, "6.1")
    assert not supplied(state, "hun_gar")


def test_12_2_a_mobilization_hex_of_a_country_that_joined_the_axis_becomes_a_source(battlefield: Battlefield) -> None:
    state = battlefield(joined={"sweden": "axis"})
    assert state.theatre.place("stockholm") in sources(state, AXIS)


def test_12_2_soviet_sources_are_the_mobilization_hexes_that_the_soviets_hold(battlefield: Battlefield) -> None:
    state = battlefield(joined={"ussr": "soviet"}, control={"kiev": "axis"})
    assert state.theatre.place("leningrad") in sources(state, SOVIET)
    assert state.theatre.place("kiev") not in sources(state, SOVIET)


def test_5_3_and_12_2_a_depot_serves_all_units_of_its_power_and_no_others(battlefield: Battlefield) -> None:
    """5.3: one supply for all of the Axis, one for the Western Allies, another for the Soviets."""
    war = {"ussr": "soviet", "usa": "wallied"}
    state = battlefield("us_a1 4620, fra_cef 4620, sov_fl1 mosul", joined=war, control={"mosul": "wallied"})
    state.mark("depot", state.theatre.place("mosul"), WALLIED + 1, "29.1")
    assert supplied(state, "us_a1")
    assert supplied(state, "fra_cef")
    assert not supplied(state, "sov_fl1")
    axis = battlefield("ita_csi 2809, hun_gar 2809")  # Warsaw
    axis.mark("depot", axis.theatre.place("warsaw"), AXIS + 1, "29.1")
    assert supplied(axis, "ita_csi")
    assert supplied(axis, "hun_gar")


def test_12_3_enemy_units_and_zones_cut_a_line(battlefield: Battlefield) -> None:
    """DAK west of Tobruk lives on Benghazi; a British corps in between cuts it off."""
    open_line = battlefield("ger_dak 2926")
    assert supplied(open_line, "ger_dak")
    cut = battlefield("ger_dak 2926, bri_x13 2826, bri_x30 2827")
    assert not supplied(cut, "ger_dak")
    assert "3126" in closed_hexes(battlefield("ger_dak 2926, bri_x13 3126"), AXIS)  # the unit's own hex


def test_12_3_a_friendly_unit_keeps_the_line_open_in_an_enemy_zone(battlefield: Battlefield) -> None:
    """12.3: the DAK's line along the coast passes a hex next to the British, if an Italian is in it."""
    cut = battlefield("ger_dak 3126, bri_x13 2927", control={"tobruk": ""})
    assert not supplied(cut, "ger_dak")
    kept = battlefield("ger_dak 3126, bri_x13 2927, ita_cam 3026, ita_csi 2926, ita_trip 2826")
    assert supplied(kept, "ger_dak")


def test_12_3_neutral_ground_carries_no_line(battlefield: Battlefield) -> None:
    """12.3, 9.2: but that of South France for the Axis (9.6, G9-4)."""
    state = battlefield()
    assert closed_hexes(state, AXIS) >= {"0916", "3619", "2603"}  # Madrid, Ankara, Stockholm
    assert "1613" not in closed_hexes(state, AXIS)  # Vichy
    assert "1613" in closed_hexes(state, WALLIED)


def test_12_3_an_enemy_city_closes_a_line_unless_a_zone_of_ours_suspends_its_control(battlefield: Battlefield) -> None:
    """12.3, 13.2: G3-3. A plain enemy hex closes nothing."""
    state = battlefield("ger_dak 2926")
    assert "3026" not in closed_hexes(state, AXIS)  # Tobruk, next to the DAK
    assert "3326" in closed_hexes(state, AXIS)  # Mersa Matruh
    assert "3227" not in closed_hexes(state, AXIS)


def test_12_3_lines_do_not_enter_terrain_closed_to_the_unit(battlefield: Battlefield) -> None:
    """12.3: a depot in the desert serves a corps next to it, not an army."""
    held = {"tobruk": "wallied", "benghazi": "wallied", "3127": "axis"}
    state = battlefield("ger_dak 3126, ita_ghqna 3126", control=held)
    state.mark("depot", state.theatre.place("3127"), AXIS + 1, "29.1")
    assert supplied(state, "ger_dak")
    assert not supplied(state, "ita_ghqna")


def test_12_3_the_source_is_counted_and_the_own_hex_is_not(battlefield: Battlefield) -> None:
    """12.3: a front with 3 MF three hexes from Kiev is in supply, four hexes away it is not."""
    given = {"joined": {"ussr": "soviet"}, "control": {"sevastopol": "axis", "odessa": "axis"}}
    assert supplied(battlefield("sov_f3 3513", **given), "sov_f3")
    assert not supplied(battlefield("sov_f3 3314", **given), "sov_f3")


def closed_hexes(state: GewState, power: int) -> set[str]:
    return {state.scenario.place_name(place) for place in closed(state, power)}


def test_12_4_a_besieged_source_serves_its_own_hex_alone(battlefield: Battlefield) -> None:
    state = battlefield("bri_cw1 3126, ger_dak 2926", control={"tobruk": "wallied", "mersa_matruh": "axis"})
    tobruk, unit = state.theatre.place("tobruk"), state.theatre.unit("bri_cw1")
    state.mark("depot", tobruk, WALLIED + 1, "29.1")
    assert not in_supply(state, unit)
    state.move(unit, tobruk, "17.0")
    assert in_supply(state, unit)


def test_12_4_units_in_a_besieged_source_do_not_lift_the_siege(battlefield: Battlefield) -> None:
    """12.4: they are served by it themselves, their neighbours are not."""
    units, given = "sov_f3 kiev, sov_f4 3412", {"joined": {"ussr": "soviet"}, "control": {"odessa": "axis"}}
    assert supplied(battlefield(units, **given), "sov_f4")
    besieged = battlefield(f"{units}, ger_a6 3310", **given)
    assert supplied(besieged, "sov_f3")
    assert not supplied(besieged, "sov_f4")


def test_12_4_a_besieged_capital_serves_its_own_hex_alone(battlefield: Battlefield) -> None:
    units, given = "hun_a2 budapest, hun_gar 2713", {"control": dict.fromkeys(AROUND_BUDAPEST, "wallied")}
    assert supplied(battlefield(units, **given), "hun_gar")
    besieged = battlefield(f"{units}, bri_x13 2512", **given)
    assert supplied(besieged, "hun_a2")
    assert not supplied(besieged, "hun_gar")


def test_12_5_a_unit_out_of_supply_absorbs_nothing(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2528", control={"tripoli": "", "benghazi": "", "sirte": ""})
    suffer = Suffer(AXIS_SIDE, (state.theatre.unit("ger_dak"),), 1, "retreat")
    assert [violation.rule for violation in suffer.cannot_spend(state)] == ["21.2"]
    state.take_hex(state.theatre.place("sirte"), AXIS, "6.1")
    assert not list(suffer.cannot_spend(state))


def test_12_6_staging_areas_are_always_in_supply(battlefield: Battlefield) -> None:
    state = battlefield("us_a1 staging_usa, sov_t1 staging_ussr")
    assert supplied(state, "us_a1")
    assert supplied(state, "sov_t1")


def test_12_6_the_soviet_staging_area_is_one_hex_off_the_map(battlefield: Battlefield) -> None:
    state = battlefield("sov_f1 3607, sov_f2 3508", joined={"ussr": "soviet"}, control={"kiev": ""})
    board = state.scenario.board
    edges = [place for place in range(len(state.theatre.terrain)) if place in state.theatre.edge_ussr]
    for id, steps in (("sov_f1", 2), ("sov_f2", 4)):
        near = min(board.layout.distance(Hex(state.hex_of[state.theatre.unit(id)]), Hex(edge)) for edge in edges)
        assert near + 1 == steps
        assert supplied(state, id) is (steps <= 3)


def test_12_6_the_western_allies_trace_by_sea_to_the_staging_areas(battlefield: Battlefield) -> None:
    """12.6: with Britain lost Gibraltar and Basrah live on the Empire, the inland of Iraq does not."""
    lost = dict.fromkeys(("london", "liverpool", "glasgow"), "axis")
    state = battlefield("bri_gib gibraltar, bri_fl1 basrah, bri_fl2 4722", control=lost)
    assert not sources(state, WALLIED)
    assert (supplied(state, "bri_gib"), supplied(state, "bri_fl1"), supplied(state, "bri_fl2")) == (True, True, False)


@pytest.mark.parametrize(
    ("lost", "lives"), [((), True), (("gibraltar",), True), (("suez",), True), (("gibraltar", "suez"), False)]
)
def test_12_6_the_mediterranean_is_reached_through_a_gate_of_ones_own(
    battlefield: Battlefield, lost: tuple[str, ...], lives: bool
) -> None:
    """12.6: G12-7. Malta lives on what comes by Gibraltar, or round Africa by Suez."""
    state = battlefield("bri_malta malta", control=dict.fromkeys(lost, "axis"))
    assert supplied(state, "bri_malta") is lives


def test_12_6_no_gate_leads_into_a_sea_that_is_closed_to_the_power(battlefield: Battlefield) -> None:
    """12.6: with Copenhagen the Western Allies have no supply in the Baltic, with Istanbul none in the Black Sea."""
    held = {"copenhagen": "wallied", "istanbul": "wallied", "danzig": "wallied", "varna": "wallied"}
    ports = network(battlefield(joined={"turkey": "wallied"}, control=held), WALLIED).live_ports
    state = battlefield()
    assert state.theatre.place("istanbul") in ports  # a port of the Mediterranean too
    assert not any(state.theatre.place(name) in ports for name in ("copenhagen", "danzig", "varna"))


def test_12_7_campaign_units_are_always_in_supply(battlefield: Battlefield) -> None:
    """12.7: wherever they are on a mission."""
    state = battlefield("ger_lf1 2528, ger_fl1 2528", control={"tripoli": "", "benghazi": "", "sirte": ""})
    assert supplied(state, "ger_lf1")
    assert not supplied(state, "ger_fl1")


@pytest.mark.parametrize(
    ("power", "sea", "friendly"),
    [
        (AXIS, "baltic", True), (AXIS, "mediterranean", True), (AXIS, "atlantic", False), (AXIS, "black_sea", False),
        (WALLIED, "atlantic", True), (WALLIED, "north_sea", True), (WALLIED, "baltic", False),
        (SOVIET, "black_sea", True), (SOVIET, "baltic", False),
    ],
)  # fmt: skip
def test_18_8_seas_have_their_friends(battlefield: Battlefield, power: int, sea: str, friendly: bool) -> None:
    state = battlefield()
    assert friendly_sea(state, power, state.theatre.sea_named(sea)) is friendly


def test_18_8_the_axis_gets_the_black_sea_with_all_its_ports(battlefield: Battlefield) -> None:
    state = battlefield(joined={"ussr": "soviet", "turkey": "axis"})
    black_sea = state.theatre.sea_named("black_sea")
    *others, odessa = sorted(
        state.theatre.seas[black_sea].counted, key=lambda port: port == state.theatre.place("odessa")
    )
    for port in others:
        state.take_hex(port, AXIS, "6.1")
    assert not friendly_sea(state, AXIS, black_sea)
    state.take_hex(odessa, AXIS, "6.1")
    assert friendly_sea(state, AXIS, black_sea)


def test_24_9_a_bombed_port_passes_no_supply(battlefield: Battlefield) -> None:
    state = battlefield()
    tripoli = state.theatre.place("tripoli")
    assert tripoli in network(state, AXIS).live_ports
    state.mark("bombed", tripoli, 1, "24.9")
    assert tripoli not in network(state, AXIS).live_ports


def test_29_3_a_depot_in_a_live_port_makes_the_line_one_hex_longer(battlefield: Battlefield) -> None:
    state = battlefield("ita_csi 3126", control={"tobruk": ""})  # 4 hexes from Benghazi, 3 MF
    assert not supplied(state, "ita_csi")
    state.mark("depot", state.theatre.place("benghazi"), AXIS + 1, "29.1")
    assert supplied(state, "ita_csi")


def test_30_4_marines_use_any_coast(battlefield: Battlefield) -> None:
    taken = dict.fromkeys(("alexandria", "mersa_matruh", "cairo", "port_said", "suez", "tobruk"), "axis")
    state = battlefield("bri_rm 3126, bri_x13 3126", control=taken)
    assert state.theatre.seas_at[state.theatre.place("3126")] & network(state, WALLIED).live_seas
    assert supplied(state, "bri_rm")
    assert not supplied(state, "bri_x13")


def test_23_3_a_hex_traces_like_the_longest_movement_factor(battlefield: Battlefield) -> None:
    state = battlefield(control={"3208": "axis"}, joined={"ussr": "soviet"})
    assert hex_in_supply(state, AXIS, state.theatre.place("warsaw"))
    assert hex_in_supply(state, WALLIED, state.theatre.place("london"))


def test_18_4_a_port_next_to_a_railway_is_not_on_it(battlefield: Battlefield) -> None:
    """Egypt's railways end at the border: Tobruk lives by sea, and no railway of the Western Allies begins there."""
    state = battlefield("bri_cw1 tobruk", control={"tobruk": "wallied"})
    state.mark("depot", state.theatre.place("cairo"), WALLIED + 1, "29.1")
    ports = set(network(state, WALLIED).home_ports)
    assert state.theatre.place("alexandria") in ports
    assert state.theatre.place("tobruk") not in ports


# ------------------------------------------------------------------------------------------------ neutral Soviets


def test_33_3_and_9_2_neutral_soviets_have_their_own_lines_at_home(battlefield: Battlefield) -> None:
    """G12-f: a front with 3 MF three hexes from Kiev is in supply, at war or not; four hexes away it is not."""
    given = {"control": {"sevastopol": "axis", "odessa": "axis"}}
    assert supplied(battlefield("sov_f3 3513", **given), "sov_f3")
    assert not supplied(battlefield("sov_f3 3314", **given), "sov_f3")


def test_33_3_at_a_ready_made_start_neutral_soviets_are_supplied_and_everywhere_alike() -> None:
    """G12-f: as at war, but for the sea (G33-a); play, lens and the hook for computer players say the same."""
    state = GEW.begin(GEW.load("campaign", {"automatic_setup": True}))
    while not state.turn:
        assert isinstance(run(state), Roll)  # for the points at the start
        answer(state, 3)
    assert not state.belligerent(SOVIET)
    units, told = state.ground_units(SOVIET), GEW.lens.supplied(state, ALLIED_SIDE)
    fed = {unit for unit in units if in_supply(state, unit)}
    assert fed == {unit for unit in units if told[unit]}
    assert fed == {unit for unit in units if (shown := GEW.lens.supply(state, unit)) is not None and shown.supplied}
    at_war = state.copy()
    at_war.join(state.theatre.country("ussr"), SOVIET, "9.3")
    more = {unit for unit in units if in_supply(at_war, unit)} - fed
    assert {state.scenario.unit_name(unit) for unit in more} == {"sov_f6"}  # by Odessa and the Black Sea
    assert {state.scenario.unit_name(unit) for unit in units if unit not in fed} == {"sov_f2", "sov_f3", "sov_f6"}


def test_33_3_lines_of_neutral_soviets_stay_at_home(battlefield: Battlefield) -> None:
    """G12-f: not over the border, though nobody closes it, and not over the Black Sea (G33-a)."""
    state = battlefield("sov_fl1 batumi", control=dict.fromkeys(("leningrad", "kiev", "sevastopol", "baku"), "axis"))
    assert "2908" not in closed_hexes(state, SOVIET)  # Brest-Litovsk
    assert "2909" in closed_hexes(state, SOVIET)
    assert "2909" not in closed_hexes(battlefield(joined={"ussr": "soviet"}), SOVIET)
    assert not network(state, SOVIET).live_seas
    assert not supplied(state, "sov_fl1")
    found = GEW.lens.supply(state, state.theatre.unit("sov_fl1"))
    assert found is not None
    assert not found.supplied


def test_9_2_a_neutral_asks_for_no_supply(battlefield: Battlefield) -> None:
    state = battlefield("tur_a1 3619, vic_gar 1613")
    for id in ("tur_a1", "vic_gar"):
        unit = state.theatre.unit(id)
        assert in_supply(state, unit)
        found = GEW.lens.supply(state, unit)
    assert found is not None
    assert found.supplied


@pytest.mark.parametrize("war", [True, False])
def test_31_3_and_9_2_no_neutral_supplies_a_partisan(battlefield: Battlefield, war: bool) -> None:
    """31.3: any friendly source serves it, 9.2: but none of a Soviet Union that is neutral (G31-b)."""
    state = battlefield("alp_1 2909", joined={"ussr": "soviet"} if war else {}, control={"2908": "soviet"})
    state.rise(state.theatre.unit("alp_1"), state.theatre.region("poland"))
    state.mark("depot", state.theatre.place("2908"), SOVIET + 1, "29.1")
    assert supplied(state, "alp_1") is war
    shown = GEW.lens.supply(state, state.theatre.unit("alp_1"))
    assert shown is not None
    assert shown.supplied is war
