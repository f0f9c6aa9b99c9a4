"""GEW: the threat lens agrees with what the enemy could really do, move by move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.decisions import Draft
from sandtable.core.flow import Ask, answer, run
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.play.session import Session
from sandtable.systems.gew.s15_impulses import thaw
from sandtable.systems.gew.s17_march import march
from sandtable.systems.gew.s17_movement import MOVE, MovementPhase
from sandtable.systems.gew.s19_attack import attackable
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE, POWERS

WAR = {"ussr": "soviet"}


def positions(scenario: str, seed: int) -> list[tuple[GewState, Side]]:
    """Positions of a random game, each with a side that looks."""
    session, rng = Session(GEW.load(scenario, {"automatic_setup": True}), str(seed)), Random(seed)
    found: list[tuple[GewState, Side]] = []
    for nth in range(400):
        if (ask := session.ask) is None:
            break
        if nth % 25 == 20:
            side = Side(len(found) % 2)
            state = GEW.hidden.foresee(session.state, side)  # type: ignore[arg-type]
            if not thaw(state):
                found.append((state, side))
        session.submit(ask.side, ask.form.draw(session.state, rng))
    return found


def to_move(state: GewState, side: Side, power: int) -> GewState:
    """The same position at the beginning of that power's movement."""
    new = state.copy()
    new.stack[:], new.wait = [MovementPhase(side)], None
    wait = run(new)
    if isinstance(wait, Ask) and wait.form is not MOVE:
        answer(new, (POWERS[power],))
        run(new)
    return new


@pytest.mark.parametrize("scenario", ["campaign", "barbarossa", "north-africa-1941"])
@pytest.mark.parametrize("seed", [1, 2])
def test_17_0_reach_is_where_the_enemy_may_march_and_attack_whom_he_may_attack_from_there(
    scenario: str, seed: int
) -> None:
    rng, tried = Random(seed), 0
    for state, side in positions(scenario, seed):
        told, foe = GEW.lens.threats(state, side), enemy(side)
        for power in [power for power in POWERS_OF_SIDE[foe] if state.belligerent(power) and state.forces(power)]:
            moving = to_move(state, foe, power)
            may = MOVE.picks(moving, Draft(("march",))) if "march" in MOVE.picks(moving) else []
            may = [unit for unit in may if not state.embarked(unit)]  # they are under way already
            for unit in rng.sample(may, min(4, len(may))):
                goals = MOVE.picks(moving, Draft(("march", unit)))
                assert {place for place, each in told.items() if unit in each.reach} == {*goals}
                attacked = {place for place, each in told.items() if unit in each.attack}
                assert attacked == attacks(state, foe, unit, list(goals))
                tried += 1
    assert tried > 2


def attacks(state: GewState, foe: Side, unit: UnitId, goals: list[Hex]) -> set[Hex]:
    """What a unit could attack if it went to each of these hexes, or stayed."""
    found = set()
    for goal in (*goals, None):
        new = state.copy()
        new.begin_movement()
        new.stop_fighting()
        if goal is not None:
            march(new, unit, goal)
        found |= {target for target, units in attackable(new, foe).items() if unit in units}
    return found


def test_6_3_hidden_counters_threaten_nobody(battlefield: Any) -> None:
    state = battlefield("ger_pz1 2907, sov_f3 3307, sov_t3 reinforcements_allied", joined=WAR)
    told = GEW.lens.threats(GEW.hidden.foresee(state, AXIS_SIDE), AXIS_SIDE)
    units = {unit for each in told.values() for unit in (*each.reach, *each.attack)}
    assert units == {state.theatre.unit("sov_f3")}


def test_9_2_neutrals_threaten_nobody(battlefield: Any) -> None:
    state = battlefield("ger_pz1 2907, sov_f3 3007")
    assert not GEW.lens.threats(GEW.hidden.foresee(state, AXIS_SIDE), AXIS_SIDE)


def test_33_3_a_neutral_usa_threatens_nobody(battlefield: Any) -> None:
    state = battlefield("us_a1 london")
    assert not GEW.lens.threats(GEW.hidden.foresee(state, AXIS_SIDE), AXIS_SIDE)


def test_2_3_2_static_units_threaten_nobody(battlefield: Any) -> None:
    state = battlefield("ger_fl1 2907, sov_f3 3007", joined=WAR)
    assert not GEW.lens.threats(GEW.hidden.foresee(state, ALLIED_SIDE), ALLIED_SIDE)
