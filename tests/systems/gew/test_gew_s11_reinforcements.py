"""GEW 11.4 to 11.6: where units arrive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.systems.gew.s10_mobilization import Mobilization, buildable
from sandtable.systems.gew.s11_reinforcements import Deployment
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play

GERMAN = {"2308", "2107", "1908", "2212", "2512", "2610"}
BRITISH = {"1507", "1406", "1404", "staging_british_empire"}


@pytest.mark.parametrize(
    ("unit", "given", "places"),
    [
        ("ger_a10", {}, GERMAN),
        ("ita_a8", {}, {"2117", "2014"}),
        ("rum_gar", {}, {"3114", "3115"}),
        ("hun_mc", {}, {"2613"}),
        ("ger_a10", {"options": {"axis_deploy_anywhere": True}}, GERMAN | {"2117", "2014", "3114"}),
        ("swe_exp", {"joined": {"sweden": "axis"}}, {"2603"}),
        ("bri_c1", {}, BRITISH),
        ("pol_2", {}, BRITISH),
        ("fra_cef", {}, BRITISH),
        ("us_c2", {}, {"staging_usa"}),
        ("aef_2", {}, {"staging_usa"}),
        ("aef_2", {"joined": {"usa": "wallied"}}, {"staging_usa"} | BRITISH),
        ("swe_exp", {"joined": {"sweden": "wallied"}}, {"2603"}),
        ("tur_a1", {"joined": {"turkey": "wallied"}}, {"3619"} | BRITISH),
        ("sov_s1", {}, {"3302", "3411", "3715", "4916", "staging_ussr"}),
    ],
)
def test_11_4_where_ground_units_arrive(
    battlefield: Battlefield, game: Play, unit: str, given: Mapping[str, Any], places: Any
) -> None:
    state = battlefield(f"{unit} track_3", turn=3, **given)
    side = state.side_of(state.theatre.unit(unit))
    assert side is not None
    played = game(state, Deployment(side))
    assert played.offers() == {unit}
    assert played.offers(unit) == places


def test_11_4_and_11_0_a_unit_is_placed_for_all_to_see(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield("ger_a10 track_7, ger_a11 track_8, bri_c1 track_7", turn=7), Deployment(AXIS_SIDE))
    assert played.offers() == {"ger_a10"}
    assert "arrives in 2107" in played.why("ger_a10", "rome")
    assert played.why("ger_a11") == "11 Army is not a ground unit that arrives this turn (GEW 11.3)"
    assert played.why("bri_c1") == "1 C is not a unit of yours (GEW 11.3)"
    played.do("ger_a10", "vienna")
    assert played.over
    assert played.place("ger_a10") == "2512"
    assert played.told("moved")[-1].audience is None


def test_11_5_not_in_an_enemy_zone_nor_beyond_the_stacking_limit_nor_in_enemy_hands(
    battlefield: Battlefield, game: Play
) -> None:
    state = battlefield(
        "ger_a10 track_7, ger_a2 berlin, bri_a8 1909, ger_fl1 munich", turn=7, control={"vienna": "wallied"}
    )
    played = game(state, Deployment(AXIS_SIDE))
    assert "has no room" in played.why("ger_a10", "berlin")
    assert played.why("ger_a10", "vienna") == "2512 Vienna is not under your control (GEW 11.5)"
    assert "1908 Essen is in an enemy zone of control (GEW 11.5)" in played.why("ger_a10", "essen")
    assert played.offers("ger_a10") == GERMAN - {"1908", "2308", "2512"}


def test_11_5_what_finds_no_place_waits_a_turn_unseen(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield("hun_mc track_4, hun_a2 budapest, hun_gar budapest", turn=4), Deployment(AXIS_SIDE))
    assert played.over
    assert played.place("hun_mc") == "track_5"
    assert played.told("moved")[-1].audience == frozenset([AXIS_SIDE])


def test_11_5_one_without_a_place_does_not_hold_up_the_others(battlefield: Battlefield, game: Play) -> None:
    units = "hun_mc track_7, ger_a10 track_7, hun_a2 budapest, hun_gar budapest"
    played = game(battlefield(units, turn=7), Deployment(AXIS_SIDE))
    assert played.offers() == {"ger_a10"}
    assert played.why("hun_mc") == "MC (Hungarian) finds no place this turn: it waits (GEW 11.5)"
    played.do("ger_a10", "berlin")
    assert played.over
    assert played.place("hun_mc") == "track_8"


def test_11_5_in_the_last_turn_it_waits_for_good(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield("hun_mc track_10, hun_a2 budapest, hun_gar budapest", turn=10), Deployment(AXIS_SIDE))
    assert played.over
    assert played.place("hun_mc") == "track_10"


def test_11_6_what_is_eliminated_may_be_mobilized_again_even_if_out_of_supply(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2528, ger_lf1 display_axis, bri_x13 london", control={"tripoli": "", "benghazi": ""})
    for id, box in (
        ("ger_dak", state.theatre.reinforcements[0]),
        ("ger_lf1", state.theatre.reinforcements[0]),
        ("bri_x13", state.theatre.reinforcements[1]),
    ):
        state.eliminate(state.theatre.unit(id), "21.1")
        assert state.hex_of[state.theatre.unit(id)] == box
    assert {"ger_dak", "ger_lf1"} <= {
        state.scenario.unit_name(unit) for unit in buildable(Mobilization(AXIS_SIDE), state)
    }


def test_11_6_campaign_units_go_to_the_display_ready_and_unseen(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("us_8af track_8, bri_cdo track_9", turn=8)
    played = game(state, Deployment(ALLIED_SIDE))
    assert played.over
    assert played.place("us_8af") == "display_allied"
    assert played.place("bri_cdo") == "track_9"
    assert state.operational[state.theatre.unit("us_8af")]
    assert played.told("moved")[-1].audience == frozenset([ALLIED_SIDE])


def test_O35_1_a_major_offensive_is_ready_in_the_turn_it_arrives(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(turn=3, options={"major_offensives": True})
    state.count_offensives(AXIS_SIDE, 3, 1, "O35.1")
    game(state, Deployment(AXIS_SIDE))
    assert list(state.offensives_of(AXIS_SIDE))[:5] == [1, 0, 0, 0, 0]
    assert not sum(state.offensives_of(ALLIED_SIDE))
