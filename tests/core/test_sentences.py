"""A sentence and what it speaks of: cheap to make, equal by value, put into words by whoever knows the names."""

from __future__ import annotations

import pickle

import pytest

from sandtable.core.errors import Bug
from sandtable.core.sentences import blanks_of, joined, kind_of, say


def test_what_stands_in_a_blank_is_told_by_its_name() -> None:
    assert say("{unit} is too far from {hex}: {far}", 3, 9, 4).blanks == {"unit": 3, "hex": 9, "far": 4}
    assert [kind_of(name) for name in ("unit", "other_unit", "units", "carrier")] == ["unit"] * 4
    assert [kind_of(name) for name in ("hex", "other_hex", "hexes", "to", "start", "at")] == ["place"] * 6
    assert [kind_of(name) for name in ("side", "by", "country", "unity", "to_be")] == ["side", "side"] + ["word"] * 3


def test_a_blank_that_stands_twice_is_filled_once() -> None:
    assert blanks_of("{unit} and {other_unit}, {unit} first {{so}} {shift:+}") == ("unit", "other_unit", "shift")


def test_sentences_are_equal_by_value_and_can_be_sent_away() -> None:
    one, same = say("{unit} waits", 3), say("{unit} waits", 3)
    assert one == same == pickle.loads(pickle.dumps(one))
    assert len({one, same, say("{unit} waits", 4), say("{unit} goes", 3)}) == 3
    assert one != "3 waits"
    assert repr(one) == "say('{unit} waits', 3)"


@pytest.mark.parametrize("given", [(), (1, 2)])
def test_a_sentence_whose_blanks_are_not_filled_is_a_bug(given: tuple[int, ...]) -> None:
    with pytest.raises(Bug, match="has 1 blanks"):
        _ = say("{unit} waits", *given).blanks


def test_only_words_and_numbers_can_be_told_without_a_scenario() -> None:
    assert str(say("{cost} MP, {shift:+}", 2, 1)) == "2 MP, +1"
    with pytest.raises(Bug, match="only a scenario knows"):
        str(say("{unit} waits", 3))


def test_plain_words_join_to_plain_words() -> None:
    assert joined(["in the fort", "", "tired"]) == "in the fort, tired"
    assert joined([]) == ""
    assert joined(["tired", say("at {hex}", 3)], "; ") == say("{part0}; {part1}", "tired", say("at {hex}", 3))
