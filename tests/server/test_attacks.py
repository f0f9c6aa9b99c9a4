"""A server attacked as a stranger could, while somebody plays at it: the player is answered all the while, what he was
told is stored stays stored, and how long his pings took is told (`pytest -m long -rP`)."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from pinging import Pinging, program, rolls, sat_down
from served import PATIENCE, Client, serving

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="only there has every machine many addresses of its own"),
]
STRANGER = "127.0.0.66"
SOCKETS = 60
MEGABYTES = 5
Told = Callable[[str, object], None]


@contextmanager
def played(folder: Path, told: Told, what: str) -> Iterator[tuple[str, Client]]:
    """A real server with somebody at it who asks again and again whether it is there, and answers in the end."""
    with (
        program(folder) as where,
        httpx.Client(base_url=where, timeout=PATIENCE) as http,
        sat_down(http, where) as player,
    ):
        pinging = Pinging(player)
        pinging.start()
        yield where, player
        pinging.enough.set()
        pinging.join()
        cuts = quantiles(pinging.seconds, n=100)
        said = f"{what}: {len(pinging.seconds)} pings, p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms"
        print(said)
        told("attack", said)
        assert player.look("ping") is None
        assert player.known["n"] == 0


def stranger(where: str) -> httpx.Client:
    return httpx.Client(base_url=where, timeout=PATIENCE, transport=httpx.HTTPTransport(local_address=STRANGER))


def at_once(work: Callable[[], Any], count: int) -> None:
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)


def test_imports_while_another_plays(tmp_path: Path, record_property: Told) -> None:
    statuses = list[int]()
    with played(tmp_path, record_property, "eight imports of 3.3 MB at once") as (where, _), stranger(where) as http:
        record = rolls(3_300_000).encode()
        at_once(lambda: statuses.append(http.post("/api/games/import", content=record).status_code), 8)
    assert len(statuses) == 8
    assert set(statuses) <= {400, 429}  # it is no game, or too much at once


def look_ups(where: str, key: str) -> list[str]:
    """All at once; what each was answered."""
    heard = list[str]()

    def look() -> None:
        try:
            with Client(where, key, source=STRANGER) as client:
                for what in ("supply", "threat", "score", "supply", "threat") * 4:
                    heard.append(client.ask(what)["type"])
        except (WebSocketException, OSError):
            heard.append("closed")

    at_once(look, SOCKETS)
    return heard


def test_sixty_sockets_of_look_ups(tmp_path: Path, record_property: Told) -> None:
    with played(tmp_path, record_property, "sixty sockets that look up") as (where, _), stranger(where) as http:
        wanted = {"scenario": "gew:campaign", "seats": {"axis": "person", "allied": "officer"},
                  "options": {"automatic_setup": True}}  # fmt: skip
        made = http.post("/api/games", json=wanted).raise_for_status().json()
        key = {"Authorization": f"Bearer {made['keys']['axis']}"}
        sat = http.post(f"/api/games/{made['game']}/seats/axis", json={"salt": "x"}, headers=key).raise_for_status()

        with ProcessPoolExecutor(1, get_context("spawn")) as apart:  # so that the player need not wait for the attacker
            heard = apart.submit(look_ups, where, sat.json()["key"]).result()
    assert heard.count("reply") > SOCKETS
    assert set(heard) <= {"reply", "refused", "closed"}


def test_salts_of_megabytes(tmp_path: Path, record_property: Told) -> None:
    statuses = list[int]()
    with played(tmp_path, record_property, "salts of five megabytes") as (where, _), stranger(where) as http:
        wanted = {"scenario": "use:poland-1939", "seats": {"axis": "person", "west": "person"}}
        made = http.post("/api/games", json=wanted).raise_for_status().json()
        key = {"Authorization": f"Bearer {made['keys']['axis']}"}
        body = {"salt": "x" * (MEGABYTES << 20), "name": "y"}
        for path, said in (
            (f"/api/games/{made['game']}/seats/axis", body), ("/api/games", {**wanted, "title": body["salt"]}),
        ):  # fmt: skip
            statuses.append(http.post(path, json=said, headers=key).status_code)
        with Client(where, made["keys"]["axis"], greet=False, source=STRANGER) as client:
            with suppress(WebSocketException):  # cut off while it is still sent
                client.send(type="hello", token=body["salt"])
            with pytest.raises(WebSocketException):
                client.hear()
    assert statuses == [413, 413]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for little."""
    folder = tmp_path / "small"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("a file system can be made by root alone")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_disk_that_fills_up_loses_nothing_that_was_acknowledged(small: Path) -> None:
    """Answers are refused when there is no room, and taken again when there is."""
    with serving(small / "games.db") as server:
        made = server.make("toy:ford", "person", "person")
        with made.sit("red") as red:
            red.answer("dig", "r1")
            (small / "waste").write_bytes(b"x" * (1 << 20 >> 2))
            filled = 0
            while filled < 4000:  # lines of talk, until nothing more has room
                found = red.ask("note", text="x" * 15_000 + str(filled))
                filled += 1
                if found["type"] == "refused" and found["code"] == "not stored":
                    break
                with suppress(OSError):
                    (small / f"waste{filled}").write_bytes(b"x" * 20_000)
            assert filled < 4000
            before = red.known["n"]
            refused = red.ask("undo", n=before)
            for waste in small.glob("waste*"):
                waste.unlink()
            assert refused["type"] in ("refused", "answered")
            assert red.look("ping") is None
            known = red.known["n"]
    with serving(small / "games.db") as server, server.sit(made.keys["red"]) as red:
        assert red.known["n"] == known
