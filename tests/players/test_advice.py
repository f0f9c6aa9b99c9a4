"""What the computer would answer, and why."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable.core.intents import SCRIPT
from sandtable.play.session import start
from sandtable.play.table import imagined
from sandtable.players import advice as advice_module
from sandtable.players.advice import STEPS, Step, advice, next_steps
from sandtable.players.greedy import Greedy


def test_advice_is_what_the_computer_would_answer_and_says_what_it_expects() -> None:
    session = start("gew:north-africa-1941", seed="1")
    why: dict[str, list[str]] = {}
    for _ in range(60):
        ask = session.ask
        assert ask is not None
        state, _ = imagined(session, "advice")
        found = advice(state, ask, "1")
        assert found.action == Greedy("1", SCRIPT).answer(state, ask)
        why.setdefault(ask.form.name, []).append(found.why)
        session.submit(ask.side, found.action)
    better = re.compile(r"stand \d+\.\d points of its own count better than by doing nothing")
    assert any(better.search(said) for said in why["move"])
    assert all("nothing that promises more" in said for said in why["demobilization"])
    assert any("the next best it weighed" in said for said in why["absorb or suffer"])


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        (0.5, "stands 0.5 points worse at once than by doing nothing"),
        (1.0, "nothing is gained at once: it prepares what may follow"),
        (1.5, "stand 0.5 points of its own count better than by doing nothing"),
    ],
)
def test_what_is_recommended_is_not_said_to_be_better_than_it_is(
    worth: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that the system recommends is given without weighing it."""

    def judged(player: Greedy, state: Any, ask: Any, action: tuple[Any, ...]) -> float:
        return 1.0 if action == (ask.form.ends,) else worth

    session = start("gew:north-africa-1941", seed="1")
    while (ask := session.ask) is not None:
        action = Greedy("1", SCRIPT).answer(imagined(session, "advice")[0], ask)
        if ask.form.name == "move" and action != ("end",):
            break
        session.submit(ask.side, action)
    assert ask is not None
    monkeypatch.setattr(advice_module, "_worth", judged)
    assert said in advice(imagined(session, "advice")[0], ask, "1").why


def test_a_loss_is_not_recommended_without_saying_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something has to be chosen and all of it loses, that is said; of several, that this loses least."""
    session = start("gew:north-africa-1941", seed="1")
    while (ask := session.ask) is not None and ask.form.name != "absorb or suffer":
        session.submit(ask.side, Greedy("1", SCRIPT).answer(imagined(session, "advice")[0], ask))
    assert ask is not None
    state, _ = imagined(session, "advice")
    spend, suffer = ("spend",), ("suffer",)
    monkeypatch.setattr(advice_module, "_now", lambda *_: 5.0)
    monkeypatch.setattr(advice_module, "_worth", lambda *_: 1.0)
    monkeypatch.setattr(Greedy, "weighed", lambda *_: [(spend, 3.0), (suffer, 1.0)])
    assert advice(state, ask, "1").why.startswith("whatever it weighed costs something at once, this least: 2.0 points")
    monkeypatch.setattr(Greedy, "weighed", lambda *_: [(spend, 0.0)])
    assert advice(state, ask, "1").why == "this costs something at once: 4.0 points of its own count"


def test_an_answer_found_twice_is_not_its_own_next_best(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start("gew:north-africa-1941", seed="1")
    ask = session.ask
    assert ask is not None
    state, _ = imagined(session, "advice")
    action = Greedy("1", SCRIPT).answer(state, ask)
    monkeypatch.setattr(Greedy, "weighed", lambda *_: [(action, 2.0), (action, 2.0)])
    assert "next best" not in advice(state, ask, "1").why


def test_a_plan_goes_on_with_what_its_side_decides_alone() -> None:
    """From each question of a game: while no die has fallen and nobody else has been asked."""
    session = start("gew:north-africa-1941", seed="1")
    told: dict[str, list[list[Step]]] = {}
    for _ in range(60):
        ask = session.ask
        assert ask is not None
        state, _ = imagined(session, "advice")
        action, before = advice(state, ask, "1").action, state.digest()
        steps = next_steps(state, action, "1", SCRIPT)
        said = [step.text for step in steps if step.text]
        assert state.digest() == before
        assert len(said) <= STEPS
        assert not {"end", "keep", "spend"} & {*said}
        assert all(len(step.picked) == 1 for step in steps if not step.text)
        told.setdefault(ask.form.name, []).append(steps)
        session.submit(ask.side, action)
    first = [steps[0] for steps in told["regroup"] if steps]
    assert any(re.fullmatch(r"march .* to \d{4}.*", step.text) and step.form == "move" for step in first)
