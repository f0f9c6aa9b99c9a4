"""A server of several processes: every game has one of them, and a worker that is killed loses nothing. Two servers on
one PostgreSQL: a game is one's at a time."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import clusters
from killing import GONE, Game, Server
from sandtable.server.refusals import Close
from sandtable.server.routing import owner
from sandtable.server.store import Store
from served import PATIENCE, serving

ANOTHER = "another worker of this server has this game: connect anew, to an address that names it"
AGAIN = 0.2  # seconds until who has lost a worker comes again


def workers(server: Server) -> list[int]:
    """Their processes; not the one that looks after what they share."""
    assert server.process is not None
    own = server.process.pid
    found = list[int]()
    for pid in map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split()):
        with suppress(OSError):  # it may have died meanwhile
            if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                found.append(pid)
    return found


async def lasting(game: Game, store: Store, over: asyncio.Event) -> None:
    """Played on whenever a worker is there; all that was acknowledged is stored each time it is gone."""
    while not over.is_set():
        try:
            await game.play()
            return
        except* GONE:
            pass
        await game.check(store)
        await asyncio.sleep(AGAIN)


async def workers_killed(database: str, kills: int, games: int, seed: int) -> int:
    server, rng, over = Server(database, "--workers", "2"), Random(seed), asyncio.Event()
    server.start()
    try:
        playing = [Game(server, seed * 100 + nth) for nth in range(games)]
        for game in playing:
            await game.make()
        assert {owner(game.id, 2) for game in playing} == {0, 1}, "requests that name no game go round"
        store = await Store.open(database)
        tasks = [asyncio.create_task(lasting(game, store, over)) for game in playing]
        answered = 0
        for _ in range(kills):
            wanted = answered + rng.randint(1, 20)
            while answered < wanted and not all(map(asyncio.Task.done, tasks)):
                await asyncio.sleep(0.005)
                answered = sum(len(game.memory.seconds) for game in playing)
            while not (living := workers(server)):
                await asyncio.sleep(AGAIN)
            with suppress(ProcessLookupError):
                os.kill(rng.choice(living), signal.SIGKILL)
        over.set()
        server.kill()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None, result
        for game in playing:
            await game.check(store)
        await store.close()
        return answered
    finally:
        server.kill()


def test_nothing_acknowledged_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    assert asyncio.run(workers_killed(f"sqlite:///{tmp_path / 'games.db'}", kills=1, games=4, seed=1)) > 0


@pytest.mark.long
def test_fifty_workers_killed(database: str) -> None:
    assert asyncio.run(workers_killed(database, kills=50, games=4, seed=2)) > 0


def greeted(server: Server, key: str) -> str:
    """Empty if the game was told; else the code and the reason with which the socket was closed."""
    with connect(f"ws://127.0.0.1:{server.port}/api/play", open_timeout=PATIENCE, max_size=None) as line:
        line.send(f'{{"type": "hello", "token": "{key}"}}')
        try:
            return "" if '"type":"game"' in str(line.recv(timeout=PATIENCE))[:40] else "something else"
        except ConnectionClosed as closed:
            return f"{closed.rcvd.code} {closed.rcvd.reason}" if closed.rcvd else "no reason"


def test_a_socket_that_names_no_game_is_told_so_where_another_has_it(tmp_path: Path) -> None:
    """Whatever worker it comes to, it is served or told with the code for it; a request finds its game by the key."""
    server = Server(f"sqlite:///{tmp_path / 'games.db'}", "--workers", "2")
    server.start()
    try:
        game = Game(server, 1)
        asyncio.run(game.make())
        told = [greeted(server, game.keys["axis"]) for _ in range(2)]  # they are handed round
        assert sorted(told) == ["", f"{Close.ELSEWHERE:d} {ANOTHER}"]
        key = {"Authorization": f"Bearer {game.keys['axis']}"}
        for _ in range(4):
            answer = httpx.get(f"http://127.0.0.1:{server.port}/api/game", headers=key, timeout=PATIENCE)
            assert answer.json()["game"] == game.id
            assert answer.headers["connection"] == "close"
    finally:
        server.kill()


@pytest.mark.skipif(bool(clusters.MISSING), reason=clusters.MISSING)
def test_two_servers_on_one_database_have_a_game_one_at_a_time(postgres: clusters.Cluster) -> None:
    url = postgres.fresh()
    with serving(url, idle=0.5) as one, serving(url, idle=0.5) as other:
        made = one.make("toy:ford", "person", "person")
        key = {"Authorization": f"Bearer {made.keys['red']}"}
        with made.sit("red") as red:
            red.answer("dig", "r1")
            refused = other.http.get("/api/game", headers=key)
            assert refused.status_code == 409
            assert refused.json()["code"] == "elsewhere"
            assert "another server of this database" in refused.json()["detail"]
            inputs = red.known["n"]
        until = time.monotonic() + PATIENCE
        while (found := other.http.get("/api/game", headers=key)).status_code == 409:
            assert time.monotonic() < until, "it never came free"
            time.sleep(0.2)
        assert found.json()["n"] == inputs
        with other.sit(made.keys["red"]):
            assert one.http.get("/api/game", headers=key).status_code == 409
