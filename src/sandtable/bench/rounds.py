"""Subjects measured several times over, each time in a process of its own, the ways of running them in turn: so that
what the machine does meanwhile falls on all alike, and nothing that one round worked out serves the next."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from sandtable import __version__
from sandtable.bench import engine, games
from sandtable.bench.timing import yardstick
from sandtable.core.errors import BadInput
from sandtable.core.kernels import COMPILED

ENGINE = "engine"
YARDSTICK = "yardstick_per_s"
FIGURES = {
    "flood_us": "flood of about 72 hexes",
    "reach_150_ms": f"reach of {engine.UNITS} units",
    "trace_1450_us": "supply trace, 1,450 hexes",
    "trace_6000_us": "supply trace, 6,000 hexes",
    "zone_us": f"zone of {engine.UNITS} units",
    "odds_use_cold_us": "odds of a USE combat, cold",
    "odds_ocs_cold_ms": "odds of an OCS combat, cold",
    "odds_gew_cold_us": "odds of a GEW combat, cold",
    "odds_use_cached_us": "those of USE asked by name again",
    "decisions_per_s": "random decisions",
    "games_per_s": "random games",
    "rolled_turns_per_s": "turns rolled by the script",
    "copy_us": "copy of a position",
    "undo_us": "answer taken back, median",
    "view_us": "what a side sees, median",
    "guess_us": "position guessed, median",
    "supply_us": "supply of a side, median",
    "supply_again_us": "the same, asked again",
    "attack_odds_ms": "odds of an attack, median",
    "attack_odds_p90_ms": "nine in ten take less",
    "question_us": "question as it is sent, median",
    "draft_us": "one more pick drafted, median",
    "answer_us": "answer stored and told, median",
}


class Figure(NamedTuple):
    """The best of several rounds, and by what part of it the middle one was worse."""

    best: float
    noise: float

    @classmethod
    def of(cls, name: str, values: Sequence[float]) -> Figure:
        best = max(values) if more_is_better(name) else min(values)
        return cls(float(f"{best:.4g}"), round(abs(median(values) - best) / best, 4))


def more_is_better(name: str) -> bool:
    return name.endswith("per_s")


Figures = Mapping[str, Figure]  # by name
Subjects = Mapping[str, Figures]


@dataclass(frozen=True)
class Run:
    """All that was measured, in each of the ways: compiled, plain."""

    release: str
    python: str
    machine: str
    ways: Mapping[str, Subjects]
    beside: str = ""  # runs that were made in turn on one machine have this in common

    def plain(self) -> dict[str, Any]:
        ways = {
            way: {subject: {name: list(figure) for name, figure in found.items()} for subject, found in each.items()}
            for way, each in self.ways.items()
        }
        return {"sandtable": self.release, "python": self.python, "machine": self.machine, "ways": ways}


class Way(NamedTuple):
    """How a round is run: which Python, with what in its environment."""

    python: str
    environment: Mapping[str, str]


def ways() -> dict[str, Way]:
    """As built, and in plain Python."""
    plain = {"plain": Way(sys.executable, {"SANDTABLE_PLAIN": "1"})}
    return {"compiled": Way(sys.executable, {}), **plain} if COMPILED else plain


def chosen(named: Sequence[str]) -> list[str]:
    """What these words mean, all there is if none are said: the engine, a family's scenarios, or one of them."""
    every = [ENGINE, *games.subjects()]
    found = []
    for word in named:
        meant = [each for each in every if word in (each, each.split(":")[0])]
        if not meant:
            raise BadInput(f"{word} is not measured: expected a system or one of {', '.join(every)}")
        found += meant
    return found or every


def measure(subjects: Sequence[str]) -> dict[str, dict[str, float]]:
    """One round, here."""
    found = {"": {YARDSTICK: yardstick()}}
    for subject in subjects:
        found[subject] = engine.measured() if subject == ENGINE else games.measured(subject)
    return found


def measured(
    subjects: Sequence[str], each: Mapping[str, Way], rounds: int, tell: Callable[[str], None] = lambda _: None
) -> Run:
    """Several rounds of all ways in turn."""
    found: dict[str, dict[str, dict[str, list[float]]]] = {way: {} for way in each}
    for nth in range(rounds):
        for subject in subjects:
            for way, (python, environment) in each.items():
                tell(f"round {nth + 1} of {rounds}, {way}: {subject}")
                command = [python, "-m", "sandtable.bench", subject]
                done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=True)
                for about, figures in json.loads(done.stdout).items():
                    for name, value in figures.items():
                        found[way].setdefault(about, {}).setdefault(name, []).append(value)
    best = {
        way: {about: {name: Figure.of(name, values) for name, values in of.items()} for about, of in all_.items()}
        for way, all_ in found.items()
    }
    machine = f"{platform.machine()} {platform.system()}, {os.cpu_count()} cores"
    return Run(__version__, platform.python_version(), machine, best)
