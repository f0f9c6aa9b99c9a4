"""Tuning: numbers of a scenario looked for with which its first side scores what is aimed at, a half if nothing else is
said, by CMA-ES (the library `cma`) or SPSA. Every setting is tried with the same seeds."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.farm.kept import INSTALL
from sandtable.players.match import Tally

Point = tuple[float, ...]  # each number between its bounds, from 0 to 1
Asking = Generator[list[Point], list[float], None]  # points to be tried, and how far off each of them was
MOST_DRAWN = 0.25  # of the games; more of them count against a setting, however even it is
BEGIN = 0.3  # how wide the first points lie
STEP, WIDTH = 0.25, 0.3  # of SPSA: the first step, at most, and how far from where it stands it looks
SLOWER, NARROWER = 0.602, 0.101  # how either shrinks (Spall's exponents)


class Bounds(NamedTuple):
    low: int
    high: int

    def at(self, share: float) -> int:
        return round(self.low + min(1.0, max(0.0, share)) * (self.high - self.low))


def off(tally: Tally, aim: float) -> float:
    """How far a setting is from what is aimed at; 0 is perfect."""
    share, drawn = (tally.wins + tally.draws / 2) / tally.games, tally.draws / tally.games
    return (share - aim) ** 2 + max(0.0, drawn - MOST_DRAWN) ** 2


def tuned(
    bounds: Mapping[str, Bounds], method: str, rounds: int, seed: str,
    tried: Callable[[Sequence[Mapping[str, int]]], Sequence[float]],
) -> None:  # fmt: skip
    """So many rounds of settings, each handed to whoever tries them."""
    asking = METHODS[method](len(bounds), seed)
    points = next(asking)
    for nth in range(rounds):
        found = tried([_setting(bounds, point) for point in points])
        if nth < rounds - 1:
            points = asking.send(list(found))


def _setting(bounds: Mapping[str, Bounds], point: Point) -> dict[str, int]:
    return {name: each.at(share) for (name, each), share in zip(bounds.items(), point, strict=True)}


def by_cma(size: int, seed: str) -> Asking:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it cannot draw
            import cma
    except ImportError as error:
        raise BadInput(f"--by cma: CMA-ES {INSTALL}; --by spsa needs nothing") from error
    rolled, wide = Random(f"cma {seed}").randrange(1, 2**31), max(2, size)  # of one number alone it knows nothing
    search = cma.CMAEvolutionStrategy(wide * [0.5], BEGIN, {"bounds": [0, 1], "seed": rolled, "verbose": -9})
    while True:
        points = search.ask()
        found = yield [tuple(map(float, point[:size])) for point in points]
        search.tell(points, found)


def by_spsa(size: int, seed: str) -> Asking:
    """Where it stands, and two points on either side, all numbers moved at once; then a step down the slope. Where both
    sides are equally far off it looks nearer."""
    rng, at, width, nth = Random(f"spsa {seed}"), (0.5,) * size, WIDTH, 0
    while True:
        nth += 1
        ways = [rng.choice((-1, 1)) for _ in at]
        _, above, below = yield [at, _moved(at, ways, width), _moved(at, ways, -width)]
        at = _moved(at, ways, -STEP / nth**SLOWER * min(1.0, max(-1.0, (above - below) / (2 * width))))
        width = width / 2 if above == below else WIDTH / nth**NARROWER


def _moved(at: Point, ways: Sequence[int], by: float) -> Point:
    return tuple(min(1.0, max(0.0, own + by * way)) for own, way in zip(at, ways, strict=True))


METHODS = {"cma": by_cma, "spsa": by_spsa}
