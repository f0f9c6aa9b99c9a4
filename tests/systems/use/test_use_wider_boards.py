"""USE where boards have neutrals, policies, colonies and seas: what that changes in each rule, in their order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.core.board import has, hexes_in
from sandtable.core.sequence import Segment
from sandtable.systems.use.s01_2_sequence import WHOLE_OUTLINE
from sandtable.systems.use.s01_2_sequence import Game as Turns
from sandtable.systems.use.s01_2_upgrade import Upgrade
from sandtable.systems.use.s01_7_zones import zone, zoned_by
from sandtable.systems.use.s02_1_will import collapse
from sandtable.systems.use.s04_1_strategic import StrategicMove, cannot_go
from sandtable.systems.use.s04_2_air import may_base
from sandtable.systems.use.s04_map_boxes import bad_way
from sandtable.systems.use.s05_2_air import struck_in_britain
from sandtable.systems.use.s05_3_attack import Combat, breakdown
from sandtable.systems.use.s05_3_retreat import retreats
from sandtable.systems.use.s06_1_markers import bad_spot, spots
from sandtable.systems.use.s06_2_air_actions import Rebase, Strike, bad_victim
from sandtable.systems.use.s06_2_naval import BombingRun, NavalRebase, bad_factory
from sandtable.systems.use.s07_supply import NoSupply, SupplyCheck, cut_for, fed
from sandtable.systems.use.s08_logistics import Mobilize
from sandtable.systems.use.s13_conditional import EAST, WEST_INVADED, Activate
from sandtable.systems.use.state import FULL, IN_FORCE, LOW, NO, STRATEGICALLY_MOVED
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, WEST
from systems.use.field import field
from systems.use.seas import THEATRE, Game, at_sea, country, on_land, unit, where

ACTIONS = "Operations Phase / Actions Sub-Phase"
PACT = 1


def moved(id: str, to: str) -> object:
    """The counters, one of them set up elsewhere."""
    columns = {name: list(THEATRE.counters[name]) for name in ("name", "country", "type", "elite", "reduced", "at")}
    columns["id"] = list(THEATRE.counters.ids)
    columns["at"][THEATRE.counters.unit(id)] = to
    return type(THEATRE.counters)(columns)


def test_1_2_a_decided_game_is_told_by_its_own_sequence():
    state = at_sea(options={"skip_decided_phases": True})
    rows = [row.name for row in WHOLE_OUTLINE.tops]
    found = [Turns(nth=nth, side=WEST)._decided(state) for nth in range(len(rows))]
    assert found == [False] * len(rows)
    state.tick(0, len(THEATRE.months))
    found = [Turns(nth=nth, side=WEST)._decided(state) for nth in range(len(rows))]
    assert [row for row, decided in zip(rows, found, strict=True) if decided] == ["Operations Phase"]


def test_1_2_an_upgraded_unit_keeps_its_fort():
    """1.2 upgrade: it stays where it is, in the fort as well."""
    state = at_sea("sov_1 moscow, sov_guard upgrade_west", phasing=WEST)
    moscow = state.scenario.place("moscow")
    state.fort[moscow] = country(state, "ussr") + 1
    state.occupy(unit(state, "sov_1"), True, "4.2.3.5")
    Game(state, Upgrade(WEST, unit(state, "sov_1"), unit(state, "sov_guard")))
    assert state.in_fort[unit(state, "sov_guard")]


def test_1_2_motorized_guards_take_the_men_of_an_infantry_unit():
    """1.2 upgrade: of the USSR; without another infantry unit there are none."""
    state = at_sea("sov_1 moscow, sov_guard upgrade_west", phasing=WEST)
    types, owners = list(THEATRE.type_of), list(THEATRE.country_of)
    types[unit(state, "sov_guard")] = "motorized"
    owners[unit(state, "usa_1")] = country(state, "ussr")  # a second Soviet infantry unit
    state.theatre = replace(THEATRE, type_of=tuple(types), country_of=tuple(owners))
    state.scenario = replace(state.scenario, extra=state.theatre)
    game = Game(state, Segment("Upgrade Phase", WEST))
    assert "no better counter waits for sov_1" in game.refused("upgrade", "sov_1", "sov_guard")

    state.place(unit(state, "usa_1"), state.scenario.place("odessa"), "1.2")
    game.say("upgrade", "sov_1", "sov_guard")
    game.say("usa_1")
    assert (where(state, "sov_guard"), where(state, "usa_1"), where(state, "sov_1")) == ("0410", "eliminated_west", "")


def test_1_7_no_zone_in_land_that_a_policy_closes():
    """1.7: as in neutral land; D1 keeps the unit from it."""
    state = at_sea("sov_1 0310, ger_1 0309")
    here, there = state.scenario.place("0310"), state.scenario.place("0409")
    assert has(zone(state, AXIS), there)
    assert zoned_by(state, AXIS, there) == {unit(state, "ger_1")}
    state.set_policy(PACT, IN_FORCE, "D1")
    assert not has(zone(state, AXIS), there)
    assert not zoned_by(state, AXIS, there)
    assert has(zone(state, AXIS), here)  # Germany's own land


def test_2_3_1_a_neutrals_cities_are_nobodys():
    """2.3.1, 5.4: so that its ports are not the Axis's, nor its factories bombed."""
    scenario = USE.load("france-1940")
    belgium = scenario.extra.country("belgium")
    countries = list(scenario.extra.countries)
    countries[belgium] = countries[belgium]._replace(faction=0)
    scenario.extra = replace(scenario.extra, countries=tuple(countries))
    state = USE.begin(scenario)
    assert state.controller(scenario.place("0510")) is None
    assert state.controller(scenario.place("0210")) == WEST


def test_4_0_a_map_box_does_not_lead_into_a_closed_country():
    state = at_sea("ger_1 central_russia")
    state.set_policy(PACT, IN_FORCE, "D1")
    found = bad_way(Segment(ACTIONS, AXIS), state, unit(state, "ger_1"), state.scenario.place("0510"))
    assert [each.because for each in found] == ["its country is neutral, or a policy closes it"]


def test_4_0_only_land_that_never_opens_is_out_of_the_window():
    """4.0: who may still join a side is seen; who belongs to nobody for the whole game is not."""
    scenario = USE.load("france-1940")
    table = scenario.extra
    lands = {table.country_at[hex] for hex in hexes_in(scenario.window)} - {-1}
    assert all(table.countries[land].side >= 0 for land in lands)
    countries = list(table.countries)
    countries[table.country("belgium")] = countries[table.country("belgium")]._replace(faction=0)
    neutral = replace(table, countries=tuple(countries))
    assert neutral.closed == table.closed


def test_4_1_each_faction_has_its_strategic_move():
    """4.1: Western and Soviets have a marker each."""
    state = at_sea("uk_1 london, uk_2 hull, sov_1 moscow", phasing=WEST)
    state.did(unit(state, "uk_1"), STRATEGICALLY_MOVED)
    segment = Segment("Strategic Movement Phase", WEST)
    assert "is used" in "; ".join(each.because for each in cannot_go(segment, state, unit(state, "uk_2")))
    assert not list(cannot_go(segment, state, unit(state, "sov_1")))


def test_4_2_2_uk_air_units_stay_near_home_in_france_1940_alone():
    """France 1940 (4): the rule is the scenario's."""
    assert may_base(THEATRE, THEATRE.country("uk"), THEATRE.board.place("oran"))
    france = USE.load("france-1940").extra
    assert not may_base(france, france.country("uk"), france.board.place("1711"))


def test_5_2_britain_helps_western_units_at_home_only():
    """5.2 britain: not Soviet ones, not in what Britain has Overseas."""
    state = at_sea("ger_fighter kiel, uk_fighter hull, sov_fighter london")
    german, british, soviet = (unit(state, id) for id in ("ger_fighter", "uk_fighter", "sov_fighter"))
    assert struck_in_britain(state, german, british)
    assert not struck_in_britain(state, german, soviet)
    state.theatre = replace(THEATRE)
    state.theatre.__dict__["overseas"] = THEATRE.board.bits([state.scenario.place("hull")])
    assert not struck_in_britain(state, german, british)


def test_5_3_a_unit_does_not_retreat_into_a_neutral_country():
    """5.3 retreat movement-and-stacking: a neutral's land is prohibited, until it joins."""
    state = at_sea("fra_1 oran, ger_1 0601")
    spain, attackers = state.scenario.place("0603"), (state.scenario.place("0601"),)
    assert spain not in retreats(state, unit(state, "fra_1"), attackers)
    state.join(country(state, "spain"), 2, "13.0")
    assert spain in retreats(state, unit(state, "fra_1"), attackers)


def test_5_3_isolated_but_in_a_fort_on_an_island():
    """5.3 isolated: a fort on an island is spared, an open hex on it is not."""
    state = at_sea()
    islands = {state.scenario.place_name(hex) for hex in range(84) if THEATRE.islands[hex >> 3] >> (hex & 7) & 1}
    assert {"0405", "0406", "0505", "0506"} <= islands  # Denmark, and it does not touch the edge
    assert not islands & {"0101", "0108", "0402", "0602"}
    assert not any(on_land("france-1940").theatre.islands)


@pytest.mark.parametrize("fort", [True, False])
def test_5_3_isolated_counts_against_a_unit_outside_the_island_fort(fort: bool):
    state = at_sea("uk_1 0506, ger_1 0406, ger_2 0505", control={"copenhagen": "axis"})
    state.join(country(state, "denmark"), AXIS_FACTION, "13.0")
    state.fort[state.scenario.place("0506")] = country(state, "uk") + 1
    state.in_fort[unit(state, "uk_1")] = fort
    target, primary, defender = state.scenario.place("0506"), unit(state, "ger_1"), unit(state, "uk_1")
    combat = Combat(AXIS, target, primary, (), "assault", defender)
    labels = [term.label for term in breakdown(state, combat).of("attacker")]
    assert ("isolated defender (not in an island fort)" in labels) == (not fort)


def test_7_0_a_limited_source_supplies_two_units_over_sea_too():
    """7.0 western-capital, 5.2, 1.4 supply-sea: Low supply, two units in all, by sea and by land together."""
    state = at_sea("uk_1 oran, uk_fighter oran, uk_ship oran, uk_convoy oran, uk_2 0401", phasing=WEST)
    state.set_supply(unit(state, "uk_2"), LOW, "7.2")
    game = Game(state, Segment("Operations Phase / Supply over sea", WEST))
    rest = ("oran", "brest", "uk_convoy", [], ["sea_13", "sea_2"])
    for id in ("uk_1", "uk_fighter"):
        game.say("ship", id, *rest)
        assert state.supply[unit(state, id)] == LOW
    assert "a source that has room (7.0)" in game.refused("ship", "uk_ship", *rest)
    over = ("oran", "eastern_north_america", "uk_convoy", [], ["sea_13", "sea_2", "eastern_north_america"])
    game.say("ship", "uk_ship", *over)
    assert state.supply[unit(state, "uk_ship")] == FULL

    check = Game(state, SupplyCheck(WEST))
    assert set(check.asked.form.forms["serve"].picks(state)) == {unit(state, "uk_2"), unit(state, "uk_convoy")}
    check.say("serve", ["uk_2", "uk_convoy"])
    check.say("end")
    assert state.supply[unit(state, "uk_2")] == NO  # Brest has served two
    assert not any(state.served)


def test_7_2_ships_in_port_are_checked_and_waste_away():
    """7.2, 7.5, 4.0: a unit is a unit: a ship without a line has five movement points, and then none."""
    state = at_sea("ger_ship oran, uk_ship hull", control={"oran": "axis"})
    for _ in range(2):
        Game(state, SupplyCheck(AXIS))
    assert state.supply[unit(state, "ger_ship")] == NO
    Game(state, NoSupply(AXIS))
    assert where(state, "ger_ship") == "eliminated_axis"
    Game(state, SupplyCheck(WEST)).say("end")
    assert state.supply[unit(state, "uk_ship")] == 0


def test_7_4_a_line_keeps_out_of_land_that_its_unit_may_not_enter():
    """7.4: prohibited hexes: a Dutch line does not go through Belgium, a Soviet one not through a neutral."""
    state = field("a netherlands infantry 0411")
    rotterdam, belgian = (state.scenario.place("0310"),), state.scenario.place("0510")
    assert has(fed(state, state.theatre.country("belgium"), rotterdam), belgian)
    assert not has(fed(state, state.theatre.country("netherlands"), rotterdam), state.scenario.place("0509"))
    assert has(cut_for(state, state.theatre.country("netherlands")), belgian)


def test_7_5_units_may_be_given_up_where_there_are_seas():
    assert "No Supply Phase / Voluntary Elimination" in WHOLE_OUTLINE.rows


def test_9_0_a_new_unit_is_mobilized_reduced():
    """9.0 mobilize-leg, mobilize-ussr-leg: also one that has never been in play."""
    state = at_sea("uk_1 mobilization_west, sov_1 mobilization_west", phasing=WEST)
    for id, city, steps in (("uk_1", "london", 1), ("sov_1", "moscow", 2)):
        Game(state, Mobilize(WEST, unit(state, id), state.scenario.place(city)))
        assert state.steps[unit(state, id)] == steps


@pytest.mark.parametrize("doing", ["strike", "rebase", "bombing run", "naval rebase", "strategic move"])
def test_13_0_west_invaded_axis_by_other_units_than_armies(doing: str):
    """13.0 west-invaded-axis: a unit or marker that attacks, moves or is placed; not only armies."""
    units = "ger_fighter kiel, ger_bomber berlin, ger_ship kiel, uk_fighter hull"
    state = at_sea(units, control={"brest": "axis"})
    ids = {id: unit(state, id) for id in ("ger_fighter", "ger_bomber", "ger_ship", "uk_fighter")}
    brest = state.scenario.place("brest")
    procedures = {
        "strike": Strike(AXIS, ids["ger_fighter"], ids["uk_fighter"]),
        "rebase": Rebase(AXIS, ids["ger_fighter"], brest),
        "bombing run": BombingRun(AXIS, ids["ger_bomber"], state.scenario.place("london")),
        "naval rebase": NavalRebase(AXIS, ids["ger_ship"], (), brest, (state.scenario.place("sea_2"),)),
        "strategic move": StrategicMove(AXIS, ids["ger_fighter"], brest),
    }
    Game(state, procedures[doing], dice=[(1, 1)])
    assert state.happened[WEST_INVADED]


def test_13_0_east_invaded_axis_as_units_are_placed_in_a_poland_of_the_axis():
    """13.0 east-invaded-axis: set-up and mobilization place units."""
    state = at_sea("tur_1 mobilization_axis")
    Game(state, Mobilize(AXIS, unit(state, "tur_1"), state.scenario.place("0112")))
    assert state.happened[EAST] == 0  # Turkey is neutral: no unit of the Axis
    state.join(country(state, "turkey"), AXIS_FACTION, "13.0")
    Game(state, Mobilize(AXIS, unit(state, "tur_1"), state.scenario.place("0112")))
    assert state.happened[EAST]

    other = at_sea()
    other.theatre = replace(THEATRE, counters=moved("tur_1", "0212"))
    other.scenario = replace(other.scenario, extra=other.theatre)
    other.faction[country(other, "poland")] = AXIS_FACTION
    other.control[other.scenario.place("0212")] = AXIS + 1
    Game(other, Activate(country(other, "turkey"), AXIS_FACTION))
    assert other.happened[EAST]


def test_13_0_a_collapse_reaches_the_map_boxes():
    """13.0 country-collapse: every unit of the country, wherever it fights."""
    state = at_sea("uk_1 eastern_north_america, uk_2 london, uk_fighter eastern_north_america", reduced="uk_2")
    collapse(state, country(state, "uk"))
    assert state.reduced(unit(state, "uk_1"))
    assert where(state, "uk_2") == where(state, "uk_fighter") == "eliminated_west"


def test_D1_a_policy_protects_from_strikes_and_bombs():
    state = at_sea("ger_fighter kiel, uk_fighter hull, ger_bomber berlin")
    segment, ids = Segment(ACTIONS, AXIS), [unit(state, id) for id in ("ger_fighter", "uk_fighter", "ger_bomber")]
    moscow = state.scenario.place("moscow")
    assert not list(bad_victim(segment, state, *ids[:2]))
    assert not list(bad_factory(segment, state, ids[2], moscow))
    for policy in (0, PACT):
        state.set_policy(policy, IN_FORCE, "D1")
    assert [each.rule for each in bad_victim(segment, state, *ids[:2])] == ["D1"]
    assert [each.rule for each in bad_factory(segment, state, ids[2], moscow)] == ["4.0"]


def test_E1_an_airdrop_keeps_to_policies_and_one_is_in_a_hex():
    """E1, 6.1: not into land that a policy closes; only one marker of a kind in a hex."""
    state = field("luf germany fighter 0512; d germany airdrop events_axis; e germany airdrop 0510")
    segment, drop = Segment(ACTIONS, AXIS), state.scenario.unit("d")
    brussels, antwerp = state.scenario.place("0510"), state.scenario.place("0410")
    assert [each.because for each in bad_spot(segment, state, drop, brussels)] == ["such a marker is there already"]
    assert brussels not in spots(segment, state, drop)
    assert antwerp in spots(segment, state, drop)
    state.set_policy(0, IN_FORCE, "D1")
    assert antwerp not in spots(segment, state, drop)
    assert next(bad_spot(segment, state, drop, antwerp)).rule == "4.0"
