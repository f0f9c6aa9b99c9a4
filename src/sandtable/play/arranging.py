"""Clauses read and carried out, one kind after the other, until they are a position; or refused, each with its reason.

`ger_pz1 2410; sov_f3 3410; turn 4; axis moves`: where a unit is and what is marked on it, who controls a place, what
the clock shows, whose phase it is. Which clauses there are is told by the family's `Vocabulary`; units, places, sides
and phases are known from the scenario.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.core.charts import expected, near
from sandtable.core.errors import BadInput
from sandtable.core.flow import Procedure, run
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF, Position
from sandtable.core.system import Scenario, System
from sandtable.core.vocabulary import (
    BOXES,
    EVERYTHING,
    NOTHING,
    PLACES,
    UNITS,
    Clause,
    Vocabulary,
    told_otherwise,
)
from sandtable.play import explain
from sandtable.play.blanks import LONGEST_NAME, Reason, longest, named, no_such, plainly, read_clause, read_mark
from sandtable.play.frames import read_frame
from sandtable.play.phases import Phase, paths_of, read_phase, under_way
from sandtable.play.positions import NONSENSE

LONGEST = 200_000  # characters; a campaign has about six thousand
MOST = 5_000  # clauses
LONGEST_CLAUSE = 20_000  # characters: every hex of a map and who controls it
WRONG = 5  # reasons told at once
THERE = {EVERYTHING: EVERYTHING, BOXES: BOXES, "empty": NOTHING}
DOING = re.compile(r"doing\s+(\d{1,2})\s+(\S.*)", re.IGNORECASE)
LEADS = ("at", "in")  # that may stand between a unit and its place
AT_PHASE, AT_BEFORE, AT_UNITS, AT_AFTER, AT_DOING = range(5)  # when the turn of a clause comes


def clauses(text: str) -> list[str]:
    """Separated by semicolons or lines; what follows a # is a remark."""
    if len(text) > LONGEST:
        raise BadInput(f"the position is too long: more than {LONGEST} characters")
    lines = (line.partition("#")[0] for line in text.splitlines())
    found = [" ".join(part.split()) for line in lines for part in line.split(";") if part.strip()]
    if len(found) > MOST or any(len(each) > LONGEST_CLAUSE for each in found):
        raise BadInput(f"the position is too long: {MOST} clauses of {LONGEST_CLAUSE} characters are allowed")
    return found


def refused(said: str, why: str) -> BadInput:
    return BadInput(f"{said}: {why}")


def _vocabulary(scenario: Scenario) -> Vocabulary[Position]:
    system = scenario.system
    assert isinstance(system, System)
    return system.vocabulary


class Understood(NamedTuple):
    """A clause, and when its turn comes."""

    turn: int
    nth: int
    said: str
    clause: Clause[Position] | None = None
    keys: tuple[int, ...] = ()
    value: int = 0


class Doing(NamedTuple):
    """A procedure that is said to be under way, and how many are below it."""

    said: str
    depth: int
    text: str


class Arranging:
    """A position in the making."""

    def __init__(self, scenario: Scenario, there: str = NOTHING) -> None:
        self.scenario, self.vocabulary = scenario, _vocabulary(scenario)
        self.state = self.vocabulary.first(scenario, there)
        marks, others = told_otherwise(type(self.state), self.vocabulary)
        self.marks: Sequence[Clause[Position]] = (*self.vocabulary.marks, *marks)
        self.before: Sequence[Clause[Position]] = self.vocabulary.before
        self.after: Sequence[Clause[Position]] = (*self.vocabulary.after, *others)
        self.ids = frozenset(scenario.counters.ids)
        usual = next(iter(self.vocabulary.phases.values()))
        self.phase = Phase("", Side(0), paths_of(scenario.outline, usual))
        self.doing: list[Doing] = []

    def arrange(self, said: Sequence[str]) -> Position:
        """The position that these clauses tell, with its question; refused if it cannot be."""
        self.lay_out(said)
        try:
            self.state.stack = self.procedures()
        except BadInput:
            self.sound()  # if it cannot be at all, that is the better reason
            raise
        self.renew()
        self.sound()
        return self.state

    def lay_out(self, said: Sequence[str]) -> Position:
        """What these clauses say, whatever comes of it: nothing is asked yet, and no rule is looked at."""
        understood = sorted(map(self.understand, said), key=lambda each: (each.turn, each.nth))
        turn = AT_PHASE
        for each in understood:
            if each.turn != turn:
                self.renew()
            turn = each.turn
            self.carry_out(each)
        self.renew()
        return self.state

    def renew(self) -> None:
        """What follows from what was said is worked out anew."""
        self.state = type(self.state).restore(self.scenario, self.state.plain())

    def sound(self) -> None:
        """Refused if it cannot be, with the rules that say so."""
        system, state = self.scenario.system, self.state
        assert isinstance(system, System)
        try:
            wrong = system.audit(state)
            if not wrong:
                run(state.copy())
        except Exception as error:  # whatever it was that broke over numbers that do not fit together
            raise BadInput(NONSENSE) from error
        if wrong:
            reasons = "; ".join(explain.reasons(state.scenario, wrong[:WRONG]))
            raise BadInput(f"the position cannot be: {reasons}")

    def procedures(self) -> list[Procedure]:
        """As the phase has them, but for what is said otherwise; the deepest that is said is the last."""
        if not self.doing:
            return under_way(self.state, self.vocabulary, self.phase)
        try:
            stack = under_way(self.state, self.vocabulary, self.phase)
        except BadInput:
            stack = []  # then all have to be said
        for said, depth, text in sorted(self.doing, key=lambda each: each.depth):
            if depth > len(stack):
                raise refused(said, f"only {len(stack)} procedures are under way below it")
            try:
                stack[depth : depth + 1] = [read_frame(self.scenario, text)]
            except BadInput as error:
                raise refused(said, str(error)) from error
        return stack[: depth + 1]

    # ------------------------------------------------------------------ clauses

    def understand(self, said: str) -> Understood:
        if said.split(" ", 1)[0] in self.ids:
            return Understood(AT_UNITS, 0, said)
        if found := DOING.fullmatch(said):
            self.doing.append(Doing(said, int(found[1]), found[2]))
            return Understood(AT_DOING, 0, said)
        reasons: list[Reason] = []
        for turn, table in ((AT_BEFORE, self.before), (AT_AFTER, self.after)):
            for nth, clause in enumerate(table):
                if (read := read_clause(self.scenario, clause, said, reasons)) is not None:
                    return Understood(turn, nth, said, clause, *read)
        if (phase := read_phase(self.scenario, self.vocabulary, said, reasons)) is not None:
            self.phase = phase
            return Understood(AT_PHASE, 0, said)
        if self.begins_with_unit(said)[0] is not None:
            return Understood(AT_UNITS, 0, said)
        raise self.not_understood(said, reasons)

    def carry_out(self, understood: Understood) -> None:
        if understood.clause is not None:
            for key in understood.keys:
                understood.clause.set(self.state, key, understood.value)
        elif understood.turn == AT_UNITS:
            self.unit(understood.said)
        elif understood.turn == AT_PHASE:
            self.vocabulary.enter(self.state, self.phase.top, self.phase.side)

    def not_understood(self, said: str, reasons: Sequence[Reason]) -> BadInput:
        """The reason of whichever clause came nearest; else what may be said."""
        if reasons:
            return refused(said, max(reasons, key=lambda each: each.known).why)
        units, text = UNITS.lexicon(self.scenario), said.casefold()
        for name, ids in units.doubtful.items():
            if text.startswith(f"{name} "):
                return refused(said, f"several units are called {name}: {', '.join(ids)}")
        first, *rest = said.split()
        if near(first, units.known) or longest(PLACES.lexicon(self.scenario).known, rest)[1]:
            return refused(said, no_such(self.scenario, UNITS, first))
        does = f"{self.scenario.sides[0]} {next(iter(self.vocabulary.phases))}"
        known = map(plainly, (*self.before, *self.after))
        return refused(said, f"a clause is a unit and its place, whose phase it is ({does}), or {', '.join(known)}")

    # ------------------------------------------------------------------ units

    def begins_with_unit(self, said: str) -> tuple[int | None, list[str]]:
        """The unit, and the words after it."""
        words = said.replace(",", " ").split()
        number, taken = longest(UNITS.lexicon(self.scenario).known, words)
        return (number, words[taken:]) if number is not None and number >= 0 else (None, words)

    def unit(self, said: str) -> None:
        """`ger_pz1 2410 reduced`: where it is, unless it stays where it was, and what is marked on it."""
        number, words = self.begins_with_unit(said)
        assert number is not None
        unit = UnitId(number)
        try:
            if words and read_mark(self.scenario, self.marks, words) is None:
                self.put(unit, self.takes_place(words))
            while words:
                clause, value, taken = self.mark(words)
                clause.set(self.state, unit, value)
                del words[:taken]
        except BadInput as error:
            raise refused(said, str(error)) from error

    def takes_place(self, words: list[str]) -> Hex:
        if words[0].casefold() in LEADS:
            del words[0]
        place, taken = longest(PLACES.lexicon(self.scenario).known, words)
        if place is None:
            return Hex(named(self.scenario, PLACES, words[0] if words else "nothing"))
        del words[:taken]
        return Hex(place)

    def mark(self, words: Sequence[str]) -> tuple[Clause[Position], int, int]:
        if (found := read_mark(self.scenario, self.marks, words)) is not None:
            return found
        reasons: list[Reason] = []
        for clause in self.marks:
            for taken in range(1, min(len(words), LONGEST_NAME) + 1):
                read_clause(self.scenario, clause, " ".join(words[:taken]), reasons)
        if reasons:
            raise BadInput(reasons[0].why)
        known = expected(words[0], [*map(plainly, self.marks)], "it may be")
        raise BadInput(f"{words[0]} is nothing that is said of a unit; {known}")

    def put(self, unit: UnitId, to: Hex) -> None:
        """On top of the stack there, or out of the game."""
        if self.state.hex_of[unit] != OFF:
            self.state.remove(unit, "")
        if to != OFF:
            self.state.place(unit, to, "")
        self.vocabulary.fresh(self.state, unit, to)
