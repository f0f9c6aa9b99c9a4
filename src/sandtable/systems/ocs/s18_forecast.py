"""OCS 18, looked ahead at: what decides a barrage of a ship or a landing, and what either comes to."""

from __future__ import annotations

from typing import Any

from sandtable.core.columns import differing
from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, Procedure, Roll, run
from sandtable.core.lens import Aftermath, Stance
from sandtable.core.rules import Breakdown, Side, UnitId, enemy
from sandtable.core.sentences import Text, say
from sandtable.systems.ocs.s10_barrage import Barrage
from sandtable.systems.ocs.s18_beach import BEACH, FIGHT, GIVE_UP, Assault
from sandtable.systems.ocs.s18_fire import ENGAGE, STRIKE, BarrageShip, Engage, Strike, naval
from sandtable.systems.ocs.s18_landings import LAND, GoAshore, Land, Landing, landing_at
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG

ACTIONS: tuple[type[Procedure], ...] = (Engage, Strike, Land, Assault)
FORMS = (ENGAGE, STRIKE, LAND)
HALF = "roll_half"  # step of `Barrage`


def is_resolving(state: OcsState) -> bool:
    """18.3c, 18.5f A roll on the Barrage Table against a ship, or for a landing."""
    if len(state.stack) < 2 or not isinstance(run(state), Roll):
        return False
    frame, under = state.stack[-1], state.stack[-2]
    return (isinstance(frame, Barrage) and isinstance(under, BarrageShip)) or isinstance(frame, Landing)


def terms(state: OcsState) -> Breakdown:
    """18.3c, 18.5f Strength, protection, distance; or every modifier of a beach."""
    if not is_resolving(state):
        return Breakdown()
    under = state.stack[-2]
    if isinstance(under, BarrageShip):
        return naval(state, under).terms
    assert isinstance(under, GoAshore)
    return landing_at(state, under.side, under.beach).terms


def chart_in_play(state: OcsState) -> tuple[str, str] | None:
    if not is_resolving(state):
        return None
    frame = state.stack[-1]
    if isinstance(frame, Landing):
        return "landing", ""
    assert isinstance(frame, Barrage)
    if frame.at == HALF:
        return "half_step", ""
    return "barrage", state.scenario.charts.table("barrage").axis("strength").labels[frame.column]


def roll_told(state: OcsState, reading: Any) -> str:
    """18.5f What the dice come to with what is added to them."""
    frame = state.stack[-1]
    return str(reading + frame.modifier) if isinstance(frame, Landing) else ""


def level(state: OcsState) -> int:
    """18.3, 18.5, 18.6 Whatever is asked in one of these is part of it."""
    return next((nth for nth, frame in enumerate(state.stack) if isinstance(frame, ACTIONS)), len(state.stack))


def stances(state: OcsState, ask: Ask, looking: Side) -> list[Stance]:
    """18.6b A beach is held or given up."""
    if not isinstance(state.stack[-1], Assault) or ask.form is not BEACH:
        return []
    return [
        Stance("fights", "fights for the beach", (FIGHT,), "18.6"),
        Stance("gives up", "gives the beach up, and all who hold it", (GIVE_UP,), "18.6b"),
    ]


def aftermath(before: OcsState, action: Action, after: OcsState) -> Aftermath:
    """Which ships are sunk, damaged or disorganized, who is ashore and who is lost, what supply went down."""
    side = _side(before, action)
    if side is None:
        return Aftermath((), {})
    theatre, words, figures = before.theatre, list[Text](), dict[str, int]()
    hurt = [UnitId(unit) for unit in differing(before.steps, after.steps)]
    turned = [UnitId(unit) for unit in differing(before.mode, after.mode)]
    lost = tuple(unit for unit in hurt if not after.steps[unit])
    reduced = tuple(unit for unit in hurt if after.steps[unit])
    shaken = tuple(unit for unit in turned if theatre.is_vessel[unit] and after.mode[unit] == DG)
    moved = [UnitId(unit) for unit in differing(before.hex_of, after.hex_of)]
    ashore = tuple(unit for unit in moved if before.hex_of[unit] in theatre.craft_of and after.is_on_map(unit))
    for units, what in ((ashore, "ashore"), (lost, "lost"), (reduced, "damaged"), (shaken, "disorganized")):
        words += [say(f"{{units}} {what}", units)] if units else []
    for each, name in ((side, "own"), (enemy(side), "enemy")):
        mine = [unit for unit in hurt if before.owner[unit] == each]
        figures[f"{name} steps lost"] = sum(before.steps[unit] - after.steps[unit] for unit in mine)
        if tokens := after.lost_tokens[each] - before.lost_tokens[each]:
            words.append(say("{side}: {number}T of supply lost", each, tokens))
    figures["ashore"] = int(bool(ashore))
    figures["disorganized"] = int(bool(shaken))
    return Aftermath(tuple(words), figures, ("ashore", "disorganized"))


def _side(state: OcsState, action: Action) -> Side | None:
    """Whose action it is: of the one under way, or of this one."""
    for frame in reversed(state.stack):
        if isinstance(frame, Engage | Strike | Land):
            return frame.side
    ask = state.wait
    if not isinstance(ask, Ask) or not isinstance(ask.form, Menu) or not action:
        return None
    return ask.side if ask.form.forms.get(action[0]) in FORMS else None
