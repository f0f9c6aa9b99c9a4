"""USE 4.0: Map Boxes: who goes in over land, who comes out, and what it costs."""

from __future__ import annotations

from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import PACT
from sandtable.systems.use.s04_map_boxes import bad_way, box_price
from sandtable.systems.use.state import EVACUATED, IN_FORCE, LOW, STRATEGICALLY_MOVED
from sandtable.systems.use.theatre import AXIS
from systems.use.seas import ACTIONS, at_sea, country, place, sorties, unit, west, where


def test_4_0_ground_central_russia_box() -> None:
    """4.0 ground central-russia-box: three points of a march, and no benefit of a line."""
    game = west("sov_1 0510, sov_guard 0410")
    for id in ("sov_1", "sov_guard"):
        game.state.set_supply(unit(game.state, id), LOW, "7.2")

    game.say("activate", "sov_1")
    game.say("box", "central_russia")  # three of the four points in Low supply
    assert where(game.state, "sov_1") == "central_russia"
    assert "sov_1 has been activated in this phase (6.0)" in game.refused("box", "sov_1", "0510")

    game.say("activate", "sov_guard")
    assert "no Map Box lies there, beside the unit (4.0)" in game.refused("box", "central_russia")
    game.say("move", "0510")
    game.say("box", "central_russia")  # one and three
    assert where(game.state, "sov_guard") == "central_russia"


def test_6_0_who_may_not_go_into_a_box_is_told_by_the_rule_that_says_so() -> None:
    """4.1, E5: as when it is activated."""
    for done, because in (
        (STRATEGICALLY_MOVED, "sov_1 has moved strategically this turn (4.1)"),
        (EVACUATED, "sov_1 was evacuated in this phase (E5)"),
    ):
        game = west("sov_1 central_russia")
        game.state.did(unit(game.state, "sov_1"), done)
        assert game.refused("box", "sov_1", "0510") == because


def test_4_0_a_march_goes_on_out_of_the_central_russia_box() -> None:
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


def test_4_0_air_central_russia_box() -> None:
    """4.0 air central-russia-box: three points, a hex each on the way there; for a Sortie, like every flight."""
    game = west("sov_fighter central_russia, sov_1 central_russia")

    game.say("box", "sov_fighter", "0409")
    assert (where(game.state, "sov_fighter"), sorties(game, "sov_fighter")) == ("0409", 1)
    game.say("box", "sov_fighter", "central_russia")
    assert (where(game.state, "sov_fighter"), sorties(game, "sov_fighter")) == ("central_russia", 2)

    far = west("uk_fighter hull")
    assert box_price(far.state, unit(far.state, "uk_fighter"), place(far.state, "central_russia")) == 10 + 3
    assert "the way is closed to uk_fighter (4.0)" in far.refused("box", "uk_fighter", "central_russia")


def test_4_2_4_nothing_left_a_map_box_by_naval_transport() -> None:
    """4.2.4, 4.0 ground and air naval-transport: a convoy in the same box takes armies and aircraft to a port."""
    game = west("uk_1 eastern_north_america, uk_fighter eastern_north_america, uk_convoy eastern_north_america")
    game.say("carry", "uk_fighter", "uk_convoy", [], "london", ["sea_2"])
    assert (where(game.state, "uk_fighter"), sorties(game, "uk_fighter")) == ("0101", 1)
    assert "no convoy can take uk_1 on board (4.2.4)" in game.refused("carry", "uk_1", "uk_convoy", [], "hull", [])

    game.say("sail", "uk_convoy", [], "eastern_north_america", ["sea_2", "eastern_north_america"])
    game.say("carry", "uk_1", "uk_convoy", [], "hull", ["sea_2", "sea_1"])
    assert (where(game.state, "uk_1"), game.state.points[country(game.state, "uk")]) == ("0102", 39)
    assert "uk_1 has been activated in this phase (6.0)" in game.refused("activate", "uk_1")

    inland = west("sov_1 central_russia, uk_2 mobilization_west")
    assert "no convoy can take sov_1 on board" in inland.refused("carry", "sov_1", "uk_convoy", [], "hull", [])
    assert "not a ground or air unit of yours in play" in inland.refused("carry", "uk_2", "uk_convoy", [], "hull", [])


def test_4_2_4_what_went_into_a_map_box_comes_back() -> None:
    game = west("uk_1 london, uk_2 hull, uk_convoy london")
    game.say("carry", "uk_1", "uk_convoy", [], "eastern_north_america", ["sea_2", "eastern_north_america"])
    assert where(game.state, "uk_1") == "eastern_north_america"
    game.state.rest()
    game.say("carry", "uk_1", "uk_convoy", [], "brest", ["sea_2"])
    assert where(game.state, "uk_1") == "0402"


def test_4_0_a_map_box_does_not_lead_into_a_closed_country() -> None:
    state = at_sea("ger_1 central_russia")
    state.set_policy(PACT, IN_FORCE, "D1")
    found = bad_way(Segment(ACTIONS, AXIS), state, unit(state, "ger_1"), state.scenario.place("0510"))
    assert [each.because for each in found] == ["its country is neutral, or a policy closes it"]
