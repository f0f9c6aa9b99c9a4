"""OCS: every rule is told in our words, every printed line stands under a rule and is named by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from laws.citations import naming_line, sources
from sandtable.play.printed import printed_lines
from sandtable.systems.ocs import SYSTEM
from tooling import tool

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LINES = list(printed_lines(SYSTEM.printed_charts))
KEPT = {"done", "option", "definition"}
NOT_MODELLED = {"18.2", "18.4e", "18.4f"}  # carriers, DUKWs on land, LSTs as ports: no case of ours
NOT_YET = {"2.4"}  # turns that both agree to play without combat


def test_every_rule_is_told_in_our_words() -> None:
    assert [rule.number for rule in SYSTEM.rulebook.values() if not rule.text] == []


def test_nothing_is_left_to_do() -> None:
    left = {rule.number for rule in SYSTEM.rulebook.values() if rule.status not in KEPT}
    assert left <= NOT_MODELLED | NOT_YET


def test_every_number_that_the_code_cites_is_in_the_index() -> None:
    """At the head of modules, classes and functions (`9.3b, 12.10 Why ...`), and in every refusal."""
    heads = re.compile(r"(?:OCS )?((?:\d+\.\d+[a-h]?(?:, | to |[ :.-]))+)")
    cited = set()
    for path in SYSTEM.folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        cited |= {(path.stem, number) for number in re.findall(r"Violation\(\s*\"(\d[\w.]*)\"", text)}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                found = heads.match(ast.get_docstring(node) or "")
                cited |= {(path.stem, number) for number in re.findall(r"\d+\.\d+[a-h]?", found[1] if found else "")}
    assert len({number for _, number in cited}) > 100
    assert {(where, number) for where, number in cited if number not in SYSTEM.rulebook} == set()


def test_every_printed_line_stands_under_a_rule_that_is_kept() -> None:
    assert len(LINES) >= 240
    assert [line.name for line in LINES if SYSTEM.rulebook[line.rule].status not in KEPT] == []


def test_every_printed_line_is_named_by_a_test() -> None:
    texts = list(sources(HERE))
    assert [line.name for line in LINES if next(naming_line(line, texts), None) is None] == []


def test_the_page_of_coverage_is_current() -> None:
    page = ROOT / "docs" / "coverage-ocs.md"
    assert page.read_text(encoding="utf-8") == tool("rule_tests").fresh("ocs"), "run tools/rule_tests.py"
