"""Laws 2, 4 and 9: a paused game is plain data, copies of it are independent, and it is sound."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from random import Random
from typing import Any

from laws.cases import Broken, Case, demand, differing, play_on, question, some_waits, waits, window
from sandtable.core.flow import Procedure, run
from sandtable.core.state import Plain, State

OWN = {"scenario", "stack", "wait", "facts", "log"}  # what a state holds beside its columns


def law_2(case: Case, seed: int) -> int:
    """Run again, a step that asks or rolls gives the same question and changes nothing."""
    seen = 0
    for state, wait in waits(case, seed):
        before, events, asked = state.plain(), list(state.log or ()), question(state, wait, seed)
        state.wait = None
        again = run(state)
        where = f"{case}: {state.stack[-1].kind}.{state.stack[-1].at}"
        demand(2, state.plain() == before, f"{where} changed the position when run again")
        demand(2, list(state.log or ()) == events, f"{where} wrote to the log when run again")
        demand(2, question(state, again, seed) == asked, f"{where} asks something else when run again")
        seen += 1
    return seen


# ------------------------------------------------------------------------------------------------ law 4


def law_4(case: Case, seed: int) -> int:
    """Play on in a copy, save and load, work the facts out anew: the game does not notice."""
    rng, seen = Random(seed), 0
    kept, was = None, None
    for state, wait in some_waits(case, seed):
        seen += 1
        if kept is not None:
            demand(4, kept.plain() == was, f"{case}: playing on changed a copy made before")
        _holds_only_columns(case, state)
        _saved_and_loaded(case, state, wait, seed)
        kept, was = state.copy(), state.plain()
        demand(4, kept.plain() == was, f"{case}: a copy differs")
        facts = _filed(state)
        branch = state.copy()
        play_on(branch, rng, rng.randrange(1, 6))
        demand(4, state.plain() == was, f"{case}: playing on in a copy changed the game")
        demand(4, state.wait is wait, f"{case}: playing on in a copy changed the question")
        _facts(case, state)
        _facts(case, branch)
        demand(4, _filed(state).items() >= facts.items(), f"{case}: playing on in a copy took facts away from the game")
    return seen


def _holds_only_columns(case: Case, state: State) -> None:
    fixed = {name for name, value in vars(state).items() if value is state.scenario.extra}
    others = set(vars(state)) - OWN - set(state.columns) - fixed
    demand(4, not others, f"{case}: the state holds {sorted(others)}, which no column names")
    for name in state.columns:
        demand(4, isinstance(getattr(state, name), bytearray | array), f"{case}: {name} is not a column of numbers")
    for frame in state.stack:
        for name, value in zip(("kind", "at", "into", *frame.names), frame.plain(), strict=True):
            demand(4, _is_plain(value), f"{case}: {frame.kind}.{name} holds {value!r}")


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int | str)


def _saved_and_loaded(case: Case, state: State, wait: Any, seed: int) -> None:
    again = loaded(case, state, saved(state.plain()))
    demand(4, again.plain() == state.plain(), f"{case}: loading what was saved gives another position")
    asked, now = question(state, wait, seed), question(again, run(again), seed)
    demand(4, now == asked, f"{case}: another question after loading: {differing(asked, now)}")
    demand(4, again.plain() == state.plain(), f"{case}: asking again after loading changed the position")


def saved(plain: Plain) -> str:
    return json.dumps([value.hex() if isinstance(value, bytes) else value for value in plain])


def loaded(case: Case, state: State, text: str) -> State:
    *columns, frames = json.loads(text)
    plain = (*map(bytes.fromhex, columns), frames)
    return type(state).restore(state.scenario, plain, case.system.renamed)


def _filed(state: State) -> dict[Any, Any]:
    return {(question, about): answer for question, about, answer in state.worked_out()}


def _facts(case: Case, state: State) -> None:
    """A fact is filed under its question and what that was given: asked again where nothing is filed it is the same."""
    fresh = type(state).restore(state.scenario, state.plain())
    for work_out, about, value in list(state.worked_out()):
        said = f"the fact {work_out.__name__} {about} was not dropped when it changed"
        demand(4, _same(value, work_out(fresh, *about)), f"{case}: {said}")


def _same(one: Any, other: Any) -> bool:
    """By value; a Reach is the hexes it reached with their costs, any other object what it holds."""
    if hasattr(one, "items"):
        return sorted(one.items()) == sorted(other.items())
    if type(one).__eq__ is object.__dict__["__eq__"]:
        return bool(vars(one) == vars(other))
    return bool(one == other)


# ------------------------------------------------------------------------------------------------ law 9


def law_9(case: Case, seed: int) -> int:
    seen = 0

    def sound(frame: Procedure, state: State) -> None:
        found = case.system.audit(state)
        if found:
            raise Broken(9, f"{case}: after {frame.kind}: {found}")

    if case.large:
        window(case, seed)  # found before every step is looked at
    with after_every_step(sound):
        for state, _ in waits(case, seed):
            sound(state.stack[-1], state)
            seen += 1
    return seen


@contextmanager
def after_every_step(look: Callable[[Procedure, State], None]) -> Iterator[None]:
    """Call `look` whenever a step of any procedure has run."""
    kept = {kind: kind.steps for kind in Procedure.kinds.values()}
    try:
        for kind, steps in kept.items():
            kind.steps = {name: _watched(method, look) for name, method in steps.items()}
        yield
    finally:
        for kind, steps in kept.items():
            kind.steps = steps


def _watched(method: Callable[..., Any], look: Callable[[Procedure, State], None]) -> Callable[..., Any]:
    @wraps(method)
    def step(frame: Procedure, state: State) -> Any:
        result = method(frame, state)
        look(frame, state)
        return result

    return step
