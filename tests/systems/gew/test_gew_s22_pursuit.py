"""GEW 22.3 and 22.4: pursuit. Round 3508 all is clear: 3507, 3608, 3609, 3509, 3409, 3408, clockwise from the north."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.gew.s22_pursuit import Pursuit
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE

Build = Callable[..., Any]


@pytest.fixture
def pursuit(battlefield: Callable[..., GewState], game: Callable[..., Any]) -> Build:
    def begin(
        units: str, target: str, force: str, side: Any = AXIS_SIDE, offensive: int = 0, setting: Any = None, **more: Any
    ) -> Any:
        state = battlefield(units, **{"joined": {"ussr": "soviet"}, "turn": 5, **more})
        if setting is not None:
            setting(state)
        fighters = tuple(map(state.theatre.unit, force.split()))
        return game(state, Pursuit(side, state.theatre.place(target), fighters, offensive))

    return begin


def test_22_3_any_or_all_attackers_move_in(pursuit: Build) -> None:
    there = pursuit("ger_a6 3408, ger_a4 3409", "3508", "ger_a6 ger_a4")
    assert there.offers([]) == {"ger_a6", "ger_a4", "done"}
    there.do(["ger_a4"])
    assert there.over
    assert (there.place("ger_a6"), there.place("ger_a4")) == ("3408", "3508")
    assert there.state.control[there.state.theatre.place("3508")] == AXIS + 1


def test_22_3_nobody_has_to(pursuit: Build) -> None:
    there = pursuit("ger_a6 3408", "3508", "ger_a6")
    there.do([])
    assert there.over
    assert there.place("ger_a6") == "3408"


def test_22_3_only_attackers(pursuit: Build) -> None:
    there = pursuit("ger_a6 3408, ger_a4 3409", "3508", "ger_a6")
    assert there.why("ger_a4") == "4 Army (German) took no part in the attack (GEW 22.3)"


def test_22_3_not_across_straits_and_lakes_but_for_marines(pursuit: Build) -> None:
    units = "bri_x13 2420, bri_rm 2420"
    there = pursuit(units, "messina", "bri_x13 bri_rm", ALLIED_SIDE)
    assert there.offers([]) == {"bri_rm", "done"}
    assert "cannot pursue across the strait (GEW 22.3)" in there.why("bri_x13")
    assert pursuit("bri_x13 2420", "messina", "bri_x13", ALLIED_SIDE).over


def test_22_3_g14_1_over_stacking_is_allowed(pursuit: Build) -> None:
    there = pursuit("ger_a6 3408, ger_a4 3409", "3508", "ger_a6 ger_a4")
    there.do(["ger_a6", "ger_a4"])
    assert there.place("ger_a6") == there.place("ger_a4") == "3508"


def test_14_6_entering_destroys_installations(pursuit: Build) -> None:
    def depot(state: GewState) -> None:
        state.mark("depot", state.theatre.place("3508"), 3, "29.1")

    there = pursuit("ger_a6 3408", "3508", "ger_a6", setting=depot)
    there.do(["ger_a6"])
    assert not there.state.depot[there.state.theatre.place("3508")]


def test_22_4_elite_units_go_one_hex_farther_in_any_direction(pursuit: Build) -> None:
    """30.2, G22-6: also into an enemy zone, not onto an enemy."""
    there = pursuit("ger_pz1 3408, ger_a6 3409, sov_f3 3610", "3508", "ger_pz1 ger_a6")
    there.do(["ger_pz1", "ger_a6"])
    assert there.offers("advance") == {"ger_pz1"}
    assert there.why("advance", "ger_a6") == "6 Army goes no farther (GEW 22.4)"
    assert there.offers("advance", "ger_pz1") == {"3507", "3608", "3609", "3509", "3409", "3408"}
    there.do("advance", "ger_pz1", "3609")
    assert there.over
    assert there.place("ger_pz1") == "3609"


def test_22_4_several_elites_go_different_ways_or_stay(pursuit: Build) -> None:
    there = pursuit("ger_pz1 3408, ger_pz2 3409", "3508", "ger_pz1 ger_pz2")
    there.do(["ger_pz1", "ger_pz2"])
    there.do("advance", "ger_pz1", "3507")
    assert there.offers("advance") == {"ger_pz2"}
    there.do("stay")
    assert there.over
    assert (there.place("ger_pz1"), there.place("ger_pz2")) == ("3507", "3508")


def test_22_4_not_onto_enemies(pursuit: Build) -> None:
    there = pursuit("ger_pz1 3408, sov_f3 3509", "3508", "ger_pz1")
    there.do(["ger_pz1"])
    assert "an enemy is there (GEW 22.3)" in there.why("advance", "ger_pz1", "3509")


def test_22_4_14_3_soviets_do_not_end_among_western_units(pursuit: Build) -> None:
    there = pursuit("sov_gt1 3408, bri_x13 3509", "3508", "sov_gt1", ALLIED_SIDE)
    there.do(["sov_gt1"])
    assert "3509" not in there.offers("advance", "sov_gt1")
    assert "cannot stack with" in there.why("advance", "sov_gt1", "3509")


def test_22_4_into_a_friendly_staging_area_along_the_edge(pursuit: Build) -> None:
    there = pursuit("sov_gt1 4213", "4312", "sov_gt1", ALLIED_SIDE)
    there.do(["sov_gt1"])
    assert "staging_ussr" in there.offers("advance", "sov_gt1")
    there.do("advance", "sov_gt1", "staging_ussr")
    assert there.over
    assert there.place("sov_gt1") == "staging_ussr"
    axis = pursuit("ger_pz1 4213", "4312", "ger_pz1")
    axis.do(["ger_pz1"])
    assert "not a friendly staging area" in axis.why("advance", "ger_pz1", "staging_ussr")


def test_22_4_western_elites_leave_into_the_british_empire(pursuit: Build) -> None:
    """32.1, G32-1: by land it joins the south edge; the USA Staging Area does not."""
    theatre = pursuit("us_18abn 4720", "4721", "us_18abn", ALLIED_SIDE).state.theatre
    edge = next(hex for hex in theatre.edge_empire if theatre.terrain[hex] in ("clear", "desert"))
    start = next(near for near in theatre.board.around(edge) if theatre.terrain[near] in ("clear", "desert"))
    there = pursuit(f"us_18abn {theatre.board.name(start)}", theatre.board.name(edge), "us_18abn", ALLIED_SIDE,
                    joined={"usa": "wallied"})  # fmt: skip
    there.do(["us_18abn"])
    assert "staging_british_empire" in there.offers("advance", "us_18abn")
    assert "not a friendly staging area" in there.why("advance", "us_18abn", "staging_usa")


def test_o35_2_after_a_major_offensive_all_go_one_hex_more(pursuit: Build) -> None:
    there = pursuit("ger_pz1 3408, ger_a6 3409", "3508", "ger_pz1 ger_a6", offensive=1)
    there.do(["ger_pz1", "ger_a6"])
    assert there.offers("advance") == {"ger_pz1", "ger_a6"}
    there.do("advance", "ger_pz1", "3507")
    there.do("advance", "ger_pz1", "3506")
    there.do("advance", "ger_a6", "3609")
    assert there.over


def test_31_3_partisans_do_not_pursue_across_borders(pursuit: Build) -> None:
    def risen(state: GewState) -> None:
        state.rise(state.theatre.unit("alp_1"), state.theatre.region("ussr"))

    theatre = pursuit("alp_1 3508", "3509", "alp_1", ALLIED_SIDE).state.theatre
    ussr, baltic = theatre.region("ussr"), theatre.region("baltic_states")
    home, abroad = next(
        (theatre.board.name(home), theatre.board.name(near))
        for home in theatre.in_region[ussr]
        for near in theatre.board.around(home)
        if theatre.region_at[near] == baltic
    )
    assert pursuit(f"alp_1 {home}", abroad, "alp_1", ALLIED_SIDE, setting=risen).over


def test_31_3_o35_2_no_partisan_pursues_out_of_its_country_into_a_staging_area(pursuit: Build) -> None:
    """31.3: in a major offensive it may go one hex on, along the edge of the map too, but not off it (G31-c)."""

    def risen(state: GewState) -> None:
        state.rise(state.theatre.unit("alp_1"), state.theatre.region("ussr"))

    there = pursuit("alp_1 4213", "4312", "alp_1", ALLIED_SIDE, offensive=1, setting=risen)
    there.do(["alp_1"])
    assert there.offers("advance", "alp_1")
    assert "staging_ussr" not in there.offers("advance", "alp_1")
    assert "cannot leave its country (GEW 31.3)" in there.why("advance", "alp_1", "staging_ussr")


def test_14_4_g14_3_armies_do_not_pursue_onto_small_islands(pursuit: Build) -> None:
    there = pursuit("ger_a6 3023, ger_dak 3023", "3123", "ger_a6 ger_dak")
    assert there.offers([]) == {"ger_dak", "done"}
    assert "too large for a small island (GEW 14.4)" in there.why("ger_a6")
