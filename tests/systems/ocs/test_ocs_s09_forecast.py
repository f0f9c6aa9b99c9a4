"""OCS 9, looked ahead at: the odds of a whole attack are those of plain counting, and say what follows."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.core.flow import Procedure
from sandtable.core.rules import Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.play.explain import words as explained
from sandtable.play.forecast import Forecast, forecast, forecast_lines
from sandtable.play.odds import odds
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COMBAT_SEGMENT = "Player turn / Combat Phase / Combat Segment"
MOVEMENT_SEGMENT = "Player turn / Movement Phase / Movement Segment"
DUMPS = {"13.7": (ALLIED, 20), "10.8": (AXIS, 20)}
DICE = range(1, 7)


def units(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def ahead(state: OcsState, target: str, *stacks: str) -> Forecast:
    game = Game(state, Segment(COMBAT_SEGMENT, ALLIED))
    groups = [units(state, *stack.split()) for stack in stacks]
    return forecast(state, ALLIED, game.ask.form.settled(game.action("attack", target, groups, [])))


def counted(state: OcsState, column: int, surprise: int, result: int, overrun: bool = False) -> dict[str, Fraction]:
    """By plain counting of five dice, with nothing but the printed cells."""
    table, found = state.scenario.charts.table("combat"), defaultdict[str, Fraction](Fraction)
    high, low = (9, 6) if overrun else (10, 5)
    for one, other, shift, third, fourth in product(DICE, repeat=5):
        total = one + other + surprise
        favours = 1 if total >= high else -1 if total <= low else 0
        final = min(12, max(0, column + favours * shift))
        row = min(15, max(1, third + fourth + result))
        found[table.cell(row - 1, final)] += Fraction(1, 6**5)
    return dict(found)


@pytest.mark.parametrize(
    ("more", "hedgehog", "columns", "modifiers"),
    [
        ("904_fest 11.8", 0, (11, 12), (2, 2)),  # 22 to 2, or to 1
        ("904_fest 11.8", 2, (10, 12), (1, 0)),  # 19.5 to 2, or to 1; the hedgehog -1 and -2
        ("115_pzgr 11.8 dg", 0, (10, 12), (1, 1)),  # 22 to 2.5 is 8.8, rounded to 9; or to 1.25
        ("12_coast 11.8", 4, (10, 12), (3, 0)),  # 19.5 to 2, or to 1; its rating is 0
    ],
)
def test_9_2_the_chances_of_every_result_are_those_of_plain_counting(
    more: str, hedgehog: int, columns: tuple[int, int], modifiers: tuple[int, int]
) -> None:
    """Whether the defender pays or withholds."""
    state = field(f"69_bde 12.7; 151_bde 12.7; 44_rtr 12.7; {more}", dumps=DUMPS, hedgehogs={"11.8": hedgehog})
    found = ahead(state, "11.8", "69_bde 151_bde 44_rtr")

    for word, column in zip(("pays", "withholds"), columns, strict=True):
        told = {
            each.result: each.chance for each in found.prospects if [stance.word for _, stance in each.given] == [word]
        }
        assert told == counted(state, column, *modifiers)


def test_9_9_odds_by_name_are_those_of_play() -> None:
    """6 + 6 + 5 armor against 904 in the open: the same terms, the same chances."""
    state = field("69_bde 12.7; 151_bde 12.7; 44_rtr 12.7; 904_fest 11.8", dumps={"13.7": (ALLIED, 20)})
    state.stocks[unit(state, "904_fest")] = 2
    found = ahead(state, "11.8", "69_bde 151_bde 44_rtr")
    named = odds("ocs.combat", attackers="2x6/other/ar4 + 5/armor/tank", defenders="2/other/ar2/nosupply")

    assert found.chances == {result: chance for result, chance in named.items() if chance}


def test_9_8_an_overrun_has_odds_of_its_own() -> None:
    state = field("69_bde 12.7; 904_fest 11.8", dumps=DUMPS)
    Game(state, Combat(ALLIED, state.scenario.place("11.8"), (unit(state, "69_bde"),), 1))
    found = forecast(state, AXIS, ("pay", ()))

    assert found.chances == counted(state, 6, 2, 2, overrun=True)


def test_8_1_an_overrun_is_looked_ahead_at_to_where_the_march_goes_on() -> None:
    """Tanks alone: 5 x 2 to 2 is 5:1, column 8; nobody exploits after it."""
    state = field("44_rtr 12.7 fuel; 904_fest 11.8", dumps={"13.7": (ALLIED, 20)}, segment=MOVEMENT)
    game = Game(state, Segment(MOVEMENT_SEGMENT, ALLIED))
    action = game.action("overrun", units(state, "44_rtr"), "same", "11.8", [])
    found = forecast(state, ALLIED, game.ask.form.settled(action))
    told = {
        each.result: each.chance for each in found.prospects
        if [stance.word for _, stance in each.given] == ["lives on stocks"]
    }  # fmt: skip

    assert told == counted(state, 8, 2, 2, overrun=True)
    assert found.expected({AXIS: "lives on stocks"})["exploitation"] == 0
    assert found.expected({AXIS: "lives on stocks"})["hex taken"] > 0


def test_9_2_a_forecast_tells_terms_choices_and_what_follows() -> None:
    """Every factor by its rule; the defender pays 1T or withholds; who holds the hex, who is lost, who exploits."""
    state = field("69_bde 12.7; 44_rtr 12.7; 904_fest 11.8", dumps=DUMPS, hedgehogs={"11.8": 1})
    found = ahead(state, "11.8", "69_bde 44_rtr")
    labels = {explained(state.scenario, term.label): (term.value, term.rule) for term in found.terms}

    assert labels["44 RTR: armor in open against Heavy anti-tank"] == (Fraction(3, 2), "9.4e")
    assert labels["defender in a hedgehog of any level"] == (-1, "9.8")
    assert labels["level of the hedgehog"] == (-1, "9.9")
    assert found.chart == ("combat", "7:1")  # 6 + 5 x 1.5 to 2 is 6.75, rounded to 7
    said = "\n".join(forecast_lines(found))
    assert "Axis: pays 1T for its defence or pays nothing and defends at half (OCS 9.5)" in said
    assert "69 Bde and 44 RTR exploit" in said
    assert found.happens == {"hex taken", "exploitation"}


@pytest.mark.parametrize("policy", ["pays", "withholds", "retreats"])
def test_9_10_what_is_expected_is_what_comes_of_playing_it_out(policy: str) -> None:
    """One brigade against one battalion: by the cells, the brigade that loses a step is gone, and so on."""
    state = field("69_bde 12.7; 904_fest 11.8", dumps=DUMPS)
    found = ahead(state, "11.8", "69_bde").expected({AXIS: policy, ALLIED: "loses steps"})
    chances = counted(state, 8 if policy == "withholds" else 6, 2, 2)
    dead = sum((chance for cell, chance in chances.items() if "L" in cell.split(" D")[0] or "o" in cell.split(" D")[0]),
               start=Fraction(0))  # fmt: skip
    hit = sum((chance for cell, chance in chances.items() if "DL" in cell), start=Fraction(0))

    assert found["Allies steps lost"] == dead
    if policy == "retreats":
        assert found["Axis steps lost"] == hit  # an option costs it a hex, or nothing where nobody is left to press it


def test_4_9_neither_side_changes_the_position_by_looking() -> None:
    state = field("69_bde 12.7; 904_fest 11.8", dumps=DUMPS)
    before: Any = state.plain()
    ahead(state, "11.8", "69_bde")

    assert state.on_hand(Side(0)) == 20
    assert state.plain()[0] == before[0]


def test_procedures_that_are_read_by_charts_alone_know_of_no_counter() -> None:
    """9.8, 10.0a, 14.3e, 14.4e, 14.10d, 18.5f Their odds are kept by their fields: no step of them may ask for more."""
    kinds = [kind for kind in Procedure.kinds.values() if kind.by_charts]

    assert {kind.__name__ for kind in kinds} >= {"ResolveCombat", "Barrage", "AirCombat", "Flak", "AirDrop", "Landing"}
    for kind in kinds:
        assert {step.__annotations__["state"] for step in kind.steps.values()} == {"State"}
