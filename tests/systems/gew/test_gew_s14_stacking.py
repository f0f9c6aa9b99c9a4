"""GEW 14: stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.systems.gew.s14_stacking import bad_company, no_room, over_stacked, within_limits
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s22_pursuit import Pursuit
from sandtable.systems.gew.s22_retreat import Retreat
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play


@pytest.mark.parametrize(
    ("sizes", "fits"),
    [
        (["front"], True), (["front", "corps"], False), (["army", "corps"], True), (["army", "army"], False),
        (["corps"] * 3, True), (["corps"] * 4, False), (["army", "corps", "corps"], False), ([], True),
    ],
)  # fmt: skip
def test_14_2_a_front_or_an_army_and_a_corps_or_three_corps(sizes: list[str], fits: bool) -> None:
    assert within_limits(sizes) is fits


@pytest.mark.parametrize(
    ("sizes", "fits"), [(["corps", "corps"], True), (["corps"] * 3, False), (["army"], False), (["front"], False)]
)
def test_14_4_small_islands_hold_two_corps(sizes: list[str], fits: bool) -> None:
    assert within_limits(sizes, small_island=True) is fits


def test_14_4_small_islands_are_malta_the_balearics_cyprus_and_crete(battlefield: Battlefield) -> None:
    """14.4: G14-4. A third corps over-stacks them, a front or army never finds room."""
    state = battlefield("bri_malta malta, bri_x13 malta")
    malta = state.theatre.place("malta")
    assert not over_stacked(state, malta)
    assert [each.rule for each in no_room(state, state.theatre.unit("bri_x30"), malta)] == ["14.2"]
    for island in ("malta", "balearics", "cyprus", "canea", "heraklion"):
        assert [each.rule for each in no_room(state, state.theatre.unit("bri_a8"), state.theatre.place(island))] == [
            "14.2"
        ]


def test_14_4_only_corps_of_mountain_type_enter_high_mountain(battlefield: Battlefield, game: Play) -> None:
    """14.4: G14-5, no mountain army; 31.3 partisans do."""
    state = battlefield("ita_alp 2716, ger_m20 2716, ita_csi 2716, ger_pz1 2716")
    phase = game(state, MovementPhase(AXIS_SIDE))
    assert "2717" in phase.offers("march", "ita_alp")
    for id in ("ger_m20", "ita_csi", "ger_pz1"):
        assert "cannot enter high mountain (GEW 14.4)" in phase.why("march", id, "2717")
    partisan = battlefield("alp_1 2716")
    partisan.rise(partisan.theatre.unit("alp_1"), partisan.theatre.region("balkans"))
    assert "2717" in game(partisan, MovementPhase(ALLIED_SIDE)).offers("march", "alp_1")


def test_14_4_only_corps_enter_deserts_in_moves_retreats_and_pursuits(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ita_ghqna 3126, ger_dak 3126")
    army, corps = map(state.theatre.unit, ("ita_ghqna", "ger_dak"))
    phase = game(state.copy(), MovementPhase(AXIS_SIDE))
    assert "cannot enter desert (GEW 14.4)" in phase.why("march", "ita_ghqna", "3127")
    assert "3127" in phase.offers("march", "ger_dak")
    retreat = game(state.copy(), Retreat(AXIS_SIDE, (army, corps), 1))
    assert "3127" in retreat.offers("ger_dak", [])
    assert "3127" not in retreat.offers("ita_ghqna", [])
    pursuit = game(state.copy(), Pursuit(AXIS_SIDE, state.theatre.place("3127"), (army, corps), 0))
    assert pursuit.offers([]) == {"ger_dak", "done"}


def test_14_5_a_third_unit_over_stacks_a_hex(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2409, ger_dak 2409")
    place = state.theatre.place("2409")
    assert not over_stacked(state, place)
    state.place(state.theatre.unit("ger_pz2"), place, "17.0")
    assert over_stacked(state, place)


def test_14_2_static_units_count_and_campaign_units_and_markers_do_not(battlefield: Battlefield) -> None:
    state = battlefield("ger_fl1 2409, ger_fl2 2409, ger_lf1 2409, ger_lf2 2409")
    place = state.theatre.place("2409")
    state.mark("fort", place, AXIS_SIDE + 1, "28.1")
    state.mark("depot", place, AXIS + 1, "29.1")
    assert not list(no_room(state, state.theatre.unit("ger_dak"), place))
    state.place(state.theatre.unit("ger_dak"), place, "17.0")
    assert not over_stacked(state, place)
    assert [each.rule for each in no_room(state, state.theatre.unit("ger_fl3"), place)] == ["14.2"]


def test_14_0_and_14_2_staging_areas_hold_any_number(battlefield: Battlefield) -> None:
    state = battlefield(
        "sov_t1 staging_ussr, sov_t2 staging_ussr, sov_f1 staging_ussr, us_a1 staging_usa, us_a7 staging_usa"
    )
    for area, unit in ((state.theatre.staging_ussr, "sov_f3"), (state.theatre.staging_usa, "bri_a1")):
        assert not over_stacked(state, area)
        assert not list(no_room(state, state.theatre.unit(unit), area))


def test_14_2_a_full_hex_has_no_room(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2409, ger_dak 2409")
    refused = list(no_room(state, state.theatre.unit("ger_pz2"), state.theatre.place("2409")))
    assert [violation.rule for violation in refused] == ["14.2"]


def test_14_2_a_unit_that_is_there_has_room(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2409, ger_dak 2409")
    assert not list(no_room(state, state.theatre.unit("ger_pz1"), state.theatre.place("2409")))


def test_14_3_soviets_stack_only_with_soviets(battlefield: Battlefield) -> None:
    """14.3: whoever comes to whom; all Axis powers and all Western ones stack as they like."""
    state = battlefield("sov_t1 kiev, bri_x13 3412", joined={"ussr": "soviet"})
    unit, place = state.theatre.unit, state.theatre.place
    assert [violation.rule for violation in bad_company(state, unit("sov_t1"), place("3412"))] == ["14.3"]
    assert [violation.rule for violation in no_room(state, unit("sov_fl1"), place("3412"))] == ["14.3"]
    assert not list(bad_company(state, unit("sov_fl1"), place("kiev")))
    mixed = battlefield("ger_dak rome, fra_cef london")
    assert not list(bad_company(mixed, unit("hun_a2"), place("rome")))
    assert not list(bad_company(mixed, unit("us_a1"), place("london")))
    refused = list(bad_company(state, unit("bri_x13"), place("kiev")))
    assert [violation.rule for violation in refused] == ["14.3"]
    assert not list(bad_company(state, state.theatre.unit("sov_t1"), state.theatre.place("kiev")))
