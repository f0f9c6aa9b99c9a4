"""GEW 12: lines of supply."""

from __future__ import annotations

import pytest

from sandtable.core.board import has
from sandtable.systems.gew.s12_supply import (
    friendly_sea,
    hex_in_supply,
    in_supply,
    live_ports,
    live_seas,
    sources,
)
from sandtable.systems.gew.theatre import AXIS, SOVIET, WALLIED


def supplied(state, id: str) -> bool:
    return in_supply(state, state.theatre.unit(id))


def test_12_1_a_line_is_no_longer_than_the_movement_factor(battlefield) -> None:
    """Cut off from everything but Sirte, six hexes away: enough for the DAK (6 MF), too far for the CSI (3 MF)."""
    state = battlefield("ger_dak 2926, ita_csi 2926, bri_x13 2826", control={"benghazi": "wallied"})
    assert supplied(state, "ger_dak")
    assert not supplied(state, "ita_csi")


def test_12_1_beyond_its_movement_factor_a_unit_is_out_of_supply(battlefield) -> None:
    state = battlefield("ger_dak 2528", control={"tripoli": "", "benghazi": "", "sirte": ""})
    assert not supplied(state, "ger_dak")


def test_12_2_axis_sources_are_mobilization_hexes_of_belligerents_and_of_lands_held_at_the_start(battlefield) -> None:
    state = battlefield()
    found = sources(state, AXIS)
    assert all(has(found, state.theatre.place(id)) for id in ("berlin", "rome", "ploesti", "lille", "oslo", "belgrade"))
    assert not has(found, state.theatre.place("stockholm"))


def test_12_2_western_sources_lie_in_britain_not_in_iraq(battlefield) -> None:
    state = battlefield()
    assert has(sources(state, WALLIED), state.theatre.place("london"))
    assert not has(sources(state, WALLIED), state.theatre.place("mosul"))


def test_12_2_captured_mobilization_hexes_are_no_sources_without_a_depot(battlefield) -> None:
    state = battlefield(joined={"ussr": "soviet"}, control={"kiev": "axis"})
    kiev = state.theatre.place("kiev")
    assert not has(sources(state, AXIS), kiev)
    state.mark("depot", kiev, AXIS + 1, "29.1")
    assert has(sources(state, AXIS), kiev)


def test_12_2_a_capital_serves_the_units_of_its_own_country(battlefield) -> None:
    state = battlefield("hun_gar 2612, ger_g1 2612", control={"2612": "axis"})
    assert supplied(state, "hun_gar")


def test_12_3_enemy_units_and_zones_cut_a_line(battlefield) -> None:
    """DAK west of Tobruk lives on Benghazi; a British corps in between cuts it off."""
    open_line = battlefield("ger_dak 2926")
    assert supplied(open_line, "ger_dak")
    cut = battlefield("ger_dak 2926, bri_x13 2826, bri_x30 2827")
    assert not supplied(cut, "ger_dak")


def test_12_3_neutral_ground_carries_no_line(battlefield) -> None:
    state = battlefield("bri_gib gibraltar", control={"gibraltar": "wallied"})
    assert supplied(state, "bri_gib")  # by sea
    assert not has(state.theatre.in_country[state.theatre.country("spain")], state.theatre.place("gibraltar"))


def test_12_4_a_besieged_source_serves_its_own_hex_alone(battlefield) -> None:
    state = battlefield("bri_cw1 3126, ger_dak 2926", control={"tobruk": "wallied", "mersa_matruh": "axis"})
    tobruk, unit = state.theatre.place("tobruk"), state.theatre.unit("bri_cw1")
    state.mark("depot", tobruk, WALLIED + 1, "29.1")
    assert not in_supply(state, unit)
    state.move(unit, tobruk, "17.0")
    assert in_supply(state, unit)


def test_12_6_staging_areas_are_always_in_supply(battlefield) -> None:
    state = battlefield("us_a1 staging_usa, sov_t1 staging_ussr")
    assert supplied(state, "us_a1")
    assert supplied(state, "sov_t1")


def test_12_6_the_soviet_staging_area_is_one_hex_off_the_map(battlefield) -> None:
    state = battlefield("sov_f1 3607, sov_f2 3508", joined={"ussr": "soviet"}, control={"kiev": ""})
    board = state.scenario.board
    edges = [place for place in range(len(state.theatre.terrain)) if has(state.theatre.edge_ussr, place)]
    for id, steps in (("sov_f1", 2), ("sov_f2", 4)):
        near = min(board.layout.distance(state.hex_of[state.theatre.unit(id)], edge) for edge in edges)
        assert near + 1 == steps
        assert supplied(state, id) is (steps <= 3)


@pytest.mark.parametrize(
    ("power", "sea", "friendly"),
    [
        (AXIS, "baltic", True), (AXIS, "mediterranean", True), (AXIS, "atlantic", False), (AXIS, "black_sea", False),
        (WALLIED, "atlantic", True), (WALLIED, "north_sea", True), (WALLIED, "baltic", False),
        (SOVIET, "black_sea", True), (SOVIET, "baltic", False),
    ],
)  # fmt: skip
def test_18_8_seas_have_their_friends(battlefield, power: int, sea: str, friendly: bool) -> None:
    state = battlefield()
    assert friendly_sea(state, power, state.theatre.sea_named(sea)) is friendly


def test_18_8_the_axis_gets_the_black_sea_with_all_its_ports(battlefield) -> None:
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


def test_24_9_a_bombed_port_passes_no_supply(battlefield) -> None:
    state = battlefield()
    tripoli = state.theatre.place("tripoli")
    assert has(live_ports(state, AXIS), tripoli)
    state.mark("bombed", tripoli, 1, "24.9")
    assert not has(live_ports(state, AXIS), tripoli)


def test_29_3_a_depot_in_a_live_port_makes_the_line_one_hex_longer(battlefield) -> None:
    state = battlefield("ita_csi 3126", control={"tobruk": ""})  # 4 hexes from Benghazi, 3 MF
    assert not supplied(state, "ita_csi")
    state.mark("depot", state.theatre.place("benghazi"), AXIS + 1, "29.1")
    assert supplied(state, "ita_csi")


def test_30_4_marines_use_any_coast(battlefield) -> None:
    taken = dict.fromkeys(("alexandria", "mersa_matruh", "cairo", "port_said", "suez", "tobruk"), "axis")
    state = battlefield("bri_rm 3126, bri_x13 3126", control=taken)
    assert state.theatre.seas_at[state.theatre.place("3126")] & live_seas(state, WALLIED)
    assert supplied(state, "bri_rm")
    assert not supplied(state, "bri_x13")


def test_23_3_a_hex_traces_like_the_longest_movement_factor(battlefield) -> None:
    state = battlefield(control={"3208": "axis"}, joined={"ussr": "soviet"})
    assert hex_in_supply(state, AXIS, state.theatre.place("warsaw"))
    assert hex_in_supply(state, WALLIED, state.theatre.place("london"))
