"""What one address may ask of a server, whoever else is at it: work, messages, what is stored; and who is which."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import pytest

from pinging import Pinging, program, rolls, sat_down
from sandtable.play.session import start
from sandtable.server.limits import Allowances, Buckets, address
from sandtable.server.refusals import Refusal
from sandtable.server.settings import Limits
from sandtable.server.work import AT_ONCE, Here, Work
from served import Client, Server, serving

OTHER = "127.0.0.9"  # another address of this machine
elsewhere = pytest.mark.skipif(sys.platform != "linux", reason="only there has every machine many addresses of its own")


def test_an_import_does_not_hold_up_another_player(tmp_path: Path) -> None:
    """3.3 MB of roll lines took a second and a half, in which nobody else was answered."""
    with program(tmp_path) as where, httpx.Client(base_url=where, timeout=120) as http, sat_down(http, where) as player:
        pinging, began = Pinging(player), time.perf_counter()
        pinging.start()
        for _ in range(3):
            assert http.post("/api/games/import", content=rolls(3_300_000).encode()).status_code == 400
        took = (time.perf_counter() - began) / 3
        pinging.enough.set()
        pinging.join()
    assert len(pinging.seconds) > 20
    assert median(pinging.seconds) < max(0.1, took / 10)  # on a busy machine both take longer


# ------------------------------------------------------------------------------------------------ work


def client_from(server: Server, key: str, source: str) -> Client:
    return Client(server.address, key, source=source)


@elsewhere
def test_look_ups_are_counted_by_address_not_by_connection(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", limits=Limits(look_ups=(0.001, 6))) as server:
        made = server.make("toy:ford", "person", "person")
        with made.sit("red") as one, made.sit("red") as two:  # two of six
            kinds = [each.ask("supply")["type"] for each in (one, two, one, two, one, two)]
            assert kinds[0] == "reply"
            assert kinds[-2:] == ["refused", "refused"]
            assert two.refused("threat")["code"] == "too fast"
            with client_from(server, made.keys["blue"], OTHER) as blue:
                assert blue.ask("supply")["type"] == "reply"


def test_imports_and_look_ups_are_counted_together(tmp_path: Path) -> None:
    record = "\n".join(start("toy:ford", "seed").record().lines())
    with serving(tmp_path / "games.db", limits=Limits(look_ups=(0.001, 3))) as server:
        made = server.make("toy:ford", "person", "person")
        with made.sit("red") as red:  # one of three
            assert server.http.post("/api/games/import", content=record).status_code == 201
            kinds = [red.ask("supply")["type"] for _ in range(2)]
            assert kinds[-1] == "refused"
        again = server.http.post("/api/games/import", content=record)
        assert (again.status_code, again.json()["code"]) == (429, "too fast")


def test_what_takes_longer_costs_more() -> None:
    async def paid() -> list[float]:
        allowed = Buckets(0.001, 100)
        work = Work(2, allowed)
        async with work.turn("one") as turn:
            await turn.run(lambda: sum(range(20_000_000)))
        await Here(work, "two").run(lambda: sum(range(20_000_000)))
        await asyncio.sleep(0)
        work.close()
        return [100 - allowed.left(each) for each in ("one", "two", "three")]

    one, two, three = asyncio.run(paid())
    assert min(one, two) > 1
    assert three == 0


def test_an_address_has_one_thing_done_at_a_time_and_others_beside_it() -> None:
    async def seen() -> list[str]:
        work, told, go_on = Work(2, Buckets(1, 100)), list[str](), threading.Event()

        async def do(client: str, name: str, wait: bool) -> None:
            async with work.turn(client) as turn:
                told.append(f"{name} begins")
                await turn.run(lambda: go_on.wait(20) if wait else None)
                told.append(f"{name} ends")

        slow = asyncio.create_task(do("here", "long", True))
        await asyncio.sleep(0.05)
        slow.cancel()  # nobody waits for it any more, and it is done all the same
        next_one = asyncio.create_task(do("here", "next", False))
        await do("there", "other", False)
        told.append("let go")
        go_on.set()
        await next_one
        if work.lines:
            await asyncio.sleep(0.05)
        assert not work.lines
        work.close()
        return told

    told = asyncio.run(seen())
    assert told == ["long begins", "other begins", "other ends", "let go", "next begins", "next ends"]


def test_only_so_many_wait_for_their_turn() -> None:
    async def refused() -> str:
        work, go_on = Work(1, Buckets(1, 1000)), threading.Event()

        async def do() -> None:
            async with work.turn("here") as turn:
                await turn.run(go_on.wait)

        tasks = [asyncio.create_task(do()) for _ in range(AT_ONCE)]
        await asyncio.sleep(0.05)
        try:
            await do()
        except Refusal as refusal:
            return refusal.code
        finally:
            go_on.set()
            await asyncio.gather(*tasks)
            work.close()
        return ""

    assert asyncio.run(refused()) == "too fast"


# ------------------------------------------------------------------------------------------------ who is which


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.0.2.7", 5), "192.0.2.7"), (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::"), (("fe80::1%eth0", 5), "fe80::"), (None, ""),
        (("a socket", 0), "a socket"),
    ],
)  # fmt: skip
def test_who_has_many_addresses_counts_as_one(client: Any, counted: str) -> None:
    assert address({"type": "http", "client": client}) == counted


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",), ("127.0.0.0/8",)])
def test_behind_a_proxy_that_was_named_each_player_counts_for_himself(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    """Anybody can write such a header: it is believed of none but the proxy, and only its own last word."""
    limits = Limits(requests=(0.001, 2))
    with serving(tmp_path / "games.db", limits=limits, proxies=proxies) as server:

        def asked(said: str) -> int:
            return server.http.get("/api/players", headers={"X-Forwarded-For": said}).status_code

        assert [asked("192.0.2.1"), asked("198.51.100.9, 192.0.2.1"), asked("192.0.2.1")] == [200, 200, 429]
        assert asked("192.0.2.2") == (200 if proxies else 429)


# ------------------------------------------------------------------------------------------------ what is stored


def test_what_is_stored_for_an_address_has_a_measure(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", limits=Limits(stored=(0.001, 5_000))) as server:
        made = server.make("toy:ford", "person", "person")
        server.make("toy:ford", "person", "person")
        wanted = {"scenario": "toy:ford", "seats": {"red": "person", "blue": "person"}}
        third = server.http.post("/api/games", json=wanted)
        assert (third.status_code, third.json()["code"]) == (429, "quota")
        with made.sit("red") as red:
            assert red.ask("chat", text="x" * 900)["type"] == "reply"
            refused = red.refused("note", text="x" * 900)
            assert refused["code"] == "quota"
            assert "as much is stored for this address as may be" in refused["reasons"][0]["text"]


def test_a_record_is_paid_for_by_its_inputs(tmp_path: Path) -> None:
    """Of a game that is over, which is kept whole."""
    session = start("toy:ford", "seed")
    while session.ask is not None:
        session.submit(session.ask.side, session.ask.form.draw(session.state, Random(len(session.inputs))))
    text = "\n".join(session.record().lines())
    with serving(tmp_path / "games.db", limits=Limits(stored=(0.001, 9_000))) as server:
        assert server.http.post("/api/games/import", content=text).json()["code"] == "quota"
        assert server.run(server.app.state.hall.store.counts())["games"] == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"salts": {"red": "x" * 129}}, "salt of red has 129 characters"),
        ({"salts": {"green": "x"}}, "a salt of green, and the sides are red and blue"),
        ({"salts": {str(n): "x" for n in range(10_000)}}, "a salt of 0"),
        ({"seed": "x" * 129}, "seed has 129 characters"),
        ({"position": " " * 200_001}, "position has 200001 characters"),
    ],
)
def test_what_a_record_brings_along_has_a_measure(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    """Forty imports filled 165 MB with salts."""
    header, *rest = start("toy:ford", "seed").record().lines()
    text = "\n".join((json.dumps({**json.loads(header), **change}), *rest))
    with serving(tmp_path / "games.db") as server:
        answer = server.http.post("/api/games/import", content=text)
        assert answer.status_code == 400
        assert why in answer.json()["detail"]


def test_every_allowance_is_of_an_address() -> None:
    """All that is counted by time stands in one place."""
    limits = Limits()
    counted = {name for name, value in vars(limits).items() if isinstance(value, tuple)}
    assert counted == set(vars(Allowances(limits)))
