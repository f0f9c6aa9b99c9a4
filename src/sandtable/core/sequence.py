"""The sequence of play as data: rows of phases and segments, and the two procedures that play them.

A row is played by a side (`PHASING`, `OTHER`, or both in turn). A phase holds procedures and further rows; a segment
asks the menu of its verbs until its side ends it, and runs each verb's procedure with what filled the verb's form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.errors import Bug
from sandtable.core.flow import ENDED, Ask, Call, Procedure, Result, step
from sandtable.core.rules import Side, Violation, enemy

if TYPE_CHECKING:
    from sandtable.core.state import State

Role = Literal["phasing", "other"]
PHASING: Role = "phasing"
OTHER: Role = "other"
END = "end"
StateTest = Callable[["State"], bool]


class Verb(NamedTuple):
    """A form and the procedure it starts: the acting side, then the form's slots, are the procedure's first fields."""

    form: Form
    does: type[Procedure]
    asks: Menu | None = None  # by the procedure, so that a player who is too early can be told


@dataclass(frozen=True, eq=False)
class Row:
    """One line of the printed sequence."""

    name: str
    number: str
    parts: tuple[Row | type[Procedure], ...] = ()
    does: Mapping[str, type[Procedure]] = field(default_factory=dict)  # what the verbs of a segment start
    by: Role = PHASING
    only: StateTest | None = None  # the row is skipped where this does not hold
    needed: Mapping[type[Procedure], StateTest] = field(default_factory=dict)  # procedures that else do nothing
    menu: Menu | None = None
    menus: tuple[Menu, ...] = ()  # that the procedures of a phase ask
    within: tuple[tuple[Form, Menu], ...] = ()  # verbs of a segment, and what their procedures ask
    lingers: tuple[Form, ...] = ()  # verbs after which its side ends a segment itself, even if nothing else can be done

    @property
    def asks(self) -> Menu:
        """The menu of a segment."""
        if self.menu is None:
            raise Bug(f"{self.name} is no segment")
        return self.menu

    def takes_place(self, state: State) -> bool:
        return self.only is None or self.only(state)

    def by_side(self, phasing: Side) -> Side:
        return phasing if self.by == PHASING else enemy(phasing)


def phase(
    name: str, number: str, *parts: Row | type[Procedure], by: Role = PHASING, only: StateTest | None = None,
    menus: tuple[Menu, ...] = (), needed: Mapping[type[Procedure], StateTest] | None = None,
) -> Row:  # fmt: skip
    """A phase: its procedures and rows, one after the other. A procedure is called with the acting side; the menus it
    asks are named so that a player who is too early or too late can be told. `needed`: where it is not, a procedure
    would change nothing and ask nobody, so it is passed over."""
    return Row(name, number, parts, by=by, only=only, menus=menus, needed=needed or {})


def segment(
    name: str, number: str, *verbs: Verb, by: Role = PHASING, only: StateTest | None = None, end: Form | None = None,
    lingers: tuple[Form, ...] = (),
) -> Row:  # fmt: skip
    """A segment: the side does any of the verbs, as often as it likes, until it ends. `end` may refuse to end. It is
    not passed over after the verbs after which it `lingers`: dice fall next, and nothing is taken back past them."""
    end = end or Form(END, number)
    if end.name != END:
        raise Bug(f"{name} is ended by {end.name}, but a segment ends with {END}")
    menu = Menu(name, number, *(verb.form for verb in verbs), end)
    does = {verb.form.name: verb.does for verb in verbs}
    within = tuple((verb.form, verb.asks) for verb in verbs if verb.asks is not None)
    return Row(name, number, does=does, by=by, only=only, menu=menu, within=within, lingers=lingers)


class Outline:
    """Every row of a game's sequence by its path, so that a procedure holds a word and not a row."""

    def __init__(self, *rows: Row) -> None:
        self.rows: dict[str, Row] = {}
        self.plays: dict[str, tuple[tuple[Callable[[Side], Procedure], StateTest | None], ...]] = {}
        self.tops = rows
        for row in rows:
            self._enter(row, row.name)

    def _enter(self, row: Row, path: str) -> None:
        if path in self.rows:
            raise Bug(f"two rows are called {path}")
        self.rows[path] = row
        self.plays[path] = tuple([self._play(row, part, path) for part in row.parts])
        if row.menu is not None:
            self.plays[path] = ((partial(Segment, path), None),)
        for part in row.parts:
            if isinstance(part, Row):
                self._enter(part, f"{path} / {part.name}")

    def _play(
        self, row: Row, part: Row | type[Procedure], path: str
    ) -> tuple[Callable[[Side], Procedure], StateTest | None]:
        """What plays a part of a row for a side, and where it is needed at all."""
        if isinstance(part, Row):
            return partial(Sequence, f"{path} / {part.name}"), part.only
        return cast(Callable[[Side], Procedure], part), row.needed.get(part)  # a procedure's first field is the side

    def __getitem__(self, path: str) -> Row:
        return self.rows[path]

    def elsewhere(self, state: State, word: str) -> Iterator[Violation]:
        """When a verb that is not among the choices now would be; ending is one everywhere, so nowhere."""
        playing = {frame.row for frame in state.stack if isinstance(frame, Sequence)}
        for path, row in self.rows.items() if word != END else ():
            if any(word in menu.forms for menu in (*row.menus, row.menu) if menu is not None):
                when = "at another time in" if path in playing else "in"
                yield Violation(row.number, f"{word} is done {when} the {row.name}")
            for verb, menu in row.within:
                if word in menu.forms and path in playing:
                    yield Violation(verb.rule, f"{word} comes after {verb.name}: {verb.name} first")
                elif word in menu.forms:
                    yield Violation(verb.rule, f"{word} comes after {verb.name}, in the {row.name}")

    def lines(self) -> list[tuple[int, Row]]:
        """For showing: depth and row."""
        return [(path.count(" / "), row) for path, row in self.rows.items()]


class Sequence(Procedure):
    """Plays one row: its parts in order, or its segment. `row` is its path in the scenario's outline."""

    row: str
    side: Side
    part: int = 0

    @step("sequence")
    def next_part(self, state: State) -> Result:
        outline = state.scenario.outline
        row, plays = outline.rows[self.row], outline.plays[self.row]
        if self.part == 0 and not row.takes_place(state):
            return ENDED
        while self.part < len(plays):
            play, needed = plays[self.part]
            if needed is None or needed(state):
                return Call(play(row.by_side(self.side)), then="go_on")
            self.part += 1
        return ENDED

    @step("sequence")
    def go_on(self, state: State) -> Result:
        self.part += 1
        return self.next_part(state)


class Segment(Procedure):
    """Asks the menu of a segment until its side ends it, and runs what is chosen."""

    row: str
    side: Side
    action: Action = ()

    @step("sequence")
    def choose(self, state: State) -> Result:
        menu = state.scenario.outline.rows[self.row].menu
        assert menu is not None
        return Ask(self.side, menu, "action")

    @step("sequence")
    def act(self, state: State) -> Result:
        word, *filled = self.action
        self.action = ()
        if word == END:
            return ENDED
        does = state.scenario.outline.rows[self.row].does[word]
        return Call(does(self.side, *filled), then="choose")  # type: ignore[call-arg]  # side, then the slots
