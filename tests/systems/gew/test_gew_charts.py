"""GEW: the charts as files: they load, they agree with each other, they cite rules that exist."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from sandtable import BadData, BadInput, look
from sandtable.core.chartfile import read
from sandtable.core.charts import BandAxis, Lines, Table
from sandtable.systems.gew import SYSTEM
from transcription import reader

CHARTS = SYSTEM.printed_charts
RULES = SYSTEM.rulebook
SEVERITY = ["A3E", "A3R", "A2R", "A1R", "B1R", "D1R", "D2R", "D3R", "D3E", "D4E"]
FORTUNE = ["A2", "A1", "-", "B1", "S1", "S2"]
MISSIONS = ["Air Superiority", "Strategic Bombing", "Naval Interception", "U-Boat Attack", "SF Partisan Support"]


@pytest.mark.parametrize("name", list(CHARTS))
def test_every_number_a_chart_cites_is_in_the_rulebook(name: str) -> None:
    chart = CHARTS[name]
    assert chart.rule in RULES
    if isinstance(chart, Lines):
        assert {line.rule for line in chart.lines} <= set(RULES)


def test_house_charts_say_so() -> None:
    house = {name for name in CHARTS if CHARTS[name].origin == "house"}
    assert house == {"crt", "swt", "tec", "hexsides", "overlays", "turns", "crisis", "tracks"}


def test_what_a_chart_or_the_odds_know_is_not_merely_planned() -> None:
    known = {CHARTS[name].rule for name in CHARTS} | {chance.rule for chance in SYSTEM.chances}
    assert {rule for rule in known if RULES[rule].status == "planned"} == set()


def test_options_are_numbered_apart_from_the_scenario() -> None:
    assert RULES["33.1"].title == "Allied set-up"
    assert RULES["O33.1"].title == "Sending points to the Soviets"
    assert len(RULES) == 230


@pytest.mark.parametrize(("name", "order"), [("crt", SEVERITY), ("swt", FORTUNE)])
def test_19_6_and_24_7_no_higher_die_and_no_column_to_the_right_is_worse(name: str, order: list[str]) -> None:
    table = CHARTS.table(name)
    width = len(table.axes[1].labels)
    worth = [[order.index(table.cell(die, column)) for column in range(width)] for die in range(6)]
    assert all(row == sorted(row) for row in worth)
    assert all(list(column) == sorted(column) for column in zip(*worth, strict=True))


@pytest.mark.parametrize(
    ("differential", "heading"),
    [(-40, "-6 or less"), (-6, "-6 or less"), (-5, "-5 to -3"), (-3, "-5 to -3"), (-1, "-2 to -1"), (0, "0 to 1"),
     (1, "0 to 1"), (2, "2 to 3"), (5, "4 to 5"), (7, "6 to 7"), (8, "8 to 9"), (12, "10 to 12"), (13, "13 or more"),
     (99, "13 or more")],
)  # fmt: skip
def test_19_6_a_differential_has_one_column(differential: int, heading: str) -> None:
    assert look("gew.crt", roll=3, differential=differential).column == heading


def test_20_0_shifts_past_the_ends_are_lost() -> None:
    assert look("gew.crt", roll=6, differential=8, shift=9).result == "D4E"
    assert look("gew.crt", roll=6, differential=8, shift=9).column == "13 or more"
    assert look("gew.crt", roll=1, differential=8, shift=-9).column == "-6 or less"


def test_19_6_the_die_shows_one_to_six() -> None:
    with pytest.raises(BadInput, match=r"GEW 19\.6"):
        look("gew.crt", roll=7, differential=0)


def test_24_7_results_read_by_mission() -> None:
    assert look("gew.swt_results", mission="U-Boat Attack", result="A2").result == "one U-boat is lost"
    assert look("gew.swt_results", mission="u-boat attack", result="S2").result == "Western Allies lose 2d6 MP"
    assert {look("gew.swt_results", mission=mission, result="B1").result for mission in MISSIONS} == {"S1, then A1"}


@pytest.mark.parametrize(
    ("unit", "build", "delay", "regroup"),
    [
        ("Mechanized army, front", "AF", "3 turns", "-"),
        ("Marine corps", "AF", "1dr turns", "-"),
        ("SAC", "5", "3 turns", "1"),
        ("Fleet", "10", "4 turns", "3"),
        ("Amphib", "3", "2 turns", "2"),
        ("Heavy armor", "2", "1dr/2 turns", "1"),
        ("Depot", "4", "immediate", "(R)"),
    ],
)
def test_10_0_what_a_unit_costs(unit: str, build: str, delay: str, regroup: str) -> None:
    found = [look("gew.mobilization", unit=unit, column=column).result for column in ("Build", "Delay", "Regroup")]
    assert found == [build, delay, regroup]


def test_15_0_winter_has_one_impulse() -> None:
    for turn in range(1, 11):
        season = look("gew.turns", turn=turn, column="season").result
        assert (look("gew.turns", turn=turn, column="impulses").result == "1") == (season == "winter")


def test_15_0_the_seasons_follow_each_other_for_ten_turns() -> None:
    seasons = [look("gew.turns", turn=turn, column="season").result for turn in range(1, 11)]
    assert seasons == (["summer", "autumn", "winter", "spring"] * 3)[:10]


@pytest.mark.parametrize(
    ("chart", "printed", "wrong"),
    [
        ("tec", '"high mountain" = ["-", "-", "3", "-1"', '"high mountain" = ["-", "-", "3", "-2"'),
        ("overlays", '"fortification" = ["as terrain", "-2"', '"fortification" = ["as terrain", "-3"'),
    ],
)
def test_20_1_and_20_2_the_shifts_of_the_terrain_chart_were_transcribed_twice(
    own_chart: Callable[..., None], chart: str, printed: str, wrong: str
) -> None:
    """They are lines of the transcriber's shift list and cells of ours."""
    (section,) = (each for each in reader.sections() if each.chart == "gew.shifts")
    assert list(reader.disagreements(section)) == []
    own_chart(chart, printed, wrong)
    assert any(reader.disagreements(section))


def test_20_1_and_20_2_no_number_of_the_terrain_chart_stands_in_the_shift_list() -> None:
    assert {line.rule for line in CHARTS.lines("shifts").lines} == {"20.3", "20.4", "20.5", "20.6", "30.3"}


def test_18_2_two_corps_cost_what_an_army_costs() -> None:
    corps = Fraction(look("gew.mp_costs", line="rail-corps").result)
    assert 2 * corps == int(look("gew.mp_costs", line="rail-army").result)


def test_9_4_the_neutral_table_has_a_result_for_every_sum() -> None:
    table = CHARTS.table("neutral")
    assert isinstance(table, Table)
    assert isinstance(table.axis("roll"), BandAxis)
    for country in table.axis("country").labels:
        assert {table.read(country, total) for total in range(1, 13)} <= {"Pro-Axis", "Pro-Allied", "Neutral"}


@pytest.mark.parametrize(("old", "new"), [("crisis", "crises"), ('"0 or more"', '"low"')])
def test_8_1_bounds_are_refused_unless_they_limit_a_key_added_to_the_roll(tmp_path: Path, old: str, new: str) -> None:
    text = CHARTS.files["neutral"].read_text(encoding="utf-8")
    said = 'crisis = "0 or more"'
    assert text.count(said) == 1
    (tmp_path / "neutral.toml").write_text(text.replace(said, said.replace(old, new)), encoding="utf-8")
    with pytest.raises(BadData, match="bounds"):
        read(tmp_path / "neutral.toml", "GEW")
