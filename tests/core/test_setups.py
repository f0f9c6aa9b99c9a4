"""Set-ups are read by one reader, and what is wrong in them is told by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.errors import BadData
from toy.setups import read_setup, setups

TEXT = """title = "Trial"
cite = "2.0"
text = "Two units."

[at]
0302 = ["r1", "r2"]
0602 = ["b1"]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "trial.toml"


def test_a_file_tells_who_begins_where(path: Path) -> None:
    path.write_text(TEXT, encoding="utf-8")
    found = read_setup(path)
    assert (found.id, found.title, found.text, found.lesson) == ("trial", "Trial", "Two units.", False)
    assert len(found.at) == 3
    assert [*setups()] == ["ford", "duel", "supply"]


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('title = "Trial"\n', "", 1, "lacks title"),
        ('title = "Trial"', "title = 7", 1, "title: expected a text"),
        ('cite = "2.0"', 'cite = "2.0"\nlesson = "no"', 3, "lesson: expected true or false"),
        ('cite = "2.0"', 'cite = "2.0"\nweather = "fair"', 3, "weather is unknown"),
        ("0302 =", "9999 =", 6, "9999"),
        ('["r1", "r2"]', '["r1", "r9"]', 6, "no counter is called r9"),
        ('["r1", "r2"]', '["r1", "r1"]', 6, "r1 was placed already, under at.0302"),
        ('["r1", "r2"]', "0", 6, "0302: expected a list of words"),
        ('["b1"]', '["r2"]', 7, "r2 was placed already"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(path: Path, old: str, new: str, line: int, why: str) -> None:
    assert old in TEXT
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=why) as refusal:
        read_setup(path)
    assert (Path(refusal.value.path), refusal.value.line) == (path, line)
