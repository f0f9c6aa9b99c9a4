"""Games of one scenario: played at random, rolled on by the script, looked at, copied and taken back."""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from sandtable.bench import tables
from sandtable.bench.timing import best, quickest
from sandtable.core.decisions import Action
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.state import State
from sandtable.core.system import Scenario, System, codes, find, find_system, register
from sandtable.play.forecast import forecast
from sandtable.play.session import Session
from sandtable.players.greedy import Greedy
from sandtable.players.randomly import answer_randomly

TEST_BATTLE = "toy"
DECISIONS, SECONDS = 3000, 1.0  # random play of a scenario lasts at least so long: to collect garbage takes 30 ms
LOOKED_AT, ROLLED, ATTACKS = 60, 12, 40  # positions of which something is asked; most attacks
SEARCHED = 4000  # positions at most among which attacks are looked for
UNDONE = 200


def subjects() -> list[str]:
    """Every scenario of every family that has games, that of the engine's test piece first, where it is at hand."""
    battle = test_battle()
    families = [found for code in codes() if code != TEST_BATTLE and isinstance(found := find(code), System)]
    systems = families if battle is None else [battle, *families]
    return [f"{system.code}:{info.name}" for system in systems for info in system.scenarios() if not info.of]


def measured(subject: str) -> dict[str, float]:
    """Every figure of a scenario."""
    system, scenario = loaded(subject)
    return {
        **played(system, scenario),
        **rolled(system, scenario),
        **copied(system, scenario),
        **seen(system, scenario),
        **supplied(system, scenario),
        **foretold(system, scenario),
        **tables.measured(subject, scenario),
    }


def loaded(subject: str) -> tuple[System[Any], Scenario]:
    """A scenario, which starts at once where set-up could take decisions."""
    code, _, name = subject.partition(":")
    system = test_battle() if code == TEST_BATTLE else find_system(code)
    assert system is not None
    info = next(info for info in system.scenarios() if info.name == name)
    return system, system.load(name, info.ready_made)


def test_battle() -> System[Any] | None:
    """The engine's test piece: it stands among the tests of a checkout and is not installed."""
    folder = Path(__file__).parents[3] / "tests"
    if not (folder / TEST_BATTLE / "__init__.py").exists():
        return None
    sys.path.insert(0, str(folder))
    try:
        found: System[Any] = importlib.import_module(TEST_BATTLE).SYSTEM
    finally:
        sys.path.remove(str(folder))
    register(found)
    return found


def played(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """Random games, without log or checks, as a search would play them."""
    random_game(system, scenario, random.Random(0))  # what is worked out once is worked out here
    rng, games, made, took = random.Random("played"), 0, 0, 0.0
    start = time.process_time()  # of this process alone: it is too long to hope for a quiet machine
    while made < DECISIONS or took < SECONDS:
        made += random_game(system, scenario, rng)
        games += 1
        took = time.process_time() - start
    return {"decisions_per_s": made / took, "games_per_s": games / took}


def random_game(system: System[Any], scenario: Scenario, rng: random.Random) -> int:
    """The number of decisions of one game."""
    state, made = system.begin(scenario), 0
    while not isinstance(wait := run(state), Over):
        if isinstance(wait, Roll):
            answer(state, fall(wait, rng))
        else:
            answer(state, answer_randomly(state, wait, rng))
            made += 1
    return made


def rolled(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """From positions in the midst of games on to the end of the turn, both sides by the script: what a search does."""
    took, turns, rng = 0.0, 0, random.Random("rolled")
    for state, _, _ in moments(system, scenario, ROLLED):
        script, turn = Greedy("rolled"), system.standing.turns_played(state)
        start = time.process_time()
        while not isinstance(wait := run(state), Over):
            if isinstance(wait, Roll):
                answer(state, fall(wait, rng))
            elif system.standing.turns_played(state) > turn:
                break
            else:
                answer(state, script.quickly(state, wait))
        took += time.process_time() - start
        turns += 1
    return {"rolled_turns_per_s": turns / took}


def copied(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """A copy of the position at the first question, and an answer taken back."""
    state = system.begin(scenario)
    run(state)
    return {"copy_us": best(state.copy) * 1e6, **undone(scenario)}


def undone(scenario: Scenario) -> dict[str, float]:
    session, rng, took = Session(scenario, "undone"), random.Random("undone"), list[float]()
    while session.ask is not None and len(took) < UNDONE:
        ask = session.ask
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
        if not session.why_not_undo(ask.side):
            start = time.perf_counter()
            session.undo(ask.side)
            took.append(time.perf_counter() - start)
            session.redo(ask.side)
    return {"undo_us": median(took) * 1e6} if took else {}


def moments(system: System[Any], scenario: Scenario, wanted: int) -> Iterator[tuple[State, Ask, Action]]:
    """Questions of random games, with an answer to each, every few decisions: positions of which nothing is known."""
    state, rng = system.begin(scenario), random.Random("moments")
    while wanted:
        wait = run(state)
        if isinstance(wait, Over):
            state = system.begin(scenario)
        elif isinstance(wait, Roll):
            answer(state, fall(wait, rng))
        else:
            action = answer_randomly(state, wait, rng)
            if rng.random() < 0.2:
                wanted -= 1
                fresh = state.copy()
                fresh.forget()
                yield fresh, wait, action
            answer(state, action)


def seen(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """What a side's view costs in the midst of games, and a guess made from it."""
    views, guesses, rng = [], [], random.Random("sights")
    for state, ask, _ in moments(system, scenario, LOOKED_AT):
        view = partial(system.hidden.view, state, ask.side)
        views.append(quickest(view))
        guesses.append(quickest(partial(system.hidden.guess, view(), scenario, rng)))
    return {"view_us": median(views) * 1e6, "guess_us": median(guesses) * 1e6}


def supplied(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """Who of a side is in supply, in positions of which nothing is known; and with all that is known from before."""
    cold, warm = [], []
    for state, ask, _ in moments(system, scenario, 2 * LOOKED_AT):
        look = partial(system.lens.supplied, state, ask.side)
        start = time.perf_counter()
        if look():
            cold.append(time.perf_counter() - start)
            warm.append(quickest(look))
    return {"supply_us": median(cold) * 1e6, "supply_again_us": median(warm) * 1e6} if cold else {}


def foretold(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """Odds of attacks, with what follows, in positions of which nothing is known."""
    took: list[float] = []
    for state, ask, action in moments(system, scenario, SEARCHED):
        if is_attack(system, state, ask, action):
            start = time.perf_counter()
            forecast(state, ask.side, action)
            took.append(time.perf_counter() - start)
            if len(took) == ATTACKS:
                break
    if len(took) < 2:
        return {}
    return {"attack_odds_ms": median(took) * 1e3, "attack_odds_p90_ms": quantiles(took, n=10)[-1] * 1e3}


def is_attack(system: System[Any], state: State, ask: Ask, action: Action) -> bool:
    """Will dice fall of which the system tells what decides them, now or after what the sides may choose first?"""
    branch = state.copy()
    answer(branch, action)
    while isinstance(wait := run(branch), Ask):
        stances = system.foresight.stances(branch, wait, ask.side)
        if not stances:
            return False
        answer(branch, stances[0].action)
    return isinstance(wait, Roll) and bool(system.foresight.terms(branch))


def fall(roll: Roll, rng: random.Random) -> Any:
    readings, ways = chances_of(roll.dice)
    return rng.choices(readings, cum_weights=ways)[0]


@cache
def chances_of(dice: Dice) -> tuple[list[Any], list[int]]:
    return list(dice.ways), list(accumulate(dice.ways.values()))
