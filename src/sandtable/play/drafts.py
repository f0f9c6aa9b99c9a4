"""Half-filled forms that keep their place: one pick more is read and checked by itself, and no position is copied.

A form is a function of the procedure that asks, of the position and of what is filled, so a draft needs nothing of its
own but its picks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sandtable.core.decisions import DONE, EMPTY, Action, Draft, Menu, Pick
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.state import State
from sandtable.play.explain import refused
from sandtable.play.notation import pick_names, read_draft, read_pick, some_picks, unread

MOST = 1000  # that are remembered of one question
LISTS = 30  # of what was offered, that are


class Drafts:
    """The drafts of one question, by the words that fill them: each of them legal."""

    def __init__(self, state: State, ask: Ask) -> None:
        self.state, self.ask = state, ask
        self._known: dict[tuple[str, ...], Draft] = {(): EMPTY}
        self._offered: dict[Draft, Sequence[Pick]] = {}
        self._verbs: list[str] = []  # of a menu, those found to be open
        self._untried = self._all_verbs()

    def only(self) -> Action | None:
        """The answer, if there is no choice in it. Of a menu only so many verbs are tried as it takes to tell."""
        form = self.ask.form
        if not isinstance(form, Menu):
            return form.only(self.state)
        self._try(max(0, 2 - len(self._verbs)))
        return form.only(self.state, Draft((self._verbs[0],))) if len(self._verbs) == 1 else None

    def verbs(self) -> list[str]:
        """The verbs of a menu that are open, in its order; none is tried twice."""
        form = self.ask.form
        self._try()
        return [verb for verb in form.forms if verb in self._verbs] if isinstance(form, Menu) else []

    def _try(self, most: int | None = None) -> None:
        """So many verbs more; where a rule fails over one, all are tried anew when they are asked for again."""
        try:
            self._verbs += islice(self._untried, most)
        except BaseException:
            self._verbs, self._untried = [], self._all_verbs()
            raise

    def _all_verbs(self) -> Iterator[str]:
        form = self.ask.form
        return form.open_verbs(self.state) if isinstance(form, Menu) else iter(())

    def at(self, words: Sequence[str]) -> Draft:
        """The form filled with these words; or every reason against the first that may not be picked."""
        wanted = tuple(words)
        known = next(nth for nth in range(len(wanted), -1, -1) if wanted[:nth] in self._known)
        draft = self._known[wanted[:known]]
        for nth in range(known, len(wanted)):
            draft = self._one_more(draft, wanted[nth])
            if len(self._known) < MOST:
                self._known[wanted[: nth + 1]] = draft
        return draft

    def offered(self, draft: Draft) -> Sequence[Pick]:
        """What may be picked after this draft, of many numbers some; of a menu its open verbs. Nothing is listed twice
        as long as not much else is."""
        if not draft.filled and isinstance(self.ask.form, Menu):
            return self.verbs()
        found = self._offered.get(draft)
        if found is None:
            if len(self._offered) == LISTS:
                self._offered.clear()
            found = self._offered[draft] = some_picks(self.state, self.ask.form, draft)
        return found

    def proposed(self, words: Sequence[str]) -> list[str]:
        """What fills the lists that come next, if each is proposed; `done` ends it."""
        found: list[str] = []
        draft, form = read_draft(self.state, self.ask.form, words), self.ask.form
        while (slot := form.at(draft)[0]) is not None and slot.many and slot.proposes is not None and not draft.chosen:
            draft = self.at([*words, *found])  # a proposal may count on what is legal
            found += pick_names(self.state, form, draft, (*form.proposal(self.state, draft), DONE))
            draft = self.at([*words, *found])
        return found

    def whole(self, words: Sequence[str]) -> Action | None:
        """The answer that these words are, if they were drafted, or are a verb by itself that was found to be open:
        nothing is left to be checked."""
        draft = self._known.get(tuple(words))
        if draft is None and len(words) == 1 and words[0] in self._verbs:
            draft = Draft((words[0],))
        return draft.filled if draft is not None and self.ask.form.at(draft)[0] is None else None

    def _was_offered(self, draft: Draft, pick: Pick) -> bool:
        """Then nothing is against it: what is offered is what is not refused."""
        if not draft.filled and isinstance(self.ask.form, Menu):
            return pick in self._verbs
        return pick in self._offered.get(draft, ())

    def _one_more(self, draft: Draft, word: str) -> Draft:
        state, form = self.state, self.ask.form
        if form.at(draft)[0] is None:
            raise unread(state, form, draft, f"{word!r} is one pick too many")
        try:
            pick = read_pick(state, form, draft, word)
        except BadInput as error:
            raise unread(state, form, draft, str(error)) from error
        if not self._was_offered(draft, pick) and (wrong := form.why_not(state, draft, pick)):
            raise refused(state.scenario, word, wrong)
        return form.put(draft, pick)
