"""What moves in a game: columns of numbers, the stack of procedures, and facts that follow from the columns.

Verbs are the only writers: each mutates, drops the facts it spoils, and leaves a line in the log with its rule.
Copies share what has not changed: the scenario, the question, the facts.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from sandtable.core.errors import Bug
from sandtable.core.events import Event, Log
from sandtable.core.flow import Procedure, Wait
from sandtable.core.rules import Hex, Side, UnitId

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

Plain = tuple[Any, ...]
Facts = dict[Hashable, Any]
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="State")
Column = bytearray | array  # type: ignore[type-arg]  # arrays of one or another kind of int


class State:
    """The position without a board: enough to run procedures that only roll and look up."""

    columns: ClassVar[tuple[str, ...]] = ()

    def __init__(self, scenario: Scenario, *stack: Procedure) -> None:
        self.scenario = scenario
        self.stack: list[Procedure] = list(stack)
        self.wait: Wait | None = None
        self.facts: list[Facts] = [{} for _ in range(len(scenario.sides) + 1)]  # by side; the last for all
        self.log: Log | None = None

    def copy(self) -> Self:
        """A branch: changes of one are not seen in the other. It keeps no log."""
        own = self.__dict__.copy()
        for name in self.columns:
            own[name] = own[name][:]
        own["stack"] = [frame.copy() for frame in self.stack]
        own["facts"] = self.facts[:]
        own["log"] = None
        new = object.__new__(type(self))
        new.__dict__ = own
        return new

    def plain(self) -> Plain:
        """The whole paused game as plain values: what is saved, hashed, compared and merged."""
        frames = tuple([frame.plain() for frame in self.stack])
        return (*[bytes(getattr(self, name)) for name in self.columns], frames)

    @classmethod
    def restore(cls, scenario: Scenario, plain: Plain, renamed: Mapping[str, str] = {}) -> Self:
        """The state that gave this `plain()`."""
        if len(plain) != len(cls.columns) + 1:
            raise Bug(f"a position of {scenario.name} has {len(cls.columns)} columns, this one {len(plain) - 1}")
        state = cls(scenario)
        for name, values in zip(cls.columns, plain, strict=False):
            column = getattr(state, name)
            setattr(state, name, bytearray(values) if isinstance(column, bytearray) else array(column.typecode, values))
        state.stack = [Procedure.restore(frame, renamed) for frame in plain[-1]]
        return state

    def digest(self) -> str:
        return hashlib.sha256(repr(self.plain()).encode()).hexdigest()

    def spoil(self, *sides: int) -> None:
        """New dicts, never emptied ones: copies may still hold the old."""
        for side in sides:
            self.facts[side] = {}

    def note(
        self, kind: str, rule: str, audience: Iterable[Side] | None = None, reveals: bool = False, **data: Any
    ) -> None:
        """Leave a line in the log, if one is kept."""
        if self.log is not None:
            heard = None if audience is None else frozenset(audience)
            self.log.add(Event(kind, data, rule, heard, reveals))


def kept_in(which: int | None) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """A question that is worked out once and filed among a state's facts until a verb spoils it: in those for all (-1),
    of the side that is its first argument (None), or others that a system keeps. Arguments come without names."""

    def filed(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        @wraps(question)
        def known(state: S, /, *given: Any) -> R:
            facts = state.facts[given[0] if which is None else which]
            key = (known, given)
            try:
                found: R = facts[key]
            except KeyError:
                found = facts[key] = question(state, *given)  # type: ignore[call-arg]  # names are refused
            return found

        return known  # type: ignore[return-value]

    return filed


def fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until anything changes."""
    return kept_in(-1)(question)


def side_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until something changes for the side that is the first argument."""
    return kept_in(None)(question)


OFF = Hex(-1)  # the place of a counter that is not on the map


class Position(State):
    """A state with counters on a board. A stack of counters is a linked list in two columns, so its order is kept."""

    columns: ClassVar[tuple[str, ...]] = ("hex_of", "steps", "top_of", "under", "control")

    def __init__(self, scenario: Scenario, *stack: Procedure) -> None:
        super().__init__(scenario, *stack)
        units, places = len(scenario.counters), scenario.places
        self.hex_of = array("h", [OFF]) * units
        self.steps = bytearray(units)
        self.top_of = array("h", [-1]) * places  # by hex or box: the uppermost counter
        self.under = array("h", [-1]) * units  # by counter: the next one down
        self.control = bytearray(places)  # by hex or box: 0 nobody, else side + 1

    # ------------------------------------------------------------------ questions

    def units_in(self, place: Hex) -> list[UnitId]:
        """From the top of the stack down."""
        found, unit = [], self.top_of[place]
        while unit >= 0:
            found.append(UnitId(unit))
            unit = self.under[unit]
        return found

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
        self._changed(unit)
        self.note("step_lost", rule, unit=unit, left=self.steps[unit])

    def gain_step(self, unit: UnitId, rule: str) -> None:
        self.steps[unit] += 1
        self._changed(unit)
        self.note("step_gained", rule, unit=unit, left=self.steps[unit])

    def take_control(self, place: Hex, side: Side | None, rule: str) -> None:
        if self.controller(place) != side:
            self.control[place] = 0 if side is None else side + 1
            self.spoil(*range(len(self.facts)))
            self.note("control", rule, hex=place, side=side)

    # ------------------------------------------------------------------ the linked list

    def _moved(self, unit: UnitId, start: Hex, to: Hex) -> None:
        self._changed(unit)

    def _changed(self, unit: UnitId) -> None:
        self.spoil(self.scenario.side_of[unit], -1)

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
