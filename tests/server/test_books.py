"""The books a browser reads: charts as printed, rules by number."""

from __future__ import annotations

from pathlib import Path

import pytest

import toy
from sandtable.core.charts import Lines, Table
from sandtable.core.system import Reference, find
from sandtable.server.books import ChartText, HeadLine, RowText, chart_texts, rule_texts

FAMILIES = [find("gew"), find("ocs"), find("use"), toy.SYSTEM]


def book_of(code: str) -> dict[str, ChartText]:
    return {chart.name: chart for chart in chart_texts(find(code))}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.code)
def test_every_printed_cell_comes_out_in_its_row_and_column(family: Reference) -> None:
    charts = family.printed_charts
    shown = chart_texts(family)
    assert [chart.name for chart in shown] == list(charts)
    for text in shown:
        chart = charts[text.name]
        if isinstance(chart, Lines):
            assert [(row.head, *row.cells, row.rule) for row in text.rows] == [
                (line.value, line.text, line.rule) for line in chart.lines
            ]
            continue
        assert isinstance(chart, Table)
        width = len(text.heads[0].cells)
        assert all(len(line.cells) == width for line in text.heads)
        assert all(len(row.cells) == width for row in text.rows)
        labels = len(chart.layout.heads[0]) - width
        beside = len(text.heads) - len(chart.layout.heads)
        assert [row.cells for row in text.rows] == [row[labels:] for row in chart.layout.rows[beside:]]
        assert [row.head for row in text.rows] == [row[labels - 1] for row in chart.layout.rows[beside:]]


def test_a_table_with_the_roll_down_names_its_corner_and_its_columns() -> None:
    crt = book_of("gew")["crt"]
    assert (crt.rule, crt.dice, crt.corner, crt.origin) == ("19.6", "1d6", "roll", "house")
    assert crt.reads == "1d6 down, differential across, columns may shift"
    assert crt.heads[0].cells[:2] == ("-6 or less", "-5 to -3")
    assert crt.rows[0] == RowText("1", ("A3E", "A3E", "A3E", "A3R", "A2R", "A1R", "A1R", "B1R", "D1R", "D2R"))
    assert {meaning.result for meaning in crt.meanings} == {cell for row in crt.rows for cell in row.cells}


def test_odds_for_each_terrain_are_named_lines_of_the_head() -> None:
    combat = book_of("ocs")["combat"]
    assert [line.head for line in combat.heads] == ["Extr Close", "Very Close", "Close", "Open"]
    assert combat.heads[3].cells[4] == combat.heads[0].cells[1] == "1:1"
    assert combat.corner == ""


def test_what_is_printed_by_column_belongs_to_the_head() -> None:
    barrage = book_of("ocs")["barrage"]
    assert barrage.heads[1] == HeadLine("cost", ("1T", "1T", "2T", "2T", "2T", "3T", "3T", "4T", "6T", "8T", "10T"))
    assert barrage.rows[0].head == "2"


def test_a_table_of_three_keys_groups_its_rows_by_the_first() -> None:
    weather = book_of("use")["weather"]
    assert weather.corner == "zone"
    assert weather.heads == (HeadLine("", ("Fair", "Poor", "Severe")),)
    assert weather.rows[4] == RowText("cold", ("-", "1-2", "3-6"), "Mar-Apr")


def test_a_list_stands_under_its_headings_and_indents_what_is_inside_a_line() -> None:
    lines = book_of("ocs")["sequence"].rows
    assert lines[0] == RowText("I", ("Pre-Turn Phase",), "game turn", "2.2")
    assert lines[1] == RowText("1", ("Weather Determination Segment",), "", "2.2", 1)


def test_a_chart_of_ones_own_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gew"
    folder.mkdir()
    (folder / "ultra.toml").write_text((find("gew").folder / "charts" / "ultra.toml").read_text(encoding="utf-8"))
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    assert {name: chart.origin for name, chart in book_of("gew").items() if chart.origin == "yours"} == {
        "ultra": "yours"
    }


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.code)
def test_every_number_of_the_rulebook_is_there_in_its_order(family: Reference) -> None:
    rules = rule_texts(family)
    assert [(rule.number, rule.title, rule.text, rule.status, rule.ruling) for rule in rules] == [
        (rule.number, rule.title, rule.text, rule.status, rule.ruling) for rule in family.rulebook.values()
    ]
