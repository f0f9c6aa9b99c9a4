"""OCS 14, looked ahead at: what decides air combat, flak and drops, and what each side may choose over a target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.columns import differing
from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, Procedure, Roll, run
from sandtable.core.lens import Aftermath, Stance
from sandtable.core.rules import Breakdown, Side, UnitId, enemy
from sandtable.core.sentences import Text, say
from sandtable.systems.ocs.figures import tokens
from sandtable.systems.ocs.s14_air import AirCombat, AirDrop, Flak
from sandtable.systems.ocs.s14_bombing import Bomb, HipShoot, Trainbust
from sandtable.systems.ocs.s14_combat import ATTACKER, DECLINE, DEFENDER, WITHDRAW, AirBattle, round_of
from sandtable.systems.ocs.s14_drop import JUMP, SUPPLY_DROP, DropSupply, Jump, success
from sandtable.systems.ocs.s14_flak import MeetFlak, flak_at
from sandtable.systems.ocs.s14_missions import (
    INTERCEPTION,
    PASS,
    SWEEPING,
    TRANSFER,
    Mission,
    Sweep,
    Transfer,
    interceptors,
)
from sandtable.systems.ocs.s14_transport import AIRLIFT, LIFT, Airlift, Lift
from sandtable.systems.ocs.state import OcsState

FLIGHTS = (Bomb, Trainbust, HipShoot, Sweep, Transfer, Airlift, Lift, DropSupply, Jump)
FORMS = (SWEEPING, TRANSFER, AIRLIFT, LIFT, SUPPLY_DROP, JUMP)  # barrages tell what they do to the hex
CHARTS: Mapping[type[Procedure], str] = {AirCombat: "air_combat", Flak: "flak", AirDrop: "air_transport"}
LOSS_DIE = "roll_loss"  # step of `AirCombat`


def is_resolving(state: OcsState) -> bool:
    return type(state.stack[-1]) in CHARTS and isinstance(run(state), Roll)


def terms(state: OcsState) -> Breakdown:
    """14.3e, 14.4e, 14.10d Every modifier of the roll."""
    if len(state.stack) < 2 or not is_resolving(state):
        return Breakdown()
    frame = state.stack[-2]
    if isinstance(frame, AirBattle):
        return round_of(state, frame).terms
    if isinstance(frame, MeetFlak):
        return flak_at(state, frame.side, frame.word, frame.target, frame.planes).terms
    if isinstance(frame, DropSupply):
        return success(state, frame.side, frame.to, "", frame.gliding > 0).terms
    if isinstance(frame, Jump):
        nation = state.theatre.nation_of[frame.falling[0]]
        return success(state, frame.side, frame.to, nation, frame.falling[0] in frame.gliding).terms
    return Breakdown()


def chart_in_play(state: OcsState) -> tuple[str, str] | None:
    frame = state.stack[-1]
    if not is_resolving(state):
        return ("mission_loss", "") if isinstance(frame, MeetFlak) and isinstance(run(state), Roll) else None
    if isinstance(frame, AirCombat) and frame.at == LOSS_DIE:
        return "air_loss", ""
    return CHARTS[type(frame)], ""


def roll_told(state: OcsState, reading: Any) -> str:
    """What the dice come to with what is added to them."""
    frame = state.stack[-1]
    if not isinstance(frame, AirCombat | Flak | AirDrop) or frame.at == LOSS_DIE:
        return ""
    return str(reading + frame.modifier)


def on_the_way(state: OcsState) -> bool:
    """14.2f Air combat and flak come before what a mission is for."""
    missions = [frame for frame in state.stack if isinstance(frame, Mission)]
    return bool(missions)


def level(state: OcsState) -> int:
    """14.2f Whatever is asked over a target is part of the mission."""
    return next((nth for nth, frame in enumerate(state.stack) if isinstance(frame, FLIGHTS)), len(state.stack))


def stances(state: OcsState, ask: Ask, looking: Side) -> list[Stance]:
    """14.3, 14.5 Whether the best fighter intercepts; nobody goes home first; the best fight each other."""
    frame, rating = state.stack[-1], state.theatre.air_rating
    if isinstance(frame, Mission) and ask.form is INTERCEPTION:
        best = max(interceptors(frame, state), key=lambda plane: (rating[plane], -plane))
        return [
            Stance("intercepts", say("intercepts with {unit}", best), ("intercept", best), "14.5"),
            Stance("lets pass", "does not intercept", (PASS,), "14.5"),
        ]
    if isinstance(frame, AirBattle) and ask.form in (WITHDRAW, DECLINE):
        return [Stance("stays", "is taken to send nobody home", ((),), "14.3d")]
    if isinstance(frame, AirBattle) and ask.form in (ATTACKER, DEFENDER):
        among = frame.able(state) if ask.form is ATTACKER else frame.opposing(state)
        best = max(among, key=lambda plane: (rating[plane], -plane))
        return [Stance("fights", say("is taken to fight with {unit}", best), (best,), "14.3")]
    return []


# ------------------------------------------------------------------------------------------------ what it comes to


def aftermath(before: OcsState, action: Action, after: OcsState) -> Aftermath:
    """14 Who is where he was flown to, what supply came with it, what both sides lost."""
    side = _flying(before, action)
    if side is None:
        return Aftermath((), {})
    words, figures = list[Text](), dict[str, int]()
    hexes, theatre = before.theatre.board.hexes, before.theatre
    landed = tuple(
        UnitId(unit) for unit in differing(before.hex_of, after.hex_of)
        if before.owner[unit] == side and theatre.is_combat[unit] and 0 <= after.hex_of[unit] < hexes
    )  # fmt: skip
    words += [say("{units} on the ground", landed)] if landed else []
    figures["units landed"] = len(landed)
    hurt = [UnitId(unit) for unit in differing(before.steps, after.steps)]
    for each, name in ((side, "own"), (enemy(side), "enemy")):
        mine = tuple(unit for unit in hurt if before.owner[unit] == each)
        words += [say("steps of {units} lost", mine)] if mine else []
        figures[f"{name} steps lost"] = sum(before.steps[unit] - after.steps[unit] for unit in mine)
    if gone := before.on_hand(side) - after.on_hand(side):
        words.append(f"{tokens(gone)} lost")
    figures["tokens lost"] = gone
    return Aftermath(tuple(words), figures)


def _flying(state: OcsState, action: Action) -> Side | None:
    """Whose aircraft fly: on what is under way, or by this action."""
    for frame in state.stack:
        if isinstance(frame, FLIGHTS):
            return frame.side
    ask = state.wait
    if not isinstance(ask, Ask) or not isinstance(ask.form, Menu) or not action:
        return None
    return ask.side if ask.form.forms[action[0]] in FORMS else None
