"""Writes docs/coverage-*.md: every rule of a book, how far the engine goes, and the tests that name it.

`--check` only compares. A test names a rule in its name (`test_12_4_...`) or in its docstring.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from laws.citations import naming, naming_line, sources, told  # noqa: E402  # the law that every rule has its test
from sandtable.core.rules import Rulebook  # noqa: E402
from sandtable.core.system import find  # noqa: E402
from sandtable.play.printed import PrintedLine, printed_lines  # noqa: E402

SYSTEMS = ("gew", "ocs", "use")
LINE_BY_LINE = ("ocs", "use")  # whose printed charts are told line by line as well
HEAD = """# Coverage: {title}

Every case of the rulebook, what it says in our words, how far the engine goes, and the tests that name it, in their
names or their first lines. `definition`: it says what words mean or where things are, and there is nothing to do.
{more}Written by `tools/rule_tests.py` from `rulebook.toml` and the tests.
"""
PROCEDURE = "`procedure`: known in full and tested, and no scenario that comes with the game gets to it.\n"
LINES_HEAD = """
## Line by line

Every line of every list and every row of every table that is printed, by the name under which `sandtable rules {code}`
finds it, and the tests that name it.
"""


def page(title: str, book: Rulebook, texts: list[tuple[str, str]]) -> str:
    counts = Counter(rule.status for rule in book.values())
    lines = [
        HEAD.format(title=title, more=PROCEDURE if "procedure" in counts else ""),
        ", ".join(f"{number} {status}" for status, number in counts.most_common()) + f"; {len(book)} rules.",
        "",
    ]
    lines += ["| rule | title | status | tests |", "|---|---|---|---|"]
    for number, rule in book.items():
        lines.append(f"| {number} | {rule.title} | {rule.status} | {_listed(naming(number, texts))} |")
    return "\n".join(lines) + "\n"


def line_page(code: str, printed: list[PrintedLine], texts: list[tuple[str, str]]) -> str:
    tests = {line.name: _listed(naming_line(line, texts)) for line in printed}
    named = sum(bool(found) for found in tests.values())
    lines = [LINES_HEAD.format(code=code), f"Printed lines named by a test: {named} of {len(printed)}.", ""]
    lines += ["| line | rule | what it says | tests |", "|---|---|---|---|"]
    lines += [f"| {line.name} | {line.rule} | {_literal(line.text)} | {tests[line.name]} |" for line in printed]
    return "\n".join(lines) + "\n"


def _literal(text: str) -> str:
    """`[1/2]` is a result, no link."""
    return text.replace("[", r"\[")


def _listed(tests: Iterable[str]) -> str:
    return ", ".join(sorted({f"`{name.removeprefix('test_')}`" for name in tests}))


def page_of(code: str) -> Path:
    return ROOT / "docs" / f"coverage-{code}.md"


def fresh(code: str) -> str:
    reference, folder = find(code), ROOT / "tests" / "systems" / code
    text = page(reference.title, reference.rulebook, list(told(folder)))
    if code in LINE_BY_LINE:
        text += line_page(code, list(printed_lines(reference.printed_charts)), list(sources(folder)))
    return text


def main() -> None:
    for code in SYSTEMS:
        path, new = page_of(code), fresh(code)
        if "--check" not in sys.argv:
            path.write_text(new, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != new:
            raise SystemExit(f"{path.name} is no longer true: run tools/rule_tests.py")


if __name__ == "__main__":
    main()
