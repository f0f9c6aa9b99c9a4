"""OCS worked by hand: every modifier, token and step of combats, overruns, barrages, supply and air missions reckoned
from the rules and the printed charts, then compared with the engine's terms, ledger and outcome.

Chances are counted over all dice, with cells out of the second transcription of the charts (tests/transcription).
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.flow import Over
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.play.forecast import forecast
from sandtable.play.odds import resolved
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s08_overrun import Overrun
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_forces import clash
from sandtable.systems.ocs.s10_results import BarrageHex, prepared
from sandtable.systems.ocs.s12_payment import Need, allotted, within_reach
from sandtable.systems.ocs.s12_stocks import RecoverStocks
from sandtable.systems.ocs.s14_bombing import strike
from sandtable.systems.ocs.s14_flak import flak_at
from sandtable.systems.ocs.state import EXHAUSTED, FOR_THE_PHASE, LOW, MOVEMENT, REACTION, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import COMBAT, DG, EXPLOIT
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COMBAT_SEGMENT = "Player turn / Combat Phase / Combat Segment"
BARRAGE_SEGMENT = "Player turn / Combat Phase / Barrage Segment"
MOVING = "Player turn / Movement Phase / Movement Segment"
BOMBING = "Player turn / Movement Phase / Movement barrages"
HALF, QUARTER, THIRD, DIE = Fraction(1, 2), Fraction(1, 4), Fraction(1, 3), range(1, 7)
SECOND = Path(__file__).parents[2] / "transcription" / "ocs.txt"


def grid(name: str) -> list[list[str]]:
    """The rows of a chart in the second transcription, without heads."""
    lines = SECOND.read_text(encoding="utf-8").split(f"# ocs.{name}: ")[1].split("\n\n")[0].splitlines()[1:]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if not line.startswith(";")]
    return [row[1:] for row in rows[1:]]


CELLS, BARRAGE = grid("combat"), grid("barrage")


def units(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def where(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def desert(said: str, **more: Any) -> OcsState:
    return field(said, scenario="crusader", **more)


class Reckoned:
    """What the engine made of an attack: terms of both strengths as (rule, value), the column, both rolls."""

    def __init__(
        self, state: OcsState, target: str, ids: str, rated: str, unsupplied: str = "", side: Side = ALLIED
    ) -> None:
        one, other = rated.split()
        found = clash(
            state, side, place(state, target), units(state, *ids.split()), (unit(state, one), unit(state, other)),
            units(state, *unsupplied.split()),
        )  # fmt: skip
        self.attacker, self.defender = (
            [(term.rule, term.value) for term in found.terms.of(who) if term.how in "+×"]
            for who in ("attacker", "defender")
        )
        self.sums: tuple[Any, Any] = (found.situation.attack, found.situation.defence)
        self.line, self.column = found.line, found.situation.column
        self.surprise, self.result = found.situation.surprise, found.situation.result


def attack(state: OcsState, target: str, ids: str, side: Side = ALLIED) -> Game:
    return Game(state, Combat(side, place(state, target), units(state, *ids.split()), 0, (), 1))


def result(game: Game) -> str:
    return str(game.told("combat")[-1].data["result"])


def outcome(game: Game) -> Any:
    assert isinstance(game.wait, Over), game.wait
    assert not audit(game.state)
    return game.wait.outcome


def counted(column: int, surprise: int, drm: int, kind: str = "regular") -> dict[str, Fraction]:
    """All 6^5 throws of an attack: two dice for surprise, one for the shift, two for the result."""
    high, low = {"regular": (10, 5), "overrun": (9, 6)}[kind]
    found = defaultdict[str, Fraction](Fraction)
    for one, two, shift, three, four in product(DIE, repeat=5):
        total = one + two + surprise
        final = column + shift if total >= high else column - shift if total <= low else column
        row = min(max(three + four + drm, 1), 15)
        found[CELLS[row - 1][min(max(final, 0), 12)]] += Fraction(1, 6**5)
    return dict(found)


def foreseen(state: OcsState, word: str, target: str, *stacks: str, side: Side = ALLIED) -> dict[str, Fraction]:
    """What the engine foresees if the defender pays, withholds or lives on his stocks."""
    game = Game(state, Segment(COMBAT_SEGMENT, side))
    groups = [units(state, *stack.split()) for stack in stacks]
    ahead = forecast(state, side, game.ask.form.settled(game.action("attack", target, groups, [])))
    return {
        each.result: each.chance
        for each in ahead.prospects
        if [stance.word for _, stance in each.given] in ([word], [])
    }


# ------------------------------------------------------------------------------------------------ combats


def test_9_4e_worked_combat_1_light_anti_tank_touches_mech_alone() -> None:
    """Gabr Saleh, open desert.

    8 H, 3 RTR: 4 armor, x2 each: 33 Rec (mech) gives the hex Light AT, armor minds only Heavy   8 + 8
    11 H: 2 mech, x2 becomes x1.5 against Light AT                                                   3     = 19
    33 Rec 3, 115 SR 6, bracketed x2 is not theirs                                               3 + 6     =  9
    19 : 9 = 2.11 -> 2:1, Open: column 5. Ratings 4 - 5 = -1. Three steps: 3T; 1.5 RE: 2T.
    Surprise 11 - 1 = 10: attacker, die 3: column 8. Result 8 - 1 = 7: Ao1 DL1o1.
    The attacker gives the step: 8 H, whose rating counted. The defender loses 33 Rec for the same reason, and 115 SR
    retreats one hex; nobody follows. Two hexes would have disorganized it, one does not.
    """
    said = "8_h 15.10; 3_rtr 15.10; 11_h 15.10; 33_rec 15.11; 115_sr 15.11"
    state = desert(said, dumps={"15.9": (ALLIED, 10), "15.13": (AXIS, 10)})
    found = Reckoned(state, "15.11", "8_h 3_rtr 11_h", "8_h 33_rec")
    assert sorted(found.attacker) == sorted(
        [("9.4", 4), ("9.4d", 2), ("9.4", 4), ("9.4d", 2), ("9.4", 2), ("9.4e", Fraction(3, 2))]
    )
    assert sorted(found.defender) == [("9.4", 3), ("9.4", 6)]
    assert (found.sums, found.line, found.column) == ((19, 9), "Open", 5)
    assert (found.surprise, found.result) == (-1, -1)
    assert foreseen(state, "pays", "15.11", "8_h 3_rtr 11_h") == counted(5, -1, -1)

    game = attack(state, "15.11", "8_h 3_rtr 11_h")
    game.do("pay", [])
    game.do("8_h")
    game.do("33_rec", dice=[11, 3, 8])
    assert result(game) == CELLS[7 - 1][8] == "Ao1 DL1o1"
    game.do("take", 0)
    game.do("take", 1)
    game.do(units(state, "115_sr"), "15.12")
    game.do([])
    assert outcome(game) == "held"
    assert [where(state, id) for id in ("8_h", "33_rec", "115_sr")] == ["dead_allied", "dead_axis", "15.12"]
    assert state.mode[unit(state, "115_sr")] == COMBAT
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (3, 2)


def test_9_3b_worked_combat_2_a_river_for_one_stack_oos_and_dg() -> None:
    """Open 11.9 over the San Leonardo.

    69 Bde from 12.8, out of supply x1/2, the river [x1/2]: 6 x 1/4                                  1.5
    151 Bde from 12.9, no river, Other x1                                                            6     = 7.5
    904: 2, DG x1/2, no combat supply x1/2                                                                 = 0.5
    15:1, Open: the last column, 13:1 (12). Ratings 4 - (2 - 1) = +3. 2T; the defender withholds.
    Surprise 7 + 3 = 10: attacker, die 1: still column 12. Result 2 + 3 = 5: Ae4 DL1o2. Both stand in hexes next to each
    other and are rated 4: both exploit. 904 has one step and dies; its option falls away with it.
    """
    state = field("69_bde 12.8 oos; 151_bde 12.9; 904_fest 11.9 dg", dumps={"13.8": (ALLIED, 10), "10.9": (AXIS, 4)})
    found = Reckoned(state, "11.9", "69_bde 151_bde", "151_bde 904_fest", "904_fest")
    assert sorted(found.attacker) == [("12.8d", HALF), ("9.4", 6), ("9.4", 6), ("9.4d", HALF)]
    assert sorted(found.defender) == [("5.10", HALF), ("9.4", 2), ("9.5", HALF)]
    assert (found.sums, found.column) == ((Fraction(15, 2), HALF), 12)
    assert (found.surprise, found.result) == (3, 3)
    assert foreseen(state, "withholds", "11.9", "69_bde", "151_bde") == counted(12, 3, 3)

    game = attack(state, "11.9", "69_bde 151_bde")
    game.do("withhold")
    game.do("151_bde", dice=[7, 1, 2])
    assert result(game) == CELLS[5 - 1][12] == "Ae4 DL1o2"
    game.do([units(state, "151_bde")])
    assert outcome(game) == "advanced"
    assert [state.mode[each] for each in units(state, "69_bde", "151_bde")] == [EXPLOIT, EXPLOIT]
    assert where(state, "904_fest") == "dead_axis"
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (2, 0)


def test_9_3_worked_combat_3_a_city_with_a_hedgehog() -> None:
    """Catania, minor city: Very Close; hedgehog of level 1.

    44 RTR 5 armor x1/3, 69 Bde 6 x1, 5 Recce 3 mech x1/2                    5/3 + 6 + 3/2 = 55/6
    I/3 FJ 3, 12 Coast (2)                                                                 = 5
    55/30 = 1.83 -> 2:1, Very Close: column 3. Ratings 4 - 5 = -1; surprise -1 more for the hedgehog, result -1 for its
    level. 3T against 2T (1.5 RE). Surprise 9 - 2 = 7: nobody's. Result 11 - 2 = 9: AL1 Do1.
    69 Bde was rated and dies; I/3 FJ takes the option as a step and dies; the coastal regiment holds.
    """
    said = "44_rtr 11.14; 69_bde 11.14; 5_recce 11.14; i_3_fj 12.14; 12_coast 12.14"
    state = field(said, hedgehogs={"12.14": 1}, dumps={"11.13": (ALLIED, 6), "13.15": (AXIS, 6)})
    found = Reckoned(state, "12.14", "44_rtr 69_bde 5_recce", "69_bde i_3_fj")
    assert sorted(found.attacker) == [("9.4", 3), ("9.4", 5), ("9.4", 6), ("9.4d", THIRD), ("9.4d", HALF)]
    assert sorted(found.defender) == [("9.4", 2), ("9.4", 3)]
    assert (found.sums, found.line, found.column) == ((Fraction(55, 6), 5), "Very Close", 3)
    assert (found.surprise, found.result) == (-2, -2)
    assert foreseen(state, "pays", "12.14", "44_rtr 69_bde 5_recce") == counted(3, -2, -2)

    game = attack(state, "12.14", "44_rtr 69_bde 5_recce")
    game.do("pay", [])
    game.do("69_bde")
    game.do("i_3_fj", dice=[9, 11])
    assert result(game) == CELLS[9 - 1][3] == "AL1 Do1"
    game.do("take", 0)
    assert outcome(game) == "held"
    assert [where(state, id) for id in ("69_bde", "i_3_fj", "12_coast")] == ["dead_allied", "dead_axis", "12.14"]
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (3, 2)


def test_12_10_worked_combat_4_multi_step_units_short_of_supply() -> None:
    """Italian divisions of two steps against 14 Bde in the open, 2T at hand.

    Brescia, one step lost: 8 x1/2; Pavia 8                                                  = 12
    14 Bde 6, on its own stocks                                                              =  6
    2:1, Open: column 5; ratings 1 - 4 = -3. Brescia takes 1T. Pavia would need 2T; the one that is left is spent and
    lost, and Pavia lives on its stocks: low. Surprise 8 - 3 = 5: defender, die 2: column 3. Result 12 - 3 = 9: AL1 Do1.
    Pavia was rated: one step left. 14 Bde gives way by a hex; nobody advances.
    """
    said = "brescia 12.12 s1; pavia 12.12; 14_bde 12.13"
    state = desert(said, phasing=AXIS, dumps={"12.11": (AXIS, 2)})
    found = Reckoned(state, "12.13", "brescia pavia", "pavia 14_bde", side=AXIS)
    assert sorted(found.attacker) == [("9.11d", HALF), ("9.4", 8), ("9.4", 8)]
    assert (found.sums, found.column, found.surprise) == ((12, 6), 5, -3)

    game = attack(state, "12.13", "brescia pavia", side=AXIS)
    assert (state.spent_tokens[AXIS], state.stocks[unit(state, "pavia")]) == (2, LOW)
    game.do("stocks", units(state, "14_bde"))
    game.do("pavia", dice=[8, 2, 12])
    assert result(game) == CELLS[9 - 1][3] == "AL1 Do1"
    game.do("take", 1)
    game.do(units(state, "14_bde"), "12.14")
    game.do([])
    assert outcome(game) == "held"
    assert [state.steps[unit(state, id)] for id in ("brescia", "pavia")] == [1, 1]
    assert state.stocks[unit(state, "14_bde")] == LOW


def test_9_10_worked_combat_5_three_hexes_over_a_major_river_exploit_nothing() -> None:
    """Primosole bridge: 11.12 from 11.11, 10.11 and 12.11, all over the Simeto.

    44 RTR 5 armor [x1/3] (better for the defender than x1.5 against the AA of Flak HG)              5/3
    69, 151, 13 Bde 6 x [1/2] each                                                           3 + 3 + 3   = 32/3
    Flak HG 3, MG/1 FJ 2                                                                                 = 5
    2.13 -> 2:1 on the Open line: column 5. Ratings 4 - 5 = -1. 4T; one RE in all: 1T.
    Surprise 12 - 1 = 11: attacker, die 6: column 11. Result 9 - 1 = 8: Ae4 DL1o2, but from three hexes nobody exploits.
    MG/1 FJ was rated and dies; Flak HG takes both options as steps, has one, and dies. 69 Bde alone advances.
    """
    said = "44_rtr 11.11; 69_bde 11.11; 151_bde 10.11; 13_bde 12.11; flak_hg 11.12; mg_1_fj 11.12"
    state = field(said, dumps={"11.10": (ALLIED, 8), "11.13": (AXIS, 4)})
    found = Reckoned(state, "11.12", "44_rtr 69_bde 151_bde 13_bde", "69_bde mg_1_fj")
    assert sorted(found.attacker) == [("9.4", 5), *[("9.4", 6)] * 3, ("9.4d", THIRD), *[("9.4d", HALF)] * 3]
    assert (found.sums, found.line, found.column) == ((Fraction(32, 3), 5), "Open", 5)
    assert foreseen(state, "pays", "11.12", "44_rtr 69_bde", "151_bde", "13_bde") == counted(5, -1, -1)

    game = attack(state, "11.12", "44_rtr 69_bde 151_bde 13_bde")
    game.do("pay", [])
    game.do("69_bde")
    game.do("mg_1_fj", dice=[12, 6, 9])
    assert result(game) == CELLS[8 - 1][11] == "Ae4 DL1o2"
    game.do("take", 0)
    game.do([units(state, "69_bde")])
    assert outcome(game) == "advanced"
    assert EXPLOIT not in [state.mode[each] for each in units(state, "44_rtr", "69_bde", "151_bde", "13_bde")]
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (4, 1)


def test_9_3b_worked_combat_6_up_the_tobruk_escarpment() -> None:
    """Sidi Rezegh 10.15 from 10.16, level 1 hedgehog, the regiment out of supply and unpaid.

    4 RTR 6 armor: the low escarpment [x1/2] costs it more than x1.5 in the open against Heavy AT              3
    Polish Bde 6 x [1]                                                                                         6 = 9
    155 IR 5, out of supply x1/2, without combat supply x1/2                                                     = 1.25
    7.2 -> 7:1, Open: column 9. Ratings 4 - 4 = 0; surprise -1, result -1. Its stocks are exhausted: it is not asked.
    """
    said = "4_rtr 10.16; polish_bde 10.16; 155_ir 10.15 oos exhausted"
    state = desert(said, hedgehogs={"10.15": 1}, dumps={"10.17": (ALLIED, 8)})
    found = Reckoned(state, "10.15", "4_rtr polish_bde", "polish_bde 155_ir", "155_ir")
    assert sorted(found.attacker) == [("9.4", 6), ("9.4", 6), ("9.4d", HALF)]
    assert sorted(found.defender) == [("12.8d", HALF), ("9.4", 5), ("9.5", HALF)]
    assert (found.sums, found.column) == ((9, Fraction(5, 4)), 9)
    assert (found.surprise, found.result) == (-1, -1)
    assert foreseen(state, "", "10.15", "4_rtr polish_bde") == counted(9, -1, -1)


# ------------------------------------------------------------------------------------------------ overruns


def test_8_1_worked_overrun_1_tanks_run_over_armoured_cars() -> None:
    """8 H and 3 RTR, ten points each: a token of fuel and one for combat each, three points each.

    4 + 4 armor, x2 (Light AT does not touch them) = 16; 33 Rec 3, withheld x1/2 = 1.5: 10.67 -> 11:1: column 11.
    4 - 5 = -1. Surprise 8 - 1 = 7: an overrun surprises from 9, is surprised up to 6: nobody. Result 7 - 1 = 6: Ae4
    DL1o2; no exploitation. Both must enter, and have seven points left.
    """
    state = desert("8_h 15.10; 3_rtr 15.10; 33_rec 15.11", segment=MOVEMENT,
                   dumps={"15.9": (ALLIED, 6), "15.13": (AXIS, 2)})  # fmt: skip
    found = Reckoned(state, "15.11", "8_h 3_rtr", "8_h 33_rec", "33_rec")
    assert (found.sums, found.column, found.surprise, found.result) == ((16, Fraction(3, 2)), 11, -1, -1)
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("overrun", units(state, "8_h", "3_rtr"), "combat", "15.11", [])
    game.do("withhold")
    game.do("8_h", dice=[8, 7])

    assert result(game) == CELLS[6 - 1][11] == "Ae4 DL1o2"
    assert [where(state, id) for id in ("8_h", "3_rtr", "33_rec")] == ["15.11", "15.11", "dead_axis"]
    assert [state.mode[each] for each in units(state, "8_h", "3_rtr")] == [COMBAT, COMBAT]
    assert {state.spent[each] for each in units(state, "8_h", "3_rtr")} == {12}  # quarters
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (4, 0)
    assert not audit(state)


def test_8_1_worked_overrun_2_armoured_cars_break_on_a_hedgehog() -> None:
    """11 H: 2 mech x1.5 against the Heavy AT of the hedgehog = 3; Brescia 8, 2T for two REs. 1:2.67 -> 1:3: column 2.
    Ratings 4 - 1 = +3; surprise +2, result +2. 4 + 2 = 6: the defender's, die 1: column 1. Result 6 + 2 = 8: AL1o1 Do1.
    11 H dies before its option, and the defender ignores his.
    """
    state = desert("11_h 12.12; brescia 12.13", segment=MOVEMENT, hedgehogs={"12.13": 1},
                   dumps={"12.11": (ALLIED, 4), "12.15": (AXIS, 4)})  # fmt: skip
    found = Reckoned(state, "12.13", "11_h", "11_h brescia")
    assert sorted(found.attacker) == [("9.4", 2), ("9.4e", Fraction(3, 2))]
    assert (found.sums, found.column, found.surprise, found.result) == ((3, 8), 2, 2, 2)
    game = Game(state, Overrun(ALLIED, units(state, "11_h"), "same", place(state, "12.13"), ()))
    game.do("pay", [], dice=[4, 1, 6])

    assert result(game) == CELLS[8 - 1][1] == "AL1o1 Do1"
    game.do("ignore")
    assert isinstance(game.wait, Over)
    assert where(state, "11_h") == "dead_allied"
    assert (state.spent_tokens[ALLIED], state.spent_tokens[AXIS]) == (2, 2)


def test_8_1_worked_overrun_3_a_reserve_released_in_reaction() -> None:
    """I/8 Pz, Reserve on its Combat face: half of ten points, three for the overrun, two left.

    6 armor x2 against the Light AT of 11 H = 12; 2, paid 1T for half an RE: 6:1, Open: column 8 (5:1). 5 - 4 = +1.
    Surprise 7 + 1 = 8: nobody. Result 9 + 1 = 10: Ae4 DL1o2: 11 H dies, nobody exploits. 1T fuel, 1T combat.
    """
    state = desert("i_8_pz 15.12 reserve front; 11_h 15.11", segment=REACTION, phasing=ALLIED,
                   dumps={"15.13": (AXIS, 4), "15.10": (ALLIED, 4)})  # fmt: skip
    tank = unit(state, "i_8_pz")
    game = Game(state, Segment("Player turn / Reaction Phase / Reaction Movement", AXIS))
    game.do("overrun", (tank,), "same", "15.11", [])
    game.do("pay", [], dice=[7, 9])

    assert game.told("odds")[0].data["number"] == 8
    assert result(game) == CELLS[10 - 1][8] == "Ae4 DL1o2"
    assert (where(state, "i_8_pz"), state.mode[tank], state.spent[tank]) == ("15.11", COMBAT, 12)
    assert state.fuel[tank] == FOR_THE_PHASE
    assert (state.spent_tokens[AXIS], state.spent_tokens[ALLIED]) == (2, 1)


# ------------------------------------------------------------------------------------------------ barrages


def shifts(state: OcsState, barrage: BarrageHex) -> list[int]:
    return [int(term.value) for term in prepared(state, barrage).terms if term.how != "note"]


def chances(column: int, *, only_dg: bool = False) -> dict[str, Fraction]:
    """All throws of a barrage in a column: two dice, and one more for a half step."""
    found = defaultdict[str, Fraction](Fraction)
    for one, two, three in product(DIE, repeat=3):
        cell = BARRAGE[one + two - 2][column]
        if cell == "1/2" or (cell == "[1/2]" and not only_dg):
            cell = "1 step" if three >= 4 else "DG"
        cell = {"[1/2]": "DG", "1": "1 step", "2": "2 steps", "3": "3 steps"}.get(cell, cell)
        found[cell] += Fraction(1, 216)
    return dict(found)


def odds_of(state: OcsState, barrage: BarrageHex) -> dict[str, Fraction]:
    """The engine's."""
    found = resolved(OCS, state.scenario.charts, prepared(state, barrage).procedure)
    return {result: chance for result, chance in found.items() if chance}


def test_10_0a_worked_barrage_1_the_guns_of_arko_on_tobruk() -> None:
    """Arko 104 with 30 and 33 Art with 12: 42, column 41-68 (8), 6T out of one dump.

    70 Division: three brigades and its artillery, four REs, count three; Polish Bde 1, 4 RTR 1/2: 4.5 RE    right 2
    hedgehog                                                                                                left 1
    minor city, Very Close                                                                                  left 1
    spotted by 361 IR next to it
    Column 41-68 again. An 8 is [1/2]: in a hedgehog of level 3 only DG.
    """
    city = "14_bde 8.19; 16_bde 8.19; 23_bde 8.19; 70_div_art 8.19; polish_bde 8.19; 4_rtr 8.19"
    state = desert(f"arko_104 7.18; 33_art 7.18; 361_ir 7.19; {city}", hedgehogs={"8.19": 3}, phasing=AXIS,
                   dumps={"6.17": (AXIS, 5), "7.17": (AXIS, 7)})  # fmt: skip
    barrage = BarrageHex(AXIS, place(state, "8.19"), "units", 2 * 42, "artillery")
    assert sorted(shifts(state, barrage)) == [-1, -1, 2]
    game = Game(state, Segment(BARRAGE_SEGMENT, AXIS))
    game.do("barrage", "8.19", "units", [units(state, "arko_104", "33_art")], [], dice=[8])

    assert BARRAGE[8 - 2][8] == "[1/2]"
    assert [state.mode[unit(state, id)] for id in ("14_bde", "4_rtr")] == [DG, DG]
    assert state.steps[unit(state, "14_bde")] == 1
    assert (state.spent_tokens[AXIS], state.dump[place(state, "7.17")]) == (6, 1)


def test_10_0a_worked_barrage_2_unspotted_at_a_unit_in_strat_mode() -> None:
    """50 Div Art, disorganized: 12 x 1/2 = 6, and 66 Med 15: 21, column 17-24 (6), 3T.

    904: half an RE left 1; nobody next to it left 3; Strat Mode right 3: column 12-16 (5).
    An 11 is 1/2 without brackets, so a spotter does not matter: die 4, a step.
    """
    state = field("50_div_art 13.7 dg front; 66_med 13.7; 904_fest 11.8 strat", dumps={"13.7": (ALLIED, 3)})
    barrage = BarrageHex(ALLIED, place(state, "11.8"), "units", 2 * 21, "artillery")
    assert sorted(shifts(state, barrage)) == [-3, -1, 3]
    game = Game(state, Segment(BARRAGE_SEGMENT, ALLIED))
    game.do("barrage", "11.8", "units", [units(state, "50_div_art", "66_med")], [], dice=[11, 4])

    assert BARRAGE[11 - 2][5] == "1/2"
    assert where(state, "904_fest") == "dead_axis"
    assert state.spent_tokens[ALLIED] == 3


def test_10_0c_worked_barrage_3_of_an_air_base() -> None:
    """66 Med with 15 on the base of level 2 in 11.13, three hexes away: column 11-20, 2T, no shifts. A 4 is 1 * (5):
    one level less, and each aircraft rolls: the 109 with 5 loses a step, the 190 with 4 none; the asterisk says
    nothing."""
    state = field("66_med 11.10; fw190 11.13; bf109g1 11.13 inactive", bases={"11.13": 2}, control={"11.13": AXIS},
                  dumps={"11.9": (ALLIED, 4)})  # fmt: skip
    game = Game(state, Segment(BARRAGE_SEGMENT, ALLIED))
    first, second = units(state, "fw190", "bf109g1")
    game.do("barrage", "11.13", "base", [units(state, "66_med")], [], dice=[4, 5, 4])

    assert state.base[place(state, "11.13")] == 1 + 1  # STRIP + level
    assert [state.steps[each] for each in (first, second)] == [1, 2]
    assert not any(state.busted)
    assert state.spent_tokens[ALLIED] == 2


def test_14_1e_worked_barrage_4_strategic_bombers_are_never_spotted() -> None:
    """Wellington 14 and Blenheim 8: 22, column 17-24 (6), no supply. Two REs of Brescia: none; a hedgehog left 1;
    with a strategic bomber left 3 though 14 Bde is beside it, and no shift for the near base: column 3-4 (2)."""
    state = desert("wellington 9.18; blenheim1 9.18; 14_bde 8.18; brescia 8.17", bases={"9.18": 1},
                   control={"9.18": ALLIED}, hedgehogs={"8.17": 1})  # fmt: skip
    hit = strike(state, ALLIED, place(state, "8.17"), "units", units(state, "wellington", "blenheim1"))
    assert (hit.halves, hit.near_base) == (2 * 22, 0)
    assert sorted(shifts(state, hit)) == [-3, -1, 0]

    alone = strike(state, ALLIED, place(state, "8.17"), "units", units(state, "blenheim1"))
    assert sorted(shifts(state, alone)) == [-1, 0, 1]  # 8: column 8-11 (4), hedgehog left, near base right
    assert odds_of(state, alone) == chances(4, only_dg=True)
    assert odds_of(state, hit) == chances(2, only_dg=True)


# ------------------------------------------------------------------------------------------------ supply


def test_12_3c_worked_supply_1_adjacent_is_enough_at_both_ends() -> None:
    """Open desert, a point a hex. HQ XIII on its Move side throws 8: with its own draw of 5, and one hex more at either
    end, a unit 15 hexes from the dump is fed and one 16 away is not; by itself a unit draws over six hexes."""
    row = 6
    for columns, fed in ((6, True), (7, False)):
        state = desert(f"22_gds_bde {10 + columns}.{row}", dumps={f"10.{row}": (ALLIED, 4)})
        assert (within_reach(state, unit(state, "22_gds_bde")) == 4) == fed
    for columns, fed in ((15, True), (16, False)):
        said = f"xiii_corps_hq {8 + 6}.{row} move; 22_gds_bde {8 + columns}.{row}"
        state = desert(said, dumps={f"8.{row}": (ALLIED, 4)})
        assert (within_reach(state, unit(state, "22_gds_bde")) == 4) == fed


def test_4_5_worked_supply_2_a_zone_cuts_and_a_brigade_negates() -> None:
    """69 Bde in 10.9, dump in 12.7, 904 in 11.9: its zone lies on 10.8, 11.8 and 12.8, so nothing gets through. With
    151 Bde in 10.8: 10.8 by road 1/2, 10.7 by road 1/2, hills of 11.7 3, next to the dump: 4 points of 5."""
    cut = field("69_bde 10.9; 904_fest 11.9", dumps={"12.7": (ALLIED, 8)})
    assert within_reach(cut, unit(cut, "69_bde")) == 0

    negated = field("69_bde 10.9; 151_bde 10.8; 904_fest 11.9", dumps={"12.7": (ALLIED, 8)})
    assert within_reach(negated, unit(negated, "69_bde")) == 8
    for silent in ("904_fest 11.9 move", "904_fest 11.9 oos", "904_fest 11.9 dg", "12_coast 11.9"):  # who has no zone
        state = field(f"69_bde 10.9; {silent}", dumps={"12.7": (ALLIED, 8)})
        assert within_reach(state, unit(state, "69_bde")) == 8, silent


def test_12_3_worked_supply_3_three_units_and_two_dumps() -> None:
    """A reaches both dumps (4T and 2T), B the first alone, C the second alone. A 2T, B 3T, C 1T: one of A's tokens from
    each. B 4T, C 2T leave A nothing: not all can be met."""
    dumps = {"10.6": (ALLIED, 4), "20.6": (ALLIED, 2)}
    state = desert("22_gds_bde 15.6; 4_nz_bde 9.6; 5_nz_bde 21.6", dumps=dumps)
    one, two, three = (unit(state, id) for id in ("22_gds_bde", "4_nz_bde", "5_nz_bde"))
    assert [within_reach(state, each) for each in (one, two, three)] == [6, 4, 2]

    found = allotted(state, [Need(one, 2), Need(two, 3), Need(three, 1)])
    assert found is not None
    taken = sorted((state.scenario.unit_name(each.unit), each.tokens) for each in found)
    assert sum(tokens for _, tokens in taken) == 6
    assert sorted(each.tokens for each in found if each.unit == one) == [1, 1]
    assert allotted(state, [Need(one, 1), Need(two, 4), Need(three, 2)]) is None


def test_13_2g_worked_supply_4_organic_trucks_and_a_corps_hq() -> None:
    """The organic trucks of 50 Division beside its HQ's dumps: 69 Bde, of the division, gets 4T of them by the throw of
    XIII Corps; 13 Bde of 5 Division only the 2T on the ground; the trucks' load does not lift stocks."""
    state = field("69_bde 11.12; 13_bde 11.12; xiii_corps_hq 13.7; org_50_div 14.7 t4", dumps={"14.6": (ALLIED, 2)})
    assert within_reach(state, unit(state, "69_bde")) == 6
    assert within_reach(state, unit(state, "13_bde")) == 2

    state.stocks[unit(state, "69_bde")] = EXHAUSTED
    state.forget()
    game = Game(state, RecoverStocks(ALLIED))
    assert isinstance(game.wait, Over)
    assert state.stocks[unit(state, "69_bde")] == LOW  # the 2T on the ground, one level
    assert state.cargo[unit(state, "org_50_div")] == 4
    assert not audit(state)


def test_12_10e_worked_supply_5_a_division_takes_2t_a_level_for_each_re() -> None:
    """Bologna, two REs, exhausted: 4T a level, 8T in all. 5T lift it to low, and the fifth is wasted."""
    state = desert("bologna 8.17 exhausted", phasing=AXIS, dumps={"8.16": (AXIS, 5)})
    game = Game(state, RecoverStocks(AXIS))

    assert isinstance(game.wait, Over)
    assert state.stocks[unit(state, "bologna")] == LOW
    assert (state.on_hand(AXIS), state.spent_tokens[AXIS]) == (0, 5)
    assert not audit(state)


def test_12_5_worked_supply_6_a_formation_at_two_hqs_is_fuelled_in_two_parts() -> None:
    """Hermann Göring: the tanks in Catenanuova get supply by XIV Corps there (6 points, which end short of Catania),
    the reconnaissance in 14.18 by XVI in Catania (5 points, which end in 2.14): one supply point fuels those that
    share an HQ, not all three."""
    said = "i_pz_hg 2.16; ii_pz_hg 2.16; rec_hg 14.18; xiv_pz_corps_hq 2.16 move; xvi_it_corps_hq 12.14 move"
    state = field(said, phasing=AXIS, segment=MOVEMENT, dumps={"1.16": (AXIS, 8), "12.15": (AXIS, 8)})
    game = Game(state, Segment(MOVING, AXIS))
    every, tanks = units(state, "i_pz_hg", "ii_pz_hg", "rec_hg"), units(state, "i_pz_hg", "ii_pz_hg")

    assert "share no HQ or dump" in game.why("fuel", every)
    game.do("fuel", tanks, [])
    assert [state.fuel[each] for each in every] == [2, 2, 0]
    assert state.spent_tokens[AXIS] == 4


# ------------------------------------------------------------------------------------------------ air


AIRFIELDS: dict[str, Any] = {
    "bases": {"27.7": 2, "14.16": 2, "8.16": 1}, "control": {"27.7": ALLIED, "14.16": AXIS, "8.19": AXIS},
}  # fmt: skip


def test_14_4e_worked_mission_1_every_modifier_of_flak() -> None:
    """Three bombers over 14.16: three aircraft +1, HQ DAK +1, base of level 2 +2, patrol zone of the 109 there
    without a fighter along +2: 6. With a Tomahawk as the third: +1 instead of +2. Trainbusting adds one in the zone."""
    state = desert(
        "dak_hq 14.16; bf109f1 14.16; blenheim1 27.7; blenheim2 27.7; maryland 27.7; tomahawk1 27.7", **AIRFIELDS
    )
    target = place(state, "14.16")

    def flak(word: str, *ids: str) -> list[int]:
        terms = flak_at(state, ALLIED, word, target, units(state, *ids)).terms
        return sorted(int(term.value) for term in terms)

    assert flak("barrage", "blenheim1", "blenheim2", "maryland") == [1, 1, 2, 2]
    assert flak("barrage", "blenheim1", "blenheim2", "tomahawk1") == [1, 1, 1, 2]
    assert flak("trainbusting", "blenheim1") == [1, 1, 2, 2]


def test_14_5_worked_mission_2_an_interceptor_wins_and_stays_active() -> None:
    """Blenheim (1) and Tomahawk 3 against Bologna in 8.17, six hexes from the 109F of 14.16. It attacks the
    Tomahawk, which the Allies name: 2d6 + 5 - 3; a 6 is 8: the Tomahawk aborts, die 5: a step. Next the Blenheim: 5
    + 5 - 1 = 9 aborts, die 4: no step. Nobody is left: the hex counts as barraged, and the 109 is back at 14.16,
    active."""
    state = desert("bologna 8.17; bf109f1 14.16; blenheim1 27.7; tomahawk1 27.7", **AIRFIELDS)
    game = Game(state, Segment(BOMBING, ALLIED))
    game.do("bomb", "8.17", "units", [units(state, "blenheim1", "tomahawk1")], [])
    assert game.ask.side == AXIS
    game.do("intercept", "bf109f1")
    game.do([])  # nobody goes home before the first round
    game.do("tomahawk1", dice=[6, 5, 5, 4])

    assert [state.steps[unit(state, id)] for id in ("tomahawk1", "blenheim1", "bf109f1")] == [1, 2, 2]
    assert [state.active[unit(state, id)] for id in ("tomahawk1", "blenheim1", "bf109f1")] == [0, 0, 1]
    assert where(state, "bf109f1") == "14.16"
    assert state.barraged[place(state, "8.17")]
    assert state.mode[unit(state, "bologna")] == COMBAT


@pytest.mark.parametrize(
    ("die", "hit"),
    [(1, "tomahawk1"), (2, "blenheim1"), (3, "blenheim2"), (4, "wellington"), (5, "tomahawk1"), (6, "wellington")],
)
def test_14_4f_worked_mission_3_who_of_four_is_hit(die: int, hit: str) -> None:
    """Flak 10 + 1 for three or more aircraft: a step. Of four a die of 1 to 4 hits by place, in the order of the
    counters, 5 the weakest (Tomahawk, 4 points), 6 the strongest (Wellington, 14). No patrol zone, no HQ, no base."""
    state = desert("bologna 8.17; blenheim1 27.7; blenheim2 27.7; tomahawk1 27.7; wellington 27.7", **AIRFIELDS)
    four = ("blenheim1", "blenheim2", "tomahawk1", "wellington")
    game = Game(state, Segment(BOMBING, ALLIED))
    game.do("bomb", "8.17", "units", [(unit(state, each),) for each in four], [], dice=[10, die, 2])

    assert [id for id in four if state.steps[unit(state, id)] == 1] == [hit]


def test_14_9_worked_mission_4_a_transport_loses_a_step_and_half_its_load() -> None:
    """Ju 52, 2T, 4T over half of its 100 hexes: from 12.14 to 6.13 in the patrol zone of a Spitfire: +2 without a
    fighter, no base of the enemy's: a 9 is 11, a step. One step carries 1T, twice that over so short a
    way: 2T arrive, two are lost. Level 1 unloads 2T: it returns."""
    state = field("ju52 12.14; spitfire1 11.8", bases={"12.14": 1, "6.13": 1, "11.8": 1},
                  control={"12.14": AXIS, "6.13": AXIS, "11.8": ALLIED}, phasing=AXIS, segment=MOVEMENT,
                  dumps={"12.14": (AXIS, 4)})  # fmt: skip
    game = Game(state, Segment(MOVING, AXIS))
    game.do("airlift", units(state, "ju52"), "6.13", 4, [])
    game.do("pass", dice=[9])

    assert state.steps[unit(state, "ju52")] == 1
    assert (state.dump[place(state, "6.13")], state.dump[place(state, "12.14")]) == (2, 0)
    assert (state.lost_tokens[AXIS], where(state, "ju52")) == (2, "12.14")
    assert not audit(state)


def test_14_10d_worked_mission_5_a_drop_onto_an_enemy_base() -> None:
    """1 Para, 1T of the C-47's 3T, onto 11.11 where the Axis has an air base with an inactive 109: any base is
    Clear, the hex Enemy: 6 or more, less 1 for an early Allied drop. Flak only in a patrol zone: none. A 7 is 6:
    landed, in Combat Mode; the base falls, the 109 rolls 6 (inactive, no advance): a step, and displaces to Catania."""
    state = field("c47 box_m; 1_para box_m; bf109g1 11.11 inactive", bases={"11.11": 1, "12.14": 1},
                  control={"11.11": AXIS, "12.14": AXIS}, segment=MOVEMENT)  # fmt: skip
    para = unit(state, "1_para")
    state.plan_drop(para, place(state, "11.11"), 1)
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("jump", units(state, "c47"), (para,), [], dice=[7, 6])
    game.do("12.14")

    assert (where(state, "1_para"), state.mode[para]) == ("11.11", COMBAT)
    assert state.controller(place(state, "11.11")) == ALLIED
    plane = unit(state, "bf109g1")
    assert (where(state, "bf109g1"), state.steps[plane], state.active[plane]) == ("12.14", 1, 0)
