"""The one task that writes: whatever is waiting goes into one transaction, and all who wait are told when it is on the
disk. So a thousand small writes a second cost a hundred commits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from itertools import groupby, islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, bindparam, update
from sqlalchemy.exc import DataError, IntegrityError

from sandtable.core.errors import BadInput
from sandtable.server.database import Database
from sandtable.server.tables import Progress

MOST = 1_000  # writes in one transaction; rows in one statement
WRONG = (BadInput, DataError, IntegrityError)  # a write's own fault
Row = dict[str, Any]
Statement = tuple[Executable, Sequence[Row]]

RAISE = (
    update(Progress)
    .where(Progress.game.in_(bindparam("games", expanding=True)))
    .values(writes=Progress.writes + 1, changed=bindparam("now"))
    .returning(Progress.game, Progress.writes)
)


class Span(NamedTuple):
    """A write to a game's inputs: put from number `start` up to `stop`; if they are the same, cut from there on."""

    game: str
    start: int
    stop: int


class Known(NamedTuple):
    """How far a game is in the database, as last seen."""

    inputs: int
    writes: int


class Write(NamedTuple):
    """Statements that belong together, and who waits for them."""

    statements: Sequence[Statement]
    span: Span | None
    done: asyncio.Future[None]


class Writer:
    """Keeps the order in which writes came."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.waiting: asyncio.Queue[Write | None] = asyncio.Queue()
        self.known: dict[str, Known] = {}  # by game
        self.closing = False
        self.commits = self.written = 0
        self.task = asyncio.create_task(self._work(), name="the writer")

    async def write(self, *statements: Statement, span: Span | None = None) -> None:
        """Returns when it is durable. It is written all the same if whoever waits gives up."""
        if self.closing:
            raise BadInput("the server is going down: nothing is stored any more")
        write = Write(statements, span, asyncio.get_running_loop().create_future())
        self.waiting.put_nowait(write)
        await write.done

    async def close(self) -> None:
        """After all that is waiting."""
        self.closing = True
        self.waiting.put_nowait(None)
        await self.task

    async def _work(self) -> None:
        while (first := await self.waiting.get()) is not None:
            taken = [first]
            while len(taken) < MOST and not self.waiting.empty():
                if (write := self.waiting.get_nowait()) is None:
                    return await self._store(taken)
                taken.append(write)
            await self._store(taken)

    async def _store(self, writes: list[Write]) -> None:
        """All in one transaction. If one of them is wrong, one half and then the other, so that none fails for its
        sake; if it is the database that fails, it fails for all."""
        try:
            await self._commit(writes)
        except Exception as error:  # whatever it is, somebody waits for it
            half = len(writes) // 2
            if half and isinstance(error, WRONG):
                await self._store(writes[:half])
                await self._store(writes[half:])
                return
            for write in writes:
                if write.span is not None:
                    self.known.pop(write.span.game, None)  # until it is read again
            settle(writes, error)
        else:
            settle(writes)

    async def _commit(self, writes: list[Write]) -> None:
        self.known.update(await self.database.write(partial(self._apply, writes)))
        self.commits += 1
        self.written += len(writes)

    def _apply(self, writes: list[Write], connection: Connection) -> dict[str, Known]:
        """Of alike statements that stand beside each other one is made."""
        reached = self._reach(connection, [write.span for write in writes if write.span is not None])
        statements = (statement for write in writes for statement in write.statements)
        for statement, alike in groupby(statements, lambda each: each[0]):
            rows = (row for _, rows in alike for row in rows)
            while together := list(islice(rows, MOST)):
                connection.execute(statement, together)
        return reached

    def _reach(self, connection: Connection, spans: list[Span]) -> dict[str, Known]:
        """How far the games will be. Refused if a write does not follow what is stored, or if somebody else has
        written since the game was read: another server on the same database."""
        if not spans:
            return {}
        games = list({span.game for span in spans})
        raised = {row.game: row.writes for row in connection.execute(RAISE, {"games": games, "now": now()})}
        reached: dict[str, Known] = {}
        for span in spans:
            known = reached.get(span.game) or self.known.get(span.game)
            if known is None or raised.get(span.game) != known.writes + (span.game not in reached):
                raise BadInput(f"game {span.game} has changed in the database since it was read")
            if span.start > known.inputs or (span.start < known.inputs and span.start < span.stop):
                raise BadInput(f"game {span.game} has {known.inputs} inputs: number {span.start} does not follow them")
            reached[span.game] = Known(span.stop, raised[span.game])
        return reached


def now() -> str:
    return _written(int(time.time()))


@lru_cache(maxsize=1)
def _written(second: int) -> str:
    """A thousand answers may come in it."""
    return datetime.fromtimestamp(second, UTC).isoformat(timespec="seconds")


def settle(writes: Iterable[Write], error: Exception | None = None) -> None:
    """Tell those who still wait."""
    for write in writes:
        if not write.done.done():
            if error is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(error)
