"""The timeline: every step as it was, also after undo, and of a game that was read again."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask, run
from sandtable.play.opening import replay
from sandtable.play.positions import position_text
from sandtable.play.record import Answer
from sandtable.play.session import EVERY, Session, start, start_at
from sandtable.play.timeline import Timeline
from sandtable.players.randomly import answer_randomly


def submit(session: Session, rng: Random) -> None:
    ask = session.ask
    assert ask is not None
    session.submit(ask.side, answer_randomly(session.state, ask, rng))


@pytest.mark.parametrize("name", ["toy:ford", "gew:north-africa-1941"])
def test_every_stop_is_the_position_as_it_was(name: str) -> None:
    session, rng = start(name, "s"), Random(1)
    timeline = Timeline(session)
    was = {len(session.inputs): (session.state.plain(), len(session.log))}
    while session.ask is not None:
        submit(session, rng)
        timeline.follow()
        was[len(session.inputs)] = (session.state.plain(), len(session.log))
    assert timeline.stops == list(was)
    for number, (plain, events) in was.items():
        state, told = timeline.at(number)
        assert state.plain() == plain
        assert told == events
        assert isinstance(run(state), Ask) or number == len(session.inputs)
    again = Timeline(replay(session.record()))
    assert again.stops == timeline.stops
    assert len(again.session.kept) > len(session.inputs) // EVERY - 1
    assert [again.at(number)[0].plain() for number in was] == [plain for plain, _ in was.values()]


def test_what_is_undone_is_off_the_timeline_and_what_is_redone_on_it() -> None:
    session, rng, undone, kept = start("gew:north-africa-1941", "s"), Random(5), 0, set()
    timeline = Timeline(session)
    while session.ask is not None:
        submit(session, rng)
        timeline.follow()
        if session.marks and rng.random() < 0.5:
            side = session.scenario.side(session.inputs[session.marks[-1].inputs].side)  # type: ignore[union-attr]
            session.undo(side)
            timeline.follow()
            undone += 1
            if rng.random() < 0.3:
                session.redo(side)
                timeline.follow()
        kept.add(len(session.kept))
        assert timeline.stops == Timeline(session).stops
        assert timeline.at(len(session.inputs))[0].plain() == session.state.plain()
        assert session.kept[-1].number <= len(session.inputs)
    assert undone > 10
    assert len(kept) > 2
    fresh = Timeline(replay(session.record()))
    for number in timeline.stops:
        assert timeline.at(number)[0].plain() == fresh.at(number)[0].plain()


def test_between_stops_are_rolls_and_forced_answers() -> None:
    session, rng = start("toy:ford", "s"), Random(2)
    while session.ask is not None:
        submit(session, rng)
    inputs, stops = session.inputs, Timeline(session).stops
    assert all(isinstance(inputs[stop], Answer) and not inputs[stop].forced for stop in stops[:-1])  # type: ignore[union-attr]
    assert len(stops) - 1 == sum(isinstance(entry, Answer) and not entry.forced for entry in inputs) < len(inputs)


def test_a_step_is_ones_own_to_change() -> None:
    session = start("toy:ford", "s")
    timeline = Timeline(session)
    before = session.state.plain()
    state, _ = timeline.at(0)
    state.stack.clear()
    assert session.state.plain() == timeline.at(0)[0].plain() == before


def test_a_timeline_begins_where_its_game_began() -> None:
    first, rng = start("toy:ford", "s"), Random(3)
    for _ in range(9):
        submit(first, rng)
    session = start_at(position_text(first.state), "s")
    submit(session, rng)
    assert Timeline(session).at(0)[0].plain() == first.state.plain()


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_step_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match=f"step {number}: the game has steps 0 to 0"):
        Timeline(start("toy:ford", "s")).at(number)


def test_any_step_of_a_long_campaign_is_near_a_kept_position() -> None:
    """N27: in a game of 2,000 actions a step is never many inputs behind a kept position; and little memory is used."""
    session, rng = start("gew:campaign", "long", {"automatic_setup": True}), Random(9)
    timeline = Timeline(session)
    while (ask := session.ask) is not None and len(session.inputs) < 2_000:
        action = answer_randomly(session.state, ask, rng)
        for _ in range(12):  # seldom ends a segment, so that the game gets long
            if action != ("end",):
                break
            action = answer_randomly(session.state, ask, rng)
        session.submit(ask.side, action)
        timeline.follow()
    assert len(session.inputs) >= 2_000
    far = max(
        later - earlier for earlier, later in pairwise([*(kept.number for kept in session.kept), len(session.inputs)])
    )
    assert far < EVERY + 100  # forced answers and rolls after the last stop
    for number in rng.sample(timeline.stops, 5):
        assert timeline.at(number)[0].digest() == replay(session.record(), number).state.digest()
    assert sum(len(kept.columns) + len(repr(kept.stack)) for kept in session.kept) < 200_000
