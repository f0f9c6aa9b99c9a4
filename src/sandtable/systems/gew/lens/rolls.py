"""The chart a roll is read on, and the column."""

from __future__ import annotations

from sandtable.core.flow import Roll, run
from sandtable.systems.gew.o42_lila import Lila
from sandtable.systems.gew.s04_initiative import InitiativeDetermination
from sandtable.systems.gew.s07_events import EventCheck
from sandtable.systems.gew.s09_neutrals import NeutralCheck
from sandtable.systems.gew.s19_combat import ResolveCombat
from sandtable.systems.gew.s24_strategic_warfare import StrategicWarfare
from sandtable.systems.gew.state import GewState


def chart_in_play(state: GewState) -> tuple[str, str] | None:
    """None where nothing is rolled, or the dice are not read on a chart."""
    if not isinstance(run(state), Roll):
        return None
    frame, charts = state.stack[-1], state.scenario.charts
    if isinstance(frame, ResolveCombat):
        crt = charts.table("crt")
        return "crt", crt.axis("differential").labels[crt.place("differential", frame.differential, frame.shift)]
    if isinstance(frame, StrategicWarfare):
        swt = charts.table("swt")
        return "swt", swt.axis("column").labels[swt.place("column", frame.column, frame.shift)]
    if isinstance(frame, NeutralCheck):
        return "neutral", frame.country
    whole = {EventCheck: "events", InitiativeDetermination: "ultra", Lila: "lila"}.get(type(frame))
    return (whole, "") if whole else None
