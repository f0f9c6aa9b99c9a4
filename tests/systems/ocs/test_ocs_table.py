"""OCS at the table: how many answers a turn takes, what is asked, what is told beside it, what may be looked at."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sandtable.core.decisions import DONE
from sandtable.core.flow import Ask, Roll, answer, run
from sandtable.core.groups import Group
from sandtable.core.rules import UnitId
from sandtable.core.sequence import Segment, Sequence
from sandtable.play import lens
from sandtable.play.explain import sentence, words
from sandtable.play.forecast import forecast, forecast_lines, sequel_lines
from sandtable.play.session import Session, start
from sandtable.systems.ocs.state import NO_SEGMENT, SEGMENT
from sandtable.systems.ocs.theatre import QUARTERS
from systems.ocs.field import ALLIED, AXIS, Game, field, unit
from systems.ocs.first_turn import first_turn, given

MOST = 60  # answers of a person in a turn of Primosole
MOVING = "Player turn / Movement Phase / Movement Segment"


@pytest.fixture(scope="module")
def turn() -> Session:
    return first_turn()


def units(state: object, *ids: str) -> Group:
    return tuple(sorted(UnitId(unit(state, id)) for id in ids))  # type: ignore[arg-type]  # a state of OCS


# ------------------------------------------------------------------------------------------------ few answers


def test_2_2_a_turn_of_primosole_needs_no_more_than_sixty_answers(turn: Session) -> None:
    """Both corps advance, an overrun, a drop, bombs, barrages, attacks, exploitation; the reaction to the other's."""
    counts = {side: sum(each.side == side for each in given(turn)) for side in turn.scenario.sides}
    print(f"answers of turn 1: {counts}")
    assert 20 < counts["allied"] <= MOST
    assert counts["axis"] <= MOST


def test_2_2_in_that_turn_everything_happens(turn: Session) -> None:
    kinds = {event.kind for event in turn.log.events}
    assert {"surprise", "barraged", "landed", "captured", "paid", "advanced"} - {"captured"} <= kinds
    modes = {event.data["word"] for event in turn.log.events if event.kind == "mode"}
    assert {"in Exploit Mode", "disorganized", "in reserve"} <= modes
    forms = [(each.side, each.form) for each in given(turn)]
    assert ("allied", "Reaction Movement") in forms
    assert ("axis", "Reaction barrages") in forms
    assert ("allied", "Exploitation combat") in forms


def test_6_1_a_formation_comes_together_with_one_answer() -> None:
    """13 Bde marches 2½ points, 17 Bde 1½, the artillery by truck for a token; the hex of one of them is no end."""
    state = field("13_bde 15.5; 17_bde 15.7; 5_div_art 14.7", dumps={"13.7": (ALLIED, 4)}, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    all_three = units(state, "13_bde", "17_bde", "5_div_art")

    assert game.ask.form.groups(state, game.draft("move"))["5_div"] == all_three
    assert "already there" in game.why("move", all_three, "move", "14.7")
    game.do("move", all_three, "move", "12.7", [])
    assert {state.hex_of[each] for each in all_three} == {state.scenario.place("12.7")}
    assert state.spent_tokens[ALLIED] == 1
    assert state.spent[all_three[0]] != state.spent[all_three[1]]


def test_6_1_units_of_two_formations_move_apart() -> None:
    state = field("13_bde 15.5; 69_bde 15.7", segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    assert "not in one hex" in game.why("move", units(state, "13_bde", "69_bde"))


def test_5_0_all_units_take_one_mode_at_once() -> None:
    state = field("13_bde 15.5; 69_bde 12.7; al_pax1 17.2", segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    everybody = units(state, "13_bde", "69_bde")

    assert game.ask.form.groups(state, game.draft("mode"))["all_units"] == everybody  # replacements have one mode
    game.do("mode", everybody, "move")
    assert {state.mode[each] for each in everybody} == {1}


# ------------------------------------------------------------------------------------------------ 12.3 who pays


def test_12_3_what_is_paid_and_left_is_told_before_it_is_paid() -> None:
    """The nearest pays. 15.7 lies two hexes off, 13.7 one."""
    state = field("44_rtr 12.7", dumps={"13.7": (ALLIED, 8), "15.7": (ALLIED, 4)}, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    told = state.scenario.system.lens.total
    rtr = units(state, "44_rtr")

    draft = game.draft("move", rtr, "same", "12.8")
    assert game.ask.form.proposal(state, draft) == ()
    assert told(state, game.ask, draft) == "paid: 1T out of 13.7, 1 SP 3T left there"
    chosen = game.draft("move", rtr, "same", "12.8", ["15.7"])
    assert told(state, game.ask, chosen) == "paid: 1T out of 15.7, 3T left there"


def test_12_3_nobody_chooses_where_there_is_nothing_to_choose() -> None:
    state = field("44_rtr 12.7", dumps={"13.7": (ALLIED, 8)}, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    rtr = units(state, "44_rtr")
    assert game.offers("move", rtr, "same", "12.8") == {DONE}
    assert "nothing to choose" in game.why("move", rtr, "same", "12.8", "13.7")


def test_12_3_it_is_told_why_nothing_nearer_would_do() -> None:
    """The load of 5 Div in 12.7 is no fuel for an independent regiment."""
    state = field("44_rtr 12.7; org_5_div 12.7 t4", dumps={"13.7": (ALLIED, 8)}, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    said = state.scenario.system.lens.total(state, game.ask, game.draft("move", units(state, "44_rtr"), "same", "12.8"))
    assert said.endswith("(12.7 is nearer, but it is the load of another formation)")


def test_12_5_of_a_formation_it_is_told_why_a_nearer_dump_does_not_fuel_it() -> None:
    """It was always said to have too little."""
    state = field("13_bde 12.7; 15_bde 4.2", dumps={"5.4": (ALLIED, 8), "9.7": (ALLIED, 8)}, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    said = state.scenario.system.lens.total(state, game.ask, game.draft("fuel", units(state, "13_bde", "15_bde")))
    assert said == "paid: 1 SP out of 5.4, 1 SP left there (9.7 is nearer, but not all of them get at it)"

    dumps = {"15.7": (ALLIED, 8), "14.7": (ALLIED, 2), "13.6": (ALLIED, 8)}
    state = field("13_bde 13.7; 15_bde 15.5", dumps=dumps, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    said = state.scenario.system.lens.total(state, game.ask, game.draft("fuel", units(state, "13_bde", "15_bde")))
    assert said.endswith("(14.7 is nearer, but has only 2T; 13.6 is nearer, and would do as well)")


def test_12_3_it_is_told_that_what_is_drawn_directly_goes_before_what_an_hq_throws() -> None:
    """7.18 is a hex nearer than 2.16, but only XIII Corps HQ gets at it."""
    dumps = {"7.18": (ALLIED, 8), "2.16": (ALLIED, 8)}
    state = field("44_rtr 7.10; xiii_corps_hq 6.17", dumps=dumps, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    said = state.scenario.system.lens.total(state, game.ask, game.draft("move", units(state, "44_rtr"), "same", "7.11"))
    assert said.endswith("(7.18 is nearer, but an HQ would have to throw it)")


def test_10_1b_a_barrage_is_paid_by_the_nearest_dump_and_not_by_organic_trucks() -> None:
    state = field("50_div_art 12.7; org_50_div 12.7 t4; 904_fest 11.8", dumps={"13.7": (ALLIED, 8)})
    game = Game(state, Segment("Player turn / Combat Phase / Barrage Segment", ALLIED))
    game.do("barrage", "11.8", "units", [units(state, "50_div_art")], [])
    assert state.cargo[unit(state, "org_50_div")] == 4
    assert state.dump[state.scenario.place("13.7")] == 5


# ------------------------------------------------------------------------------------------------ if I barrage first


def before_the_attack() -> Game:
    names = "50_div_art 13.7; 69_bde 12.7; 151_bde 12.7; 904_fest 11.8; 115_pzgr 11.8"
    state = field(names, dumps={"13.7": (ALLIED, 20), "11.8": (AXIS, 8)})
    return Game(state, Sequence("Player turn / Combat Phase", ALLIED))


def test_10_0_9_1_odds_of_a_barrage_tell_the_attack_after_it_and_without_it() -> None:
    """Each figure is the mean of the attack's own odds over what the barrage may do, weighed by its chances."""
    game = before_the_attack()
    state, target = game.state, game.state.scenario.place("11.8")
    both = units(state, "69_bde", "151_bde")
    attack = ("attack", target, (both,), ())
    found = forecast(state, ALLIED, game.action("barrage", "11.8", "units", [units(state, "50_div_art")], []))
    policy = {ALLIED: "loses steps", AXIS: "pays"}

    known: dict[tuple[bytes, ...], Fraction] = {}

    def odds(after: Game) -> Fraction:
        alike = bytes(after.state.mode), bytes(after.state.steps)
        if alike not in known:
            answer(after.state, ("end",))
            run(after.state)
            known[alike] = forecast(after.state, ALLIED, attack).expected(policy)["hex taken"]
        return known[alike]

    def fired(*dice: int) -> Game:
        game = before_the_attack()
        game.do("barrage", "11.8", "units", [units(game.state, "50_div_art")], [], dice=dice)
        if isinstance(game.wait, Ask) and game.ask.form.name == "loss":
            game.do("904_fest")  # the weakest
        return game

    expected = Fraction(0)
    for first, second in product(range(1, 7), repeat=2):
        game = fired(first + second)
        if isinstance(game.wait, Roll):  # half a step
            expected += sum((odds(fired(first + second, die)) for die in range(1, 7)), Fraction(0)) / 6 / 36
        else:
            expected += odds(game) / 36
    after, without = found.compared()["hex taken"]
    assert without == odds(before_the_attack()) < after == expected
    lines = sequel_lines(found)
    assert lines[0] == "then an attack on 11.8 with 69 Bde and 151 Bde (OCS 9.1)"
    assert any(line.startswith("  hex taken") and "without this" in line for line in lines)


def test_9_7_odds_tell_the_ratio_and_the_column_whatever_the_defender_pays() -> None:
    """Where he might pay or not neither was told."""
    state = field("69_bde 12.7; 151_bde 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 20), "11.8": (AXIS, 8)})
    game = Game(state, Segment("Player turn / Combat Phase / Combat Segment", ALLIED))
    attack = game.action("attack", "11.8", [units(state, "69_bde", "151_bde")], [])
    lines = [line.strip() for line in forecast_lines(forecast(state, ALLIED, attack))]
    assert [line for line in lines if "rounded" in line or "column" in line] == [
        "12 to 2, rounded to 6:1, in some cases (OCS 9.7)", "column 5:1 on the Open line, in some cases (OCS 9.9)",
        "12 to 1, rounded to 12:1, in some cases (OCS 9.7)", "column 11:1 on the Open line, in some cases (OCS 9.9)",
    ]  # fmt: skip


def test_14_7d_8_1_a_hip_shoot_tells_the_overrun_after_it() -> None:
    state = field(
        "kittyhawk 16.1; 44_rtr 12.7; 904_fest 11.8", bases={"16.1": 1}, control={"16.1": ALLIED},
        dumps={"13.7": (ALLIED, 20)}, segment=1,
    )  # fmt: skip
    game = Game(state, Segment(MOVING, ALLIED))
    found = forecast(state, ALLIED, game.action("hipshoot", "11.8", "units", "kittyhawk", []))
    assert sequel_lines(found)[0] == "then an overrun of 11.8 by 44 RTR (OCS 8.1)"


def test_14_10_odds_of_a_drop_go_through_interception_flak_and_the_drop() -> None:
    """Alone, in no patrol zone but over no flak either: a 7 lands with -1, so 8 or more of two dice, 15 of 36."""
    state = field("c47 box_m; 1_para box_m", control={"16.1": ALLIED})
    state.plan_drop(unit(state, "1_para"), state.scenario.place("11.10"), 1)
    game = Game(state, Segment(MOVING, ALLIED))
    found = forecast(state, ALLIED, game.action("jump", units(state, "c47"), units(state, "1_para"), []))
    assert sum(found.chances.values()) == 1
    assert {"Success", "Failure"} <= set(found.chances)
    assert found.expected()["units landed"] == found.chances["Success"]
    assert found.means("nothing").startswith("it does not come to this roll")


# ------------------------------------------------------------------------------------------------ what is reached


def areas(state: object, word: str) -> dict[str, str]:
    found = lens.areas(state, ALLIED, word)  # type: ignore[arg-type]  # a state of OCS
    return {each.title: words(state.scenario, each.text) for each in found}  # type: ignore[attr-defined]


def test_6_1_12_3_14_4c_what_counters_reach_is_shown() -> None:
    state = field(
        "44_rtr 12.7; xiii_corps_hq 13.7; 50_div_art 13.7; al_truck_a1 15.7 t4; spitfire1 16.1",
        dumps={"13.7": (ALLIED, 8)}, bases={"16.1": 1}, control={"16.1": ALLIED}, segment=1,
    )  # fmt: skip

    assert areas(state, "44_rtr") == {
        "Moves in Combat Mode": "8 MP, fuel 1T of 3 SP", "Moves in Move Mode": "12 MP, fuel 1T of 3 SP",
        "Moves in Reserve Mode": "2 MP, fuel 1T of 3 SP", "Moves in Strat Mode": "24 MP, fuel 1T of 3 SP",
    }  # fmt: skip
    assert areas(state, "xiii_corps_hq")["Throws supply"] == "over 10 MP: 2 units in range"
    assert areas(state, "50_div_art")["Barrage"] == "range 3"
    assert areas(state, "al_truck_a1") == {"Moves": "45 MP"}
    assert list(areas(state, "spitfire1")) == ["Flies", "Transfers", "Patrol zone"]
    assert areas(state, "13.7")["Feeds"].endswith("it feeds 3 units")
    assert areas(state, "9.9") == {}


def test_6_1_of_units_that_have_moved_it_is_told_that_they_have_and_what_was_left() -> None:
    """It was as if they could go on; or nothing, once all was spent."""
    state = field("44_rtr 12.7; 69_bde 12.7; xiii_corps_hq 13.7", dumps={"13.7": (ALLIED, 8)}, segment=1)
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("move", units(state, "44_rtr"), "move", "12.8", [])

    assert areas(state, "44_rtr") == {"Moves": "44 RTR has moved in this phase; 1½ MP spent, 10½ MP left"}
    assert areas(state, "69_bde")["Moves in Combat Mode"] == "3 MP"
    spent = state.copy()
    spent.burn(unit(spent, "69_bde"), 3 * QUARTERS)
    assert areas(spent, "69_bde") == {"Moves": "no further; 3 MP spent, 0 MP left"}
    state.tick(SEGMENT, NO_SEGMENT)
    assert "Moves in Combat Mode" in areas(state, "44_rtr")  # as in its next Movement Phase


def test_10_0a_13_6_the_log_tells_the_column_of_a_barrage_and_how_much_supply_comes(turn: Session) -> None:
    """Neither was told: only what the dice read."""
    log = [sentence(turn.scenario, event) for event in turn.log]
    assert "dice of the barrage: 9, in column 5-7 (OCS 10.0a)" in log
    assert "dice for supply: 4, which brings 4 SP (OCS 13.6)" in log
    crusader = start("ocs:crusader", "1")
    found = [sentence(crusader.scenario, event) for event in crusader.log]
    assert "dice for supply: 7, which brings 7 SP, and 1 SP for 8.19 Tobruk (OCS 13.6)" in found
