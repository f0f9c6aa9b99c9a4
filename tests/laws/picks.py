"""Laws 1 and 5: what is offered is what is allowed, and it leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from laws.cases import (
    CHECKS,
    NOW_AND_THEN,
    SELDOM,
    WAYS,
    Broken,
    Case,
    budgeted,
    chooser,
    demand,
    descent,
    in_parts,
    some_waits,
    universe,
    waits,
)
from sandtable.core.decisions import DONE, EMPTY, GROUP, NUMBER, Action, Draft, Form, Menu, Pick, Picks, Slot
from sandtable.core.flow import Ask, Over
from sandtable.core.rules import Violation
from sandtable.core.state import State
from sandtable.play.notation import read_action, some_picks, written


def law_1(case: Case, seed: int) -> int:
    """At every pick of a random descent, over all hexes, units and words, and about the ends of all numbers."""
    rng, seen = Random(seed), 0
    for state, wait in some_waits(case, seed):
        seen += 1
        if isinstance(wait, Ask):
            choose = chooser(rng, case.system.code)
            for draft, slot, offered in descent(state, wait.form, choose):
                _offers(case, state, wait.form, draft, offered, seed, rng)
                _legal(case, state, wait.form, draft, slot)
                _drawn(case, state, wait.form, draft, offered, rng)
                _openings(case, state, wait.form, draft, offered)
                _usual(case, state, wait, draft, slot)
                _any_order_so_far(state, wait.form, draft, slot, offered, rng)
            action = in_parts(state, wait.form, wait.form.fill(state, choose), rng)
            _whole_action(case, state, wait.form, action, rng)
            _written(case, state, wait.form, action)
    return seen


def _offers(case: Case, state: State, form: Form, draft: Draft, offered: Picks, seed: int, rng: Random) -> None:
    slot, given = form.at(draft)
    assert slot is not None
    some, listed = some_picks(state, form, draft), slot.kind not in (NUMBER, GROUP)
    kinds = {(type(pick), pick) for pick in some}
    demand(1, len(kinds) == len(some), f"{form.name}: something is offered twice in {offered}")
    tried: Sequence[Pick] = universe(state, form, draft, seed)
    if slot.kind == GROUP:
        tried, some = budgeted(case, tried, rng, CHECKS), budgeted(case, some, rng, CHECKS)
    for pick in (*tried, *some):
        refused = form.why_not(state, draft, pick)
        may = (type(pick), pick) in kinds if listed else _may(state, form, draft, offered, pick)
        if bool(refused) == may:
            said = f"refused: {refused}, but offered" if may else "not refused but not offered"
            raise Broken(1, f"{case}: {form.name} {draft}: {pick!r} is {said}")
        _cited(case, refused, form, draft, pick)
    if slot.kind == NUMBER:
        proposed = slot.proposal(state.stack[-1], state, *given)
        demand(1, proposed in offered, f"{case}: {form.name} {draft}: {proposed} is proposed, but not offered")
    if slot.many and slot.proposes is not None and not draft.chosen:
        proposed, so_far = form.proposal(state, draft), draft
        for pick in (*proposed, DONE):
            demand(1, not form.why_not(state, so_far, pick), f"{case}: {form.name} {draft}: {proposed} is proposed")
            so_far = form.put(so_far, pick)


def _usual(case: Case, state: State, ask: Ask, draft: Draft, slot: Slot) -> None:
    """Those that most would take together may be taken together."""
    found, so_far = case.system.lens.usual(state, ask, draft) if slot.many and not draft.chosen else (), draft
    for pick in (*found, DONE) if found else ():
        demand(1, not ask.form.why_not(state, so_far, pick), f"{case}: {ask.form.name} {draft}: {found} are usual")
        so_far = ask.form.put(so_far, pick)


def _may(state: State, form: Form, draft: Draft, offered: Picks, pick: Pick) -> bool:
    """Is it offered? A number by its bounds. A group by its rule, since parts are not listed."""
    slot, given = form.at(draft)
    assert slot is not None
    if slot.kind == NUMBER:
        return pick in offered  # of a bool they say no
    if pick == DONE:
        return DONE in offered
    chosen = {unit for group in draft.chosen for unit in group}
    if not _is_group(state, pick) or (slot.many and not chosen.isdisjoint(pick)):
        return False
    group, named = tuple(sorted(pick)), form.groups(state, draft)
    within = any(set(group) <= set(whole) for whole in named.values())
    may = within and next(slot.refuse(state.stack[-1], state, *given, group), None) is None
    if group in named.values() or len(group) == 1:
        demand(1, may == (group in offered), f"{form.name} {draft}: {group} is one of {offered}, its rule says {may}")
    return may


def _is_group(state: State, pick: Pick) -> bool:
    count = len(state.scenario.counters)
    units = isinstance(pick, tuple) and all(type(unit) is int and 0 <= unit < count for unit in pick)
    return units and 0 < len(pick) == len(set(pick))


def _drawn(case: Case, state: State, form: Form, draft: Draft, offered: Picks, rng: Random) -> None:
    """What is drawn without a list is one of it."""
    slot, given = form.at(draft)
    assert slot is not None
    drawn = slot.draw(state.stack[-1], state, given, rng)
    demand(1, drawn in offered, f"{case}: {form.name} {draft}: {drawn!r} is drawn, but not offered")


def _cited(case: Case, refused: list[Violation], form: Form, *tried: object) -> None:
    for violation in refused:
        if not violation.because:
            raise Broken(1, f"{case}: {form.name} {tried} is refused without a reason")
        if violation.rule not in case.system.rulebook:
            raise Broken(1, f"{case}: {form.name} {tried} is refused by {violation.rule}, which does not exist")


def _legal(case: Case, state: State, form: Form, draft: Draft, slot: Slot) -> None:
    if slot.legal is None or slot.changed(state) or slot.kind == NUMBER:  # numbers are never listed
        return
    given = form.at(draft)[1]
    slow = slot._replace(legal=None).picks(state.stack[-1], state, *given)
    fast = slot.picks(state.stack[-1], state, *given)
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
    free = sets | group_places(form, action)
    other = tuple(shuffled(value, rng) if nth in free else value for nth, value in enumerate(action))
    problems = form.check(state, other)
    demand(1, not problems, f"{case}: {form.name} {other} is refused, {action} is not: {problems}")
    demand(1, form.settled(other) == action, f"{case}: {form.name} {other} is not settled as {action}")
    for wrong in _wrong(form, action, sets):
        problems = form.check(state, wrong)
        demand(1, problems, f"{case}: {form.name} accepts {wrong!r}, made from {action}")
        _cited(case, problems, form, wrong)


def _written(case: Case, state: State, form: Form, action: Action) -> None:
    words = written(state, form, action)
    again = read_action(state, form, words)
    demand(1, again == action, f"{case}: {form.name} {action} is written {' '.join(words)}, which is read as {again}")


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


def group_places(form: Form, action: Action) -> set[int]:
    """Which values of the action are one group."""
    slots = [form.at(Draft(action[:nth]))[0] for nth in range(len(action))]
    return {nth for nth, slot in enumerate(slots) if slot is not None and slot.kind == GROUP and not slot.many}


def _wrong(form: Form, action: Action, sets: set[int]) -> Iterator[object]:
    """Actions that cannot be right, whatever the rules say."""
    yield from (None, 7, "end", list(action), {"action": action})
    yield from ((*action, more) for more in (None, DONE, 0, action[:1]))
    if action:
        yield action[:-1]
    for nth, value in enumerate(action):
        slot = form.at(Draft(action[:nth]))[0]
        assert slot is not None
        bad: list[Any] = [None, True, 1.5, "nonsense", [value], {}, (value,), 10**9]
        bad += [-1] if slot.kind != NUMBER else []
        if isinstance(value, tuple):
            bad += [(*value, None), (*value, "nonsense"), (*value, -1), (*value, DONE), list(value)]
            bad += [(*value, value[0])] if (nth in sets or slot.kind == GROUP) and value else []
            bad += [(*value, ())] if slot.kind == GROUP else []
        for each in bad:
            yield (*action[:nth], each, *action[nth + 1 :])


# ------------------------------------------------------------------------------------------------ law 5


def law_5(case: Case, seed: int) -> int:
    """Every question has an answer, no pick leads to a dead end, and the game ends (`waits` keeps the bound)."""
    rng, seen = Random(seed), 0
    part = SELDOM if case.large else NOW_AND_THEN if case.middling else 1
    for state, wait in waits(case, seed, whole=True):
        seen += 1
        if isinstance(wait, Ask) and rng.random() < part:
            for draft, _, offered in descent(state, wait.form, chooser(rng, case.system.code)):
                demand(5, offered, f"{case}: {wait.form.name} {draft} has no answer")
                _no_dead_end(case, state, wait.form, draft, rng)
    demand(5, isinstance(wait, Over) and wait.outcome is not None, f"{case}: the game ended without an outcome")
    return seen


def _no_dead_end(case: Case, state: State, form: Form, draft: Draft, rng: Random) -> None:
    for pick in budgeted(case, some_picks(state, form, draft), rng, WAYS):
        below = form.put(draft, pick)
        open_ = form.at(below)[0] is None or form.picks(state, below)
        demand(5, open_, f"{case}: {form.name} {draft}: after {pick!r} nothing can be picked")
