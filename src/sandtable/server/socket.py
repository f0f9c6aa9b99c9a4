"""The socket: one message after the other, each read, checked and answered; and what happens sent as it happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.core.errors import BadInput, NoRoom
from sandtable.server import wire
from sandtable.server.answers import SLOW, Slow, check, look_up, looked
from sandtable.server.games import Hosted
from sandtable.server.hall import Elsewhere, Hall, NoSuchGame
from sandtable.server.limits import address
from sandtable.server.links import Key
from sandtable.server.refusals import (
    BUG,
    ILLEGAL,
    MALFORMED,
    NO_HELLO,
    NOT_STORED,
    TOO_FAST,
    TOO_LARGE,
    Close,
    Refusal,
)
from sandtable.server.rooms import encode
from sandtable.server.settings import Limits
from sandtable.server.wire import Reason
from sandtable.server.work import Here

log = logging.getLogger("sandtable.server")
CLOSES = {NoSuchGame: Close.NOT_FOUND, Elsewhere: Close.ELSEWHERE}  # by what the hall says of a key
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
decode = msgspec.json.Decoder(wire.ToServer).decode
HELLO_WITHIN = 15  # seconds
LAST_WORDS = 2  # seconds a client has to hear them
BEHIND = 4_000_000  # bytes that a slow client may be behind
# What is kept of them is about as long.
STORED = (wire.GiveAnswer, wire.Revoke, wire.Redo, wire.ChangeSeat, wire.GiveOrders, wire.Say, wire.Jot)
LONGEST_WORDS = 120  # bytes of the reason that goes with a code


class Connection:
    """A client. What is sent to it waits in a queue, so that nobody waits for a slow one."""

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        self.socket, self.hall = socket, hall
        self.client = address(socket.scope)
        self.limits: Limits = hall.settings.limits
        self.allowances = hall.allowances
        self.seat = ""
        self.game: Hosted | None = None
        self.key: Key | None = None
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.behind = 0  # bytes that wait in it
        self.tasks: set[asyncio.Task[None]] = set()
        self.plans: set[int] = set()  # being made for it, by the number of the message
        self.ended = False
        self.code, self.last_words = Close.DONE, ""

    # ------------------------------------------------------------------ sending

    def send(self, message: bytes) -> None:
        if self.ended:
            return
        if self.behind > BEHIND:
            self._close(Close.BEHIND)
            return
        self.behind += len(message)
        self.queue.put_nowait(message)

    def end(self, text: str, code: Close = Close.NO_ENTRY) -> None:
        """Where there is no coming back, a message says so too."""
        if code is not Close.ELSEWHERE:
            self.send(encode(wire.Closed(text)))
        self._close(code, text)

    def _close(self, code: Close = Close.DONE, text: str = "") -> None:
        """After all that waits to be sent; one that is too far behind hears no more."""
        if self.ended:
            return
        self.ended, self.code, self.last_words = True, code, text
        while self.behind > BEHIND and not self.queue.empty():
            self.behind -= len(self.queue.get_nowait() or b"")
        self.queue.put_nowait(None)

    async def write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may go while we speak
            while (message := await self.queue.get()) is not None:
                self.behind -= len(message)
                await self.socket.send_text(message.decode())
            await self.socket.close(self.code, self.last_words.encode()[:LONGEST_WORDS].decode(errors="ignore"))

    # ------------------------------------------------------------------ receiving

    async def run(self) -> None:
        """Until the client goes. Whatever it said before that is carried out to the end."""
        writer = asyncio.create_task(self.write())
        try:
            await self._read()
        finally:
            for task in self.tasks:
                task.cancel()
            if self.game is not None:
                await self.game.leave(self)
            self._close()
            await asyncio.wait({writer}, timeout=LAST_WORDS)
            writer.cancel()

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect), self._in_time():
            async with asyncio.timeout(HELLO_WITHIN) as patience:
                while True:
                    message = await self.socket.receive()
                    if message["type"] == "websocket.disconnect" or self.ended:
                        return
                    await self._heard(message.get("text"))
                    if self.game is not None:
                        patience.reschedule(None)

    @contextlib.contextmanager
    def _in_time(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError:
            self._close(Close.NO_HELLO, "no hello has come")

    async def _heard(self, text: str | None) -> None:
        self.hall.tally.messages += 1
        try:
            message = self._read_message(text)
            if isinstance(message, SLOW):
                self._begin(self._look_up(message))
            else:
                await self._handle(message)
        except Refusal as refusal:
            self.refuse(reference(text), refusal)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            self._failed(reference(text), error)

    def _read_message(self, text: str | None) -> wire.ToServer:
        if text is None:
            raise Refusal(MALFORMED, "a message is text, not bytes")
        if len(text) > self.limits.message:
            raise Refusal(TOO_LARGE, f"a message has at most {self.limits.message} characters, this one {len(text)}")
        if not self.allowances.messages.take(self.client):
            raise Refusal(TOO_FAST, "messages come too fast: wait a moment")
        try:
            message: wire.ToServer = decode(text)
        except UNREADABLE as error:
            raise Refusal(MALFORMED, f"the message cannot be read: {error}") from error
        picked = getattr(message, "picked", ())
        if len(picked) > self.limits.picks:
            raise Refusal(TOO_LARGE, f"an answer has at most {self.limits.picks} picks, this one {len(picked)}")
        if self.game is None and not isinstance(message, wire.Greet):
            raise Refusal(NO_HELLO, "say hello first, with the key of a seat")
        if isinstance(message, STORED):
            self.hall.allow_storing(self.client, len(text))
        return message

    def refuse(self, ref: int, refusal: Refusal) -> None:
        self.hall.tally.refusals[refusal.code] += 1
        self.hall.tally.bugs += refusal.code == BUG
        self.send(encode(wire.Refused(ref, refusal.code, list(refusal.reasons))))

    def _failed(self, ref: int, error: Exception) -> None:
        if isinstance(error, NoRoom):
            log.error("a message could not be stored: %s", error)
            self.refuse(ref, Refusal(NOT_STORED, f"{error}: this could not be stored, so it did not happen"))
            return
        log.error("a message failed", exc_info=error)
        self.refuse(ref, Refusal(BUG, Reason("the server failed over this: it is a bug, and nothing was changed")))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """A look-up that takes long does not keep others waiting."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _look_up(self, message: Slow) -> None:
        assert self.game is not None
        with self._refusing(message.ref):
            async with self.hall.work.turn(self.client) as turn:
                await look_up(self.game, self, message, turn)

    async def _orders(self, message: wire.AskOrders) -> None:
        game = self.game
        assert game is not None
        with self._refusing(message.ref):
            async with self.hall.work.turn(self.client) as turn:
                game.send(wire.Reply(message.ref, await game.ordered(self.seat, message.side, turn)), [self])

    async def _plan(self, message: wire.AskPlan) -> None:
        """One at a time; whoever goes away wants it no more."""
        game, ref, work = self.game, message.ref, self.hall.work
        assert game is not None

        begun = 0.0  # before that others were thought for

        def tell(share: float) -> None:
            nonlocal begun
            begun = begun or time.monotonic() if share else 0.0
            self.send(encode(wire.Planning(ref, share)))

        with self._refusing(ref):
            check(game, self.seat, message)
            if self.plans:
                raise Refusal(TOO_FAST, "a plan is being made already: wait for it, or say that it is enough")
            work.begin(self.client)
            work.check(self.client)
            self.plans.add(ref)
            try:
                found = await self.hall.computers.advise(game, self.seat, message, lambda: ref in self.plans, tell)
            finally:
                self.plans.discard(ref)
                work.pay(self.client, time.monotonic() - begun if begun else 0.0)
            game.send(wire.Reply(ref, found), [self])

    @contextlib.contextmanager
    def _refusing(self, ref: int) -> Iterator[None]:
        try:
            yield
        except Refusal as refusal:
            self.refuse(ref, refusal)
        except Exception as error:
            self._failed(ref, error)

    async def _handle(self, message: wire.ToServer) -> None:
        if isinstance(message, wire.Greet):
            await self._greet(message.token)
        assert self.game is not None
        game = self.game
        match message:
            case wire.Greet():
                pass
            case wire.GiveAnswer():
                await self._answer(game, message)
            case wire.Revoke():
                await game.revoke_order(self, message)
            case wire.Undo():
                await game.undo(self, message)
            case wire.Redo():
                await game.redo(self, message)
            case wire.ChangeSeat():
                await game.change_seat(self, message)
            case wire.GiveOrders():
                await game.order(self, message)
            case wire.AskOrders():
                self._begin(self._orders(message))
                return
            case wire.AskPlan():
                self._begin(self._plan(message))
                return
            case wire.Enough():
                self.plans.clear()
                game.send(wire.Reply(message.ref, None), [self])
                return
            case wire.Say(text=text) | wire.Jot(text=text):
                await self._write_down(game, message, text)
                return
            case wire.HasLooked(what=what, words=words):
                game.send(wire.Reply(message.ref, None), [self])
                await looked(game, what, words)
            case wire.Ping():
                game.send(wire.Reply(message.ref, None), [self])
                return
            case _:
                await look_up(game, self, message, Here(self.hall.work, self.client))
                return
        await self.hall.go_on(game)

    async def _greet(self, token: str) -> None:
        self.hall.work.begin(self.client)
        try:
            game, key = await self.hall.enter(token, self.client)
            if len(game.lines) >= self.limits.connections and self not in game.lines:
                raise Refusal(TOO_FAST, "too many are connected to this game")
            if self.game is not None and (self.game is not game or key != self.key):
                await self.game.leave(self)
            self.game, self.key, self.seat = game, key, key.seat
            await game.enter(self, key)
        except BadInput as error:
            code = CLOSES.get(type(error), Close.NO_ENTRY)
            self.end(str(error), code)
            raise WebSocketDisconnect(code) from error

    async def _answer(self, game: Hosted, message: wire.GiveAnswer) -> None:
        try:
            await game.answer(self, message)
            self.hall.tally.answers += 1
        except Refusal as refusal:
            self.refuse(message.ref, refusal)
            if refusal.code == ILLEGAL:
                await looked(game, "why", message.picked)

    async def _write_down(self, game: Hosted, message: wire.Say | wire.Jot, text: str) -> None:
        most = self.limits.chat if isinstance(message, wire.Say) else self.limits.note
        if not (self.allowances.talk if isinstance(message, wire.Say) else self.allowances.look_ups).take(self.client):
            raise Refusal(TOO_FAST, "slowly: not so many at once")
        if len(text) > most:
            raise Refusal(TOO_LARGE, f"this has {len(text)} characters, and {most} are allowed")
        if isinstance(message, wire.Jot):
            await game.jot(self, text)
        elif text.strip():
            await game.say(self, text.strip())
        game.send(wire.Reply(message.ref, None), [self])


class _Ref(msgspec.Struct):
    ref: int = 0


def reference(text: str | None) -> int:
    """The number a client gave its message, even if nothing else of it can be read."""
    try:
        return msgspec.json.decode(text or "", type=_Ref).ref
    except UNREADABLE:
        return 0
