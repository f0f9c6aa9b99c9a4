"""OCS: what the audit of a position finds, and how more active aircraft than a base holds never stay so."""

from __future__ import annotations

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s10_results import ARTILLERY, BASE, BarrageHex
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
SIX = ("spitfire1", "spitfire2", "kittyhawk", "baltimore", "boston", "c47")


def found(state: OcsState) -> set[str]:
    return {str(violation.rule).removeprefix("OCS ") for violation in audit(state)}


def active(state: OcsState) -> set[str]:
    return {id for id in SIX if state.active[unit(state, id)]}


@pytest.mark.parametrize("flags", ["combat back", "move front", "strat front"])
def test_5_0_a_unit_that_does_not_show_the_face_of_its_mode_is_found(flags: str) -> None:
    assert not found(field("69_bde 12.7; 44_rtr 13.7 dg front; 151_bde 13.7 reserve back"))
    assert found(field(f"69_bde 12.7 {flags}")) == {"5.0"}


def test_5_7_more_reserves_than_markers_are_found() -> None:
    """The Allies have two."""
    two = "69_bde 12.7 reserve; 44_rtr 12.7 reserve; 151_bde 13.7 reserve"
    assert not found(field(two))
    assert found(field(f"{two}; 13_bde 15.5 reserve")) == {"5.7"}


def six_at_a_base(level: int) -> OcsState:
    units = "; ".join(f"{id} 16.1" for id in SIX)
    return field(f"{units}; xiii_re 16.1", segment=MOVEMENT, bases={"16.1": level}, control={"16.1": ALLIED})


def test_15_1_more_active_aircraft_than_a_base_holds_are_found() -> None:
    """Between missions, in which others pass over the base."""
    for level, wrong in ((2, set()), (1, {"15.1"})):
        state = six_at_a_base(level)
        Game(state, Segment(MOVING, ALLIED))
        assert found(state) == wrong


def test_15_1_a_base_that_is_damaged_holds_fewer_active_aircraft() -> None:
    """Six at a base of the second level; without it five: the worst in the air is inactive."""
    state = six_at_a_base(2)
    hit = BarrageHex(AXIS, state.scenario.place("16.1"), BASE, 0, ARTILLERY, effect="1 (5)")
    Game(state, hit.standing_at("damage"))

    assert active(state) == {*SIX} - {"c47"}


def test_15_1_a_base_that_is_taken_down_holds_fewer_active_aircraft() -> None:
    state = six_at_a_base(2)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("reduce_base", (unit(state, "xiii_re"),), "16.1")

    assert active(state) == {*SIX} - {"c47"}
    assert not found(state)
