"""GEW 13: zones of control."""

from __future__ import annotations

from sandtable.core.board import has
from sandtable.systems.gew.s13_zones import contested, in_enemy_zone, neutral_ground, zone
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE


def test_13_1_a_zone_is_the_six_hexes_around_a_unit(battlefield) -> None:
    state = battlefield("ger_pz1 2409")
    found = zone(state, AXIS_SIDE)
    around = state.scenario.board.around(state.theatre.place("2409"))
    assert len(around) == 6
    assert all(has(found, hex) for hex in around)
    assert not has(found, state.theatre.place("2409"))


def test_13_1_zones_do_not_reach_across_straits(battlefield) -> None:
    """Messina lies across the strait from the toe of Italy."""
    state = battlefield("ger_pz1 messina")
    messina, board = state.theatre.place("messina"), state.scenario.board
    straits = [hex for hex in board.around(messina) if "strait" in board.features(messina, hex)]
    assert straits
    assert not any(has(zone(state, AXIS_SIDE), hex) for hex in straits)


def test_13_1_zones_do_not_cross_neutral_borders(battlefield) -> None:
    state = battlefield("ger_pz1 2909")
    border = [
        hex for hex in state.scenario.board.around(state.theatre.place("2909"))
        if state.theatre.country_at[hex] == state.theatre.country("ussr")
    ]  # fmt: skip
    assert border
    assert not any(has(zone(state, AXIS_SIDE), hex) for hex in border)
    state.join(state.theatre.country("ussr"), 2, "9.3")
    assert all(has(zone(state, AXIS_SIDE), hex) for hex in border)


def test_9_2_neutral_units_have_no_zone(battlefield) -> None:
    state = battlefield("sov_t1 3009")
    assert not any(zone(state, ALLIED_SIDE))
    state.join(state.theatre.country("ussr"), 2, "9.3")
    assert any(zone(state, ALLIED_SIDE))


def test_13_3_a_friendly_unit_negates_an_enemy_zone(battlefield) -> None:
    state = battlefield("ger_dak 2926")
    tobruk = state.theatre.place("tobruk")
    assert in_enemy_zone(state, ALLIED_SIDE, tobruk)
    assert has(contested(state, ALLIED_SIDE), tobruk)
    state.place(state.theatre.unit("bri_cw1"), tobruk, "33.0")
    assert in_enemy_zone(state, ALLIED_SIDE, tobruk)
    assert not has(contested(state, ALLIED_SIDE), tobruk)


def test_9_6_south_france_is_open_to_the_axis_alone(battlefield) -> None:
    state = battlefield()
    vichy = state.theatre.place("vichy")
    assert not has(neutral_ground(state, AXIS_SIDE), vichy)
    assert has(neutral_ground(state, ALLIED_SIDE), vichy)
