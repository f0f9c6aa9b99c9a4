"""OCS 13.5, 13.6, 13.9: what arrives, what is rebuilt, what is put together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment, Sequence
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s13_reinforcements import DeliverSupply
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import COMBAT, COMBAT_FACE, MOVE, STRAT
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

PHASE = "Player turn / Reinforcement Phase"
PORTS = {"17.2": ALLIED, "15.7": ALLIED}


def group(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def phase(state: OcsState, side: Any = ALLIED, dice: Iterable[Any] = ()) -> Game:
    return Game(state, Sequence(PHASE, side), dice)


def rebuilding(state: OcsState) -> Game:
    return Game(state, Segment(f"{PHASE} / Reinforcements", ALLIED))


def test_13_6_what_arrives_at_a_port_shares_its_capacity() -> None:
    """A brigade that marches is 2T, half an RE on wheels 2T, a Pax half a token that counts as one: 5 of Syracuse's 12.
    Of 20 tokens of supply 7 come through Syracuse, 8 through Augusta, and 5 find no place."""
    state = field("168_bde turn_2; 66_med turn_2", control=PORTS, turn=2)
    game = phase(state, dice=[3])
    assert where(state, "al_pax1") == "turn_2"
    assert game.verbs() == {"enter"}
    assert "still have to arrive" in game.why("end")

    arriving = group(state, "168_bde", "66_med", "al_pax1")
    assert "never in Combat Mode" in game.why("enter", arriving, "17.2", "combat")
    game.do("enter", arriving, "17.2", "move")
    assert state.port_used[state.scenario.place("17.2")] == 5
    assert game.verbs() == {"end"}

    game.do("end", dice=[6])
    assert "does not arrive" in game.why("13.7")
    game.do("17.2", 7)
    assert game.verbs() == {"end"}
    assert [state.dump[state.scenario.place(name)] for name in ("17.2", "15.7")] == [7, 8]
    assert state.arrived_tokens[ALLIED] == 15
    assert not audit(state)


def test_13_6_a_mode_is_chosen_and_the_place_is_taken() -> None:
    state = field("382_pzgr turn_3; 129_pzgr turn_3", turn=3, phasing=AXIS)
    game = phase(state, AXIS, dice=[1])

    assert game.offers("enter", group(state, "129_pzgr")) == {"1.16"}
    assert "not a place where all of these arrive" in game.why("enter", group(state, "129_pzgr"), "14.19")
    game.do("enter", group(state, "129_pzgr"), "1.16", "strat")
    game.do("enter", group(state, "382_pzgr"), "14.19", "combat")
    assert state.mode[unit(state, "129_pzgr")] == STRAT
    assert (state.mode[unit(state, "382_pzgr")], state.face[unit(state, "382_pzgr")]) == (COMBAT, COMBAT_FACE)
    assert state.controller(state.scenario.place("14.19")) == AXIS


def test_13_6_a_place_that_must_be_free_is_shut_by_a_zone() -> None:
    """The airfield at 11.13 is open to paratroops only if no enemy is next to it."""
    free = field("i_4_fj turn_2", turn=2, phasing=AXIS)
    assert phase(free, AXIS, dice=[1]).offers("enter", group(free, "i_4_fj")) == {"14.19", "11.13"}

    beset = field("i_4_fj turn_2; 69_bde 11.12", turn=2, phasing=AXIS)
    game = phase(beset, AXIS, dice=[1])
    assert game.offers("enter", group(beset, "i_4_fj")) == {"14.19"}
    assert "enemy zone of control" in game.why("enter", group(beset, "i_4_fj"), "11.13")


def test_13_6_an_entrance_that_the_enemy_holds_is_gone_round() -> None:
    """The nearest hex of the edge takes its place."""
    state = field("71_nebel turn_4; 69_bde 14.19", turn=4, phasing=AXIS)
    game = phase(state, AXIS, dice=[1])

    assert "the enemy is in" in game.why("enter", group(state, "71_nebel"), "14.19")
    assert game.offers("enter", group(state, "71_nebel")) == {"13.19"}


def test_13_6_who_finds_no_place_waits() -> None:
    """Without its ports the Allied brigade stays in the box, and comes when there is one again."""
    state = field("168_bde turn_2", turn=2)
    game = phase(state, dice=[1])
    assert game.verbs() == {"end"}
    game.do("end", dice=[6])
    assert state.arrived_tokens[ALLIED] == 0

    later = field("168_bde turn_2", turn=3, control=PORTS)
    assert phase(later, dice=[1]).offers("enter", group(later, "168_bde")) == {"17.2"}


def test_19_0_a_damaged_port_takes_less() -> None:
    """Three hits leave 40% of Augusta's 8T: 3; Syracuse lies in an enemy zone and takes nothing."""
    state = field("904_fest 16.2", control=PORTS)
    state.port_hits[state.scenario.place("15.7")] = 3
    state.forget()
    game = Game(state, DeliverSupply(ALLIED), dice=[6])

    assert [event.data["number"] for event in game.told("delivered")] == [3]
    assert not audit(state)


# ------------------------------------------------------------------------------------------------ 13.5 rebuilding


def test_13_5_infantry_takes_a_pax() -> None:
    state = field("xiii_corps_hq 13.7; al_pax1 12.7 move; 69_bde dead_allied s0")
    game = rebuilding(state)
    assert game.offers("rebuild", "69_bde") == {"12.7"}

    game.do("rebuild", "69_bde", "12.7", "combat")
    assert (where(state, "69_bde"), where(state, "al_pax1")) == ("12.7", "pool_allied")
    assert (state.steps[unit(state, "69_bde")], state.mode[unit(state, "69_bde")]) == (1, COMBAT)
    assert not audit(state)


def test_13_5_the_chart_tells_what_each_kind_takes() -> None:
    """A Pax rebuilds no tanks; artillery takes a Pax and an Eq in one hex."""
    pax = field("xiii_corps_hq 13.7; al_pax1 12.7 move; 44_rtr dead_allied s0; 50_div_art dead_allied s0")
    assert "nowhere" in rebuilding(pax).why("rebuild", "44_rtr")
    assert "nowhere" in rebuilding(pax).why("rebuild", "50_div_art")

    both = field("xiii_corps_hq 13.7; al_pax1 12.7 move; al_eq1 12.7 move; 50_div_art dead_allied s0")
    game = rebuilding(both)
    game.do("rebuild", "50_div_art", "12.7", "move")
    assert {where(both, "al_pax1"), where(both, "al_eq1")} == {"pool_allied"}
    assert both.mode[unit(both, "50_div_art")] == MOVE


def test_13_5_not_far_from_an_hq_nor_near_the_enemy_nor_with_a_dot() -> None:
    far = field("xiii_corps_hq 15.5; al_pax1 12.7 move; 69_bde dead_allied s0")
    assert "nowhere" in rebuilding(far).why("rebuild", "69_bde")
    beset = field("xiii_corps_hq 13.7; al_pax1 12.7 move; 69_bde dead_allied s0; 904_fest 11.8")
    assert "nowhere" in rebuilding(beset).why("rebuild", "69_bde")
    dotted = field("xiii_corps_hq 13.7; al_pax1 12.7 move; 3_cdo dead_allied s0")
    assert "never rebuilt" in rebuilding(dotted).why("rebuild", "3_cdo")


@pytest.mark.parametrize(("flags", "works"), [("", True), ("dg front", True), ("dg back", False), ("move", False),
                                              ("reserve front", False)])  # fmt: skip
def test_13_5a_the_hq_is_in_combat_mode_or_disorganized_with_that_face_up(flags: str, works: bool) -> None:
    """One in Reserve is in another mode, whatever face it shows."""
    state = field(f"xiii_corps_hq 13.7 {flags}; al_pax1 12.7 move; 69_bde dead_allied s0")
    assert ("nowhere" not in rebuilding(state).why("rebuild", "69_bde")) == works


def test_13_5e_trucks_are_rebuilt_and_wagons_are_not() -> None:
    units = "xiv_pz_corps_hq 6.13; ax_eq1 6.13 move; ax_truck_c1 dead_axis s0; ax_wagon1 dead_axis s0"
    state = field(units, replacements_for_all=True)
    game = Game(state, Segment(f"{PHASE} / Reinforcements", AXIS))
    assert game.why("rebuild", "ax_truck_c1") == ""
    assert "13.5e" in game.why("rebuild", "ax_wagon1")


def test_13_5_an_eq_brings_back_both_steps_of_an_aircraft() -> None:
    state = field("al_eq1 16.1 move; spitfire1 dead_allied s0", bases={"16.1": 1}, control={"16.1": ALLIED})
    game = rebuilding(state)
    game.do("rebuild", "spitfire1", "16.1", "move")

    plane = unit(state, "spitfire1")
    assert (where(state, "spitfire1"), state.steps[plane], state.active[plane]) == ("16.1", 2, 1)


# ------------------------------------------------------------------------------------------------ 13.9 consolidation


def test_13_9_two_reduced_aircraft_become_one() -> None:
    state = field("spitfire1 16.1 s1; spitfire2 16.1 s1; kittyhawk 16.1 s1", bases={"16.1": 1})
    game = rebuilding(state)
    assert game.offers("consolidate") == {"spitfire1", "spitfire2"}

    game.do("consolidate", "spitfire1", "spitfire2")
    assert state.steps[unit(state, "spitfire1")] == 2
    assert where(state, "spitfire2") == "dead_allied"
    assert game.verbs() == {"end"}


def test_13_9_a_dead_unit_is_exchanged_for_one_like_it_once() -> None:
    """13 Bde and 69 Bde have the same values; the exchange is not undone in the same phase."""
    state = field("69_bde 12.7; 13_bde dead_allied s0")
    game = rebuilding(state)
    game.do("exchange", "69_bde", "13_bde")

    assert (where(state, "13_bde"), where(state, "69_bde")) == ("12.7", "dead_allied")
    assert state.steps[unit(state, "13_bde")] == 1
    assert game.verbs() == {"end"}


def test_13_9_who_takes_the_place_of_a_unit_has_been_cut_off_as_long_as_it() -> None:
    """12.8e asks whether a unit is in its first turn without trace supply; its Out of Supply marker stays too."""
    state = field("69_bde 12.7 oos; 13_bde dead_allied s0")
    state.cut_off[unit(state, "69_bde")] = 1
    rebuilding(state).do("exchange", "69_bde", "13_bde")

    assert (state.cut_off[unit(state, "13_bde")], state.oos[unit(state, "13_bde")]) == (1, 1)
