"""What the computer would answer, and why."""

from __future__ import annotations

import re

from sandtable.play.session import start
from sandtable.play.table import imagined
from sandtable.players.advice import advice
from sandtable.players.greedy import Greedy


def test_advice_is_what_the_computer_would_answer_and_says_what_it_expects() -> None:
    session = start("gew:north-africa-1941", seed="1")
    why: dict[str, list[str]] = {}
    for _ in range(25):
        ask = session.ask
        assert ask is not None
        state, _ = imagined(session, "advice")
        found = advice(state, ask, "1")
        assert found.action == Greedy("1").answer(state, ask)
        why.setdefault(ask.form.name, []).append(found.why)
        session.submit(ask.side, found.action)
    better = re.compile(r"stand \d+\.\d points of its own count better than by doing nothing")
    assert any(better.search(said) for said in why["move"])
    assert all("nothing that promises more" in said for said in why["demobilization"])
    assert any("the next best it weighed" in said for said in why["absorb or suffer"])
