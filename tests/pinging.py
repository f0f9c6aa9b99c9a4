"""A server as it is run, a player at it who asks again and again whether it is there, and a record that takes long."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from served import PATIENCE, Client

ROLL = '{"roll": "1d6", "reads": 5, "for": "toy.Reaction.fire"}'


def rolls(size: int) -> str:
    """A record of so many bytes, all of them rolls."""
    header = {"sandtable": 1, "system": "gew", "scenario": "campaign", "rules": "1", "options": {}, "charts": "",
              "commitment": "x", "salts": {}, "seed": "x"}  # fmt: skip
    count = size // len(ROLL)
    return "\n".join((json.dumps(header), *[ROLL] * count, json.dumps({"inputs": count, "end": ""})))


@contextmanager
def program(folder: Path) -> Iterator[str]:
    """`sandtable serve` as it is run, and its address."""
    code = "from sandtable.cli import main; main()"
    words = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{folder / 'games.db'}"]
    running = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    try:
        assert running.stdout is not None
        found = re.search(r"http://[^/]+", running.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=PATIENCE)


class Pinging(threading.Thread):
    """A player who asks again and again whether the server is there."""

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self.client, self.seconds, self.enough = client, list[float](), threading.Event()

    def run(self) -> None:
        while not self.enough.wait(0.01):
            began = time.perf_counter()
            self.client.ask("ping")
            self.seconds.append(time.perf_counter() - began)


def sat_down(http: httpx.Client, where: str) -> Client:
    wanted = {"scenario": "use:poland-1939", "seats": {"axis": "person", "west": "person"}}
    made = http.post("/api/games", json=wanted).raise_for_status().json()
    return Client(where, made["keys"]["axis"])
