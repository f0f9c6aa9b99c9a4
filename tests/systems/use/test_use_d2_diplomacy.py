"""USE D1-D3, 9.0: policies, declarations of war, the Diplomacy Cup, Surprise Attack markers that are bought."""

from __future__ import annotations

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import PACT, EvaluatePolicy, least_die, why_closed
from sandtable.systems.use.d3_diplomacy import Diplomacy
from sandtable.systems.use.s06_2_air_actions import bad_victim
from sandtable.systems.use.s06_2_naval import bad_factory
from sandtable.systems.use.s13_conditional import USA_ENTRY, by_policies
from sandtable.systems.use.state import BROKEN, ENDED, IN_FORCE, UseState
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, SOVIET, WEST, WESTERN
from systems.use.seas import ACTIONS, Game, at_sea, country, unit, where

# ------------------------------------------------------------------------------------------------ D1, D2


@pytest.mark.parametrize(
    ("tries", "die", "ends"), [(0, 4, False), (0, 5, True), (1, 4, True), (2, 3, True), (7, 2, False)]
)
def test_D1_a_policy_ends_on_a_lower_die_each_time(tries: int, die: int, ends: bool) -> None:
    state = at_sea()
    state.set_policy(1, IN_FORCE, "D1")

    Game(state, EvaluatePolicy(1, tries), [die])

    assert (state.policies[1] == ENDED) == ends
    assert [least_die(state, nth) for nth in range(4)] == [5, 4, 3, 3]


def declaring(side: int) -> Game:
    return Game(at_sea(phasing=side), Segment("Declare War Phase", WEST if side else AXIS))


def test_D2_war_brings_a_neutral_to_the_enemy() -> None:
    """1.2 declare-war, D2: it joins, is set up, and may be entered from now on."""
    game = declaring(AXIS)
    assert "the counters of turkey are yours" in game.refused("declare", "turkey")
    assert "uk is not among the choices (D2)" in game.refused("declare", "uk")
    game.say("declare", "norway")

    assert game.state.faction[country(game.state, "norway")] == WESTERN
    assert where(game.state, "nor_1") == "0105"


def test_D2_appeasement_binds_the_west() -> None:
    game = declaring(WEST)
    game.state.set_policy(0, IN_FORCE, "D1")
    assert "Appeasement holds" in game.refused("declare", "turkey")

    game.state.set_policy(0, ENDED, "D1")
    game.say("declare", "turkey")
    assert game.state.faction[country(game.state, "turkey")] == AXIS_FACTION


def test_D2_war_is_declared_on_a_faction_once_the_policy_is_over() -> None:
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


def test_D2_an_allied_faction_declares_war_too_and_ended_policies_still_bring_the_usa() -> None:
    game = declaring(WEST)
    for policy in (0, 1):
        game.state.set_policy(policy, ENDED, "D1")
    game.say("war", "western")
    assert [game.state.at_peace(AXIS_FACTION, each) for each in (WESTERN, SOVIET)] == [False, True]
    assert by_policies(game.state) == (USA_ENTRY,)


def test_4_0_a_neutral_is_closed_until_it_is_active() -> None:
    """4.0 ground and air prohibited: a country that is neutral."""
    state = at_sea("ger_1 0110, ger_fighter berlin")
    game = Game(state, Segment("Operations Phase / Actions Sub-Phase", AXIS))
    state.faction[country(state, "ussr")] = 0
    state.forget()
    game.say("activate", "ger_1")
    assert "which is neutral (4.0)" in game.refused("move", "0210")


def test_4_0_a_policy_closes_a_country_to_armies_and_air_units() -> None:
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


def test_D1_soviets_and_axis_are_at_peace_under_the_pact() -> None:
    """D1: their coasts are closed to each other, those of the West are not."""
    state = at_sea("ger_ship kiel")
    ship, odessa, hull = unit(state, "ger_ship"), state.scenario.place("odessa"), state.scenario.place("hull")
    assert why_closed(state, ship, odessa) == ""

    state.set_policy(1, IN_FORCE, "D1")

    assert why_closed(state, ship, odessa) == "a policy or peace closes Soviet Union"
    assert why_closed(state, ship, hull) == ""


def test_D1_a_policy_protects_from_strikes_and_bombs() -> None:
    state = at_sea("ger_fighter kiel, uk_fighter hull, ger_bomber berlin")
    segment, ids = Segment(ACTIONS, AXIS), [unit(state, id) for id in ("ger_fighter", "uk_fighter", "ger_bomber")]
    moscow = state.scenario.place("moscow")
    assert not list(bad_victim(segment, state, *ids[:2]))
    assert not list(bad_factory(segment, state, ids[2], moscow))
    for policy in (0, PACT):
        state.set_policy(policy, IN_FORCE, "D1")
    assert [each.rule for each in bad_victim(segment, state, *ids[:2])] == ["D1"]
    assert [each.rule for each in bad_factory(segment, state, ids[2], moscow)] == ["4.0"]


# ------------------------------------------------------------------------------------------------ D3


def cup(units: str, side: int = 0, **points: int) -> Game:
    state = at_sea(units)
    for id, many in points.items():
        state.grant(country(state, id), many, "9.0")
    return Game(state, Diplomacy(WEST if side else AXIS))


def test_9_0_draw_from_cup() -> None:
    """9.0 draw-from-cup: five points of one great power, blind; once for a faction, and then nothing is put back."""
    game = cup("nothing diplomacy_cup, success diplomacy_cup")
    assert "uk is not among the choices (D3)" in game.refused("draw", "uk")
    game.say("draw", "germany")
    game.roll(2)  # markers in the order of their numbers: success 1, nothing 2

    assert game.state.points[country(game.state, "germany")] == 35
    assert where(game.state, "nothing") == "diplomacy_holding"
    assert game.outcome is None


def test_9_0_put_in_cup() -> None:
    """9.0 put-in-cup: five points; with a No Event marker, if one is held."""
    game = cup("success diplomacy_holding, nothing diplomacy_holding, nothing2 diplomacy_holding")
    assert "the cup is empty (D3)" in game.refused("draw", "germany")
    game.say("put_back", "germany", "success")

    state = game.state
    assert where(state, "success") == "diplomacy_cup"
    assert sorted([where(state, "nothing"), where(state, "nothing2")]) == ["diplomacy_cup", "diplomacy_holding"]
    assert state.points[country(state, "germany")] == 35
    assert game.outcome is None


def test_D3_who_cannot_pay_does_nothing() -> None:
    game = cup("nothing diplomacy_cup", germany=4)

    assert "4 production points, and this costs 5 (9.0)" in game.refused("draw", "germany")
    assert game.offered == ["end"]


def test_D3_western_and_soviet_factions_each_have_their_turn() -> None:
    game = cup("nothing diplomacy_cup, nothing2 diplomacy_cup", side=1)
    game.say("draw", "uk")
    game.roll(1)
    assert "uk is not among the choices (D3)" in game.refused("draw", "uk")
    game.say("draw", "ussr")
    game.roll(1)

    assert where(game.state, "nothing") == where(game.state, "nothing2") == "diplomacy_holding"


def test_D3_political_success_twice_brings_a_country_in() -> None:
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


def test_D3_political_failure_is_the_enemys_success() -> None:
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


def test_2_1_2_disputed_area_ceded() -> None:
    """2.1.2 disputed-area-ceded, D3: +2 to the USSR; the area is its own."""
    game = seizing()
    assert "denmark is not a neutral with a Disputed Area" in game.refused("denmark")
    game.say("norway")
    assert game.offered == ["cede"]  # its counters are not the Axis's
    game.say("cede")

    state: UseState = game.state
    assert state.will[country(state, "ussr")] == 42
    assert state.controller(state.scenario.place("bergen")) == WEST


def test_D3_who_refuses_to_cede_joins_the_axis() -> None:
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


def test_9_0_surprise_attack_marker() -> None:
    """9.0 surprise-attack-marker: twenty points, from its box to the Turn Track four turns later."""
    game = buying("ger_surprise surprise_holding")
    game.say("buy", "ger_surprise")

    assert where(game.state, "ger_surprise") == "turn_5"
    assert game.state.points[country(game.state, "germany")] == 20
    assert "not in the Holding Box (9.0)" in game.refused("buy", "ger_surprise")


def test_9_0_surprise_attack_marker_too_dear_or_too_late() -> None:
    poor = buying("ger_surprise surprise_holding", germany=19)
    assert "19 production points, and this costs 20 (9.0)" in poor.refused("buy", "ger_surprise")

    for turn in (5, 6, 8):
        late = buying("ger_surprise surprise_holding", turn=turn)
        because = "it comes 4 turns later, and the Turn Track ends before that (9.0)"
        assert late.refused("buy", "ger_surprise") == because
        assert late.offered == ["end"], "it was lost, and twenty points with it"
    buying("ger_surprise surprise_holding", turn=4).say("buy", "ger_surprise")  # for the last turn
