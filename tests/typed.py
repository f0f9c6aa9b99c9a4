"""The position of a session, as the state of its family."""

from __future__ import annotations

from typing import TypeVar

from sandtable.core.state import State
from sandtable.play.session import Session

S = TypeVar("S", bound=State)


def state_of(session: Session, kind: type[S]) -> S:
    assert isinstance(session.state, kind)
    return session.state
