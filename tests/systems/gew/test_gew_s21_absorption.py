"""GEW 21.2: spending MP instead of suffering."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.flow import Procedure
from sandtable.systems.gew.s21_absorption import ELIMINATED, RETREATED, SPENT, Suffer
from sandtable.systems.gew.state import AIR_SUPPLY, AIRBORNE_ASSAULT, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE

Build = Callable[..., Any]


@pytest.fixture
def hit(battlefield: Callable[..., GewState], game: Callable[..., Any]) -> Build:
    """A force is hit: hit("ger_a6 3408", "ger_a6", 2)."""

    def begin(
        units: str,
        force: str,
        cost: int,
        fate: str = "retreat",
        side: Any = AXIS_SIDE,
        setting: Any = None,
        **more: Any,
    ) -> Any:
        state = battlefield(units, **{"joined": {"ussr": "soviet"}, "turn": 5, **more})
        if setting is not None:
            setting(state)
        procedure: Procedure = Suffer(side, tuple(map(state.theatre.unit, force.split())), cost, fate)
        return game(state, procedure)

    return begin


def depot(state: GewState, place: str = "3508") -> None:
    at = state.theatre.place(place)
    state.mark("depot", at, state.control[at], "29.1")


def test_21_1_the_full_number_is_spent_and_nothing_further_happens(hit: Build) -> None:
    there = hit("sov_f3 3508", "sov_f3", 2, side=ALLIED_SIDE, setting=depot, mp=(9, 9, 5))
    assert there.verbs() == {"spend", "suffer"}
    there.do("spend")
    assert there.outcome == SPENT
    assert bytes(there.state.mp) == bytes([9, 9, 3])
    assert there.place("sov_f3") == "3508"


def test_21_1_who_does_not_spend_takes_the_result(hit: Build) -> None:
    there = hit("sov_f3 3508, sov_t1 3508", "sov_f3 sov_t1", 3, "elimination", ALLIED_SIDE, depot)
    there.do("suffer")
    assert there.outcome == ELIMINATED
    assert there.place("sov_f3") == there.place("sov_t1") == "reinforcements_allied"
    other = hit("sov_t1 3508", "sov_t1", 1, side=ALLIED_SIDE, setting=depot)
    other.do("suffer")
    other.do("sov_t1", ["3509"])
    assert other.outcome == RETREATED


def test_21_2_g21_4_all_or_nothing(hit: Build) -> None:
    there = hit("sov_f3 3508", "sov_f3", 3, "elimination", ALLIED_SIDE, depot, mp=(9, 9, 2))
    assert there.why("spend") == "the result costs 3 MP, and Soviet Union has 2 (GEW 21.2)"
    there.do("suffer")
    assert there.outcome == ELIMINATED
    assert there.state.mp[2] == 2


@pytest.mark.parametrize("points", [0, 9])
def test_6_3_whether_a_force_is_asked_to_pay_does_not_tell_its_points(hit: Build, points: int) -> None:
    there = hit("sov_f3 3508", "sov_f3", 3, "elimination", ALLIED_SIDE, depot, mp=(9, 9, points))
    assert there.ask.form.name == "absorb or suffer"


def test_21_2_g12_4_one_unit_in_supply_is_enough_for_the_force(hit: Build) -> None:
    assert hit("ger_a6 3508", "ger_a6", 3, "elimination").outcome == ELIMINATED
    there = hit("ger_a6 3508, ger_a4 3409, sov_f3 3507, sov_f4 3609", "ger_a6 ger_a4", 3, "elimination", setting=depot)
    assert "spend" in there.verbs()


def test_10_4_each_power_spends_its_own(hit: Build) -> None:
    there = hit("bri_x13 3508", "bri_x13", 1, side=ALLIED_SIDE, setting=depot, mp=(9, 9, 9))
    there.do("spend")
    assert bytes(there.state.mp) == bytes([9, 8, 9])


def test_24_6_airborne_assaults_are_in_supply(hit: Build) -> None:
    def drop(state: GewState) -> None:
        state.embark(state.theatre.unit("ger_11fk"), state.theatre.unit("ger_air1"), "24.6")
        at = state.theatre.place("3508")
        state.assign(state.theatre.unit("ger_air1"), AIRBORNE_ASSAULT, at, at, "24.6")

    there = hit("ger_11fk 3408, ger_air1 display_axis, sov_f3 3508", "ger_11fk", 3, "elimination", setting=drop)
    assert "spend" in there.verbs()


def test_o38_1_units_supplied_by_air_may_spend(hit: Build) -> None:
    def flown(state: GewState) -> None:
        state.assign(
            state.theatre.unit("ger_air1"), AIR_SUPPLY, state.theatre.place("3608"), state.theatre.display[0], "O38.1"
        )

    units = "ger_a6 3608, sov_f3 3508, sov_f4 3609, ger_air1 display_axis"
    assert "spend" in hit(units, "ger_a6", 1, setting=flown, options={"extra_air": True}).verbs()


def test_o38_1_without_an_airlift_they_may_not(hit: Build) -> None:
    units = "ger_a6 3608, sov_f3 3508, sov_f4 3609, ger_air1 display_axis"
    assert hit(units, "ger_a6", 1, options={"extra_air": True}).ask.form.name == "retreat"


def test_o34_5_a_depot_absorbs_the_result_and_is_gone(hit: Build) -> None:
    there = hit("sov_f3 3508", "sov_f3", 4, "elimination", ALLIED_SIDE, depot, mp=(9, 9, 0),
                options={"expend_depots": True})  # fmt: skip
    assert there.verbs() == {"expend", "suffer"}
    assert there.why("spend") == "the result costs 4 MP, and Soviet Union has 0 (GEW 21.2)"
    assert there.offers("expend") == {"3508"}
    there.do("expend", "3508")
    assert there.outcome == SPENT
    assert not there.state.depot[there.state.theatre.place("3508")]
    assert there.place("sov_f3") == "3508"


def test_o34_5_only_with_the_option_and_in_the_hex(hit: Build) -> None:
    there = hit("sov_f3 3508", "sov_f3", 1, side=ALLIED_SIDE, setting=depot)
    assert "depots are not expended in this game (GEW O34.5)" in there.why("expend", "3508")

    def two(state: GewState) -> None:
        depot(state)
        depot(state, "3409")

    other = hit("sov_f3 3508, sov_t1 3409", "sov_f3", 1, side=ALLIED_SIDE, options={"expend_depots": True}, setting=two)
    assert other.offers("expend") == {"3508"}
    assert "no unit of the force is there (GEW O34.5)" in other.why("expend", "3409")


def test_o34_5_o37_2_a_depot_absorbs_what_malta_adds_too(hit: Build) -> None:
    there = hit("ger_dak tripoli, bri_malta malta", "ger_dak", 4, "elimination", mp=(0, 9, 9),
                options={"mediterranean": True, "expend_depots": True},
                setting=lambda state: depot(state, "tripoli"))  # fmt: skip
    assert "costs 5 MP" in there.why("spend")
    there.do("expend", "tripoli")
    assert there.outcome == SPENT


def test_o34_5_a_depot_absorbs_five_points_and_no_more(hit: Build) -> None:
    options = {"expend_depots": True}
    assert hit("sov_f3 3508", "sov_f3", 5, "elimination", ALLIED_SIDE, depot, options=options).offers("expend") == {
        "3508"
    }
    there = hit("sov_f3 3508", "sov_f3", 6, "elimination", ALLIED_SIDE, depot, options=options)
    assert there.why("expend", "3508") == "the result costs 6 MP, and a depot absorbs 5 (GEW O34.5)"


def test_o34_5_the_depot_of_the_enemy_does_not_serve(hit: Build) -> None:
    def theirs(state: GewState) -> None:
        state.mark("depot", state.theatre.place("3508"), AXIS + 1, "29.1")

    there = hit("sov_f3 3508", "sov_f3", 1, side=ALLIED_SIDE, options={"expend_depots": True}, setting=theirs)
    assert "there is no depot of yours (GEW O34.5)" in there.why("expend", "3508")


@pytest.mark.parametrize(("option", "place", "cost"), [(True, "tripoli", 2), (False, "tripoli", 1), (True, "3508", 1)])
def test_o37_2_malta_makes_axis_absorption_in_africa_dearer(hit: Build, option: bool, place: str, cost: int) -> None:
    there = hit(f"ger_dak {place}, bri_malta malta", "ger_dak", 1, mp=(9, 9, 9), options={"mediterranean": option},
                setting=lambda state: depot(state, place))  # fmt: skip
    there.do("spend")
    assert there.state.mp[0] == 9 - cost


def test_6_3_g6_4_the_enemy_learns_that_mp_were_spent_and_not_how_many_are_left(hit: Build) -> None:
    there = hit("sov_f3 3508", "sov_f3", 2, side=ALLIED_SIDE, setting=depot)
    there.do("spend")
    assert [event.seen_by(AXIS_SIDE) for event in there.told("mp")] == [False]
    assert [event.seen_by(AXIS_SIDE) for event in there.told("absorbed")] == [True]
