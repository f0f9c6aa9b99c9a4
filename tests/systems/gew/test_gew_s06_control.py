"""GEW 5 and 6: who controls what, and where units may go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.systems.gew.s06_control import controls, enter, off_limits, side_controls
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield


def test_5_1_the_western_allies_and_the_soviets_are_two_powers_of_one_side(battlefield: Battlefield) -> None:
    state = battlefield("bri_a8 cairo, sov_t1 kiev", joined={"ussr": "soviet"})
    british, soviet = (state.theatre.unit(id) for id in ("bri_a8", "sov_t1"))
    assert (state.power_of(british), state.power_of(soviet)) == (WALLIED, SOVIET)
    assert state.side_of(british) == state.side_of(soviet) == ALLIED_SIDE


def test_6_1_a_unit_takes_control_of_the_hex_it_enters(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2826")
    tobruk = state.theatre.place("tobruk")
    assert controls(state, WALLIED, tobruk)
    enter(state, state.theatre.unit("ger_dak"), tobruk, "17.0")
    assert controls(state, AXIS, tobruk)
    assert side_controls(state, AXIS_SIDE, tobruk)


def test_6_1_the_allies_do_not_take_from_each_other(battlefield: Battlefield) -> None:
    state = battlefield("bri_a8 cairo", joined={"ussr": "soviet"}, control={"3225": "soviet"})
    place = state.theatre.place("3225")
    enter(state, state.theatre.unit("bri_a8"), place, "17.0")
    assert state.controlling(place) == SOVIET


def test_6_1_each_player_begins_with_the_hexes_of_his_belligerents(battlefield: Battlefield) -> None:
    """6.1, 33.1, 33.2: markers of three powers, and none in a neutral's land."""
    state = battlefield()
    held = {"berlin": AXIS, "paris": AXIS, "tripoli": AXIS, "london": WALLIED, "tobruk": WALLIED, "kiev": SOVIET}
    assert {id: state.controlling(state.theatre.place(id)) for id in held} == held
    assert all(not state.control[state.theatre.place(id)] for id in ("madrid", "stockholm", "vichy", "ankara"))


def test_6_1_a_hex_may_change_hands_again_and_again(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2926, bri_cw1 3126")
    tobruk, (german, british) = state.theatre.place("tobruk"), map(state.theatre.unit, ("ger_dak", "bri_cw1"))
    for unit, power, away in ((german, AXIS, "2926"), (british, WALLIED, "3126"), (german, AXIS, "2926")):
        enter(state, unit, tobruk, "17.0")
        assert state.controlling(tobruk) == power
        state.move(unit, state.theatre.place(away), "17.0")
        assert state.controlling(tobruk) == power  # the marker stays


def test_6_1_western_and_soviet_markers_serve_their_own_power_alone(battlefield: Battlefield) -> None:
    """6.1, 5.3: what the Soviets hold is no station, port or source of the Western Allies."""
    state = battlefield(joined={"ussr": "soviet"}, control={"mosul": "soviet"})
    mosul = state.theatre.place("mosul")
    assert (controls(state, SOVIET, mosul), controls(state, WALLIED, mosul)) == (True, False)
    assert side_controls(state, ALLIED_SIDE, mosul)


def test_6_1_nobody_takes_hexes_of_a_neutral(battlefield: Battlefield) -> None:
    """6.1: G9-4, the Axis in South France; and a neutral Soviet Union takes nothing."""
    state = battlefield("ger_pz1 1414, sov_t1 kiev", control={"1414": "", "kiev": "axis"})
    enter(state, state.theatre.unit("ger_pz1"), state.theatre.place("toulouse"), "17.0")
    assert not state.control[state.theatre.place("toulouse")]
    enter(state, state.theatre.unit("sov_t1"), state.theatre.place("kiev"), "17.0")
    assert state.controlling(state.theatre.place("kiev")) == AXIS


def test_13_2_an_enemy_zone_suspends_control_of_an_empty_hex_and_gives_it_to_nobody(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2926")
    tobruk = state.theatre.place("tobruk")
    assert tobruk in state.scenario.board.around(state.theatre.place("2926"))
    assert not controls(state, WALLIED, tobruk)
    assert not controls(state, AXIS, tobruk)


def test_13_2_a_unit_in_the_hex_keeps_its_control(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2926, bri_cw1 tobruk")
    assert controls(state, WALLIED, state.theatre.place("tobruk"))


def test_14_6_own_and_allied_installations_stay(battlefield: Battlefield) -> None:
    """14.6: also a depot of the other Allied power."""
    state = battlefield("bri_x13 3126", joined={"ussr": "soviet"})
    tobruk = state.theatre.place("tobruk")
    state.mark("fort", tobruk, ALLIED_SIDE + 1, "28.1")
    state.mark("depot", tobruk, SOVIET + 1, "29.1")
    enter(state, state.theatre.unit("bri_x13"), tobruk, "17.0")
    assert (state.fort[tobruk], state.depot[tobruk]) == (ALLIED_SIDE + 1, SOVIET + 1)


def test_14_6_an_enemy_unit_removes_fortifications_and_depots(battlefield: Battlefield) -> None:
    state = battlefield("ger_dak 2926")
    tobruk = state.theatre.place("tobruk")
    state.mark("fort", tobruk, ALLIED_SIDE + 1, "28.1")
    state.mark("depot", tobruk, WALLIED + 1, "29.1")
    enter(state, state.theatre.unit("ger_dak"), tobruk, "17.0")
    assert (state.fort[tobruk], state.depot[tobruk]) == (0, 0)


def test_28_2_a_fortification_goes_with_the_last_unit(battlefield: Battlefield) -> None:
    state = battlefield("bri_cw1 tobruk")
    tobruk = state.theatre.place("tobruk")
    state.mark("fort", tobruk, ALLIED_SIDE + 1, "28.1")
    state.abandon(tobruk)
    assert state.fort[tobruk]
    enter(state, state.theatre.unit("bri_cw1"), state.theatre.place("3126"), "17.0")
    assert not state.fort[tobruk]


MINORS = ("bul_gar", "cro_gar", "hun_a2", "rum_a3", "slo_gar")


@pytest.mark.parametrize("id", MINORS)
def test_6_2_axis_minors_fight_the_soviets_and_in_the_balkans_and_not_west_or_north(
    battlefield: Battlefield, id: str
) -> None:
    """6.2: G6-2 not the Baltic States; Poland is Greater Germany, Crete Greece."""
    state = battlefield(f"{id} budapest", joined={"ussr": "soviet", "finland": "axis"})
    limits = off_limits(state, state.theatre.unit(id))
    may = (
        "sofia",
        "zagreb",
        "budapest",
        "bucharest",
        "bratislava",
        "berlin",
        "warsaw",
        "athens",
        "canea",
        "belgrade",
        "kiev",
    )
    may_not = ("paris", "rome", "copenhagen", "oslo", "tripoli", "riga", "helsinki", "cairo")
    assert [place for place in may if state.theatre.place(place) in limits] == []
    assert [place for place in may_not if state.theatre.place(place) not in limits] == []


@pytest.mark.parametrize("id", ["fin_kar", "swe_exp"])
def test_6_2_finns_and_swedes_stay_in_the_north(battlefield: Battlefield, id: str) -> None:
    state = battlefield(f"{id} oslo", joined={"ussr": "soviet", "finland": "axis", "sweden": "axis"})
    limits = off_limits(state, state.theatre.unit(id))
    assert [place for place in ("helsinki", "oslo", "stockholm") if state.theatre.place(place) in limits] == []
    assert all(state.theatre.place(place) in limits for place in ("leningrad", "copenhagen", "berlin"))


def test_6_2_others_go_anywhere(battlefield: Battlefield) -> None:
    """6.2: Germans and Italians to the desert and the Baltic States, Spaniards to Russia."""
    state = battlefield("ger_dak 2926, ita_csi rome, spa_exp madrid", joined={"ussr": "soviet", "spain": "axis"})
    for id in ("ger_dak", "ita_csi", "spa_exp"):
        limits = off_limits(state, state.theatre.unit(id))
        assert not any(state.theatre.place(place) in limits for place in ("riga", "kiev", "cairo", "oslo", "paris"))


def test_9_2_neutral_ground_is_closed_to_belligerents(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 berlin, bri_a8 cairo")
    madrid = state.theatre.place("madrid")
    assert madrid in off_limits(state, state.theatre.unit("ger_pz1"))
    assert madrid in off_limits(state, state.theatre.unit("bri_a8"))


def test_9_6_the_axis_may_enter_south_france_but_not_french_north_africa(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 berlin")
    limits = off_limits(state, state.theatre.unit("ger_pz1"))
    assert state.theatre.place("vichy") not in limits
    assert state.theatre.place("tunis") in limits


def test_33_3_neutral_soviets_stay_at_home(battlefield: Battlefield) -> None:
    state = battlefield("sov_t1 kiev")
    limits = off_limits(state, state.theatre.unit("sov_t1"))
    assert state.theatre.place("minsk") not in limits
    assert state.theatre.place("warsaw") in limits
