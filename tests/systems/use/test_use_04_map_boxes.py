"""USE 4.0, 8.2, 9.0, 1.2: Map Boxes; replacements, arrivals and upgrades of what comes over them."""

from __future__ import annotations

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.use.s04_map_boxes import box_price
from sandtable.systems.use.state import LOW
from sandtable.systems.use.theatre import AXIS, WEST
from systems.use.seas import Game, at_sea, country, place, sorties, unit, west, where


def test_4_0_ground_central_russia_box():
    """4.0 ground central-russia-box: three points of a march, and no benefit of a line."""
    game = west("sov_1 0510, sov_guard 0410")
    for id in ("sov_1", "sov_guard"):
        game.state.set_supply(unit(game.state, id), LOW, "7.2")

    game.say("activate", "sov_1")
    game.say("box", "central_russia")  # three of the four points in Low supply
    assert where(game.state, "sov_1") == "central_russia"
    assert "sov_1 has acted in this phase (6.0)" in game.refused("box", "sov_1", "0510")

    game.say("activate", "sov_guard")
    assert "no Map Box lies there, beside the unit (4.0)" in game.refused("box", "central_russia")
    game.say("move", "0510")
    game.say("box", "central_russia")  # one and three
    assert where(game.state, "sov_guard") == "central_russia"


def test_4_0_a_march_goes_on_out_of_the_central_russia_box():
    """4.0: the hex counts, and what is left may be used; in an EZOC it may not."""
    game = west("sov_1 central_russia")
    game.say("box", "sov_1", "0510")
    assert game.asked.form.name == "operations"
    assert "box" in game.offered
    game.say("move", "0409")
    game.say("stop")
    assert where(game.state, "sov_1") == "0409"

    held = west("sov_1 central_russia, ger_1 0509")
    held.say("box", "sov_1", "0510")
    assert held.offered == ["attack", "assault", "stop"]

    poor = west("sov_1 0409")
    poor.state.set_supply(unit(poor.state, "sov_1"), LOW, "7.2")
    poor.say("activate", "sov_1")
    poor.say("move", "0509")
    poor.say("move", "0510")
    assert "it costs 3 movement points, and 2 are left (4.0)" in poor.refused("box", "central_russia")


def test_4_0_air_central_russia_box():
    """4.0 air central-russia-box: three points, a hex each on the way there; for a Sortie, like every flight."""
    game = west("sov_fighter central_russia, sov_1 central_russia")

    game.say("box", "sov_fighter", "0409")
    assert (where(game.state, "sov_fighter"), sorties(game, "sov_fighter")) == ("0409", 1)
    game.say("box", "sov_fighter", "central_russia")
    assert (where(game.state, "sov_fighter"), sorties(game, "sov_fighter")) == ("central_russia", 2)

    far = west("uk_fighter hull")
    assert box_price(far.state, unit(far.state, "uk_fighter"), place(far.state, "central_russia")) == 10 + 3
    assert "the way is closed to uk_fighter (4.0)" in far.refused("box", "uk_fighter", "central_russia")


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


def test_1_2_upgrade_phase():
    """1.2 upgrade: a better counter of its country takes a unit's place, as strong as it was."""
    state = at_sea("sov_1 moscow, sov_guard upgrade_west, uk_1 hull", reduced="sov_1", phasing=WEST)
    game = Game(state, Segment("Upgrade Phase", WEST))

    assert "no better counter waits for uk_1 (1.2)" in game.refused("upgrade", "uk_1", "sov_guard")
    game.say("upgrade", "sov_1", "sov_guard")

    assert where(state, "sov_guard") == "0410"
    assert where(state, "sov_1") == ""
    assert state.reduced(unit(state, "sov_guard"))
