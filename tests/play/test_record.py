"""The game file: what is written is read again, and what is wrong is named by file and line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.dice import Dice, Seeded, commitment
from sandtable.core.errors import BadData, BadInput
from sandtable.play.record import Answer, Input, Record, Rolled


@pytest.fixture
def record() -> Record:
    dice = Seeded("seed", ["a"])
    two = Dice(2, read="each")
    inputs: list[Input] = [
        Answer("red", "Action", ("move", "r1", "0302")),
        Rolled("1d6", dice.roll(Dice(1), 0, "toy.Rally.roll"), "toy.Rally.roll"),
        Answer("blue", "Action", ("end",), forced=True),
        Rolled("2d6 each", dice.roll(two, 1, "toy.Air.roll"), "toy.Air.roll"),
    ]
    return Record("toy", "ford", "1", commitment("seed"), {"mud": True}, {"red": "a"}, "seed", inputs, "abc")


def test_a_record_is_read_as_it_was_written(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    record.save(path)
    assert Record.load(path) == record
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"


def test_a_record_is_lines_of_json(record: Record) -> None:
    header, *body, closing = map(json.loads, record.lines())
    assert (header["sandtable"], header["system"], header["options"]) == (2, "toy", {"mud": True})
    assert body[0] == {"side": "red", "form": "Action", "picks": ["move", "r1", "0302"]}
    assert body[2]["forced"] is True
    assert set(body[1]) == {"roll", "reads", "for"}
    assert closing == {"inputs": 4, "end": "abc"}


def test_dice_are_rolled_again(record: Record) -> None:
    assert record.verify_dice() == 2


def test_a_roll_that_was_changed_is_named(record: Record) -> None:
    roll = record.inputs[1]
    assert isinstance(roll, Rolled)
    assert isinstance(roll.reading, int)
    record.inputs[1] = roll._replace(reading=roll.reading % 6 + 1)
    with pytest.raises(BadInput, match=r"roll 1 \(line 3, toy\.Rally\.roll\) reads \d, the seed gives \d"):
        record.verify_dice()


def test_two_dice_read_apart_are_said_apart(record: Record) -> None:
    record.inputs[3] = Rolled("2d6 each", (1, 1), "toy.Air.roll")
    with pytest.raises(BadInput, match=r"reads 1 and 1, the seed gives \d and \d"):
        record.verify_dice()


def test_another_seed_is_found_out(record: Record) -> None:
    record.seed = "other"
    with pytest.raises(BadInput, match="not the one this game was begun with"):
        record.verify_dice()
    record.seed = None
    with pytest.raises(BadInput, match="still sealed"):
        record.verify_dice()


def without(key: str) -> Callable[[list[Any]], object]:
    return lambda lines: lines[0].pop(key)


def replaced(nth: int, **said: Any) -> Callable[[list[Any]], object]:
    return lambda lines: lines.__setitem__(nth, said)


@pytest.mark.parametrize(
    ("change", "line", "why"),
    [
        (without("sandtable"), 1, "such a file begins with a line that says sandtable"),
        (lambda lines: lines[0].update(sandtable=3), 1, "format 3 is not known to this version, which reads 2"),
        (without("system"), 1, "the header's system is missing"),
        (without("salts"), 1, "the header's salts is missing"),
        (lambda lines: lines[0].update(seed=7), 1, "the seed and the salts are words"),
        (lambda lines: lines.pop(), 5, "the record breaks off"),
        (lambda lines: lines.pop(1), 5, "the closing line counts 4 inputs, there are 3"),
        (replaced(1, roll="1d6", reads=9), 2, "1d6 cannot read 9"),
        (replaced(1, roll="1d6", reads=None), 2, "1d6 cannot read None"),
        (replaced(1, roll="many", reads=1), 2, "'many' are not dice"),
        (replaced(1, roll="99d99 each", reads=0, **{"for": "x"}), 2, "99d99 each are more dice than anybody rolls"),
        (replaced(1, roll="2d6 each", reads=[1, [2]]), 2, "2d6 each cannot read"),
        (replaced(1, side="red"), 2, "expected a roll, or a side and its picks"),
        (replaced(1, side="red", picks=[1]), 2, "picks are words"),
    ],
)
def test_a_bad_record_is_refused_by_line(
    record: Record, change: Callable[[list[Any]], object], line: int, why: str
) -> None:
    lines = [json.loads(text) for text in record.lines()]
    change(lines)
    with pytest.raises(BadData, match=why) as caught:
        Record.parse([json.dumps(each) for each in lines], "x.game")
    assert caught.value.line == line


@pytest.mark.parametrize(("text", "why"), [("{", "cannot be read"), ("[]", "no line of a game record")])
def test_a_line_that_is_cut_is_named(record: Record, text: str, why: str) -> None:
    lines = record.lines()
    lines[2] = text
    with pytest.raises(BadData, match=f"x.game, line 3: .*{why}"):
        Record.parse(lines, "x.game")


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(BadData, match="this is no game record"):
        Record.parse([])


def test_files_that_cannot_be_read_or_written_are_named(record: Record, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.game cannot be read"):
        Record.load(tmp_path / "none.game")
    with pytest.raises(BadInput, match="cannot be written"):
        record.save(tmp_path / "nowhere" / "a.game")
    (tmp_path / "binary.game").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="not a text file"):
        Record.load(tmp_path / "binary.game")
