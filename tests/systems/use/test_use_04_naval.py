"""USE 4.0, 4.2.3.7, 6.2: naval movement, ships that leave a port, strikes on ships."""

from __future__ import annotations

from sandtable.core.rules import Hex
from sandtable.systems.use.audit import audit
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_naval import cheapest, cost, harbours, next_steps
from sandtable.systems.use.state import LOW, UseState
from sandtable.systems.use.theatre import AXIS, WEST, WESTERN
from systems.use.seas import Game, at_sea, country, place, sorties, unit, west, where


def price(state: UseState, id: str, *way: str) -> int:
    ship = unit(state, id)
    return cost(state, ship, tuple(place(state, each) for each in way), Hex(state.hex_of[ship]))


# ------------------------------------------------------------------------------------------------ 4.0 naval movement


def test_4_0_naval_sea_zone_and_any_hex() -> None:
    """4.0 naval sea-zone, any-hex: 1 for each Sea Zone, nothing for the ports."""
    state = at_sea("uk_ship hull")

    assert price(state, "uk_ship", "sea_1") == 1
    assert price(state, "uk_ship", "sea_1", "sea_2") == 2


def test_4_0_naval_strait_is_added() -> None:
    """4.0 naval strait: +2 to what lies behind it."""
    state = at_sea("uk_ship hull")

    assert price(state, "uk_ship", "sea_1", "sea_3") == 1 + 1 + 2


def test_4_0_naval_canal_is_a_step_of_its_own() -> None:
    """4.0 naval canal: 2, and then the Sea Zone behind it; a neutral's canal is closed."""
    state = at_sea("uk_ship toulon")
    assert place(state, "sea_6") not in next_steps(state, unit(state, "uk_ship"), (place(state, "sea_13"),), Hex(0))

    state.join(country(state, "turkey"), WESTERN, "13.0")

    assert price(state, "uk_ship", "sea_13", "sea_6") == 1 + 2 + 1


def test_4_0_naval_map_box() -> None:
    """4.0 naval map-box: 3; from it 1 for the Sea Zone again."""
    state = at_sea("uk_ship london, uk_carrier eastern_north_america")

    assert price(state, "uk_ship", "sea_2", "eastern_north_america") == 1 + 3
    assert price(state, "uk_carrier", "sea_2") == 1


def test_4_0_naval_prohibited_ports() -> None:
    """4.0 naval prohibited: land, enemy ports, ports of neutrals and those a policy closes."""
    game = west("uk_ship hull, uk_convoy hull, uk_carrier brest")

    assert "not a friendly port at sea (4.0)" in game.refused("sail", "uk_ship", [], "kiel", ["sea_1"])
    assert "not a friendly port at sea (4.0)" in game.refused("sail", "uk_ship", [], "bergen", ["sea_1"])
    assert "not a friendly port at sea (4.0)" in game.refused("sail", "uk_ship", [], "0202", ["sea_1"])
    assert "uk_carrier is there (3.3)" in game.refused("sail", "uk_ship", [], "brest", ["sea_1", "sea_2"])
    game.say("sail", "uk_convoy", [], "brest", ["sea_1", "sea_2"])  # one convoy and one warship share a port


def test_4_0_naval_the_enemy_closes_straits_he_holds() -> None:
    state = at_sea("uk_ship hull", {"bergen": "axis"})
    near = cheapest(state, unit(state, "uk_ship"), next_steps(state, unit(state, "uk_ship"), (), place(state, "hull")))

    assert place(state, "sea_3") not in near


def test_4_0_naval_rebase_costs_a_sortie() -> None:
    game = west("uk_ship hull")

    game.say("sail", "uk_ship", [], "brest", ["sea_1", "sea_2"])

    assert where(game.state, "uk_ship") == "0402"
    assert sorties(game, "uk_ship") == 1


def test_4_0_naval_points_halve_without_full_supply() -> None:
    state = at_sea("uk_ship hull")
    ship = unit(state, "uk_ship")
    assert place(state, "oran") in harbours(state, (ship,))  # 1 + 1 + 3, within ten and within five

    state.set_supply(ship, LOW, "7.2")

    assert place(state, "eastern_north_america") in harbours(state, (ship,))  # 5
    assert place(state, "western_indian_ocean") not in harbours(state, (ship,))  # 9


def test_4_0_naval_the_way_is_the_players_and_has_to_lead_to_the_port() -> None:
    game = west("uk_ship london")

    assert "does not lead on there" in game.refused("sail", "uk_ship", [], "hull", ["sea_3"])
    assert "has not come to its port yet" in game.refused("sail", "uk_ship", [], "hull", ["sea_2"])
    game.say("sail", "uk_ship", [], "hull", ["sea_2", "sea_1"])


def test_1_5_a_ship_with_six_sorties_stays_in_port() -> None:
    game = west("uk_ship hull, uk_convoy hull", sorties={"uk_ship": 6})

    assert "6 Sorties (1.5)" in game.refused("sail", "uk_ship", [], "london", ["sea_1", "sea_2"])
    assert "6 Sorties (1.5)" in game.refused("sail", "uk_convoy", ["uk_ship"], "london", ["sea_1", "sea_2"])


def test_4_2_3_7_ships_leave_a_port_that_is_entered() -> None:
    """4.2.3.7: to the nearest friendly port, or they are lost."""
    state = at_sea("uk_ship brest, ger_1 0401")

    game = Game(state, Enter(AXIS, unit(state, "ger_1"), place(state, "brest"), "4.2.3"))
    game.say("london")

    assert where(state, "uk_ship") == "0101"
    assert not audit(state)


def test_4_2_3_7_ships_without_a_port_are_lost() -> None:
    state = at_sea("ger_ship kiel, uk_1 0208")

    Game(state, Enter(WEST, unit(state, "uk_1"), place(state, "kiel"), "4.2.3"))

    assert where(state, "ger_ship") == "eliminated_axis"


# ------------------------------------------------------------------------------------------------ strikes on ships


def test_6_2_an_air_unit_acts_as_often_as_it_has_fewer_than_six_sorties() -> None:
    """6.2, 1.5: any number of actions in a phase, for nothing but Sorties."""
    game = west("uk_fighter hull, ger_ship kiel", sorties={"uk_fighter": 4})
    game.dice += [(6, 1), (6, 1)]
    game.say("strike", "uk_fighter", "ger_ship")
    game.say("strike", "uk_fighter", "ger_ship")

    assert "6 Sorties (1.5)" in game.refused("strike", "uk_fighter", "ger_ship")
    assert game.state.points[country(game.state, "uk")] == 40


def test_6_2_2_ships_in_port_may_be_struck_and_carriers_strike() -> None:
    """6.2.2, 5.2 sorties air-strike: the combat is over after its Sorties."""
    game = west("uk_carrier hull, ger_ship kiel, ger_convoy kiel")
    game.dice.append((6, 1))

    game.say("strike", "uk_carrier", "ger_ship")  # 6 + 2 + 2 to 1 + 1: DE+4

    assert (sorties(game, "uk_carrier"), sorties(game, "ger_ship")) == (1, 4)
    assert game.asked.form.name == "Actions Sub-Phase"
