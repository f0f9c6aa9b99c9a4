"""OCS 9: combats worked by hand on the map of Primosole: every factor, token, column, step and hex."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.core.flow import Over
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s09_attack import ATTACKERS_RATING, Combat
from sandtable.systems.ocs.s09_forces import clash
from sandtable.systems.ocs.s09_results import parsed
from sandtable.systems.ocs.s09_retreat import ways
from sandtable.systems.ocs.state import ATTACKED, EXHAUSTED, FULL, LOW, RELEASED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, DG, EXPLOIT, MOVE, MOVE_FACE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COMBAT_SEGMENT = "Player turn / Combat Phase / Combat Segment"
EXPLOITATION_COMBAT = "Player turn / Exploitation Phase / Exploitation combat"
DUMPS = {"13.7": (ALLIED, 20), "10.8": (AXIS, 20)}


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def units(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def attack(
    state: OcsState, target: str, *ids: str, dice: Iterable[Any] = (), overrun: int = 0, side: Side = ALLIED,
    exploits: int = 1,
) -> Game:  # fmt: skip
    return Game(state, Combat(side, place(state, target), units(state, *ids), overrun, (), exploits), dice)


def outcome(game: Game) -> Any:
    assert isinstance(game.wait, Over), game.wait
    assert not audit(game.state)
    return game.wait.outcome


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def sums(
    state: OcsState, target: str, ids: str, rated: tuple[str, str], unsupplied: str = "", side: Side = ALLIED
) -> tuple[Any, ...]:
    """Attack, defence, column, and what modifies both rolls."""
    found = clash(
        state, side, place(state, target), units(state, *ids.split()),
        (unit(state, rated[0]), unit(state, rated[1])), units(state, *unsupplied.split()),
    ).situation  # fmt: skip
    return found.attack, found.defence, found.column, found.surprise, found.result


# ------------------------------------------------------------------------------------------------ strengths


def test_9_4d_armor_is_doubled_in_the_open() -> None:
    """6 + 6 + 5 x 2 = 22 against 2: 11:1 in the open is column 11; ratings 4 and 2 give +2 to both rolls."""
    state = field("69_bde 12.7; 151_bde 12.7; 44_rtr 12.7; 904_fest 11.8")

    assert sums(state, "11.8", "69_bde 151_bde 44_rtr", ("69_bde", "904_fest")) == (22, 2, 11, 2, 2)


def test_9_4e_a_hedgehog_is_heavy_anti_tank() -> None:
    """6 + 6 + 5 x 1.5 = 19.5 to 2 is 9.75, rounded to 10:1: column 9:1 (10); surprise +2 - 1, result +2 - 1."""
    state = field("69_bde 12.7; 151_bde 12.7; 44_rtr 12.7; 904_fest 11.8", hedgehogs={"11.8": 1})

    assert sums(state, "11.8", "69_bde 151_bde 44_rtr", ("69_bde", "904_fest")) == (Fraction(39, 2), 2, 10, 1, 1)


def test_16_0_the_level_of_a_hedgehog_counts_against_the_result_alone() -> None:
    state = field("69_bde 12.7; 904_fest 11.8", hedgehogs={"11.8": 3})

    assert sums(state, "11.8", "69_bde", ("69_bde", "904_fest"))[3:] == (1, -1)


def test_9_4e_light_anti_tank_stops_mech_but_not_armor() -> None:
    """Against the recon of HG (mech, 3) the armor keeps x2 and a mech recon has x1.5: 5 x 2 + 3 x 1.5 = 14.5."""
    state = field("44_rtr 12.7; 5_recce 12.7; rec_hg 11.8")

    assert sums(state, "11.8", "44_rtr 5_recce", ("44_rtr", "rec_hg"))[:2] == (Fraction(29, 2), 3)


def test_9_3b_the_defender_takes_the_river_for_each_stack_by_itself() -> None:
    """Open 11.9: from 12.8 across the river 6 x 1/2 = 3, from 12.9 none: 6. Together 9 to 2, rounded to 5:1."""
    state = field("69_bde 12.8; 151_bde 12.9; 904_fest 11.9")

    assert sums(state, "11.9", "69_bde 151_bde", ("69_bde", "904_fest")) == (9, 2, 8, 2, 2)


def test_9_3b_the_defender_rather_takes_a_river_than_open_ground_against_armor() -> None:
    """5 x 1/2 instead of 5 x 2; the line stays Open."""
    state = field("44_rtr 12.8; 904_fest 11.9")

    assert sums(state, "11.9", "44_rtr", ("44_rtr", "904_fest"))[0] == Fraction(5, 2)


def test_9_3_a_city_is_very_close() -> None:
    """Catania: infantry 6 + 6 as printed against 3: 4:1 on the Very Close line is column 5."""
    state = field("69_bde 11.14; 151_bde 11.14; i_3_fj 12.14")

    assert sums(state, "12.14", "69_bde 151_bde", ("69_bde", "i_3_fj")) == (12, 3, 5, -1, -1)


def test_4_3_modes_and_supply_multiply_each_other() -> None:
    """5 DG 1/2, 3 in Reserve 1/2, 3 in Strat Mode 0, 2 out of supply and withheld 1/4: 2.5 + 1.5 + 0 + 0.5."""
    state = field("69_bde 12.7; 115_pzgr 11.8 dg; 75_napoli 11.8 reserve; i_3_fj 11.8 strat back; 904_fest 11.8 oos")
    attack, defence, *_ = sums(state, "11.8", "69_bde", ("69_bde", "115_pzgr"), "904_fest")

    assert (attack, defence) == (6, Fraction(9, 2))


def test_9_6_dg_costs_a_point_of_the_rating_and_strat_all_of_it() -> None:
    """4 - (4 - 1) = +1; against the paratroops in Strat Mode 4 - 0."""
    state = field("69_bde 12.7; 115_pzgr 11.8 dg; i_3_fj 11.8 strat")

    assert sums(state, "11.8", "69_bde", ("69_bde", "115_pzgr"))[3] == 1
    assert sums(state, "11.8", "69_bde", ("69_bde", "i_3_fj"))[3] == 4


def test_9_14a_without_strength_a_side_is_at_the_end_of_the_table() -> None:
    strat = field("69_bde 12.7; i_3_fj 11.8 strat")
    pax = field("al_pax1 12.7; 904_fest 11.8")

    assert sums(strat, "11.8", "69_bde", ("69_bde", "i_3_fj"))[2] == 12
    assert sums(pax, "11.8", "al_pax1", ("al_pax1", "904_fest"))[2] == 0


@pytest.fixture
def division(monkeypatch: pytest.MonkeyPatch) -> None:
    """69 Bde and 115 PzGr as multi-step units of four steps: nobody has several in this title."""
    state = field("")
    steps = list(state.theatre.full_steps)
    for id in ("69_bde", "115_pzgr"):
        steps[unit(state, id)] = 4
    monkeypatch.setitem(state.theatre.__dict__, "full_steps", tuple(steps))


@pytest.mark.usefixtures("division")
def test_9_11d_a_reduced_division_attacks_at_half_and_defends_at_half_later() -> None:
    three = field("69_bde 12.7 s3; 115_pzgr 11.8 s3")
    two = field("69_bde 12.7 s2; 115_pzgr 11.8 s2")

    assert sums(three, "11.8", "69_bde", ("69_bde", "115_pzgr"))[:2] == (3, 5)
    assert sums(two, "11.8", "69_bde", ("69_bde", "115_pzgr"))[:2] == (3, Fraction(5, 2))


@pytest.mark.usefixtures("division")
def test_21_2_strength_in_proportion_is_rounded() -> None:
    """6 x 3/4 = 4.5, rounded to 5; 5 x 3/4 = 3.75, rounded to 4."""
    state = field("69_bde 12.7 s3; 115_pzgr 11.8 s3", proportional_strength=True)

    assert sums(state, "11.8", "69_bde", ("69_bde", "115_pzgr"))[:2] == (5, 4)


# ------------------------------------------------------------------------------------------------ whole combats


def test_9_2_an_attack_that_sweeps_all_away() -> None:
    """Worked through. 22 to 2, column 11:1, +2. The attacker pays 3T, the defender (half an RE) 1T. Surprise 7 + 2 = 9:
    nobody's. Result 7 + 2 = 9: Ae3 DL2o2DG. Everybody rated 3 or more exploits; the one step of 904 dies; the tanks
    alone advance."""
    state = field("69_bde 12.7; 151_bde 12.7; 44_rtr 12.7; 904_fest 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", "151_bde", "44_rtr")

    assert state.spent_tokens[ALLIED] == 3
    game.do("pay", [])
    assert state.spent_tokens[AXIS] == 1
    assert game.ask.form is ATTACKERS_RATING
    game.do("69_bde", dice=[7, 7])
    assert game.told("combat")[0].data["result"] == "Ae3 DL2o2DG"
    assert where(state, "904_fest") == "dead_axis"
    game.do([units(state, "44_rtr")])

    assert outcome(game) == "advanced"
    assert [state.mode[each] for each in units(state, "69_bde", "151_bde", "44_rtr")] == [EXPLOIT] * 3
    assert (where(state, "44_rtr"), where(state, "69_bde")) == ("11.8", "12.7")
    assert state.controller(place(state, "11.8")) == ALLIED


def test_9_5_a_defender_who_withholds_is_halved_and_keeps_his_tokens() -> None:
    """6 to 5/2 is 2.4, 2:1 (column 5) instead of 1:1 (column 4). 10 + 0 is surprise for the attacker, die 2: column 7;
    result 2 + 0: AL1o1 Do1. The brigade dies by its loss, so nobody is left for its option, and the defender ignores
    his."""
    state = field("69_bde 12.7; 115_pzgr 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", dice=[10, 2, 2])
    game.do("withhold")

    assert game.told("odds")[0].data["number"] == 5
    assert game.told("column")[0].data["number"] == 7
    assert game.told("combat")[0].data["result"] == "AL1o1 Do1"
    assert game.verbs() == {"take", "ignore"}
    game.do("ignore")
    assert outcome(game) == "held"
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (1, 0)
    assert where(state, "69_bde") == "dead_allied"


def test_9_8_surprise_for_the_defender_shifts_to_the_left_and_stops_at_the_edge() -> None:
    """6 to 5 is 1:1, column 4; 5 + 0 is the defender's, die 6: column 0."""
    state = field("69_bde 12.7; 115_pzgr 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", dice=[5, 6, 7])
    game.do("pay", [])

    assert state.spent_tokens[AXIS] == 1  # one RE
    assert game.told("column")[0].data["number"] == 0
    assert game.told("combat")[0].data["result"] == "AL1o1"
    assert outcome(game) == "held"


def test_9_10_an_attacker_who_retreats_gives_up_exploitation_and_lets_the_defender_ignore() -> None:
    """6 + 6 to 5 is 2:1, column 5; ratings are even, so 12 is Ao1 DL1o1. The attacker retreats a hex; the
    loss of the defender stands, and kills him."""
    state = field("69_bde 12.7; 151_bde 12.7; 115_pzgr 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", "151_bde")
    game.do("pay", [])
    game.do("69_bde", dice=[7, 12])
    assert game.told("combat")[0].data["result"] == "Ao1 DL1o1"
    game.do("take", 1)
    assert "12.6" in game.offers(units(state, "69_bde", "151_bde"))
    assert "11.8" not in game.offers(units(state, "69_bde", "151_bde"))
    game.do(units(state, "69_bde"), "12.6")
    game.do(units(state, "151_bde"), "13.7")

    assert outcome(game) == "retreated"
    assert where(state, "115_pzgr") == "dead_axis"
    assert (where(state, "69_bde"), where(state, "151_bde")) == ("12.6", "13.7")
    assert state.controller(place(state, "11.8")) == AXIS


def test_9_12_the_second_hex_of_a_retreat_disorganizes_whoever_is_there() -> None:
    """12 to 2 + 5 x 1/2 (on stocks, and not) is 2.67, 3:1, column 6; 11 + 2: Ae4 DL1o2. 904
    dies; 115 retreats two hexes, is disorganized in the second, and so is the battery that stands there."""
    state = field(
        "69_bde 12.7; 151_bde 12.7; 904_fest 11.8; 115_pzgr 11.8; schmalz_art 9.9", dumps={"13.7": (ALLIED, 9)}
    )
    game = attack(state, "11.8", "69_bde", "151_bde", exploits=0)
    game.do("stocks", units(state, "904_fest"))
    game.do("69_bde")
    game.do("904_fest", dice=[7, 11])
    assert game.told("combat")[0].data["result"] == "Ae4 DL1o2"
    assert where(state, "904_fest") == "dead_axis"
    game.do("take", 2)
    game.do(units(state, "115_pzgr"), "9.9")
    game.do([])

    assert outcome(game) == "held"
    assert [state.mode[each] for each in units(state, "115_pzgr", "schmalz_art")] == [DG, DG]


def test_9_12_a_retreat_into_an_enemy_zone_disorganizes() -> None:
    """6 to 2 is 3:1, column 6; 7 + 2 no surprise, 5 + 2: Ao1 Do1. The attacker gives his step, 904 goes into the zone
    of 13 Bde."""
    state = field("69_bde 12.7; 13_bde 9.8; 904_fest 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde")
    game.do("pay", [], dice=[7, 5])
    assert game.told("combat")[0].data["result"] == "Ao1 Do1"
    game.do("take", 0)
    assert game.verbs() == {"take"}  # he took his option in full
    game.do("take", 1)
    game.do(units(state, "904_fest"), "10.8")

    assert outcome(game) == "held"
    assert state.mode[unit(state, "904_fest")] == DG


def test_9_12_there_the_disorganized_lose_a_step() -> None:
    """6 to 2 x 1/2 is 6:1, column 8; ratings 4 and 2 - 1: 6 + 3 no surprise, 2 + 3: Ao1 Do1."""
    state = field("69_bde 12.7; 13_bde 9.8; 904_fest 11.8 dg", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde")
    game.do("pay", [], dice=[6, 2])
    assert game.told("combat")[0].data["result"] == "Ao1 Do1"
    game.do("take", 0)
    game.do("take", 1)
    game.do(units(state, "904_fest"), "10.8")

    assert outcome(game) == "held"
    assert where(state, "904_fest") == "dead_axis"


def test_9_1_who_may_attack_and_who_not() -> None:
    """The refusals, each with its rule."""
    state = field(
        "69_bde 12.7; 151_bde 12.7 strat; 13_bde 12.7 reserve; 15_bde 15.7; 50_div_art 12.7; 904_fest 11.8; "
        "5_recce 11.7 exhausted; 46_rtr 11.7; i_3_fj 11.12; 44_rtr 12.11",
        dumps={"13.7": (ALLIED, 20)},
    )
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))

    assert "only defends" in game.why("attack", "11.8", units(state, "50_div_art"))
    assert "Strat Mode (OCS 5.8)" in game.why("attack", "11.8", units(state, "151_bde"))
    assert "Reserve (OCS 5.7)" in game.why("attack", "11.8", units(state, "13_bde"))
    assert "not next to" in game.why("attack", "11.8", units(state, "15_bde"))
    assert "no enemy combat unit" in game.why("attack", "12.7")
    assert "nobody can attack 11.12" in game.why("attack", "11.12")  # tanks cross no major river without a bridge
    game.do("attack", "11.8", [units(state, "69_bde")], [], dice=[7, 7])
    assert state.has(unit(state, "69_bde"), ATTACKED)


def test_9_1_a_hex_is_attacked_once_and_a_unit_attacks_once_in_a_segment() -> None:
    """6 to 5 is 1:1, column 4; 9 is Ao1 Do1: the attacker gives a hex, the defender ignores his option."""
    state = field("69_bde 12.7; 13_bde 11.7; 115_pzgr 11.8; 904_fest 12.8", dumps=DUMPS)
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    game.do("attack", "11.8", [units(state, "69_bde")], [], dice=[7, 9])
    game.do("pay", [])
    assert game.told("combat")[0].data["result"] == "Ao1 Do1"
    game.do("take", 1)
    game.do(units(state, "69_bde"), "13.7")
    game.do("ignore")

    assert "has been attacked" in game.why("attack", "11.8")
    assert "end" in game.verbs()
    assert where(state, "115_pzgr") == "11.8"


def test_2_3_in_the_exploitation_phase_only_exploiters_and_released_reserves_attack() -> None:
    state = field("69_bde 12.7; 151_bde 12.7 exploit; 13_bde 12.7; 904_fest 11.8", dumps=DUMPS)
    state.did(unit(state, "13_bde"), RELEASED)
    game = Game(state, Segment(EXPLOITATION_COMBAT, ALLIED))

    assert "neither exploits" in game.why("attack", "11.8", units(state, "69_bde"))
    game.do("attack", "11.8", [units(state, "151_bde", "13_bde")], [])
    game.do("pay", [])
    game.do("13_bde", dice=[7, 10])  # 12 to 2, 6:1 column 8 (5:1); 10 + 2 = 12: Ae3 DL2o2DG
    assert game.told("combat")[0].data["result"] == "Ae3 DL2o2DG"
    game.do([])
    assert state.mode[unit(state, "13_bde")] == COMBAT


# ------------------------------------------------------------------------------------------------ supply


def test_12_10_who_gets_no_supply_lives_on_stocks_and_exhausted_ones_cannot_attack() -> None:
    state = field("69_bde 12.7; 151_bde 12.7 low; 13_bde 12.7 exhausted; 904_fest 11.8")
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))

    assert "neither supply within reach nor stocks left" in game.why("attack", "11.8", units(state, "13_bde"))
    game.do("attack", "11.8", [units(state, "69_bde", "151_bde")], [])
    assert [state.stocks[each] for each in units(state, "69_bde", "151_bde")] == [LOW, EXHAUSTED]
    assert game.verbs() == {"stocks", "withhold"}
    game.do("stocks", units(state, "904_fest"))
    assert state.stocks[unit(state, "904_fest")] == LOW
    assert state.spent_tokens[ALLIED] == state.spent_tokens[AXIS] == 0


def test_12_10_stocks_wait_while_supply_can_pay() -> None:
    state = field("69_bde 12.7; 904_fest 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde")

    assert game.verbs() == {"pay", "withhold"}
    assert "supply on the map can pay" in game.why("stocks")
    assert state.stocks[unit(state, "904_fest")] == FULL


def test_12_10_an_exhausted_unit_defends_at_half_beside_others_on_their_stocks() -> None:
    """115 on its stocks 5, 904 exhausted 2 x 1/2: 6 to 6."""
    state = field("69_bde 12.7; 115_pzgr 11.8; 904_fest 11.8 exhausted", dumps={"13.7": (ALLIED, 4)})
    game = attack(state, "11.8", "69_bde")
    game.do("stocks", units(state, "115_pzgr"))
    game.do("115_pzgr")

    assert game.told("odds")[0].data["defence"] == "6"


def test_9_5_whoever_cannot_be_paid_drops_out() -> None:
    """One token for two: the stronger 152 Bde (7) is paid, 69 Bde is exhausted and drops out."""
    state = field("69_bde 12.7 exhausted; 152_bde 12.7 exhausted; 904_fest 11.8", dumps={"13.7": (ALLIED, 1)})
    game = attack(state, "11.8", "69_bde", "152_bde")
    game.do("withhold")

    assert [event.data["unit"] for event in game.told("drops out")] == [unit(state, "69_bde")]
    assert game.told("odds")[0].data["attack"] == "7"
    assert state.on_hand(ALLIED) == 0


@pytest.mark.usefixtures("division")
def test_12_10_too_little_supply_for_a_division_is_spent_and_lost() -> None:
    """Four steps cost 4T; 3T are there: all of them go, and the stocks too."""
    state = field("69_bde 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 3)})
    attack(state, "11.8", "69_bde")

    assert (state.spent_tokens[ALLIED], state.stocks[unit(state, "69_bde")]) == (3, LOW)


@pytest.mark.usefixtures("division")
def test_9_11c_all_lose_one_before_one_loses_two() -> None:
    """AL2 of a division rated 4 and a brigade: the division first, since its rating counted, then the brigade."""
    state = field("69_bde 12.7; 13_bde 12.7; 115_pzgr 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", "13_bde")
    assert state.spent_tokens[ALLIED] == 5
    game.do("pay", [])
    assert state.spent_tokens[AXIS] == 2  # four REs
    game.do("69_bde", dice=[5, 6, 2])
    assert game.told("combat")[0].data["result"] == "AL2"

    assert state.steps[unit(state, "69_bde")] == 3
    assert where(state, "13_bde") == "dead_allied"
    assert outcome(game) == "held"


def test_9_11_a_unit_without_steps_goes_to_the_dead_pile_and_more_losses_are_ignored() -> None:
    """6 to 5 is 1:1, column 4; 4 is the defender's surprise, die 1: column 3; 2 is AL2. The brigade has one step."""
    state = field("69_bde 12.7; 115_pzgr 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", dice=[4, 1, 2])
    game.do("pay", [])

    assert game.told("combat")[0].data["result"] == "AL2"
    assert [event.data["number"] for event in game.told("lost steps")] == [1]
    assert where(state, "69_bde") == "dead_allied"
    assert outcome(game) == "held"


def test_9_12g_only_who_attacked_advances_into_a_hex_without_enemies() -> None:
    """13 to 2 is 6.5, rounded to 7:1, column 9; 8 + 2: Ae4 DL1o2. The battery beside them did not attack."""
    state = field("69_bde 12.7; 152_bde 12.7; 50_div_art 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 4)})
    game = attack(state, "11.8", "69_bde", "152_bde")
    game.do("stocks", units(state, "904_fest"))
    game.do("152_bde", dice=[7, 8])

    assert game.told("odds")[0].data["odds"] == "7:1"
    assert game.told("combat")[0].data["result"] == "Ae4 DL1o2"
    assert "did not attack" in game.why(units(state, "50_div_art"))
    game.do([units(state, "69_bde", "152_bde")])
    assert outcome(game) == "advanced"
    assert where(state, "50_div_art") == "12.7"


def test_9_12_whoever_retreats_into_supply_of_the_enemy_captures_it() -> None:
    """115 PzGr goes back a hex, onto 8T that the Allies left at 11.9: die 4, half of it."""
    state = field("69_bde 12.7; 151_bde 12.7; 115_pzgr 11.8", dumps={"13.7": (ALLIED, 8), "11.9": (ALLIED, 8)})
    game = attack(state, "11.8", "69_bde", "151_bde", exploits=0)
    game.do("stocks", units(state, "115_pzgr"))
    game.do("69_bde", dice=[7, 7])  # 12 to 5 is 2:1, column 5; 7: AL1 Do1
    assert game.told("combat")[0].data["result"] == "AL1 Do1"
    game.do("take", 1)
    game.do(units(state, "115_pzgr"), "11.9", dice=[4])

    assert state.dump[place(state, "11.9")] == 4
    assert (state.taken_tokens[AXIS], state.lost_tokens[ALLIED]) == (4, 8)
    game.do([])
    assert outcome(game) == "held"


def test_9_3b_an_attack_across_the_simeto_by_the_bridge() -> None:
    """Tanks cross the major river by the road, so they may attack 11.12: 5 x 1/3; infantry 6 x 1/2. Together 4.67 to 2:
    2.33, 2:1, column 5; ratings 4 and 5, hedgehog 1: -2 to both rolls."""
    state = field("44_rtr 11.11; 69_bde 11.11; mg_1_fj 11.12", hedgehogs={"11.12": 1}, dumps={"11.10": (ALLIED, 4)})
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))

    assert sums(state, "11.12", "44_rtr 69_bde", ("69_bde", "mg_1_fj")) == (Fraction(14, 3), 2, 5, -2, -2)
    game.do("attack", "11.12", [units(state, "44_rtr", "69_bde")], [])
    assert state.spent_tokens[ALLIED] == 2


def test_9_5_the_defender_says_out_of_which_dump_he_pays() -> None:
    """2T for more than an RE, the nearer dump left alone."""
    state = field(
        "69_bde 12.7; 115_pzgr 11.8; 904_fest 11.8",
        dumps={"13.7": (ALLIED, 4), "10.8": (AXIS, 4), "10.9": (AXIS, 4)},
    )
    game = attack(state, "11.8", "69_bde")
    game.do("pay", ["10.9"])

    assert (state.dump[place(state, "10.8")], state.dump[place(state, "10.9")]) == (4, 2)


# ------------------------------------------------------------------------------------------------ reserve, exploitation


def test_5_7_any_result_for_the_defender_ends_reserve() -> None:
    """Also an option he may ignore."""
    state = field("69_bde 12.7; 115_pzgr 11.8 reserve; 904_fest 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde")
    game.do("pay", [])
    game.do("115_pzgr", dice=[7, 9])
    game.do("take", 1)
    game.do(units(state, "69_bde"), "13.7")
    game.do("ignore")

    assert state.mode[unit(state, "115_pzgr")] == COMBAT
    assert outcome(game) == "retreated"


@pytest.mark.parametrize(
    ("where_from", "exploits"),
    [(("12.7", "12.7"), True), (("12.7", "12.8"), True), (("12.7", "10.7"), False)],
)
def test_9_13_exploitation_needs_one_hex_or_two_that_touch(where_from: tuple[str, str], exploits: bool) -> None:
    """12 + 10 to 2: 11:1, 9: Ae3."""
    one, other = where_from
    state = field(f"69_bde {one}; 151_bde {one}; 44_rtr {other}; 904_fest 11.8", dumps={"13.7": (ALLIED, 20)})
    game = attack(state, "11.8", "69_bde", "151_bde", "44_rtr")
    game.do("stocks", units(state, "904_fest"))
    game.do("69_bde", dice=[7, 7])
    game.do([])

    modes = {state.mode[each] for each in units(state, "69_bde", "151_bde", "44_rtr")}
    assert modes == ({EXPLOIT} if exploits else {COMBAT})


def test_9_13_a_disorganized_attacker_and_a_lower_rating_earn_nothing() -> None:
    """e3: 151 Bde is DG; replacements are rated 0."""
    state = field(
        "69_bde 12.7; 151_bde 12.7 dg; al_pax1 12.7 move; 44_rtr 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 20)}
    )
    game = attack(state, "11.8", "69_bde", "151_bde", "44_rtr", "al_pax1")
    game.do("withhold")
    game.do("69_bde", dice=[7, 7])
    game.do([])

    modes = [state.mode[unit(state, id)] for id in ("69_bde", "151_bde", "al_pax1", "44_rtr")]
    assert modes == [EXPLOIT, DG, MOVE, EXPLOIT]


def test_8_1_an_overrun_has_its_own_thresholds_no_exploitation_and_all_advance() -> None:
    """7 + 2 = 9 is surprise in an overrun: die 1, from column 11 to 12; 7 + 2 = 9: Ae3 DL2o2DG."""
    state = field("69_bde 12.7; 151_bde 12.7; 44_rtr 12.7; 904_fest 11.8", dumps=DUMPS)
    game = attack(state, "11.8", "69_bde", "151_bde", "44_rtr", overrun=1)
    game.do("pay", [])
    game.do("69_bde", dice=[7, 1, 7])

    assert game.told("surprise")[0].data["word"] == "attacker"
    assert outcome(game) == "advanced"
    assert [where(state, id) for id in ("69_bde", "151_bde", "44_rtr")] == ["11.8"] * 3
    assert state.mode[unit(state, "44_rtr")] == COMBAT
    assert not state.has(unit(state, "44_rtr"), ATTACKED)


# ------------------------------------------------------------------------------------------------ retreats


def test_13_1c_an_hq_turns_over_and_organic_trucks_tag_along() -> None:
    """12 to (5 + 3) x 1/2 is 3:1, column 6, ratings even, 8: Ao1 DL1o1. The HQ gives way with the organic trucks; the
    wagons stay and are captured by who advances."""
    state = field(
        "69_bde 12.7; 151_bde 12.7; xiv_pz_corps_hq 11.8; rec_hg 11.8; org_hg 11.8 t4; ax_wagon1 11.8 t3",
        dumps={"13.7": (ALLIED, 8)},
    )
    game = attack(state, "11.8", "69_bde", "151_bde", exploits=0)
    game.do("withhold")
    game.do("69_bde")
    game.do("rec_hg", dice=[7, 8])
    assert game.told("combat")[0].data["result"] == "Ao1 DL1o1"
    game.do("take", 0)
    game.do("take", 1)
    game.do(units(state, "xiv_pz_corps_hq", "org_hg"), "10.8")

    hq = unit(state, "xiv_pz_corps_hq")
    assert (state.face[hq], state.mode[hq], where(state, "org_hg")) == (MOVE_FACE, MOVE, "10.8")
    assert where(state, "rec_hg") == "dead_axis"
    game.do([units(state, "151_bde")], dice=[6])  # wagons: 100 percent
    assert outcome(game) == "advanced"
    wagon = unit(state, "ax_wagon1")
    assert (state.owner[wagon], state.cargo[wagon]) == (ALLIED, 3)
    assert (state.lost_tokens[AXIS], state.taken_tokens[ALLIED]) == (3, 3)


def test_9_12_whoever_has_nowhere_to_go_may_not_retreat() -> None:
    """904 in a ring: every hex around it held an enemy when the combat began."""
    state = field(
        "69_bde 12.7; 151_bde 12.8; 13_bde 11.9; 15_bde 10.8; 17_bde 10.7; 152_bde 11.7; 115_pzgr 11.8",
        dumps={"13.7": (ALLIED, 8), "11.8": (AXIS, 4)},
    )
    game = attack(state, "11.8", "69_bde", dice=[7, 9])  # 1:1, 9: Ao1 Do1
    game.do("pay", [])
    game.do("take", 0)

    assert where(state, "69_bde") == "dead_allied"
    assert where(state, "115_pzgr") == "dead_axis"  # nothing was asked: its option is a step
    assert outcome(game) == "held"


def test_5_8_strat_mode_never_retreats_into_an_enemy_zone() -> None:
    """11.8 is in the zone of 12.7 with 12.8 and 11.7; 9.9 covers 10.8 and 10.9: 11.9 and 10.7 are left."""
    state = field("69_bde 12.7; 904_fest 11.8 strat; 13_bde 9.9")
    found = ways(state, AXIS, units(state, "904_fest"), 1, (place(state, "12.7"),))

    assert {state.scenario.place_name(hex) for hex in found} == {"11.9", "10.7"}


@pytest.mark.parametrize(
    ("result", "numbers"),
    [
        ("AL2", (2, 0, -1, False, 0, 0, False)),
        ("AL1o1 Do1", (1, 1, -1, True, 0, 1, False)),
        ("Ao1 e4 DL1o2", (0, 1, 4, True, 1, 2, False)),
        ("Ae2 DL2o3DG", (0, 0, 2, True, 2, 3, True)),
    ],
)
def test_9_10_results_are_read(result: str, numbers: tuple[Any, ...]) -> None:
    assert parsed(result) == numbers


def test_9_10_every_result_of_the_table_is_read() -> None:
    table = field("").scenario.charts.table("combat")

    assert all(parsed(cell) for cell in table.terms)
