"""Dice: what they can show, and where rolls come from."""

from collections import Counter
from fractions import Fraction

import pytest

from sandtable.core.dice import Dice, Scripted, Seeded, commitment
from sandtable.core.errors import BadInput, Bug


def test_two_dice_summed_have_eleven_readings() -> None:
    assert Dice(2).ways == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert sum(Dice(2).ways.values()) == Dice(2).chances == 36


def test_dice_read_each_have_a_reading_for_every_case() -> None:
    dice = Dice(2, read="each")
    assert len(dice.ways) == dice.chances == 36
    assert dice.reading((3, 5)) == (3, 5)
    assert Dice(2).reading((3, 5)) == 8


def test_many_dice_are_added_not_listed() -> None:
    assert sum(Dice(20).ways.values()) == 6**20
    assert Fraction(Dice(20).ways[20], Dice(20).chances) == Fraction(1, 6**20)


@pytest.mark.parametrize(("text", "dice"), [("1d6", Dice(1)), ("3d10", Dice(3, 10))])
def test_dice_are_named_as_charts_print_them(text: str, dice: Dice) -> None:
    assert Dice.named(text) == dice
    assert str(dice) == text


@pytest.mark.parametrize("text", ["", "d6", "2d", "0d6", "2d0", "2d6+1", "two"])
def test_what_are_no_dice_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="write them like 1d6 or 2d6"):
        Dice.named(text)


@pytest.mark.parametrize("text", ["99d99 each", "14d2 each", "6d6 each", "11d99", "99d99"])
def test_dice_that_nobody_rolls_are_not_read(text: str) -> None:
    with pytest.raises(BadInput, match=f"{text} are more dice than anybody rolls"):
        Dice.named(text)


@pytest.mark.parametrize("dice", [Dice(1), Dice(3, 4), Dice(1, 6, "each"), Dice(2, 3, "each")])
def test_what_dice_can_show_is_told_without_listing_it(dice: Dice) -> None:
    faces = range(-1, 20)
    tried = [*faces, *((one,) for one in faces), *((one, two) for one in faces for two in faces)]
    assert [each for each in tried if dice.can_show(each)] == list(dice.ways)
    nonsense: object
    for nonsense in (None, True, 1.0, "1", (), (1, [2]), (True, True), {}):
        assert not dice.can_show(nonsense)
    assert Dice(99, 99, "each").can_show((99,) * 99)


def test_a_seeded_roll_depends_on_seed_salts_number_and_purpose_only() -> None:
    source = Seeded("seed", ["red", "blue"])
    rolls = [source.roll(Dice(2), nth, "attack") for nth in range(50)]
    assert rolls == [Seeded("seed", ["red", "blue"]).roll(Dice(2), nth, "attack") for nth in range(50)]
    for other in (Seeded("other", ["red", "blue"]), Seeded("seed", ["red"]), Seeded("seed")):
        assert rolls != [other.roll(Dice(2), nth, "attack") for nth in range(50)]
    assert rolls != [source.roll(Dice(2), nth, "rally") for nth in range(50)]


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_seeded_faces_are_even(sides: int) -> None:
    """Chi-square over 6000 rolls of a fixed seed: below 40 for up to nine degrees of freedom."""
    rolls = 6000
    found = Counter(Seeded("even").roll(Dice(1, sides), nth, "test") for nth in range(rolls))
    expected = rolls / sides
    assert set(found) == set(range(1, sides + 1))
    assert sum((times - expected) ** 2 / expected for times in found.values()) < 40


def test_many_faces_need_more_than_one_hash() -> None:
    reading = Seeded("long").roll(Dice(30, read="each"), 0, "test")
    assert isinstance(reading, tuple)
    assert len(reading) == 30
    assert set(reading) <= set(range(1, 7))


def test_a_commitment_hides_the_seed_and_holds_to_it() -> None:
    assert commitment("a") == commitment("a") != commitment("b")
    assert "secret" not in commitment("secret")


def test_scripted_dice_give_what_was_written_and_nothing_else() -> None:
    script = Scripted([7, 3])
    assert script.roll(Dice(2), 0, "x") == 7
    with pytest.raises(Bug, match=r"1 scripted rolls were never asked for: \[3\]"):
        script.done()
    assert script.roll(Dice(1), 1, "x") == 3
    script.done()
    with pytest.raises(Bug, match=r"roll 2 \(1d6, rally\) was not in the script"):
        script.roll(Dice(1), 2, "rally")


def test_a_script_cannot_say_what_dice_cannot_show() -> None:
    with pytest.raises(Bug, match="the script says 7, which 1d6 cannot show"):
        Scripted([7]).roll(Dice(1), 0, "x")
