"""GEW 13: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.systems.gew.s13_zones import contested, in_enemy_zone, neutral_ground, zone
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield


def test_13_1_a_zone_is_the_six_hexes_around_a_unit(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2409")
    found = zone(state, AXIS_SIDE)
    around = state.scenario.board.around(state.theatre.place("2409"))
    assert len(around) == 6
    assert all(hex in found for hex in around)
    assert state.theatre.place("2409") not in found


def test_13_1_zones_do_not_reach_across_straits(battlefield: Battlefield) -> None:
    """Messina lies across the strait from the toe of Italy."""
    state = battlefield("ger_pz1 messina")
    messina, board = state.theatre.place("messina"), state.scenario.board
    straits = [hex for hex in board.around(messina) if "strait" in board.features(messina, hex)]
    assert straits
    assert not any(hex in zone(state, AXIS_SIDE) for hex in straits)


def test_13_1_zones_do_not_cross_neutral_borders(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2909")
    border = [
        hex for hex in state.scenario.board.around(state.theatre.place("2909"))
        if state.theatre.country_at[hex] == state.theatre.country("ussr")
    ]  # fmt: skip
    assert border
    assert not any(hex in zone(state, AXIS_SIDE) for hex in border)
    state.join(state.theatre.country("ussr"), 2, "9.3")
    assert all(hex in zone(state, AXIS_SIDE) for hex in border)


def test_13_1_zones_do_not_cross_the_border_between_two_neutrals(battlefield: Battlefield) -> None:
    """13.1: the Axis may stand in South France, but its zone does not reach into Spain, nor out of the country."""
    state = battlefield("ger_pz1 1415")
    found = zone(state, AXIS_SIDE)
    assert state.theatre.place("1514") in found
    assert state.theatre.place("1315") not in found  # Spain
    assert not any(state.theatre.place(hex) in zone(battlefield("ger_pz1 1314"), AXIS_SIDE) for hex in ("1313", "1213"))


def test_13_1_every_ground_unit_has_a_zone_and_nothing_else_has(battlefield: Battlefield) -> None:
    """13.1: a static unit out of supply has; air units, fortifications and depots have none."""
    assert bool(zone(battlefield("ger_fl1 2528"), AXIS_SIDE))
    state = battlefield("ger_lf1 2409")
    state.mark("fort", state.theatre.place("2409"), AXIS_SIDE + 1, "28.1")
    state.mark("depot", state.theatre.place("2409"), AXIS + 1, "29.1")
    assert not zone(state, AXIS_SIDE)


def test_13_1_zones_do_not_reach_into_or_out_of_staging_areas(battlefield: Battlefield) -> None:
    state = battlefield("sov_t1 staging_ussr, ger_pz1 3807", joined={"ussr": "soviet"})
    assert not zone(state, ALLIED_SIDE)
    assert state.theatre.place("3807") in state.theatre.edge_ussr
    assert state.theatre.staging_ussr not in zone(state, AXIS_SIDE)


def test_9_2_neutral_units_have_no_zone(battlefield: Battlefield) -> None:
    state = battlefield("sov_t1 3009")
    assert not zone(state, ALLIED_SIDE)
    state.join(state.theatre.country("ussr"), 2, "9.3")
    assert bool(zone(state, ALLIED_SIDE))


def test_13_3_a_friendly_unit_negates_an_enemy_zone(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2926")
    tobruk = state.theatre.place("tobruk")
    assert in_enemy_zone(state, ALLIED_SIDE, tobruk)
    assert tobruk in contested(state, ALLIED_SIDE)
    state.place(state.theatre.unit("bri_cw1"), tobruk, "33.0")
    assert in_enemy_zone(state, ALLIED_SIDE, tobruk)
    assert tobruk not in contested(state, ALLIED_SIDE)


def test_9_6_south_france_is_open_to_the_axis_alone(battlefield: Battlefield) -> None:
    state = battlefield()
    vichy = state.theatre.place("vichy")
    assert vichy not in neutral_ground(state, AXIS_SIDE)
    assert vichy in neutral_ground(state, ALLIED_SIDE)
