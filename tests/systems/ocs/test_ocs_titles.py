"""OCS titles: those of one's own are found, checked and played; the page that tells how to make one is followed."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from sandtable.cli.commands import app
from sandtable.core import system
from sandtable.core.editions import edition
from sandtable.core.errors import BadData, BadInput
from sandtable.core.titles import NAMED, own_titles
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.title_faults import faults
from sandtable.systems.ocs.titles import TITLES, read_setup

PAGE = Path(__file__).parents[3] / "docs/ocs-titles.md"
FILE = re.compile(r"^`(ford/[\w./]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ sandtable (.*)$", re.MULTILINE)


@pytest.fixture
def ford(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The title of the page, as it is written there."""
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setitem(system._registered, "ocs", OCS)  # found by name, whether or not its games are offered
    monkeypatch.setenv(NAMED, "")
    monkeypatch.setenv("SANDTABLE_DATA", "")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ford"


def told(folder: Path) -> list[str]:
    return [f"{Path(fault.path).relative_to(folder)}:{fault.line} {fault.expectation}" for fault in faults(folder)]


def change(path: Path, old: str, new: str) -> int:
    """The line in which it stands."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_the_page_about_titles_can_be_followed(ford: Path) -> None:
    commands = COMMAND.findall(PAGE.read_text(encoding="utf-8"))
    assert len(commands) == 4
    for command in commands:
        done = CliRunner().invoke(app, command.split())
        assert done.exit_code == 0, done.output
        if "check" in command:
            assert "14 counters, 80 hexes" in done.output
            assert "nothing impossible in them" in done.output
    assert (ford / "ford.png").stat().st_size > 10_000
    assert (ford.parent / "now.png").stat().st_size > 10_000


def test_a_title_of_two_scenarios_is_drawn_in_two_pictures(ford: Path) -> None:
    first = ford / "scenarios" / "ford.toml"
    (ford / "scenarios" / "dawn.toml").write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    done = CliRunner().invoke(app, ["title", "check", str(ford), "--games", "0", "--png", str(ford.parent / "map.png")])
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in ford.parent.glob("*.png")) == ["map-dawn.png", "map-ford.png"]


def test_a_title_of_ones_own_is_found_by_name_and_is_not_without_its_folder(
    ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "ford" not in [info.name for info in OCS.scenarios()]
    monkeypatch.setenv(NAMED, str(ford.parent))
    assert [info.name for info in OCS.scenarios()] == ["crusader", "primosole", "ford"]
    assert OCS.load("ford").charts.table("hexside_movement").read("minor river", "truck") == "+2"

    monkeypatch.setenv(NAMED, str(ford.parent / "nowhere"))
    with pytest.raises(BadData, match="no such folder"):
        own_titles()


def test_another_title_must_not_take_the_name_of_a_scenario(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (ford / "scenarios/ford.toml").rename(ford / "scenarios/primosole.toml")
    monkeypatch.setenv(NAMED, str(ford))
    with pytest.raises(BadInput, match="another title has a scenario primosole"):
        OCS.scenarios()


def test_an_edition_covers_the_files_of_a_title_outside(
    ford: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAMED, str(ford))
    before = edition(OCS.load("ford"), "1")
    other = copytree(ford, tmp_path / "elsewhere/ford")
    monkeypatch.setenv(NAMED, str(other))
    assert edition(OCS.load("ford"), "1").same(before)

    changed = copytree(ford, tmp_path / "changed/ford")
    change(changed / "counters.csv", "blue_tanks,,,,,,,,,,move,,2,3,12", "blue_tanks,,,,,,,,,,move,,2,3,13")
    monkeypatch.setenv(NAMED, str(changed))
    assert not edition(OCS.load("ford"), "1").same(before)


def test_title_check_names_every_fault_by_file_and_line(ford: Path) -> None:
    """Faults in all four kinds of files at once: none hides another."""
    board, counters, scenario = ford / "board.json", ford / "counters.csv", ford / "scenarios/ford.toml"
    key = change(board, '"h": "hills"', '"h": "lava"')
    kind = change(counters, "red_at,Red AT,red,german,line", "red_at,Red AT,red,german,lion")
    rest = "102 Rgt,red,german,line,other,,,4,no,combat,,"
    strength = change(counters, f"{rest}5", f"{rest}five")
    change(scenario, '"6.4" = ["red_1", "red_at"]', '"6.4" = ["red_1"]')
    lines = told(ford)
    assert [line.split()[0] for line in lines] == [
        f"counters.csv:{kind}", f"board.json:{key}", f"board.json:{key}", f"counters.csv:{strength}",
    ]  # fmt: skip
    assert "lava has no line in the chart terrain_movement" in lines[1]


def test_title_check_looks_at_the_whole_of_a_scenario(ford: Path) -> None:
    scenario = ford / "scenarios/ford.toml"
    late = change(scenario, 'turn = 2\nunits = ["blue_2"]', 'turn = 9\nunits = ["blue_2"]')
    gap = change(scenario, 'rolls = { "1-3" = 4, "4-6" = 8 }', 'rolls = { "1-3" = 4, "5-6" = 8 }')
    unknown = change(scenario, '"8.4" = ["red_hq"]', '"8.4" = ["red_ho"]')
    lines = told(ford)
    assert {f"scenarios/ford.toml:{line}" for line in (late, gap, unknown)} <= {line.split()[0] for line in lines}


def test_title_check_places_nobody_where_he_cannot_be(ford: Path) -> None:
    board, scenario = ford / "board.json", ford / "scenarios/ford.toml"
    change(board, '"key": {', '"key": {"~": "sea", ')
    change(board, '"......w...",', '".......~..",')
    sea = change(scenario, '"8.4" = ["red_hq"]', '"8.3" = ["red_hq"]')
    source = change(scenario, 'red = ["10.4"]', 'red = ["8.4"]')
    change(
        ford / "counters.csv", "1 Bde,blue,british,line,other,,blue_div,4", "1 Bde,blue,british,line,other,,blue_div,40"
    )
    stack = scenario.read_text().splitlines().index('"4.4" = ["blue_1", "blue_tanks"]') + 1
    lines = {line.split()[0]: line for line in told(ford)}
    assert lines.keys() == {f"scenarios/ford.toml:{line}" for line in (sea, source, stack)}
    assert "red_hq: 8.3 is at sea" in lines[f"scenarios/ford.toml:{sea}"]
    assert "10.5 REs are in 4.4" in lines[f"scenarios/ford.toml:{stack}"]
    assert "neither on a railroad" in lines[f"scenarios/ford.toml:{source}"]


def test_title_check_ends_with_code_2_on_faults(ford: Path) -> None:
    change(ford / "scenarios/ford.toml", 'first = "blue"', 'first = "green"')
    done = CliRunner().invoke(app, ["title", "check", str(ford)])
    assert done.exit_code == 2
    assert "line 6" in done.output
    assert "'green' is unknown" in done.output


def test_a_folder_without_a_map_is_no_title(tmp_path: Path) -> None:
    assert ["no board.json" in str(fault) for fault in faults(tmp_path)] == [True]
    assert TITLES.is_dir()


SCENARIO, COUNTERS, MAP = "scenarios/ford.toml", "counters.csv", "board.json"
MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "a counter off the board": (SCENARIO, '"8.4" = ["red_hq"]', '"18.4" = ["red_hq"]', "18.4 is not on the map"),
    "a number that is none": (COUNTERS, "move,,2,3,12,track", "move,,2,3,twelve,track", "ma is 'twelve'"),
    "a number below 0": (COUNTERS, "move,,2,3,12,track", "move,,2,3,-1,track", "ma is -1: expected 0 or more"),
    "a rating beyond 5": (COUNTERS, "combat,,4,3,8,track", "combat,,4,9,8,track", "ar is 9: expected 0 to 5"),
    "an HQ that throws nothing": (COUNTERS, "blue_hq,,,,,,,,,,move,,(1),0,10,truck,,,6",
                                  "blue_hq,,,,,,,,,,move,,(1),0,10,truck,,,", "its move face has no throw"),
    "a missing column": (COUNTERS, ",ar,ma,", ",ma,", "columns missing: ar"),
    "a counter twice": (COUNTERS, "red_2,102 Rgt", "red_1,102 Rgt", "expected '101 Rgt' as in line"),
    "broken JSON": (MAP, '"id": "ford",\n', '"id": "ford"\n', "not JSON"),
    "broken TOML": (SCENARIO, 'red = ["10.4"]', 'red = ["10.4"', "not TOML"),
    "broken CSV": (COUNTERS, "red_2,102 Rgt", 'red_2,"102 Rgt', "not CSV"),
    "a gap in a supply table": (SCENARIO, '"4-6" = 8', '"5-6" = 8', "a roll of 4 has 0 lines"),
    "a victory of no hex": (SCENARIO, 'hexes = ["6.4"]', "hexes = []", "hold names 0 hexes: expected 1 at least"),
    "points that are no number": (SCENARIO, "points = 3", 'points = "3"', "points is '3': expected a whole number"),
    "lists 500 deep": (SCENARIO, 'first = "blue"', f"first = {'[' * 500}{']' * 500}", "more than 30 deep"),
    "an unknown nation": (SCENARIO, 'hip_shoots = ["german"]', 'hip_shoots = ["germna"]', "of the nation germna"),
    "a misspelt counter": (SCENARIO, 'move = ["blue_tanks"]', 'move = ["blue_tank"]', "is it blue_tanks?"),
    "aircraft in the open": (SCENARIO, '"1.5" = ["blue_f', '"2.5" = ["blue_f', "there is no air base in 2.5"),
    "a base beyond the best": (SCENARIO, '"1.5" = 1', '"1.5" = 4', "1.5 has level 4: expected no more than 3"),
    "a table that is a number": (SCENARIO, 'rolls = { "1-6" = 4 }', "rolls = 4", "rolls is 4: expected a table"),
    "a look that nobody knows": ("faces.toml", "[sides.blue]", "[side.blue]", "side is unknown"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_file_and_line_and_brings_no_other(ford: Path, mistake: str) -> None:
    name, old, new, expected = MISTAKES[mistake]
    line = change(ford / name, old, new)
    found = faults(ford)
    told = [str(fault) for fault in found if "name is '': expected a word" not in str(fault)]  # of a counter twice
    assert len(told) == 1, told
    assert expected in told[0]
    assert Path(found[-1].path) == ford / name
    assert -4 <= found[-1].line - line <= 2  # where its table or counter begins; a bracket is missed where it is not


@pytest.mark.parametrize("name", [SCENARIO, COUNTERS, MAP])
def test_an_empty_file_is_told_at_its_first_line(ford: Path, name: str) -> None:
    (ford / name).write_text("")
    assert [line.partition(" ")[0] for line in told(ford)] == [f"{name}:1"]


def test_what_is_wrong_with_a_folder_is_told(ford: Path) -> None:
    assert ["there is no such folder" in str(fault) for fault in faults(ford / "nowhere")] == [True]
    assert ["holds the titles ford" in str(fault) for fault in faults(ford.parent)] == [True]
    (ford / COUNTERS).unlink()
    assert [line for line in told(ford) if "cannot be read" in line] == [
        f"{COUNTERS}:0 cannot be read: No such file or directory"
    ]


@pytest.mark.parametrize("wrong", ["3", '"x"', "[]", "{}", "true", "[[3]]", "{ x = 3 }"])
def test_no_value_of_the_wrong_kind_is_more_than_a_fault(ford: Path, wrong: str) -> None:
    """Every entry of the scenario in turn."""
    path = ford / SCENARIO
    lines, told = path.read_text().splitlines(), list[int]()
    for nth, line in enumerate(lines):
        if " = " in line:
            path.write_text("\n".join([*lines[:nth], f"{line.partition(' = ')[0]} = {wrong}", *lines[nth + 1 :]]))
            try:
                read_setup(path)
            except BadData as fault:
                told.append(fault.line)
    assert len(told) > 20
    assert all(told)
