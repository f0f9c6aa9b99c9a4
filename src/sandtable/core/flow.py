# cython: language_level=3, annotation_typing=False
"""Procedures on a stack: what a step may return, and how steps are run until somebody must answer or dice must fall.

A procedure is a class whose fields are its local variables and whose methods marked `@step(number)` run in the order
written. A step that asks or rolls changes nothing, so a paused game is plain data (class, step, fields) and the
question can be rebuilt by running the step again.

Plain Python that Cython also compiles; the C types stand in `flow.pxd`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform

from sandtable.core.copies import twin
from sandtable.core.dice import Dice, Reading
from sandtable.core.errors import Bug
from sandtable.core.rules import Side
from sandtable.core.sentences import Text

if TYPE_CHECKING:
    from sandtable.core.decisions import Action, Form
    from sandtable.core.state import State


class Outcome(NamedTuple):
    """Who won, how clearly, and the named reason. `winner` is None for a draw."""

    winner: Side | None
    level: str
    reason: Text
    rule: str = ""


# What follows is made at every step: bare classes, since a NamedTuple or a dataclass takes longer to make.


class Ask:
    """A side must fill a form; the answer goes into that field of the procedure."""

    __slots__ = ("form", "into", "side")

    def __init__(self, side: Side, form: Form, into: str) -> None:
        self.side, self.form, self.into = side, form, into

    def __repr__(self) -> str:
        return f"Ask({self.side}, {self.form}, {self.into!r})"


class Roll:
    """Dice must fall. What the reading `means` (itself, if nothing is said) goes into that field of the procedure:
    readings that mean the same lead to one position, and odds follow only one of them."""

    __slots__ = ("dice", "into", "means")

    def __init__(self, dice: Dice, into: str, means: Callable[[Any], Any] | None = None) -> None:
        self.dice, self.into, self.means = dice, into, means

    def __repr__(self) -> str:
        return f"Roll({self.dice}, {self.into!r})"

    def meanings(self) -> Mapping[Any, int]:
        """In how many of the dice's chances each meaning falls."""
        return self.dice.ways if self.means is None else _meanings(self.dice, self.means)


@lru_cache(maxsize=1024)
def _meanings(dice: Dice, means: Callable[[Any], Any]) -> Mapping[Any, int]:
    """Read once, for rules that read the same dice by the same function."""
    found: dict[Any, int] = {}
    for reading, ways in dice.ways.items():
        meaning = means(reading)
        found[meaning] = found.get(meaning, 0) + ways
    return found


class Over(NamedTuple):
    """The outermost procedure has ended: with an Outcome if it was a game, with a chart's result if it was odds."""

    outcome: Any


class Call:
    """Run another procedure first; its value goes `into` a field, then go on with step `then` (or the next)."""

    __slots__ = ("into", "procedure", "then")

    def __init__(self, procedure: Procedure, into: str = "", then: str = "") -> None:
        self.procedure, self.into, self.then = procedure, into, then


class Goto:
    """Go on with another step of this procedure."""

    __slots__ = ("step",)

    def __init__(self, step: str) -> None:
        self.step = step


class Done:
    """This procedure has ended; whoever called it gets the value."""

    __slots__ = ("value",)

    def __init__(self, value: Any = None) -> None:
        self.value = value


ENDED = Done()  # shared by all: never written to
MOST_STEPS = 100_000  # between two waits; a game takes a few hundred, a forged position may turn in circles

Wait = Ask | Roll | Over
Result = Wait | Call | Goto | Done | None
Step = TypeVar("Step", bound=Callable[..., Result])


def step(number: str) -> Callable[[Step], Step]:
    """Mark a method as a step and name its rule."""

    def mark(method: Step) -> Step:
        method.rule = number  # type: ignore[attr-defined]
        return method

    return mark


@dataclass_transform()
class Procedure:
    """Fields are local variables: ints, words, None, and tuples of these. Anything longer-lived is a column."""

    kinds: ClassVar[dict[str, type[Procedure]]] = {}
    kind: ClassVar[str] = ""
    steps: ClassVar[Mapping[str, Callable[..., Result]]] = {}
    following: ClassVar[Mapping[str, str]] = {}
    names: ClassVar[tuple[str, ...]] = ()
    by_charts: ClassVar[bool] = False  # it only rolls and looks up, so that the same fields have the same odds
    at: ClassVar[str] = ""  # each instance gets its own as soon as it moves on
    into: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if cls.__mro__[1] is not Procedure:
            raise Bug(f"{cls.__name__}: procedures are not subclassed")
        folder = cls.__module__.split(".")[-2:-1] or ["main"]
        cls.kind = f"{folder[0]}.{cls.__name__}"  # the name in saves: gew.Retreat
        dataclass(eq=False)(cls)
        cls.steps = {name: method for name, method in vars(cls).items() if hasattr(method, "rule")}
        if not cls.steps:
            raise Bug(f"{cls.__name__} has no step")
        order = [*cls.steps, ""]
        cls.following = dict(pairwise(order))
        cls.names = tuple(field.name for field in fields(cls))  # type: ignore[arg-type]  # it has just become one
        cls.at = order[0]
        Procedure.kinds[cls.kind] = cls

    def standing_at(self, step: str) -> Self:
        """The same, as it waits at a step for what it has called."""
        self.__dict__["at"] = step
        return self

    def copy(self) -> Self:
        return twin(self)

    def plain(self) -> tuple[Any, ...]:
        """(kind, step, field awaiting a value, fields...)."""
        values = self.__dict__
        return (self.kind, self.at, self.into, *[values[name] for name in self.names])

    @classmethod
    def restore(cls, plain: tuple[Any, ...], renamed: Mapping[str, str] = {}) -> Procedure:
        """From `plain()`, or from its JSON. `renamed` maps an old `kind` or `kind.step` to today's name."""
        kind, at, into, *values = plain
        old = f"{kind}.{at}"
        kind, at = renamed.get(kind, kind), renamed.get(old, at).rpartition(".")[2]
        if kind not in cls.kinds:
            raise Bug(f"no procedure is called {kind}")
        found = cls.kinds[kind]
        if at and at not in found.steps:
            raise Bug(f"{kind} has no step {at}")
        new = object.__new__(found)
        new.__dict__.update(zip(found.names, map(_frozen, values), strict=True))
        new.__dict__.update(at=at, into=into)
        return new

    def saved(self) -> tuple[str, str, str, dict[str, Any]]:
        """The same with its fields by name: to be read when others have been declared since."""
        return (self.kind, self.at, self.into, {name: self.__dict__[name] for name in self.names})

    @classmethod
    def load(cls, saved: Sequence[Any], renamed: Mapping[str, str] = {}) -> Procedure:
        """From `saved()` of this or an earlier release: a field that it does not have is what it is when nothing is
        said, one that has gone since is left out."""
        kind, at, into, said = saved
        found = cls.kinds.get(renamed.get(kind, kind))
        if found is None:
            raise Bug(f"no procedure is called {kind}")
        held = {renamed.get(f"{kind}:{name}", name): value for name, value in said.items()}
        values = [held.get(each.name, each.default) for each in fields(found)]  # type: ignore[arg-type]  # a dataclass
        if MISSING in values:
            raise Bug(f"{kind}: nothing is said of {found.names[values.index(MISSING)]}")
        return cls.restore((kind, at, renamed.get(f"{kind}:{into}", into), *values), renamed)

    @property
    def rule(self) -> str:
        """The number of the step it stands at."""
        return str(self.steps[self.at].rule) if self.at else ""  # type: ignore[attr-defined]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def run(state: State) -> Wait:
    """Run steps until a side must answer, dice must fall, or the game ends. Asking twice gives the same."""
    if state.wait is not None:
        return state.wait
    stack = state.stack
    for _ in repeat(None, MOST_STEPS):
        frame = stack[-1]
        at = frame.at
        result = frame.steps[at](frame, state) if at else ENDED
        if isinstance(result, Call):  # a chain of tests, the likely ones first: every step passes here
            frame.at = result.then or frame.following[at]  # type: ignore[misc]  # from here on its own
            if result.into:
                frame.into = result.into  # type: ignore[misc]
            stack.append(result.procedure)
        elif isinstance(result, Done):
            if len(stack) == 1:  # what the outermost procedure returns is the outcome
                return _rest(state, Over(result.value))
            hand_down(stack, result.value)
        elif isinstance(result, (Ask, Roll, Over)):
            return _rest(state, result)
        elif result is None:
            frame.at = frame.following[at]  # type: ignore[misc]
        elif isinstance(result, Goto):
            frame.at = result.step  # type: ignore[misc]
        else:
            raise Bug(f"{frame.kind}.{frame.at} returned {result!r}")
    raise Bug(f"{frame.kind}.{frame.at}: {MOST_STEPS} steps, and nobody is asked")


def hand_down(stack: list[Procedure], value: Any) -> None:
    """The procedure on top has ended: whoever called it gets the value."""
    stack.pop()
    below = stack[-1]
    if below.into:
        setattr(below, below.into, value)
        below.into = ""  # type: ignore[misc]


def _rest(state: State, wait: Wait) -> Wait:
    state.wait = wait
    if state.log is not None:
        state.settle()
    return wait


def answer(state: State, value: Action | Reading) -> None:
    """Fill the question or the roll the state waits for. Unchecked: whoever lets strangers in checks first."""
    wait = state.wait
    mean(state, wait.means(value) if isinstance(wait, Roll) and wait.means is not None else value)


def mean(state: State, meaning: Any) -> None:
    """As `answer`, for whoever has already read the dice: odds, which weigh meanings."""
    wait, frame = state.wait, state.stack[-1]
    if wait is None or isinstance(wait, Over):
        raise Bug("nothing is asked")
    own = frame.__dict__
    own[wait.into], own["at"], state.wait = meaning, frame.following[frame.at], None


def purpose(state: State) -> str:
    """What the dice now wanted are for: part of what a roll is derived from."""
    frame = state.stack[-1]
    return f"{frame.kind}.{frame.at}"
