"""Games kept in a file of lines (CSV) as they end, so that whoever is killed goes on where he was."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sandtable.core.errors import BadData, BadInput
from sandtable.core.textfile import read_text, writable, write_whole
from sandtable.farm.jobs import COLUMNS, Done, Job

try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

INSTALL = 'is in the extra "farm": pip install "sandtable[farm]"'
TYPES: dict[str, type] = {
    **dict.fromkeys(("result", "answers", "turns", "answers_first", "answers_second"), int),
    **dict.fromkeys(("points", "seconds_first", "cpu_first", "seconds_second", "cpu_second"), float),
}  # the others are texts


class Kept:
    """What has been played, by job; in a file too, if one is named, which other farms may have named as well."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.done: dict[Job, Done] = {}
        self.new: dict[Job, Done] = {}  # since the file was last put in order
        if path is None:
            return
        writable(path)
        if path.exists():
            with _alone(path):
                self.done = _read(path)
                with path.open("r+b") as file:
                    _cut(file)

    def forget(self, jobs: Iterable[Job]) -> None:
        """These are played again."""
        self._rewrite(frozenset(jobs))

    def add(self, done: Done) -> None:
        """On the disk before anybody hears of it."""
        self.done[done.job] = self.new[done.job] = done
        if self.path is None:
            return
        with _alone(self.path), self.path.open("a+b") as file:
            file.write(_written([done.row()] if _cut(file) else [COLUMNS, done.row()]))
            file.flush()
            os.fsync(file.fileno())

    def put_in_order(self) -> None:
        """The file is the same in whatever order games have ended."""
        self._rewrite(frozenset())

    def _rewrite(self, forgotten: Set[Job]) -> None:
        """What other farms have added, played again or forgotten meanwhile stays so."""
        if self.path is None:
            self.done = {job: done for job, done in self.done.items() if job not in forgotten}
            return
        with _alone(self.path):
            found = (_read(self.path) if self.path.exists() else {}) | self.new
            self.done = {job: done for job, done in found.items() if job not in forgotten}
            write_whole(self.path, _written([COLUMNS, *sorted(done.row() for done in self.done.values())]))
        self.new = {}


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """No other farm on this machine reads or writes the file meanwhile, where files can be locked."""
    try:
        while fcntl is not None:
            with path.open("ab") as file:
                with suppress(OSError):  # a disk of the network may know no locks
                    fcntl.flock(file, fcntl.LOCK_EX)
                if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):  # else it was written anew
                    yield
                    return
        yield
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def _cut(file: IO[bytes]) -> int:
    """Take out a last line that was torn, as one of a process that was killed may be. How long the file is then."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read() not in (b"", b"\n"):
        file.seek(0)
        size = file.read().rfind(b"\n") + 1
        file.truncate(size)
    return size


def _written(rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _read(path: Path) -> dict[Job, Done]:
    """All but a last line that was torn."""
    text, found = read_text(path), dict[Job, Done]()
    head = ",".join(COLUMNS)
    if not text.startswith(f"{head}\n") and not head.startswith(text):  # which may be torn, too
        raise BadData(path, 1, f"no file of games that were kept: its first line is {head}")
    lines = csv.reader(io.StringIO(text[: text.rfind("\n") + 1]))
    next(lines, None)
    for row in lines:
        try:
            done = Done.read(row)
        except ValueError as error:
            raise BadData(path, lines.line_num, f"no game that was kept: {','.join(row)}") from error
        found[done.job] = done
    return found


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
