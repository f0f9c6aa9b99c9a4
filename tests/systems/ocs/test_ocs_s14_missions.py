"""OCS 14, 15: missions, interception, flak, drops and refit, each worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s10_results import prepared
from sandtable.systems.ocs.s12_supply_phase import dropped
from sandtable.systems.ocs.s14_bombing import strike
from sandtable.systems.ocs.s14_drop import success
from sandtable.systems.ocs.s14_flak import flak_at
from sandtable.systems.ocs.state import FLIGHT, OcsState
from sandtable.systems.ocs.theatre import DG, FLIGHTS
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVEMENT = "Player turn / Movement Phase / Movement Segment"
BARRAGES = "Player turn / Movement Phase / Movement barrages"
REFIT = "Player turn / Aircraft Refit Phase / Aircraft Refit"
EXPLOITATION = "Player turn / Exploitation Phase / Exploitation barrages"
HELD: dict[str, Any] = {
    "bases": {"16.1": 1, "11.13": 1}, "control": {"16.1": ALLIED, "11.13": AXIS},
}  # fmt: skip


def flying(state: OcsState, row: str = BARRAGES, side: Any = ALLIED) -> Game:
    return Game(state, Segment(row, side))


def where(state: OcsState, unit: UnitId) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit]))


def planes(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def flak(state: OcsState, word: str, hex: str, *ids: str) -> list[int]:
    terms = flak_at(state, ALLIED, word, state.scenario.place(hex), planes(state, *ids)).terms
    return [int(term.value) for term in terms]


def test_14_4_flak_in_a_patrol_zone_hits_one_of_three_aircraft() -> None:
    """Three aircraft +1, in the zone of the Fw 190 with a fighter along +1: a 9 is 11, a step. The die of 5 is #3, the
    Baltimore: 10 points become 5, with 6 and 2 of the fighters 13: column 12-16. Unspotted: left 3, half an RE: left 1,
    to 2: a 12 is 1/2, a die of 4 a step."""
    state = field("spitfire1 16.1; kittyhawk 16.1; baltimore box_m; fw190 11.13; 904_fest 11.8", **HELD)
    three = ("spitfire1", "kittyhawk", "baltimore")
    assert flak(state, "barrage", "11.8", *three) == [1, 1]
    game = flying(state)
    game.do("bomb", "11.8", "units", [(each,) for each in planes(state, *three)], [])
    assert game.ask.side == AXIS
    game.do("pass", dice=[9, 5, 12, 4])

    assert state.steps[unit(state, "baltimore")] == 1
    assert not state.is_on_map(unit(state, "904_fest"))
    for id in three:
        assert not state.active[unit(state, id)]
        assert state.hex_of[unit(state, id)] == state.began[unit(state, id)]
    assert not audit(state)


def test_14_5_an_interceptor_that_wins_stays_active_and_stops_the_mission() -> None:
    """Fw 190 3 against the Boston (2): a 7 is 8: the defender aborts; a loss die of 6 costs a step. Nobody is left, and
    the hex has been barraged all the same (10.0e)."""
    state = field("boston box_m; fw190 11.13; 904_fest 11.8", **HELD)
    game = flying(state)
    game.do("bomb", "11.8", "units", [planes(state, "boston")], [])
    game.do("intercept", "fw190", dice=[7, 6])

    assert state.active[unit(state, "fw190")]
    assert where(state, unit(state, "fw190")) == "11.13"
    assert state.steps[unit(state, "boston")] == 1
    assert not state.active[unit(state, "boston")]
    assert state.barraged[state.scenario.place("11.8")]
    assert state.mode[unit(state, "904_fest")] != DG


def test_14_3d_some_of_the_defenders_go_home_and_the_escort_fights() -> None:
    """The Boston is sent home before the first round; 109 4 against Spitfire 4: a 6 is 6, the attacker aborts. No
    patrol zone is left: a flak of 10 without modifiers. 2 points, spotted, near their base: column 2, left 1, right 1.
    """
    state = field("spitfire1 16.1; boston box_m; bf109g1 11.13; 904_fest 11.8; 69_bde 12.7", **HELD)
    game = flying(state)
    game.do("bomb", "11.8", "units", [(each,) for each in planes(state, "spitfire1", "boston")], [])
    game.do("intercept", "bf109g1")
    assert game.ask.side == ALLIED
    assert "has to stay" in game.why(["spitfire1"], "boston")
    game.do(["boston"], dice=[6, 1, 10, 10])

    assert not state.active[unit(state, "bf109g1")]
    assert not state.active[unit(state, "boston")]
    assert state.mode[unit(state, "904_fest")] == DG


def test_14_3_active_aircraft_at_the_target_fight_first() -> None:
    """Sweep of 11.13: Spitfire 4 against Fw 190 3: a 7 is 8, the defender aborts at its base and loses nothing."""
    state = field("spitfire1 16.1; fw190 11.13", **HELD)
    flying(state, MOVEMENT).do("sweep", "11.13", [planes(state, "spitfire1")], [], dice=[7, 4])

    assert not state.active[unit(state, "fw190")]
    assert state.steps[unit(state, "fw190")] == 2
    assert not state.active[unit(state, "spitfire1")]
    assert where(state, unit(state, "spitfire1")) == "16.1"


def test_14_4e_an_hq_and_an_air_base_fire_too() -> None:
    """Base of level 1 +1, HQ +1, zone without fighters +2, trainbusting +1 more."""
    state = field("boston box_m; fw190 11.13; xvi_it_corps_hq 11.13", **HELD)

    assert flak(state, "barrage", "11.13", "boston") == [1, 1, 2]
    assert flak(state, "trainbusting", "11.13", "boston") == [1, 1, 2, 1]


def test_14_7d_a_hip_shoot_needs_a_spotter_and_does_not_count_for_the_hex() -> None:
    """Kittyhawk 6 points: column 5-7; half an RE left 1, near its base right 1: an 8 is DG."""
    state = field("kittyhawk 16.1; 904_fest 11.8; 69_bde 12.7; 115_pzgr 10.9", **HELD)
    game = flying(state, MOVEMENT)
    assert "next to" in game.why("hipshoot", "10.9")
    hit = strike(state, ALLIED, state.scenario.place("11.8"), "units", planes(state, "kittyhawk"))
    assert [int(term.value) for term in prepared(state, hit).terms] == [0, -1, 1, 0]
    game.do("hipshoot", "11.8", "units", "kittyhawk", [], dice=[2, 8])

    assert state.mode[unit(state, "904_fest")] == DG
    assert not state.barraged[state.scenario.place("11.8")]


def test_14_8_trainbusting_leaves_a_marker() -> None:
    """Boston 12 points: column 11-20; a 4 has the asterisk."""
    state = field("boston box_m", **HELD)
    flying(state).do("trainbust", "12.14", [planes(state, "boston")], [], dice=[2, 4])

    assert state.busted[state.scenario.place("12.14")] == ALLIED + 1


def test_14_11_a_fighter_stays_active_within_its_range() -> None:
    state = field("fw190 11.13; ju88 box_c", bases={"11.13": 1, "6.13": 2}, control={"11.13": AXIS, "6.13": AXIS})
    flying(state, MOVEMENT, AXIS).do("transfer", "6.13", [planes(state, "fw190"), planes(state, "ju88")])

    assert state.active[unit(state, "fw190")]
    assert not state.active[unit(state, "ju88")]


def test_14_11_a_bomber_that_is_inactive_takes_no_room_from_the_fighter_beside_it() -> None:
    """15.0b: Fontanarossa holds five active aircraft, and four are there. The MC.202 and a Ju 88 come: the bomber is
    inactive as it lands, so the fighter is the fifth."""
    state = field(
        "bf109g1 11.13; bf109g2 11.13; fw190 11.13; ju52 11.13; mc202 6.13; ju88 6.13",
        bases={"11.13": 1, "6.13": 2}, control={"11.13": AXIS, "6.13": AXIS},
    )  # fmt: skip
    flying(state, MOVEMENT, AXIS).do("transfer", "11.13", [planes(state, "mc202", "ju88")])

    assert state.active[unit(state, "mc202")]
    assert not state.active[unit(state, "ju88")]


@pytest.mark.parametrize(("flight", "row", "flies"), [
    ("limited", BARRAGES, True), ("limited", EXPLOITATION, False), ("none", BARRAGES, False),
])  # fmt: skip
def test_17_0_weather_keeps_aircraft_on_the_ground(flight: str, row: str, flies: bool) -> None:
    state = field("boston box_m; 904_fest 11.8", **HELD)
    state.tick(FLIGHT, FLIGHTS.index(flight))

    assert ("bomb" in flying(state, row).verbs()) == flies


def test_21_4_beyond_half_its_range_a_barrage_shifts_left() -> None:
    """Spitfire, range 35: 11.13 is 16 or fewer hexes away; from the box the Boston, range 90, is within half too."""
    for option, expected in ((False, 0), (True, -1)):
        state = field("spitfire1 box_m; 904_fest 11.8; 69_bde 12.7", long_range_air=option)
        hit = strike(state, ALLIED, state.scenario.place("11.8"), "units", planes(state, "spitfire1"))
        assert sum(int(term.value) for term in prepared(state, hit).terms) == -1 + expected


# ------------------------------------------------------------------------------------------------ transport and drops


def test_14_9_supply_is_flown_to_another_base() -> None:
    """C-47: 3T, at half its range 6T; the base of level 1 unloads 2T, so the aircraft stays there with more."""
    state = field("c47 16.1", bases={"16.1": 1, "12.7": 1}, control={"16.1": ALLIED, "12.7": ALLIED},
                  dumps={"16.1": (ALLIED, 8)})  # fmt: skip
    flying(state, MOVEMENT).do("airlift", planes(state, "c47"), "12.7", 6, [])

    assert state.dump[state.scenario.place("12.7")] == 6
    assert state.dump[state.scenario.place("16.1")] == 2
    assert where(state, unit(state, "c47")) == "12.7"
    assert not audit(state)


def test_14_10_each_token_that_is_dropped_is_rolled_for() -> None:
    """11.10 is open and nobody's: 6 or more, less 1 for an early Allied drop: a 7 lands, a 6 does not."""
    state = field("c47 16.1", bases={"16.1": 1}, control={"16.1": ALLIED}, dumps={"16.1": (ALLIED, 8)})
    flying(state, MOVEMENT).do("drop", planes(state, "c47"), "11.10", 2, [], dice=[7, 6])

    assert state.dump[state.scenario.place("11.10")] == 1
    assert state.lost_tokens[ALLIED] == 1
    assert not audit(state)


def test_14_10d_supply_is_not_dropped_where_the_enemy_has_anything() -> None:
    """Trucks, supply, an air base that nobody guards; nor at sea, out of range or where it lies."""
    state = field(
        "c47 16.1; ax_truck_c1 11.10", bases={"16.1": 1, "11.13": 1}, control={"16.1": ALLIED, "11.13": AXIS},
        dumps={"16.1": (ALLIED, 8), "10.9": (AXIS, 2)},
    )  # fmt: skip
    game = flying(state, MOVEMENT)

    for place in ("11.10", "10.9", "11.13"):
        assert "something of the enemy's" in game.why("drop", planes(state, "c47"), place)
    assert "no hex of the land" in game.why("drop", planes(state, "c47"), "17.9")
    assert "already" in game.why("drop", planes(state, "c47"), "16.1")
    assert game.why("drop", planes(state, "c47"), "11.11") == ""


def test_14_10_parachutists_drop_where_they_planned() -> None:
    """Two battalions of 1T each in a C-47; Fw 190 in 11.13 patrols: no fighter along +2, so a 9 is a step of the C-47,
    whose 2T still carry both. A 7 lands, a 6 is destroyed."""
    state = field("c47 box_m; 1_para box_m; 2_para box_m; fw190 11.13", **HELD)
    game = flying(state, REFIT)
    battalions = planes(state, "1_para", "2_para")
    assert game.offers("plan", battalions) == {"10.11", "11.10", "11.11", "12.11"}
    game.do("plan", battalions, "11.10")
    game = flying(state, MOVEMENT)
    game.do("jump", planes(state, "c47"), planes(state, "1_para", "2_para"), [])
    game.do("pass", dice=[9, 7, 6])

    landed, lost = sorted(planes(state, "1_para", "2_para"))
    assert where(state, landed) == "11.10"
    assert not state.is_on_map(lost)
    assert dropped(state, landed)
    assert state.steps[unit(state, "c47")] == 1
    assert state.controller(state.scenario.place("11.10")) == ALLIED


def test_14_10d_21_12e_the_terms_of_a_drop() -> None:
    """Into the mountains of 10.6, Very Close: less 1 for the early drop, less 1 more with the option."""
    for option, expected in ((False, [-1]), (True, [-1, -1])):
        state = field("", drop_terrain=option)
        terms = success(state, ALLIED, state.scenario.place("10.6"), "british", False).terms
        assert [int(term.value) for term in terms] == expected


# ------------------------------------------------------------------------------------------------ refit


def test_15_1_a_base_refits_two_aircraft_a_level_for_a_token() -> None:
    units = "spitfire1 16.1 inactive; spitfire2 16.1 inactive; kittyhawk 16.1 inactive; boston box_m inactive"
    state = field(units, dumps={"17.2": (ALLIED, 4)}, **HELD)
    game = flying(state, REFIT)
    assert "refits 2" in game.why("refit", planes(state, "spitfire1", "spitfire2", "kittyhawk"))
    game.do("refit", planes(state, "spitfire1", "spitfire2"), [])
    assert "has refitted" in game.why("refit", planes(state, "kittyhawk"))
    game.do("refit", planes(state, "boston"), [])

    assert [state.active[unit(state, id)] for id in ("spitfire1", "spitfire2", "kittyhawk", "boston")] == [1, 1, 0, 1]
    assert state.spent_tokens[ALLIED] == 1
    assert not audit(state)


def test_15_1_all_bases_refit_at_once_each_for_its_token() -> None:
    """The best two of 16.1 by air rating, and those off the map for nothing."""
    units = "spitfire1 16.1 inactive; spitfire2 16.1 inactive; kittyhawk 16.1 inactive; boston box_m inactive"
    state = field(units, dumps={"17.2": (ALLIED, 4)}, **HELD)
    game = flying(state, REFIT)
    groups = game.ask.form.groups(state, game.draft("refit"))

    assert groups["all_bases"] == tuple(sorted(planes(state, "spitfire1", "spitfire2", "boston")))
    assert groups["all_at_16.1"] == tuple(sorted(planes(state, "spitfire1", "spitfire2", "kittyhawk")))
    game.do("refit", groups["all_bases"], [])
    assert state.spent_tokens[ALLIED] == 1
    assert game.verbs() == {"end"}


def test_4_5_no_refit_in_a_zone_that_nobody_negates() -> None:
    state = field("spitfire1 16.1 inactive; 904_fest 15.2", dumps={"16.1": (ALLIED, 4)}, **HELD)
    assert "zone of control" in flying(state, REFIT).why("refit", planes(state, "spitfire1"))

    negated = field("spitfire1 16.1 inactive; 3_cdo 16.1; 904_fest 15.2", dumps={"16.1": (ALLIED, 4)}, **HELD)
    assert flying(negated, REFIT).why("refit", planes(negated, "spitfire1")) == ""
