"""USE 4.2.4, E5: from port to port where ports stand for ships, and the evacuation of British armies."""

from __future__ import annotations

from typing import Any

from sandtable.core.sequence import Segment
from sandtable.systems.use.s05_3_attack import Suffer
from sandtable.systems.use.s06_1_markers import EndActions
from sandtable.systems.use.s06_3_army import Activation
from sandtable.systems.use.state import EVACUATED, UseState
from sandtable.systems.use.theatre import AXIS, WEST
from systems.use.seas import Game, on_land, unit, where

ACTIONS = "Operations Phase / Actions Sub-Phase"


def france(units: str, **said: Any) -> UseState:
    return on_land("france-1940", units, phasing=WEST, **said)


def actions(state: UseState) -> Game:
    return Game(state, Segment(ACTIONS, WEST))


def army(state: UseState, id: str) -> Game:
    return Game(state, Activation(WEST, unit(state, id)))


# ------------------------------------------------------------------------------------------------ 4.2.4


def test_4_2_4_a_western_army_in_a_port_spends_its_activation_to_go_to_another() -> None:
    """4.2.4, 4.0 naval-transport: all movement points, no path, no interception."""
    game = army(france("uk_bef 0508"), "uk_bef")

    game.say("sail", "0505")

    assert where(game.state, "uk_bef") == "0505"
    assert "moved" in game.log
    assert "4.2.4" in game.log


def test_4_2_4_a_voyage_is_not_combined_with_a_march() -> None:
    game = army(france("uk_bef 0608"), "uk_bef")

    assert "not in a friendly port (4.2.4)" in game.refused("sail", "0505")
    game.say("move", "0508")

    assert "has moved or attacked in this activation (4.2.4)" in game.refused("sail", "0505")
    assert "sail" not in game.offered


def test_4_2_4_the_port_must_be_friendly_and_free() -> None:
    game = army(france("uk_bef 0508, fra_1 0706, ger_6 0705"), "uk_bef")

    assert "not a friendly port (4.2.4)" in game.refused("sail", "0705")
    assert "French 1st Army is there (3.3)" in game.refused("sail", "0706")
    assert "not a friendly port (4.2.4)" in game.refused("sail", "0607")
    assert "already there (4.2.4)" in game.refused("sail", "0508")


def test_4_2_4_an_enemy_marker_closes_a_port() -> None:
    game = army(france("uk_bef 0508, ger_airdrop 0505"), "uk_bef")

    assert "enemy unit or marker is there (4.2.4)" in game.refused("sail", "0505")


def test_4_2_4_the_axis_has_no_ships() -> None:
    state = on_land("france-1940", "ger_6 0410", {"0310": "axis"})
    game = Game(state, Activation(AXIS, unit(state, "ger_6")))

    assert "only the West" in game.refused("sail", "0310")


def test_4_2_4_without_the_option_ports_are_plain_cities() -> None:
    game = army(france("uk_bef 0508", options={"abstract_naval": False}), "uk_bef")

    assert "sail" not in game.offered
    assert "ports do not stand for ships in this game (4.2.4)" in game.refused("sail", "0505")


def test_4_2_4_dutchmen_are_not_shipped_out_of_their_country() -> None:
    game = army(france("net_1 0310"), "net_1")

    assert "units of its country do not go there (4.0)" in game.refused("sail", "0505")
    game.say("sail", "0210")


def test_4_2_4_a_unit_leaves_its_fort_to_embark() -> None:
    state = france("fra_8 0508")
    state.fort[state.theatre.board.place("0508")] = state.theatre.country("france") + 1
    state.occupy(unit(state, "fra_8"), True, "4.2.3.5")
    game = army(state, "fra_8")

    game.say("sail", "0706")

    assert not state.in_fort[unit(state, "fra_8")]


def test_4_2_4_an_air_unit_is_ferried_for_a_sortie() -> None:
    """4.0 naval-transport, air: a French fighter flies no further than by ship."""
    game = actions(france("fra_air1 1711", sorties={"fra_air1": 2}))

    game.say("ferry", "fra_air1", "0508")

    assert where(game.state, "fra_air1") == "0508"
    assert game.state.sorties[unit(game.state, "fra_air1")] == 3


def test_4_2_4_who_is_not_ferried() -> None:
    game = actions(france("fra_air1 0808, fra_air2 1711, uk_fighter 0505", sorties={"fra_air2": 6}))

    assert "not in a friendly port (4.2.4)" in game.refused("ferry", "fra_air1", "0508")
    assert "6 Sorties (1.5)" in game.refused("ferry", "fra_air2", "0508")
    assert "French 2nd Air is there (3.3)" in game.refused("ferry", "uk_fighter", "1711")
    assert "within 3 hexes of it (4.2.2)" in game.refused("ferry", "uk_fighter", "1506")


# ------------------------------------------------------------------------------------------------ E5


def retreating(units: str = "uk_bef 0508, ger_6 0607", result: str = "DR", **said: Any) -> Game:
    state = on_land("france-1940", units, **said)
    attacker = state.theatre.board.place("0607")
    return Game(state, Suffer(WEST, unit(state, "uk_bef"), result, (attacker,), 1))


def test_E5_a_british_army_on_the_coast_is_evacuated_instead_of_a_retreat() -> None:
    """E5: it arrives reduced, does nothing in this phase; the marker comes back after as many turns as the die says."""
    game = retreating()

    assert game.offered == ["evacuate", "remain"]
    game.say("evacuate", "0505")
    game.roll(2)

    state = game.state
    assert where(state, "uk_bef") == "0505"
    assert state.reduced(unit(state, "uk_bef"))
    assert state.done[unit(state, "uk_bef")] & EVACUATED
    assert where(state, "uk_evacuation") == "turn_3"


def test_E5_the_owner_may_choose_the_retreat() -> None:
    game = retreating()

    game.say("remain")
    game.say("0509")

    assert where(game.state, "uk_bef") == "0509"
    assert where(game.state, "uk_evacuation") == "events_west"


def test_E5_a_reduced_army_is_evacuated_and_never_dies_of_it() -> None:
    game = retreating(result="DD")  # reduced by the result, then taken off

    game.say("evacuate", "0505")
    game.roll(1)

    assert where(game.state, "uk_bef") == "0505"
    assert game.state.steps[unit(game.state, "uk_bef")] == 1


def test_E5_it_saves_who_could_not_retreat() -> None:
    game = retreating("uk_bef 0508, ger_6 0607, ger_1 0509, ger_2 0608", reduced="uk_bef")

    assert game.offered == ["evacuate", "remain"]
    game.say("evacuate", "0505")
    game.roll(6)

    assert where(game.state, "uk_bef") == "0505"
    assert where(game.state, "uk_evacuation") == ""  # after the last turn


def test_E5_only_a_retreat_is_escaped_not_an_elimination() -> None:
    game = retreating(result="DE")

    assert where(game.state, "uk_bef") == "eliminated_west"


def test_E5_not_inland_not_without_the_marker_not_for_others() -> None:
    inland = retreating("uk_bef 0708, ger_6 0607")
    assert inland.asked.form.name == "retreat"

    used = retreating("uk_bef 0508, ger_6 0607, uk_evacuation turn_2")
    assert used.asked.form.name == "retreat"

    state = on_land("france-1940", "fra_1 0508, ger_6 0607")
    french = Game(state, Suffer(WEST, unit(state, "fra_1"), "DR", (state.theatre.board.place("0607"),), 1))
    assert french.asked.form.name == "retreat"


def test_E5_in_its_own_operations_before_it_is_activated() -> None:
    game = actions(france("uk_bef 0508, fra_1 0509"))

    assert "no Naval Evacuation marker is ready for French 1st Army" in game.refused("evacuate", "fra_1", "0505")
    game.say("evacuate", "uk_bef", "0505")
    game.roll(3)

    assert "was evacuated in this phase (E5)" in game.refused("activate", "uk_bef")
    assert "no Naval Evacuation marker" in game.refused("evacuate", "uk_bef", "0508")


def test_E5_not_after_it_has_been_activated() -> None:
    game = actions(france("uk_bef 0508"))
    game.say("activate", "uk_bef")
    game.say("stop")

    assert "has been activated in this phase (E5)" in game.refused("evacuate", "uk_bef", "0505")


def test_E5_who_was_evacuated_in_the_axis_phase_acts_in_its_own() -> None:
    game = retreating()
    game.say("evacuate", "0505")
    game.roll(2)

    Game(game.state, EndActions(AXIS))

    assert not game.state.done[unit(game.state, "uk_bef")] & EVACUATED
