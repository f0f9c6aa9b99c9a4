"""The toy battle is registered like any other system; `--games` and `--pin` belong to the laws."""

from __future__ import annotations

import pytest

import toy
from sandtable.core.system import register

register(toy.SYSTEM)


def pytest_addoption(parser: pytest.Parser) -> None:
    laws = parser.getgroup("laws")
    laws.addoption("--games", type=int, help="random games of each system for each law (20; 1000 in the long laws)")
    laws.addoption("--pin", action="store_true", help="write the golden files and perft counts anew; read the diff!")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for found in terminalreporter.stats.values() for report in found]
    called = [report for report in reports if getattr(report, "when", "") == "call"]
    lines = [text for report in called for key, text in report.user_properties if key == "law"]
    if lines:
        terminalreporter.section("laws")
        for line in sorted(lines):
            terminalreporter.line(line)
