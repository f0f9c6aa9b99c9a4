"""Look-ups: bands, words, measures, odds, shifts, and lists with conditions."""

from __future__ import annotations

from fractions import Fraction

import pytest

import toy
from sandtable.core.charts import Band, Entry, Line, Words, decimal, expected, ratio, shift_of, whole_number
from sandtable.core.errors import BadInput, Bug
from sandtable.core.readchart import chance_of
from sandtable.core.rules import Citation

COMBAT = toy.SYSTEM.printed_charts.table("combat")
SHIFTS = toy.SYSTEM.printed_charts.lines("shifts")


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        ("3", 3, 3), ("3-4", 3, 4), ("-5 to -3", -5, -3), ("1 or less", None, 1), ("117+", 117, None),
        ("3 or more", 3, None), ("-2-1", -2, 1), ("+1 to +3", 1, 3),
    ],
)  # fmt: skip
def test_a_band_is_read_as_printed(label: str, low: int | None, high: int | None) -> None:
    band = Band.read(label)
    assert band == Band(low, high, label)
    assert (low if low is not None else -99) in band
    assert (999 if high is None else high) in band
    assert "3" not in band


@pytest.mark.parametrize("label", ["", "4-3", "a", "1.5", "1:2", "over 3"])
def test_what_is_no_band_is_none(label: str) -> None:
    assert Band.read(label) is None


def test_a_value_beyond_an_open_end_has_the_end_column() -> None:
    assert COMBAT.place("differential", -40) == 0
    assert COMBAT.place("differential", 40) == 3


def test_a_shift_past_the_end_stays_there() -> None:
    assert COMBAT.place("differential", 0, 9) == 3
    assert COMBAT.place("differential", 0, -9) == 0
    assert COMBAT.place("roll", 1, 3) == 0, "rows are not shifted"
    assert COMBAT.entry(differential=0, roll=6, shift=1).column == "1 to 2"


def test_rules_read_by_value_and_it_is_remembered() -> None:
    assert COMBAT.read(6, 3) == COMBAT.read(6, 3) == "DL"
    assert COMBAT.results() == ("AL", "-", "DR", "DL")


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"roll": 3}, "also needs differential"),
        ({"roll": 3, "differential": 0, "weather": "mud"}, "has no key weather; it takes roll, differential, shift"),
        ({"roll": 7, "differential": 0}, "roll=7: .* is rolled on 1d6, which shows 1-6"),
        ({"roll": 3, "differential": "x"}, "differential=x: .* wants a whole number"),
        ({"roll": 3, "differential": 0, "shift": "far"}, "shift=far: wants a whole number"),
    ],
)
def test_a_look_up_refuses_what_it_cannot_use(keys: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        COMBAT.entry(**keys)  # type: ignore[arg-type]


def test_a_closed_end_is_an_end() -> None:
    with pytest.raises(BadInput, match=r"roll=9: .* runs from 1 to 6"):
        COMBAT.read(9, 0)


def test_lines_apply_where_their_conditions_hold() -> None:
    assert [term.label for term in SHIFTS.applying({})] == []
    assert [(term.label, term.value, term.rule) for term in SHIFTS.applying({"terrain": "WOOD", "dug_in": True})] == [
        ("defender in a wood", -1, "4.3"), ("defender dug in", -1, "5.1")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        ({"weather": "mud"}, "knows no weather; it asks for terrain"),
        ({"terrain": "sea"}, "terrain=sea: .* clear, wood"),
    ],
)
def test_lines_refuse_unknown_words(situation: dict[str, str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        list(SHIFTS.applying(situation))


def test_a_line_is_looked_up_by_its_id() -> None:
    entry = SHIFTS.entry(line="dug-in")
    assert (entry.result, str(entry.citation), entry.row) == ("-1", "TOY 5.1", "defender dug in")
    with pytest.raises(BadInput, match=r"line=snow: .* has wood, dug-in, river"):
        SHIFTS.entry(line="snow")
    assert SHIFTS.printed().rows[0] == ("-1", "defender in a wood", "TOY 4.3")


@pytest.mark.parametrize(
    ("value", "amount"),
    [("+2", 2), ("-1", -1), ("3", 3), ("Left 2", -2), ("Right 1", 1), ("-?", -1), ("+#", 1)],
)
def test_a_printed_value_has_an_amount(value: str, amount: int) -> None:
    assert Line("x", value, "", "1.0").amount == amount


def test_a_word_has_no_amount() -> None:
    with pytest.raises(Bug, match="All is no number to add"):
        _ = Line("x", "All", "", "1.0").amount


def test_small_things_printed_on_charts() -> None:
    assert ratio("3:1") == 3
    assert ratio("1:2") == Fraction(1, 2)
    assert shift_of("None") == 0
    assert whole_number("x", 3) == 3
    assert Entry("x", Citation("X", "1"), beside={"cost": "2T"}).cost == "2T"
    for wrong in ("3", "3:0", "a:b"):
        with pytest.raises(BadInput, match="write odds like"):
            ratio(wrong)
    with pytest.raises(BadInput, match="write a column shift like"):
        shift_of("Up 1")
    with pytest.raises(BadInput, match="wants a whole number"):
        whole_number("x", True)


def test_a_chart_that_is_rolled_on_says_what_it_wants_to_know() -> None:
    chance = chance_of(COMBAT)
    assert [key.name for key in chance.keys] == ["differential", "shift"]
    assert chance.order == COMBAT.results()
    ready = chance.prepare(toy.SYSTEM.printed_charts, chance.complete({"differential": "2"}))
    assert ready.procedure.plain() == (
        "core.ReadChart",
        "roll",
        "",
        "combat",
        (("differential", 2), ("shift", 0)),
        0,
        "",
    )
    with pytest.raises(BadInput, match="also needs differential"):
        chance.prepare(toy.SYSTEM.printed_charts, chance.complete({}))


def test_words_know_other_names_and_what_was_meant() -> None:
    words = Words(["rough", "clear"], {"rough": ["Woods", "hills"]})
    assert [words.find(said) for said in ("ROUGH", "woods", "Hills", "sea")] == ["rough", "rough", "rough", None]
    assert words.expected("hils", "knows") == "did you mean hills?"
    assert words.expected("rogh", "knows") == "knows rough, clear; did you mean rough?"
    assert words.expected("sea", "knows") == "knows rough, clear"
    assert words.every == ("rough", "clear", "Woods", "hills")


def test_a_long_list_is_not_recited() -> None:
    many = [f"word{nth}" for nth in range(20)]
    assert expected("wrd7", many, "it takes", "ask").startswith("did you mean word7")
    assert expected("xyz", many, "it takes", "ask for all 20") == "ask for all 20"
    assert expected("xyz", [], "it takes") == "it takes none"


@pytest.mark.parametrize(
    ("value", "written"), [(3, "3"), (Fraction(9, 2), "4.5"), (Fraction(9, 4), "2.25"), (Fraction(1, 3), "1/3")]
)
def test_a_number_is_written_as_a_person_does(value: int | Fraction, written: str) -> None:
    assert decimal(value) == written


def test_a_row_is_read_without_its_column() -> None:
    row = COMBAT.row(roll=6)
    assert [entry.result for entry in row.values()] == [COMBAT.cell(5, place) for place in range(4)]
    assert list(row) == list(COMBAT.axis("differential").labels)
    assert COMBAT.across == "differential"
    with pytest.raises(BadInput, match="also needs roll: 1 to 6"):
        COMBAT.row()


def test_keys_and_ids_do_not_mind_capitals() -> None:
    assert COMBAT.entry(Roll=6, DIFFERENTIAL=0) == COMBAT.entry(roll=6, differential=0)
    assert SHIFTS.entry(line="Dug-In") == SHIFTS.entry(line="dug-in")
    with pytest.raises(BadInput, match="has no key rol; it takes roll, differential, shift; did you mean roll"):
        COMBAT.entry(rol=6, differential=0)
