"""Half-filled forms that keep their place: one pick more is read and checked by itself, and no position is copied.

A form is a function of the procedure that asks, of the position and of what is filled, so a draft needs nothing of its
own but its picks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sandtable.core.decisions import EMPTY, Action, Draft, Menu
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.state import State
from sandtable.play.explain import refused
from sandtable.play.notation import read_pick, unread

MOST = 1000  # that are remembered of one question


class Drafts:
    """The drafts of one question, by the words that fill them: each of them legal."""

    def __init__(self, state: State, ask: Ask) -> None:
        self.state, self.ask = state, ask
        self._known: dict[tuple[str, ...], Draft] = {(): EMPTY}
        self._verbs = list[str]()  # of a menu, those found to be open
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

    def whole(self, words: Sequence[str]) -> Action | None:
        """The answer that these words are, if they were drafted: nothing is left to be checked."""
        draft = self._known.get(tuple(words))
        return draft.filled if draft is not None and self.ask.form.at(draft)[0] is None else None

    def _one_more(self, draft: Draft, word: str) -> Draft:
        state, form = self.state, self.ask.form
        if form.at(draft)[0] is None:
            raise unread(state, form, draft, f"{word!r} is one pick too many")
        try:
            pick = read_pick(state, form, draft, word)
        except BadInput as error:
            raise unread(state, form, draft, str(error)) from error
        if wrong := form.why_not(state, draft, pick):
            raise refused(state.scenario, word, wrong)
        return form.put(draft, pick)
