"""Views: of each column what its declaration lets a side see, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import toy
from sandtable.core.columns import ADJACENT, ALL, FACE, NEVER, OWNER, PLACE, SIDE, UNIT, column
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF
from sandtable.core.views import Nameless, Seen, View, lay_open, look
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.use.system import USE
from toy.state import ToyState

RED, BLUE = Side(0), Side(1)
FORD = toy.SYSTEM.load("ford")
R1, R2, R3, B1, B2 = (UnitId(unit) for unit in (0, 1, 2, 4, 5))
HERE, NEXT, FAR = FORD.place("0302"), FORD.place("0303"), FORD.place("0703")


class Army(ToyState):
    """A column of every sight."""

    name_of_it = column(UNIT, 16, -1, seen=FACE)
    orders = column(UNIT, start=9, seen=OWNER)
    spirit = column(UNIT, 32, -7, seen=ADJACENT)
    fate = column(UNIT, seen=NEVER)
    mud = column(PLACE, seen=ALL)
    gold = column(SIDE, 16, seen=OWNER)
    pacts = column(4, seen=OWNER, owners=lambda _: (0, 1, None, 1))


@pytest.fixture
def army() -> Army:
    """A stack of three in one hex, and blue next to it and far away."""
    state = Army(FORD)
    for unit, place in ((R1, HERE), (R2, HERE), (B1, HERE), (R3, NEXT), (B2, FAR)):
        state.place(unit, place, "2.0")
    for nth in range(len(FORD.counters)):
        state.name_of_it[nth], state.orders[nth], state.spirit[nth], state.fate[nth] = 300 + nth, nth, 70_000 + nth, 1
    state.mud[HERE], state.gold[0], state.gold[1] = 5, 1000, 2000
    state.pacts[:] = bytes([1, 2, 3, 4])
    return state


def told(view: View) -> dict[str, object]:
    """All that is in it, also what is worked out when it is asked for."""
    assert view.units is not None
    assert view.control is not None
    return {name: value for name, value in vars(view).items() if name not in ("kind", "scenario")}


def test_each_column_is_seen_as_it_says(army: Army) -> None:
    view = look(army, BLUE)
    assert list(view.column("name_of_it"))[:6] == [300, 301, 302, -1, 304, 305], "the fourth is off the map"
    assert list(view.column("orders"))[:6] == [9, 9, 9, 9, 4, 5]
    assert view.column("orders")[7] == 7, "one's own, wherever it is"
    assert list(view.column("spirit"))[:6] == [70_000, 70_001, 70_002, -7, 70_004, 70_005]
    assert "fate" not in view.columns
    assert list(view.marked("mud")) == [(HERE, 5)]
    assert list(view.column("gold")) == [0, 2000]
    assert list(view.column("pacts")) == [0, 2, 3, 4]


def test_who_is_not_adjacent_does_not_see(army: Army) -> None:
    assert [look(army, RED).column("spirit")[unit] for unit in (B1, B2)] == [70_004, -7]
    army.move(B1, FAR, "3.0")
    assert [look(army, RED).column("spirit")[unit] for unit in (B1, B2)] == [-7, -7]
    assert [look(army, BLUE).column("spirit")[unit] for unit in (R1, B1)] == [-7, 70_004]


def test_a_column_is_read_as_it_is_copied(army: Army) -> None:
    view = lay_open(army)
    assert {memoryview(view.column(name)).itemsize for name in view.columns} >= {1, 2}
    for name in view.columns:
        assert list(view.read(name)) == list(view.column(name))


def test_everybody_sees_what_belongs_to_nobody(army: Army) -> None:
    view = look(army, None)
    assert set(view.column("orders")) == {9}
    assert set(view.column("spirit")) == {-7}
    assert list(view.column("gold")) == [0, 0]
    assert list(view.column("pacts")) == [0, 0, 3, 0]
    assert len(view.units) == 5


def test_laid_open_it_shows_all_but_what_nobody_sees(army: Army) -> None:
    view = lay_open(army)
    assert {**view.columns, "fate": bytes(army.fate)} == {name: bytes(getattr(army, name)) for name in army.columns}


def test_counters_are_listed_stack_by_stack_from_the_bottom_up(army: Army) -> None:
    view = look(army, RED)
    assert [(seen.place, seen.side, seen.unit) for seen in view.units] == [
        (HERE, RED, R1), (HERE, RED, R2), (HERE, BLUE, B1), (NEXT, RED, R3), (FAR, BLUE, B2),
    ]  # fmt: skip
    assert view.units[0].face["name_of_it"] == 300
    assert set(view.units[0].face) == {
        "steps", "acted", "reacted", "hidden", "dug", "name_of_it", "orders", "spirit",
    }  # fmt: skip
    assert look(army.copy(), RED).units[0] is view.units[0], "made once"


def test_what_is_unseen_leaves_its_stack(army: Army) -> None:
    view = look(army, RED, unseen=[R2, B2])
    assert [seen.unit for seen in view.units] == [R1, B1, R3]
    state = view.state(Army)
    assert state.units_in(HERE) == [B1, R1]
    assert state.hex_of[B2] == state.top_of[FAR] == OFF
    assert state.name_of_it[R2] == -1


def test_a_closed_place_shows_nothing(army: Army) -> None:
    view = look(army, RED, closed=[HERE])
    assert [seen.unit for seen in view.units] == [R3, B2]
    assert view.state(Army).units_in(HERE) == []
    assert [view.column("under")[unit] for unit in (R1, R2, B1)] == [-1, -1, -1]


def test_a_nameless_counter_shows_whose_it_is_and_how_deep_it_lies(army: Army) -> None:
    view = look(army, BLUE, nameless=[R2, R3])
    assert view.nameless == (Nameless(HERE, 1, RED), Nameless(NEXT, 0, RED))
    assert [(seen.place, seen.unit) for seen in view.units] == [
        (HERE, R1), (HERE, None), (HERE, B1), (NEXT, None), (FAR, B2),
    ]  # fmt: skip
    assert view.units[1] == Seen(HERE, RED, None)
    state = view.state(Army)
    for unit, there in zip((R3, R2), view.nameless, strict=True):
        state.slip(unit, there.place, there.level)
    assert state.units_in(HERE) == [B1, R3, R1]
    assert look(state, BLUE, nameless=[R2, R3]) == view


def test_what_is_told_is_seen_all_the_same(army: Army) -> None:
    assert list(look(army, BLUE, told={"pacts": (0,)}).column("pacts")) == [1, 2, 3, 4]


def test_views_of_what_cannot_be_told_apart_are_equal(army: Army) -> None:
    """Whatever stands in hidden entries, nothing of a view differs, under any name."""
    rng, hidden = Random(1), dict[str, Any](nameless=[R2], unseen=[R3])
    first = told(look(army, BLUE, **hidden))
    for _ in range(20):
        other = army.copy()
        for unit in (R1, R2, R3):
            other.orders[unit], other.fate[unit] = rng.randrange(200), rng.randrange(200)
        for unit in (R2, R3):
            other.name_of_it[unit], other.steps[unit], other.dug[unit] = (rng.randrange(200) for _ in range(3))
        other.gold[0], other.pacts[0] = rng.randrange(3000), rng.randrange(200)
        other.move(R3, Hex(rng.randrange(FORD.places)), "3.0")
        assert told(look(other, BLUE, **hidden)) == first
        assert look(other, BLUE, **hidden) == look(army, BLUE, **hidden)


def test_views_that_differ_are_not_equal(army: Army) -> None:
    view = look(army, RED)
    assert view != look(army, BLUE)
    assert view != "a view"
    army.mud[HERE] = 6
    assert view != look(army, RED)


def test_a_state_of_a_view_gives_that_view(army: Army) -> None:
    view = look(army, RED, unseen=[B2])
    assert look(view.state(Army), RED) == view
    beneath = view.beneath(army)
    assert beneath.wait is army.wait
    assert look(beneath, RED) == view
    beneath.mud[HERE] = 1
    assert army.mud[HERE] == 5


@pytest.mark.parametrize("system", [GEW, USE], ids=["gew", "use"])
def test_no_column_of_a_state_is_left_out_or_told_by_chance(system: Any) -> None:
    """What is declared for all is seen in full, by everybody; nothing is in a view that is no column."""
    state = system.begin(system.load(system.scenarios()[0].name))
    view = system.hidden.view(state, None)
    assert set(view.columns) == set(state.columns)
    for name, said in state.declared.items():
        if said.seen is ALL:
            assert view.columns[name] == bytes(getattr(state, name))


def test_a_covered_counter_tells_nothing(army: Army) -> None:
    army.cover(R2)
    assert army.units_in(HERE) == [B1, R1]
    assert (army.hex_of[R2], army.name_of_it[R2], army.orders[R2]) == (OFF, -1, 9)


def test_a_pile_lies_on_what_was_there(army: Army) -> None:
    army.cover(R2)
    army.cover(R3)
    army.zone(RED)
    army.pile([R3, R2], HERE)
    assert army.units_in(HERE) == [R2, R3, B1, R1]
    assert not any(army.facts.values())


def test_6_3_points_of_the_enemy_are_in_no_view_of_gew() -> None:
    """GEW 6.3, by the declarations: whoever owns an entry."""
    assert [GewState.declared[name].seen for name in ("mp", "flags", "offensives")] == [OWNER] * 3
