"""USE 4.1, 6.0, 6.3.1, 5.3.2, 5.3.3: strategic movement, activations, Mobile attacks and Assaults."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.rules import Side
from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.systems.use.s04_1_strategic import cannot_go
from sandtable.systems.use.s06_1_markers import EndActions
from sandtable.systems.use.state import STRATEGICALLY_MOVED
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field
from systems.use.seas import at_sea

POLAND = "poland39"


def actions(units: str, **more: Any) -> Game:
    return Game(field(units, **more))


def transfers(units: str, side: Side = AXIS, **more: Any) -> Game:
    return Game(field(units, **more), Segment("Strategic Movement Phase", side))


# ------------------------------------------------------------------------------------------------ 4.1


def test_4_1_one_unit_goes_any_distance_along_transport_lines() -> None:
    game = transfers("a germany infantry 0214; b germany tank 0614")
    assert {"0412", "0512", "0614"} <= game.offers("transfer", "a") | {"0614"}
    assert "0615" not in game.offers("transfer", "a")  # no line
    game.do("transfer", "a", "0512")
    assert game.place("a") == "0512"
    assert game.why("transfer", "b") == "the Strategic Move marker of this turn is used (USE 4.1)"


def test_4_1_air_units_too_and_not_where_another_is() -> None:
    game = transfers("f germany fighter 0214; g germany fighter 0512; a germany infantry 0412")
    assert "0412" in game.offers("transfer", "f")
    assert game.why("transfer", "f", "0512") == "g is there (USE 3.3)"
    assert game.why("transfer", "a", "0412") == "it is already there (USE 4.1)"


@pytest.mark.parametrize(("flag", "because"), [("", ""), ("low", ""), ("no", "a has no supply (USE 4.1)")])
def test_4_1_only_a_supplied_unit(flag: str, because: str) -> None:
    assert transfers(f"a germany infantry 0214 {flag}").why("transfer", "a") == because


def test_4_1_only_from_a_line_even_out_of_an_ezoc_but_not_into_one() -> None:
    game = transfers("a germany infantry 0515; b germany infantry 0512; x france infantry 0511")
    assert game.why("transfer", "a") == "a is not on a Transport Line (USE 4.1)"
    assert "0411" not in game.offers("transfer", "b")  # next to x
    assert "0614" in game.offers("transfer", "b")
    assert "no Transport Line leads there" in game.why("transfer", "b", "0510")


def test_4_1_not_into_enemy_cities_nor_past_them() -> None:
    game = transfers("x france infantry 0808; a germany infantry 0601", side=WEST, control={"0908": AXIS, "0509": AXIS})
    assert "0508" in game.offers("transfer", "x")
    assert "0509" not in game.offers("transfer", "x")


def test_4_1_not_out_of_a_fort_that_it_occupies() -> None:
    game = transfers("x france infantry 0812 fort", side=WEST, forts={"0812": "france"})
    assert game.why("transfer", "x") == "x occupies a fort: it leaves by Army Operations (USE 4.2.3.5)"
    assert transfers("x france infantry 0812", side=WEST, forts={"0812": "france"}).why("transfer", "x") == ""


def test_4_1_it_does_not_act_afterwards_and_the_marker_comes_back() -> None:
    game = transfers("a germany infantry 0214; f germany fighter 0614")
    game.do("transfer", "a", "0512")
    after = Game(game.state)
    assert after.why("activate", "a") == "a has moved strategically this turn (USE 4.1)"
    game.state.rest()
    assert Game(game.state, Segment("Strategic Movement Phase", AXIS)).why("transfer", "a") == ""


# ------------------------------------------------------------------------------------------------ 6.0, 6.3.1


def test_6_0_a_unit_acts_once_in_a_phase_and_one_after_the_other() -> None:
    game = actions("a germany infantry 0512; b germany infantry 0513; x france infantry 0808")
    game.do("activate", "a")
    assert game.asked == ("axis", "operations")  # nobody else before it has ended
    game.do("stop")
    assert game.why("activate", "a") == "a has been activated in this phase (USE 6.0)"
    assert game.offers("activate") == {"b"}


def test_6_3_1_any_ground_unit_whatever_its_strength_and_supply() -> None:
    units = (
        "a germany garrison 0512; b germany infantry 0513 reduced no; c germany tank 0514 low; f germany fighter 0412"
    )
    game = actions(f"{units}; x france infantry 0808")
    assert game.offers("activate") == {"a", "b", "c"}
    assert game.why("activate", "f") == "f is not a ground unit of yours on the map (USE 6.3.1)"
    assert game.why("activate", "x") == "x is not a ground unit of yours on the map (USE 6.3.1)"


def test_6_3_1_it_moves_in_parts_and_points_are_not_saved() -> None:
    game = actions("a germany infantry 0909; x poland infantry 0211", board=POLAND)
    game.do("activate", "a")
    game.do("move", "0908")
    game.do("move", "0907")
    game.do("stop")
    assert game.place("a") == "0907"
    assert "activate" not in game.verbs()


def test_6_2_an_air_unit_acts_until_it_has_six_sorties() -> None:
    game = actions("f germany fighter 0512 s4; a germany infantry 0513; x france infantry 0808")
    game.do("rebase", "f", "0412")
    game.do("rebase", "f", "0512")
    assert game.sorties("f") == 6
    assert game.why("rebase", "f") == "f has 6 Sorties (USE 1.5)"


# ------------------------------------------------------------------------------------------------ 5.3.2, 5.3.3


@pytest.mark.parametrize("weather", ["Fair", "Poor", "Severe"])
@pytest.mark.parametrize("switched", [False, True])
def test_5_3_2_mobile_attacks_may_need_fair_weather(weather: str, switched: bool) -> None:
    game = actions("a germany tank 0908; x poland infantry 0909", board=POLAND, weather=weather,
                   mobile_attack_needs_fair=switched)  # fmt: skip
    game.do("activate", "a")
    assert ("attack" in game.verbs()) == (weather == "Fair" or not switched)
    assert "assault" in game.verbs()


def test_5_3_3_an_assault_is_designated_and_ends_the_activation() -> None:
    game = actions("a germany infantry 0908; b germany infantry 0808; x poland infantry 0909", board=POLAND)
    game.do("activate", "a")
    game.do("assault", "0909")
    assert game.asked == ("axis", "Actions Sub-Phase")
    assert game.offers("resolve") == {"0909"}
    assert game.why("resolve", "0909", "b") == "b has no Assault marker for this hex (USE 5.3.3)"


def test_5_3_3_not_after_a_mobile_attack() -> None:
    game = actions("a germany tank 0908; x poland infantry 0909", board=POLAND)
    game.do("activate", "a")
    game.do("attack", "0909", dice=[(1, 4)])
    assert game.why("assault", "0909") == "it has made a Mobile attack in this activation (USE 5.3.3)"
    assert game.why("assault") == "it has made a Mobile attack in this activation (USE 5.3.3)"
    assert "attack" in game.verbs()


def test_5_3_3_one_primary_and_two_others_at_most() -> None:
    units = "a germany infantry 0908; b germany infantry 0808; c germany infantry 0809; d germany infantry 1008"
    game = actions(f"{units}; x poland infantry 0909", board=POLAND, control={"0809": AXIS})
    for unit in "abcd":
        game.do("activate", unit)
        game.do("assault", "0909")
    assert game.offers("resolve", "0909") == {"a", "b", "c", "d"}
    why = game.why("resolve", "0909", "a", ["b", "c"], "d")
    assert why == "2 units join the Primary Attacker at most (USE 5.1)"
    assert game.why("resolve", "0909", "a", "a") == "a is the Primary Attacker (USE 5.1)"


def test_5_3_3_against_a_hex_that_has_been_emptied_one_may_advance() -> None:
    game = actions("a germany infantry 0908; b germany infantry 0808; x poland infantry 0909", board=POLAND)
    for unit in "ab":
        game.do("activate", unit)
        game.do("assault", "0909")
    game.state.remove(game.unit("x"), "1.2")
    game.state.wait = None
    game.go()
    assert game.why("resolve", "0909", "a", "b") == "the hex is empty: one unit may advance (USE 5.3.3)"
    game.do("resolve", "0909", "b", [])
    assert (game.place("a"), game.place("b")) == ("0908", "0909")
    assert "resolve" not in game.verbs()  # where a friend is now, nothing is left to assault


def test_5_3_3_what_is_not_resolved_is_taken_off_at_the_end() -> None:
    game = actions("a germany infantry 0908; x poland infantry 0909", board=POLAND)
    game.do("activate", "a")
    game.do("assault", "0909")
    Game(game.state, EndActions(AXIS))
    assert game.state.assault[game.unit("a")] == -1


def test_5_3_attacks_need_a_neighbour_an_enemy_and_an_open_hexside() -> None:
    game = actions("a germany infantry 0607; x uk infantry 0507; y france infantry 0711", control={"0607": AXIS})
    game.do("activate", "a")
    assert game.why("attack", "0507") == "the hexside is closed to ground units (USE 4.0)"
    assert game.why("attack", "0608") == "no enemy ground unit is there (USE 5.3)"
    assert game.why("attack", "0711") == "it is not next to the unit (USE 5.3)"


def test_4_0_western_units_do_not_attack_into_land_they_may_not_enter() -> None:
    state = USE.begin(USE.load("balkans-1941"))
    game = Game(state, Segment("Operations Phase / Actions Sub-Phase", WEST))
    game.do("activate", "gre_2")
    assert "units of its country do not go there (USE 4.0)" in game.why("attack", "1112")


def test_4_2_3_1_the_word_itself_says_who_goes_nowhere() -> None:
    """4.2.3.1, 4.2.4: not merely that there is nothing to pick."""
    game = actions("a germany infantry 0909; x france infantry 0808")
    game.do("activate", "a")
    assert "only the West has ships" in game.why("sail")
    game.do("move", "0809")
    assert game.why("move").startswith("it has moved or attacked and is in an EZOC: it may attack")


def test_4_1_each_faction_has_its_strategic_move() -> None:
    """4.1: Western and Soviets have a marker each."""
    state = at_sea("uk_1 london, uk_2 hull, sov_1 moscow", phasing=WEST)
    state.did(state.scenario.unit("uk_1"), STRATEGICALLY_MOVED)
    segment = Segment("Strategic Movement Phase", WEST)
    assert "is used" in "; ".join(
        words(state.scenario, each.because) for each in cannot_go(segment, state, state.scenario.unit("uk_2"))
    )
    assert not list(cannot_go(segment, state, state.scenario.unit("sov_1")))
