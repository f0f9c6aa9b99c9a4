"""GEW 20: column shifts in ground combat."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Situation
from sandtable.core.rules import Term

MOST_MECHANIZED = 2  # 20.3: further mechanized units give no shift


def shifts(charts: Charts, situation: Situation) -> Iterator[Term]:
    """20.0 Every shift of an attack, plus to the right; a zero tells why a shift is not given."""
    mechanized = min(int(situation.get("mech", 0)), MOST_MECHANIZED)  # type: ignore[arg-type]  # a count
    return charts.lines("shifts").applying({**situation, "mech": mechanized})
