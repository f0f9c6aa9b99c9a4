"""Any step of a long game, quickly: positions kept now and then, and from the nearest one the inputs played again."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask, answer, run
from sandtable.core.state import Plain, State
from sandtable.play.notation import read_action
from sandtable.play.positions import read_position
from sandtable.play.record import Answer, Rolled
from sandtable.play.session import Session

EVERY = 50  # inputs between kept positions


class Kept(NamedTuple):
    """A position, packed: the columns one behind the other, and the stack."""

    columns: bytes
    stack: Plain


class Timeline:
    """Follows a session. `stops` are the numbers of inputs after which somebody was asked, the last one being now:
    between them are rolls and answers that were forced."""

    def __init__(self, session: Session) -> None:
        """Of a game that is far already, its inputs are played once more to keep positions."""
        self.session = session
        self.stops = [
            number for number, entry in enumerate(session.inputs) if isinstance(entry, Answer) and not entry.forced
        ]
        state = read_position(session.position)[1] if session.position else session.system.begin(session.scenario)
        self.numbers: list[int] = []  # of inputs, at which positions are kept
        self.kept: list[Kept] = []
        self._keep(0, state)
        while self.numbers[-1] + EVERY <= len(session.inputs):
            self._forward(state, self.numbers[-1], self.numbers[-1] + EVERY)
            self._keep(self.numbers[-1] + EVERY, state)
        self.follow()

    def follow(self) -> None:
        """To be called after every answer, undo and redo."""
        now = len(self.session.inputs)
        while self.stops and self.stops[-1] >= now:
            self.stops.pop()
        while self.numbers[-1] > now:
            self.numbers.pop()
            self.kept.pop()
        self.stops.append(now)
        if now - self.numbers[-1] >= EVERY:
            self._keep(now, self.session.state)

    def at(self, number: int) -> tuple[State, int]:
        """The position after so many inputs, one's own to change, and how many events the log had by then."""
        if not 0 <= number <= len(self.session.inputs):
            raise BadInput(f"step {number}: the game has steps 0 to {len(self.session.inputs)}")
        nearest = bisect_right(self.numbers, number) - 1
        state = self._restored(self.kept[nearest])
        self._forward(state, self.numbers[nearest], number)
        return state, bisect_right(self.session.log.numbers, number)

    def _forward(self, state: State, start: int, stop: int) -> None:
        """Unchecked: every input was checked when it came."""
        for entry in self.session.inputs[start:stop]:
            wait = run(state)
            if isinstance(entry, Rolled):
                answer(state, entry.reading)
            else:
                assert isinstance(wait, Ask)
                answer(state, read_action(state, wait.form, entry.picks))
        run(state)

    def _keep(self, number: int, state: State) -> None:
        self.numbers.append(number)
        self.kept.append(Kept(zlib.compress(state.packed(), 1), state.plain()[-1]))

    def _restored(self, kept: Kept) -> State:
        scenario, kind = self.session.scenario, type(self.session.state)
        return kind.restore(scenario, (*kind.unpacked(scenario, zlib.decompress(kept.columns)), kept.stack))
