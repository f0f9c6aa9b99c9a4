"""Half-filled forms that keep their place: one pick more is read and checked by itself, and no position is copied.

A form is a function of the procedure that asks, of the position and of what is filled, so a draft needs nothing of its
own but its picks.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.decisions import EMPTY, Action, Draft
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
