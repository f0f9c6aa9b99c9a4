"""Opening a database: SQLite or PostgreSQL by its address, set up so that what is stored stays stored, and migrated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sandtable.core.errors import BadInput

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
PATIENCE = 10  # seconds another process may keep the database busy
MIGRATING = 0x73616E64  # PostgreSQL's lock of whoever migrates: two servers may start at once


async def opened(address: str) -> AsyncEngine:
    """The engine of a database that has all our tables as they are today."""
    url = _url(address)
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    if url.get_backend_name() == "sqlite" and not (folder := Path(url.database or "").parent).is_dir():
        raise BadInput(f"{shown} cannot be opened: there is no folder {folder}")
    try:
        engine = _engine(url)
    except ModuleNotFoundError as error:
        raise BadInput(f"{shown}: {error.name} is not installed; pip install 'sandtable[postgres]' adds it") from error
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_migrate)
    except CommandError as error:
        await engine.dispose()
        raise BadInput(f"{shown} was written by a later version of sandtable, or is not its database") from error
    except (SQLAlchemyError, OSError) as error:
        await engine.dispose()
        raise BadInput(f"{shown} cannot be opened: {_reason(error)}") from error
    return engine


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise BadInput("a database is given as sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME") from error
    family = url.drivername.partition("+")[0]
    if family not in DRIVERS:
        raise BadInput(f"{family} is no database known here: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
    return url.set(drivername=DRIVERS[family])


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=8, max_overflow=8)
    engine = create_async_engine(url, connect_args={"timeout": PATIENCE})
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: object) -> None:
    """Of each new connection to SQLite. FULL: a commit is on the disk when it returns, whatever happens then."""
    connection.isolation_level = None  # Python's own notion of transactions leaves out half of SQL: `_begin` opens ours
    cursor = connection.cursor()
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
    except Exception:  # not a database: its thread is not left behind
        connection.close()
        raise
    cursor.close()


def _begin(connection: Connection) -> None:
    """Whoever will write waits for the others at once: who has read already would be refused instead."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    connection = connection.execution_options(writes=True)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
        command.upgrade(config, "head")


def _reason(error: Exception) -> str:
    """What the database itself said."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
