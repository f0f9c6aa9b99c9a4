"""A scenario's own words about itself: places by their names, faults by their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.briefings import read_briefing
from sandtable.core.errors import BadData
from sandtable.core.system import find_system

SOUND = """\
about = "Rommel stands before {tobruk}."
length = "Three turns."
[axis]
has = "A corps."
first = ["March on {tobruk}, then on {3227}."]
"""
DESERT = find_system("gew").load("north-africa-1941")


def written(folder: Path, text: str) -> Path:
    path = folder / "north-africa-1941.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_places_are_told_by_their_names_and_can_be_shown(tmp_path: Path) -> None:
    found = read_briefing(written(tmp_path, SOUND), DESERT.board, DESERT.sides)
    tobruk, plain = DESERT.place("tobruk"), DESERT.place("3227")
    assert found.about == ("Rommel stands before Tobruk.", {"Tobruk": tobruk})
    assert found.sides[0].first == (("March on Tobruk, then on 3227.", {"Tobruk": tobruk, "3227": plain}),)


def test_what_a_file_leaves_out_is_left_out(tmp_path: Path) -> None:
    found = read_briefing(written(tmp_path, SOUND), DESERT.board, DESERT.sides)
    assert found.sides[0].wants is None
    assert found.sides[1] == (None, None, ())
    nothing = read_briefing(tmp_path / "none.toml", DESERT.board, DESERT.sides)
    assert (nothing.about, nothing.length, len(nothing.sides)) == (None, None, 2)


@pytest.mark.parametrize(
    ("old", "new", "line", "because"),
    [
        ("{tobruk}.", "{tobrok}.", 1, "tobrok"),
        ("length = ", "lenght = ", 2, "lenght is unknown: expected about, length, axis, allied"),
        ("[axis]", "[red]", 3, "red is unknown"),
        ('has = "A corps."', "has = 3", 4, "has: expected a text"),
        ("has", "had", 4, "had is unknown: expected has, wants, first"),
        ('["March on {tobruk}, then on {3227}."]', '"March"', 5, "first: expected a list of words"),
        ("{3227}.", "{3227.", 5, "expected the id of a place between { and }"),
    ],
)
def test_faults_are_refused_at_their_line(tmp_path: Path, old: str, new: str, line: int, because: str) -> None:
    path = written(tmp_path, SOUND.replace(old, new, 1))
    with pytest.raises(BadData) as refused:
        read_briefing(path, DESERT.board, DESERT.sides)
    assert (refused.value.path, refused.value.line) == (path, line)
    assert because in str(refused.value)
