"""No level knows what its side may not see: positions that differ in nothing else get the same answers and plans."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from hurried import hurried
from sandtable.core.flow import Ask
from sandtable.core.intents import Conduct
from sandtable.play.session import Session, start
from sandtable.play.table import computer_answer, imagined
from sandtable.players import PLAYERS, player
from sandtable.players.advice import Step, advice, next_steps
from sandtable.players.planner import Plan, Planner
from sandtable.systems.gew.state import GewState
from twins import sealed_twin

STOPS = (3, 40, 90)  # answers of a game after which twins are made


def reached(stop: int) -> Session:
    session = start("gew:campaign", seed=str(stop))
    for _ in range(stop):
        if session.ask is None:
            break
        session.submit(session.ask.side, computer_answer(session, player("officer", "1"), "1"))
    return session


@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.parametrize("name", PLAYERS)
def test_twins_get_the_same_answer_at_every_level(name: str, stop: int) -> None:
    session = reached(stop)
    ask = cast(Ask, session.ask)
    first = hurried(name, "1")
    answers = [computer_answer(session, first, "3")]
    plans = [first.plan if isinstance(first, Planner) else None]
    steps = [begun(session, plans[0])]
    for nth in range(3):
        session.state = sealed_twin(cast(GewState, session.state), ask.side, Random(nth))
        other = hurried(name, "1")
        answers.append(computer_answer(session, other, "3"))
        plans.append(other.plan if isinstance(other, Planner) else None)
        steps.append(begun(session, plans[-1]))
    assert len(set(answers)) == 1
    assert all(plan == plans[0] for plan in plans)
    assert all(told == steps[0] for told in steps)


def begun(session: Session, plan: Plan | None) -> list[Step]:
    """How a plan begins, as it is told."""
    if plan is None:
        return []
    (state, ask), conduct = imagined(session, "3"), Conduct(plan.chosen.what)
    return next_steps(state, advice(state, ask, "3", conduct).action, "3", conduct)
