"""GEW 25: the Naval Operations Phase."""

from collections.abc import Callable
from typing import Any

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.s19_landings import landings
from sandtable.systems.gew.s23_air_operations import end_missions
from sandtable.systems.gew.s24_interception import naval_interception
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.s26_naval_missions import open_seas
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

Make = Callable[..., Any]
MALTA = "ita_amph1 display_axis, ita_fleet1 display_axis, ita_csi naples, bri_malta malta, bri_fleet1 display_allied"


def unit(state: GewState, id: str) -> UnitId:
    return state.theatre.unit(id)


def at(state: GewState, name: str) -> Hex:
    return state.theatre.place(name)


def seas(state: GewState, power: int) -> set[str]:
    found = open_seas(state, power)
    return {sea.id for nth, sea in enumerate(state.theatre.seas) if found >> nth & 1}


def test_25_1_naval_units_sail_from_the_display_and_come_back_spent(battlefield: Make, game: Make) -> None:
    state = battlefield("ita_amph1 display_axis, ita_csi naples")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    assert play.verbs() == {"land", "end"}
    play.do("land", "ita_amph1", "ita_csi", "tripoli")
    assert play.over
    assert (play.place("ita_csi"), play.place("ita_amph1")) == ("2125", "2125")
    end_missions(state, AXIS_SIDE)
    assert play.place("ita_amph1") == "display_axis"
    assert not state.operational[unit(state, "ita_amph1")]
    assert game(state, NavalOperationsPhase(AXIS_SIDE)).over  # 25.3: spent


def test_25_1_naval_missions_cost_no_points(battlefield: Make, game: Make) -> None:
    state = battlefield("ita_amph1 display_axis, ita_csi naples", mp=(0, 0, 0))
    game(state, NavalOperationsPhase(AXIS_SIDE)).do("land", "ita_amph1", "ita_csi", "tripoli")
    assert bytes(state.mp) == bytes(3)


def test_25_2_a_friendly_sea_with_a_port_is_open(battlefield: Make) -> None:
    state = battlefield()
    assert seas(state, AXIS) == {"baltic", "mediterranean"}
    assert seas(state, WALLIED) == {"atlantic", "north_sea", "mediterranean", "red_sea", "persian_gulf"}
    assert seas(battlefield(joined={"ussr": "soviet"}), SOVIET) == {"black_sea"}


def test_25_2_without_a_port_a_friendly_sea_is_closed(battlefield: Make) -> None:
    state = battlefield()
    for port in state.theatre.board.places:
        if "baltic" in port.data.get("seas", ()):
            state.mark("bombed", port.hex, 1, "24.9")
    assert "baltic" not in seas(state, AXIS)


def test_26_3_the_other_side_intercepts_after_all_landings(battlefield: Make, game: Make) -> None:
    """Fleet 3 against amphib 0 and fleet 2: column 1, a two: A1."""
    state = battlefield(MALTA)
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("support", "ita_fleet1", "malta")
    assert play.ask.side == ALLIED_SIDE
    play.do("intercept", "bri_fleet1", "malta")
    assert naval_interception(state, ALLIED_SIDE, at(state, "malta")).terms.total == 1
    play.roll(2)
    assert play.ask.side == ALLIED_SIDE
    play.do("pay", "wallied")
    assert play.over
    assert play.told("intercepted")[0].data["column"] == 1
    assert [(each.unit, each.place) for each in landings(state)] == [(unit(state, "ita_csi"), at(state, "malta"))]


def test_25_1_and_26_3_what_happens_at_sea_cites_the_rules_of_the_sea(battlefield: Make, game: Make) -> None:
    play = game(battlefield(MALTA), NavalOperationsPhase(AXIS_SIDE))
    assert play.state.stack[-1].rule == "25.1"
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("support", "ita_fleet1", "malta")
    assert play.state.stack[-1].rule == "26.3"
    play.do("intercept", "bri_fleet1", "malta")
    assert [(frame.kind, frame.rule) for frame in play.state.stack[1:3]] == [
        ("gew.HexByHex", "26.3"),
        ("gew.Interception", "26.3"),
    ]


def test_26_3_one_fleet_intercepts_in_a_hex(battlefield: Make, game: Make) -> None:
    state = battlefield(MALTA + ", bri_fleet2 display_allied")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("end")
    play.do("intercept", "bri_fleet1", "malta")
    assert play.verbs() == {"end"}


def test_26_3_the_owner_may_give_up_the_fleet_for_the_landing(battlefield: Make, game: Make) -> None:
    """G26-4; column 1, a five: S1."""
    state = battlefield(MALTA, mp=(0, 0, 0))
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("support", "ita_fleet1", "malta")
    play.do("intercept", "bri_fleet1", "malta", dice=[5])
    assert play.offers("lose") == {"ita_amph1", "ita_fleet1"}
    play.do("lose", "ita_fleet1")
    assert [(each.unit, each.place) for each in landings(state)] == [(unit(state, "ita_csi"), at(state, "malta"))]


def test_26_3_several_interceptions_come_as_the_phasing_side_orders(battlefield: Make, game: Make) -> None:
    state = battlefield(MALTA + ", ger_amph1 display_axis, ger_11fk taranto, bri_fleet2 display_allied")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("land", "ger_amph1", "ger_11fk", "cyprus")
    play.do("end")
    play.do("intercept", "bri_fleet1", "malta")
    play.do("intercept", "bri_fleet2", "cyprus")
    assert play.ask.side == AXIS_SIDE
    assert play.offers() == {"2222", "3723"}
    assert "26.3" in play.why("tripoli")
    play.do("cyprus")
    assert play.told("intercepted") == []
    play.roll(3)
    assert play.told("intercepted")[0].data["hex"] == at(state, "cyprus")


def test_26_3_the_axis_intercepts_where_it_is_not_phasing(battlefield: Make, game: Make) -> None:
    """Fleet 2 against amphib 0: column 2, a six: S2, the amphib and its passenger are lost."""
    state = battlefield("bri_amph1 display_allied, bri_cw1 alexandria, ita_fleet1 display_axis, ger_g1 tripoli")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_cw1", "tripoli")
    assert play.ask.side == AXIS_SIDE
    play.do("intercept", "ita_fleet1", "tripoli", dice=[6])
    assert play.over
    assert play.place("bri_amph1") == play.place("bri_cw1") == "reinforcements_allied"


def test_26_3_who_intercepts_may_lose_his_fleet(battlefield: Make, game: Make) -> None:
    """24.7; column 1, a one: A1."""
    play = game(battlefield(MALTA), NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("support", "ita_fleet1", "malta")
    play.do("intercept", "bri_fleet1", "malta", dice=[1])
    assert play.ask.side == ALLIED_SIDE
    assert play.offers("lose") == {"bri_fleet1"}
    play.do("lose", "bri_fleet1")
    assert play.place("bri_fleet1") == "reinforcements_allied"
    assert play.place("ita_amph1") == "2222"


def test_26_3_g26_4_a_fleet_goes_home_when_its_landing_is_lost(battlefield: Make, game: Make) -> None:
    """Column 1, a six: S1."""
    state = battlefield(MALTA)
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("support", "ita_fleet1", "malta")
    play.do("intercept", "bri_fleet1", "malta", dice=[6])
    play.do("lose", "ita_amph1")
    assert play.place("ita_amph1") == play.place("ita_csi") == "reinforcements_axis"
    assert play.place("ita_fleet1") == "display_axis"
    assert not state.operational[unit(state, "ita_fleet1")]


def test_25_3_a_fleet_that_sailed_sails_no_more_until_it_is_regrouped(battlefield: Make, game: Make) -> None:
    state = battlefield(MALTA)
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    play.do("support", "ita_fleet1", "malta")
    play.do("end")
    end_missions(state, AXIS_SIDE)
    assert not state.operational[unit(state, "ita_fleet1")]
    state.regroup(unit(state, "ita_amph1"), "16.0")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    assert play.ask.side == ALLIED_SIDE  # nothing is left to sail
    state.regroup(unit(state, "ita_fleet1"), "16.0")
    assert "26.3" in play.why("intercept", "ita_fleet1")


def test_26_1_landings_on_enemies_wait_and_go_back_if_nothing_comes_of_them(battlefield: Make, game: Make) -> None:
    """G22-4"""
    state = battlefield("ita_amph1 display_axis, ita_csi naples, bri_malta malta")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "malta")
    assert play.over
    assert play.place("ita_csi") == "2318"
    end_missions(state, AXIS_SIDE)
    assert play.place("ita_csi") == "2318"
    assert state.origin[unit(state, "ita_csi")] == -1
