"""Every chart, cell by cell, against the second transcription, which was typed from the sources by somebody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from sandtable import look
from sandtable.core.chartfile import Charts
from sandtable.core.charts import Lines, Table
from sandtable.core.system import find
from sandtable.play.odds import charts_of
from transcription import reader
from transcription.reader import Section, chart_of, disagreements, sections

SECTIONS = {section.title: section for section in sections()}
WHOLE = {title: section for title, section in SECTIONS.items() if section.chart not in reader.COMPARED_WITH}

COUNTS = {
    "use": {
        "use.crt": 256, "use.strategic_drm": 11, "use.strategic_halvings": 1, "use.strategic_results": 3,
        "use.ground_drm": 21, "use.ground_halvings": 3, "use.combat_sequence": 6, "use.ground_results": 6,
        "use.retreat": 5, "use.air_naval_drm": 16, "use.air_naval_halvings": 2, "use.sorties": 3,
        "use.air_support": 3, "use.escort": 2, "use.interdiction": 6, "use.transport": 3, "use.production": 16,
        "use.conditional_events": 14, "use.movement_points": 4, "use.ground_movement": 13, "use.air_movement": 4,
        "use.naval_movement": 6, "use.national_will": 11, "use.sequence": 15, "use.ranges": 16,
        "use.weather zone=cold": 15, "use.weather zone=mild": 15, "use.weather zone=warm": 15,
        "use.supply_sources": 9,
    },
    "ocs": {
        "ocs.sequence": 24, "ocs.air_combat": 3, "ocs.air_combat_modifiers": 3, "ocs.air_loss": 2,
        "ocs.flak_modifiers": 7, "ocs.flak_missions": 7, "ocs.flak": 1, "ocs.mission_loss": 18,
        "ocs.air_transport": 8, "ocs.air_transport_modifiers": 5, "ocs.air_base_capture": 2,
        "ocs.air_base_capture_modifiers": 2, "ocs.combat_sequence": 9, "ocs.surprise": 6,
        "ocs.surprise_modifiers": 1, "ocs.anti_tank": 7, "ocs.action_rating": 2, "ocs.combat_supply": 4,
        "ocs.capture": 18, "ocs.attrition": 30, "ocs.attrition_modifiers": 1, "ocs.dump_blowing": 4,
        "ocs.combat_results": 6, "ocs.combat_odds": 52, "ocs.combat": 195, "ocs.barrage": 121,
        "ocs.barrage_cost": 11, "ocs.barrage_results": 5, "ocs.density": 6, "ocs.barrage_shifts": 7,
        "ocs.ship_to_shore": 3, "ocs.facility": 48, "ocs.facility_cost": 8, "ocs.facility_results": 5,
        "ocs.port_damage": 4,
    },
    "gew": {
        "gew.mobilization": 54, "gew.neutral": 18, "gew.events": 6, "gew.swt_results": 25, "gew.mp_costs": 6,
        "gew.deployment": 8, "gew.naval_access": 11, "gew.shifts": 10, "gew.results": 6, "gew.sequence": 21,
        "gew.crt": 60, "gew.swt": 54, "gew.tec": 56, "gew.hexsides": 42, "gew.turns": 60, "gew.crisis": 8,
    },
}  # fmt: skip
TOTALS = {"use": 500, "ocs": 635, "gew": 445}


# ------------------------------------------------------------------------------------------------ the comparison


@pytest.mark.parametrize("section", SECTIONS.values(), ids=SECTIONS)
def test_both_transcriptions_agree(section: Section, record_property: Callable[[str, object], None]) -> None:
    record_property("cells", section.cell_count)

    assert list(disagreements(section)) == []


@pytest.mark.parametrize("code", reader.SYSTEMS)
def test_so_many_cells_were_compared(code: str) -> None:
    """As listed here, and as the transcriber counted them himself."""
    found = {title: count for title, count in reader.counts().items() if title.startswith(f"{code}.")}

    assert found == COUNTS[code] == reader.told_counts(code)
    assert sum(found.values()) == TOTALS[code]


@pytest.mark.parametrize("code", reader.SYSTEMS)
def test_every_chart_was_transcribed_twice_or_says_why_not(code: str) -> None:
    ours = {f"{code}.{name}" for name in charts_of(find(code))}
    theirs = {reader.COMPARED_WITH.get(section.chart, section.chart) for section in sections()}

    assert ours - theirs == {name for name in reader.NOT_TRANSCRIBED if name.startswith(code)}
    assert {name for name in theirs if name.startswith(code)} <= ours


def test_the_report_counts_all() -> None:
    assert "in all                            1580\n0 disagreements" in reader.report()


def test_the_half_step_die_is_the_one_of_the_results_list() -> None:
    """OCS 10.0a prints that die as a sentence of the list, so its table has no section of its own."""
    (gist,) = (gist for value, gist in SECTIONS["ocs.barrage_results"].body if value == "1/2")
    low, high = map(int, re.findall(r"\d", gist))

    found = {roll: look("ocs.half_step", roll=roll).result for roll in range(1, 7)}

    assert found == {roll: "1 step" if low <= roll <= high else "DG" for roll in range(1, 7)}


# ------------------------------------------------------------------------------------------------ planted errors


def planted(chart: Table | Lines, name: str) -> Iterator[tuple[str, Table | Lines]]:
    """The chart once for each cell, with that cell changed; rows and lines of ours alone are left as they are."""
    if isinstance(chart, Lines):
        for nth, line in enumerate(chart.lines):
            if line.id not in reader.OURS_ALONE.get(name, {}):
                wrong = line._replace(value="1" if line.value == "2" else "2")
                yield line.id, replace(chart, lines=(*chart.lines[:nth], wrong, *chart.lines[nth + 1 :]))
        return
    results, width = chart.results(), len(chart.axes[-1].labels)
    for nth, cell in enumerate(chart.cells):
        labels, rest = [chart.axes[-1].labels[nth % width]], nth // width
        for axis in reversed(chart.axes[:-1]):
            rest, place = divmod(rest, len(axis.labels))
            labels.append(axis.labels[place])
        if not {*labels} & {*reader.ADDED.get(name, {})}:
            other = results[results.index(cell) - 1]
            yield (
                " ".join(labels),
                replace(chart, cells=(*chart.cells[:nth], other, *chart.cells[nth + 1 :]), _known={}),
            )


def lists_with_two_lines_exchanged() -> Iterator[tuple[Section, Lines, str]]:
    for section in sections():
        chart = chart_of(reader.COMPARED_WITH.get(section.chart, section.chart))
        if isinstance(chart, Lines):
            for nth, (one, other) in enumerate(pairwise(chart.lines)):
                if not {one.id, other.id} & {*reader.OURS_ALONE.get(section.chart, {})}:
                    lines = (*chart.lines[:nth], other, one, *chart.lines[nth + 2 :])
                    yield section, replace(chart, lines=lines), one.id


def shared_charts(section: Section) -> tuple[Charts, str]:
    code, _, name = reader.COMPARED_WITH.get(section.chart, section.chart).partition(".")
    return charts_of(find(code)), name


@pytest.mark.parametrize("section", WHOLE.values(), ids=WHOLE)
def test_a_wrong_cell_anywhere_is_found(section: Section, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell in turn is given another result of its chart; each time the comparison must notice."""
    charts, name = shared_charts(section)
    missed = []
    for where, wrong in planted(chart_of(section.chart), section.chart):
        if not {*section.fixed.values()} <= {*where.split()}:
            continue  # a zone of the weather is compared in its own section
        with monkeypatch.context() as patch:
            patch.setitem(charts._read, name, wrong)
            if not any(disagreements(section)):
                missed.append(where)

    assert missed == []


def test_lines_in_another_order_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    missed = set()
    for section, wrong, id in lists_with_two_lines_exchanged():
        charts, name = shared_charts(section)
        with monkeypatch.context() as patch:
            patch.setitem(charts._read, name, wrong)
            if not any(disagreements(section)):
                missed.add((section.chart, id))

    assert missed == {
        ("use.production", "mobilize-ussr-leg"),  # before mobilize-leg, see reader.CLOSER
        ("gew.sequence", "turn-record"),  # before the first of the lines in reader.MOVED, whose place is not compared
    }


@pytest.mark.parametrize(
    ("title", "chart", "printed", "wrong"),
    [
        ("use.crt", "use.crt", '16 = ["AA+3", "AA+3"', '16 = ["AA+3", "AS+2"'),
        ("use.crt", "use.crt", '"DR+2", "DR+2", "DR+2"]\n11', '"DR+2", "DR+2", "♦"]\n11'),
        ("use.weather zone=warm", "use.weather", 'Poor = "3-5", Severe = "6"', 'Poor = "3-4", Severe = "5-6"'),
        ("use.ground_drm", "use.ground_drm", 'id = "elite"\nvalue = "+1"', 'id = "elite"\nvalue = "+2"'),
        ("use.ranges", "use.ranges", "20 hexes", "2 hexes"),
        ("ocs.combat", "ocs.combat", '"Ao1 DL1o2",    "Ao1 e4 DL1o2"', '"Ao1 DL1o2",    "Ao1 DL1o2"'),
        ("ocs.combat_odds", "ocs.combat", '"28:1", "36:1"', '"28:1", "32:1"'),
        ("ocs.barrage", "ocs.barrage", '"41-68", "69-116"', '"41-69", "70-116"'),
        ("ocs.barrage_cost", "ocs.barrage", '"8T", "10T"', '"8T", "9T"'),
        ("ocs.facility_cost", "ocs.facility", '"2T", "4T"', '"3T", "4T"'),
        ("ocs.attrition", "ocs.attrition", '"-4 Steps" = "12",    "-All Steps" = "13+"', '"-4 Steps" = "12+"'),
        ("ocs.density", "ocs.density", 'up to 3" = "None"\n"over 3,', 'up to 2" = "None"\n"over 2,'),
        ("gew.crt", "gew.crt", '"0 to 1", "2 to 3"', '"0 to 2", "3"'),
        ("gew.neutral", "gew.neutral", '"2 or less", "Neutral" = "3-5"', '"1 or less", "Neutral" = "2-5"'),
        ("gew.tec", "gew.tec", '"mountain" = ["4", "3"', '"mountain" = ["4", "4"'),
    ],
)
def test_a_wrong_cell_in_a_file_of_ones_own_is_found(
    title: str, chart: str, printed: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chart with one cell or heading changed, laid over ours with SANDTABLE_DATA."""
    code, _, name = chart.partition(".")
    text = charts_of(find(code)).files[name].read_text(encoding="utf-8")
    assert text.count(printed) >= 1
    (tmp_path / code).mkdir()
    (tmp_path / code / f"{name}.toml").write_text(text.replace(printed, wrong, 1), encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))

    assert any(disagreements(SECTIONS[title]))


def test_a_faithful_copy_is_found_faithful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The overlay by itself is no disagreement."""
    (tmp_path / "use").mkdir()
    text = charts_of(find("use")).files["crt"].read_text(encoding="utf-8")
    (tmp_path / "use" / "crt.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))

    assert list(disagreements(SECTIONS["use.crt"])) == []
