"""OCS 6.1: what units and transport that have moved may still do in the phase, within what is left to them."""

from __future__ import annotations

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s04_zones import hold, staying
from sandtable.systems.ocs.s05_modes import changeable
from sandtable.systems.ocs.s06_movement import ready, ways
from sandtable.systems.ocs.state import CARRIED, FINISHED, MOVED, MOVEMENT, OcsState
from sandtable.systems.ocs.theatre import MOVE, QUARTERS
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
EDGES = {"14.19": AXIS, "1.16": AXIS, "12.14": AXIS, "6.13": AXIS, "3.14": AXIS, "2.16": AXIS, "14.17": AXIS}
PORTS = {"17.2": ALLIED, "15.7": ALLIED}
FIVE = ("al_truck_a1", "al_truck_a2", "al_truck_s1", "al_truck_s2", "al_truck_p1")


def some(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


@pytest.mark.parametrize("verb", ["move", "march"])
def test_13_3_who_has_moved_half_its_allowance_at_most_gets_on_a_train(verb: str) -> None:
    """A battalion of parachutists walks to the station at 14.17 for one of its points, and rides on."""
    state = field("i_3_fj 13.18 move", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    game, units = Game(state, Segment(MOVING, AXIS)), some(state, "i_3_fj")

    game.do(verb, units, "same", "14.17", [])
    if verb == "march":
        game.do("stop")

    assert state.spent[units[0]] == QUARTERS
    assert "has moved" in game.why("move", units)
    game.do("rail", units, sorted(game.offers("rail", units))[0])
    assert at(state, "i_3_fj") != "14.17"
    assert state.has(units[0], FINISHED)


def test_13_3_who_has_spent_more_than_half_its_allowance_does_not() -> None:
    state = field("i_3_fj 13.18 move", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    game, units = Game(state, Segment(MOVING, AXIS)), some(state, "i_3_fj")
    game.do("move", units, "same", "14.17", [])
    state.burn(units[0], state.theatre.ma[state.face[units[0]]][units[0]] // 2)

    assert "more than half" in game.why("rail", units)


def test_14_9d_who_walks_to_an_air_base_is_flown_and_moves_on_with_the_rest_of_half() -> None:
    """The commandos spend a point before the flight, so they have half of their allowance less one after it."""
    bases, control = {"16.1": 1, "13.7": 1}, {"16.1": ALLIED, "13.7": ALLIED, **PORTS}
    state = field("c47 16.1; 3_cdo 17.2 move", segment=MOVEMENT, bases=bases, control=control)
    game, units = Game(state, Segment(MOVING, ALLIED)), some(state, "3_cdo")

    game.do("move", units, "same", "16.1", [])
    game.do("lift", some(state, "c47"), units, "13.7", [])

    assert at(state, "3_cdo") == "13.7"
    half = state.theatre.ma[state.face[units[0]]][units[0]] // 2
    assert ways(state, units[0], "same", units).left == half - QUARTERS
    game.do("move", units, "same", sorted(game.offers("move", units, "same"))[0], [])
    assert "has finished" in game.why("move", units)
    assert state.spent[units[0]] <= half


def test_5_0_who_was_flown_takes_no_other_mode_in_the_phase() -> None:
    """14.9d Strat Mode would give the commandos their whole allowance again."""
    bases, control = {"16.1": 1, "13.7": 1}, {"16.1": ALLIED, "13.7": ALLIED, **PORTS}
    state = field("c47 16.1; 3_cdo 16.1 move", segment=MOVEMENT, bases=bases, control=control)
    game, units = Game(state, Segment(MOVING, ALLIED)), some(state, "3_cdo")

    game.do("lift", some(state, "c47"), units, "13.7", [])

    assert "5.0" in game.why("move", units, "strat")
    assert "5.0" in game.why("mode", units)
    assert not game.why("move", units, "same")


def test_12_7_trucks_that_have_driven_become_an_extender_with_half_their_allowance() -> None:
    state = field("; ".join(f"{id} 15.7" for id in FIVE), segment=MOVEMENT, control=PORTS)
    game, units = Game(state, Segment(MOVING, ALLIED)), some(state, *FIVE)

    game.do("move", units, "same", "14.7", [])
    assert "has moved" in game.why("move", units)
    game.do("post", units)

    assert all(state.extends[truck] for truck in units)


def truck_field() -> tuple[OcsState, Game, tuple[UnitId, ...]]:
    dumps = {"15.7": (ALLIED, 12)}
    state = field("al_truck_a1 14.7; 69_bde 13.7", segment=MOVEMENT, dumps=dumps, control=PORTS)
    return state, Game(state, Segment(MOVING, ALLIED)), some(state, "al_truck_a1")


def test_13_2_a_truck_drives_to_a_dump_loads_there_and_drives_on() -> None:
    """Half a point to the dump, five to load, a point for two hexes of a primary road, five to unload."""
    state, game, units = truck_field()

    game.do("move", units, "same", "15.7", [])
    game.do("haul", units, 4, "13.7", "unload")

    assert state.dump[state.scenario.place("13.7")] == 4
    assert state.spent[units[0]] == 2 + 4 * 5 + 4 + 4 * 5


def test_6_1_a_truck_that_has_moved_goes_on_only_with_what_it_loads() -> None:
    _, game, units = truck_field()

    game.do("move", units, "same", "15.7", [])

    assert "has moved" in game.why("move", units)
    assert game.offers("haul", units, 4) > {"15.7", "13.7"}
    assert "go on only with what they load" in game.why("haul", units, 0, "13.7")
    game.do("haul", units, 4, "13.7", "unload")
    assert "neither load nor unload" in game.why("haul", units)


def test_13_2_a_truck_that_came_back_empty_hauls_again() -> None:
    state, game, units = truck_field()

    game.do("move", units, "same", "15.7", [])
    game.do("haul", units, 4, "13.7", "return")
    game.do("haul", units, 4, "13.7", "unload")

    assert state.dump[state.scenario.place("13.7")] == 8


def test_4_5b_who_has_moved_and_negates_a_zone_for_others_has_finished() -> None:
    """Two brigades in the zone of 11.8; the one that has moved is held, though the other is slower."""
    state = field("69_bde 12.7; 44_rtr 12.7; 904_fest 11.8", segment=MOVEMENT)
    slow, moved = unit(state, "69_bde"), unit(state, "44_rtr")
    state.did(moved, MOVED)
    place = state.scenario.place("12.7")
    assert place not in staying(state, ALLIED)  # it might be flown, and move on from there

    hold(state, ALLIED, (place,))

    assert state.has(moved, FINISHED)
    assert not state.has(slow, FINISHED)
    assert place in staying(state, ALLIED)


def test_6_1_who_has_moved_moves_on_only_after_being_carried() -> None:
    state = field("69_bde 12.7; 151_bde 13.7; 44_rtr 14.7", segment=MOVEMENT)
    one, other = some(state, "69_bde", "151_bde")
    state.did(one, MOVED)
    state.did(other, MOVED | CARRIED)

    assert set(ready(state, ALLIED)) == {other, unit(state, "44_rtr")}
    assert set(ready(state, ALLIED, True)) == {one, other, unit(state, "44_rtr")}


def test_5_0_units_in_a_holding_box_take_combat_or_move_mode() -> None:
    """14.9c 1 Para waits in Malta in Combat Mode: only in Move Mode it is flown."""
    bases, control = {"16.1": 1}, {"16.1": ALLIED}
    state = field("c47 box_m; 1_para box_m combat", segment=MOVEMENT, bases=bases, control=control)
    game, units = Game(state, Segment(MOVING, ALLIED)), some(state, "1_para")
    assert "Move Mode" in game.why("lift", some(state, "c47"), units)
    assert "off the map" in game.why("mode", units, "reserve")
    assert "off the map" in game.why("mode", units, "strat")
    assert game.offers("mode", units) == {"move"}

    game.do("mode", units, "move")

    assert state.mode[units[0]] == MOVE
    assert not game.why("lift", some(state, "c47"), units)
    assert "5.0" in game.why("mode", units)


def test_5_0_units_that_wait_in_a_box_do_not_keep_the_others_from_a_mode() -> None:
    """All units together take Strat Mode, which nobody takes off the map."""
    state = field("1_para box_m combat; 69_bde 12.7; 44_rtr 13.7", segment=MOVEMENT)

    named = changeable(state, ALLIED)

    assert named["all_units"] == some(state, "69_bde", "44_rtr")
    assert named["box_m"] == some(state, "1_para")
