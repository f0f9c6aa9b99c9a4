"""Orders to computer players in words, and what of them is refused."""

from __future__ import annotations

import re

import pytest

import toy
from planting import plant
from sandtable.core.errors import BadInput
from sandtable.core.intents import USUAL, Front, Order
from sandtable.core.rules import Hex, Side
from sandtable.play.session import start
from sandtable.players.orders import Offer, offer, read_orders

FRONTS = (Front("North", (Hex(1), Hex(2)), (Hex(3),)), Front("South", (Hex(4),), (Hex(5), Hex(6))))
BOLDNESS = {-1: "attacks with care", 1: "attacks boldly"}


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Offer:
    plant(monkeypatch, toy.SYSTEM, "counsel", fronts=lambda state, side: FRONTS, boldness=BOLDNESS)
    return offer(start("toy:ford", seed="1").state, Side(0), "1")


def name(offered: Offer, place: Hex) -> str:
    return offered.scenario.place_name(place)


def test_a_place_is_ordered_on_its_front_and_boldness_on_all(offered: Offer) -> None:
    said = f"effort {name(offered, Hex(4))}; hold {name(offered, Hex(3))}; bold"
    assert read_orders(offered, said) == (Order((), (Hex(3),), 1), Order((Hex(4),), (), 1))


def test_a_clause_may_name_its_front(offered: Offer) -> None:
    both = ", ".join(name(offered, Hex(each)) for each in (1, 2))
    assert read_orders(offered, f"north: main effort {both}; South: with care") == (
        Order((Hex(1), Hex(2))),
        Order(boldness=-1),
    )
    assert read_orders(offered, "bold; north: as it likes") == (USUAL, Order(boldness=1))


def test_an_order_may_be_worded_as_plans_are_told_and_said_twice(offered: Offer) -> None:
    first, second = name(offered, Hex(1)), name(offered, Hex(2))
    wanted = (Order((Hex(1),)), USUAL)
    assert read_orders(offered, f"Main effort {first}") == wanted
    assert read_orders(offered, f"north: MAIN Effort {first}") == wanted
    assert read_orders(offered, f"effort {first}; effort {first}") == wanted
    assert read_orders(offered, f"effort {first}, {second}, {first}") == (Order((Hex(1), Hex(2))), USUAL)
    said = offered.words((Order((Hex(1), Hex(2)), (Hex(3),)), USUAL))
    assert read_orders(offered, said) == (Order((Hex(1), Hex(2)), (Hex(3),)), USUAL)


def test_what_orders_nothing_is_no_order(offered: Offer) -> None:
    assert read_orders(offered, "as it likes") == ()
    assert offered.words(()) == ""
    assert offered.words((USUAL, Order(boldness=1))) == "South: attacks boldly"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("effort Moscow", "effort Moscow: it takes "),
        ("hold", "hold ?: it takes"),
        ("attack!", "attack!: say effort PLACE, hold PLACE, bold, careful, attacks with care, attacks boldly or as it"),
        ("hold 0", "that may be"),
        ("West: bold", "no front is called West; there are North, South"),
        ("bravely", "bravely: say effort PLACE"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_what_can(offered: Offer, said: str, why: str) -> None:
    with pytest.raises(BadInput, match=re.escape(why)):
        read_orders(offered, said)


def test_orders_stay_within_what_the_fronts_offer(offered: Offer) -> None:
    with pytest.raises(BadInput, match="there are 2 fronts to order on, not 1"):
        offered.checked((USUAL,))
    with pytest.raises(BadInput, match=r"main effort .*: North offers"):
        offered.checked((Order(efforts=(Hex(4),)), USUAL))
    with pytest.raises(BadInput, match="nobody is as bold as 3"):
        offered.checked((Order(boldness=3), USUAL))
    with pytest.raises(BadInput, match="nothing to order"):
        offered._replace(fronts=()).checked(())
