"""Orders to computer players: as they are sent, as they are stored with a seat, and what of them holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sandtable.core.errors import BadInput
from sandtable.core.intents import USUAL, Intent, Order
from sandtable.core.rules import Hex
from sandtable.core.system import Scenario
from sandtable.play.explain import words
from sandtable.players.advice import Step, plan_told
from sandtable.players.orders import Offer
from sandtable.players.planner import Plan
from sandtable.server.wire import FrontSeen, Hint, Manner, OrderGiven, Orders, PlaceNamed, PlanSeen, PlanStep

read = msgspec.json.Decoder(list[OrderGiven]).decode


def stored(scenario: Scenario, intent: Intent) -> str:
    """Nothing, if nothing is ordered."""
    return msgspec.json.encode([_given(scenario, order) for order in intent]).decode() if intent else ""


def _given(scenario: Scenario, order: Order) -> OrderGiven:
    def names(places: Sequence[Hex]) -> list[str]:
        return [scenario.place_name(place) for place in places]

    return OrderGiven(names(order.efforts), names(order.holds), order.boldness)


def meant(scenario: Scenario, orders: Sequence[OrderGiven]) -> Intent:
    def places(names: Sequence[str]) -> tuple[Hex, ...]:
        return tuple(dict.fromkeys(map(scenario.place, names)))

    return tuple(Order(places(each.efforts), places(each.holds), each.boldness) for each in orders)


def in_force(offer: Offer, text: str) -> Intent:
    """What was ordered once: a place need not be offered any more. Orders on fronts of older rules are void,
    those of another shape too."""
    try:
        intent = meant(offer.scenario, read(text)) if text else ()
    except (BadInput, msgspec.ValidationError):
        return ()
    return intent if len(intent) == len(offer.fronts) else ()


def document(offer: Offer, intent: Intent, plan: Plan | None) -> Orders:
    """Places by their names: in which order a side would think of them is its own affair."""
    scenario = offer.scenario

    def named(places: Iterable[Hex]) -> list[PlaceNamed]:
        found = [PlaceNamed(scenario.place_name(place), scenario.spoken_place(place)) for place in places]
        return sorted(found, key=lambda each: each.name)

    fronts = [
        FrontSeen(
            words(scenario, front.name),
            named(dict.fromkeys((*front.efforts, *order.efforts))),
            named(dict.fromkeys((*front.holds, *order.holds))),
            _given(scenario, order),
        )
        for front, order in zip(offer.fronts, intent or (USUAL,) * len(offer.fronts), strict=True)
    ]
    manners = [Manner(each, words(scenario, text)) for each, text in sorted(offer.boldness.items())]
    return Orders(fronts, manners, offer.words(intent), plan_seen(scenario, plan) if plan is not None else None)


def plan_seen(scenario: Scenario, plan: Plan, then: Sequence[Step] = (), hint: Hint | None = None) -> PlanSeen:
    told = plan_told(scenario, plan)
    return PlanSeen(told.plan, told.expects, list(told.others), hint, [PlanStep(*step) for step in then])
