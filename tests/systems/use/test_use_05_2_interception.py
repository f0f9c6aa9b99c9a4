"""USE 1.4, 5.2, 4.2.4: who may intercept, escort, interdiction, transport by convoy, bombing."""

from __future__ import annotations

from typing import Any

from sandtable.core.flow import Roll
from sandtable.play.explain import words
from sandtable.systems.use.s05_2_interception import VOYAGE, Interception, in_reach, interceptors
from sandtable.systems.use.state import IN_FORCE, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, WEST, WESTERN
from systems.use.seas import Game, at_sea, axis, country, place, sorties, unit, west, where

# ------------------------------------------------------------------------------------------------ 1.4 who may intercept


def crossing(units: str, zone: str = "sea_1", **said: Any) -> tuple[Interception, UseState]:
    state = at_sea(f"uk_convoy hull, {units}", **said)
    frame = Interception(WEST, place(state, zone), unit(state, "uk_convoy"), (), VOYAGE)
    state.stack[:] = [frame]
    return frame, state


def names(frame: Interception, state: UseState) -> list[str]:
    return [state.scenario.unit_name(each) for each in interceptors(frame, state)]


def test_1_4_air_interception_of_naval_is_from_the_same_sea_zone() -> None:
    """1.4 air-interception-of-naval: an air unit on the coast of that Sea Zone, of any kind."""
    assert names(*crossing("ger_fighter kiel, ger_bomber essen")) == ["ger_fighter"]
    assert names(*crossing("ger_fighter kiel, ger_bomber essen", "sea_2")) == []


def test_1_4_naval_interception_from_a_sea_zone_reaches_two() -> None:
    """1.4 naval-interception-sea-zone: its own the first; no path over a strait."""
    state = at_sea("fra_ship brest, ger_ship kiel")
    ship, raider = unit(state, "fra_ship"), unit(state, "ger_ship")

    assert in_reach(state, ship, place(state, "sea_2"))
    assert in_reach(state, ship, place(state, "sea_1"))
    assert not in_reach(state, ship, place(state, "sea_7"))
    assert not in_reach(state, ship, place(state, "sea_13"))  # over a strait
    assert in_reach(state, raider, place(state, "sea_2"))
    assert in_reach(state, raider, place(state, "sea_3"))  # Kiel lies on both sides of the strait


def test_1_4_naval_interception_went_through_a_canal_whose_bank_the_enemy_holds() -> None:
    """1.4 naval-interception-sea-zone, 4.0: closed to a voyage, closed to whoever intercepts."""
    state = at_sea("fra_ship oran")
    ship, turkey, zone = unit(state, "fra_ship"), country(state, "turkey"), place(state, "sea_6")
    assert not in_reach(state, ship, zone), "a neutral's canal is closed"

    state.join(turkey, WESTERN, "13.0")
    assert in_reach(state, ship, zone)

    state.take_control(place(state, "izmir"), AXIS, "2.3.1")
    assert not in_reach(state, ship, zone)
    assert in_reach(state, ship, place(state, "sea_32"))


def test_1_4_naval_interception_from_a_map_box_reaches_one() -> None:
    """1.4 naval-interception-map-box."""
    state = at_sea("uk_carrier eastern_north_america")
    ship = unit(state, "uk_carrier")

    assert in_reach(state, ship, place(state, "sea_2"))
    assert not in_reach(state, ship, place(state, "sea_1"))


def test_1_4_convoys_tired_units_and_armies_do_not_intercept() -> None:
    assert names(*crossing("ger_convoy kiel, ger_ship kiel, ger_1 kiel", sorties={"ger_ship": 6})) == []
    assert names(*crossing("ger_convoy kiel, ger_ship kiel, ger_1 kiel")) == ["ger_ship"]


def test_D1_a_policy_keeps_interceptors_at_home() -> None:
    frame, state = crossing("ger_ship kiel")
    state.set_policy(0, IN_FORCE, "D1")

    assert names(frame, state) == []


def test_1_4_air_interception_of_air_is_within_five_hexes_of_the_target() -> None:
    """1.4 air-interception-of-air: fighters, of bombing runs; bombers by option."""
    near = west("uk_bomber hull, ger_fighter kiel, ger_bomber berlin")
    near.say("bomb", "uk_bomber", "berlin")
    assert near.asked.form.picks(near.state) == ["intercept", "pass"]
    assert [words(near.state.scenario, each.because) for each in USE.lens.matter(near.state, near.asked)] == [
        "uk_bomber passes 0110 Berlin"
    ]
    assert "does not intercept bombers (1.4)" in near.refused("intercept", "ger_bomber")

    far = west("uk_bomber hull, ger_fighter oran")
    far.say("bomb", "uk_bomber", "berlin")
    assert far.state.bombed[place(far.state, "berlin")]

    option = west("uk_bomber hull, ger_bomber berlin", options={"bombers_intercept": True})
    option.say("bomb", "uk_bomber", "berlin")
    option.say("intercept", "ger_bomber")


# ------------------------------------------------------------------------------------------------ 5.2 escort


def convoy(*dice: tuple[int, int], units: str = "", escort: bool = True, **said: Any) -> Game:
    """A convoy from Hull to Brest with an escort; the raider is at Kiel."""
    game = west(f"uk_convoy hull, uk_ship hull, ger_fighter kiel, {units}", **said)
    game.say("sail", "uk_convoy", ["uk_ship"] if escort else [], "brest", ["sea_1", "sea_2"])
    game.say("intercept", "ger_fighter")
    game.dice += dice
    return game


def test_5_2_escort_successful_ends_the_interception() -> None:
    """5.2 escort successful (♦, AS, AA): fighter 3, surface 2; 1 and 6 is AS."""
    game = convoy((1, 6))
    told = [words(game.state.scenario, each.because) for each in USE.lens.matter(game.state, game.asked)]
    assert told == [f"ger_fighter intercepts uk_convoy: {game.state.scenario.spoken_place(place(game.state, 'sea_1'))}"]

    game.say("escort", "uk_ship")

    assert where(game.state, "uk_convoy") == "0402"
    assert where(game.state, "uk_ship") == "0402"
    assert (sorties(game, "uk_convoy"), sorties(game, "uk_ship"), sorties(game, "ger_fighter")) == (1, 1, 2)


def test_5_2_escort_failed_lets_the_interceptor_attack_again() -> None:
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


def test_5_2_escort_failed_is_the_end_for_a_tired_interceptor() -> None:
    """5.2 escort failed: 4 to 1 is DR, and the Sortie for the attack is its sixth."""
    game = convoy((6, 1), sorties={"ger_fighter": 5, "uk_ship": 2})

    game.say("escort", "uk_ship")

    assert "escort {'unit': " in game.log
    assert "'result': 'failed'} 5.2" in game.log
    assert sorties(game, "ger_fighter") == 6
    assert where(game.state, "uk_convoy") == "0402", "nobody asks whether it attacks again"


def test_5_2_the_convoy_may_be_left_alone() -> None:
    game = convoy((1, 6))

    game.say("alone")

    assert sorties(game, "uk_ship") == 1  # for the voyage
    assert sorties(game, "uk_convoy") == 1  # for the combat


def test_1_4_air_escort_is_of_the_same_sea_zone() -> None:
    """1.4 air-escort: a fighter on its coast; one elsewhere is none."""
    game = convoy(units="uk_fighter hull, fra_1 brest", escort=False)
    assert "uk_convoy is no fighter or warship for uk_convoy (1.4)" in game.refused("escort", "uk_convoy")
    game.dice.append((3, 6))
    game.say("escort", "uk_fighter")
    assert sorties(game, "uk_fighter") == 1

    away = convoy(units="uk_fighter brest", escort=False)
    assert isinstance(away.wait, Roll), "in Sea Zone 1 the convoy meets the raider itself"


def test_1_4_bombers_escort_nobody() -> None:
    """1.4 air-escort: neither at sea nor in a strike."""
    game = convoy(units="uk_bomber hull", escort=False)
    assert isinstance(game.wait, Roll)
    near = convoy(units="uk_bomber hull, uk_fighter london")
    assert "uk_bomber is no fighter or warship for uk_convoy (1.4)" in near.refused("escort", "uk_bomber")


def test_1_4_air_escort_of_a_bomber_is_of_the_same_hex() -> None:
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


def test_5_2_an_interceptor_tries_once_in_a_sea_zone() -> None:
    game = convoy((1, 6))
    game.say("escort", "uk_ship")

    assert where(game.state, "uk_convoy") == "0402"  # Kiel is not on zone 2, and nobody is asked again


# ------------------------------------------------------------------------------------------------ 5.2 interdiction


def test_5_2_interdiction_failed() -> None:
    """5.2 interdiction failed (♦, AS, AA): the interceptor's activation ends, the voyage goes on."""
    game = convoy((3, 6), escort=False)
    game.go()

    assert where(game.state, "uk_convoy") == "0402"
    assert (sorties(game, "uk_convoy"), sorties(game, "ger_fighter")) == (1, 1)


def test_5_2_interdiction_naval_movement() -> None:
    """5.2 interdiction successful, naval-movement: ship and escort go to the nearest friendly port."""
    game = convoy((6, 1))
    game.say("alone")  # 9 to 1: DE+4
    game.say("hull")

    assert where(game.state, "uk_convoy") == "0102"
    assert where(game.state, "uk_ship") == "0102"
    assert (sorties(game, "uk_convoy"), sorties(game, "uk_ship")) == (4, 1)


def test_5_2_interdiction_without_a_port_loses_the_ships() -> None:
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


def carrying(cargo: str, *dice: tuple[int, int], units: str = "", **said: Any) -> Game:
    game = west(f"uk_convoy hull, {cargo} hull, ger_fighter kiel, {units}", **said)
    game.say("carry", cargo, "uk_convoy", [], "brest", ["sea_1", "sea_2"])
    game.dice += dice
    game.say("intercept", "ger_fighter")
    return game


def test_4_2_4_a_convoy_carries_an_army_to_another_port() -> None:
    """4.0 ground naval-transport: it costs the activation, which is paid."""
    game = west("uk_convoy hull, uk_1 hull")

    game.say("carry", "uk_1", "uk_convoy", [], "brest", ["sea_1", "sea_2"])

    assert where(game.state, "uk_1") == where(game.state, "uk_convoy") == "0402"
    assert "has been activated in this phase (6.0)" in game.refused("activate", "uk_1")
    assert game.state.points[country(game.state, "uk")] == 39
    assert sorties(game, "uk_convoy") == 1


def test_4_2_4_an_air_unit_on_board_adds_a_sortie() -> None:
    """4.0 air naval-transport."""
    game = west("uk_convoy hull, uk_fighter hull")

    game.say("carry", "uk_fighter", "uk_convoy", [], "brest", ["sea_1", "sea_2"])

    assert where(game.state, "uk_fighter") == "0402"
    assert sorties(game, "uk_fighter") == 1


def test_4_2_4_the_convoy_is_in_the_same_port() -> None:
    game = west("uk_convoy london, uk_1 hull, uk_ship hull")

    assert "no convoy can take uk_1 on board (4.2.4)" in game.refused(
        "carry", "uk_1", "uk_convoy", [], "brest", ["sea_1", "sea_2"]
    )


def test_5_2_transport_full_ground_unit() -> None:
    """5.2 transport full-ground-unit: it is reduced, and goes along to the nearest port."""
    game = carrying("uk_1", (6, 1))
    game.say("hull")

    assert game.state.reduced(unit(game.state, "uk_1"))
    assert where(game.state, "uk_1") == "0102"


def test_5_2_transport_reduced_ground_unit() -> None:
    """5.2 transport reduced-ground-unit: it stays reduced."""
    game = carrying("uk_1", (6, 1), reduced="uk_1")
    game.say("hull")

    assert game.state.steps[unit(game.state, "uk_1")] == 1


def test_5_2_transport_air_unit() -> None:
    """5.2 transport air-unit: two Sorties."""
    game = carrying("uk_fighter", (6, 1))
    game.say("hull")

    assert sorties(game, "uk_fighter") == 2


def test_1_4_a_fighter_that_is_carried_escorted_its_own_convoy() -> None:
    """1.4 air-escort, 4.2.4: who is on board escorts nobody; another fighter on that coast does."""
    alone = carrying("uk_fighter", (6, 1))
    assert alone.asked.form.name == "refuge", "nobody was asked for an escort"

    game = carrying("uk_fighter", units="uk_fighter2 0202")
    assert (game.asked.side, game.offered) == (WEST, ["escort", "alone"])
    assert game.refused("escort", "uk_fighter") == "uk_fighter is on board (4.2.4)"
    game.dice.append((1, 6))
    game.say("escort", "uk_fighter2")
    assert where(game.state, "uk_fighter") == "0402"


# ------------------------------------------------------------------------------------------------ bombing


def test_5_2_bombing_run_places_a_marker_for_a_sortie() -> None:
    """1.4 bombing-run: within twenty hexes, on an enemy factory."""
    game = west("uk_bomber hull, uk_fighter london")

    assert "uk_fighter is not a bomber (5.2)" in game.refused("bomb", "uk_fighter", "berlin")
    assert "no enemy factory is there (5.2)" in game.refused("bomb", "uk_bomber", "london")
    game.say("bomb", "uk_bomber", "berlin")

    assert game.state.bombed[place(game.state, "berlin")]
    assert sorties(game, "uk_bomber") == 1
    assert "it has a Bombed marker (5.2)" in game.refused("bomb", "uk_bomber", "berlin")


def test_5_2_interdiction_bombing_run() -> None:
    """5.2 interdiction bombing-run: no Bombed marker, the bomber's activation ends."""
    game = west("uk_bomber hull, ger_fighter kiel")
    game.say("bomb", "uk_bomber", "berlin")
    game.dice.append((6, 1))
    game.say("intercept", "ger_fighter")  # 8 against 0: DD+3

    assert not game.state.bombed[place(game.state, "berlin")]
    assert sorties(game, "uk_bomber") == 3
