"""How much a server bears: many games, two clients at each, random legal answers, every one of them stored.

`python tools/load.py` starts a server of its own on a database of its own, plays for a while and tells what came of it.
`--rate 5` lets each client answer at most so often a second; without it they play as fast as they are let.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pstats
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx
import uvloop
from visitor import Memory, Refused, Visitor
from websockets.asyncio.client import ClientConnection

from sandtable.core.system import find_system
from sandtable.server.routing import game_of_key

ROOT = Path(__file__).parents[1]
SIDES = ("axis", "allied")
PROFILED = """
import cProfile, signal, time
from sandtable.cli import main
profile = cProfile.Profile(time.thread_time)  # of the thread that does the games: what others use is not counted
signal.signal(signal.SIGUSR1, lambda *_: profile.enable())  # from when it counts
try:
    main()
finally:
    profile.disable()
    profile.dump_stats({path!r})
"""
DURABLE = "-c fsync=on -c synchronous_commit=on"


class Server:
    """A process of its own, and what it has used."""

    def __init__(self, database: str, profile: Path | None, workers: int) -> None:
        self.profiled = profile is not None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        code = PROFILED.format(path=str(profile)) if profile else "from sandtable.cli import main; main()"
        arguments = [
            "serve",
            "--no-browser",
            "--port",
            str(self.port),
            "--database",
            database,
            "--workers",
            str(workers),
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        assert self.process.stdout is not None
        if "sandtable is at" not in self.process.stdout.readline():
            raise SystemExit("the server does not start")

    @property
    def cpu(self) -> float:
        """Seconds, of all its threads and workers."""
        stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.processes)
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")

    @property
    def processes(self) -> list[int]:
        """The one that was started, and those that it has."""
        own = self.process.pid
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]

    def count(self) -> None:
        """From now on."""
        if self.profiled:
            self.process.send_signal(signal.SIGUSR1)

    @property
    def memory(self) -> int:
        """MB now held."""
        lines = [line for pid in self.processes for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


class Paced(Visitor):
    """One that thinks for a while, now longer, now shorter."""

    rate = 0.0

    async def _drawn(self, socket: ClientConnection) -> list[str]:
        if self.rate:
            await asyncio.sleep(self.rng.expovariate(self.rate))
        return await super()._drawn(socket)


class Load:
    """The games, until time is up."""

    def __init__(self, server: Server, said: argparse.Namespace) -> None:
        self.server, self.said, self.rng = server, said, Random(said.seed)
        self.memories: list[Memory] = []
        self.visitors: list[Visitor] = []
        self.errors: list[str] = []

    async def run(self) -> None:
        said = self.said
        address = f"http://127.0.0.1:{self.server.port}/api"
        async with httpx.AsyncClient(base_url=address, timeout=120) as client:
            keys = [await self.make(client) for _ in range(said.games)]
        print(f"{said.games} games of {said.scenario}; the server holds {self.server.memory} MB", flush=True)
        tasks = [asyncio.create_task(self.visit(side, each)) for keyring in keys for side, each in self.seats(keyring)]
        await asyncio.sleep(said.warm)
        for memory in self.memories:
            memory.seconds.clear()
        for visitor in self.visitors:
            visitor.refs = 0
        self.server.count()
        began, cpu, own = time.perf_counter(), self.server.cpu, time.process_time()
        await asyncio.sleep(said.seconds)
        self.tell(time.perf_counter() - began, self.server.cpu - cpu, time.process_time() - own)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def make(self, client: httpx.AsyncClient) -> dict[str, str]:
        ready = find_system(self.said.scenario.partition(":")[0]).info(self.said.scenario.partition(":")[2]).ready_made
        wanted = {"scenario": self.said.scenario, "options": dict(ready),
                  "seats": dict.fromkeys(SIDES, "person"), "assist": self.said.assist}  # fmt: skip
        made = await self.post(client, "/games", wanted)
        keys: dict[str, str] = made["keys"]
        for side in SIDES:
            path, key = f"/games/{made['game']}/seats/{side}", keys[side]
            keys[side] = (await self.post(client, path, {"salt": side}, key))["key"]
        return keys

    async def post(self, client: httpx.AsyncClient, path: str, body: dict[str, Any], key: str = "") -> dict[str, Any]:
        """Patiently: a server lets nobody make games as fast as he likes."""
        while True:
            answer = await client.post(path, json=body, headers={"Authorization": f"Bearer {key}"} if key else {})
            if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
                made: dict[str, Any] = answer.raise_for_status().json()
                return made
            await asyncio.sleep(0.5)

    def seats(self, keys: dict[str, str]) -> Iterator[tuple[str, tuple[str, Memory]]]:
        memory = Memory()
        self.memories.append(memory)
        for side in SIDES:
            yield side, (keys[side], memory)

    async def visit(self, side: str, seat: tuple[str, Memory]) -> None:
        key, memory = seat
        visitor = Paced(
            f"ws://127.0.0.1:{self.server.port}/api/play?game={game_of_key(key)}",
            side,
            key,
            memory,
            Random(self.rng.random()),
        )
        visitor.rate = self.said.rate
        self.visitors.append(visitor)
        try:
            await visitor.play()
        except Refused as error:
            self.errors.append(str(error))
        except Exception as error:
            self.errors.append(repr(error))

    def tell(self, took: float, cpu: float, own: float) -> None:
        seconds = sorted(second for each in self.memories for second in each.seconds)
        cuts = quantiles(seconds, n=100)
        quiet = sum(not each.seconds for each in self.memories)
        drafts = sum(visitor.refs for visitor in self.visitors) - len(seconds)
        print(
            f"{len(seconds) / took:.0f} stored answers/s and {drafts / took:.0f} drafts/s in {took:.1f} s; "
            f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms, slowest {seconds[-1] * 1e3:.0f} ms; "
            f"{len(self.errors)} errors\n"
            f"server: {100 * cpu / took:.0f}% of a core, {cpu / len(seconds) * 1e3:.2f} ms an answer with its drafts, "
            f"{self.server.memory} MB; {quiet} games quiet; clients: {100 * own / took:.0f}% of a core",
            flush=True,
        )
        for error in self.errors[:5]:
            print("  ", error)


@contextmanager
def database(kind: str) -> Iterator[str]:
    """A fresh one, as durable as it is in earnest."""
    if kind == "postgresql":
        sys.path.insert(0, str(ROOT / "tests"))
        import clusters

        with clusters.cluster(DURABLE) as cluster:
            yield cluster.fresh()
    else:
        with tempfile.TemporaryDirectory(prefix="sandtable-load-") as folder:
            yield f"sqlite:///{folder}/games.db"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm", type=float, default=5, help="seconds before anything is counted")
    parser.add_argument("--rate", type=float, default=0, help="answers a second of each client at most, on average")
    parser.add_argument("--scenario", default="gew:campaign")
    parser.add_argument("--assist", default="full")
    parser.add_argument("--database", default="sqlite", choices=("sqlite", "postgresql"))
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--seed", default="load")
    parser.add_argument("--profile", type=int, default=0, metavar="LINES", help="tell where the server spends its time")
    said = parser.parse_args()
    with ExitStack() as stack:
        url = stack.enter_context(database(said.database))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = Server(url, folder / "profile" if said.profile else None, said.workers)
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # clients that cost little
                runner.run(Load(server, said).run())
        finally:
            server.stop()
        if said.profile:
            pstats.Stats(str(folder / "profile")).sort_stats("tottime").print_stats(said.profile)
            pstats.Stats(str(folder / "profile")).sort_stats("cumtime").print_stats(said.profile)


if __name__ == "__main__":
    main()
