"""The store: what was acknowledged is there, in order, once; on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

import clusters
from sandtable.core.errors import BadInput
from sandtable.play.record import Answer, Input, Rolled
from sandtable.server import settings
from sandtable.server.store import ChatLine, Kept, Seat, Store
from sandtable.server.tables import Base
from sandtable.server.writer import Write, Writer

SEATS = {
    "red": Seat("person", "Käthe", "salt", True, 2),
    "blue": Seat("greedy", "", "", False, 1),
    "watch": Seat("", "", "", False, 1),
    "host": Seat("", "", "", False, 3),
}
INPUTS: list[Input] = [
    Answer("red", "Action", ("move", "r1", "0302")),
    Rolled("1d6", 5, "toy.Rally.roll"),
    Rolled("2d6 each", (3, 4), "toy.Air.roll"),
    Answer("blue", "Action", ("end",), forced=True),
    Answer("blue", "Action", ()),
]


def a_game(id: str = "g1") -> Kept:
    return Kept(
        id, "toy:ford", {"mud": True, "snow": False}, "seed", {"red": "salt"}, "full", "Über den Fluß", "", "", "",
        "2026-11-16T03:04:05+00:00", True, False, SEATS,
    )  # fmt: skip


def run(database: str, *stories: Callable[[Store], Awaitable[None]]) -> None:
    """Each story with a store that was opened anew."""

    async def told() -> None:
        for story in stories:
            store = await Store.open(database)
            try:
                await story(store)
            finally:
                await store.close()

    asyncio.run(told())


def test_a_game_is_found_as_it_was_made_and_changed(database: str) -> None:
    changed = a_game()._replace(over=True, title="another", seats={"red": SEATS["red"]._replace(version=9)})

    async def make(store: Store) -> None:
        await store.create(a_game())
        await store.create(a_game("g2")._replace(seats={}))
        assert await store.find("g1") == a_game()

    async def change(store: Store) -> None:
        assert await store.find("g1") == a_game()
        await store.put(changed)

    async def look(store: Store) -> None:
        assert await store.find("g1") == changed
        assert await store.find("g2") == a_game("g2")._replace(seats={})
        assert await store.find("nobody's") is None

    run(database, make, change, look)


def test_inputs_come_back_in_order(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(a_game())
        await store.append("g1", 0, INPUTS[:2])
        await store.append("g1", 2, INPUTS[2:])
        await store.append("g1", 5, [])

    async def read(store: Store) -> None:
        assert await store.inputs("g1") == INPUTS
        assert await store.inputs("nobody's") == []
        await store.append("g1", 5, INPUTS)
        assert await store.inputs("g1") == INPUTS * 2

    run(database, write, read)


def test_an_undo_takes_inputs_away(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(a_game())
        await store.append("g1", 0, INPUTS)
        await store.cut("g1", 3)
        assert await store.inputs("g1") == INPUTS[:3]
        await store.append("g1", 3, INPUTS[:1])
        await store.cut("g1", 4)

    async def read(store: Store) -> None:
        assert await store.inputs("g1") == INPUTS[:3] + INPUTS[:1]
        await store.cut("g1", 0)
        assert await store.inputs("g1") == []

    run(database, write, read)


@pytest.mark.parametrize("at", [0, 4, 6, 100])
def test_nothing_is_stored_twice_and_no_number_left_out(database: str, at: int) -> None:
    async def story(store: Store) -> None:
        await store.create(a_game())
        await store.append("g1", 0, INPUTS)
        with pytest.raises(BadInput, match=f"game g1 has 5 inputs: number {at} does not follow them"):
            await store.append("g1", at, INPUTS)
        assert await store.inputs("g1") == INPUTS

    run(database, story)


def test_a_cut_beyond_the_end_is_refused(database: str) -> None:
    async def story(store: Store) -> None:
        await store.create(a_game())
        with pytest.raises(BadInput, match="number 1 does not follow them"):
            await store.cut("g1", 1)

    run(database, story)


def test_a_game_that_is_not_there_takes_no_inputs(database: str) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(BadInput, match="game g1 has changed"):
            await store.append("g1", 0, INPUTS)
        assert (await store.counts())["inputs"] == 0

    run(database, story)


def test_the_same_game_is_not_made_twice(database: str) -> None:
    async def story(store: Store) -> None:
        await store.create(a_game())
        with pytest.raises(IntegrityError):
            await store.create(a_game()._replace(title="a second"))
        assert await store.find("g1") == a_game()

    run(database, story)


def test_writes_that_wait_together_keep_their_order_and_fail_alone(database: str) -> None:
    """Forty games at once, each with appends nobody waits for, cuts among them, and one write in each that is wrong."""

    async def story(store: Store) -> None:
        games = [f"g{nth}" for nth in range(40)]
        await asyncio.gather(*(store.create(a_game(game)) for game in games))
        tasks, wrong = list[asyncio.Task[Any]](), list[asyncio.Task[None]]()
        for step in range(4):
            for nth, game in enumerate(games):
                tasks.append(asyncio.create_task(store.append(game, step * 4, INPUTS)))
                tasks.append(asyncio.create_task(store.cut(game, step * 4 + 4)))
                if step == 3 and nth % 4 == 0:
                    wrong.append(asyncio.create_task(store.append(game, 3, INPUTS)))
                    tasks.append(asyncio.create_task(store.say(game, "red", "hello")))
        await asyncio.gather(*tasks)
        refused = await asyncio.gather(*wrong, return_exceptions=True)
        assert [type(each) for each in refused] == [BadInput] * 10
        for game in games:
            assert await store.inputs(game) == INPUTS[:4] * 4
        assert (await store.counts())["chat"] == 10

    run(database, story)


def test_after_a_refused_write_the_next_ones_wait_until_the_game_was_read(database: str) -> None:
    """Whoever has lost count must not go on counting."""

    async def story(store: Store) -> None:
        await store.create(a_game())
        first = asyncio.create_task(store.append("g1", 3, INPUTS))
        second = asyncio.create_task(store.append("g1", 0, INPUTS))
        refused = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(each) for each in refused] == [BadInput] * 2
        assert await store.inputs("g1") == []
        await store.append("g1", 0, INPUTS)
        assert await store.inputs("g1") == INPUTS

    run(database, story)


def test_two_servers_on_one_database_do_not_write_over_each_other(database: str) -> None:
    async def story(store: Store) -> None:
        other = await Store.open(database)
        try:
            await store.create(a_game())
            await store.append("g1", 0, INPUTS)
            assert await other.inputs("g1") == INPUTS
            await other.cut("g1", 4)
            await other.append("g1", 4, INPUTS[:1])
            assert await store.inputs("g1") == INPUTS[:4] + INPUTS[:1]  # somebody looks, the game goes on
            with pytest.raises(BadInput, match="game g1 has changed in the database since it was read"):
                await store.append("g1", 5, INPUTS)
            assert await store.inputs("g1") == INPUTS[:4] + INPUTS[:1]
            await store.append("g1", 5, INPUTS)
            with pytest.raises(BadInput, match="has changed"):
                await other.append("g1", 5, INPUTS)
        finally:
            await other.close()

    run(database, story)


def test_nothing_is_half_written(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure between the statements of a write undoes the first of them."""

    async def story(store: Store) -> None:
        await store.create(a_game())
        await store.append("g1", 0, INPUTS[:2])
        reach = Writer._reach

        def broken(self: Writer, connection, spans) -> None:  # type: ignore[no-untyped-def]
            reach(self, connection, spans)
            raise OSError("the disk is full")

        monkeypatch.setattr(Writer, "_reach", broken)
        with pytest.raises(OSError, match="the disk is full"):
            await store.append("g1", 2, INPUTS[2:])
        monkeypatch.undo()
        assert await store.inputs("g1") == INPUTS[:2]
        await store.append("g1", 2, INPUTS[2:])
        assert await store.inputs("g1") == INPUTS

    run(database, story)


def test_when_the_database_fails_it_fails_for_all_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for others to be tried one by one."""

    async def story(store: Store) -> None:
        games, tried = [f"g{nth}" for nth in range(8)], []
        await asyncio.gather(*(store.create(a_game(game)) for game in games))

        async def down(self: Writer, writes: list[Write]) -> None:
            tried.append(len(writes))
            raise OperationalError("", {}, OSError("no answer"))

        monkeypatch.setattr(Writer, "_commit", down)
        failed = await asyncio.gather(*(store.append(game, 0, INPUTS) for game in games), return_exceptions=True)
        assert [type(each) for each in failed] == [OperationalError] * 8
        assert tried == [8]
        monkeypatch.undo()
        for game in games:
            assert await store.inputs(game) == []
            await store.append(game, 0, INPUTS)

    run(database, story)


def test_a_database_that_was_restarted_is_written_to_again(postgres: clusters.Cluster) -> None:
    async def story(store: Store) -> None:
        await store.create(a_game())
        await store.append("g1", 0, INPUTS)
        await asyncio.to_thread(postgres.restart)
        await store.append("g1", 5, INPUTS)
        assert await store.inputs("g1") == INPUTS * 2

    run(postgres.fresh(), story)


def test_a_waiter_who_gives_up_does_not_disturb_the_others(database: str) -> None:
    async def story(store: Store) -> None:
        await store.create(a_game())
        gone = asyncio.create_task(store.append("g1", 0, INPUTS))
        stays = asyncio.create_task(store.append("g1", 5, INPUTS))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        assert await store.inputs("g1") == INPUTS * 2

    run(database, story)


def test_what_waits_when_the_store_is_closed_is_stored(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(a_game())
        left = [asyncio.create_task(store.append("g1", nth * 5, INPUTS)) for nth in range(20)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*left)
        with pytest.raises(BadInput, match="going down"):
            await store.append("g1", 100, INPUTS)

    async def read(store: Store) -> None:
        assert len(await store.inputs("g1")) == 100

    async def told() -> None:
        store = await Store.open(database)
        await write(store)

    asyncio.run(told())
    run(database, read)


def test_chat_and_notes(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(a_game())
        line = await store.say("g1", "red", "hello \0\ud800 there")
        assert line == ChatLine("red", "hello ? there", line.at)
        await store.say("g1", "watch", "who is winning?")
        await store.note("g1", "red", "attack in the south")
        await store.note("g1", "red", "no, in the north")
        await store.note("g1", "blue", "")

    async def read(store: Store) -> None:
        assert [(line.seat, line.text) for line in await store.said("g1")] == [
            ("red", "hello ? there"),
            ("watch", "who is winning?"),
        ]
        assert await store.said("g2") == []
        for nth in range(205):
            await store.say("g1", "red", str(nth))
        assert [line.text for line in await store.said("g1")] == [str(nth) for nth in range(5, 205)]
        assert await store.noted("g1", "red") == "no, in the north"
        assert await store.noted("g1", "blue") == await store.noted("g1", "watch") == ""
        counts = await store.counts()
        assert (counts["games"], counts["seats"], counts["chat"], counts["notes"]) == (1, 4, 207, 2)

    run(database, write, read)


def test_the_servers_secret_is_made_once(database: str) -> None:
    found = []

    async def ask(store: Store) -> None:
        found.append(await store.secret())

    run(database, ask, ask)
    assert found[0] == found[1]
    assert len(found[0]) >= 32


def test_two_servers_may_start_at_once(database: str) -> None:
    async def told() -> None:
        stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
        assert len({await store.secret() for store in stores}) == 1
        for store in stores:
            await store.close()

    asyncio.run(told())


def test_migrations_lead_to_the_tables_of_today(database: str) -> None:
    async def story(store: Store) -> None:
        differences = await store.database.read(
            lambda connection: compare_metadata(MigrationContext.configure(connection), Base.metadata)
        )
        assert differences == []

    run(database, story)


def test_a_database_of_a_later_version_is_refused(database: str) -> None:
    async def spoil(store: Store) -> None:
        await store.database.write(
            lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        )

    run(database, spoil)
    with pytest.raises(BadInput, match="was written by a later version of sandtable"):
        asyncio.run(Store.open(database))


def test_sqlite_is_told_to_keep_what_it_was_given(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        asked = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"]
        said = await store.database.read(
            lambda connection: [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in asked]
        )
        assert said == ["wal", 2, 1, 10_000]

    run(f"sqlite:///{tmp_path / 'games.db'}", story)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("games.db", "a database is given as sqlite:///FILE or postgresql://"),
        ("mysql://me:secret@host/games", "mysql is no database known here"),
        ("sqlite:////no/such/folder/games.db", "cannot be opened: unable to open database file"),
        (
            "postgresql://me:secret@127.0.0.1:1/games",
            r"^postgresql://me:\*+@127.0.0.1:1/games cannot be opened: .*fail",
        ),
    ],
)
def test_a_database_that_cannot_be_opened_is_refused_with_a_sentence(address: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as refused:
        asyncio.run(Store.open(address))
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("this is a letter\n" * 100)
    with pytest.raises(BadInput, match="file is not a database"):
        asyncio.run(Store.open(f"sqlite:///{path}"))
    assert path.read_text() == "this is a letter\n" * 100


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a person's files to himself")
def test_nobody_else_may_read_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret that signs keys is in it, and the seeds of games that are played."""
    monkeypatch.setattr(settings, "data_folder", lambda: tmp_path / "kept")
    tmp_path.joinpath("kept").mkdir(0o755)

    async def look(store: Store) -> None:
        await store.secret()
        modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "kept").iterdir()}
        assert set(modes.values()) == {0o600}, modes

    run(usual := settings.usual_database(), look)
    assert tmp_path.joinpath("kept").stat().st_mode & 0o777 == 0o700
    tmp_path.joinpath("kept", "games.sqlite").chmod(0o644)  # as it was made before
    run(usual, look)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE games (name TEXT)")
    connection.close()
    with pytest.raises(BadInput, match="cannot be opened: table games already exists"):
        asyncio.run(Store.open(f"sqlite:///{path}"))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("games",)]
    connection.close()
