"""OCS 12.8e, 12.11: units that break out, dumps that are blown up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.core.flow import Over
from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s12_breakout import BreakOut
from sandtable.systems.ocs.s13_reinforcements import places_of
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

BREAKOUT = "Player turn / Movement Phase / Breakout Segment"
MOVES = "Player turn / Movement Phase / Movement Segment"
FAR = "3.7"


def group(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def break_out(state: OcsState, *ids: str, dice: Iterable[Any]) -> Game:
    return Game(state, BreakOut(ALLIED, group(state, *ids)), dice)


def test_12_8e_in_the_first_turn_four_is_enough() -> None:
    """Each rolls by itself: 3 + 1 is lost, 4 + 1 escapes for two turns and loses its markers, not its steps."""
    state = field(f"69_bde {FAR} oos; 151_bde {FAR} low", turn=1)
    game = break_out(state, "69_bde", "151_bde", dice=[3, 4, 2])

    assert isinstance(game.wait, Over)
    assert (where(state, "69_bde"), where(state, "151_bde")) == ("dead_allied", "turn_3")
    lost = unit(state, "151_bde")
    assert (state.oos[lost], state.stocks[lost], state.steps[lost]) == (0, 0, 1)
    assert [state.scenario.place_name(place) for place in places_of(state, lost)] == ["17.2", "15.7"]


def test_12_8e_who_would_return_after_the_end_is_out_of_the_game() -> None:
    state = field(f"69_bde {FAR}", turn=5)
    break_out(state, "69_bde", dice=[6, 2])

    assert state.hex_of[unit(state, "69_bde")] == -1


def test_12_8e_later_five_is_needed() -> None:
    state = field(f"69_bde {FAR}")
    state.cut_off[unit(state, "69_bde")] = 1
    break_out(state, "69_bde", dice=[4])

    assert where(state, "69_bde") == "dead_allied"


@pytest.mark.parametrize("flags", ["", "move"])
def test_12_8e_who_is_motorized_breaks_out_on_wheels_whatever_face_it_shows(flags: str) -> None:
    """Two brigades have all hexes around 8.10 in their zones. The regiment would go by truck, in its Move Mode, and
    finds no way; the parachutists beside it walk through."""
    state = field(
        f"115_pzgr 8.10 {flags}; i_3_fj 8.10; ii_3_fj 12.14; 69_bde 8.11; 151_bde 8.9", phasing=AXIS,
        control={"12.14": AXIS, "14.17": AXIS, "14.19": AXIS},
    )  # fmt: skip
    for id in ("115_pzgr", "i_3_fj"):
        state.cut_off[unit(state, id)] = 1
    game = Game(state, Segment(BREAKOUT, AXIS))

    assert "no way to a friend" in game.why("break_out", group(state, "115_pzgr"))
    assert game.why("break_out", group(state, "i_3_fj")) == ""


def test_12_8e_transport_leaves_its_load_behind() -> None:
    """Four tokens lie on the ground, whatever becomes of the trucks."""
    state = field(f"al_truck_a1 {FAR} t4")
    game = break_out(state, "al_truck_a1", dice=[5, 1])

    assert isinstance(game.wait, Over)
    assert where(state, "al_truck_a1") == "turn_2"
    assert state.dump[state.scenario.place(FAR)] == 4
    assert not audit(state)


def test_12_8e_beside_supply_of_the_enemys_the_load_is_lost() -> None:
    """His two tokens stay his."""
    state = field(f"al_truck_a1 {FAR} t4", dumps={FAR: (AXIS, 2)})
    break_out(state, "al_truck_a1", dice=[5, 1])

    assert (state.on_hand(AXIS), state.on_hand(ALLIED), state.lost_tokens[ALLIED]) == (2, 0, 4)
    assert not audit(state)


def test_12_8e_later_a_friend_in_trace_supply_must_be_near_and_a_way_open() -> None:
    state = field(f"69_bde {FAR}; 151_bde 13.7 ; al_truck_a1 {FAR}", segment=MOVEMENT, control={"17.2": ALLIED})
    for id in ("69_bde", "al_truck_a1"):
        state.cut_off[unit(state, id)] = 1
    game = Game(state, Segment(BREAKOUT, ALLIED))

    assert game.why("break_out", group(state, "69_bde")) == ""
    assert "in trace supply" in game.why("break_out", group(state, "151_bde"))
    assert "first turn" in game.why("break_out", group(state, "al_truck_a1"))

    alone = field(f"69_bde {FAR}", segment=MOVEMENT)
    alone.cut_off[unit(alone, "69_bde")] = 1
    why = Game(alone, Segment(BREAKOUT, ALLIED)).why("break_out", group(alone, "69_bde"))
    assert "no way to a friend" in why
    assert "no friend in trace supply is near" in why


# ------------------------------------------------------------------------------------------------ 12.11 dumps


@pytest.mark.parametrize(("die", "gone"), [(1, 2), (2, 5), (3, 5), (4, 7), (5, 7), (6, 9)])
def test_12_11a_a_part_of_a_dump_is_blown_up(die: int, gone: int) -> None:
    """Of 9 tokens 25% are 2.25, 50% 4.5, 75% 6.75, rounded half up; the 3 others are safe."""
    state = field("", dumps={"13.7": (ALLIED, 12)}, segment=MOVEMENT)
    game = Game(state, Segment(MOVES, ALLIED))
    game.do("blow", "13.7", 9, dice=[die])

    assert state.on_hand(ALLIED) == 12 - gone
    assert state.lost_tokens[ALLIED] == gone
    assert [event.data["number"] for event in game.told("supply lost")] == [gone]
    assert not audit(state)


@pytest.mark.parametrize(("die", "left"), [(1, (2, 4, 4)), (4, (0, 0, 3)), (6, (0, 0, 0))])
def test_12_11a_loads_are_blown_up_with_the_dump_and_the_trucks_are_left(die: int, left: tuple[int, ...]) -> None:
    """Five tokens on the ground, four on a truck, four on organic ones: 13 in all. 25% are 3, 75% 10; what lies on the
    ground goes first, organic loads last."""
    state = field("al_truck_a1 13.7 t4; org_50_div 13.7 t4", segment=MOVEMENT, dumps={"13.7": (ALLIED, 5)})
    here = state.scenario.place("13.7")
    Game(state, Segment(MOVES, ALLIED)).do("blow", "13.7", 13, dice=[die])

    assert (state.dump[here], *(state.cargo[unit(state, id)] for id in ("al_truck_a1", "org_50_div"))) == left
    assert state.lost_tokens[ALLIED] == 13 - sum(left)
    assert where(state, "al_truck_a1") == where(state, "org_50_div") == "13.7"
    assert not audit(state)


def test_12_11_a_dump_is_tried_once_in_a_phase_and_only_by_its_owner() -> None:
    state = field("", dumps={"13.7": (ALLIED, 12), "10.8": (AXIS, 4)}, segment=MOVEMENT)
    game = Game(state, Segment(MOVES, ALLIED))
    assert game.offers("blow") == {"13.7"}
    assert "no supply of yours" in game.why("blow", "10.8")

    game.do("blow", "13.7", 4, dice=[1])
    assert "was tried in this phase" in game.why("blow", "13.7")
