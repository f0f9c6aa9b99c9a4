"""Copies of states and procedures, plain and compiled."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest

import both_ways
import sandtable.core.copies as imported


class Thing:
    """With fields, or columns, of its own."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)


@pytest.fixture(params=["plain", "compiled"])
def copies(request: pytest.FixtureRequest) -> ModuleType:
    way = both_ways.plain if request.param == "plain" else both_ways.compiled
    return way(imported.__name__)


def test_a_twin_is_of_the_same_class_and_holds_the_same(copies: ModuleType) -> None:
    thing = Thing(at="roll", units=(1, 2))

    twin = copies.twin(thing)
    twin.at = "apply"

    assert type(twin) is Thing
    assert vars(thing) == {"at": "roll", "units": (1, 2)}
    assert vars(twin) == {"at": "apply", "units": (1, 2)}


def test_a_branch_has_columns_procedures_and_files_of_its_own(copies: ModuleType) -> None:
    frame, known = Thing(at="roll"), {"asked": 1}
    state = Thing(
        narrow=bytearray(b"\1\2"), wide=array("h", [3, -4]), wider=array("i", [5]), none=bytearray(),
        nothing=array("h"), other=[6], stack=[frame], facts={"file": known}, log=["said"], scenario=known,
    )  # fmt: skip

    branch = copies.branched(state, ("narrow", "wide", "wider", "none", "nothing", "other"))

    for name in ("narrow", "wide", "wider", "none", "nothing", "other"):
        own, theirs = vars(branch)[name], vars(state)[name]
        assert own == theirs
        assert type(own) is type(theirs)
        assert own is not theirs
    branch.wide[0] = 7
    branch.wide.append(8)
    branch.stack[0].at = "apply"
    branch.facts["file"] = {}
    assert vars(state)["wide"] == array("h", [3, -4])
    assert vars(frame) == {"at": "roll"}
    assert vars(state)["facts"]["file"] is known
    assert vars(state)["log"] == ["said"]
    assert branch.log is None
    assert branch.scenario is known


def test_a_state_without_one_of_its_columns_is_not_copied(copies: ModuleType) -> None:
    with pytest.raises(KeyError, match="wide"):
        copies.branched(Thing(narrow=bytearray(1), stack=[], facts={}, log=None), ("narrow", "wide"))


def test_a_thing_with_names_of_its_own_holds_what_it_held(copies: ModuleType) -> None:
    thing = Thing(at="roll", units=(1, 2))
    before = vars(thing)

    copies.own_names(thing)
    vars(thing)["at"] = "apply"

    assert before == {"at": "roll", "units": (1, 2)}
    assert list(vars(thing).items()) == [("at", "apply"), ("units", (1, 2))]
