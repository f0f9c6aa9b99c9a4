"""GEW 14: stacking."""

from __future__ import annotations

import pytest

from sandtable.systems.gew.s14_stacking import bad_company, no_room, over_stacked, within_limits


@pytest.mark.parametrize(
    ("sizes", "fits"),
    [
        (["front"], True), (["front", "corps"], False), (["army", "corps"], True), (["army", "army"], False),
        (["corps"] * 3, True), (["corps"] * 4, False), (["army", "corps", "corps"], False), ([], True),
    ],
)  # fmt: skip
def test_14_2_a_front_or_an_army_and_a_corps_or_three_corps(sizes: list[str], fits: bool) -> None:
    assert within_limits(sizes) is fits


@pytest.mark.parametrize(("sizes", "fits"), [(["corps", "corps"], True), (["corps"] * 3, False), (["army"], False)])
def test_14_4_small_islands_hold_two_corps(sizes: list[str], fits: bool) -> None:
    assert within_limits(sizes, small_island=True) is fits


def test_14_5_a_third_unit_over_stacks_a_hex(battlefield) -> None:
    state = battlefield("ger_pz1 2409, ger_dak 2409")
    place = state.theatre.place("2409")
    assert not over_stacked(state, place)
    state.place(state.theatre.unit("ger_pz2"), place, "17.0")
    assert over_stacked(state, place)


def test_14_2_a_full_hex_has_no_room(battlefield) -> None:
    state = battlefield("ger_pz1 2409, ger_dak 2409")
    refused = list(no_room(state, state.theatre.unit("ger_pz2"), state.theatre.place("2409")))
    assert [violation.rule for violation in refused] == ["14.2"]


def test_14_2_a_unit_that_is_there_has_room(battlefield) -> None:
    state = battlefield("ger_pz1 2409, ger_dak 2409")
    assert not list(no_room(state, state.theatre.unit("ger_pz1"), state.theatre.place("2409")))


def test_14_3_soviets_stack_only_with_soviets(battlefield) -> None:
    state = battlefield("sov_t1 kiev, bri_x13 3412", joined={"ussr": "soviet"})
    refused = list(bad_company(state, state.theatre.unit("bri_x13"), state.theatre.place("kiev")))
    assert [violation.rule for violation in refused] == ["14.3"]
    assert not list(bad_company(state, state.theatre.unit("sov_t1"), state.theatre.place("kiev")))
