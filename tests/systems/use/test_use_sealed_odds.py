"""USE 5.1: the odds that stand beside the words of a sealed answer tell nothing of the enemy's."""

from __future__ import annotations

import pytest

from sandtable.play.forecast import forecast
from sandtable.play.notation import read_action
from sandtable.play.session import Session, start
from sandtable.server.lookups import forecast_document
from sandtable.server.wire import Odds

TO_THE_ATTACK = ("activate ger_2pz", "attack 0906")


def attacked(axis: str) -> Session:
    """The Axis has said, sealed, whether it commits."""
    session = start("use:poland-1939", seed="rommel")
    for line in (*TO_THE_ATTACK, axis):
        assert session.ask is not None
        session.submit(session.ask.side, read_action(session.state, session.ask.form, line.split()))
    return session


def odds(session: Session, word: str) -> Odds:
    assert session.ask is not None
    side = session.ask.side
    known = session.system.hidden.foresee(session.state, side)
    return forecast_document(forecast(session.state, side, (word,), known), side)


@pytest.mark.parametrize("word", ["commit", "hold"])
def test_5_1_they_are_the_same_whatever_the_enemy_has_answered(word: str) -> None:
    one, other = odds(attacked("commit"), word), odds(attacked("hold"), word)
    assert one == other
    assert {result.given for result in one.results} == {"Axis: commits", "Axis: holds back"}
