"""The toy battle is registered like any other system; `--games` and `--pin` belong to the laws. What several processes
are given to do is told here too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # it tells no types

import toy
from sandtable.core.system import register

register(toy.SYSTEM)


def pytest_addoption(parser: pytest.Parser) -> None:
    laws = parser.getgroup("laws")
    laws.addoption("--games", type=int, help="random games of each system for each law (20; 1000 in the long laws)")
    laws.addoption("--pin", action="store_true", help="write the golden files and perft counts anew; read the diff!")


class Shared(LoadScopeScheduling):  # type: ignore[misc]  # for the same reason
    """What one process does: all laws of a case, which look at the same games and play them once; a file, whose tests
    share what is made once; but one by one what takes long and shares nothing, so that nobody waits at the end."""

    def _split_scope(self, nodeid: str) -> str:
        law = re.search(r"::test_(?:long_)?law\[\d+-(.+)\]$", nodeid)
        apart = nodeid.startswith(("tests/bench/", "tests/cli/", "tests/laws/", "tests/core/test_both_ways.py"))
        return law[1] if law else nodeid if apart else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    return Shared(config, log) if config.getoption("dist") == "loadscope" else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for found in terminalreporter.stats.values() for report in found]
    called = [report for report in reports if getattr(report, "when", "") == "call"]
    lines = [text for report in called for key, text in report.user_properties if key == "law"]
    if lines:
        terminalreporter.section("laws")
        for line in sorted(lines):
            terminalreporter.line(line)
