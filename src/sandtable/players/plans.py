"""Plans of a side: the intents that are tried first, others made out of good ones, and how they are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from random import Random

from sandtable.core.intents import USUAL, Front, Intent, Order
from sandtable.core.rules import Hex
from sandtable.core.sentences import Text, joined, say

MOST_EFFORTS, MOST_HOLDS = 2, 3  # of one order


def openings(fronts: Sequence[Front], boldness: Mapping[int, Text]) -> Iterator[Intent]:
    """One order each that is not the usual, what promises most on every front first."""
    ideas = ([(nth, order) for order in _orders(front, boldness)] for nth, front in enumerate(fronts))
    for row in zip_longest(*ideas):
        for nth, order in filter(None, row):
            yield _with(usual(fronts), nth, order)


def carried_on(former: Intent, fronts: Sequence[Front]) -> Iterator[Intent]:
    """What a side was after until now, as far as it may still be ordered."""
    if former:
        yield tuple(
            order._replace(
                efforts=tuple(each for each in order.efforts if each in front.efforts),
                holds=tuple(each for each in order.holds if each in front.holds),
            )
            for order, front in zip(former, fronts, strict=True)
        )


def usual(fronts: Sequence[Front]) -> Intent:
    return (USUAL,) * len(fronts)


def _orders(front: Front, boldness: Mapping[int, Text]) -> Iterator[Order]:
    efforts = (Order(efforts=(place,)) for place in front.efforts)
    holds = (Order(holds=front.holds[:count]) for count in range(1, len(front.holds[:MOST_HOLDS]) + 1))
    manners = (Order(boldness=each) for each in boldness)
    for row in zip_longest(efforts, manners, holds):
        yield from filter(None, row)


def _with(intent: Intent, nth: int, order: Order) -> Intent:
    return (*intent[:nth], order, *intent[nth + 1 :])


def mutant(intent: Intent, other: Intent, fronts: Sequence[Front], boldness: Mapping[int, Text], rng: Random) -> Intent:
    """Much like one intent: on one front it does as another does, or some one thing otherwise."""
    nth = rng.randrange(len(fronts))
    order, front = intent[nth], fronts[nth]
    change = rng.randrange(4)
    if change == 0 and other[nth] != order:
        return _with(intent, nth, other[nth])
    if change == 1:
        return _with(intent, nth, order._replace(boldness=rng.choice([0, *boldness])))
    if change == 2:
        return _with(intent, nth, order._replace(holds=_toggled(order.holds, front.holds, MOST_HOLDS, rng)))
    return _with(intent, nth, order._replace(efforts=_toggled(order.efforts, front.efforts, MOST_EFFORTS, rng)))


def _toggled(chosen: tuple[Hex, ...], offered: Sequence[Hex], most: int, rng: Random) -> tuple[Hex, ...]:
    """One more of these or one less; the latest go first where there is no more room."""
    if not offered:
        return chosen
    place = rng.choice(offered)
    return tuple(each for each in chosen if each != place) if place in chosen else (place, *chosen)[:most]


def obeying(intent: Intent, ordered: Intent) -> Intent:
    """The same, but for what has been ordered."""
    if not ordered:
        return intent
    return tuple(
        Order(
            wanted.efforts or order.efforts,
            (*wanted.holds, *(each for each in order.holds if each not in wanted.holds)),
            wanted.boldness or order.boldness,
        )
        for order, wanted in zip(intent, ordered, strict=True)
    )


def told(intent: Intent, fronts: Sequence[Front], boldness: Mapping[int, Text]) -> Text:
    """`Main effort Alexandria; hold Cairo; attacks only at +4 or better`; front by front, where there are several."""
    said = []
    for front, order in zip(fronts, intent, strict=True):
        if text := joined(_parts(order, boldness), "; "):
            said.append(say("{front}: {order}", front.name, text) if len(fronts) > 1 else text)
    return joined(said, ". ") or "the usual plan"


def _parts(order: Order, boldness: Mapping[int, Text]) -> Iterator[Text]:
    if order.efforts:
        yield say("main effort {hexes}", order.efforts)
    if order.holds:
        yield say("hold {hexes}", order.holds)
    if order.boldness:
        yield boldness[order.boldness]
