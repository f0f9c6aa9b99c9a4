"""What GEW recommends to computer players. No rule: that it is legal, sees nothing hidden and makes sense."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask, Procedure, answer, run
from sandtable.core.intents import SCRIPT
from sandtable.core.parts import guessed_from_view
from sandtable.core.rules import Side
from sandtable.play.session import Session, start
from sandtable.play.table import computer_answer
from sandtable.players import player
from sandtable.players.greedy import Greedy
from sandtable.systems.gew.counsel import COUNSEL, promising, vouched
from sandtable.systems.gew.counsel.combat import promised
from sandtable.systems.gew.counsel.fronts import occasion, passed, planning, soon
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.counsel.prizes import distance, prizes, stakes
from sandtable.systems.gew.options import OPTIONS
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s33_setup import PLACE
from sandtable.systems.gew.state import FIRST_PLAYER, IMPULSE, PHASING, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE, BELLIGERENTS, SIDE_OF_POWER
from systems.gew.asked import asked

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield


def advice(state: GewState, phase: Procedure) -> Action:
    """The first recommendation, with hexes and units by name."""
    if phase not in state.stack:
        state.stack.append(phase)
    wait = run(state)
    assert isinstance(wait, Ask)
    action = next(iter(promising(state, wait)))
    assert not wait.form.check(state, action)
    return action


def watched(game: str, names: tuple[str, str], answers: int, **options: bool) -> tuple[Session, set[Form]]:
    """A game so far, and the questions for which what is recommended was checked."""
    session = start(game, "counsel", options)
    players = {Side(nth): player(name, f"counsel {nth}") for nth, name in enumerate(names)}
    asked = set[Form]()
    for _ in range(answers):
        ask = session.ask
        if ask is None:
            break
        if names[ask.side] == "greedy":
            asked.add(ask.form)
            for action in promising(session.state, ask):  # type: ignore[arg-type]  # a GewState
                assert not ask.form.check(session.state, action), (ask.form.name, action)
        session.submit(ask.side, computer_answer(session, players[ask.side], "1"))
    return session, asked


@pytest.mark.parametrize("names", [("greedy", "random"), ("random", "greedy")])
def test_whatever_is_recommended_is_legal(names: tuple[str, str]) -> None:
    _, asked = watched("gew:campaign", names, 500, automatic_setup=False)
    assert len(asked & set(COUNSEL)) > 10


@pytest.mark.parametrize("game", ["campaign", "barbarossa", "north-africa-1941"])
def test_what_is_vouched_for_is_legal_wherever_random_play_leads(game: str) -> None:
    """On the way nobody checks it: with all options, some answers at random, then some as recommended."""
    session, rng, met = start(f"gew:{game}", "1", {each.name: True for each in OPTIONS}), Random(1), set[Form]()
    state = session.state
    assert isinstance(state, GewState)
    for nth, wait in asked(state, rng, 900):
        found = list(promising(state, wait))
        for action in found if vouched(state, wait) else ():
            assert not wait.form.check(state, action), (wait.form.name, action)
        met |= {wait.form} if found else set()
        recommended = found and nth % 60 >= 20 and not wait.form.check(state, found[0])
        answer(state, found[0] if recommended else wait.form.draw(state, rng))
    assert len(met) > 7


@pytest.mark.parametrize("game", ["campaign", "barbarossa"])
def test_14_2_a_set_up_that_was_begun_otherwise_is_gone_on_with_legally(game: str) -> None:
    """Where the ready-made hexes have no more room the computer finds others."""
    recommended_in_vain = 0
    for seed in range(12):
        session, rng = start(f"gew:{game}", "1"), Random(seed)
        for _ in range(40):
            ask = session.ask
            if ask is None or ask.form is not PLACE:
                break
            found = promising(cast(GewState, session.state), ask)
            recommended_in_vain += any(ask.form.check(session.state, action) for action in found)
            for action in Greedy("1").candidates(session.state, ask):
                assert not ask.form.check(session.state, action)
            session.submit(ask.side, ask.form.draw(session.state, rng))
    assert recommended_in_vain, "nowhere was there a need to check"


@pytest.mark.parametrize("options", [{}, {"ultra": True, "major_offensives": True}, {"open_displays": True}])
def test_6_3_imagining_is_guessing_from_the_view(options: dict[str, bool]) -> None:
    """The quick way gives the same position as the one that writes a view and guesses from it."""
    session, _ = watched("gew:campaign", ("random", "random"), 150, automatic_setup=True, **options)
    system, state = session.system, session.state
    for side in (AXIS_SIDE, ALLIED_SIDE):
        quick, slow = system.hidden.imagine(state, side, Random(7)), guessed_from_view(state, side, Random(7))
        assert quick.plain() == slow.plain()


def test_6_3_greedy_answers_alike_whatever_the_enemy_hides() -> None:
    """Two games that differ only in the enemy's MP, displays and buildings: the same answer."""
    answers = []
    for hidden in (False, True):
        session = start("gew:campaign", "1", {"automatic_setup": True})
        asked = session.ask
        assert asked is not None
        state = session.state
        assert isinstance(state, GewState)
        if hidden:
            foe = Side(1 - asked.side)
            for power in BELLIGERENTS:
                state.mp[power] = 33 if SIDE_OF_POWER[power] == foe else state.mp[power]
            for unit in list(state.in_display(foe)):
                state.cover(unit)
        answers.append([computer_answer(session, player("greedy", "1"), seed) for seed in "123"])
    assert answers[0] == answers[1]


# ------------------------------------------------------------------------------------------------ prizes


def test_3_3_what_is_at_stake_is_what_both_sides_score(battlefield: Battlefield) -> None:
    state = battlefield()
    found = {place: stakes(state.scenario)[state.theatre.place(place)] for place in ("oslo", "berlin", "kiev", "cairo")}
    assert found == {"oslo": 4, "berlin": 2, "kiev": 2, "cairo": 1}


def test_33_0_in_a_shorter_scenario_its_own_list_is_at_stake(battlefield: Battlefield) -> None:
    state = battlefield(scenario="north-africa-1941")
    assert stakes(state.scenario)[state.theatre.place("tobruk")] == 4


def test_9_2_a_neutral_has_no_prizes_until_it_fights(battlefield: Battlefield) -> None:
    kiev = battlefield().theatre.place("kiev")
    assert kiev not in prizes(battlefield(), AXIS_SIDE)
    assert kiev in prizes(battlefield(joined={"ussr": "soviet"}), AXIS_SIDE)


def test_13_2_an_own_hex_in_an_enemy_zone_is_a_prize_again(battlefield: Battlefield) -> None:
    rome = battlefield().theatre.place("rome")
    assert rome not in prizes(battlefield(), AXIS_SIDE)
    assert rome in prizes(battlefield("us_a5 2217"), AXIS_SIDE)


def test_18_5_a_port_of_embarkation_is_nearer_than_the_hills_behind_it(battlefield: Battlefield) -> None:
    """Overseas units find the way to the coast, and the Empire's the way to the map."""
    state = battlefield("bri_a1 1507, fra_cef staging_british_empire")
    way = distance(state, state.scenario.unit("bri_a1"), habits(SCRIPT))
    assert way[state.theatre.place("london")] <= way[state.theatre.place("norwich")] < 99
    cef = state.scenario.unit("fra_cef")
    assert distance(state, cef, habits(SCRIPT))[state.hex_of[cef]] < 99


# ------------------------------------------------------------------------------------------------ moving and fighting


def test_17_0_an_open_prize_is_walked_into(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 3310", joined={"ussr": "soviet"})
    assert advice(state, MovementPhase(AXIS_SIDE)) == (
        "march",
        state.scenario.unit("ger_pz1"),
        state.theatre.place("kiev"),
    )


def test_18_0_a_unit_far_from_any_prize_goes_by_rail(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2411", joined={"ussr": "soviet"})
    assert advice(state, MovementPhase(AXIS_SIDE))[0] == "rail"


def test_a_garrison_stays_where_the_enemy_may_land(battlefield: Battlefield) -> None:
    state = battlefield("ger_g15 1709, bri_a1 1610")
    assert advice(state, MovementPhase(AXIS_SIDE)) == ("end",)


def test_14_2_nobody_marches_where_there_is_no_room(battlefield: Battlefield) -> None:
    """Two armies whose way leads to the same hex: the second goes elsewhere."""
    state = battlefield("ger_pz1 3411, ger_pz2 3310", joined={"ussr": "soviet"}, mp=(0, 0, 0))
    phase = MovementPhase(AXIS_SIDE)
    moves = []
    while (action := advice(state, phase)) != ("end",):
        moves.append(action)
        answer(state, action)
    assert len(moves) == 2
    assert moves[0][2] != moves[1][2]


def test_19_6_good_odds_promise_more_than_bad_ones(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2908, ger_a4 3009, sov_fl1 3008", joined={"ussr": "soviet"})
    target = state.scenario.place("3008")
    both, one = (tuple(map(state.scenario.unit, names)) for names in (("ger_pz1", "ger_a4"), ("ger_a4",)))
    assert (
        promised(state, AXIS_SIDE, target, both, habits(SCRIPT))
        > promised(state, AXIS_SIDE, target, one, habits(SCRIPT))
        > 0
    )
    assert promised(state, AXIS_SIDE, target, one, habits(SCRIPT), 2) >= promised(
        state, AXIS_SIDE, target, one, habits(SCRIPT)
    )


def test_19_1_a_strong_enemy_is_left_alone_and_a_weak_one_attacked(battlefield: Battlefield) -> None:
    weak = battlefield("ger_pz1 2908, sov_fl1 3008", joined={"ussr": "soviet"})
    assert advice(weak, GroundCombatPhase(AXIS_SIDE))[0] == "attack"
    strong = battlefield("ger_g1 2908, sov_f3 3008", joined={"ussr": "soviet"})
    assert advice(strong, GroundCombatPhase(AXIS_SIDE)) == ("end",)


def test_15_0_a_side_plans_when_an_impulse_of_its_own_begins() -> None:
    """Each sees first what the enemy has done in his; the first player's first begins with the turn, since he mobilizes
    for it. In winter there is one."""
    session = start("gew:barbarossa", seed="1", options={"automatic_setup": True})
    scripts, found = [Greedy("1"), Greedy("1")], list[tuple[Side, int, int, bool, bool, object]]()
    while (ask := session.ask) is not None:
        state = cast(GewState, session.state)
        first, own = ask.side == state.clock[FIRST_PLAYER], ask.side == state.clock[PHASING]
        found.append((ask.side, state.turn, state.clock[IMPULSE], first, own, occasion(state, ask.side)))
        session.submit(ask.side, scripts[ask.side].quickly(state, ask))
    assert occasion(cast(GewState, session.state), AXIS_SIDE) == found[-1][-1]  # when it is over too
    for side in (AXIS_SIDE, ALLIED_SIDE):
        mine = [each[1:] for each in found if each[0] == side]
        begun = {(turn, impulse): when for turn, impulse, first, own, when in mine if impulse and own}
        assert len(set(begun.values())) == len(begun) == 7  # two impulses in three turns, one in winter
        assert all(
            begun[turn, max(impulse, 1)] == when for turn, impulse, first, own, when in mine if first and turn > 5
        )
        waiting = [(turn, when) for turn, impulse, first, own, when in mine if impulse < 2 and not first and not own]
        assert all(when == begun[turn - 1, 1 if turn == 8 else 2] for turn, when in waiting if turn > 5)


def test_15_0_a_turn_ahead_is_the_same_impulse_of_the_next_turn() -> None:
    """From the set-up (33.0) as from the first impulse: what is placed has to fight first."""
    session = start("gew:barbarossa", seed="1")
    scripts, found = [Greedy("1"), Greedy("1")], dict[tuple[Side, int, int], set[int]]()
    while (ask := session.ask) is not None:
        state = cast(GewState, session.state)
        own, when = ask.side == state.clock[PHASING], (ask.side, state.turn, state.clock[IMPULSE])
        if own or not state.clock[IMPULSE]:
            found.setdefault(when, set()).add(passed(state, ask.side))
        session.submit(ask.side, scripts[ask.side].quickly(state, ask))
    for side in (AXIS_SIDE, ALLIED_SIDE):
        assert found[side, 6, 1] == {12}
        assert found[side, 6, 2] == {13}
        assert found[side, 7, 1] == {15}  # the only one in winter counts as the last
        assert found[side, 8, 1] == {16}
        assert min(min(each) for (whose, *_), each in found.items() if whose == side) == 10


def test_33_0_answers_are_tried_a_turn_ahead_where_hits_or_a_long_war_count_else_to_the_end() -> None:
    names = ("campaign", "north-africa-1941", "barbarossa")
    ahead = {name: soon(start(f"gew:{name}").scenario) for name in names}
    assert ahead == {"campaign": 2, "north-africa-1941": 2, "barbarossa": 0}
    assert {name: planning(start(f"gew:{name}").scenario) for name in names} == {
        "campaign": 0.25, "north-africa-1941": 0.25, "barbarossa": 0.5
    }  # fmt: skip
