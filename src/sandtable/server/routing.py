"""Which worker has which game, and which game a request is about: as far as its first lines tell, before anybody has
answered it."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, urlsplit
from zlib import crc32

HEAD_ENDS = b"\r\n\r\n"
GAME = re.compile(r"/api/games/([A-Za-z0-9_-]+)(?:/|$)")
BEARER = re.compile(rb"\r\nauthorization:\s*bearer\s+(\S+)", re.IGNORECASE)
MAKING = ("import",)  # what stands where a game's name would, and is none


class Share(NamedTuple):
    """Which of the workers this one is."""

    nth: int = 0
    of: int = 1

    def has(self, game: str) -> bool:
        return owner(game, self.of) == self.nth


def owner(game: str, workers: int) -> int:
    return crc32(game.encode()) % workers


def worker_of(head: bytes) -> int | None:
    """Which worker is asked for its figures, if one is: `/metrics?worker=1`."""
    address = _address(head)
    said = parse_qs(address.query).get("worker", [""])[0]
    return int(said) if address.path == "/metrics" and said.isdecimal() else None


def _address(head: bytes) -> SplitResult:
    target = head.partition(b"\r\n")[0].split(b" ")[1:2]
    try:
        return urlsplit(target[0].decode("latin-1") if target else "")
    except ValueError:
        return urlsplit("")


def game_of(head: bytes) -> str:
    """The game that a request names in its address, or by the key it shows; "" if any worker may answer it."""
    address = _address(head)
    if named := parse_qs(address.query).get("game"):
        return named[0]
    found = GAME.match(address.path)
    if found and found[1] not in MAKING:
        return found[1]
    key = BEARER.search(head.partition(HEAD_ENDS)[0])
    return game_of_key(key[1].decode("latin-1")) if key else ""


def game_of_key(token: str) -> str:
    """What a key says that it opens; whether it does, the worker finds out."""
    written = token.partition(".")[0]
    try:
        game = json.loads(base64.urlsafe_b64decode(written + "=" * (-len(written) % 4)))[0]
    except (ValueError, LookupError, TypeError, binascii.Error):
        return ""
    return game if isinstance(game, str) else ""
