"""Games kept in a file of lines (CSV) as they end, so that whoever is killed goes on where he was."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandtable.core.errors import BadData, BadInput
from sandtable.core.textfile import read_text, writable, write_whole
from sandtable.farm.jobs import COLUMNS, Done, Job

INSTALL = 'is in the extra "farm": pip install "sandtable[farm]"'
TYPES: dict[str, type] = {
    **dict.fromkeys(("result", "answers", "turns", "answers_first", "answers_second"), int),
    **dict.fromkeys(("points", "seconds_first", "cpu_first", "seconds_second", "cpu_second"), float),
}  # the others are texts


class Kept:
    """What has been played, by job; in a file too, if one is named."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.done: dict[Job, Done] = {}
        if path is None:
            return
        writable(path)
        if path.exists():
            self.done = {each.job: each for each in _read(path)}

    def forget(self, jobs: Iterable[Job]) -> None:
        """These are played again."""
        for job in jobs:
            self.done.pop(job, None)
        self._write()

    def add(self, done: Done) -> None:
        """On the disk before anybody hears of it."""
        self.done[done.job] = done
        if self.path is None:
            return
        try:
            with self.path.open("ab") as file:
                file.write(_written([done.row()] if file.tell() else [COLUMNS, done.row()]))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadInput(f"{self.path} cannot be written: {error.strerror}") from error

    def put_in_order(self) -> None:
        """The file is the same in whatever order games have ended. What another farm has added meanwhile stays."""
        if self.path is not None and self.path.exists():
            self.done = {each.job: each for each in _read(self.path)} | self.done
        self._write()

    def _write(self) -> None:
        if self.path is not None:
            rows = sorted(done.row() for done in self.done.values())
            write_whole(self.path, _written([COLUMNS, *rows]))


def _written(rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _read(path: Path) -> Iterator[Done]:
    """A last line that was torn, as one of a process that was killed may be, is taken out of the file."""
    text = read_text(path)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_whole(path, whole.encode())
    lines = csv.reader(io.StringIO(whole))
    if whole and tuple(next(lines)) != COLUMNS:
        raise BadData(path, 1, f"no file of games that were kept: its first line is {','.join(COLUMNS)}")
    for row in lines:
        with suppress(ValueError):
            yield Done.read(row)
            continue
        raise BadData(path, lines.line_num, f"no game that was kept: {','.join(row)}")


def arrow(path: Path) -> Any:
    """What writes files for programs that read Arrow's."""
    writable(path)
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise BadInput(f"--parquet {path}: Arrow {INSTALL}") from error
    return pyarrow


def write_parquet(path: Path, done: Iterable[Done]) -> None:
    """The same columns as in a file of lines."""
    rows, whole, found = [each.row() for each in done], io.BytesIO(), arrow(path)
    read = {name: [TYPES.get(name, str)(row[nth]) for row in rows] for nth, name in enumerate(COLUMNS)}
    found.parquet.write_table(found.table(read), whole)
    write_whole(path, whole.getvalue())
