"""GEW 7: events."""

from collections import Counter
from fractions import Fraction
from typing import cast

from sandtable import look, odds
from sandtable.core.flow import Over, Roll, answer, run
from sandtable.core.state import State
from sandtable.core.system import Desk, Scenario
from sandtable.systems.gew import SYSTEM
from sandtable.systems.gew.s07_events import EventCheck


def event_of(roll: int) -> str:
    desk = cast(Scenario, Desk(SYSTEM, "desk", (), SYSTEM.printed_charts))  # no board is looked at
    state = State(desk, EventCheck())
    assert isinstance(run(state), Roll)
    answer(state, roll)
    end = run(state)
    assert isinstance(end, Over)
    return str(end.outcome)


def test_7_0_the_die_names_the_event() -> None:
    assert [event_of(roll) for roll in range(1, 7)] == [look("gew.events", roll=roll).result for roll in range(1, 7)]
    assert event_of(3) == "Crisis accelerates"


def test_7_0_each_event_is_as_likely() -> None:
    assert Counter(odds("gew.events").values()) == {Fraction(1, 6): 6}
