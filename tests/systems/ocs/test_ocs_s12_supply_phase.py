"""OCS 12.6, 12.8, 12.10: Supply Phases worked by hand, token by token."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.core.flow import Over
from sandtable.core.rules import Hex, UnitId
from sandtable.core.state import OFF
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s12_formations import in_trace, ways
from sandtable.systems.ocs.s12_stocks import RecoverStocks
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s12_trace import traced
from sandtable.systems.ocs.state import EXHAUSTED, FULL, LOW, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

FAR = "3.7"  # hills without a road: no Allied source is near


def group(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def check(state: OcsState, dice: Iterable[Any] = ()) -> Game:
    return Game(state, CheckSupply(ALLIED), dice)


def tokens(game: Game) -> list[tuple[str, int, str]]:
    """For whom, how many, by which rule."""
    name = game.state.scenario.counters.ids
    return [(name[event.data["unit"]], event.data["number"], event.rule) for event in game.told("paid")]


def is_over(game: Game) -> bool:
    return isinstance(game.wait, Over) and not audit(game.state)


# ------------------------------------------------------------------------------------------------ 12.10 stocks


def test_12_10_all_stocks_are_filled_if_supply_is_enough() -> None:
    """Low takes 2T, Exhausted 4T: 6 of the 8 tokens."""
    state = field("69_bde 12.7 low; 151_bde 12.7 exhausted", dumps={"13.7": (ALLIED, 8)})
    game = Game(state, RecoverStocks(ALLIED))

    assert is_over(game)
    assert tokens(game) == [("69_bde", 2, "12.10"), ("151_bde", 4, "12.10")]
    assert [state.stocks[unit(state, id)] for id in ("69_bde", "151_bde")] == [FULL, FULL]
    assert (state.on_hand(ALLIED), state.spent_tokens[ALLIED]) == (2, 6)


def test_12_10e_where_supply_is_short_the_owner_chooses_and_the_rest_is_wasted() -> None:
    """Five tokens for needs of six: two levels are bought, the fifth token lifts nobody and is wasted."""
    state = field("69_bde 12.7 low; 151_bde 12.7 exhausted", dumps={"13.7": (ALLIED, 5)})
    game = Game(state, RecoverStocks(ALLIED))

    assert game.offers() == {"69_bde", "151_bde"}
    game.do("151_bde")
    game.do("69_bde")
    assert is_over(game)
    assert tokens(game) == [("151_bde", 2, "12.10"), ("69_bde", 2, "12.10"), ("151_bde", 1, "12.10e")]
    assert [state.stocks[unit(state, id)] for id in ("69_bde", "151_bde")] == [FULL, LOW]
    assert (state.on_hand(ALLIED), state.spent_tokens[ALLIED]) == (0, 5)


def test_12_10_loads_of_organic_trucks_are_not_taken_for_stocks() -> None:
    state = field("69_bde 12.7 exhausted; org_50_div 12.7 t4")
    game = Game(state, RecoverStocks(ALLIED))

    assert is_over(game)
    assert state.stocks[unit(state, "69_bde")] == EXHAUSTED
    assert state.cargo[unit(state, "org_50_div")] == 4


# ------------------------------------------------------------------------------------------------ 12.6c eating


def test_12_6c_a_token_feeds_two_res_or_a_part_of_two() -> None:
    """1 + 1 + 1/2 RE in a hex are two tokens, 1 + 1 alone one."""
    state = field(f"69_bde {FAR}; 151_bde {FAR}; 44_rtr {FAR}", dumps={FAR: (ALLIED, 3)})
    game = check(state)

    game.do([group(state, "69_bde", "151_bde", "44_rtr")], [])
    assert is_over(game)
    assert [number for _, number, _ in tokens(game)] == [2]
    assert state.on_hand(ALLIED) == 1
    assert not any(state.oos)
    assert [state.cut_off[unit(state, id)] for id in ("69_bde", "44_rtr")] == [1, 1]  # fed, but still without trace


def test_12_6c_who_is_not_fed_is_out_of_supply_and_wears_away() -> None:
    """One token feeds two brigades; the battalion stays hungry: AR 4, a roll of 7 costs nothing."""
    state = field(f"69_bde {FAR}; 151_bde {FAR}; 44_rtr {FAR}", dumps={FAR: (ALLIED, 1)})
    game = check(state)

    assert "not supply enough" in game.why(group(state, "44_rtr", "69_bde", "151_bde"))
    game.do([group(state, "69_bde", "151_bde")], [], dice=[7])
    assert is_over(game)
    assert [state.oos[unit(state, id)] for id in ("69_bde", "151_bde", "44_rtr")] == [0, 0, 1]
    assert state.on_hand(ALLIED) == 0


def test_5_8_units_in_strat_mode_do_not_eat_and_count_as_ar_0() -> None:
    """A roll of 3 in the column of AR 0 is -1 Step, in that of AR 4 it would be nothing."""
    state = field(f"69_bde {FAR} strat; 44_rtr 3.6", dumps={FAR: (ALLIED, 4)})
    game = check(state)

    assert "in Strat Mode" in game.why(group(state, "69_bde"))
    game.do([group(state, "44_rtr")], [], dice=[3])
    assert is_over(game)
    assert state.hex_of[unit(state, "69_bde")] == state.theatre.dead[ALLIED]


# ------------------------------------------------------------------------------------------------ 12.8 markers


def test_12_8_the_marker_goes_when_trace_supply_is_back() -> None:
    state = field("69_bde 12.7 oos", control={"17.2": ALLIED})
    game = check(state)

    assert is_over(game)
    assert not state.oos[unit(state, "69_bde")]
    assert len(game.told("in supply")) == 1


def test_12_8b_the_owner_chooses_who_is_lost() -> None:
    """Three steps of AR 4: a roll of 10 is -2 Steps."""
    state = field(f"69_bde {FAR}; 151_bde {FAR}; 44_rtr {FAR}")
    game = check(state, dice=[10])

    assert game.told("attrition")[0].data["result"] == "-2 Steps"
    game.do("44_rtr")
    game.do("151_bde")
    assert is_over(game)
    assert state.combat_units(ALLIED) == (unit(state, "69_bde"),)


def test_12_8b_five_steps_add_three_to_the_roll() -> None:
    """5 + 3 = 8 is -1 Step for AR 4; four steps with a roll of 5 lose nothing."""
    five = field(f"69_bde {FAR}; 151_bde {FAR}; 168_bde {FAR}; 44_rtr {FAR}; 3_cly {FAR}")
    game = check(five, dice=[5])
    assert game.told("attrition")[0].data["result"] == "-1 Step"

    four = check(field(f"69_bde {FAR}; 151_bde {FAR}; 168_bde {FAR}; 44_rtr {FAR}"), dice=[5])
    assert four.told("attrition")[0].data["result"] == "No Loss"


def test_12_8b_only_units_out_of_supply_count_and_suffer() -> None:
    """The brigade that ate is not touched when all steps are lost."""
    state = field(f"69_bde {FAR}; 44_rtr {FAR}", dumps={FAR: (ALLIED, 1)})
    game = check(state)

    game.do([group(state, "69_bde")], [], dice=[12])
    assert is_over(game)
    assert state.combat_units(ALLIED) == (unit(state, "69_bde"),)


def test_14_10_who_was_dropped_in_this_turn_needs_no_trace_supply() -> None:
    state = field(f"1_para {FAR}")
    state.plan_drop(unit(state, "1_para"), Hex(OFF), state.turn)

    assert is_over(check(state))
    assert not state.oos[unit(state, "1_para")]


# ------------------------------------------------------------------------------------------------ 12.6 formations


def test_12_6_a_formation_traces_to_one_source() -> None:
    """Two battalions of HG at the railroad, one beside the source at 5.19 which no railroad links: it is left out."""
    state = field("i_pz_hg 5.18; ii_pz_hg 14.17; 1_pzgr_hg 14.18; 69_bde 7.16")
    cut, *others = (unit(state, id) for id in ("i_pz_hg", "ii_pz_hg", "1_pzgr_hg"))

    assert traced(state, cut)
    assert len(ways(state, AXIS)) == 2
    assert in_trace(state, AXIS) == frozenset(others)

    alone = field("i_pz_hg 5.18; 69_bde 7.16")
    assert in_trace(alone, AXIS) == frozenset([cut])


def test_12_6_no_formation_of_the_first_position_is_torn_apart() -> None:
    state = field("")
    whole = state.scenario.system.begin(state.scenario)

    for side in (ALLIED, AXIS):
        assert in_trace(whole, side) == frozenset(whole.combat_units(side))


def test_12_10_a_multi_step_unit_takes_two_tokens_for_each_re_that_is_left() -> None:
    """Brescia has two steps: 4T a level; with one step lost 2T."""
    whole = field("brescia 6.17 low", dumps={"6.17": (AXIS, 6)}, scenario="crusader", phasing=AXIS)
    assert is_over(Game(whole, RecoverStocks(AXIS)))
    assert whole.on_hand(AXIS) == 2

    reduced = field("brescia 6.17 low s1", dumps={"6.17": (AXIS, 6)}, scenario="crusader", phasing=AXIS)
    assert is_over(Game(reduced, RecoverStocks(AXIS)))
    assert reduced.on_hand(AXIS) == 4


def test_12_6_the_first_position_of_crusader_is_in_trace_supply() -> None:
    state = field("", scenario="crusader")
    whole = state.scenario.system.begin(state.scenario)

    for side in (ALLIED, AXIS):
        lacking = set(whole.combat_units(side)) - in_trace(whole, side)
        assert [state.scenario.counters.ids[each] for each in sorted(lacking)] == []
