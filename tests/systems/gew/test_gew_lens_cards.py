"""GEW: the cards of hexes, boxes and counters."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.kernels import NEVER
from sandtable.core.lens import About
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.play.explain import words
from sandtable.play.session import Session
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE, NUMBERS

WAR = {"ussr": "soviet"}


SCENARIO = GEW.load("campaign")  # all have the same counters and places


def hex_card(state: GewState, name: str, side: Side | None = None) -> list[About]:
    return list(GEW.lens.about_hex(state, side, state.theatre.place(name)))


def unit_card(state: GewState, name: str, side: Side | None = None) -> list[About]:
    return list(GEW.lens.about_unit(state, side, state.theatre.unit(name)))


def told(card: list[About], label: str) -> list[str]:
    return [words(SCENARIO, line.text) for line in card if line.label == label]


@pytest.fixture(scope="module")
def midway() -> GewState:
    """The campaign after 250 random answers."""
    session, rng = Session(GEW.load("campaign", {"automatic_setup": True}), "3"), Random(3)
    for _ in range(250):
        if (ask := session.ask) is not None:
            session.submit(ask.side, ask.form.draw(session.state, rng))
    assert isinstance(session.state, GewState)
    return session.state


def test_every_hex_and_box_has_a_card_whose_rules_exist(midway: GewState) -> None:
    for place in range(midway.scenario.places):
        card = list(GEW.lens.about_hex(midway, None, Hex(place)))
        assert card or not midway.theatre.terrain[place]
        assert all(line.label and line.text and line.rule in GEW.rulebook for line in card)


@pytest.mark.parametrize("side", [AXIS_SIDE, ALLIED_SIDE, None])
def test_6_3_counters_have_a_card_if_they_are_seen_and_none_if_not(midway: GewState, side: Side | None) -> None:
    seen = {each.unit for each in GEW.hidden.view(midway, side).units}
    assert len(seen) < len(midway.hex_of)
    for unit in range(len(midway.hex_of)):
        card = list(GEW.lens.about_unit(midway, side, UnitId(unit)))
        assert bool(card) == (unit in seen)
        assert all(line.label and line.text and line.rule in GEW.rulebook for line in card)


def test_2_3_every_printed_value_is_told_in_words(midway: GewState) -> None:
    for seen in GEW.hidden.view(midway, AXIS_SIDE).units:
        assert seen.unit is not None
        labels = [line.label for line in GEW.lens.about_unit(midway, AXIS_SIDE, seen.unit)]
        face = midway.scenario.counters.face(seen.unit)
        figures = [int(label.split()[-1]) for label in labels if label.split()[-1].isdecimal()]
        printed = [int(face[name] or 0) for name in (*NUMBERS, "turn") if face[name] is not None]
        assert sorted(figures) == sorted(printed), midway.scenario.unit_name(seen.unit)


# ------------------------------------------------------------------------------------------------ hexes


def test_17_1_terrain_tells_what_it_costs(battlefield: Any) -> None:
    state = battlefield()
    assert told(hex_card(state, "berlin"), "Terrain") == ["clear: to enter costs 1 MF"]
    assert told(hex_card(state, "2420"), "Terrain") == [
        "mountain: to enter costs mechanized units 4 MF, others 3 MF, mountain units 2 MF"
    ]
    assert told(hex_card(state, "3027"), "Terrain") == [
        "desert: to enter costs mechanized units 1 MF (corps only), others 2 MF (corps only), "
        "mountain units 2 MF (corps only)"
    ]
    assert told(hex_card(state, "1106"), "Terrain") == ["sea: no ground unit enters"]


def test_20_1_and_28_2_cities_and_fortifications_defend(battlefield: Any) -> None:
    state = battlefield("ger_a2 berlin")
    state.mark("fort", state.theatre.place("berlin"), 1, "28.1")
    card = hex_card(state, "berlin")
    assert told(card, "In combat") == [
        "defender in a city: the attack is shifted 1 column to the left",
        "fortification: the attack is shifted 2 columns to the left",
        "no mechanized attack on a fortification",
        "no concentric attack on a fortification",
    ]
    assert told(card, "Fortification") == ["of the Axis player"]


def test_20_6_weather_is_told_where_it_counts(battlefield: Any) -> None:
    winter, summer = (hex_card(battlefield(joined=WAR, turn=turn), "berlin") for turn in (3, 1))
    assert any("winter" in text for text in told(winter, "In combat"))
    assert not any("winter" in text for text in told(summer, "In combat"))


def test_17_1_hexsides_tell_what_lies_beyond(battlefield: Any) -> None:
    state = battlefield()
    (strait,) = told(hex_card(state, "2420"), "Strait hexside")
    assert strait.startswith("to 2320 Messina: to cross costs 1 MF more; ")
    (river,) = told(hex_card(state, "berlin"), "River hexside")
    assert "MF" not in river


def test_6_1_control_and_what_cancels_it(battlefield: Any) -> None:
    state = battlefield("sov_f3 3007", joined=WAR)
    assert told(hex_card(state, "berlin"), "Control") == ["Axis"]
    assert told(hex_card(state, "2907"), "Control") == ["Axis, but an enemy zone of control cancels it"]
    assert told(hex_card(state, "madrid"), "Control") == ["nobody"]
    assert told(hex_card(state, "2907"), "Zone of control") == [
        f"Allied, of {state.theatre.name[state.theatre.unit('sov_f3')]}"
    ]


def test_2_6_land_and_whether_it_fights(battlefield: Any) -> None:
    state = battlefield()
    assert told(hex_card(state, "tobruk"), "Land") == ["Libya, part of Italy, which fights with the Axis"]
    assert told(hex_card(state, "madrid"), "Land") == ["Spain, which is neutral"]


def test_10_3_symbols_are_told_with_their_rules(battlefield: Any) -> None:
    card = hex_card(battlefield(), "london")
    rules = {line.label: line.rule for line in card}
    assert rules["Mobilization"] == "10.3"
    assert (rules["Port"], rules["Airbase"], rules["Capital"]) == ("18.5", "23.3", "12.2")
    assert told(card, "Victory points") == ["2 to the Axis player if he controls it"]


def test_33_0_a_shorter_scenario_scores_its_own_hexes(battlefield: Any) -> None:
    state = battlefield(scenario="north-africa-1941")
    points = state.setup.victory.points[AXIS_SIDE]
    place = next(iter(points))
    card = [line for line in GEW.lens.about_hex(state, None, place) if line.label == "Victory points"]
    assert f"{points[place]} to the Axis player if he controls it" in [line.text for line in card]
    assert told(hex_card(state, "berlin"), "Out of play") == ["outside this scenario"]


def test_12_5_units_out_of_supply_are_told(battlefield: Any) -> None:
    state = battlefield("ger_dak 2926, bri_x13 2826, bri_x30 2827, ger_a2 berlin")
    assert told(hex_card(state, "2926"), "Supply") == ["DAK is OUT OF SUPPLY"]
    assert told(hex_card(state, "berlin"), "Supply") == ["2 Army (German) is in supply"]


def test_24_9_damage_is_told(battlefield: Any) -> None:
    state = battlefield()
    state.mark("bombed", state.theatre.place("london"), 1, "24.9")
    assert told(hex_card(state, "london"), "Bombed")


def test_14_5_too_many_units_are_told(battlefield: Any) -> None:
    state = battlefield("ger_a2 berlin, ger_a4 berlin")
    assert told(hex_card(state, "berlin"), "Over-stacked")


def test_6_3_what_lies_in_boxes_is_not_told(battlefield: Any) -> None:
    empty, full = (battlefield(units) for units in ("", "ger_lf1 display_axis, ger_a2 reinforcements_axis"))
    for box in ("display_axis", "reinforcements_axis", "track_3", "staging_ussr", "staging_usa", "convoy"):
        assert hex_card(empty, box) == hex_card(full, box) != []


# ------------------------------------------------------------------------------------------------ counters


def test_2_3_3_a_ground_unit_in_words(battlefield: Any) -> None:
    card = unit_card(battlefield("ger_pz1 bucharest"), "ger_pz1")
    assert card[0] == About("Counter", "German army, panzer, mechanized", "2.3.4")
    assert About("Attack 8", "its strength when it attacks", "2.3.3") in card
    assert told(card, "Where") == ["3115 Bucharest"]
    assert told(card, "Supply")[0].startswith("in supply: ")
    assert told(card, "Mobilizing it") == ["costs 8 MP and takes 3 turns"]


def test_12_5_a_unit_out_of_supply_says_so(battlefield: Any) -> None:
    state = battlefield("ger_dak 2926, bri_x13 2826, bri_x30 2827")
    assert told(unit_card(state, "ger_dak"), "Supply")[0].startswith("OUT OF SUPPLY: ")


def test_2_3_2_static_units_and_30_special_ones(battlefield: Any) -> None:
    state = battlefield("ger_fl1 berlin, bri_rm london")
    assert told(unit_card(state, "ger_fl1"), "Movement 0") == ["static: it moves only by rail or sea"]
    assert told(unit_card(state, "ger_fl1"), "Flak")
    assert told(unit_card(state, "bri_rm"), "Marine")


def test_9_2_a_neutral_fights_for_nobody(battlefield: Any) -> None:
    state = battlefield()
    neutral = next(unit for unit in range(len(state.hex_of)) if state.power_of(UnitId(unit)) == 3)
    state.place(UnitId(neutral), state.theatre.place("madrid"), "33.0")
    card = GEW.lens.about_unit(state, None, UnitId(neutral))
    assert About("Fights for", "nobody: its country is neutral", "2.6") in card


def test_movers_and_cards_agree(battlefield: Any) -> None:
    """17.1: a card says that nobody enters exactly where nobody does."""
    state = battlefield()
    for place in range(state.scenario.board.hexes):
        word = state.theatre.terrain[place]
        closed = bool(word) and all(mover.terrain[word] >= NEVER for mover in state.theatre.movers)
        card = GEW.lens.about_hex(state, None, Hex(place)) if word else ()
        assert closed == any("no ground unit enters" in words(state.scenario, line.text) for line in card)
