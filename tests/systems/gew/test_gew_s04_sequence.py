"""GEW 4 and 15: initiative, turns and impulses; O36 Ultra."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, Roll, Wait, answer, run
from sandtable.core.rules import Side
from sandtable.systems.gew.s04_initiative import InitiativeDetermination, initiative_count
from sandtable.systems.gew.s04_sequence import OUTLINE, Game, impulses
from sandtable.systems.gew.state import (
    FIRST_PLAYER,
    IMPULSE,
    TURN,
    ULTRA,
    ULTRA_READY,
    ULTRA_REMOVED,
    ULTRA_USED,
    GewState,
)
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play


def test_4_1_the_phases_stand_in_the_printed_order() -> None:
    """4.1: the outline has the phases of the chart, and 4.2.2 the five of an impulse."""
    names = [row.name for _, row in OUTLINE.lines()]
    wanted = [
        "Initiative Determination Phase", "Events Check", "European Crisis Check", "Neutral Activation Check",
        "Mobilization Phase", "Strategic Operations Phase", "Convoys", "Partisan Support",
        "Reinforcement & Deployment Phase", "Impulse", "Invasions", "Regroup Phase", "Movement Phase",
        "Air Operations Phase", "Naval Operations Phase", "Ground Combat Phase",
    ]  # fmt: skip
    assert [name for name in names if name in wanted] == wanted


def test_4_2_more_mobilization_hexes_give_the_initiative(battlefield: Battlefield, game: Play) -> None:
    """4.2: twelve against five at the start; neutral Soviet ones count for nobody (G4-1)."""
    state = battlefield(phasing=ALLIED_SIDE)
    assert [term.value for term in initiative_count(state)] == [12, -5]
    played = game(state, InitiativeDetermination(ALLIED_SIDE))
    assert played.over
    assert state.clock[FIRST_PLAYER] == AXIS_SIDE


def test_4_2_a_tie_leaves_it_where_it_was(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(phasing=ALLIED_SIDE)
    for id in ("lille", "oslo", "belgrade"):
        state.control[state.theatre.place(id)] = 0
    for id in ("milan", "rome"):
        state.control[state.theatre.place(id)] = WALLIED + 1
    state.forget()
    assert initiative_count(state).total == 0
    game(state, InitiativeDetermination(ALLIED_SIDE))
    assert state.clock[FIRST_PLAYER] == ALLIED_SIDE


def test_4_2_soviet_hexes_count_once_they_fight(battlefield: Battlefield) -> None:
    state = battlefield(joined={"ussr": "soviet"})
    assert initiative_count(state).total == 12 - 9


def play(
    options: Mapping[str, bool], seed: int = 1, stop: Callable[[GewState], bool] = lambda state: False,
    scenario: str = "campaign",
) -> Iterator[tuple[GewState, Wait]]:  # fmt: skip
    """A random game to its end, or until something holds; yields at every wait."""
    state, rng = GEW.begin(GEW.load(scenario, options)), Random(seed)
    state.log = Log()
    while not isinstance(wait := run(state), Over):
        yield state, wait
        if stop(state):
            return
        if isinstance(wait, Ask):
            answer(state, wait.form.fill(state, rng.choice))
        else:
            assert isinstance(wait, Roll)
            answer(state, rng.choice(list(wait.dice.ways)))
    yield state, wait


def test_4_2_1_and_4_2_2_the_initiative_player_goes_first_in_each_impulse() -> None:
    """15.0: two impulses each, in winter one; the first player begins each, and each Mobilization Phase."""
    mobilized = dict[Any, Any]()
    for state, wait in play({"automatic_setup": True}):
        if isinstance(wait, Ask) and wait.form.name == "demobilization":
            sides = mobilized.setdefault(state.turn, [])
            sides += [wait.side] if [wait.side] != sides[-1:] else []
    assert isinstance(wait, Over)
    order, first, holder = dict[Any, Any](), dict[Any, Any](), AXIS_SIDE
    for event in state.log or ():
        if event.kind == "turn":
            turn = event.data["number"]
        elif event.kind == "initiative":
            holder = event.data["side"]
        elif event.kind == "impulse":
            order.setdefault(turn, []).append((event.data["side"], event.data["number"]))
            first.setdefault(turn, event.data["side"])
            assert first[turn] == holder
    assert mobilized == {turn: [one, 1 - one] for turn, one in first.items()}
    assert list(order) == list(range(1, 11))
    for turn, impulse in order.items():
        one, other = first[turn], 1 - first[turn]
        pairs = [(one, 1), (other, 1), (one, 2), (other, 2)]
        assert impulse == (pairs[:2] if turn in (3, 7) else pairs)
    assert first[1] == AXIS_SIDE  # 33.0


def test_15_0_winter_has_one_impulse(battlefield: Battlefield) -> None:
    assert [impulses(battlefield(turn=turn)) for turn in (1, 2, 3, 4)] == [2, 2, 1, 2]


def test_33_3_neutrals_are_not_checked_on_the_first_turn() -> None:
    *_, (state, _) = play({"automatic_setup": True}, stop=lambda state: state.turn == 3)
    turn, checked = 0, []
    for event in state.log or ():
        turn = event.data["number"] if event.kind == "turn" else turn
        checked += [turn] if event.kind == "neutral_checked" else []
    assert set(checked) == {2} or set(checked) == {2, 3}


def test_4_1_the_last_turn_is_scored() -> None:
    *_, (state, wait) = play({"automatic_setup": True}, scenario="north-africa-1941")
    assert state.turn == 3
    assert isinstance(wait, Over)
    assert wait.outcome.rule == "33.0"


def test_4_1_parts_that_a_scenario_leaves_out_are_not_played() -> None:
    *_, (state, _) = play({}, scenario="barbarossa")
    assert not {"event", "crisis", "neutral_checked"} & {event.kind for event in state.log or ()}


# ------------------------------------------------------------------------------------------------ O36


@pytest.fixture
def ultra(battlefield: Battlefield) -> GewState:
    state = battlefield(options={"ultra": True})
    state.flag(ULTRA, ULTRA_READY)
    return state


@pytest.mark.parametrize(
    ("die", "first", "left"),
    [(1, AXIS_SIDE, ULTRA_REMOVED), (3, AXIS_SIDE, ULTRA_USED), (4, ALLIED_SIDE, ULTRA_USED)],
)
def test_O36_ultra_may_give_the_allies_the_initiative(
    ultra: GewState, game: Play, die: int, first: Any, left: Any
) -> None:
    """O36: 1 removes the marker, 2 and 3 do nothing, 4 to 6 give the initiative; then it is spent."""
    played = game(ultra, InitiativeDetermination(AXIS_SIDE))
    assert played.ask.side == ALLIED_SIDE
    played.do("play", dice=[die])
    assert (ultra.clock[FIRST_PLAYER], ultra.flags[ULTRA]) == (first, left)


def test_O36_it_may_be_held_back(ultra: GewState, game: Play) -> None:
    played = game(ultra, InitiativeDetermination(AXIS_SIDE))
    played.do("hold")
    assert ultra.flags[ULTRA] == ULTRA_READY
    assert ultra.clock[FIRST_PLAYER] == AXIS_SIDE


def test_O36_a_spent_marker_is_asked_for_and_cannot_be_played(ultra: GewState, game: Play) -> None:
    """O36, 6.3: the Axis does not learn by the question whether it was regrouped; that it is gone it has seen."""
    ultra.flag(ULTRA, ULTRA_USED)
    played = game(ultra.copy(), InitiativeDetermination(AXIS_SIDE))
    assert played.verbs() == {"hold"}
    assert played.why("play") == "Ultra must be regrouped before it is played again (GEW O36)"
    ultra.flag(ULTRA, ULTRA_REMOVED)
    assert game(ultra, InitiativeDetermination(AXIS_SIDE)).over


def test_O36_it_begins_ready_with_the_option_alone() -> None:
    """O36: in the display at the start, and not on the first turn, whose initiative is set (GO-36)."""
    for said in (False, True):
        assert GEW.begin(GEW.load("campaign", {"ultra": said})).flags[ULTRA] == int(said)
    forms = [
        wait.form.name
        for state, wait in play({"ultra": True, "automatic_setup": True}, stop=lambda state: state.turn == 2)
        if isinstance(wait, Ask) and state.turn == 1
    ]
    assert "ultra" not in forms


def test_4_0_a_game_begins_with_set_up() -> None:
    state = GEW.begin(GEW.load("campaign"))
    assert isinstance(state.stack[0], Game)
    assert (state.clock[TURN], state.clock[IMPULSE], state.clock[FIRST_PLAYER]) == (0, 0, AXIS)
    run(state)
    assert [frame.kind for frame in state.stack] == ["gew.Game", "gew.SetUp"]
    assert Side(0) == AXIS_SIDE
