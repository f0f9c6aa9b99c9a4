"""OCS 21: optional rules, each with its switch on and off."""

from __future__ import annotations

import pytest

from sandtable.core.flow import Ask, Over
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.state import OFF
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.lens.matter import matter
from sandtable.systems.ocs.s04_stacking import CheckStacking
from sandtable.systems.ocs.s05_modes import traced_hexes
from sandtable.systems.ocs.s10_fire import price
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s13_reinforcements import places_of
from sandtable.systems.ocs.s13_replacements import wanted
from sandtable.systems.ocs.s21_rebuilds import EndHoarding
from sandtable.systems.ocs.state import BUILT, FIRED, FULL, OcsState
from sandtable.systems.ocs.theatre import EXPLOIT
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COMBAT_SEGMENT = "Player turn / Combat Phase / Combat Segment"
EXPLOITATION_COMBAT = "Player turn / Exploitation Phase / Exploitation combat"
BOTH = pytest.mark.parametrize("on", [False, True])


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


# ------------------------------------------------------------------------------------------------ 21.7


@BOTH
def test_21_7_every_step_takes_one_replacement(on: bool) -> None:
    state = field("", easier_rebuilds=on)
    prices = [wanted(state, unit(state, id)) for id in ("69_bde", "50_div_art", "5_recce", "44_rtr")]
    assert prices == ([(1, 0), (1, 0), (1, 0), (0, 1)] if on else [(1, 0), (1, 1), (1, 0), (0, 1)])


@BOTH
def test_21_7_replacements_arrive_with_any_hq_in_trace_supply(on: bool) -> None:
    held = {"17.2": ALLIED, "15.7": ALLIED}
    state = field("xiii_corps_hq 14.7; xxx_corps_hq 9.18", control=held, easier_rebuilds=on)
    places = {state.scenario.place_name(hex) for hex in places_of(state, unit(state, "al_pax1"))}
    assert ("14.7" in places) == on
    assert "9.18" not in places, "it is not in trace supply"


@pytest.mark.parametrize(("new", "old", "used", "kept"), [(3, 0, 0, 1), (2, 0, 1, 1), (1, 0, 0, 0), (0, 2, 0, 2)])
def test_21_7_half_of_what_came_has_to_be_used(new: int, old: int, used: int, kept: int) -> None:
    """`new` of them came in this turn and `used` of those were used; `old` were there before."""
    state = field("; ".join(f"al_pax{nth + 1} 14.7 move" for nth in range(new + old)), easier_rebuilds=True)
    for nth in range(new):
        state.began[unit(state, f"al_pax{nth + 1}")] = state.theatre.pool[ALLIED]
    for nth in range(used):
        state.move(unit(state, f"al_pax{nth + 1}"), state.theatre.pool[ALLIED], "13.5")
        state.did(unit(state, f"al_pax{nth + 1}"), BUILT)
    game = Game(state, EndHoarding(ALLIED))
    assert isinstance(game.wait, Over)
    assert sum(state.is_on_map(unit(state, f"al_pax{nth + 1}")) for nth in range(3)) == kept
    assert len(game.told("lapsed")) == new + old - used - kept


# ------------------------------------------------------------------------------------------------ 21.8


def test_21_8_units_step_into_an_empty_hex_for_what_an_attack_costs() -> None:
    """Two brigades of one step: 2T."""
    state = field("69_bde 12.7; 151_bde 12.7; 904_fest 11.8", dumps={"12.7": (ALLIED, 9)}, empty_hexes=True)
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    assert "no empty hex" in game.why("step_in", "11.8")
    game.do("step_in", "12.8", [tuple(sorted((unit(state, "69_bde"), unit(state, "151_bde"))))], [])
    assert (where(state, "69_bde"), where(state, "151_bde")) == ("12.8", "12.8")
    assert state.spent_tokens[ALLIED] == 2
    assert state.controller(place(state, "12.8")) == ALLIED
    assert state.mode[unit(state, "69_bde")] != EXPLOIT
    assert not audit(state)


def test_21_8_without_the_option_empty_hexes_are_not_attacked() -> None:
    state = field("69_bde 12.7; 904_fest 11.8", dumps={"12.7": (ALLIED, 9)})
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    assert "step_in" not in game.verbs()
    assert "without the option" in game.why("step_in")


def test_21_8_who_attacked_in_the_segment_or_only_defends_does_not_step_in() -> None:
    state = field("xiii_corps_hq 12.7; 904_fest 10.8", dumps={"12.7": (ALLIED, 9)}, empty_hexes=True)
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    assert "step_in" not in game.verbs()


def test_21_8_parachutists_that_dropped_in_this_turn_pay_nothing() -> None:
    state = field("1_para 11.11", empty_hexes=True, turn=2)
    para = unit(state, "1_para")
    state.plan_drop(para, Hex(OFF), 2)
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    game.do("step_in", "11.12", [(para,)], [])
    assert where(state, "1_para") == "11.12"
    assert state.stocks[para] == FULL
    assert state.spent_tokens[ALLIED] == 0


def test_21_8_in_the_exploitation_phase_only_those_who_may_fight_then() -> None:
    state = field("69_bde 12.7; 44_rtr 12.7 exploit front", dumps={"12.7": (ALLIED, 9)}, empty_hexes=True)
    game = Game(state, Segment(EXPLOITATION_COMBAT, ALLIED))
    assert "neither exploits" in game.why("step_in", "12.8", (unit(state, "69_bde"),))
    game.do("step_in", "12.8", [(unit(state, "44_rtr"),)], [])
    assert where(state, "44_rtr") == "12.8"


def test_21_8_what_lies_in_the_hex_is_captured() -> None:
    state = field(
        "69_bde 12.7", dumps={"12.7": (ALLIED, 9), "12.8": (AXIS, 4)}, empty_hexes=True,
    )  # fmt: skip
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    game.do("step_in", "12.8", [(unit(state, "69_bde"),)], [], dice=[1])
    assert game.told("dump captured")
    assert not audit(state)


# ------------------------------------------------------------------------------------------------ 21.10

BARRAGES = "Player turn / Combat Phase / Barrage Segment"
GUNS = "50_div_art 13.7; xiii_corps_hq 13.7; 69_bde 12.7; 904_fest 11.8"  # 12 points: 3T


def test_21_10_a_cache_pays_two_tokens_of_a_barrage_and_the_hq_throws_the_rest() -> None:
    state = field(GUNS, dumps={"13.7": (ALLIED, 3)}, supply_caches=True)
    price_of = price(state, "units", (unit(state, "50_div_art"),))
    game = Game(state, Segment(BARRAGES, ALLIED))
    assert state.caches[ALLIED] == 2
    game.do("shells", "11.8", "units", [(unit(state, "50_div_art"),)], [], dice=[7])
    assert state.caches[ALLIED] == 1
    assert state.spent_tokens[ALLIED] == max(0, price_of - 2)
    assert state.has(unit(state, "50_div_art"), FIRED)
    assert "barraged" in game.why("shells", "11.8")
    assert not audit(state)


def test_21_10_shells_need_an_hq_that_throws_and_the_option() -> None:
    state = field("50_div_art 13.7; 69_bde 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 9)}, supply_caches=True)
    game = Game(state, Segment(BARRAGES, ALLIED))
    assert "shells" not in game.verbs()
    assert "nobody can fire shells" in game.why("shells", "11.8")
    game = Game(field(GUNS, dumps={"13.7": (ALLIED, 9)}), Segment(BARRAGES, ALLIED))
    assert "without the option" in game.why("shells")


def test_21_10_who_has_no_cache_left_fires_none() -> None:
    state = field(GUNS, dumps={"13.7": (ALLIED, 9)}, supply_caches=True)
    state.caches[ALLIED] = 0
    state.forget()
    assert "no caches left" in Game(state, Segment(BARRAGES, ALLIED)).why("shells")


def test_21_10_forage_supplies_who_is_in_range_of_an_hq_that_was_just_cut_off() -> None:
    """Nobody holds a source any more; the HQ was in trace supply in the last Supply Phase."""
    state = field("xiii_corps_hq 13.7; 69_bde 12.7; 46_rtr 2.2", supply_caches=True)
    game = Game(state, CheckSupply(ALLIED))
    game.do(["xiii_corps_hq"], dice=[2])
    assert state.caches[ALLIED] == 1
    assert not state.oos[unit(state, "69_bde")]
    assert state.oos[unit(state, "46_rtr")], "out of its range"
    assert state.cut_off[unit(state, "xiii_corps_hq")]


@pytest.mark.parametrize("why", ["cut off before", "it has moved"])
def test_21_10_no_forage_after_the_first_turn_nor_for_spearheads(why: str) -> None:
    state = field("xiii_corps_hq 13.7; 69_bde 12.7", supply_caches=True)
    hq = unit(state, "xiii_corps_hq")
    if why == "cut off before":
        state.cut_off[hq] = 1
    else:
        state.began[hq] = place(state, "14.7")
    state.forget()
    Game(state, CheckSupply(ALLIED), [2, 2])
    assert state.oos[unit(state, "69_bde")]
    assert state.caches[ALLIED] == 2


# ------------------------------------------------------------------------------------------------ 21.11c


@BOTH
def test_21_11c_a_hedgehog_that_falls_loses_a_level(on: bool) -> None:
    state = field("69_bde 12.7", hedgehogs={"12.8": 3, "13.8": 2}, control={"12.8": AXIS}, captured_hedgehogs=on)
    state.take_control(place(state, "12.8"), ALLIED, "9.12g")
    assert state.hedgehog[place(state, "12.8")] == (2 if on else 3)
    state.take_control(place(state, "12.8"), ALLIED, "6.1")
    assert state.hedgehog[place(state, "12.8")] == (2 if on else 3), "it has fallen once"
    state.take_control(place(state, "13.8"), ALLIED, "6.1")
    assert state.hedgehog[place(state, "13.8")] == 2, "it was nobody's"


# ------------------------------------------------------------------------------------------------ 21.12


@BOTH
def test_21_12c_more_than_three_res_in_strat_mode_do_not_end_a_segment_in_a_hex(on: bool) -> None:
    state = field(
        "69_bde 13.7 strat; 13_bde 13.7 strat; 152_bde 13.7 strat; 231_bde 13.7 strat; 50_rtr 13.7", strat_columns=on
    )
    game = Game(state, CheckStacking(ALLIED))
    if not on:
        assert isinstance(game.wait, Over)
        return
    assert isinstance(game.wait, Ask)
    assert matter(state, game.ask)[0].rule == "21.12c"
    assert "not in Strat Mode" in game.why("50_rtr")
    game.do("231_bde")
    assert isinstance(game.wait, Over), "three REs may"


def test_21_12c_a_formation_may_however_large() -> None:
    state = field(
        "69_bde 13.7 strat; 151_bde 13.7 strat; 168_bde 13.7 strat; 50_div_art 13.7 strat", strat_columns=True
    )
    assert isinstance(Game(state, CheckStacking(ALLIED)).wait, Over)
    state = field("69_bde 13.7 strat; 151_bde 13.7 strat; 168_bde 13.7 strat; 231_bde 13.7 strat", strat_columns=True)
    assert isinstance(Game(state, CheckStacking(ALLIED)).wait, Ask)


@BOTH
def test_21_12d_units_in_strat_mode_draw_directly(on: bool) -> None:
    """XIII Corps HQ draws from Augusta and throws to hexes that draw nothing themselves."""
    held = {"17.2": ALLIED, "15.7": ALLIED}
    state = field("xiii_corps_hq 14.7; 69_bde 14.7", control=held, strat_draw=on)
    both = traced_hexes(state, ALLIED, (unit(state, "69_bde"),))
    state = field("69_bde 14.7", control=held)
    alone = traced_hexes(state, ALLIED, (unit(state, "69_bde"),))
    assert alone
    assert (set(both) > set(alone)) != on
    assert (set(both) == set(alone)) == on
