"""Rules that a scenario changes: by options, by a title of a series in a folder of its own, by both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import toy
from sandtable.core import changes
from sandtable.core.changes import Changeable, Option, Title, changeable, in_force, switched
from sandtable.core.decisions import UNIT, Slot
from sandtable.core.errors import BadInput, Bug
from sandtable.core.rules import UnitId, Violation
from sandtable.core.state import State
from toy.s03_movement import MOVE, MUD, bad_mover, bad_mover_in_mud
from toy.state import ToyState

FROST = Option("frost", "Frost", "O9")
WINTER = Title("winter", "The Winter Battle")


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test changes is not changed for the next."""
    monkeypatch.setattr(changes, "CHANGED", [*changes.CHANGED])


def begun(title: Title | None = None, **options: bool) -> State:
    scenario = toy.SYSTEM.load("ford")
    return ToyState(replace(scenario, options={"mud": False, "frost": False, **options}, title=title))


def allowance() -> Changeable[[State, UnitId], int]:
    @changeable
    def allowance(state: State, unit: UnitId) -> int:
        """3.1"""
        return 4

    return allowance


def test_a_printed_rule_holds_until_something_changes_it() -> None:
    rule = allowance()

    @rule.changed_by(FROST)
    def in_frost(state: State, unit: UnitId) -> int:
        return rule.printed(state, unit) - 1

    assert rule(begun(), UnitId(0)) == 4
    assert rule(begun(frost=True), UnitId(0)) == 3
    assert rule.__doc__ == "3.1"


def test_a_title_changes_a_rule_of_its_series_from_a_file_of_its_own() -> None:
    rule = allowance()
    rule.changed_by(WINTER)(lambda state, unit: 2)
    assert rule(begun(WINTER), UnitId(0)) == 2
    assert rule(begun(), UnitId(0)) == 4


def test_what_holds_where_two_changes_meet_is_said_or_the_scenario_is_not_loaded() -> None:
    rule = allowance()
    rule.changed_by(FROST)(lambda state, unit: 3)
    rule.changed_by(WINTER)(lambda state, unit: 2)
    with pytest.raises(Bug, match="allowance is changed by frost and by winter, and no variant is for both"):
        begun(WINTER, frost=True)
    rule.changed_by(FROST, WINTER)(lambda state, unit: 1)
    assert rule(begun(WINTER, frost=True), UnitId(0)) == 1
    assert rule(begun(frost=True), UnitId(0)) == 3


def test_a_rule_is_changed_once_by_each() -> None:
    rule = allowance()
    rule.changed_by(FROST)(lambda state, unit: 3)
    with pytest.raises(Bug, match="is changed by frost already"):
        rule.changed_by(FROST)(lambda state, unit: 2)


def test_a_rule_is_given_the_state() -> None:
    with pytest.raises(Bug, match="a rule is a function of its own that is given the state"):
        changeable(lambda unit: 4)


def test_what_no_option_changes_is_not_listed() -> None:
    assert bad_mover not in in_force(())
    assert in_force([MUD.name])[bad_mover] is bad_mover_in_mud


def test_options_are_those_of_the_scenario() -> None:
    assert switched([MUD, FROST._replace(default=True)], {"mud": True}, "TOY") == {"mud": True, "frost": True}
    with pytest.raises(BadInput, match="TOY has no option fog; it has mud, frost"):
        switched([MUD, FROST], {"fog": True}, "TOY")


def test_a_misspelt_option_is_no_option() -> None:
    """Options are constants: a wrong name is found when a file is read, never at the table."""
    assert not begun().option(MUD)
    assert begun(mud=True).option(MUD)
    with pytest.raises(AttributeError):
        begun().option("mud")  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ slots


def test_a_fast_list_does_not_speak_for_a_changed_rule() -> None:
    slot = MOVE.slots[0]
    assert slot.legal is not None
    assert not slot.changed(begun())
    assert slot.changed(begun(mud=True))


@pytest.mark.parametrize("part", ["refuse", "among"])
def test_nor_for_what_is_tried(part: str) -> None:
    given: dict[str, Any] = {"among": tried, "refuse": refused}
    rule = given[part] = changeable(given[part])
    rule.changed_by(FROST)(rule.printed)
    slot = Slot("unit", UNIT, given["among"], given["refuse"], tried)
    assert not slot.changed(begun())
    assert slot.changed(begun(frost=True))


def tried(procedure: object, state: State) -> list[UnitId]:
    return [UnitId(0)]


def refused(procedure: object, state: State, unit: UnitId) -> Iterator[Violation]:
    return iter(())
