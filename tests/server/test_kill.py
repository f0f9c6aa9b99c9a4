"""N26: the server is killed at any moment; after a restart nothing acknowledged is lost, and the game plays on."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from killing import GONE, Game, Server, leaves
from sandtable.server.store import Store


async def killed(database: str, kills: int, games: int, seed: int) -> int:
    """Play, kill, look into the database, start again; the last game is played to its end."""
    server, rng, played = Server(database), Random(seed), 0
    try:
        server.start()
        playing = [Game(server, seed * 100 + nth) for nth in range(games)]
        for game in playing:
            await game.make()
        for nth in range(kills):
            tasks = [asyncio.create_task(game.play()) for game in playing]
            wanted = sum(len(game.memory.seconds) for game in playing) + rng.randint(1, 20)
            while sum(len(game.memory.seconds) for game in playing) < wanted and not all(map(asyncio.Task.done, tasks)):
                await asyncio.sleep(0.005)
            await asyncio.sleep(rng.uniform(0, 0.03))  # amid whatever goes on just then
            server.kill()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                assert result is None or all(isinstance(each, GONE) for each in leaves(result)), result
            store = await Store.open(database)
            for at, game in enumerate(playing):
                played += len(await game.check(store))
                kept = await store.find(game.id)
                assert kept is not None
                if kept.over:
                    playing[at] = Game(server, seed * 100 + 50 + nth)
            await store.close()
            server.start()
            for game in playing:
                if not game.id:
                    await game.make()
        await playing[-1].play()
    finally:
        server.kill()
    store = await Store.open(database)
    await playing[-1].check(store)
    kept = await store.find(playing[-1].id)
    await store.close()
    assert kept is not None
    assert kept.over
    return played


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str) -> None:
    kills = 2 if database.startswith("sqlite") else 1
    assert asyncio.run(killed(database, kills, games=3, seed=1)) > 0


@pytest.mark.long
def test_fifty_kills(database: str) -> None:
    assert asyncio.run(killed(database, kills=50, games=4, seed=2)) > 0
