"""A game whose questions are answered pick by pick, by number. What leaves no choice is picked by itself."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any, Self

from sandtable.core.decisions import EMPTY, Action, Draft, Pick
from sandtable.core.dice import Seeded
from sandtable.core.errors import Bug
from sandtable.core.flow import Ask, Outcome, Over, Roll, Wait, answer, mean, purpose, run
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.env.numbering import Numbering
from sandtable.play.explain import refused
from sandtable.play.record import Answer
from sandtable.play.session import Session
from sandtable.play.table import Player


class Game:
    """From the first question to the end. With a seed dice fall as in a session of that seed; without one the game
    waits at each roll until somebody tells what it means."""

    wait: Wait
    draft: Draft  # of the form that is asked
    picked: tuple[int, ...]  # the same by number
    offered: Mapping[int, Pick]  # what may be picked next
    seen: dict[Side, Any]  # what sides have been shown of the position: made once until it changes

    def __init__(self, numbering: Numbering, seed: str | None = None) -> None:
        self.numbering, self.scenario = numbering, numbering.scenario
        self.answers: list[tuple[Side, Action]] = []  # all, those that left no choice among them
        self.rolls = 0
        self._begin(seed, self.scenario.system.begin(self.scenario))

    def _begin(self, seed: str | None, state: State) -> None:
        self.seed, self.state = seed, state
        self.dice = None if seed is None else Seeded(seed)
        self._go_on()

    def copy(self) -> Self:
        """A branch."""
        new = copy(self)
        new.state, new.answers, new.seen = self.state.copy(), self.answers.copy(), self.seen.copy()
        return new

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        return self.numbering, self.seed, self.answers, self.rolls, self.state.plain(), self.picked

    def __setstate__(self, saved: tuple[Any, ...]) -> None:
        self.numbering, seed, self.answers, self.rolls, plain, picked = saved
        self.scenario = self.numbering.scenario
        self._begin(seed, type(self.scenario.system.begin(self.scenario)).restore(self.scenario, plain))
        while self.picked != picked:
            self.pick(picked[len(self.picked)])

    @property
    def ask(self) -> Ask | None:
        return self.wait if isinstance(self.wait, Ask) else None

    @property
    def roll(self) -> Roll | None:
        return self.wait if isinstance(self.wait, Roll) else None

    @property
    def outcome(self) -> Outcome | None:
        return self.wait.outcome if isinstance(self.wait, Over) else None

    def pick(self, number: int) -> None:
        """One pick more of what is offered; the last one of a form answers the question."""
        ask = self.ask
        if ask is None or number not in self.offered:
            raise Bug(f"{number} is not offered")
        self._put(ask, number, self.offered[number])
        if self._fill(ask):
            self.answer(self.draft.filled)

    def answer(self, action: Action) -> None:
        """The whole form at once; it must be legal."""
        assert isinstance(self.wait, Ask)
        self.answers.append((self.wait.side, action))
        answer(self.state, action)
        self._go_on()

    def mean(self, meaning: Any) -> None:
        """What the dice now wanted come to."""
        mean(self.state, meaning)
        self._go_on()

    def played_by(self, player: Player) -> None:
        """A computer player answers, in a position that its side may imagine; checked like anybody's answer."""
        ask = self.ask
        assert ask is not None
        rng = Random(f"imagination {self.seed} {len(self.answers)}")
        action = player.answer(self.scenario.system.hidden.imagine(self.state, ask.side, rng), ask)
        if problems := ask.form.check(self.state, action):
            raise refused(self.scenario, f"{ask.form.name} {action}", problems)
        self.answer(ask.form.settled(action))

    def session(self) -> Session:
        """The same game played anew with its log and record: to be kept, and looked at in the browser."""
        session = Session(self.scenario, self.seed)
        while session.ask is not None:
            answered = sum(isinstance(each, Answer) for each in session.inputs)  # some it gives by itself
            if answered == len(self.answers):
                break
            session.submit(*self.answers[answered])
        return session

    def _go_on(self) -> None:
        """To the next choice, roll that nobody makes, or end."""
        state, self.seen = self.state, {}
        while True:
            self.wait = run(state)
            self.draft, self.picked, self.offered = EMPTY, (), {}
            if isinstance(self.wait, Ask) and self._fill(self.wait):
                self.answers.append((self.wait.side, self.draft.filled))
                answer(state, self.draft.filled)
            elif isinstance(self.wait, Roll) and self.dice is not None:
                answer(state, self.dice.roll(self.wait.dice, self.rolls, purpose(state)))
                self.rolls += 1
            else:
                return

    def _fill(self, ask: Ask) -> bool:
        """As far as there is no choice; is it filled?"""
        state, form = self.state, ask.form
        while form.at(self.draft)[0] is not None:
            picks = form.picks(state, self.draft)
            self.offered = self.numbering.numbered(state, form, self.draft, picks)
            if len(picks) > 1:
                return False
            ((number, pick),) = self.offered.items()
            self._put(ask, number, pick)
        return True

    def _put(self, ask: Ask, number: int, pick: Pick) -> None:
        self.draft, self.picked, self.offered = ask.form.put(self.draft, pick), (*self.picked, number), {}
