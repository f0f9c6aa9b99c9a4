"""GEW: what lies beside the map, what counters are doing, which chart a roll is read on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.flow import Roll, run
from sandtable.core.rules import Side
from sandtable.core.views import Seen
from sandtable.play.explain import words
from sandtable.play.session import Session
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.state import (
    ASW,
    BOMBING,
    CRISIS,
    LONG_RANGE_BOMBING,
    ULTRA,
    ULTRA_READY,
    ULTRA_REMOVED,
    GewState,
)
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE
from typed import state_of

WAR = {"ussr": "soviet"}


def tracks(state: GewState, side: Side | None = None) -> dict[str, str]:
    return {track.id: words(state.scenario, track.value) for track in GEW.standing.tracks(state, side)}


def test_4_1_the_turn_the_impulse_and_the_initiative(battlefield: Any) -> None:
    found = tracks(battlefield(turn=3))
    assert found["turn"] == "3, winter 1942; the last is 10"
    assert found["impulse"] == "1 of 1, Axis player"
    assert found["initiative"] == "Axis player"
    assert "thaw" not in found


def test_15_0_the_thaw_is_told_before_it_comes(battlefield: Any) -> None:
    later, now = (tracks(battlefield(turn=4, impulse=impulse))["thaw"] for impulse in (1, 2))
    assert (later.split(",")[0], now.split(",")[0]) == ("in the second impulse", "now")


def test_8_1_the_crisis_and_9_1_those_who_are_neutral(battlefield: Any) -> None:
    state = battlefield(joined=WAR)
    state.tick(CRISIS, 2)
    found = tracks(state)
    assert found["crisis"] == "2 of 6"
    assert "Turkey" in found["neutrals"]
    assert "Switzerland" not in found["neutrals"]
    assert "Soviet Union" not in found["neutrals"]
    assert not {"crisis", "neutrals"} & {*tracks(battlefield(scenario="north-africa-1941"))}


def test_26_4_who_guards_the_convoys(battlefield: Any) -> None:
    state = battlefield("bri_fleet1 display_allied")
    assert "convoys" not in tracks(state)
    unit = state.theatre.unit("bri_fleet1")
    state.assign(unit, ASW, state.theatre.convoy, -1, "26.4")
    assert tracks(state)["convoys"] == f"guarded by {state.scenario.spoken_unit(unit)}"


def test_6_3_offensives_and_ultra_are_their_owners_affair(battlefield: Any) -> None:
    state = battlefield(options={"major_offensives": True, "ultra": True})
    state.count_offensives(AXIS_SIDE, 0, 1, "O35")
    state.count_offensives(AXIS_SIDE, 5, 2, "O35")
    state.flag(ULTRA, ULTRA_READY)
    assert tracks(state, AXIS_SIDE)["offensives_axis"] == "1 ready, 2 in game turn 5"
    assert not {"offensives_axis", "offensives_allied", "ultra"} & {*tracks(state)}
    assert {"offensives_allied", "ultra"} & {*tracks(state, AXIS_SIDE)} == set()
    assert tracks(state, ALLIED_SIDE)["ultra"] == "ready"
    state.flag(ULTRA, ULTRA_REMOVED)
    assert tracks(state)["ultra"] == "out of the game"


def test_6_3_open_displays_tell_all(battlefield: Any) -> None:
    state = battlefield(options={"major_offensives": True, "ultra": True, "open_displays": True})
    state.flag(ULTRA, ULTRA_READY)
    assert {"offensives_axis", "offensives_allied", "ultra"} <= {*tracks(state)}


def test_before_the_first_turn_there_is_no_clock() -> None:
    assert "turn" not in tracks(GEW.begin(GEW.load("campaign")))


def test_every_track_cites_a_rule_and_is_told_once() -> None:
    session, rng = Session(GEW.load("campaign", {"major_offensives": True, "ultra": True}), "3"), Random(3)
    for _ in range(300):
        if (ask := session.ask) is None:
            break
        found = GEW.standing.tracks(state_of(session, GewState), ask.side)
        assert all(track.rule in GEW.rulebook and track.value for track in found)
        assert len({track.id for track in found}) == len(found)
        session.submit(ask.side, ask.form.draw(session.state, rng))


# ------------------------------------------------------------------------------------------------ counters


def said(state: GewState, name: str) -> str:
    unit = state.theatre.unit(name)
    seen = next(
        each for side in (AXIS_SIDE, ALLIED_SIDE) for each in GEW.hidden.view(state, side).units if each.unit == unit
    )
    return words(state.scenario, GEW.lens.condition(state.scenario, seen))


def test_16_0_a_campaign_unit_is_ready_or_not_or_on_a_mission(battlefield: Any) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis")
    assert said(state, "ger_lf1") == "ready"
    state.set_ready(state.theatre.unit("ger_lf2"), False)
    assert said(state, "ger_lf2") == "not operational"
    for mission, word in ((BOMBING, "bombing"), (LONG_RANGE_BOMBING, "long-range bombing")):
        state.assign(
            state.theatre.unit("ger_lf1"), mission, state.theatre.place("london"), state.theatre.display[0], "24.1"
        )
        assert said(state, "ger_lf1") == f"on a mission: {word}"


def test_24_5_a_carrier_tells_what_it_carries_and_the_unit_that_it_is_aboard(battlefield: Any) -> None:
    state = battlefield("ita_amph1 display_axis, ger_dak naples")
    state.embark(state.theatre.unit("ger_dak"), state.theatre.unit("ita_amph1"), "26.1")
    assert said(state, "ita_amph1") == f"ready, carries {state.theatre.name[state.theatre.unit('ger_dak')]}"
    assert said(state, "ger_dak") == "aboard, about to land"


def test_17_0_a_ground_unit_tells_what_it_has_done(battlefield: Any) -> None:
    state = battlefield("ger_dak naples")
    assert said(state, "ger_dak") == ""
    state.did(state.theatre.unit("ger_dak"), 1 | 8)
    assert said(state, "ger_dak") == "has marched, has fought"


def test_11_3_a_unit_on_the_turn_track_tells_when_it_comes(battlefield: Any) -> None:
    state = battlefield("ger_dak track_5")
    assert said(state, "ger_dak") == "arrives in game turn 5"


def test_31_2_a_partisan_tells_where_it_rose(battlefield: Any) -> None:
    state = battlefield("alp_2 2917")
    state.rise(state.theatre.unit("alp_2"), state.theatre.region("balkans"))
    assert said(state, "alp_2") == "rose in Balkans"


def test_nothing_is_said_of_what_is_not_known() -> None:
    scenario = GEW.load("campaign")
    assert GEW.lens.condition(scenario, Seen(scenario.place("track_1"), AXIS_SIDE, None)) == ""


# ------------------------------------------------------------------------------------------------ charts


def test_19_6_an_attack_names_the_chart_and_the_column(battlefield: Any, game: Any) -> None:
    phase = game(battlefield("ger_pz1 2907, sov_f3 3007", joined=WAR), GroundCombatPhase(AXIS_SIDE))
    assert GEW.foresight.chart_in_play(phase.state) is None
    phase.do("attack", "3007", ["ger_pz1"], [])
    while not isinstance(run(phase.state), Roll):
        phase.do(next(iter(phase.offers())))
    name, column = GEW.foresight.chart_in_play(phase.state) or ("", "")
    assert name == "crt"
    assert column in GEW.printed_charts.table("crt").axis("differential").labels


@pytest.mark.parametrize("seed", range(4))
def test_every_roll_read_on_a_chart_names_one_that_exists(seed: int) -> None:
    """Over random games: the meanings of the dice are cells of the column."""
    session, rng, seen = Session(GEW.load("campaign", {"lila": True, "ultra": True}), str(seed)), Random(seed), set()
    roll = session._roll

    def watched(wait: Roll) -> None:
        if (found := GEW.foresight.chart_in_play(state_of(session, GewState))) is not None:
            name, column = found
            table = GEW.printed_charts.table(name)
            labels = {label for axis in table.axes for label in axis.labels}
            assert not column or column in labels, found
            assert {str(meaning) for meaning in wait.meanings()} <= {*table.cells}, found
            seen.add(name)
        roll(wait)

    session._roll = watched  # type: ignore[method-assign]
    for _ in range(300):
        if (ask := session.ask) is None:
            break
        session.submit(ask.side, ask.form.draw(session.state, rng))
    assert {"crt", "events", "neutral"} <= seen
