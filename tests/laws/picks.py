"""Laws 1 and 5: what is offered is what is allowed, and it leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from laws.cases import Case, chooser, demand, descent, some_waits, universe, waits
from sandtable.core.decisions import DONE, EMPTY, Action, Draft, Form, Menu, Picks, Slot
from sandtable.core.flow import Ask, Over
from sandtable.core.rules import Violation
from sandtable.core.state import State


def law_1(case: Case, seed: int) -> int:
    """At every pick of a random descent, over all hexes, units and words."""
    rng, seen = Random(seed), 0
    for state, wait in some_waits(case, seed):
        seen += 1
        if isinstance(wait, Ask):
            choose = chooser(rng, case.system.code)
            for draft, slot, offered in descent(state, wait.form, choose):
                _offers(case, state, wait.form, draft, offered, seed)
                _legal(case, state, wait.form, draft, slot)
                _openings(case, state, wait.form, draft, offered)
                _any_order_so_far(state, wait.form, draft, slot, offered, rng)
            _whole_action(case, state, wait.form, wait.form.fill(state, choose), rng)
    return seen


def _offers(case: Case, state: State, form: Form, draft: Draft, offered: Picks, seed: int) -> None:
    slot, given = form.at(draft)
    assert slot is not None
    kinds = {(type(pick), pick) for pick in offered}
    demand(1, len(kinds) == len(offered), f"{form.name}: something is offered twice in {offered}")
    for pick in (*universe(state, slot, list(slot.among(state.stack[-1], state, *given)), seed), *offered):
        refused = form.why_not(state, draft, pick)
        said = f"{case}: {form.name} {draft}: {pick!r}"
        demand(1, not refused or (type(pick), pick) not in kinds, f"{said} is offered but refused: {refused}")
        demand(1, refused or (type(pick), pick) in kinds, f"{said} is not refused but not offered")
        _cited(case, refused, said)


def _cited(case: Case, refused: list[Violation], said: str) -> None:
    for violation in refused:
        demand(1, violation.because.strip(), f"{said} is refused without a reason")
        exists = violation.rule in case.system.rulebook
        demand(1, exists, f"{said} is refused by {violation.rule}, which does not exist")


def _legal(case: Case, state: State, form: Form, draft: Draft, slot: Slot) -> None:
    if slot.legal is None or slot.changed(state):
        return
    given = form.at(draft)[1]
    slow = slot._replace(legal=None).picks(state.stack[-1], state, *given)
    fast = slot.legal(state.stack[-1], state, *given)
    demand(1, slow == fast, f"{case}: {form.name} {draft}: {slot.name} offers {fast}, its rules allow {slow}")


def _openings(case: Case, state: State, form: Form, draft: Draft, offered: Picks) -> None:
    """What verbs begin with, found in one pass."""
    if isinstance(form, Menu) and not draft.filled:
        slow, fast = {verb: form.forms[verb].picks(state) for verb in offered}, form.openings(state)
        demand(1, fast == slow, f"{case}: {form.name} opens {fast}, not {slow}")


def _any_order_so_far(state: State, form: Form, draft: Draft, slot: Slot, offered: Picks, rng: Random) -> None:
    if not slot.many or slot.ordered or len(draft.chosen) < 2:
        return
    other = draft._replace(chosen=shuffled(draft.chosen, rng))
    again = form.picks(state, other)
    demand(1, again == offered, f"{form.name}: {draft} offers {offered}, in another order {again}")


def shuffled(values: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    return tuple(rng.sample(values, len(values)))


def _whole_action(case: Case, state: State, form: Form, action: Action, rng: Random) -> None:
    problems = form.check(state, action)
    demand(1, not problems, f"{case}: {form.name} {action} was filled pick by pick but is refused: {problems}")
    sets = set_places(form, action)
    other = tuple(shuffled(value, rng) if nth in sets else value for nth, value in enumerate(action))
    problems = form.check(state, other)
    demand(1, not problems, f"{case}: {form.name} {other} is refused, {action} is not: {problems}")
    demand(1, form.settled(other) == action, f"{case}: {form.name} {other} is not settled as {action}")
    for wrong in _wrong(form, action, sets):
        problems = form.check(state, wrong)
        demand(1, problems, f"{case}: {form.name} accepts {wrong!r}, made from {action}")
        _cited(case, problems, f"{case}: {form.name} {wrong!r}")


def set_places(form: Form, action: Action) -> set[int]:
    """Which values of the action are sets."""
    draft, found = EMPTY, set()
    for nth, value in enumerate(action):
        slot = form.at(draft)[0]
        assert slot is not None
        if slot.many and not slot.ordered:
            found.add(nth)
        for pick in (*value, DONE) if slot.many else (value,):
            draft = form.put(draft, pick)
    return found


def _wrong(form: Form, action: Action, sets: set[int]) -> Iterator[object]:
    """Actions that cannot be right, whatever the rules say."""
    yield from (None, 7, "end", list(action), {"action": action})
    yield from ((*action, more) for more in (None, DONE, 0, action[:1]))
    if action:
        yield action[:-1]
    for nth, value in enumerate(action):
        bad: list[Any] = [None, True, -1, 1.5, "nonsense", [value], {}, (value,), 10**9]
        if isinstance(value, tuple):
            bad += [(*value, None), (*value, "nonsense"), (*value, -1), (*value, DONE), list(value)]
            bad += [(*value, value[0])] if nth in sets and value else []
        for each in bad:
            yield (*action[:nth], each, *action[nth + 1 :])


# ------------------------------------------------------------------------------------------------ law 5


def law_5(case: Case, seed: int) -> int:
    """Every question has an answer, no pick leads to a dead end, and the game ends (`waits` keeps the bound)."""
    rng, seen = Random(seed), 0
    for state, wait in waits(case, seed, whole=True):
        seen += 1
        if isinstance(wait, Ask) and (not case.large or rng.random() < 0.05):
            for draft, _, offered in descent(state, wait.form, chooser(rng, case.system.code)):
                demand(5, offered, f"{case}: {wait.form.name} {draft} has no answer")
                _no_dead_end(case, state, wait.form, draft, offered)
    demand(5, isinstance(wait, Over) and wait.outcome is not None, f"{case}: the game ended without an outcome")
    return seen


def _no_dead_end(case: Case, state: State, form: Form, draft: Draft, offered: Picks) -> None:
    for pick in offered:
        below = form.put(draft, pick)
        open_ = form.at(below)[0] is None or form.picks(state, below)
        demand(5, open_, f"{case}: {form.name} {draft}: after {pick!r} nothing can be picked")
