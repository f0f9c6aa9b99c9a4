"""Every game ever put here is opened, told and played on, for ever: a game is never changed, only added.

`tools/museum.py` adds a folder of them before a release is tagged: records, and the database of a server.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import TypedDict

import pytest

from sandtable.core.rules import Side
from sandtable.core.system import find_system
from sandtable.play.explain import log_lines
from sandtable.play.opening import replay, resume_sealed, verify
from sandtable.play.record import Answer, Record
from sandtable.play.session import Session
from sandtable.play.timeline import Timeline
from sandtable.server.games import Hosted
from sandtable.server.hall import Hall
from sandtable.server.limits import Allowances
from sandtable.server.links import WATCH, Links
from sandtable.server.settings import Limits, Settings
from sandtable.server.store import Store
from sandtable.server.wire import PERSON

MUSEUM = Path(__file__).parent
RECORDS = sorted([*MUSEUM.glob("*.game"), *MUSEUM.glob("*/*.game.gz")])
SERVERS = sorted(MUSEUM.glob("*/games.sql.gz"))
HERE = "127.0.0.1"
PLAYED_ON = 5  # answers, to show that a game goes on


def test_the_museum_has_every_scenario_of_its_time() -> None:
    """Every family, whole and broken off, in records and in a database."""
    for scenario in ("gew:campaign", "gew:barbarossa", "gew:north-africa-1941", "use:poland-1939", "use:france-1940",
                     "use:balkans-1941", "ocs:primosole", "ocs:crusader", "toy:ford", "toy:duel"):  # fmt: skip
        names = [path.name for path in RECORDS if path.name.startswith(scenario.replace(":", "-"))]
        for wanted in ("greedy.game", "random.game", "greedy-part.game", "random-part.game", "turned", "from-here"):
            assert any(wanted in name for name in names), f"{scenario}: no record {wanted}"
        titles = [game["title"] for path in SERVERS for game in standing(path).values()]
        assert any(title.startswith(scenario) for title in titles), f"{scenario}: no row"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.name.partition('.game')[0]}")
def test_an_old_record_still_holds(path: Path) -> None:
    """Today's rules admit it and lead where it says; or it opens up to what they refuse, which is told."""
    record = opened(path)
    assert Record.parse(record.lines(), path) == record
    session = replay(record, path=path)
    assert log_lines(session.state, None)
    if record.seed is not None:
        assert verify(record, path) == len(record.rolls())
    if session.eras and session.eras[-1].because:
        assert "(" in session.eras[-1].because  # the rule that refuses it
    else:
        assert session.inputs == record.inputs
        assert session.state.digest() == record.end
    look_back(session)
    if session.ask is not None:
        play_on(resume_sealed(record, path) if record.seed is None else session)
        again = Record.parse(session.record().lines())
        assert replay(again).state.digest() == session.state.digest()


def look_back(session: Session) -> None:
    timeline = Timeline(session)
    for stop in timeline.stops[:: max(1, len(timeline.stops) // 4)]:
        assert timeline.at(stop)[1] <= len(session.log)


def opened(path: Path) -> Record:
    if path.suffix != ".gz":
        return Record.load(path)
    return Record.parse(gzip.decompress(path.read_bytes()).decode().splitlines(), path)


def play_on(session: Session) -> None:
    """A few answers more, anything legal."""
    rng = Random(len(session.inputs))
    for _ in range(PLAYED_ON):
        if (ask := session.ask) is not None:
            session.submit(ask.side, ask.form.fill(session.state, rng.choice))


# ------------------------------------------------------------------------------------------------ rows


class Stood(TypedDict):
    """How a game of a database stood."""

    title: str
    inputs: int
    digest: str  # "" if it had not begun


def standing(path: Path) -> dict[str, Stood]:
    """The games of a database by their ids."""
    found: dict[str, Stood] = json.loads(path.with_name("games.json").read_text(encoding="utf-8"))
    return found


@asynccontextmanager
async def hall_of(path: Path, where: Path) -> AsyncIterator[Hall]:
    """A server of today on an old database."""
    where /= "games.sqlite"
    with closing(sqlite3.connect(where)) as database:
        database.executescript(gzip.decompress(path.read_bytes()).decode())
    store = await Store.open(f"sqlite:///{where}")
    settings = Settings(f"sqlite:///{where}", limits=Limits(look_ups=(1e9, 1e9), stored=(1e9, 1e9)))
    hall = Hall(store, Links(await store.secret()), settings, Allowances(settings.limits))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


@pytest.mark.parametrize("path", SERVERS, ids=lambda path: path.parent.name)
def test_a_server_of_today_opens_every_game_of_an_old_one(path: Path, tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_of(path, tmp_path) as hall:
            for id, stood in standing(path).items():
                game = await hall.game(id, HERE)
                assert game.kept.title == stood["title"]
                if stood["digest"]:
                    await look(hall, game, stood)
                else:
                    brought = bool(game.kept.earlier)  # it was begun elsewhere
                    assert bool(game.kept.rules) == brought  # any other will begin by those of that day

    asyncio.run(work())


def test_what_is_made_of_an_old_game_has_the_numbers_it_was_begun_with(tmp_path: Path) -> None:
    """Poland had a National Will of 17: so it has in a fork, and in a game that is brought along and played on."""
    path = next(path for path in SERVERS if path.parent.name == "0.1.0")
    ids = {stood["title"]: id for id, stood in standing(path).items()}

    async def work() -> None:
        async with hall_of(path, tmp_path) as hall:
            game = await hall.game(ids["use:poland-1939, greedy"], HERE)
            assert game.timeline is not None
            seats = dict.fromkeys(game.sides, PERSON)
            fork = await hall.fork(HERE, game, game.sides[0], game.timeline.stops[3], seats, "full")
            record = opened(path.with_name("use-poland-1939-greedy-part.game.gz"))
            brought = await hall.bring(HERE, "\n".join(record.lines()))
            for made in (fork, brought):
                assert made.kept.scenario == "use:poland-1939@poland_will=17"
                hello = json.loads(await made._whole(made.sides[0]))
                assert hello["scene"] == "/api/scenes/use:poland-1939"  # the same map

    asyncio.run(work())


async def look(hall: Hall, game: Hosted, stood: Stood) -> None:
    """As it stood, or up to what is refused; its past to be looked at, and to be played on."""
    session, era = game.begun, game.begun.eras[-1] if game.begun.eras else None
    if era is None or not era.because:
        assert len(session.inputs) == stood["inputs"]
        assert session.state.digest() == stood["digest"]
    assert game.timeline is not None
    async with hall.work.turn(HERE) as turn:
        for at in game.timeline.stops[:: max(1, len(game.timeline.stops) // 4)]:
            looked = await game.look_back(game.sides[0], at, turn)
            assert (await game.look_back(WATCH, at, turn)).n == looked.n == at
    before = len(session.inputs)
    play_on(session)
    await game.store.append(game.kept.id, before, session.inputs[before:])


def test_a_side_of_an_old_game_is_still_known() -> None:
    """Names in records are for ever: those of systems, scenarios, sides and options."""
    for path in RECORDS:
        record = opened(path)
        scenario = find_system(record.system).load(record.scenario, record.options)
        sides = {entry.side for entry in record.inputs if isinstance(entry, Answer)}
        assert {scenario.side(side) for side in sides} <= {Side(side) for side in range(len(scenario.sides))}
