"""Orders that a person gives a side which a computer plays: held against what its fronts offer, read from words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from sandtable.core.errors import BadInput
from sandtable.core.intents import BOLD, CAREFUL, USUAL, Front, Intent, Order
from sandtable.core.parts import Counsel
from sandtable.core.rules import Hex, Side
from sandtable.core.sentences import Text
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import words
from sandtable.players.plans import told, usual

MANNERS = {"bold": BOLD, "careful": CAREFUL}
FREE = "as it likes"


class Offer(NamedTuple):
    """What a side may be ordered."""

    scenario: Scenario
    fronts: tuple[Front, ...]
    boldness: Mapping[int, Text]

    def words(self, intent: Intent) -> str:
        """What has been ordered, in words; nothing if nothing has."""
        return words(self.scenario, told(intent, self.fronts, self.boldness)) if any(map(_is_order, intent)) else ""

    def checked(self, intent: Intent) -> Intent:
        """The same, if its fronts offer all of it; empty if it orders nothing."""
        if not self.fronts:
            raise BadInput(f"{self.scenario.system.title} has nothing to order: its computer players do as they like")
        if len(intent) != len(self.fronts):
            raise BadInput(f"there are {len(self.fronts)} fronts to order on, not {len(intent)}")
        for front, order in zip(self.fronts, intent, strict=True):
            self._check(front, "main effort", order.efforts, front.efforts)
            self._check(front, "hold", order.holds, front.holds)
            if order.boldness and order.boldness not in self.boldness:
                raise BadInput(f"nobody is as bold as {order.boldness}; there are {', '.join(map(str, self.boldness))}")
        return intent if any(map(_is_order, intent)) else ()

    def _check(self, front: Front, what: str, wanted: Iterable[Hex], offered: Sequence[Hex]) -> None:
        for place in wanted:
            if place not in offered:
                said = f"{what} {self.scenario.spoken_place(place)}"
                raise BadInput(f"{said}: {words(self.scenario, front.name)} offers {self.places(offered)}")

    def places(self, offered: Iterable[Hex]) -> str:
        """By their names: in which order a side would think of them is its own affair."""
        return ", ".join(sorted(map(self.scenario.spoken_place, offered))) or "nothing"

    def lines(self) -> Iterator[str]:
        """All that may be ordered."""
        for front in self.fronts:
            yield words(self.scenario, front.name)
            yield f"  effort {self.places(front.efforts)}"
            yield f"  hold {self.places(front.holds)}"
        yield ", ".join([*self.manners, FREE]) if self.fronts else "nothing can be ordered in this game"

    @property
    def manners(self) -> list[str]:
        """How bold a front may be told to be: in a word where there is one, and as the game says it."""
        known = [word for word, each in MANNERS.items() if each in self.boldness]
        return [*known, *(words(self.scenario, text) for text in self.boldness.values())]


def offer(state: State, side: Side, seed: str, told: Iterable[Side] = ()) -> Offer:
    """As far as the side may know, and those others who are told of it: else it would tell them what the side hides."""
    system, imagined, rng = state.scenario.system, state, Random(f"orders {seed}")
    counsel: Counsel[Any] = system.counsel
    for knowing in (*told, side):
        imagined = system.hidden.imagine(imagined, knowing, rng)
    return Offer(state.scenario, tuple(counsel.fronts(imagined, side)), counsel.boldness)


def _is_order(order: Order) -> bool:
    return order != USUAL


# ------------------------------------------------------------------------------------------------ in words


def read_orders(offer: Offer, text: str) -> Intent:
    """`effort Alexandria; hold Cairo; bold`: a place is ordered on the front that offers it, boldness on all of them,
    unless a clause begins with the name of a front, `Desert: careful`."""
    intent = usual(offer.fronts)
    for clause in filter(None, (part.strip() for part in text.split(";"))):
        on, said = _front_of(offer, clause)
        intent = tuple(
            _obeyed(offer, front, order, said) if front in on else order
            for front, order in zip(offer.fronts, intent, strict=True)
        )
    return offer.checked(intent)


def _front_of(offer: Offer, clause: str) -> tuple[Sequence[Front], str]:
    """The fronts a clause is about, and what it says."""
    name, colon, said = clause.partition(":")
    if colon:
        fitting = [each for each in offer.fronts if _fits(name, words(offer.scenario, each.name))]
        if not fitting:
            names = ", ".join(words(offer.scenario, each.name) for each in offer.fronts)
            raise BadInput(f"no front is called {name.strip()}; there are {names}")
        return fitting, said.strip()
    verb, places = _places(offer, clause)
    if not verb:
        return offer.fronts, clause
    on = [each for each in offer.fronts if any(place in _offered(each, verb) for place in places)]
    if not on:
        every = [place for each in offer.fronts for place in _offered(each, verb)]
        raise BadInput(f"{clause}: nobody can be ordered to; {verb} takes {offer.places(dict.fromkeys(every))}")
    return on[:1], clause


def _obeyed(offer: Offer, front: Front, order: Order, said: str) -> Order:
    verb, places = _places(offer, said)
    if verb == "effort":
        return order._replace(efforts=tuple(dict.fromkeys((*order.efforts, *places))))
    if verb == "hold":
        return order._replace(holds=tuple(dict.fromkeys((*order.holds, *places))))
    return USUAL if said.casefold() == FREE else order._replace(boldness=_boldness(offer, said))


def _offered(front: Front, verb: str) -> tuple[Hex, ...]:
    return front.efforts if verb == "effort" else front.holds


def _places(offer: Offer, clause: str) -> tuple[str, list[Hex]]:
    """`hold Cairo, Suez` as its verb and its places; no verb if it is about no place."""
    verb, _, rest = clause.partition(" ")
    if verb.casefold() == "main":  # as plans are told
        verb, _, rest = rest.lstrip().partition(" ")
    verb = verb.casefold()
    if verb not in ("effort", "hold"):
        return "", []
    return verb, [_place(offer, verb, name.strip()) for name in rest.replace(" and ", ",").split(",")]


def _place(offer: Offer, verb: str, name: str) -> Hex:
    """By a part of its name, among those that may be ordered; else by its own."""
    every = dict.fromkeys(place for front in offer.fronts for place in _offered(front, verb))
    fitting = [place for place in every if _fits(name, offer.scenario.spoken_place(place))]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        raise BadInput(f"{verb} {name}: that may be {offer.places(fitting)}")
    raise BadInput(f"{verb} {name or '?'}: it takes {offer.places(every)}")


def _boldness(offer: Offer, said: str) -> int:
    word = said.casefold()
    if MANNERS.get(word) in offer.boldness:
        return MANNERS[word]
    for each, text in offer.boldness.items():
        if _fits(said, words(offer.scenario, text)):
            return each
    raise BadInput(f"{said}: say effort PLACE, hold PLACE, {', '.join(offer.manners)} or {FREE}, with ; between")


def _fits(said: str, name: str) -> bool:
    return bool(said.strip()) and said.strip().casefold() in name.casefold()
