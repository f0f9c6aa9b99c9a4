"""GEW 9: neutral activation."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable import BadInput, look, odds
from sandtable.systems.gew import SYSTEM

COUNTRIES = SYSTEM.printed_charts.table("neutral").axis("country").labels


@pytest.mark.parametrize("crisis", range(7))
@pytest.mark.parametrize("country", COUNTRIES)
def test_9_4_the_odds_are_the_die_read_six_times(country: str, crisis: int) -> None:
    found = Counter(look("gew.neutral", country=country, crisis=crisis, roll=die).result for die in range(1, 7))
    assert odds("gew.neutral", country=country, crisis=crisis) == {
        result: Fraction(n, 6) for result, n in found.items()
    }


def test_9_4_turkey_leans_with_the_crisis() -> None:
    """9.4: the Allies on 2 or less, the Axis on 6 or more, after adding the level."""
    calm, high = odds("gew.neutral", country="Turkey"), odds("gew.neutral", country="Turkey", crisis=2)
    assert calm == {"Pro-Axis": Fraction(1, 6), "Neutral": Fraction(1, 2), "Pro-Allied": Fraction(1, 3)}
    assert high == {"Pro-Axis": Fraction(1, 2), "Neutral": Fraction(1, 2)}
    assert look("gew.neutral", country="Turkey", crisis=2, roll=4).result == "Pro-Axis"


def test_9_4_the_usa_is_called_by_a_die_of_four_even_in_calm() -> None:
    assert odds("gew.neutral", country="usa")["Pro-Allied"] == Fraction(1, 2)
    assert odds("gew.neutral", country="United States", crisis=3) == {"Pro-Allied": 1}


def test_9_4_portugal_needs_a_high_crisis() -> None:
    assert odds("gew.neutral", country="Portugal", crisis=2) == {"Neutral": 1}
    assert odds("gew.neutral", country="Portugal", crisis=3)["Pro-Allied"] == Fraction(1, 6)


def test_8_3_the_crisis_level_is_the_only_term() -> None:
    terms = odds("gew.neutral", country="USSR", crisis=4).terms
    assert [(term.value, term.rule) for term in terms] == [(4, "8.3")]


def test_8_1_the_scale_has_ends() -> None:
    with pytest.raises(BadInput, match=r"crisis=7: the European Crisis Scale ends at 6 \(GEW 8\.1\)"):
        odds("gew.neutral", country="Spain", crisis=7)
    with pytest.raises(BadInput, match="takes 0 or more"):
        odds("gew.neutral", country="Spain", crisis=-1)
    with pytest.raises(BadInput, match="takes 0 or more"):
        look("gew.neutral", country="Spain", crisis=-1, roll=3)


def test_8_1_the_end_of_the_scale_is_the_owners(own_chart: Callable[..., None]) -> None:
    own_chart("tracks", 'id = "crisis"\nvalue = "6"', 'id = "crisis"\nvalue = "8"')
    assert odds("gew.neutral", country="Portugal", crisis=8) == {"Pro-Allied": 1}


def test_9_5_switzerland_is_never_activated() -> None:
    with pytest.raises(BadInput, match=r"GEW 9\.5"):
        odds("gew.neutral", country="Switzerland")


@pytest.mark.parametrize(
    ("said", "why"),
    [({}, r"say which country.*\(GEW 9\.4\)"), ({"country": "Norway"}, r"\(GEW 9\.4\) knows .*Turkey")],
)
def test_9_4_only_neutrals_are_checked(said: dict[str, str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        odds("gew.neutral", **said)
