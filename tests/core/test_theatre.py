"""Theatres: boxes, countries and columns, by number, worked out when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from sandtable.core import theatre
from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.core.state import OFF

BOARD = Board.from_dict({
    "format": "board/1", "id": "strip", "title": "A strip",
    "layout": {"top": "flat", "columns": 4, "rows": 1, "pushed": "odd", "labels": "CCRR"},
    "terrain": {"key": {".": "clear", "~": "sea"}, "rows": ["..~."]},
    "areas": {"country": {"key": {"r": "red", "b": "blue", "n": "nobody"}, "rows": ["rr n"]}},
    "marks": {"coast": ["0201"]},
    "places": [{"id": "hill", "name": "Hill", "hex": "0101", "symbols": ["city"]}],
    "boxes": [{"id": id, "name": id} for id in ("dead_red", "dead_blue", "turn_1", "turn_2", "turn_over", "on_red")],
})  # fmt: skip
COUNTERS = Counters({"id": ["a", "b"], "type": ["tank", "ship"], "attack": [4, None], "elite": [True, False]})


class Country(NamedTuple):
    id: str


@dataclass(frozen=True, eq=False)
class Strip(theatre.Theatre[Country]):
    sides = ("red", "blue")

    width: int = 1

    type = theatre.words("type")
    attack = theatre.numbers("attack")
    elite = theatre.flags("elite")
    floats = theatre.whether("type", "ship", "boat")
    city = theatre.symbol("city")
    coast = theatre.marked("coast")
    desert = theatre.marked("desert")
    sea = theatre.terrain("sea")
    over = theatre.box("turn_over")
    dead = theatre.box_of_each("dead")
    turns = theatre.track("turn")


STRIP = Strip(BOARD, COUNTERS, (Country("blue"), Country("red")))


def test_places_are_hexes_and_boxes_by_name() -> None:
    assert STRIP.hexes == 4
    assert [STRIP.place(name) for name in ("0101", "hill", "dead_red")] == [0, 0, 4]
    assert STRIP.unit("b") == 1
    assert STRIP.over == STRIP.boxes["turn_over"] == 8
    assert STRIP.dead == (4, 5) == (STRIP.box("dead", Side(0)), STRIP.box("dead", Side(1)))
    assert STRIP.turns == (OFF, 6, 7)


def test_a_box_that_only_one_side_has_is_not_asked_for_by_side() -> None:
    with pytest.raises(KeyError):
        STRIP.box("on", Side(0))


def test_countries_are_numbered_in_the_order_they_are_told() -> None:
    assert (STRIP.country("red"), STRIP.country_ids) == (1, {"blue": 0, "red": 1})
    assert STRIP.country_at[:4] == (1, 1, -1, -1)
    assert [list(hexes) for hexes in STRIP.in_country] == [[], [0, 1]]
    with pytest.raises(BadInput, match=r"^no country is called green; there are blue, red$"):
        STRIP.country("green")


def test_a_family_declares_what_it_reads_off_counters_and_board() -> None:
    assert (STRIP.type, STRIP.attack, STRIP.elite) == (("tank", "ship"), (4, 0), (True, False))
    assert STRIP.floats == (False, True)
    assert [list(found) for found in (STRIP.city, STRIP.coast, STRIP.sea)] == [[0], [1], [2]]
    assert STRIP.desert == BOARD.bits(())


def test_what_is_asked_for_is_worked_out_once_for_each_theatre() -> None:
    assert STRIP.turns is STRIP.turns
    wider = replace(STRIP, width=2)
    assert "turns" not in vars(wider)
    assert wider.turns == STRIP.turns
