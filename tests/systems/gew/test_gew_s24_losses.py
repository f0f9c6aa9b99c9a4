"""GEW 24.7 and 26.6: losses on the Strategic Warfare Table."""

from collections.abc import Callable
from typing import Any

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.s24_bombing import DAMAGE, DESTRUCTION
from sandtable.systems.gew.s24_losses import (
    UNIT_LOSSES,
    LoseOne,
    PayOrLose,
    abort,
    lose,
    unit_losses,
)
from sandtable.systems.gew.s24_strategic_warfare import effects
from sandtable.systems.gew.s26_convoys import SUNK
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, BOMBING, GUNFIRE, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

Make = Callable[..., Any]


def units(state: GewState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(map(state.theatre.unit, ids))


def out(state: GewState, mission: int, name: str, *ids: str) -> tuple[UnitId, ...]:
    found = units(state, *ids)
    for unit in found:
        state.assign(unit, mission, state.theatre.place(name), Hex(-1), "23.2")
    return found


def test_24_7_one_point_saves_the_units(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis", mp=(1, 0, 0))
    play = game(state, PayOrLose(AXIS_SIDE, AXIS, out(state, BOMBING, "london", "ger_lf1", "ger_lf2"), "24.3"))
    play.do("pay", "axis")
    assert play.outcome == -1
    assert state.mp[AXIS] == 0
    assert play.told("mp")[0].audience == {AXIS_SIDE}  # 6.3
    assert play.told("paid")[0].audience is None  # G6-4


def test_24_7_the_owner_picks_the_unit(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis")
    play = game(state, PayOrLose(AXIS_SIDE, AXIS, out(state, BOMBING, "london", "ger_lf1", "ger_lf2"), "24.3"))
    assert play.offers("lose") == {"ger_lf1", "ger_lf2"}
    play.do("lose", "ger_lf2")
    assert (play.place("ger_lf1"), play.place("ger_lf2")) == ("1507", "reinforcements_axis")


def test_24_7_either_power_of_a_mixed_force_may_pay(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_fc display_allied, sov_w display_allied", joined={"ussr": "soviet"}, mp=(0, 0, 3))
    play = game(state, PayOrLose(ALLIED_SIDE, -1, out(state, BOMBING, "warsaw", "bri_fc", "sov_w"), "24.3"))
    assert play.offers("pay") == {"soviet"}
    assert "24.7" in play.why("pay", "wallied")
    play.do("pay", "soviet")
    assert (state.mp[WALLIED], state.mp[SOVIET]) == (0, 2)


def test_24_7_nobody_left_nothing_lost(battlefield: Make, game: Make) -> None:
    assert game(battlefield(), PayOrLose(AXIS_SIDE, AXIS, (), "24.3")).outcome == -1
    assert game(battlefield(), LoseOne(AXIS_SIDE, (), "24.3", others_abort=True)).outcome == -1
    assert game(battlefield(), LoseOne(AXIS_SIDE, (), "26.5")).outcome == -1


def test_26_5_one_of_several_is_lost(battlefield: Make, game: Make) -> None:
    state = battlefield("ger_ub1 display_axis, ger_ub2 display_axis")
    play = game(state, LoseOne(AXIS_SIDE, units(state, "ger_ub1", "ger_ub2"), "26.5"))
    assert "24.7" in play.why("ger_ub3")
    play.do("ger_ub2")
    assert (play.place("ger_ub1"), play.place("ger_ub2")) == ("display_axis", "reinforcements_axis")


def test_26_6_an_aborted_amphib_leaves_its_passenger_and_its_fleet_goes_home(battlefield: Make) -> None:
    state = battlefield("ita_amph1 display_axis, ita_fleet1 display_axis, ita_csi naples, bri_malta malta")
    (amphib, fleet, corps) = units(state, "ita_amph1", "ita_fleet1", "ita_csi")
    state.embark(corps, amphib, "26.1")
    out(state, AMPHIBIOUS_ASSAULT, "malta", "ita_amph1")
    out(state, GUNFIRE, "malta", "ita_fleet1")
    assert state.passenger(amphib) == corps
    abort(state, amphib, "26.6")
    names = [state.scenario.place_name(Hex(state.hex_of[unit])) for unit in (amphib, fleet, corps)]
    assert names == ["display_axis", "display_axis", "2318"]
    assert not state.operational[fleet]
    assert state.origin[corps] == -1


def test_26_3_with_the_amphib_its_passenger_is_lost(battlefield: Make) -> None:
    """G26-4"""
    state = battlefield("ita_amph1 display_axis, ita_csi naples, bri_malta malta")
    (amphib, corps) = units(state, "ita_amph1", "ita_csi")
    state.embark(corps, amphib, "26.1")
    out(state, AMPHIBIOUS_ASSAULT, "malta", "ita_amph1")
    lose(state, amphib, "26.3")
    assert [state.scenario.place_name(Hex(state.hex_of[unit])) for unit in (amphib, corps)] == [
        "reinforcements_axis"
    ] * 2


def test_24_7_26_5_every_effect_in_the_chart_is_known(battlefield: Make) -> None:
    charts = battlefield().scenario.charts
    missions = ("Air Superiority", "Naval Interception", "Strategic Bombing")
    found = {
        effect
        for mission in missions
        for result in ("A2", "A1", "S1", "S2")
        for effect in effects(charts, mission, result)
    }
    assert found == {*UNIT_LOSSES, DAMAGE, DESTRUCTION}
    assert [effects(charts, "U-Boat Attack", result) for result in ("S1", "S2")] == [(effect,) for effect in SUNK]
    assert unit_losses("one partisan is deployed in the country", AXIS_SIDE, ([], []), "27.2") is None
