"""OCS titles: those of one's own are found, checked and played; the page that tells how to make one is followed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from sandtable.cli.commands import app
from sandtable.core import system
from sandtable.core.board import SCHEMA
from sandtable.core.editions import _files, edition
from sandtable.core.errors import BadData
from sandtable.core.rules import Side, UnitId
from sandtable.core.setups import HEAD
from sandtable.core.titles import NAMED, own_titles
from sandtable.draw.scene import style_of
from sandtable.play.explain import words
from sandtable.systems.ocs.lens.hints import _step
from sandtable.systems.ocs.lens.stakes import purse
from sandtable.systems.ocs.s02_victory import outcome
from sandtable.systems.ocs.s13_reinforcements import rim
from sandtable.systems.ocs.s14_drop import hexes_for
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import LEG, WORDS
from sandtable.systems.ocs.title_doubts import doubts
from sandtable.systems.ocs.title_faults import faults
from sandtable.systems.ocs.titles import KEYS, OBJECTIVES, TITLES, read_setup

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


def test_the_page_lists_what_must_be_there_and_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    needed = [key[:-1] for key in f"{HEAD} {KEYS}".split() if key.endswith("*")]
    told = page[page.index("There have to be") :].partition(";")[0]
    assert set(re.findall(r"`(\w+)`", told)) == set(needed)
    assert not [key for key in KEYS.replace("*", "").split() if not re.search(rf"`{key}\b|\[{key}", page)]


def test_the_page_tells_every_word_of_a_map_and_what_each_goal_counts() -> None:
    page = PAGE.read_text(encoding="utf-8")
    layout = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]["layout"]["properties"]
    words = {word for key in ("top", "pushed", "labels", "rows_from") for word in layout[key]["enum"]}
    words |= {*WORDS["symbols"], *OBJECTIVES, *" ".join(OBJECTIVES.values()).split()}
    assert not [word for word in words if not re.search(rf'[`"]{re.escape(word)}[`"]', page)]


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
    (ford / "briefings/ford.toml").rename(ford / "briefings/primosole.toml")
    monkeypatch.setenv(NAMED, str(ford))
    said = "another title, primosole, has a scenario primosole: expected a name that no other has"
    assert [said in str(fault) for fault in OCS.left_out().values()] == [True]
    assert OCS.load("primosole").folder == TITLES / "primosole"
    assert told(ford) == [f"scenarios/primosole.toml:0 {said}"]


def test_a_faulty_title_stopped_the_games_of_all_others(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left out with a warning, and refused by its reason when it is asked for."""
    other = copytree(ford, ford.parent / "other")
    (other / "scenarios/ford.toml").rename(other / "scenarios/other.toml")
    line = change(ford / "scenarios/ford.toml", 'first = "blue"', 'first = "green"')
    shown = CliRunner().invoke(app, ["--titles", str(ford.parent), "rules", "ocs", "9.9"])
    assert shown.exit_code == 0
    assert f"left out: {ford / 'scenarios/ford.toml'}, line {line}: 'green' is unknown" in shown.stderr
    monkeypatch.setenv(NAMED, str(ford.parent))
    assert [info.name for info in OCS.scenarios()] == ["crusader", "primosole", "other"]
    with pytest.raises(BadData, match=f"line {line}: 'green' is unknown"):
        OCS.load("ford")


def test_a_scenario_need_not_use_every_counter(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those it names as unused are in no game; one that is named nowhere is still a fault, unless all the rest is."""
    scenario, formation = ford / "scenarios/ford.toml", ["blue_1", "blue_2", "blue_art"]
    change(scenario, '"4.4" = ["blue_1", "blue_tanks"]', '"4.4" = ["blue_tanks"]')
    change(scenario, '"3.5" = ["blue_hq", "blue_art", "blue_trucks"]', '"3.5" = ["blue_hq"]')
    change(scenario, 'units = ["blue_2"]', "units = []")
    at = scenario.read_text().splitlines().index("[at]") + 1
    lost = "placed nowhere: expected in [at], [[arrive]], [naval] or unused"
    assert told(ford) == [f"scenarios/ford.toml:{at} {', '.join(formation)}, blue_trucks: {lost}"]

    change(scenario, 'first = "blue"', 'first = "blue"\nunused = ["formation:blue_div"]')
    assert told(ford) == [f"scenarios/ford.toml:{at + 1} blue_trucks: {lost}"]
    change(scenario, '"formation:blue_div"', '"formation:blue_div", "blue_trucks"')
    assert not faults(ford)
    change(scenario, '"formation:blue_div", "blue_trucks"', '"rest"')
    assert not faults(ford)
    checked = CliRunner().invoke(app, ["title", "check", str(ford), "--games", "2"])
    assert f"4 of them not in play: {', '.join(formation)}, blue_trucks" in checked.output
    assert "nothing impossible in them" in checked.output

    change(scenario, '"rest"', '"blue_hq"')
    assert "blue_hq was placed already, under at.3.5" in told(ford)[0]


def test_title_check_lists_all_that_is_not_in_play_and_tells_who_won(ford: Path) -> None:
    """It listed twelve, counted blanks as hexes, and told a level without its side."""
    scenario = ford / SCENARIO
    text = (ford / COUNTERS).read_text()
    spare = [f"spare_{nth}" for nth in range(14)]
    trucks = "".join(f"{id},Trucks,red,german,truck,other,,,0,no,,,,,45,truck,,,,,,,,\n" for id in spare)
    (ford / COUNTERS).write_text(text + trucks)
    change(scenario, 'first = "blue"', 'first = "blue"\nunused = ["rest"]')
    change(scenario, 'words = "a victory for Blue"', 'words = "marginal"')
    change(scenario, 'words = "a victory for Red"', 'words = "marginal"')
    change(ford / MAP, '"..........",\n      "..w...h...",', '" ........ ",\n      "..w...h...",')
    checked = CliRunner().invoke(app, ["title", "check", str(ford), "--games", "1"])
    assert checked.exit_code == 0, checked.output
    assert "28 counters, 78 hexes" in checked.output
    assert f"14 of them not in play: {', '.join(spare)}\n" in checked.output
    assert re.search(r"1 x (Blue|Red) victory, marginal\n", checked.output)


def test_blanks_of_the_rows_were_hexes_to_drop_on(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """13.6, 14.2, 14.10b: what is not on the map is neither at its edge nor reached by anything."""
    change(ford / MAP, '"..........",\n      "..w...h...",', '" ........ ",\n      "..w...h...",')
    monkeypatch.setenv(NAMED, str(ford))
    state = OCS.begin(OCS.load("ford"))
    theatre, blank = state.theatre, state.theatre.board.layout.hex("1.8")
    near = theatre.board.place("1.7")
    assert blank not in theatre.everywhere
    assert blank not in theatre.land
    assert blank not in theatre.disc(near, 3)
    assert blank not in rim(state)
    assert blank not in hexes_for(state, state.scenario.unit("blue_1"))
    assert near in rim(state)


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


def test_title_check_reads_what_a_scenario_tells_of_itself(ford: Path) -> None:
    briefing = ford / "briefings/ford.toml"
    assert told(ford) == []
    place = change(briefing, "The village {ford}.", "The village {fort}.")
    key = change(briefing, "length", "lenght")
    (ford / "briefings/fort.toml").write_text("", encoding="utf-8")
    lines = told(ford)
    assert [line.split()[0] for line in lines] == [
        f"briefings/ford.toml:{key}", f"briefings/ford.toml:{place}", "briefings/fort.toml:0",
    ]  # fmt: skip
    assert "there is no scenario fort" in lines[2]


def test_what_a_title_tells_of_itself_decides_nothing(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(ford))
    before = edition(OCS.load("ford"), "1")
    assert OCS.load("ford").briefing.sides[0].wants is not None
    change(ford / "briefings/ford.toml", "an hour", "two hours")
    _files.cache_clear()
    assert edition(OCS.load("ford"), "1").same(before)


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


def test_a_title_shows_the_chart_that_it_prints_itself(ford: Path) -> None:
    done = CliRunner().invoke(app, ["--titles", str(ford), "chart", "ocs:ford.hexside_movement"])
    assert done.exit_code == 0
    assert "minor river" in done.output
    assert "estuary" not in done.output
    done = CliRunner().invoke(app, ["--titles", str(ford), "chart", "ocs:ford.hexside_movment"])
    assert "has no chart hexside_movment; did you mean hexside_movement?" in str(done.exception)


def test_supply_that_comes_without_a_roll_is_told(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(
        ford / "scenarios/ford.toml", 'rolls = { "1-3" = 4, "4-6" = 8 }', 'rolls = { "1-6" = 4 }\nalso = { "1.4" = 2 }'
    )
    monkeypatch.setenv(NAMED, str(ford))
    scenario = OCS.load("ford")
    told = [(each.label, words(scenario, each.text)) for each in purse(OCS.begin(scenario), Side(0))]
    assert ("Each turn also", "2T at 1.4") in told


def test_counters_of_one_name_and_nation_are_told_with_what_is_written(
    ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(ford / "counters.csv", "102 Rgt", "101 Rgt")
    monkeypatch.setenv(NAMED, str(ford))
    scenario = OCS.load("ford")
    assert [scenario.spoken_unit(scenario.unit(id)) for id in ("red_1", "red_2")] == [
        "101 Rgt (red_1)", "101 Rgt (red_2)",
    ]  # fmt: skip
    change(ford / "counters.csv", "red_2,101 Rgt,red,german", "red_2,101 Rgt,red,italian")
    assert {*named(ford, monkeypatch)} >= {"101 Rgt (Italian)", "101 Rgt (German)"}


def named(ford: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    other = copytree(ford, ford.parent / "other" / "ford")
    monkeypatch.setenv(NAMED, str(other))
    scenario = OCS.load("ford")
    return [scenario.spoken_unit(UnitId(unit)) for unit in range(len(scenario.counters))]


def test_title_check_ends_with_code_2_on_faults(ford: Path) -> None:
    change(ford / "scenarios/ford.toml", 'first = "blue"', 'first = "green"')
    done = CliRunner().invoke(app, ["title", "check", str(ford)])
    assert done.exit_code == 2
    assert "line 6" in done.output
    assert "'green' is unknown" in done.output


def test_a_folder_without_a_map_is_no_title(tmp_path: Path) -> None:
    assert ["no board.json" in str(fault) for fault in faults(tmp_path)] == [True]
    assert TITLES.is_dir()


SCENARIO, COUNTERS, MAP, FACES = "scenarios/ford.toml", "counters.csv", "board.json", "faces.toml"
CHART = "charts/hexside_movement.toml"
MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "a counter off the board": (SCENARIO, '"8.4" = ["red_hq"]', '"18.4" = ["red_hq"]', "18.4 is not on the map"),
    "a number that is none": (COUNTERS, "move,,2,3,12,track", "move,,2,3,twelve,track", "ma is 'twelve'"),
    "a number below 0": (COUNTERS, "move,,2,3,12,track", "move,,2,3,-1,track", "ma is -1: expected 0 or more"),
    "a rating beyond 5": (COUNTERS, "combat,,4,3,8,track", "combat,,4,9,8,track", "ar is 9: expected 0 to 5"),
    "an HQ that throws nothing": (COUNTERS, "blue_hq,,,,,,,,,,move,,(1),0,10,truck,,,6",
                                  "blue_hq,,,,,,,,,,move,,(1),0,10,truck,,,", "its move face has no throw"),
    "a column that no rule reads": (CHART, '"leg", "track"', '"leg", "tracked"',
                                    "the rules read the columns leg, track, truck; missing: track"),
    "a price that is none": (CHART, 'terms = ["+1", "+2"]\n\n[cells]\n"minor river" = ["+1", "+1"', 
                             'terms = ["+1", "+2", "fast"]\n\n[cells]\n"minor river" = ["+1", "fast"',
                             "fast: expected movement points in quarters"),
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
    "a look of a side that is not there": (FACES, "[sides.blue]", "[sides.bleu]", "no counter is of the side bleu"),
    "a look of a nation that is not there": (FACES, "[nationalities.british]", "[nationalities.birtish]",
                                             "no counter is of the nation birtish"),
    "a colour that is none": (FACES, '"#2f5f8c"', '"brwn"', "sides.blue.ground is 'brwn': expected a colour"),
    "a stripe of no column": (FACES, "[sides.blue]", '[stripes]\nblue_div = "#ff0000"\n[sides.blue]',
                              "stripes.blue_div is unknown: expected formation, face"),
    "a stripe of nobody": (FACES, "[sides.blue]", '[stripes.formation.colours]\nred_div = "#ff0000"\n[sides.blue]',
                           "no counter is of the formation red_div: there are blue_div"),
    "a name of no table": (FACES, "[sides.blue]", '[names]\nblue = "Blues"\n[sides.blue]',
                           "names.blue is unknown: expected drop, short"),
    "a name of no counter": (FACES, "[sides.blue]", '[names.short]\nblue = "Bl"\n[sides.blue]',
                             "no counter is called blue: there are blue_1"),
    "a label in no letters": (FACES, 'as = "river"', 'as = "stream"', "as is 'stream': expected one of sea, land"),
    "a label nowhere": (FACES, "at = [4.2, 0.4]", "at = [4.2]", "labels.at has 1 numbers: expected 2"),
    "supply in words": (SCENARIO, '"1-6" = 4', '"1-6" = "4"', "rolls is '4': expected a whole number"),
    "an unknown box": (SCENARIO, '"8.4" = ["red_hq"]', 'pool_reds = ["red_hq"]', "a place; is it pool_red?"),
    "a place that is nothing": (SCENARIO, '"8.4" = ["red_hq"]', 'x = ["red_hq"]', "boxes are dead_blue, pool_blue"),
    "a side with a capital": (SCENARIO, 'sides = ["blue", "red"]', 'sides = ["Blue", "red"]',
                              "side 'Blue': expected a word of a-z, 0-9 and _"),
    "a side of no scenario": (COUNTERS, "red_at,Red AT,red,german", "red_at,Red AT,rde,german",
                              "red_at: ford.toml has no side rde: it has blue and red"),
    "an id mistyped": (COUNTERS, "red_2,,,,", "red_3,,,,", "red_3 begins here without name, side, nation"),
    "a city in the open": (MAP, '"hex": "3.5", "symbols": ["village"]', '"hex": "3.5", "symbols": ["minor_city"]',
                           "Station has the symbol minor_city on the terrain open"),
    "a fighter that rates nothing": (COUNTERS, "2,20,,fighter,3,,,", "2,20,,fighter,,,,", "it has no air_rating"),
    "infantry with flak": (COUNTERS, "red_at,Red AT,red,german,line,other,at,,2,no,combat,,2,4,3,leg,,,,,,,,",
                           "red_at,Red AT,red,german,line,other,at,,2,no,combat,,2,4,3,leg,,,,,,,2,",
                           "flak means nothing on a line: it is of ship"),
    "trucks with a capacity": (COUNTERS, "45,truck,,,,,,,,", "45,truck,,,,,,3,,", "capacity means nothing on a truck"),
    "an aircraft in a mode": (SCENARIO, 'move = ["blue_tanks"]', 'move = ["blue_fighter"]',
                              "blue_fighter begins in no mode: it is a plane (5.0)"),
    "tanks that are inactive": (SCENARIO, 'first = "blue"', 'first = "blue"\ninactive = ["blue_tanks"]',
                                "blue_tanks is no aircraft"),
    "an inland port": (SCENARIO, "[bases]", '[ports]\n"4.4" = { tokens = 4 }\n[bases]', "the port 4.4 is neither"),
    "replacements that are not there": (SCENARIO, "[bases]", '[replacements.red]\ndice = "1d6"\nat = ["10.4"]\n'
                                        'rolls = { "1-6" = "eq" }\n[bases]', "eq is rolled, but no counter of red"),
    "replacements as a number": (SCENARIO, "[bases]", '[replacements.red]\ndice = "1d6"\nat = ["10.4"]\n'
                                 'rolls = { "1-6" = 1 }\n[bases]', "1 is no replacement: expected none, pax, eq"),
    "a word of the weather": (SCENARIO, '"2-3" = "limited, mud"', '"2-3" = "limited, mudd"', "'mudd' is unknown"),
    "a hex of victory": (SCENARIO, 'hexes = ["6.4"]', 'hexes = ["66.4"]', "66.4 is not on the map"),
    "infantry with a load": (SCENARIO, "[bases]", "[loads]\nblue_1 = 4\n[bases]",
                             "blue_1 carries nothing: it is a line, expected transport points"),
    "weather without its dice": (SCENARIO, '[weather]\ndice = "2d6"\n"2-3" = "limited, mud"\n"4-12" = "normal"',
                                 '[weather]\n"1-3" = "limited, mud"\n"4-6" = "normal"',
                                 "a roll of 7 has 0 lines: expected one (no dice are told, so that 2d6 are rolled)"),
    "a column in a hold": (SCENARIO, 'hexes = ["6.4"]', 'hexes = ["6.4"]\ncolumn = 6',
                           "hold counts no column: expected kind, side, points, hexes"),
    "a column off the map": (SCENARIO, 'kind = "dead_steps"\nside = "red"\npoints = 1',
                             'kind = "beyond"\nside = "red"\npoints = 1\ncolumn = 10',
                             "nothing is east of column 10 on a map of columns 1 to 10: expected one before 10"),
    "levels in the wrong order": (SCENARIO, "least = 2\nwords",
                                  'least = -2000\nwords = "x"\n[[levels]]\nleast = 2\nwords',
                                  "least is 2 below a level of -2000: expected less"),
    "a level twice": (SCENARIO, "least = 2\nwords", 'least = 2\nwords = "x"\n[[levels]]\nleast = 2\nwords',
                      "least is 2 below a level of 2: expected less, since the best level comes first (2.2)"),
    "no level for the rest": (SCENARIO, "least = -1000", "least = -5", "the last level begins at -5: expected -1000"),
    "an arrival nowhere": (SCENARIO, 'at = ["10.4"]\n\n[[victory]]\nkind = "hold"', '[[victory]]\nkind = "hold"',
                           "the second [[arrive]] lacks at"),
    "a free place where nobody arrives": (SCENARIO, 'units = ["blue_2"]\nat = ["1.5"]',
                                          'units = ["blue_2"]\nat = ["1.5"]\nfree = ["1.4"]',
                                          "1.4: nobody arrives there: expected places that stand in at too (13.6)"),
    "a plan of infantry": (SCENARIO, "[bases]", '[plans]\nblue_1 = ["7.5"]\n[bases]',
                           "blue_1 is no parachute unit: expected one with the symbol para (14.10a)"),
    "a formation that is not there": (SCENARIO, 'first = "blue"', 'first = "blue"\nunused = ["formation:x"]',
                                      "no counter belongs to the formation x"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_file_and_line_and_brings_no_other(ford: Path, mistake: str) -> None:
    name, old, new, expected = MISTAKES[mistake]
    line = change(ford / name, old, new)
    found = faults(ford)
    told = [str(fault) for fault in found if "begins here" not in str(fault) or "begins here" in expected]
    assert len(told) == 1, told
    assert expected in told[0]
    assert Path(found[-1].path) == ford / name
    assert -4 <= found[-1].line - line <= 3  # where its table or counter begins; a bracket is missed where it is not


@pytest.mark.parametrize("name", [SCENARIO, COUNTERS, MAP])
def test_an_empty_file_is_told_at_its_first_line(ford: Path, name: str) -> None:
    (ford / name).write_text("")
    assert [line.partition(" ")[0] for line in told(ford)] == [f"{name}:1"]


def test_what_is_wrong_with_a_folder_is_told(ford: Path) -> None:
    assert ["there is no such folder" in str(fault) for fault in faults(ford / "nowhere")] == [True]
    assert ["holds the titles ford" in str(fault) for fault in faults(ford.parent)] == [True]
    (ford / COUNTERS).unlink()
    assert told(ford) == [".:0 a title has counters: there is no counters.csv"]


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


def test_a_railroad_into_the_sea_is_told(ford: Path) -> None:
    change(ford / MAP, '"key": {', '"key": {"~": "sea", ')
    change(ford / MAP, '".h........",', '".h.....~..",')
    line = change(ford / MAP, '"rail": [\n', '"rail": [\n      {"hexes": ["8.4", "8.3", "8.2"]},\n')
    assert told(ford) == [f"{MAP}:{line + 1} rail goes through 8.2, at sea: expected land"]


def test_13_6_nothing_is_delivered_at_sea(ford: Path) -> None:
    change(ford / MAP, '"h": "hills"', '"h": "hills", "s": "sea"')
    change(ford / MAP, '"rows": [\n      "..........",', '"rows": [\n      "ss........",')
    also = change(ford / SCENARIO, 'at = ["1.5"]\nrolls', 'at = ["1.5"]\nalso = { "1.8" = 2 }\nrolls') + 1
    beside = also + 1
    change(ford / SCENARIO, 'rolls = { "1-3" = 4', 'with = { "1-3" = { "2.8" = 1 } }\nrolls = { "1-3" = 4')
    at = change(
        ford / SCENARIO,
        "[bases]",
        '[replacements.red]\ndice = "1d6"\nat = ["1.8"]\nrolls = {"1-6" = "none"}\n\n[bases]',
    )
    assert sorted(told(ford)) == sorted([
        f"{SCENARIO}:{also} supply: 1.8 is at sea: expected land (13.6)",
        f"{SCENARIO}:{beside} supply: 2.8 is at sea: expected land (13.6)",
        f"{SCENARIO}:{at + 2} replacements: 1.8 is at sea: expected land (13.5)",
    ])  # fmt: skip


def test_6_2_a_river_is_of_one_size(ford: Path) -> None:
    (ford / "charts/hexside_movement.toml").unlink()
    line = change(ford / MAP, '"minor_river": [', '"major_river": [{"sides": ["6.7/5.8"]}],\n    "minor_river": [')
    said = "5.8/6.7 is minor river and major river: expected one of them (6.2)"
    assert told(ford) == [f"{MAP}:{line + 2} {said}"]


def test_what_is_more_likely_a_slip_is_told_as_a_warning(ford: Path) -> None:
    scenario = ford / SCENARIO
    assert not doubts(ford)
    (ford / FACES).rename(ford / "face.toml")
    (ford / "scenarios/ford.tml").write_text("")
    (ford / "scenarios/notes.md").write_text("")  # nobody takes that for a scenario
    mode = change(scenario, 'move = ["blue_tanks"]', 'move = ["blue_tanks", "blue_trucks"]')
    level = change(scenario, 'words = "a victory for Blue"\nwinner = "blue"', 'words = "a victory for Blue"')
    arrive = change(scenario, 'units = ["blue_2"]\nat = ["1.5"]', 'units = ["blue_2"]\nat = ["1.5", "6.4"]') + 1
    lines = [f"{Path(doubt.path).relative_to(ford)}:{doubt.line} {doubt.expectation}" for doubt in doubts(ford)]
    assert lines == [
        "face.toml:0 this is not read: did you mean faces.toml?",
        "scenarios/ford.tml:0 this is not read: did you mean ford.toml?",
        f"{SCENARIO}:{mode} blue_trucks need not be named: transport begins in Move Mode anyway (5.0)",
        f"{SCENARIO}:{level} 'a victory for Blue' is told as a draw, since no winner is named: expected winner, or "
        "other words (2.2)",
        f"{SCENARIO}:{arrive} the enemy begins in 6.4, within the map: nobody enters there while he stays (13.6)",
    ]
    done = CliRunner().invoke(app, ["title", "check", str(ford), "--games", "0"])
    assert done.exit_code == 0, done.output
    assert done.stderr.count("warning: ") == 5


@pytest.mark.parametrize("title", ["primosole", "crusader"])
def test_titles_that_are_shipped_have_neither_faults_nor_doubts(title: str) -> None:
    assert not faults(TITLES / title)
    assert not doubts(TITLES / title)


def test_13_6_supply_that_finds_no_place_is_told(ford: Path) -> None:
    """Where something of the enemy's is; what comes over the edge of the map comes beside it."""
    scenario = ford / SCENARIO
    line = change(scenario, 'at = ["10.4"]\nrolls', 'at = ["10.4", "4.4"]\nalso = { "3.5" = 2 }\nrolls')
    shut = "the enemy begins in {}: nothing is delivered there while he stays (13.6)"
    assert not faults(ford)
    told = [(line, shut.format("4.4")), (line + 1, shut.format("3.5"))]
    assert [(doubt.line, doubt.expectation) for doubt in doubts(ford)] == told
    change(scenario, 'at = ["10.4", "4.4"]', 'at = ["10.4", "1.5"]')  # at the edge, where Blue begins too
    assert [(doubt.line, doubt.expectation) for doubt in doubts(ford)] == told[1:]


def test_19_0_what_a_port_does_not_take_is_told(ford: Path) -> None:
    """All that comes through it with one roll; of several places the player chooses."""
    scenario = ford / SCENARIO
    line = change(scenario, "[supply.blue]", '[ports]\n"1.5" = { tokens = 9 }\n\n[supply.blue]') + 3
    assert not doubts(ford)
    change(scenario, 'at = ["1.5"]\nrolls', 'at = ["1.5"]\nalso = { "1.5" = 2 }\nrolls')
    said = "up to 2 SP 2T are delivered to 1.5, whose port takes 2 SP 1T a phase: the rest does not come (19.0)"
    assert [(doubt.line, doubt.expectation) for doubt in doubts(ford)] == [(line, said)]
    change(scenario, 'at = ["1.5"]\nalso', 'at = ["1.5", "1.4"]\nalso')
    assert not doubts(ford)


def test_12_2_a_dump_where_the_enemy_begins_is_told(ford: Path) -> None:
    line = change(ford / SCENARIO, '"3.5" = 16', '"3.5" = 16\nford = 2') + 1
    said = "the enemy begins in ford, and captures a dump where he comes (9.14b)"
    assert not faults(ford)
    assert [(doubt.line, doubt.expectation) for doubt in doubts(ford)] == [(line, said)]


def test_6_2_trucks_that_begin_where_they_cannot_drive_are_told(ford: Path) -> None:
    """A road brings them even into mountains."""
    change(ford / MAP, '"h": "hills"', '"h": "hills", "m": "mountain"')
    change(ford / MAP, '"...h......",\n      ".........."', '"...h......",\n      ".mm......."')
    change(ford / SCENARIO, '"blue_art", "blue_trucks"]', '"blue_art"]')
    line = change(ford / SCENARIO, '"4.4" = ["blue_1"', '"2.4" = ["blue_trucks"]\n"4.4" = ["blue_1"')
    assert not faults(ford)
    assert not doubts(ford)
    change(ford / SCENARIO, '"2.4" = ["blue_trucks"]', '"3.4" = ["blue_trucks"]')
    assert [(doubt.line, doubt.expectation) for doubt in doubts(ford)] == [
        (line, "blue_trucks: cannot drive in 3.4, which is mountain without a road: expected where trucks may be (6.2)")
    ]


def test_a_chart_that_is_refused_hid_other_faults(ford: Path) -> None:
    """Those of other charts, and of the scenarios."""
    chart, mud = ford / "charts/hexside_movement.toml", ford / "charts/mud.toml"
    change(chart, '"+1" = "a point more"', '"+7" = "a point more"')
    mud.write_text("")
    line = change(ford / SCENARIO, 'first = "blue"', 'first = "green"')
    named = [line.split()[0] for line in told(ford)]
    assert [name.partition(":")[0] for name in named[:2]] == ["charts/hexside_movement.toml", "charts/mud.toml"]
    assert named[2:] == [f"{SCENARIO}:{line}"]


def test_of_two_units_that_arrive_together_the_second_was_told_at_another_line(ford: Path) -> None:
    change(ford / MAP, '"key": {', '"key": {"~": "sea", ')
    change(ford / MAP, '".h........",', '".h.....~..",')
    change(ford / SCENARIO, '"8.4" = ["red_hq"]\n', "")
    line = change(ford / SCENARIO, 'units = ["blue_2"]\nat = ["1.5"]', 'units = ["blue_2", "red_hq"]\nat = ["8.2"]')
    assert told(ford) == [f"{SCENARIO}:{line} {unit} arrives at sea, in 8.2" for unit in ("blue_2", "red_hq")]


def test_a_scenario_has_a_name_that_can_be_typed(ford: Path) -> None:
    (ford / SCENARIO).rename(ford / "scenarios/my game.toml")
    (ford / "briefings/ford.toml").unlink()
    assert [line.split(" a scenario")[0] for line in told(ford)] == ["scenarios/my game.toml:0"]


def test_faults_that_only_follow_are_not_told(ford: Path) -> None:
    """Three at once were five: the weather had a gap, the victory no hex."""
    words = change(ford / SCENARIO, '"2-3" = "limited, mud"', '"2-3" = "limited, mudd"')
    late = change(ford / SCENARIO, 'turn = 2\nunits = ["blue_2"]', 'turn = 9\nunits = ["blue_2"]')
    hexes = change(ford / SCENARIO, 'hexes = ["6.4"]', 'hexes = ["66.4"]')
    assert {line.split()[0] for line in told(ford)} == {f"{SCENARIO}:{line}" for line in (words, late, hexes)}
    assert len(told(ford)) == 3


def test_a_counter_that_is_refused_is_missed_by_nobody(ford: Path) -> None:
    """Neither by the replacements nor by the faces."""
    pax = "red_pax,Pax,red,german,pax,other,,,1,no,combat,,(1),0,3,leg,,,,,,,,\n"
    with (ford / COUNTERS).open("a") as counters:
        counters.write(pax)
    rolled = '[replacements.red]\ndice = "1d6"\nat = ["10.4"]\nrolls = { "1-6" = "pax" }\n\n[bases]'
    change(ford / SCENARIO, "[bases]", rolled)
    change(ford / SCENARIO, "[at]\n", '[at]\npool_red = ["red_pax"]\n')
    change(ford / FACES, "[sides.blue]", '[names.short]\nred_pax = "P"\n\n[sides.blue]')
    assert [line.partition(" ")[2] for line in told(ford)] == ["red_pax has no face for move"]
    with (ford / COUNTERS).open("a") as counters:
        counters.write("red_pax,,,,,,,,,,move,,(1),0,5,leg,,,,,,,,\n")
    assert not faults(ford)


def test_title_check_within_the_folder_was_a_bug(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ford)
    done = CliRunner().invoke(app, ["title", "check", ".", "--games", "0"])
    assert done.exit_code == 0, done.output
    change(ford / COUNTERS, "red_2,102 Rgt,red,german,line", "red_2,102 Rgt,red,german,lion")
    done = CliRunner().invoke(app, ["title", "check", "."])
    assert done.output.startswith("counters.csv, line 19: kind is 'lion'")


def test_faces_that_cannot_be_drawn_are_refused_wherever_they_are_asked_for(ford: Path) -> None:
    line = change(ford / FACES, '"#2f5f8c"', '"brwn"')
    done = CliRunner().invoke(app, ["--titles", str(ford), "show", "ocs:ford", "--png", "now.png"])
    assert isinstance(done.exception, BadData)
    assert f"line {line}: sides.blue.ground is 'brwn'" in str(done.exception)


def test_two_formations_had_stripes_of_one_colour(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ford / COUNTERS).read_text()
    formations = {
        "british,line,other,,blue_div": "british,line,other,,5mc",
        "german,line,other,,": "german,line,other,,13pz",
    }
    for old, new in formations.items():
        text = text.replace(old, new)
    (ford / COUNTERS).write_text(text)
    monkeypatch.setenv(NAMED, str(ford))
    colours = style_of(OCS.load("ford")).table("stripes")["formation"]["colours"]
    assert len({colours[name] for name in ("5mc", "13pz", "blue_div")}) == 3


def test_a_record_of_another_title_is_not_verified(ford: Path) -> None:
    """It said so, and ended with code 0."""
    play = ["play", "ocs:ford", "--blue", "random", "--red", "random", "--seed", "1", "--record", "ford.game"]
    assert CliRunner().invoke(app, ["--titles", "ford", *play]).exit_code == 0
    assert CliRunner().invoke(app, ["--titles", "ford", "verify", "ford.game"]).exit_code == 0
    other = copytree(ford, ford.parent / "changed/ford")
    change(other / SCENARIO, '"3.5" = 16', '"3.5" = 4')
    done = CliRunner().invoke(app, ["--titles", "changed", "verify", "ford.game"])
    assert done.exit_code == 1
    assert "files of its set-up (--titles)" in done.output
    assert "is refused" in done.output


def test_a_file_of_semicolons_was_fifty_faults(ford: Path) -> None:
    (ford / COUNTERS).write_text((ford / COUNTERS).read_text().replace(",", ";"))
    assert told(ford) == [f"{COUNTERS}:1 the columns are separated by semicolons: expected commas"]


def test_words_and_numbers_are_told_as_people_say_them(ford: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`minor_river (OCS 6.2)` stood in ways, and a game ended with `Blue 1 points`."""
    change(ford / SCENARIO, "points = 3", "points = 1")
    change(ford / SCENARIO, 'hexes = ["6.4"]', 'hexes = ["3.5"]')
    monkeypatch.setenv(NAMED, str(ford))
    state = OCS.begin(OCS.load("ford"))
    place = state.scenario.place
    assert [term.label for term in _step(state, Side(0), LEG, place("5.6"), place("6.6"))] == ["open", "minor river"]
    assert outcome(state).reason == "Blue 1 point, Red 0"
