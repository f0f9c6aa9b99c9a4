"""USE 1.2: the Upgrade Phase."""

from __future__ import annotations

from dataclasses import replace

from sandtable.core.sequence import Segment
from sandtable.systems.use.s01_2_upgrade import Upgrade
from sandtable.systems.use.theatre import WEST
from systems.use.seas import Game, at_sea, country, unit, where, with_faces


def test_1_2_an_upgraded_unit_keeps_its_fort() -> None:
    """1.2 upgrade: it stays where it is, in the fort as well."""
    state = at_sea("sov_1 moscow, sov_guard upgrade_west", phasing=WEST)
    moscow = state.scenario.place("moscow")
    state.fort[moscow] = country(state, "ussr") + 1
    state.occupy(unit(state, "sov_1"), True, "4.2.3.5")
    Game(state, Upgrade(WEST, unit(state, "sov_1"), unit(state, "sov_guard")))
    assert state.in_fort[unit(state, "sov_guard")]


def test_1_2_motorized_guards_take_the_men_of_an_infantry_unit() -> None:
    """1.2 upgrade: of the USSR; without another infantry unit there are none."""
    state = at_sea("sov_1 moscow, sov_guard upgrade_west", phasing=WEST)
    second = {"country": "ussr"}  # a second Soviet infantry unit
    state.theatre = with_faces(sov_guard={"type": "motorized"}, usa_1=second)
    state.scenario = replace(state.scenario, extra=state.theatre)
    game = Game(state, Segment("Upgrade Phase", WEST))
    assert "no better counter waits for sov_1" in game.refused("upgrade", "sov_1", "sov_guard")

    state.place(unit(state, "usa_1"), state.scenario.place("odessa"), "1.2")
    game.say("upgrade", "sov_1", "sov_guard")
    game.say("usa_1")
    assert (where(state, "sov_guard"), where(state, "usa_1"), where(state, "sov_1")) == ("0410", "eliminated_west", "")


def test_1_2_upgrade_phase() -> None:
    """1.2 upgrade: a better counter of its country takes a unit's place, as strong as it was."""
    state = at_sea("sov_1 moscow, sov_guard upgrade_west, uk_1 hull", reduced="sov_1", phasing=WEST)
    game = Game(state, Segment("Upgrade Phase", WEST))

    assert "no better counter waits for uk_1 (1.2)" in game.refused("upgrade", "uk_1", "sov_guard")
    game.say("upgrade", "sov_1", "sov_guard")

    assert where(state, "sov_guard") == "0410"
    assert where(state, "sov_1") == ""
    assert state.reduced(unit(state, "sov_guard"))
