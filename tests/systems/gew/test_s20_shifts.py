"""GEW 20: column shifts."""

import pytest

from sandtable.systems.gew import SYSTEM
from sandtable.systems.gew.s20_shifts import Battle, shifts


def found(**situation: object) -> dict[str, int]:
    """Rule number to shift, zeros included."""
    terms = list(shifts(SYSTEM.printed_charts, Battle(**situation)))  # type: ignore[arg-type]
    assert len({term.rule for term in terms}) == len(terms), "each case here meets a rule once"
    return {term.rule: int(term.value) for term in terms}


def net(battle: Battle) -> int:
    return sum(int(term.value) for term in shifts(SYSTEM.printed_charts, battle))


def test_20_0_nothing_special_shifts_nothing() -> None:
    assert found() == {}


@pytest.mark.parametrize(
    ("terrain", "shift"), [("clear", {}), ("desert", {}), ("rough", {"20.1": -1}), ("high mountain", {"20.1": -1})]
)
def test_20_1_broken_ground_helps_the_defender(terrain: str, shift: dict[str, int]) -> None:
    assert found(terrain=terrain) == shift


def test_20_1_terrain_and_city_give_one_shift_between_them() -> None:
    assert found(terrain="rough", city=True) == {"20.1": -1}
    assert found(terrain="clear", city=True) == {"20.1": -1}


@pytest.mark.parametrize("terrain", ["rough", "mountain"])
def test_30_3_a_mountain_unit_cancels_the_terrain_shift(terrain: str) -> None:
    assert found(terrain=terrain, mountain=True) == {"30.3": 0}
    assert found(terrain=terrain, city=True, mountain=True) == {"30.3": 0}


def test_30_3_a_mountain_unit_cancels_nothing_in_high_mountain() -> None:
    assert found(terrain="high mountain", mountain=True) == {"20.1": -1}


def test_30_3_a_mountain_unit_does_not_cancel_a_city_on_open_ground() -> None:
    assert found(city=True, mountain=True) == {"20.1": -1}


@pytest.mark.parametrize("hexside", ["river", "canal", "strait", "lake"])
def test_20_1_crossing_water_shifts_left(hexside: str) -> None:
    assert found(hexside=hexside) == {"20.1": -1}


@pytest.mark.parametrize(("hexside", "shift"), [("river", -1), ("canal", -1), ("strait", 0), ("lake", 0)])
def test_30_4_marines_ignore_straits_and_lakes_only(hexside: str, shift: int) -> None:
    assert net(Battle(hexside=hexside, marine=True)) == shift


def test_20_2_a_fortification_is_two_and_adds_to_terrain() -> None:
    assert found(fortification=True, terrain="mountain") == {"20.1": -1, "20.2": -2}


@pytest.mark.parametrize(("mech", "shift"), [(0, 0), (1, 1), (2, 2), (3, 2), (9, 2)])
def test_20_3_at_most_two_mechanized_units_count(mech: int, shift: int) -> None:
    assert net(Battle(mech=mech)) == shift
    assert net(Battle(mech=mech, terrain="desert")) == shift


@pytest.mark.parametrize(
    ("where", "rule"),
    [({"terrain": "rough"}, "20.3"), ({"city": True}, "20.3"), ({"fortification": True}, "28.2")],
)
def test_20_3_mechanized_units_need_open_ground(where: dict[str, object], rule: str) -> None:
    assert found(**where, mech=2) == {**found(**where), rule: 0}


def test_20_3_a_city_in_the_rough_bars_them_as_either_would() -> None:
    assert [term.rule for term in shifts(SYSTEM.printed_charts, Battle(terrain="rough", city=True, mech=1))] == [
        "20.1",
        "20.3",
    ]


def test_20_4_a_concentric_attack_is_two() -> None:
    assert found(concentric=True) == {"20.4": 2}


def test_20_4_not_against_a_fortification_nor_beside_the_staging_area() -> None:
    assert found(concentric=True, fortification=True) == {"20.2": -2, "28.2": 0}
    assert found(concentric=True, beside_staging=True) == {"20.4": 0}


def test_20_5_one_for_each_factor_and_only_aircraft_help_the_defender() -> None:
    terms = list(shifts(SYSTEM.printed_charts, Battle(attacking_air=3, defending_air=2, fleet=4, sf=1)))
    assert [int(term.value) for term in terms] == [3, -2, 4, 1]
    assert {term.rule for term in terms} == {"20.5"}


@pytest.mark.parametrize(
    ("season", "regions"),
    [
        ("winter", {"europe", "ussr", "baltic states"}),
        ("spring", {"ussr", "baltic states"}),
        ("summer", set()),
        ("autumn", set()),
    ],
)
def test_20_6_weather_by_season_and_region(season: str, regions: set[str]) -> None:
    for region in ("europe", "ussr", "baltic states", "north africa", "middle east"):
        shift = -1 if region in regions else 0
        assert net(Battle(season=season, region=region)) == shift
        assert net(Battle(season=season, region=region, mountain=True)) == 0


def test_20_0_all_shifts_are_summed() -> None:
    """-1 rough, -1 river, -2 fortification, +3 and -1 air, +2 SF, -1 winter."""
    battle = Battle(
        terrain="rough", hexside="river", fortification=True, attacking_air=3, defending_air=1, sf=2, season="winter",
        mech=3, concentric=True,
    )  # fmt: skip
    assert net(battle) == -1 - 1 - 2 + 3 - 1 + 2 - 1
