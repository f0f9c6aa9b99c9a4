"""A real server that is killed, and games on it whose players remember what they were told is stored."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
from visitor import Memory, Visitor
from websockets.exceptions import WebSocketException

from sandtable.play.record import Answer, Input
from sandtable.server.rebuilding import rebuilt, record_of
from sandtable.server.store import Store
from served import PATIENCE

SIDES = ("axis", "allied")
ROOT = Path(__file__).parents[1]
GONE = (WebSocketException, OSError, httpx.TransportError, EOFError)  # what clients notice of a kill


class Server:
    """A real one, in a process of its own."""

    def __init__(self, database: str, *more: str) -> None:
        self.database, self.more = database, more
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-c", "from sandtable.cli import main; main()", "serve", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--database", self.database, *self.more],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        assert self.process.stdout is not None
        assert "sandtable is at" in self.process.stdout.readline()

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


class Game:
    """One game on the server, and the two who play it."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.rng, self.memory = server, Random(seed), Memory()
        self.id, self.keys = "", dict[str, str]()

    async def make(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.server.port}/api", timeout=PATIENCE) as client:
            wanted = {
                "scenario": "gew:north-africa-1941", "options": {"automatic_setup": True},
                "seats": dict.fromkeys(SIDES, "person"),
            }  # fmt: skip
            made = (await client.post("/games", json=wanted)).raise_for_status().json()
            self.id, self.keys = made["game"], made["keys"]
            for side in SIDES:
                key = {"Authorization": f"Bearer {self.keys[side]}"}
                sat = await client.post(f"/games/{self.id}/seats/{side}", json={"salt": side}, headers=key)
                self.keys[side] = sat.raise_for_status().json()["key"]

    async def play(self) -> None:
        """Until it is over, or the server is gone."""
        address = f"ws://127.0.0.1:{self.server.port}/api/play?game={self.id}"
        visitors = [Visitor(address, side, self.keys[side], self.memory, self.rng, 0.15) for side in SIDES]
        async with asyncio.TaskGroup() as group:
            for visitor in visitors:
                group.create_task(visitor.play())

    async def check(self, store: Store) -> list[Input]:
        """All that was acknowledged is there, in its place; what was on its way may be, whole."""
        memory, kept, stored = self.memory, await store.find(self.id), await store.stored(self.id)
        assert kept is not None
        inputs = list(stored.inputs)
        taken_back = memory.doubtful.get("type") == "undo" and len(inputs) < memory.reached
        assert len(inputs) >= memory.reached or taken_back
        assert len(inputs) == memory.reached or memory.doubtful, "something is there that nobody sent"
        for n, (seat, picked) in memory.answers.items():
            if n < len(inputs) or not taken_back:
                entry = inputs[n]
                assert isinstance(entry, Answer)
                assert (entry.side, sorted(entry.picks), entry.forced) == (seat, sorted(picked), False)
        session = rebuilt(kept, stored)
        assert session.inputs == inputs, "a stored game ends between two questions"
        record_of(kept, stored).verify_dice()
        if taken_back:
            memory.answers = {n: said for n, said in memory.answers.items() if n < len(inputs)}
        memory.reached, memory.doubtful = len(inputs), {}
        return inputs


def leaves(error: BaseException | None) -> list[BaseException | None]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for each in error.exceptions for leaf in leaves(each)]
    return [error]
