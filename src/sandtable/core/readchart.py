"""Rolling on any chart that is read with dice: the smallest procedure there is, and odds for every such chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Table, Value
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term
from sandtable.core.system import Chance, Key, Prepared

if TYPE_CHECKING:
    from sandtable.core.state import State


class ReadChart(Procedure):
    """Throw the chart's dice, add the modifier, read the cell."""

    chart: str
    keys: tuple[tuple[str, Value], ...] = ()
    modifier: int = 0
    result: str = ""

    @step("chart")
    def roll(self, state: State) -> Roll:
        table, keys, modifier = state.scenario.charts.table(self.chart), dict(self.keys), self.modifier
        assert table.dice is not None
        return Roll(table.dice, "result", lambda roll: table.entry(**keys, roll=roll + modifier).result)

    @step("chart")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def chance_of(chart: Table) -> Chance:
    """The odds of a chart by itself: its keys but the roll, and a modifier where the chart allows one."""
    names = [name for name in chart.keys if name not in ("roll", "shift")]
    keys = [Key(name, "text", None, f"{name} as {chart.title} has it") for name in names]
    if chart.shift:
        keys.append(Key("shift", "number", 0, "columns to the right (left is negative)"))
    if chart.modified:
        keys.append(Key("drm", "number", 0, "sum of the die roll modifiers"))

    def prepare(charts: Charts, given: Mapping[str, Any]) -> Prepared:
        asked = tuple((name, _value(given[name])) for name in (*names, "shift") if given.get(name) is not None)
        terms = [Term("die roll modifier", given["drm"], chart.rule)] if given.get("drm") else []
        table, modifier = charts.table(chart.name), given.get("drm") or 0
        assert table.dice is not None
        table.entry(
            **dict(asked), roll=table.dice.count
        )  # refuses a missing or impossible key before anything is rolled
        return Prepared(ReadChart(chart.name, asked, modifier), Breakdown(terms))

    return Chance(chart.name, chart.title, chart.rule, tuple(keys), prepare, order=chart.results())


def _value(said: str | int) -> Value:
    """A number if it looks like one: a person types both."""
    try:
        return int(said)
    except ValueError:
        return said
