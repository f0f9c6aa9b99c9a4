"""USE 4.0, 1.4, 5.2: naval movement, transport by convoy, interception, escort, interdiction, bombing, supply."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.decisions import DONE, EMPTY, HEX, UNIT, WORD
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.systems.use.audit import audit
from sandtable.systems.use.s01_2_sequence import Game as WholeGame
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_map_boxes import price as price_of_box
from sandtable.systems.use.s04_naval import cheapest, cost, harbours, next_steps
from sandtable.systems.use.s05_2_interception import VOYAGE, Interception, in_reach, interceptors
from sandtable.systems.use.s07_supply import SupplyCheck, sources
from sandtable.systems.use.state import FULL, IN_FORCE, LOW, NO, SHIPPED, UNSHIPPED, UseState
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, WEST, WESTERN
from systems.use.seas import Game, at_sea, country, unit, where

ACTIONS, OVERSEA = "Operations Phase / Actions Sub-Phase", "Operations Phase / Supply over sea"
DE, DR, SAME, AS, AA = (6, 1), (4, 1), (3, 6), (1, 6), (1, 6)  # a German fighter against a British convoy: 3 to 0


def west(units: str, **said: object) -> Game:
    return Game(at_sea(units, phasing=WEST, **said), Segment(ACTIONS, WEST))


def axis(units: str, **said: object) -> Game:
    return Game(at_sea(units, **said), Segment(ACTIONS, AXIS))


def place(state: UseState, name: str) -> Hex:
    return state.scenario.place(name)


def sorties(game: Game, id: str) -> int:
    return game.state.sorties[unit(game.state, id)]


def price(state: UseState, id: str, *way: str) -> int:
    ship = unit(state, id)
    return cost(state, ship, tuple(place(state, each) for each in way), Hex(state.hex_of[ship]))


# ------------------------------------------------------------------------------------------------ 4.0 naval movement


def test_4_0_naval_sea_zone_and_any_hex():
    """4.0 naval sea-zone, any-hex: 1 for each Sea Zone, nothing for the ports."""
    state = at_sea("uk_ship hull")

    assert price(state, "uk_ship", "sea_1") == 1
    assert price(state, "uk_ship", "sea_1", "sea_2") == 2


def test_4_0_naval_strait_is_added():
    """4.0 naval strait: +2 to what lies behind it."""
    state = at_sea("uk_ship hull")

    assert price(state, "uk_ship", "sea_1", "sea_3") == 1 + 1 + 2


def test_4_0_naval_canal_is_a_step_of_its_own():
    """4.0 naval canal: 2, and then the Sea Zone behind it; a neutral's canal is closed."""
    state = at_sea("uk_ship toulon")
    assert place(state, "sea_6") not in next_steps(state, unit(state, "uk_ship"), (place(state, "sea_13"),), Hex(0))

    state.join(country(state, "turkey"), WESTERN, "13.0")

    assert price(state, "uk_ship", "sea_13", "sea_6") == 1 + 2 + 1


def test_4_0_naval_map_box():
    """4.0 naval map-box: 3; from it 1 for the Sea Zone again."""
    state = at_sea("uk_ship london, uk_carrier eastern_north_america")

    assert price(state, "uk_ship", "sea_2", "eastern_north_america") == 1 + 3
    assert price(state, "uk_carrier", "sea_2") == 1


def test_4_0_naval_prohibited_ports():
    """4.0 naval prohibited: land, enemy ports, ports of neutrals and those a policy closes."""
    game = west("uk_ship hull, uk_convoy hull, uk_carrier brest")

    assert "not a friendly port at sea (4.0)" in game.refused("sail", "uk_ship", [], "kiel", ["sea_1"])
    assert "not a friendly port at sea (4.0)" in game.refused("sail", "uk_ship", [], "bergen", ["sea_1"])
    assert "not a friendly port at sea (4.0)" in game.refused("sail", "uk_ship", [], "0202", ["sea_1"])
    assert "uk_carrier is there (3.3)" in game.refused("sail", "uk_ship", [], "brest", ["sea_1", "sea_2"])
    game.say("sail", "uk_convoy", [], "brest", ["sea_1", "sea_2"])  # one convoy and one warship share a port


def test_4_0_naval_the_enemy_closes_straits_he_holds():
    state = at_sea("uk_ship hull", {"bergen": "axis"})
    near = cheapest(state, unit(state, "uk_ship"), next_steps(state, unit(state, "uk_ship"), (), place(state, "hull")))

    assert place(state, "sea_3") not in near


def test_4_0_naval_rebase_costs_a_sortie():
    game = west("uk_ship hull")

    game.say("sail", "uk_ship", [], "brest", ["sea_1", "sea_2"])

    assert where(game.state, "uk_ship") == "0402"
    assert sorties(game, "uk_ship") == 1


def test_4_0_naval_points_halve_without_full_supply():
    state = at_sea("uk_ship hull")
    ship = unit(state, "uk_ship")
    assert place(state, "oran") in harbours(state, (ship,))  # 1 + 1 + 3, within ten and within five

    state.set_supply(ship, LOW, "7.2")

    assert place(state, "eastern_north_america") in harbours(state, (ship,))  # 5
    assert place(state, "western_indian_ocean") not in harbours(state, (ship,))  # 9


def test_4_0_naval_the_way_is_the_players_and_has_to_lead_to_the_port():
    game = west("uk_ship london")

    assert "does not lead on there" in game.refused("sail", "uk_ship", [], "hull", ["sea_3"])
    assert "has not come to its port yet" in game.refused("sail", "uk_ship", [], "hull", ["sea_2"])
    game.say("sail", "uk_ship", [], "hull", ["sea_2", "sea_1"])


def test_1_5_a_ship_with_six_sorties_stays_in_port():
    game = west("uk_ship hull, uk_convoy hull", sorties={"uk_ship": 6})

    assert "6 Sorties (1.5)" in game.refused("sail", "uk_ship", [], "london", ["sea_1", "sea_2"])
    assert "6 Sorties (1.5)" in game.refused("sail", "uk_convoy", ["uk_ship"], "london", ["sea_1", "sea_2"])


def test_4_2_3_7_ships_leave_a_port_that_is_entered():
    """4.2.3.7: to the nearest friendly port, or they are lost."""
    state = at_sea("uk_ship brest, ger_1 0401")

    game = Game(state, Enter(AXIS, unit(state, "ger_1"), place(state, "brest"), "4.2.3"))
    game.say("london")

    assert where(state, "uk_ship") == "0101"
    assert not audit(state)


def test_4_2_3_7_ships_without_a_port_are_lost():
    state = at_sea("ger_ship kiel, uk_1 0208")

    Game(state, Enter(WEST, unit(state, "uk_1"), place(state, "kiel"), "4.2.3"))

    assert where(state, "ger_ship") == "eliminated_axis"


# ------------------------------------------------------------------------------------------------ 1.4 who may intercept


def crossing(units: str, zone: str = "sea_1", **said: object) -> tuple[Interception, UseState]:
    state = at_sea(f"uk_convoy hull, {units}", **said)
    frame = Interception(WEST, place(state, zone), unit(state, "uk_convoy"), (), VOYAGE)
    state.stack[:] = [frame]
    return frame, state


def names(frame: Interception, state: UseState) -> list[str]:
    return [state.scenario.unit_name(each) for each in interceptors(frame, state)]


def test_1_4_air_interception_of_naval_is_from_the_same_sea_zone():
    """1.4 air-interception-of-naval: an air unit on the coast of that Sea Zone, of any kind."""
    assert names(*crossing("ger_fighter kiel, ger_bomber essen")) == ["ger_fighter"]
    assert names(*crossing("ger_fighter kiel, ger_bomber essen", "sea_2")) == []


def test_1_4_naval_interception_from_a_sea_zone_reaches_two():
    """1.4 naval-interception-sea-zone: its own the first; no path over a strait."""
    state = at_sea("fra_ship brest, ger_ship kiel")
    ship, raider = unit(state, "fra_ship"), unit(state, "ger_ship")

    assert in_reach(state, ship, place(state, "sea_2"))
    assert in_reach(state, ship, place(state, "sea_1"))
    assert not in_reach(state, ship, place(state, "sea_7"))
    assert not in_reach(state, ship, place(state, "sea_13"))  # over a strait
    assert in_reach(state, raider, place(state, "sea_2"))
    assert in_reach(state, raider, place(state, "sea_3"))  # Kiel lies on both sides of the strait


def test_1_4_naval_interception_from_a_map_box_reaches_one():
    """1.4 naval-interception-map-box."""
    state = at_sea("uk_carrier eastern_north_america")
    ship = unit(state, "uk_carrier")

    assert in_reach(state, ship, place(state, "sea_2"))
    assert not in_reach(state, ship, place(state, "sea_1"))


def test_1_4_convoys_tired_units_and_armies_do_not_intercept():
    assert names(*crossing("ger_convoy kiel, ger_ship kiel, ger_1 kiel", sorties={"ger_ship": 6})) == []
    assert names(*crossing("ger_convoy kiel, ger_ship kiel, ger_1 kiel")) == ["ger_ship"]


def test_D1_a_policy_keeps_interceptors_at_home():
    frame, state = crossing("ger_ship kiel")
    state.set_policy(0, IN_FORCE, "D1")

    assert names(frame, state) == []


def test_1_4_air_interception_of_air_is_within_five_hexes_of_the_target():
    """1.4 air-interception-of-air: fighters, of bombing runs; bombers by option."""
    near = west("uk_bomber hull, ger_fighter kiel, ger_bomber berlin")
    near.say("bomb", "uk_bomber", "berlin")
    assert near.asked.form.picks(near.state) == ["intercept", "pass"]
    assert "does not intercept bombers (1.4)" in near.refused("intercept", "ger_bomber")

    far = west("uk_bomber hull, ger_fighter oran")
    far.say("bomb", "uk_bomber", "berlin")
    assert far.state.bombed[place(far.state, "berlin")]

    option = west("uk_bomber hull, ger_bomber berlin", options={"bombers_intercept": True})
    option.say("bomb", "uk_bomber", "berlin")
    option.say("intercept", "ger_bomber")


# ------------------------------------------------------------------------------------------------ 5.2 escort


def convoy(*dice: tuple[int, int], units: str = "", escort: bool = True, **said: object) -> Game:
    """A convoy from Hull to Brest with an escort; the raider is at Kiel."""
    game = west(f"uk_convoy hull, uk_ship hull, ger_fighter kiel, {units}", **said)
    game.say("sail", "uk_convoy", ["uk_ship"] if escort else [], "brest", ["sea_1", "sea_2"])
    game.say("intercept", "ger_fighter")
    game.dice += dice
    return game


def test_5_2_escort_successful_ends_the_interception():
    """5.2 escort successful (♦, AS, AA): fighter 3, surface 2; 1 and 6 is AS."""
    game = convoy((1, 6))

    game.say("escort", "uk_ship")

    assert where(game.state, "uk_convoy") == "0402"
    assert where(game.state, "uk_ship") == "0402"
    assert (sorties(game, "uk_convoy"), sorties(game, "uk_ship"), sorties(game, "ger_fighter")) == (1, 1, 2)


def test_5_2_escort_failed_lets_the_interceptor_attack_again():
    """5.2 escort failed (DR, DD, DE): then the convoy itself, if it has fewer than six Sorties."""
    game = convoy((6, 1))

    game.say("escort", "uk_ship")  # 9 to 3: DD+3

    assert game.offered == ["again", "break_off"]
    assert game.asked.side == AXIS
    game.dice.append((1, 6))
    game.say("again")  # the escort has failed: nobody else protects the convoy

    assert where(game.state, "uk_convoy") == "0402"
    assert sorties(game, "ger_fighter") == 1 + 2  # AS+2 by the second attack
    assert (sorties(game, "uk_convoy"), sorties(game, "uk_ship")) == (1, 3)  # fought, so no Sortie for the voyage


def test_5_2_escort_failed_is_the_end_for_a_tired_interceptor():
    """5.2 escort failed: 4 to 1 is DR, and the Sortie for the attack is its sixth."""
    game = convoy((6, 1), sorties={"ger_fighter": 5, "uk_ship": 2})

    game.say("escort", "uk_ship")

    assert "escort {'unit': " in game.log
    assert "'result': 'failed'} 5.2" in game.log
    assert sorties(game, "ger_fighter") == 6
    assert where(game.state, "uk_convoy") == "0402", "nobody asks whether it attacks again"


def test_5_2_the_convoy_may_be_left_alone():
    game = convoy((1, 6))

    game.say("alone")

    assert sorties(game, "uk_ship") == 1  # for the voyage
    assert sorties(game, "uk_convoy") == 1  # for the combat


def test_1_4_air_escort_is_of_the_same_sea_zone():
    """1.4 air-escort: a fighter on its coast; one elsewhere is none."""
    game = convoy(units="uk_fighter hull, fra_1 brest", escort=False)
    assert "uk_convoy is no fighter or warship for uk_convoy (1.4)" in game.refused("escort", "uk_convoy")
    game.dice.append((3, 6))
    game.say("escort", "uk_fighter")
    assert sorties(game, "uk_fighter") == 1

    away = convoy(units="uk_fighter brest", escort=False)
    assert isinstance(away.wait, Roll), "in Sea Zone 1 the convoy meets the raider itself"


def test_1_4_bombers_escort_nobody():
    """1.4 air-escort: neither at sea nor in a strike."""
    game = convoy(units="uk_bomber hull", escort=False)
    assert isinstance(game.wait, Roll)
    near = convoy(units="uk_bomber hull, uk_fighter london")
    assert "uk_bomber is no fighter or warship for uk_convoy (1.4)" in near.refused("escort", "uk_bomber")


def test_1_4_air_escort_of_a_bomber_is_of_the_same_hex():
    """1.4 air-escort: same hex, where fighters and bombers may stack."""
    game = west(
        "uk_bomber hull, uk_fighter hull, ger_fighter kiel", options={"stack_fighter_and_bomber": True}
    )  # fmt: skip
    game.say("bomb", "uk_bomber", "berlin")
    game.say("intercept", "ger_fighter")
    game.dice.append((1, 6))
    game.say("escort", "uk_fighter")  # 3 to 7

    assert game.state.bombed[place(game.state, "berlin")]
    assert sorties(game, "uk_bomber") == 1  # it did not fight itself


def test_5_2_an_interceptor_tries_once_in_a_sea_zone():
    game = convoy((1, 6))
    game.say("escort", "uk_ship")

    assert where(game.state, "uk_convoy") == "0402"  # Kiel is not on zone 2, and nobody is asked again


# ------------------------------------------------------------------------------------------------ 5.2 interdiction


def test_5_2_interdiction_failed():
    """5.2 interdiction failed (♦, AS, AA): the interceptor's activation ends, the voyage goes on."""
    game = convoy((3, 6), escort=False)
    game.go()

    assert where(game.state, "uk_convoy") == "0402"
    assert (sorties(game, "uk_convoy"), sorties(game, "ger_fighter")) == (1, 1)


def test_5_2_interdiction_naval_movement():
    """5.2 interdiction successful, naval-movement: ship and escort go to the nearest friendly port."""
    game = convoy((6, 1))
    game.say("alone")  # 9 to 1: DE+4
    game.say("hull")

    assert where(game.state, "uk_convoy") == "0102"
    assert where(game.state, "uk_ship") == "0102"
    assert (sorties(game, "uk_convoy"), sorties(game, "uk_ship")) == (4, 1)


def test_5_2_interdiction_without_a_port_loses_the_ships():
    game = axis("ger_convoy kiel, uk_ship hull")
    state = game.state
    state.join(country(state, "denmark"), AXIS_FACTION, "13.0")
    state.take_control(place(state, "copenhagen"), AXIS, "2.3.1")
    game.say("sail", "ger_convoy", [], "copenhagen", ["sea_1", "sea_3"])
    state.take_control(place(state, "kiel"), WEST, "2.3.1")  # as if it had fallen meanwhile
    state.take_control(place(state, "copenhagen"), WEST, "2.3.1")
    game.dice.append((6, 1))
    game.say("intercept", "uk_ship")

    assert where(state, "ger_convoy") == "eliminated_axis"


def carrying(cargo: str, *dice: tuple[int, int], **said: object) -> Game:
    game = west(f"uk_convoy hull, {cargo} hull, ger_fighter kiel", **said)
    game.say("carry", cargo, "uk_convoy", [], "brest", ["sea_1", "sea_2"])
    game.dice += dice
    game.say("intercept", "ger_fighter")
    return game


def test_4_2_4_a_convoy_carries_an_army_to_another_port():
    """4.0 ground naval-transport: it costs the activation, which is paid."""
    game = west("uk_convoy hull, uk_1 hull")

    game.say("carry", "uk_1", "uk_convoy", [], "brest", ["sea_1", "sea_2"])

    assert where(game.state, "uk_1") == where(game.state, "uk_convoy") == "0402"
    assert "has been activated in this phase (6.0)" in game.refused("activate", "uk_1")
    assert game.state.points[country(game.state, "uk")] == 39
    assert sorties(game, "uk_convoy") == 1


def test_4_2_4_an_air_unit_on_board_adds_a_sortie():
    """4.0 air naval-transport."""
    game = west("uk_convoy hull, uk_fighter hull")

    game.say("carry", "uk_fighter", "uk_convoy", [], "brest", ["sea_1", "sea_2"])

    assert where(game.state, "uk_fighter") == "0402"
    assert sorties(game, "uk_fighter") == 1


def test_4_2_4_the_convoy_is_in_the_same_port():
    game = west("uk_convoy london, uk_1 hull, uk_ship hull")

    assert "no convoy can take uk_1 on board (4.2.4)" in game.refused(
        "carry", "uk_1", "uk_convoy", [], "brest", ["sea_1", "sea_2"]
    )


def test_5_2_transport_full_ground_unit():
    """5.2 transport full-ground-unit: it is reduced, and goes along to the nearest port."""
    game = carrying("uk_1", (6, 1))
    game.say("hull")

    assert game.state.reduced(unit(game.state, "uk_1"))
    assert where(game.state, "uk_1") == "0102"


def test_5_2_transport_reduced_ground_unit():
    """5.2 transport reduced-ground-unit: it stays reduced."""
    game = carrying("uk_1", (6, 1), reduced="uk_1")
    game.say("hull")

    assert game.state.steps[unit(game.state, "uk_1")] == 1


def test_5_2_transport_air_unit():
    """5.2 transport air-unit: two Sorties."""
    game = carrying("uk_fighter")
    game.dice.append((6, 1))
    game.say("alone")
    game.say("hull")

    assert sorties(game, "uk_fighter") == 2


# ------------------------------------------------------------------------------------------------ bombing


def test_5_2_bombing_run_places_a_marker_for_a_sortie():
    """1.4 bombing-run: within twenty hexes, on an enemy factory."""
    game = west("uk_bomber hull, uk_fighter london")

    assert "uk_fighter is not a bomber (5.2)" in game.refused("bomb", "uk_fighter", "berlin")
    assert "no enemy factory is there (5.2)" in game.refused("bomb", "uk_bomber", "london")
    game.say("bomb", "uk_bomber", "berlin")

    assert game.state.bombed[place(game.state, "berlin")]
    assert sorties(game, "uk_bomber") == 1
    assert "it has a Bombed marker (5.2)" in game.refused("bomb", "uk_bomber", "berlin")


def test_5_2_interdiction_bombing_run():
    """5.2 interdiction bombing-run: no Bombed marker, the bomber's activation ends."""
    game = west("uk_bomber hull, ger_fighter kiel")
    game.say("bomb", "uk_bomber", "berlin")
    game.dice.append((6, 1))
    game.say("intercept", "ger_fighter")  # 8 against 0: DD+3

    assert not game.state.bombed[place(game.state, "berlin")]
    assert sorties(game, "uk_bomber") == 3


# ------------------------------------------------------------------------------------------------ strikes on ships


def test_6_2_an_air_unit_acts_as_often_as_it_has_fewer_than_six_sorties():
    """6.2, 1.5: any number of actions in a phase, for nothing but Sorties."""
    game = west("uk_fighter hull, ger_ship kiel", sorties={"uk_fighter": 4})
    game.dice += [(6, 1), (6, 1)]
    game.say("strike", "uk_fighter", "ger_ship")
    game.say("strike", "uk_fighter", "ger_ship")

    assert "6 Sorties (1.5)" in game.refused("strike", "uk_fighter", "ger_ship")
    assert game.state.points[country(game.state, "uk")] == 40


def test_6_2_2_ships_in_port_may_be_struck_and_carriers_strike():
    """6.2.2, 5.2 sorties air-strike: the combat is over after its Sorties."""
    game = west("uk_carrier hull, ger_ship kiel, ger_convoy kiel")
    game.dice.append((6, 1))

    game.say("strike", "uk_carrier", "ger_ship")  # 6 + 2 + 2 to 1 + 1: DE+4

    assert (sorties(game, "uk_carrier"), sorties(game, "ger_ship")) == (1, 4)
    assert game.asked.form.name == "Actions Sub-Phase"


# ------------------------------------------------------------------------------------------------ supply over sea


def oversea(units: str, **said: object) -> Game:
    state = at_sea(units, phasing=WEST, **said)
    return Game(state, Segment(OVERSEA, WEST))


def check(state: UseState) -> None:
    """7.2 Nobody declines."""
    game = Game(state, SupplyCheck(WEST))
    if isinstance(game.wait, Ask):
        game.say("end")


def ship_supply(game: Game, *more: str) -> None:
    game.say("ship", "uk_1", "oran", "london", "uk_convoy", list(more), ["sea_13", "sea_2"])


def test_7_4_a_convoy_carries_supply_any_number_of_sea_zones():
    """1.4 supply-sea, 7.4: from a port of the unit to one with a line to a source; a Sortie for the convoy."""
    game = oversea("uk_1 oran, uk_convoy london")
    game.state.set_supply(unit(game.state, "uk_1"), LOW, "7.2")

    ship_supply(game)

    state = game.state
    assert state.supply[unit(state, "uk_1")] == FULL
    assert sorties(game, "uk_convoy") == 1
    assert "uk_1 has been supplied over sea (7.4)" in game.refused(
        "ship", "uk_1", "oran", "london", "uk_convoy", [], ["sea_13", "sea_2"]
    )
    check(state)
    assert state.supply[unit(state, "uk_1")] == FULL


def test_7_4_without_a_convoy_a_unit_overseas_sinks_a_level():
    game = oversea("uk_1 oran, uk_convoy hull")

    assert "no convoy is at either end (7.4)" in game.refused(
        "ship", "uk_1", "oran", "london", "uk_convoy", [], ["sea_13", "sea_2"]
    )
    check(game.state)
    assert game.state.supply[unit(game.state, "uk_1")] == LOW


def test_5_2_interdiction_supply_line_trace():
    """5.2 interdiction supply-line-trace: one level under last turn's, once a turn; the ships stay where they are."""
    game = oversea("uk_1 oran, uk_convoy london, ger_fighter brest", control={"brest": "axis"})
    ship_supply(game)
    game.dice.append((6, 1))
    game.say("intercept", "ger_fighter")

    state, army = game.state, unit(game.state, "uk_1")
    assert state.supply[army] == LOW
    assert state.done[army] & UNSHIPPED
    assert not state.done[army] & SHIPPED
    assert where(state, "uk_convoy") == "0101"
    ship_supply(game)
    game.dice.append((6, 1))
    game.say("intercept", "ger_fighter")
    assert state.supply[army] == LOW
    check(state)
    assert state.supply[army] == LOW


@pytest.mark.parametrize("box", ["eastern_north_america", "western_indian_ocean"])
def test_7_0_uk_boxes(box: str):
    """7.0 uk-boxes: Unlimited for the UK."""
    game = oversea(f"uk_1 oran, uk_convoy {box}")
    game.state.set_supply(unit(game.state, "uk_1"), NO, "7.2")
    way = ["sea_13", "sea_2", box] if box == "eastern_north_america" else ["sea_13", "sea_32", box]

    game.say("ship", "uk_1", "oran", box, "uk_convoy", [], way)

    assert game.state.supply[unit(game.state, "uk_1")] == FULL


def test_7_0_usa_box_or_uk_city():
    """7.0 usa-box-or-uk-city: British cities and the Eastern North America Box are Unlimited for the USA."""
    state = at_sea("usa_1 hull")
    unlimited = {source.hex for source in sources(state, country(state, "usa")) if not source.units}
    assert place(state, "london") in unlimited

    game = oversea("usa_1 oran, uk_convoy eastern_north_america")
    end = ["sea_13", "sea_2", "eastern_north_america"]
    game.say("ship", "usa_1", "oran", "eastern_north_america", "uk_convoy", [], end)

    other = oversea("usa_1 oran, uk_convoy western_indian_ocean")
    assert "no line over sea" in other.refused(
        "ship", "usa_1", "oran", "western_indian_ocean", "uk_convoy", [], ["sea_13", "sea_32", "western_indian_ocean"]
    )


def test_7_0_ussr_box():
    """7.0 ussr-box: the Central Russia Box feeds Soviet units from the hexes beside it."""
    state = at_sea("sov_1 0510", {"moscow": "axis", "leningrad": "axis", "odessa": "axis"})
    state.set_supply(unit(state, "sov_1"), NO, "7.2")

    check(state)

    assert state.supply[unit(state, "sov_1")] == FULL


def test_7_0_overseas_factory():
    """7.0 overseas-factory: Limited, for its own country only."""
    state = at_sea("fra_1 0601, uk_1 oran", {"toulon": "axis", "brest": "axis"})

    check(state)

    assert state.supply[unit(state, "fra_1")] == LOW
    assert not [source for source in sources(state, country(state, "uk")) if source.hex == place(state, "oran")]


def test_7_0_soviet_capital():
    """7.0 soviet-capital, western-capital: a friend's capital, not one's own, not that of the other faction."""
    state = at_sea("sov_1 moscow")
    state.join(country(state, "norway"), 3, "13.0")
    state.take_control(place(state, "bergen"), WEST, "2.3.1")

    limited = {source.hex for source in sources(state, country(state, "ussr")) if source.units}
    assert limited == {place(state, "bergen")}
    assert place(state, "bergen") not in {source.hex for source in sources(state, country(state, "uk"))}
    assert place(state, "brest") in {source.hex for source in sources(state, country(state, "uk")) if source.units}


# ------------------------------------------------------------------------------------------------ Map Boxes, production


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
    assert price_of_box(far.state, unit(far.state, "uk_fighter"), place(far.state, "central_russia")) == 10 + 3
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


# ------------------------------------------------------------------------------------------------ the whole game


UNITS = """ger_1 kiel, ger_2 0208, ger_pz berlin, ger_fighter kiel, ger_bomber essen, ger_convoy kiel, ger_ship kiel,
uk_1 hull, uk_2 london, uk_fighter hull, uk_bomber london, uk_convoy hull, uk_ship hull,
uk_carrier eastern_north_america, fra_1 brest, fra_ship toulon, sov_1 leningrad, sov_fighter moscow,
ger_surprise events_axis, uk_surprise events_west, sov_surprise surprise_holding, uk_mulberry events_west,
uk_ultra events_west, ger_snafu events_axis, success diplomacy_cup, failure diplomacy_cup, seized diplomacy_cup,
nothing diplomacy_cup, nothing2 diplomacy_holding, sov_guard upgrade_west, usa_1 conditional_west_invaded"""


@pytest.mark.parametrize("seed", range(4))
def test_1_2_the_whole_sequence_plays_on_the_hand_made_sea(seed: int):
    """1.2: random games of the whole sequence: every answer offered is accepted, and nothing impossible comes of it."""
    state, rng = at_sea(UNITS.replace("\n", " "), turn=0), Random(seed)
    for id in ("germany", "uk", "ussr"):
        state.lose_factories(country(state, id), 3, "5.4")
    state.stack[:], state.wait = [WholeGame()], None
    for _ in range(4000):
        wait = run(state)
        if isinstance(wait, Over):
            break
        if isinstance(wait, Ask):
            action = wait.form.draw(state, rng)
            assert not wait.form.check(state, action), (wait.form.name, action)
            answer(state, action)
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
            assert not audit(state)
    assert isinstance(run(state), Over)


def test_1_2_what_is_offered_at_sea_is_exactly_what_is_not_refused():
    """1.2: every hex and counter, at every slot of the first 120 questions of a random game."""
    state, rng = at_sea(UNITS.replace("\n", " "), turn=0), Random(11)
    state.stack[:], state.wait = [WholeGame()], None
    sizes, asked = {HEX: state.scenario.places, UNIT: len(state.scenario.counters), WORD: 0}, 0
    while asked < 120 and not isinstance(wait := run(state), Over):
        if not isinstance(wait, Ask):
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
            continue
        draft, asked = EMPTY, asked + 1
        while (slot := wait.form.at(draft)[0]) is not None:
            picks = wait.form.picks(state, draft)
            free = [pick for pick in range(sizes[slot.kind]) if not wait.form.why_not(state, draft, pick)]
            assert slot.kind == WORD or free == sorted(pick for pick in picks if pick != DONE), (wait.form, draft)
            draft = wait.form.put(draft, rng.choice(picks))
        answer(state, draft.filled)
