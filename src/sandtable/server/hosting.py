"""A server run by uvicorn: how, and in a thread beside whoever plays at it."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from collections.abc import Coroutine
from socket import socket
from typing import Any, Self, TypeVar

from uvicorn import Config, Server

from sandtable.server.app import make_app
from sandtable.server.hall import Hall
from sandtable.server.settings import Settings

T = TypeVar("T")
GARBAGE = (20_000, 20, 20)  # new things before what is no longer used is looked for; games are many things, all in use
SHARE = 0.0005  # seconds until a thread at work lets another go on: who answers players waits for several of them
START = 120  # seconds it may take to start, to answer and to end: the machine may be busy
UVICORN: dict[str, Any] = {
    "log_level": "warning", "access_log": False, "server_header": False, "ws": "websockets-sansio",
    "ws_per_message_deflate": False,  # it costs more than all else together
    "ws_max_size": 1_048_576,  # here the connection is cut; what is smaller and yet too large is told so
    "timeout_graceful_shutdown": 5,
}  # fmt: skip


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """Whoever tells of other addresses than his own is believed if he is a proxy of ours."""
    return {**UVICORN, "proxy_headers": bool(settings.proxies), "forwarded_allow_ips": list(settings.proxies)}


def settle_down() -> None:
    """Of a process that does nothing but serve."""
    sys.setswitchinterval(SHARE)
    gc.set_threshold(*GARBAGE)


class Beside:
    """A server in a thread of its own, on a socket that listens at this machine."""

    def __init__(self, settings: Settings, listening: socket) -> None:
        self.app = make_app(settings)
        self.address = f"http://127.0.0.1:{settings.port}"
        self.uvicorn = Server(Config(self.app, **uvicorn_options(settings)))
        self.thread = threading.Thread(target=self.uvicorn.run, args=([listening],), daemon=True)

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have the server do something among the rest."""
        loop = self.uvicorn.servers[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(START)

    def __enter__(self) -> Self:
        self.thread.start()
        for _ in range(START * 20):
            if self.uvicorn.started or not self.thread.is_alive():
                break
            self.thread.join(0.05)
        assert self.uvicorn.started, "the server has not started"
        return self

    def __exit__(self, *_: object) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(START)
