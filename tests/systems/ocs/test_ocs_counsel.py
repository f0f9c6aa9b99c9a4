"""OCS: what the greedy player is told: it plays whole games, answers legally, keeps its ledger, and beats chance."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import odds
from sandtable.core.decisions import Action
from sandtable.core.flow import Ask, Outcome, Over, Roll, answer, run
from sandtable.core.intents import SCRIPT
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.players import player
from sandtable.systems.ocs.counsel import promising
from sandtable.systems.ocs.counsel.fire import expected, outcomes
from sandtable.systems.ocs.counsel.logistics import far, hauls, headquarter_moves, needs
from sandtable.systems.ocs.counsel.odds import KNOWN, PROMISED, affordable, chances, promise, stood
from sandtable.systems.ocs.counsel.prizes import bound, guarded, kept, stakes, step_worth, wanted, ways
from sandtable.systems.ocs.counsel.worth import worth
from sandtable.systems.ocs.s06_movement import ends, reached_from, ready
from sandtable.systems.ocs.s06_terrain import prices
from sandtable.systems.ocs.s09_combat import ResolveCombat
from sandtable.systems.ocs.s09_results import parsed
from sandtable.systems.ocs.s10_barrage import Barrage
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import LEG, QUARTERS
from systems.ocs.field import ALLIED, AXIS, field


def played(seed: int, *names: str) -> tuple[OcsState, Outcome]:
    state, rng = OCS.begin(OCS.load("primosole")), Random(seed)
    players = [player(name, f"{seed} {name}") for name in names]
    while not isinstance(wait := run(state), Over):
        if isinstance(wait, Ask):
            action = players[wait.side].answer(OCS.hidden.imagine(state, wait.side, rng), wait)
            assert not wait.form.check(state, action)
            answer(state, wait.form.settled(action))
            assert not list(OCS.audit(state))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    return state, wait.outcome


def at(state: OcsState, name: str) -> Hex:
    return state.theatre.board.place(name)


def test_greedy_plays_to_the_end_against_itself_and_keeps_something_to_defend_with() -> None:
    state, outcome = played(1, "officer", "officer")
    assert outcome.reason
    assert state.on_hand(ALLIED) > 0


def test_whatever_is_kept_from_one_question_to_the_next_would_be_found_again() -> None:
    """Where units get to, what attacks and barrages promise, how far the front is: kept by what they follow from."""
    state, rng, officer = OCS.begin(OCS.load("crusader")), Random(5), player("officer", "kept")
    for nth in range(90):
        wait = run(state)
        if isinstance(wait, Ask):
            action = officer.answer(state, wait)
            if nth % 10 == 0:
                reached = {unit: ends(state, (unit,), "move") for unit in ready(state, wait.side)}
                for kept_by in (reached_from, prices, far, expected, ways):
                    kept_by.cache_clear()
                for held in (KNOWN, PROMISED):
                    held.clear()
                state.forget()
                assert reached == {unit: ends(state, (unit,), "move") for unit in reached}
                assert action == officer.answer(state, wait)
            answer(state, action)
        elif isinstance(wait, Roll):
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])


def test_greedy_attacks_catania_against_chance() -> None:
    assert played(2, "officer", "random")[1].winner == ALLIED


def test_greedy_keeps_catania_from_chance() -> None:
    assert played(3, "random", "officer")[1].winner == AXIS


def test_2_2_catania_is_at_stake_for_four_points_and_the_nearest_hex_to_itself() -> None:
    state = field("44_rtr 12.7; i_3_fj 12.14")
    catania = at(state, "12.14")
    assert stakes(state.scenario)[catania] == 4
    way = ways(state.scenario, LEG, ((catania, 4),))
    assert (way[catania], way[at(state, "11.14")]) == (0, QUARTERS // 2)  # a primary road


def test_9_8_chances_of_an_attack_add_up_to_one() -> None:
    charts = OCS.load("primosole").charts
    for combat in (ResolveCombat("regular", 5, 1, 1, "Open"), ResolveCombat("overrun", 0, -2, -3, "Close")):
        assert sum(chances(OCS, charts, combat.plain()).values()) == pytest.approx(1)


def test_9_9_chances_of_an_attack_are_those_that_odds_tell() -> None:
    """One definition: what greedy reckons with is what a player is told."""
    charts = OCS.load("primosole").charts
    told = odds("ocs.combat", attack=9, defend=3, attacker_ar=4, defender_ar=2)
    found = chances(OCS, charts, ResolveCombat("regular", 6, 2, 2, "Open").plain())
    assert found == {parsed(result): pytest.approx(float(chance)) for result, chance in told.items()}


def test_9_9_more_attackers_promise_more_against_a_hex_that_counts() -> None:
    state = field("69_bde 11.11; 151_bde 11.11; mg_1_fj 11.12", dumps={"11.10": (ALLIED, 20), "11.13": (AXIS, 8)})
    target, units = at(state, "11.12"), stood(state, [state.scenario.unit(id) for id in ("69_bde", "151_bde")])
    assert promise(state, ALLIED, target, units, SCRIPT) > promise(state, ALLIED, target, units[:1], SCRIPT)


def test_9_5_tokens_are_kept_for_the_defence() -> None:
    rear = {"17.2": (ALLIED, 20)}
    few, many = (field("69_bde 11.9; 904_fest 11.8", dumps={"11.10": (ALLIED, tokens), **rear}) for tokens in (4, 5))
    units = stood(few, [few.scenario.unit("69_bde")])
    assert not affordable(few, units, SCRIPT)  # one for the attack leaves three
    assert affordable(many, units, SCRIPT)
    assert affordable(few, units, SCRIPT, last=True)


def test_9_5_an_army_that_has_little_left_keeps_it() -> None:
    few, many = (field("69_bde 11.9; 904_fest 11.8", dumps={"11.10": (ALLIED, tokens)}) for tokens in (10, 11))
    units = stood(few, [few.scenario.unit("69_bde")])
    assert not affordable(few, units, SCRIPT)
    assert affordable(many, units, SCRIPT)


def test_10_0_a_barrage_in_a_column_further_right_disorganizes_more_often() -> None:
    charts = OCS.load("primosole").charts
    weak, strong = (outcomes(OCS, charts, Barrage(column, False, False).plain()) for column in (2, 8))
    assert strong[0] > weak[0]
    assert strong[1] > weak[1]


def test_the_only_guard_of_catania_stays_while_the_enemy_is_near() -> None:
    state = field("i_3_fj 12.14; x_arditi 11.14; 44_rtr 11.12", control={"12.14": AXIS})
    assert bound(state, state.scenario.unit("i_3_fj"), SCRIPT)
    assert not bound(state, state.scenario.unit("x_arditi"), SCRIPT)


def test_12_8_units_out_of_supply_and_lost_tokens_are_worth_less() -> None:
    fed = field("69_bde 12.7; 904_fest 11.8", dumps={"12.7": (ALLIED, 8)})
    starving = field("69_bde 12.7 oos; 904_fest 11.8")
    assert worth(fed, ALLIED) > worth(starving, ALLIED)
    assert worth(fed, AXIS) < worth(starving, AXIS)


def test_13_1_an_hq_is_worth_more_than_a_brigade() -> None:
    state = field("69_bde 12.7; xiii_corps_hq 13.7")
    hq, brigade = (state.scenario.unit(id) for id in ("xiii_corps_hq", "69_bde"))
    assert step_worth(state, hq) > step_worth(state, brigade)


# ------------------------------------------------------------------------------------------------ what it answers

MOVING = "Player turn / Movement Phase / Movement Segment"
FIGHTING = "Player turn / Combat Phase / Combat Segment"


def advised(state: OcsState, row: str, side: Side = ALLIED) -> Action:
    """What is recommended in a segment."""
    state.stack.append(Segment(row, side))
    wait = run(state)
    assert isinstance(wait, Ask)
    action = next(iter(promising(state, wait)))
    assert not wait.form.check(state, action)
    return action


def ids(state: OcsState, *names: str) -> tuple[UnitId, ...]:
    return tuple(sorted(state.scenario.unit(name) for name in names))


def test_9_5_nobody_attacks_without_tokens() -> None:
    units = "69_bde 11.9; 151_bde 11.9; 904_fest 11.8"
    assert advised(field(units), FIGHTING) == ("end",)
    fed = field(units, dumps={"11.10": (ALLIED, 20)})
    assert advised(fed, FIGHTING)[:2] == ("attack", at(fed, "11.8"))


def test_9_5_nobody_attacks_who_is_much_stronger() -> None:
    state = field("3_cdo 11.9; i_3_fj 11.8; ii_3_fj 11.8", dumps={"11.10": (ALLIED, 20), "11.8": (AXIS, 8)})
    assert advised(state, FIGHTING) == ("end",)


def test_8_1_tanks_overrun_a_weak_battalion() -> None:
    state = field("44_rtr 12.7 fuel; 3_cly 12.7 fuel; 904_fest 11.8", dumps={"12.7": (ALLIED, 20)}, segment=MOVEMENT)
    assert advised(state, MOVING)[0] == "overrun"


def test_8_1_nobody_overruns_paratroops_in_a_hedgehog() -> None:
    state = field(
        "44_rtr 11.11; i_3_fj 11.12; ii_3_fj 11.12", dumps={"11.11": (ALLIED, 20), "11.13": (AXIS, 8)},
        hedgehogs={"11.12": 1}, segment=MOVEMENT,
    )  # fmt: skip
    assert advised(state, MOVING)[0] != "overrun"


def test_12_5_a_division_on_wheels_is_fuelled_for_one_supply_point() -> None:
    brigade = "7_h 21.5; 2_rtr 21.5; 6_rtr 21.5; 2_rgh 21.5; 3_cly 21.5; 4_cly 21.5; xxx_corps_hq 22.5"
    state = field(
        f"{brigade}; 155_ir 10.15", dumps={"22.5": (ALLIED, 40)}, control={"34.12": ALLIED},
        segment=MOVEMENT, scenario="crusader",
    )  # fmt: skip
    action = advised(state, MOVING)
    assert action[:2] == ("fuel", ids(state, "7_h", "2_rtr", "6_rtr", "2_rgh", "3_cly", "4_cly"))


def test_13_1_an_hq_that_the_enemy_is_near_goes_away_from_him() -> None:
    state = field(
        "xiii_corps_hq 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 8)}, control={"17.2": ALLIED}, segment=MOVEMENT
    )
    _, units, word, to, _ = advised(state, MOVING)
    assert (units, word) == (ids(state, "xiii_corps_hq"), "move")
    assert state.theatre.board.layout.distance(to, at(state, "11.8")) > 2


def test_13_1_an_hq_follows_units_that_it_no_longer_serves() -> None:
    state = field(
        "xxx_corps_hq 34.7; 7_h 15.11; 2_rtr 15.11; 4_nz_bde 15.10; 155_ir 12.11",
        dumps={"27.7": (ALLIED, 40), "34.7": (ALLIED, 8)}, control={"34.7": ALLIED, "27.7": ALLIED}, segment=MOVEMENT,
        scenario="crusader",
    )  # fmt: skip
    (hq,) = ids(state, "xxx_corps_hq")
    moves = list(headquarter_moves(state, ALLIED, SCRIPT))
    assert [unit for unit, _, _ in moves] == [hq]
    distance = state.theatre.board.layout.distance
    assert distance(moves[0][2], at(state, "15.11")) < distance(at(state, "34.7"), at(state, "15.11"))


def test_13_2_trucks_bring_tokens_to_an_hq_that_lacks_them() -> None:
    state = field(
        "xxx_corps_hq 19.9; 7_h 17.10; 2_rtr 17.10; al_truck_m1 27.7; 155_ir 14.11",
        dumps={"27.7": (ALLIED, 40)}, control={"27.7": ALLIED}, segment=MOVEMENT, scenario="crusader",
    )  # fmt: skip
    verb, units, tokens, to, then = next(hauls(state, ALLIED))
    assert (verb, units, tokens, then) == ("haul", ids(state, "al_truck_m1"), 4, "return")
    assert to in needs(state, ALLIED)


def test_13_2_tokens_are_not_laid_down_next_to_the_enemy() -> None:
    state = field("69_bde 11.9; 904_fest 11.8; 15_bde 13.8")
    assert set(needs(state, ALLIED)) == {at(state, "13.8")}


def test_2_2_the_way_to_tobruk_is_wanted_by_one_side_and_kept_by_the_other() -> None:
    state = OCS.begin(OCS.load("crusader"))
    open_to = set(wanted(state, ALLIED, SCRIPT)) - set(stakes(state.scenario))
    barred = set(kept(state, AXIS, SCRIPT)) - set(stakes(state.scenario))
    assert open_to
    assert barred
    assert all(state.combat_units_in(hex, AXIS) for hex in barred)


def test_2_2_nothing_bars_the_way_to_tobruk_where_no_enemy_is() -> None:
    state = field("14_bde 8.19; ju88 1.18", scenario="crusader")
    assert set(wanted(state, ALLIED, SCRIPT)) <= set(stakes(state.scenario))


def test_16_0_hedgehogs_around_tobruk_are_guarded_with_it() -> None:
    state = OCS.begin(OCS.load("crusader"))
    assert {at(state, name) for name in ("8.18", "7.19")} <= set(guarded(state, ALLIED, SCRIPT))


def test_9_2_odds_thought_of_are_those_of_units_that_stand_there() -> None:
    there = field("69_bde 11.11; mg_1_fj 11.12", dumps={"11.10": (ALLIED, 20), "11.13": (AXIS, 8)})
    far = field("69_bde 11.9; mg_1_fj 11.12", dumps={"11.10": (ALLIED, 20), "11.13": (AXIS, 8)})
    (unit,) = ids(there, "69_bde")
    (moved,) = (each._replace(at=at(far, "11.11")) for each in stood(far, (unit,)))
    target = at(there, "11.12")
    imagined, stands = (
        promise(state, ALLIED, target, units, SCRIPT)
        for state, units in ((far, (moved,)), (there, stood(there, (unit,))))
    )
    assert imagined == stands
    assert far.hex_of[unit] == at(far, "11.9")
