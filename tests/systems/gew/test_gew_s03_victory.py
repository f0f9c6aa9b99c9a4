"""GEW 3: sudden death, points and levels."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from sandtable.core.bits import Bits
from sandtable.core.errors import BadInput
from sandtable.core.flow import Over, answer
from sandtable.play.positions import position_text, read_position
from sandtable.play.session import start
from sandtable.systems.gew.counsel.prizes import stakes
from sandtable.systems.gew.s03_victory import Reckoning, final_outcome, points_seen, sudden_death, victory_points
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s21_absorption import SUFFER
from sandtable.systems.gew.setups import setup_of
from sandtable.systems.gew.state import USMC_MOBILIZED, GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Game, Play


def give(state: GewState, places: Bits, power: int) -> None:
    for place in places:
        state.take_hex(place, power, "6.1")


def test_3_1_the_axis_wins_at_once_with_every_mobilization_hex_outside_britain(
    battlefield: Battlefield, game: Play
) -> None:
    """3.1: neutral Sweden's and the Soviet Union's count too (G3-1)."""
    state = battlefield()
    give(state, state.theatre.sudden_death_axis, AXIS)
    stockholm = state.theatre.place("stockholm")
    state.control[stockholm] = 0
    assert sudden_death(state) is None

    state.take_hex(stockholm, AXIS, "6.1")

    assert (found := sudden_death(state)) is not None
    assert found.winner == AXIS_SIDE
    played = game(state, Reckoning(AXIS_SIDE))
    assert isinstance(played.wait, Over)
    assert played.outcome.rule == "3.1"


def test_3_1_who_lacks_few_hexes_is_told_of(battlefield: Battlefield) -> None:
    """3.1: as a mobilization hex is taken, and while one to three are lacking."""
    state = battlefield()
    *first, fourth, third, second, last = state.theatre.sudden_death_allied
    for place in (*first, fourth):
        state.take_hex(place, WALLIED, "6.1")
    state.take_hex(state.theatre.place("sfax"), WALLIED, "6.1")
    near = [event for event in state.log or () if event.kind == "sudden_death_near"]
    assert [(event.data["side"], event.data["hexes"]) for event in near] == [(ALLIED_SIDE, (third, second, last))]
    for place in (third, second, last):
        state.take_hex(place, WALLIED, "6.1")
    near = [event for event in state.log or () if event.kind == "sudden_death_near"]
    assert [len(event.data["hexes"]) for event in near] == [3, 2, 1]


def test_3_1_western_and_soviet_control_count_together(battlefield: Battlefield) -> None:
    """3.1: every mobilization hex in Germany and Italy, whichever Ally has it."""
    state = battlefield(joined={"ussr": "soviet"})
    wanted = list(state.theatre.sudden_death_allied)
    for nth, place in enumerate(wanted):
        state.take_hex(place, WALLIED if nth % 2 else SOVIET, "6.1")
    outcome = sudden_death(state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (ALLIED_SIDE, "Sudden Death")

    state.take_hex(wanted[-1], AXIS, "6.1")
    assert sudden_death(state) is None


def test_3_1_a_hex_in_an_enemy_zone_is_not_controlled(battlefield: Battlefield) -> None:
    """3.1 and 13.2: an army next to Essen contests it (G3-3)."""
    state = battlefield("ger_a2 1907")
    give(state, state.theatre.sudden_death_allied, WALLIED)
    assert sudden_death(state) is None

    state.eliminate(state.theatre.unit("ger_a2"), "21.1")
    assert (found := sudden_death(state)) is not None
    assert found.winner == ALLIED_SIDE


def test_3_1_the_game_ends_with_the_march_that_takes_the_last_hex(battlefield: Battlefield, game: Play) -> None:
    """3.1: at once, not at the end of the phase."""
    state = battlefield("ger_a2 2910")
    give(state, state.theatre.sudden_death_axis, AXIS)
    mosul = state.theatre.place("mosul")
    state.take_hex(mosul, WALLIED, "6.1")
    start = next(place for place in state.theatre.board.around(mosul) if state.theatre.terrain[place] == "clear")
    state.move(state.theatre.unit("ger_a2"), start, "33.0")
    played = game(state, MovementPhase(AXIS_SIDE))
    played.do("march", "ger_a2", "mosul")
    assert played.outcome.winner == AXIS_SIDE


def test_3_1_reckoning_lets_a_game_go_on(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(), Reckoning(AXIS_SIDE))
    assert played.outcome is None


def test_3_3_the_campaign_begins_with_six_points_against_four(battlefield: Battlefield) -> None:
    """3.3: Lille, Oslo and Belgrade for the Axis, Mosul and Basrah for the Allies; own classes never (G3-4)."""
    state = battlefield()
    axis, allied = (victory_points(state, side) for side in (AXIS_SIDE, ALLIED_SIDE))
    assert (axis.total, allied.total) == (6, 4)
    assert {str(term.label).split(",")[0] for term in axis} == {"Lille", "Oslo", "Belgrade"}


def test_3_3_objectives_and_ports_score_one_each(battlefield: Battlefield) -> None:
    """3.3: Malta for the Axis; for the Allies Messina, an objective and a port; Crete's ports do not count."""
    state = battlefield(control={"malta": "axis", "messina": "wallied", "canea": "wallied"})
    assert victory_points(state, AXIS_SIDE).total == 6 + 1
    allied = victory_points(state, ALLIED_SIDE)
    assert allied.total == 4 + 1 + 1
    assert not any(str(term.label).startswith("Canea") for term in allied)


def test_3_3_and_O34_1_the_marines_cost_two_points(battlefield: Battlefield) -> None:
    """O34.1: whoever calls the USMC from the Pacific pays at the end."""
    state = battlefield()
    state.flag(USMC_MOBILIZED)
    assert victory_points(state, ALLIED_SIDE).total == 2


def test_3_2_levels_follow_the_difference(battlefield: Battlefield) -> None:
    """3.2: up to 10 a draw, 11 indecisive, 20 continental, 30 strategic."""
    levels = battlefield().scenario.charts.table("victory_levels")
    named = {difference: levels.read(difference) for difference in (0, 10, 11, 19, 20, 29, 30, 50)}
    assert [name.split()[0] for name in named.values()] == [
        "Draw", "Draw", "Indecisive", "Indecisive", "Continental", "Continental", "Strategic", "Strategic",
    ]  # fmt: skip


def test_3_2_the_larger_total_wins(battlefield: Battlefield) -> None:
    state = battlefield()
    assert final_outcome(state).winner is None
    for id in ("leningrad", "kiev", "sevastopol", "baku"):
        state.take_hex(state.theatre.place(id), AXIS, "6.1")
    assert (final_outcome(state).winner, final_outcome(state).level) == (None, "")  # 14 against 4
    state.take_hex(state.theatre.place("mosul"), AXIS, "6.1")
    outcome = final_outcome(state)  # 16 against 2
    assert (outcome.winner, outcome.level, outcome.rule) == (AXIS_SIDE, "Indecisive Victory", "3.2")


AS_IT_WAS = (
    "north-africa-1941@axis_handicap=0,allied_handicap=0,draw_within=2,mp_for_point=0,hits_for_point=0"  # until rules 2
)
WITH_MP = "north-africa-1941@axis_handicap=1,allied_handicap=0,draw_within=0,mp_for_point=1,hits_for_point=0"  # rules 3


def test_33_0_a_shorter_scenario_has_a_list_of_its_own(battlefield: Battlefield) -> None:
    """33.0: in the desert two points apart were a draw."""
    state = battlefield(scenario=AS_IT_WAS)
    assert victory_points(state, ALLIED_SIDE).total == 2  # Tobruk
    assert final_outcome(state).winner is None
    state.take_hex(state.theatre.place("benghazi"), WALLIED, "6.1")
    assert final_outcome(state).winner == ALLIED_SIDE
    assert sudden_death(state) is None


def attack_in_the_desert(battlefield: Battlefield, game: Play, die: int, name: str = "north-africa-1941") -> Game:
    """Rommel alone attacks 13 Corps: column 2 to 3."""
    state = battlefield("ger_dak 3127, bri_x13 3227", scenario=name)
    played = game(state, GroundCombatPhase(AXIS_SIDE), [die])
    played.do("attack", "3227", ["ger_dak"], [])
    return played


@pytest.mark.parametrize(
    ("die", "axis", "allied"),
    [
        pytest.param(6, 3, 0, id="D3R"),
        pytest.param(3, 1, 1, id="B1R"),
        pytest.param(1, 0, 2, id="A2R"),
    ],
)
@pytest.mark.parametrize("choice", ["spend", "suffer"])
def test_33_0_a_combat_result_counts_its_number_for_whoever_hit(
    battlefield: Battlefield, game: Play, die: int, axis: int, allied: int, choice: str
) -> None:
    """33.0: a house rule: a point for each MP of the result (21.1), be it paid (21.2) or suffered."""
    played = attack_in_the_desert(battlefield, game, die)
    while not played.over:
        if played.ask.form is SUFFER:  # who is out of supply is not asked
            played.do(choice)
        else:
            answer(played.state, played.ask.form.fill(played.state, Random(1).choice))
            played.go()
    assert list(played.state.inflicted) == [axis, allied]
    for side, hits in ((AXIS_SIDE, axis), (ALLIED_SIDE, allied)):
        found = [(str(term.label), term.value, term.rule) for term in victory_points(played.state, side)]
        told = [(f"the enemy hit for {hits} MP", hits, "33.0")] if hits else []
        assert [line for line in found if "hit for" in line[0]] == told


def test_33_0_so_many_hits_for_a_point_and_none_where_they_do_not_count(battlefield: Battlefield, game: Play) -> None:
    """33.0: the price is a number of the scenario; in older games nothing is counted."""
    dear = attack_in_the_desert(battlefield, game, 6, "north-africa-1941@hits_for_point=2").state
    assert [term.value for term in victory_points(dear, AXIS_SIDE) if "hit for" in str(term.label)] == [1]
    for name in (AS_IT_WAS, WITH_MP):
        assert list(attack_in_the_desert(battlefield, game, 6, name).state.inflicted) == [0, 0]


def test_33_0_hits_are_told_to_both_and_seen_by_both(battlefield: Battlefield, game: Play) -> None:
    """33.0, 6.3: the result of a combat is open, so what it counts is; the MP behind it are not."""
    played = attack_in_the_desert(battlefield, game, 6)
    told = [event for event in played.state.log or () if event.kind == "inflicted"]
    assert [(event.rule, event.audience) for event in told] == [("33.0", None)]
    for looking in (AXIS_SIDE, ALLIED_SIDE, None):
        assert points_seen(played.state, AXIS_SIDE, looking) == victory_points(played.state, AXIS_SIDE)


def test_33_0_mp_that_are_left_counted_in_the_desert(battlefield: Battlefield) -> None:
    """33.0: a house rule, in rules 3: each is a point; with another price only as many as they pay for."""
    state = battlefield(scenario=WITH_MP)
    state.mp[AXIS], state.mp[WALLIED] = 7, 3
    left = {
        side: [term for term in victory_points(state, side) if "MP left" in str(term.label)]
        for side in (AXIS_SIDE, ALLIED_SIDE)
    }
    assert [(str(term.label), term.value, term.rule) for term in left[AXIS_SIDE]] == [("7 MP left", 7, "33.0")]
    assert [term.value for term in left[ALLIED_SIDE]] == [3]
    dear = battlefield(scenario=WITH_MP.replace("mp_for_point=1", "mp_for_point=2"))
    dear.mp[AXIS], dear.mp[WALLIED] = 7, 1
    assert [term.value for term in victory_points(dear, AXIS_SIDE) if "MP left" in str(term.label)] == [3]
    assert not [term for term in victory_points(dear, ALLIED_SIDE) if "MP left" in str(term.label)]


def test_6_3_of_mp_that_count_the_enemy_hears_at_the_end(battlefield: Battlefield, game: Play) -> None:
    """6.3: MP are hidden, so their points are."""
    state = battlefield("ger_dak 2926", scenario="north-africa-1941@mp_for_point=1")
    state.mp[AXIS], state.mp[WALLIED] = 7, 3
    game(state, MovementPhase(AXIS_SIDE))
    assert [points_seen(state, AXIS_SIDE, looking).total for looking in (AXIS_SIDE, ALLIED_SIDE, None)] == [7, 0, 0]


def test_3_2_the_campaign_made_even_is_the_campaign_with_numbers_of_the_house(battlefield: Battlefield) -> None:
    """3.2: printed, ten points apart are a draw, and nobody is given any."""
    printed, even = battlefield(), battlefield(scenario="campaign-even")
    assert (even.setup.at, even.setup.automatic, even.setup.victory) == (
        printed.setup.at,
        printed.setup.automatic,
        None,
    )
    assert victory_points(even, ALLIED_SIDE) == victory_points(printed, ALLIED_SIDE)
    more = even.setup.handicap[AXIS_SIDE]
    assert more > 0
    assert victory_points(even, AXIS_SIDE).total == victory_points(printed, AXIS_SIDE).total + more
    assert final_outcome(printed).winner is None  # 6 against 4
    narrow = battlefield(scenario="campaign-even@axis_handicap=0")
    assert (final_outcome(narrow).winner, final_outcome(narrow).level) == (AXIS_SIDE, "")
    assert final_outcome(battlefield(scenario="campaign-even@axis_handicap=0,draw_within=2")).winner is None
    assert final_outcome(battlefield(scenario="campaign-even@axis_handicap=9")).level == "Indecisive Victory"


@pytest.mark.parametrize("rules", ["1", "2"])
def test_33_0_games_of_older_rules_keep_what_they_began_with(rules: str) -> None:
    """What made the scenarios even came with rules 3, hits with rules 4, what Barbarossa gives with rules 5."""
    assert GEW.began_as("3", "north-africa-1941", {}) == WITH_MP
    assert GEW.began_as("4", "north-africa-1941", {}) == "north-africa-1941"
    for later in ("3", "4"):
        assert GEW.began_as(later, "barbarossa", {}) == "barbarossa@allied_handicap=4"
    assert GEW.began_as(rules, "north-africa-1941", {}) == AS_IT_WAS
    assert GEW.began_as(rules, "barbarossa", {}) == "barbarossa@allied_handicap=0,draw_within=3"
    assert GEW.began_as(rules, "campaign", {}) == "campaign"
    for name in ("north-africa-1941", "barbarossa", "campaign"):
        assert GEW.began_as(GEW.rules_version, name, {}) == name


def test_33_0_the_points_of_a_place_are_a_number_of_the_scenario(battlefield: Battlefield) -> None:
    """To try it out; what is 0 does not count, and is nothing to go for."""
    state = battlefield(scenario="north-africa-1941@allied_tobruk=0,axis_tobruk=0,axis_cairo=9")
    tobruk, cairo = state.theatre.place("tobruk"), state.theatre.place("cairo")
    assert not any("Tobruk" in str(term.label) for term in victory_points(state, ALLIED_SIDE))
    assert tobruk not in stakes(state.scenario)
    assert stakes(state.scenario)[cairo] == 9


# ------------------------------------------------------------------------------------------------ points that are given


def test_33_0_points_are_given_to_make_a_scenario_even(battlefield: Battlefield) -> None:
    """33.0: a house number, told as a line of the score; a name may tell another."""
    state = battlefield(scenario="north-africa-1941@axis_handicap=3,allied_handicap=0")
    *_, last = victory_points(state, AXIS_SIDE)
    assert (last.label, last.value, last.rule) == ("given to make the game even", 3, "33.0")
    assert final_outcome(state).winner == AXIS_SIDE  # 3 against Tobruk's 2
    even = battlefield(scenario="north-africa-1941@axis_handicap=2,allied_handicap=0")
    assert final_outcome(even).winner is None
    given = battlefield(scenario="campaign@allied_handicap=5")
    printed = battlefield()
    more = victory_points(given, ALLIED_SIDE).total - victory_points(printed, ALLIED_SIDE).total
    assert more == 5
    assert victory_points(given, AXIS_SIDE) == victory_points(printed, AXIS_SIDE)


@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("campaign@draw_within=2", "draw_within is no number of it; it has axis_handicap, allied_handicap"),
        ("barbarossa@axis_handicap=-1", "axis_handicap is a whole number from 0 to 200"),
        ("barbarossa@axis_handicap", "axis_handicap is a whole number from 0 to 200"),
        ("sweden@axis_handicap=1", "has no scenario sweden"),
    ],
)
def test_33_0_other_numbers_are_refused(name: str, because: str) -> None:
    with pytest.raises(BadInput, match=because):
        GEW.load(name)


def test_33_0_a_position_of_older_rules_keeps_what_won_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells the scenario by its plain name: what was counted then is in no column."""
    with monkeypatch.context() as then:
        then.setattr(type(GEW), "rules_version", "3")
        text = position_text(start("gew:north-africa-1941", "1", {"automatic_setup": True}).state)
    kept = setup_of(read_position(text)[0].name).victory
    assert kept is not None
    assert (kept.mp_for_point, kept.hits_for_point) == (1, 0)


@pytest.mark.parametrize("hits", [-1, 1001])
def test_33_0_a_position_with_impossible_hits_is_refused(hits: int) -> None:
    state = cast(GewState, start("gew:north-africa-1941", "1", {"automatic_setup": True}).state)
    state.inflicted[AXIS_SIDE] = hits
    with pytest.raises(BadInput, match=f"hit for {hits} MP"):
        read_position(position_text(state))
