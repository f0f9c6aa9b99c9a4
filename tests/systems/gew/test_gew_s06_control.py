"""GEW 5 and 6: who controls what, and where units may go."""

from __future__ import annotations

import pytest

from sandtable.core.board import has
from sandtable.systems.gew.s06_control import controls, enter, leave, off_limits, side_controls
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED


def test_5_1_the_western_allies_and_the_soviets_are_two_powers_of_one_side(battlefield) -> None:
    state = battlefield("bri_a8 cairo, sov_t1 kiev", joined={"ussr": "soviet"})
    british, soviet = (state.theatre.unit(id) for id in ("bri_a8", "sov_t1"))
    assert (state.power_of(british), state.power_of(soviet)) == (WALLIED, SOVIET)
    assert state.side_of(british) == state.side_of(soviet) == ALLIED_SIDE


def test_6_1_a_unit_takes_control_of_the_hex_it_enters(battlefield) -> None:
    state = battlefield("ger_dak 2826")
    tobruk = state.theatre.place("tobruk")
    assert controls(state, WALLIED, tobruk)
    enter(state, state.theatre.unit("ger_dak"), tobruk, "17.0")
    assert controls(state, AXIS, tobruk)
    assert side_controls(state, AXIS_SIDE, tobruk)


def test_6_1_the_allies_do_not_take_from_each_other(battlefield) -> None:
    state = battlefield("bri_a8 cairo", joined={"ussr": "soviet"}, control={"3225": "soviet"})
    place = state.theatre.place("3225")
    enter(state, state.theatre.unit("bri_a8"), place, "17.0")
    assert state.controlling(place) == SOVIET


def test_13_2_an_enemy_zone_suspends_control_of_an_empty_hex_and_gives_it_to_nobody(battlefield) -> None:
    state = battlefield("ger_dak 2926")
    tobruk = state.theatre.place("tobruk")
    assert tobruk in state.scenario.board.around(state.theatre.place("2926"))
    assert not controls(state, WALLIED, tobruk)
    assert not controls(state, AXIS, tobruk)


def test_13_2_a_unit_in_the_hex_keeps_its_control(battlefield) -> None:
    state = battlefield("ger_dak 2926, bri_cw1 tobruk")
    assert controls(state, WALLIED, state.theatre.place("tobruk"))


def test_14_6_an_enemy_unit_removes_fortifications_and_depots(battlefield) -> None:
    state = battlefield("ger_dak 2926")
    tobruk = state.theatre.place("tobruk")
    state.mark("fort", tobruk, ALLIED_SIDE + 1, "28.1")
    state.mark("depot", tobruk, WALLIED + 1, "29.1")
    enter(state, state.theatre.unit("ger_dak"), tobruk, "17.0")
    assert (state.fort[tobruk], state.depot[tobruk]) == (0, 0)


def test_28_2_a_fortification_goes_with_the_last_unit(battlefield) -> None:
    state = battlefield("bri_cw1 tobruk")
    tobruk = state.theatre.place("tobruk")
    state.mark("fort", tobruk, ALLIED_SIDE + 1, "28.1")
    leave(state, tobruk)
    assert state.fort[tobruk]
    enter(state, state.theatre.unit("bri_cw1"), state.theatre.place("3126"), "17.0")
    assert not state.fort[tobruk]


@pytest.mark.parametrize(("id", "closed"), [("hun_a2", "paris"), ("fin_kar", "leningrad")])
def test_6_2_some_units_stay_in_their_area(battlefield, id: str, closed: str) -> None:
    state = battlefield(f"{id} budapest", joined={"finland": "axis", "ussr": "soviet"})
    limits = off_limits(state, state.theatre.unit(id))
    assert has(limits, state.theatre.place(closed))
    assert not has(limits, state.theatre.place("budapest" if id == "hun_a2" else "helsinki"))


def test_9_2_neutral_ground_is_closed_to_belligerents(battlefield) -> None:
    state = battlefield("ger_pz1 berlin, bri_a8 cairo")
    madrid = state.theatre.place("madrid")
    assert has(off_limits(state, state.theatre.unit("ger_pz1")), madrid)
    assert has(off_limits(state, state.theatre.unit("bri_a8")), madrid)


def test_9_6_the_axis_may_enter_south_france_but_not_french_north_africa(battlefield) -> None:
    state = battlefield("ger_pz1 berlin")
    limits = off_limits(state, state.theatre.unit("ger_pz1"))
    assert not has(limits, state.theatre.place("vichy"))
    assert has(limits, state.theatre.place("tunis"))


def test_33_3_neutral_soviets_stay_at_home(battlefield) -> None:
    state = battlefield("sov_t1 kiev")
    limits = off_limits(state, state.theatre.unit("sov_t1"))
    assert not has(limits, state.theatre.place("minsk"))
    assert has(limits, state.theatre.place("warsaw"))
