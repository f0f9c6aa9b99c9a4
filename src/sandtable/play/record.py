"""The game file: a header, the inputs (answers and dice) one a line, and a closing line; between them snapshots.

The header commits to the seed by its hash; both sides may add a salt. Each roll line tells what the roll was for, so
that anybody who is given the seed can roll the whole game again. It tells by which rules the game was begun, and a line
of its own by which others it went on. Snapshots hold the position and the log up to there: they are what is read of a
game whose rules have changed so much since that its inputs cannot be played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from sandtable import __version__
from sandtable.core.dice import Dice, Reading, Seeded, commitment
from sandtable.core.editions import Edition
from sandtable.core.errors import BadData, BadInput
from sandtable.core.textfile import write_whole

__all__ = ["Answer", "Record", "Rolled"]
FORMAT = 2
FIRST = "0.1.0"  # the release whose records did not say it; their format was 1


class Answer(NamedTuple):
    """A side's action, its picks written out; `forced` if there was no choice and nobody was asked, `ordered` if nobody
    was because of a standing order."""

    side: str
    form: str
    picks: tuple[str, ...]
    forced: bool = False
    ordered: bool = False

    @property
    def asked(self) -> bool:
        """Did somebody give it himself?"""
        return not self.forced and not self.ordered


class Rolled(NamedTuple):
    """Dice, what they showed, and what for."""

    dice: str
    reading: Reading
    purpose: str


Input = Answer | Rolled


class Snapshot(NamedTuple):
    """The position after so many inputs (`play.positions`), and what the log tells since the snapshot before
    (`play.logs`)."""

    number: int
    position: str
    log: str


class Era(NamedTuple):
    """After so many inputs a game went on by other rules than before."""

    edition: Edition
    at: int
    base: int  # replaying by these rules begins from the snapshot at this number; 0: from the start
    void: tuple[Input, ...] = ()  # inputs that had come then and hold no more; their dice are not rolled again
    because: str = ""  # the first thing that these rules decide otherwise
    side: str = ""  # that may read it; empty: all

    @property
    def rolls_lost(self) -> int:
        return sum(isinstance(entry, Rolled) for entry in self.void)


class Stretch(NamedTuple):
    """The dice of a game before it went on with others, elsewhere: so many rolls had been made then, from this seed."""

    rolls: int
    commitment: str
    seed: str | None  # None: still sealed, so that they cannot be rolled again yet
    salts: Mapping[str, str]


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
    release: str = __version__
    setup: str = ""  # digest of the rules and the set-up it was begun with; empty: of the first release
    snapshots: list[Snapshot] = field(default_factory=list)
    eras: list[Era] = field(default_factory=list)
    earlier: list[Stretch] = field(default_factory=list)  # dice before those of this seed
    standing: Mapping[str, Any] = field(default_factory=dict)  # by side, its standing orders (`play.standing_orders`)
    quiet: Mapping[str, list[str]] = field(default_factory=dict)  # by side, what it wants to hear no more of

    @property
    def edition(self) -> Edition:
        """What it was begun with."""
        return Edition(self.release, self.rules, self.setup)

    @property
    def last_edition(self) -> Edition:
        """What it was played with at its end."""
        return self.eras[-1].edition if self.eras else self.edition

    @property
    def base(self) -> int:
        return self.eras[-1].base if self.eras else 0

    @property
    def turns(self) -> list[int]:
        """After how many of the inputs each change of rules holds: at most where a later one went back to."""
        return list(accumulate((era.at for era in reversed(self.eras)), min))[::-1]

    def body(self) -> Iterator[Input | Snapshot | Era]:
        """All lines between header and closing line, in the order in which they came: also what holds no more."""
        parts, inputs = list[Sequence[Input]](), self.inputs
        for era in reversed(self.eras):
            parts.append(inputs[era.at :])
            inputs = [*inputs[: era.at], *era.void]
        snapshots, number = {each.number: each for each in self.snapshots}, 0
        for part, last, era in zip_longest([inputs, *reversed(parts)], self.turns, self.eras):
            for entry in part:
                if number in snapshots and (last is None or number <= last):
                    yield snapshots.pop(number)
                yield entry
                number += 1
            if number in snapshots and (last is None or number <= last):
                yield snapshots.pop(number)
            if era is not None:
                yield era
                number = era.at

    def rolls(self) -> list[Rolled]:
        """All that were ever made, in order."""
        return [entry for entry in self.body() if isinstance(entry, Rolled)]

    def line(self, number: int) -> int:
        """Where the input of that number stands; behind the last one, the closing line."""
        lines: list[int] = []
        line = 1
        for line, entry in enumerate(self.body(), 2):
            if isinstance(entry, Era):
                del lines[entry.at :]
            elif not isinstance(entry, Snapshot):
                lines.append(line)
        return lines[number] if number < len(lines) else line + 1

    def dice(self) -> Seeded:
        if self.seed is None:
            raise BadInput("the seed of this game is still sealed: its dice can be checked when it is opened")
        return Seeded(self.seed, self.salts.values())

    def verify_dice(self) -> int:
        """Roll every die again; the number of rolls, or a sentence naming the first that differs. Of a game that has
        had other dice before, those too, where their seed is told."""
        self.dice()  # refuses what is sealed
        rolls = [(line, entry) for line, entry in enumerate(self.body(), 2) if isinstance(entry, Rolled)]
        start, checked = 0, 0
        for stretch in (*self.earlier, Stretch(len(rolls), self.commitment, self.seed, self.salts)):
            if stretch.seed is not None:
                checked += self._verify(stretch, rolls, start)
            start = stretch.rolls
        return checked

    def _verify(self, stretch: Stretch, rolls: Sequence[tuple[int, Rolled]], start: int) -> int:
        assert stretch.seed is not None
        if commitment(stretch.seed) != stretch.commitment:
            raise BadInput("the seed is not the one this game was begun with: its hash differs from the commitment")
        source = Seeded(stretch.seed, stretch.salts.values())
        for nth, (line, entry) in enumerate(rolls[start : stretch.rolls], start):
            expected = source.roll(Dice.named(entry.dice), nth, entry.purpose)
            if expected != entry.reading:
                raise BadInput(
                    f"roll {nth + 1} (line {line}, {entry.purpose}) reads {_said(entry.reading)}, "
                    f"the seed gives {_said(expected)}"
                )
        return max(0, len(rolls[start : stretch.rolls]))

    # ------------------------------------------------------------------ the file

    def lines(self) -> list[str]:
        header = {
            "sandtable": FORMAT, "release": self.release, "system": self.system, "scenario": self.scenario,
            "rules": self.rules, "set-up": self.setup,
            "options": dict(self.options), "charts": self.charts, "commitment": self.commitment,
            "salts": dict(self.salts), "seed": self.seed,
        }  # fmt: skip
        if self.position:
            header["position"] = self.position
        if self.earlier:
            header["earlier"] = lines_of_stretches(self.earlier)
        if self.standing:
            header["standing"] = dict(self.standing)
        if self.quiet:
            header["quiet"] = dict(self.quiet)
        closing = {"inputs": len(self.inputs), "end": self.end}
        return [json.dumps(line, ensure_ascii=False) for line in (header, *map(_line, self.body()), closing)]

    def save(self, path: Path) -> None:
        """Whole or not at all."""
        write_whole(path, ("\n".join(self.lines()) + "\n").encode("utf-8"))

    @classmethod
    def load(cls, path: Path) -> Record:
        """Out of a file, or refused by its line."""
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
        if header["sandtable"] not in (1, FORMAT):
            raise BadData(path, 1, f"format {header['sandtable']} is not known to this version, which reads {FORMAT}")
        if len(entries) < 2 or "end" not in entries[-1]:
            raise BadData(path, len(entries), "the record breaks off: its closing line is missing")
        inputs, snapshots, eras = _read_body(path, entries[1:-1])
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
            str(header.get("position", "")), str(header.get("release", FIRST)), str(header.get("set-up", "")),
            snapshots, eras, read_stretches(path, header.get("earlier", [])),
            *(header[each] if isinstance(header.get(each), dict) else {} for each in ("standing", "quiet")),
        )  # fmt: skip


def lines_of_stretches(stretches: Sequence[Stretch]) -> list[dict[str, Any]]:
    """Earlier dice as they stand in a header."""
    return [{**each._asdict(), "salts": dict(each.salts)} for each in stretches]


def read_stretches(path: Path | str, told: object) -> list[Stretch]:
    """Earlier dice out of a header: each of no fewer rolls than those before."""
    found: list[Stretch] = []
    for each in told if isinstance(told, list) else [None]:
        match each:
            case {
                "rolls": int(rolls),
                "commitment": str(committed),
                "seed": str() | None as seed,
                "salts": dict(salts),
            }:
                found.append(Stretch(rolls, committed, seed, salts))
            case _:
                raise BadData(path, 1, "earlier dice are told by the number of rolls, their commitment, seed and salts")
        if not all(isinstance(salt, str) for salt in salts.values()):
            raise BadData(path, 1, "the seed and the salts are words")
    if any(before.rolls > after.rolls for before, after in pairwise([Stretch(0, "", None, {}), *found])):
        raise BadData(path, 1, "earlier dice are told in the order in which they were rolled")
    return found


def _entry(path: Path | str, number: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = "this is no game record" if number == 1 else "the record is damaged here: this line cannot be read"
        raise BadData(path, number, why) from error
    if not isinstance(entry, dict):
        raise BadData(path, number, "this is no line of a game record")
    return entry


def _read_body(path: Path | str, entries: Sequence[Mapping[str, Any]]) -> tuple[list[Input], list[Snapshot], list[Era]]:
    inputs: list[Input] = []
    snapshots: list[Snapshot] = []
    eras: list[Era] = []
    turned = 0  # the line of the last change of rules: only its snapshot is needed
    for number, entry in enumerate(entries, 2):
        if "snapshot" in entry:
            snapshots.append(_read_snapshot(path, number, entry, snapshots[-1].number if snapshots else -1))
            if snapshots[-1].number != len(inputs):
                raise BadData(path, number, f"a snapshot after {len(inputs)} inputs says another number of them")
        elif "from" in entry:
            at, base = entry["from"], entry.get("base")
            if not _is_number(at) or not _is_number(base) or not 0 <= base <= at <= len(inputs):
                raise BadData(path, number, f"the game goes on from a step between 0 and {len(inputs)}")
            eras.append(read_era(path, number, entry, inputs[at:]))
            del inputs[at:]
            snapshots, turned = [each for each in snapshots if each.number <= at], number
        else:
            inputs.append(read_input(path, number, entry))
    base = eras[-1].base if eras else 0
    if base and base not in [each.number for each in snapshots]:
        raise BadData(path, turned, f"there is no snapshot after {base} inputs to go on from")
    return inputs, snapshots, eras


def _is_number(said: object) -> TypeGuard[int]:
    return isinstance(said, int) and not isinstance(said, bool)


def _read_snapshot(path: Path | str, number: int, entry: Mapping[str, Any], before: int) -> Snapshot:
    found = Snapshot(entry["snapshot"], entry.get("position", ""), entry.get("log", ""))
    if not _is_number(found.number) or found.number <= before:
        raise BadData(path, number, "a snapshot says after how many inputs it was taken, and each after more")
    if not isinstance(found.position, str) or not isinstance(found.log, str):
        raise BadData(path, number, "a snapshot has a position and a part of the log, both as text")
    return found


def read_era(path: Path | str, number: int, entry: Mapping[str, Any], void: Sequence[Input]) -> Era:
    """The change of rules that is on this line."""
    words = [entry.get(key, "") for key in ("release", "rules", "set-up", "because", "side")]
    if not all(isinstance(word, str) for word in words):
        raise BadData(path, number, "a change of rules says them in words")
    release, rules, setup, because, side = words
    return Era(Edition(release, rules, setup), entry["from"], entry["base"], tuple(void), because, side)


def line_of_era(era: Era) -> dict[str, Any]:
    """A change of rules as the object on its line; what holds no more stands before it."""
    release, rules, setup = era.edition
    return {
        "from": era.at, "base": era.base, "release": release, "rules": rules, "set-up": setup, "because": era.because,
        "side": era.side,
    }  # fmt: skip


def _line(entry: Input | Snapshot | Era) -> dict[str, Any]:
    if isinstance(entry, Snapshot):
        return {"snapshot": entry.number, "position": entry.position, "log": entry.log}
    return line_of_era(entry) if isinstance(entry, Era) else line_of(entry)


def line_of(entry: Input) -> dict[str, Any]:
    """An input as the object on its line."""
    if isinstance(entry, Rolled):
        return {"roll": entry.dice, "reads": entry.reading, "for": entry.purpose}
    line = {"side": entry.side, "form": entry.form, "picks": entry.picks}
    return line | {mark: True for mark in ("forced", "ordered") if getattr(entry, mark)}


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
    marks = bool(entry.get("forced")), bool(entry.get("ordered"))
    return Answer(entry["side"], str(entry.get("form")), tuple(picks), *marks)


def _said(reading: Reading) -> str:
    return " and ".join(map(str, reading)) if isinstance(reading, tuple) else str(reading)
