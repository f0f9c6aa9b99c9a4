"""GEW 19: ground combat."""

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable import BadInput, look, odds
from sandtable.core.rules import Term
from sandtable.systems.gew.s19_combat import Unit, bad_forces


def by_hand(differential: int, shift: int = 0) -> dict[str, Fraction]:
    """Six dice read from the printed cells."""
    found = Counter(look("gew.crt", roll=die, differential=differential, shift=shift).result for die in range(1, 7))
    return {result: Fraction(n, 6) for result, n in found.items()}


@pytest.mark.parametrize(("attack", "defend"), [(1, 9), (3, 8), (5, 6), (7, 7), (9, 6), (12, 8), (10, 3), (20, 2)])
@pytest.mark.parametrize("shift", [-3, 0, 2])
def test_19_6_the_odds_are_the_die_read_six_times(attack: int, defend: int, shift: int) -> None:
    assert odds("gew.ground", attack=attack, defend=defend, shift=shift) == by_hand(attack - defend, shift)


def test_19_6_an_even_attack_by_hand() -> None:
    """Differential 0: A3R A2R A1R B1R D1R D2R."""
    assert odds("gew.ground", attack=6, defend=6) == dict.fromkeys(
        ["A3R", "A2R", "A1R", "B1R", "D1R", "D2R"], Fraction(1, 6)
    )


def test_20_0_columns_are_shifted_not_the_differential() -> None:
    """Differential 10 shifted by one is the column of 13, not of 11; -5 becomes the column of -2, not of -4."""
    assert odds("gew.ground", attack=10, defend=0, shift=1) == by_hand(13)
    assert odds("gew.ground", attack=1, defend=6, shift=1) == by_hand(-2)


def test_20_0_shifts_beyond_the_last_column_are_lost() -> None:
    assert odds("gew.ground", attack=30, defend=1, shift=5) == by_hand(13)
    assert odds("gew.ground", attack=1, defend=30, shift=-5) == by_hand(-6)


SITUATIONS = [
    ({"attackers": "6/mech + 4/mech + 3/mech", "defenders": "5 + 3"}, 5, 2),
    ({"attackers": "6/mech + 4", "defenders": "5", "terrain": "rough"}, 5, -1),
    ({"attackers": "2/mountain + 4", "defenders": "3", "terrain": "mountain", "season": "winter"}, 3, 0),
    ({"attackers": "5 + 5", "defenders": "4", "fortification": True, "concentric": True, "attacking_air": 3}, 6, 1),
    ({"attackers": "3/marine", "defenders": "2", "hexside": "strait", "fleet": 2}, 1, 2),
    ({"attackers": "3", "defenders": "2", "hexside": "strait", "fleet": 2}, 1, 1),
    ({"attackers": "8/mech+8", "defenders": "7", "season": "spring", "region": "ussr", "concentric": True}, 9, 2),
    ({"attackers": "8/mech+8", "defenders": "7", "season": "winter", "region": "north africa"}, 9, 1),
    ({"attackers": "4 + 4", "defenders": "9", "offensive": True, "sf": 1, "defending_air": 2}, 1, -1),
    ({"attack": 9, "defend": 7, "mech": 4, "city": True}, 2, -1),
    ({"attackers": "1/partisan + 1/partisan", "defenders": "2", "terrain": "rough"}, 0, 0),
    ({"attackers": "1/security", "defenders": "1/partisan", "terrain": "rough"}, 0, -1),
]


@pytest.mark.parametrize(("said", "differential", "shift"), SITUATIONS)
def test_19_6_situations_worked_by_hand(said: dict[str, object], differential: int, shift: int) -> None:
    assert odds("gew.ground", **said) == by_hand(differential, shift)


def test_19_6_every_combination_of_switches_agrees_with_plain_arithmetic() -> None:
    no_or_yes = (False, True)
    for mech, fort, ring, winter, air in itertools.product((0, 1, 3), no_or_yes, no_or_yes, no_or_yes, (0, 2)):
        said = {"mech": mech, "fortification": fort, "concentric": ring, "attacking_air": air}
        found = odds("gew.ground", attack=8, defend=5, season="winter" if winter else "summer", **said)
        shift = (-2 if fort else min(mech, 2) + 2 * ring) - winter + air
        assert found == by_hand(3, shift), said


def test_19_6_the_terms_name_the_factors_the_shifts_and_the_columns() -> None:
    terms = odds("gew.ground", attackers="6/mech + 4", defenders="3", season="winter").terms
    assert [(term.label, term.value, term.rule) for term in terms] == [
        ("attack factors", 10, "19.6"),
        ("defense factors", -3, "19.6"),
        ("differential 7: column 6 to 7", 0, "19.6"),
        ("mechanized attack", 1, "20.3"),
        ("winter", -1, "20.6"),
        ("net shift +0: column 6 to 7", 0, "20.0"),
    ]


def test_o35_2_a_major_offensive_adds_two_to_the_differential() -> None:
    found = odds("gew.ground", attack=5, defend=5, offensive=True)
    assert found == by_hand(2)
    assert Term("major offensive", 2, "O35.2") in found.terms


def test_30_3_partisans_are_mountain_units() -> None:
    terms = odds("gew.ground", attackers="2/partisan", defenders="1", terrain="high mountain", season="winter").terms
    assert terms["mountain unit cancels the weather shift"] == 0


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"defend": 3}, r"say either attackers or attack.*GEW 19\.6"),
        ({"attack": 3, "attackers": "3", "defend": 1}, r"either attackers or attack.*GEW 19\.6"),
        ({"attack": 3}, r"say either defenders or defend"),
        ({"attack": 0, "defend": 3}, r"GEW 19\.2"),
        ({"attack": 3, "defend": -1}, r"never negative \(GEW 19\.6\)"),
        ({"attackers": "4 + 0", "defenders": "1"}, r"GEW 19\.2"),
        ({"attackers": "", "defenders": "1"}, r"write factors like 6/mech"),
        ({"attackers": "6/elephant", "defenders": "1"}, r"write factors like 6/mech"),
        ({"attackers": "3 - 1", "defenders": "1"}, r"write factors like 6/mech"),
        ({"attackers": "2/partisan + 4", "defenders": "1"}, r"GEW 31\.3"),
        ({"attackers": "1/security", "defenders": "1/partisan + 1"}, r"GEW 30\.5"),
        ({"attackers": "1/security", "defend": 1}, r"GEW 30\.5"),
        ({"attackers": "6/mech", "defenders": "1", "mech": 1}, r"GEW 20\.3"),
        ({"attackers": "6 + 2/mountain", "defenders": "1", "terrain": "high mountain"}, r"GEW 14\.4"),
        ({"attack": 6, "defend": 1, "terrain": "high mountain"}, r"GEW 14\.4"),
        ({"attack": 6, "defend": 1, "terrain": "high mountain", "mountain": True, "mech": 1}, r"GEW 14\.4"),
        ({"attackers": "6", "defenders": "1", "terrain": "high mountain", "mountain": True}, r"GEW 14\.4"),
        ({"attack": 6, "defend": 1, "shift": 1, "terrain": "rough"}, r"terrain.*not both \(GEW 20\.0\)"),
        ({"attack": 6, "defend": 1, "sf": -1}, r"sf=-1.*GEW 20\.5"),
        ({"attack": 6, "defend": 1, "mech": -1}, r"mech=-1.*GEW 20\.3"),
        ({"attackers": "9" * 5000, "defenders": "1"}, r"write factors like 6/mech"),
        ({"attack": 6, "defend": 1, "beside_staging": True}, r"GEW 32\.1"),
        ({"attack": 6, "defend": 1, "terrain": "swamp"}, r"expected one of clear, rough"),
        ({"attack": 6, "defend": 1, "morale": 2}, r"no key morale"),
    ],
)
def test_19_6_nonsense_is_refused_with_a_reason(said: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        odds("gew.ground", **said)


def test_19_2_all_reasons_are_given_at_once() -> None:
    with pytest.raises(BadInput) as refused:
        odds(
            "gew.ground", attackers="2/partisan + 0/security", defenders="1", terrain="high mountain", mech=-1, sf=-2,
            beside_staging=True,
        )  # fmt: skip
    assert str(refused.value) == (
        "a unit with an attack factor of 0 cannot attack (GEW 19.2); "
        "partisans attack only together with partisans (GEW 31.3); "
        "security units attack only hexes where every defender is a partisan (GEW 30.5); "
        "only mountain units can attack into high mountain terrain (GEW 14.4); "
        "mech=-1: units are never negative (GEW 20.3); "
        "mech: mark the mechanized units in the list of attackers, like 6/mech (GEW 20.3); "
        "sf=-2: factors are never negative (GEW 20.5); "
        "region=europe: the USSR Staging Area borders the USSR alone (GEW 32.1)"
    )


def test_30_5_the_reasons_are_violations_that_a_form_can_use() -> None:
    attackers, defenders = [Unit(1, "security")], [Unit(2, "other")]
    assert [violation.rule for violation in bad_forces(attackers, defenders)] == ["30.5"]
    assert list(bad_forces(attackers, [Unit(1, "partisan")])) == []


def test_14_4_a_mountain_attack_by_sums_may_enter_high_mountain() -> None:
    assert odds("gew.ground", attack=6, defend=1, mountain=True, terrain="high mountain") == by_hand(5, -1)


def test_14_4_who_enters_is_the_terrain_charts_to_say(own_chart: Callable[..., None]) -> None:
    own_chart("tec", '"no", "yes", "no", "all"]', '"no", "yes", "no", "mountain corps"]')  # mountain
    with pytest.raises(BadInput, match=r"into mountain terrain \(GEW 14\.4\)"):
        odds("gew.ground", attackers="6", defenders="1", terrain="mountain")


# ------------------------------------------------------------------------------------------------ charts of one's own


OWN = [
    ("tec", '"1", "-1", "cancels"', '"1", "-2", "cancels"', {"terrain": "rough"}, -2),
    ("tec", '"1", "-1", "cancels"', '"1", "-1", "-"', {"terrain": "rough", "mountain": True}, -1),
    ("tec", '"1", "0", "-", "yes"', '"1", "0", "-", "no"', {"mech": 2}, 0),
    ("tec", '"1", "-1", "cancels", "no"', '"1", "-1", "cancels", "yes"', {"terrain": "rough", "mech": 2}, 1),
    ("hexsides", '"-1"]\n"canal"', '"-3"]\n"canal"', {"hexside": "river"}, -3),
    ("overlays", '"-2", "yes", "no", "no"', '"-3", "yes", "no", "no"', {"fortification": True, "terrain": "rough"}, -4),
    ("overlays", '"-2", "yes", "no", "no"', '"-2", "no", "no", "no"', {"fortification": True, "terrain": "rough"}, -2),
    ("overlays", '"-2", "yes", "no", "no"', '"-2", "yes", "no", "yes"', {"fortification": True, "concentric": True}, 0),
    ("overlays", '"-1", "no", "no", "yes"', '"-2", "no", "no", "yes"', {"city": True, "terrain": "rough"}, -2),
    ("overlays", '"-1", "no", "no", "yes"', '"-1", "yes", "no", "yes"', {"city": True, "terrain": "rough"}, -2),
    ("overlays", '"-1", "no", "no", "yes"', '"-1", "no", "as terrain", "yes"', {"city": True, "mech": 1}, 0),
    ("overlays", '"-1", "no", "no", "yes"', '"-1", "no", "no", "no"', {"city": True, "concentric": True}, -1),
    ("shifts", 'id = "concentric"\nvalue = "+2"', 'id = "concentric"\nvalue = "+3"', {"concentric": True}, 3),
    ("limits", 'id = "mechanized-attack"\nvalue = "2"', 'id = "mechanized-attack"\nvalue = "3"', {"mech": 5}, 3),
]


@pytest.mark.parametrize(("chart", "printed", "own", "said", "shift"), OWN)
def test_20_0_the_shifts_are_those_of_the_owners_charts(
    own_chart: Callable[..., None], chart: str, printed: str, own: str, said: dict[str, object], shift: int
) -> None:
    ours = odds("gew.ground", attack=8, defend=6, **said)
    own_chart(chart, printed, own)
    assert odds("gew.ground", attack=8, defend=6, **said) == by_hand(2, shift)
    assert odds("gew.ground", attack=8, defend=6, **said).terms != ours.terms


UNREADABLE = [
    ("tec", '"1", "-1", "cancels"', '"1", "L1", "cancels"', {"terrain": "rough"}, r"rough, defense shift: L1 is no"),
    ("tec", '"1", "0", "-", "yes"', '"1", "0", "-", "rarely"', {"mech": 1}, r"clear, mech attack: rarely is none of"),
    (
        "hexsides",
        '"-1"]\n"canal"',
        '"-"]\n"canal"',
        {"hexside": "river"},
        r"\(GEW 17\.1\), river, attack shift: - is no",
    ),
]


@pytest.mark.parametrize(("chart", "printed", "own", "said", "why"), UNREADABLE)
def test_20_1_a_cell_that_the_rules_cannot_read_is_refused(
    own_chart: Callable[..., None], chart: str, printed: str, own: str, said: dict[str, object], why: str
) -> None:
    own_chart(chart, printed, own)
    with pytest.raises(BadInput, match=why):
        odds("gew.ground", attack=8, defend=6, **said)
