# cython: language_level=3, annotation_typing=False
"""What moves in a game: columns of numbers, the stack of procedures, and facts that follow from the columns.

Verbs are the only writers: each mutates, drops the facts it spoils, and leaves a line in the log with its rule.
Copies share what has not changed: the scenario, the question, the facts.

Plain Python that Cython also compiles (`state.pxd`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import signature
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar, cast

from sandtable.core.bits import stack
from sandtable.core.columns import (
    ALL,
    ANYTHING,
    EACH_SIDE,
    EVERYTHING,
    FACE,
    ITS_SIDE,
    PLACE,
    STACKED,
    UNIT,
    Column,
    Saved,
    Values,
    column,
)
from sandtable.core.copies import branched, own_names
from sandtable.core.errors import Bug
from sandtable.core.events import Event, Log
from sandtable.core.flow import Procedure, Wait
from sandtable.core.rules import Hex, Side, UnitId

if TYPE_CHECKING:
    from sandtable.core.changes import Option
    from sandtable.core.system import Scenario

Plain = tuple[Any, ...]
Question = Callable[..., Any]


class Answers(dict[Hashable, Any]):
    """Those to one question, by what it was about."""


Facts = dict[Question, Any]  # by question, the answer, or Answers
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="State")


class State:
    """The position without a board: enough to run procedures that only roll and look up."""

    declared: ClassVar[Mapping[str, Column]] = {}  # every column by its name: those of the base first
    columns: ClassVar[tuple[str, ...]] = ()  # their names
    makers: ClassVar[Mapping[str, Callable[[bytes], Values]]] = {}  # from the bytes of `plain` or of a view
    files: ClassVar[tuple[str, ...]] = (ANYTHING,)  # of facts, beside one of each side
    spoils: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # by column: the files, and ITS_SIDE, EACH_SIDE
    first_columns: ClassVar[Mapping[str, Column]] = {}  # in order, those of the first release, if they were others

    def __init_subclass__(cls) -> None:
        """Gather what is declared. It leaves the class, so that a column is found in the state at once. One that is
        declared anew keeps its place in the order."""
        own = {name: said.named(name) for name, said in vars(cls).items() if isinstance(said, Column)}
        for name in own:
            delattr(cls, name)
        cls.declared = {**cls.declared, **own}
        cls.columns = tuple(cls.declared)
        cls.makers = {name: said.maker for name, said in cls.declared.items()}
        cls.spoils = {name: cls._spoilt(said) for name, said in cls.declared.items()}

    @classmethod
    def _spoilt(cls, said: Column) -> tuple[str, ...]:
        if unknown := {*said.spoils} - {*cls.files, ITS_SIDE, EACH_SIDE, EVERYTHING}:
            raise Bug(f"the column {said.name} spoils {min(unknown)}, and facts are filed in {', '.join(cls.files)}")
        return (EACH_SIDE, *cls.files) if EVERYTHING in said.spoils else said.spoils

    def __init__(self, scenario: Scenario, *stack: Procedure) -> None:
        self._begin(scenario, list(stack))
        for name, said in self.declared.items():
            setattr(self, name, said.fresh(scenario))
        own_names(self)

    def _begin(self, scenario: Scenario, stack: list[Procedure]) -> None:
        """Everything but the columns. Families add what they keep at hand: fixed things that are asked for often."""
        self.scenario = scenario
        self.stack = stack
        self.wait: Wait | None = None
        self.facts: dict[str | int, Facts] = {file: {} for file in (*range(len(scenario.sides)), *self.files)}
        self.log: Log | None = None

    @classmethod
    def holding(cls, scenario: Scenario, columns: Mapping[str, Values], stack: list[Procedure]) -> Self:
        """A state of these columns: all of them, and its own."""
        state = object.__new__(cls)
        state._begin(scenario, stack)
        state.__dict__.update(columns)
        own_names(state)
        return state

    def option(self, option: Option) -> bool:
        """Is it switched on?"""
        return self.scenario.options.get(option.name, False)

    def copy(self) -> Self:
        """A branch: changes of one are not seen in the other. It keeps no log."""
        return branched(self, self.columns)

    # ------------------------------------------------------------------ as plain values

    def plain(self) -> Plain:
        """The whole paused game as plain values: what is hashed, compared and merged."""
        frames = tuple([frame.plain() for frame in self.stack])
        return (*[bytes(getattr(self, name)) for name in self.columns], frames)

    @classmethod
    def restore(cls, scenario: Scenario, plain: Plain, renamed: Mapping[str, str] = {}) -> Self:
        """The state that gave this `plain()`."""
        *values, frames = plain
        if len(values) != len(cls.columns):
            raise Bug(f"a position of {scenario.name} has {len(cls.columns)} columns, this one {len(values)}")
        columns = {name: make(held) for (name, make), held in zip(cls.makers.items(), values, strict=True)}
        return cls.holding(scenario, columns, [Procedure.restore(frame, renamed) for frame in frames])

    def packed(self) -> bytes:
        """The columns one behind the other."""
        return b"".join([bytes(getattr(self, name)) for name in self.columns])

    @classmethod
    def unpacked(cls, scenario: Scenario, packed: bytes) -> list[bytes]:
        """The columns as `restore` takes them, of which `packed` has to be made up exactly."""
        widths = [said.count(scenario) * said.bits // 8 for said in cls.declared.values()]
        if sum(widths) != len(packed):
            raise Bug(f"a position of {scenario.name} has {sum(widths)} bytes of columns, this one {len(packed)}")
        return [packed[start:end] for start, end in pairwise([0, *accumulate(widths)])]

    def saved(self) -> dict[str, Saved]:
        """The columns by the names that saves know them by: to be read when others have been declared since."""
        return {said.saved_as: said.save(getattr(self, name)) for name, said in self.declared.items()}

    @classmethod
    def load(cls, scenario: Scenario, saved: Mapping[str, Saved], stack: Iterable[Procedure] = ()) -> Self:
        """From `saved()` of this or an earlier release: a column that it does not have starts as in a new game, one
        that has gone since is left out, and one may have been called otherwise, or been narrower."""
        columns = {}
        for name, said in cls.declared.items():
            known = next((each for each in (said.saved_as, *said.formerly) if each in saved), None)
            columns[name] = said.fresh(scenario) if known is None else said.load(scenario, saved[known])
        return cls.holding(scenario, columns, list(stack))

    def digest(self) -> str:
        return hashlib.sha256(repr(self.plain()).encode()).hexdigest()

    # ------------------------------------------------------------------ facts

    def changed(self, column: str, unit: int = -1) -> None:
        """A verb has changed a column, of this unit: the facts that its declaration names are spoilt."""
        facts = self.facts
        for file in self.spoils[column]:
            if file is ITS_SIDE:
                facts[self.scenario.side_of[unit]] = {}
            elif file is EACH_SIDE:
                self.spoil(*range(len(self.scenario.sides)))
            else:
                facts[file] = {}

    def spoil(self, *files: str | int) -> None:
        """New dicts, never emptied ones: copies may still hold the old."""
        for file in files:
            self.facts[file] = {}

    def forget(self) -> None:
        """Every fact has to be worked out anew."""
        self.facts = {file: {} for file in self.facts}

    def keep_own_facts(self) -> None:
        """What is found out from now on is not found by those it was copied from."""
        self.facts = {
            file: {asked: Answers(held) if isinstance(held, Answers) else held for asked, held in facts.items()}
            for file, facts in self.facts.items()
        }

    def worked_out(self) -> Iterator[tuple[Question, tuple[Any, ...], Any]]:
        """Every fact that is filed: the question, what it was about, the answer."""
        for file, facts in self.facts.items():
            side = (file,) if isinstance(file, int) else ()
            for question, held in facts.items():
                if isinstance(held, Answers):
                    alone = _arguments(question) == 1
                    for about, answer in held.items():
                        yield question, (about,) if alone else (*side, *cast(Iterable[Any], about)), answer
                else:
                    yield question, side, held

    # ------------------------------------------------------------------ the log

    def note(
        self, kind: str, rule: str, audience: Iterable[Side] | None = None, reveals: bool = False, **data: Any
    ) -> None:
        """Leave a line in the log, if one is kept."""
        if self.log is not None:
            heard = None if audience is None else frozenset(audience)
            self.log.add(Event(kind, data, rule, heard, reveals))

    def settle(self) -> None:
        """The position has come to rest, and a log is kept: a game in which who hears of something follows from what
        is seen in the end says it now (`Log.settle`)."""


def kept_in(which: str | None) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """A question that is worked out once and filed among a state's facts until a verb spoils it: in the file of that
    name, or (None) of the side that is its first argument. Arguments come without names."""

    def filed(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        known = _of_a_side(question) if which is None else _of_all(question, which)
        return cast(Callable[Concatenate[S, P], R], wraps(question)(known))

    return filed


# Most questions are about the state alone, a side alone or one other thing: asked so often that each has its own way to
# look the answer up, by the question itself, or among those to it by what it is about.


def _arguments(question: Question) -> int:
    """How many there are beside the state; -1 if that is not settled."""
    said = signature(question).parameters.values()
    settled = all(each.kind is not each.VAR_POSITIONAL and each.default is each.empty for each in said)
    return len(said) - 1 if settled else -1


def _of_all(question: Question, file: str) -> Question:
    def known(state: State, /) -> Any:
        facts = state.facts[file]
        if known in facts:
            return facts[known]
        found = facts[known] = question(state)
        return found

    def known_of(state: State, about: Hashable, /) -> Any:
        facts = state.facts[file]
        if known_of in facts:
            held = facts[known_of]
            if about in held:
                return held[about]
        else:
            held = facts[known_of] = Answers()
        found = held[about] = question(state, about)
        return found

    def known_of_several(state: State, /, *about: Hashable) -> Any:
        facts = state.facts[file]
        if known_of_several in facts:
            held = facts[known_of_several]
            if about in held:
                return held[about]
        else:
            held = facts[known_of_several] = Answers()
        found = held[about] = question(state, *about)
        return found

    asked = _arguments(question)
    return known if asked == 0 else known_of if asked == 1 else known_of_several


def _of_a_side(question: Question) -> Question:
    def known(state: State, side: Side, /) -> Any:
        facts = state.facts[side]
        if known in facts:
            return facts[known]
        found = facts[known] = question(state, side)
        return found

    def known_of_several(state: State, side: Side, /, *about: Hashable) -> Any:
        facts = state.facts[side]
        if known_of_several in facts:
            held = facts[known_of_several]
            if about in held:
                return held[about]
        else:
            held = facts[known_of_several] = Answers()
        found = held[about] = question(state, side, *about)
        return found

    return known if _arguments(question) == 1 else known_of_several


def fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until anything changes."""
    return kept_in(ANYTHING)(question)


def side_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until something changes for the side that is the first argument."""
    return kept_in(None)(question)


OFF = Hex(-1)  # the place of a counter that is not on the map


class Position(State):
    """A state with counters on a board. A stack of counters is a linked list in two columns, so its order is kept."""

    hex_of = column(UNIT, 16, OFF, seen=FACE, spoils=(ITS_SIDE, ANYTHING))
    steps = column(UNIT, seen=FACE, spoils=(ITS_SIDE, ANYTHING))
    top_of = column(PLACE, 16, -1, seen=STACKED, spoils=())  # the uppermost counter
    under = column(UNIT, 16, -1, seen=STACKED, spoils=())  # the next one down
    control = column(PLACE, seen=ALL, spoils=(EVERYTHING,))  # 0 nobody, else side + 1

    # ------------------------------------------------------------------ questions

    def units_in(self, place: Hex) -> list[UnitId]:
        """From the top of the stack down."""
        return stack(self.top_of, self.under, place)

    def on_map(self, side: Side) -> Iterator[UnitId]:
        hex_of = self.hex_of
        return (unit for unit in self.scenario.units_of(side) if hex_of[unit] >= 0)

    def face_up(self, unit: UnitId) -> int:
        """The number of the face that a counter shows; a game whose counters have modes tells the mode too."""
        return self.scenario.counters.face_up(unit, steps=self.steps[unit])

    def printed(self, column: str, unit: UnitId) -> Any:  # the counters' schema says of what
        """What is printed on the face that is up."""
        return self.scenario.counters.printed(column, unit, self.face_up(unit))

    def controller(self, place: Hex) -> Side | None:
        return Side(self.control[place] - 1) if self.control[place] else None

    owned_by: ClassVar[tuple[str, ...]] = ()  # the columns by which counters change hands

    def owners(self) -> Sequence[int]:
        """By unit: whose counter it is."""
        return self.scenario.side_of

    # ------------------------------------------------------------------ guesses

    def pile(self, units: Iterable[UnitId], to: Hex) -> None:
        """Put counters that are off the map on a stack, in one go. Of what is guessed nothing is noted."""
        hex_of, under, top = self.hex_of, self.under, self.top_of[to]
        for unit in units:
            hex_of[unit], under[unit], top = to, top, unit
        self.top_of[to] = top
        self.forget()

    def slip(self, unit: UnitId, to: Hex, level: int) -> None:
        """Put one into a stack, with so many counters of it below."""
        stack = self.units_in(to)
        above, below = stack[: len(stack) - level], stack[len(stack) - level :]
        self.hex_of[unit], self.under[unit] = to, below[0] if below else -1
        if above:
            self.under[above[-1]] = unit
        else:
            self.top_of[to] = unit
        self.forget()

    def cover(self, unit: UnitId) -> None:
        """Off the map, and nothing known of it."""
        if self.hex_of[unit] >= 0:
            self._lift(unit)
        for name, said in self.declared.items():
            if said.per is UNIT:
                vars(self)[name][unit] = said.hides
        self.forget()

    # ------------------------------------------------------------------ verbs

    def place(self, unit: UnitId, to: Hex, rule: str, **data: Any) -> None:
        """Put a counter that is off the map on top of a stack."""
        if self.hex_of[unit] >= 0:  # in two stacks it would tie them together
            raise Bug(f"{self.scenario.unit_name(unit)} is on the map already")
        self._put(unit, to)
        self._moved(unit, OFF, to)
        self.note("placed", rule, unit=unit, to=to, **data)

    def move(self, unit: UnitId, to: Hex, rule: str, kind: str = "moved", **data: Any) -> None:
        """From one stack to the top of another; `through`: the hexes between, where they are known."""
        start = Hex(self.hex_of[unit])
        self._lift(unit)
        self._put(unit, to)
        self._moved(unit, start, to)
        self.note(kind, rule, unit=unit, start=start, to=to, **data)

    def remove(self, unit: UnitId, rule: str, kind: str = "removed", **data: Any) -> None:
        """Off the map."""
        start = Hex(self.hex_of[unit])
        self._lift(unit)
        self.hex_of[unit] = OFF
        self._moved(unit, start, OFF)
        self.note(kind, rule, unit=unit, start=start, **data)

    def lose_step(self, unit: UnitId, rule: str) -> None:
        """One step less; the last one removes the counter."""
        self.steps[unit] -= 1
        if not self.steps[unit]:
            self.remove(unit, rule, "eliminated")
            return
        self.changed("steps", unit)
        self.note("step_lost", rule, unit=unit, left=self.steps[unit])

    def gain_step(self, unit: UnitId, rule: str) -> None:
        self.steps[unit] += 1
        self.changed("steps", unit)
        self.note("step_gained", rule, unit=unit, left=self.steps[unit])

    def take_control(self, place: Hex, side: Side | None, rule: str) -> None:
        if self.controller(place) != side:
            self.control[place] = 0 if side is None else side + 1
            self.changed("control")
            self.note("control", rule, hex=place, side=side)

    # ------------------------------------------------------------------ the linked list

    def _moved(self, unit: UnitId, start: Hex, to: Hex) -> None:
        self.changed("hex_of", unit)

    def _put(self, unit: UnitId, to: Hex) -> None:
        if to < 0:
            raise Bug(f"{self.scenario.unit_name(unit)} is put nowhere")
        self.hex_of[unit], self.under[unit], self.top_of[to] = to, self.top_of[to], unit

    def _lift(self, unit: UnitId) -> None:
        place, below = self.hex_of[unit], self.under[unit]
        above = self.top_of[place]
        if above == unit:
            self.top_of[place] = below
        else:
            while above >= 0 and self.under[above] != unit:
                above = self.under[above]
            if above < 0:
                raise Bug(f"{self.scenario.unit_name(unit)} is not in the stack it should be in")
            self.under[above] = below
        self.under[unit] = -1
