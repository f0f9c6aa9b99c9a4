"""A no to a client: a code for programs, reasons for people. Nothing has been changed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from sandtable.server.wire import Reason

MALFORMED = "malformed"  # it cannot be read
TOO_LARGE, TOO_FAST = "too large", "too fast"
QUOTA = "quota"  # as much is stored for this address as may be
NO_HELLO = "no hello"  # the first message is hello
NOT_STARTED, NOT_YET, OVER = "not started", "not yet", "over"
STALE = "stale"  # the question it answers is not the one asked now
NOT_ASKED = "not asked"  # it is another's turn
NOT_YOURS = "not yours"  # this seat may not do it
ILLEGAL = "illegal"  # a rule refuses it
UNKNOWN = "unknown"  # words that mean nothing here
ASSIST = "assist"  # not at this level of assistance
LESSON = "lesson"  # the lesson asks for something else
NOT_STORED = "not stored"
BUG = "bug"


class Close(IntEnum):
    """Why the server ends a socket. Those from 4000 on are ours: of these only NO_ENTRY and NOT_FOUND are for good."""

    DONE = 1000
    FAILED = 1011  # over a game: what was acknowledged is stored
    NO_ENTRY = 4403  # the key opens nothing, or nothing any more
    NOT_FOUND = 4404  # the key is one of this server, which has no such game
    NO_HELLO = 4408  # none came in time
    ELSEWHERE = 4409  # another worker has the game, or another server of the same database
    BEHIND = 4429  # the client did not take what it was sent


class Refusal(Exception):
    def __init__(self, code: str, *reasons: Reason | str) -> None:
        self.code = code
        self.reasons: Sequence[Reason] = [Reason(each) if isinstance(each, str) else each for each in reasons]
        super().__init__("; ".join(each.text for each in self.reasons))
