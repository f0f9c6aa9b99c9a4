"""What may be read about a game: fields, not prose; sentences are made when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from sandtable.core.rules import Side


class Event(NamedTuple):
    """Something that happened, under which rule, and who may know (`None`: everyone)."""

    kind: str
    data: Mapping[str, Any]
    rule: str
    audience: frozenset[Side] | None = None
    reveals: bool = False  # somebody learnt something he did not know: no undo past it

    def seen_by(self, side: Side | None) -> bool:
        """`None` looks over nobody's shoulder and sees what everyone sees."""
        return self.audience is None or (side is not None and side in self.audience)


class Log:
    """The events of a game in order, each with the number of inputs that came before it."""

    def __init__(self, events: tuple[Event, ...] = ()) -> None:
        self.events = list(events)
        self.numbers = [0] * len(self.events)
        self.inputs = 0  # so far: whoever takes them in says so
        self.settled = len(self.events)  # of so many it is said for good who may know them

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.numbers.append(self.inputs)

    def cut(self, events: int, inputs: int) -> None:
        """Back to so many events, after so many inputs."""
        del self.events[events:], self.numbers[events:]
        self.inputs = inputs
        self.settled = min(self.settled, events)

    def settle(self, audience: Callable[[Event], frozenset[Side] | None]) -> None:
        """Say who may know the events since the last time, of those that everyone would."""
        for nth in range(self.settled, len(self.events)):
            if self.events[nth].audience is None:
                self.events[nth] = self.events[nth]._replace(audience=audience(self.events[nth]))
        self.settled = len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def seen_by(self, side: Side | None) -> list[Event]:
        return [event for event in self.events if event.seen_by(side)]
