"""OCS 6.1, 6.2, 12.5: movement and fuel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from sandtable.core.decisions import Draft
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s06_movement import ends
from sandtable.systems.ocs.s06_terrain import all_of_it
from sandtable.systems.ocs.state import EXPLOITATION, FINISHED, MOVED, MOVEMENT, REACTION, OcsState
from sandtable.systems.ocs.theatre import MOVE, RESERVE, TRACK
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
REACTING = "Player turn / Reaction Phase / Reaction Movement"
EXPLOITING = "Player turn / Exploitation Phase / Exploitation Movement"


def some(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def reached(state: OcsState, word: str, *ids: str) -> set[str]:
    return {state.scenario.place_name(hex) for hex in ends(state, some(state, *ids), word)}


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def test_6_1_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    """A brigade of 3 points pays half a point a hex on a primary road: six hexes from Syracuse."""
    state = field("69_bde 17.2; 44_rtr 17.2 fuel", segment=MOVEMENT)

    assert "14.6" in reached(state, "combat", "69_bde", "44_rtr")
    assert "14.7" not in reached(state, "combat", "69_bde", "44_rtr")
    assert "14.7" in reached(state, "combat", "44_rtr")
    assert "14.7" in reached(state, "move", "69_bde")  # 5 points: ten hexes


def test_6_1_one_answer_moves_a_stack_and_pays_its_fuel() -> None:
    state = field("69_bde 17.2; 44_rtr 17.2", segment=MOVEMENT, dumps={"17.2": (ALLIED, 8)})
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("move", some(state, "69_bde", "44_rtr"), "move", "14.7", [])

    assert (at(state, "69_bde"), at(state, "44_rtr")) == ("14.7", "14.7")
    assert state.mode[unit(state, "44_rtr")] == MOVE
    assert state.spent[unit(state, "69_bde")] == 14  # seven hexes of a primary road
    assert state.on_hand(ALLIED) == 7  # the tanks alone need fuel
    assert state.has(unit(state, "69_bde"), MOVED)
    assert "has moved" in game.why("move", some(state, "69_bde"))
    assert state.controller(state.scenario.place("16.3")) == ALLIED


def test_4_5_and_5_8_what_only_enemy_zones_forbid_is_refused_by_their_rule() -> None:
    """Lorries stop in the zone of 11.8; in Strat Mode nobody enters it; what is too far is too far."""
    units = "xiii_re 14.7 move fuel; 13_bde 15.5; 904_fest 11.8; 115_pzgr 10.8"
    state = field(units, segment=MOVEMENT, dumps={"13.7": (ALLIED, 4)}, control={"15.7": ALLIED})
    game = Game(state, Segment(MOVING, ALLIED))

    wheels, column = some(state, "xiii_re"), some(state, "13_bde")
    assert game.why("move", wheels, "same", "10.7") == ""
    assert "zone of control stops XIII RE on the way to 9.9 (OCS 4.5)" in game.why("move", wheels, "same", "9.9")
    assert "beyond the reach of XIII RE (OCS 6.1)" in game.why("move", wheels, "same", "1.16")
    assert "12.8 is in or behind one (OCS 5.8)" in game.why("move", column, "strat", "12.8")
    assert "beyond the reach of 13 Bde (OCS 6.1)" in game.why("move", column, "combat", "12.8")


def test_12_5_nobody_moves_on_tracks_without_fuel() -> None:
    state = field("69_bde 17.2; 44_rtr 17.2", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    assert "no fuel" in game.why("move", some(state, "69_bde", "44_rtr"), "combat")
    assert game.why("move", some(state, "69_bde"), "combat") == ""
    assert "no fuel within reach for 44 RTR (OCS 12.5)" in game.why("move", some(state, "44_rtr"))


def test_12_5_the_player_says_out_of_which_dump() -> None:
    dumps = {"17.2": (ALLIED, 8), "16.2": (ALLIED, 8)}
    state = field("44_rtr 17.2", segment=MOVEMENT, dumps=dumps)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("move", some(state, "44_rtr"), "combat", "16.3", ["16.2"])

    assert (state.dump[state.scenario.place("17.2")], state.dump[state.scenario.place("16.2")]) == (8, 7)


def test_12_5_a_formation_is_fuelled_for_a_supply_point_until_the_clean_up() -> None:
    state = field("i_pz_hg 3.10; ii_pz_hg 3.10; rec_hg 3.11", segment=MOVEMENT, phasing=AXIS, dumps={"3.10": (AXIS, 5)})
    game = Game(state, Segment(MOVING, AXIS))

    game.do("fuel", some(state, "i_pz_hg", "ii_pz_hg", "rec_hg"), [])
    game.do("move", some(state, "rec_hg"), "combat", "3.13", [])

    assert state.on_hand(AXIS) == 1


def test_12_5_units_without_a_common_dump_or_hq_are_not_fuelled_together() -> None:
    dumps = {"3.10": (AXIS, 4), "7.16": (AXIS, 4)}
    state = field("i_pz_hg 3.10; rec_hg 7.16", segment=MOVEMENT, phasing=AXIS, dumps=dumps)
    game = Game(state, Segment(MOVING, AXIS))

    assert "share no HQ or dump" in game.why("fuel", some(state, "i_pz_hg", "rec_hg"))


def test_12_5_a_fuelled_hq_fuels_the_independent_units_in_its_range() -> None:
    units = "xiii_corps_hq 13.7; 44_rtr 12.7; 5_recce 14.7; 50_div_art 13.7 move"
    state = field(units, segment=MOVEMENT, dumps={"13.7": (ALLIED, 4)})
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("fuel_hq", "xiii_corps_hq", [])
    game.do("move", some(state, "44_rtr"), "combat", "13.8", [])

    assert state.on_hand(ALLIED) == 0
    assert game.why("move", some(state, "5_recce"), "combat") == ""
    assert "no fuel" in game.why("move", some(state, "50_div_art"), "same")  # of a formation


def test_12_3b_an_hq_throws_no_fuel_on_that_another_hq_threw_to_it() -> None:
    """At 9.5 XXX Corps gets at the dump by the throw of XIII Corps alone: that fuels itself for a token, not the tanks
    beside it for a supply point. With supply of its own it does."""
    units = "xiii_corps_hq 13.7; xxx_corps_hq 9.5 move; 44_rtr 9.5"
    near = field(units, segment=MOVEMENT, dumps={"13.7": (ALLIED, 8)})
    game = Game(near, Segment(MOVING, ALLIED))
    assert "draws no supply point by itself (OCS 12.3b)" in game.why("fuel_hq", "xxx_corps_hq")
    assert game.why("fuel_hq", "xiii_corps_hq") == ""
    assert game.why("move", some(near, "xxx_corps_hq"), "same") == ""

    both = field(units, segment=MOVEMENT, dumps={"13.7": (ALLIED, 8), "9.5": (ALLIED, 4)})
    game = Game(both, Segment(MOVING, ALLIED))
    game.do("fuel_hq", "xxx_corps_hq", ["13.7"])
    assert (both.dump[both.scenario.place("13.7")], both.dump[both.scenario.place("9.5")]) == (8, 0)


def test_4_5b_whoever_keeps_the_way_of_an_hqs_fuel_open_has_finished() -> None:
    """From 15.4 to the dump at 14.7 through the zone of 115 PzGr, past two brigades."""
    units = "xiii_corps_hq 15.4; 69_bde 14.5; 151_bde 14.6; 115_pzgr 13.6"
    state = field(units, segment=MOVEMENT, dumps={"14.7": (ALLIED, 4)})
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("fuel_hq", "xiii_corps_hq", [])

    assert state.on_hand(ALLIED) == 0
    assert all(state.has(unit(state, id), FINISHED) for id in ("69_bde", "151_bde"))


def test_4_5b_so_has_whoever_keeps_open_the_way_of_fuel_that_an_hq_throws() -> None:
    units = "xiii_corps_hq 15.4; 69_bde 14.5; 151_bde 14.6; 44_rtr 14.8; 115_pzgr 13.6; 129_pzgr 10.6"
    state = field(units, segment=MOVEMENT, dumps={"15.4": (ALLIED, 4)})
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("fuel_hq", "xiii_corps_hq", [])
    assert not any(state.has(unit(state, id), FINISHED) for id in ("69_bde", "151_bde"))
    game.do("move", some(state, "44_rtr"), "combat", "13.8", [])

    assert all(state.has(unit(state, id), FINISHED) for id in ("69_bde", "151_bde"))


def test_6_2_a_unit_with_points_may_always_move_one_hex() -> None:
    """A brigade in reserve has three quarters of a point; a hill costs it a whole one."""
    state = field("69_bde 6.5", segment=MOVEMENT)

    assert "6.6" in reached(state, "reserve", "69_bde")
    assert "6.8" not in reached(state, "reserve", "69_bde")


def test_6_2_a_major_river_takes_all_of_a_leg_unit_that_has_spent_nothing() -> None:
    state = field("69_bde 10.11", segment=MOVEMENT)

    assert "10.12" in reached(state, "combat", "69_bde")
    assert "10.13" not in reached(state, "combat", "69_bde")


def test_4_5_trucks_stop_in_an_enemy_zone_unless_somebody_negates_it() -> None:
    """With two points left: half a point to 11.12, half a point to 11.11, both in the zone of the brigade."""
    cut = field("115_pzgr 11.13 move fuel; 69_bde 10.11", segment=MOVEMENT, phasing=AXIS)
    cut.burn(unit(cut, "115_pzgr"), 48)
    assert "11.12" in reached(cut, "same", "115_pzgr")
    assert "11.11" not in reached(cut, "same", "115_pzgr")

    open_ = field("115_pzgr 11.13 move fuel; 904_fest 11.12; 69_bde 10.11", segment=MOVEMENT, phasing=AXIS)
    open_.burn(unit(open_, "115_pzgr"), 48)
    assert "11.11" in reached(open_, "same", "115_pzgr")
    Game(open_, Segment(MOVING, AXIS)).do("move", some(open_, "115_pzgr"), "same", "11.11", [])
    assert open_.has(unit(open_, "904_fest"), FINISHED)  # it has to stay


def test_4_5_leg_units_and_tracks_ignore_zones() -> None:
    state = field("rec_hg 11.13 fuel; 69_bde 10.11", segment=MOVEMENT, phasing=AXIS)
    assert "11.11" in reached(state, "same", "rec_hg")


def test_6_1_enemy_combat_units_close_a_hex() -> None:
    state = field("69_bde 12.7; 904_fest 11.8", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    assert "enemy combat units" in game.why("move", some(state, "69_bde"), "move", "11.8")


def test_5_8_strat_units_stay_out_of_enemy_zones() -> None:
    state = field("69_bde 15.5; 904_fest 11.8", segment=MOVEMENT, control={"17.2": ALLIED, "15.7": ALLIED})

    assert "14.7" in reached(state, "strat", "69_bde")
    assert "12.7" not in reached(state, "strat", "69_bde")


def test_5_7_a_reserve_moves_a_quarter_and_is_in_reserve_afterwards() -> None:
    state = field("69_bde 15.4", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("move", some(state, "69_bde"), "reserve", "15.5", [])

    assert state.mode[unit(state, "69_bde")] == RESERVE


def test_14_8_trainbusting_costs_a_point_for_each_hex_of_the_zone() -> None:
    """Leg units pay at the marker alone: five points instead of four on the same road."""
    state = field("69_bde 17.2; 44_rtr 17.2 fuel", segment=MOVEMENT)
    assert "14.6" in reached(state, "combat", "69_bde")

    state.busted[state.scenario.place("16.3")] = AXIS + 1
    state.changed("busted")

    assert "14.5" not in reached(state, "combat", "69_bde")
    assert "15.5" in reached(state, "combat", "69_bde")  # 1 1/2 and 1 more
    # 16.2, 16.3 and 15.4 lie in the zone: nine hexes of road cost 4 1/2 and 3 more
    assert "13.7" in reached(state, "combat", "44_rtr")


def test_6_1_reserves_alone_move_in_reaction_and_are_released() -> None:
    state = field("44_rtr 12.7 reserve front fuel; 69_bde 12.7", segment=REACTION, phasing=AXIS)
    game = Game(state, Segment(REACTING, ALLIED))

    assert "no reserve" in game.why("move", some(state, "69_bde"))
    game.do("move", some(state, "44_rtr"), "same", "14.7", [])
    assert at(state, "44_rtr") == "14.7"
    assert state.mode[unit(state, "44_rtr")] == 0


def test_5_9_exploiting_units_alone_move_in_exploitation() -> None:
    state = field("44_rtr 12.7 exploit front fuel; 69_bde 12.7", segment=EXPLOITATION)
    game = Game(state, Segment(EXPLOITING, ALLIED))

    assert "Exploit Mode" in game.why("move", some(state, "69_bde"))
    assert game.why("move", some(state, "44_rtr")) == ""


def test_6_1_a_march_drops_off_units_which_have_finished_and_negate_a_zone() -> None:
    """4.5b Trucks that entered a zone go no further, unless one of them stays behind."""
    state = field("115_pzgr 11.13 move fuel; 129_pzgr 11.13 move fuel; 69_bde 10.11", segment=MOVEMENT, phasing=AXIS)
    game = Game(state, Segment(MOVING, AXIS))

    game.do("march", some(state, "115_pzgr", "129_pzgr"), "same", "11.12", [])
    assert "no further" in game.why("go_on", some(state, "115_pzgr", "129_pzgr"))
    game.do("go_on", some(state, "115_pzgr"), "11.11")

    assert state.has(unit(state, "129_pzgr"), FINISHED)
    assert game.verbs() == {"end"}  # in a zone again, so the march is over
    assert (at(state, "115_pzgr"), at(state, "129_pzgr")) == ("11.11", "11.12")
    assert state.has(unit(state, "115_pzgr"), MOVED)
    assert not state.has(unit(state, "115_pzgr"), FINISHED)


@pytest.mark.parametrize(("start", "takes_all"), [("open", True), ("high_mountain", False)])
def test_6_2_no_way_leads_where_none_leads_back(start: str, takes_all: bool) -> None:
    """Tracks take all they have to enter a swamp, but not from high mountains, which they could not go back to."""
    two_hexes = SimpleNamespace(
        size=2, chains=(), neighbours=[1, *[-1] * 8, 0, -1, -1], terrain=(start, "swamp"),
        links=lambda *_: set(), features=lambda *_: (),
    )  # fmt: skip
    charts = field("").scenario.charts

    assert (0 in all_of_it.__wrapped__(charts, cast(Any, two_hexes), TRACK)) == takes_all


def test_6_2_the_sea_is_prohibited_and_not_too_far() -> None:
    """A hex of sea was refused as beyond the reach of whoever could have been there in time."""
    state = field("69_bde 15.7; al_truck_a1 15.7", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    said = game.why("move", some(state, "69_bde"), "same", "16.8")
    assert "the terrain of 16.8 is prohibited to 69 Bde (OCS 6.2)" in said
    assert "beyond" not in said
    assert "beyond the reach of 69 Bde (OCS 6.1)" in game.why("move", some(state, "69_bde"), "same", "1.16")


def test_5_0_transport_is_offered_no_mode_that_changes_nothing() -> None:
    """Trucks and wagons are always in Move Mode; organic trucks may be in reserve, and come out of it."""
    units = "al_truck_s1 17.2; org_50_div 13.7; org_5_div 14.7 reserve; 69_bde 13.7"
    game = Game(state := field(units, segment=MOVEMENT), Segment(MOVING, ALLIED))

    def offered(*ids: str) -> list[str]:
        form, draft = game.ask.form, Draft(("move", some(state, *ids)))
        return list(form.picks(state, draft))

    assert offered("al_truck_s1") == ["same"]
    assert offered("org_50_div") == ["same", "reserve"]
    assert offered("org_5_div") == ["same", "move"]
    assert {"combat", "move"} <= set(offered("org_50_div", "69_bde"))  # the brigade changes
    assert "transport is always in Move Mode" in game.why("move", some(state, "al_truck_s1"), "strat")
