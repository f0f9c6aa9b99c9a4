"""A server of several processes. One listens: it looks at the first lines of each connection, without taking them, and
hands it to the worker that has its game. From then on worker and client are by themselves. A worker that dies is
replaced, and its games are opened from the store when somebody comes back to them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing.process import BaseProcess
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config, Server

from sandtable.core.errors import BadInput
from sandtable.server.hosting import settle_down, uvicorn_options
from sandtable.server.routing import HEAD_ENDS, game_of, owner, worker_of
from sandtable.server.settings import Settings

log = logging.getLogger("sandtable.server")
HANDED = b"c"  # with each connection
LONGEST_HEAD = 16_384  # bytes: more is not looked at
HEAD_WITHIN = 15.0  # seconds
LOOK_AGAIN = 0.01  # seconds
STARTS_WITHIN = 120.0  # seconds: the machine may be busy
ENDS_WITHIN = 20.0
TOO_OFTEN = 5  # starts that fail, one after the other, before a worker is given up


# ------------------------------------------------------------------------------------------------ a worker


class Handed(Server):
    """Its connections are handed to it."""

    def __init__(self, config: Config, channel: socket.socket) -> None:
        super().__init__(config)
        self.channel = channel

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        self.channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self.channel.fileno(), self._hear)
        self.channel.send(HANDED)  # ready

    def _hear(self) -> None:
        try:
            said, handed, _, _ = socket.recv_fds(self.channel, 1, 1)
        except BlockingIOError:
            return
        if not said:  # whoever listens is gone
            asyncio.get_running_loop().remove_reader(self.channel.fileno())
            self.should_exit = True
        for each in handed:
            task = asyncio.create_task(self._take(socket.socket(fileno=each)))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def _take(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:  # the client has gone meanwhile
            connection.close()

    def _protocol(self) -> asyncio.Protocol:
        """As uvicorn makes them for a socket that it listens at."""
        made: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


class OneByOne:
    """One request a connection: the next may be about a game that another worker has."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        await self.app(scope, receive, sent if scope["type"] == "http" else send)


def work(settings: Settings, channel: socket.socket) -> None:
    """What a worker does until it is told to end, or nobody hands it anything any more."""
    from sandtable.server.app import make_app

    logging.basicConfig(level=logging.WARNING, format=f"worker {settings.share.nth}: %(levelname)s %(message)s")
    os.setsid()  # Ctrl-C is for who listens: he lets his workers know
    settle_down()
    with suppress(KeyboardInterrupt):
        Handed(Config(OneByOne(make_app(settings)), **uvicorn_options(settings)), channel).run()


# ------------------------------------------------------------------------------------------------ who listens


@dataclass(eq=False)
class Worker:
    """One of the processes, and the line to it."""

    settings: Settings
    process: BaseProcess
    channel: socket.socket
    started: bool = False

    @classmethod
    def start(cls, settings: Settings) -> Worker:
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        spawn = multiprocessing.get_context("spawn")
        process = spawn.Process(target=work, args=(settings, its), name=f"worker {settings.share.nth}")
        process.start()
        its.close()
        ours.setblocking(False)
        return cls(settings, process, ours)

    async def ready(self) -> None:
        async with asyncio.timeout(STARTS_WITHIN):
            if not await asyncio.get_running_loop().sock_recv(self.channel, 1):
                raise BadInput(f"worker {self.settings.share.nth} did not start")
            self.started = True

    def end(self) -> None:
        self.channel.close()
        self.process.join(ENDS_WITHIN)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Workers:
    """All of them, watched; and the connections that come, handed on."""

    def __init__(self, settings: Settings, count: int) -> None:
        self.settings, self.count = settings, count
        self.running: list[Worker] = []
        self.tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        self.running = [Worker.start(self.settings.as_worker(nth, self.count)) for nth in range(self.count)]
        try:
            await asyncio.gather(*(worker.ready() for worker in self.running))
        except BaseException:
            self.end()
            raise
        for nth in range(self.count):
            self._begin(self._watch(nth))

    async def listen(self, listening: socket.socket) -> None:
        listening.setblocking(False)
        loop = asyncio.get_running_loop()
        for nth in count():
            connection, _ = await loop.sock_accept(listening)
            connection.setblocking(False)
            self._begin(self._hand_on(connection, nth))

    def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        for worker in self.running:
            worker.channel.close()  # all are told before any is waited for
        for worker in self.running:
            worker.end()

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _watch(self, nth: int) -> None:
        """One that dies is replaced, unless it cannot even start."""
        failed = 0
        while failed < TOO_OFTEN:
            worker, died = self.running[nth], asyncio.get_running_loop().create_future()
            asyncio.get_running_loop().add_reader(worker.process.sentinel, partial(_once, died))
            await died
            asyncio.get_running_loop().remove_reader(worker.process.sentinel)
            worker.end()
            failed = 0 if worker.started else failed + 1
            log.warning("worker %d has died (exit code %s) and is replaced", nth, worker.process.exitcode)
            self.running[nth] = Worker.start(worker.settings)
            with suppress(BadInput, OSError, TimeoutError):
                await self.running[nth].ready()
        log.error("worker %d does not start any more: its games cannot be played until the server is restarted", nth)

    async def _hand_on(self, connection: socket.socket, nth: int) -> None:
        with connection, suppress(OSError, TimeoutError):
            async with asyncio.timeout(HEAD_WITHIN):
                chosen = self._chosen(await _head(connection), nth)
                while not self._send(self.running[chosen], connection):  # it is being replaced, or has much to take
                    await asyncio.sleep(LOOK_AGAIN)

    def _chosen(self, head: bytes, nth: int) -> int:
        """Who has its game, or is named; whatever is about none goes round."""
        if game := game_of(head):
            return owner(game, self.count)
        named = worker_of(head)
        return (nth if named is None else named) % self.count

    def _send(self, worker: Worker, connection: socket.socket) -> bool:
        try:
            return socket.send_fds(worker.channel, [HANDED], [connection.fileno()]) == len(HANDED)
        except OSError:
            return False


def _once(told: asyncio.Future[None]) -> None:
    if not told.done():
        told.set_result(None)


async def _head(connection: socket.socket) -> bytes:
    """The first lines of a request, left where they are for who answers it."""
    while True:
        try:
            seen = connection.recv(LONGEST_HEAD, socket.MSG_PEEK)
        except BlockingIOError:
            seen = None
        if seen == b"":
            raise ConnectionResetError("it was closed before anything was asked")
        if seen and (HEAD_ENDS in seen or len(seen) == LONGEST_HEAD):
            return seen
        await asyncio.sleep(LOOK_AGAIN)
