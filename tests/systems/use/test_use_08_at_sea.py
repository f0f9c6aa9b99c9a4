"""USE 8, 9.0: replacements and mobilization of ships, aircraft and great powers where there is a sea."""

from __future__ import annotations

import pytest

from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.systems.use.audit import audit
from sandtable.systems.use.s08_logistics import Economy, Mobilize
from sandtable.systems.use.s13_conditional import WEST_INVADED, Conditional
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, WEST, WESTERN
from systems.use.seas import Game, at_sea, country, sorties, unit, where


def test_9_0_a_new_unit_is_mobilized_reduced() -> None:
    """9.0 mobilize-leg, mobilize-ussr-leg: also one that has never been in play."""
    state = at_sea("uk_1 mobilization_west, sov_1 mobilization_west", phasing=WEST)
    for id, city, steps in (("uk_1", "london", 1), ("sov_1", "moscow", 2)):
        Game(state, Mobilize(WEST, unit(state, id), state.scenario.place(city)))
        assert state.steps[unit(state, id)] == steps


@pytest.mark.parametrize(
    ("id", "points"),
    [("uk_fighter", 3), ("uk_convoy", 3), ("uk_bomber", 4), ("uk_ship", 4), ("uk_carrier", 5)],
)
def test_9_0_replacements_and_mobilization_of_ships_and_aircraft(id: str, points: int) -> None:
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


def test_8_2_ships_come_to_ports_and_great_powers_to_their_boxes() -> None:
    state = at_sea("uk_convoy mobilization_west, usa_1 mobilization_west, ger_ship mobilization_axis", phasing=WEST)
    state.join(country(state, "usa"), WESTERN, "13.0")
    game = Game(state, Segment("Mobilization Phase", WEST))
    game.say("mobilize", "uk_convoy", "eastern_north_america")
    game.say("mobilize", "usa_1", "london")

    game = Game(state, Segment("Mobilization Phase", AXIS))
    assert "it is not a city of Germany for such a unit (8.2)" in game.refused("mobilize", "ger_ship", "berlin")


def test_8_2_a_neutral_country_mobilized() -> None:
    """2.1.1, 8.2, 9.0, 13.0: a neutral has no units in play: it calls up none, counts no production, buys nothing."""
    state = at_sea("usa_1 mobilization_west, usa_surprise surprise_holding", phasing=WEST)
    game = Game(state, Segment("Mobilization Phase", WEST))
    assert game.refused("mobilize", "usa_1", "london") == "United States is neutral (2.1.1)"
    assert game.refused("buy", "usa_surprise") == "United States is neutral (2.1.1)"
    assert game.offered == ["end"]

    state.join(country(state, "usa"), WESTERN, "13.0")
    assert game.offered == ["mobilize", "buy", "end"]
    game.say("mobilize", "usa_1", "london")
    assert not audit(state)


def test_13_0_a_neutral_country_was_called_up() -> None:
    """2.1.1, 13.0: its units stay in the box of the event."""
    state = at_sea("usa_1 conditional_west_invaded, uk_1 conditional_west_invaded")
    game = Game(state, Conditional((WEST_INVADED,)))
    assert game.refused("mobilize", "usa_1", "london") == "United States is neutral (2.1.1)"
    game.say("mobilize", "uk_1", "london")
    assert game.outcome is None
    assert where(state, "usa_1") == "conditional_west_invaded"


def test_9_0_a_neutral_counted_its_production() -> None:
    state = at_sea()
    for id in ("usa", "uk"):
        state.grant(country(state, id), 1, "9.0")
    Game(state, Economy(WEST))
    assert [state.points[country(state, id)] for id in ("usa", "uk")] == [1, 40]


def test_2_1_1_no_unit_of_a_neutral_is_in_play() -> None:
    state = at_sea("tur_1 izmir")
    state.stack[:] = [Economy(AXIS)]
    assert [words(state.scenario, each.because) for each in audit(state)] == [
        "tur_1 is in play, and its country is neutral"
    ]
    state.join(country(state, "turkey"), AXIS_FACTION, "13.0")
    assert not audit(state)


def test_9_0_mobilize_ussr_leg() -> None:
    """9.0 mobilize-ussr-leg: full at once; Shock units reduced."""
    state = at_sea("sov_1 mobilization_west, sov_guard mobilization_west", reduced="sov_1 sov_guard", phasing=WEST)
    game = Game(state, Segment("Mobilization Phase", WEST))
    game.say("mobilize", "sov_1", "moscow")
    game.say("mobilize", "sov_guard", "odessa")

    assert not state.reduced(unit(state, "sov_1"))
    assert state.reduced(unit(state, "sov_guard"))
    assert state.points[country(state, "ussr")] == 38
