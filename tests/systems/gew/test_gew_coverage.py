"""GEW: the index has every case of the rulebook, and the page that tells of them is true."""

from __future__ import annotations

from pathlib import Path

from sandtable.systems.gew import SYSTEM
from tooling import tool

ROOT = Path(__file__).parents[3]
LAST = (  # the last case of each section, from 1 on; then of the optional sections, from O33 on
    (1, 6, 3, 2, 3, 3, 0, 3, 7, 12, 6, 7, 3, 6, 0, 0, 3, 9, 7, 6, 2, 4, 6, 10, 3, 7, 2, 2, 5, 8, 3, 4, 3),
    (2, 5, 4, 0, 3, 4, 2, 1, 2, 2),
)
PARTS = {"2.1": 2, "2.3": 6, "2.4": 3, "2.5": 2, "4.2": 2, "O40.1": 1}  # cases of cases


def test_every_case_of_the_rulebook_has_a_line_in_the_index() -> None:
    base, optional = LAST
    cases = {f"{section}.{case}" for section, last in enumerate(base, 1) for case in range(last + 1)}
    for section, last in enumerate(optional, 33):
        cases |= {f"O{section}", *(f"O{section}.{case}" for case in range(1, last + 1))}
    cases |= {f"{case}.{part}" for case, last in PARTS.items() for part in range(1, last + 1)}
    assert set(SYSTEM.rulebook) == cases


def test_nothing_is_left_to_do() -> None:
    assert {rule.status for rule in SYSTEM.rulebook.values()} == {"done", "definition"}


def test_the_page_of_coverage_is_current() -> None:
    page = ROOT / "docs" / "coverage-gew.md"
    assert page.read_text(encoding="utf-8") == tool("rule_tests").fresh("gew"), "run tools/rule_tests.py"


def test_a_page_says_how_many_rules_are_done_and_which_tests_name_them() -> None:
    texts = [("test_4_2_1_first", ""), ("test_9_9_other", "4.2: by the way")]
    lines = tool("rule_tests").page("A game", SYSTEM.rulebook, texts).splitlines()
    done = sum(rule.status == "done" for rule in SYSTEM.rulebook.values())
    assert any(line.startswith(f"{done} done, ") for line in lines)
    assert any(line.startswith("| 4.2 |") and line.endswith("| `9_9_other` |") for line in lines)
    assert any(line.startswith("| 4.2.1 |") and line.endswith("| `4_2_1_first` |") for line in lines)
