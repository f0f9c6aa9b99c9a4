"""USE 5.1: the limit of ten, halvings, the floor of one, and odds over both dice."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import pytest

from sandtable import BadInput, odds
from sandtable.core.rules import Term
from sandtable.play.explain import sentence
from sandtable.play.session import Session
from sandtable.systems.use import SYSTEM
from sandtable.systems.use.s05_2_air import nation
from sandtable.systems.use.s05_combat import ResolveCombat, dice_told, final_value, limited
from systems.use.reckon import by_hand
from systems.use.seas import at_sea, unit, with_faces


@pytest.mark.parametrize(("drm", "applied"), [(0, 0), (10, 10), (11, 10), (27, 10), (-10, -10), (-11, -10)])
def test_5_1_no_more_than_ten_either_way(drm: int, applied: int) -> None:
    assert limited(SYSTEM.printed_charts, drm) == applied


@pytest.mark.parametrize(
    ("modified", "halvings", "value"),
    [(7, 0, 7), (7, 1, 4), (7, 2, 2), (7, 3, 1), (16, 1, 8), (5, 2, 2), (1, 3, 1), (0, 0, 1), (0, 1, 1), (-9, 0, 1),
     (-9, 2, 1)],
)  # fmt: skip
def test_5_1_halved_rounding_up_each_time_and_never_below_one(modified: int, halvings: int, value: int) -> None:
    assert final_value(SYSTEM.printed_charts, modified, halvings) == value


@pytest.mark.parametrize("attacker", [(0, 0), (3, 0), (-4, 0), (10, 0), (7, 1), (10, 3)])
@pytest.mark.parametrize("defender", [(0, 0), (1, 0), (-10, 0), (10, 0), (2, 1), (9, 2)])
@pytest.mark.parametrize("name", ["use.ground", "use.air_naval", "use.strategic"])
def test_5_1_odds_are_the_36_pairs_of_dice(name: str, attacker: tuple[int, int], defender: tuple[int, int]) -> None:
    """5.1: the same three steps for every kind of combat."""
    found = odds(
        name,
        attacker_drm=attacker[0],
        attacker_halvings=attacker[1],
        defender_drm=defender[0],
        defender_halvings=defender[1],
    )

    assert dict(found) == by_hand(attacker, defender)
    assert sum(found.values()) == 1


def test_5_1_an_even_fight_by_hand() -> None:
    """5.1: no modifiers. Rows 1 to 6 of the table, columns 1 to 6, counted with a pencil."""
    assert dict(odds("use.ground")) == {
        "DD+3": Fraction(1, 36),
        "DR+2": Fraction(9, 36),
        "♦": Fraction(16, 36),
        "AS+2": Fraction(9, 36),
        "AA+3": Fraction(1, 36),
    }


def test_5_1_results_are_listed_from_the_attackers_best_to_worst() -> None:
    assert list(odds("use.ground", attacker_drm=-1)) == ["DR+2", "♦", "AS+2", "AA+3"]
    assert list(odds("use.ground", attacker_drm=4)) == ["DE+4", "DD+3", "DR+2", "♦"]


def test_5_1_a_sum_past_the_limit_shows_what_was_cut_off() -> None:
    """5.1: twelve counts as ten, and the list says so."""
    found = odds("use.ground", attacker_drm=12, defender_drm=-13)

    assert [found.terms.of(side).total for side in ("attacker", "defender")] == [10, -10]
    assert found.terms.of("attacker")["at most +10"] == -2
    assert found.terms.of("defender")["at least -10"] == 3
    assert dict(found) == by_hand((10, 0), (-10, 0))


def test_5_1_a_sum_at_the_limit_shows_nothing() -> None:
    labels = [(term.group, term.label) for term in odds("use.ground", attacker_drm=10, defender_drm=-10).terms]

    assert labels == [("attacker", "sum of modifiers"), ("defender", "sum of modifiers")]


def test_5_1_each_halving_given_is_a_term() -> None:
    found = odds("use.ground", attacker_drm=2, attacker_halvings=2)

    assert [term.value for term in found.terms if term.how == "×"] == [Fraction(1, 2), Fraction(1, 2)]


def test_5_1_halvings_alone_are_a_sum_of_none() -> None:
    assert dict(odds("use.ground", defender_halvings=1)) == by_hand((0, 0), (0, 1))


def test_5_1_one_more_for_the_attacker_is_never_worse() -> None:
    """5.1: the chance of at least each result grows with the attacker's sum."""
    best_first = ("DE+4", "DD+3", "DR+2", "♦", "AS+2", "AA+3")

    def at_least(drm: int) -> list[Fraction]:
        found = odds("use.ground", attacker_drm=drm)
        return list(itertools.accumulate(found.get(result, Fraction(0)) for result in best_first))

    for drm in range(-10, 10):
        assert all(more >= less for more, less in zip(at_least(drm + 1), at_least(drm), strict=True))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("use.ground", {"attacker_drm": 3, "attacker": "Germany"}),
        ("use.ground", {"attacker_halvings": 1, "attacker_type": "tank"}),
        ("use.ground", {"attacker_drm": 3, "terrain": "city"}),
        ("use.ground", {"defender_drm": 3, "defender_event": -1}),
        ("use.air_naval", {"attacker_drm": 3, "attacker_sorties": 2}),
        ("use.air_naval", {"defender_drm": 3, "britain": "yes"}),
        ("use.strategic", {"attacker_drm": 3, "axis_ports": "1"}),
        ("use.strategic", {"defender_drm": 3, "usa": "yes"}),
    ],
)
def test_5_1_a_sum_and_a_situation_of_one_side_are_refused(name: str, said: dict[str, object]) -> None:
    with pytest.raises(BadInput, match=r"sum or its situation, not both \(USE 5\.1\)"):
        odds(name, **said)


def test_5_1_one_side_may_be_a_sum_and_the_other_a_situation() -> None:
    """5.1: the weather then works on the side that is described."""
    found = odds("use.ground", attacker_drm=4, defender="Germany", defender_type="tank", weather="Poor")

    assert dict(found) == by_hand((4, 0), (3, 0))


@pytest.mark.parametrize("name", ["use.ground", "use.air_naval"])
def test_5_1_two_sums_leave_nothing_for_the_weather(name: str) -> None:
    with pytest.raises(BadInput, match="already hold the weather"):
        odds(name, attacker_drm=1, defender_drm=1, weather="Poor")


@pytest.mark.parametrize("halvings", [-1, 21])
def test_5_1_halvings_are_a_small_count(halvings: int) -> None:
    with pytest.raises(BadInput, match="attacker_halvings"):
        odds("use.ground", attacker_halvings=halvings)


@pytest.mark.parametrize("name", ["use.ground", "use.air_naval"])
def test_5_1_severe_weather_does_not_halve_one_side_only(name: str) -> None:
    """A sum does not tell whether its roll is halved: the halvings are asked for, or counted as said."""
    with pytest.raises(
        BadInput, match=r"weather=Severe: it halves the attacker's roll too, .* say attacker_halvings=1"
    ):
        odds(name, attacker_drm=3, weather="Severe")

    said = odds(name, attacker_drm=3, attacker_halvings=1, weather="Severe")
    assert dict(said) == by_hand((3, 1), (0, 1))


@pytest.mark.parametrize("name", ["use.ground", "use.air_naval"])
def test_5_1_a_sum_says_that_it_holds_the_weather(name: str) -> None:
    terms = odds(name, attacker_drm=3, weather="Poor").terms.of("attacker")

    assert terms[-1] == Term("Poor weather: taken as already counted here", 0, "5.1", "attacker", "note")
    assert terms.total == 3


@pytest.mark.parametrize(("id", "called"), [("uk", "UK"), ("estonia", "Estonia"), ("finland", "Finland"),
                                            ("ireland", "Ireland"), ("norway", "other")])  # fmt: skip
def test_5_3_every_nation_of_the_lists_is_known_by_its_country(id: str, called: str) -> None:
    state = at_sea()
    state.theatre = with_faces(uk_1={"country": id})
    assert nation(state, unit(state, "uk_1")) == called


@pytest.mark.parametrize(
    ("combat", "dice", "told"),
    [
        (ResolveCombat(3, -1), (4, 6), "attacker 4 + 3 = 7; defender 6 - 1 = 5"),
        (ResolveCombat(12, -4), (1, 2), "attacker 1 + 10 = 11; defender 2 - 4 = -2, counts as 1"),
        (ResolveCombat(3, 0, 1, 2), (2, 6), "attacker 2 + 3 = 5, halved to 3; defender 6 + 0 = 6, halved twice to 2"),
    ],
)
def test_5_1_the_dice_are_told_with_what_is_added_and_what_they_come_to(
    combat: ResolveCombat, dice: tuple[int, int], told: str
) -> None:
    assert dice_told(SYSTEM.printed_charts, combat, dice) == told


def test_5_1_the_log_tells_both_sums_before_the_result() -> None:
    session = Session(SYSTEM.load("poland-1939"), "1")
    session.submit_written("axis", ["activate", "ger_2pz"])
    session.submit_written("axis", ["attack", "0906"])
    while session.ask and session.ask.form.name in ("commitment", "declaration"):
        session.submit_written(session.scenario.sides[session.ask.side], ["hold"])
    told = [sentence(session.scenario, event) for event in session.log]
    dice, read = next(pair for pair in itertools.pairwise(told) if pair[0].startswith("dice: "))
    assert re.fullmatch(r"dice: attacker (\d) \+ 2 = \d; defender (\d) \+ 0 = \2 \(USE 5\.1\)", dice)
    assert read.startswith("the attack of 2nd Panzer on Kraków Army at 0906 Katowice: ")
