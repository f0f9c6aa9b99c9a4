"""USE E0: Event markers: who may use which, what they are worth, when they come back; those put on the map."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.flow import Roll
from sandtable.core.sequence import Segment
from sandtable.play.explain import reason
from sandtable.systems.use.e0_events import GROUND, surprise, unfit
from sandtable.systems.use.s05_2_air import AirCombat
from sandtable.systems.use.s06_1_markers import EndActions, bad_spot, spots
from sandtable.systems.use.state import IN_FORCE
from systems.use import seas
from systems.use.field import AXIS, WEST, Game, field
from systems.use.seas import ACTIONS

FIGHT = "pz germany tank 1008; x belgium infantry 1007"


def attack(units: str, *says: tuple[str, ...], unit: str = "pz", target: str = "1007", **more: Any) -> Game:
    game = Game(field(units, **more))
    game.do("activate", unit)
    game.do("attack", target)
    for words in says:
        game.do(*words)
    return game


def assault_of_two(units: str) -> Game:
    """Of a and b on 1007; their side commits something."""
    game = Game(field(units))
    for unit in "ab":
        game.do("activate", unit)
        game.do("assault", "1007")
    game.do("resolve", "1007", "a", ["b"])
    game.do("commit")
    return game


def test_e3_ground_support_is_worth_one_to_a_minor_country() -> None:
    game = attack(f"{FIGHT}; g belgium ground_support events_west", ("commit",), ("event", "g"))
    assert game.lines("defender") == [("Ground Support", 1)]


def test_e3_none_for_a_great_power_and_one_a_side() -> None:
    assert isinstance(attack("pz germany tank 1008; x france infantry 1007; g belgium ground_support events_west").wait,
                      Roll)  # fmt: skip
    two = f"{FIGHT}; g belgium ground_support events_west; h belgium ground_support events_west"
    game = attack(two, ("commit",), ("event", "g"))
    assert isinstance(game.wait, Roll)
    assert game.place("h") == "events_west"


def test_e3_it_helps_if_any_attacker_is_of_a_minor_country() -> None:
    units = (
        "a germany infantry 1008; b hungary infantry 0907; x france infantry 1007; g hungary ground_support events_axis"
    )
    game = assault_of_two(units)
    game.do("event", "g")
    assert ("Ground Support", 1) in game.lines("attacker")


def test_e2_free_forces() -> None:
    game = attack("pz germany tank 1008; x france infantry 1007; f france free_forces events_west",
                  ("commit",), ("event", "f"))  # fmt: skip
    assert ("Free Forces", 1) in game.lines("defender")


def test_e7_rockets_are_for_combats_of_germany() -> None:
    rockets = "r germany rockets events_axis"
    game = attack(f"{FIGHT}; {rockets}", ("commit",), ("event", "r"))
    assert game.lines("defender") == [("Rockets", -2)]
    assert isinstance(attack(f"pz italy infantry 1008; x belgium infantry 1007; {rockets}").wait, Roll)


def test_e8_snafu_and_e11_ultra_in_a_ground_combat() -> None:
    units = f"{FIGHT}; s germany snafu events_axis; u uk ultra events_west"
    game = attack(units, ("commit",), ("commit",), ("event", "s"), ("event", "u"))
    assert game.lines("defender") == [("ULTRA", 1), ("SNAFU", -1)]


# ------------------------------------------------------------------------------------------------ tanks


def test_e10_a_tanks_marker_makes_a_unit_of_its_country_a_tank() -> None:
    units = "pz germany infantry 1008; x belgium infantry 1007; t germany tanks events_axis"
    game = attack(units, ("commit",), ("event", "t"))
    assert game.lines("attacker") == [("German unit", 2), ("Tank unit in Fair weather, by t", 2)]


@pytest.mark.parametrize("unit", ["germany tank", "italy infantry"])
def test_e10_not_one_that_is_a_tank_nor_of_another_country(unit: str) -> None:
    assert isinstance(attack(f"pz {unit} 1008; x belgium infantry 1007; t germany tanks events_axis").wait, Roll)


def test_e10_one_for_each_unit_the_primary_attacker_first() -> None:
    units = (
        "a germany infantry 1008; b germany infantry 0907; x belgium infantry 1007;"
        "t germany tanks events_axis; u germany tanks events_axis; v germany tanks events_axis"
    )
    game = assault_of_two(units)
    game.do("event", "t")
    assert "one for each" not in game.why("event", "u")
    game.do("event", "u")
    assert isinstance(game.wait, Roll)  # v has no unit left
    assert game.lines("attacker") == [
        ("German unit", 2), ("Tank unit in Fair weather, by t and u", 2),
        ("each additional Tank or Shock attacker, not in Severe weather (x1), by t and u", 2),
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ in the air


def strike(units: str, *says: tuple[str, ...], **more: Any) -> Game:
    game = Game(field(units, **more))
    game.do("strike", "luf", "air")
    for words in says:
        game.do(*words)
    return game


AIRFIELDS = "luf germany fighter 0512; air france fighter 0808"


def test_e4_jets_are_for_german_air_units_in_air_combat() -> None:
    game = strike(f"{AIRFIELDS}; j germany jets events_axis", ("commit",), ("event", "j"))
    assert game.lines("attacker") == [("German air unit", 2), ("Jets", 2)]
    other = "luf italy fighter 0512; air france fighter 0808; j germany jets events_axis"
    assert isinstance(strike(other).wait, Roll)
    assert isinstance(attack(f"{FIGHT}; j germany jets events_axis").wait, Roll)  # not in ground combat


def test_e8_snafu_and_e11_ultra_in_an_air_combat() -> None:
    units = f"{AIRFIELDS}; s germany snafu events_axis; u uk ultra events_west"
    game = strike(units, ("commit",), ("commit",), ("event", "s"), ("event", "u"))
    assert game.lines("defender") == [("ULTRA", 1), ("SNAFU", -1)]


def test_5_1_the_air_combat_over_a_ground_combat_has_a_commitment_of_its_own() -> None:
    units = f"pz germany tank 0611; two france infantry 0711; {AIRFIELDS}; u uk ultra events_west"
    game = attack(units, ("commit",), ("commit",), ("air", "luf"), ("air", "air"), ("pass",), target="0711")
    assert game.asked == ("west", "commitment")
    assert isinstance(game.state.stack[-2], AirCombat)
    game.do("commit")
    game.do("event", "u")
    assert game.lines("defender") == [("ULTRA", 1)]
    game.roll((3, 3))
    assert ("ULTRA", 1) not in game.lines("defender")  # it counted in the air
    game.roll((3, 3), 2)
    assert game.place("u") == "turn_3"


# ------------------------------------------------------------------------------------------------ when they are back


@pytest.mark.parametrize(
    ("marker", "die", "at"),
    [
        ("ground_support", 2, "turn_3"),
        ("ground_support", 5, ""),
        ("free_forces", 1, "turn_2"),
        ("ultra", 4, "turn_5"),
        ("snafu", 3, "turn_4"),
    ],
)
def test_e0_a_marker_that_was_used_comes_back_after_as_many_turns_as_a_die_says(marker: str, die: int, at: str) -> None:
    """1.6: the present turn is not counted; after the last there is no coming back."""
    game = attack(f"{FIGHT}; m belgium {marker} events_west", ("commit",), ("event", "m"))
    game.roll((1, 4), die)
    assert game.place("m") == at


@pytest.mark.parametrize(("marker", "dice", "at"), [("tanks", [(1, 4)], "turn_2"), ("rockets", [(1, 6), 3], "turn_4")])
def test_e10_tanks_are_back_next_turn_and_e7_rockets_by_a_die(marker: str, dice: list[Any], at: str) -> None:
    units = f"pz germany infantry 1008; x belgium infantry 1007; m germany {marker} events_axis"
    game = attack(units, ("commit",), ("event", "m"))
    game.roll(*dice)  # no effect
    assert game.place("m") == at


def test_e4_jets_are_back_next_turn() -> None:
    game = strike(f"{AIRFIELDS}; j germany jets events_axis", ("commit",), ("event", "j"))
    game.roll((3, 3))
    assert game.place("j") == "turn_2"


def test_e0_a_marker_of_a_country_that_falls_in_the_combat_does_not_come_back() -> None:
    units = "pz germany tank 0611; x france infantry 0711; t france tanks events_west"
    state = field(units, control={"0509": AXIS})
    state.will[state.theatre.country("france")] = 1
    game = Game(state)
    game.do("activate", "pz")
    game.do("attack", "0711")
    game.do("commit")
    game.do("event", "t")
    state.sorties[0] = 0
    game.roll((6, 1))  # 8 against 4: DR
    while game.asked[1] != "operations":
        game.do(*{"retreat": ("0811",), "advance": ("advance", "pz")}[game.asked[1]])
    assert game.state.status[game.state.theatre.country("france")] == 1
    assert game.place("t") == ""


# ------------------------------------------------------------------------------------------------ on the map


def place(units: str, *, phasing: Any = AXIS, **more: Any) -> Game:
    return Game(field(units, phasing=phasing, **more))


def test_e1_an_airdrop_comes_down_within_three_hexes_of_an_air_unit_of_its_country() -> None:
    game = place("luf germany fighter 0512; d germany airdrop events_axis; it italy fighter 0808")
    assert game.why("place", "d", "0809") == "no air unit of its country is within 3 hexes (USE 1.4)"
    assert game.why("place", "d", "0811") == ""
    assert "no ground unit could be there (USE 4.0)" in game.why("place", "d", "0208")


@pytest.mark.parametrize(("die", "held"), [(3, AXIS), (4, WEST)])
def test_e1_an_enemy_city_without_units_falls_on_one_to_three(die: int, held: int) -> None:
    game = place("luf germany fighter 0512; d germany airdrop events_axis")
    game.do("place", "d", "0510", dice=[die])
    assert game.state.controller(game.state.scenario.place("0510")) == held
    assert len(game.told("will")) == (held == AXIS)


@pytest.mark.parametrize("there", ["infantry", "fighter"])
def test_e1_a_city_with_a_unit_does_not(there: str) -> None:
    game = place(f"luf germany fighter 0512; d germany airdrop events_axis; x belgium {there} 0510")
    game.do("place", "d", "0510")
    assert game.asked == ("axis", "Actions Sub-Phase")


def test_e1_it_weakens_whoever_is_attacked_in_its_hex_on_the_ground_and_at_its_base() -> None:
    units = "pz germany tank 0511; luf germany fighter 0512; x belgium infantry 0510; air belgium fighter 0510"
    game = place(f"{units}; d germany airdrop events_axis")
    game.do("place", "d", "0510")
    game.do("strike", "luf", "air")
    assert game.lines("defender") == [("an Airdrop in the hex", -2)]
    game.roll((3, 3))
    game.do("activate", "pz")
    game.do("attack", "0510")
    game.do("hold")
    game.do("hold")
    assert game.lines("defender") == [("an Airdrop in the hex", -2)]


def test_e1_a_supporting_air_unit_from_elsewhere_is_not_weakened() -> None:
    units = "pz germany tank 0511; luf germany fighter 0512; x belgium infantry 0510; air belgium fighter 0508"
    game = place(f"{units}; d germany airdrop 0510")
    game.do("activate", "pz")
    game.do("attack", "0510")
    for words in (("commit",), ("commit",), ("air", "luf"), ("air", "air")):
        game.do(*words)
    assert game.lines("defender") == [("no modifiers", 0)]


@pytest.mark.parametrize(("die", "at"), [(1, "turn_2"), (4, "turn_5"), (5, ""), (6, "")])
def test_e1_at_the_end_of_the_sub_phase_a_die_tells_when_it_is_back(die: int, at: str) -> None:
    game = Game(field("d germany airdrop 0510; a germany infantry 0511"), EndActions(AXIS), dice=[die])
    assert game.place("d") == at


def test_e1_on_a_six_it_is_out_of_the_game() -> None:
    """E1: not six turns later, though the track were long enough."""
    state = field("d germany airdrop 0510; p uk partisans 0511")
    game = Game(state, EndActions(AXIS))
    assert isinstance(game.wait, Roll)
    assert game.wait.meanings() == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}  # 5: after the last turn


def test_e6_partisans_rise_under_an_enemy_in_an_allied_country() -> None:
    """1.4 ranges.partisans"""
    units = "x germany infantry 0510; y germany infantry 0512; own france infantry 0808; p france partisans events_west"
    game = place(units, phasing=WEST)
    assert game.offers("place", "p") == {"0510"}
    game.do("place", "p", "0510")
    assert game.place("p") == "0510"


def test_e6_partisans_of_one_faction_rose_in_the_country_of_another() -> None:
    """1.4 ranges.partisans, 2.0: in a friendly country, which is one of their own faction; conquered too."""
    units = "ger_1 0402, ger_2 0410, uk_partisans events_west, sov_partisans events_west"
    game = seas.west(units)
    assert game.refused("place", "uk_partisans", "0410") == (
        "its Partisans rise under an enemy ground unit in a Western country (1.4)"
    )
    assert "in a Soviet country (1.4)" in game.refused("place", "sov_partisans", "0402")
    game.state.leave_war(seas.country(game.state, "france"))
    game.say("place", "uk_partisans", "0402")
    game.say("place", "sov_partisans", "0410")


def test_e6_partisans_do_not_rise_in_a_neutral() -> None:
    game = seas.west("ger_1 0105, uk_partisans events_west")
    assert game.refused("place", "uk_partisans", "0105") == "there is no hex where uk_partisans could be put (6.1)"


def test_e0_markers_of_one_faction_served_the_other() -> None:
    """E0, E9, 2.0: the Soviets' Surprise Attack is not the West's, nor is ULTRA theirs."""
    state = seas.at_sea("uk_1 0109, sov_1 0410, ger_1 0110, ger_2 0310, uk_ultra events_west, sov_surprise 0209")
    british, soviet, ultra = (seas.unit(state, id) for id in ("uk_1", "sov_1", "uk_ultra"))
    assert surprise(state, seas.place(state, "0110"), british) == []
    assert [term.rule for term in surprise(state, seas.place(state, "0310"), soviet)] == ["E9"]
    assert [reason(state.scenario, each) for each in unfit(state, GROUND, ultra, (soviet,), ())] == [
        "uk_ultra is of another faction (USE E0)"
    ]
    assert not list(unfit(state, GROUND, ultra, (soviet, british), ()))


def test_e6_the_axis_has_no_partisans() -> None:
    game = place("x france infantry 0512; p germany partisans events_axis")
    assert game.why("place", "p") == "there is no hex where p could be put (USE 6.1)"


def test_e6_who_is_attacked_above_them_is_weakened() -> None:
    units = "a france infantry 0610; x germany infantry 0510; p france partisans 0510"
    game = place(units, phasing=WEST)
    game.do("activate", "a")
    game.do("attack", "0510")
    assert ("Partisans in the hex", -2) in game.lines("defender")


def test_e6_partisans_come_back_by_a_die() -> None:
    game = Game(field("p france partisans 0510", phasing=WEST), EndActions(WEST), dice=[2])
    assert game.place("p") == "turn_3"


@pytest.mark.parametrize(("at", "helps"), [("1007", True), ("0906", True), ("1005", True), ("1004", False)])
def test_e9_a_surprise_attack_helps_attackers_within_two_hexes_once(at: str, helps: bool) -> None:
    game = attack(f"{FIGHT}; s germany surprise_attack {at}; t germany surprise_attack {at}")
    assert game.lines("attacker").count(("Surprise Attack", 1)) == helps
    assert ("Surprise Attack", 1) not in game.lines("defender")


def test_e9_also_in_the_air_combat_over_it_and_in_an_air_strike() -> None:
    units = f"pz germany tank 0611; two france infantry 0711; {AIRFIELDS}; s germany surprise_attack 0711"
    game = attack(units, ("commit",), ("commit",), ("air", "luf"), ("air", "air"), target="0711")
    assert game.lines("attacker") == [("German air unit", 2), ("Surprise Attack", 1)]
    assert ("Surprise Attack", 1) in strike(f"{AIRFIELDS}; s germany surprise_attack 0808").lines("attacker")


@pytest.mark.parametrize(("country", "side", "at"), [("germany", AXIS, ""), ("uk", WEST, ""), ("usa", WEST, "turn_5")])
def test_e9_it_is_gone_after_the_sub_phase_but_that_of_the_usa_comes_back(country: str, side: Any, at: str) -> None:
    game = Game(field(f"s {country} surprise_attack 0711", phasing=side), EndActions(side))
    assert game.place("s") == at


def test_6_1_only_markers_of_the_events_box_that_go_on_the_map_are_put_there() -> None:
    game = place("luf germany fighter 0512; d germany airdrop turn_3; t germany tanks events_axis")
    assert "d is not in your Events box (USE 6.1)" in game.why("place", "d")
    assert "t is not put on the map (USE 6.1)" in game.why("place", "t")
    assert "place" not in game.verbs()


def test_e0_markers_on_the_map_are_not_committed_and_others_not_to_what_they_do_not_fit() -> None:
    game = attack(f"{FIGHT}; luf germany fighter 0808; d germany airdrop events_axis; j germany jets events_axis",
                  ("commit",))  # fmt: skip
    assert "d is not committed to such a combat (USE E0)" in game.why("event", "d")
    assert "j is not committed to such a combat (USE E0)" in game.why("event", "j")


def test_E1_an_airdrop_keeps_to_policies_and_one_is_in_a_hex() -> None:
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
