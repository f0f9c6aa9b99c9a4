"""OCS: where rules meet: captured trucks, zones and fuel, reserves, drops, bases that fall, formations apart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.state import OFF
from sandtable.play.opening import resume
from sandtable.play.session import Session, start
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s02_phases import BeginMovement, CleanUp, EndPhase
from sandtable.systems.ocs.s04_zones import zone
from sandtable.systems.ocs.s05_modes import SAME, markers_left
from sandtable.systems.ocs.s06_movement import ends, ways
from sandtable.systems.ocs.s08_overrun import entry
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_retreat import Retreat
from sandtable.systems.ocs.s12_breakout import has_way_out
from sandtable.systems.ocs.s12_paths import stores
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s12_trace import connects, net, traced
from sandtable.systems.ocs.s13_engineers import walks
from sandtable.systems.ocs.s13_transport import loading
from sandtable.systems.ocs.state import (
    FINISHED,
    FOR_THE_PHASE,
    MOVED,
    MOVEMENT,
    PHASING,
    REACTION,
    RELEASED,
    SEGMENT,
    UNTIL_CLEAN_UP,
    OcsState,
)
from sandtable.systems.ocs.theatre import MODES, TRUCK
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
REACTING = "Player turn / Reaction Phase / Reaction Movement"


def some(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def hexes(state: OcsState, found: Any) -> set[str]:
    return {state.scenario.place_name(Hex(hex)) for hex in found}


def captured(state: OcsState, *ids: str) -> OcsState:
    """The Allies have taken these."""
    for id in ids:
        state.capture(unit(state, id), ALLIED, "9.14c")
    for side in (ALLIED, AXIS):
        state.arrived_tokens[side] = state.on_hand(side)
    return state


# ------------------------------------------------------------------------------------------------ captured trucks


def test_13_2g_captured_organic_trucks_unload_and_feed_everybody() -> None:
    """Those of Hermann Göring, once they are the Allies': they unload beside the brigade, whose division they are not
    of, and it draws what they carry; they take no reserve marker. Their own division's could do none of it."""
    state = captured(field("69_bde 13.7; 13_bde 13.7; org_hg 13.7 t4", segment=MOVEMENT), "org_hg")
    game = Game(state, Segment(MOVING, ALLIED))

    assert [store.formation for store in stores(state, ALLIED)] == [-1]
    assert within_reach(state, unit(state, "69_bde")) == within_reach(state, unit(state, "13_bde")) == 4
    assert not stores(state, AXIS)
    assert "reserve" in game.why("mode", some(state, "org_hg"), "reserve")
    game.do("haul", some(state, "org_hg"), 0, "13.7", "unload")

    assert state.dump[state.scenario.place("13.7")] == 4
    assert not audit(state)
    theirs = field("69_bde 13.7; org_50_div 13.7 t4", segment=MOVEMENT)
    why = Game(theirs, Segment(MOVING, ALLIED)).why("haul", some(theirs, "org_50_div"), 0, "13.7", "unload")
    assert "never unload" in why


def test_12_7_captured_organic_trucks_make_an_extender_with_others() -> None:
    """Four ordinary points and one that was Hermann Göring's, in Augusta next to its port: five trucks. One of 5
    Division's is refused."""
    trucks = "al_truck_a1 14.7; al_truck_a2 14.7; al_truck_s1 14.7; al_truck_s2 14.7"
    state = captured(field(f"{trucks}; org_hg 14.7", segment=MOVEMENT, control={"15.7": ALLIED}), "org_hg")
    five = ("al_truck_a1", "al_truck_a2", "al_truck_s1", "al_truck_s2", "org_hg")
    Game(state, Segment(MOVING, ALLIED)).do("post", some(state, *five))

    assert {state.extends[unit(state, id)] for id in five} == {1}
    own = field(f"{trucks}; org_5_div 14.7", segment=MOVEMENT, control={"15.7": ALLIED})
    why = Game(own, Segment(MOVING, ALLIED)).why("post", some(own, *five[:4], "org_5_div"))
    assert "not organic" in why


def test_9_14c_captured_trucks_move_at_once_and_carry_for_their_captor() -> None:
    state = captured(
        field("69_bde 12.7; ax_truck_c1 12.7", segment=MOVEMENT, dumps={"12.7": (ALLIED, 4)}), "ax_truck_c1"
    )
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("haul", some(state, "ax_truck_c1"), 4, "15.7", "keep")

    assert (at(state, "ax_truck_c1"), state.cargo[unit(state, "ax_truck_c1")]) == ("15.7", 4)
    assert state.on_hand(ALLIED) == 4
    assert not audit(state)
    late = captured(field("69_bde 12.7; ax_truck_c1 12.7", segment=REACTION, phasing=AXIS), "ax_truck_c1")
    assert "no reserve" in Game(late, Segment(REACTING, ALLIED)).why("move", some(late, "ax_truck_c1"))


# ------------------------------------------------------------------------------------------------ zones and trucks


def test_4_5_a_truck_that_loads_in_an_enemy_zone_leaves_it_freely() -> None:
    """It began there: five points to load, and it goes home by the road; it is not stopped for having loaded."""
    state = field("al_truck_a1 12.7; 904_fest 11.8", segment=MOVEMENT, dumps={"12.7": (ALLIED, 4)})
    truck = unit(state, "al_truck_a1")
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("haul", (truck,), 4, "14.7", "keep")

    assert at(state, "al_truck_a1") == "14.7"
    assert state.spent[truck] == 4 * 5 + 4  # two hexes of a primary road
    assert game.told("moved")[-1].data["through"] == tuple(map(state.scenario.place, ("12.7", "13.7", "14.7")))


def test_8_1_a_truck_that_failed_to_overrun_from_where_it_began_may_move_on() -> None:
    """129 on its Move side, three of fourteen points spent, still in the zone it began in: it leaves freely."""
    state = field("129_pzgr 11.8 move; 69_bde 12.7", phasing=AXIS, segment=MOVEMENT, dumps={"11.8": (AXIS, 9)})
    mover = unit(state, "129_pzgr")
    state.fuel[mover] = 1
    state.burn(mover, 12)
    assert "10.8" in hexes(state, ends(state, (mover,), SAME))

    state.began[mover] = state.scenario.place("10.8")  # had it come there it would have had to stop
    state.forget()
    assert not ends(state, (mover,), SAME)


def test_4_5b_who_moves_on_does_not_negate_the_zone_it_draws_fuel_in() -> None:
    """16.8 of our list of mistakes: 3 CLY alone beside 904 draws no fuel from 14.7; what lies next to it serves, an
    HQ's throw reaches the hex next to it, and a brigade that stays negates the zone and has finished."""
    for units, dump, able in (
        ("3_cly 12.7", "15.7", False),
        ("3_cly 12.7", "13.7", True),
        ("3_cly 12.7; xiii_corps_hq 13.7", "15.7", True),
        ("3_cly 12.7; 69_bde 12.7", "15.7", True),
    ):
        state = field(f"{units}; 904_fest 11.8", segment=MOVEMENT, dumps={dump: (ALLIED, 4)})
        game = Game(state, Segment(MOVING, ALLIED))
        why = game.why("move", some(state, "3_cly"), "combat")
        assert ("no fuel within reach" in why) != able, (units, dump)
        assert within_reach(state, unit(state, "3_cly")) == 4  # for all else it stays, and negates
        if "69_bde" in units:
            game.do("move", some(state, "3_cly"), "combat", "13.8", [])
            assert state.has(unit(state, "69_bde"), FINISHED)


def test_12_5_the_units_of_a_formation_that_all_move_on_do_not_negate_for_each_other() -> None:
    """I and II Pz HG alone beside 69 at 12.7 draw no supply point from afar; with the infantry staying they do."""
    dumps = {"9.8": (AXIS, 8)}
    alone = field("i_pz_hg 11.8; ii_pz_hg 11.8; 69_bde 12.7", segment=MOVEMENT, phasing=AXIS, dumps=dumps)
    game = Game(alone, Segment(MOVING, AXIS))
    assert "share no HQ or dump" in game.why("fuel", some(alone, "i_pz_hg", "ii_pz_hg"))

    state = field(
        "i_pz_hg 11.8; ii_pz_hg 11.8; 904_fest 11.8; 69_bde 12.7", segment=MOVEMENT, phasing=AXIS, dumps=dumps
    )
    Game(state, Segment(MOVING, AXIS)).do("fuel", some(state, "i_pz_hg", "ii_pz_hg"), [])
    assert state.has(unit(state, "904_fest"), FINISHED)
    assert (state.on_hand(AXIS), state.spent_tokens[AXIS]) == (4, 4)


def test_12_7_an_enemy_zone_that_nobody_negates_shuts_an_extender() -> None:
    """At 14.6, next to the road to Augusta: with 904 beside it nobody draws from it, nor would a further one."""
    trucks = "; ".join(f"{id} 14.6" for id in ("al_truck_a1", "al_truck_a2", "al_truck_s1", "al_truck_s2"))
    for more, works in (("", True), ("; 904_fest 13.6", False), ("; 904_fest 13.6; 5_recce 14.6", True)):
        state = field(f"{trucks}; al_truck_p1 14.6{more}", control={"15.7": ALLIED, "17.2": ALLIED})
        for id in ("al_truck_a1", "al_truck_a2", "al_truck_s1", "al_truck_s2", "al_truck_p1"):
            state.extends[unit(state, id)] = 1
        state.forget()
        place = state.scenario.place("14.6")
        assert (place in net(state, ALLIED).extenders) == works
        assert connects(state, ALLIED, place, TRUCK) == works


def test_6_2_on_foot_a_major_river_is_passable_for_engineers_and_breakouts() -> None:
    """13.8, 12.8e: 10.11 and 10.12 are parted by the Simeto, which takes a leg unit's whole allowance, no more."""
    state = field("xiii_re 10.11")
    assert "10.12" in hexes(state, walks(state, ALLIED, Hex(state.scenario.place("10.11"))))

    holding = "69_bde 1.16; 151_bde 8.12; 13_bde 11.11"  # the railroad in the west, and both bridges
    cut_off = field(f"i_3_fj 10.10; 135_coast 14.18; {holding}", control={"14.19": AXIS})
    assert not traced(cut_off, unit(cut_off, "i_3_fj"))
    assert has_way_out(cut_off, unit(cut_off, "i_3_fj"))


def test_9_12d_who_has_retreated_does_not_tag_along_with_those_he_has_come_to() -> None:
    """Two brigades attacked out of two hexes, and give way by one. The first goes to where the second stands, which
    then goes on alone: the first took part, and has retreated as far as it has to."""
    state = field("69_bde 12.7; 151_bde 13.7; 904_fest 11.8")
    barred = (state.scenario.place("11.8"),)
    game = Game(state, Retreat(ALLIED, some(state, "69_bde", "151_bde"), 1, barred))
    game.do(some(state, "69_bde"), "13.7")

    assert "69 Bde does not retreat here" in game.why(some(state, "69_bde", "151_bde"))
    game.do(some(state, "151_bde"), "14.7")
    assert [at(state, id) for id in ("69_bde", "151_bde")] == ["13.7", "14.7"]


# ------------------------------------------------------------------------------------------------ carried by air


def test_14_9d_a_unit_that_was_flown_has_half_its_allowance() -> None:
    """3 Commando, six points on its Move side: three after the flight, as if it had spent as many before."""
    state = field(
        "c47 16.1; 3_cdo 16.1 move", segment=MOVEMENT, bases={"16.1": 1, "13.7": 1},
        control={"16.1": ALLIED, "13.7": ALLIED},
    )  # fmt: skip
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("lift", some(state, "c47"), some(state, "3_cdo"), "13.7", [])

    cdo = unit(state, "3_cdo")
    assert at(state, "3_cdo") == "13.7"
    found = ways(state, cdo, SAME, (cdo,))
    assert found.left == 4 * 3
    assert "12.7" in hexes(state, found.ends)
    state.burn(cdo, 8)
    assert ways(state, cdo, SAME, (cdo,)).left == 4 * 1


@pytest.mark.parametrize("released", [False, True])
def test_14_9d_in_the_reaction_phase_only_a_released_reserve_moves_after_its_flight(released: bool) -> None:
    """A quarter of its six points then: half for the phase, half for the flight."""
    state = field(
        "c47 16.1; 3_cdo 16.1 move", segment=REACTION, phasing=AXIS, bases={"16.1": 1, "13.7": 1},
        control={"16.1": ALLIED, "13.7": ALLIED},
    )  # fmt: skip
    game = Game(state, Segment(REACTING, ALLIED))
    cdo = unit(state, "3_cdo")
    if released:
        state.done[cdo] = 64
        state.forget()
    game.do("lift", some(state, "c47"), (cdo,), "13.7", [])

    assert state.has(cdo, FINISHED) != released
    if released:
        assert ways(state, cdo, SAME, (cdo,)).left == 6  # a point and a half


@pytest.mark.parametrize(("spent", "flies"), [(6, True), (7, False), (12, False)])
def test_14_9d_in_the_reaction_phase_a_quarter_of_the_allowance_is_spent_before_a_flight(
    spent: int, flies: bool
) -> None:  # fmt: skip
    """A released reserve of six points walks three in the phase, and half of these before it is flown."""
    state = field(
        "c47 16.1; 3_cdo 16.1 move", segment=REACTION, phasing=AXIS, bases={"16.1": 1, "13.7": 1},
        control={"16.1": ALLIED, "13.7": ALLIED},
    )  # fmt: skip
    cdo = unit(state, "3_cdo")
    state.did(cdo, RELEASED | MOVED)
    state.burn(cdo, spent)
    game = Game(state, Segment(REACTING, ALLIED))

    assert game.why("lift", some(state, "c47"), (cdo,)).endswith("(OCS 14.9d)") != flies


# ------------------------------------------------------------------------------------------------ what lasts


def test_5_10_dg_lasts_until_the_clean_up_of_its_own_side() -> None:
    """Given to the side that is not phasing, it hurts that side's next player-turn as a whole; the phasing side's goes
    with its own Clean Up Phase, and its Exploit markers too."""
    state = field("69_bde 12.7 dg front; 151_bde 13.7 exploit front; 115_pzgr 11.8 dg back", phasing=ALLIED)
    Game(state, CleanUp(ALLIED))
    modes = {id: MODES[state.mode[unit(state, id)]] for id in ("69_bde", "151_bde", "115_pzgr")}
    assert modes == {"69_bde": "combat", "151_bde": "combat", "115_pzgr": "dg"}

    Game(state, CleanUp(AXIS))
    assert MODES[state.mode[unit(state, "115_pzgr")]] == "move"  # by the face it shows


def test_12_5_fuel_of_a_formation_bought_in_reaction_lasts_through_the_next_player_turn() -> None:
    """HG fuels its tanks for a supply point in the Allies' turn, and 382 for a token: the latter's is gone with the
    phase, the Allies' Clean Up touches neither, HG's own ends it."""
    said = "i_pz_hg 10.9 reserve front; ii_pz_hg 10.9 reserve front; 382_pzgr 10.9 reserve back"
    state = field(said, phasing=ALLIED, segment=REACTION, dumps={"10.9": (AXIS, 8)})
    game = Game(state, Segment(REACTING, AXIS))
    game.do("fuel", some(state, "i_pz_hg", "ii_pz_hg"), [])
    game.do("move", some(state, "382_pzgr"), "same", "11.10", [])
    fuel = [state.fuel[unit(state, id)] for id in ("i_pz_hg", "ii_pz_hg", "382_pzgr")]
    assert fuel == [UNTIL_CLEAN_UP, UNTIL_CLEAN_UP, FOR_THE_PHASE]

    Game(state, EndPhase(AXIS))
    Game(state, CleanUp(ALLIED))
    assert [state.fuel[unit(state, id)] for id in ("i_pz_hg", "382_pzgr")] == [UNTIL_CLEAN_UP, 0]
    Game(state, CleanUp(AXIS))
    assert not any(state.fuel)
    assert state.spent_tokens[AXIS] == 5


def test_5_7_a_reserve_released_in_reaction_is_free_again_next_turn() -> None:
    """One of three markers is on the map until it is released; then three are left, the unit is in the mode of its
    face, and in its own Movement Phase it has its whole allowance and may take a mode."""
    state = field("115_pzgr 10.9 reserve front", phasing=ALLIED, segment=REACTION)
    assert markers_left(state, AXIS) == 2
    Game(state, Segment(REACTING, AXIS)).do("release", some(state, "115_pzgr"))
    tank = unit(state, "115_pzgr")
    assert (markers_left(state, AXIS), MODES[state.mode[tank]]) == (3, "combat")
    assert ways(state, tank, SAME, (tank,)).left == 6  # half of three points

    state.tick(PHASING, AXIS)
    Game(state, BeginMovement(AXIS))
    assert ways(state, tank, SAME, (tank,)).left == 12
    assert "reserve" in Game(state, Segment(MOVING, AXIS)).offers("mode", (tank,))


def test_20_0_a_breakdown_is_absorbed_where_it_and_its_division_are_alike() -> None:
    """Brescia and its regiment, shed in the same hex: taken back at the end of the phase. In another mode, out of
    supply or with other stocks it stays; it never takes more than it lost."""
    for marks, steps in ((None, 2), ("oos", 1), ("stocks", 1), ("mode", 1)):
        state = field("brescia 12.12", scenario="crusader", phasing=AXIS, segment=MOVEMENT)
        game = Game(state, Segment(MOVING, AXIS))
        game.do("break_down", "brescia")
        brescia = unit(state, "brescia")
        regiment = next(each for each in state.combat_units(AXIS) if each != brescia)
        assert (state.steps[brescia], state.steps[regiment], state.cut_off[regiment]) == (1, 1, 0)
        if marks == "mode":
            state.set_mode(regiment, MODES.index("move"), "5.0")
        elif marks:
            getattr(state, marks)[regiment] = 1
            state.changed(marks, regiment)
        Game(state, EndPhase(AXIS))
        assert state.steps[brescia] == steps, marks
        assert state.is_on_map(regiment) == (steps == 1)


# ------------------------------------------------------------------------------------------------ drops, bases, ports


@pytest.mark.parametrize(("turn", "suffers"), [(1, False), (2, True)])
def test_14_10b_who_dropped_needs_no_trace_supply_on_the_drop_turn_alone(turn: int, suffers: bool) -> None:
    """1 Para, alone at 11.11 with Axis units all round, dropped in turn 1."""
    state = field("1_para 11.11; 904_fest 11.10; 115_pzgr 11.12", turn=turn)
    state.plan_drop(unit(state, "1_para"), Hex(OFF), 1)
    game = Game(state, CheckSupply(ALLIED), dice=[2])
    assert bool(state.oos[unit(state, "1_para")]) == suffers
    assert bool(game.told("attrition")) == suffers


def test_9_14f_a_base_that_falls_to_parachutists_costs_aircraft_in_flight_nothing() -> None:
    """The 109 that fought over its base and was sent home inactive is rolled for as it stands there; the 190 that came
    from another base and won is back there, and is not."""
    state = field(
        "c47 box_m; spitfire1 16.1; 1_para box_m; bf109g1 6.13; fw190 11.13", segment=MOVEMENT,
        bases={"6.13": 1, "11.13": 1, "16.1": 1}, control={"6.13": AXIS, "11.13": AXIS, "16.1": ALLIED},
    )  # fmt: skip
    para = unit(state, "1_para")
    state.plan_drop(para, state.scenario.place("6.13"), 1)
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("jump", some(state, "c47"), (para,), [], dice=[2, 1])  # the 109 attacks; it aborts, without loss
    game.do("intercept", "fw190", dice=[2, 1, 9, 12])  # so does the 190: no zone is left, no flak; a 9 lands
    game.do("11.13")

    assert at(state, "1_para") == "6.13"
    assert [at(state, id) for id in ("bf109g1", "fw190", "c47")] == ["11.13", "11.13", "box_m"]
    assert not any(state.active[unit(state, id)] for id in ("bf109g1", "fw190", "c47"))


def test_12_6_a_port_that_the_other_side_took_is_nobodys_source() -> None:
    """Augusta feeds the Allies; in Axis hands it feeds neither side, and retaken it feeds the Allies again. Below a
    supply point of capacity it feeds nobody."""
    state = field("13_bde 14.7; 115_pzgr 14.6 move", control={"15.7": ALLIED})
    augusta, bde = state.scenario.place("15.7"), unit(state, "13_bde")
    assert traced(state, bde)
    state.take_control(augusta, AXIS, "6.1")
    assert not traced(state, bde)
    assert not traced(state, unit(state, "115_pzgr"))
    state.take_control(augusta, ALLIED, "6.1")
    assert traced(state, bde)
    state.damage_port(augusta, 3, "10.0c")
    assert not traced(state, bde)  # 40 percent of 8T are 3T


def test_8_1_an_overrun_beside_a_friend_who_negates() -> None:
    """382 on its trucks has overrun 11.8 from 12.7 and stands in the zone of 69 Bde: where another unit of its side is
    in the hex it goes on, alone it may only stop or overrun again."""
    for friend, goes_on in (("", False), ("; x_arditi 11.8", True)):
        state = field(f"382_pzgr 11.8 move fuel; 69_bde 10.8{friend}", phasing=AXIS, segment=MOVEMENT)
        mover = unit(state, "382_pzgr")
        state.began[mover] = state.scenario.place("12.7")
        state.burn(mover, 12)
        state.forget()
        assert bool(ends(state, (mover,), SAME)) == goes_on


# ------------------------------------------------------------------------------------------------ small cases


@pytest.mark.parametrize(("said", "has_zone"), [
    ("69_bde 12.7 exploit front", True), ("69_bde 12.7 exploit back", False), ("69_bde 12.7 exploit front oos", False),
    ("69_bde 12.7", True), ("69_bde 12.7 dg front", False), ("69_bde 12.7 reserve front", False),
    ("12_coast 12.7", False),
])  # fmt: skip
def test_5_9c_an_exploiting_unit_keeps_the_zone_it_had(said: str, has_zone: bool) -> None:
    state = field(said)
    side = ALLIED if said.startswith("69") else AXIS
    assert bool(zone(state, side)) == has_zone


def test_6_2a_a_road_crosses_a_river_by_its_bridge() -> None:
    """Tanks in 11.11 enter 11.12 over the Simeto for half a point; beside the road, from 10.11, they cannot, nor do
    they overrun over the bridge."""
    state = field("44_rtr 11.11 fuel; 3_cly 10.11 fuel", segment=MOVEMENT)
    tank, other = unit(state, "44_rtr"), unit(state, "3_cly")
    target = state.scenario.place("11.12")
    assert ways(state, tank, SAME, (tank,)).cost(target) == 2
    assert ways(state, other, SAME, (other,)).cost(target) > 4 * 2  # round by the bridge
    assert entry(state, tank, SAME, target) == NEVER


def test_8_1g_who_cannot_overrun_is_dropped_off_before() -> None:
    """Tanks and a battery march together; the battery does not overrun, and has finished when the tanks do."""
    state = field("44_rtr 13.7 fuel; 98_sp_fd 13.7 fuel; 904_fest 11.8", segment=MOVEMENT, dumps={"13.7": (ALLIED, 6)})
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("march", some(state, "44_rtr", "98_sp_fd"), "same", "12.7", [])
    assert "cannot attack" in game.why("overrun", some(state, "44_rtr", "98_sp_fd"))
    game.do("overrun", some(state, "44_rtr"), "11.8", [])
    assert state.has(unit(state, "98_sp_fd"), FINISHED)
    assert at(state, "98_sp_fd") == "12.7"


def test_9_5_a_defence_is_paid_by_two_units_if_one_does_not_get_at_enough() -> None:
    """115 of nobody's draws 1T on the ground, I Pz HG 1T of its division's trucks: together 2T. With the trucks of
    another division it is 1T, which is not spent."""
    for trucks, paid in (("org_hg", True), ("org_50_div", False)):
        state = field(f"69_bde 12.7; 115_pzgr 11.8; i_pz_hg 11.8; {trucks} 10.8 t1",
                      dumps={"13.7": (ALLIED, 4), "10.8": (AXIS, 1)})  # fmt: skip
        game = Game(state, Combat(ALLIED, state.scenario.place("11.8"), some(state, "69_bde"), 0))
        assert ("pay" in game.verbs()) == paid
        if paid:
            game.do("pay", [])
            assert (state.spent_tokens[AXIS], state.on_hand(AXIS)) == (2, 0)
            assert not audit(state)


def test_12_10b_each_defender_lives_on_his_own_stocks() -> None:
    """115 exhausted and 904 full, nothing on the map: 5 x 1/2 + 2 = 4.5; only 904 is marked."""
    state = field("69_bde 12.7; 115_pzgr 11.8 exhausted; 904_fest 11.8", dumps={"13.7": (ALLIED, 4)})
    game = Game(state, Combat(ALLIED, state.scenario.place("11.8"), some(state, "69_bde"), 0))
    assert "exhausted" in game.why("stocks", some(state, "115_pzgr"))
    game.do("stocks", some(state, "904_fest"))
    game.do("904_fest")
    assert game.told("odds")[0].data["defence"] == "4.5"
    assert [state.stocks[unit(state, id)] for id in ("115_pzgr", "904_fest")] == [2, 1]


def test_13_1c_an_hq_turns_over_when_it_retreats() -> None:
    """Also one that shows its Combat face, with no allowance there."""
    state = field("xvi_it_corps_hq 11.8; 69_bde 12.7")
    game = Game(state, Retreat(AXIS, some(state, "xvi_it_corps_hq"), 1, (state.scenario.place("12.7"),)))
    game.do(some(state, "xvi_it_corps_hq"), "10.8")
    hq = unit(state, "xvi_it_corps_hq")
    assert (at(state, "xvi_it_corps_hq"), MODES[state.mode[hq]], state.face[hq]) == ("10.8", "move", 1)


def test_13_2f_a_truck_pays_five_points_to_load_and_a_wagon_one() -> None:
    """A tenth of 45 is 4.5, rounded to 5; of 10 it is 1."""
    state = field("ax_truck_c1 3.10; ax_wagon1 3.10")
    assert [loading(state, unit(state, id)) // 4 for id in ("ax_truck_c1", "ax_wagon1")] == [5, 1]


def segment_of(session: Session) -> int:
    assert isinstance(session.state, OcsState)
    return session.state.clock[SEGMENT]


def test_2_3_a_game_opens_from_its_record_in_the_middle_of_a_phase() -> None:
    """Some answers and rolls into Primosole, within a Movement Phase: the record replays to the same position, and
    what is asked next is the same."""
    session, rng = start("ocs:primosole", "5"), Random(5)
    while len(session.record().inputs) < 30 or segment_of(session) != MOVEMENT:
        ask = session.ask
        assert ask is not None
        session.submit(ask.side, ask.form.draw(session.state, rng))
    again = resume(session.record())

    assert segment_of(again) == MOVEMENT
    assert again.state.plain() == session.state.plain()
    assert again.ask is not None
    assert session.ask is not None
    assert again.ask.form is session.ask.form
