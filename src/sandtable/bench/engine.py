"""The engine by itself: floods over made-up maps, copies of a large state, exact odds asked by name."""

from __future__ import annotations

import random
from array import array
from typing import Any, cast

from sandtable.bench.timing import best
from sandtable.core.columns import ALL, UNIT, column
from sandtable.core.hexes import Layout
from sandtable.core.kernels import NEVER, Grid
from sandtable.core.state import Position
from sandtable.core.system import Scenario
from sandtable.play.odds import chance, charts_of, odds, resolved

UNITS, COPIED_UNITS = 150, 300


def measured() -> dict[str, float]:
    return {**floods(), **copies(), **chances()}


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
        "flood_us": best(lambda: grid.reach(prices, start, budget)) * 1e6,
        "reach_150_ms": best(lambda: [grid.reach(prices, hex, budget, stop=stop) for hex in starts]) * 1e3,
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
