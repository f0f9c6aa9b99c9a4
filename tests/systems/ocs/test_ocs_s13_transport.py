"""OCS 12.7, 13.2, 13.3: transport points, extenders, rail."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s12_trace import traced
from sandtable.systems.ocs.s13_rail import equivalent, rates
from sandtable.systems.ocs.state import FINISHED, MOVED, MOVEMENT, OcsState
from sandtable.systems.ocs.theatre import MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
PORTS = {"17.2": ALLIED, "15.7": ALLIED}
EDGES = {"14.19": AXIS, "1.16": AXIS, "12.14": AXIS, "6.13": AXIS, "3.14": AXIS, "2.16": AXIS, "14.17": AXIS}


def some(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def dump(state: OcsState, place: str) -> int:
    return state.dump[state.scenario.place(place)]


def haul_field(**more: Any) -> OcsState:
    units = "69_bde 13.7; al_truck_a1 15.7; al_truck_a2 15.7"
    return field(units, segment=MOVEMENT, dumps={"15.7": (ALLIED, 12)}, **more)


def test_13_2_one_answer_loads_hauls_and_unloads() -> None:
    """Five of 45 points to load, one for two hexes of a primary road, five to unload."""
    state = haul_field()
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("haul", some(state, "al_truck_a1", "al_truck_a2"), 8, "13.7", "unload")

    assert (dump(state, "15.7"), dump(state, "13.7")) == (4, 8)
    assert state.spent[unit(state, "al_truck_a1")] == 4 * 5 + 4 + 4 * 5
    assert state.has(unit(state, "al_truck_a1"), MOVED)
    assert not audit(state)


def test_13_2_points_come_back_empty_with_what_is_left_to_them() -> None:
    state = haul_field()
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("haul", some(state, "al_truck_a1"), 4, "13.7", "return")

    assert at(state, "al_truck_a1") == "15.7"
    assert state.spent[unit(state, "al_truck_a1")] == 4 * 5 + 4 + 4 * 5 + 4
    assert dump(state, "13.7") == 4


def test_13_2_supply_is_unloaded_only_with_a_unit_a_port_a_base_or_supply() -> None:
    state = haul_field()
    game = Game(state, Segment(MOVING, ALLIED))

    assert "no unit, port, base or supply" in game.why("haul", some(state, "al_truck_a1"), 4, "12.7", "unload")
    game.do("haul", some(state, "al_truck_a1"), 4, "12.7", "keep")
    assert state.cargo[unit(state, "al_truck_a1")] == 4
    assert not audit(state)


def test_12_2_what_was_unloaded_is_not_loaded_again_in_the_phase() -> None:
    state = field("69_bde 13.7; al_truck_a1 15.7; al_truck_s1 13.7", segment=MOVEMENT, dumps={"15.7": (ALLIED, 4)})
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("haul", some(state, "al_truck_a1"), 4, "13.7", "unload")

    assert "0 tokens can be loaded here" in game.why("haul", some(state, "al_truck_s1"), 4)


def test_13_2_loading_alone_leaves_the_rest_of_the_allowance() -> None:
    state = haul_field()
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("haul", some(state, "al_truck_a1"), 3, "15.7", "keep")
    game.do("move", some(state, "al_truck_a1"), "same", "14.7", [])

    assert state.cargo[unit(state, "al_truck_a1")] == 3
    assert at(state, "al_truck_a1") == "14.7"


def test_13_2g_organic_trucks_load_and_never_unload() -> None:
    state = field("69_bde 13.7; org_50_div 13.7 t2", segment=MOVEMENT, dumps={"13.7": (ALLIED, 4)})
    game = Game(state, Segment(MOVING, ALLIED))

    assert "never unload" in game.why("haul", some(state, "org_50_div"), 0, "12.7", "unload")
    game.do("haul", some(state, "org_50_div"), 2, "13.7", "keep")
    assert state.cargo[unit(state, "org_50_div")] == 4


def test_5_7_organic_trucks_in_reserve_take_no_marker_that_is_not_there() -> None:
    """The Allies have two markers: trucks that leave their stack for a third hex would need another; to where one lies
    they may go."""
    units = "69_bde 13.7 reserve; org_50_div 13.7 reserve t2; 151_bde 14.7 reserve"
    state = field(units, segment=MOVEMENT)
    game, trucks = Game(state, Segment(MOVING, ALLIED)), some(state, "org_50_div")
    assert "all 2 reserve markers" in game.why("haul", trucks, 0, "12.7")
    game.do("haul", trucks, 0, "14.7", "keep")
    assert at(state, "org_50_div") == "14.7"
    assert not audit(state)


def test_13_2_organic_trucks_go_with_their_stack() -> None:
    state = field("69_bde 13.7; org_50_div 13.7 t4", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("move", some(state, "69_bde", "org_50_div"), "move", "14.7", [])

    assert at(state, "org_50_div") == at(state, "69_bde") == "14.7"


FIVE = ("al_truck_a1", "al_truck_a2", "al_truck_s1", "al_truck_s2", "al_truck_p1")


def test_12_7_five_points_make_an_extender_that_carries_trace_supply() -> None:
    """A brigade in the plain is thirteen hexes of road from Augusta; the Axis holds all stations between."""
    units = "; ".join(f"{id} 11.11" for id in FIVE) + "; 69_bde 9.13"
    state = field(units, segment=MOVEMENT, control={**PORTS, **EDGES, "10.8": AXIS})
    brigade = unit(state, "69_bde")
    assert not traced(state, brigade)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("post", some(state, *FIVE))
    assert traced(state, brigade)
    assert state.spent[unit(state, "al_truck_a1")] == 90  # 22 1/2 of 45 points
    assert "extender" in game.why("move", some(state, "al_truck_a1"))

    game.do("take_up", "11.11")
    assert not traced(state, brigade)


def test_12_7_four_points_or_loaded_ones_make_none() -> None:
    units = "; ".join(f"{id} 14.7" for id in FIVE)
    state = field(units, segment=MOVEMENT, control=PORTS)
    game = Game(state, Segment(MOVING, ALLIED))
    assert "5 points of one kind" in game.why("post", some(state, *FIVE[:4]))

    loaded = field(units.replace("al_truck_a1 14.7", "al_truck_a1 14.7 t4"), segment=MOVEMENT, control=PORTS)
    assert "loaded" in Game(loaded, Segment(MOVING, ALLIED)).why("post", some(loaded, *FIVE))


def test_13_3_a_unit_in_move_mode_goes_by_rail_within_the_capacity() -> None:
    """The Axis has one point: a regiment of one RE; one that walks takes half."""
    state = field("115_pzgr 14.19 move; 129_pzgr 14.19 move; i_3_fj 14.19 move", segment=MOVEMENT, phasing=AXIS,
                  control=EDGES)  # fmt: skip
    game = Game(state, Segment(MOVING, AXIS))

    assert equivalent(state, unit(state, "115_pzgr")) == 4
    assert equivalent(state, unit(state, "i_3_fj")) == 1  # half of half an RE
    assert "no capacity" in game.why("rail", some(state, "115_pzgr", "129_pzgr"))
    game.do("rail", some(state, "115_pzgr"), "12.14")

    assert at(state, "115_pzgr") == "12.14"
    assert state.has(unit(state, "115_pzgr"), FINISHED)
    assert "there is nothing to rail" in game.why("rail")


def test_13_3_trains_do_not_pass_enemy_zones() -> None:
    state = field(
        "115_pzgr 14.19 move; 69_bde 12.15; 151_bde 14.17 move", segment=MOVEMENT, phasing=AXIS, control=EDGES
    )

    assert state.scenario.place("12.14") not in rates(state, AXIS, state.scenario.place("14.19"))


def test_13_3_trains_do_not_pass_anything_of_the_enemys() -> None:
    """Trucks of the Allies, or supply that they dropped, on the line to Catania."""
    trucks = field("115_pzgr 14.19 move; al_truck_a1 13.16", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    supply = field("115_pzgr 14.19 move", segment=MOVEMENT, phasing=AXIS, control=EDGES, dumps={"12.14": (ALLIED, 2)})

    for state in (trucks, supply):
        assert state.scenario.place("12.14") not in rates(state, AXIS, state.scenario.place("14.19"))


def test_12_2a_supply_that_has_come_by_truck_does_not_go_on_by_rail() -> None:
    """Loaded where the train stops, the truck and its load go by rail; driven there laden, they do not, and empty it
    does."""
    there = field("ax_truck_c1 14.17 t4", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    laden = field("ax_truck_c1 14.18 t4", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    empty = field("ax_truck_c1 14.18", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    trucks = some(there, "ax_truck_c1")
    for state in (laden, empty):
        Game(state, Segment(MOVING, AXIS)).do("move", trucks, "same", "14.17", [])

    found = [Game(state, Segment(MOVING, AXIS)).why("rail", trucks) for state in (there, laden, empty)]
    assert ["12.2a" in each for each in found] == [False, True, False]
    assert found[0] == found[2] == ""


@pytest.mark.parametrize(("flags", "goes"), [("", True), ("move", False), ("dg front", False), ("reserve", False)])
def test_13_8c_an_hq_gets_on_a_train_where_it_alone_makes_it_stop(flags: str, goes: bool) -> None:
    """13.16 is no station. The HQ in Combat Mode makes it one and leaves by it, in Move Mode then; once it is in Move
    Mode no train stops there for it, and the disorganized and reserves do not go by rail."""
    state = field(f"xiv_pz_corps_hq 13.16 {flags}", segment=MOVEMENT, phasing=AXIS, control=EDGES)
    hq = unit(state, "xiv_pz_corps_hq")
    game = Game(state, Segment(MOVING, AXIS))

    if not goes:
        assert "nothing to rail" in game.why("rail") or "13.3" in game.why("rail", (hq,))
        return
    game.do("rail", (hq,), "12.14")
    assert at(state, "xiv_pz_corps_hq") == "12.14"
    assert state.mode[hq] == MOVE
    assert state.has(hq, FINISHED)


@pytest.mark.parametrize(("holds", "open_"), [(AXIS, True), (ALLIED, False)])
def test_13_3h_no_rail_path_leads_through_a_station_that_the_enemy_holds(holds: Any, open_: bool) -> None:
    """Allied raiders came through Acireale and left. Until an Axis combat unit enters it again neither trains nor trace
    supply pass, though nobody is there; in 13.16, where trains do not stop, raiders change nothing."""
    state = field("115_pzgr 14.19 move; i_3_fj 5.12", segment=MOVEMENT, phasing=AXIS, control={
        **EDGES, "1.16": ALLIED, "5.19": ALLIED, "13.16": ALLIED, "14.17": holds,
    })  # fmt: skip

    assert (state.scenario.place("12.14") in rates(state, AXIS, state.scenario.place("14.19"))) == open_
    assert traced(state, unit(state, "i_3_fj")) == open_


def test_13_3_supply_goes_by_rail_and_not_on_in_the_same_phase() -> None:
    state = field("i_3_fj 12.14; ax_truck_c1 12.14", segment=MOVEMENT, phasing=AXIS, dumps={"14.19": (AXIS, 8)},
                  control=EDGES)  # fmt: skip
    game = Game(state, Segment(MOVING, AXIS))

    game.do("freight", "14.19", 4, "12.14")

    assert (dump(state, "14.19"), dump(state, "12.14")) == (4, 4)
    assert "0 tokens can be loaded here" in game.why("haul", some(state, "ax_truck_c1"), 4)
    assert not audit(state)


def test_13_3_a_trainbusting_zone_doubles_the_fare() -> None:
    state = field("i_3_fj 12.14", segment=MOVEMENT, phasing=AXIS, dumps={"14.19": (AXIS, 8)}, control=EDGES)
    state.busted[state.scenario.place("13.17")] = ALLIED + 1
    state.changed("busted")
    game = Game(state, Segment(MOVING, AXIS))

    assert "not 3" in game.why("freight", "14.19", 3)  # two tokens take all of the point
    assert rates(state, AXIS, state.scenario.place("14.19"))[state.scenario.place("12.14")] == 2


def test_4_7_transport_equivalents() -> None:
    """REs; half for those who walk with six points or fewer; a transport point takes a point."""
    state = field("69_bde 12.7; 44_rtr 12.7; 12_coast 12.14; al_truck_a1 15.7; 115_pzgr 10.8")
    quarters = {id: equivalent(state, unit(state, id)) for id in ("69_bde", "44_rtr", "al_truck_a1", "115_pzgr")}

    assert quarters == {"69_bde": 2, "44_rtr": 2, "al_truck_a1": 4, "115_pzgr": 4}
