"""OCS 9.14: what is taken, what escapes and what is destroyed where the enemy enters; the ledger balances."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.flow import Over
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s05_modes import reserves
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s09_retreat import ways
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def capture(state: OcsState, name: str, *ids: str, dice: Any = (), advance: int = 0) -> Game:
    units: tuple[UnitId, ...] = tuple(unit(state, id) for id in ids)
    return Game(state, Capture(ALLIED, place(state, name), units, advance), dice)


def is_over(game: Game) -> bool:
    assert not audit(game.state)
    return isinstance(game.wait, Over)


@pytest.mark.parametrize(("die", "taken"), [(1, 0), (2, 3), (3, 3), (4, 5), (6, 8)])
def test_9_14b_a_part_of_a_dump_is_captured_and_the_rest_destroyed(die: int, taken: int) -> None:
    """10T: 25 percent are 2.5, rounded to 3; 50 are 5; 75 are 7.5, rounded to 8."""
    state = field("69_bde 11.8", dumps={"11.8": (AXIS, 10)})
    game = capture(state, "11.8", "69_bde", dice=[die])

    assert is_over(game)
    assert state.dump[place(state, "11.8")] == taken
    assert (state.on_hand(ALLIED), state.on_hand(AXIS)) == (taken, 0)
    assert (state.taken_tokens[ALLIED], state.lost_tokens[AXIS]) == (taken, 10)


def test_9_14_only_attack_capable_units_capture() -> None:
    state = field("50_div_art 11.8", dumps={"11.8": (AXIS, 10)})

    assert is_over(capture(state, "11.8", "50_div_art"))
    assert state.on_hand(AXIS) == 10


def test_9_14c_trucks_and_wagons_are_rolled_for_apart_and_the_rest_displaces() -> None:
    """Two trucks with 4T and 2T, die 4: one truck, 3T on it; the other goes with 3T. Two wagons, die 5: 75 percent of
    two are 1.5, rounded to 2."""
    state = field("69_bde 11.8; ax_truck_c1 11.8 t4; ax_truck_c2 11.8 t2; ax_wagon1 11.8; ax_wagon2 11.8 t1")
    game = capture(state, "11.8", "69_bde", dice=[4])

    first, second = unit(state, "ax_truck_c1"), unit(state, "ax_truck_c2")
    assert (state.owner[first], state.cargo[first]) == (ALLIED, 3)
    assert "cannot displace" in game.why("1.1")
    game.do("9.9", dice=[5])
    assert (state.owner[second], state.cargo[second]) == (AXIS, 3)
    assert is_over(game)
    assert {state.owner[unit(state, id)] for id in ("ax_wagon1", "ax_wagon2")} == {ALLIED}
    assert (state.on_hand(ALLIED), state.on_hand(AXIS), state.taken_tokens[ALLIED]) == (4, 3, 4)


def test_9_14c_a_load_without_a_truck_to_carry_it_is_left_on_the_ground() -> None:
    """One truck with 4T, die 3: a quarter of a truck is none, but 1T is captured."""
    state = field("69_bde 11.8; ax_truck_c1 11.8 t4")
    game = capture(state, "11.8", "69_bde", dice=[3])

    assert state.dump[place(state, "11.8")] == 1
    assert state.cargo[unit(state, "ax_truck_c1")] == 3
    game.do("9.9")
    assert is_over(game)
    assert (where(state, "ax_truck_c1"), state.on_hand(ALLIED), state.on_hand(AXIS)) == ("9.9", 1, 3)


def test_9_14c_captured_organic_trucks_become_ordinary() -> None:
    """Ordinary ones are given up first; of one organic truck, die 4, half is one."""
    state = field("69_bde 11.8; 13_bde 12.7; org_hg 11.8 t4")
    game = capture(state, "11.8", "69_bde", dice=[4])

    assert is_over(game)
    assert (state.owner[unit(state, "org_hg")], state.cargo[unit(state, "org_hg")]) == (ALLIED, 2)
    assert state.lost_tokens[AXIS] == 4  # two captured, two without a truck
    assert state.taken_tokens[ALLIED] == 2


def test_9_14c_organic_trucks_that_are_captured_in_reserve_hold_no_marker() -> None:
    state = field("69_bde 11.8; org_hg 11.8 reserve")

    assert is_over(capture(state, "11.8", "69_bde", dice=[4]))
    assert state.owner[unit(state, "org_hg")] == ALLIED
    assert state.mode[unit(state, "org_hg")] == MOVE
    assert not reserves(state, ALLIED)


def test_9_14c_trucks_do_not_displace_to_where_the_enemy_has_anything() -> None:
    """Neither onto his supply nor into an air base of his, though nobody guards them."""
    state = field(
        "69_bde 11.8; ax_truck_c1 11.8 t4", dumps={"9.9": (ALLIED, 4)}, bases={"10.10": 1}, control={"10.10": ALLIED}
    )
    game = capture(state, "11.8", "69_bde", dice=[3])

    assert "cannot displace" in game.why("9.9")
    assert "cannot displace" in game.why("10.10")
    assert {"9.9", "10.10", "11.8", "12.7"} & game.offers() == {"12.7"}


def test_9_12_guns_that_retreat_take_no_base() -> None:
    """Who could not attack does not retreat into an air base of the enemy's; infantry with them does."""
    state = field("50_div_art 11.10; 69_bde 11.10", bases={"11.9": 1}, control={"11.9": AXIS})
    guns, bde = unit(state, "50_div_art"), unit(state, "69_bde")
    base = place(state, "11.9")

    assert base not in ways(state, ALLIED, (guns,), 1, ())
    assert base in ways(state, ALLIED, tuple(sorted((guns, bde))), 1, ())


def test_9_14d_an_extender_collapses_into_supply_within_its_range() -> None:
    """Trucks at 11.13 reach 14.18 by the road, next to a source: they fold up there and nothing is rolled."""
    state = field("69_bde 11.13; ax_truck_c1 11.13; ax_truck_c2 11.13; 135_coast 13.16")
    for id in ("ax_truck_c1", "ax_truck_c2"):
        state.extends[unit(state, id)] = 1
    state.forget()
    game = capture(state, "11.13", "69_bde")
    assert game.ask.side == AXIS
    game.do("14.18")

    assert is_over(game)
    assert {where(state, id) for id in ("ax_truck_c1", "ax_truck_c2")} == {"14.18"}
    assert not any(state.extends)


def test_9_14f_aircraft_flee_or_are_lost() -> None:
    """Gerbini: the first 109 is active (+2) and rolls 5: 7, whole; the inactive one rolls 6 and loses a step, the 202
    with one step left rolls 3 and is lost. After an advance it would be two more."""
    state = field(
        "69_bde 6.13; bf109g1 6.13; bf109g2 6.13 inactive; mc202 6.13 inactive s1",
        bases={"6.13": 2, "11.13": 1}, control={"11.13": AXIS, "6.13": ALLIED},
    )  # fmt: skip
    game = capture(state, "6.13", "69_bde", dice=[5])
    assert game.offers() == {"11.13", "box_c"}
    game.do("11.13", dice=[6])
    game.do("box_c", dice=[3])

    assert is_over(game)
    assert (where(state, "bf109g1"), where(state, "bf109g2"), where(state, "mc202")) == ("11.13", "box_c", "dead_axis")
    assert state.steps[unit(state, "bf109g2")] == 1
    assert not state.active[unit(state, "bf109g1")]


def test_9_14f_an_advance_after_combat_leaves_more_time() -> None:
    state = field("69_bde 11.13; fw190 11.13 inactive", bases={"11.13": 1, "6.13": 1}, control={"6.13": AXIS})
    game = capture(state, "11.13", "69_bde", dice=[5], advance=1)

    game.do("6.13")
    assert is_over(game)
    assert state.steps[unit(state, "fw190")] == 2
