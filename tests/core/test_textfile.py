"""Files from strangers: refused in one sentence by file and line; files written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.board import Board
from sandtable.core.chartfile import read
from sandtable.core.errors import BadData, BadInput, one_line
from sandtable.core.jsonfile import JsonFile
from sandtable.core.textfile import TOO_DEEP, TOO_LARGE, parse_json, parse_toml, writable, write_whole

DIGITS = "7" * 5000


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        (f"a = 1\nb = {'[' * 500}{']' * 500}", 2, TOO_DEEP),
        (f"[{'.'.join(['a'] * 500)}]", 1, TOO_DEEP),
        (f"a = 1\nb = {DIGITS}", 2, TOO_LARGE),
        (f"a = 0x{DIGITS}", 1, TOO_LARGE),
        ("a = inf", 0, TOO_LARGE),
        ("a = nan", 0, TOO_LARGE),
        ('a = "\\u001b[2J"', 0, "a text holds a control character, which none of these files may"),
        ('"\\u009b" = 1', 0, "a text holds a control character, which none of these files may"),
    ],
)
def test_a_toml_file_too_deep_too_large_or_too_strange_is_refused(text: str, line: int, because: str) -> None:
    with pytest.raises(BadData) as refused:
        parse_toml(Path("strange.toml"), text)
    assert (refused.value.line, refused.value.expectation) == (line, because)


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        ("[" * 500 + "]" * 500, 1, TOO_DEEP),
        ("[" * 100_000, 1, TOO_DEEP),
        (f'{{\n"a": {DIGITS}}}', 2, TOO_LARGE),
        ("[1e400]", 0, TOO_LARGE),
        ("[NaN]", 0, TOO_LARGE),
        ('["\\u001b"]', 0, "a text holds a control character, which none of these files may"),
    ],
)
def test_a_json_file_too_deep_too_large_or_too_strange_is_refused(text: str, line: int, because: str) -> None:
    with pytest.raises(BadData) as refused:
        parse_json(Path("strange.json"), text)
    assert (refused.value.line, refused.value.expectation) == (line, because)


def test_a_chart_or_a_board_of_a_stranger_is_refused_the_same_way(tmp_path: Path) -> None:
    chart, board = tmp_path / "chart.toml", tmp_path / "board.json"
    chart.write_text(f"title = {'[' * 500}{']' * 500}")
    board.write_text(f'{{"id": {DIGITS}}}')
    with pytest.raises(BadData, match="deep in one another"):
        read(chart, "TOY")
    with pytest.raises(BadData, match=r"board\.json, line 1: no number here has more than 15 digits"):
        Board(JsonFile.read(board))


def test_a_refusal_echoes_no_more_than_a_line_and_no_control_character() -> None:
    assert one_line("a\x1b[31mb\nc\u202ed") == "a?[31mb c?d"
    assert str(BadInput(f"flag={'x' * 10_000}: expected yes or no")) == f"flag={'x' * 75}… expected yes or no"
    assert len(str(BadInput("word " * 10_000))) == 1001
    assert str(BadData("file", 3, f"unknown {'k' * 500}")) == f"file, line 3: unknown {'k' * 80}…"
    path = "/".join(["folder"] * 30)
    assert str(BadInput(f"{path} is no file")) == f"{path} is no file"


def test_what_is_no_plain_file_is_never_replaced(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="/dev/null is no plain file"):
        write_whole(Path("/dev/null"), b"x")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(BadInput, match="is no plain file"):
        writable(tmp_path)


def test_a_file_is_written_whole_or_not_at_all_and_through_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
        write_whole(tmp_path / "no" / "where", b"x")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "target"]
