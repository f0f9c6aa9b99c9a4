"""Columns: declared once, and what follows from that for copies and saves."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

import toy
from sandtable.core.columns import (
    ADJACENT,
    ALL,
    EACH_SIDE,
    EVERYTHING,
    FACE,
    ITS_SIDE,
    NEVER,
    OWNER,
    PLACE,
    SIDE,
    UNIT,
    Saved,
    column,
    differing,
)
from sandtable.core.errors import BadInput, Bug
from sandtable.core.rules import Side, UnitId
from sandtable.core.state import Position, kept_in, side_fact
from sandtable.systems.gew.state import GewState
from sandtable.systems.use.state import UseState
from toy.state import ToyState

FORD = toy.SYSTEM.load("ford")
UNCHECKED: Any = column  # also for what types refuse


class Early(ToyState):
    """As a release had it."""

    fuel = column(UNIT, seen=OWNER)
    tokens = column(SIDE, start=3, seen=OWNER)
    marks = column(2, start=7, seen=ALL)
    gone = column(PLACE, seen=ALL)


class Late(ToyState):
    """As a later one has it."""

    ammunition = column(UNIT, 16, seen=OWNER, formerly=("fuel",))
    tokens = column(SIDE, 32, 3, seen=OWNER)
    marks = column(4, start=7, seen=ALL)
    orders = column(UNIT, 16, -1, seen=NEVER, saved_as="plans")


def test_columns_are_gathered_in_order_and_made_as_wide_as_they_say() -> None:
    assert ToyState.columns == (*Position.columns, "acted", "reacted", "hidden", "dug", "reserve", "turn")
    state = Late(FORD)
    assert Late.columns[-4:] == ("ammunition", "tokens", "marks", "orders")
    assert state.ammunition == array("h", bytes(2 * len(FORD.counters)))
    assert state.tokens == array("i", [3, 3])
    state.tokens[0] = 1_000_000
    assert state.copy().tokens[0] == 1_000_000
    assert state.marks == bytearray([7, 7, 7, 7])
    assert set(state.orders) == {-1}


def test_a_column_is_found_in_the_state_and_not_in_its_class() -> None:
    """A class attribute of that name would have to be looked at first, each time."""
    for kind in (ToyState, GewState, UseState):
        assert not [name for name in kind.columns if hasattr(kind, name)]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (
            GewState,
            "hex_of steps top_of under control operational done mission base cargo origin bombed sabotaged fort depot "
            "attacked rail status mp clock flags offensives raided inflicted",
        ),
        (
            UseState,
            "hex_of steps top_of under control supply sorties done in_fort assault fort no_ezoc will points status "
            "collapses clock faction pro fac_lost bombed served policies happened",
        ),
    ],
)
def test_the_order_of_columns_is_that_of_saved_games(kind: type[Position], names: str) -> None:
    assert list(kind.columns) == names.split()


def test_a_column_declared_anew_keeps_its_place() -> None:
    class Strong(ToyState):
        steps = column(UNIT, 16, 1, seen=OWNER)  # type: ignore[assignment]

    assert Strong.columns == ToyState.columns
    assert set(Strong(FORD).steps) == {1}


def test_a_column_says_who_may_see_it() -> None:
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'seen'"):
        UNCHECKED(UNIT)


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        (lambda: column(PLACE, seen=OWNER), "the column odd is seen by its owner, and does not say who owns its"),
        (lambda: column(3, seen=OWNER), "the column odd is seen by its owner, and does not say who owns its"),
        (lambda: column(PLACE, seen=ADJACENT), "the column odd is seen by its owner, and whoever has a unit next"),
        (lambda: column(3, seen=FACE), "the column odd is seen by whoever sees its counter on the map"),
        (lambda: column(UNIT, start=lambda _: [1], seen=FACE), "the column odd is not seen by all, and its entries do"),
        (lambda: UNCHECKED(UNIT, 12, seen=ALL), "the column odd has entries of 12 bits: expected 8, 16 or 32"),
    ],
)  # fmt: skip
def test_a_declaration_that_makes_no_sense_is_refused(said: Any, refused: str) -> None:
    with pytest.raises(Bug, match=refused):
        type("Odd", (ToyState,), {"odd": said()})


def test_packed_columns_are_told_apart_again() -> None:
    state = Late(FORD)
    state.tokens[1], state.marks[3] = -5, 9
    values = Late.unpacked(FORD, state.packed())
    assert Late.restore(FORD, (*values, ())).plain() == state.plain()
    with pytest.raises(Bug, match=r"a position of ford has \d+ bytes of columns, this one \d+"):
        Late.unpacked(FORD, state.packed()[1:])


# ------------------------------------------------------------------------------------------------ saves


def test_a_save_holds_every_column_under_its_name() -> None:
    saved = Late(FORD).saved()
    assert list(saved) == [*ToyState.columns, "ammunition", "tokens", "marks", "plans"]
    assert saved["tokens"] == Saved(32, bytes([3, 0, 0, 0] * 2))
    assert Late.load(FORD, saved).plain() == Late(FORD).plain()


def test_a_save_of_an_earlier_release_is_loaded() -> None:
    early = Early(toy.SYSTEM.begin(FORD).scenario)
    early.fuel[2], early.tokens[1], early.marks[0], early.gone[3], early.steps[0] = 200, 255, 1, 1, 2
    late = Late.load(FORD, early.saved())
    assert late.ammunition[2] == 200  # renamed and widened
    assert list(late.tokens) == [3, 255]  # widened
    assert late.marks == bytearray([1, 7, 7, 7])  # of more entries
    assert set(late.orders) == {-1}  # new
    assert late.steps[0] == 2


@pytest.mark.parametrize(
    ("name", "saved", "refused"),
    [
        ("steps", Saved(8, bytes(3)), "the save has 3 entries in the column steps, and today's has 8"),
        ("marks", Saved(8, bytes(9)), "the save has 9 entries in the column marks, and today's has 4"),
        ("steps", Saved(16, bytes(3)), "the save has no whole entries in the column steps"),
        ("steps", Saved(7, bytes(3)), "the save has no whole entries in the column steps"),
        ("steps", Saved(16, bytes([0, 1] * 8)), "the save has 256 in the column steps, of 8 bits"),
    ],
)
def test_a_save_that_does_not_fit_is_refused(name: str, saved: Saved, refused: str) -> None:
    with pytest.raises(BadInput, match=refused):
        Late.load(FORD, {**Late(FORD).saved(), name: saved})


# ------------------------------------------------------------------------------------------------ facts


class Filed(ToyState):
    """Facts in files of its own."""

    files = (*ToyState.files, "roster", "weather")
    strength = column(UNIT, seen=ALL, spoils=(ITS_SIDE, "roster"))
    mud = column(PLACE, seen=ALL, spoils=(EACH_SIDE, "weather"))
    armistice = column(1, seen=ALL, spoils=(EVERYTHING,))
    plain_one = column(1, seen=ALL)
    quiet = column(1, seen=ALL, spoils=())

    @kept_in("roster")
    def roll(self) -> list[int]:
        return list(self.strength)

    @kept_in("roster")
    def least(self, unit: UnitId) -> list[int]:
        return [self.strength[unit]]

    @kept_in("weather")
    def between(self, first: int, last: int = 9) -> list[int]:
        return list(self.mud[first:last])

    @side_fact
    def stronger(self, side: Side, than: int) -> list[int]:
        return [unit for unit in self.scenario.units_of(side) if self.strength[unit] > than]


def spoilt(*changed: Any) -> set[str | int]:
    state = Filed(FORD)
    for facts in state.facts.values():
        facts[spoilt] = 1
    branch = state.copy()
    branch.changed(*changed)
    assert all(state.facts.values())  # of those it was copied from nothing is taken away
    return {file for file, facts in branch.facts.items() if not facts}


def test_a_change_spoils_what_its_column_says() -> None:
    assert spoilt("strength", 0) == {0, "roster"}
    assert spoilt("strength", 4) == {1, "roster"}
    assert spoilt("mud") == {0, 1, "weather"}
    assert spoilt("armistice") == {0, 1, "anything", "roster", "weather"}
    assert spoilt("control") == {0, 1, "anything", "roster", "weather"}, "files that it does not know of itself"
    assert spoilt("plain_one") == {"anything"}
    assert spoilt("quiet") == set()


def test_a_fact_is_filed_under_the_name_of_its_file() -> None:
    state = Filed(FORD)
    roll = state.roll()
    assert state.roll() is roll
    assert list(state.facts["roster"].values()) == [roll]
    state.changed("plain_one")
    assert state.roll() is roll
    state.spoil("roster")
    assert state.roll() is not roll


def test_a_fact_is_kept_by_what_it_is_about() -> None:
    state, unit = Filed(FORD), UnitId(1)
    asked: list[Callable[[], Any]] = [
        state.roll, lambda: state.least(unit), lambda: state.least(UnitId(2)), lambda: state.between(2),
        lambda: state.between(2, 4), lambda: state.stronger(Side(1), 0), lambda: state.stronger(Side(1), 3),
    ]  # fmt: skip
    found = [ask() for ask in asked]
    assert all(ask() is known for ask, known in zip(asked, found, strict=True))
    assert [(question.__name__, about) for question, about, _ in state.worked_out()] == [
        ("stronger", (1, 0)), ("stronger", (1, 3)), ("roll", ()), ("least", (1,)), ("least", (2,)),
        ("between", (2,)), ("between", (2, 4)),
    ]  # fmt: skip
    assert all(question(state, *about) is known for question, about, known in state.worked_out())
    state.changed("strength", unit)
    assert {question.__name__ for question, _, _ in state.worked_out()} == {"between", "stronger"}


def test_everything_is_forgotten_in_one_state_only() -> None:
    state = Filed(FORD)
    state.roll()
    state.least(UnitId(2))
    branch, other = state.copy(), state.copy()
    branch.forget()
    assert not any(branch.facts.values())
    assert state.facts["roster"]
    other.keep_own_facts()
    other.zone(Side(0))
    other.least(UnitId(3))
    assert other.facts[0]
    assert not state.facts[0]
    assert [about for _, about, _ in state.worked_out()] == [(), (UnitId(2),)]
    assert other.roll() is state.roll()


def test_a_file_that_nobody_keeps_is_refused() -> None:
    with pytest.raises(Bug, match="the column odd spoils rooster, and facts are filed in anything, roster, weather"):
        type("Odd", (Filed,), {"odd": column(UNIT, seen=ALL, spoils=("rooster",))})
    with pytest.raises(Bug, match="the column odd spoils the facts of its side, and is not by unit"):
        type("Odd", (Filed,), {"odd": column(PLACE, seen=ALL, spoils=(ITS_SIDE,))})


@pytest.mark.parametrize("bits", ["B", "h", "i"])
def test_the_entries_in_which_two_columns_differ(bits: str) -> None:
    one = array(bits, [7] * 40) if bits != "B" else bytearray([7] * 40)
    other = one[:]
    assert differing(one, other) == []
    for entry in (0, 1, 17, 39):
        other[entry] = 3
    assert differing(one, other) == differing(other, one) == [0, 1, 17, 39]
    if bits != "B":
        other[5] = -1  # all bits of it
        assert differing(one, other) == [0, 1, 5, 17, 39]
