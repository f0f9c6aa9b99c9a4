"""A server whose rules have changed: its games open, their past is there, and they go on; also after the next start."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

from sandtable.core.rules import Side
from sandtable.play.explain import log_lines
from sandtable.play.session import EVERY
from sandtable.players.randomly import answer_randomly
from sandtable.server.games import Hosted
from sandtable.server.hall import Hall
from sandtable.server.limits import Allowances
from sandtable.server.links import Links
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.wire import PERSON

HERE = "127.0.0.1"


@asynccontextmanager
async def hall_at(path: Path) -> AsyncIterator[Hall]:
    settings = Settings(f"sqlite:///{path}")
    store = await Store.open(settings.database)
    hall = Hall(store, Links(await store.secret()), settings, Allowances(settings.limits))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


async def play(game: Hosted, answers: int, seed: int) -> None:
    rng = Random(seed)
    for _ in range(answers):
        ask = game.begun.ask
        assert ask is not None
        await game._take_in(ask.side, answer_randomly(game.begun.state, ask, rng))


async def begun(path: Path, answers: int) -> tuple[str, str, int]:
    """A game in a database: its id, its digest, its inputs."""
    async with hall_at(path) as hall:
        seats = dict.fromkeys(("axis", "allied"), PERSON)
        game = await hall.make(HERE, "gew:barbarossa", {"automatic_setup": True}, seats, "full")
        game.kept = game.kept._replace(
            seats={name: seat._replace(joined=True) for name, seat in game.kept.seats.items()}
        )
        await game.begin()
        await play(game, answers, 1)
        return game.kept.id, game.begun.state.digest(), len(game.begun.inputs)


def changed(path: Path, least: int, snapshots: bool) -> int:
    """Other rules in the database, and an answer that today's do not admit."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET setup = 'other', rules = '0', release = '0.0.9'")
        if not snapshots:
            database.execute("DELETE FROM snapshots")
        for number, line in database.execute("SELECT number, line FROM inputs ORDER BY number").fetchall():
            entry = json.loads(line)
            if number >= least and "picks" in entry and not entry.get("forced"):
                said = json.dumps(entry | {"picks": ["fly", "0101"]})
                database.execute("UPDATE inputs SET line = ? WHERE number = ?", (said, number))
                return int(number)
    raise AssertionError("nothing to change")


def run(story: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(story())


@pytest.mark.parametrize("snapshots", [True, False])
def test_a_game_goes_on_after_its_rules_have_changed(tmp_path: Path, snapshots: bool) -> None:
    async def story() -> None:
        path = tmp_path / "games.sqlite"
        id, digest, inputs = await begun(path, 80)
        at = changed(path, 60, snapshots)
        async with hall_at(path) as hall:
            game = await hall.game(id, HERE)
            session = game.begun
            assert len(session.eras) == 1
            if snapshots:  # one was taken as the server went down
                assert (session.state.digest(), session.base) == (digest, inputs)
            else:
                assert len(session.inputs) == at
                assert len(session.eras[0].void) == inputs - at
            assert any("this game was played with rules 0 (0.0.9)" in line for line in log_lines(session.state, None))
            assert game.timeline is not None
            for stop in game.timeline.stops:
                game.timeline.at(stop)
            await play(game, 30, 2)
            now, log = session.state.digest(), log_lines(session.state, Side(0))
        async with hall_at(path) as hall:
            again = (await hall.game(id, HERE)).begun
            assert again.state.digest() == now
            assert log_lines(again.state, Side(0)) == log
            assert len(again.eras) == 1
            assert again.record().verify_dice() == len(again.record().rolls())

    run(story)


def test_a_game_goes_on_though_rules_refuse_what_came_before_they_last_changed(tmp_path: Path) -> None:
    """Every answer was refused from then on: more was stored than there was."""

    async def story() -> None:
        path = tmp_path / "games.sqlite"
        id, _, _ = await begun(path, 80)
        changed(path, 60, snapshots=False)
        async with hall_at(path) as hall:
            await play(await hall.game(id, HERE), 5, 2)
        at = changed(path, 20, snapshots=False)
        with closing(sqlite3.connect(path)) as database, database:
            line = json.loads(database.execute("SELECT line FROM eras").fetchone()[0])
            database.execute("UPDATE eras SET line = ?", (json.dumps(line | {"set-up": "other"}),))
        async with hall_at(path) as hall:
            game = await hall.game(id, HERE)
            assert (len(game.begun.inputs), len(game.begun.eras)) == (at, 2)
            await play(game, 5, 3)
            now = game.begun.state.digest()
        async with hall_at(path) as hall:
            again = (await hall.game(id, HERE)).begun
            assert (again.state.digest(), len(again.eras)) == (now, 2)
            assert again.record().verify_dice() == len(again.record().rolls())

    run(story)


def test_snapshots_are_stored_with_the_inputs_and_taken_back_with_them(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "games.sqlite"
        id, _, inputs = await begun(path, 80)
        async with hall_at(path) as hall:
            numbers = [snapshot.number for snapshot in (await hall.store.stored(id)).snapshots]
            assert numbers[-1] == inputs
            assert len(numbers) >= inputs // (2 * EVERY)
            await hall.store.cut(id, inputs - 1)
            assert [each.number for each in (await hall.store.stored(id)).snapshots] == numbers[:-1]

    run(story)
