"""A game at the terminal while somebody sits at it: what he has picked so far, and what the words of a line pick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from sandtable.core.decisions import EMPTY, WORD, Draft, Menu
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
