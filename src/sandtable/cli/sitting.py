"""A game at the terminal while somebody sits at it: what he has picked so far, and what the words of a line pick."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from sandtable.core.decisions import DONE, EMPTY, WORD, Draft, Menu
from sandtable.core.errors import BadData, BadInput
from sandtable.core.flow import Ask
from sandtable.core.intents import Intent
from sandtable.core.rules import Side, Violation
from sandtable.core.state import State
from sandtable.core.textfile import writable
from sandtable.play.explain import reasons
from sandtable.play.lessons import Course
from sandtable.play.notation import meant_first, pick_name
from sandtable.play.record import Record
from sandtable.play.session import Session
from sandtable.play.table import Player
from sandtable.players import ADVISER, player
from sandtable.players.hands import Hands
from sandtable.players.planner import Planner


class Computer(NamedTuple):
    """A computer player at a side, and what it was told to do."""

    name: str
    player: Player
    ordered: Intent = ()


@dataclass
class Sitting:
    """A game at the terminal: what it is played with, and what each side has been shown."""

    session: Session
    screen: Console
    luck: str = ""
    record: Path | None = None
    shown: dict[Side, int] = field(default_factory=dict)  # by side, how much of the log
    course: Course | None = None  # the lesson that is taken
    computers: dict[Side, Computer] = field(default_factory=dict)  # the sides they play
    advisers: dict[tuple[Side, str], Player] = field(default_factory=dict)  # by side and name: they keep their plans
    hands: Hands = field(default_factory=Hands)  # who rolls plans out

    def seat(self, side: Side, name: str, ordered: Intent = ()) -> None:
        """A computer plays a side from now on, by these orders."""
        luck = f"{self.luck} {self.session.scenario.sides[side]}"
        self.computers[side] = Computer(name, player(name, luck, ordered, self.hands, waited_for=True), ordered)

    def adviser(self, side: Side, name: str) -> Player:
        """Who decides for a person; what he has planned he keeps in mind."""
        found = self.advisers.get((side, name))
        if found is None:
            found = player(name, f"{self.luck} {len(self.session.inputs)}", work=self.hands, waited_for=True)
            if isinstance(found, Planner):
                self.advisers[side, name] = found
        return found

    def plans(self, state: State, side: Side) -> Planner | None:
        """Whose plan a side follows in this turn, if one was made for it."""
        found = self.advisers.get((side, ADVISER))
        return found if isinstance(found, Planner) and found.in_force(state, side) is not None else None

    def keep(self, path: Path | None = None) -> None:
        """Write the record, if one is kept."""
        to = path or self.record
        if to is not None:
            keep(self.session, to)


def keep(session: Session, path: Path) -> None:
    """Write the record; what is no record is not written over."""
    writable(path)
    if path.is_file() and path.stat().st_size:
        try:
            Record.load(path)
        except (BadInput, BadData) as error:
            raise BadInput(f"{path} is there already and is no record of a game: name another file") from error
    session.record().save(path)


class At(NamedTuple):
    """Where the player is: the question, and what he has picked so far."""

    ask: Ask
    draft: Draft
    picked: Sequence[str]
    before: At | None = None  # where he was before the picks that were no choice


def position(session: Session, ask: Ask, picked: Sequence[str]) -> At:
    """Where a player is who has picked so much, with the picks that follow without a choice."""
    own = At(ask, session.drafts.at(picked), picked)
    if not (single := only_picks(session, ask, picked)):
        return own
    every = [*picked, *single]
    return At(ask, session.drafts.at(every), every, own)


def only_picks(session: Session, ask: Ask, picked: Sequence[str]) -> list[str]:
    """The picks that follow without a choice, or as they are proposed. They make an action whole only where its player
    has just said `done`, or nothing else is left: else the last word is his."""
    found: list[str] = []
    while True:
        draft = session.drafts.at([*picked, *found])
        slot, _ = ask.form.at(draft)
        if slot is None:
            break
        if slot.many and slot.proposes is not None and not draft.chosen:
            mine = ask.form.proposal(session.state, draft)
            found += [*(pick_name(session.state, ask.form, draft, pick) for pick in mine), DONE]
            continue
        picks = ask.form.picks(session.state, draft)
        if len(picks) != 1:
            return found
        found.append(pick_name(session.state, ask.form, draft, picks[0]))
    if picked and (picked[-1] == DONE or _is_proposed(session, ask, picked)):
        return found
    while found[-2:] == [DONE, DONE]:
        found.pop()
    return found[:-1]


def _is_proposed(session: Session, ask: Ask, picked: Sequence[str]) -> bool:
    """Is nothing asked after these picks but lists that may be left as they are proposed?"""
    slot, _ = ask.form.at(session.drafts.at(picked))
    return slot is not None and slot.many and slot.proposes is not None


def begun(session: Session, at: At, line: Sequence[str]) -> At:
    """Where a line begins: here; at the menu, if it begins with another of its verbs; or before what was no choice, if
    it names that all the same."""
    form = at.ask.form
    slot, _ = form.at(at.draft)
    if isinstance(form, Menu) and at.draft.filled and line[0] in form.forms and slot and slot.kind != WORD:
        return At(at.ask, EMPTY, ())
    if at.before is not None and not _can_mean(session, at, line) and _can_mean(session, at.before, line):
        return at.before
    return at


def _can_mean(session: Session, at: At, line: Sequence[str]) -> bool:
    try:
        meant_first(session.state, at.ask.form, at.draft, line)
    except BadInput:
        return False
    return True


def picks_of(session: Session, at: At, line: Sequence[str]) -> list[str]:
    """What the words of a line pick, each checked at once."""
    found: list[str] = []
    for name, refused in _picked(session, at, line):
        if refused:
            raise BadInput(f"{name}: {'; '.join(dict.fromkeys(reasons(session.scenario, refused)))}")
        found.append(name)
    return found


def tried(session: Session, at: At, line: Sequence[str]) -> list[str]:
    """What the words of a line would pick, up to what is refused or means nothing."""
    found: list[str] = []
    try:
        for name, refused in _picked(session, at, line):
            found.append(name)
            if refused:
                break
    except BadInput:
        pass
    return found


def _picked(session: Session, at: At, line: Sequence[str]) -> Iterator[tuple[str, Sequence[Violation]]]:
    """Each pick by name, and what is against it."""
    form, draft, found = at.ask.form, at.draft, list(at.picked)
    while line:
        slot, _ = form.at(draft)
        if slot is None:
            raise BadInput(f"{line[0]} is one pick too many: {' '.join(found)} is a whole action")
        pick, taken = meant_first(session.state, form, draft, line)
        line = line[taken:]
        found.append(pick_name(session.state, form, draft, pick))
        yield found[-1], form.why_not(session.state, draft, pick)
        draft = form.put(draft, pick)


def names_of(session: Session, at: At, words: Sequence[str]) -> list[str]:
    """The picks that words mean, as a record writes them."""
    start = begun(session, at, words) if words else at
    return [*start.picked, *tried(session, start, words)]


def to_type(session: Session, at: At, picks: Sequence[str]) -> str:
    """A line that answers with these picks: all of them, or, if that would mean something else here, those that are
    left."""
    left = picks[len(at.picked) :]
    lines = [line for line in (picks, left) if line and names_of(session, at, line) == list(picks)]
    return shlex.join(lines[0] if lines else picks)
