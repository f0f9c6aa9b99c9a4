"""Numbers as ranges, and slots that ask for one: bounds, proposal, why not, and never a list of thousands."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest

from sandtable.core.decisions import EMPTY, NUMBER, Form, Menu, Slot, number
from sandtable.core.errors import BadInput, Bug
from sandtable.core.numbers import Numbers, read_number
from sandtable.core.rules import Violation
from sandtable.core.sequence import Outline
from sandtable.core.state import State

HELD = 4000


@pytest.fixture
def state() -> State:
    scenario = SimpleNamespace(places=6, counters=range(4), sides=(), name="none", in_force={}, outline=Outline())
    return State(scenario, object())  # type: ignore[arg-type]


def overspent(asker: object, state: State, tokens: int) -> Iterator[Violation]:
    if tokens > HELD:
        yield Violation("1.1", f"{HELD} tokens are left")


def even(asker: object, state: State, number: int) -> Iterator[Violation]:
    if number % 2 == 0:
        yield Violation("3.1", "even")


SPEND = Form("spend", "1.0", number("tokens", lambda *_: range(1, HELD + 1), overspent, lambda *_: 200))
SOME = Form("some", "2.0", number("tokens", lambda *_: Numbers(range(0, 1), range(4, 13, 4))))
ODD = Form("odd", "3.0", Slot("nth", NUMBER, lambda *_: range(9), even))


def test_ranges_are_a_sequence_of_their_numbers() -> None:
    numbers = Numbers(range(0, 1), range(4, 13, 4), range(20, 20))
    assert (
        list(numbers) == [0, 4, 8, 12] == [numbers[nth] for nth in range(4)] == [numbers[nth] for nth in range(-4, 0)]
    )
    assert (len(numbers), numbers[1:3], str(numbers)) == (4, [4, 8], "0 or 4 to 12 by 4")
    assert 8 in numbers
    assert all(each not in numbers for each in (5, 13, 8.0, False, "8", None, (8,)))
    with pytest.raises(IndexError):
        numbers[4]


def test_numbers_are_equal_if_they_are_the_same() -> None:
    assert Numbers.of([1, 2, 3, 7]) == Numbers(range(1, 4), range(7, 8))
    assert Numbers.of(range(5, 0, -1)) == Numbers(range(1, 6))
    assert hash(Numbers(range(3))) == hash(Numbers.of([0, 1, 2]))
    assert (str(Numbers()), bool(Numbers()), str(Numbers(range(3, 4)))) == ("no number", False, "3")


def test_ranges_ascend() -> None:
    with pytest.raises(Bug, match="do not ascend"):
        Numbers(range(1, 5), range(4, 8))


def test_of_many_numbers_the_ends_are_named() -> None:
    assert Numbers(range(1, 4001)).few(200, 5000) == [1, 200, 4000]
    assert Numbers(range(4)).few(9) == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e3", "٣", "0x10", "1_000", " 7", "10000000000", "9" * 5000])
def test_what_is_no_number_is_told_in_a_line(text: str) -> None:
    with pytest.raises(BadInput, match=r"tokens wants a whole number, not '.{0,20}'$"):
        read_number("tokens", text)


def test_a_number_is_read_as_people_write_it() -> None:
    assert [read_number("tokens", text) for text in ("7", "+7", "-7", "007")] == [7, 7, -7, 7]


def test_a_number_is_offered_as_its_bounds(state: State) -> None:
    assert SPEND.picks(state) == Numbers(range(1, HELD + 1))
    assert SPEND.proposal(state, EMPTY) == 200
    assert SOME.proposal(state, EMPTY) == 0  # the lowest, where nothing is said
    assert SPEND.check(state, (HELD,)) == []
    assert SPEND.only(state) is None


def test_a_number_out_of_bounds_is_refused_by_its_rule(state: State) -> None:
    assert SPEND.check(state, (HELD + 1,)) == [Violation("1.1", "4000 tokens are left")]
    assert SPEND.check(state, (0,)) == [Violation("1.0", "tokens is 1 to 4000, not 0")]  # of which no rule speaks
    assert SOME.check(state, (5,)) == [Violation("2.0", "tokens is 0 or 4 to 12 by 4, not 5")]


@pytest.mark.parametrize("pick", ["3", 3.0, None, True, (3,), [3], 10**30, -(10**30), "endless", "done"])
def test_rules_never_meet_what_is_no_number(state: State, pick: object) -> None:
    (reason,) = SPEND.check(state, (10**5000 if pick == "endless" else pick,))
    assert reason.rule == "1.0"
    assert "tokens" in str(reason.because)
    assert len(str(reason.because)) < 120


def test_a_number_may_be_refused_one_by_one(state: State) -> None:
    assert list(ODD.picks(state)) == [1, 3, 5, 7]
    assert ODD.check(state, (4,)) == [Violation("3.1", "even")]
    assert ODD.check(state, (11,)) == [Violation("3.0", "nth is 0 to 8, not 11")]


def test_numbers_are_drawn_from_all_of_them(state: State) -> None:
    rng = Random(1)
    drawn = {SPEND.draw(state, rng)[0] for _ in range(300)}
    assert len(drawn) > 250
    assert min(drawn) < 200 < 3800 < max(drawn) <= HELD
    assert {SOME.draw(state, rng) for _ in range(60)} == {(0,), (4,), (8,), (12,)}
    assert {SOME.fill(state, rng.choice) for _ in range(60)} == {(0,), (4,), (8,), (12,)}


def test_the_actions_of_many_numbers_are_those_at_their_ends(state: State) -> None:
    assert list(SPEND.actions(state)) == [(1,), (200,), (HELD,)]
    assert list(SOME.actions(state)) == [(0,), (4,), (8,), (12,)]


def test_a_verb_whose_number_cannot_be_named_is_closed(state: State) -> None:
    broke = Form("spend", "1.0", number("tokens", lambda *_: range(1, 1)))
    menu = Menu("menu", "5.0", broke, Form("end", "5.0"))
    assert menu.why_not(state, EMPTY, "spend") == [Violation("1.0", "there is nothing to spend")]
    assert broke.why_not(state, EMPTY, 1) == [Violation("1.0", "no tokens can be named")]
    assert Menu("menu", "5.0", SPEND, Form("end", "5.0")).openings(state)["spend"] == Numbers(range(1, HELD + 1))


def test_the_only_number_is_known(state: State) -> None:
    assert Form("one", "1.0", number("tokens", lambda *_: range(7, 8))).only(state) == (7,)


def test_a_number_is_named_once() -> None:
    with pytest.raises(Bug, match="tokens is a number, and is named once"):
        Form("spend", "1.0", Slot("tokens", NUMBER, lambda *_: range(3), many=True))
