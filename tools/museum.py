"""Writes tests/museum/RELEASE/: games as this release leaves them, for all later ones to open.

Every scenario of every family, as it comes and with its options turned, whole and broken off, by random and by greedy
players: as records (`*.game.gz`) and as the database of a server (`games.sql.gz`), with how each stands there
(`games.json`). Each release adds its own folder before it is tagged, and no folder is ever changed. `--list` tells how
every record that is there opens today.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import toy  # noqa: E402  # registered here, as tests do
from sandtable import __version__  # noqa: E402
from sandtable.core.rules import Side  # noqa: E402
from sandtable.core.system import ScenarioInfo, find_system, register  # noqa: E402
from sandtable.play.lessons import find_lesson  # noqa: E402
from sandtable.play.notation import written  # noqa: E402
from sandtable.play.opening import replay, resume_sealed  # noqa: E402
from sandtable.play.positions import position_text  # noqa: E402
from sandtable.play.record import Record  # noqa: E402
from sandtable.play.session import Session, start, start_at  # noqa: E402
from sandtable.play.table import computer_answer  # noqa: E402
from sandtable.players import player  # noqa: E402
from sandtable.server.games import Hosted, taken_along  # noqa: E402
from sandtable.server.hall import Hall  # noqa: E402
from sandtable.server.limits import Allowances  # noqa: E402
from sandtable.server.links import Key, Links  # noqa: E402
from sandtable.server.settings import Limits, Settings  # noqa: E402
from sandtable.server.store import Store  # noqa: E402
from sandtable.server.wire import PERSON, GiveAnswer  # noqa: E402

FAMILIES = ("gew", "ocs", "use", "toy")
HERE = "127.0.0.1"
SHORT = 0.4  # where games are broken off, as a part of the whole
LESSON_STEPS = 3  # of a lesson that is left unfinished
INPUTS = {"random": 150, "greedy": 80}  # of a server's games


class Exhibit(NamedTuple):
    """How a game is played: which options, by whom."""

    scenario: str
    title: str
    options: Mapping[str, bool]
    players: str


def exhibits(code: str) -> Iterator[Exhibit]:
    for info in find_system(code).scenarios():
        name = f"{code}:{info.name}"
        yield Exhibit(name, "", info.ready_made, "greedy")
        yield Exhibit(name, "+turned", turned(info), "greedy")
        yield Exhibit(name, "", {}, "random")
        yield Exhibit(name, "+turned", turned(info), "random")


def turned(info: ScenarioInfo) -> dict[str, bool]:
    """Every switch the other way, and the counters set up."""
    return {option.name: not option.default for option in info.options}


def play(session: Session, players: str, inputs: int | None = None) -> Session:
    """On until it is over, or so long."""
    seats = {Side(side): player(players, f"museum {side}") for side in range(len(session.scenario.sides))}
    while (ask := session.ask) is not None and (inputs is None or len(session.inputs) < inputs):
        session.submit(ask.side, computer_answer(session, seats[ask.side], "museum"))
    return session


# ------------------------------------------------------------------------------------------------ records


def records(code: str) -> Iterator[tuple[str, str]]:
    """Their names and texts."""
    for each in exhibits(code):
        name = f"{each.scenario.replace(':', '-')}{each.title}-{each.players}"
        whole = play(start(each.scenario, f"museum {name}", each.options), each.players)
        yield name, text(whole)
        part = play(start(each.scenario, f"museum {name}", each.options), each.players, int(len(whole.inputs) * SHORT))
        yield f"{name}-part", text(part)
        if not each.title:
            yield f"{name}-sealed", text(part, sealed=True)
            forked = start_at(position_text(taken_along(part.state, Side(0), name)), f"museum {name} from here")
            yield f"{name}-from-here", text(play(forked, each.players, len(whole.inputs) // 3))


def text(session: Session, sealed: bool = False) -> str:
    return "\n".join(session.record(sealed).lines()) + "\n"


# ------------------------------------------------------------------------------------------------ a server's database


class Quiet:
    """A connection that listens to nothing."""

    ended = False

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def send(self, message: bytes) -> None:
        pass

    def end(self, text: str, code: object = None) -> None:
        raise AssertionError(text)


async def serve(path: Path, brought: Mapping[str, str]) -> dict[str, dict[str, object]]:
    """Games made, played, taught, forked and imported by a server; how each stands."""
    store = await Store.open(f"sqlite:///{path}")
    settings = Settings(f"sqlite:///{path}", limits=Limits(look_ups=(1e9, 1e9), stored=(1e9, 1e9)))
    hall = Hall(store, Links(await store.secret()), settings, Allowances(settings.limits))
    games: list[Hosted] = [
        await hall.make(HERE, "toy:ford", {}, {"red": PERSON, "blue": PERSON}, "full", "Nobody came")
    ]
    for code in FAMILIES:
        for each in exhibits(code):
            games += await played(hall, each)
        for lesson in find_system(code).lessons():
            games += [await taught(hall, f"{code}:{lesson.id}", steps) for steps in (LESSON_STEPS, None)]
    for name, record in brought.items():
        if "campaign" not in name and name.endswith(("random", "greedy-sealed", "from-here")):
            games.append(await hall.bring(HERE, record))
    stand = {game.kept.id: stands(game) for game in games}
    await hall.close()
    await store.close()
    return stand


async def played(hall: Hall, each: Exhibit) -> list[Hosted]:
    """A game between two persons, one of them gone; and if it is played as it comes, a fork of it."""
    sides = find_system(each.scenario.partition(":")[0]).info(each.scenario.partition(":")[2]).sides
    title = f"{each.scenario}{each.title}, {each.players}"
    game = await hall.make(HERE, each.scenario, dict(each.options), dict.fromkeys(sides, PERSON), "full", title)
    for side in sides:
        await game.take(Key(game.kept.id, side, game.kept.seats[side].version), f"salt of {side}", side.title())
    session, lines = game.begun, {side: Quiet(side) for side in sides}
    seats = {Side(side): player(each.players, f"museum {side}") for side in range(len(sides))}
    while (ask := session.ask) is not None and len(session.inputs) < INPUTS[each.players]:
        said = computer_answer(session, seats[ask.side], "museum")
        await answer(game, lines[sides[ask.side]], written(session.state, ask.form, said))
    await game.say(lines[sides[0]], "Well played – so far.")
    await game.jot(lines[sides[1]], "Watch the flank.")
    if each.title:
        return [game]
    assert game.timeline is not None
    at = game.timeline.stops[len(game.timeline.stops) // 2]
    return [game, await hall.fork(HERE, game, sides[0], at, dict.fromkeys(sides, PERSON), "full")]


async def answer(game: Hosted, line: Quiet, words: Sequence[str]) -> None:
    await game.answer(line, GiveAnswer(ref=0, n=len(game.begun.inputs), picked=list(words)))


async def taught(hall: Hall, name: str, steps: int | None) -> Hosted:
    """A lesson taken so far, or to its end."""
    game = await hall.lesson(HERE, name)
    course, learner = game.course, Quiet(find_lesson(name).side)
    assert course is not None
    await game.follow_lesson()
    while (now := course.now) is not None and (steps is None or course.nth < steps):
        if now.kind == "answer":
            words = [word for word in now.patterns[0] if word != "*"]
            if words != [*now.patterns[0]]:  # anything will do
                words += game.begun.offers(*words)[:1]
            await answer(game, learner, words)
        else:
            course.looked(*(("why",) if now.kind == "refusal" else ()), *now.patterns[0])
        await game.follow_lesson()
    return game


def stands(game: Hosted) -> dict[str, object]:
    """What must be true of it for ever: as whoever opens it today finds it."""
    session = game.session
    digest = session.state.digest() if session is not None else ""
    return {"title": game.kept.title, "inputs": len(session.inputs) if session else 0, "digest": digest}


# ------------------------------------------------------------------------------------------------ the folder


def listed() -> None:
    """A line for every record that was ever put there: how it opens today, and that it is played on."""
    for path in sorted((ROOT / "tests" / "museum").glob("*/*.game.gz")):
        record = Record.parse(gzip.decompress(path.read_bytes()).decode().splitlines(), path)
        session = replay(record, path=path)
        era = session.eras[-1] if session.eras else None
        opens = "replayed whole"
        if era is not None and era.because:
            opens = f"goes on from input {era.at}: {era.because}"
        on = "over"
        if session.ask is not None:
            going = resume_sealed(record, path) if record.seed is None else session
            before = len(going.inputs)
            on = f"{len(play(going, 'random', before + 5).inputs) - before} inputs played on"
        name = path.name.removesuffix(".game.gz")
        print(
            f"{path.parent.name} {name}: {record.system}:{record.scenario}, {len(record.inputs)} inputs, {opens}, {on}"
        )


def main() -> None:
    register(toy.SYSTEM)
    if "--list" in sys.argv[1:]:
        listed()
        return
    folder = ROOT / "tests" / "museum" / __version__
    folder.mkdir()  # what was put there once is never written over
    texts = {name: text for code in FAMILIES for name, text in records(code)}
    for name, record in texts.items():
        pack(folder / f"{name}.game.gz", record)
    with tempfile.TemporaryDirectory() as where:
        path = Path(where) / "games.sqlite"
        stand = asyncio.run(serve(path, texts))
        with closing(sqlite3.connect(path)) as database:
            pack(folder / "games.sql.gz", "\n".join(database.iterdump()) + "\n")
    (folder / "games.json").write_text(json.dumps(stand, indent=1) + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{folder.relative_to(ROOT)}: {len(texts)} records and {len(stand)} games of a server, {size // 1000} kB")


def pack(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
