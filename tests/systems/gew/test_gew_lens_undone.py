"""GEW: what would be left undone by ending a segment, with what to light."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.decisions import EMPTY, Menu
from sandtable.core.flow import Ask, run
from sandtable.core.rules import Violation
from sandtable.play.session import Session
from sandtable.systems.gew.s10_mobilization import Mobilization
from sandtable.systems.gew.s16_regroup import Regroup
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase
from sandtable.systems.gew.s27_special_forces import PartisanSupport
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

WAR = {"ussr": "soviet"}


def undone(state: GewState) -> list[Violation]:
    wait = run(state)
    assert isinstance(wait, Ask)
    return list(GEW.lens.undone(state, wait))


def test_17_0_units_away_from_the_enemy_that_could_march(battlefield: Any, game: Any) -> None:
    phase = game(
        battlefield("ger_pz1 2907, ger_pz2 2807, ger_fl1 berlin, sov_f3 3007", joined=WAR), MovementPhase(AXIS_SIDE)
    )
    state = phase.state
    unit = state.theatre.unit("ger_pz2")
    (found,) = undone(state)
    assert (found.rule, found.units, found.at) == ("17.0", (unit,), (state.theatre.place("2807"),))
    assert found.because == "1 unit away from the enemy could still march"
    phase.do("march", "ger_pz2", "2808")
    assert undone(phase.state) == []


def test_14_5_hexes_with_too_many_units(battlefield: Any, game: Any) -> None:
    state = game(battlefield("ger_fl1 berlin, ger_a2 berlin, ger_a4 berlin"), MovementPhase(AXIS_SIDE)).state
    march, crowded = undone(state)
    assert str(march.because).startswith("2 units ")
    assert (crowded.rule, crowded.at) == ("14.5", (state.theatre.place("berlin"),))


def test_19_1_hexes_that_could_be_attacked(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_pz1 2907, ger_pz2 2907, sov_f3 3007", joined=WAR)
    state = game(field, GroundCombatPhase(AXIS_SIDE)).state
    (found,) = undone(state)
    assert (found.rule, found.because) == ("19.1", "1 enemy hex could still be attacked")
    assert found.at == (state.theatre.place("3007"),)
    assert {*found.units} == {state.theatre.unit("ger_pz1"), state.theatre.unit("ger_pz2")}


def test_10_5_points_that_would_be_kept(battlefield: Any, game: Any) -> None:
    phase = game(battlefield("ger_pz1 reinforcements_axis", mp=(20, 0, 0)), Mobilization(AXIS_SIDE))
    while phase.ask.form.name != "mobilization":
        assert undone(phase.state) == []
        phase.do("keep")
    (found,) = undone(phase.state)
    left = phase.state.mp[0]
    assert (found.rule, found.because) == ("10.5", f"the Axis keeps {left} MP; 1 unit could be mobilized")
    assert found.units == (phase.state.theatre.unit("ger_pz1"),)


def test_16_0_units_that_could_be_regrouped(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_lf1 display_axis, ger_lf2 display_axis")
    field.set_ready(field.theatre.unit("ger_lf2"), False)
    (found,) = undone(game(field, Regroup(AXIS_SIDE)).state)
    assert (found.rule, found.units) == ("16.0", (field.theatre.unit("ger_lf2"),))
    ready = battlefield("ger_lf1 display_axis")
    assert undone(game(ready, Regroup(AXIS_SIDE)).state) == []


def test_23_2_air_units_that_could_fly(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_lf1 display_axis, ger_pz1 2907, sov_f3 3007", joined=WAR)
    (found,) = undone(game(field, AirOperationsPhase(AXIS_SIDE)).state)
    assert (found.rule, found.units) == ("23.2", (field.theatre.unit("ger_lf1"),))


def test_27_2_commandos_that_are_ready(battlefield: Any, game: Any) -> None:
    field = battlefield("bri_cdo display_allied")
    (found,) = undone(game(field, PartisanSupport(ALLIED_SIDE)).state)
    assert (found.rule, found.because) == ("27.2", "1 commando could still be sent out")


@pytest.mark.parametrize("scenario", ["campaign", "north-africa-1941"])
def test_nothing_is_undone_where_only_ending_is_left(scenario: str) -> None:
    """Over random games: rules exist, counters are one's own, and a menu with nothing but its end warns of nothing."""
    session, rng, warned = Session(GEW.load(scenario, {"automatic_setup": True}), "5"), Random(5), 0
    for _ in range(250):
        if (ask := session.ask) is None:
            break
        state = session.state
        assert isinstance(state, GewState)
        found = GEW.lens.undone(state, ask)
        for each in found:
            assert each.rule in GEW.rulebook
            assert each.at or each.units or "MP" in str(each.because)
            assert all(state.side_of(unit) == ask.side for unit in each.units)
        if not isinstance(ask.form, Menu) or "end" not in ask.form.picks(state, EMPTY):
            assert not found
        elif ask.form.picks(state, EMPTY) == ["end"]:
            assert not [each for each in found if each.rule != "14.5"]
        warned += bool(found)
        session.submit(ask.side, ask.form.draw(state, rng))
    assert warned
