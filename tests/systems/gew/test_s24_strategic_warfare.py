"""GEW 24, 26, 27: missions on the Strategic Warfare Table."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable import BadInput, look, odds
from sandtable.systems.gew import SYSTEM
from sandtable.systems.gew.s24_strategic_warfare import effects, parts


def by_hand(column: int) -> dict[str, Fraction]:
    found = Counter(look("gew.swt", roll=die, column=column).result for die in range(1, 7))
    return {result: Fraction(n, 6) for result, n in found.items()}


@pytest.mark.parametrize("column", range(-4, 9))
def test_24_7_the_odds_are_the_die_read_six_times(column: int) -> None:
    assert odds("gew.swt", column=column) == by_hand(column)


def test_24_7_columns_end_at_minus_two_and_six() -> None:
    assert odds("gew.swt", column=-7) == odds("gew.swt", column=-2)
    assert odds("gew.swt", column=40) == odds("gew.swt", column=6)


def test_24_7_column_zero_by_hand() -> None:
    """A2 A1 - - B1 S1."""
    sixth = Fraction(1, 6)
    assert odds("gew.swt", column=0) == {"A2": sixth, "A1": sixth, "-": 2 * sixth, "B1": sixth, "S1": sixth}


MISSIONS = [
    ("bombing", {"bombardment": "3+2"}, 5),
    ("bombing", {"bombardment": 3, "flak": True}, 2),
    ("bombing", {"bombardment": 0, "flak": True}, -1),
    ("bombing", {"bombardment": "2 + 1", "flak": True, "offensive": True}, 4),
    ("air_interception", {"interceptors": "3+3", "intercepted": "2+1"}, 3),
    ("air_interception", {"interceptors": 3, "intercepted": 3, "flak": True}, -1),
    ("air_interception", {"interceptors": 1, "intercepted": 5}, -4),
    ("naval_interception", {"fleet": 4, "intercepted": "1+3"}, 0),
    ("naval_interception", {"fleet": 5, "intercepted": 1}, 4),
    ("convoy", {"uboats": "2+2"}, 4),
    ("convoy", {"uboats": "2+2+1", "asw": "2+1", "base": True}, 3),
    ("convoy", {"uboats": "2+2+1", "asw": "2+1", "base": True, "in_1943": True}, 2),
    ("convoy", {"uboats": 1, "asw": 4, "in_1943": True}, -4),
    ("partisan_support", {"sf": "1+2"}, 3),
    ("partisan_support", {"sf": 1, "offensive": True}, 3),
    ("psywar", {"sf": 2, "garrison": True}, 1),
]


@pytest.mark.parametrize(("mission", "said", "column"), MISSIONS)
def test_24_7_missions_worked_by_hand(mission: str, said: dict[str, object], column: int) -> None:
    assert odds(f"gew.{mission}", **said) == by_hand(column)


def test_26_5_subtracts_before_the_column_is_found() -> None:
    """26.5: eight factors less one are seven, still the last column."""
    assert odds("gew.convoy", uboats=8, asw=1) == by_hand(6)


def test_o40_1_shifts_the_column_after_it_is_found() -> None:
    """O40.1: eight factors are the last column, and one to its left is column 5."""
    assert odds("gew.psywar", sf="4+4", garrison=True) == by_hand(5)


def test_26_5_the_terms_name_bases_and_year() -> None:
    terms = odds("gew.convoy", uboats=5, asw=2, base=True, in_1943=True).terms
    assert [(term.value, term.rule) for term in terms] == [
        (5, "26.5"), (-2, "26.4"), (1, "26.5"), (-1, "26.5"), (0, "24.7"),
    ]  # fmt: skip
    assert terms[-1].label == "column 3"


def test_24_1_how_many_bombers_is_the_charts_to_say(own_chart: Callable[..., None]) -> None:
    own_chart("limits", 'id = "bombing"\nvalue = "2"', 'id = "bombing"\nvalue = "3"')
    assert odds("gew.bombing", bombardment="1+1+1") == by_hand(3)


def test_24_7_b1_is_s1_then_a1() -> None:
    assert parts("B1") == ("S1", "A1")
    assert parts("-") == ()
    assert parts("S2") == ("S2",)


def test_24_7_what_a_result_does_in_order() -> None:
    charts = SYSTEM.printed_charts
    assert effects(charts, "U-Boat Attack", "B1") == ("Western Allies lose 1d6 MP", "one U-boat is lost")
    assert effects(charts, "Strategic Bombing", "-") == ()


@pytest.mark.parametrize(
    ("mission", "said", "why"),
    [
        ("swt", {}, r"say column.*GEW 24\.7"),
        ("bombing", {}, r"say bombardment.*GEW 24\.1"),
        ("bombing", {"bombardment": "-2"}, r"whole numbers.*GEW 24\.1"),
        ("bombing", {"bombardment": "1+1+1"}, r"3 units, but the limit is 2: air units bombing a hex \(GEW 24\.1\)"),
        ("air_interception", {"interceptors": "2+2+2", "intercepted": 1}, r"the limit is 2.*GEW 24\.3"),
        ("air_interception", {"interceptors": 2}, r"say intercepted"),
        (
            "naval_interception",
            {"fleet": "2+2", "intercepted": 1},
            r"2 units, but the limit is 1: fleets intercepting.*GEW 26\.3",
        ),
        ("naval_interception", {"fleet": "2", "intercepted": "1+1+1"}, r"the limit is 2: amphibious.*GEW 26\.2"),
        (
            "air_interception",
            {"interceptors": "1+1+1", "intercepted": "1+1+1"},
            r"intercepting in a hex \(GEW 24\.3\); 3 units, .* in a hex \(GEW 23\.5\)",
        ),
        ("convoy", {"uboats": "9" * 5000}, r"whole numbers.*GEW 26\.5"),
        ("convoy", {"uboats": "many"}, r"whole numbers.*GEW 26\.5"),
        ("partisan_support", {}, r"say sf.*GEW 27\.2"),
        ("psywar", {"sf": "1+1+1"}, r"the limit is 2: special forces.*GEW O40\.1"),
        ("air_interception", {"interceptors": 2, "intercepted": 1, "offensive": True}, r"no key offensive"),
    ],
)
def test_24_7_nonsense_is_refused_with_a_reason(mission: str, said: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        odds(f"gew.{mission}", **said)
