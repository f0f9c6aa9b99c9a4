"""USE 13.0: conditional events: what triggers them, countries that become active, units that wait for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.core.counters import Counters
from sandtable.core.decisions import Draft
from sandtable.systems.use.audit import audit
from sandtable.systems.use.d1_politics import EvaluatePolicy
from sandtable.systems.use.s02_1_will import change, take_city
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_1_strategic import StrategicMove
from sandtable.systems.use.s05_3_attack import Combat
from sandtable.systems.use.s06_1_markers import Place
from sandtable.systems.use.s06_2_air_actions import Rebase, Strike
from sandtable.systems.use.s06_2_naval import BombingRun, NavalRebase
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
)
from sandtable.systems.use.state import CONQUERED, ENDED, IN_FORCE, TURN, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, WEST, WESTERN
from systems.use.seas import THEATRE, Game, at_sea, country, on_land, unit, where


def triggered(place: str, id: str = "ger_1", **factions: int) -> tuple[int, ...]:
    state = at_sea()
    for name, faction in factions.items():
        state.faction[country(state, name)] = faction
    return by_entry(state, unit(state, id), state.scenario.place(place))


@pytest.mark.parametrize("place", ["0112", "0113", "0114", "0410"])
@pytest.mark.parametrize("id", ["ger_1", "ger_fighter", "ger_surprise"])
def test_13_0_east_invaded_axis(place: str, id: str) -> None:
    """13.0 east-invaded-axis: a unit or marker in Estonia, Latvia, Lithuania or the USSR."""
    assert EAST in triggered(place, id)
    assert triggered(place, "uk_1") == ()


def test_13_0_east_invaded_axis_in_a_poland_of_the_axis() -> None:
    """13.0 east-invaded-axis: a Poland that is active on the Axis side; no other."""
    assert triggered("0212") == ()
    assert triggered("0212", poland=WESTERN) == ()
    assert triggered("0212", poland=AXIS_FACTION) == (EAST,)


@pytest.mark.parametrize("place", ["0213", "0214", "0312", "0401", "0201"])
@pytest.mark.parametrize("id", ["ger_1", "ger_bomber", "ger_surprise"])
def test_13_0_west_invaded_axis(place: str, id: str) -> None:
    """13.0 west-invaded-axis: Belgium, Netherlands, Ireland, a Mainland Area of France or the UK."""
    assert triggered(place, id) == (WEST_INVADED,)
    assert triggered(place, "sov_1") == ()


@pytest.mark.parametrize("place", ["0603", "0601"])
@pytest.mark.parametrize("id", ["ger_1", "ger_bomber", "ger_surprise"])
def test_13_0_mediterranean_crisis_axis(place: str, id: str) -> None:
    """13.0 mediterranean-crisis-axis: a country that borders on an Overseas Area, or the area itself; the Mainland of
    France does not count."""
    assert triggered(place, id) == (MEDITERRANEAN,)
    assert MEDITERRANEAN not in triggered("0501", id)


def test_13_0_northern_border_axis() -> None:
    """13.0 northern-border-axis: ground units only, in a USSR hex of the far north."""
    assert triggered("0210") == (EAST, NORTH)
    assert triggered("0210", "ger_fighter") == (EAST,)
    assert triggered("0410") == (EAST,)
    assert triggered("0110") == ()


def test_13_0_southern_border_axis() -> None:
    """13.0 southern-border-axis: the same in the far south."""
    assert triggered("0608") == (EAST, SOUTH)
    assert triggered("0608", "ger_surprise") == (EAST,)


@pytest.mark.parametrize(
    ("id", "events"),
    [("usa", (EAST, MEDITERRANEAN, WEST_INVADED)), ("finland", (NORTH,)), ("turkey", (SOUTH,)), ("norway", ())],
)
def test_13_0_activations_that_trigger(id: str, events: tuple[int, ...]) -> None:
    """13.0 east-invaded-usa, mediterranean-crisis-usa, west-invaded-usa, northern-border-finland,
    southern-border-turkey."""
    state = at_sea()
    assert by_activation(state, country(state, id)) == events

    Game(state, Activate(country(state, id), WESTERN))

    assert [nth for nth, come in enumerate(state.happened) if come] == list(events)
    assert by_activation(state, country(state, id)) == ()  # once


def test_13_0_usa_entry() -> None:
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


def test_13_0_country_activation() -> None:
    """13.0 country-activation: it joins a faction, its cities are its own, its units are set up."""
    state = at_sea()

    Game(state, Activate(country(state, "norway"), WESTERN))

    assert state.faction[country(state, "norway")] == WESTERN
    assert where(state, "nor_1") == "0105"
    assert state.controller(state.scenario.place("bergen")) == WEST


def set_up(*put: tuple[str, str]) -> UseState:
    """The hand-made sea, whose counters are set up in these places when their country joins."""
    state = at_sea()
    state.theatre = replace(THEATRE, counters=moved(*put))
    state.scenario = replace(state.scenario, extra=state.theatre, counters=state.theatre.counters)
    return state


def test_13_0_the_units_of_an_activated_neutral_went_to_the_mobilization_box() -> None:
    """13.0 country-activation: they are set up where the scenario says: in the open too, aircraft beside armies."""
    state = set_up(("nor_1", "0106"), ("nor_2", "bergen"), ("nor_fighter", "bergen"), ("nor_convoy", "bergen"))
    Game(state, Activate(country(state, "norway"), WESTERN))

    assert [where(state, id) for id in ("nor_1", "nor_2", "nor_fighter", "nor_convoy")] == ["0106", *["0105"] * 3]
    assert state.units_in(state.scenario.place("bergen"))[0] == unit(state, "nor_2"), "armies are on top"
    assert not audit(state)


def test_13_0_what_cannot_stand_where_it_is_set_up_waits_in_the_mobilization_box() -> None:
    """13.0, 3.3, D3: no room for two armies, or the hex has been ceded."""
    state = set_up(("nor_1", "bergen"), ("nor_2", "bergen"))
    Game(state, Activate(country(state, "norway"), WESTERN))
    assert (where(state, "nor_1"), where(state, "nor_2")) == ("0105", "mobilization_west")

    ceded = set_up(("tur_1", "0610"))
    ceded.take_control(ceded.scenario.place("0610"), WEST, "D3")
    Game(ceded, Activate(country(ceded, "turkey"), AXIS_FACTION))
    assert where(ceded, "tur_1") == "mobilization_axis"


def test_13_0_what_a_neutral_has_on_the_turn_track_is_not_lost_when_it_joins_late() -> None:
    """13.0, 1.2: a unit whose turn is past waits in the Mobilization box, a later one on the Turn Track."""
    state = set_up(("nor_1", "turn_2"), ("nor_2", "turn_4"))
    state.tick(TURN, 3)
    Game(state, Activate(country(state, "norway"), WESTERN))
    assert (where(state, "nor_1"), where(state, "nor_2")) == ("mobilization_west", "turn_4")


def test_4_2_3_5_a_neutral_that_joins_occupies_its_forts() -> None:
    state = set_up(("nor_1", "bergen"))
    state.theatre = replace(state.theatre, in_forts=frozenset({unit(state, "nor_1")}))
    state.fort[state.scenario.place("bergen")] = country(state, "norway") + 1
    Game(state, Activate(country(state, "norway"), WESTERN))
    assert state.in_fort[unit(state, "nor_1")]
    assert not audit(state)


def test_13_0_country_collapse() -> None:
    """13.0 country-collapse: at zero; no Mainland city is lost, so it is weakened and goes on with half its will."""
    state = at_sea("fra_1 brest, uk_1 hull")
    france = country(state, "france")
    state.will[france] = 1
    change(state, france, "field-unit-lost")

    assert state.will[france] == 10
    assert state.status[france] != CONQUERED
    assert state.reduced(unit(state, "fra_1"))
    assert not state.reduced(unit(state, "uk_1"))


def test_13_0_conquered_country() -> None:
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


def test_13_0_moving_attacking_and_placing_bring_events() -> None:
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


def test_13_0_units_in_the_conditional_box_are_called_up_for_nothing() -> None:
    state = at_sea("uk_2 conditional_west_invaded, fra_1 conditional_west_invaded, ger_1 0401, uk_1 london")
    game = Game(state, Enter(AXIS, unit(state, "ger_1"), state.scenario.place("brest"), "4.2.3"))

    assert game.asked.side == WEST
    assert "uk_1 is there (3.3)" in game.refused("mobilize", "uk_2", "london")
    assert "does not wait for this event (13.0)" in game.refused("mobilize", "uk_1", "hull")
    assert USE.lens.hints(state, game.asked, Draft(("mobilize",))) == {}  # no price
    game.say("mobilize", "uk_2", "hull")
    game.say("later")

    assert where(state, "uk_2") == "0102"
    assert where(state, "fra_1") == "conditional_west_invaded"
    assert state.points[country(state, "uk")] == 40
    assert where(state, "ger_1") == "0402"


def test_13_0_mediterranean_crisis_brings_emergency_shipping() -> None:
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


def test_13_0_france_1940_knows_that_the_west_is_invaded() -> None:
    state = on_land("france-1940", "ger_6 0412")
    Game(state, Enter(AXIS, unit(state, "ger_6"), state.scenario.place("0411"), "4.2.3"))

    assert [nth for nth, come in enumerate(state.happened) if come] == [WEST_INVADED]


def moved(*put: tuple[str, str]) -> Counters:
    """The counters, some of them set up elsewhere."""
    columns = {name: list(THEATRE.counters[name]) for name in ("name", "country", "type", "elite", "reduced", "at")}
    columns["id"] = list(THEATRE.counters.ids)
    for id, to in put:
        columns["at"][THEATRE.counters.unit(id)] = to
    return Counters(columns)


@pytest.mark.parametrize("doing", ["strike", "rebase", "bombing run", "naval rebase", "strategic move"])
def test_13_0_west_invaded_axis_by_other_units_than_armies(doing: str) -> None:
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


def test_13_0_east_invaded_axis_as_units_are_placed_in_a_poland_of_the_axis() -> None:
    """13.0 east-invaded-axis: set-up and mobilization place units."""
    state = at_sea("tur_1 mobilization_axis")
    Game(state, Mobilize(AXIS, unit(state, "tur_1"), state.scenario.place("0112")))
    assert state.happened[EAST] == 0  # Turkey is neutral: no unit of the Axis
    state.join(country(state, "turkey"), AXIS_FACTION, "13.0")
    Game(state, Mobilize(AXIS, unit(state, "tur_1"), state.scenario.place("0112")))
    assert state.happened[EAST]

    other = at_sea()
    other.theatre = replace(THEATRE, counters=moved(("tur_1", "0212")))
    other.scenario = replace(other.scenario, extra=other.theatre)
    other.faction[country(other, "poland")] = AXIS_FACTION
    other.control[other.scenario.place("0212")] = AXIS + 1
    Game(other, Activate(country(other, "turkey"), AXIS_FACTION))
    assert other.happened[EAST]
