"""The same once more: what a side did the last time a question was asked, and could do now just so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import Menu
from sandtable.core.errors import REFUSED
from sandtable.play.drafts import Drafts
from sandtable.play.record import Answer, Input

MOST = 12  # answers of the last time that are tried


def again(drafts: Drafts, inputs: Sequence[Input]) -> tuple[str, ...]:
    """Of a menu: the first answer of the last time, in their order, that was not given this time and may be; else
    nothing. A time lasts until the menu is ended."""
    menu, scenario = drafts.ask.form, drafts.state.scenario
    if not isinstance(menu, Menu) or not menu.ends:
        return ()
    side = scenario.sides[drafts.ask.side]
    now, before = list[tuple[str, ...]](), list[tuple[str, ...]]()
    ended = 0
    for entry in _own(inputs, side, menu.name):
        ended += entry.picks == (menu.ends,)
        if ended > 1:
            break
        if entry.asked and entry.picks != (menu.ends,):
            (before if ended else now).append(entry.picks)
    left = [picks for picks in reversed(before) if picks not in now]
    return next((picks for picks in left[:MOST] if _fits(drafts, picks)), ())


def _own(inputs: Sequence[Input], side: str, form: str) -> Iterator[Answer]:
    """The latest first."""
    for entry in reversed(inputs):
        if isinstance(entry, Answer) and entry.side == side and entry.form == form:
            yield entry


def _fits(drafts: Drafts, picks: Sequence[str]) -> bool:
    try:
        return drafts.ask.form.at(drafts.at(picks))[0] is None
    except REFUSED:
        return False
