"""A full disk is told as one, never as a bug: nothing is lost, and the next try stores it."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from sandtable.core.errors import BadInput, NoRoom
from sandtable.server.database import opened, room_or_not
from sandtable.server.writer import Writer
from served import Server, serving

FULL = "the disk on which games are kept is full"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "games.db") as started:
        yield started


@contextmanager
def no_room(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def full(*_: object) -> NoReturn:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "_apply", full)
        yield


def test_an_answer_that_finds_no_room_did_not_happen_and_is_stored_when_there_is_some(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        red.until_asked()
        before = made.digest()
        with no_room(monkeypatch):
            refused = red.refused("answer", n=red.known["n"], picked=["end"])
        assert refused["code"] == "not stored"
        assert FULL in refused["reasons"][0]["text"]
        assert made.digest() == before
        red.answer("end")


def test_a_note_or_a_line_that_finds_no_room_is_told_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, no_room(monkeypatch):
        for what in ("chat", "note"):
            refused = red.refused(what, text="hello")
            assert refused["code"] == "not stored"
            assert FULL in refused["reasons"][0]["text"]


def test_a_game_that_finds_no_room_is_refused_with_the_status_for_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {"scenario": "toy:ford", "seats": {"red": "person", "blue": "person"}}
    made = server.make("toy:ford", "person", "person", join=False)
    with no_room(monkeypatch):
        for answer in (
            server.http.post("/api/games", json=wanted),
            made.ask("red", "/seats/red", "POST", json={"salt": "a grain"}),
        ):
            assert (answer.status_code, answer.json()) == (507, {"detail": FULL, "code": "not stored"})
    assert server.http.post("/api/games", json=wanted).status_code == 201
    assert not made.join("red")


def test_sqlite_itself_finds_no_room(tmp_path: Path) -> None:
    def shut(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1")  # as many as there are

    with serving(tmp_path / "games.db") as server:
        made = server.make("toy:ford", "person", "person")
        engine = server.app.state.hall.store.database.engine
        with made.sit("red") as red:
            event.listen(engine, "checkout", shut)
            assert FULL in red.refused("note", text="x" * 15_000)["reasons"][0]["text"]


def test_a_database_is_not_made_where_no_room_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("sandtable.server.database._migrate", full)

    async def making() -> None:
        await opened(f"sqlite:///{tmp_path / 'games.db'}")

    with pytest.raises(BadInput, match="is full"):
        asyncio.run(making())


def test_other_faults_are_not_called_a_full_disk() -> None:
    with pytest.raises(OperationalError), room_or_not():
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("no such table: games"))
    with pytest.raises(PermissionError), room_or_not():
        raise PermissionError(errno.EACCES, "Permission denied")
    with pytest.raises(NoRoom), room_or_not():
        raise OSError(errno.ENOSPC, "No space left on device")
