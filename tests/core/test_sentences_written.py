"""Every sentence that is written in a rule has as many blanks as things to stand in them, and names nobody itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.core.sentences import blanks_of

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "src" / "sandtable", ROOT / "tests" / "toy")
FILES = sorted(file for folder in FOLDERS for file in folder.rglob("*.py"))
RULES = [file for file in FILES if "systems" in file.parts or "toy" in file.parts]
SPOKEN = ("spoken_unit", "spoken_place")


def said(file: Path) -> Iterator[ast.Call]:
    if "import" in (text := file.read_text(encoding="utf-8")) and "core.sentences import" in text:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                yield node


def texts(node: ast.expr) -> list[str]:
    """A text, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*texts(node.body), *texts(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@pytest.mark.parametrize("file", [file for file in FILES if any(said(file))], ids=lambda file: file.stem)
def test_every_blank_is_filled(file: Path) -> None:
    for call in said(file):
        wrong = [text for text in texts(call.args[0]) if len(blanks_of(text)) != len(call.args) - 1]
        assert not wrong, f"{file.name}, line {call.lineno}: {wrong}"


def test_there_are_sentences() -> None:
    assert sum(1 for file in FILES for _ in said(file)) > 300


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_no_rule_puts_names_into_words_itself(file: Path) -> None:
    """Only what is told to whoever writes rules, `Bug`, may say what is written."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            named = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
            assert not named & {"unit_name", "place_name", *SPOKEN}, f"{file.name}, line {node.lineno}"
