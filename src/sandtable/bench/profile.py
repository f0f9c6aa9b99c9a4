"""Where random games spend their time: by layer, and by function."""

from __future__ import annotations

import cProfile
import pstats
import random
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sandtable.bench.games import DECISIONS, loaded, random_game

TOP = 10  # functions that are named
PACKAGE = Path(__file__).parents[1]


class Line(NamedTuple):
    """A layer or a function: calls a decision, and its part of the time, less that of whatever it called."""

    name: str
    calls: float
    part: float


class Profile(NamedTuple):
    layers: list[Line]
    functions: list[Line]


def profiled(subject: str) -> Profile:
    system, scenario = loaded(subject)
    rng, watch, made = random.Random(3), cProfile.Profile(), 0
    random_game(system, scenario, rng)
    watch.enable()
    while made < DECISIONS:
        made += random_game(system, scenario, rng)
    watch.disable()
    lines: Mapping[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(watch).stats  # type: ignore[attr-defined]  # it is there, but not in its types
    whole = sum(own for _, _, own, _, _ in lines.values())
    functions, layers = [], dict[str, Line]()
    for (path, _, name), (_, calls, own, _, _) in lines.items():
        functions.append(Line(f"{Path(path).name}:{name}", calls / made, own / whole))
        layer = layer_of(path)
        before = layers.get(layer, Line(layer, 0, 0))
        layers[layer] = Line(layer, before.calls + calls / made, before.part + own / whole)

    def dearest(found: list[Line]) -> list[Line]:
        return sorted(found, key=lambda line: -line.part)

    return Profile(dearest([*layers.values()]), dearest(functions)[:TOP])


def layer_of(path: str) -> str:
    """The module of the core, or the folder beside it; what Python does itself stands apart."""
    try:
        within = Path(path).relative_to(PACKAGE)
    except ValueError:
        return "Python's own" if path == "~" else "the standard library"
    parts = within.with_suffix("").parts
    return "/".join(parts[:2]) if parts[0] in ("core", "systems") else parts[0]
