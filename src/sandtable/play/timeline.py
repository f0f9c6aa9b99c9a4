"""Any step of a long game, quickly: from the nearest position that its session has kept, the inputs played again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from sandtable.core.errors import BadInput
from sandtable.core.events import Event
from sandtable.core.flow import Ask, answer, run
from sandtable.core.state import State
from sandtable.play.notation import read_action
from sandtable.play.record import Answer, Rolled
from sandtable.play.session import Kept, Session


class Timeline:
    """Follows a session. `stops` are the numbers of inputs after which somebody was asked, the last one being now:
    between them are rolls and answers that nobody was asked for. Of a past that today's rules do not play again, they
    are where a snapshot was taken."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.past = [kept.number for kept in session.kept if kept.number < session.base and self._shown(kept)]
        own = range(session.base, len(session.inputs))
        self.stops = [*self.past, *(number for number in own if self._chosen(number))]
        self.follow()

    def _chosen(self, number: int) -> bool:
        entry = self.session.inputs[number]
        return isinstance(entry, Answer) and entry.asked

    def _shown(self, kept: Kept) -> bool:
        """Can today's rules read it?"""
        try:
            run(self.session.kept_state(kept))
        except Exception:  # whatever it is that they do not know any more
            return False
        return True

    def follow(self) -> None:
        """To be called after every answer, undo and redo."""
        now = len(self.session.inputs)
        while self.stops and self.stops[-1] >= now:
            self.stops.pop()
        self.stops.append(now)

    def at(self, number: int) -> tuple[State, int]:
        """The position after so many inputs, one's own to change, and how many events the log had by then."""
        session = self.session
        if not 0 <= number <= len(session.inputs):
            raise BadInput(f"step {number}: the game has steps 0 to {len(session.inputs)}")
        if number < session.base and number not in self.past:
            kept = ", ".join(map(str, self.past)) or "none"
            raise BadInput(
                f"step {number}: up to step {session.base} other rules were in force; of these are kept: {kept}"
            )
        nearest = session.kept[bisect_right(session.kept, number, key=lambda kept: kept.number) - 1]
        state = session.kept_state(nearest)
        self.forward(state, nearest.number, number)
        return state, bisect_right(session.log.numbers, number)

    def walked(self) -> Iterator[tuple[int, State]]:
        """Every position that today's rules have played, each before the next input, and the last: one state that moves
        on, to be copied by whoever wants to change it."""
        session = self.session
        state, _ = self.at(session.base)
        for number in range(session.base, len(session.inputs)):
            yield number, state
            self.forward(state, number, number + 1)
        yield len(session.inputs), state

    def told(self, number: int) -> list[Event]:
        """What the log tells of the input of that number, and of what followed from it by itself."""
        numbers, events = self.session.log.numbers, self.session.log.events
        return events[bisect_right(numbers, number) : bisect_right(numbers, number + 1)]

    def forward(self, state: State, start: int, stop: int) -> None:
        """On from the position after so many inputs to that after so many more. Unchecked: every input was checked when
        it came."""
        for entry in self.session.inputs[start:stop]:
            wait = run(state)
            if isinstance(entry, Rolled):
                answer(state, entry.reading)
            else:
                assert isinstance(wait, Ask)
                answer(state, read_action(state, wait.form, entry.picks))
        run(state)
