"""Law 11: every rule number used stands in the rulebook's index, and every rule there that is done has its test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from laws.cases import Case, demand, waits
from laws.chances import SAID
from sandtable.core.charts import Lines
from sandtable.core.decisions import Form, Menu
from sandtable.core.errors import BadInput
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, Procedure
from sandtable.core.system import Reference, System
from sandtable.play.printed import PrintedLine

TESTS = Path(__file__).parent.parent / "systems"
HEAD = re.compile(r"(?:[A-Z]{0,3}\d[\w.]*|and|to|or|of|with|[,;()-]|\s)+")  # numbers, one after the other
TESTED = ("done", "option")  # the other statuses say why there is no test


def law_11(case: Case, seed: int) -> int:
    """What a game cites as it is played: forms asked, steps stood at, events logged, the outcome."""
    book, seen, events = case.system.rulebook, 0, Log()
    for state, wait in waits(case, seed):
        seen, events = seen + 1, state.log or events
        used = [(f"form {form.name}", form.rule) for form in _forms(wait.form)] if isinstance(wait, Ask) else []
        if isinstance(wait, Over):
            used.append(("the outcome", wait.outcome.rule))
        for what, rule in used:
            demand(11, rule in book, f"{case}: {what} cites {rule}, which does not exist")
    for event in events:
        demand(11, event.rule in book, f"{case}: the event {event.kind} cites {event.rule}, which does not exist")
    return seen


def _forms(form: Form) -> list[Form]:
    return [form, *form.forms.values()] if isinstance(form, Menu) else [form]


def law_11_by_book(reference: Reference) -> int:
    """What a system cites in its definitions, and the tests of its rules."""
    used = [*_defined(reference), *(_played(reference) if isinstance(reference, System) else ())]
    for what, rule in used:
        demand(11, rule in reference.rulebook, f"{reference.code}: {what} cites {rule}, which does not exist")
    texts = list(told(TESTS / reference.code))
    wanted = [rule for rule in reference.rulebook.values() if rule.status in TESTED]
    untested = [f"{rule.number} ({rule.status})" for rule in wanted if not tested(rule.number, texts)]
    demand(11, not untested, f"{reference.book}: no test names {', '.join(untested)}")
    return len(used) + len(reference.rulebook)


def _defined(reference: Reference) -> Iterator[tuple[str, str]]:
    for name, chart in reference.printed_charts.items():
        yield f"chart {name}", chart.rule
        if isinstance(chart, Lines):
            yield from ((f"chart {name}, line {line.id}", line.rule) for line in chart.lines)
    for chance in reference.chances:
        yield f"odds {chance.name}", chance.rule
        try:
            said = SAID.get(f"{reference.code}.{chance.name}", {})
            ready = chance.prepare(reference.printed_charts, chance.complete(said))
        except BadInput:
            continue  # something else must be said: law 7 complains
        yield from ((f"odds {chance.name}, {term.label}", term.rule) for term in ready.terms)
    for kind in Procedure.kinds.values():
        if kind.kind.startswith(f"{reference.code}."):
            for name, method in kind.steps.items():
                yield f"step {kind.kind}.{name}", method.rule  # type: ignore[attr-defined]


def _played(system: System[Any]) -> Iterator[tuple[str, str]]:
    for info in system.scenarios():
        yield from ((f"option {option.name}", option.rule) for option in info.options)
        for path, row in system.load(info.name).outline.rows.items():
            yield f"row {path}", row.number
            if row.menu is not None:
                yield from ((f"row {path}, form {form.name}", form.rule) for form in _forms(row.menu))


# ------------------------------------------------------------------------------------------------ the tests


def told(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of every test in a folder."""
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, ast.get_docstring(node) or ""


def sources(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and source of every test in a folder, with what it is given as parameters."""
    for path in sorted(folder.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                yield node.name, "\n".join(lines[first - 1 : node.end_lineno])


def naming_line(line: PrintedLine, texts: list[tuple[str, str]]) -> Iterator[str]:
    """The tests that name a line of a printed chart: by its whole name; or by its id (city-lost, or city_lost in a
    test's name) in a test about its rule or its chart; a row of a table by its whole name alone."""
    chart, _, id = line.name.partition(".")
    whole = re.compile(rf"(?<![\w.-]){re.escape(line.name)}(?![\w-])")
    alone = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-])|_{re.escape(id.replace('-', '_'))}(?![^\W_])")
    in_name, number = _numbers(line.rule)
    return (
        name
        for name, text in texts
        if whole.search(text)
        or (not line.row and alone.search(text) and (chart in text or in_name.search(name) or number.search(text)))
    )


def tested(number: str, texts: list[tuple[str, str]]) -> bool:
    return next(naming(number, texts), None) is not None


def naming(number: str, texts: list[tuple[str, str]]) -> Iterator[str]:
    """The tests that name a rule: 9.8b by test_9_8b_..., test_9_4_and_9_8b_..., or a docstring that begins with numbers
    and has 9.8b among them: further on 9.8 may be a hex."""
    in_name, in_head = _numbers(number)
    return (name for name, text in texts if in_name.search(name) or in_head.search(_head(text)))


def _numbers(rule: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a rule is written in a test's name, and in a text."""
    written = re.escape(rule.replace(".", "_"))
    in_name = re.compile(rf"(?:^test|_and|_to)_{written}(?:_(?!\d)|$)", re.IGNORECASE)
    return in_name, re.compile(rf"(?<![\w.]){re.escape(rule)}(?!\w|\.\w)")


def _head(text: str) -> str:
    """The rules that a docstring begins with."""
    found = HEAD.match(text)
    return found[0] if found else ""
