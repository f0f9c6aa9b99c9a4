"""OCS: where modules meet: units aboard, captured transport that leaves and returns, stacks of two nations, formations
of which a part is dead, games brought in the middle of anything."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from laws.cases import Case, question, waits
from sandtable.core.flow import run
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.play.positions import position_text, read_position
from sandtable.systems.ocs.audit import accounts, audit
from sandtable.systems.ocs.s02_phases import CleanUp, EndPhase, StopMoving
from sandtable.systems.ocs.s04_stacking import stacked
from sandtable.systems.ocs.s09_capture import Capture, prey
from sandtable.systems.ocs.s09_losses import LoseSteps
from sandtable.systems.ocs.s12_breakout import BreakOut
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s12_fuel import formations_of
from sandtable.systems.ocs.s12_paths import serves, stores
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s13_reinforcements import Enter, due, places_of
from sandtable.systems.ocs.s18_craft import LosePoints
from sandtable.systems.ocs.state import MOVEMENT, ON_WHEELS, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import COMBAT
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"


@pytest.fixture
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def at_coast(units: str, **more: Any) -> OcsState:
    return field(units, scenario="coast", **more)


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def sound(state: OcsState) -> bool:
    return all(came == held + gone for _, _, came, held, gone in accounts(state)) and not audit(state)


# ------------------------------------------------------------------------------------------------ units aboard


def test_18_4_a_craft_that_is_caught_in_port_takes_a_loaded_truck_down_with_it(coast: None) -> None:
    """9.14: the tokens on the truck and in the hold are lost once each, with a line in the log."""
    state = at_coast("lc_1 3.5 t4; b_truck aboard_lc_1 t4; b_1 aboard_lc_1; r_1 2.5", control={"3.5": BLUE})
    here = state.scenario.place("3.5")
    assert here in prey(state, RED)
    state.move(unit(state, "r_1"), here, "6.1")
    game = Game(state, Capture(RED, here, (unit(state, "r_1"),)))
    assert [at(state, id) for id in ("lc_1", "b_truck", "b_1")] == ["dead_blue"] * 3
    assert sum(event.data["number"] for event in game.told("supply lost")) == 8
    assert state.lost_tokens[BLUE] == 8
    assert sound(state)


def test_18_4_who_is_aboard_neither_stacks_nor_has_a_zone_nor_ends_his_dg_late(coast: None) -> None:
    state = at_coast("lc_1 9.4; b_big aboard_lc_1 dg; r_1 10.4; b_1 9.4", control={"9.4": BLUE})
    assert stacked(state, state.scenario.place("9.4"), BLUE) == 4
    Game(state, StopMoving(BLUE))
    Game(state, CleanUp(BLUE))
    assert state.mode[unit(state, "b_big")] == COMBAT
    assert sound(state)


def test_18_3d_points_that_carry_a_loaded_truck_are_lost_with_what_it_carries(coast: None) -> None:
    """LC 2 has two points for a truck and its load and a supply point: with one left one of them goes."""
    state = at_coast("lc_2 8.5 t4; b_truck aboard_lc_2 t4")
    Game(state, LosePoints(BLUE, (unit(state, "lc_2"),) * 2, 1, "18.3d"), [1])
    assert at(state, "b_truck") == "dead_blue"
    assert (state.cargo[unit(state, "lc_2")], state.lost_tokens[BLUE]) == (4, 4)
    assert sound(state)


def test_12_6_a_formation_is_traced_ashore_whoever_of_it_is_aboard(coast: None) -> None:
    state = at_coast("b_1 2.5; lc_1 8.5; b_2 aboard_lc_1", control={"3.5": BLUE, "1.5": BLUE})
    Game(state, CheckSupply(BLUE))
    assert in_trace(state, BLUE) == {unit(state, "b_1")}
    assert not state.oos[unit(state, "b_2")]


# ------------------------------------------------------------------------------------------------ captured transport


def test_12_8e_what_was_captured_comes_back_where_its_captor_enters(coast: None) -> None:
    """13.6: the scenario's entrance of a counter is that of its first owner."""
    state = at_coast("", turn=2)
    counter = unit(state, "r_2")
    assert places_of(state, counter) == (state.scenario.place("12.5"),)
    state.capture(counter, BLUE, "9.14c")
    state.move(counter, state.theatre.turns[2], "12.8e")
    assert (counter in due(state, BLUE), counter in due(state, RED)) == (True, False)
    assert places_of(state, counter) == (state.scenario.place("3.5"),)


def test_12_8e_a_dukw_that_breaks_out_returns_on_wheels_if_it_enters_inland(coast: None) -> None:
    """18.4e: blue supply arrives at the port of 3.5, where it floats; red's at 12.5, where it drives."""
    state = at_coast("dukw 11.7 t4; r_1 11.6; r_2 11.8", turn=1)
    dukw = unit(state, "dukw")
    state.take_role(dukw, ON_WHEELS, "18.4e")
    state.capture(dukw, RED, "9.14c")
    state.arrived_tokens[BLUE], state.arrived_tokens[RED] = 0, 4
    Game(state, BreakOut(RED, (dukw,)), [6, 1])
    assert dukw in due(_on_turn(state, 2), RED)
    Game(state, Enter(RED, (dukw,), state.scenario.place("12.5"), "move"))
    assert state.role[dukw] == ON_WHEELS
    assert dukw in state.transport(RED)
    assert sound(state)


def _on_turn(state: OcsState, turn: int) -> OcsState:
    state.tick(0, turn)
    return state


def test_9_14b_a_captured_dump_is_drawn_from_at_once_and_captured_back() -> None:
    state = field("44_rtr 12.7; 904_fest 11.9", dumps={"11.8": (AXIS, 8)})
    here = state.scenario.place("11.8")
    state.move(unit(state, "44_rtr"), here, "6.1")
    Game(state, Capture(ALLIED, here, (unit(state, "44_rtr"),)), [4])
    assert [store.hex for store in stores(state, ALLIED)] == [here]
    assert (state.dump[here], state.taken_tokens[ALLIED], state.lost_tokens[AXIS]) == (4, 4, 8)
    state.move(unit(state, "44_rtr"), state.scenario.place("12.7"), "6.1")
    state.move(unit(state, "904_fest"), here, "6.1")
    Game(state, Capture(AXIS, here, (unit(state, "904_fest"),)), [4])
    assert (state.dump[here], state.taken_tokens[AXIS], state.lost_tokens[ALLIED]) == (2, 2, 4)
    assert sound(state)


# ------------------------------------------------------------------------------------------------ two nations


def test_10_0a_a_stack_of_two_nations_loses_steps_of_either_and_an_hq_serves_both() -> None:
    state = field("75_napoli 8.8; 115_pzgr 8.8; 44_rtr 12.7")
    both = tuple(sorted((unit(state, "75_napoli"), unit(state, "115_pzgr"))))
    assert len({state.theatre.nation_of[each] for each in both}) == 2
    game = Game(state, LoseSteps(AXIS, both, 1, spread=0, rule_cited="10.0a"))
    assert game.offers() == {"75_napoli", "115_pzgr"}
    hqs = [hq for hq in state.theatre.hqs_of[AXIS] if state.theatre.formation_of[hq] < 0]
    assert hqs
    assert all(serves(state, hq, each) for hq in hqs for each in both)


# ------------------------------------------------------------------------------------------------ formations in part


def test_12_5_a_formation_of_which_a_part_is_dead_is_fuelled_and_moved_by_its_name() -> None:
    """3.2e: what is left of the Hermann Göring Division is a formation still, however little."""
    state = field("i_pz_hg 2.10; ii_pz_hg 3.10", dumps={"2.10": (AXIS, 8)}, phasing=AXIS, segment=MOVEMENT)
    for id in ("1_pzgr_hg", "rec_hg"):
        state.destroy(unit(state, id), "9.11")
    named = formations_of(state, AXIS)
    assert [set(units) for units in named.values()] == [{unit(state, "i_pz_hg"), unit(state, "ii_pz_hg")}]
    state.destroy(unit(state, "ii_pz_hg"), "9.11")
    game = Game(state, Segment(MOVES, AXIS))
    (name,) = formations_of(state, AXIS)
    game.do("fuel", formations_of(state, AXIS)[name], [])
    assert state.fuel[unit(state, "i_pz_hg")]
    assert state.spent_tokens[AXIS] == 4
    assert not state.theatre.is_independent[unit(state, "i_pz_hg")]
    Game(state, EndPhase(AXIS))
    assert state.fuel[unit(state, "i_pz_hg")]
    assert sound(state)


# ------------------------------------------------------------------------------------------------ brought games


@pytest.mark.parametrize("fog", [False, True])
def test_2_3_a_position_is_brought_in_the_middle_of_anything_and_asks_the_same(coast: None, fog: bool) -> None:
    """At sea, aboard, over a beach, in the midst of a landing, a mission, a combat: packed as text and read again."""
    usual = {option.name: option.default for option in OCS.info("coast").options}
    case, rng, kinds = Case(OCS, "coast", {**usual, "fog_of_war": fog, "quiet_turns": True}), Random(3), set[str]()
    for seed in (2, 3):
        for state, wait in waits(case, seed):
            if rng.random() < 0.25:
                again = read_position(position_text(state))[1]
                assert again.plain() == state.plain()
                assert question(again, run(again), 1) == question(state, wait, 1)
                kinds.add(state.stack[-1].kind)
    assert len(kinds) > 4
