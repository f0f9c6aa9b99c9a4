"""Counting the tree."""

from __future__ import annotations

from sandtable.core.flow import Ask, run
from sandtable.play.perft import perft
from sandtable.play.session import start


def test_depth_nought_is_the_position_itself() -> None:
    assert perft(start("toy:duel", "s").state, 0) == 1


def test_depth_one_is_the_number_of_actions() -> None:
    state = start("toy:duel", "s").state
    ask = run(state)
    assert isinstance(ask, Ask)
    assert perft(state, 1) == len(list(ask.form.actions(state)))


def test_every_reading_of_a_roll_is_a_branch_and_a_game_that_is_over_one_leaf() -> None:
    """Turn 1 of a field where red has nothing to do but end: what follows are blue's answers."""
    session = start("toy:duel", "s")
    session.submit_written(session.ask.side, ["attack", "0503", "r1", "done"])  # type: ignore[union-attr]
    assert [perft(session.state, depth) for depth in (1, 2, 3)] == [2, 4, 24]
    assert perft(session.state, 4) > 24


def test_counting_changes_nothing() -> None:
    state = start("toy:duel", "s").state
    before = state.plain()
    perft(state, 2)
    assert state.plain() == before
