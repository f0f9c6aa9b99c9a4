"""OCS 10, looked ahead at: what decides a barrage, and what it comes to."""

from __future__ import annotations

from typing import Any

from sandtable.core.columns import differing
from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, Roll, run
from sandtable.core.lens import Aftermath
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, enemy
from sandtable.core.sentences import Text, say
from sandtable.systems.ocs.s10_barrage import Barrage, FacilityBarrage
from sandtable.systems.ocs.s10_fire import BARRAGE
from sandtable.systems.ocs.s10_results import BarrageHex, prepared
from sandtable.systems.ocs.s14_bombing import BOMB, HIP, TRAINBUST, Bomb, HipShoot, Trainbust
from sandtable.systems.ocs.s18_fire import SHELL
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG

HALF = "roll_half"  # step of `Barrage`
FORMS = (BARRAGE, BOMB, HIP, TRAINBUST, SHELL)
UNDER_WAY = (BarrageHex, Bomb, HipShoot, Trainbust)


def barrage_of(state: OcsState) -> BarrageHex | None:
    """The barrage that is under way."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, BarrageHex)), None)


def is_resolving(state: OcsState) -> bool:
    under = barrage_of(state)
    return under is not None and isinstance(state.stack[-1], Barrage | FacilityBarrage) and isinstance(run(state), Roll)


def terms(state: OcsState) -> Breakdown:
    """10.0a Strength, density and every shift."""
    barrage = barrage_of(state)
    return prepared(state, barrage).terms if barrage is not None and is_resolving(state) else Breakdown()


def chart_in_play(state: OcsState) -> tuple[str, str] | None:
    """10.0a, 10.0c The table and the column after all shifts; or the die of a half step."""
    frame = state.stack[-1]
    if not is_resolving(state) or not isinstance(frame, Barrage | FacilityBarrage):
        return None
    if isinstance(frame, Barrage) and frame.at == HALF:
        return "half_step", ""
    return "barrage" if isinstance(frame, Barrage) else "facility", _column(state, frame)


def _column(state: OcsState, frame: Barrage | FacilityBarrage) -> str:
    chart = state.scenario.charts.table("barrage" if isinstance(frame, Barrage) else "facility")
    return chart.axis("strength").labels[frame.column]


def roll_told(state: OcsState, reading: Any) -> str:
    """10.0a, 10.0c The column after all shifts: nothing is added to the dice."""
    frame = state.stack[-1]
    return _column(state, frame) if isinstance(frame, Barrage | FacilityBarrage) and frame.at != HALF else ""


def level(state: OcsState) -> int:
    """10.0a Who loses a step is part of the barrage."""
    return next((nth for nth, frame in enumerate(state.stack) if isinstance(frame, BarrageHex)), len(state.stack))


def aftermath(before: OcsState, action: Action, after: OcsState) -> Aftermath:
    """Who is disorganized, what steps and levels are lost, whether trains are stopped; aircraft of both sides too."""
    aimed = _aimed(before, action)
    if aimed is None:
        return Aftermath((), {})
    side, target = aimed
    words, figures = list[Text](), dict[str, int]()
    shaken = tuple(UnitId(unit) for unit in differing(before.mode, after.mode) if after.mode[unit] == DG)
    figures["disorganized"] = int(bool(shaken))
    words += [say("{units} disorganized", shaken)] if shaken else []
    hurt = [UnitId(unit) for unit in differing(before.steps, after.steps)]
    for each, name in ((side, "own"), (enemy(side), "enemy")):
        mine = tuple(unit for unit in hurt if before.owner[unit] == each)
        words += [say("steps of {units} lost", mine)] if mine else []
        figures[f"{name} steps lost"] = sum(before.steps[unit] - after.steps[unit] for unit in mine)
    if lost := before.base[target] - after.base[target]:
        words.append(say("the base of {hex} loses levels: {number}", target, lost))
    if hits := after.port_hits[target] - before.port_hits[target]:
        words.append(say("the port of {hex} takes hits: {number}", target, hits))
    if after.busted[target] != before.busted[target]:
        words.append(say("trains through {hex} are stopped", target))
    return Aftermath(tuple(words), figures, ("disorganized",))


def _aimed(state: OcsState, action: Action) -> tuple[Side, Hex] | None:
    """Who barrages which hex: by what is under way, or by this action."""
    for frame in state.stack:
        if isinstance(frame, UNDER_WAY):
            return frame.side, frame.target
    ask = state.wait
    if not isinstance(ask, Ask) or not isinstance(ask.form, Menu) or len(action) < 2:
        return None
    return (ask.side, Hex(int(action[1]))) if ask.form.forms[action[0]] in FORMS else None
