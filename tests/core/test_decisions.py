"""Forms filled pick by pick: offers, reasons, the check of a whole action, sets, routes and menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.core.changes import changeable
from sandtable.core.decisions import DONE, EMPTY, HEX, UNIT, WORD, Draft, Form, Menu, Sieve, Slot, nothing_refused
from sandtable.core.errors import Bug
from sandtable.core.rules import UnitId, Violation
from sandtable.core.sequence import Outline
from sandtable.core.state import State
from sandtable.core.within import Within


class Anything:
    """Stands for the procedure that asks."""


@pytest.fixture
def state() -> State:
    scenario = SimpleNamespace(places=6, counters=range(4), sides=(), name="none", in_force={}, outline=Outline())
    return State(scenario, Anything())  # type: ignore[arg-type]


def even(asker: object, state: State, unit: int) -> Iterator[Violation]:
    if unit % 2:
        yield Violation("1.1", f"{unit} is odd", units=(UnitId(unit),))
    if unit > 2:
        yield Violation("1.2", f"{unit} is too much", units=(UnitId(unit),))


def at_most_two(asker: object, state: State, chosen: tuple[int, ...], unit: Any) -> Iterator[Violation]:
    if unit == DONE:
        if not chosen:
            yield Violation("2.1", "at least one")
    elif len(chosen) == 2:
        yield Violation("2.2", "at most two")


def any_extra(asker: object, state: State, units: Any, chosen: Any, pick: Any) -> Iterator[Violation]:
    return iter(())


def units(*_: object) -> range:
    return range(4)


ONE = Form("one", "1.0", Slot("unit", UNIT, units, even))
SET = Form("set", "2.0", Slot("units", UNIT, units, at_most_two, many=True))
TWO_SETS = Form("both", "2.0", SET.slots[0], Slot("more", UNIT, units, any_extra, many=True))
ROUTE = Form("route", "3.0", Slot("way", HEX, lambda *_: range(6), at_most_two, many=True, ordered=True))
WILL = Form("will", "4.0", Slot("will", WORD, lambda *_: ("yes", "no")))
CLOSED = Form("closed", "5.1", refuse=lambda *_: iter([Violation("5.1", "not today")]))
MENU = Menu("menu", "5.0", ONE, SET, CLOSED, Form("end", "5.0"))


def test_what_is_offered_is_what_is_not_refused(state: State) -> None:
    assert ONE.picks(state) == [0, 2]
    assert ONE.why_not(state, EMPTY, 2) == []
    assert ONE.why_not(state, EMPTY, 3) == [
        Violation("1.1", "3 is odd", units=(UnitId(3),)), Violation("1.2", "3 is too much", units=(UnitId(3),))
    ]  # fmt: skip


@pytest.mark.parametrize("pick", [4, -1, True, 1.0, "r1", None, (1,), [1]])
def test_rules_never_meet_nonsense(state: State, pick: object) -> None:
    (reason,) = ONE.why_not(state, EMPTY, pick)
    assert reason.rule == "1.0"
    assert "unit of this scenario" in str(reason.because)


def test_a_hex_is_a_place_of_the_scenario(state: State) -> None:
    assert ROUTE.why_not(state, EMPTY, 5) == []
    assert "hex of this scenario" in str(ROUTE.why_not(state, EMPTY, 6)[0].because)


def test_a_word_is_one_of_the_choices(state: State) -> None:
    assert WILL.picks(state) == ["yes", "no"]
    assert WILL.why_not(state, EMPTY, "maybe")[0].because == "maybe is not among the choices"
    assert WILL.why_not(state, EMPTY, 3)[0].because == "will wants a word, not 3"
    assert WILL.why_not(state, EMPTY, DONE)[0].because == "will takes one pick, and done is none"


def test_a_set_is_picked_in_any_order_and_kept_ascending(state: State) -> None:
    draft = SET.put(SET.put(EMPTY, 3), 1)
    assert draft == Draft((), (3, 1))
    assert SET.picks(state, draft) == [DONE]
    assert SET.put(draft, DONE) == Draft(((1, 3),))
    assert SET.check(state, ((3, 1),)) == []
    assert SET.settled(((3, 1),)) == ((1, 3),)


def test_a_set_takes_nothing_twice(state: State) -> None:
    draft = SET.put(EMPTY, 3)
    assert SET.picks(state, draft) == [0, 1, 2, DONE]
    assert SET.why_not(state, draft, 3) == [Violation("2.0", "this is already chosen", units=(UnitId(3),))]


def test_a_set_may_refuse_to_be_done(state: State) -> None:
    assert SET.picks(state) == [0, 1, 2, 3]
    assert SET.check(state, ((),)) == [Violation("2.1", "at least one")]


def test_a_route_keeps_its_order_and_may_come_back(state: State) -> None:
    assert ROUTE.put(Draft((), (4, 4)), DONE) == Draft(((4, 4),))
    assert ROUTE.check(state, ((4, 4),)) == []
    assert ROUTE.settled(((4, 2),)) == ((4, 2),)


def test_a_check_gives_all_reasons(state: State) -> None:
    assert [violation.rule for violation in ONE.check(state, (3,))] == ["1.1", "1.2"]
    assert [violation.because for violation in SET.check(state, ((9, "x"),))] == [
        "units wants a unit of this scenario, not 9",
        "units wants a unit of this scenario, not 'x'",
    ]


@pytest.mark.parametrize("action", [None, [0], "0", {}, (), (0, 0), ((0,),), ([0],), (None,), (DONE,)])
def test_a_check_refuses_what_has_the_wrong_shape(state: State, action: object) -> None:
    assert ONE.check(state, action)


def test_a_set_that_holds_done_does_not_spill_into_the_next_slot(state: State) -> None:
    """((1, done),) passed as if the second set had been left empty, and one value was missing."""
    assert TWO_SETS.check(state, ((1,), ())) == []
    assert TWO_SETS.check(state, ((1, DONE),)) == [Violation("2.0", "units: done is not one of several picks")]
    assert TWO_SETS.check(state, ((1, DONE), ()))


def test_a_slot_is_a_key_of_tables_and_one_that_is_not_there_is_refused() -> None:
    menu = Menu("menu", "1.0", ONE, Form("end", "1.0"))
    slot = ONE.slots[0].name
    assert ONE.where(slot) == ONE.where_at(EMPTY) == menu.where_at(Draft((ONE.name,)))
    assert menu.where("verb") == menu.where_at(EMPTY)
    assert ONE.where_at(ONE.put(EMPTY, 0)) is None
    assert menu.where_at(Draft(("end",))) is None
    with pytest.raises(Bug, match="one has no slot price"):
        ONE.where("price")


def test_a_form_that_is_full_takes_nothing(state: State) -> None:
    full = ONE.put(EMPTY, 0)
    assert ONE.picks(state, full) == []
    assert ONE.why_not(state, full, 0) == [Violation("1.0", "nothing more is asked")]
    with pytest.raises(Bug, match="one is already filled"):
        ONE.put(full, 0)


def test_every_action_is_listed_once(state: State) -> None:
    assert list(ONE.actions(state)) == [(0,), (2,)]
    assert list(SET.actions(state)) == [
        ((0, 1),), ((0, 2),), ((0, 3),), ((0,),), ((1, 2),), ((1, 3),), ((1,),), ((2, 3),), ((2,),), ((3,),)
    ]  # fmt: skip
    assert len(list(ROUTE.actions(state))) == 6 + 36


def test_what_is_filled_is_what_passes(state: State) -> None:
    rng = Random(1)
    for form in (ONE, SET, TWO_SETS, ROUTE, WILL, MENU):
        for _ in range(30):
            assert form.check(state, form.fill(state, rng.choice)) == []
            assert form.check(state, form.draw(state, rng)) == []


def test_what_is_drawn_is_spread_evenly_over_what_is_offered(state: State) -> None:
    """By trying until one passes, from a list, or by a sieve: the same chances."""
    rng, passes = Random(1), lambda procedure, state, unit: unit % 2 == 0
    for legal in (None, lambda *_: [0, 2], Sieve(units, passes), Sieve(units, Within(lambda *_: {0, 2}))):
        form = Form("one", "1.0", Slot("unit", UNIT, units, even, legal=legal))
        assert form.picks(state) == [0, 2]
        drawn = Counter(form.draw(state, rng) for _ in range(2000))
        assert set(drawn) == {(0,), (2,)}
        assert abs(drawn[(0,)] - 1000) < 120
    words = Counter(MENU.draw(state, rng)[0] for _ in range(3000))
    assert set(words) == {"one", "set", "end"}
    assert all(abs(count - 1000) < 130 for count in words.values())


def test_nothing_is_drawn_from_a_form_that_cannot_be_filled(state: State) -> None:
    with pytest.raises(Bug, match="dig cannot be filled"):
        Form("dig", "6.0", Slot("unit", UNIT, lambda *_: [])).draw(state, Random(1))
    blind = Form("dig", "6.0", Slot("unit", UNIT, units), Slot("to", HEX, lambda *_: []))
    with pytest.raises(Bug, match="to cannot be filled after"):
        blind.draw(state, Random(1))


def test_a_form_without_a_choice_is_known(state: State) -> None:
    assert ONE.only(state) is None
    single = Form("single", "1.0", Slot("unit", UNIT, lambda *_: [2], even))
    assert single.only(state) == (2,)
    assert Form("nothing", "1.0").only(state) == ()


def test_a_menu_offers_the_forms_that_are_open(state: State) -> None:
    assert MENU.picks(state) == ["one", "set", "end"]
    assert MENU.why_not(state, EMPTY, "closed") == [Violation("5.1", "not today")]
    assert MENU.check(state, ("end",)) == []
    assert MENU.check(state, ("one", 2)) == []
    assert MENU.check(state, ("set", (1, 0))) == []
    assert MENU.settled(("set", (1, 0))) == ("set", (0, 1))
    assert MENU.check(state, ("set",)) == [Violation("2.0", "units is still to be filled")]
    assert MENU.check(state, ("end", 1))[0].rule == "5.0"


def test_a_menu_closes_a_form_with_nothing_to_pick(state: State) -> None:
    nothing = Form("dig", "6.0", Slot("unit", UNIT, lambda *_: []))
    menu = Menu("menu", "5.0", nothing, Form("end", "5.0"))
    assert menu.why_not(state, EMPTY, "dig") == [Violation("6.0", "there is nothing to dig")]
    assert menu.only(state) == ("end",)


def test_a_sieve_with_a_set_draws_as_one_with_a_test_does(state: State) -> None:
    """And asks for the set once; from the same dice comes the same pick."""
    asked = []

    def those(*given: Any) -> set[int]:
        asked.append(given)
        return {2}

    by_set, by_test = Sieve(units, Within(those)), Sieve(units, lambda *given: given[-1] == 2)
    one, other = (Form("one", "1.0", Slot("unit", UNIT, units, legal=legal)) for legal in (by_set, by_test))
    for seed in range(20):
        mine, theirs = Random(seed), Random(seed)
        assert one.draw(state, mine) == other.draw(state, theirs) == (2,)
        assert mine.random() == theirs.random()
    assert len(asked) == 20
    assert Within(those)(state.stack[-1], state, 2)
    assert not Within(those)(state.stack[-1], state, 1)
    empty = Slot("unit", UNIT, units, legal=Sieve(units, Within(lambda *_: ())))
    assert not empty.fillable(state.stack[-1], state)
    assert empty.draw(state.stack[-1], state, (), Random(1)) is None


@pytest.mark.parametrize("legal", [lambda *_: [0, 2], Sieve(units, lambda *given: given[-1] in (0, 2))])
def test_a_changed_rule_silences_the_fast_list(state: State, legal: Any) -> None:
    """The fast list speaks for the printed rule only."""
    rule = changeable(even)
    form = Form("one", "1.0", Slot("unit", UNIT, units, rule, legal))
    assert form.picks(state) == [0, 2]
    state.scenario.in_force = {rule: nothing_refused}
    assert form.picks(state) == [0, 1, 2, 3]
    assert {form.draw(state, Random(seed)) for seed in range(20)} == {(0,), (1,), (2,), (3,)}
    state.scenario.in_force = {rule: lambda *_: iter([Violation("1.3", "no")])}
    assert not form.slots[0].fillable(state.stack[-1], state)


def test_a_form_shows_its_name_and_rule() -> None:
    assert repr(ONE) == "Form('one', '1.0')"


def test_a_verb_with_its_picks_is_checked_by_its_own_form(state: State) -> None:
    """Whatever shape it comes in; who is closed stays closed."""
    assert MENU.check(state, ("closed", 1)) == [Violation("5.1", "not today")]
    nonsense: object
    for nonsense in (([0], 1), (None, 1), ({}, 1), ("fly", 1), ("set",), (), 5):
        assert MENU.check(state, nonsense)


def test_the_only_way_to_fill_a_menu_is_found_without_trying_every_verb(state: State) -> None:
    tried: list[int] = []

    def among(asker: object, state: State) -> Iterator[int]:
        for nth in range(4):
            tried.append(nth)
            yield nth

    first = Form("first", "6.0", Slot("unit", UNIT, among, legal=Sieve(lambda *_: range(4), lambda *_: True)))
    second = Form("second", "6.0", Slot("unit", UNIT, among))
    menu = Menu("menu", "6.0", first, second, Form("end", "6.0"))
    assert menu.only(state) is None
    assert tried == []
    assert Menu("menu", "6.0", Form("end", "6.0")).only(state) == ("end",)
    one = Form("one", "6.0", Slot("unit", UNIT, lambda *_: (2,)))
    assert Menu("menu", "6.0", one, CLOSED).only(state) == ("one", 2)
    assert Menu("menu", "6.0", CLOSED).only(state) is None
