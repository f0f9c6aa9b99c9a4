"""Games out of their records: played again, input by input, and played on."""

from __future__ import annotations

from pathlib import Path

from sandtable.core.dice import Dice, Reading
from sandtable.core.errors import BadData, BadInput, SandtableError
from sandtable.core.state import State
from sandtable.core.system import Scenario, find_system
from sandtable.play.odds import data_folder
from sandtable.play.positions import NONSENSE, read_position
from sandtable.play.record import Answer, Input, Record, Rolled
from sandtable.play.session import Session


class Recorded:
    """The dice of a record, in the order they were rolled."""

    def __init__(self, record: Record) -> None:
        self.rolls = [entry for entry in record.inputs if isinstance(entry, Rolled)]

    def roll(self, dice: Dice, nth: int, purpose: str) -> Reading:
        if nth >= len(self.rolls):
            raise BadInput(f"the game wants roll {nth + 1}, {dice} for {purpose}, and the record has none")
        if self.rolls[nth].dice != str(dice) or self.rolls[nth].purpose != purpose:
            said = f"{self.rolls[nth].dice} for {self.rolls[nth].purpose}"
            raise BadInput(f"roll {nth + 1} is {said}, the game wants {dice} for {purpose}")
        return self.rolls[nth].reading


def replay(record: Record, until: int | None = None, path: Path | str = "record") -> Session:
    """The session after the first `until` inputs, each checked as when it was played."""
    try:
        scenario, position = _begun(record)
    except BadInput as error:
        raise BadData(path, 1, str(error)) from error
    if scenario.charts.digest() != record.charts:
        raise BadData(path, 1, "the game was played with other charts of one's own (--data) than are in force now")
    try:
        session = Session(scenario, record.seed or "", record.salts, Recorded(record), position)
    except BadInput as error:
        raise BadData(path, 2, str(error)) from error
    except Exception as error:
        raise _nonsense(record, path, 1, error) from error
    session.position = record.position  # word for word: the same may be packed in several ways
    for number, entry in enumerate(record.inputs[:until], 2):
        if number - 2 < len(session.inputs):  # a roll or a forced answer that came by itself
            if session.inputs[number - 2] != entry:
                raise BadData(path, number, f"expected {_told(session.inputs[number - 2])}, found {_told(entry)}")
            continue
        if not isinstance(entry, Answer):
            raise BadData(path, number, f"{_told(entry)}, but the game waits for an answer")
        try:
            session.submit_written(scenario.side(entry.side), entry.picks)
        except SandtableError as error:
            raise BadData(path, number, str(error)) from error
        except Exception as error:
            raise _nonsense(record, path, number, error) from error
    if record.seed is not None:
        session.dice = record.dice()  # from here on it is a game like any other
    else:
        session.seed, session.commitment = None, record.commitment
    return session


def _begun(record: Record) -> tuple[Scenario, State | None]:
    """The scenario of a record, and the position it begins from, if it is not the start."""
    if not record.position:
        system = find_system(record.system)
        name = system.began_as(record.rules, record.scenario, record.options)
        return system.load(name, record.options, data_folder()), None
    scenario, position = read_position(record.position)
    if (scenario.system.code, scenario.name, scenario.options) != (record.system, record.scenario, record.options):
        raise BadInput("the position it begins from is of another game or of other options than the header says")
    return scenario, position


def _nonsense(record: Record, path: Path | str, line: int, error: Exception) -> Exception:
    """What broke a replay: a stranger's position may be the cause; without one it is ours."""
    return BadData(path, line, NONSENSE) if record.position else error


def _told(entry: Input) -> str:
    if isinstance(entry, Rolled):
        return f"a roll of {entry.dice} for {entry.purpose} reading {entry.reading}"
    return f"{entry.side} answering {' '.join(entry.picks)}"


def resume(record: Record, path: Path | str = "record") -> Session:
    """The game where its record ends, to be played on: every roll and answer is checked, or the first that differs is
    named."""
    record.verify_dice()
    return _played(record, path)


def resume_sealed(record: Record, path: Path | str = "record") -> Session:
    """A game whose seed is not told, to be played on: its answers are checked by the dice of the record, and what goes
    on is a game of its own, with its own seed, that begins from the position at the end."""
    session = _played(record, path)
    if session.ask is None:
        raise BadInput("the game is over: there is nothing to play on, only to look at")
    return Session(session.scenario, position=session.state)


def _played(record: Record, path: Path | str) -> Session:
    """The whole record, which leads where its closing line says."""
    session = replay(record, path=path)
    if session.state.digest() != record.end:
        raise BadData(path, len(record.inputs) + 2, "the inputs lead to another position than the closing line says")
    return session


def verify(record: Record, path: Path | str = "record") -> int:
    """Roll and play the whole record again: the number of rolls, or the first thing that differs."""
    return resume(record, path).rolls
