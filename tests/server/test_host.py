"""What a host has: figures of his server, and games that nobody plays any more deleted."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from sandtable.cli import serve as command
from sandtable.core.errors import BadInput
from sandtable.server.metrics import may_look
from sandtable.server.routing import worker_of
from sandtable.server.store import Store
from served import serving

LINE = re.compile(r'sandtable_(\w+)\{worker="0"(?:,(\w+)="([^"]*)")?\} ([0-9.e+]+)')


def figures(text: str) -> dict[tuple[str, str], float]:
    """By name and label; every line is a comment or a figure."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            read = LINE.fullmatch(line)
            assert read is not None, line
            found[read[1], read[3] or ""] = float(read[4])
    return found


def test_figures_tell_what_has_happened(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        made = server.make("toy:ford", "person", "person")
        with made.sit("red") as red:
            red.answer("dig", "r1")
            red.refused("answer", n=0, picked=["dig", "r1"])
            told = server.http.get("/metrics")
        assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
        found = figures(told.text)
        assert found["games_open", ""] == 1
        assert found["sockets", ""] == 1
        assert found["answers_total", ""] == 1
        assert found["refusals_total", "stale"] == 1
        assert found["bugs_total", ""] == 0
        assert found["rows", "games"] == 1
        assert found["messages_total", ""] == 3
        assert found["writes_total", ""] >= found["commits_total", ""] > 0


def test_figures_are_told_to_this_machine_alone() -> None:
    assert may_look("127.0.0.1", {})
    assert may_look("::1", {"host": "x"})
    assert not may_look("192.168.0.7", {})
    assert not may_look("", {})
    assert not may_look("127.0.0.1", {"x-forwarded-for": "192.168.0.7"})  # a proxy that nobody has named


def test_a_worker_may_be_asked_for_its_figures() -> None:
    assert worker_of(b"GET /metrics?worker=1 HTTP/1.1\r\n\r\n") == 1
    for other in (b"GET /metrics HTTP/1.1", b"GET /metrics?worker=x HTTP/1.1", b"GET /?worker=1 HTTP/1.1", b""):
        assert worker_of(other) is None


def test_what_is_abandoned_is_deleted_where_the_host_says_so(tmp_path: Path) -> None:
    """All of it, and nothing of another; what somebody is at stays."""
    database = tmp_path / "games.db"
    with serving(database) as server:
        left, kept = (server.make("toy:ford", "person", "person") for _ in range(2))
        for made in (left, kept):
            with made.sit("red") as red:
                red.answer("dig", "r1")
                red.ask("chat", text="hello")
                red.ask("note", text="mine")
        server.run(server.hall.forget())  # nobody has said after how long
        assert left.ask("red").status_code == 200
    asyncio.run(_aged(f"sqlite:///{database}", left.game))
    with serving(database, forget=30) as server:
        server.run(server.hall.forget())
        gone = server.http.get("/api/game", headers={"Authorization": f"Bearer {left.keys['red']}"})
        assert gone.status_code == 404
        found = server.http.get("/api/game", headers={"Authorization": f"Bearer {kept.keys['red']}"})
        assert found.json()["n"] > 0
        counts = server.run(server.hall.store.counts())
        assert (counts["games"], counts["notes"], counts["chat"], counts["progress"]) == (1, 1, 1, 1)


async def _aged(url: str, game: str) -> None:
    """As if the last answer had been given long ago."""
    from sqlalchemy import update

    from sandtable.server.tables import Progress

    store = await Store.open(url)
    long_ago = update(Progress).where(Progress.game == game).values(changed="2020-01-01T00:00:00+00:00")
    await store.database.write(lambda connection: connection.execute(long_ago))
    await store.close()


def test_a_port_that_is_taken_is_told_with_one_that_is_free() -> None:
    with command.listen("127.0.0.1", 0) as taken:
        with pytest.raises(BadInput, match=r"port \d+ is free") as refused:
            command.listen("127.0.0.1", taken.getsockname()[1])
        free = re.search(r"port (\d+) is free", str(refused.value))
        assert free is not None
        with command.listen("127.0.0.1", int(free[1])):
            pass
