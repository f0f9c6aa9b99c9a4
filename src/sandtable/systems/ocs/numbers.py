"""OCS: numbers that stand within the text of the rules (`charts/numbers.toml`)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.chartfile import Charts


@lru_cache
def number(charts: Charts, line: str) -> int:
    return int(charts.lines("numbers")[line].value)
