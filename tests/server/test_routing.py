"""Which worker a connection is for, by its first lines alone."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.server.links import Key, Links
from sandtable.server.routing import Share, game_of, game_of_key, owner

KEY = Links("secret").token(Key("tO8nIY3xk2", "axis", 1))


def head(target: str, *more: str) -> bytes:
    return "\r\n".join([f"GET {target} HTTP/1.1", "Host: x", *more, "", ""]).encode()


@pytest.mark.parametrize(
    ("asked", "game"),
    [
        (head("/api/play?game=tO8nIY3xk2"), "tO8nIY3xk2"),
        (head("/api/games/tO8nIY3xk2"), "tO8nIY3xk2"),
        (head("/api/games/tO8nIY3xk2/seats/axis"), "tO8nIY3xk2"),
        (head("/api/games/tO8nIY3xk2/record?at=3"), "tO8nIY3xk2"),
        (head("/api/game", f"Authorization: Bearer {KEY}"), "tO8nIY3xk2"),
        (head("/api/game", f"authorization: bearer {KEY}"), "tO8nIY3xk2"),
        (head("/api/games"), ""),
        (head("/api/games/import"), ""),
        (head("/api/lessons/gew:first"), ""),
        (head("/"), ""),
        (head("/api/play"), ""),
        (head("/api/game", "Authorization: Bearer nonsense"), ""),
        (b"", ""),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", ""),
        (b"GET  HTTP/1.1\r\n\r\n", ""),
        (head("/api/game") + f"\r\nAuthorization: Bearer {KEY}\r\n".encode(), ""),  # of the body, not the head
    ],
)
def test_a_request_tells_its_game(asked: bytes, game: str) -> None:
    assert game_of(asked) == game


@pytest.mark.parametrize("token", ["", ".", "e30.x", "WzFd.x", "bnVsbA.x", "/////.x", "\xff"])
def test_what_is_no_key_names_no_game(token: str) -> None:
    assert game_of_key(token) == ""


def test_every_game_has_one_owner_and_all_have_about_as_many() -> None:
    games = [f"game {nth}" for nth in range(3000)]
    counts = Counter(owner(game, 3) for game in games)
    assert set(counts) == {0, 1, 2}
    assert min(counts.values()) > 800
    for game in games[:50]:
        assert [Share(nth, 3).has(game) for nth in range(3)].count(True) == 1
        assert Share().has(game)
