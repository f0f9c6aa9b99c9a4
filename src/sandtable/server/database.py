"""A database, SQLite or PostgreSQL by its address: opened, migrated, and set up so that what is stored stays stored.

What is done with it is written once, as plain functions of a connection. For SQLite they run in threads, each in one
go: so the server goes on meanwhile, and waits for it once instead of at every statement.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, TextClause, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from sandtable.core.errors import BadInput, NoRoom

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
PATIENCE = 10  # seconds another process may keep the database busy
PRIVATE = 0o600  # the file has seeds and the server's secret in it, and so has what SQLite puts beside it
DISK_FULL = "53100"  # as PostgreSQL says it
READERS = 4  # threads that read from SQLite
LOCK, UNLOCK = (
    text(f"SELECT pg_{what}(hashtextextended(:name, 0))") for what in ("try_advisory_lock", "advisory_unlock")
)
MIGRATING = 0x73616E64  # PostgreSQL's lock of whoever migrates: two servers may start at once


class Database(Protocol):
    """Work is done in one transaction, whole or not at all."""

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def write(self, work: Callable[[Connection], T]) -> T: ...

    shared: bool  # by several servers, of which each has some of its games

    async def claim(self, game: str) -> bool:
        """Have a game to oneself, until it is released or this server ends; False if another server has it."""
        ...

    async def release(self, game: str) -> None: ...

    async def close(self) -> None: ...


class Sqlite:
    """One thread writes, some read: in WAL mode neither waits for the other. It is one machine's, whose workers know
    by a game's name which of them has it."""

    shared = False

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url, connect_args={"timeout": PATIENCE}, pool_size=READERS + 1)
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self.writing = self.engine.execution_options(writes=True)
        self.writer = ThreadPoolExecutor(1, "sandtable-writer")
        self.readers = ThreadPoolExecutor(READERS, "sandtable-reader")

    async def read(self, work: Callable[[Connection], T]) -> T:
        def in_thread() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self.readers, in_thread)

    async def write(self, work: Callable[[Connection], T]) -> T:
        def in_thread() -> T:
            with room_or_not(), self.writing.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self.writer, in_thread)

    async def claim(self, game: str) -> bool:
        return True

    async def release(self, game: str) -> None:
        pass

    async def close(self) -> None:
        for threads in (self.writer, self.readers):
            threads.shutdown()
        self.engine.dispose()


class Postgres:
    """Whoever has a game holds an advisory lock of its name, on one connection that is kept for that: it is gone when
    the server is. Should the connection break, all locks are asked for anew; what another server has written in
    between is noticed by whoever writes next (`writer`)."""

    shared = True

    def __init__(self, url: URL) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # takes a while, and most servers have SQLite

        self.engine = create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)  # it may be restarted
        self.claims = asyncio.Lock()
        self.claimed: set[str] = set()
        self.holding: AsyncConnection | None = None

    async def read(self, work: Callable[[Connection], T]) -> T:
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        with room_or_not():
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)

    async def claim(self, game: str) -> bool:
        async with self.claims:
            if game not in self.claimed and await self._locked(LOCK, game):
                self.claimed.add(game)
            return game in self.claimed

    async def release(self, game: str) -> None:
        async with self.claims:
            if game in self.claimed:
                self.claimed.discard(game)
                await self._locked(UNLOCK, game)

    async def _locked(self, what: TextClause, game: str) -> bool:
        """Asked on the connection that holds all locks; on a new one, if that is gone."""
        if self.holding is None:
            await self._hold()
        assert self.holding is not None
        try:
            return bool(await self.holding.scalar(what, {"name": game}))
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            await self._hold()
            return bool(await self.holding.scalar(what, {"name": game}))

    async def _hold(self) -> None:
        if self.holding is not None:
            await self.holding.close()
        self.holding = await (await self.engine.connect()).execution_options(isolation_level="AUTOCOMMIT")
        for game in self.claimed:
            await self.holding.scalar(LOCK, {"name": game})

    async def close(self) -> None:
        if self.holding is not None:
            await self.holding.close()
        await self.engine.dispose()


async def opened(address: str) -> Database:
    """A database that has all our tables as they are today; refused with a sentence if it cannot be had."""
    url = _url(address)
    file = _file(url)
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    try:
        database: Database = Sqlite(url) if url.get_backend_name() == "sqlite" else Postgres(url)
    except ModuleNotFoundError as error:
        raise BadInput(f"{shown}: {error.name} is not installed; pip install 'sandtable[postgres]' adds it") from error
    try:
        if file is not None:
            with contextlib.suppress(OSError):  # SQLite will say why
                file.touch(PRIVATE)
        await database.write(_migrate)
        if file is not None:
            beside = [file.with_name(file.name + ending) for ending in ("-wal", "-shm")]
            with contextlib.suppress(PermissionError):  # it is another's, who lets us write it
                for each in [file, *filter(Path.exists, beside)]:
                    each.chmod(PRIVATE)
    except CommandError as error:
        await database.close()
        raise BadInput(f"{shown} was written by a later version of sandtable, or is not its database") from error
    except (SQLAlchemyError, OSError, NoRoom) as error:
        await database.close()
        raise BadInput(f"{shown} cannot be opened: {_reason(error)}") from error
    return database


def _file(url: URL) -> Path | None:
    """Of SQLite, if it is not in memory."""
    plain = url.get_backend_name() == "sqlite" and url.database and not url.database.startswith((":memory:", "file:"))
    return Path(url.database or "") if plain else None


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise BadInput("a database is given as sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME") from error
    family = url.drivername.partition("+")[0]
    if family not in DRIVERS:
        raise BadInput(f"{family} is no database known here: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
    return url.set(drivername=DRIVERS[family])


def _prepare(connection: Any, _: object) -> None:
    """Of each new connection to SQLite. FULL: a commit is on the disk when it returns, whatever happens then."""
    connection.isolation_level = None  # Python's own notion of transactions leaves out half of SQL: `_begin` opens ours
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Whoever will write waits for the others at once: who has read already would be refused instead."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
    command.upgrade(config, "head")


@contextlib.contextmanager
def room_or_not() -> Iterator[None]:
    """A full disk is told as one, whoever found it out: SQLite, PostgreSQL or the system."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        said = getattr(error, "orig", None) or error
        full = said.errno == errno.ENOSPC if isinstance(said, OSError) else "disk is full" in str(said)
        if full or getattr(said, "sqlstate", "") == DISK_FULL:
            raise NoRoom("the disk on which games are kept is full") from error
        raise


def _reason(error: Exception) -> str:
    """What the database itself said."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
