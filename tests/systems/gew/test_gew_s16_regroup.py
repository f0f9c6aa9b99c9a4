"""GEW 16: regrouping."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.systems.gew.s16_regroup import Regroup
from sandtable.systems.gew.state import ULTRA, ULTRA_READY, ULTRA_USED, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play


def spend(state: GewState, *ids: str) -> None:
    for id in ids:
        state.operational[state.theatre.unit(id)] = 0


def test_16_0_spent_units_are_paid_for_and_ready_again(battlefield: Battlefield, game: Play) -> None:
    units = "ger_lf1 display_axis, ger_fleet1 display_axis, ger_ub1 display_axis, ger_lf2 reinforcements_axis"
    state = battlefield(units, mp=(4, 0, 0))
    spend(state, "ger_lf1", "ger_fleet1", "ger_lf2")
    played = game(state, Regroup(AXIS_SIDE))
    assert played.offers("regroup") == {"ger_lf1", "ger_fleet1"}
    assert played.why("regroup", "ger_ub1") == "U-Boat-1 is operational (GEW 16.0)"
    assert played.why("regroup", "ger_lf2") == "LF 2 is not in your Campaign Operations Display (GEW 16.0)"
    assert played.why("regroup", "done") == "choose a unit to regroup (GEW 16.0)"
    played.do("regroup", ["ger_lf1", "ger_fleet1"])
    assert played.verbs() == {"end"}
    assert state.mp[AXIS] == 0
    assert state.operational[state.theatre.unit("ger_fleet1")]
    assert {event.audience for event in played.told("regrouped")} == {frozenset([AXIS_SIDE])}


def test_16_0_together_they_may_not_cost_more_than_there_is(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_lf1 display_axis, ger_fleet1 display_axis", mp=(3, 0, 0))
    spend(state, "ger_lf1", "ger_fleet1")
    played = game(state, Regroup(AXIS_SIDE))
    assert played.offers("regroup", ["ger_lf1"]) == {"done"}
    assert played.why("regroup", ["ger_lf1"], "ger_fleet1") == "Fleet-1 (German) costs 3 MP, 2 are left (GEW 16.0)"
    assert played.do("end")
    assert played.over


def test_16_0_each_allied_power_pays_for_its_own_and_neutral_ones_may(battlefield: Battlefield, game: Play) -> None:
    """33.3: a neutral Soviet Union and a neutral USA regroup; 9.2: other neutrals do not."""
    state = battlefield("sov_w display_allied, us_fleet1 display_allied, spa_tac display_axis", mp=(9, 9, 1))
    spend(state, "sov_w", "us_fleet1", "spa_tac")
    played = game(state, Regroup(ALLIED_SIDE))
    assert played.offers("regroup") == {"sov_w", "us_fleet1"}
    assert played.why("regroup", "spa_tac") == "TAC (Spanish) is not a unit of yours (GEW 16.0)"
    played.do("regroup", ["sov_w", "us_fleet1"])
    assert (state.mp[WALLIED], state.mp[SOVIET]) == (6, 0)


def test_16_0_a_country_that_joined_regroups_with_its_power(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("spa_tac display_axis", joined={"spain": "wallied"})
    spend(state, "spa_tac")
    assert game(state, Regroup(ALLIED_SIDE)).offers("regroup") == {"spa_tac"}


@pytest.mark.parametrize("points", [0, 10])
def test_6_3_whether_a_side_is_asked_to_regroup_does_not_tell_what_it_has(
    battlefield: Battlefield, game: Play, points: int
) -> None:
    """6.3: with nothing to regroup, or nothing to pay with, it is asked all the same."""
    played = game(battlefield("ger_lf1 display_axis", mp=(points, 0, 0)), Regroup(AXIS_SIDE))
    assert played.verbs() == {"end"}
    played.do("end")
    assert played.over


def test_O36_ultra_is_regrouped_for_a_point_of_the_western_allies(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(options={"ultra": True}, mp=(5, 1, 5))
    state.flag(ULTRA, ULTRA_USED)
    assert game(state.copy(), Regroup(AXIS_SIDE)).verbs() == {"end"}
    played = game(state, Regroup(ALLIED_SIDE))
    played.do("ultra")
    assert played.verbs() == {"end"}
    assert (state.flags[ULTRA], state.mp[WALLIED]) == (ULTRA_READY, 0)
