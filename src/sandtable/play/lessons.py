"""A lesson being taken: a game in which the learner is asked one thing at a time, and all else is answered for him.

How far he is follows from the answers in the game's record, so a lesson can be left, resumed and undone like any game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.core.decisions import Action
from sandtable.core.errors import REFUSED, BadInput
from sandtable.core.lessons import Lesson, LessonStep, fits
from sandtable.core.rules import Side
from sandtable.core.system import find_system
from sandtable.play.notation import pick_name, read_action, read_closed, read_draft, written
from sandtable.play.odds import data_folder
from sandtable.play.record import Answer
from sandtable.play.session import Session

END = ("end",)
PICKED = ("draft", "path", "odds")  # looks that are about what is picked so far


@dataclass(frozen=True, slots=True)
class StepSeen:
    """What the learner is shown of a lesson."""

    id: str  # "gew:move"
    nth: int  # from 1
    of: int
    title: str
    told: str  # about what he has just done; "" at the beginning
    text: str  # what is asked of him: one thing; of a lesson that is over, the words at its end
    rule: str
    hexes: tuple[str, ...]  # to be lit
    units: tuple[str, ...]
    wants: Literal["answer", "refusal", "look", ""]  # what ends the step; "" if it is over
    words: tuple[str, ...]  # that do it ("*" any word, "..." any words); of a look the first is what is looked at
    done: bool  # the lesson is over


def find_lesson(name: str) -> Lesson:
    """The lesson of `system:lesson`."""
    code, _, wanted = name.partition(":")
    system = find_system(code)
    known = {lesson.id: lesson for lesson in system.lessons()}
    if wanted not in known:
        raise BadInput(f"{system.title} has no lesson {wanted}; it has {', '.join(known) or 'none'}")
    return known[wanted]


def begin_lesson(name: str) -> Course:
    """A lesson from its beginning, with the game in which it is taken: before anybody has answered anything."""
    lesson = find_lesson(name)
    scenario = find_system(name.partition(":")[0]).load(lesson.scenario, lesson.options, data_folder())
    return Course(lesson, Session(scenario, lesson.seed))


class Course:
    """Follows a session. Whoever keeps the session submits what `scripted` answers until it answers nothing, lets the
    learner's answers through if `check` says nothing against them, and tells what the learner has `looked` at."""

    def __init__(self, lesson: Lesson, session: Session) -> None:
        self.lesson, self.session = lesson, session
        self.side = session.scenario.side(lesson.side)
        self.looks: set[int] = set()  # steps done by looking: they leave nothing in the record

    # ------------------------------------------------------------------ how far he is

    @property
    def nth(self) -> int:
        """The step he is at, from 0; behind the last if all is done."""
        nth = self._answered()
        while nth in self.looks:
            nth += 1
        return nth

    def _answered(self) -> int:
        """The step behind the last that was answered."""
        return next(reversed(self._own()), -1) + 1

    def _own(self) -> dict[int, int]:
        """By step, the input that answered it. What the lesson said for his side was to other forms."""
        steps = [(nth, step) for nth, step in enumerate(self.lesson.steps) if step.kind == "answer"]
        found: dict[int, int] = {}
        for at, entry in enumerate(self.session.inputs):
            if len(found) < len(steps) and isinstance(entry, Answer) and entry.side == self.lesson.side:
                nth, step = steps[len(found)]
                if not entry.forced and step.asks == entry.form and _fits(step, entry.picks):
                    found[nth] = at
        return found

    @property
    def done(self) -> bool:
        return self.nth == len(self.lesson.steps)

    @property
    def now(self) -> LessonStep | None:
        nth = self.nth
        return self.lesson.steps[nth] if nth < len(self.lesson.steps) else None

    def step(self) -> StepSeen:
        lesson, nth = self.lesson, self.nth
        id = f"{self.session.system.code}:{lesson.id}"
        told = lesson.steps[nth - 1].told if nth else ""
        if (now := self.now) is None:
            head = (id, nth, nth, lesson.title, told, lesson.end)
            return StepSeen(*head, lesson.steps[-1].rule, (), (), "", (), True)
        head = (id, nth + 1, len(lesson.steps), lesson.title, told, now.text)
        return StepSeen(*head, now.rule, now.hexes, now.units, now.kind, now.patterns[0], False)

    # ------------------------------------------------------------------ what he does

    def check(self, words: list[str] | tuple[str, ...]) -> str:
        """A sentence if this answer of the learner is not what the lesson wants now; "" if it is, or if the game itself
        refuses it: that says why."""
        ask, now = self.session.ask, self.now
        if ask is None or now is None:
            return ""
        try:
            action = read_action(self.session.state, ask.form, words)
        except REFUSED:
            return ""
        if ask.form.check(self.session.state, action):
            return ""
        said = tuple(written(self.session.state, ask.form, ask.form.settled(action)))
        return "" if now.kind == "answer" and now.asks == ask.form.name and _fits(now, said) else now.otherwise

    def looked(self, what: str, *words: str) -> bool:
        """The learner has looked at something, or tried (`why`) what is refused. True if that was what is wanted."""
        now = self.now
        if now is None or now.kind == "answer":
            return False
        if what == "why":
            found = now.kind == "refusal" and _tried(now, words) and self._refused(words)
        else:
            found = now.kind == "look" and _fits(now, (what, *(self._in_order(words) if what in PICKED else words)))
        if found:
            self.looks.add(self.nth)
        return found

    def _in_order(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """What is picked so far as a record writes it: the order in which a set is named means nothing."""
        ask, state = self.session.ask, self.session.state
        try:
            assert ask is not None
            draft = read_draft(state, ask.form, words)
        except REFUSED:
            return words
        slot, _ = ask.form.at(draft)
        chosen = draft.chosen if slot is None or slot.ordered else sorted(draft.chosen)
        names = [pick_name(state, ask.form, draft, pick) for pick in chosen] if slot else []
        return (*written(state, ask.form, draft.filled), *names)

    def _refused(self, words: tuple[str, ...]) -> bool:
        try:
            return bool(self.session.why_not(*words))
        except REFUSED:
            return True

    # ------------------------------------------------------------------ what is answered for him and for others

    def scripted(self) -> tuple[Side, Action] | None:
        """What the lesson answers to the question asked; None if it is the learner's, or nothing is asked any more."""
        ask, now = self.session.ask, self.now
        if ask is None or now is None or (ask.side == self.side and ask.form.name == now.asks):
            return None
        state, form = self.session.state, ask.form
        side = self.session.scenario.sides[ask.side]
        given = self.lesson.answers.get(side, {}).get(form.name, (END,))
        own = set(self._own().values())
        before = sum(
            isinstance(entry, Answer) and not entry.forced and (entry.side, entry.form) == (side, form.name)
            for at, entry in enumerate(self.session.inputs)
            if at not in own
        )
        words = given[min(before, len(given) - 1)]
        try:
            action = read_closed(state, form, words)
            fails = bool(form.check(state, action))
        except REFUSED:
            fails = True
        return ask.side, form.fill(state, lambda picks: picks[0]) if fails else form.settled(action)

    def run(self) -> None:
        """Submit all that is scripted, up to the learner's next question."""
        while (said := self.scripted()) is not None:
            self.session.submit(*said)

    def why_not_undo(self) -> str:
        """Empty if the learner may take his last answer back, else the reason."""
        last = next(reversed(self._own().values()), None)
        marks = [mark.inputs for mark in self.session.marks]
        if last is None:
            return "nothing of yours has been answered in this lesson"
        if last not in marks or not all(self._mine(at) for at in marks if at >= last):
            return "dice have been rolled, or the other side has answered, since your last answer"
        return ""

    def _mine(self, at: int) -> bool:
        entry = self.session.inputs[at]
        return isinstance(entry, Answer) and entry.side == self.lesson.side

    def undo(self) -> None:
        """Take back the learner's last answer, with what the lesson has answered for him since."""
        if why := self.why_not_undo():
            raise BadInput(f"undo: {why}")
        nth, last = next(reversed(self._own().items()))
        while len(self.session.inputs) > last:
            self.session.undo(self.side)
        self.looks = {look for look in self.looks if look < nth}


def _fits(step: LessonStep, words: tuple[str, ...]) -> bool:
    return any(fits(pattern, words) for pattern in step.patterns)


def _tried(step: LessonStep, words: tuple[str, ...]) -> bool:
    """The whole answer, or its end: who points at a hex has not said a verb yet."""
    return bool(words) and any(fits(pattern[-len(words) :], words) for pattern in step.patterns)
