"""What takes long to work out: in threads, so that nobody else waits for it; one thing at a time for each address,
which pays for it by the time it took."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

from sandtable.server.limits import Buckets
from sandtable.server.refusals import TOO_FAST, Refusal

T = TypeVar("T")
USUAL = 0.025  # seconds of work for which one look-up is counted
AT_ONCE = 32  # things of one address that wait or are worked on
SLOWLY = "this takes long to work out, and much was asked for from this address: wait a moment"


class Runner(Protocol):
    """Has something worked out, and counts how long that takes."""

    async def run(self, work: Callable[[], T]) -> T: ...


class Here:
    """What is quickly done is done on the spot."""

    def __init__(self, work: Work, client: str) -> None:
        self.work, self.client = work, client

    async def run(self, work: Callable[[], T]) -> T:
        self.work.check(self.client)
        began = time.thread_time()
        try:
            return work()
        finally:
            self.work.pay(self.client, time.thread_time() - began)


class Turn:
    """An address has it until what it was given to do is done, even if nobody waits for that any more."""

    def __init__(self, work: Work, client: str) -> None:
        self.work, self.client = work, client
        self.under_way: asyncio.Future[Any] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        took = 0.0

        def counted() -> T:
            nonlocal took
            began = time.thread_time()
            try:
                return work()
            finally:
                took = time.thread_time() - began

        future = asyncio.get_running_loop().run_in_executor(self.work.threads, counted)
        self.under_way = future
        future.add_done_callback(lambda _: self.work.pay(self.client, max(0, took - USUAL)))  # one is paid already
        return await asyncio.shield(future)


class Line:
    """Those of one address that wait for its turn."""

    def __init__(self) -> None:
        self.lock, self.waiting = asyncio.Lock(), 0


class Work:
    def __init__(self, threads: int, allowed: Buckets) -> None:
        self.threads = ThreadPoolExecutor(threads, "sandtable-work")
        self.allowed = allowed
        self.lines: dict[str, Line] = {}  # by address

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    def pay(self, client: str, seconds: float) -> None:
        self.allowed.owe(client, seconds / USUAL)

    def begin(self, client: str) -> None:
        """One is counted for whatever is asked."""
        if not self.allowed.take(client):
            raise Refusal(TOO_FAST, SLOWLY)

    def check(self, client: str) -> None:
        """Is nothing owed?"""
        if self.allowed.left(client) < 0:
            raise Refusal(TOO_FAST, SLOWLY)

    @asynccontextmanager
    async def turn(self, client: str, owing: bool = False) -> AsyncIterator[Turn]:
        """Refused if nothing is left of what the address is allowed, unless it may owe it."""
        if not owing:
            self.begin(client)
        line = self.lines.setdefault(client, Line())
        if line.waiting >= AT_ONCE:
            raise Refusal(TOO_FAST, SLOWLY)
        line.waiting += 1
        try:
            await line.lock.acquire()
        except BaseException:
            self._gone(client, line)
            raise
        turn = Turn(self, client)
        try:
            if not owing:
                self.check(client)  # those before it may have used it up
            yield turn
        finally:
            if turn.under_way is None:
                self._done(client, line)
            else:
                turn.under_way.add_done_callback(lambda _: self._done(client, line))

    def _done(self, client: str, line: Line) -> None:
        line.lock.release()
        self._gone(client, line)

    def _gone(self, client: str, line: Line) -> None:
        line.waiting -= 1
        if not line.waiting:
            del self.lines[client]
