"""Keys to seats: signed, so that nobody can make one himself; with a version, so that they can be revoked."""

from __future__ import annotations

from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from sandtable.core.errors import BadInput

HOST, WATCH = "host", "watch"
LONGEST = 400


class NoEntry(BadInput):
    """The key opens nothing, or nothing any more."""


class Key(NamedTuple):
    """What a token opens: a side's seat, "watch" or "host" of a game."""

    game: str
    seat: str
    version: int


class Links:
    """Made of the server's secret."""

    def __init__(self, secret: str) -> None:
        self.signer = URLSafeSerializer(secret, salt="sandtable seat")

    def token(self, key: Key) -> str:
        token = self.signer.dumps(list(key))
        return token if isinstance(token, str) else token.decode()

    def read(self, token: str) -> Key:
        try:
            game, seat, version = self.signer.loads(token[:LONGEST])
        except (BadSignature, ValueError, TypeError) as error:
            raise NoEntry(
                "this key is not one of this server: the link is cut short, or comes from elsewhere"
            ) from error
        return Key(str(game), str(seat), int(version))
