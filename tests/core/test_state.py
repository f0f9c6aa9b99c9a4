"""States: columns, stacks of counters, facts, copies, saves."""

from __future__ import annotations

from typing import Any

import pytest

import toy
from sandtable.core.errors import Bug
from sandtable.core.events import Event, Log
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF
from toy.state import ToyState

R1, R2, R3, B1 = (UnitId(unit) for unit in (0, 1, 2, 4))


@pytest.fixture
def state() -> ToyState:
    made = ToyState(toy.SYSTEM.load("ford"))
    made.log = Log()
    for unit in (R1, R2, R3):
        made.steps[unit] = 2
        made.place(unit, Hex(9), "2.0")
    return made


def kinds(state: ToyState) -> list[str]:
    return [event.kind for event in state.log or ()]


def test_a_stack_is_read_from_the_top(state: ToyState) -> None:
    assert state.units_in(Hex(9)) == [R3, R2, R1]
    assert state.units_in(Hex(8)) == []


@pytest.mark.parametrize(
    ("unit", "left"), [(R1, [R3, R2]), (R2, [R3, R1]), (R3, [R2, R1])], ids=["bottom", "middle", "top"]
)
def test_a_counter_leaves_its_stack_from_anywhere(state: ToyState, unit: UnitId, left: list[UnitId]) -> None:
    state.move(unit, Hex(10), "3.0")
    assert state.units_in(Hex(9)) == left
    assert state.units_in(Hex(10)) == [unit]
    state.remove(unit, "3.0")
    assert state.hex_of[unit] == OFF
    assert unit not in state.on_map(Side(0))
    assert kinds(state)[-2:] == ["moved", "removed"]


@pytest.mark.parametrize("unit", [R1, R2, R3])
def test_a_counter_that_is_in_no_stack_is_not_looked_for_for_ever(state: ToyState, unit: UnitId) -> None:
    state.hex_of[unit] = 10
    with pytest.raises(Bug, match="is not in the stack it should be in"):
        state.remove(unit, "3.0")


def test_a_counter_is_not_put_down_twice_nor_nowhere(state: ToyState) -> None:
    """Twice in a stack it would make a ring of it."""
    with pytest.raises(Bug, match="is on the map already"):
        state.place(R3, Hex(9), "2.0")
    with pytest.raises(Bug, match="is put nowhere"):
        state.move(R3, OFF, "3.0")


def test_the_last_step_removes_the_counter(state: ToyState) -> None:
    state.lose_step(R1, "4.4")
    state.gain_step(R1, "5.0")
    state.lose_step(R1, "4.4")
    state.lose_step(R1, "4.4")
    assert state.units_in(Hex(9)) == [R3, R2]
    assert kinds(state)[3:] == ["step_lost", "step_gained", "step_lost", "eliminated"]


def test_control_is_noted_when_it_changes(state: ToyState) -> None:
    assert state.controller(Hex(9)) is None
    state.take_control(Hex(9), Side(1), "7.0")
    state.take_control(Hex(9), Side(1), "7.0")
    assert state.controller(Hex(9)) == 1
    state.take_control(Hex(9), None, "7.0")
    assert state.controller(Hex(9)) is None
    assert kinds(state).count("control") == 2


def test_a_move_spoils_the_facts_of_its_side_and_those_of_all(state: ToyState) -> None:
    zone, other, reach = state.zone(Side(0)), state.zone(Side(1)), state.reach(R1)
    assert state.zone(Side(0)) is zone
    assert state.reach(R1) is reach
    state.move(R1, Hex(20), "3.0")
    assert state.zone(Side(0)) != zone
    assert state.zone(Side(1)) is other
    assert state.reach(R1) is not reach


def test_copies_share_facts_until_one_of_them_moves(state: ToyState) -> None:
    zone = state.zone(Side(0))
    branch = state.copy()
    assert branch.zone(Side(0)) is zone
    branch.move(R1, Hex(20), "3.0")
    assert branch.zone(Side(0)) != zone
    assert state.zone(Side(0)) is zone
    assert state.hex_of[R1] == 9
    assert branch.log is None


def test_a_state_is_restored_from_what_it_told(state: ToyState) -> None:
    again = ToyState.restore(state.scenario, state.plain())
    assert again.plain() == state.plain()
    assert again.digest() == state.digest()
    assert again.units_in(Hex(9)) == [R3, R2, R1]
    again.lose_step(R1, "4.4")
    assert again.digest() != state.digest()


def test_a_save_with_another_number_of_columns_is_refused(state: ToyState) -> None:
    with pytest.raises(Bug, match="a position of ford has 11 columns, this one 10"):
        ToyState.restore(state.scenario, state.plain()[1:])


def test_a_state_without_a_log_says_nothing(state: ToyState) -> None:
    state.log = None
    state.move(R1, Hex(20), "3.0")
    assert state.log is None


@pytest.mark.parametrize(
    ("audience", "hears"), [(None, (True, True, True)), ([Side(1)], (False, False, True)), ([], (False,) * 3)]
)
def test_an_event_reaches_its_audience(state: ToyState, audience: Any, hears: tuple[bool, ...]) -> None:
    state.note("said", "1.0", audience, word="x")
    assert state.log is not None
    (event,) = [event for event in state.log if event.kind == "said"]
    assert event == Event("said", {"word": "x"}, "1.0", None if audience is None else frozenset(audience))
    assert tuple(event.seen_by(side) for side in (None, Side(0), Side(1))) == hears
    assert (event in state.log.seen_by(Side(1))) == hears[2]
    assert len(state.log) == 4


def test_a_fact_is_asked_without_names(state: ToyState) -> None:
    assert state.zone(Side(0)) == state.zone(Side(0))
    with pytest.raises(TypeError, match=r"keyword argument.* 'side'"):
        state.zone(side=Side(0))
