"""OCS 10.0b to 15.0b: cases of barrages, missions, transport and drops that other tests only pass by."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s10_results import prepared, spotted
from sandtable.systems.ocs.s14_bombing import strike
from sandtable.systems.ocs.s14_capacity import capacity
from sandtable.systems.ocs.s14_flak import patrols
from sandtable.systems.ocs.s15_bases import level, refits, room
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
BOMBING = "Player turn / Movement Phase / Movement barrages"
REFIT = "Player turn / Aircraft Refit Phase / Aircraft Refit"
GUNS = "Player turn / Combat Phase / Barrage Segment"


def some(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


@pytest.mark.parametrize(("beside", "spots"), [
    ("69_bde 12.7", True), ("69_bde 12.7 strat", True), ("69_bde 12.7 dg", True), ("50_div_art 12.7", True),
    ("xiii_corps_hq 12.7", True), ("al_truck_a1 12.7", False), ("69_bde 13.7", False), ("spitfire1 12.7", False),
])  # fmt: skip
def test_10_0b_any_combat_unit_next_to_the_target_spots(beside: str, spots: bool) -> None:
    state = field(f"{beside}; 904_fest 11.8")
    assert spotted(state, ALLIED, place(state, "11.8")) == spots


def test_10_1_artillery_fires_from_one_hex_to_its_range_in_combat_move_or_disorganized() -> None:
    """50 Div Art, range 3: 11.8 from 14.7, three hexes away, not from 15.7; never in Reserve or Strat Mode."""
    supply = {"14.7": (ALLIED, 9), "15.7": (ALLIED, 9)}
    for said, why in (
        ("14.7", ""), ("14.7 move", ""), ("14.7 dg front", ""), ("14.7 oos", ""), ("15.7", "fires 3 hexes"),
        ("14.7 reserve", "Reserve"), ("14.7 strat", "Strat Mode"),
    ):  # fmt: skip
        state = field(f"50_div_art {said}; 51_div_art 12.6; 904_fest 11.8", dumps=supply | {"12.6": (ALLIED, 9)})
        game = Game(state, Segment(GUNS, ALLIED))
        found = game.why("barrage", "11.8", "units", some(state, "50_div_art"))
        assert (why in found) if why else not found, said


def test_14_2_four_aircraft_at_most_each_once_in_a_phase_within_range() -> None:
    five = ("spitfire1", "spitfire2", "kittyhawk", "baltimore", "boston")
    state = field("; ".join(f"{id} 16.1" for id in five) + "; 904_fest 11.8; 75_napoli 11.7", bases={"16.1": 2},
                  control={"16.1": ALLIED})  # fmt: skip
    game = Game(state, Segment(BOMBING, ALLIED))
    assert "4 aircraft at most" in game.why("bomb", "11.8", "units", some(state, *five))
    game.do("bomb", "11.8", "units", [some(state, "boston")], [], dice=[5, 2])

    assert not state.active[unit(state, "boston")]
    assert "inactive" in game.why("bomb", "11.7", "units", some(state, "boston"))
    state.activate(unit(state, "boston"))
    assert "has flown" in game.why("bomb", "11.7", "units", some(state, "boston"))
    desert = field("bf109f1 1.18; 22_gds_bde 34.12", scenario="crusader", phasing=AXIS, bases={"1.18": 2},
                   control={"1.18": AXIS})  # fmt: skip
    assert "no active aircraft" in Game(desert, Segment(BOMBING, AXIS)).why("bomb", "34.12")  # 33 hexes, range 25


def test_14_6_fighters_sweep_a_hex_with_active_enemy_aircraft_and_come_home_inactive() -> None:
    """Gerbini has an active 109, 11.13 an inactive 190. A Boston is no fighter; nothing is barraged, no flak fires."""
    state = field("spitfire1 16.1; boston 16.1; bf109g1 6.13; fw190 11.13 inactive",
                  bases={"16.1": 2, "6.13": 1, "11.13": 1}, control={"16.1": ALLIED, "11.13": AXIS})  # fmt: skip
    game = Game(state, Segment(MOVING, ALLIED))
    assert "no active enemy aircraft" in game.why("sweep", "11.13")
    assert "is no fighter" in game.why("sweep", "6.13", some(state, "boston"))
    game.do("sweep", "6.13", [some(state, "spitfire1")], [], dice=[12, 1])

    assert not any(state.active[unit(state, id)] for id in ("spitfire1", "bf109g1"))
    assert not {"flak", "barraged"} & {event.kind for event in state.log or ()}


def test_14_7_aircraft_barrage_without_supply_and_shift_right_near_their_base() -> None:
    """The Boston's 12 points from 16.1, ten hexes from 11.8 or fewer: right 1. Who has no points barrages nothing."""
    state = field("boston 16.1; c47 16.1; 904_fest 11.8; 69_bde 12.7", bases={"16.1": 2}, control={"16.1": ALLIED},
                  dumps={"16.1": (ALLIED, 8)})  # fmt: skip
    game = Game(state, Segment(BOMBING, ALLIED))
    assert "has no barrage strength" in game.why("bomb", "11.8", "units", some(state, "c47"))
    terms = prepared(state, strike(state, ALLIED, place(state, "11.8"), "units", some(state, "boston"))).terms
    assert [int(term.value) for term in terms if "base" in str(term.label)] == [1]
    game.do("bomb", "11.8", "units", [some(state, "boston")], [], dice=[5, 2])

    assert state.on_hand(ALLIED) == 8


def test_14_2f_a_mission_fights_is_intercepted_meets_flak_and_then_barrages() -> None:
    """A Boston and a Spitfire over Gerbini with an active 109 in it; a 190 comes from 11.13."""
    state = field("boston 16.1; spitfire1 16.1; bf109g1 6.13; fw190 11.13; xiv_pz_corps_hq 6.13",
                  bases={"16.1": 2, "6.13": 1, "11.13": 1}, control={"16.1": ALLIED, "11.13": AXIS})  # fmt: skip
    game = Game(state, Segment(BOMBING, ALLIED))
    game.do("bomb", "6.13", "units", [some(state, "boston", "spitfire1")], [])
    game.do([], dice=[12, 1])  # nobody goes home; the 109 aborts, without a loss
    game.do("intercept", "fw190")
    game.do([])
    game.do("spitfire1", dice=[2, 1, 2, 2])  # the 190 aborts; flak and barrage do nothing
    wanted = ("mission", "air combat", "intercepts", "air combat", "flak", "barraged")
    assert [event.kind for event in state.log or () if event.kind in wanted] == list(wanted)
    assert not any(state.active[unit(state, id)] for id in ("boston", "spitfire1", "bf109g1", "fw190"))


@pytest.mark.parametrize(("said", "patrolled"), [
    ("bf109g1 6.13", True), ("bf109g1 6.13 inactive", False), ("ju88 6.13", False), ("bf109g1 9.9", False),
])  # fmt: skip
def test_14_4c_a_patrol_zone_reaches_ten_hexes_from_a_base_with_an_active_fighter(said: str, patrolled: bool) -> None:
    """Gerbini to 11.8: eight hexes; to 16.1 more than ten. A bomber makes none, nor a fighter at no base."""
    state = field(said, bases={"6.13": 1}, control={"6.13": AXIS})
    assert bool(patrols(state, AXIS, place(state, "11.8"))) == patrolled
    assert not patrols(state, AXIS, place(state, "16.1"))
    assert not patrols(state, ALLIED, place(state, "11.8"))


def test_14_4g_an_aborted_transport_keeps_its_load_where_it_was() -> None:
    """A 52 with 4T over half its range, a 190 along. The 52 is sent down to Gerbini by the Spitfire (14.1c), and its
    load stays in Catania; the 190 flies on, and carries nothing."""
    state = field("ju52 12.14; fw190 12.14; spitfire1 11.8", bases={"12.14": 1, "6.13": 1, "11.8": 1},
                  control={"12.14": AXIS, "6.13": AXIS, "11.8": ALLIED}, phasing=AXIS, segment=MOVEMENT,
                  dumps={"12.14": (AXIS, 4)})  # fmt: skip
    game = Game(state, Segment(MOVING, AXIS))
    game.do("airlift", some(state, "ju52", "fw190"), "6.13", 4, [])
    game.do("intercept", "spitfire1")
    game.do([])
    game.do("ju52", dice=[12, 1, 2, 1, 2])  # the 52 aborts, then the Spitfire; flak misses the 190

    assert (state.dump[place(state, "6.13")], state.dump[place(state, "12.14")]) == (0, 4)
    assert state.lost_tokens[AXIS] == 0
    assert where(state, "ju52") == "6.13"
    assert not state.active[unit(state, "ju52")]
    assert not audit(state)


def test_14_9a_and_14_9e_aircraft_of_one_base_pool_their_capacity() -> None:
    """C-47 3T, range 120: all of the map is within half of it: 6T. The fighter beside it adds nothing; a reduced one
    carries 2T, doubled 4T."""
    state = field("c47 16.1; spitfire1 16.1", bases={"16.1": 1}, control={"16.1": ALLIED})
    both = some(state, "c47", "spitfire1")
    assert capacity(state, both, place(state, "11.8")) == 6
    state.set_steps(unit(state, "c47"), 1)
    assert capacity(state, both, place(state, "11.8")) == 4
    assert capacity(state, some(state, "spitfire1"), place(state, "11.8")) == 0


@pytest.mark.parametrize(("tokens", "back"), [(2, "box_c"), (4, "12.14")])
def test_14_9e_who_carries_twice_as_much_returns_within_half_its_range(
    tokens: int, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Ju 52 with a range of 50, from Catania to Gerbini of level 2: the box is 30 hexes from there, beyond half of
    it. With 2T it may return there, with 4T only to where it came from."""
    state = field("ju52 12.14", bases={"12.14": 1, "6.13": 2}, control={"12.14": AXIS, "6.13": AXIS}, phasing=AXIS,
                  dumps={"12.14": (AXIS, 4)}, segment=MOVEMENT)  # fmt: skip
    ranges = list(state.theatre.range_of)
    ranges[unit(state, "ju52")] = 50
    monkeypatch.setitem(state.theatre.__dict__, "range_of", tuple(ranges))
    assert state.theatre.distance(place(state, "6.13"), place(state, "box_c")) == 30
    Game(state, Segment(MOVING, AXIS)).do("airlift", some(state, "ju52"), "6.13", tokens, ["box_c"])
    assert where(state, "ju52") == back


def test_14_9c_only_light_units_in_move_mode_go_by_air() -> None:
    """3 Commando has six points on foot on its Move side; 50 Div Art goes on trucks; in Combat Mode nobody goes."""
    for said, why in (
        ("3_cdo 16.1 move", ""), ("3_cdo 16.1", "not in Move Mode"), ("50_div_art 16.1 move", "not light enough"),
        ("44_rtr 16.1 move", "not light enough"),
    ):  # fmt: skip
        state = field(f"c47 16.1; 1_para 16.1 move; {said}", segment=MOVEMENT, bases={"16.1": 1, "13.7": 1},
                      control={"16.1": ALLIED, "13.7": ALLIED})  # fmt: skip
        found = Game(state, Segment(MOVING, ALLIED)).why("lift", some(state, "c47"), some(state, said.split()[0]))
        assert (why in found) if why else not found, said


@pytest.mark.parametrize(("tokens", "stays"), [(2, False), (3, True)])
def test_14_9f_who_unloads_more_than_the_base_can_stays_there(tokens: int, stays: bool) -> None:
    """Level 1: 2T in a phase. The C-47 that brings 3T is there, inactive; with 2T it is back."""
    state = field("c47 16.1", bases={"16.1": 1, "12.7": 1}, control={"16.1": ALLIED, "12.7": ALLIED},
                  dumps={"16.1": (ALLIED, 8)}, segment=MOVEMENT)  # fmt: skip
    Game(state, Segment(MOVING, ALLIED)).do("airlift", some(state, "c47"), "12.7", tokens, [])
    assert (where(state, "c47") == "12.7") == stays
    assert not state.active[unit(state, "c47")]


def test_14_10a_to_14_10c_parachutists_plan_two_turns_ahead_and_may_give_it_up() -> None:
    """14.10a, 14.10b, 14.10c: I/3 FJ, a parachute battalion in Catania: planned in turn 2, it drops in turn 4."""
    state = field("i_3_fj 12.14; 904_fest 12.14; ju52 12.14", bases={"12.14": 1}, control={"12.14": AXIS}, phasing=AXIS,
                  turn=2)  # fmt: skip
    para = unit(state, "i_3_fj")
    game = Game(state, Segment(REFIT, AXIS))
    assert "no parachute unit" in game.why("plan", some(state, "904_fest"))
    game.do("plan", some(state, "i_3_fj"), "11.10")
    assert (state.plan[para], state.plan_turn[para]) == (place(state, "11.10"), 4)

    state.tick(0, 3)
    state.done[para] = 0
    state.forget()
    assert "jump" not in Game(state, Segment(MOVING, AXIS)).verbs()
    state.tick(0, 4)
    assert "jump" in Game(state, Segment(MOVING, AXIS)).verbs()
    game = Game(state, Segment(REFIT, AXIS))
    game.do("cancel", "i_3_fj")
    assert game.told("plan given up")[0].audience == {AXIS}
    assert "jump" not in Game(state, Segment(MOVING, AXIS)).verbs()


@pytest.mark.parametrize(("of_level", "refit", "active"), [(0, 1, 4), (1, 2, 5), (2, 4, 6), (3, 6, 7)])
def test_15_0b_what_the_level_of_a_base_gives(of_level: int, refit: int, active: int) -> None:
    """A strip refits one aircraft and holds four active ones; each level two refits, one more active, one of flak."""
    state = field("", bases={"16.1": of_level}, control={"16.1": ALLIED})
    base = place(state, "16.1")
    assert (level(state, base), refits(state, ALLIED, base), room(state, ALLIED, base)) == (of_level, refit, active)


def test_14_9c_a_counter_that_is_not_in_play_is_not_weighed() -> None:
    """Cruisers off the map have points that nobody sees: why they do not fly tells nothing of them."""
    state = field("c47 16.1; 1_para 16.1 move", segment=MOVEMENT, bases={"16.1": 1, "13.7": 1},
                  control={"16.1": ALLIED, "13.7": ALLIED})  # fmt: skip
    game, asked = Game(state, Segment(MOVING, ALLIED)), ("lift", some(state, "c47"), some(state, "cruisers"))
    before = game.why(*asked)
    state.steps[unit(state, "cruisers")] = 9
    assert "not at their base" in before
    assert game.why(*asked) == before


def test_14_9a_planes_of_the_enemy_are_not_told_apart() -> None:
    """Whether two of his counters are at one base is told nobody who asks them to fly."""
    asked = ("airlift", ("i_3_fj", "ii_3_fj"))
    found = []
    for second in ("10.8", "11.8"):
        state = field(f"c47 16.1; i_3_fj 10.8; ii_3_fj {second}", segment=MOVEMENT, bases={"16.1": 1, "13.7": 1},
                      control={"16.1": ALLIED, "13.7": ALLIED}, dumps={"16.1": (ALLIED, 4)})  # fmt: skip
        found.append(Game(state, Segment(MOVING, ALLIED)).why(asked[0], some(state, *asked[1])))
    assert found[0]
    assert found[0] == found[1]
