"""What things cost: the floods, copies, odds and decisions that everything else is made of.

Each figure is the best of several rounds, since a machine's other work only ever adds time. `sandtable bench` runs
this twice, once with compiled kernels and once in plain Python.
"""

from __future__ import annotations

import cProfile
import importlib
import json
import os
import pstats
import random
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles
from typing import Any, cast

from sandtable.core.columns import ALL, UNIT, column
from sandtable.core.decisions import Action
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.hexes import Layout
from sandtable.core.kernels import COMPILED, NEVER, Grid
from sandtable.core.state import Position, State
from sandtable.core.system import Scenario, ScenarioInfo, System, find, find_system, register
from sandtable.play.forecast import forecast
from sandtable.play.odds import chance, charts_of, odds, resolved
from sandtable.players.randomly import answer_randomly

UNITS, COPIED_UNITS = 150, 300
FIGURES = {
    "flood_us": "movement flood of about 72 hexes",
    "reach_150_ms": f"reach of {UNITS} units, 1,450 hexes",
    "trace_1450_us": "supply trace of a whole side, 1,450 hexes",
    "trace_6000_us": "supply trace of a whole side, 6,000 hexes",
    "zone_us": f"zone of control of {UNITS} units",
    "copy_us": f"copy of a state with {COPIED_UNITS} units",
    "odds_use_cold_us": "exact odds of a USE combat, cold",
    "odds_ocs_cold_ms": "exact odds of an OCS combat with surprise, cold",
    "odds_gew_cold_us": "exact odds of a GEW combat, cold",
    "odds_use_cached_us": "the same USE odds asked by name again",
    "decisions_per_s": "random legal decisions, first scenario",
    "games_per_s": "random games from start to end, likewise",
    "view_us": "what a side sees of a position, median",
    "guess_us": "a position guessed from what a side sees, median",
    "supply_us": "who of a side is in supply, nothing known before",
    "attack_odds_ms": "odds of a whole attack with what follows, median",
    "attack_odds_p90_ms": "the same, nine in ten take less",
}
TOP = 10  # lines of a profile
DECISIONS = 2000  # of which a round of random games has at least so many


def best(work: Callable[[], Any], rounds: int = 7, seconds: float = 0.06) -> float:
    """Seconds for one run of the work."""
    times, start = 1, time.perf_counter()
    work()
    while (took := time.perf_counter() - start) < seconds / 4:
        times, start = times * 2, time.perf_counter()
        for _ in range(times):
            work()
    found = took / times
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(times):
            work()
        found = min(found, (time.perf_counter() - start) / times)
    return found


def field(columns: int, rows: int, seed: int = 1) -> tuple[Grid, bytes]:
    """A made-up map: mostly clear, some rough, some mountain, a few hexsides that nobody crosses."""
    neighbours = Layout(columns, rows, labels="C.R").neighbours
    grid, rng = Grid(neighbours), random.Random(seed)
    entry = rng.choices([1, 2, 3, NEVER], [70, 20, 8, 2], k=grid.size)
    return grid, bytes(entry[there] if there >= 0 else NEVER for there in neighbours)


def floods() -> dict[str, float]:
    rng = random.Random(2)
    grid, prices = field(50, 29)
    wide, dear = field(100, 60)
    budget = 6
    start = min(range(grid.size), key=lambda hex: abs(len(grid.reach(prices, hex, budget)) - 72))
    starts = [rng.randrange(grid.size) for _ in range(UNITS)]
    stop = grid.zone(starts[:40])
    sources = [rng.randrange(grid.size) for _ in range(30)]
    far = [rng.randrange(wide.size) for _ in range(60)]
    return {
        "flood_hexes": len(grid.reach(prices, start, budget)),
        "flood_us": best(lambda: grid.reach(prices, start, budget)) * 1e6,
        "reach_150_ms": best(lambda: [grid.reach(prices, hex, budget, b"", stop) for hex in starts]) * 1e3,
        "trace_1450_us": best(lambda: grid.trace(prices, sources, 200)) * 1e6,
        "trace_6000_us": best(lambda: wide.trace(dear, far, 200)) * 1e6,
        "zone_us": best(lambda: grid.zone(starts)) * 1e6,
    }


class Large:
    """As much of a scenario as a state of many units asks for."""

    sides, places, counters, side_of = ("one", "other"), 1450, range(COPIED_UNITS), array("b", [0, 1] * 150)


class LargeState(Position):
    """Twenty columns, as a full game has."""

    for _nth in range(15):
        locals()[f"more{_nth}"] = column(UNIT, seen=ALL)


def copies() -> dict[str, float]:
    state = LargeState(cast(Scenario, Large()))
    return {"copy_us": best(state.copy) * 1e6}


def chances() -> dict[str, float]:
    asked: dict[str, dict[str, Any]] = {
        "use.ground": {"attacker_drm": 3, "defender_drm": 1, "attacker_halvings": 0, "defender_halvings": 1},
        "ocs.combat": {"attack": 20, "defend": 6, "terrain": "Close", "attacker_ar": 4, "defender_ar": 3},
        "gew.ground": {"attack": 12, "defend": 7, "shift": 1},
    }
    cold = {}
    for name, said in asked.items():
        reference, question = chance(name)
        charts = charts_of(reference)
        procedure = question.prepare(charts, question.complete(said)).procedure
        cold[name] = best(lambda r=reference, c=charts, p=procedure: resolved(r, c, p.copy()))  # type: ignore[misc]
    return {
        "odds_use_cold_us": cold["use.ground"] * 1e6,
        "odds_ocs_cold_ms": cold["ocs.combat"] * 1e3,
        "odds_gew_cold_us": cold["gew.ground"] * 1e6,
        "odds_use_cached_us": best(lambda: odds("use.ground", **asked["use.ground"])) * 1e6,
    }


def test_battle() -> System[Any] | None:
    """The engine's test piece: it stands among the tests of a checkout and is not installed."""
    folder = Path(__file__).parents[2] / "tests"
    if not (folder / "toy" / "__init__.py").exists():
        return None
    sys.path.insert(0, str(folder))
    try:
        register(importlib.import_module("toy").SYSTEM)
    finally:
        sys.path.remove(str(folder))
    found = find("toy")
    assert isinstance(found, System)
    return found


def games(system: System[Any], scenario: Scenario, wanted: int, rounds: int = 3) -> dict[str, float]:
    """Random games of a scenario, without log or checks, as a search would play them; more than wanted if they are
    short."""
    random_game(system, scenario, random.Random(0))  # what is worked out once is worked out here
    found = {"decisions_per_s": 0.0, "games_per_s": 0.0}
    for nth in range(rounds):  # other games each time: what was worked out for one is of no use to the next
        rng, played, made, start = random.Random(f"round {nth}"), 0, 0, time.process_time()
        while played < wanted or made < DECISIONS:
            made += random_game(system, scenario, rng)
            played += 1
        took = time.process_time() - start  # of this processor alone: a round is too long to hope for a quiet one
        found = {
            "decisions_per_s": max(found["decisions_per_s"], made / took),
            "games_per_s": max(found["games_per_s"], played / took),
        }
    return found


def copying(system: System[Any]) -> float:
    """Seconds for a copy of the position at the first question."""
    state = system.begin(system.load(system.scenarios()[0].name))
    run(state)
    return best(state.copy)


def sights(system: System[Any], scenario: Scenario) -> dict[str, float]:
    """What a side's view costs in the midst of games, and a guess made from it."""
    views, guesses, rng = [], [], random.Random("sights")
    for state, ask, _ in moments(system, scenario, 40):
        view = partial(system.hidden.view, state, ask.side)
        views.append(quickest(view))
        guesses.append(quickest(partial(system.hidden.guess, view(), scenario, rng)))
    return {"view_us": median(views) * 1e6, "guess_us": median(guesses) * 1e6}


def quickest(work: Callable[[], Any], tries: int = 7) -> float:
    """Seconds, of a few tries: as `best`, for many positions."""
    found = []
    for _ in range(tries):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def moments(system: System[Any], scenario: Scenario, wanted: int = 200) -> Iterator[tuple[State, Ask, Action]]:
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


def lenses(system: System[Any]) -> dict[str, float]:
    """What supply and the odds of attacks cost in the midst of games, each asked once."""
    supply, attacks = [], []
    for state, ask, action in moments(system, first(system)):
        start = time.perf_counter()
        if system.lens.supplied(state, ask.side):
            supply.append(time.perf_counter() - start)
        if is_attack(system, state, ask, action):
            start = time.perf_counter()
            forecast(state, ask.side, action)
            attacks.append(time.perf_counter() - start)
    found = {}
    if supply:
        found["supply_us"] = median(supply) * 1e6
    if len(attacks) > 1:
        found |= {"attack_odds_ms": median(attacks) * 1e3, "attack_odds_p90_ms": quantiles(attacks, n=10)[-1] * 1e3}
    return found


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


def profile(system: System[Any]) -> list[dict[str, Any]]:
    """The functions in which random games spend most, by their own time."""
    scenario, rng, watch = first(system), random.Random(3), cProfile.Profile()
    random_game(system, scenario, rng)
    made = 0
    watch.enable()
    while made < DECISIONS:
        made += random_game(system, scenario, rng)
    watch.disable()
    lines = pstats.Stats(watch).stats.items()  # type: ignore[attr-defined]  # it is there, but not in its types
    whole = sum(own for _, (_, _, own, _, _) in lines)
    top = sorted(lines, key=lambda line: -line[1][2])[:TOP]
    return [
        {"function": f"{Path(path).name}:{name}", "calls": calls, "percent": round(100 * own / whole, 1)}
        for (path, _, name), (_, calls, own, _, _) in top
    ]


def first(system: System[Any]) -> Scenario:
    return ready(system, system.scenarios()[0])


def ready(system: System[Any], info: ScenarioInfo) -> Scenario:
    """A scenario, which starts at once where set-up could take decisions."""
    return system.load(info.name, info.ready_made)


def fall(roll: Roll, rng: random.Random) -> Any:
    readings, ways = chances_of(roll.dice)
    return rng.choices(readings, cum_weights=ways)[0]


@cache
def chances_of(dice: Dice) -> tuple[list[Any], list[int]]:
    return list(dice.ways), list(accumulate(dice.ways.values()))


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


def measure(code: str = "") -> dict[str, Any]:
    """Every figure, or, for one system, those of its games."""
    top: dict[str, Any] = {}
    if code:
        system = find_system(code)
        loaded = {info.name: ready(system, info) for info in system.scenarios()}
        each = {name: games(system, each, 12) | sights(system, each) for name, each in loaded.items()}
        found = {**next(iter(each.values())), "copy_us": copying(system) * 1e6, **lenses(system)}
        top["scenarios"] = {name: rounded(figures) for name, figures in each.items()}
        top["profile"] = profile(system)
    else:
        found = {**floods(), **copies(), **chances()}
        if (battle := test_battle()) is not None:
            found |= games(battle, first(battle), 60)
    return rounded(found) | top


def rounded(found: Mapping[str, float]) -> dict[str, Any]:
    return {name: float(f"{value:.4g}") for name, value in found.items()}


def both(code: str = "") -> dict[str, Any]:
    """As built, and in plain Python in a process of its own."""
    mine = "compiled" if COMPILED else "plain"
    found: dict[str, Any] = {"kernels": mine, "python": sys.version.split()[0], mine: measure(code)}
    if COMPILED:
        command = [sys.executable, "-m", "sandtable.bench", *([code] if code else [])]
        plain = subprocess.run(command, env={**os.environ, "SANDTABLE_PLAIN": "1"}, capture_output=True, check=True)
        found["plain"] = json.loads(plain.stdout)
    return found


if __name__ == "__main__":
    print(json.dumps(measure(*sys.argv[1:2])))
