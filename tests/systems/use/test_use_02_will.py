"""USE 2.1.2, 13.0: National Will line by line, collapse and conquest with every option."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.core.events import Log
from sandtable.core.rules import Hex, Side
from sandtable.systems.use.s02_1_will import change, collapse, conquer, take_city, unit_lost_defending
from sandtable.systems.use.s07_supply import GiveUp, NoSupply
from sandtable.systems.use.state import ACTIVATED, CONQUERED, UseState
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field
from systems.use.seas import at_sea, country, where


def begun(name: str = "france-1940", **options: bool) -> UseState:
    state = USE.begin(USE.load(name, options))
    state.log = Log()
    return state


def tracked(state: UseState, **will: int) -> UseState:
    """With National Will for countries whose the scenario does not count."""
    for id, amount in will.items():
        state.will[state.theatre.country(id)] = amount
    countries = tuple(each._replace(will=will.get(each.id, each.will)) for each in state.theatre.countries)
    state.theatre = state.scenario.extra = replace(state.theatre, countries=countries)
    return state


def will(state: UseState, id: str) -> int:
    return int(state.will[state.theatre.country(id)])


def fall(state: UseState, name: str, side: Side = AXIS) -> None:
    take_city(state, state.scenario.place(name), side)


# ------------------------------------------------------------------------------------------------ the list


def test_2_1_2_a_field_unit_lost_defending_costs_one_and_a_garrison_nothing() -> None:
    state = field("x france infantry 0710; y france garrison 0711; z france tank 0712")
    for unit, left in (("x", 19), ("y", 19), ("z", 18)):
        unit_lost_defending(state, state.scenario.unit(unit))
        assert will(state, "france") == left


def test_2_1_2_in_a_combat_only_the_defender_s_loss_counts() -> None:
    """2.1.2: x dies defending; the attacker that dies costs its country nothing."""
    game = Game(field("a germany tank 0611 elite; x france infantry 0711 reduced"))
    game.do("activate", "a")
    game.do("attack", "0711", dice=[(6, 1)])
    assert game.place("x") == "eliminated_west"
    assert will(game.state, "france") == 19
    game = Game(field("a germany tank 0611; x france infantry 0711 reduced", phasing=WEST))
    game.do("activate", "x")
    game.do("attack", "0611", dice=[(1, 6)])
    assert game.place("x") == "eliminated_west"
    assert will(game.state, "france") == 20


def test_2_1_2_a_mainland_city_is_worth_two_and_the_capital_four() -> None:
    state = begun()
    fall(state, "0711")
    assert will(state, "france") == 20 - 2
    fall(state, "0808")
    assert will(state, "france") == 20 - 2 - 4
    fall(state, "0711", WEST)
    assert will(state, "france") == 20 - 4
    fall(state, "0808", WEST)
    assert will(state, "france") == 20


def test_2_1_2_the_country_loses_whose_city_it_is() -> None:
    """2.1.2: not who holds it: Antwerp is Belgian, whoever defends it."""
    state = begun()
    fall(state, "0410")
    assert (will(state, "france"), state.status[state.theatre.country("belgium")]) == (20, CONQUERED)


def test_2_1_2_an_overseas_city_is_worth_one() -> None:
    state = overseas(begun(), "1711")
    fall(state, "1711")
    assert will(state, "france") == 19
    fall(state, "1711", WEST)
    assert will(state, "france") == 20


def overseas(state: UseState, *cities: str) -> UseState:
    """Some of its cities are colonies."""
    theatre = replace(state.theatre)
    places = [theatre.board.place(city) for city in cities]
    theatre.__dict__["overseas"] = theatre.board.bits(places)
    state.theatre = state.scenario.extra = theatre
    state.forget()
    return state


def test_2_1_2_the_ussr_gains_two_by_an_area_ceded_to_it() -> None:
    state = tracked(field("x ussr infantry 0808"), ussr=30)
    change(state, state.theatre.country("ussr"), "disputed-area-ceded")
    assert will(state, "ussr") == 32


@pytest.mark.parametrize(("id", "gain"), [("belgium", 2), ("poland", 2), ("france", 8), ("uk", 2)])
def test_2_1_2_germany_gains_by_what_the_axis_conquers(id: str, gain: int) -> None:
    state = tracked(field("x france infantry 0808"), germany=30)
    conquer(state, state.theatre.country(id))
    assert will(state, "germany") == 30 + gain


def test_2_1_2_germany_gains_eight_by_italy_if_it_fights_for_the_west() -> None:
    state = tracked(field("x france infantry 0808"), germany=30)
    countries = tuple(
        each._replace(side=1) if each.id == "italy" else each for each in state.theatre.countries
    )  # fmt: skip
    state.theatre = state.scenario.extra = replace(state.theatre, countries=countries)
    conquer(state, state.theatre.country("italy"))
    assert will(state, "germany") == 38


def test_2_1_2_germany_gains_nothing_by_an_axis_country_lost() -> None:
    state = tracked(field("x france infantry 0808"), germany=30)
    conquer(state, state.theatre.country("hungary"))
    assert will(state, "germany") == 30


@pytest.mark.parametrize("id", ["uk", "usa", "ussr"])
def test_2_1_2_germany_gains_sixteen_by_the_first_collapse_of_a_great_power(id: str) -> None:
    state = tracked(field("x france infantry 0808"), germany=30, **{id: 4})
    collapse(state, state.theatre.country(id))
    assert will(state, "germany") == 46
    collapse(state, state.theatre.country(id))
    assert will(state, "germany") == 46  # once for each


def test_2_1_2_neither_below_nothing_nor_where_it_is_not_counted() -> None:
    state = begun()
    germany = state.theatre.country("germany")
    fall(state, "0412", WEST)
    assert state.will[germany] == -1  # untracked: it cannot collapse
    assert not state.status[germany]


def test_2_1_2_a_bound_may_be_set() -> None:
    state = USE.begin(USE.load("france-1940@nw_cap=21"))
    fall(state, "0808")
    fall(state, "0808", WEST)
    state.change_will(state.theatre.country("france"), 4, "2.1.2", "")
    assert will(state, "france") == 21


def test_2_1_2_starving_and_giving_up_cost_nothing() -> None:
    """7.5, 2.1.2"""
    state = field("x france infantry 0710 reduced no; y france infantry 0711 no")
    Game(state, NoSupply(WEST))
    Game(state, GiveUp(WEST, state.scenario.unit("y")))
    assert will(state, "france") == 20


# ------------------------------------------------------------------------------------------------ collapse, conquest


def test_13_0_without_an_enemy_held_city_a_collapsed_country_goes_on() -> None:
    """13.0: reduced units and air units are eliminated, full ones reduced, the will is half of the start's."""
    units = "x france infantry 0710 reduced; y france infantry 0711; f france fighter 0808 s3; a germany tank 0611"
    state = field(units)
    france = state.theatre.country("france")
    collapse(state, france)
    where = {id: state.scenario.place_name(Hex(state.hex_of[state.scenario.unit(id)])) for id in "xyfa"}
    assert where == {"x": "eliminated_west", "y": "0711", "f": "eliminated_west", "a": "0611"}
    assert (state.steps[state.scenario.unit("y")], state.sorties[state.scenario.unit("f")]) == (1, 0)
    assert (state.will[france], state.status[france]) == (10, 0)


@pytest.mark.parametrize(("start", "half"), [(1, 1), (2, 1), (3, 2), (9, 5)])
def test_13_0_half_is_rounded_up(start: int, half: int) -> None:
    state = tracked(field("x france infantry 0710"), belgium=start)
    collapse(state, state.theatre.country("belgium"))
    assert will(state, "belgium") == half


def test_13_0_a_country_that_collapses_with_a_city_lost_is_conquered() -> None:
    """13.0: Amsterdam is worth 4 and the Dutch have 2: all their counters leave the game for good."""
    state = begun()
    dutch, netherlands = state.scenario.unit("net_1"), state.theatre.country("netherlands")
    fall(state, "0210")
    assert (state.status[netherlands], state.hex_of[dutch]) == (CONQUERED, -1)
    rotterdam = state.scenario.place("0310")
    assert state.controller(rotterdam) == WEST  # until somebody enters it
    fall(state, "0310")
    assert state.will[netherlands] == 0  # and it loses nothing more


def test_13_0_markers_of_its_own_leave_too_and_those_of_the_faction_stay() -> None:
    state = begun()
    conquer(state, state.theatre.country("france"))
    assert state.hex_of[state.scenario.unit("fra_tanks")] == -1
    assert state.hex_of[state.scenario.unit("west_support1")] >= 0
    theatre, left = state.theatre, [unit for unit, at in enumerate(state.hex_of) if at >= 0]
    assert not [unit for unit in left if theatre.country_of[unit] == theatre.country("france")
                and not theatre.is_marker[unit]]  # fmt: skip


def test_13_0_a_counter_out_of_the_game_keeps_nothing_but_its_strength() -> None:
    """So that a position guessed from a view is the very same."""
    state = begun()
    unit = state.scenario.unit("fra_3")
    state.did(unit, ACTIVATED)
    state.add_sorties(state.scenario.unit("fra_air1"), 2, "5.2")
    conquer(state, state.theatre.country("france"))
    assert (state.hex_of[unit], state.done[unit], state.in_fort[unit]) == (-1, 0, 0)
    guess = USE.hidden.guess(USE.hidden.view(state, WEST), state.scenario, Random(1))
    assert guess.plain()[:-1] == state.plain()[:-1]


def test_13_0_only_mainland_cities_make_a_conquest() -> None:
    state = overseas(tracked(begun(), france=1), "1711")
    fall(state, "1711")
    france = state.theatre.country("france")
    assert (state.collapses[france], state.status[france], state.will[france]) == (1, 0, 1)


@pytest.mark.parametrize("needed", [False, True])
def test_13_0_conquest_may_need_an_enemy_unit(needed: bool) -> None:
    """13.0: an Airdrop takes Rotterdam, and no German stands in the Netherlands."""
    state = begun(conquest_needs_enemy_unit=needed)
    netherlands = state.theatre.country("netherlands")
    fall(state, "0310")
    assert state.status[netherlands] == (0 if needed else CONQUERED)
    assert state.will[netherlands] == (1 if needed else 0)
    state = begun(conquest_needs_enemy_unit=needed)
    state.move(state.scenario.unit("ger_6"), state.scenario.place("0310"), "4.2.3")
    fall(state, "0310")
    assert state.status[netherlands] == CONQUERED


@pytest.mark.parametrize("switched", [False, True])
def test_13_0_a_country_without_cities_may_collapse(switched: bool) -> None:
    state = tracked(begun(collapse_when_all_cities_lost=switched), belgium=9)
    belgium = state.theatre.country("belgium")
    fall(state, "0410")
    assert not state.status[belgium]
    fall(state, "0510")
    assert state.status[belgium] == (CONQUERED if switched else 0)
    assert state.will[belgium] == 9 - 2 - 4


def test_13_0_one_loss_brings_one_collapse() -> None:
    """13.0: both reasons at once, and no enemy unit in the country: it collapses once."""
    state = begun(conquest_needs_enemy_unit=True)
    belgium = state.theatre.country("belgium")
    state.control[state.scenario.place("0410")] = AXIS + 1
    fall(state, "0510")
    assert (state.collapses[belgium], state.will[belgium]) == (1, 1)


def test_13_0_a_conquered_country_is_conquered_once() -> None:
    state = tracked(begun(), germany=30)
    fall(state, "0808")
    state.will[state.theatre.country("france")] = 2
    fall(state, "0711")
    assert will(state, "germany") == 38
    fall(state, "0509")
    fall(state, "0508")
    assert (will(state, "germany"), state.collapses[state.theatre.country("france")]) == (38, 1)


def test_13_0_an_activation_goes_on_after_a_conquest() -> None:
    """13.0: 6th Army takes Amsterdam's last will with points left; the Dutch army's zone is gone at once."""
    state = tracked(field("a germany tank 0111; d netherlands infantry 0310; x france infantry 1311"), netherlands=2)
    game = Game(state)
    game.do("activate", "a")
    game.do("move", "0210")  # Amsterdam, next to the army in Rotterdam
    assert (game.place("d"), game.verbs()) == ("", {"move", "stop"})


def test_2_1_2_in_the_order_of_what_happens() -> None:
    """2.1.2: the army dies in Sedan first, then the city falls to the advance."""
    game = Game(field("a germany tank 0611 elite; x france infantry 0711 reduced"))
    game.do("activate", "a")
    game.do("attack", "0711", dice=[(6, 1)])
    game.do("advance", "a")
    assert [event.data["amount"] for event in game.told("will")] == ["-1", "-2"]


def test_2_3_1_a_neutrals_cities_are_nobodys() -> None:
    """2.3.1, 5.4: so that its ports are not the Axis's, nor its factories bombed."""
    scenario = USE.load("france-1940")
    belgium = scenario.extra.country("belgium")
    countries = list(scenario.extra.countries)
    countries[belgium] = countries[belgium]._replace(faction=0)
    scenario.extra = replace(scenario.extra, countries=tuple(countries))
    state = USE.begin(scenario)
    assert state.controller(scenario.place("0510")) is None
    assert state.controller(scenario.place("0210")) == WEST


def test_13_0_a_collapse_reaches_the_map_boxes() -> None:
    """13.0 country-collapse: every unit of the country, wherever it fights."""
    state = at_sea("uk_1 eastern_north_america, uk_2 london, uk_fighter eastern_north_america", reduced="uk_2")
    collapse(state, country(state, "uk"))
    assert state.reduced(state.scenario.unit("uk_1"))
    assert where(state, "uk_2") == where(state, "uk_fighter") == "eliminated_west"


def test_2_1_2_overseas_cities() -> None:
    """2.1.2 overseas-city-lost -1, overseas-city-regained +1."""
    state = at_sea()
    france, oran = country(state, "france"), state.scenario.place("oran")

    take_city(state, oran, AXIS)
    assert state.will[france] == 19
    take_city(state, oran, WEST)
    assert state.will[france] == 20


def test_2_1_2_great_power_collapsed() -> None:
    """2.1.2 great-power-collapsed: +16 to Germany, the first time."""
    state = at_sea()
    uk, germany = country(state, "uk"), country(state, "germany")
    for _ in range(2):
        state.will[uk] = 1
        change(state, uk, "field-unit-lost")

    assert state.will[germany] == 30 + 16


def test_13_0_who_was_lost_before_is_told_apart_from_who_leaves_with_the_country() -> None:
    state = begun()
    state.eliminate(state.scenario.unit("bel_1"), "5.3")
    for id in ("belgium", "netherlands"):
        conquer(state, state.theatre.country(id))
    assert state.log is not None
    gone = {event.kind: event.data["unit"] for event in state.log.events if event.kind in ("barred", "removed")}
    assert gone == {"barred": state.scenario.unit("bel_1"), "removed": state.scenario.unit("net_1")}
    assert state.hex_of[state.scenario.unit("bel_1")] < 0
