"""The planner: which intents it tries, how often, when it leaves the usual plan, and how it tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import pytest

import toy
from planting import plant
from sandtable.core.decisions import Action
from sandtable.core.flow import Ask, Roll
from sandtable.core.intents import USUAL, Conduct, Front, Intent, Order
from sandtable.core.rules import Hex, Side
from sandtable.core.state import State
from sandtable.play.session import start
from sandtable.players.advice import came_out, plan_told
from sandtable.players.contest import Budget, Weighed
from sandtable.players.greedy import Greedy
from sandtable.players.hands import Hands
from sandtable.players.planner import PLANS, Plan, Planner, Search
from sandtable.players.plans import mutant, obeying, openings, told, usual
from sandtable.players.randomly import fall
from sandtable.players.rollouts import Rolled, Rollout, rolled

FRONTS = (Front("North", (Hex(1), Hex(2)), (Hex(3),)), Front("South", (Hex(4),), (Hex(5), Hex(6))))
BOLDNESS = {-1: "attacks with care", 1: "attacks boldly"}
BEST = Hex(2)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, toy.SYSTEM, "counsel", fronts=lambda state, side: FRONTS, boldness=BOLDNESS)


def one_is_better(by: float, spread: float = 1.0) -> object:
    """Rollouts that only know one good effort, and luck."""

    def work(state: State, rollouts: Sequence[Rollout]) -> Iterable[Rolled]:
        for each in rollouts:
            better = by if BEST in each.ours.order(0).efforts else 0.0
            yield Rolled(better + Random(f"{each.luck} {each.ours.intent}").gauss(0.0, spread))

    return work


def searched(by: float, budget: int = 150, ordered: tuple[Order, ...] = (), seed: str = "1") -> Search:
    state = start("toy:ford", seed="1").state
    return Search(state, Side(0), seed, Budget(budget), ordered, work=one_is_better(by))  # type: ignore[arg-type]


def test_openings_try_one_order_at_a_time_on_every_front() -> None:
    found = list(openings(FRONTS, BOLDNESS))
    assert found[0] == (Order(efforts=(Hex(1),)), USUAL)
    assert found[1] == (USUAL, Order(efforts=(Hex(4),)))
    assert all(sum(order != USUAL for order in intent) == 1 for intent in found)
    assert len(found) == len(set(found)) == (2 + 2 + 1) + (1 + 2 + 2)


def test_a_mutant_differs_on_one_front_at_most_and_stays_within_what_is_offered() -> None:
    rng, intent = Random(1), usual(FRONTS)
    for _ in range(300):
        changed = mutant(intent, (Order(efforts=(Hex(1),)), USUAL), FRONTS, BOLDNESS, rng)
        assert sum(one != other for one, other in zip(changed, intent, strict=True)) <= 1
        for order, front in zip(changed, FRONTS, strict=True):
            assert {*order.efforts} <= {*front.efforts}
            assert {*order.holds} <= {*front.holds}
            assert order.boldness in (0, *BOLDNESS)
        intent = changed


@pytest.mark.usefixtures("offered")
def test_the_better_effort_is_found() -> None:
    plans = [searched(2.0, seed=str(seed)).plan() for seed in range(20)]
    assert sum(BEST in plan.chosen.what[0].efforts for plan in plans) >= 19
    assert all(plan.rollouts <= 150 for plan in plans)


@pytest.mark.parametrize(("share", "pace"), [(0.25, 1.0), (0.5, 1.0), (1.0, 2.0)])
def test_a_game_says_what_share_of_thinking_goes_into_plans_and_how_quick_its_answers_are(
    monkeypatch: pytest.MonkeyPatch, share: float, pace: float
) -> None:
    """What a plan does not need is left for answers."""
    offers = {"fronts": lambda state, side: FRONTS, "boldness": BOLDNESS, "planning": lambda scenario: share}
    plant(monkeypatch, toy.SYSTEM, "counsel", **offers, pace=pace)
    state, planner = start("toy:ford", seed="1").state, Planner("1", Budget(400), work=one_is_better(2.0))  # type: ignore[arg-type]
    plan = planner.ready(state, Side(0))
    assert 0 < plan.rollouts <= 400 * pace * share
    assert planner.left.answers == 400 * pace - plan.rollouts


@pytest.mark.usefixtures("offered")
def test_the_usual_plan_is_kept_unless_it_is_clearly_beaten() -> None:
    """With a spread of 1 and nothing to choose, what is taken instead cannot be far ahead in truth."""
    plans = [searched(0.0, seed=str(seed)).plan() for seed in range(20)]
    assert all(each.chosen.gain > each.chosen.error or each.chosen.what == usual(FRONTS) for each in plans)
    assert not searched(0.0, budget=0).plan().rollouts


@pytest.mark.usefixtures("offered")
def test_what_leads_wherever_the_usual_plan_does_is_given_up_after_the_first_round() -> None:
    """Orders that change nothing would else be tried as often as those that do."""
    search = searched(0.0)
    search.contest.work = lambda state, rollouts: [Rolled(Random(each.luck).gauss(0.0, 1.0)) for each in rollouts]
    plan = search.plan()
    assert plan.chosen.what == usual(FRONTS)
    assert plan.rollouts == PLANS.first * len(search.contest.tried)


@pytest.mark.usefixtures("offered")
def test_what_a_side_was_after_is_tried_first_as_far_as_it_may_still_be_ordered() -> None:
    gone = Hex(9)
    former = (Order(efforts=(gone, BEST), holds=(gone, Hex(3)), boldness=1), USUAL)
    search = searched(0.0)
    search.former = former
    search.plan()
    assert list(search.contest.tried)[1] == (Order(efforts=(BEST,), holds=(Hex(3),), boldness=1), USUAL)


@pytest.mark.usefixtures("offered")
def test_a_planner_carries_its_own_plan_on_and_no_other_side_s(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start("toy:ford", seed="1").state
    planner, seen = Planner("1", Budget(800), work=one_is_better(2.0)), list[tuple[Order, ...]]()  # type: ignore[arg-type]

    def searching(*given: Any) -> Search:
        seen.append(given[5])
        return Search(*given)

    monkeypatch.setattr("sandtable.players.planner.Search", searching)
    for side, occasion in ((0, None), (0, "later"), (1, "later")):
        planner.ready(state, Side(side))
        planner.made = planner.made and (planner.made[0], occasion)  # that occasion is over
    assert seen[0] == ()
    assert BEST in next(former for former in seen if former)[0].efforts
    assert seen[-1] == ()


@pytest.mark.usefixtures("offered")
def test_what_is_ordered_is_in_every_plan() -> None:
    ordered = (Order(holds=(Hex(3),)), Order(efforts=(Hex(4),), boldness=-1))
    search = searched(2.0, ordered=ordered)
    plan = search.plan()
    assert len(search.contest.tried) > 5
    assert all(intent == obeying(intent, ordered) for intent in search.contest.tried)
    assert plan.chosen.what[0].holds[0] == Hex(3)


@pytest.mark.usefixtures("offered")
def test_it_may_be_stopped_at_any_time() -> None:
    search = searched(2.0)
    search.contest.watch = lambda contest: contest.done < 7
    assert search.plan().rollouts == 7
    search = searched(2.0)
    search.contest.budget = Budget(150, 1e-9)
    assert search.plan().rollouts == 0  # nothing but the usual
    assert search.contest.done in (1, 2)  # the clock begins with the first


def test_a_game_that_offers_nothing_is_played_by_the_script() -> None:
    session = start("toy:ford", seed="1")
    assert session.ask is not None
    planner = Planner("1", Budget(20))
    assert not session.ask.form.check(session.state, planner.answer(session.state, session.ask))
    assert planner.plan is not None
    assert planner.plan.rollouts == 0


def test_dice_of_one_kind_fall_alike_however_many_of_another_fell_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """One attack more changes no weather: what is rolled for has dice of its own in each turn."""
    fallen = dict[str, list[object]]()

    def watched(roll: Roll, rng: Random) -> object:
        fallen.setdefault(f"{id(rng)} {roll.into}", []).append(found := fall(roll, rng))
        return found

    monkeypatch.setattr("sandtable.players.rollouts.fall", watched)
    state, kinds = start("use:balkans-1941", seed="1").state, list[set[str]]()
    for boldness in (-1, 1):
        fallen.clear()
        rolled(state, Rollout(Side(0), Conduct((Order(boldness=boldness),)), Conduct(), "a"))
        kinds.append({f"{key.split()[1]} {found}" for key, found in fallen.items() if key.endswith("weather")})
    assert kinds[0]
    assert kinds[0] == kinds[1]


def test_a_rollout_is_the_same_for_the_same_luck() -> None:
    planner, state = Planner("1", Budget(1)), start("toy:ford", seed="1").state
    before = state.digest()
    tries = [Rollout(Side(0), planner.script.conduct, planner.script.conduct, luck) for luck in "aab"]
    values = [rolled(state, each) for each in tries]
    assert values[0] == values[1]
    assert state.digest() == before


@pytest.mark.usefixtures("offered")
def test_a_plan_is_told_in_words() -> None:
    scenario = start("toy:ford", seed="1").scenario
    plan = searched(2.0).plan()
    said = plan_told(scenario, plan)
    assert "main effort" in said.plan.lower()
    assert said.expects.startswith("in ")
    assert said.others
    assert told(usual(FRONTS), FRONTS, BOLDNESS) == "the usual plan"


DESERT = "gew:north-africa-1941", "1", {"automatic_setup": True}
TRIES = [Rollout(Side(0), Conduct(), Conduct(), luck) for luck in "ab"]


def end(hands: Hands) -> None:
    """As if somebody had killed them."""
    assert hands.pool is not None
    for process in list(hands.pool._processes.values()):
        process.kill()


def test_hands_find_what_one_finds_alone_and_others_take_over_from_those_that_were_ended() -> None:
    state = start(*DESERT).state
    alone = [rolled(state, each) for each in TRIES]
    hands = Hands(1)
    try:
        found = hands(state, TRIES * 30)
        assert [next(found), next(found)] == alone
        first = hands.pool
        end(hands)
        assert list(found) == alone * 29
        assert hands.pool is not first
    finally:
        hands.close()


@pytest.mark.usefixtures("offered")
def test_a_plan_that_is_sure_to_be_better_is_told_so() -> None:
    """Nothing to take or give: each try was better by as much."""
    chosen = Weighed[Intent]((Order(efforts=(BEST,)), USUAL), gain=10.0, won=0.5, tries=20)
    said = plan_told(start("toy:ford", seed="1").scenario, Plan(FRONTS, chosen, (), 20))
    expected = "in 20 tries it won 50 % more of the games than the usual plan, which is to play as an Officer does"
    assert said.expects == expected


@pytest.mark.parametrize(
    ("points", "won", "said"),
    [
        (0.4, 0.12, "in 16 tries it won 12 % more of the games and came out 0.4 points better"),
        (-0.4, 0.12, "in 16 tries it won 12 % more of the games but came out 0.4 points worse"),
        (0.4, -0.12, "in 16 tries it won 12 % fewer of the games but came out 0.4 points better"),
        (0.4, 0.0, "in 16 tries it came out 0.4 points better"),
    ],
)
def test_what_was_tried_is_told_in_a_sentence(points: float, won: float, said: str) -> None:
    assert came_out(Weighed[Intent](usual(FRONTS), gain=1.0, points=points, won=won, tries=16)) == said


def test_one_goes_on_alone_if_the_next_hands_are_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state, hands, broken = start(*DESERT).state, Hands(1), list[object]()

    def breaks(*given: object) -> Iterator[Rolled]:
        broken.append(given)
        yield rolled(state, TRIES[0])
        raise BrokenProcessPool

    monkeypatch.setattr(hands, "_rolled", breaks)
    assert list(hands(state, [TRIES[0], TRIES[0], TRIES[1]])) == [rolled(state, TRIES[each]) for each in (0, 0, 1)]
    assert len(broken) == 2


@pytest.mark.usefixtures("offered")
def test_closed_hands_roll_nothing_out_and_who_plans_keeps_to_the_usual() -> None:
    hands, state = Hands(1), start("toy:ford", seed="1").state
    hands.close()
    assert list(hands(state, TRIES)) == []
    assert hands.pool is None
    planner = Planner("1", Budget(150), work=hands)
    assert planner.ready(state, Side(0)).rollouts == 0
    assert planner.script.conduct.intent == usual(FRONTS)


@pytest.mark.usefixtures("offered")
def test_a_plan_that_was_stopped_is_carried_out_until_it_is_forgotten() -> None:
    state = start("toy:ford", seed="1").state
    planner = Planner("1", Budget(500), work=one_is_better(2.0))  # type: ignore[arg-type]
    planner.watch = lambda contest: contest.done < 100
    plan = planner.ready(state, Side(0))
    assert plan.rollouts == 100
    assert planner.ready(state, Side(0)) is plan
    planner.forget()
    assert planner.in_force(state, Side(0)) is None


def test_plans_are_tried_hastily_and_as_far_as_the_game_counts_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that answers in a game is not told to hurry."""
    seen, steps = set[bool](), list[int]()
    promising = toy.SYSTEM.counsel.promising

    def watched(state: State, ask: Ask, conduct: Conduct) -> Iterable[Action]:
        seen.add(conduct.hasty)
        return promising(state, ask, conduct)  # type: ignore[arg-type]  # the toy's own

    def passed(state: State, side: Side) -> int:
        steps.append(side)
        return len(steps)

    plant(monkeypatch, toy.SYSTEM, "counsel", promising=watched, passed=passed)
    session = start("toy:ford", seed="1")
    rolled(session.state, Rollout(Side(0), Conduct(), Conduct(), "a", ahead=3))
    assert seen == {True}
    assert steps == [0] * 4  # as it begins, and at three questions
    assert session.ask is not None
    Greedy("1", Conduct()).answer(session.state, session.ask)
    assert seen == {True, False}
