"""GEW 6.3: two positions that differ only in what a side may not see are the same to it: what it sees, is offered, is
refused and hears, who is asked next, and what the computer plays for it."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from rich.console import Console

from hurried import PLANNERS, hurried
from sandtable.cli.words import points
from sandtable.core.decisions import EMPTY, HEX, UNIT
from sandtable.core.errors import SandtableError
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Roll, answer, purpose, run
from sandtable.core.rules import Side
from sandtable.play.explain import log_lines
from sandtable.play.forecast import forecast
from sandtable.play.positions import position_text
from sandtable.play.session import Session
from sandtable.players import PLAYERS
from sandtable.systems.gew.options import OPTIONS
from sandtable.systems.gew.s06_fog import veiled, visible
from sandtable.systems.gew.s10_mobilization import Build, Mobilization
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s27_special_forces import Psywar, Support
from sandtable.systems.gew.s31_partisans import RaisePartisan, in_waiting
from sandtable.systems.gew.state import (
    AVG_MOBILIZED,
    USMC_MOBILIZED,
    GewState,
)
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import SIDES
from twins import sealed_twin, twin_of
from typed import state_of

SCENARIOS = ["campaign", "barbarossa", "north-africa-1941"]
# Staff is Planner with more time.
PLAYERS_AT_LENGTH = [pytest.param(name, marks=pytest.mark.long if name == "staff" else ()) for name in PLAYERS]
Questions = Callable[..., Iterator[tuple[GewState, Ask]]]
OFTEN = (Mobilization, GroundCombatPhase)
SECRETIVE = (*OFTEN, Build, RaisePartisan, Support, Psywar)
BOTH = [Side(nth) for nth in range(len(SIDES))]


@pytest.fixture
def questions(positions: Callable[..., Iterator[tuple[GewState, Any]]]) -> Questions:
    """Questions of a random game; options at random, but nothing open."""

    def ask(scenario: str, seed: int, every: int, most: int = 900) -> Iterator[tuple[GewState, Ask]]:
        rng = Random(f"{scenario} {seed}")
        options = {option.name: rng.random() < 0.5 for option in OPTIONS}
        options |= {"automatic_setup": True, "open_displays": False}
        for state, wait in positions(scenario, rng, options, every=every, most=most):
            if isinstance(wait, Ask):
                yield state, wait

    return ask


def told_points(state: GewState, side: Side) -> str:
    """What a side is shown when it asks how the points stand."""
    session, screen = Session(state.scenario, "1"), Console(file=io.StringIO(), width=100)
    session.state = state
    points(session, screen, side)
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def question(state: GewState, ask: Ask, seed: int) -> list[Any]:
    """All that is offered on one way down the form, what is said beside it, and all that is said against the rest."""
    rng, draft, told = Random(seed), EMPTY, list[Any]([ask.side, ask.form.name])
    told += [GEW.lens.matter(state, ask), GEW.lens.undone(state, ask)]
    while (slot := ask.form.at(draft)[0]) is not None:
        picks = ask.form.picks(state, draft)
        things = {HEX: state.scenario.places, UNIT: len(state.scenario.counters)}.get(slot.kind, 0)
        told += [draft, picks, [ask.form.why_not(state, draft, pick) for pick in range(0, things, 7)]]
        told += [GEW.lens.hints(state, ask, draft), GEW.lens.total(state, ask, draft)]
        draft = ask.form.put(draft, rng.choice(picks))
    return told


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_6_3_views_and_questions_are_the_same_whatever_the_enemy_hides(questions: Questions, scenario: str) -> None:
    rng, different = Random(scenario), 0
    for state, ask in questions(scenario, 1, 9):
        for side in BOTH:
            twin = twin_of(state, side, rng)
            different += twin.plain() != state.plain()
            assert GEW.hidden.view(twin, side) == GEW.hidden.view(state, side)
            assert veiled(twin, side).plain() == veiled(state, side).plain()
            assert told_points(twin, side) == told_points(state, side)
        twin = twin_of(state, ask.side, rng)
        again = run(twin)
        assert isinstance(again, Ask)
        assert question(twin, again, 1) == question(state, ask, 1)
    assert different > 10


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", PLAYERS_AT_LENGTH)
def test_6_3_the_computer_plays_the_same_whatever_the_enemy_hides(
    questions: Questions, scenario: str, name: str
) -> None:
    rng, tried = Random(scenario), 0
    for state, ask in questions(scenario, 2, 6 if name == "random" else 29, 700):
        if name in PLANNERS and tried == 3:
            break
        twin = twin_of(state, ask.side, rng)
        run(twin)
        moves = [
            hurried(name, "1").answer(GEW.hidden.imagine(each, ask.side, Random(3)), ask) for each in (state, twin)
        ]
        assert moves[0] == moves[1]
        tried += 1
    assert tried >= 3


@pytest.mark.parametrize(("scenario", "seeds"), [("campaign", 4), ("barbarossa", 2), ("north-africa-1941", 2)])
def test_6_3_what_a_side_imagines_is_the_same_whatever_the_enemy_hides(
    positions: Callable[..., Iterator[tuple[GewState, Any]]], scenario: str, seeds: int
) -> None:
    """At questions and before rolls, also in the middle of what the enemy does; and what is imagined waits for
    something."""
    rng, sealed = Random(scenario), Counter[str]()
    for seed in range(seeds):
        options = {option.name: option.name != "open_displays" for option in OPTIONS}
        for state, _ in positions(scenario, Random(seed), options, every=1, most=1200):
            secretive = [frame for frame in state.stack if isinstance(frame, SECRETIVE)]
            rare = any(not isinstance(frame, OFTEN) for frame in secretive)
            if rng.random() > (0.5 if rare else 0.1 if secretive else 0.02):
                continue
            for side in BOTH:
                twin = sealed_twin(state, side, rng)
                imagined, other = (GEW.hidden.imagine(each, side, Random(7)) for each in (state, twin))
                assert position_text(imagined) == position_text(other), (state.stack[-1].kind, state.stack[-1].at)
                assert GEW.hidden.view(imagined, side) == GEW.hidden.view(state, side)
                assert not GEW.audit(imagined)
                run(imagined)
            sealed.update(frame.kind.partition(".")[2] for frame in secretive)
    if scenario == "campaign":
        assert {"Build", "Mobilization", "GroundCombatPhase", "Support", "Psywar", "RaisePartisan"} <= {*sealed}


@pytest.mark.parametrize("seed", range(2))
def test_6_3_no_procedure_gives_away_a_counter_that_is_hidden(
    positions: Callable[..., Iterator[tuple[GewState, Any]]], seed: int
) -> None:
    """Whatever procedures there are: a counter that a side does not see, and has not been told of, is imagined to be
    another one where it could be."""
    options = {option.name: option.name != "open_displays" for option in OPTIONS}
    tried = 0
    for state, _ in positions("campaign", Random(seed), options, every=1, most=1200):
        for side in BOTH:
            if hidden := [(nth, name) for nth, name in units_named(state) if not told_of(state, side, nth, name)]:
                tried += 1
                imagined = [GEW.hidden.imagine(state, side, Random(each)).stack for each in range(20)]
                for nth, name in hidden:
                    guesses = {getattr(stack[nth], name) for stack in imagined}
                    assert len(guesses) > 1 or guesses == {()}, (state.stack[nth].kind, name)
    assert tried > 3


def units_named(state: GewState) -> Iterator[tuple[int, str]]:
    """The fields on the stack that name counters."""
    for nth, frame in enumerate(state.stack):
        for name in frame.names:
            if name in ("unit", "units", "supplied", "special") and getattr(frame, name) not in ((), -1):
                yield nth, name


def told_of(state: GewState, side: Side, nth: int, name: str) -> bool:
    """Is it a side's own, or does it see the counters, or has the mission they are on been told (27.2)?"""
    frame: Any = state.stack[nth]
    told = any(isinstance(below, Support | Psywar) and below.result for below in state.stack[: nth + 1])
    if isinstance(frame, RaisePartisan) and len(in_waiting(state, frame.side)) == 1:
        return True  # there is no other
    units = getattr(frame, name)
    seen = all(visible(state, side, unit) for unit in (units if isinstance(units, tuple) else (units,)))
    return frame.side == side or told or (seen and name != "supplied")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_6_3_who_is_asked_next_and_what_is_heard_do_not_tell_what_the_enemy_hides(
    questions: Questions, scenario: str, seed: int
) -> None:
    """The same answer, the same dice: the same side is asked, and the log says the same to the one who answered."""
    rng, tried = Random(f"{scenario} {seed}"), 0
    for state, ask in questions(scenario, seed, 3):
        twin = twin_of(state, ask.side, rng)
        run(twin)
        action, dice = ask.form.fill(state, rng.choice), rng.random()
        heard = [after(each, ask.side, action, Random(dice)) for each in (state.copy(), twin)]
        if "gew.Deployment.choose" not in (heard[0][1], heard[1][1]):  # 11.4: what arrives is put on the map anyway
            assert heard[0][0] == heard[1][0], (ask.form.name, action)
            tried += 1
    assert tried > 10


def after(state: GewState, side: Side, action: Any, rng: Random) -> tuple[list[Any], str]:
    """Who is asked after an answer, with the dice and the log lines up to there; and where that is."""
    state.log, rolls = Log(), []
    answer(state, action)
    while isinstance(wait := run(state), Roll):
        rolls.append((str(wait.dice), purpose(state)))
        answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    asked = wait.side if isinstance(wait, Ask) else wait
    return [asked, rolls, log_lines(state, side)], purpose(state)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_6_3_points_seen_are_those_of_the_position_a_side_knows(scenario: str, questions: Questions) -> None:
    rng = Random(scenario)
    for state, _ in questions(scenario, 3, 40):
        state.flags[USMC_MOBILIZED], state.flags[AVG_MOBILIZED] = rng.random() < 0.5, rng.random() < 0.5
        for side in BOTH:
            for looking in BOTH:
                known = veiled(state, looking)
                if side != looking:
                    known.mp[:] = bytes(len(known.mp))  # where they count, nobody else sees them
                assert GEW.standing.score_seen(state, side, looking) == GEW.standing.score(known, side)
            assert (
                scenario != "campaign"
                or GEW.standing.score_seen(state, side, None).total >= GEW.standing.score(state, side).total
            )  # O34.3: they cost points


def test_6_3_a_session_shows_refuses_and_undoes_the_same_whatever_the_enemy_hides() -> None:
    """At the door too: errors, reasons, odds and what may be taken back."""
    for scenario in SCENARIOS:
        rng = Random(scenario)
        options = {"automatic_setup": True, "ultra": True, "major_offensives": True}
        one = Session(GEW.load(scenario, options), "1")
        for _ in range(60):
            if (ask := one.ask) is None:
                break
            other = Session(GEW.load(scenario, options), "1")
            other.state = twin_of(state_of(one, GewState), ask.side, rng)
            other.state.log = other.log = Log(tuple(one.log))
            other.marks, other.inputs, other.rolls = list(one.marks), list(one.inputs), one.rolls
            wrong = (*ask.form.fill(one.state, rng.choice), "nonsense")
            assert said(one, ask.side, wrong) == said(other, ask.side, wrong)
            assert said(one, Side(1 - ask.side), wrong) == said(other, Side(1 - ask.side), wrong)
            assert one.offers() == other.offers()
            assert [one.why_not_undo(side) for side in BOTH] == [other.why_not_undo(side) for side in BOTH]
            assert log_lines(one.state, ask.side) == log_lines(other.state, ask.side)
            action = ask.form.fill(one.state, rng.choice)
            if ask.form.name == "ground combat" and action[0] != "end":
                assert forecast(one.state, ask.side, action) == forecast(other.state, ask.side, action)
            one.submit(ask.side, action)


def said(session: Session, side: Side, action: Any) -> str:
    with pytest.raises(SandtableError) as refusal:
        session.submit(side, action)
    return str(refusal.value)


@pytest.mark.parametrize("name", PLAYERS_AT_LENGTH)
def test_6_3_the_dice_to_come_are_nowhere_in_what_a_side_is_given(name: str) -> None:
    """Two games with other seeds, before the first roll: the same views, the same offers, the same moves."""
    games = [Session(GEW.load("north-africa-1941", {"automatic_setup": True}), seed) for seed in ("1", "2")]
    rng = Random(1)
    while not any(game.rolls for game in games):
        asks = [game.ask for game in games]
        assert asks[0] is not None
        assert asks[1] is not None
        assert [games[0].view(side) for side in BOTH] == [games[1].view(side) for side in BOTH]
        assert games[0].offers() == games[1].offers()
        moves = [
            hurried(name, "1").answer(GEW.hidden.imagine(state_of(game, GewState), asks[0].side, Random(3)), asks[0])
            for game in games
        ]
        assert moves[0] == moves[1]
        action = asks[0].form.fill(games[0].state, rng.choice)
        for game in games:
            game.submit(asks[0].side, action)
