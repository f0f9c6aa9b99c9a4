"""USE: every rule is told in our words, every printed line stands under a rule and is named by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from laws.citations import naming_line, sources
from sandtable import look
from sandtable.core.sequence import Outline
from sandtable.play.printed import PrintedLine, printed_lines
from sandtable.systems.use import SYSTEM
from sandtable.systems.use.options import OPTIONS
from sandtable.systems.use.s01_2_sequence import OUTLINE, WHOLE_OUTLINE, Game
from sandtable.systems.use.s05_combat import final_value
from sandtable.systems.use.setups import HOUSE_NUMBERS, setups
from sandtable.systems.use.theatre import MARKERS
from tooling import tool

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LINES = list(printed_lines(SYSTEM.printed_charts))


# ------------------------------------------------------------------------------------------------ the index


def test_every_rule_is_told_in_our_words() -> None:
    assert [rule.number for rule in SYSTEM.rulebook.values() if not rule.text] == []


ON_LAND_TOO = {"1.2", "4.0", "5.2", "7.4"}
KEPT = {"done", "definition", "procedure"}


def test_nothing_is_left_to_do() -> None:
    assert {rule.status for rule in SYSTEM.rulebook.values()} == KEPT


def test_a_procedure_is_what_no_scenario_of_ours_gets_to() -> None:
    """Rows and verbs for boards with a sea alone, and markers that no scenario has."""
    theatres = [setup.theatre for setup in setups().values()]
    assert not any(theatre.sea for theatre in theatres)
    away = set(MARKERS) - {type for theatre in theatres for type in theatre.type_of}
    unseen = {number for number, rule in SYSTEM.rulebook.items() if rule.title.lower().replace(" ", "_") in away}
    found = {number for number, rule in SYSTEM.rulebook.items() if rule.status == "procedure"}
    assert found == unseen | (numbers(WHOLE_OUTLINE) - numbers(OUTLINE) - ON_LAND_TOO)


def test_every_number_at_the_head_of_a_definition_is_in_the_index() -> None:
    """Of modules, classes and functions, as `5.3, 4.2.3.3 Why ...` or `USE 1.2: ...`."""
    heads = re.compile(r"(?:USE )?((?:(?:\d+(?:\.\d+)*|[DE]\d+)(?:, |[ :.-]))+)")
    cited = set()
    for path in SYSTEM.folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                found = heads.match(ast.get_docstring(node) or "")
                cited |= {
                    (path.stem, number) for number in re.findall(r"[DE]?\d[\d.]*\d|[DE]\d", found[1] if found else "")
                }
    assert len({number for _, number in cited}) > 40
    assert {(where, number) for where, number in cited if number not in SYSTEM.rulebook} == set()


def numbers(outline: Outline) -> set[str]:
    """The rules of an outline's rows and verbs."""
    rows = outline.rows.values()
    return {row.number for row in rows} | {form.rule for row in rows if row.menu for form in row.menu.forms.values()}


def test_every_switch_and_number_is_told_by_a_rule() -> None:
    """Under the rule that it changes, by its name."""
    for option in OPTIONS:
        assert option.name in SYSTEM.rulebook[option.rule].text, option.name
    told = " ".join(rule.text for rule in SYSTEM.rulebook.values())
    assert [name for name in HOUSE_NUMBERS if name not in told] == []


def test_every_printed_line_stands_under_a_rule_that_is_kept() -> None:
    assert len(LINES) == 254
    assert {SYSTEM.rulebook[line.rule].status for line in LINES} <= KEPT


def test_every_printed_line_is_named_by_a_test() -> None:
    texts = list(sources(HERE))
    assert [line.name for line in LINES if next(naming_line(line, texts), None) is None] == []


def test_a_line_is_named_by_its_whole_name_or_in_a_test_about_its_rule() -> None:
    line = PrintedLine("will.city-lost", "2.1.2", "-2")
    found = naming_line(line, [
        ("test_a", '"""will.city-lost"""'), ("test_2_1_2_city_lost_again", ""), ("test_2_1_2_b", '"city-lost"'),
        ("test_c", '"city-lost"'), ("test_2_1_2_d", '"a-city-lost"'), ("test_2_1_2_e", "city-lost-too"),
    ])  # fmt: skip
    assert list(found) == ["test_a", "test_2_1_2_b"]
    named = [("test_2_1_2_city_lost_again", "def test_2_1_2_city_lost_again()")]
    assert list(naming_line(line, named)) == ["test_2_1_2_city_lost_again"]
    assert list(naming_line(line._replace(row=True), [("test_2_1_2_b", '"city-lost"')])) == []


def test_the_page_of_coverage_is_current() -> None:
    page = ROOT / "docs" / "coverage-use.md"
    assert page.read_text(encoding="utf-8") == tool("rule_tests").fresh("use"), "run tools/rule_tests.py"


# ------------------------------------------------------------------------------------------------ rows of tables

NUMBER = {"DR": "+2", "DD": "+3", "DE": "+4", "AS": "+2", "AA": "+3", "♦": ""}


@pytest.mark.parametrize(("line", "printed"), [
    ("crt.1", "♦ 1-2, DR 3-5, DD 6-8, DE 9-16"), ("crt.2", "♦ 1-3, DR 4-6, DD 7-9, DE 10-16"),
    ("crt.3", "AS 1-1, ♦ 2-4, DR 5-7, DD 8-12, DE 13-16"), ("crt.4", "AS 1-2, ♦ 3-5, DR 6-9, DD 10-15, DE 16-16"),
    ("crt.5", "AS 1-3, ♦ 4-7, DR 8-10, DD 11-16"), ("crt.6", "AA 1-1, AS 2-4, ♦ 5-8, DR 9-14, DD 15-16"),
    ("crt.7", "AA 1-2, AS 3-4, ♦ 5-9, DR 10-15, DD 16-16"), ("crt.8", "AA 1-3, AS 4-5, ♦ 6-10, DR 11-16"),
    ("crt.9", "AA 1-3, AS 4-6, ♦ 7-11, DR 12-16"), ("crt.10", "AA 1-4, AS 5-7, ♦ 8-13, DR 14-16"),
    ("crt.11", "AA 1-4, AS 5-8, ♦ 9-14, DR 15-16"), ("crt.12", "AA 1-5, AS 6-9, ♦ 10-15, DR 16-16"),
    ("crt.13", "AA 1-5, AS 6-10, ♦ 11-16"), ("crt.14", "AA 1-6, AS 7-11, ♦ 12-16"),
    ("crt.15", "AA 1-6, AS 7-12, ♦ 13-16"), ("crt.16", "AA 1-7, AS 8-14, ♦ 15-16"),
])  # fmt: skip
def test_5_1_rows_of_the_combat_results_table(line: str, printed: str) -> None:
    """5.1: each result, and the attacker's values that give it against this value of the defender."""
    expected = {
        attacker: result + NUMBER[result]
        for result, low, high in re.findall(r"(\S+) (\d+)-(\d+)", printed)
        for attacker in range(int(low), int(high) + 1)
    }
    defender = int(line.partition(".")[2])
    assert {each: look("use.crt", attacker=each, defender=defender).result for each in range(1, 17)} == expected


@pytest.mark.parametrize(("line", "printed"), [
    ("weather.Dec-Feb.cold", "PPPSSS"), ("weather.Dec-Feb.mild", "PPPPSS"), ("weather.Dec-Feb.warm", "FPPPSS"),
    ("weather.Mar-Apr.cold", "PPSSSS"), ("weather.Mar-Apr.mild", "FPPSSS"), ("weather.Mar-Apr.warm", "FFPPSS"),
    ("weather.May-Jun.cold", "FFFPPP"), ("weather.May-Jun.mild", "FFFFPP"), ("weather.May-Jun.warm", "FFFFPP"),
    ("weather.Jul-Sep.cold", "FFFFFF"), ("weather.Jul-Sep.mild", "FFFFFF"), ("weather.Jul-Sep.warm", "FFFFFF"),
    ("weather.Oct-Nov.cold", "FPPPSS"), ("weather.Oct-Nov.mild", "FFPPSS"), ("weather.Oct-Nov.warm", "FFPPPS"),
    ("weather.Dec-Feb.desert", "FFFFFF"), ("weather.Mar-Apr.desert", "FFFFFF"), ("weather.May-Jun.desert", "FFFFFF"),
    ("weather.Jul-Sep.desert", "FFFFFF"), ("weather.Oct-Nov.desert", "FFFFFF"),
])  # fmt: skip
def test_11_0_rows_of_the_weather(line: str, printed: str) -> None:
    """11.0: Fair, Poor or Severe for each face of the die."""
    _, month, zone = line.split(".")
    found = [look("use.weather", month=month, zone=zone, roll=die).result for die in range(1, 7)]
    assert "".join(weather[0] for weather in found) == printed


@pytest.mark.parametrize(("line", "leg", "other"), [
    ("movement_points.Full", "8", "10"), ("movement_points.Low or No", "4", "5"),
])  # fmt: skip
def test_4_0_rows_of_movement_points(line: str, leg: str, other: str) -> None:
    for supply in line.partition(".")[2].split(" or "):
        assert look("use.movement_points", supply=supply, unit="Leg").result == leg
        assert look("use.movement_points", supply=supply, unit="other").result == other


# ------------------------------------------------------------------------------------------------ lines and rules


def test_1_2_lines_of_the_sequence() -> None:
    """1.2 economy, strategic-warfare, no-supply, replacements, diplomacy: rows of the whole sequence in printed order;
    weather before them, victory-check and end-of-turn behind them are steps of every turn."""
    lines = SYSTEM.printed_charts.lines("sequence").lines
    rows = [row.name for _, row in WHOLE_OUTLINE.lines()]
    steps = [step for step in Game.steps if step in ("roll_weather", "next_phase", "victory_check", "end_of_turn")]

    assert [line.text for line in lines if line.id not in ("weather", "victory-check", "end-of-turn")] == [
        row for row in rows if row in {line.text for line in lines}
    ]
    assert [line.id for line in (lines[0], *lines[-2:])] == ["weather", "victory-check", "end-of-turn"]
    assert steps == ["roll_weather", "next_phase", "victory_check", "end_of_turn"]


@pytest.mark.parametrize(("modified", "halvings", "final"), [(9, 1, 5), (9, 2, 3), (5, 2, 2), (5, 3, 1), (-3, 1, 1)])
def test_1_8_halves_are_rounded_up_each_time(modified: int, halvings: int, final: int) -> None:
    assert final_value(SYSTEM.printed_charts, modified, halvings) == final
