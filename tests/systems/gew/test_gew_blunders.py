"""Blunders of the script of 0.3.0 in games with itself, and what the mended one answers there. No rule."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast

import pytest

from sandtable import position as in_words
from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask, answer, run
from sandtable.core.intents import FIRST, SCRIPT, Conduct, Order
from sandtable.core.rules import Hex, Side, enemy
from sandtable.play.session import start
from sandtable.play.table import computer_answer, imagined
from sandtable.players import player
from sandtable.systems.gew.counsel import promising
from sandtable.systems.gew.counsel.aims import fronts
from sandtable.systems.gew.counsel.combat import worthwhile
from sandtable.systems.gew.counsel.prizes import stakes
from sandtable.systems.gew.counsel.sorties import sorties
from sandtable.systems.gew.s03_victory import victory_points
from sandtable.systems.gew.s06_control import side_controls
from sandtable.systems.gew.s17_movement import MOVE, MovementPhase
from sandtable.systems.gew.s19_attack import COMBAT
from sandtable.systems.gew.s21_absorption import supplied
from sandtable.systems.gew.s22_pursuit import PURSUE
from sandtable.systems.gew.s23_orders import FLY_MENU, SAIL_MENU
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play

DESERT, RUSSIA, CAMPAIGN = "gew:north-africa-1941", "gew:barbarossa", "gew:campaign"


class Position(NamedTuple):
    """As a side imagines it."""

    state: GewState
    side: Side


@cache
def position(game: str, seed: str, answers: int) -> Position:
    """After so many answers of the first edition on both sides."""
    session = start(game, seed, {"automatic_setup": True})
    players = [player("greedy-1", f"{seed} {side}") for side in (0, 1)]
    for _ in range(answers):
        assert session.ask is not None
        session.submit(session.ask.side, computer_answer(session, players[session.ask.side], seed))
    state, ask = imagined(session, seed)
    return Position(cast(GewState, state), ask.side)


def moved(at: Position, conduct: Conduct) -> GewState:
    """The same after the Movement Phase, as a script plays it."""
    state = at.state.copy()
    while isinstance(wait := run(state), Ask) and wait.form is MOVE:
        action = next(iter(promising(state, wait, conduct)))
        if action == ("end",):
            break
        answer(state, action)
    return state


def left_open(state: GewState, side: Side) -> set[str]:
    """What counts, is ours, empty, and no farther from an enemy who can attack than he moves."""
    board, theatre = state.scenario.board, state.theatre
    foes = [unit for power in POWERS_OF_SIDE[enemy(side)] for unit in state.ground_units(power) if theatre.attack[unit]]

    def reached(place: Hex) -> bool:
        return any(board.layout.distance(Hex(state.hex_of[foe]), place) <= theatre.movement[foe] for foe in foes)

    return {
        theatre.board.places_in(place)[0].name
        for place in stakes(state.scenario)
        if side_controls(state, side, place) and not state.ground_in(place) and reached(place)
    }


def lead(state: GewState, side: Side) -> int:
    return int(victory_points(state, side).total - victory_points(state, enemy(side)).total)


def where(state: GewState, unit: str) -> str:
    return state.scenario.board.layout.label(Hex(state.hex_of[state.scenario.unit(unit)]))


@pytest.mark.parametrize(
    ("game", "seed", "answers", "lost"),
    [
        pytest.param(DESERT, "1", 11, {"Alexandria"}, id="the Free French march past Alexandria to the front"),
        pytest.param(DESERT, "3", 53, {"Cairo"}, id="Rommel leaves Cairo, which he has just taken, for Suez"),
        pytest.param(DESERT, "4", 47, {"Cairo"}, id="who came to Mersa Matruh stays there, and Cairo is empty"),
        pytest.param(RUSSIA, "1", 170, {"Riga", "Minsk", "Smolensk"}, id="all Soviet fronts are at the border"),
        pytest.param(RUSSIA, "2", 49, {"Konigsberg", "Krakow"}, id="all Germans march east"),
        pytest.param(CAMPAIGN, "1", 372, {"Cairo"}, id="8th Army leaves the map, and Cairo to Rommel"),
        pytest.param(CAMPAIGN, "1", 1031, {"Kiel", "Stettin", "Munich", "Vienna"}, id="Germany is left open"),
    ],
)
def test_what_counts_is_not_left_open(game: str, seed: str, answers: int, lost: set[str]) -> None:
    at = position(game, seed, answers)
    assert lost <= left_open(moved(at, FIRST), at.side)
    assert not lost & left_open(moved(at, SCRIPT), at.side)


def test_8th_army_is_not_shipped_away_from_before_rommel() -> None:
    at = position(DESERT, "1", 14)
    wait, army = run(at.state), at.state.scenario.unit("bri_a8")
    assert isinstance(wait, Ask)
    assert wait.form is SAIL_MENU
    before, after = (next(iter(promising(at.state, wait, conduct))) for conduct in (FIRST, SCRIPT))
    assert before[0] == "land"
    assert army in before
    assert army not in after


def test_rommel_does_not_wait_before_tobruk_while_cairo_is_open() -> None:
    """Where hits do not count: else he attacks Tobruk first."""
    at = position(f"{DESERT}@hits_for_point=0", "1", 5)
    assert where(moved(at, FIRST), "ger_dak") == "2926"
    assert where(moved(at, SCRIPT), "ger_dak") == "3328"


@pytest.mark.parametrize(
    ("game", "seed", "answers"),
    [
        pytest.param(RUSSIA, "2", 188, id="a tank army goes through the gap, and others take Smolensk"),
        pytest.param(CAMPAIGN, "1", 532, id="an army in Iraq marches past the oil"),
    ],
)
def test_what_is_open_is_taken(game: str, seed: str, answers: int) -> None:
    at = position(game, seed, answers)
    assert lead(moved(at, SCRIPT), at.side) > lead(moved(at, FIRST), at.side)


def answers_to(at: Position, form: Form) -> tuple[Action, Action]:
    """What both scripts answer first."""
    wait = run(at.state)
    assert isinstance(wait, Ask)
    assert wait.form is form
    before, after = (next(iter(promising(at.state, wait, conduct))) for conduct in (FIRST, SCRIPT))
    return before, after


def test_rommel_does_not_attack_alone_and_out_of_supply_at_bad_odds() -> None:
    """21.2: who is out of supply cannot pay for what he suffers."""
    at = position(DESERT, "3", 75)
    rommel = at.state.scenario.unit("ger_dak")
    before, after = answers_to(at, COMBAT)
    assert before[2] == (rommel,)
    assert not supplied(at.state, rommel)
    assert after == ("end",)


def test_cairo_is_not_left_for_a_pursuit() -> None:
    at = position(DESERT, "3", 66)
    cairo = at.state.theatre.place("cairo")
    (before,), (after,) = answers_to(at, PURSUE)
    assert {*at.state.ground_in(cairo)} <= {*before}
    assert not {*at.state.ground_in(cairo)} & {*after}


def test_no_support_is_flown_where_nobody_attacks() -> None:
    at = position(DESERT, "1", 13)
    (word, _, target), after = answers_to(at, FLY_MENU)
    assert word == "support"
    assert target not in worthwhile(at.state, at.side, SCRIPT)
    assert after == ("end",)


def test_tripoli_is_not_landed_at_again_and_again() -> None:
    """Those who are driven into the sea there come back four times in one game."""
    tripoli, before, after = [], [], []
    for answers in (14, 29, 48, 79):
        at = position(DESERT, "1", answers)
        tripoli.append(at.state.theatre.place("tripoli"))
        first, mended = answers_to(at, SAIL_MENU)
        before.append(first[-1])
        after.append(mended[-1])
    assert before == tripoli
    assert not {*after} & {*tripoli}


@cache
def deeds(seed: str) -> frozenset[tuple[int, Side, str]]:
    """The turns in which each side does what, in a game of two Officers."""
    session, found = start(DESERT, seed, {"automatic_setup": True}), set[tuple[int, Side, str]]()
    players = [player("officer", f"{seed} {side}") for side in (0, 1)]
    while (ask := session.ask) is not None:
        action = computer_answer(session, players[ask.side], seed)
        found.add((cast(GewState, session.state).turn, ask.side, str(action[0])))
        session.submit(ask.side, action)
    return frozenset(found)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_two_armies_with_mp_to_spend_and_points_to_win_do_not_both_pass(turn: int) -> None:
    """33.0: they sat still in turns 2 and 3 while each MP that was left was a point."""
    done = {(side, word) for when, side, word in deeds("d1") if when == turn}
    assert any(word == "attack" for _, word in done)
    for side in (AXIS_SIDE, ALLIED_SIDE):
        assert done & {(side, "march"), (side, "attack"), (side, "land")}


def test_a_reserve_from_which_no_way_on_land_leads_to_the_enemy_is_shipped() -> None:
    """18.5: the Axis lands no mechanized units (26.1), so Trop K in Palermo waits for a ship."""
    assert (1, AXIS_SIDE, "ship") in deeds("d1")


def test_who_is_in_reach_of_a_weak_enemy_marches_to_attack_him(battlefield: Battlefield, game: Play) -> None:
    """33.0: two against one, with nothing left open behind them."""
    state = battlefield("ger_dak 2926, ita_cam 2926, bri_x30 3127", scenario="north-africa-1941")
    played = game(state, MovementPhase(AXIS_SIDE))
    marched = moved(Position(played.state, AXIS_SIDE), SCRIPT)
    near = state.theatre.board.around(state.theatre.place("3127"))
    assert all(marched.hex_of[state.theatre.unit(id)] in near for id in ("ger_dak", "ita_cam"))


def test_a_recruit_marches_to_no_attack(battlefield: Battlefield, game: Play) -> None:
    """It sees what is near alone; when it marched to attacks too it was better in the desert than an Officer."""
    state = battlefield("ger_dak 2926, ita_cam 2926, bri_x30 3127", scenario="north-africa-1941")
    played = game(state, MovementPhase(AXIS_SIDE))
    marched = moved(Position(played.state, AXIS_SIDE), Conduct(narrow=True))
    near = state.theatre.board.around(state.theatre.place("3127"))
    assert not all(marched.hex_of[state.theatre.unit(id)] in near for id in ("ger_dak", "ita_cam"))


def test_two_guards_of_one_place_both_marched_off_as_if_the_other_stayed(battlefield: Battlefield, game: Play) -> None:
    """33.0: nobody attacks out of Tobruk if that leaves it open."""
    phase, tobruk = MovementPhase(ALLIED_SIDE), "3026"
    state = battlefield(f"bri_x30 {tobruk}, bri_x13 {tobruk}, ita_cam 2726, ger_dak 3023", scenario="north-africa-1941")
    posts = sorties(phase, game(state, phase).state, SCRIPT)
    assert len([place for place in posts.values() if place != state.theatre.place(tobruk)]) < 2


def test_two_corps_marched_to_an_attack_out_of_supply_and_died() -> None:
    """21.2: who is out of supply cannot pay for his losses. DAK and Trop K went to 3327, seven hexes from Benghazi; now
    they attack Tobruk again."""
    here = (
        "axis moves; turn 2; fra_cef 3526; ger_tropk 3027; bri_x30 staging_british_empire; ita_cam reinforcements_axis"
    )
    told = in_words(
        DESERT,
        "option automatic_setup; from setup",
        here,
        "mp axis 7; mp wallied 8; hits axis 5; ita_cam reinforcements_axis",
    )
    at = cast(GewState, told.state)
    phase = cast(MovementPhase, at.stack[-1])
    posts = sorties(phase, at, SCRIPT)
    assert {at.theatre.unit(id) for id in ("ger_dak", "ger_tropk")} <= {*posts}
    for unit, place in posts.items():
        after = at.copy()
        after.move(unit, place, "17.0")
        assert supplied(after, unit)


def test_who_is_ordered_to_hold_a_place_does_not_march_to_attack(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_dak 2926, ita_cam 2926, bri_x30 3127", scenario="north-africa-1941")
    played, here = game(state, MovementPhase(AXIS_SIDE)), state.theatre.place("2926")
    hold = Conduct(intent=(Order(holds=(here,)),))
    marched = moved(Position(played.state, AXIS_SIDE), hold)
    assert here in {marched.hex_of[state.theatre.unit(id)] for id in ("ger_dak", "ita_cam")}


def test_cairo_may_be_ordered_to_be_held() -> None:
    at = position(DESERT, "1", 5)
    (front,) = fronts(at.state, ALLIED_SIDE)
    assert at.state.theatre.place("cairo") in front.holds
