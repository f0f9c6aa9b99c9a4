"""What a table costs its server: questions, drafts and answers of games at which two people sit, played at random.

Everything is made as it is sent, to lines that only listen: sockets and what clients do are not counted. Several games
are answered at once, since what waits to be stored is stored together.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from sandtable.core.flow import Ask
from sandtable.core.system import Scenario
from sandtable.play.session import Session
from sandtable.players.randomly import answer_randomly
from sandtable.server import questions, wire
from sandtable.server.answers import look_up
from sandtable.server.documents import Album, see
from sandtable.server.games import Hosted
from sandtable.server.hall import Hall
from sandtable.server.limits import Allowances
from sandtable.server.links import Key, Links
from sandtable.server.rooms import encode
from sandtable.server.settings import Limits, Settings
from sandtable.server.store import Store
from sandtable.server.work import Here

ASKED = 120  # questions of which each is told
GAMES, ROUNDS, WARM = 8, 40, 5  # games that are answered at once, how often, and before anything is counted
GARBAGE = (20_000, 20, 20)  # as a server has it
CLIENT = "bench"
PLENTY = (1e9, 1e9)  # whoever measures waits for nobody
LIMITS = Limits(messages=PLENTY, look_ups=PLENTY, games=PLENTY, stored=PLENTY)


def measured(subject: str, scenario: Scenario) -> dict[str, float]:
    return {**asked(scenario), **asyncio.run(answered(subject, scenario))}


def asked(scenario: Scenario) -> dict[str, float]:
    """The next question as it is sent, with what its verbs open, of positions to which a game has just come."""
    took, rng, album = list[float](), Random("asked"), Album(scenario)
    opened: Callable[..., Any] = getattr(
        questions, "openings", lambda *_: None
    )  # older ones are told with the question
    session = Session(scenario, "asked 0")
    while len(took) < ASKED:
        if (ask := session.ask) is None:
            session = Session(scenario, f"asked {len(took)}")
            continue
        sight = see(album, session.state, ask.side)
        start = time.process_time()
        encode(questions.question(album, session.drafts, len(session.inputs), 0, sight))
        encode(opened(album, session.drafts))
        took.append(time.process_time() - start)
        for _ in range(2):
            play_on(session, rng)
    return {"question_us": median(took) * 1e6}


def play_on(session: Session, rng: Random) -> None:
    if isinstance(ask := session.ask, Ask):
        session.submit(ask.side, answer_randomly(session.state, ask, rng))


class Listener:
    """A line that hears what is sent and says nothing by itself."""

    def __init__(self, seat: str) -> None:
        self.seat, self.ended, self.heard = seat, False, list[bytes]()

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    def end(self, text: str, code: object = None) -> None:
        self.ended = True

    def question(self) -> Any:
        """What its seat is asked, if it is."""
        told = [said for said in map(msgspec.json.decode, self.heard) if said["type"] in ("game", "change")]
        self.heard.clear()
        return told[-1]["question"] if told else None


class Table:
    """A game, and who sits at it."""

    def __init__(self, hall: Hall, game: Hosted, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.lines = [Listener(side) for side in game.sides]
        self.here = Here(hall.work, CLIENT)
        self.drafts = list[float]()  # seconds of each

    async def sit_down(self) -> None:
        for line in self.lines:
            await self.game.take(Key(self.game.kept.id, line.seat, 1), "", "")
            await self.game.enter(line, Key(self.game.kept.id, line.seat, 2))

    async def drawn(self) -> Awaitable[None]:
        """An answer, drawn pick by pick from what is offered."""
        line, question = next((line, found) for line in self.lines if (found := line.question()))
        picked = list[str]()
        while question["slot"]:
            word = self.rng.choice(question["picks"])["id"]
            picked.append(word)
            if question["opens"].get(word, {"kind": word})["kind"] == "":
                break  # a verb by itself
            question = await self.drafted(line, picked)
        return self.game.answer(line, wire.GiveAnswer(1, len(self.game.begun.inputs), picked))

    async def drafted(self, line: Listener, picked: list[str]) -> Any:
        """What is asked after these picks."""
        message = wire.Draft(1, len(self.game.begun.inputs), list(picked))
        start = time.process_time()
        await look_up(self.game, line, message, self.here)
        self.drafts.append(time.process_time() - start)
        return msgspec.json.decode(line.heard.pop())["body"]


async def answered(subject: str, scenario: Scenario) -> dict[str, float]:
    """One more pick of an answer; and an answer from when it is heard until it is stored and both seats are told."""
    took, drafts = list[float](), list[float]()
    gc.set_threshold(*GARBAGE)
    with TemporaryDirectory(prefix="sandtable-bench-") as folder:
        store = await Store.open(f"sqlite:///{Path(folder, 'games.db')}")
        hall = Hall(store, Links("bench"), Settings("", limits=LIMITS), Allowances(LIMITS))
        tables = [await table(hall, subject, scenario, nth) for nth in range(GAMES)]
        for nth in range(WARM + ROUNDS):
            answers = [await each.drawn() for each in tables]
            start = time.process_time()  # of all threads, without what waits for a disk
            await asyncio.gather(*answers)
            if nth >= WARM:
                took.append((time.process_time() - start) / len(answers))
                drafts += [seconds for each in tables for seconds in each.drafts]
            for at, each in enumerate(tables):
                each.drafts.clear()
                if each.game.begun.ask is None:
                    tables[at] = await table(hall, subject, scenario, GAMES * (nth + 1) + at)
        await hall.close()
        await store.close()
    return {"draft_us": median(drafts) * 1e6, "answer_us": median(took) * 1e6}


async def table(hall: Hall, subject: str, scenario: Scenario, nth: int) -> Table:
    """A new one, at which two people have sat down."""
    seats = dict.fromkeys(scenario.sides, wire.PERSON)
    game = await hall.make(CLIENT, subject, dict(scenario.options), seats, "full")
    game.kept = game.kept._replace(seed=f"table {nth}")
    found = Table(hall, game, Random(f"table {nth}"))
    await found.sit_down()
    return found
