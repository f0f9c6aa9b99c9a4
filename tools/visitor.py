"""A client that plays at random over the wire and remembers what it was told is stored. For tests and measurements."""

from __future__ import annotations

import sys
import time
from itertools import count
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect


class Pick(Struct):
    id: str


class Opening(Struct):
    kind: str


class Question(Struct):
    n: int
    slot: str
    picks: list[Pick]
    opens: dict[str, Opening]


class Heard(Struct):
    """Whatever the server sends, as far as anybody here looks at it."""

    type: str
    ref: int = 0
    n: int = 0
    code: str = ""
    question: Question | None = None
    to_play: str = ""
    started: bool = True
    undo: str = ""
    body: Question | None = None  # of a draft
    reasons: list[dict[str, Any]] = []
    text: str = ""


decode = msgspec.json.Decoder(Heard).decode
encode = msgspec.json.Encoder().encode


class Refused(Exception):
    """The server said no to something that was offered."""


class Memory:
    """What the visitors of a game were told is stored; and what one of them has sent and not heard of yet."""

    def __init__(self) -> None:
        self.reached = 0  # inputs
        self.answers: dict[int, tuple[str, list[str]]] = {}  # by the number they were given at: who and what
        self.said: list[str] = []
        self.doubtful: dict[str, Any] = {}
        self.seconds: list[float] = []  # from sending an answer to hearing that it is stored

    def stored(self, seat: str, message: dict[str, Any], now: int, seconds: float) -> None:
        if self.doubtful is message:  # the other may have sent his own before this was heard
            self.doubtful = {}
        undone = message["type"] == "undo"
        self.reached = now if undone else max(self.reached, now)
        if undone:
            self.answers = {n: said for n, said in self.answers.items() if n < now}
        else:
            self.answers[message["n"]] = (seat, message["picked"])
            self.seconds.append(seconds)


SOURCES = (f"127.{n // 60_000 + 1}.{n // 240 % 250}.{n % 240 + 1}" for n in count())


class Visitor:
    """At one seat of one game; where a machine has many addresses for itself, from one of his own: what one may ask for
    is limited."""

    def __init__(self, address: str, seat: str, key: str, memory: Memory, rng: Random, undoes: float = 0.0) -> None:
        self.address, self.seat, self.key, self.memory, self.rng = address, seat, key, memory, rng
        self.undoes = undoes  # how often it takes an answer back
        self.game: Heard | None = None  # as last told
        self.refs = self.messages = 0

    async def play(self) -> None:
        """Until the game is over."""
        source = (next(SOURCES), 0) if sys.platform == "linux" else None
        async with connect(self.address, max_size=None, compression=None, local_addr=source) as socket:
            await socket.send(encode({"type": "hello", "token": self.key}), text=True)
            while True:
                if self.game is None or (self.game.to_play and self.game.question is None) or not self.game.started:
                    await self._hear(socket)
                elif self.game.question is None:
                    return
                elif not self.game.undo and self.rng.random() < self.undoes:
                    await self._submit(socket, {"type": "undo", "n": self.game.n})
                else:
                    n = self.game.n
                    await self._submit(socket, {"type": "answer", "n": n, "picked": await self._drawn(socket)})

    async def _hear(self, socket: ClientConnection, ref: int = -1) -> Heard:
        """The next message, or the one with a number."""
        while True:
            heard = decode(await socket.recv())
            self.messages += 1
            if heard.type in ("game", "change"):
                self.game = heard
            elif heard.type == "closed":
                raise Refused(heard.text)
            if heard.ref == ref or ref < 0:
                return heard

    async def ask(self, socket: ClientConnection, message: dict[str, Any]) -> Heard:
        self.refs += 1
        await socket.send(encode({**message, "ref": self.refs}), text=True)
        heard = await self._hear(socket, self.refs)
        if heard.type == "refused":
            raise Refused(f"{message}: {heard.code}: {'; '.join(each['text'] for each in heard.reasons)}")
        return heard

    async def _submit(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.game = None
        self.memory.doubtful = message
        began = time.perf_counter()
        heard = await self.ask(socket, message)
        self.memory.stored(self.seat, message, heard.n, time.perf_counter() - began)

    async def _drawn(self, socket: ClientConnection) -> list[str]:
        """An answer, drawn pick by pick from what is offered."""
        assert self.game is not None
        question, picked = self.game.question, list[str]()
        while question is not None and question.slot:
            pick = self.rng.choice(question.picks).id
            opening = question.opens.get(pick)
            picked.append(pick)
            if opening is not None and not opening.kind:
                break  # a verb by itself
            question = (await self.ask(socket, {"type": "draft", "n": question.n, "picked": picked})).body
        return picked
