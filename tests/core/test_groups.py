"""Several units picked as one: whole groups by name, parts by their units, legality asked once of the whole."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.core.decisions import DONE, EMPTY, GROUP, Draft, Form, Slot
from sandtable.core.errors import BadInput
from sandtable.core.groups import read, stacks, written
from sandtable.core.rules import UnitId, Violation
from sandtable.core.sequence import Outline
from sandtable.core.state import State

GROUPS = {"0203": (0, 1, 2), "0304": (3,), "guards": (1, 4)}
NO_GROUPS: list[Any] = [
    (), (0, 0), (0, 6), (-1,), (True,), ("0",), (None,), (0.0,), ((0,),), (10**5000,), 0, "0203", [0], None, {0}
]  # fmt: skip
ASKED: list[tuple[int, ...]] = []


@pytest.fixture
def state() -> State:
    scenario = SimpleNamespace(places=6, counters=range(6), sides=(), name="none", in_force={}, outline=Outline())
    ASKED.clear()
    return State(scenario, object())  # type: ignore[arg-type]


def too_tired(asker: object, state: State, units: tuple[int, ...]) -> Iterator[Violation]:
    """Unit 2 has acted."""
    ASKED.append(units)
    if 2 in units:
        yield Violation("1.1", "unit 2 has acted", units=(UnitId(2),))


def at_least_two(asker: object, state: State, chosen: tuple[Any, ...], pick: Any) -> Iterator[Violation]:
    if pick == DONE and sum(map(len, chosen)) < 2:
        yield Violation("2.1", "two units at least")


MARCH = Form("march", "1.0", Slot("stack", GROUP, lambda *_: GROUPS, too_tired))
ASSAULT = Form("assault", "2.0", Slot("stacks", GROUP, lambda *_: GROUPS, at_least_two, many=True))


def test_whole_groups_are_offered_then_single_units(state: State) -> None:
    assert MARCH.picks(state) == [(3,), (1, 4), (0,), (1,), (4,)]  # not (0, 1, 2), not (2,)


def test_a_group_is_asked_about_once(state: State) -> None:
    MARCH.picks(state)
    assert ASKED == [(0, 1, 2), (3,), (1, 4), (0,), (1,), (2,), (4,)]


def test_a_part_may_be_picked_though_it_is_not_listed(state: State) -> None:
    assert MARCH.check(state, ((0, 1),)) == []
    assert MARCH.check(state, ((1, 2),)) == [Violation("1.1", "unit 2 has acted", units=(UnitId(2),))]


def test_units_of_several_groups_are_no_group(state: State) -> None:
    (reason,) = MARCH.check(state, ((0, 3),))
    assert reason == Violation(
        "1.0", "stack is one group that is named here, or a part of it", units=(UnitId(0), UnitId(3))
    )


def test_the_order_in_which_units_are_named_means_nothing(state: State) -> None:
    assert MARCH.check(state, ((1, 0),)) == []
    assert MARCH.settled(((1, 0),)) == ((0, 1),)
    assert MARCH.put(EMPTY, (4, 1)) == Draft(((1, 4),))


@pytest.mark.parametrize("pick", NO_GROUPS, ids=range(len(NO_GROUPS)))
def test_rules_never_meet_what_is_no_group(state: State, pick: object) -> None:
    (reason,) = MARCH.check(state, (pick,))
    assert reason.rule == "1.0"
    assert "stack" in str(reason.because)
    assert len(str(reason.because)) < 140
    assert ASKED == []


def test_several_groups_share_no_unit(state: State) -> None:
    draft = ASSAULT.put(EMPTY, (1, 4))
    assert ASSAULT.picks(state, draft) == [(3,), (0,), (2,), DONE]
    assert ASSAULT.why_not(state, draft, (0, 1)) == [
        Violation("2.0", "this is already chosen", units=(UnitId(0), UnitId(1)))
    ]
    assert ASSAULT.check(state, (((0, 1), (1, 4)),))
    assert ASSAULT.check(state, (((3,), (1, 4)),)) == []
    assert ASSAULT.settled((((3,), (4, 1)),)) == (((1, 4), (3,)),)
    assert ASSAULT.check(state, (((3,),),)) == [Violation("2.1", "two units at least")]
    assert ASSAULT.check(state, (((3,), DONE),))


def test_what_is_filled_is_what_passes(state: State) -> None:
    rng = Random(1)
    for form in (MARCH, ASSAULT):
        for _ in range(40):
            assert form.check(state, form.fill(state, rng.choice)) == []
            assert form.check(state, form.draw(state, rng)) == []


def test_every_action_is_listed_once(state: State) -> None:
    found = list(ASSAULT.actions(state))
    assert len(found) == len(set(found))
    assert (((1, 4), (3,)),) in found


def test_a_group_is_written_by_its_name_and_a_part_by_its_units() -> None:
    name, unit = "u{}".format, lambda word: int(word.removeprefix("u"))
    for group, text in {(0, 1, 2): "0203", (3,): "0304", (1, 4): "guards", (0, 2): "u0+u2", (0,): "u0"}.items():
        assert written(GROUPS, group, name) == text  # type: ignore[arg-type]
        assert read(GROUPS, text, unit) == group  # type: ignore[arg-type]
    assert read(GROUPS, "guards+u3", unit) == (1, 3, 4)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="guards\\+u4 names a unit twice"):
        read(GROUPS, "guards+u4", unit)  # type: ignore[arg-type]


def test_units_are_stacked_by_their_place() -> None:
    scenario = SimpleNamespace(place_name=lambda place: f"0{place}")
    state = SimpleNamespace(hex_of=[2, 1, 2], scenario=scenario)
    assert stacks(state, [UnitId(2), UnitId(0), UnitId(1)]) == {"01": (1,), "02": (0, 2)}  # type: ignore[arg-type]
