"""GEW O41 and O42: surrender, and Operation Lila."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.core.rules import Hex
from sandtable.systems.gew.audit import audit
from sandtable.systems.gew.o41_surrender import surrender
from sandtable.systems.gew.o42_lila import Lila
from sandtable.systems.gew.s06_control import enter
from sandtable.systems.gew.s12_supply import sources
from sandtable.systems.gew.state import LILA_DECLARED, OCCUPIED, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, NEUTRAL, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play

SURRENDER = {"surrender": True}
LILA = {"lila": True}


def status(state: GewState, id: str) -> int:
    return state.status[state.theatre.country(id)]


def test_O41_1_a_minor_surrenders_when_its_capital_is_occupied(battlefield: Battlefield) -> None:
    """O41.1: a Soviet front in Budapest ends Hungary's war; O41.2 its units are gone for good."""
    units = "sov_f3 2613, hun_a2 2813, hun_mc reinforcements_axis, rum_a3 3214"
    state = battlefield(units, joined={"ussr": "soviet"}, options=SURRENDER)
    surrender(state)
    at, unit = state.hex_of, state.theatre.unit
    assert status(state, "hungary") == OCCUPIED
    assert (at[unit("hun_a2")], at[unit("hun_mc")]) == (-1, -1)
    assert at[unit("rum_a3")] >= 0
    assert state.log is not None
    assert [event.data["country"] for event in state.log if event.kind == "surrendered"] == ["Hungary"]


def test_O41_1_control_alone_is_not_occupation(battlefield: Battlefield) -> None:
    state = battlefield("hun_a2 2813", control={"budapest": "soviet"}, joined={"ussr": "soviet"}, options=SURRENDER)
    surrender(state)
    assert status(state, "hungary") == AXIS


def test_O41_without_the_option_nobody_surrenders(battlefield: Battlefield) -> None:
    state = battlefield("sov_f3 2613", joined={"ussr": "soviet"})
    surrender(state)
    assert status(state, "hungary") == AXIS


def test_O41_1_a_neutral_does_not_surrender(battlefield: Battlefield) -> None:
    state = battlefield("ger_a2 0916, spa_g1 0718", options=SURRENDER)
    surrender(state)
    assert status(state, "spain") == NEUTRAL


def ports(state: GewState, *groups: str) -> set[Hex]:
    theatre = state.theatre
    here = {place for group in groups for place in theatre.in_group(group)}
    return here & set(theatre.port)


@pytest.mark.parametrize("islands", [("sicily",), ("sardinia",), ()])
def test_O41_1_italy_needs_africa_and_rome_or_an_island(battlefield: Battlefield, islands: tuple[str, ...]) -> None:
    """O41.1: all ports in Egypt, Libya and French North Africa (GO-41), then Rome or an island's ports."""
    state = battlefield("ita_west 1914, ita_5s display_axis", joined={"vichy_france": "wallied"}, options=SURRENDER)
    for port in ports(state, "egypt", "libya", "french_north_africa"):
        state.take_hex(port, WALLIED, "6.1")
    surrender(state)
    assert status(state, "italy") == AXIS
    for place in ports(state, *islands) or {state.theatre.place("rome")}:
        state.take_hex(place, WALLIED, "6.1")
    surrender(state)
    assert status(state, "italy") == OCCUPIED
    assert state.hex_of[state.theatre.unit("ita_5s")] == -1


def test_O41_2_the_land_stays_with_whoever_controls_it(battlefield: Battlefield) -> None:
    """O41.2: Milan is Axis still, and supplies it."""
    state = battlefield(joined={"vichy_france": "wallied"}, options=SURRENDER)
    for place in ports(state, "egypt", "libya", "french_north_africa") | {state.theatre.place("rome")}:
        state.take_hex(place, WALLIED, "6.1")
    surrender(state)
    milan = state.theatre.place("milan")
    assert status(state, "italy") == OCCUPIED
    assert state.control[milan] == AXIS + 1
    assert milan in set(sources(state, AXIS))


def test_O41_2_fortifications_and_depots_of_the_country_remain(battlefield: Battlefield) -> None:
    """O41.2: those in it, not those its units held abroad (28.2)."""
    units = "sov_f3 2613, hun_a2 2813, hun_gar 2814, hun_mc 3214"
    state = battlefield(units, joined={"ussr": "soviet"}, options=SURRENDER)
    at_home, abroad = state.theatre.place("2813"), state.theatre.place("3214")
    for place in (at_home, abroad):
        state.mark("fort", place, AXIS_SIDE + 1, "28.1")
    state.mark("depot", at_home, AXIS + 1, "29.1")
    surrender(state)
    assert status(state, "hungary") == OCCUPIED
    assert (state.fort[at_home], state.depot[at_home], state.fort[abroad]) == (AXIS_SIDE + 1, AXIS + 1, 0)
    assert not audit(state)
    enter(state, state.theatre.unit("sov_f3"), at_home, "17.0")
    assert (state.fort[at_home], state.depot[at_home]) == (0, 0)  # 14.6


def test_O41_1_vichy_surrenders_to_two_american_landings(battlefield: Battlefield) -> None:
    """O41.1: US units in two ports of French North Africa; one is not enough, nor are British."""
    for units, gone in (
        ("us_c2 1320, bri_x13 1921, vic_na1 0421", False),
        ("us_c2 1320, us_c1a 1921, vic_na1 0421", True),
    ):
        state = battlefield(units, joined={"vichy_france": "axis", "usa": "wallied"}, options=SURRENDER)
        surrender(state)
        assert (state.hex_of[state.theatre.unit("vic_na1")] == -1) is gone
    friends = battlefield(
        "us_c2 1320, us_c1a 1921, vic_na1 0421", joined={"vichy_france": "wallied", "usa": "wallied"}, options=SURRENDER
    )
    surrender(friends)
    assert friends.hex_of[friends.theatre.unit("vic_na1")] >= 0


# ------------------------------------------------------------------------------------------------ O42


UNITS = "ger_a2 1715, vic_gar 1613, vic_na2 1320, vic_tac display_axis"


def lila(battlefield: Battlefield, turn: int = 3, units: str = UNITS) -> GewState:
    return battlefield(units, options=LILA, turn=turn, control={"1715": "neutral"})


def test_O42_1_a_german_in_a_mediterranean_port_may_declare_it(battlefield: Battlefield, game: Play) -> None:
    """O42.1: with Vichy neutral, and once; the Axis is asked, whoever goes first."""
    assert game(lila(battlefield), Lila(ALLIED_SIDE)).ask.side == AXIS_SIDE
    assert game(lila(battlefield, units="ger_a2 1613"), Lila(AXIS_SIDE)).over
    assert game(lila(battlefield, units="ita_west 1715"), Lila(AXIS_SIDE)).over
    state = lila(battlefield)
    state.join(state.theatre.country("vichy_france"), AXIS, "9.3")
    assert game(state, Lila(AXIS_SIDE)).over
    assert game(battlefield(UNITS, control={"1715": "neutral"}), Lila(AXIS_SIDE)).over  # without the option


def test_O42_1_it_may_be_put_off(battlefield: Battlefield, game: Play) -> None:
    state = lila(battlefield)
    assert game(state, Lila(AXIS_SIDE)).do("hold")
    assert not state.flags[LILA_DECLARED]


def test_O42_2_and_O42_success_gives_the_axis_the_fleet(battlefield: Battlefield, game: Play) -> None:
    """O42.2: on 4 to 6; ground and air units are gone, the fleet comes next turn, the south is Axis (GO-42)."""
    state = lila(battlefield)
    played = game(state, Lila(AXIS_SIDE))
    played.do("declare", dice=[4])
    at, unit, place = state.hex_of, state.theatre.unit, state.theatre.place
    assert [at[unit(id)] for id in ("vic_gar", "vic_na2", "vic_tac")] == [-1, -1, -1]
    assert at[unit("vic_fleet")] == state.theatre.track[4]
    assert state.side_of(unit("vic_fleet")) == AXIS_SIDE
    assert [state.control[place(id)] for id in ("vichy", "algiers")] == [AXIS + 1, 0]
    assert game(state, Lila(AXIS_SIDE)).over


def test_O42_2_a_partisan_keeps_its_hex(battlefield: Battlefield, game: Play) -> None:
    state = lila(battlefield, units=f"{UNITS}, alp_2 1614")
    game(state, Lila(AXIS_SIDE)).do("declare", dice=[4])
    assert state.control[state.theatre.place("1614")] == WALLIED + 1


def test_O42_2_failure_leaves_nothing(battlefield: Battlefield, game: Play) -> None:
    state = lila(battlefield)
    game(state, Lila(AXIS_SIDE)).do("declare", dice=[3])
    at, unit, place = state.hex_of, state.theatre.unit, state.theatre.place
    assert [at[unit(id)] for id in ("vic_gar", "vic_na2", "vic_tac", "vic_fleet")] == [-1] * 4
    assert status(state, "vichy_france") == OCCUPIED
    assert [state.control[place(id)] for id in ("vichy", "algiers")] == [AXIS + 1, 0]


def test_O42_2_disaster_gives_africa_to_the_allies(battlefield: Battlefield, game: Play) -> None:
    """O42.2: on a 1 units in France are gone, the others Allied, who get the fleet two turns later."""
    state = lila(battlefield)
    game(state, Lila(AXIS_SIDE)).do("declare", dice=[1])
    at, unit, place = state.hex_of, state.theatre.unit, state.theatre.place
    assert at[unit("vic_gar")] == -1
    assert at[unit("vic_na2")] == place("1320")
    assert state.side_of(unit("vic_na2")) == ALLIED_SIDE
    assert at[unit("vic_fleet")] == state.theatre.track[5]
    assert [state.control[place(id)] for id in ("vichy", "algiers")] == [AXIS + 1, WALLIED + 1]


def test_O42_2_and_11_3_a_fleet_after_the_last_turn_never_comes(battlefield: Battlefield, game: Play) -> None:
    state = lila(battlefield, turn=9)
    game(state, Lila(AXIS_SIDE)).do("declare", dice=[1])
    assert state.hex_of[state.theatre.unit("vic_fleet")] == -1
