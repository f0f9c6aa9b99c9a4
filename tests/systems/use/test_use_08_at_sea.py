"""USE 8, 9.0: replacements and mobilization of ships, aircraft and great powers where there is a sea."""

from __future__ import annotations

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.use.s08_logistics import Mobilize
from sandtable.systems.use.theatre import AXIS, WEST
from systems.use.seas import Game, at_sea, country, sorties, unit


def test_9_0_a_new_unit_is_mobilized_reduced():
    """9.0 mobilize-leg, mobilize-ussr-leg: also one that has never been in play."""
    state = at_sea("uk_1 mobilization_west, sov_1 mobilization_west", phasing=WEST)
    for id, city, steps in (("uk_1", "london", 1), ("sov_1", "moscow", 2)):
        Game(state, Mobilize(WEST, unit(state, id), state.scenario.place(city)))
        assert state.steps[unit(state, id)] == steps


@pytest.mark.parametrize(
    ("id", "points"),
    [("uk_fighter", 3), ("uk_convoy", 3), ("uk_bomber", 4), ("uk_ship", 4), ("uk_carrier", 5)],
)
def test_9_0_replacements_and_mobilization_of_ships_and_aircraft(id: str, points: int):
    """9.0 replace and mobilize: fighter-or-convoy 3, bomber-or-surface 4, carrier 5; new ones have four Sorties."""
    state = at_sea(f"{id} hull", sorties={id: 5}, phasing=WEST)
    game = Game(state, Segment("Replacements Phase", WEST))
    game.say("replace", id)
    assert sorties(game, id) == 3
    assert state.points[country(state, "uk")] == 40 - points

    state = at_sea(f"{id} mobilization_west", phasing=WEST)
    game = Game(state, Segment("Mobilization Phase", WEST))
    game.say("mobilize", id, "hull")
    assert sorties(game, id) == 4
    assert state.points[country(state, "uk")] == 40 - points


def test_8_2_ships_come_to_ports_and_great_powers_to_their_boxes():
    state = at_sea("uk_convoy mobilization_west, usa_1 mobilization_west, ger_ship mobilization_axis", phasing=WEST)
    game = Game(state, Segment("Mobilization Phase", WEST))
    game.say("mobilize", "uk_convoy", "eastern_north_america")
    game.say("mobilize", "usa_1", "london")

    game = Game(state, Segment("Mobilization Phase", AXIS))
    assert "it is not a city of Germany for such a unit (8.2)" in game.refused("mobilize", "ger_ship", "berlin")


def test_9_0_mobilize_ussr_leg():
    """9.0 mobilize-ussr-leg: full at once; Shock units reduced."""
    state = at_sea("sov_1 mobilization_west, sov_guard mobilization_west", reduced="sov_1 sov_guard", phasing=WEST)
    game = Game(state, Segment("Mobilization Phase", WEST))
    game.say("mobilize", "sov_1", "moscow")
    game.say("mobilize", "sov_guard", "odessa")

    assert not state.reduced(unit(state, "sov_1"))
    assert state.reduced(unit(state, "sov_guard"))
    assert state.points[country(state, "ussr")] == 38
