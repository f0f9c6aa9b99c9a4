"""Answers that are tried against others: which, how often, what they may cost, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest

import toy
from planting import plant
from sandtable.core.decisions import Action
from sandtable.core.flow import Ask, answer, run
from sandtable.core.intents import Conduct, Front, Order
from sandtable.core.rules import Hex, Side
from sandtable.core.state import State
from sandtable.play.session import start
from sandtable.players.advice import advice
from sandtable.players.contest import Budget, Contest, Rounds, Work
from sandtable.players.planner import ANSWERS, Planner
from sandtable.players.rollouts import Rolled, Rollout, rolled

END: Action = ("end",)
FRONTS = (Front("North", (Hex(1), Hex(2)), (Hex(3),)), Front("South", (Hex(4),), (Hex(5), Hex(6))))
SIDE = Side(0)
ROUNDS = Rounds(first=2, known=8, most=128, sure=1.0)


def asked() -> tuple[State, Ask]:
    session = start("toy:ford", seed="1")
    assert session.ask is not None
    return session.state, session.ask


def valued(worth: dict[str, float], spread: float = 1.0, cost: int = 1) -> Work:
    """Rollouts that know what each thing is worth, and luck that is the same for all."""

    def work(state: State, rollouts: Sequence[Rollout]) -> Iterable[Rolled]:
        for each in rollouts:
            luck, own = Random(each.luck).gauss(0, 9), Random(f"{each.luck} {each.first}").gauss(0, spread)
            yield Rolled(worth[str(each.first)] + luck + own, answers=cost)

    return work


def held(
    worth: dict[str, float], budget: float = 1000, spread: float = 1.0, cost: int = 1, rounds: Rounds = ROUNDS
) -> Contest[str]:
    state, _ = asked()

    def rollout(what: str, nth: int) -> Rollout:
        return Rollout(SIDE, Conduct(), Conduct(), f"luck {nth}", first=(what,))

    named = {f"('{what}',)": value for what, value in worth.items()}
    usual, *rivals = worth
    contest = Contest(state, usual, rollout, Budget(budget), rounds, valued(named, spread, cost))
    contest.hold(rivals)
    return contest


def test_what_is_better_is_found_though_luck_is_much_larger() -> None:
    contest = held({"usual": 0.0, "worse": -2.0, "better": 2.0})
    chosen, others = contest.best()
    assert chosen.what == "better"
    assert abs(chosen.gain - 2.0) < 4 * chosen.error < 2.0
    assert next(each.what for each in others) == "usual"


def test_what_comes_to_the_same_is_given_up_after_the_first_round() -> None:
    contest = held({"usual": 0.0, "same": 0.0}, spread=0.0)
    assert contest.done == 4
    assert contest.best()[0].what == "usual"


def test_nothing_is_preferred_that_is_known_from_a_few_tries() -> None:
    contest = held({"usual": 0.0, "better": 50.0}, budget=2 * ROUNDS.known - 1)
    assert contest.best()[0].what == "usual"
    assert held({"usual": 0.0, "better": 50.0}, budget=2 * ROUNDS.known).best()[0].what == "better"


def test_it_ends_when_what_may_be_spent_is_spent_or_enough_is_known() -> None:
    contest = held({"usual": 0.0, "better": 1.0}, budget=200, cost=7)
    assert 200 <= contest.answers < 207
    assert contest.share == 1.0
    assert len(held({"usual": 0.0, "better": 1.0}, budget=1e9).default.tries) == ROUNDS.most


def test_fewer_are_tried_where_they_are_dear_and_those_told_first_come_first() -> None:
    worth = {"usual": 0.0, **{f"rival {nth}": -1.0 for nth in range(20)}}
    assert len(held(worth, budget=1e6).tried) == 21
    budget = 10 * ROUNDS.needed(3)
    assert list(held(worth, budget=budget, cost=10).tried) == ["usual", "rival 0", "rival 1", "rival 2"]
    assert list(held(worth, budget=budget, cost=10, rounds=ROUNDS._replace(fewest=4)).tried) == ["usual"]


def test_who_is_left_after_the_first_round_is_known_before_the_budget_ends() -> None:
    worth = {"usual": 0.0, **{f"rival {nth}": 5.0 + nth for nth in range(20)}}
    for count in range(1, 6):
        contest = held(worth, budget=ANSWERS.needed(count), rounds=ANSWERS)
        assert len(contest.tried) == 1 + count
        assert sum(len(each.tries) >= ANSWERS.known for each in contest.tried.values()) == 1 + max(1, (1 + count) // 2)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    boldness = {-1: "attacks with care", 1: "attacks boldly"}
    plant(monkeypatch, toy.SYSTEM, "counsel", fronts=lambda state, side: FRONTS, boldness=boldness)


def by_manner(monkeypatch: pytest.MonkeyPatch, answers: dict[int, Action]) -> None:
    """Scripts that answer by how bold they are in the North."""

    def promising(state: State, ask: Ask, conduct: Conduct) -> Iterable[Action]:
        return [answers[conduct.order(0).boldness]]

    plant(monkeypatch, toy.SYSTEM, "counsel", promising=promising)


def two_answers(state: State, ask: Ask) -> tuple[Action, Action]:
    """One that does something, and the end."""
    rng = Random(1)
    while True:
        action = ask.form.draw(state, rng)
        if action != END:
            return action, END


@pytest.mark.usefixtures("offered")
def test_a_planner_answers_as_a_bolder_script_would_if_that_comes_out_better(monkeypatch: pytest.MonkeyPatch) -> None:
    state, ask = asked()
    does, end = two_answers(state, ask)
    by_manner(monkeypatch, {0: end, 1: does, -1: end})
    planner = Planner("1", Budget(4000), work=valued({str(does): 3.0, str(end): 0.0, "None": 0.0}))
    choice = planner.choice(state, ask)
    assert choice.chosen.what == does
    assert [each.what for each in choice.others] == [end]
    found = advice(state, ask, "1", planner.script.conduct, choice)
    assert found.action == does
    assert "points better than what came to mind first: end" in found.why
    assert planner.known(state) is choice
    answer(branch := state.copy(), does)
    run(branch)
    assert planner.known(branch) is None


@pytest.mark.usefixtures("offered")
def test_answers_cost_less_and_less_and_nothing_is_tried_when_all_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    state, ask = asked()
    does, end = two_answers(state, ask)
    by_manner(monkeypatch, {0: end, 1: does, -1: end})
    planner = Planner("1", Budget(4000), work=valued({str(does): 2.0, str(end): 0.0, "None": 0.0}, 1.0, 20))
    planner.ready(state, SIDE)
    before, spent = planner.left.answers, list[float]()
    for _ in range(3):
        planner.choice(state, ask)
        spent.append(before - planner.left.answers)
        before, planner.last = planner.left.answers, None
    assert spent[0] > spent[1] > spent[2] > 0
    planner.left = Budget(0)
    assert planner.choice(state, ask).chosen.what == end
    assert not planner.choice(state, ask).others


@pytest.mark.usefixtures("offered")
def test_what_is_ordered_is_obeyed_by_whatever_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    state, ask = asked()
    ordered, seen = (Order(holds=(Hex(3),)), Order(efforts=(Hex(4),))), set[tuple[Order, ...]]()

    def promising(state: State, ask: Ask, conduct: Conduct) -> Iterable[Action]:
        seen.add(conduct.intent)
        return [END]

    plant(monkeypatch, toy.SYSTEM, "counsel", promising=promising)
    Planner("1", Budget(100), ordered, work=valued({"None": 0.0})).answer(state, ask)
    assert len(seen) > 2
    assert all(Hex(3) in north.holds and south.efforts == (Hex(4),) for north, south in seen)


def test_a_rollout_begins_with_the_answer_that_is_tried() -> None:
    state, ask = asked()
    does, end = two_answers(state, ask)
    tries = {action: rolled(state, Rollout(SIDE, Conduct(), Conduct(), "a", first=action)) for action in (does, end)}
    assert tries[does] != tries[end]
    answer(branch := state.copy(), does)
    run(branch)
    after = rolled(branch, Rollout(SIDE, Conduct(), Conduct(), "a"))
    assert tries[does].answers == after.answers + 1


def test_plans_and_answers_are_tried_as_far_ahead_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    state, ask = asked()
    does, end = two_answers(state, ask)
    by_manner(monkeypatch, {0: end, 1: does, -1: end})
    boldness = {-1: "attacks with care", 1: "attacks boldly"}
    plant(
        monkeypatch, toy.SYSTEM, "counsel", horizon=lambda scenario: 5, soon=lambda scenario: 2,
        fronts=lambda state, side: FRONTS, boldness=boldness,
    )  # fmt: skip
    seen = set[tuple[bool, int]]()

    def work(state: State, rollouts: Sequence[Rollout]) -> Iterable[Rolled]:
        for each in rollouts:
            seen.add((each.first is None, each.ahead))
            yield Rolled(0.0)

    Planner("1", Budget(4000), work=work).answer(state, ask)
    assert seen == {(True, 5), (False, 2)}
