"""Random illegal choices, tried at the only door there is: each must be refused with a rule and a cause, and change
nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from sandtable.core.decisions import DONE, EMPTY, GROUP, HEX, NUMBER, UNIT, Action, Draft, Form, Menu, Pick, Slot
from sandtable.core.errors import REFUSED, IllegalAction
from sandtable.core.rules import Side, Violation
from sandtable.core.system import Scenario, System
from sandtable.play.explain import refused
from sandtable.play.notation import pick_name, readable, written
from sandtable.play.session import Session

BETWEEN = 16  # answers that pass between two tries, at most
NONSENSE = (None, 7, -1, True, 1.5, "", "nonsense", (), ("end", "end"), ((),), ("nonsense", 3), [0], {"attack": 1})


class Refusal(NamedTuple):
    """What was tried, and what was said to it."""

    game: str
    kind: str
    tried: str
    said: str
    changed: bool = False  # the position, which must never be
    reasons: tuple[Violation, ...] = ()  # as far as they are rules of the game

    def rules(self, book: str) -> list[str]:
        """The numbers it cites."""
        return re.findall(rf"\({book} ([^\s()]+)\)", self.said)

    def faults(self, system: System[Any]) -> list[str]:
        """What is wrong with it: nothing, unless there is a bug."""
        cited = self.rules(system.book)
        cause = re.sub(rf"\({system.book} [^\s()]+\)", "", self.said).strip(" :;")
        found = [f"cites {number}, which does not exist" for number in cited if number not in system.rulebook]
        found += ["is allowed" if not self.said else "names no rule"] if not cited else []
        found += ["names no cause"] if self.said and not re.search(r"\w", cause) else []
        return [*found, "changed the position"] if self.changed else found


def refusals(system: System[Any], count: int, seed: str) -> Iterator[Refusal]:
    """So many illegal choices in random games of every scenario, those of the same seed always alike."""
    rng, scenarios = Random(f"refusals {seed}"), system.scenarios()
    games: dict[str, Trial] = {}
    for nth in range(count):
        info = scenarios[nth % len(scenarios)]
        name = info.name
        while True:
            if name not in games or games[name].over:
                chosen = {option.name: rng.random() < 0.5 for option in info.options}
                games[name] = Trial(Session(system.load(name, chosen), f"{seed} {rng.random()}"), rng)
            games[name].play_on(rng.randrange(BETWEEN))
            if not games[name].over or rng.random() < 0.2:  # few tries after the end of a game
                break
        yield games[name].refused()


class Trial:
    """A random game, and somebody who keeps trying what is not allowed in it."""

    def __init__(self, session: Session, rng: Random) -> None:
        self.session, self.rng = session, rng
        self.words: dict[str, None] = {}  # of every menu met so far
        self.answers: list[list[str]] = []  # given so far, in writing

    @property
    def over(self) -> bool:
        return self.session.ask is None

    def play_on(self, answers: int) -> None:
        for _ in range(answers):
            if (ask := self.session.ask) is None:
                return
            action = self.legal()
            if isinstance(ask.form, Menu):
                self.words.update(dict.fromkeys(ask.form.forms))
            self.answers.append(written(self.session.state, ask.form, action))
            self.session.submit(ask.side, action)

    def legal(self) -> Action:
        ask = self.session.ask
        assert ask is not None
        return ask.form.fill(self.session.state, self.rng.choice)

    def refused(self) -> Refusal:
        """One illegal choice; what turns out to be legal is drawn again."""
        if self.over:
            return self.door("after the end", "end", lambda: self.session.submit(Side(0), ("end",)))
        tries = (*[self.pick, self.value] * 4, self.side, self.phase, self.phase, self.half, self.nonsense)
        while True:
            if (found := self.rng.choice(tries)()) is not None:
                return found

    def door(self, kind: str, tried: str, knock: Callable[[], object]) -> Refusal:
        """What is said to it, and whether the position is the same after it."""
        session, before = self.session, self.session.state.digest()
        told, reasons = "", tuple[Violation, ...]()
        try:
            knock()
        except REFUSED as error:
            told, reasons = str(error), error.violations if isinstance(error, IllegalAction) else ()
        return Refusal(session.scenario.name, kind, tried, told, session.state.digest() != before, reasons)

    def asked(self, picked: list[str]) -> None:
        """What is said to somebody who points at the last of these."""
        if found := self.session.reasons(picked[:-1], picked[-1]):
            raise refused(self.session.scenario, " ".join(picked), found)

    # ------------------------------------------------------------------ ways of going wrong

    def pick(self) -> Refusal | None:
        """Any unit, hex or word that is not offered, somewhere on the way down a form."""
        form, state = self.form, self.session.state
        draft, picked = EMPTY, list[str]()
        while (slot := form.at(draft)[0]) is not None:
            offered = form.picks(state, draft)
            wrong = self.anything(slot)
            part = slot.kind == GROUP and not form.why_not(state, draft, wrong)  # of groups only some are listed
            if self.rng.random() < 0.3 and wrong not in offered and not part:
                picked.append(pick_name(state, form, draft, wrong))
                return self.door("pick", " ".join(picked), lambda: self.asked(picked))
            right = self.rng.choice(offered)
            picked.append(pick_name(state, form, draft, right))
            draft = form.put(draft, right)
        return None

    def value(self) -> Refusal | None:
        """A whole answer with one thing in it exchanged for another of its kind."""
        action, draft = self.legal(), EMPTY
        nth = self.rng.randrange(len(action)) if action else 0
        for value in action[:nth]:
            draft = self.put(draft, value)
        slot = self.form.at(draft)[0]
        if slot is None:
            return None
        wrong = self.anything(slot)
        bad = (*action[:nth], (*action[nth], wrong) if slot.many else wrong, *action[nth + 1 :])
        return self.whole("value", bad)

    def side(self) -> Refusal | None:
        """The right answer of the wrong side."""
        ask, action = self.session.ask, self.legal()
        assert ask is not None
        others = [Side(nth) for nth in range(len(self.session.scenario.sides)) if nth != ask.side]
        wrong = self.rng.choice(others)
        tried = f"{self.session.scenario.sides[wrong]}: {readable(self.session.state, ask.form, action)}"
        return self.door("side", tried, lambda: self.session.submit(wrong, action))

    def phase(self) -> Refusal | None:
        """What was right once, at another question."""
        ask = self.session.ask
        assert ask is not None
        if not self.answers:
            return None
        words = self.rng.choice(self.answers)
        if self.reads_well(words):
            return None
        return self.door("phase", " ".join(words), lambda: self.session.submit_written(ask.side, words))

    def half(self) -> Refusal | None:
        """An answer that stops too soon."""
        action = self.legal()
        return self.whole("half", action[: self.rng.randrange(len(action))]) if action else None

    def nonsense(self) -> Refusal | None:
        """No answer at all, or in the place of a part of one."""
        action, wrong = self.legal(), self.rng.choice(NONSENSE)
        nth = self.rng.randrange(-1, len(action))
        return self.whole("nonsense", wrong if nth < 0 else (*action[:nth], wrong, *action[nth + 1 :]))

    # ------------------------------------------------------------------ for these

    @property
    def form(self) -> Form:
        ask = self.session.ask
        assert ask is not None
        return ask.form

    def anything(self, slot: Slot) -> Pick:
        """Any thing of a slot's kind, without regard to the rules."""
        scenario: Scenario = self.session.scenario
        if slot.kind == HEX:
            return self.rng.randrange(scenario.places)
        if slot.kind == NUMBER:
            return int(self.rng.choice((-1, 1)) * 10 ** (9 * self.rng.random()))
        if slot.kind == GROUP:
            return tuple(sorted(self.rng.sample(range(len(scenario.counters)), self.rng.randrange(1, 4))))
        return self.rng.randrange(len(scenario.counters)) if slot.kind == UNIT else self.rng.choice([*self.words, DONE])

    def put(self, draft: Draft, value: Any) -> Draft:
        slot = self.form.at(draft)[0]
        for pick in (*value, DONE) if slot and slot.many else (value,):
            draft = self.form.put(draft, pick)
        return draft

    def whole(self, kind: str, action: object) -> Refusal | None:
        ask = self.session.ask
        assert ask is not None
        if not ask.form.check(self.session.state, action):
            return None
        return self.door(kind, repr(action), lambda: self.session.submit(ask.side, action))  # type: ignore[arg-type]

    def reads_well(self, words: list[str]) -> bool:
        """Is it an answer here too?"""
        try:
            return not any(self.session.why_not(*words[: nth + 1]) for nth in range(len(words)))
        except REFUSED:
            return False
