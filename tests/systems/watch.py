"""Charts that remember which of them were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Chart, Lines
from sandtable.core.system import Chance, Reference
from sandtable.play.odds import resolved


class Watched(Charts):
    def __init__(self, reference: Reference) -> None:
        super().__init__(reference.book, reference.folder / "charts")
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Chart:
        self.asked.add(name)
        return super().__getitem__(name)


def charts_read(reference: Reference, chance: Chance, situations: Sequence[Mapping[str, Any]]) -> set[str]:
    """What these situations together look up, from the first modifier to the result."""
    charts = Watched(reference)
    for said in situations:
        resolved(reference, charts, chance.prepare(charts, chance.complete(said)).procedure)
    return charts.asked


def cited(reference: Reference) -> set[str]:
    """Every number that a chart, a line, a calculation of odds or the bounds of a key cite."""
    found = {chance.rule for chance in reference.chances}
    found |= {key.rule for chance in reference.chances for key in chance.keys if key.rule}
    for chart in reference.printed_charts.values():
        found |= {chart.rule, *(line.rule for line in chart.lines)} if isinstance(chart, Lines) else {chart.rule}
    return found
