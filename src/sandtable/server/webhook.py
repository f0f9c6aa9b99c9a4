"""Telling an address of a player's own that he is asked. Off unless the server allows it; never to the server's own
network unless that is allowed too."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import SplitResult, urlsplit

from sandtable.core.errors import BadInput
from sandtable.server.games import Hosted
from sandtable.server.settings import Settings
from sandtable.server.wire import PERSON

log = logging.getLogger("sandtable.server")
PATIENCE = 5  # seconds for each word of the other side
DEADLINE = 10  # seconds for all of it
AT_ONCE = 2  # that are told at a time: they have threads of their own
WAITING = 100  # that may wait for one
LONGEST = 500
NAT64 = ipaddress.ip_network("64:ff9b::/96")
WORLD = ipaddress.ip_network("2000::/3")  # of IPv6, all that is given out to networks of the world


class Webhooks:
    def __init__(self, settings: Settings) -> None:
        self.allowed, self.private = settings.webhooks, settings.private_webhooks
        self.told: dict[str, tuple[int, str]] = {}  # by game, what was told last
        self.tasks: set[asyncio.Task[None]] = set()
        self.threads = ThreadPoolExecutor(AT_ONCE, "sandtable-webhook")

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    def check(self, url: str) -> SplitResult:
        if not self.allowed:
            raise BadInput("this server tells no other address whose turn it is: it was started without webhooks")
        try:
            found = urlsplit(url)
            port = found.port
        except ValueError as error:
            raise BadInput("the webhook is no address") from error
        if found.scheme not in ("http", "https") or not found.hostname or port == 0 or len(url) > LONGEST:
            raise BadInput("a webhook is an address that begins with http:// or https://")
        if found.username or found.password:
            raise BadInput("a webhook has no name and password in it")
        return found

    def go_on(self, game: Hosted) -> None:
        """If a person is asked who is not there, and was not told of this question."""
        session, side = game.session, game.to_play
        if not self.allowed or not game.kept.webhook or session is None or not side:
            return
        asked = (len(session.inputs), side)
        if game.kept.seats[side].player != PERSON or game.at(side) or self.told.get(game.kept.id) == asked:
            return
        if len(self.tasks) >= WAITING:
            log.warning("game %s: its webhook is not told, too many wait to be", game.kept.id)
            return
        self.told[game.kept.id] = asked
        told = {"game": game.kept.id, "title": game.kept.title, "to_play": side, "n": asked[0],
                "when": session.system.standing.when(session.state)}  # fmt: skip
        task = asyncio.create_task(self._tell(game.kept.id, game.kept.webhook, told))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _tell(self, game: str, url: str, told: dict[str, object]) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self.threads, self.post, url, json.dumps(told).encode())
        except (OSError, ValueError, BadInput, http.client.HTTPException) as error:
            log.warning("game %s: its webhook could not be told: %s", game, error)

    def post(self, url: str, body: bytes) -> int:
        """To the very address that was looked at: a name may not stand for another one a moment later. Redirections
        are not followed."""
        found = self.check(url)
        secure = found.scheme == "https"
        port = found.port or (443 if secure else 80)
        connection = http.client.HTTPConnection(found.hostname or "", port, timeout=PATIENCE)
        line = socket.create_connection((self.address(found.hostname or "", port), port), timeout=PATIENCE)
        if secure:
            context = ssl.create_default_context()
            line = context.wrap_socket(line, server_hostname=found.hostname, do_handshake_on_connect=False)
        connection.sock = line
        late = threading.Timer(DEADLINE, line.shutdown, (socket.SHUT_RDWR,))  # who speaks slowly speaks no longer
        late.daemon = True
        late.start()
        try:
            if isinstance(line, ssl.SSLSocket):
                line.do_handshake()
            path = (found.path or "/") + (f"?{found.query}" if found.query else "")
            connection.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "sandtable"})
            return connection.getresponse().status
        finally:
            late.cancel()
            connection.close()

    def address(self, host: str, port: int) -> str:
        for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            found = ipaddress.ip_address(str(where[0]).partition("%")[0])
            if reachable(found) or self.private:
                return str(where[0])
        raise BadInput(f"{host} is an address of this machine or of a private network, which webhooks do not reach")


def reachable(found: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Is it an address of the world, not of somebody's own network? Some of IPv6 have one of IPv4 inside."""
    if isinstance(found, ipaddress.IPv6Address):
        inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else found.sixtofour
        if inside is not None:
            return reachable(inside)
        if found not in WORLD:
            return False
    return found.is_global and not found.is_multicast
