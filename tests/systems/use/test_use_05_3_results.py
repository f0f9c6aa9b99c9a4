"""USE 5.3: what the results of ground combat do: losses, retreats, forts, zones that go, advances, Assaults."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.flow import Roll
from sandtable.core.rules import Hex
from sandtable.play.explain import sentence
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s05_3_attack import Combat, breakdown
from sandtable.systems.use.s05_3_retreat import isolated, retreats
from sandtable.systems.use.s06_1_markers import EndActions
from sandtable.systems.use.theatre import AXIS_FACTION
from systems.use.field import AXIS, Game, field
from systems.use.seas import THEATRE, at_sea, country, on_land

# in the open, no river between them: a German Tank has +4 in Fair weather, a Belgian army nothing
OPEN = "pz germany tank 1008; x belgium infantry 1007"


def mobile(units: str, target: str = "1007", **more: Any) -> Game:
    """pz has attacked; both have declined to commit anything."""
    game = Game(field(units, **more))
    game.do("activate", "pz")
    game.do("attack", target)
    while not isinstance(game.wait, Roll):
        game.do("hold")
    return game


def result(game: Game) -> str:
    return str(game.told("combat")[-1].data["result"])


def test_5_3_no_effect_and_the_attacker_may_go_on() -> None:
    game = mobile(OPEN)
    game.roll((1, 4))  # 5 against 4
    assert result(game) == "♦"
    assert game.asked == ("axis", "operations")
    assert "attack" in game.verbs()
    assert (game.steps("pz"), game.steps("x")) == (2, 2)


def test_5_3_attacker_stopped_ends_the_activation() -> None:
    game = mobile("pz germany infantry 1008; x belgium infantry 1007")
    game.roll((1, 6))  # 3 against 6
    assert result(game) == "AS+2"
    assert game.asked == ("axis", "Actions Sub-Phase")
    assert game.steps("pz") == 2


def test_5_3_attacker_attrition_reduces_the_primary_attacker_and_ends_the_activation() -> None:
    game = mobile("pz germany infantry 1008 low; x belgium infantry 1007")
    game.roll((1, 6))  # 1 against 6
    assert result(game) == "AA+3"
    assert (game.steps("pz"), game.place("pz")) == (1, "1008")
    assert game.asked == ("axis", "Actions Sub-Phase")


def test_5_3_attacker_attrition_eliminates_a_reduced_attacker_and_costs_no_will() -> None:
    game = mobile("pz germany infantry 1008 reduced; x belgium infantry 1007")
    game.roll((1, 6))
    assert (result(game), game.place("pz")) == ("AA+3", "eliminated_axis")
    assert not game.told("will")


def test_5_3_attrition_hits_no_additional_attacker() -> None:
    game = assault("a hungary infantry 0711 low; b hungary infantry 0611; x france infantry 0712 fort", ("a", "b"),
                   "0712", forts={"0712": "france"})  # fmt: skip
    game.roll((1, 6))
    assert result(game) == "AA+3"
    assert (game.steps("a"), game.steps("b")) == (1, 2)


def test_5_3_a_retreat_is_the_defenders_to_choose() -> None:
    game = mobile(OPEN)
    game.roll((2, 3))  # 6 against 3
    assert result(game) == "DR+2"
    assert game.asked == ("west", "retreat")
    assert game.offers() == {"0907", "1006", "1107"}  # the three that are not next to 1008
    game.do("0907")
    assert (game.place("x"), game.steps("x")) == ("0907", 2)


def test_5_3_disruption_reduces_and_drives_back() -> None:
    game = mobile(OPEN)
    game.roll((4, 3))  # 8 against 3
    assert (result(game), game.steps("x")) == ("DD+3", 1)
    game.do("0907")
    assert game.place("x") == "0907"
    assert not game.state.no_ezoc[game.state.scenario.place("1007")]


def test_5_3_disruption_eliminates_a_reduced_defender() -> None:
    game = mobile("pz germany tank 1008; x belgium infantry 1007 reduced")
    game.roll((3, 4))  # 7 against 2
    assert (result(game), game.place("x")) == ("DD+3", "eliminated_west")


def test_5_3_an_eliminated_field_unit_costs_its_country_a_point_of_will() -> None:
    game = mobile(OPEN)
    game.roll((6, 1))  # 10 against 1
    assert (result(game), game.place("x")) == ("DE+4", "eliminated_west")
    assert [(event.data["country"], event.data["amount"]) for event in game.told("will")] == [("Belgium", "-1")]


def test_5_3_a_garrison_costs_no_will() -> None:
    game = mobile("pz germany tank 1008; x belgium garrison 1007")
    game.roll((6, 1))
    assert game.place("x") == "eliminated_west"
    assert not game.told("will")


def test_5_3_whom_a_mobile_attack_eliminates_leaves_a_hex_without_enemy_zones_for_the_activation() -> None:
    """5.3: y next to 1007 still reaches it afterwards, but not while pz is active."""
    game = mobile(f"{OPEN}; y france infantry 1107")
    place = game.state.scenario.place("1007")
    assert in_ezoc(game.state, AXIS, place)
    game.roll((6, 1))
    assert not in_ezoc(game.state, AXIS, place)
    game.do("advance", "pz")
    assert "move" in game.verbs()  # free of enemy zones, it goes on
    game.do("stop")
    assert in_ezoc(game.state, AXIS, place)


def test_5_3_an_assault_leaves_the_zones_alone() -> None:
    game = assault(f"{OPEN}; y france infantry 1107", ("pz",), "1007")
    game.roll((6, 1))
    assert game.place("x") == "eliminated_west"
    assert in_ezoc(game.state, AXIS, game.state.scenario.place("1007"))


# ------------------------------------------------------------------------------------------------ no way out

RING = "a germany infantry 1006; b germany infantry 0907"  # with pz in 1008, nothing is left to x in 1007


def test_5_3_a_full_unit_that_cannot_retreat_is_reduced_in_its_place() -> None:
    game = mobile(f"{OPEN}; {RING}")
    game.roll((1, 3))  # 4 + 2 isolated + 1 against 3
    assert ("isolated defender (not in an island fort)", 2) in mobile(f"{OPEN}; {RING}").lines("attacker")
    assert result(game) == "DR+2"
    assert (game.place("x"), game.steps("x")) == ("1007", 1)
    assert game.asked == ("axis", "operations")
    told = [sentence(game.state.scenario, event) for event in game.state.log.events]
    assert told[-2:] == ["x cannot retreat from 1007 (USE 5.3)", "x is reduced (USE 5.3)"]


def test_5_3_a_reduced_unit_that_cannot_retreat_is_eliminated() -> None:
    game = mobile(f"pz germany tank 1008; x belgium infantry 1007 reduced; {RING}")
    game.roll((1, 5))
    assert (result(game), game.place("x")) == ("DR+2", "eliminated_west")
    assert game.state.no_ezoc[game.state.scenario.place("1007")]
    assert len(game.told("will")) == 1


@pytest.mark.parametrize(("dies", "left"), [(True, "eliminated_west"), (False, "1007")])
def test_5_3_a_full_unit_that_cannot_retreat_dies_of_a_disruption_by_option(dies: bool, left: str) -> None:
    game = mobile(f"{OPEN}; {RING}", dd_no_retreat_eliminates=dies)
    game.roll((2, 3))  # 8 against 3
    assert (result(game), game.place("x")) == ("DD+3", left)
    assert game.steps("x") == 1


# ------------------------------------------------------------------------------------------------ retreats


def ways(units: str, *attackers: str, unit: str = "x", **more: Any) -> set[str]:
    state = field(units, **more)
    place = state.scenario.place
    found = retreats(state, state.scenario.unit(unit), tuple(map(place, attackers)))
    return {state.scenario.place_name(hex) for hex in found}


def test_5_3_5_a_gap_of_a_hex_is_left_to_the_attacker() -> None:
    assert ways(OPEN, "1008") == {"0907", "1006", "1107"}


def test_5_3_5_of_several_attackers_the_defender_keeps_away_from_one() -> None:
    """5.3.5: Nantes' neighbour apart, zones close the hexes; a city beside another attacker is open."""
    units = "pz germany tank 0810; a germany infantry 0709; x belgium infantry 0809"
    assert "0808" not in ways(units, "0709")  # Paris is next to 0709
    assert "0808" in ways(units, "0810", "0709")  # but not to 0810


def test_5_3_5_into_enemy_zones_only_with_a_city_or_fort_of_its_side() -> None:
    """5.3 retreat.enemy-zone"""
    units = f"{OPEN}; a germany infantry 0906"  # reaches 0907 and 1006
    assert ways(units, "1008") == {"1107"}
    assert ways(units, "1008", forts={"0907": "france"}) == {"0907", "1107"}


def test_5_3_5_never_into_an_enemy_city() -> None:
    units = "pz germany tank 0810; x belgium infantry 0809"
    assert "0808" in ways(units, "0810")
    assert "0808" not in ways(units, "0810", control={"0808": AXIS})


def test_5_3_5_not_where_a_ground_unit_is() -> None:
    assert "0907" not in ways(f"{OPEN}; y france infantry 0907", "1008")
    assert "0907" in ways(f"{OPEN}; y france fighter 0907", "1008")


def test_5_3_5_not_over_water_nor_into_neutral_land_nor_abroad_for_those_who_stay_at_home() -> None:
    assert ways("pz germany tank 0609; x france infantry 0508", "0609") == {"0607"}  # the sea all around Calais
    assert "1113" not in ways("pz germany tank 1012; x france infantry 1112", "1012")  # Switzerland
    home = ways("pz germany tank 0312; x netherlands infantry 0311", "0312")
    assert home == {"0310", "0210"}  # not 0410 in Belgium


def test_5_3_5_a_prohibited_hexside_is_as_good_as_a_gap() -> None:
    """5.3.5: 0407 and 0508 share a side that is all water."""
    units = "pz germany tank 0407; x france infantry 0509"
    assert "0508" in ways(units, "0407")


def test_5_3_5_who_comes_from_the_sea_needs_no_gap() -> None:
    units = "x belgium infantry 1007; a germany infantry 0906"
    assert "0907" in ways(units, forts={"0907": "france"})
    assert "0907" not in ways(units)


def test_5_3_5_a_retreat_may_displace_an_enemy_air_unit() -> None:
    game = mobile(f"{OPEN}; luf germany fighter 0907")
    game.roll((2, 3))
    game.do("0907")
    assert game.asked == ("axis", "displace")
    game.do("0512")
    assert (game.place("x"), game.place("luf"), game.sorties("luf")) == ("0907", "0512", 1)


# ------------------------------------------------------------------------------------------------ isolation


def alone(units: str, *attackers: str, **more: Any) -> bool:
    state = field(units, **more)
    return isolated(state, state.scenario.unit("x"), tuple(map(state.scenario.place, attackers)))


def test_5_3_isolated_is_who_cannot_retreat_and_stands_alone() -> None:
    assert alone(f"{OPEN}; {RING}", "1008")
    assert not alone(OPEN, "1008")


@pytest.mark.parametrize("friend", ["france infantry 1107", "france garrison 0908"])
def test_5_3_a_friend_next_to_it_keeps_a_defender_from_isolation(friend: str) -> None:
    assert not alone(f"{OPEN}; {RING}; y {friend}", "1008")


def test_5_3_a_friendly_city_or_fort_next_to_it_does_too() -> None:
    units = "pz germany tank 0809; a germany infantry 0908; b germany infantry 0910; x belgium infantry 0909"
    assert not alone(units, "0809")  # Paris 0808, though it is next to the attacker
    assert alone(units, "0809", control={"0808": AXIS})
    assert not alone(units, "0809", control={"0808": AXIS}, forts={"1008": "france"})


def test_5_3_its_own_city_does_not_help() -> None:
    ring = "pz germany tank 0809; a germany infantry 0907; b germany infantry 0707; x france infantry 0808"
    assert alone(ring, "0809")


def test_5_3_a_friend_over_a_prohibited_hexside_does_not_help() -> None:
    ring = "pz germany tank 0509; a germany infantry 0608; b germany infantry 0409; x france infantry 0508"
    assert alone(f"{ring}; y uk infantry 0407", "0509", control={"0509": AXIS})


@pytest.mark.parametrize("safe", [True, False])
def test_5_3_at_the_edge_of_the_map_nobody_is_isolated_by_option(safe: bool) -> None:
    ring = "pz germany tank 0115; a germany infantry 0215; x belgium infantry 0116"
    assert alone(ring, "0115", map_edge_not_isolated=safe) is not safe


# ------------------------------------------------------------------------------------------------ forts

LONGWY = "a germany infantry 0612; b germany infantry 0713; x france infantry 0712 fort"
FORT = {"0712": "france"}


def test_5_3_a_unit_in_a_fort_may_stand_when_it_should_retreat() -> None:
    game = assault(LONGWY, ("a", "b"), "0712", forts=FORT)
    game.roll((6, 1))  # 3 + 6 halved: 5 against 2
    assert (result(game), game.asked) == ("DR+2", ("west", "fort"))
    game.do("stand")
    assert (game.place("x"), game.steps("x")) == ("0712", 1)
    assert game.state.in_fort[game.unit("x")]


def test_5_3_or_retreat_out_of_the_fort() -> None:
    game = assault(LONGWY, ("a", "b"), "0712", forts=FORT)
    game.roll((6, 1))
    (to,) = sorted(game.offers("retreat"))[:1]
    game.do("retreat", to)
    assert (game.place("x"), game.steps("x")) == (to, 2)
    assert not game.state.in_fort[game.unit("x")]
    assert game.asked == ("axis", "advance")
    game.do("advance", "a")
    assert not game.state.fort[game.state.scenario.place("0712")]  # destroyed


def test_5_3_a_disruption_drives_even_a_unit_in_a_fort_back() -> None:
    units = f"{LONGWY.replace(' fort', ' low fort')}; c germany tank 0711"
    game = assault(units, ("a", "b", "c"), "0712", forts=FORT)
    game.roll((6, 1))  # 2 + 2 + 1 + 6 halved: 6 against 1
    assert (result(game), game.asked) == ("DD+3", ("west", "retreat"))
    assert game.steps("x") == 1


def test_5_3_2_no_mobile_attack_on_a_fort() -> None:
    game = Game(field(LONGWY, forts=FORT))
    game.do("activate", "a")
    assert "it can only be assaulted (USE 5.3)" in game.why("attack", "0712")
    assert "0712" in game.offers("assault")


@pytest.mark.parametrize(("weather", "needs", "may"), [("Fair", True, True), ("Poor", False, True),
                                                       ("Poor", True, False), ("Severe", True, False)])  # fmt: skip
def test_5_3_2_mobile_attacks_in_fair_weather_only_by_option(weather: str, needs: bool, may: bool) -> None:
    game = Game(field(OPEN, weather=weather, mobile_attack_needs_fair=needs))
    game.do("activate", "pz")
    assert ("attack" in game.verbs()) is may
    assert "assault" in game.verbs()


# ------------------------------------------------------------------------------------------------ advance


def test_5_3_7_the_advance_is_optional() -> None:
    game = mobile(OPEN)
    game.roll((6, 1))
    assert game.asked == ("axis", "advance")
    game.do("stay")
    assert game.place("pz") == "1008"


def test_5_3_7_it_is_free_and_the_attacker_goes_on() -> None:
    game = mobile(OPEN)
    game.roll((6, 1))
    left = game.state.stack[1].left
    game.do("advance", "pz")
    assert game.place("pz") == "1007"
    assert game.state.stack[1].left == left
    assert game.asked == ("axis", "operations")


def test_5_3_7_it_takes_a_city_at_once() -> None:
    game = mobile("pz germany tank 0611; x france infantry 0711", "0711")
    game.roll((6, 1))  # 8 against 2
    assert result(game) == "DD+3"
    game.do(sorted(game.offers())[0])
    game.do("advance", "pz")
    assert game.state.controller(game.state.scenario.place("0711")) == AXIS
    assert [event.data["amount"] for event in game.told("will")] == ["-2"]


def test_5_3_7_no_advance_while_the_defender_stands() -> None:
    game = mobile(f"{OPEN}; {RING}")
    game.roll((1, 3))
    assert not game.told("moved")
    assert game.asked == ("axis", "operations")


def test_5_3_7_one_of_the_assaulting_units_advances() -> None:
    game = assault("a germany infantry 0611; pz germany tank 0610; x belgium garrison 0711", ("pz", "a"), "0711")
    game.roll((6, 1))
    assert game.offers("advance") == {"a", "pz"}
    game.do("advance", "a")
    assert (game.place("a"), game.place("pz")) == ("0711", "0610")


# ------------------------------------------------------------------------------------------------ assaults


def assault(units: str, attackers: tuple[str, ...], target: str, **more: Any) -> Game:
    """They are marked, and the first leads; up to the dice."""
    game = designated(units, attackers, target, **more)
    game.do("resolve", target, attackers[0], sorted(attackers[1:], key=game.unit))
    while not isinstance(game.wait, Roll):
        game.do("hold")
    return game


def designated(units: str, attackers: tuple[str, ...], target: str, **more: Any) -> Game:
    game = Game(field(units, **more))
    for unit in attackers:
        game.do("activate", unit)
        game.do("assault", target)
    return game


FOUR = (
    "a germany infantry 0611; b germany infantry 0610; c germany infantry 0712; d germany infantry 0811;"
    "x france infantry 0711; y france infantry 0813"
)


def test_5_3_3_a_marked_unit_is_done_and_the_assault_may_wait() -> None:
    game = designated(FOUR, ("a",), "0711")
    assert game.asked == ("axis", "Actions Sub-Phase")
    assert "has been activated" in game.why("activate", "a")
    assert "end" in game.verbs()


def test_5_3_3_a_primary_and_up_to_two_more() -> None:
    game = designated(FOUR, ("a", "b", "c", "d"), "0711")
    assert game.offers("resolve", "0711") == {"a", "b", "c", "d"}
    assert "2 units join the Primary Attacker at most (USE 5.1)" in game.why("resolve", "0711", "a", ["b", "c"], "d")
    game.do("resolve", "0711", "a", ["b", "c"])
    assert game.lines("attacker")[-1] == ("each other additional attacker", 2)
    told = [sentence(game.state.scenario, event) for event in game.state.log.events]
    assert told[-2:] == ["b joins the attack on 0711 Sedan (USE 5.1)", "c joins the attack on 0711 Sedan (USE 5.1)"]
    game.roll((3, 5))  # 2 - 1 - 1 + 2 + 3: 5 against 6
    assert game.offers("resolve", "0711") == {"d"}  # a second Assault, by whoever is left


def test_5_3_3_only_units_marked_for_the_hex_take_part() -> None:
    game = designated(FOUR, ("a",), "0711")
    assert game.offers("resolve", "0711") == {"a"}
    assert "has no Assault marker for this hex (USE 5.3.3)" in game.why("resolve", "0711", "b")


def test_5_3_3_who_made_a_mobile_attack_designates_no_assault() -> None:
    game = mobile(OPEN)
    game.roll((1, 4))
    assert "it has made a Mobile attack in this activation (USE 5.3.3)" in game.why("assault", "1007")


def test_5_3_3_the_hex_is_assaulted_whoever_is_in_it() -> None:
    game = designated(FOUR.replace("0813", "0811").replace("d germany infantry 0811", "d germany infantry 0713"),
                      ("a",), "0711")  # fmt: skip
    state = game.state
    state.move(game.unit("x"), state.scenario.place("0809"), "5.3.5")
    state.move(game.unit("y"), state.scenario.place("0711"), "5.3.5")
    game.do("resolve", "0711", "a", [])
    assert game.told("attack")[-1].data["units"] == (game.unit("y"),)


def test_5_3_3_into_an_empty_hex_one_unit_advances() -> None:
    game = designated(FOUR, ("a", "b"), "0711")
    game.state.eliminate(game.unit("x"), "5.3")
    assert "the hex is empty: one unit may advance (USE 5.3.3)" in game.why("resolve", "0711", "a", "b")
    game.do("resolve", "0711", "a", [])
    assert game.place("a") == "0711"
    assert "a unit of your own is there already (USE 3.3)" in game.why("resolve", "0711")


def test_5_3_3_markers_that_were_not_resolved_vanish() -> None:
    game = designated(FOUR, ("a", "b"), "0711")
    Game(game.state, EndActions(AXIS))
    assert set(game.state.assault) == {-1}


def test_4_2_3_3_an_attack_is_paid_for_before_it_is_made() -> None:
    """4.2.3.3: Sedan over the Meuse is 2 + 1, in Fair weather one more: 4 of 10."""
    game = Game(field("pz germany tank 0611; x france infantry 0711"))
    game.do("activate", "pz")
    assert game.state.stack[-1].left == 10
    game.do("attack", "0711")
    assert game.state.stack[1].left == 6


def test_5_3_a_unit_does_not_retreat_into_a_neutral_country() -> None:
    """5.3 retreat movement-and-stacking: a neutral's land is prohibited, until it joins."""
    state = at_sea("fra_1 oran, ger_1 0601")
    spain, attackers = state.scenario.place("0603"), (state.scenario.place("0601"),)
    assert spain not in retreats(state, state.scenario.unit("fra_1"), attackers)
    state.join(country(state, "spain"), 2, "13.0")
    assert spain in retreats(state, state.scenario.unit("fra_1"), attackers)


def test_5_3_isolated_but_in_a_fort_on_an_island() -> None:
    """5.3 isolated: a fort on an island is spared, an open hex on it is not."""
    state = at_sea()
    islands = {state.scenario.place_name(Hex(hex)) for hex in range(84) if hex in THEATRE.islands}
    assert {"0405", "0406", "0505", "0506"} <= islands  # Denmark, and it does not touch the edge
    assert not islands & {"0101", "0108", "0402", "0602"}
    assert not on_land("france-1940").theatre.islands


@pytest.mark.parametrize("fort", [True, False])
def test_5_3_isolated_counts_against_a_unit_outside_the_island_fort(fort: bool) -> None:
    state = at_sea("uk_1 0506, ger_1 0406, ger_2 0505", control={"copenhagen": "axis"})
    state.join(country(state, "denmark"), AXIS_FACTION, "13.0")
    state.fort[state.scenario.place("0506")] = country(state, "uk") + 1
    state.in_fort[state.scenario.unit("uk_1")] = fort
    target, primary, defender = state.scenario.place("0506"), state.scenario.unit("ger_1"), state.scenario.unit("uk_1")
    combat = Combat(AXIS, target, primary, (), "assault", defender)
    labels = [term.label for term in breakdown(state, combat).of("attacker")]
    assert ("isolated defender (not in an island fort)" in labels) == (not fort)
