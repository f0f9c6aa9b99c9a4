"""Writes docs/coverage-gew.md: every rule of the book, how far the engine goes, and the tests that name it.

`--check` only compares. A test names a rule in its name (`test_12_4_...`) or in its docstring.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "coverage-gew.md"
sys.path.insert(0, str(ROOT / "tests"))

from laws.citations import naming, told  # noqa: E402  # the law that every rule has its test
from sandtable.core.rules import Rulebook  # noqa: E402
from sandtable.systems.gew import SYSTEM  # noqa: E402

HEAD = """# Coverage: The Great European War

Every case of the rulebook, what it says in our words, how far the engine goes, and the tests that name it, in their
names or their first lines. `definition`: it says what words mean or where things are, and there is nothing to do.
Written by `tools/rule_tests.py` from `rulebook.toml` and the tests.
"""


def page(book: Rulebook, texts: list[tuple[str, str]]) -> str:
    counts = Counter(rule.status for rule in book.values())
    lines = [
        HEAD,
        ", ".join(f"{number} {status}" for status, number in counts.most_common()) + f"; {len(book)} rules.",
        "",
    ]
    lines += ["| rule | title | status | tests |", "|---|---|---|---|"]
    for number, rule in book.items():
        names = sorted({f"`{name.removeprefix('test_')}`" for name in naming(number, texts)})
        lines.append(f"| {number} | {rule.title} | {rule.status} | {', '.join(names)} |")
    return "\n".join(lines) + "\n"


def fresh() -> str:
    return page(SYSTEM.rulebook, list(told(ROOT / "tests" / "systems" / "gew")))


def main() -> None:
    new = fresh()
    if "--check" not in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != new:
        raise SystemExit(f"{PAGE.name} is no longer true: run tools/rule_tests.py")


if __name__ == "__main__":
    main()
