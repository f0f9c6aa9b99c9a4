"""USE: the three scenarios: boards, set-ups, special rules; what can never be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.core.errors import BadData, BadInput
from sandtable.core.flow import Ask, Over, answer, run
from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.play.explain import reasons, words
from sandtable.play.opening import replay
from sandtable.play.session import start
from sandtable.systems.use import setups
from sandtable.systems.use.audit import audit
from sandtable.systems.use.s01_2_scenarios import Reinforce
from sandtable.systems.use.s01_7_zones import zone
from sandtable.systems.use.state import TURN, UseState
from sandtable.systems.use.system import USE
from systems.use.field import ACTIONS, AXIS, WEST, Game
from typed import state_of

NAMES = ("poland-1939", "france-1940", "balkans-1941")


def begun(name: str = "france-1940", **options: bool) -> UseState:
    return USE.begin(USE.load(name, options))


def cities(state: UseState, id: str) -> int:
    return len(state.theatre.cities_of[state.theatre.country(id)])


# ------------------------------------------------------------------------------------------------ boards, set-ups


def test_1_2_cities_will_and_production_of_each_country() -> None:
    poland, france, balkans = map(begun, NAMES)
    assert (cities(poland, "poland"), cities(poland, "germany")) == (13, 7)
    assert (cities(france, "france"), cities(france, "belgium"), cities(france, "netherlands")) == (17, 2, 2)
    assert (cities(balkans, "yugoslavia"), cities(balkans, "greece")) == (5, 4)
    told = {
        country.id: (country.will, country.points)
        for state in (poland, france, balkans) for country in state.theatre.countries if country.will >= 0
    }  # fmt: skip
    assert told == {
        "poland": (23, -1), "france": (20, 7), "belgium": (2, 1), "netherlands": (2, 1), "greece": (4, 1),
        "yugoslavia": (6, 2),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "armies"), [("poland-1939", (7, 2, 7, 0)), ("france-1940", (10, 3, 13, 2)), ("balkans-1941", (9, 1, 9, 0))]
)
def test_1_2_ground_and_air_units_of_both_sides(name: str, armies: tuple[int, ...]) -> None:
    state = begun(name)
    found = [len(units(side)) for side in (AXIS, WEST) for units in (state.ground_units, state.air_units)]
    assert tuple(found) == armies
    assert not audit(state)
    assert all(not supply for supply in state.supply)


def test_1_2_places_stand_where_the_maps_have_them() -> None:
    for name, places in {
        "poland-1939": {"Warsaw": "0607", "Danzig": "0306", "Lwów": "1010"},
        "france-1940": {"Paris": "0808", "Sedan": "0711", "London": "0406", "Marseille": "1711"},
        "balkans-1941": {"Belgrade": "0608", "Athens": "1712", "Salonika": "1210"},
    }.items():
        board = USE.load(name).board
        assert {place.name: board.name(place.hex) for place in board.places if place.name in places} == places


def test_1_2_poland_s_reduced_armies() -> None:
    state = begun("poland-1939")
    weak = {state.scenario.unit_name(unit) for unit in state.ground_units(WEST) if state.steps[unit] == 1}
    assert weak == {"pol_prusy", "pol_karpaty"}


def test_1_2_danzig_is_german_and_neutrals_are_closed() -> None:
    state = begun("poland-1939")
    assert state.controller(state.scenario.place("0306")) == AXIS
    closed = {state.theatre.countries[state.theatre.country_at[hex]].id for hex in state.theatre.closed}
    assert closed == {"baltic", "ussr", "hungary", "romania"}


# ------------------------------------------------------------------------------------------------ France 1940


def test_1_2_france_1_in_its_first_phase_the_axis_has_to_attack_or_enter() -> None:
    state = begun()
    state.tick(TURN, 1)
    game = Game(state, Segment(ACTIONS, AXIS))
    assert "end" not in game.verbs()
    assert "in May 1940 the Axis has to attack" in game.why("end")
    game.do("activate", "ger_1pz")
    game.do("move", "0611")
    game.do("stop")
    assert "end" in game.verbs()
    later = begun()
    later.tick(TURN, 2)
    assert "end" in Game(later, Segment(ACTIONS, AXIS)).verbs()


def test_1_2_france_1_an_attack_is_enough() -> None:
    state = begun()
    state.tick(TURN, 1)
    game = Game(state, Segment(ACTIONS, AXIS))
    game.do("activate", "ger_1pz")
    game.do("attack", "0511")
    while game.asked[1] != "operations":
        words = {"commitment": ("hold",), "declaration": ("pass",), "retreat": None, "advance": ("stay",)}[
            game.asked[1]
        ]
        game.do(*(words or [sorted(game.offers())[0]]), dice=[(3, 3)])
    game.do("stop")
    assert "end" in game.verbs()


def test_1_2_france_2_the_maginot_armies_begin_in_their_forts() -> None:
    state = begun()
    inside = {state.scenario.unit_name(UnitId(unit)) for unit, yes in enumerate(state.in_fort) if yes}
    assert inside == {"fra_3", "fra_4", "fra_5", "fra_8"}
    assert {state.scenario.place_name(Hex(hex)) for hex, fort in enumerate(state.fort) if fort} == {
        "0712", "0812", "0813", "0913",
    }  # fmt: skip


def test_1_2_france_3_the_second_air_unit_comes_after_the_first_axis_phase() -> None:
    state = begun()
    game = Game(state, Reinforce(AXIS))
    assert game.asked == ("west", "arrive")
    assert reasons(state.scenario, USE.lens.matter(state, game.ask)) == [
        "French 2nd Air arrives, with 4 Sorties (USE 1.2)"
    ]
    assert game.why("0510") == "it is not a city of France (USE 1.2)"
    game.do("1311")
    assert (game.place("fra_air2"), game.sorties("fra_air2")) == ("1311", 4)
    assert isinstance(Game(state, Reinforce(AXIS)).wait, Over)  # once
    assert isinstance(Game(begun(), Reinforce(WEST)).wait, Over)  # not after the West's


def test_1_2_france_3_it_does_not_come_to_a_conquered_country() -> None:
    state = begun()
    state.leave_war(state.theatre.country("france"))
    assert isinstance(Game(state, Reinforce(AXIS)).wait, Over)


def test_1_2_france_3_it_waits_while_no_city_is_free() -> None:
    state = begun()
    france = state.theatre.country("france")
    for city in state.theatre.cities_of[france]:
        state.take_control(city, AXIS, "2.3.1")
    assert isinstance(Game(state, Reinforce(AXIS)).wait, Over)
    state.take_control(state.scenario.place("1311"), WEST, "2.3.1")
    assert Game(state, Reinforce(AXIS)).offers() == {"1311"}


def test_4_2_2_france_4_british_air_units_stay_near_britain() -> None:
    state = begun()
    state.tick(TURN, 1)
    game = Game(state, Segment(ACTIONS, WEST))
    away = game.offers("rebase", "uk_fighter")
    assert {"0505", "0508"} <= away
    assert "a UK air unit stays in Great Britain or within 3 hexes of it" in game.why("rebase", "uk_fighter", "0910")


def test_6_3_2_france_5_the_west_does_not_invade_but_is_carried_to_ports_of_its_friends() -> None:
    """France 1940 (5): no Surprise Attack marker is in the game, and no verb to invade; a friendly port takes units."""
    state = begun()
    assert "surprise_attack" not in state.theatre.type_of
    verbs = {verb for row in state.scenario.outline.rows.values() for verb in row.does}
    assert "sail" not in verbs  # ships have no counters
    assert "invade" not in verbs
    game = Game(state, Segment(ACTIONS, WEST))
    game.do("activate", "fra_7")  # at Calais
    assert {"0410", "0210", "0310", "1711"} <= game.offers("sail")  # Antwerp, Amsterdam, Rotterdam, Marseille
    state.take_control(state.scenario.place("0410"), AXIS, "2.3.1")
    assert "0410" not in game.offers("sail")


@pytest.mark.parametrize(("unit", "home"), [("bel_1", {"belgium", "germany"}), ("net_1", {"netherlands", "germany"})])
def test_4_0_france_6_belgians_and_dutch_stay_at_home_or_go_to_germany(unit: str, home: set[str]) -> None:
    state = begun()
    game = Game(state, Segment(ACTIONS, WEST))
    game.do("activate", unit)
    lands = {state.theatre.countries[state.theatre.country_at[state.scenario.place(name)]].id
             for name in game.offers("move")}  # fmt: skip
    assert lands <= home
    assert lands


def test_4_0_france_7_italy_switzerland_and_spain_are_closed_and_no_zone_reaches_there() -> None:
    state = begun()
    closed = {state.theatre.countries[state.theatre.country_at[hex]].id for hex in state.theatre.closed}
    assert closed == {"italy", "switzerland", "spain"}


def test_4_2_4_france_8_the_axis_has_no_ships() -> None:
    state = begun()
    state.take_control(state.scenario.place("0508"), AXIS, "2.3.1")
    state.take_control(state.scenario.place("0706"), AXIS, "2.3.1")
    state.remove(state.scenario.unit("fra_7"), "1.2")
    state.move(state.scenario.unit("ger_6"), state.scenario.place("0508"), "1.2")
    game = Game(state, Segment(ACTIONS, AXIS))
    game.do("activate", "ger_6")
    assert not any("sail" in verb or "ship" in verb or "embark" in verb for verb in game.verbs())
    assert not {"0505", "0406"} & game.offers("move")


# ------------------------------------------------------------------------------------------------ Balkans 1941


def test_4_0_balkans_western_units_stay_out_of_axis_countries_but_their_zones_do_not() -> None:
    state = begun("balkans-1941")
    game = Game(state, Segment(ACTIONS, WEST))
    game.do("activate", "yug_1")
    lands = {state.theatre.countries[state.theatre.country_at[state.scenario.place(name)]].id
             for name in game.offers("move")}  # fmt: skip
    assert lands <= {"yugoslavia", "greece"}
    reached = {state.theatre.countries[state.theatre.country_at[hex]].id for hex in zone(state, WEST)}
    assert "hungary" in reached
    assert "turkey" not in reached


# ------------------------------------------------------------------------------------------------ numbers to try out


def test_2_1_2_a_scenario_s_name_may_tell_other_numbers() -> None:
    session = start("use:poland-1939@poland_will=9", "seed")
    state: Any = session.state
    assert state.will[state.theatre.country("poland")] == 9
    assert session.record().scenario == "poland-1939@poland_will=9"
    assert begun("poland-1939").will[state.theatre.country("poland")] == 23
    both = USE.begin(USE.load("poland-1939@poland_will=20", {"long": True}))
    assert both.will[both.theatre.country("poland")] == 20


@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("poland-1939@france_will=9", "france_will is no number of it"),
        ("poland-1939@poland_will=many", "poland_will is a whole number from 0 to 200"),
        ("poland-1939@poland_will", "poland_will is a whole number from 0 to 200"),
        ("poland-1940@poland_will=9", "has no scenario poland-1940"),
        ("balkans-1941@uk_bef=1408", "uk_bef is the number of a hex of its friends in which no other army begins"),
        ("balkans-1941@uk_bef=0203", "uk_bef is the number of a hex of its friends"),
        ("balkans-1941@uk_bef=larissa", "uk_bef is the number of a hex of its friends"),
        ("balkans-1941@gre_1=1410", "gre_1 is no number of it"),
    ],
)
def test_2_1_2_other_names_are_refused(name: str, because: str) -> None:
    with pytest.raises(BadInput, match=because):
        USE.load(name)


def test_1_2_a_unit_whose_place_is_ours_may_begin_elsewhere() -> None:
    moved = USE.begin(USE.load("balkans-1941@uk_bef=1309"))
    assert moved.scenario.place_name(Hex(moved.hex_of[moved.scenario.unit("uk_bef")])) == "1309"
    north = USE.begin(USE.load("balkans-1941@uk_bef=606"))  # as a sweep writes it
    assert north.scenario.place_name(Hex(north.hex_of[north.scenario.unit("uk_bef")])) == "0606"


def test_1_2_games_of_the_first_rules_begin_as_they_did() -> None:
    assert USE.began_as("1", "poland-1939", {}) == "poland-1939@poland_will=17"
    assert USE.began_as("1", "balkans-1941", {}) == "balkans-1941@uk_bef=1510"
    assert USE.began_as(USE.rules_version, "poland-1939", {}) == "poland-1939"


def test_1_2_a_name_means_what_it_meant_when_a_game_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a number of a scenario has become another, games of older rules begin with the old one."""
    poland = setups.setups()["poland-1939"]
    older = replace(poland, before={"0": {"poland_will": 9}})
    monkeypatch.setattr(setups, "setups", lambda: {"poland-1939": older})
    setups.setup_of.cache_clear()
    try:
        assert USE.began_as("0", "poland-1939", {}) == "poland-1939@poland_will=9"
        assert USE.began_as("1", "poland-1939", {}) == "poland-1939"
        assert USE.began_as("0", "poland-1939", {"long": True}) == "poland-1939"  # which has a will of its own
        assert USE.began_as("0", "poland-1939@poland_will=20", {}) == "poland-1939@poland_will=20"
        assert USE.began_as("0", "poland-1939@nw_cap=40", {}) == "poland-1939@nw_cap=40,poland_will=9"
        state = begun("poland-1939")
        record = replace(start("use:poland-1939@poland_will=9", "seed").record(), scenario="poland-1939", rules="0")
        assert state_of(replay(record), UseState).will[state.theatre.country("poland")] == 9
    finally:
        setups.setup_of.cache_clear()


@pytest.mark.parametrize(
    ("scenario", "country", "printed", "even"),
    [("france-1940", "france", 20, 26), ("balkans-1941", "greece", 4, 5), ("balkans-1941", "yugoslavia", 6, 9)],
)
def test_1_2_an_even_game_has_another_will(scenario: str, country: str, printed: int, even: int) -> None:
    """The original's number stays the scenario's own; what a name tells goes before both."""
    nth, more = begun(scenario).theatre.country(country), printed + 5
    found = [
        USE.begin(USE.load(name, {"even": on})).will[nth]
        for name, on in ((scenario, False), (scenario, True), (f"{scenario}@{country}_will={more}", True))
    ]
    assert found == [printed, even, more]


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("france-1940", "long"),
        ("poland-1939", "even"),
        ("poland-1939", "abstract_naval"),
        ("france-1940", "italy_albania_ports"),
    ],
)
def test_1_2_an_option_that_would_change_nothing_in_a_scenario_is_refused(name: str, option: str) -> None:
    with pytest.raises(BadInput, match=f"no option {option}"):
        USE.load(name, {option: True})


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('begin_in_forts = ["fra_3", "fra_4", "fra_5", "fra_8"]', "begin_in_forts = 0", "expected a list of words"),
        ('begin_in_forts = ["fra_3"', 'begin_in_forts = ["fra_99"', "no counter is called fra_99; is it fra_9"),
        ("sea_lanes = true", "sea_lanes = 1", "sea_lanes: expected true or false"),
        ("pp_per_factory = 2", 'pp_per_factory = "two"', "pp_per_factory is 'two': expected a whole number"),
        ("will = 20", 'will = "twenty"', "expected a whole number"),
    ],
)
def test_1_2_what_is_wrong_in_a_scenario_is_told_by_its_line(tmp_path: Path, old: str, new: str, why: str) -> None:
    for suffix in (".toml", ".csv"):
        text = (setups.FOLDER / "scenarios" / f"france-1940{suffix}").read_text(encoding="utf-8")
        assert suffix == ".csv" or old in text
        (tmp_path / f"france-1940{suffix}").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=why) as refusal:
        setups.read_setup(tmp_path / "france-1940.toml")
    assert refusal.value.line > 1


# ------------------------------------------------------------------------------------------------ what can never be


def faults() -> dict[str, Any]:
    def put(state: UseState, id: str, to: str) -> None:
        state.move(state.scenario.unit(id), state.scenario.place(to), "1.2")

    def number(state: UseState, column: str, id: str, value: int) -> None:
        getattr(state, column)[state.scenario.unit(id)] = value

    return {
        "two ground units": lambda state: put(state, "ger_6", "0513"),
        "two air units": lambda state: put(state, "ger_luf1", "0512"),
        "both factions": lambda state: put(state, "ger_luf1", "0808"),
        "may not be": lambda state: put(state, "bel_1", "0911"),
        "does not hold": lambda state: put(state, "ger_10", "0510"),
        "stronger": lambda state: number(state, "steps", "fra_7", 3),
        "more tired": lambda state: number(state, "sorties", "ger_luf1", 7),
        "no strength": lambda state: number(state, "steps", "fra_7", 0),
        "no such supply": lambda state: number(state, "supply", "fra_7", 3),
        "a fort that is not": lambda state: number(state, "in_fort", "fra_7", 1),
        "no ground unit of its country": lambda state: state.fort.__setitem__(state.scenario.place("0812"), 1),
        "assault": lambda state: number(state, "assault", "ger_6", int(state.scenario.place("1711"))),
        "conquered": lambda state: state.status.__setitem__(state.theatre.country("belgium"), 1),
        "less than nothing": lambda state: state.will.__setitem__(0, -2),
        "disagree": lambda state: state.hex_of.__setitem__(state.scenario.unit("ger_6"), 3),
    }


@pytest.mark.parametrize("fault", faults())
def test_1_0_the_audit_finds_a_planted_fault(fault: str) -> None:
    state = begun()
    run(state)
    assert not audit(state)
    faults()[fault](state)
    found = [words(state.scenario, each.because) for each in audit(state)]
    assert any(fault in each for each in found), found


@pytest.mark.parametrize("name", NAMES)
def test_1_0_random_games_end_and_are_sound(name: str) -> None:
    for seed in range(2):
        state, rng = begun(name), Random(seed)
        while not isinstance(wait := run(state), Over):
            assert not audit(state)
            if isinstance(wait, Ask):
                answer(state, wait.form.draw(state, rng))
            else:
                answer(state, rng.choice(list(wait.dice.ways)))


def test_4_0_only_land_that_never_opens_is_out_of_the_window() -> None:
    """4.0: who may still join a side is seen; who belongs to nobody for the whole game is not."""
    scenario = USE.load("france-1940")
    table = scenario.extra
    assert scenario.window is not None
    lands = {table.country_at[hex] for hex in scenario.window} - {-1}
    assert all(table.countries[land].side >= 0 for land in lands)
    countries = list(table.countries)
    countries[table.country("belgium")] = countries[table.country("belgium")]._replace(faction=0)
    neutral = replace(table, countries=tuple(countries))
    assert neutral.closed == table.closed
