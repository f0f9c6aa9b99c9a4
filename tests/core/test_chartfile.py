"""Charts as files: what is read, and every refusal by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.chartfile import Charts, read
from sandtable.core.charts import BandAxis, Lines, MeasureAxis, OddsAxis, Table, WordAxis
from sandtable.core.dice import Dice
from sandtable.core.errors import BadData, BadInput

HEAD = 'title = "Fire"\ncite = "4.4"\norigin = "house"\n'
TABLE = (
    HEAD
    + """dice = "1d6"
rows = "roll"
columns = "strength"
headings = ["1 or less", "2-3", "4+"]
shift = true
terms = ["-", "hit"]
notes = ["a note"]
[cells]
1-3 = ["-", "-", "hit"]
4-6 = ["-", "hit", "hit"]
[beside]
cost = ["1T", "2T", "3T"]
[meaning]
hit = "a step is lost"
"""
)
RANGES = (
    HEAD
    + """dice = "1d6"
ranges = ["month", "zone"]
terms = ["Fair", "Poor"]
[groups.month]
Winter = ["Dec", "Jan"]
[cells.Winter]
cold = { Fair = "1-2", Poor = "3 or more" }
mild = { Fair = "1 or more", Poor = "-" }
[cells.May]
cold = { Fair = "1-4", Poor = "5 or more" }
mild = { Fair = "1 or more", Poor = "-" }
"""
)
WORDS = (
    HEAD
    + """rows = "terrain"
columns = "weather"
headings = ["dry", "wet"]
terms = ["1", "2"]
[cells]
clear = ["1", "2"]
"""
)
LINES = (
    HEAD
    + """[terms]
terrain = ["clear", "wood"]
dug_in = "flag"
steps = "count"
[[line]]
id = "wood"
value = "-1"
text = "in a wood"
when = { terrain = "wood" }
[[line]]
id = "steps"
value = "+1"
text = "each step"
cite = "4.5"
per = "steps"
[[line]]
id = "many"
value = "Right 2"
text = "five steps, dug in"
group = "Special"
when = [{ steps = "5+", dug_in = true }, { terrain = ["wood"], steps = 9 }]
"""
)
ODDS = (
    HEAD
    + """dice = "2d6"
rows = "roll"
columns = "odds"
by = "terrain"
terms = ["A", "D"]
[odds]
open = ["1:2", "1:1", "3:1"]
close = ["1:1", "2:1", "4:1"]
[cells]
2-6 = ["A", "A", "D"]
7-12 = ["A", "D", "D"]
"""
)
MEASURE = (
    HEAD
    + """rows = "size"
terms = ["1T", "2T", "3T"]
[cells]
"1 or less" = "1T"
"over 1, up to 2.5" = "2T"
"over 2.5" = "3T"
"""
)


def chart(tmp_path: Path, text: str, name: str = "fire.toml") -> Table | Lines:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = read(path, "X")
    assert isinstance(found, Table | Lines)
    return found


def test_a_table_is_read_with_all_it_prints(tmp_path: Path) -> None:
    table = chart(tmp_path, TABLE)
    assert isinstance(table, Table)
    assert (table.name, table.title, str(table.citation), table.origin) == ("fire", "Fire", "X 4.4", "house")
    assert (table.dice, table.notes, table.shift) == (Dice(1), ("a note",), "strength")
    assert all(isinstance(axis, BandAxis) for axis in table.axes)
    entry = table.entry(roll=5, strength=3)
    assert (entry.result, entry.row, entry.column, entry.cost) == ("hit", "4-6", "2-3", "2T")
    assert table.printed().heads == (("roll", "1 or less", "2-3", "4+"),)
    assert table.printed().rows[0] == ("cost", "1T", "2T", "3T")


def test_a_table_of_ranges_is_read_the_other_way_round(tmp_path: Path) -> None:
    table = chart(tmp_path, RANGES)
    assert isinstance(table, Table)
    assert isinstance(table.axes[0], WordAxis)
    assert table.entry(month="Jan", zone="cold", roll=3).result == "Poor"
    assert table.entry(month="may", zone="mild", roll=6).result == "Fair"
    assert table.printed().heads == (("month", "zone", "Fair", "Poor"),)


def test_a_list_is_read_with_its_conditions(tmp_path: Path) -> None:
    lines = chart(tmp_path, LINES)
    assert isinstance(lines, Lines)
    assert [(line.id, line.rule) for line in lines.lines] == [("wood", "4.4"), ("steps", "4.5"), ("many", "4.4")]
    assert [term.value for term in lines.applying({"terrain": "wood", "steps": 9})] == [-1, 9, 2]
    assert [term.value for term in lines.applying({"dug_in": True, "steps": 5})] == [5, 2]


ALIASES = LINES.replace("[[line]]", '[aliases.terrain]\nwood = ["Forest", "trees"]\n[[line]]', 1)


def test_a_list_knows_other_names_of_its_words(tmp_path: Path) -> None:
    lines = chart(tmp_path, ALIASES)
    assert isinstance(lines, Lines)
    assert [term.value for term in lines.applying({"terrain": "forest"})] == [-1]
    assert lines.words("terrain").aliases == {"wood": ("Forest", "trees")}


def test_a_chart_that_rounds_takes_fractions(tmp_path: Path) -> None:
    rounds = [chart(tmp_path, text.replace("rows =", 'rounding = "half up"\nrows =')) for text in (TABLE, ODDS)]
    table, odds = rounds
    assert table.entry(roll=5, strength="3.5").column == "4+"
    assert table.entry(roll=5, strength="3.49").column == "2-3"
    assert odds.entry(roll=8, terrain="close", odds="7:2").column == "4:1"
    with pytest.raises(BadInput, match="is rolled on 1d6"):
        table.entry(roll="3.5", strength=1)


def test_odds_by_terrain_and_measures_are_axes_too(tmp_path: Path) -> None:
    odds, measure = chart(tmp_path, ODDS), chart(tmp_path, MEASURE)
    assert isinstance(odds, Table)
    assert isinstance(measure, Table)
    assert isinstance(odds.axes[1], OddsAxis)
    assert isinstance(measure.axes[0], MeasureAxis)
    assert odds.keys == ("roll", "terrain", "odds")
    assert odds.entry(roll=8, terrain="close", odds="3:1").column == "2:1"
    assert [measure.entry(size=size).result for size in (1, "1.25", "2.5", 3)] == ["1T", "2T", "2T", "3T"]


FIRST = '{ Fair = "1-2", Poor = "3 or more" }'
ALONE = HEAD + 'rows = "roll"\nterms = ["a"]\n[cells]\n1 = "a"\n'
BAD = [
    (TABLE, 'title = "Fire"', "title = ", "not TOML"),
    (TABLE, 'title = "Fire"', 'subtitle = "Fire"', "unknown key 'subtitle'"),
    (TABLE, 'rows = "roll"', 'heading = ["1"]\nrows = "roll"', "unknown key 'heading'; did you mean headings"),
    (TABLE, 'rows = "roll"', 'rounding = "down"\nrows = "roll"', 'rounding: expected "half up"'),
    (ALIASES, 'wood = ["F', 'sea = ["F', "aliases of terrain: 'sea' is none of its words"),
    (ALIASES, '"Forest", "trees"', '"Clear"', "aliases of terrain: 'Clear' stands twice"),
    (ALIASES, "[aliases.terrain]", "[aliases.steps]", "aliases of steps: expected a table"),
    (TABLE, 'title = "Fire"', "title = 1", "'title' is .*not a word"),
    (TABLE, 'origin = "house"', 'origin = "a friend"', "expected one of printed, house"),
    (TABLE, 'notes = ["a note"]', "notes = [1]", "notes: expected a list of words"),
    (TABLE, 'dice = "1d6"', 'dice = "a die"', "dice: 'a die' are not dice"),
    (TABLE, 'dice = "1d6"', "dice = 6", "dice: "),
    (TABLE, 'rows = "roll"', "rows = 1", "expected `rows`"),
    (TABLE, '"2-3", "4+"', '"2-3", "5+"', "there is a gap between 2-3 and 5+"),
    (TABLE, '"2-3", "4+"', '"2-4", "4+"', "2-4 and 4.* overlap"),
    (TABLE, '"2-3", "4+"', '"2-3", "2-3"', "a label stands twice"),
    (TABLE, '"2-3", "4+"', '"2-3", "4.5"', "'4.5' is not a range of whole numbers"),
    (TABLE, 'terms = ["-", "hit"]', 'terms = ["-", "hit", "miss"]', "the result 'miss' stands in no cell"),
    (TABLE, '4-6 = ["-", "hit", "hit"]', '4-6 = ["-", "hit", "hot"]', "unknown result 'hot'"),
    (TABLE, '4-6 = ["-", "hit", "hit"]', '4-6 = ["-", "hit"]', "row 4-6: 2 cells for 3 columns"),
    (TABLE, '4-6 = ["-", "hit", "hit"]', "4-6 = 3", "4-6: expected a list of words"),
    (TABLE, "4-6 =", "5-6 =", "there is a gap between 1-3 and 5-6"),
    (TABLE, 'cost = ["1T", "2T", "3T"]', 'cost = ["1T"]', "beside cost: expected 3 values"),
    (ALONE, 'terms = ["a"]', 'shift = true\nterms = ["a"]', "only a table with columns"),
    (ALONE, '1 = "a"', '1 = ["a"]', "row 1: expected one word"),
    (ODDS, '"2:1", "4:1"', '"2:1", "4"', "odds=4: write odds like 3:1"),
    (ODDS, '"2:1", "4:1"', '"2:1"', "odds close: expected 3 rising odds"),
    (ODDS, '"2:1", "4:1"', '"4:1", "2:1"', "odds close: expected 3 rising odds"),
    (MEASURE, "over 1, up to 2.5", "over 2, up to 2.5", "does not go on where the label before it ends"),
    (RANGES, FIRST, '{ Fair = "1-2", Poor = "4 or more" }', "gap between 1-2 and 4"),
    (RANGES, FIRST, '{ Fair = "few", Poor = "3 or more" }', "Fair: 'few' is not a range"),
    (RANGES, FIRST, "3", "expected results with their ranges"),
    (LINES, 'per = "steps"', 'per = "men"', "per = 'men': no such count"),
    (LINES, 'text = "in a wood"', 'words = "in a wood"', "unknown key 'words'; a line has"),
    (LINES, 'text = "in a wood"', "text = 1", "'text' is .*not a word"),
    (LINES, 'id = "steps"', 'id = "wood"', "the line 'wood' stands twice"),
    (LINES, 'when = { terrain = "wood" }', 'when = { weather = "mud" }', "unknown term 'weather'"),
    (LINES, 'when = { terrain = "wood" }', 'when = { terrain = "sea" }', "unknown word 'sea' for terrain"),
    (LINES, "dug_in = true", 'dug_in = "yes"', "unknown word 'yes' for dug_in"),
    (LINES, "steps = 9", 'steps = "nine"', "unknown word 'nine' for steps"),
]


@pytest.mark.parametrize(("text", "was", "is_", "why"), BAD, ids=[why for *_, why in BAD])
def test_a_bad_chart_is_refused_by_line(tmp_path: Path, text: str, was: str, is_: str, why: str) -> None:
    line = text[: text.index(was)].count("\n") + 1
    with pytest.raises(BadData, match=why) as caught:
        chart(tmp_path, text.replace(was, is_, 1))
    assert (caught.value.path, caught.value.line) == (tmp_path / "fire.toml", line)


@pytest.mark.parametrize(
    ("text", "left_out", "line", "why"),
    [
        (TABLE, 'title = "Fire"\n', 1, "'title' is missing"),
        (TABLE, 'headings = ["1 or less", "2-3", "4+"]\n', 6, "expected `headings`"),
        (TABLE, 'terms = ["-", "hit"]\n', 1, "expected `terms`"),
        (TABLE, TABLE[len(HEAD) :], 1, r"expected a table \[cells\] or entries"),
        (ODDS, 'by = "terrain"\n', 8, r"\[odds\] needs `by`"),
        (RANGES, 'dice = "1d6"\n', 4, "a table of ranges needs `dice`"),
        (RANGES, f"cold = {FIRST}\n", 9, "there is no row for Winter / cold"),
        (LINES, 'text = "in a wood"\n', 8, "'text' is missing"),
    ],
)
def test_what_is_left_out_is_named(tmp_path: Path, text: str, left_out: str, line: int, why: str) -> None:
    with pytest.raises(BadData, match=why) as caught:
        chart(tmp_path, text.replace(left_out, "", 1))
    assert caught.value.line == line


def test_ranges_must_cover_the_dice(tmp_path: Path) -> None:
    closed = RANGES.replace('"3 or more"', '"3-6"').replace('"5 or more"', '"5-6"').replace('"1 or more"', '"1-6"')
    assert isinstance(chart(tmp_path, closed), Table)
    with pytest.raises(BadData, match="the ranges run from 1 to 6, 2d6 from 2 to 12"):
        chart(tmp_path, closed.replace("1d6", "2d6"))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"none\.toml: cannot be read"):
        read(tmp_path / "none.toml", "X")


# ------------------------------------------------------------------------------------------------ folders


def folders(tmp_path: Path, **own: str) -> tuple[Path, Path]:
    shipped, overlay = tmp_path / "shipped", tmp_path / "own"
    shipped.mkdir()
    overlay.mkdir()
    (shipped / "fire.toml").write_text(TABLE, encoding="utf-8")
    (shipped / "shifts.toml").write_text(LINES, encoding="utf-8")
    (shipped / "words.toml").write_text(WORDS, encoding="utf-8")
    for name, text in own.items():
        (overlay / f"{name}.toml").write_text(text, encoding="utf-8")
    return shipped, overlay


def test_a_folder_is_read_when_asked(tmp_path: Path) -> None:
    shipped, _ = folders(tmp_path)
    charts = Charts("X", shipped, tmp_path / "none")
    assert list(charts) == ["fire", "shifts", "words"]
    assert len(charts) == 3
    assert charts["fire"] is charts.table("fire")
    assert charts.lines("shifts")["wood"].amount == -1


def test_ones_own_charts_replace_file_by_file(tmp_path: Path) -> None:
    charts = Charts("X", *folders(tmp_path, fire=TABLE.replace('4-6 = ["-"', '4-6 = ["hit"')))
    assert charts.table("fire").entry(roll=6, strength=0).result == "hit"
    assert charts.overlaid == {"fire"}


def test_ones_own_chart_keeps_rounding_and_other_names(tmp_path: Path) -> None:
    shipped, overlay = folders(tmp_path, fire=TABLE, shifts=LINES)
    (shipped / "fire.toml").write_text(TABLE.replace("rows =", 'rounding = "half up"\nrows ='), encoding="utf-8")
    (shipped / "shifts.toml").write_text(ALIASES, encoding="utf-8")
    charts = Charts("X", shipped, overlay)
    assert charts.table("fire").entry(roll=5, strength="3.5").column == "4+"
    assert charts.words("shifts.terrain") is not None
    assert charts.lines("shifts").words("terrain").find("trees") == "wood"
    assert charts.words("fire.roll") is None


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ({"water": TABLE}, "replaces no chart; X has fire, shifts, words"),
        ({"fire": LINES}, "expected a chart with the keys roll, strength"),
        ({"fire": TABLE.replace('columns = "strength"', 'columns = "power"')}, "expected a chart with the keys roll"),
        (
            {"words": WORDS.replace('["dry", "wet"]', '["dry", "damp"]')},
            "the columns dry, wet; missing: wet",
        ),
        ({"shifts": LINES.replace('id = "wood"', 'id = "trees"')}, "the lines wood are missing"),
        ({"shifts": LINES.replace('["clear", "wood"]', '["clear", "wood", "sea"]')}, "the term 'terrain' is not the"),
    ],
)
def test_ones_own_chart_must_fit(tmp_path: Path, own: dict[str, str], why: str) -> None:
    with pytest.raises(BadData, match=why):
        Charts("X", *folders(tmp_path, **own))


def test_a_roll_the_dice_can_show_needs_its_row(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text(
        'title = "Short"\ncite = "1"\norigin = "house"\ndice = "2d6"\nrows = "roll"\nterms = ["a"]\n[cells]\n'
        + "".join(f'{roll} = "a"\n' for roll in range(1, 7)),
        encoding="utf-8",
    )
    with pytest.raises(BadData, match=r"line 4: 2d6 shows 2 to 12, the rolls here run from 1 to 6"):
        read(path, "TOY")


def test_a_meaning_belongs_to_a_result(tmp_path: Path) -> None:
    path = tmp_path / "meaning.toml"
    path.write_text(
        'title = "Meaning"\ncite = "1"\norigin = "house"\nrows = "n"\nterms = ["a"]\n[cells]\n1 = "a"\n'
        '[meaning]\nb = "nothing"\n',
        encoding="utf-8",
    )
    with pytest.raises(BadData, match=r"line 9: meaning of 'b': no cell has that result"):
        read(path, "TOY")
