"""Standing orders: kinds of questions that a side need not be asked, because it would do nothing.

A side gives one with an answer that does nothing: the verb that ends a menu (`Menu.ends`), of which its system says
that it changes nothing. From then on questions of that kind are answered so for it, unless something changed:

- the question offers something, or is about something, that was not there when the order was given;
- or the side did something the last time it was asked: whoever has begun to act ends it himself.

An answer made by order is recorded like any other, and marked (`Answer.ordered`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.core.decisions import EMPTY, Action, Form, Menu
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.numbers import Numbers
from sandtable.core.state import State
from sandtable.play.explain import reason
from sandtable.play.notation import pick_names
from sandtable.play.record import Answer, Input


class StandingOrder(NamedTuple):
    """To answer questions of one kind by doing nothing."""

    form: str
    verb: str  # that does nothing
    known: frozenset[str]  # what could be done when it was given, and what the question was about


Orders = dict[str, StandingOrder]  # of a side, by form


def nothing(state: State, form: Form) -> str:
    """The verb that answers by doing nothing; empty if there is none, or it may not be picked now."""
    ends = form.ends if isinstance(form, Menu) else ""
    return ends if ends and not form.why_not(state, EMPTY, ends) else ""


def given(state: State, ask: Ask, before: StandingOrder | None = None) -> StandingOrder:
    """An order at this question; what an order before it knew of is not asked about again either."""
    verb = nothing(state, ask.form)
    if not verb:
        raise BadInput("no standing order can be given here: it would have to do something")
    return StandingOrder(ask.form.name, verb, frozenset(_told(state, ask)) | (before.known if before else frozenset()))


def answered(order: StandingOrder | None, state: State, ask: Ask, inputs: Sequence[Input]) -> Action | None:
    """What the order answers to a question of its kind; nothing if there is none, or something changed."""
    if order is None or nothing(state, ask.form) != order.verb:
        return None
    side = state.scenario.sides[ask.side]
    own = (entry for entry in reversed(inputs) if isinstance(entry, Answer))
    last = next((entry for entry in own if (entry.side, entry.form) == (side, order.form)), None)
    if last is not None and last.picks != (order.verb,):
        return None
    return (order.verb,) if order.known.issuperset(_told(state, ask)) else None


def _told(state: State, ask: Ask) -> Iterator[str]:
    """What may be done, each with all that it may begin with, and what the question is about."""
    menu = ask.form
    assert isinstance(menu, Menu)
    for verb, picks in menu.openings(state).items():
        form = menu.forms[verb]
        if not form.slots or isinstance(picks, Numbers):
            yield f"{verb} {picks}" if form.slots else verb
        else:
            yield from (f"{verb} {name}" for name in pick_names(state, form, EMPTY, picks))
    for each in state.scenario.system.lens.matter(state, ask):
        yield reason(state.scenario, each)


def told(state: State, order: StandingOrder) -> str:
    """What is not asked any more: `What flies? end`."""
    questions: Mapping[str, str] = state.scenario.system.questions
    return f"{questions.get(order.form, order.form)} {order.verb}"


# ------------------------------------------------------------------------------------------------ as they are kept


def written(orders: Iterable[StandingOrder]) -> list[dict[str, Any]]:
    return [{"form": each.form, "verb": each.verb, "known": sorted(each.known)} for each in orders]


def stored(orders: Orders) -> str:
    """Nothing, if there are none."""
    return json.dumps(written(orders.values()), ensure_ascii=False) if orders else ""


def kept(text: str) -> Orders:
    return read(json.loads(text)) if text else {}


def read(said: object) -> Orders:
    """What is no order is left out: a side is asked once more, and nothing else is lost."""
    found = Orders()
    for each in said if isinstance(said, list) else ():
        match each:
            case {"form": str(form), "verb": str(verb), "known": list(known)} if all(
                isinstance(word, str) for word in known
            ):
                found[form] = StandingOrder(form, verb, frozenset(known))
    return found
