"""The game file: a header, the inputs (answers and dice) one a line, and a closing line. Nothing else is saved.

The header commits to the seed by its hash; both sides may add a salt. Each roll line tells what the roll was for, so
that anybody who is given the seed can roll the whole game again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.core.dice import Dice, Reading, Seeded, commitment
from sandtable.core.errors import BadData, BadInput
from sandtable.core.textfile import write_whole

FORMAT = 1


class Answer(NamedTuple):
    """A side's action, its picks written out; `forced` if there was no choice and nobody was asked."""

    side: str
    form: str
    picks: tuple[str, ...]
    forced: bool = False


class Rolled(NamedTuple):
    """Dice, what they showed, and what for."""

    dice: str
    reading: Reading
    purpose: str


Input = Answer | Rolled


@dataclass
class Record:
    """Everything needed to play a game again."""

    system: str
    scenario: str
    rules: str
    commitment: str
    options: Mapping[str, bool] = field(default_factory=dict)
    salts: Mapping[str, str] = field(default_factory=dict)  # by side
    seed: str | None = None  # None while it is still sealed
    inputs: list[Input] = field(default_factory=list)
    end: str = ""  # digest of the position the inputs lead to
    charts: str = ""  # digest of the charts of one's own it was played with
    position: str = ""  # where it began (`play.positions`), if not at the start

    def dice(self) -> Seeded:
        if self.seed is None:
            raise BadInput("the seed of this game is still sealed: its dice can be checked when it is opened")
        return Seeded(self.seed, self.salts.values())

    def verify_dice(self) -> int:
        """Roll every die again; the number of rolls, or a sentence naming the first that differs."""
        source = self.dice()
        if commitment(source.seed) != self.commitment:
            raise BadInput("the seed is not the one this game was begun with: its hash differs from the commitment")
        rolls = [(line, entry) for line, entry in enumerate(self.inputs, 2) if isinstance(entry, Rolled)]
        for nth, (line, entry) in enumerate(rolls):
            expected = source.roll(Dice.named(entry.dice), nth, entry.purpose)
            if expected != entry.reading:
                raise BadInput(
                    f"roll {nth + 1} (line {line}, {entry.purpose}) reads {_said(entry.reading)}, "
                    f"the seed gives {_said(expected)}"
                )
        return len(rolls)

    # ------------------------------------------------------------------ the file

    def lines(self) -> list[str]:
        header = {
            "sandtable": FORMAT, "system": self.system, "scenario": self.scenario, "rules": self.rules,
            "options": dict(self.options), "charts": self.charts, "commitment": self.commitment,
            "salts": dict(self.salts), "seed": self.seed,
        }  # fmt: skip
        if self.position:
            header["position"] = self.position
        closing = {"inputs": len(self.inputs), "end": self.end}
        return [json.dumps(line, ensure_ascii=False) for line in (header, *map(line_of, self.inputs), closing)]

    def save(self, path: Path) -> None:
        """Whole or not at all."""
        write_whole(path, ("\n".join(self.lines()) + "\n").encode("utf-8"))

    @classmethod
    def load(cls, path: Path) -> Record:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise BadData(path, 0, "this is not a text file, so it is no record") from error
        return cls.parse(text.splitlines(), path)

    @classmethod
    def parse(cls, lines: Sequence[str], path: Path | str = "record") -> Record:
        entries = [_entry(path, number, line) for number, line in enumerate(lines, 1)]
        if not entries or entries[0].get("sandtable") is None:
            raise BadData(
                path, 1, "this is no game record: such a file begins with a line that says sandtable and its format"
            )
        header = entries[0]
        if header["sandtable"] != FORMAT:
            raise BadData(path, 1, f"format {header['sandtable']} is not known to this version, which reads {FORMAT}")
        if len(entries) < 2 or "end" not in entries[-1]:
            raise BadData(path, len(entries), "the record breaks off: its closing line is missing")
        inputs = [read_input(path, number, entry) for number, entry in enumerate(entries[1:-1], 2)]
        if entries[-1].get("inputs") != len(inputs):
            raise BadData(
                path,
                len(entries),
                f"the closing line counts {entries[-1].get('inputs')} inputs, there are {len(inputs)}",
            )
        for key, kind in (("system", str), ("scenario", str), ("rules", str), ("commitment", str),
                          ("options", dict), ("salts", dict)):  # fmt: skip
            if not isinstance(header.get(key), kind):
                raise BadData(path, 1, f"the header's {key} is missing or unreadable")
        if not all(isinstance(switch, bool) for switch in header["options"].values()):
            raise BadData(path, 1, "options are switched by true or false")
        if not all(isinstance(salt, str) for salt in (*header["salts"].values(), header.get("seed") or "")):
            raise BadData(path, 1, "the seed and the salts are words")
        return cls(
            header["system"], header["scenario"], header["rules"], header["commitment"], header["options"],
            header["salts"], header.get("seed"), inputs, entries[-1]["end"], str(header.get("charts", "")),
            str(header.get("position", "")),
        )  # fmt: skip


def _entry(path: Path | str, number: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = "this is no game record" if number == 1 else "the record is damaged here: this line cannot be read"
        raise BadData(path, number, why) from error
    if not isinstance(entry, dict):
        raise BadData(path, number, "this is no line of a game record")
    return entry


def line_of(entry: Input) -> dict[str, Any]:
    """An input as the object on its line."""
    if isinstance(entry, Rolled):
        return {"roll": entry.dice, "reads": entry.reading, "for": entry.purpose}
    line = {"side": entry.side, "form": entry.form, "picks": entry.picks}
    return line | {"forced": True} if entry.forced else line


def read_input(path: Path | str, number: int, entry: Mapping[str, Any]) -> Input:
    """The input that is on this line."""
    if isinstance(entry.get("roll"), str):
        reading = tuple(entry["reads"]) if isinstance(entry.get("reads"), list) else entry.get("reads")
        rolled = Rolled(entry["roll"], reading, str(entry.get("for")))  # type: ignore[arg-type]  # checked just below
        try:
            fits = Dice.named(entry["roll"]).can_show(reading)
        except BadInput as error:
            raise BadData(path, number, str(error)) from error
        if not fits:
            raise BadData(path, number, f"{entry['roll']} cannot read {entry.get('reads')}")
        return rolled
    picks = entry.get("picks")
    if not isinstance(entry.get("side"), str) or not isinstance(picks, list):
        raise BadData(path, number, "expected a roll, or a side and its picks")
    if not all(isinstance(pick, str) for pick in picks):
        raise BadData(path, number, "picks are words")
    return Answer(entry["side"], str(entry.get("form")), tuple(picks), bool(entry.get("forced")))


def _said(reading: Reading) -> str:
    return " and ".join(map(str, reading)) if isinstance(reading, tuple) else str(reading)
