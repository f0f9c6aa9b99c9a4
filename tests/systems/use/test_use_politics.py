"""USE 13.0, D1-D3, 9.0: conditional events, policies, declarations of war, the Diplomacy Cup, Surprise Attacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import PACT, EvaluatePolicy, least_die, why_closed
from sandtable.systems.use.d3_diplomacy import Diplomacy
from sandtable.systems.use.s02_1_will import change, take_city
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_1_strategic import StrategicMove
from sandtable.systems.use.s05_3_attack import Combat
from sandtable.systems.use.s06_1_markers import Place
from sandtable.systems.use.s06_2_air_actions import Rebase, Strike, bad_victim
from sandtable.systems.use.s06_2_naval import BombingRun, NavalRebase, bad_factory
from sandtable.systems.use.s08_logistics import Mobilize
from sandtable.systems.use.s13_conditional import (
    EAST,
    MEDITERRANEAN,
    NORTH,
    SOUTH,
    USA_ENTRY,
    WEST_INVADED,
    Activate,
    Conditional,
    by_activation,
    by_entry,
    by_policies,
)  # fmt: skip
from sandtable.systems.use.state import BROKEN, CONQUERED, ENDED, IN_FORCE, UseState
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, SOVIET, WEST, WESTERN
from systems.use.seas import ACTIONS, THEATRE, Game, at_sea, country, on_land, unit, where


def triggered(place: str, id: str = "ger_1", **factions: int) -> tuple[int, ...]:
    state = at_sea()
    for name, faction in factions.items():
        state.faction[country(state, name)] = faction
    return by_entry(state, unit(state, id), state.scenario.place(place))


# ------------------------------------------------------------------------------------------------ 13.0 triggers


@pytest.mark.parametrize("place", ["0112", "0113", "0114", "0410"])
@pytest.mark.parametrize("id", ["ger_1", "ger_fighter", "ger_surprise"])
def test_13_0_east_invaded_axis(place: str, id: str):
    """13.0 east-invaded-axis: a unit or marker in Estonia, Latvia, Lithuania or the USSR."""
    assert EAST in triggered(place, id)
    assert triggered(place, "uk_1") == ()


def test_13_0_east_invaded_axis_in_a_poland_of_the_axis():
    """13.0 east-invaded-axis: a Poland that is active on the Axis side; no other."""
    assert triggered("0212") == ()
    assert triggered("0212", poland=WESTERN) == ()
    assert triggered("0212", poland=AXIS_FACTION) == (EAST,)


@pytest.mark.parametrize("place", ["0213", "0214", "0312", "0401", "0201"])
@pytest.mark.parametrize("id", ["ger_1", "ger_bomber", "ger_surprise"])
def test_13_0_west_invaded_axis(place: str, id: str):
    """13.0 west-invaded-axis: Belgium, Netherlands, Ireland, a Mainland Area of France or the UK."""
    assert triggered(place, id) == (WEST_INVADED,)
    assert triggered(place, "sov_1") == ()


@pytest.mark.parametrize("place", ["0603", "0601"])
@pytest.mark.parametrize("id", ["ger_1", "ger_bomber", "ger_surprise"])
def test_13_0_mediterranean_crisis_axis(place: str, id: str):
    """13.0 mediterranean-crisis-axis: a country that borders on an Overseas Area, or the area itself; the Mainland of
    France does not count."""
    assert triggered(place, id) == (MEDITERRANEAN,)
    assert MEDITERRANEAN not in triggered("0501", id)


def test_13_0_northern_border_axis():
    """13.0 northern-border-axis: ground units only, in a USSR hex of the far north."""
    assert triggered("0210") == (EAST, NORTH)
    assert triggered("0210", "ger_fighter") == (EAST,)
    assert triggered("0410") == (EAST,)
    assert triggered("0110") == ()


def test_13_0_southern_border_axis():
    """13.0 southern-border-axis: the same in the far south."""
    assert triggered("0608") == (EAST, SOUTH)
    assert triggered("0608", "ger_surprise") == (EAST,)


@pytest.mark.parametrize(
    ("id", "events"),
    [("usa", (EAST, MEDITERRANEAN, WEST_INVADED)), ("finland", (NORTH,)), ("turkey", (SOUTH,)), ("norway", ())],
)
def test_13_0_activations_that_trigger(id: str, events: tuple[int, ...]):
    """13.0 east-invaded-usa, mediterranean-crisis-usa, west-invaded-usa, northern-border-finland,
    southern-border-turkey."""
    state = at_sea()
    assert by_activation(state, country(state, id)) == events

    Game(state, Activate(country(state, id), WESTERN))

    assert [nth for nth, come in enumerate(state.happened) if come] == list(events)
    assert by_activation(state, country(state, id)) == ()  # once


def test_13_0_usa_entry():
    """13.0 usa-entry: when both policies have ended, and not before."""
    state = at_sea()
    state.set_policy(0, ENDED, "D1")
    state.set_policy(1, IN_FORCE, "D1")
    usa = country(state, "usa")
    assert by_policies(state) == ()

    Game(state, EvaluatePolicy(1, 0), [5])

    assert state.policies[1] == ENDED
    assert state.happened[USA_ENTRY]
    assert state.faction[usa] == WESTERN
    assert state.happened[EAST], "the USA is active"


def test_13_0_country_activation():
    """13.0 country-activation: it joins a faction, its cities are its own, its units are set up."""
    state = at_sea()

    Game(state, Activate(country(state, "norway"), WESTERN))

    assert state.faction[country(state, "norway")] == WESTERN
    assert where(state, "nor_1") == "0105"
    assert state.controller(state.scenario.place("bergen")) == WEST


def test_13_0_country_collapse():
    """13.0 country-collapse: at zero; no Mainland city is lost, so it is weakened and goes on with half its will."""
    state = at_sea("fra_1 brest, uk_1 hull")
    france = country(state, "france")
    state.will[france] = 1
    change(state, france, "field-unit-lost")

    assert state.will[france] == 10
    assert state.status[france] != CONQUERED
    assert state.reduced(unit(state, "fra_1"))
    assert not state.reduced(unit(state, "uk_1"))


def test_13_0_conquered_country():
    """13.0 conquered-country, 2.1.2 overseas-city-lost: a Mainland city has to fall, a colony is not enough."""
    state = at_sea("fra_1 brest", {"oran": "axis"})
    france = country(state, "france")
    state.will[france] = 1
    change(state, france, "field-unit-lost")
    assert state.status[france] != CONQUERED

    state.will[france] = 2
    take_city(state, state.scenario.place("toulon"), AXIS)
    assert state.status[france] == CONQUERED
    assert where(state, "fra_1") == ""


def test_2_1_2_overseas_cities():
    """2.1.2 overseas-city-lost -1, overseas-city-regained +1."""
    state = at_sea()
    france, oran = country(state, "france"), state.scenario.place("oran")

    take_city(state, oran, AXIS)
    assert state.will[france] == 19
    take_city(state, oran, WEST)
    assert state.will[france] == 20


def test_2_1_2_great_power_collapsed():
    """2.1.2 great-power-collapsed: +16 to Germany, the first time."""
    state = at_sea()
    uk, germany = country(state, "uk"), country(state, "germany")
    for _ in range(2):
        state.will[uk] = 1
        change(state, uk, "field-unit-lost")

    assert state.will[germany] == 30 + 16


# ------------------------------------------------------------------------------------------------ 13.0 in play


def test_13_0_moving_attacking_and_placing_bring_events():
    """13.0: at once, in the middle of an activation; each event once."""
    state = at_sea("ger_1 0310, sov_1 0410")
    Game(state, Combat(AXIS, state.scenario.place("0410"), unit(state, "ger_1")), [(1, 6)])
    assert state.happened[EAST]

    state = at_sea("ger_1 0310")
    Game(state, Enter(AXIS, unit(state, "ger_1"), state.scenario.place("0210"), "4.2.3"))
    assert state.happened[EAST]
    assert state.happened[NORTH]

    state = at_sea("ger_surprise events_axis")
    Game(state, Place(AXIS, unit(state, "ger_surprise"), state.scenario.place("0402")))
    assert state.happened[WEST_INVADED]


def test_13_0_units_in_the_conditional_box_are_called_up_for_nothing():
    state = at_sea("uk_2 conditional_west_invaded, fra_1 conditional_west_invaded, ger_1 0401, uk_1 london")
    game = Game(state, Enter(AXIS, unit(state, "ger_1"), state.scenario.place("brest"), "4.2.3"))

    assert game.asked.side == WEST
    assert "uk_1 is there (3.3)" in game.refused("mobilize", "uk_2", "london")
    assert "does not wait for this event (13.0)" in game.refused("mobilize", "uk_1", "hull")
    game.say("mobilize", "uk_2", "hull")
    game.say("later")

    assert where(state, "uk_2") == "0102"
    assert where(state, "fra_1") == "conditional_west_invaded"
    assert state.points[country(state, "uk")] == 40
    assert where(state, "ger_1") == "0402"


def test_13_0_mediterranean_crisis_brings_emergency_shipping():
    """13.0 mediterranean-crisis-axis: one British and one French convoy may go to a port Overseas."""
    state = at_sea("uk_convoy hull, ger_1 0402")
    game = Game(state, Enter(AXIS, unit(state, "ger_1"), state.scenario.place("0601"), "4.2.3"))
    assert (game.asked.side, game.offered) == (WEST, ["ship", "none"])
    assert "not a friendly port of an Overseas Area" in game.refused("ship", "uk_convoy", "toulon")
    game.say("ship", "uk_convoy", "oran")

    assert where(state, "uk_convoy") == "0602"
    assert state.sorties[unit(state, "uk_convoy")] == 0
    assert game.outcome is None  # no French convoy, and the British one has gone

    stays = Game(at_sea("uk_convoy hull"), Conditional((MEDITERRANEAN,)))
    stays.say("none")
    assert stays.outcome is None
    assert where(stays.state, "uk_convoy") == "0102"


def test_13_0_france_1940_knows_that_the_west_is_invaded():
    state = on_land("france-1940", "ger_6 0412")
    Game(state, Enter(AXIS, unit(state, "ger_6"), state.scenario.place("0411"), "4.2.3"))

    assert [nth for nth, come in enumerate(state.happened) if come] == [WEST_INVADED]


# ------------------------------------------------------------------------------------------------ D1, D2


@pytest.mark.parametrize(
    ("tries", "die", "ends"), [(0, 4, False), (0, 5, True), (1, 4, True), (2, 3, True), (7, 2, False)]
)
def test_D1_a_policy_ends_on_a_lower_die_each_time(tries: int, die: int, ends: bool):
    state = at_sea()
    state.set_policy(1, IN_FORCE, "D1")

    Game(state, EvaluatePolicy(1, tries), [die])

    assert (state.policies[1] == ENDED) == ends
    assert [least_die(state, nth) for nth in range(4)] == [5, 4, 3, 3]


def declaring(side: int) -> Game:
    return Game(at_sea(phasing=side), Segment("Declare War Phase", WEST if side else AXIS))


def test_D2_war_brings_a_neutral_to_the_enemy():
    """1.2 declare-war, D2: it joins, is set up, and may be entered from now on."""
    game = declaring(AXIS)
    assert "the counters of turkey are yours" in game.refused("declare", "turkey")
    assert "uk is not among the choices (D2)" in game.refused("declare", "uk")
    game.say("declare", "norway")

    assert game.state.faction[country(game.state, "norway")] == WESTERN
    assert where(game.state, "nor_1") == "0105"


def test_D2_appeasement_binds_the_west():
    game = declaring(WEST)
    game.state.set_policy(0, IN_FORCE, "D1")
    assert "Appeasement holds" in game.refused("declare", "turkey")

    game.state.set_policy(0, ENDED, "D1")
    game.say("declare", "turkey")
    assert game.state.faction[country(game.state, "turkey")] == AXIS_FACTION


def test_D2_war_is_declared_on_a_faction_once_the_policy_is_over():
    """D2, D1: while the Pact holds by nobody; after it peace goes on until one of the two declares war."""
    game = declaring(AXIS)
    state, odessa = game.state, game.state.scenario.place("odessa")
    assert "are at war (D2)" in game.refused("war", "soviet")
    state.set_policy(1, IN_FORCE, "D1")
    assert "nazi soviet pact holds" in game.refused("war", "soviet")
    state.set_policy(1, ENDED, "D1")
    assert state.at_peace(AXIS_FACTION, SOVIET)
    assert why_closed(state, unit(state, "ger_ship"), odessa)

    game.say("war", "soviet")

    assert not state.at_peace(AXIS_FACTION, SOVIET)
    assert why_closed(state, unit(state, "ger_ship"), odessa) == ""
    assert "are at war (D2)" in game.refused("war", "soviet")


def test_D2_an_allied_faction_declares_war_too_and_ended_policies_still_bring_the_usa():
    game = declaring(WEST)
    for policy in (0, 1):
        game.state.set_policy(policy, ENDED, "D1")
    game.say("war", "western")
    assert [game.state.at_peace(AXIS_FACTION, each) for each in (WESTERN, SOVIET)] == [False, True]
    assert by_policies(game.state) == (USA_ENTRY,)


def test_4_0_a_neutral_is_closed_until_it_is_active():
    """4.0 ground and air prohibited: a country that is neutral."""
    state = at_sea("ger_1 0110, ger_fighter berlin")
    game = Game(state, Segment("Operations Phase / Actions Sub-Phase", AXIS))
    state.faction[country(state, "ussr")] = 0
    state.spoil(*range(len(state.facts)))
    game.say("activate", "ger_1")
    assert "which is neutral (4.0)" in game.refused("move", "0210")


def test_4_0_a_policy_closes_a_country_to_armies_and_air_units():
    """4.0 ground and air prohibited, D1: under the Pact nobody of the Axis moves, flies or attacks into the USSR."""
    state = at_sea("ger_1 0310, ger_2 0309, sov_1 0410, ger_fighter berlin")
    game = Game(state, Segment("Operations Phase / Actions Sub-Phase", AXIS))
    state.set_policy(1, IN_FORCE, "D1")
    assert "closed by a policy (4.0)" in game.refused("rebase", "ger_fighter", "0409")
    game.say("activate", "ger_1")
    assert "a policy protects the country from its own (D1)" in game.refused("attack", "0410")
    assert game.refused("move", "0409") == "a policy or peace closes Soviet Union (D1)"

    state.set_policy(1, ENDED, "D1")
    assert "attack" not in game.offered  # nobody has declared war
    state.set_policy(1, BROKEN, "D2")
    assert "attack" in game.offered


# ------------------------------------------------------------------------------------------------ D3


def cup(units: str, side: int = 0, **points: int) -> Game:
    state = at_sea(units)
    for id, many in points.items():
        state.grant(country(state, id), many, "9.0")
    return Game(state, Diplomacy(WEST if side else AXIS))


def test_9_0_draw_from_cup():
    """9.0 draw-from-cup: five points of one great power, blind; once for a faction, and then nothing is put back."""
    game = cup("nothing diplomacy_cup, success diplomacy_cup")
    assert "uk is not among the choices (D3)" in game.refused("draw", "uk")
    game.say("draw", "germany")
    game.roll(2)  # markers in the order of their numbers: success 1, nothing 2

    assert game.state.points[country(game.state, "germany")] == 35
    assert where(game.state, "nothing") == "diplomacy_holding"
    assert game.outcome is None


def test_9_0_put_in_cup():
    """9.0 put-in-cup: five points; with a No Event marker, if one is held."""
    game = cup("success diplomacy_holding, nothing diplomacy_holding, nothing2 diplomacy_holding")
    assert "the cup is empty (D3)" in game.refused("draw", "germany")
    game.say("put_back", "germany", "success")

    state = game.state
    assert where(state, "success") == "diplomacy_cup"
    assert sorted([where(state, "nothing"), where(state, "nothing2")]) == ["diplomacy_cup", "diplomacy_holding"]
    assert state.points[country(state, "germany")] == 35
    assert game.outcome is None


def test_D3_who_cannot_pay_does_nothing():
    game = cup("nothing diplomacy_cup", germany=4)

    assert "4 production points, and this costs 5 (9.0)" in game.refused("draw", "germany")
    assert game.offered == ["end"]


def test_D3_western_and_soviet_factions_each_have_their_turn():
    game = cup("nothing diplomacy_cup, nothing2 diplomacy_cup", side=1)
    game.say("draw", "uk")
    game.roll(1)
    assert "uk is not among the choices (D3)" in game.refused("draw", "uk")
    game.say("draw", "ussr")
    game.roll(1)

    assert where(game.state, "nothing") == where(game.state, "nothing2") == "diplomacy_holding"


def test_D3_political_success_twice_brings_a_country_in():
    game = cup("success diplomacy_cup")
    game.say("draw", "germany")
    game.roll(1)
    game.say("turkey")
    assert game.state.pro[country(game.state, "turkey")] == AXIS_FACTION

    again = Game(game.state, Diplomacy(AXIS))
    again.say("put_back", "germany", "success")
    again = Game(game.state, Diplomacy(AXIS))
    again.say("draw", "germany")
    again.roll(1)
    again.say("turkey")
    assert game.state.faction[country(game.state, "turkey")] == AXIS_FACTION
    assert where(game.state, "tur_1") == "0609"


def test_D3_political_failure_is_the_enemys_success():
    game = cup("failure diplomacy_cup")
    game.say("draw", "germany")
    game.roll(1)

    assert game.asked.side == WEST
    game.say("norway")
    assert game.state.pro[country(game.state, "norway")] == WESTERN


def seizing() -> Game:
    game = cup("seized diplomacy_cup", side=1)
    game.say("draw", "uk")
    game.roll(1)
    return game


def test_2_1_2_disputed_area_ceded():
    """2.1.2 disputed-area-ceded, D3: +2 to the USSR; the area is its own."""
    game = seizing()
    assert "denmark is not a neutral with a Disputed Area" in game.refused("denmark")
    game.say("norway")
    assert game.offered == ["cede"]  # its counters are not the Axis's
    game.say("cede")

    state: UseState = game.state
    assert state.will[country(state, "ussr")] == 42
    assert state.controller(state.scenario.place("bergen")) == WEST


def test_D3_who_refuses_to_cede_joins_the_axis():
    game = seizing()
    game.say("turkey")
    game.say("refuse")

    assert game.state.faction[country(game.state, "turkey")] == AXIS_FACTION
    assert game.state.will[country(game.state, "ussr")] == 40


# ------------------------------------------------------------------------------------------------ Surprise Attack


def buying(units: str, turn: int = 1, **points: int) -> Game:
    state = at_sea(units, turn=turn)
    for id, many in points.items():
        state.grant(country(state, id), many, "9.0")
    return Game(state, Segment("Mobilization Phase", AXIS))


def test_9_0_surprise_attack_marker():
    """9.0 surprise-attack-marker: twenty points, from its box to the Turn Track four turns later."""
    game = buying("ger_surprise surprise_holding")
    game.say("buy", "ger_surprise")

    assert where(game.state, "ger_surprise") == "turn_5"
    assert game.state.points[country(game.state, "germany")] == 20
    assert "not in the Holding Box (9.0)" in game.refused("buy", "ger_surprise")


def test_9_0_surprise_attack_marker_too_dear_or_too_late():
    poor = buying("ger_surprise surprise_holding", germany=19)
    assert "19 production points, and this costs 20 (9.0)" in poor.refused("buy", "ger_surprise")

    late = buying("ger_surprise surprise_holding", turn=6)
    late.say("buy", "ger_surprise")
    assert where(late.state, "ger_surprise") == ""  # after the last turn


def test_D1_soviets_and_axis_are_at_peace_under_the_pact():
    """D1: their coasts are closed to each other, those of the West are not."""
    state = at_sea("ger_ship kiel")
    ship, odessa, hull = unit(state, "ger_ship"), state.scenario.place("odessa"), state.scenario.place("hull")
    assert why_closed(state, ship, odessa) == ""

    state.set_policy(1, IN_FORCE, "D1")

    assert why_closed(state, ship, odessa) == "a policy or peace closes Soviet Union"
    assert why_closed(state, ship, hull) == ""


def moved(id: str, to: str) -> object:
    """The counters, one of them set up elsewhere."""
    columns = {name: list(THEATRE.counters[name]) for name in ("name", "country", "type", "elite", "reduced", "at")}
    columns["id"] = list(THEATRE.counters.ids)
    columns["at"][THEATRE.counters.unit(id)] = to
    return type(THEATRE.counters)(columns)


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
