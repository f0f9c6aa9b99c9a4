"""USE: what follows from who holds what is worked out once for all positions that agree in it."""

from __future__ import annotations

import pytest

from sandtable.core.rules import Hex
from sandtable.systems.use.s04_2_ground import friendly_places
from sandtable.systems.use.s07_supply import lines, sources
from sandtable.systems.use.state import UseState, held_fact, holdings
from systems.use.field import AXIS, WEST
from systems.use.test_use_07_supply import begun


def test_positions_in_which_the_same_is_held_share_what_follows_from_it() -> None:
    state = begun("poland-1939")
    moved, taken = state.copy(), state.copy()
    moved.move(state.ground_units(AXIS)[0], state.theatre.board.place("0505"), "4.2.3")
    moved.forget()
    taken.take_control(state.theatre.capitals[state.theatre.country("poland")] or Hex(0), AXIS, "2.3.1")
    assert holdings(moved) is holdings(state) is not holdings(taken)
    assert friendly_places(moved, WEST) is friendly_places(state, WEST) != friendly_places(taken, WEST)


def test_who_gives_back_what_was_taken_finds_what_was_known_before() -> None:
    state = begun("poland-1939")
    country = state.theatre.country("poland")
    city = state.theatre.cities_of[country][0]
    before = holdings(state), sources(state, country)
    state.take_control(city, AXIS, "2.3.1")
    assert sources(state, country) != before[1]
    state.take_control(city, WEST, "2.3.1")
    assert holdings(state) is before[0]
    assert sources(state, country) is before[1]


def test_nothing_but_holdings_is_known_to_what_follows_from_them() -> None:
    @held_fact
    def first_unit(state: UseState) -> int:
        return state.hex_of[0]

    with pytest.raises(AttributeError, match="hex_of"):
        first_unit(begun("poland-1939"))


def test_lines_are_the_same_where_a_move_has_cut_nothing() -> None:
    state = begun("poland-1939")
    branch = state.copy()
    unit = next(unit for unit in branch.ground_units(WEST))
    branch.add_sorties(unit, 1, "1.5")
    branch.forget()
    assert lines(branch, AXIS) is lines(state, AXIS)
    assert set(lines(state, AXIS)) == set(state.theatre.countries_of(AXIS))
