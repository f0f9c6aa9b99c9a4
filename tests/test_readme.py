"""The README is true: its Python runs, and its screens are what the commands show."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tooling import tool

ROOT = Path(__file__).parents[1]


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it saves a game
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 3
    assert failed == 0


def test_the_ten_positions_are_what_their_words_say() -> None:
    page = ROOT / "docs" / "positions.md"
    assert page.read_text(encoding="utf-8").count("\n>>> game = position(") >= 9  # and one in a loop
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 25
    assert failed == 0


def test_the_screens_of_the_readme_are_what_the_commands_show() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("```console") >= 3
    assert tool("readme").renewed(text) == text


def test_the_guide_to_the_terminal_shows_a_real_game() -> None:
    page = ROOT / "docs" / "play-at-the-terminal.md"
    text = page.read_text(encoding="utf-8")
    assert "game turn 2" in text
    assert tool("readme").renewed(text, tool("readme").PAGES[page]) == text


def test_a_screen_that_is_no_longer_true_is_noticed() -> None:
    old = "```console\n$ sandtable look use.crt attacker=9 defender=4\nDR+9\n```\n"
    assert tool("readme").renewed(old) != old
